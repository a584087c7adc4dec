/**
 * Systems that the paper compares its SKPCA with: streaming Nystrom and exact kernel PCA. RNCA is a sketch, {@code GramSketch}.
 *
 * <pre>
 * standardised rows -&gt; ReservoirSample or AllRows -&gt; LandmarkSummary   (Nystrom, exact: eigenpairs of a kernel matrix)
 * </pre>
 *
 * <p>A user chooses them by {@code StreamingKernelPca.builder().method(...)}.
 */
@NullMarked
package io.github.skpca.internal.baseline;

import org.jspecify.annotations.NullMarked;
