package io.github.skpca.cli;

/**
 * How much of a number can be read off two others by a straight rule: the least-squares fit of a constant and both.
 *
 * @param weights of the constant, the first and the second
 */
record StraightRule(double[] weights) {
    private static final int UNKNOWNS = 3;

    /** The rule that fits best; all arrays are as long and are only read. */
    static StraightRule of(double[] first, double[] second, double[] target) {
        double[][] system = new double[UNKNOWNS][UNKNOWNS + 1];
        for (int i = 0; i < target.length; i++) {
            double[] row = {1, first[i], second[i], target[i]};
            for (int a = 0; a < UNKNOWNS; a++) {
                for (int b = 0; b <= UNKNOWNS; b++) {
                    system[a][b] += row[a] * row[b];
                }
            }
        }
        return new StraightRule(solved(system));
    }

    /** Gauss and Jordan; a number that the others determine gets no weight. */
    private static double[] solved(double[][] system) {
        for (int pivot = 0; pivot < UNKNOWNS; pivot++) {
            double divisor = system[pivot][pivot];
            for (int b = 0; b <= UNKNOWNS; b++) {
                system[pivot][b] = Math.abs(divisor) < 1e-12 ? 0 : system[pivot][b] / divisor;
            }
            for (int a = 0; a < UNKNOWNS; a++) {
                double factor = system[a][pivot];
                for (int b = 0; b <= UNKNOWNS && a != pivot; b++) {
                    system[a][b] -= factor * system[pivot][b];
                }
            }
        }
        return new double[] {system[0][UNKNOWNS], system[1][UNKNOWNS], system[2][UNKNOWNS]};
    }

    double at(double first, double second) {
        return weights[0] + weights[1] * first + weights[2] * second;
    }

    /** The share of rows whose target, -1 or 1, has the sign of the rule. */
    double shareRight(double[] first, double[] second, double[] target) {
        int right = 0;
        for (int i = 0; i < target.length; i++) {
            right += at(first[i], second[i]) * target[i] > 0 ? 1 : 0;
        }
        return (double) right / target.length;
    }
}
