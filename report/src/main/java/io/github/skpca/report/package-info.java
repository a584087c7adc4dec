/**
 * Pictures and the page they stand on, without any dependency.
 *
 * <pre>
 *   numbers -&gt; Chart -------------&gt; Picture -&gt; svg(), png()
 *                |  several: ChartGrid -^          |
 *   prose, tables, key figures -------------------&gt; ReportPage -&gt; html()      one self-contained page
 * </pre>
 *
 * <p>The entry points are {@link io.github.skpca.report.Chart} and {@link io.github.skpca.report.ReportPage}. A chart is
 * laid out once, into pieces that SVG and PNG are both written from. The same input gives the same text, whatever the
 * locale. Every label is taken to be hostile and is escaped.
 */
@NullMarked
package io.github.skpca.report;

import org.jspecify.annotations.NullMarked;
