package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.experiments.compare.LinearPca;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.NoisyCurve;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Rows of a shape that no straight line takes apart, and the first two components of it by linear PCA and by kernel PCA.
 *
 * @param rows n x d, of which two columns are drawn
 * @param across the column that is drawn across
 * @param up the column that is drawn up
 * @param target where each row belongs: a ring, -1 or 1, or its place along the sheet, from 0 to 1
 * @param linear two arrays of n loadings by linear PCA
 * @param kernel two arrays of n loadings by kernel PCA
 */
record DemoShape(double[] rows, int across, int up, double[] target, double[][] linear, double[][] kernel) {
    private static final int ROWS = 1000;
    private static final int NEIGHBOURS = 10;

    /** Noise of the rings has a deviation of 0.15. */
    private static final double RINGS_ZETA = 1 / 0.15;

    private static final double RINGS_BANDWIDTH = 1.2;
    private static final double SHEET_BANDWIDTH = 1.3;

    /** One and a quarter turns about the second axis, nine high, with a gap of three between the layers. */
    private static final double SHEET_TURNS = 1.25;

    private static final double SHEET_HEIGHT = 9;
    private static final double SHEET_START = 1;
    private static final double SHEET_GROWTH = 0.5;
    private static final double SHEET_NOISE = 0.03;

    /** Two rings in the plane, one in the other. */
    static DemoShape rings(long seed, Workers workers) {
        DenseBuffer rows = new DenseBuffer(ROWS, 2);
        new NoisyCurve(NoisyCurve.Shape.RINGS, ROWS, 2, RINGS_ZETA, seed).read(rows);
        double[] rings = new double[ROWS];
        Arrays.setAll(rings, i -> i % 2 == 0 ? -1 : 1);
        return of(rows.values(), 2, 1, rings, RINGS_BANDWIDTH, workers);
    }

    /** A sheet in space that is rolled up; rows are uniform on it. */
    static DemoShape sheet(long seed, Workers workers) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS, 1);
        double[] rows = new double[3 * ROWS];
        double[] places = new double[ROWS];
        double end = 2 * Math.PI * SHEET_TURNS;
        double length = SHEET_START * end + SHEET_GROWTH * end * end / 2;
        for (int i = 0; i < ROWS; i++) {
            places[i] = random.nextDouble();
            // The angle at which the roll, taken for a chain of arcs, has this share of its length.
            double angle = (Math.sqrt(SHEET_START * SHEET_START + 2 * SHEET_GROWTH * length * places[i]) - SHEET_START)
                    / SHEET_GROWTH;
            double radius = SHEET_START + SHEET_GROWTH * angle;
            rows[3 * i] = radius * StrictMath.cos(angle) + SHEET_NOISE * random.nextGaussian();
            rows[3 * i + 1] = SHEET_HEIGHT * random.nextDouble();
            rows[3 * i + 2] = radius * StrictMath.sin(angle) + SHEET_NOISE * random.nextGaussian();
        }
        return of(rows, 3, 2, places, SHEET_BANDWIDTH, workers);
    }

    private static DemoShape of(
            double[] rows, int columns, int up, double[] target, double bandwidth, Workers workers) {
        LinearPca straight = new LinearPca(columns, workers);
        straight.update(rows, ROWS);
        LinearPca.Components components = straight.components(2, new double[0]);
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(bandwidth))
                .standardized(false)
                .components(2)
                .warmUpRows(ROWS)
                .workers(workers)
                .build(columns);
        learner.update(rows, ROWS);
        KernelPcaModel model = learner.snapshot();
        float[] loadings = model.transform(RowBatch.of(rows, ROWS), workers);
        double[][] linear = new double[2][ROWS];
        double[][] kernel = new double[2][ROWS];
        double[] pair = new double[2];
        for (int i = 0; i < ROWS; i++) {
            components.transform(rows, i * columns, pair, 0);
            for (int c = 0; c < 2; c++) {
                linear[c][i] = pair[c];
                kernel[c][i] = loadings[2 * i + c];
            }
        }
        return new DemoShape(rows, 0, up, target, linear, kernel);
    }

    /** A column of the rows. */
    double[] column(int column) {
        int columns = rows.length / target.length;
        return IntStream.range(0, target.length)
                .mapToDouble(i -> rows[i * columns + column])
                .toArray();
    }

    /** The share of rows that the best straight line across two components puts on the right side. */
    static double straightCut(double[][] components, double[] target) {
        return StraightRule.of(components[0], components[1], target).shareRight(components[0], components[1], target);
    }

    /** How far the nearest neighbours on a map are apart in their targets, on average. */
    static double neighbourDistance(double[][] map, double[] target) {
        double sum = 0;
        for (int i = 0; i < target.length; i++) {
            double[] nearest = new double[NEIGHBOURS];
            double[] apart = new double[NEIGHBOURS];
            Arrays.fill(nearest, Double.POSITIVE_INFINITY);
            for (int j = 0; j < target.length; j++) {
                double distance = j == i ? Double.POSITIVE_INFINITY : squared(map, i, j);
                int place = NEIGHBOURS - 1;
                if (distance < nearest[place]) {
                    while (place > 0 && nearest[place - 1] > distance) {
                        nearest[place] = nearest[place - 1];
                        apart[place] = apart[place - 1];
                        place--;
                    }
                    nearest[place] = distance;
                    apart[place] = Math.abs(target[j] - target[i]);
                }
            }
            sum += Arrays.stream(apart).average().orElse(0);
        }
        return sum / target.length;
    }

    private static double squared(double[][] map, int i, int j) {
        double across = map[0][i] - map[0][j];
        double up = map[1][i] - map[1][j];
        return across * across + up * up;
    }
}
