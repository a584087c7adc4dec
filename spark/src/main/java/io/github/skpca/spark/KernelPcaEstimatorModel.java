package io.github.skpca.spark;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fitted {@link KernelPcaEstimator}: k loadings for every vector, and its novelty score and p-value if columns are
 * named for them. A row is embedded once for all of them.
 *
 * <p>It holds a model of the core. {@link #writeModelFile} and {@link #fromModelFile} exchange it with the command line.
 */
public final class KernelPcaEstimatorModel extends Model<KernelPcaEstimatorModel>
        implements KernelPcaEstimatorParams, MLWritable {
    private static final long serialVersionUID = 1L;

    private final String uid;
    private final transient KernelPcaModel model;

    KernelPcaEstimatorModel(String uid, KernelPcaModel model) {
        this.uid = uid;
        this.model = model;
        ParameterValues.setDefaults(this);
    }

    /**
     * A stage with the model of a file.
     *
     * @throws io.github.skpca.ModelFileException if it is not one, or is damaged
     */
    public static KernelPcaEstimatorModel fromModelFile(Path path) throws IOException {
        return of(KernelPcaModel.load(path));
    }

    /** A stage with a model. */
    public static KernelPcaEstimatorModel of(KernelPcaModel model) {
        return new KernelPcaEstimatorModel(Identifiable$.MODULE$.randomUID("kernelPcaEstimator"), model);
    }

    /** Writes the model file alone, for the command line, atomically. */
    public void writeModelFile(Path path) throws IOException {
        model.save(path);
    }

    /** The core's model. */
    public KernelPcaModel model() {
        return model;
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public Dataset<Row> transform(Dataset<?> dataset) {
        transformSchema(dataset.schema());
        boolean ofSteps = windows().areWindows();
        VectorNames names = VectorNames.between(
                dataset.schema().apply(getInputCol()),
                ofSteps || model.preparation().isPlain() ? model.columnNames() : List.of());
        Broadcast<SharedModel> shared = JavaSparkContext.fromSparkContext(
                        dataset.sparkSession().sparkContext())
                .broadcast(new SharedModel(model));
        // One struct of all results: with a function per column Spark would have every row embedded once per column.
        String all = uid + "__all";
        RowProjection projection = new RowProjection(shared, results(), ofSteps ? null : names);
        Dataset<Row> projected = ofSteps
                ? new SeriesSteps(dataset, this, windows()).judged(all, projection, names)
                : dataset.withColumn(
                        all,
                        functions
                                .udf(projection, projection.type())
                                .asNonNullable()
                                .withName("kernelPca")
                                .apply(dataset.col(getInputCol())));
        Map<String, Column> columns = new LinkedHashMap<>();
        columns.put(getOutputCol(), projected.col(all).getField(RowProjection.LOADINGS));
        if (isDefined(noveltyCol())) {
            columns.put(getNoveltyCol(), projected.col(all).getField(RowProjection.NOVELTY));
        }
        if (isDefined(pValueCol())) {
            columns.put(getPValueCol(), projected.col(all).getField(RowProjection.P_VALUE));
        }
        return projected.withColumns(columns).drop(all);
    }

    /** The windows that are to be made of steps: the model's if a column orders them, else vectors are windows already. */
    private StepWindows windows() {
        if (!isDefined(timeCol())) {
            return new StepWindows(1, 1, 0);
        }
        RowPreparation preparation = model.preparation();
        if (preparation.lags() == 1 || !preparation.categories().isEmpty()) {
            throw new IllegalArgumentException(
                    "timeCol is for models of windows of numbers, and this one is not: leave timeCol out, and give vectors of "
                            + model.columns() + " numbers");
        }
        return StepWindows.of(preparation);
    }

    private RowProjection.Results results() {
        if (isDefined(pValueCol())) {
            return RowProjection.Results.SCORE_AND_P_VALUE;
        }
        return isDefined(noveltyCol()) ? RowProjection.Results.SCORE : RowProjection.Results.LOADINGS_ALONE;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        return ParameterValues.resultSchema(this, windows(), schema);
    }

    @Override
    public KernelPcaEstimatorModel copy(ParamMap extra) {
        KernelPcaEstimatorModel copy = new KernelPcaEstimatorModel(uid, model);
        copyValues(copy, extra);
        return copy.setParent(parent());
    }

    @Override
    public MLWriter write() {
        return new ModelFolder.Writer(this);
    }

    /** Reads models that {@link #write} wrote. */
    public static MLReader<KernelPcaEstimatorModel> read() {
        return new ModelFolder.Reader();
    }

    /** The model in a folder that {@code save} wrote. */
    public static KernelPcaEstimatorModel load(String path) {
        return read().load(path);
    }

    /** Names the column of vectors; {@code features} by default. */
    public KernelPcaEstimatorModel setInputCol(String name) {
        set(inputCol(), name);
        return this;
    }

    /** Names the column that orders the steps of a series, for a model of windows; without it vectors are windows already. */
    public KernelPcaEstimatorModel setTimeCol(String name) {
        set(timeCol(), name);
        return this;
    }

    /** Names the column that tells series apart; without it all steps are of one. */
    public KernelPcaEstimatorModel setKeyCol(String name) {
        set(keyCol(), name);
        return this;
    }

    /** Names the column for the loadings. */
    public KernelPcaEstimatorModel setOutputCol(String name) {
        set(outputCol(), name);
        return this;
    }

    /** Names the column for the novelty scores; without it there is none. */
    public KernelPcaEstimatorModel setNoveltyCol(String name) {
        set(noveltyCol(), name);
        return this;
    }

    /** Names the column for the p-values of the scores: the share of rows like the training rows that score as high; without it there is none. */
    public KernelPcaEstimatorModel setPValueCol(String name) {
        set(pValueCol(), name);
        return this;
    }
}
