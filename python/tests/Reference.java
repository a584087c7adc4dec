import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.Novelty;
import io.github.skpca.Reconstruction;
import io.github.skpca.RowBatch;
import io.github.skpca.Scale;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the library says of models of every kind, for the tests of the Python package to compare with: one process for all of them.
 *
 * <p>Reads rows NAME.train and NAME.test of a folder, raw doubles whose first two are the numbers of rows and columns; writes a model and its answers per
 * case.
 */
final class Reference {
    /** Rows that are explained and reconstructed, which takes longer: the last ones, which are novel, and as many usual ones. */
    private static final int SEARCHED = 4;

    private final Path folder;
    private final Map<String, KernelPcaBuilder> cases = new TreeMap<>();

    private Reference(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException {
        Reference reference = new Reference(Path.of(arguments[0]));
        reference.addCases();
        for (Map.Entry<String, KernelPcaBuilder> one : reference.cases.entrySet()) {
            reference.run(one.getKey(), one.getValue());
        }
    }

    /** The name of a case begins with that of its rows. */
    private void add(String name, KernelPcaBuilder builder) {
        cases.put(name, builder.features(100).seed(7));
    }

    private static KernelPcaBuilder builder() {
        return StreamingKernelPca.builder().scale(Scale.NONE);
    }

    private static KernelPcaBuilder family(KernelFamily family) {
        return builder().kernel(family, BandwidthRule.MEDIAN);
    }

    private void addCases() {
        add("rows-default", builder());
        add("rows-half-life", builder().forgetting(Forgetting.halfLifeInRows(300)));
        add("rows-window", builder().map(MapKind.PAIRED).forgetting(Forgetting.window(400, 0.1)));
        add("rows-novelty", builder().forNovelty().sketchSize(100));
        add("rows-paired", builder().map(MapKind.PAIRED));
        add("few-default", builder());
        add("few-novelty", builder().forNovelty());
        add("few-not-centered", builder().centered(false));
        add("few-scaled", builder().scale(Scale.COLUMNS).components(ComponentCount.ofShare(0.9)));
        add("few-rnca", builder().method(Method.RNCA));
        add("few-paper", builder().paper());
        add("few-fast", builder().map(MapKind.PAIRED).shrink(ShrinkRule.FAST));
        add("few-novelty-paired", builder().forNovelty().map(MapKind.PAIRED));
        add("few-structured", builder().map(MapKind.STRUCTURED));
        add("few-polynomial4", builder().kernel(Kernel.polynomial(2, 4)));
        add("few-shape", builder().kernel(Kernel.rationalQuadratic(1.5, 0.7)));
        for (Method method : new Method[] {Method.NYSTROM, Method.EXACT}) {
            add("few-" + method.label(), builder().method(method));
            add("few-not-centered-" + method.label(), builder().method(method).centered(false));
        }
        add("group-novelty", builder().forNovelty());
        add("group-novelty-paired", builder().forNovelty().map(MapKind.PAIRED));
        add("wide-default", builder());
        add("wide-novelty", builder().forNovelty().scale(Scale.COLUMNS));
        add("wide-structured", builder().map(MapKind.STRUCTURED));
        add("wide-orthogonal", builder().map(MapKind.ORTHOGONAL));
        add("flat-subspace", builder().map(MapKind.LANDMARKS).sketchSize(10));
        add("flat-novelty", builder().forNovelty());
        for (KernelFamily family : KernelFamily.values()) {
            add("some-" + family.label(), family(family));
            if (family.isShiftInvariant()) {
                add("some-paired-" + family.label(), family(family).map(MapKind.PAIRED));
            }
        }
        for (KernelFamily family : new KernelFamily[] {KernelFamily.LAPLACIAN, KernelFamily.CAUCHY, KernelFamily.POLYNOMIAL2}) {
            add("some-exact-" + family.label(), family(family).method(Method.EXACT));
        }
        add("some-fourier-laplacian", family(KernelFamily.LAPLACIAN).map(MapKind.FOURIER));
    }

    private double[] rows(String name) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve(name))).order(ByteOrder.LITTLE_ENDIAN);
        double[] all = new double[bytes.remaining() / Double.BYTES];
        bytes.asDoubleBuffer().get(all);
        return all;
    }

    private void write(String name, double[] values) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asDoubleBuffer().put(values);
        Files.write(folder.resolve(name), bytes.array());
    }

    private void run(String name, KernelPcaBuilder builder) throws IOException {
        String kind = name.substring(0, name.indexOf('-'));
        double[] train = rows(kind + ".train");
        double[] test = rows(kind + ".test");
        int columns = (int) train[1];
        StreamingKernelPca learner = builder.build(columns);
        learner.update(RowBatch.of(Arrays.copyOfRange(train, 2, train.length), (int) train[0]));
        KernelPcaModel model = learner.snapshot();
        model.save(folder.resolve(name + ".skpca"));
        int count = (int) test[0];
        RowBatch rows = RowBatch.of(Arrays.copyOfRange(test, 2, test.length), count);
        float[] loadings = model.transform(rows);
        double[] scores = model.score(rows);
        double[] wide = new double[loadings.length];
        Arrays.setAll(wide, i -> loadings[i]);
        write(name + ".loadings", wide);
        write(name + ".scores", scores);
        // Left-out scores take longest; kernels make no difference to them. Those of flat rows are rounding.
        if (model.calibration().isPresent() && !kind.equals("some") && !kind.equals("flat")) {
            Calibration calibration = model.calibration().get();
            write(name + ".pvalues", Arrays.stream(scores).map(calibration::pValue).toArray());
            write(
                    name + ".estimates",
                    Arrays.stream(scores)
                            .map(score -> calibration.estimate(score).pValue())
                            .toArray());
        }
        search(name, model, test, loadings);
    }

    private void search(String name, KernelPcaModel model, double[] test, float[] loadings) throws IOException {
        int count = (int) test[0];
        int columns = (int) test[1];
        int k = model.components();
        double[] shares = new double[2 * SEARCHED * columns];
        double[] found = new double[2 * SEARCHED * (columns + 1)];
        double[] inverse = new double[2 * SEARCHED * (columns + 1)];
        double[] parts = new double[2 * SEARCHED * 4];
        boolean hasParts = false;
        for (int i = 0; i < 2 * SEARCHED; i++) {
            int number = i < SEARCHED ? i : count - 2 * SEARCHED + i;
            double[] row = Arrays.copyOfRange(test, 2 + number * columns, 2 + (number + 1) * columns);
            System.arraycopy(model.contributions(row), 0, shares, i * columns, columns);
            put(model.reconstruct(row), found, i * (columns + 1));
            put(model.reconstructLoadings(Arrays.copyOfRange(loadings, number * k, (number + 1) * k)), inverse, i * (columns + 1));
            if (model.novelty(row).isPresent()) {
                Novelty novelty = model.novelty(row).get();
                hasParts = true;
                parts[i * 4] = novelty.outside().value();
                parts[i * 4 + 1] = novelty.outside().pValue();
                parts[i * 4 + 2] = novelty.inside().value();
                parts[i * 4 + 3] = novelty.inside().pValue();
            }
        }
        write(name + ".contributions", shares);
        write(name + ".reconstructions", found);
        write(name + ".inverse", inverse);
        if (hasParts) {
            write(name + ".parts", parts);
        }
    }

    private static void put(Reconstruction reconstruction, double[] out, int at) {
        System.arraycopy(reconstruction.row(), 0, out, at, reconstruction.row().length);
        out[at + reconstruction.row().length] = reconstruction.error();
    }
}
