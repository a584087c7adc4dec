/**
 * The paper's experiments: its data sets, every point of its figures, its statements put to the test.
 *
 * <p>Entry point: {@link io.github.skpca.experiments.Reproduction}.
 *
 * <pre>
 *   data --> rows, held-out rows, bandwidth
 *   run  --> points.tsv, scaling.tsv     theory --> theory.tsv
 *   figures, claims, report.html are made from those files alone
 * </pre>
 */
@NullMarked
package io.github.skpca.experiments;

import org.jspecify.annotations.NullMarked;
