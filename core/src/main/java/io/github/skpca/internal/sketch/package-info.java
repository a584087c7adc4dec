/**
 * Matrix sketches: a few rows B that stand for all rows A of a stream, with B'B close to A'A. Nothing here depends on kernels or maps.
 *
 * <pre>
 *   rows --&gt; block --&gt; less their mean --&gt; MatrixSketch --&gt; SketchSummary (orthogonal rows, spectrum, bound)
 *            CenteredSketch                GramSketch
 *                     CenteredScatter      FrequentDirections
 *                                          BlockFrequentDirections
 * </pre>
 *
 * <p>By default landmarks give a row r features, about three times l. {@link io.github.skpca.internal.sketch.GramSketch} keeps the whole
 * Gram matrix of these few columns, r x r, and cuts it to l rows at a snapshot; nothing is shrunk before. Where features are many, as
 * random features are, {@code BlockFrequentDirections} shrinks a block of 2048 rows at a time to a little more than l rows.
 * {@code FrequentDirections} shrinks exactly and in small steps, optionally as in Algorithm 1 of the paper. A window of the last rows is a
 * {@link io.github.skpca.internal.sketch.WindowSketch}. {@link io.github.skpca.internal.sketch.SketchAlgorithm} chooses among them.
 */
@NullMarked
package io.github.skpca.internal.sketch;

import org.jspecify.annotations.NullMarked;
