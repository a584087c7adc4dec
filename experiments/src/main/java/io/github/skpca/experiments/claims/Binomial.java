package io.github.skpca.experiments.claims;

/** The binomial distribution. */
final class Binomial {
    private Binomial() {}

    /**
     * The probability of at least {@code successes} in {@code trials} independent trials that succeed with probability
     * {@code p} each.
     */
    static double tail(long trials, long successes, double p) {
        if (successes == 0 || p >= 1) {
            return 1;
        }
        if (p <= 0) {
            return 0;
        }
        if (successes <= trials * p) {
            // At or below the mean; the exact value is never asked for, and the sum would be long.
            return 1;
        }
        // Beyond the mean the terms fall, so that the sum can stop where they no longer count.
        double logTerm = 0;
        for (long i = 1; i <= successes; i++) {
            logTerm += Math.log((trials - successes + i) / (double) i);
        }
        logTerm += successes * Math.log(p) + (trials - successes) * Math.log1p(-p);
        double term = Math.exp(logTerm);
        double sum = 0;
        for (long i = successes; i <= trials && term > sum * 1e-17; i++) {
            sum += term;
            term *= (trials - i) / (double) (i + 1) * p / (1 - p);
        }
        return Math.min(1, sum);
    }
}
