/**
 * The paper's sentences with a verdict each, computed from the result files and from nothing else.
 *
 * <pre>
 *   points.tsv, theory.tsv, scaling.tsv -&gt; Claims -&gt; claims.tsv, claims.md
 * </pre>
 */
@NullMarked
package io.github.skpca.experiments.claims;

import org.jspecify.annotations.NullMarked;
