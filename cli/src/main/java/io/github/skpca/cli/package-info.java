/**
 * The command {@code skpca}.
 *
 * <p>Entry point: {@link io.github.skpca.cli.Main}. Each command reads its options, calls the library, and prints a table for
 * people or one JSON object for scripts.
 */
@NullMarked
package io.github.skpca.cli;

import org.jspecify.annotations.NullMarked;
