package io.github.skpca.experiments.run;

/**
 * How far an approximate kernel matrix of n rows is from the true one.
 *
 * @param spectral ||G - G'||_2 / n
 * @param frobenius ||G - G'||_F / n^2
 */
public record GramError(double spectral, double frobenius) {}
