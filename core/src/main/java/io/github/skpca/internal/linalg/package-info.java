/**
 * The arithmetic under everything: products of flat row-major matrices, cosines, symmetric eigenproblems.
 *
 * <p>Entry point: {@link io.github.skpca.internal.linalg.Backend#active()}.
 *
 * <pre>
 *   rows x panels ----- Backend.multiply -----> products
 *   rows x frequencies - Backend.fourier -----> cosines (and sines) of the products, in one pass
 *   symmetric matrix --- SymmetricEigen ------> eigenvalues, eigenvectors
 *   symmetric operator - LeadingEigenpairs ---> the leading ones
 * </pre>
 */
@NullMarked
package io.github.skpca.internal.linalg;

import org.jspecify.annotations.NullMarked;
