package io.github.skpca.benchmarks;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.NoisyCurve;
import io.github.skpca.io.RandomNoisy;
import io.github.skpca.io.RowReader;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.report.Chart;
import io.github.skpca.report.ChartGrid;
import io.github.skpca.report.Look;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The pictures of the guide's pages on reducing, novelty, denoising and merging, and the numbers beside them. Usage: GuidePictures FOLDER. */
public final class GuidePictures {
    private static final int SHOWN = 400;

    private GuidePictures() {}

    /** Writes the pictures and prints the numbers. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        Files.writeString(folder.resolve("denoise.svg"), denoise());
        Files.writeString(folder.resolve("reduce.svg"), reduce());
        Files.writeString(folder.resolve("merge.svg"), merge());
        Files.writeString(folder.resolve("novelty.svg"), novelty());
    }

    private static double[] all(RowReader reader, int count) throws IOException {
        DenseBuffer batch = new DenseBuffer(count, reader.columns());
        reader.read(batch);
        return Arrays.copyOf(batch.values(), count * reader.columns());
    }

    private static double[] column(double[] rows, int columns, int j, int count) {
        double[] column = new double[count];
        Arrays.setAll(column, i -> rows[i * columns + j]);
        return column;
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static String denoise() throws IOException {
        double[] training = all(new NoisyCurve(NoisyCurve.Shape.SPIRAL, 5000, 2, 10, 1), 5000);
        double[] noisy = all(new NoisyCurve(NoisyCurve.Shape.SPIRAL, SHOWN, 2, 10, 2), SHOWN);
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(0.5))
                .components(14)
                .build(2);
        learner.update(training, 5000);
        KernelPcaModel model = learner.snapshot();
        double[] clean = new double[noisy.length];
        double before = 0;
        double after = 0;
        for (int i = 0; i < SHOWN; i++) {
            double[] row = {noisy[2 * i], noisy[2 * i + 1]};
            double[] found = model.reconstruct(row).row();
            System.arraycopy(found, 0, clean, 2 * i, 2);
            before += fromSpiral(row) / SHOWN;
            after += fromSpiral(found) / SHOWN;
        }
        print(
                "denoise: mean distance from the spiral %.4f before, %.4f after, %.2f of it",
                before, after, after / before);
        Chart chart = Chart.scatter("Rows about a spiral, before and after", "x1", "x2")
                .points("as they came", column(noisy, 2, 0, SHOWN), column(noisy, 2, 1, SHOWN))
                .points("reconstructed", column(clean, 2, 0, SHOWN), column(clean, 2, 1, SHOWN));
        return chart.svg();
    }

    private static double fromSpiral(double[] row) {
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i <= 3000; i++) {
            double turns = 1.5 * i / 3000;
            double radius = 0.5 + turns;
            double angle = 2 * Math.PI * turns;
            best = Math.min(best, Math.hypot(row[0] - radius * Math.cos(angle), row[1] - radius * Math.sin(angle)));
        }
        return best;
    }

    private static String reduce() throws IOException {
        double[] training = all(new NoisyCurve(NoisyCurve.Shape.RINGS, 5000, 2, 5, 1), 5000);
        double[] shown = all(new NoisyCurve(NoisyCurve.Shape.RINGS, SHOWN, 2, 5, 2), SHOWN);
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(2))
                .components(3)
                .build(2);
        learner.update(training, 5000);
        KernelPcaModel model = learner.snapshot();
        float[] loadings = new float[SHOWN * 3];
        FittedModel.of(model).projector().transform(shown, 0, SHOWN, loadings, 0);
        print(
                "reduce: 3 components hold %.3f of the variance, sketch bound %.2g",
                model.explainedVariance(), model.sketchBound());
        Chart raw = Chart.scatter("The rows", "x1", "x2");
        Chart reduced = Chart.scatter("Their loadings", "pc1", "pc3");
        String[] names = {"inner ring", "outer ring"};
        for (int ring = 0; ring < 2; ring++) {
            double[][] points = new double[4][SHOWN / 2];
            for (int i = 0; i < SHOWN / 2; i++) {
                int row = 2 * i + ring;
                points[0][i] = shown[2 * row];
                points[1][i] = shown[2 * row + 1];
                points[2][i] = loadings[3 * row];
                points[3][i] = loadings[3 * row + 2];
            }
            raw = raw.points(names[ring], points[0], points[1]);
            reduced = reduced.points(names[ring], points[2], points[3]);
        }
        return new ChartGrid("Two rings, and two components of them", List.of(raw, reduced), 2)
                .picture()
                .svg();
    }

    /** Every machine sees rows of its own kind: the stream is sorted by a column and cut. */
    private static String merge() throws IOException {
        int columns = 50;
        int count = 8000;
        RandomNoisy source = new RandomNoisy(count, columns, 10, RandomNoisy.PAPER_ZETA, 1);
        double[] rows = all(source, count);
        double[] test = all(source.rows(count, 1000), 1000);
        StreamingKernelPca learner =
                StreamingKernelPca.builder().warmUpRows(500).build(columns);
        learner.update(rows, count);
        KernelPcaModel whole = learner.snapshot();
        double[] sorted = sorted(rows, columns);
        double[] parts = {2, 4, 8, 16};
        double[][] errors = new double[3][parts.length];
        for (int p = 0; p < parts.length; p++) {
            List<StreamingKernelPca> machines = machines(whole, sorted, (int) parts[p]);
            errors[0][p] = spectral(machines.get(0).snapshot(), test);
            StreamingKernelPca merged = machines.get(0);
            machines.stream().skip(1).forEach(merged::merge);
            errors[1][p] = spectral(merged.snapshot(), test);
            errors[2][p] = spectral(whole, test);
            print(
                    "merge: %.0f parts, spectral error %.5f of the first alone, %.5f merged, %.5f of one learner; bound %.5f and %.5f",
                    parts[p],
                    errors[0][p],
                    errors[1][p],
                    errors[2][p],
                    merged.snapshot().sketchBound(),
                    whole.sketchBound());
        }
        return Chart.lines("Parts of a stream on several machines", "parts", "spectral error on held-out rows")
                .logX()
                .logY()
                .series("the first part alone", parts, errors[0])
                .series("all parts merged", parts, errors[1])
                .series("one learner of all rows", parts, errors[2])
                .svg();
    }

