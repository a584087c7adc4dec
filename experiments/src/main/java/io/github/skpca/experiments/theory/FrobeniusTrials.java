package io.github.skpca.experiments.theory;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

/** The Frobenius lemma: ||G - G'_k||_F <= ||G - G_k||_F + epsilon sqrt(k) n where ||G - G'||_2 = epsilon n. */
final class FrobeniusTrials {
    private static final String STATEMENT = "frobenius-lemma";
    private static final int N = 6;

    private FrobeniusTrials() {}

    /**
     * G = [[1, .3], [.3, 1]] and G' = I + eta uu' with u = (1, -1)/sqrt(2): near I all directions are as good, and G' prefers the
     * one that G has least of.
     */
    static TrialResult counterexample() {
        double eta = 1e-6;
        double[] g = {1, 0.3, 0.3, 1};
        double[] other = {1 + eta / 2, -eta / 2, -eta / 2, 1 + eta / 2};
        Sides sides = sides(g, other, 2, 1);
        return new TrialResult(
                STATEMENT,
                "n=2 k=1 G=[[1,.3],[.3,1]] G'=I+1e-6 uu'; u=(1,-1)/sqrt(2)",
                0,
                1,
                sides.fails() ? 1 : 0,
                Trials.text("left side %.4f, right side %.4f", sides.left, sides.right));
    }

    /** Kernel matrices of random rows and positive semidefinite matrices near them, every k. */
    static TrialResult random(int trials, long seed) {
        int failures = 0;
        double worst = 0;
        for (int trial = 0; trial < trials; trial++) {
            RandomStream random = new RandomStream(seed + trial, Purpose.EXPERIMENT_NEAR);
            double[] g = TrialRows.normal(N, 2, random.nextLong()).gram();
            double[] near = near(g, random);
            int k = 1 + (int) random.nextBelow(N - 1);
            Sides sides = sides(g, near, N, k);
            worst = Math.max(worst, sides.left / sides.right);
            failures += sides.fails() ? 1 : 0;
        }
        return new TrialResult(
                STATEMENT,
                Trials.text(
                        "n=%d k=1..%d seeds=%s; kernel matrices of normal rows, G' near G",
                        N, N - 1, Trials.seeds(seed, trials)),
                0,
                trials,
                failures,
                Trials.text("largest left/right %.4f", worst));
    }

    /** G moved by a random symmetric matrix of random size, then made positive semidefinite. */
    private static double[] near(double[] g, RandomStream random) {
        double size = random.nextDouble();
        double[] moved = g.clone();
        for (int i = 0; i < N; i++) {
            for (int j = 0; j <= i; j++) {
                double step = size * random.nextGaussian() / 2;
                moved[i * N + j] += step;
                moved[j * N + i] = moved[i * N + j];
            }
        }
        int positive = positiveRank(moved);
        return SmallMatrix.best(moved, N, positive);
    }

    private static int positiveRank(double[] matrix) {
        io.github.skpca.internal.linalg.SymmetricEigen eigen = new io.github.skpca.internal.linalg.SymmetricEigen(N);
        eigen.decompose(matrix.clone(), N);
        int rank = 0;
        while (rank < N && eigen.values()[rank] > 0) {
            rank++;
        }
        return rank;
    }

    /** Both sides of the inequality. */
    record Sides(double left, double right) {
        boolean fails() {
            return left > right * (1 + 1e-9);
        }
    }

    static Sides sides(double[] g, double[] other, int n, int k) {
        double epsilonN = SmallMatrix.spectralNorm(SmallMatrix.difference(g, other), n);
        double left = SmallMatrix.frobeniusNorm(SmallMatrix.difference(g, SmallMatrix.best(other, n, k)));
        double tail = SmallMatrix.frobeniusNorm(SmallMatrix.difference(g, SmallMatrix.best(g, n, k)));
        return new Sides(left, tail + epsilonN * Math.sqrt(k));
    }
}
