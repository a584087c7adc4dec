/**
 * The paper's four data sets: where they come from, whether a file is what was published, and how rows are held out.
 *
 * <p>Entry point: {@link io.github.skpca.experiments.data.PaperDataSet}.
 */
@NullMarked
package io.github.skpca.experiments.data;

import org.jspecify.annotations.NullMarked;
