/**
 * Streaming kernel PCA.
 *
 * <p>Front door: {@link io.github.skpca.StreamingKernelPca}.
 *
 * <pre>
 *   rows -> Standardizer -> FeatureMap -> MatrixSketch -> KernelPcaModel -> loadings, novelty scores
 *           (optional)      R^d -> R^m    m -> l x m      k directions
 * </pre>
 */
@NullMarked
package io.github.skpca;

import org.jspecify.annotations.NullMarked;
