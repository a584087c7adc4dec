package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Kernel PCA of a column of vectors, as a stage of a pipeline: {@code transform} of its model gives k loadings per row.
 *
 * <p>{@code fit} sketches every partition and merges the sketches on the executors in the order of the partitions' numbers. Before that, a
 * sample of all rows fixes origin, scale, bandwidth and the first landmarks: rows are read twice, so cache the data set if it is expensive to
 * compute. If the bandwidth is a number and columns are not standardised, the first rows are enough, and the others are read once. The
 * same rows in the same partitions give the same model, byte for byte, whatever retries and speculation do.
 */
public final class KernelPcaEstimator extends Estimator<KernelPcaEstimatorModel>
        implements KernelPcaEstimatorParams, DefaultParamsWritable {
    private static final long serialVersionUID = 1L;

    private final String uid;

    /** An estimator with the core's defaults and a name of its own. */
    public KernelPcaEstimator() {
        this(Identifiable$.MODULE$.randomUID("kernelPcaEstimator"));
    }

    /** An estimator with the core's defaults and the given name. */
    public KernelPcaEstimator(String uid) {
        this.uid = uid;
        ParameterValues.setDefaults(this);
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public KernelPcaEstimatorModel fit(Dataset<?> dataset) {
        transformSchema(dataset.schema());
        DistributedLearning learning = new DistributedLearning(dataset, this);
        try {
            Broadcast<SharedStart> shared =
                    learning.broadcast(learning.start(ParameterValues.builder(this), getWarmupRows(), getSeed()));
            try {
                return fitted(learning.learn(shared, 0));
            } finally {
                shared.destroy();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * An aggregator that makes one model per key. All keys begin with the same map, which comes from the given rows as that of a fit does.
     *
     * @param dataset rows with the input column, of all keys
     */
    public KernelPcaAggregator aggregator(Dataset<?> dataset) {
        ParameterValues.requireSingleRows(this, "an aggregator: it gets the steps of a key in any order");
        transformSchema(dataset.schema());
        try {
            DistributedLearning learning = new DistributedLearning(dataset, this);
            return new KernelPcaAggregator(
                    learning.broadcast(learning.start(ParameterValues.builder(this), getWarmupRows(), getSeed())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The model of a learner, with this estimator's columns. */
    KernelPcaEstimatorModel fitted(StreamingKernelPca learner) {
        KernelPcaEstimatorModel model = new KernelPcaEstimatorModel(uid, learner.snapshot());
        copyValues(model, extractParamMap());
        return model.setParent(this);
    }

    @Override
    public StructType transformSchema(StructType schema) {
        ParameterValues.builder(this);
        return ParameterValues.resultSchema(this, StepWindows.of(this), schema);
    }

    @Override
    public KernelPcaEstimator copy(ParamMap extra) {
        return defaultCopy(extra);
    }

    /** Reads estimators that {@code write} wrote. */
    public static MLReader<KernelPcaEstimator> read() {
        return new DefaultParamsReader<>();
    }

    /** The estimator in a folder that {@code save} wrote. */
    public static KernelPcaEstimator load(String path) {
        return read().load(path);
    }

    /** Names the column of vectors; {@code features} by default. */
    public KernelPcaEstimator setInputCol(String name) {
        set(inputCol(), name);
        return this;
    }

    /** Names the column for the loadings. */
    public KernelPcaEstimator setOutputCol(String name) {
        set(outputCol(), name);
        return this;
    }

    /** Names the column for the novelty scores; without it there is none. */
    public KernelPcaEstimator setNoveltyCol(String name) {
        set(noveltyCol(), name);
        return this;
    }

    /** Names the column for the p-values of the scores: the share of rows like the training rows that score as high; without it there is none. */
    public KernelPcaEstimator setPValueCol(String name) {
        set(pValueCol(), name);
        return this;
    }

    /** Sets k; 10 by default. */
    public KernelPcaEstimator setK(int value) {
        set(k(), value);
        return this;
    }

    /** Sets m; 1000 by default. */
    public KernelPcaEstimator setNumFeatures(int value) {
        set(numFeatures(), value);
        return this;
    }

    /**
     * Sets how many features landmarks give per row, at least l; three times l, and no fewer than 96, by default. The time to learn is
     * nearly proportional to it. Fewer are often as good where a sampling pass sees rows of all partitions.
     */
    public KernelPcaEstimator setRank(int value) {
        set(rank(), value);
        return this;
    }

    /** Sets l; 50 by default. */
    public KernelPcaEstimator setSketchSize(int value) {
        set(sketchSize(), value);
        return this;
    }

    /** Sets the kernel; {@code gaussian} by default. */
    public KernelPcaEstimator setKernel(String label) {
        set(kernel(), label);
        return this;
    }

    /** Sets the bandwidth: {@code median}, the default, {@code mean} or a number. */
    public KernelPcaEstimator setBandwidth(String value) {
        set(bandwidth(), value);
        return this;
    }

    /** Sets the bandwidth. */
    public KernelPcaEstimator setBandwidth(double value) {
        return setBandwidth(Double.toString(value));
    }

    /** Sets the feature map; {@code auto} by default. */
    public KernelPcaEstimator setMap(String label) {
        set(map(), label);
        return this;
    }

    /**
     * Sets the steps of a window; 1 by default, then a row is one vector. With more a row is a step with the {@code value} - 1 before it, the
     * oldest first, and {@link #setTimeCol} is needed.
     */
    public KernelPcaEstimator setLags(int value) {
        set(lags(), value);
        return this;
    }

    /** Sets every how many windows of a series one is learned; 1 by default. All are judged. */
    public KernelPcaEstimator setStride(int value) {
        set(stride(), value);
        return this;
    }

    /** Names the column that orders the steps of a series: numbers or timestamps, no two alike. */
    public KernelPcaEstimator setTimeCol(String name) {
        set(timeCol(), name);
        return this;
    }

    /** Names the column that tells series apart; without it all steps are of one. */
    public KernelPcaEstimator setKeyCol(String name) {
        set(keyCol(), name);
        return this;
    }

    /**
     * Sets the usual time between two steps, of timestamps in seconds: after more than one and a half of it a window begins anew. 0, the default: times only
     * order the steps.
     */
    public KernelPcaEstimator setTimeStep(double value) {
        set(timeStep(), value);
        return this;
    }

    /** Sets where all randomness comes from; 0 by default. */
    public KernelPcaEstimator setSeed(long value) {
        set(seed(), value);
        return this;
    }

    /** Sets whether features are taken about their mean; true by default. */
    public KernelPcaEstimator setCentering(boolean value) {
        set(centering(), value);
        return this;
    }

    /** Sets whether columns are divided by their deviation in the sample; false by default. */
    public KernelPcaEstimator setStandardize(boolean value) {
        set(standardize(), value);
        return this;
    }

    /** Sets how many rows the sampling pass takes, or how many first rows are taken where there is none; 10,000 by default. */
    public KernelPcaEstimator setWarmupRows(int value) {
        set(warmupRows(), value);
        return this;
    }
}
