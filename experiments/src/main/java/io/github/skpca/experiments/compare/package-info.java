/**
 * All methods beside each other on anyone's rows.
 *
 * <p>Entry point: {@link io.github.skpca.experiments.compare.Comparison}.
 */
@NullMarked
package io.github.skpca.experiments.compare;

import org.jspecify.annotations.NullMarked;
