/**
 * The paper's other systems, which its SKPCA is compared with: RNCA, streaming Nystrom and exact kernel PCA.
 *
 * <pre>
 * features         -&gt; CovarianceSketch                        (RNCA: under the same centring as every sketch)
 * standardised rows -&gt; ReservoirSample or AllRows -&gt; LandmarkSummary   (Nystrom, exact: eigenpairs of a kernel matrix)
 * </pre>
 *
 * <p>The front door is {@code StreamingKernelPca.builder().method(...)}; these classes are what it puts behind its verbs.
 */
@NullMarked
package io.github.skpca.internal.baseline;

import org.jspecify.annotations.NullMarked;
