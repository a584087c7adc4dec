/**
 * The result files of a run, read and checked: figures and claims get their numbers from here alone.
 *
 * <pre>
 *   points.tsv, theory.tsv, scaling.tsv -&gt; Results -&gt; Curve (median and spread over repeats, by size)
 *   manifest.json -&gt; Manifest
 * </pre>
 *
 * <p>Entry point: {@link io.github.skpca.experiments.results.Results}.
 */
@NullMarked
package io.github.skpca.experiments.results;

import org.jspecify.annotations.NullMarked;
