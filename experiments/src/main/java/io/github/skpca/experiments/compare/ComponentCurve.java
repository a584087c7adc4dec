package io.github.skpca.experiments.compare;

/**
 * What a method makes of its first components, few and many.
 *
 * @param method its label
 * @param components how many are used, ascending
 * @param spectralErrors ||G - G'||_2 / n on held-out rows for each; empty for linear PCA, which has another G
 * @param varianceLeft the share of the variance of held-out rows that they leave, each in the space of its own method
 */
public record ComponentCurve(String method, int[] components, double[] spectralErrors, double[] varianceLeft) {}
