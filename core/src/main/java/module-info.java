/**
 * Streaming kernel PCA: the leading kernel principal components of a stream of rows, in one pass and in memory that does not grow with
 * the stream.
 *
 * <pre>
 *   rows --&gt; standardise --&gt; map ----------&gt; sketch ------------&gt; model --&gt; loadings, scores
 *            (optional)      m features      a few rows that      k directions
 *                            per row         stand for all
 * </pre>
 *
 * <p>A learner takes rows. It standardises them if asked to, maps each to features whose inner products are close to the kernel, and
 * keeps a sketch of the features. A snapshot of the learner is a model: it is immutable and has a bound on its error.
 *
 * <table class="striped">
 * <caption>The types most people need</caption>
 * <thead><tr><th scope="col">type</th><th scope="col">what it is</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@link io.github.skpca.StreamingKernelPca}</th><td>the learner: update, merge, snapshot</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.KernelPcaBuilder}</th><td>its settings, each with a default</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.KernelPcaModel}</th><td>the model: transform, score, explain, save, load</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.RowBatch}</th><td>rows for one call: double, float or sparse, with times or without</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.kernel.KernelFamily}</th><td>the kernels to choose from; {@link io.github.skpca.kernel.Kernel} is for one of your own</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.Forgetting}</th><td>how old rows lose weight: not at all, by a half-life, by a window</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.Calibration}</th><td>from the score of a row to its p-value</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.Reconstruction}</th><td>the row that is nearest to the projection of a row</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.ErrorEstimate}</th><td>the error of the map, estimated, with an interval</td></tr>
 * <tr><th scope="row">{@link io.github.skpca.drift.DriftDetector}</th><td>whether a stream is still what it was</td></tr>
 * </tbody>
 * </table>
 *
 * <p>A complete example. It reads rows with the module {@code io.github.skpca.io}; rows may as well come from anywhere else.
 *
 * <pre>{@code
 * import io.github.skpca.KernelPcaModel;
 * import io.github.skpca.StreamingKernelPca;
 * import io.github.skpca.io.DenseBuffer;
 * import io.github.skpca.io.ReadOptions;
 * import io.github.skpca.io.RowReader;
 * import io.github.skpca.io.Rows;
 *
 * import java.io.IOException;
 * import java.nio.file.Path;
 * import java.util.Arrays;
 * import java.util.List;
 *
 * // Learns from the rows of a file, saves the model, and scores the same rows with it.
 * public final class NovelRows {
 *     private NovelRows() {}
 *
 *     public static void main(String[] args) throws IOException {
 *         List<String> input = List.of(args[0]);
 *         Path file = Path.of(args[1]);
 *
 *         try (RowReader reader = Rows.open(input, ReadOptions.defaults())) {
 *             StreamingKernelPca learner =
 *                     StreamingKernelPca.builder().seed(42).standardized(true).build(reader.columns());
 *             DenseBuffer batch = new DenseBuffer(1000, reader.columns());
 *             for (int count = reader.read(batch); count > 0; count = reader.read(batch)) {
 *                 learner.update(batch.values(), count);
 *             }
 *             learner.snapshot().save(file);
 *         }
 *
 *         KernelPcaModel model = KernelPcaModel.load(file);
 *         System.out.printf(
 *                 "%d rows, %d components, backend %s%n", model.rows(), model.components(), StreamingKernelPca.backend());
 *         try (RowReader reader = Rows.open(input, ReadOptions.defaults())) {
 *             DenseBuffer one = new DenseBuffer(1, reader.columns());
 *             while (reader.read(one) > 0) {
 *                 double[] row = one.values();
 *                 System.out.println(model.score(row) + " " + Arrays.toString(model.transform(row)));
 *             }
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>SIMD is used where the application resolves the incubating Vector API ({@code --add-modules jdk.incubator.vector}); this module then
 * reads it at run time, so that it is not needed to compile or to run.
 */
@SuppressWarnings("module") // The other module is compiled after this one.
module io.github.skpca.core {
    requires com.fasterxml.jackson.core;
    requires static jdk.management;
    // Not transitive: an application compiles and runs without these annotations.
    requires static org.jspecify;

    exports io.github.skpca;
    exports io.github.skpca.drift;
    exports io.github.skpca.error;
    exports io.github.skpca.kernel;

    // What models are made of, for the one module that writes them in another format (docs/decisions/0038).
    exports io.github.skpca.internal.model to
            io.github.skpca.onnx;
}
