/**
 * Whether a stream is still what it was: recent rows against a reference, by the distance of their means among a model's features.
 *
 * <pre>
 * rows -> BlockSums (256 rows) -> ReferencePeriod -> BlockNoise -> DriftThreshold -> DriftEvent
 *                                 levels, reference   FeatureMoments (rows), BlockMoments (means)
 * </pre>
 *
 * <p>Front door: {@link io.github.skpca.drift.DriftDetector}.
 */
@NullMarked
package io.github.skpca.drift;

import org.jspecify.annotations.NullMarked;
