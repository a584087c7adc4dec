package example;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

// Learns from the rows of a file, saves the model, and scores the same rows with it.
public final class NovelRows {
    private NovelRows() {}

    public static void main(String[] args) throws IOException {
        List<String> input = List.of(args[0]);
        Path file = Path.of(args[1]);

        try (RowReader reader = Rows.open(input, ReadOptions.defaults())) {
            StreamingKernelPca learner =
                    StreamingKernelPca.builder().seed(42).standardized(true).build(reader.columns());
            DenseBuffer batch = new DenseBuffer(1000, reader.columns());
            for (int count = reader.read(batch); count > 0; count = reader.read(batch)) {
                learner.update(batch.values(), count);
            }
            learner.snapshot().save(file);
        }

        KernelPcaModel model = KernelPcaModel.load(file);
        System.out.printf(
                "%d rows, %d components, backend %s%n", model.rows(), model.components(), StreamingKernelPca.backend());
        try (RowReader reader = Rows.open(input, ReadOptions.defaults())) {
            DenseBuffer one = new DenseBuffer(1, reader.columns());
            while (reader.read(one) > 0) {
                double[] row = one.values();
                System.out.println(model.score(row) + " " + Arrays.toString(model.transform(row)));
            }
        }
    }
}
