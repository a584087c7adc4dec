package io.github.skpca.cli;

/** How far two models see the same in rows: the mean squared cosine between the spaces that their first loadings of the rows span. */
final class SubspaceAgreement {
    /** What is left of a column that depends on those before it. */
    private static final double NOTHING = 1e-10;

    private final double[] squares;
    private final int width;

    /**
     * Compares loadings of the same rows.
     *
     * @param one {@code width} loadings per row; read only
     * @param other the same by the other model; read only
     */
    SubspaceAgreement(float[] one, float[] other, int width) {
        this.width = width;
        double[][] first = orthonormal(one, width);
        double[][] second = orthonormal(other, width);
        squares = new double[width * width];
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < width; j++) {
                double product = dot(first[i], second[j]);
                squares[i * width + j] = product * product;
            }
        }
    }

    /** Of the first so many loadings: 1 if they span the same, 0 if they have nothing in common. */
    double of(int components) {
        double sum = 0;
        for (int i = 0; i < components; i++) {
            for (int j = 0; j < components; j++) {
                sum += squares[i * width + j];
            }
        }
        return sum / components;
    }

    /** Columns about their means, by Gram and Schmidt, each in two rounds. */
    private static double[][] orthonormal(float[] loadings, int width) {
        int rows = loadings.length / width;
        double[][] columns = new double[width][rows];
        for (int j = 0; j < width; j++) {
            double mean = 0;
            for (int i = 0; i < rows; i++) {
                mean += loadings[i * width + j] / (double) rows;
            }
            for (int i = 0; i < rows; i++) {
                columns[j][i] = loadings[i * width + j] - mean;
            }
            double before = Math.sqrt(dot(columns[j], columns[j]));
            for (int round = 0; round < 2; round++) {
                for (int earlier = 0; earlier < j; earlier++) {
                    add(columns[j], columns[earlier], -dot(columns[j], columns[earlier]));
                }
            }
            double after = Math.sqrt(dot(columns[j], columns[j]));
            double factor = after > NOTHING * before ? 1 / after : 0;
            for (int i = 0; i < rows; i++) {
                columns[j][i] *= factor;
            }
        }
        return columns;
    }

    private static void add(double[] to, double[] from, double factor) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * from[i];
        }
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }
}
