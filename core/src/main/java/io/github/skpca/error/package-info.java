/**
 * The error of a model: measured on given rows, or proved beforehand for a given size.
 *
 * <p>Start at {@link io.github.skpca.error.KernelError} to measure, at {@link io.github.skpca.error.ErrorPlan} or {@link
 * io.github.skpca.error.ErrorTarget} to choose sizes.
 */
@NullMarked
package io.github.skpca.error;

import org.jspecify.annotations.NullMarked;
