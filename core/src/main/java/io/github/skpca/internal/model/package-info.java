/**
 * Models: immutable snapshots of a learner, and the file they live in.
 *
 * <p>Start at {@link io.github.skpca.internal.model.FittedModel}.
 *
 * <pre>
 *   Embedding + sketch snapshot --> Fit --> LeadingDirections: the k components, and those that rows are scored with
 *                                    |              |
 *                               FittedModel    Loadings, Residuals, PreImages, Calibration
 *                                    |
 *                                ModelFile --> TensorFile --> bytes
 * </pre>
 */
@NullMarked
package io.github.skpca.internal.model;

import org.jspecify.annotations.NullMarked;
