/**
 * The paper's statements put to the test: how often a stated bound fails over many seeds, beside the chance it is allowed.
 *
 * <p>Entry point: {@link io.github.skpca.experiments.theory.Trials}.
 */
@NullMarked
package io.github.skpca.experiments.theory;

import org.jspecify.annotations.NullMarked;
