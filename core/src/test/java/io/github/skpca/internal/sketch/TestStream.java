package io.github.skpca.internal.sketch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;

/** The streams that a sketch is tried on. */
enum TestStream {
    RANDOM {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
        }
    },
    /** The longest rows last: each shrink meets more than all before. */
    GROWING {
        @Override
        void fill(float[][] rows, int size, Random random) {
            scaled(rows, random);
            Arrays.sort(rows, Comparator.comparingDouble(TestStream::squaredNorm));
        }
    },
    FALLING {
        @Override
        void fill(float[][] rows, int size, Random random) {
            scaled(rows, random);
            Arrays.sort(rows, Comparator.comparingDouble(row -> -squaredNorm(row)));
        }
    },
    /** The main direction turns from one axis to the next. */
    DRIFTING {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
            for (int i = 0; i < rows.length; i++) {
                double position = (double) i * rows[i].length / rows.length;
                int axis = (int) position;
                rows[i][axis] += (float) (8 * (1 - (position - axis)));
                rows[i][(axis + 1) % rows[i].length] += (float) (8 * (position - axis));
            }
        }
    },
    /** Of rank three exactly: small whole numbers, so that no product is rounded. */
    LOW_RANK {
        @Override
        void fill(float[][] rows, int size, Random random) {
            combine(rows, 3, random);
        }

        @Override
        int rank() {
            return 3;
        }
    },
    ONE_DIRECTION {
        @Override
        void fill(float[][] rows, int size, Random random) {
            combine(rows, 1, random);
        }

        @Override
        int rank() {
            return 1;
        }
    },
    /** The axes in rounds, each round a little longer. */
    ORTHOGONAL_ROUNDS {
        @Override
        void fill(float[][] rows, int size, Random random) {
            for (int i = 0; i < rows.length; i++) {
                int columns = rows[i].length;
                rows[i][i % columns] = 1 + i / columns;
            }
        }
    },
    /** The stream of the lower bound: l + 1 orthogonal directions that weigh the same, so a shrink must take from all. */
    EQUAL_ORTHOGONAL {
        @Override
        void fill(float[][] rows, int size, Random random) {
            for (int i = 0; i < rows.length; i++) {
                rows[i][i % Math.min(rows[i].length, size + 1)] = 1;
            }
        }
    },
    HUGE_AND_TINY {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
            for (int i = 0; i < rows.length; i++) {
                multiply(rows[i], i % 2 == 0 ? 1e5f : 1e-5f);
            }
        }
    },
    /** Huge rows on one axis; tiny ones on all, which a careless Gram matrix loses. */
    HUGE_AXIS {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
            for (float[] row : rows) {
                row[0] *= 1e4f;
            }
        }
    },
    /** Each column half as long as the one before. */
    DECAYING {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
            for (float[] row : rows) {
                for (int j = 0; j < row.length; j++) {
                    row[j] *= (float) Math.pow(0.5, j);
                }
            }
        }
    },
    DUPLICATES {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
            for (int i = 0; i < rows.length; i++) {
                rows[i] = rows[i - i % 4].clone();
            }
        }
    },
    /** The same few rows again and again. */
    REPEATS {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
            for (int i = 0; i < rows.length; i++) {
                rows[i] = rows[i % 5].clone();
            }
        }

        @Override
        int rank() {
            return 5;
        }
    },
    /** Far from the origin: what centring takes away is most of it. */
    OFFSET {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
            for (float[] row : rows) {
                for (int j = 0; j < row.length; j++) {
                    row[j] += 10 + j;
                }
            }
        }
    },
    SOME_ZEROS {
        @Override
        void fill(float[][] rows, int size, Random random) {
            gaussian(rows, random);
            for (int i = 0; i < rows.length; i++) {
                multiply(rows[i], i % 3 == 1 ? 1 : 0);
            }
        }
    },
    ALL_ZEROS {
        @Override
        void fill(float[][] rows, int size, Random random) {}

        @Override
        int rank() {
            return 0;
        }
    };

    /** Fills rows that are zero so far, for a sketch of {@code size} rows. */
    abstract void fill(float[][] rows, int size, Random random);

    /** An upper bound on the rank of the rows, beside their number and width. */
    int rank() {
        return Integer.MAX_VALUE;
    }

    float[][] rows(int count, int columns, int size, long seed) {
        float[][] rows = new float[count][columns];
        fill(rows, size, new Random(seed));
        return rows;
    }

    private static void gaussian(float[][] rows, Random random) {
        for (float[] row : rows) {
            for (int j = 0; j < row.length; j++) {
                row[j] = (float) random.nextGaussian();
            }
        }
    }

    private static void scaled(float[][] rows, Random random) {
        gaussian(rows, random);
        for (float[] row : rows) {
            multiply(row, (float) Math.exp(random.nextGaussian()));
        }
    }

    private static void combine(float[][] rows, int rank, Random random) {
        int columns = rows[0].length;
        int[][] basis = new int[rank][columns];
        for (int[] direction : basis) {
            Arrays.setAll(direction, j -> random.nextInt(9) - 4);
        }
        for (float[] row : rows) {
            for (int[] direction : basis) {
                int weight = random.nextInt(7) - 3;
                for (int j = 0; j < columns; j++) {
                    row[j] += weight * direction[j];
                }
            }
        }
    }

    private static void multiply(float[] row, float factor) {
        for (int j = 0; j < row.length; j++) {
            row[j] *= factor;
        }
    }

    private static double squaredNorm(float[] row) {
        double sum = 0;
        for (float value : row) {
            sum += (double) value * value;
        }
        return sum;
    }
}
