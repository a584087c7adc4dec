package io.github.skpca.internal.learning;

import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.ShrinkRule;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BackendStart;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.KernelFamily;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** A program that fits rows with every map, shrink, method and kernel, and prints the arithmetic it used and one checksum of each fit. */
public final class ModelBits {
    private static final int ROWS = 2300;
    private static final int COLUMNS = 11;

    /** Landmarks of so many columns lie in a subspace. */
    private static final int WIDE_COLUMNS = 264;

    private ModelBits() {}

    /**
     * Prints the checksums.
     *
     * @param arguments how many threads, and {@code change} if every fit is to begin with plain Java and go on with SIMD, each from another row on
     */
    public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
        Path folder = Files.createTempDirectory("skpca-bits");
        try (Workers workers = new Workers(Integer.parseInt(arguments[0]))) {
            System.out.println("arithmetic " + Backend.active().name());
            double[] narrow = rows();
            double[] wide = wide(narrow);
            boolean changes = arguments.length > 1 && arguments[1].equals("change");
            int changeAt = 0;
            for (Map.Entry<String, KernelPcaBuilder> fit : fits().entrySet()) {
                if (changes) {
                    BackendStart.change(Backend.plain());
                    changeAt = (changeAt + 370) % ROWS;
                }
                double[] rows = fit.getKey().contains("wide") ? wide : narrow;
                StreamingKernelPca learner = fit.getValue().workers(workers).build(rows.length / ROWS);
                boolean isSparse = fit.getKey().contains("sparse");
                if (changes) {
                    learn(learner, rows, 0, changeAt, isSparse);
                    BackendStart.change(Backend.of("at-once"));
                }
                learn(learner, rows, changes ? changeAt : 0, ROWS, isSparse);
                boolean withErrors =
                        fit.getKey().contains("BLOCK") || fit.getKey().contains("landmarks");
                String checksum = checksum(learner, rows, folder.resolve("model.skpca"), withErrors);
                System.out.println(fit.getKey() + " " + checksum);
            }
        } finally {
            Files.deleteIfExists(folder.resolve("model.skpca"));
            Files.delete(folder);
        }
    }

    private static Map<String, KernelPcaBuilder> fits() {
        Map<String, KernelPcaBuilder> fits = new LinkedHashMap<>();
        for (MapKind map : MapKind.values()) {
            for (ShrinkRule shrink : ShrinkRule.values()) {
                fits.put("map " + map + " shrink " + shrink, builder().map(map).shrink(shrink));
            }
        }
        for (KernelFamily family : KernelFamily.values()) {
            KernelPcaBuilder kernel = builder().kernel(family, BandwidthRule.MEDIAN);
            fits.put("kernel " + family + " landmarks", kernel);
            if (family == KernelFamily.LAPLACIAN || family == KernelFamily.MATERN52) {
                fits.put("kernel " + family + " paired", kernel.copy().map(MapKind.PAIRED));
            }
        }
        for (Method method : Method.values()) {
            fits.put("method " + method, builder().method(method).features(150));
        }
        fits.put("window", builder().forgetting(Forgetting.window(900, 0.5)));
        fits.put("half-life", builder().forgetting(Forgetting.halfLifeInRows(700)));
        fits.put("not centred", builder().centered(false));
        fits.put("standardised", builder().standardized(true));
        fits.put("sparse", builder());
        fits.put("sparse paired", builder().map(MapKind.PAIRED));
        fits.put("wide landmarks", builder());
        fits.put("wide sparse", builder());
        fits.put("large sketch", builder().sketchSize(80).features(300));
        return fits;
    }

    private static KernelPcaBuilder builder() {
        return StreamingKernelPca.builder()
                .features(130)
                .sketchSize(9)
                .components(5)
                .warmUpRows(300)
                .seed(20261117);
    }

    /** Rows of a few kinds, one kind after the other, with zeros. */
    private static double[] rows() {
        RandomStream random = new RandomStream(3, Purpose.MADE_UP_ROWS);
        double[] rows = new double[ROWS * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            int kind = i / COLUMNS / 500;
            double value = random.nextGaussian() * (1 + kind % 3) + (i % COLUMNS == kind ? 4 : 0);
            rows[i] = random.nextDouble() < 0.3 ? 0 : value;
        }
        return rows;
    }

    /** The same rows in more columns, of which each is a mixture of a few, with a little noise. */
    private static double[] wide(double[] rows) {
        RandomStream random = new RandomStream(4, Purpose.MADE_UP_ROWS);
        double[] wide = new double[ROWS * WIDE_COLUMNS];
        for (int i = 0; i < wide.length; i++) {
            int from = i / WIDE_COLUMNS * COLUMNS;
            int column = i % WIDE_COLUMNS;
            double value = rows[from + column % COLUMNS] + 0.5 * rows[from + column * 7 % COLUMNS];
            wide[i] = value == 0 ? 0 : value + 0.01 * random.nextGaussian();
        }
        return wide;
    }

    private static void learn(StreamingKernelPca learner, double[] rows, int first, int end, boolean sparse) {
        int columns = rows.length / ROWS;
        for (int from = first; from < end; from += 650) {
            int count = Math.min(650, end - from);
            double[] batch = java.util.Arrays.copyOfRange(rows, from * columns, (from + count) * columns);
            learner.update(sparse ? RowBatch.of(SparseRows.of(batch, 0, count, columns)) : RowBatch.of(batch, count));
        }
    }

    /** Of the learner, the model, loadings and scores; and if asked for of errors and an explanation, which take longer. */
    private static String checksum(StreamingKernelPca learner, double[] rows, Path file, boolean withErrors)
            throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(learner.toBytes());
        KernelPcaModel model = learner.snapshot();
        model.save(file);
        digest.update(Files.readAllBytes(file));
        int columns = rows.length / ROWS;
        for (int i = 0; i < 40; i++) {
            double[] row = java.util.Arrays.copyOfRange(rows, 31 * i * columns, (31 * i + 1) * columns);
            ByteBuffer bytes = ByteBuffer.allocate(4 * model.components() + 8);
            for (float loading : model.transform(row)) {
                bytes.putFloat(loading);
            }
            digest.update(bytes.putDouble(model.score(row)).array());
        }
        if (!withErrors) {
            return HexFormat.of().formatHex(digest.digest());
        }
        model.mapError().ifPresent(error -> digest.update(bytes(error.estimate(), error.low(), error.high())));
        model.kernelError().ifPresent(error -> digest.update(bytes(error.estimate(), error.low(), error.high())));
        model.kernelBound().ifPresent(bound -> digest.update(bytes(bound)));
        digest.update(bytes(model.contributions(java.util.Arrays.copyOf(rows, columns))));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static byte[] bytes(double... values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length);
        bytes.asDoubleBuffer().put(values);
        return bytes.array();
    }
}
