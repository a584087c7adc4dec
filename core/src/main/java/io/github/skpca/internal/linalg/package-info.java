/**
 * The arithmetic under everything: products of flat row-major matrices, cosines, symmetric eigenproblems.
 *
 * <p>Entry point: {@link io.github.skpca.internal.linalg.Backend#active()}, which gives the interfaces below in plain Java or in SIMD. A matrix inside
 * an array is a {@link io.github.skpca.internal.linalg.FloatMatrix} or {@link io.github.skpca.internal.linalg.DoubleMatrix}; SIMD tiles have the shapes of
 * {@code TileShapes}.
 *
 * <pre>
 *   rows x panels ------ FloatProducts -------> products; in double DoubleProducts
 *   rows x frequencies - FourierProducts -----> cosines (and sines) of the products, in one pass
 *   vectors ------------ HadamardTransform ---> their Walsh-Hadamard transforms
 *   numbers ------------ Functions, Sums -----> cosines, sines, Gaussians; sums and checks
 *   symmetric matrix --- SymmetricEigen ------> eigenvalues, eigenvectors
 *   symmetric operator - LeadingEigenpairs ---> the leading ones
 * </pre>
 */
@NullMarked
package io.github.skpca.internal.linalg;

import org.jspecify.annotations.NullMarked;
