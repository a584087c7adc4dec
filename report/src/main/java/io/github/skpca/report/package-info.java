/**
 * Pictures and the page they stand on, as text without any dependency.
 *
 * <pre>
 *   numbers -&gt; Chart -&gt; svg()      one picture, inline or as a file
 *                |
 *   prose, tables, key figures -&gt; ReportPage -&gt; html()      one self-contained page
 * </pre>
 *
 * <p>The front doors are {@link io.github.skpca.report.Chart} and {@link io.github.skpca.report.ReportPage}. The
 * same input gives the same text, whatever the locale. Every label is taken to be hostile and is escaped.
 */
@NullMarked
package io.github.skpca.report;

import org.jspecify.annotations.NullMarked;
