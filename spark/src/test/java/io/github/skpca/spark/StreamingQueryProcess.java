package io.github.skpca.spark;

import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;

import java.nio.file.Files;
import java.nio.file.Path;

/** A program that learns from the CSV files of a folder, two per batch, until there are no more; then it writes the model. */
final class StreamingQueryProcess {
    static final int COLUMNS = 4;

    private StreamingQueryProcess() {}

    /** Arguments: the files, Spark's checkpoint, the learner's folder, and the file for the model. */
    public static void main(String[] arguments) throws Exception {
        try (SparkSession session = Sessions.anyBuilder("local[2]").getOrCreate()) {
            run(session, Path.of(arguments[0]), arguments[1], arguments[2], Path.of(arguments[3]));
        }
    }

    static KernelPcaEstimator estimator() {
        return new KernelPcaEstimator()
                .setK(3)
                .setNumFeatures(40)
                .setSketchSize(8)
                .setWarmupRows(150)
                .setSeed(2);
    }

    static void run(SparkSession session, Path files, String checkpoint, String folder, Path model) throws Exception {
        StreamingLearner learner = new StreamingLearner(estimator(), folder);
        StructType schema = new StructType();
        String[] names = new String[COLUMNS];
        for (int j = 0; j < COLUMNS; j++) {
            names[j] = "x" + j;
            schema = schema.add(names[j], "double");
        }
        Dataset<Row> rows = session.readStream()
                .schema(schema)
                .option("maxFilesPerTrigger", 2)
                .option("latestFirst", false)
                .csv(files.toString());
        new VectorAssembler()
                .setInputCols(names)
                .setOutputCol("features")
                .transform(rows)
                .writeStream()
                .foreachBatch(learner)
                .option("checkpointLocation", checkpoint)
                .trigger(Trigger.AvailableNow())
                .start()
                .awaitTermination();
        Path temporary = model.resolveSibling("unfinished.skpca");
        learner.current().writeModelFile(temporary);
        Files.move(temporary, model);
    }
}
