/** What a drift detector counts and compares. */
@NullMarked
package io.github.skpca.internal.drift;

import org.jspecify.annotations.NullMarked;
