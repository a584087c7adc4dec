/**
 * Streaming kernel PCA: the learner, its model, and the values that they take and give.
 *
 * <pre>
 *   KernelPcaBuilder --&gt; StreamingKernelPca --&gt; KernelPcaModel --&gt; loadings, scores, reconstructions
 *   settings             update, merge          immutable; save, load
 * </pre>
 *
 * <p>Start at {@link io.github.skpca.StreamingKernelPca}. The page of the module has a complete example.
 */
@NullMarked
package io.github.skpca;

import org.jspecify.annotations.NullMarked;
