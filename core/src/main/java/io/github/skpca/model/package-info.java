/**
 * Models: immutable snapshots of a learner, and the file they live in.
 *
 * <p>Front door: {@link io.github.skpca.model.KernelPcaModel}.
 *
 * <pre>
 *   Embedding + sketch snapshot --> KernelPcaModel --> Projector: loadings, novelty scores
 *                                        |
 *                                    ModelFile --> TensorFile --> bytes
 * </pre>
 */
@NullMarked
package io.github.skpca.model;

import org.jspecify.annotations.NullMarked;
