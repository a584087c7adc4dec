package io.github.skpca.internal.linalg;

/**
 * The eigenvalues of diag(d) + rho zz', rho > 0: the roots of f(x) = 1/rho + sum_i z_i^2 / (d_i - x), one in each interval
 * between poles d_0 < d_1 < ... and one beyond the last.
 *
 * <p>A root is looked for as a distance from the nearer pole, so that all d_i - x come out with small relative errors; orthogonal
 * eigenvectors need that. A step replaces the terms on each side of the root by a constant and one pole with the same value and slope
 * (the middle way of R.-C. Li, LAPACK Working Note 89, 1993); a bracket guards it.
 */
final class SecularEquation {
    private static final double ROUNDING = 0x1p-53;
    private static final int MAX_STEPS = 200;

    /** The interpolation takes three to six steps; after so many every second one halves the bracket. */
    private static final int PATIENCE = 20;

    private final double[] poles;
    private final double[] squares;
    private final int count;
    private final double inverseRho;

    /**
     * An equation over the first {@code count} numbers of these arrays.
     *
     * @param poles strictly increasing; read only
     * @param squares z_i^2, positive; read only
     */
    SecularEquation(double[] poles, double[] squares, int count, double rho) {
        this.poles = poles;
        this.squares = squares;
        this.count = count;
        this.inverseRho = 1 / rho;
    }

    /** Work space for one thread. */
    final class Search {
        private final double[] distances = new double[count];
        private final double[] terms = new double[count];
        private final double[] slopes = new double[count];
        private double below;
        private double above;
        private double slopeBelow;
        private double slopeAbove;

        /**
         * Finds root j.
         *
         * @param differences entry {@code at + i} becomes d_i - root
         * @return the root
         */
        double root(int j, double[] differences, int at) {
            int origin = j;
            double low = 0;
            double high;
            double start;
            if (j == count - 1) {
                double sum = 0;
                for (int i = 0; i < count; i++) {
                    sum += squares[i];
                }
                // A little further than the root can be: the sum is rounded.
                high = sum / inverseRho * (1 + count * 4 * ROUNDING);
                measureFrom(j);
                start = count == 1 ? squares[0] / inverseRho : high / 2;
            } else {
                double gap = poles[j + 1] - poles[j];
                double middle = gap / 2;
                measureFrom(j);
                double atMiddle = evaluate(middle, j + 1);
                double rest = atMiddle + squares[j] / middle - squares[j + 1] / (gap - middle);
                if (atMiddle >= 0) {
                    high = middle;
                    start = nearLeftPole(rest, squares[j], squares[j + 1], gap);
                } else {
                    origin = j + 1;
                    measureFrom(origin);
                    low = -middle;
                    high = 0;
                    start = -nearLeftPole(-rest, squares[j + 1], squares[j], gap);
                }
            }
            double distance = count == 1 ? start : iterate(j, start, low, high);
            for (int i = 0; i < count; i++) {
                differences[at + i] = distances[i] - distance;
            }
            return poles[origin] + distance;
        }

        private void measureFrom(int origin) {
            double pole = poles[origin];
            for (int i = 0; i < count; i++) {
                distances[i] = poles[i] - pole;
            }
        }

        /** The smaller root of c - p/x + q/(gap - x). */
        private double nearLeftPole(double c, double p, double q, double gap) {
            double b = c * gap + p + q;
            double root = Math.sqrt(Math.max(0, b * b - 4 * c * p * gap));
            return b > 0 ? 2 * p * gap / (b + root) : (b - root) / (2 * c);
        }

        /** f at a distance from the origin; the first {@code split} terms are those below. */
        private double evaluate(double x, int split) {
            for (int i = 0; i < count; i++) {
                double inverse = 1 / (distances[i] - x);
                double term = squares[i] * inverse;
                terms[i] = term;
                slopes[i] = term * inverse;
            }
            below = sum(terms, 0, split);
            above = sum(terms, split, count);
            slopeBelow = sum(slopes, 0, split);
            slopeAbove = sum(slopes, split, count);
            return inverseRho + below + above;
        }

        private double iterate(int j, double start, double low, double high) {
            boolean last = j == count - 1;
            int left = last ? j - 1 : j;
            double x = start > low && start < high ? start : low + (high - low) / 2;
            for (int step = 0; step < MAX_STEPS; step++) {
                double f = evaluate(x, left + 1);
                double size = Math.abs(below) + Math.abs(above);
                double noise = 2 * inverseRho + (16 + count / 16.0) * size + Math.abs(x) * (slopeBelow + slopeAbove);
                if (Math.abs(f) <= ROUNDING * noise) {
                    break;
                }
                if (f < 0) {
                    low = x;
                } else {
                    high = x;
                }
                double next = x + interpolate(f, distances[left] - x, distances[left + 1] - x, last);
                if (!(next > low && next < high) || (step > PATIENCE && step % 2 == 0)) {
                    next = low + (high - low) / 2;
                }
                if (next == x || next == low || next == high) {
                    break;
                }
                x = next;
            }
            return x;
        }

        /** The step to the zero of the interpolating function with poles at these distances. */
        private double interpolate(double f, double toLeft, double toRight, boolean last) {
            double c = f - toLeft * slopeBelow - toRight * slopeAbove;
            double a = (toLeft + toRight) * f - toLeft * toRight * (slopeBelow + slopeAbove);
            double b = toLeft * toRight * f;
            double root = Math.sqrt(Math.abs(a * a - 4 * b * c));
            if (last) {
                return a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root);
            }
            return a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
        }
    }

    private static double sum(double[] x, int from, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = from;
        for (; i + 4 <= to; i += 4) {
            s0 += x[i];
            s1 += x[i + 1];
            s2 += x[i + 2];
            s3 += x[i + 3];
        }
        for (; i < to; i++) {
            s0 += x[i];
        }
        return s0 + s1 + (s2 + s3);
    }
}
