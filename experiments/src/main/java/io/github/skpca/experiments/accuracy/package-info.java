/**
 * How far every map and every other system is from the kernel matrix and from exact kernel PCA, on the paper's data sets.
 *
 * <p>Entry point: {@link io.github.skpca.experiments.accuracy.AccuracyRun}, and {@link
 * io.github.skpca.experiments.accuracy.AccuracyPage} for the page alone.
 *
 * <pre>
 *   training rows -- every map under the sketch, nystrom, rnca, exact --> held-out rows --> accuracy.tsv
 *   accuracy.tsv, accuracy.json --> accuracy.md and its charts
 * </pre>
 */
@NullMarked
package io.github.skpca.experiments.accuracy;

import org.jspecify.annotations.NullMarked;
