/**
 * The paper's figures and the page of results, drawn from the result files and from nothing else.
 *
 * <pre>
 *   points.tsv -&gt; PaperFigures -&gt; figures/*.svg, figures/*.png
 *   points.tsv, manifest.json, claims -&gt; ResultsPage -&gt; report.html
 * </pre>
 */
@NullMarked
package io.github.skpca.experiments.figures;

import org.jspecify.annotations.NullMarked;
