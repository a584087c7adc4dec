/** The largest eigenvalue of a difference of kernel matrices that is never held. */
@NullMarked
package io.github.skpca.internal.error;

import org.jspecify.annotations.NullMarked;
