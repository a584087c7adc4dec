/**
 * Whether a stream is still what it was: recent rows against a reference, by the distance of their means among a model's features.
 *
 * <pre>
 *   rows --&gt; features --&gt; mean of the last 256 to 8192 rows --&gt; distance from the mean of the reference --&gt; DriftEvent
 * </pre>
 *
 * <p>Start at {@link io.github.skpca.drift.DriftDetector}.
 */
@NullMarked
package io.github.skpca.drift;

import org.jspecify.annotations.NullMarked;
