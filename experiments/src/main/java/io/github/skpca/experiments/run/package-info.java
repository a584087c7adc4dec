/**
 * One training and one measurement of every method, with the same things inside every time.
 *
 * <p>Entry point: {@link io.github.skpca.experiments.run.MethodGroup}.
 *
 * <pre>
 *   training rows -- block of features, computed once --> every sketch, each on its own clock
 *   held-out rows -- representation of each method --> TestGram --> two errors
 * </pre>
 */
@NullMarked
package io.github.skpca.experiments.run;

import org.jspecify.annotations.NullMarked;
