package io.github.skpca.internal.sketch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;

/** The streams that a block shrink is tried on: what a range finder and its bound may find hard. */
enum BlockStream {
    DECAYING {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            new Cloud(rows[0].length, 0.8, 1, random).fill(rows, 0, rows.length, random);
        }
    },
    /** No direction leads: whatever is kept, much is left out. */
    FLAT {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            new Cloud(rows[0].length, 1, 1, random).fill(rows, 0, rows.length, random);
        }
    },
    /** The longest rows last. */
    GROWING {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            scaled(rows, random);
            Arrays.sort(rows, Comparator.comparingDouble(BlockStream::squaredNorm));
        }
    },
    FALLING {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            scaled(rows, random);
            Arrays.sort(rows, Comparator.comparingDouble(row -> -squaredNorm(row)));
        }
    },
    /** The main direction turns from one axis to the next. */
    DRIFTING {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            int columns = rows[0].length;
            new Cloud(columns, 0.95, 1, random).fill(rows, 0, rows.length, random);
            for (int i = 0; i < rows.length; i++) {
                double position = (double) i * columns / rows.length;
                int axis = (int) position;
                rows[i][axis] += (float) (8 * (1 - (position - axis)));
                rows[i][(axis + 1) % columns] += (float) (8 * (position - axis));
            }
        }
    },
    /** Another distribution altogether from a block's first row on, and in the middle of blocks. */
    JUMPING {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            jump(rows, blockRows, 1, random);
        }
    },
    /** The same, each distribution much larger than those before: the known directions are worth nothing. */
    JUMPING_UP {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            jump(rows, blockRows, 20, random);
        }
    },
    JUMPING_DOWN {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            jump(rows, blockRows, 0.05, random);
        }
    },
    /** One row of a block outweighs all others, on an axis of its own. */
    SPIKES {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            int columns = rows[0].length;
            new Cloud(columns, 0.9, 1, random).fill(rows, 0, rows.length, random);
            for (int i = blockRows / 3; i < rows.length; i += blockRows) {
                rows[i][i / blockRows * 7 % columns] += 1000;
            }
        }
    },
    RANK_TWO {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            combine(rows, 2, random);
        }
    },
    /** As many directions as a sketch has rows, and one more, which all weigh the same. */
    EQUAL_ORTHOGONAL {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            for (int i = 0; i < rows.length; i++) {
                rows[i][i % Math.min(rows[i].length, size + 1)] = 1;
            }
        }
    },
    /** Every axis the same: the flattest spectrum there is. */
    ALL_AXES {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            for (int i = 0; i < rows.length; i++) {
                rows[i][i % rows[i].length] = 1;
            }
        }
    },
    CONSTANT {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            combine(rows, 1, random);
            Arrays.setAll(rows, i -> rows[0].clone());
            for (float[] row : rows) {
                multiply(row, 0.1f);
            }
        }
    },
    REPEATS {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            new Cloud(rows[0].length, 1, 1, random).fill(rows, 0, Math.min(5, rows.length), random);
            Arrays.setAll(rows, i -> rows[i % 5].clone());
        }
    },
    /** A common mean that outweighs everything else a thousandfold. */
    OFFSET {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            new Cloud(rows[0].length, 0.9, 1, random).fill(rows, 0, rows.length, random);
            shift(rows, 30);
        }
    },
    /** And one that floats can barely stand. */
    FAR_AWAY {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            new Cloud(rows[0].length, 0.9, 1, random).fill(rows, 0, rows.length, random);
            shift(rows, 3000);
        }
    },
    HUGE_AND_TINY {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            new Cloud(rows[0].length, 0.9, 1, random).fill(rows, 0, rows.length, random);
            for (int i = 0; i < rows.length; i++) {
                multiply(rows[i], i % 2 == 0 ? 1e4f : 1e-4f);
            }
        }
    },
    /** Huge blocks and tiny ones by turns. */
    HUGE_AND_TINY_BLOCKS {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            for (int i = 0; i < rows.length; i += blockRows) {
                double scale = i / blockRows % 2 == 0 ? 1e-3 : 1e3;
                new Cloud(rows[0].length, 0.9, scale, random)
                        .fill(rows, i, Math.min(rows.length, i + blockRows), random);
            }
        }
    },
    SOME_ZEROS {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {
            new Cloud(rows[0].length, 0.9, 1, random).fill(rows, 0, rows.length, random);
            for (int i = 0; i < rows.length; i++) {
                multiply(rows[i], i < blockRows || i % 3 == 1 ? 0 : 1);
            }
        }
    },
    ALL_ZEROS {
        @Override
        void fill(float[][] rows, int size, int blockRows, Random random) {}
    };

    /** Fills rows that are zero so far, for a sketch of {@code size} rows that takes {@code blockRows} at a time. */
    abstract void fill(float[][] rows, int size, int blockRows, Random random);

    float[][] rows(int count, int columns, int size, int blockRows, long seed) {
        float[][] rows = new float[count][columns];
        fill(rows, size, blockRows, new Random(seed));
        return rows;
    }

    /** Gaussian rows whose i-th principal direction, a random one, has length scale decay^i. */
    private static final class Cloud {
        private final double[] lengths;
        private final double[][] mirrors;

        Cloud(int columns, double decay, double scale, Random random) {
            lengths = new double[columns];
            Arrays.setAll(lengths, i -> scale * Math.pow(decay, i));
            mirrors = new double[3][columns];
            for (double[] mirror : mirrors) {
                double norm = 0;
                for (int j = 0; j < columns; j++) {
                    mirror[j] = random.nextGaussian();
                    norm += mirror[j] * mirror[j];
                }
                for (int j = 0; j < columns; j++) {
                    mirror[j] /= Math.sqrt(norm);
                }
            }
        }

        void fill(float[][] rows, int from, int to, Random random) {
            double[] row = new double[lengths.length];
            for (int i = from; i < to; i++) {
                Arrays.setAll(row, j -> lengths[j] * random.nextGaussian());
                for (double[] mirror : mirrors) {
                    double dot = 0;
                    for (int j = 0; j < row.length; j++) {
                        dot += row[j] * mirror[j];
                    }
                    for (int j = 0; j < row.length; j++) {
                        row[j] -= 2 * dot * mirror[j];
                    }
                }
                for (int j = 0; j < row.length; j++) {
                    rows[i][j] = (float) row[j];
                }
            }
        }
    }

    private static void jump(float[][] rows, int blockRows, double growth, Random random) {
        // At the first boundary, in the middle of the second block, near the end of the third.
        int[] starts = {0, blockRows, blockRows * 3 / 2, blockRows * 3 - 100, rows.length};
        double scale = 1;
        for (int p = 0; p + 1 < starts.length; p++) {
            int to = Math.min(rows.length, starts[p + 1]);
            new Cloud(rows[0].length, 0.7, scale, random).fill(rows, Math.min(to, starts[p]), to, random);
            scale *= growth;
        }
    }

    private static void scaled(float[][] rows, Random random) {
        new Cloud(rows[0].length, 0.95, 1, random).fill(rows, 0, rows.length, random);
        for (float[] row : rows) {
            multiply(row, (float) Math.exp(random.nextGaussian()));
        }
    }

    private static void combine(float[][] rows, int rank, Random random) {
        float[][] basis = new float[rank][rows[0].length];
        new Cloud(rows[0].length, 1, 1, random).fill(basis, 0, rank, random);
        for (float[] row : rows) {
            for (float[] direction : basis) {
                float weight = random.nextInt(7) - 3.5f;
                for (int j = 0; j < row.length; j++) {
                    row[j] += weight * direction[j];
                }
            }
        }
    }

    private static void shift(float[][] rows, float length) {
        for (float[] row : rows) {
            for (int j = 0; j < row.length; j++) {
                row[j] += length * (1 + j % 5);
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
