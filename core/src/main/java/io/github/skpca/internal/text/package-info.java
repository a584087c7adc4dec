/** Numbers as text, the same on every machine. */
@NullMarked
package io.github.skpca.internal.text;

import org.jspecify.annotations.NullMarked;
