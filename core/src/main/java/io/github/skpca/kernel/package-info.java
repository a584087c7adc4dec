/**
 * Kernels: how alike two rows are, and for those that have one, how to draw a frequency from the kernel's Fourier transform.
 *
 * <p>Start at {@link io.github.skpca.kernel.Kernel} and {@link io.github.skpca.kernel.ShiftInvariantKernel}, which a user can implement, and
 * {@link io.github.skpca.kernel.KernelFamily} for the built-in kernels.
 */
@NullMarked
package io.github.skpca.kernel;

import org.jspecify.annotations.NullMarked;
