/**
 * From rows to features: z(x) in R^m with z(x)'z(y) close to K(x, y).
 *
 * <p>Start at {@link io.github.skpca.internal.feature.Embedding}.
 *
 * <pre>
 *   row -- Standardizer --> row relative to the origin -- FeatureMap --> m features
 *   warm-up rows -- BandwidthRule --> bandwidth -- RandomMaps or LandmarkSelection --> FeatureMap
 * </pre>
 */
@NullMarked
package io.github.skpca.internal.feature;

import org.jspecify.annotations.NullMarked;
