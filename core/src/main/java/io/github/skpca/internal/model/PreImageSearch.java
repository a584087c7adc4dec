package io.github.skpca.internal.model;

/**
 * The search for the row whose image is nearest to a point of the subspace: limited-memory BFGS from one start, with steps that are
 * halved until the distance falls.
 *
 * <p>The distance never grows, and the result is reproducible bit for bit. For one thread.
 */
final class PreImageSearch {
    /*
     * For the Gaussian kernel the distance is flat far from all rows, and near them has a curvature of about 2 / bandwidth^2. So the
     * first step is half the squared bandwidth times the gradient, and at most one bandwidth long. Later steps take their length from
     * the last few changes of the gradient (Liu and Nocedal, 1989). A change without positive curvature is ignored.
     */
    private static final int MEMORY = 8;

    private static final int MOST_STEPS = 100;

    private static final int MOST_HALVINGS = 30;
    private static final double ENOUGH_DESCENT = 1e-4;

    /** The smallest gain in distance, in units of K(x, x): with a curvature of 1 / bandwidth^2 it is 5e-5 of a bandwidth. */
    private static final double SMALLEST_GAIN = 1e-9;

    private static final double SMALLEST_CURVATURE = 1e-10;

    private final Distance distance;
    private final double bandwidth;
    private final int columns;
    private final double[][] steps = new double[MEMORY][];
    private final double[][] changes = new double[MEMORY][];
    private int pairs;
    private int looks;
    private double[] row;
    private double[] gradient;
    private double value;

    /** What is to be lowered. */
    interface Distance {
        /**
         * The squared distance of a row; rounding can make it slightly negative.
         *
         * @param row d numbers, standardised; read only
         * @param gradient d numbers; overwritten
         */
        double at(double[] row, double[] gradient);
    }

    /**
     * A search that begins at a row.
     *
     * @param start d numbers, standardised; copied
     */
    PreImageSearch(Distance distance, double bandwidth, double[] start) {
        this.distance = distance;
        this.bandwidth = bandwidth;
        this.columns = start.length;
        this.row = start.clone();
        this.gradient = new double[columns];
        this.value = distance.at(row, gradient);
    }

    /** The best row so far, standardised; not to be changed. */
    double[] row() {
        return row;
    }

    /** Its squared distance; rounding can make it slightly negative. */
    double value() {
        return value;
    }

    /**
     * Searches until nothing is gained.
     *
     * @param mostLooks the most evaluations of the distance: a kernel with kinks has no smooth minimum, and halves every step
     * @param unit K(x, x) of a row like these
     */
    void run(int mostLooks, double unit) {
        int idle = 0;
        for (int i = 0; i < MOST_STEPS && idle < 2 && looks < mostLooks && value > 0; i++) {
            double before = value;
            if (!descend(direction(), mostLooks)) {
                if (pairs == 0) {
                    return;
                }
                pairs = 0;
            }
            idle = before - value <= SMALLEST_GAIN * unit ? idle + 1 : 0;
        }
    }

    /** One step along a direction, halved until the distance falls; false if there is none. */
    private boolean descend(double[] direction, int mostLooks) {
        double slope = dot(direction, gradient);
        if (!(slope < 0)) {
            return false;
        }
        double[] next = new double[columns];
        double[] nextGradient = new double[columns];
        double length = 1;
        for (int halving = 0; halving < MOST_HALVINGS && looks < mostLooks; halving++) {
            for (int j = 0; j < columns; j++) {
                next[j] = row[j] + length * direction[j];
            }
            looks++;
            double found = distance.at(next, nextGradient);
            // False for NaN.
            if (found <= value + ENOUGH_DESCENT * length * slope && Double.isFinite(dot(nextGradient, nextGradient))) {
                remember(next, nextGradient);
                row = next;
                gradient = nextGradient;
                value = found;
                return true;
            }
            length /= 2;
        }
        return false;
    }

    private void remember(double[] next, double[] nextGradient) {
        double[] step = difference(next, row);
        double[] change = difference(nextGradient, gradient);
        double curvature = dot(step, change);
        if (curvature > SMALLEST_CURVATURE * Math.sqrt(dot(step, step) * dot(change, change))) {
            steps[pairs % MEMORY] = step;
            changes[pairs % MEMORY] = change;
            pairs++;
        }
    }

    /** - H gradient, with H the estimate of the inverse curvature. */
    private double[] direction() {
        double[] direction = gradient.clone();
        int oldest = Math.max(0, pairs - MEMORY);
        double[] shares = new double[MEMORY];
        for (int i = pairs - 1; i >= oldest; i--) {
            double[] step = steps[i % MEMORY];
            double[] change = changes[i % MEMORY];
            shares[i % MEMORY] = dot(step, direction) / dot(step, change);
            addScaled(-shares[i % MEMORY], change, direction);
        }
        double scale = pairs == 0 ? firstScale() : lastScale();
        for (int j = 0; j < columns; j++) {
            direction[j] *= scale;
        }
        for (int i = oldest; i < pairs; i++) {
            double[] step = steps[i % MEMORY];
            double[] change = changes[i % MEMORY];
            addScaled(shares[i % MEMORY] - dot(change, direction) / dot(step, change), step, direction);
        }
        for (int j = 0; j < columns; j++) {
            direction[j] = -direction[j];
        }
        return direction;
    }

    private double firstScale() {
        double length = Math.sqrt(dot(gradient, gradient));
        return length > 0 ? Math.min(bandwidth * bandwidth / 2, bandwidth / length) : 0;
    }

    private double lastScale() {
        double[] change = changes[(pairs - 1) % MEMORY];
        return dot(steps[(pairs - 1) % MEMORY], change) / dot(change, change);
    }

    private static double[] difference(double[] x, double[] y) {
        double[] difference = x.clone();
        addScaled(-1, y, difference);
        return difference;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += x[j] * y[j];
        }
        return sum;
    }

    private static void addScaled(double factor, double[] x, double[] y) {
        for (int j = 0; j < x.length; j++) {
            y[j] += factor * x[j];
        }
    }
}
