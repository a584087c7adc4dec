/** Random numbers that are the same on every machine. */
@NullMarked
package io.github.skpca.internal.random;

import org.jspecify.annotations.NullMarked;
