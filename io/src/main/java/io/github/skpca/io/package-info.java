/**
 * Rows of numbers in and out: files, pipes and standard input. Start at {@link io.github.skpca.io.Rows}.
 *
 * <pre>
 *   file, pipe,        gzip by       a record or a      columns chosen,      one input         a thread ahead
 *   standard input     magic bytes   block of bytes     numbers parsed       after another     (optional)
 *
 *   name  ----------&gt;  Input  ----&gt;  Records  ------&gt;   DelimitedSource  -&gt;  SequentialReader  -&gt;  PrefetchingReader  -&gt;  DenseBuffer
 *                                                       LibsvmSource                                                   or SparseBuffer
 *                                    mapped windows -&gt;  NpySource
 *
 *   values, kept text  -&gt;  DelimitedWriter or NpyWriter  -&gt;  PendingFile (.part)  -&gt;  commit: the final name
 * </pre>
 *
 * <p>Memory is bounded by the batch and by fixed limits (a line of 16 MiB, a million columns), never by the number of rows.
 * Bad input is refused with a {@link io.github.skpca.io.BadInputException} whose one line says where, what and what to do.
 */
@NullMarked
package io.github.skpca.io;

import org.jspecify.annotations.NullMarked;
