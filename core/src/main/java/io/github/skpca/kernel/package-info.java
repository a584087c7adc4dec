/**
 * Kernels: how alike two rows are, and for those that have one, how to draw a frequency from the kernel's Fourier transform.
 *
 * <p>{@link io.github.skpca.kernel.KernelFamily} lists the built-in kernels. For a kernel of your own implement {@link
 * io.github.skpca.kernel.Kernel}, or {@link io.github.skpca.kernel.ShiftInvariantKernel} if random features are wanted.
 */
@NullMarked
package io.github.skpca.kernel;

import org.jspecify.annotations.NullMarked;
