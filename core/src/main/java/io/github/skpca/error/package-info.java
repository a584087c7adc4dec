/**
 * How wrong a model is, measured on given rows, and how large it must be for an error to be proved beforehand.
 *
 * <p>Front doors: {@link io.github.skpca.error.KernelError} and {@link io.github.skpca.error.ErrorPlan}.
 */
@NullMarked
package io.github.skpca.error;

import org.jspecify.annotations.NullMarked;
