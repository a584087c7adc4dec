package io.github.skpca.spark;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.ModelFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The folder of a saved model: Spark's metadata and the model file that every other part of the project reads. */
final class ModelFolder {
    /** The name of the model file. */
    static final String MODEL_FILE = "model.skpca";

    private ModelFolder() {}

    static final class Writer extends MLWriter {
        private final KernelPcaEstimatorModel stage;

        Writer(KernelPcaEstimatorModel stage) {
            this.stage = stage;
        }

        @Override
        public void saveImpl(String path) {
            DefaultParamsWriter$.MODULE$.saveMetadata(stage, path, sparkSession());
            Path file = new Path(path, MODEL_FILE);
            try {
                FileSystem system = file.getFileSystem(hadoop(this.sparkSession()));
                try (FSDataOutputStream out = system.create(file)) {
                    out.write(stage.model().toBytes());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static final class Reader extends MLReader<KernelPcaEstimatorModel> {
        @Override
        public KernelPcaEstimatorModel load(String path) {
            DefaultParamsReader.Metadata metadata =
                    DefaultParamsReader.loadMetadata(path, sparkSession(), KernelPcaEstimatorModel.class.getName());
            Path file = new Path(path, MODEL_FILE);
            try {
                FileSystem system = file.getFileSystem(hadoop(sparkSession()));
                byte[] bytes;
                try (FSDataInputStream in = system.open(file)) {
                    bytes = in.readAllBytes();
                }
                KernelPcaModel model = ModelFile.readModel(bytes, file.toString(), null);
                KernelPcaEstimatorModel stage = new KernelPcaEstimatorModel(metadata.uid(), model);
                metadata.getAndSetParams(stage, metadata.getAndSetParams$default$2());
                return stage;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Configuration hadoop(org.apache.spark.sql.SparkSession session) {
        return session.sparkContext().hadoopConfiguration();
    }
}
