/**
 * The result files of a run, read and checked: the only door through which figures and claims see numbers.
 *
 * <pre>
 *   points.tsv, theory.tsv, scaling.tsv -&gt; Results -&gt; Curve (median and spread over repeats, by size)
 *   manifest.json -&gt; Manifest
 * </pre>
 *
 * <p>Front door: {@link io.github.skpca.experiments.results.Results}.
 */
@NullMarked
package io.github.skpca.experiments.results;

import org.jspecify.annotations.NullMarked;
