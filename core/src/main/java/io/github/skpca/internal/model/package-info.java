/**
 * Models: immutable snapshots of a learner, and the file they live in.
 *
 * <p>Front door: {@link io.github.skpca.internal.model.FittedModel}.
 *
 * <pre>
 *   Embedding + sketch snapshot --> FittedModel --> Projector: loadings, novelty scores
 *                                        |
 *                                    ModelFile --> TensorFile --> bytes
 * </pre>
 */
@NullMarked
package io.github.skpca.internal.model;

import org.jspecify.annotations.NullMarked;
