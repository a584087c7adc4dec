/** The learner: its phases, what each method keeps, and the checks of rows, merges and memory. */
@NullMarked
package io.github.skpca.internal.learning;

import org.jspecify.annotations.NullMarked;
