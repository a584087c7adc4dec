/**
 * Matrix sketches: a few rows B that stand for all rows A of a stream, with B'B close to A'A.
 *
 * <p>Front door: {@link io.github.skpca.internal.sketch.CenteredSketch}. This room knows nothing of kernels or features.
 *
 * <pre>
 *   rows --> block --> less their mean --> MatrixSketch --> SketchSummary (orthogonal rows, spectrum, bound)
 *            CenteredSketch                FrequentDirections
 * </pre>
 */
@NullMarked
package io.github.skpca.internal.sketch;

import org.jspecify.annotations.NullMarked;