    /** p-values along a stream that does not change, every fiftieth row of which has its columns exchanged. */
    private static String novelty() throws IOException {
        int count = 2000;
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(0.5))
                .components(14)
                .build(2);
        learner.update(all(new NoisyCurve(NoisyCurve.Shape.SPIRAL, 20_000, 2, 10, 1), 20_000), 20_000);
        KernelPcaModel model = learner.snapshot();
        Calibration calibration = model.calibration().orElseThrow();
        double[] stream = all(new NoisyCurve(NoisyCurve.Shape.SPIRAL, count, 2, 10, 2), count);
        List<double[]> normal = new ArrayList<>();
        List<double[]> novel = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean planted = i % 50 == 49;
            double[] row = {stream[2 * i + (planted ? 1 : 0)], stream[2 * i + (planted ? 0 : 1)]};
            (planted ? novel : normal).add(new double[] {i + 1.0, calibration.pValue(model.score(row))});
        }
        print(
                "novelty: p <= 0.01 for %d of %d rows of the stream, and for %d of %d that are not of it",
                flagged(normal), normal.size(), flagged(novel), novel.size());
        return Chart.scatter("p-values of a stream with strange rows in it", "row", "p-value")
                .logY()
                .points("rows of the stream", place(normal, 0), place(normal, 1))
                .points("columns exchanged", place(novel, 0), place(novel, 1))
                .level("threshold 0.01", Look.number(2).dashed(), 0.01)
                .svg();
    }

    private static long flagged(List<double[]> rows) {
        return rows.stream().filter(row -> row[1] <= 0.01).count();
    }

    private static double[] place(List<double[]> rows, int at) {
        return rows.stream().mapToDouble(row -> row[at]).toArray();
    }

    private static double[] sorted(double[] rows, int columns) {
        int[] order = IntStream.range(0, rows.length / columns)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> rows[i * columns]))
                .mapToInt(i -> i)
                .toArray();
        double[] sorted = new double[rows.length];
        for (int i = 0; i < order.length; i++) {
            System.arraycopy(rows, order[i] * columns, sorted, i * columns, columns);
        }
        return sorted;
    }

    private static List<StreamingKernelPca> machines(KernelPcaModel like, double[] rows, int parts) {
        List<StreamingKernelPca> machines = new ArrayList<>();
        int size = rows.length / like.columns() / parts;
        for (int part = 0; part < parts; part++) {
            StreamingKernelPca machine = StreamingKernelPca.like(like, Workers.callerOnly());
            int from = part * size * like.columns();
            machine.update(Arrays.copyOfRange(rows, from, from + size * like.columns()), size);
            machines.add(machine);
        }
        return machines;
    }

    private static double spectral(KernelPcaModel model, double[] test) {
        return KernelError.measure(model, test, test.length / model.columns(), Workers.callerOnly())
                .spectral();
    }
}
