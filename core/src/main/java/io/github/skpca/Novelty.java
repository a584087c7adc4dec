package io.github.skpca;

/**
 * Why a row is novel, by a model that was fitted for it: the two parts of its score, what each says alone, and the row that the model would have
 * expected in its place.
 *
 * @param outside Q, what lies outside the model's directions: how columns go together is not as in the rows learned
 * @param inside T^2, Hotelling's: how far the row lies from the mean along the directions, each in units of its own deviation
 * @param expected d numbers in the units of the rows that were learned: the row that the model takes this one for; owned by whoever asked
 */
public record Novelty(Part outside, Part inside, double[] expected) {
    /**
     * One of the two parts.
     *
     * @param value Q, growing with the distance from the kept rows as the score does, or T^2
     * @param pValue the share of rows like those learned that have as much of it
     * @param shares the share of each column in it, d numbers, not negative, that sum to 1
     */
    public record Part(double value, double pValue, double[] shares) {}
}
