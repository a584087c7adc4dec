package io.github.skpca.spark;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.model.FittedModel;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The stage keeps the conventions of spark.ml, and what it fits is what the core fits. */
class KernelPcaEstimatorTest {
    private static final int COLUMNS = 6;

    private static SparkSession session;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        session = Sessions.local();
    }

    @AfterAll
    static void stop() {
        if (session != null) {
            session.stop();
        }
    }

    private static KernelPcaEstimator small() {
        return new KernelPcaEstimator()
                .setK(4)
                .setNumFeatures(60)
                .setSketchSize(12)
                .setWarmupRows(300)
                .setSeed(7)
                .setOutputCol("loadings");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 500, auto, median",
        "8, 300, auto, median",
        "70, 40, auto, median",
        "9, 300, paired, median",
        "9, 3000, landmarks, median",
        "1, 500, auto, 2",
        "70, 40, auto, 2",
        "9, 300, paired, 2",
        "9, 3000, landmarks, 2"
    })
    void aFitIsTheCoresMergeOfItsPartitions(int partitions, int rows, String map, String bandwidth) throws Exception {
        KernelPcaEstimator estimator = small().setMap(map).setBandwidth(bandwidth);
        KernelPcaEstimatorModel fitted = estimator.fit(TestRows.dataset(session, 3, partitions, rows, COLUMNS));
        List<List<Vector>> parts = TestRows.partitions(3, partitions, rows, COLUMNS);
        KernelPcaModel expected = CoreTwin.fit(estimator, parts).snapshot();

        assertThat(fitted.model().rows())
                .isEqualTo(parts.stream().mapToLong(List::size).sum());
        assertThat(fitted.model().toBytes()).isEqualTo(expected.toBytes());
    }

    @Test
    void vectorsWithoutTheirZerosGiveTheSameBytes() {
        List<Vector> dense = TestRows.partition(5, 0, 900, COLUMNS);
        List<Vector> sparse = dense.stream().<Vector>map(Vector::toSparse).toList();
        List<Vector> mixed = new ArrayList<>();
        for (int i = 0; i < dense.size(); i++) {
            mixed.add((i / 7) % 2 == 0 ? dense.get(i) : sparse.get(i));
        }
        byte[] expected =
                small().fit(TestRows.dataset(session, dense, 3)).model().toBytes();
        assertThat(small().fit(TestRows.dataset(session, sparse, 3)).model().toBytes())
                .isEqualTo(expected);
        assertThat(small().fit(TestRows.dataset(session, mixed, 3)).model().toBytes())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void loadingsAndNoveltyAreTheModelsOwn(boolean sparse) {
        Dataset<Row> data = TestRows.dataset(session, 3, 3, 200, COLUMNS);
        KernelPcaEstimatorModel fitted =
                small().setNoveltyCol("novelty").setPValueCol("pValue").fit(data);
        Calibration calibration = fitted.model().calibration().orElseThrow();
        List<Vector> vectors = TestRows.partition(8, 0, 50, COLUMNS).stream()
                .map(vector -> sparse ? vector.toSparse() : vector)
                .toList();

        Dataset<Row> result = fitted.transform(TestRows.dataset(session, vectors, 2));

        assertThat(result.schema()).isEqualTo(fitted.transformSchema(TestRows.SCHEMA));
        List<Row> rows = result.collectAsList();
        assertThat(rows).hasSize(50);
        for (Row row : rows) {
            Vector vector = row.getAs("features");
            Vector loadings = row.getAs("loadings");
            float[] expected = fitted.model().transform(vector.toArray());
            assertThat(loadings.size()).isEqualTo(4);
            for (int i = 0; i < expected.length; i++) {
                assertThat(loadings.apply(i)).isEqualTo(expected[i]);
            }
            double score = fitted.model().score(vector.toArray());
            assertThat(row.<Double>getAs("novelty")).isEqualTo(score);
            assertThat(row.<Double>getAs("pValue")).isEqualTo(calibration.pValue(score));
        }
    }

    /** Of other numbers of components, and where a row is far from all that was learned. */
    @ParameterizedTest
    @CsvSource({"1, auto", "4, paired", "12, auto"})
    void theNoveltyColumnIsTheCoresScoreOfEveryRow(int k, String map) {
        Dataset<Row> data = TestRows.dataset(session, 3, 3, 200, COLUMNS);
        KernelPcaEstimatorModel fitted =
                small().setK(k).setMap(map).setNoveltyCol("novelty").fit(data);
        List<Vector> vectors = new ArrayList<>(TestRows.partition(8, 0, 50, COLUMNS));
        vectors.add(Vectors.dense(new double[] {1e3, -1e3, 0, 0, 5, 5}));
        List<Row> rows = new ArrayList<>(fitted.transform(data).collectAsList());
        rows.addAll(fitted.transform(TestRows.dataset(session, vectors, 2)).collectAsList());
        assertThat(rows).hasSize(551);
        for (Row row : rows) {
            Vector vector = row.getAs("features");
            assertThat(row.<Double>getAs("novelty")).isEqualTo(fitted.model().score(vector.toArray()));
        }
    }

    private static int calls(Dataset<Row> data) {
        String plan = data.queryExecution().executedPlan().toString();
        return plan.split("kernelPca\\(", -1).length - 1;
    }

    /** Whatever columns are asked for, one call of one function gives all of them. */
    @Test
    void aRowIsEmbeddedOnceForAllColumns() {
        Dataset<Row> data = TestRows.dataset(session, 3, 3, 200, COLUMNS);
        KernelPcaEstimatorModel fitted =
                small().setNoveltyCol("novelty").setPValueCol("pValue").fit(data);
        Dataset<Row> result = fitted.transform(data);
        assertThat(result.columns()).containsExactly("id", "features", "loadings", "novelty", "pValue");
        assertThat(calls(result)).isEqualTo(1);
        assertThat(calls(result.select("loadings", "novelty", "pValue"))).isEqualTo(1);
        assertThat(calls(result.select("novelty", "pValue"))).isEqualTo(1);
        assertThat(calls(result.select("novelty"))).isEqualTo(1);
        assertThat(calls(result.select("id"))).isZero();
    }

    @Test
    void emptyPartitionsCountAsEmptyLearners() throws Exception {
        int[] sizes = new int[18];
        Arrays.fill(sizes, 120);
        for (int empty : new int[] {0, 1, 8, 9, 10, 11, 12, 13, 14, 15, 17}) {
            sizes[empty] = 0;
        }
        List<List<Vector>> parts = new ArrayList<>();
        for (int p = 0; p < sizes.length; p++) {
            parts.add(TestRows.partition(3, p, sizes[p], COLUMNS));
        }
        KernelPcaEstimatorModel fitted = small().fit(TestRows.dataset(session, 3, sizes, COLUMNS, null));
        assertThat(fitted.model().rows()).isEqualTo(7 * 120);
        assertThat(fitted.model().toBytes())
                .isEqualTo(CoreTwin.fit(small(), parts).snapshot().toBytes());
    }

    /** What a partition sends with the default settings, d = 20: its rows' moments, sample, missed rows and tail, not the map again. */
    @Test
    void aPartitionSendsWhatDiffers() throws Exception {
        List<Vector> rows = TestRows.partition(3, 0, 10_000, 20);
        StreamingKernelPca twin = CoreTwin.start(new KernelPcaEstimator(), List.of(rows));
        SharedStart start = new SharedStart(twin.toBytes());
        rows.forEach(row -> twin.update(row.toArray()));
        int before = twin.toBytes().length;
        int first = PartitionLearner.learn(start, 0, CoreTwin.rows(rows)).next()._2().length;
        int other = PartitionLearner.learn(start, 1, CoreTwin.rows(rows)).next()._2().length;
        System.out.printf(
                "a partition of 10,000 rows of 20 columns sends %,d bytes, one of eight %,d; with the map it sent %,d%n",
                other, first, before);
        // The map: landmarks, of which there are as many as the rows need, and their factor.
        KernelPcaModel model = twin.snapshot();
        int landmarks = FittedModel.of(model).embedding().map().landmarkCount();
        assertThat(first).isLessThan(before - 4 * landmarks * 20);
        // Moments, sample, missed rows, and the rows of the tail with what they are scored by.
        assertThat(other).isLessThan(560_000);
    }

    @Test
    void aPipelineIsFittedSavedAndLoaded() throws Exception {
        Dataset<Row> data = TestRows.dataset(session, 3, 3, 200, COLUMNS);
        Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {
            new StandardScaler().setInputCol("features").setOutputCol("scaled"), small().setInputCol("scaled")
        });
        PipelineModel fitted = pipeline.fit(data);
        String path = folder.resolve("pipeline").toString();
        fitted.write().overwrite().save(path);
        PipelineModel loaded = PipelineModel.load(path);

        assertThat(loaded.transform(data).collectAsList())
                .isEqualTo(fitted.transform(data).collectAsList());
        String estimators = folder.resolve("estimators").toString();
        pipeline.save(estimators);
        KernelPcaEstimator again =
                (KernelPcaEstimator) Pipeline.load(estimators).getStages()[1];
        assertThat(again.getSketchSize()).isEqualTo(12);
        assertThat(again.getInputCol()).isEqualTo("scaled");
    }

    @Test
    void aSavedModelHoldsTheModelFile() throws Exception {
        KernelPcaEstimatorModel fitted = small().fit(TestRows.dataset(session, 3, 3, 200, COLUMNS));
        Path path = folder.resolve("model");
        fitted.save(path.toString());
        Path alone = folder.resolve("alone.skpca");
        fitted.writeModelFile(alone);

        assertThat(Files.readAllBytes(path.resolve(ModelFolder.MODEL_FILE))).isEqualTo(Files.readAllBytes(alone));
        KernelPcaEstimatorModel loaded = KernelPcaEstimatorModel.load(path.toString());
        assertThat(loaded.uid()).isEqualTo(fitted.uid()).startsWith("kernelPcaEstimator_");
        assertThat(loaded.getOutputCol()).isEqualTo("loadings");
        assertThat(loaded.model().toBytes()).isEqualTo(fitted.model().toBytes());
        assertThat(KernelPcaEstimatorModel.fromModelFile(alone).model().toBytes())
                .isEqualTo(fitted.model().toBytes());

        byte[] bytes = Files.readAllBytes(path.resolve(ModelFolder.MODEL_FILE));
        bytes[bytes.length / 2] ^= 1;
        Files.write(path.resolve(ModelFolder.MODEL_FILE), bytes);
        Files.deleteIfExists(path.resolve("." + ModelFolder.MODEL_FILE + ".crc"));
        assertThatThrownBy(() -> KernelPcaEstimatorModel.load(path.toString()))
                .hasMessageContaining("checksum does not match");
    }

    @Test
    void copiesKeepTheirValues() {
        KernelPcaEstimator estimator = small().setNoveltyCol("novelty");
        KernelPcaEstimator copy =
                estimator.copy(new ParamMap().put(estimator.k().w(3)));
        assertThat(copy.uid()).isEqualTo(estimator.uid());
        assertThat(copy.getK()).isEqualTo(3);
        assertThat(estimator.getK()).isEqualTo(4);
        assertThat(copy.getNoveltyCol()).isEqualTo("novelty");
        assertThat(Arrays.stream(copy.params()).map(p -> p.name()))
                .containsExactlyInAnyOrder(
                        "inputCol",
                        "outputCol",
                        "noveltyCol",
                        "pValueCol",
                        "k",
                        "numFeatures",
                        "rank",
                        "sketchSize",
                        "kernel",
                        "bandwidth",
                        "map",
                        "seed",
                        "centering",
                        "lags",
                        "stride",
                        "timeCol",
                        "keyCol",
                        "timeStep",
                        "standardize",
                        "warmupRows");

        KernelPcaEstimatorModel model = estimator.fit(TestRows.dataset(session, 3, 2, 200, COLUMNS));
        KernelPcaEstimatorModel modelCopy = model.copy(ParamMap.empty());
        assertThat(modelCopy.getNoveltyCol()).isEqualTo("novelty");
        assertThat(modelCopy.parent()).isSameAs(estimator);
        assertThat(modelCopy.model()).isSameAs(model.model());
    }

    @Test
    void theRankIsTheCores() throws Exception {
        KernelPcaEstimator estimator =
                small().setMap("landmarks").setNumFeatures(60).setSketchSize(10).setRank(12);
        String path = folder.resolve("estimator").toString();
        estimator.save(path);
        KernelPcaEstimatorModel model =
                KernelPcaEstimator.load(path).fit(TestRows.dataset(session, 3, 2, 200, COLUMNS));
        assertThat(FittedModel.of(model.model()).embedding().map().features()).isEqualTo(12);
        assertThat(model.getRank()).isEqualTo(12);
        KernelPcaEstimator unset = small();
        assertThat(unset.isDefined(unset.rank())).isFalse();
    }

    /** Among the first rows, which are read before all others if the bandwidth is given, too. */
    @ParameterizedTest
    @ValueSource(strings = {"median", "2"})
    void badVectorsAreNamedByPartitionRowAndColumn(String bandwidth) {
        List<Vector> vectors = new ArrayList<>(TestRows.partition(5, 0, 40, 3));
        vectors.set(25, Vectors.dense(1, Double.NaN, 2));
        assertThatThrownBy(() -> small().setBandwidth(bandwidth).fit(TestRows.dataset(session, vectors, 2)))
                .hasStackTraceContaining("partition 1, row 5, column 1: NaN is not a finite number");
        vectors.set(25, Vectors.sparse(3, new int[] {2}, new double[] {1e300}));
        assertThatThrownBy(() -> small().setBandwidth(bandwidth).fit(TestRows.dataset(session, vectors, 2)))
                .hasStackTraceContaining("partition 1, row 5, column 2: 1.0E300 is beyond the range of a float");
        vectors.set(25, null);
        assertThatThrownBy(() -> small().setBandwidth(bandwidth).fit(TestRows.dataset(session, vectors, 2)))
                .hasStackTraceContaining("partition 1, row 5: there is no vector; filter nulls");
        vectors.set(25, Vectors.dense(1, 2));
        assertThatThrownBy(() -> small().setBandwidth(bandwidth).fit(TestRows.dataset(session, vectors, 2)))
                .hasStackTraceContaining("partition 1, row 5: a vector of 2 numbers where 3 are expected");
        assertThatThrownBy(() -> small().setBandwidth(bandwidth).fit(TestRows.dataset(session, List.of(), 2)))
                .hasMessageContaining("no rows");

        KernelPcaEstimatorModel model = small().setBandwidth(bandwidth).fit(TestRows.dataset(session, 3, 2, 200, 3));
        assertThatThrownBy(() ->
                        model.transform(TestRows.dataset(session, vectors, 2)).collectAsList())
                .hasStackTraceContaining("a row: a vector of 2 numbers where 3 are expected");
    }

    @Test
    void badParametersAreRefusedBeforeAnyJob() {
        StructType schema = TestRows.SCHEMA;
        assertThatThrownBy(() -> small().setKernel("square").transformSchema(schema))
                .hasMessageContaining("kernel must be one of gaussian");
        assertThatThrownBy(() -> small().setBandwidth("wide").transformSchema(schema))
                .hasMessageContaining("bandwidth must be one of median, mean");
        assertThatThrownBy(() -> small().setBandwidth(-1).transformSchema(schema))
                .hasMessageContaining("bandwidth must be");
        assertThatThrownBy(() -> small().setMap("mercator").transformSchema(schema))
                .hasMessageContaining("map must be one of auto");
        assertThatThrownBy(() -> small().setInputCol("id").transformSchema(schema))
                .hasMessageContaining("must be of vectors, not of bigint");
        assertThatThrownBy(() -> small().setInputCol("x").transformSchema(schema))
                .hasMessageContaining("there is no column x (inputCol) among id, features");
        assertThatThrownBy(() -> small().setOutputCol("id").transformSchema(schema))
                .hasMessageContaining("there is a column id already");
        assertThatThrownBy(() -> small().setK(0)).hasMessageContaining("k");
        assertThatThrownBy(() -> small().setSketchSize(20).setRank(19).transformSchema(schema))
                .hasMessage("rank must be at least sketchSize, 20, not 19: raise it, or lower sketchSize");
        assertThatThrownBy(() ->
                        small().setSketchSize(20).setRank(20).setMap("paired").transformSchema(schema))
                .hasMessage("rank is for landmarks, not for map paired: leave one of them out");
    }
}
