package io.github.skpca.onnx;

import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.ModelParts;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;

/** Every kind of model gives onnxruntime the numbers that it gives Java. The largest deviations go to target/parity.tsv. */
final class ParityTest {
    /** Of the largest number of an output. */
    private static final double TOLERANCE = 1e-4;

    /**
     * Of K(x, x): what rounding to float leaves of a difference of kernel values. It is Java's: the graph is as near to {@link ExactScore} as
     * {@link #EXACTNESS} says.
     */
    private static final double ROUNDING = 1e-5;

    /** Of the largest score, which is a float. */
    private static final double EXACTNESS = 1e-6;

    /** The largest K(x, x) of an image that is not shortened. */
    private static final double FARTHEST = 1e30;

    private static final int ROWS = 700;
    private static final int WIDE = 300;
    /** Rows of so many columns have a group far from all others. */
    private static final int WITH_GROUP = 7;

    private static final String SUBSPACE = "landmarks in a subspace";
    private static final List<Seen> SEEN = new ArrayList<>();

    /**
     * What was seen of some rows of a model.
     *
     * @param loadings of the largest loading
     * @param score of the largest score
     * @param overSelf the same difference of scores, of K(x, x)
     * @param exactness how far the graph is from {@link ExactScore}, of the largest score
     * @param exactnessOfJava the same of Java
     */
    private record Seen(
            String model,
            String rows,
            double loadings,
            double score,
            double overSelf,
            double exactness,
            double exactnessOfJava) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%s\t%s\t%.2g\t%.2g\t%.2g\t%.2g\t%.2g",
                    model,
                    rows,
                    loadings,
                    score,
                    overSelf,
                    exactness,
                    exactnessOfJava);
        }
    }

    /** Rows of so many columns, and how they are learned. */
    private record Case(int columns, UnaryOperator<KernelPcaBuilder> settings) {
        float[] rows(int count, long seed) {
            float[] rows = columns < WIDE ? TestRows.of(count, columns, seed) : TestRows.wide(count, columns, seed);
            return columns == WITH_GROUP ? TestRows.withGroup(rows, columns) : rows;
        }
    }

    private static final Map<String, Case> CASES = cases();

    private static Map<String, Case> cases() {
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("default", new Case(6, b -> b.standardized(true)));
        cases.put("default, one column", new Case(1, b -> b));
        cases.put("default, 300 columns", new Case(WIDE, b -> b));
        addLandmarks(cases);
        for (MapKind map : MapKind.values()) {
            if (map != MapKind.LANDMARKS) {
                addRandom(cases, map);
            }
        }
        cases.put(
                "structured, 64 columns",
                new Case(64, b -> b.map(MapKind.STRUCTURED).features(300)));
        cases.put(
                "structured, 45 columns",
                new Case(45, b -> b.map(MapKind.STRUCTURED).features(200)));
        cases.put("paired, laplacian", new Case(4, b -> b.map(MapKind.PAIRED).kernel(Kernel.laplacian(8))));
        for (Method method : List.of(Method.NYSTROM, Method.EXACT)) {
            String name = method.label();
            cases.put(name, new Case(6, b -> b.method(method).features(150)));
            cases.put(
                    name + ", not centred",
                    new Case(6, b -> b.method(method).features(150).centered(false)));
            cases.put(
                    name + ", polynomial2",
                    new Case(
                            4,
                            b -> b.method(method)
                                    .features(100)
                                    .kernel(Kernel.polynomial(2, 2))
                                    .standardized(true)));
        }
        return cases;
    }

    private static void addLandmarks(Map<String, Case> cases) {
        for (KernelFamily family : KernelFamily.values()) {
            UnaryOperator<KernelPcaBuilder> settings = b -> b.map(MapKind.LANDMARKS)
                    .kernel(family, BandwidthRule.MEDIAN)
                    .features(250)
                    .standardized(true);
            String name = "landmarks, " + family.label();
            cases.put(name, new Case(5, settings));
            cases.put(name + ", not centred", new Case(5, b -> settings.apply(b).centered(false)));
        }
        UnaryOperator<KernelPcaBuilder> landmarks =
                b -> b.map(MapKind.LANDMARKS).features(300);
        cases.put("landmarks, for novelty", new Case(6, b -> landmarks.apply(b).forNovelty()));
        cases.put(
                "landmarks, for novelty, a group far away",
                new Case(WITH_GROUP, b -> landmarks.apply(b).forNovelty()));
        cases.put(
                "paired, for novelty, a group far away",
                new Case(WITH_GROUP, b -> b.map(MapKind.PAIRED).features(256).forNovelty()));
        cases.put(
                "landmarks, all components", new Case(6, b -> landmarks.apply(b).components(ComponentCount.all())));
        cases.put(
                "landmarks, rank 20",
                new Case(6, b -> landmarks.apply(b).sketchSize(16).rank(20)));
        cases.put("landmarks, one column", new Case(1, landmarks));
        cases.put(SUBSPACE, new Case(WIDE, b -> landmarks.apply(b).features(120).sketchSize(10)));
        cases.put(
                "landmarks, rational quadratic of shape 0.4",
                new Case(5, b -> landmarks.apply(b).kernel(Kernel.rationalQuadratic(2, 0.4))));
        cases.put(
                "landmarks, polynomial5",
                new Case(
                        5,
                        b -> landmarks.apply(b).kernel(Kernel.polynomial(3, 5)).standardized(true)));
    }

    private static void addRandom(Map<String, Case> cases, MapKind map) {
        String name = map.label();
        cases.put(name, new Case(6, b -> b.map(map).features(300)));
        cases.put(
                name + ", not centred, for novelty",
                new Case(6, b -> b.map(map).features(256).forNovelty().centered(false)));
        cases.put(name + ", rnca", new Case(6, b -> b.map(map).features(90).method(Method.RNCA)));
    }

    static List<String> names() {
        return List.copyOf(CASES.keySet());
    }

    @ParameterizedTest
    @MethodSource("names")
    void numbersAreThoseOfJava(String name) throws Exception {
        Case given = CASES.get(name);
        KernelPcaBuilder builder = StreamingKernelPca.builder().seed(4).warmUpRows(500);
        StreamingKernelPca learner = given.settings().apply(builder).build(given.columns());
        learner.update(given.rows(ROWS, 1), ROWS);
        KernelPcaModel model = learner.snapshot();
        ModelParts parts = ModelParts.of(model);
        assertThat(parts.map().tensors().containsKey("landmarkBasis")).isEqualTo(name.equals(SUBSPACE));
        try (RuntimeSession session = new RuntimeSession(OnnxModel.of(model))) {
            Comparison comparison = new Comparison(name, model, session);
            comparison.compare("learned rows", given.rows(ROWS, 1));
            comparison.compare("other rows", given.rows(1000, 2));
            comparison.compare("one row", given.rows(1, 3));
            // The angles of random features are floats in Java: far away these are noise.
            int most = parts.map().kind() == MapKind.LANDMARKS ? 40 : 8;
            float[] far = TestRows.far(given.rows(most, 4), given.columns());
            for (int i = 0; i < most; i++) {
                comparison.compare("far rows", Arrays.copyOfRange(far, i * given.columns(), (i + 1) * given.columns()));
            }
            RuntimeSession.Outputs none = session.run(new float[0], given.columns());
            assertThat(none.shape()).containsExactly(0, model.components());
            assertThat(none.scores()).isEmpty();
        }
    }

    /** One model here and there. */
    private record Comparison(String name, KernelPcaModel model, RuntimeSession session, double loading) {
        Comparison(String name, KernelPcaModel model, RuntimeSession session) {
            this(
                    name,
                    model,
                    session,
                    largest(wide(model.transform(batch(model, CASES.get(name).rows(ROWS, 1)), Workers.callerOnly()))));
        }

        private static RowBatch batch(KernelPcaModel model, float[] rows) {
            return RowBatch.of(rows, rows.length / model.columns());
        }

        private double[] standardized(float[] rows) {
            float[] standardized = new float[rows.length];
            FittedModel.of(model)
                    .embedding()
                    .standardizer()
                    .apply(rows, 0, rows.length / model.columns(), standardized, 0);
            return wide(standardized);
        }

        /** The largest K(x, x), of which a score is what is left: below its rounding it has no digits. */
        private double self(double[] rows) {
            Kernel kernel = FittedModel.of(model).embedding().kernel();
            double most = 0;
            for (int at = 0; at < rows.length; at += model.columns()) {
                most = Math.max(most, Math.min(FARTHEST, kernel.similarity(rows, at, rows, at, model.columns())));
            }
            return most;
        }

        /** How far given scores are from those in double throughout, of the largest of these; 0 where there are none to compare with. */
        private double fromExact(double[] rows, double[] scores) {
            ModelParts parts = ModelParts.of(model);
            if (parts.map().kind() != MapKind.LANDMARKS || self(rows) >= FARTHEST) {
                return 0;
            }
            double[] exact = new ExactScore(parts).of(rows);
            return deviation(exact, scores) / largest(exact);
        }

        void compare(String what, float[] rows) throws Exception {
            RowBatch batch = batch(model, rows);
            RuntimeSession.Outputs outputs = session.run(rows, model.columns());
            assertThat(outputs.shape()).containsExactly(batch.count(), model.components());
            double[] loadings = wide(model.transform(batch, Workers.callerOnly()));
            double[] scores = model.score(batch, Workers.callerOnly());
            // Far away loadings may be next to nothing: those of the learned rows are the measure.
            double ofLoadings = deviation(loadings, wide(outputs.loadings())) / Math.max(loading, largest(loadings));
            double[] found = wide(outputs.scores());
            double[] standardized = standardized(rows);
            double ofScores = deviation(scores, found);
            double share = ofScores / largest(scores);
            double overSelf = ofScores / self(standardized);
            double rounding = ROUNDING * self(standardized);
            double exactness = fromExact(standardized, found);
            SEEN.add(new Seen(name, what, ofLoadings, share, overSelf, exactness, fromExact(standardized, scores)));
            assertThat(ofLoadings).as("%s, loadings of %s", name, what).isLessThan(TOLERANCE);
            assertThat(share)
                    .as("%s, scores of %s", name, what)
                    .isLessThan(Math.max(TOLERANCE, rounding / largest(scores)));
            assertThat(exactness).as("%s, exact scores of %s", name, what).isLessThan(EXACTNESS);
            assertThat(session.outputNames().contains("p_value"))
                    .isEqualTo(model.calibration().isPresent());
            double slack = Math.max(rounding, TOLERANCE * largest(scores));
            model.calibration().ifPresent(calibration -> requirePValues(calibration, scores, outputs.pValues(), slack));
        }
    }

    /** A p-value is a step function: it is compared with those of scores that differ by the tolerance. */
    private static void requirePValues(Calibration calibration, double[] scores, float[] pValues, double slack) {
        for (int i = 0; i < scores.length; i++) {
            float least = (float) calibration.pValue(scores[i] + slack);
            float most = (float) calibration.pValue(scores[i] - slack);
            if (!(pValues[i] >= least && pValues[i] <= most)) {
                throw new AssertionError("p-value " + pValues[i] + " is not from " + least + " to " + most);
            }
        }
    }

    private static double[] wide(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    private static double deviation(double[] expected, double[] found) {
        assertThat(found).hasSameSizeAs(expected);
        double deviation = 0;
        for (int i = 0; i < found.length; i++) {
            deviation = Math.max(deviation, Math.abs(found[i] - expected[i]));
        }
        return deviation;
    }

    @AfterAll
    static void write() throws IOException {
        List<String> lines = new ArrayList<>(
                List.of("model\trows\tloadings\tscore\tscore over K(x,x)\tscore from exact\tJava's score from exact"));
        SEEN.forEach(seen -> lines.add(seen.line()));
        Files.write(Files.createDirectories(Path.of("target")).resolve("parity.tsv"), lines);
    }
}
