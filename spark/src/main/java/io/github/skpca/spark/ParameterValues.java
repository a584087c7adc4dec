package io.github.skpca.spark;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.MapKind;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.KernelFamily;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

import java.util.Arrays;

/** What the values of the parameters stand for: defaults, the core's settings, the columns of the result. */
final class ParameterValues {
    /** The name of a map that is chosen by the core's own rule. */
    private static final String AUTO = "auto";

    private ParameterValues() {}

    /** Sets the defaults, which are the core's. */
    static void setDefaults(KernelPcaEstimatorParams params) {
        params.setDefault(params.inputCol(), "features");
        params.setDefault(params.outputCol(), params.uid() + "__output");
        params.setDefault(params.k(), 10);
        params.setDefault(params.numFeatures(), 1000);
        params.setDefault(params.sketchSize(), 50);
        params.setDefault(params.kernel(), KernelFamily.GAUSSIAN.label());
        params.setDefault(params.bandwidth(), BandwidthRule.MEDIAN.label());
        params.setDefault(params.map(), AUTO);
        params.setDefault(params.seed(), 0L);
        params.setDefault(params.centering(), true);
        params.setDefault(params.standardize(), false);
        params.setDefault(params.warmupRows(), 10_000);
        params.setDefault(params.lags(), 1);
        params.setDefault(params.stride(), 1);
        params.setDefault(params.timeStep(), 0.0);
    }

    /** The core's settings. */
    static KernelPcaBuilder builder(KernelPcaEstimatorParams params) {
        KernelFamily family = KernelFamily.ofLabel(params.getKernel())
                .orElseThrow(() -> refused("kernel", params.getKernel(), KernelFamily.labels()));
        KernelPcaBuilder builder = StreamingKernelPca.builder()
                .components(params.getK())
                .features(params.getNumFeatures())
                .sketchSize(params.getSketchSize())
                .centered(params.getCentering())
                .standardized(params.getStandardize())
                .warmUpRows(params.getWarmupRows())
                .seed(params.getSeed());
        if (!params.getMap().equals(AUTO)) {
            builder.map(MapKind.ofLabel(params.getMap())
                    .orElseThrow(() -> refused("map", params.getMap(), AUTO + ", " + MapKind.labels())));
        }
        if (params.isDefined(params.rank())) {
            requireRank(params);
            builder.rank(params.getRank());
        }
        return builder.kernel(family, params.getBandwidth());
    }

    /** What the core would refuse or not look at, before any job runs. */
    private static void requireRank(KernelPcaEstimatorParams params) {
        String map = params.getMap();
        if (!map.equals(AUTO) && !map.equals(MapKind.LANDMARKS.label())) {
            throw new IllegalArgumentException("rank is for landmarks, not for map " + map + ": leave one of them out");
        }
        if (params.getRank() < params.getSketchSize()) {
            throw new IllegalArgumentException("rank must be at least sketchSize, " + params.getSketchSize() + ", not "
                    + params.getRank() + ": raise it, or lower sketchSize");
        }
    }

    private static IllegalArgumentException refused(String name, String value, String allowed) {
        return new IllegalArgumentException(name + " must be one of " + allowed + ", not " + value);
    }

    /**
     * The schema of the result: the given one with loadings, and with novelty scores and p-values if they are asked for.
     *
     * @param windows those that are made of steps; where none ends there is no result
     */
    static StructType resultSchema(KernelPcaEstimatorParams params, StepWindows windows, StructType schema) {
        requireVectors(params, schema);
        requireOrder(params, windows, schema);
        boolean mayLack = windows.areWindows();
        StructType result = with(schema, params.getOutputCol(), SQLDataTypes.VectorType(), mayLack);
        if (params.isDefined(params.noveltyCol())) {
            result = with(result, params.getNoveltyCol(), DataTypes.DoubleType, mayLack);
        }
        if (params.isDefined(params.pValueCol())) {
            result = with(result, params.getPValueCol(), DataTypes.DoubleType, mayLack);
        }
        return result;
    }

    /** Refuses windows where nothing orders steps. */
    static void requireSingleRows(KernelPcaEstimatorParams params, String reason) {
        if (params.getLags() > 1) {
            throw new IllegalArgumentException(
                    "lags is not for " + reason + "; leave lags out and give vectors that are windows already");
        }
    }

    private static void requireOrder(KernelPcaEstimatorParams params, StepWindows windows, StructType schema) {
        if (!windows.areWindows()) {
            if (params.isDefined(params.timeCol())
                    || params.isDefined(params.keyCol())
                    || windows.stride() > 1
                    || windows.timeStep() > 0) {
                throw new IllegalArgumentException(
                        "timeCol, keyCol, stride and timeStep are for windows of several steps: set lags, or leave them out");
            }
            return;
        }
        if (!params.isDefined(params.timeCol())) {
            throw new IllegalArgumentException(
                    "windows (lags " + windows.lags() + ") need the order of steps: name a column of times (timeCol)");
        }
        DataType type = column(schema, params.getTimeCol(), "timeCol").dataType();
        if (!(type instanceof NumericType) && !type.equals(DataTypes.TimestampType)) {
            throw new IllegalArgumentException("column " + params.getTimeCol()
                    + " (timeCol) must be of numbers or timestamps, not of " + type.simpleString() + ": cast it");
        }
        if (params.isDefined(params.keyCol())) {
            column(schema, params.getKeyCol(), "keyCol");
        }
    }

    private static StructField column(StructType schema, String name, String parameter) {
        if (!Arrays.asList(schema.fieldNames()).contains(name)) {
            throw new IllegalArgumentException("there is no column " + name + " (" + parameter + ") among "
                    + String.join(", ", schema.fieldNames()));
        }
        return schema.apply(name);
    }

    private static void requireVectors(KernelPcaEstimatorParams params, StructType schema) {
        String input = params.getInputCol();
        DataType type = column(schema, input, "inputCol").dataType();
        if (!type.equals(SQLDataTypes.VectorType())) {
            throw new IllegalArgumentException("column " + input + " (inputCol) must be of vectors, not of "
                    + type.simpleString() + ": make vectors with VectorAssembler");
        }
    }

    private static StructType with(StructType schema, String name, DataType type, boolean mayLack) {
        if (Arrays.asList(schema.fieldNames()).contains(name)) {
            throw new IllegalArgumentException("there is a column " + name + " already; choose another name");
        }
        return schema.add(new StructField(name, type, mayLack, org.apache.spark.sql.types.Metadata.empty()));
    }
}
