package io.github.skpca.spark;

import io.github.skpca.MapKind;
import io.github.skpca.kernel.KernelFamily;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.Params;

/**
 * The parameters that the estimator and its model share.
 *
 * <p>A parameter is known by its owner's uid and its name, so it is made again whenever it is asked for: Spark's own constructors ask
 * before a field of a Java class could hold it.
 */
public interface KernelPcaEstimatorParams extends Params {
    /** The column of vectors. */
    default Param<String> inputCol() {
        return new Param<>(this, "inputCol", "input column name, a column of vectors");
    }

    /** The column for the loadings. */
    default Param<String> outputCol() {
        return new Param<>(this, "outputCol", "output column name, a column of k loadings");
    }

    /** The column for the novelty scores; none if not set. */
    default Param<String> noveltyCol() {
        return new Param<>(this, "noveltyCol", "column name of novelty scores; none if not set");
    }

    /** The column for the p-values of the novelty scores; none if not set. */
    default Param<String> pValueCol() {
        return new Param<>(this, "pValueCol", "column name of p-values of novelty scores; none if not set");
    }

    /** k. */
    default IntParam k() {
        return new IntParam(this, "k", "the number of components (>= 1)", ParamValidators.gtEq(1));
    }

    /** m, the features of a random map or the landmarks. */
    default IntParam numFeatures() {
        return new IntParam(this, "numFeatures", "the number of features or landmarks (>= 1)", ParamValidators.gtEq(1));
    }

    /** How many features landmarks give per row; as many as the sketch needs if not set. */
    default IntParam rank() {
        return new IntParam(
                this,
                "rank",
                "how many features landmarks give per row (>= sketchSize); by the sketch's size if not set",
                ParamValidators.gtEq(1));
    }

    /** l. */
    default IntParam sketchSize() {
        return new IntParam(this, "sketchSize", "the number of rows of the sketch (>= 1)", ParamValidators.gtEq(1));
    }

    /** The family of the kernel. */
    default Param<String> kernel() {
        return new Param<>(this, "kernel", "the kernel: " + KernelFamily.labels());
    }

    /** The bandwidth, or how to find it. */
    default Param<String> bandwidth() {
        return new Param<>(
                this, "bandwidth", "the bandwidth: median or mean (of distances of sampled rows) or a number");
    }

    /** The feature map. */
    default Param<String> map() {
        return new Param<>(this, "map", "the feature map: auto, " + MapKind.labels());
    }

    /** Where all randomness comes from. */
    default LongParam seed() {
        return new LongParam(this, "seed", "where all randomness comes from");
    }

    /** Whether features are taken about their mean. */
    default BooleanParam centering() {
        return new BooleanParam(this, "centering", "whether features are taken about their mean");
    }

    /** Whether columns are divided by their standard deviation. */
    default BooleanParam standardize() {
        return new BooleanParam(this, "standardize", "whether columns are divided by their deviation in the sample");
    }

    /** Rows of the sampling pass, or first rows where there is none. */
    default IntParam warmupRows() {
        return new IntParam(
                this,
                "warmupRows",
                "rows of the sampling pass, or first rows, which fix origin, bandwidth and first map (>= 2)",
                ParamValidators.gtEq(2));
    }

    /** The steps of a window; 1 if a row is one vector. */
    default IntParam lags() {
        return new IntParam(
                this, "lags", "the steps of a window (>= 1); 1: a row is one vector", ParamValidators.gtEq(1));
    }

    /** Every how many windows of a series one is learned. */
    default IntParam stride() {
        return new IntParam(this, "stride", "every how many windows one is learned (>= 1)", ParamValidators.gtEq(1));
    }

    /** The column that orders the steps of a series; none if not set. */
    default Param<String> timeCol() {
        return new Param<>(this, "timeCol", "column name of the times of steps, numbers or timestamps; for windows");
    }

    /** The column that tells series apart; all steps are of one if not set. */
    default Param<String> keyCol() {
        return new Param<>(
                this, "keyCol", "column name of the key of a series; all steps are of one series if not set");
    }

    /** The usual time between two steps. */
    default DoubleParam timeStep() {
        return new DoubleParam(
                this,
                "timeStep",
                "usual time between two steps, of timestamps in seconds (>= 0); windows begin anew after a gap; 0: no gaps",
                ParamValidators.gtEq(0));
    }

    /** The name of the input column. */
    default String getInputCol() {
        return getOrDefault(inputCol());
    }

    /** The name of the output column. */
    default String getOutputCol() {
        return getOrDefault(outputCol());
    }

    /** The name of the novelty column; fails if there is none. */
    default String getNoveltyCol() {
        return getOrDefault(noveltyCol());
    }

    /** The name of the column of p-values; fails if there is none. */
    default String getPValueCol() {
        return getOrDefault(pValueCol());
    }

    /** k. */
    default int getK() {
        return (Integer) getOrDefault(k());
    }

    /** m. */
    default int getNumFeatures() {
        return (Integer) getOrDefault(numFeatures());
    }

    /** How many features landmarks give per row; fails if it is not set. */
    default int getRank() {
        return (Integer) getOrDefault(rank());
    }

    /** l. */
    default int getSketchSize() {
        return (Integer) getOrDefault(sketchSize());
    }

    /** The family of the kernel. */
    default String getKernel() {
        return getOrDefault(kernel());
    }

    /** The bandwidth, or how to find it. */
    default String getBandwidth() {
        return getOrDefault(bandwidth());
    }

    /** The feature map. */
    default String getMap() {
        return getOrDefault(map());
    }

    /** Where all randomness comes from. */
    default long getSeed() {
        return (Long) getOrDefault(seed());
    }

    /** Whether features are taken about their mean. */
    default boolean getCentering() {
        return (Boolean) getOrDefault(centering());
    }

    /** Whether columns are divided by their standard deviation. */
    default boolean getStandardize() {
        return (Boolean) getOrDefault(standardize());
    }

    /** Rows of the sampling pass, or first rows where there is none. */
    default int getWarmupRows() {
        return (Integer) getOrDefault(warmupRows());
    }

    /** The steps of a window. */
    default int getLags() {
        return (Integer) getOrDefault(lags());
    }

    /** Every how many windows of a series one is learned. */
    default int getStride() {
        return (Integer) getOrDefault(stride());
    }

    /** The name of the column of times; fails if there is none. */
    default String getTimeCol() {
        return getOrDefault(timeCol());
    }

    /** The name of the column of keys; fails if there is none. */
    default String getKeyCol() {
        return getOrDefault(keyCol());
    }

    /** The usual time between two steps; 0 if times only order them. */
    default double getTimeStep() {
        return (Double) getOrDefault(timeStep());
    }
}
