package io.github.skpca.internal.error;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.KernelForm;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

/**
 * The matrix E = G - G' as something that multiplies blocks of vectors; centred, HEH with H = I - 11'/n, for a centred model.
 *
 * <p>Tiles of E below the diagonal are made once a pass and used for both halves. They are dealt to a fixed number of slices,
 * each with sums of its own that are added in order, so that the number of threads cannot change a digit.
 *
 * <p>Centred, every entry is made of centred parts, (HGH)_ij less the product of two centred loadings, after one more pass over G for the
 * means of its rows. E itself is as large as the kernel, however small HEH is: taking its means off at the end, from sums of squares
 * or from floats, would leave their rounding.
 */
public final class GramDifference {
    private static final int TILE = 64;
    private static final int SLICES = 8;

    /** Up to so many rows the whole matrix is kept (64 MB of floats) rather than computed again for each pass. */
    private static final int KEPT_ROWS = 4096;

    private final int n;
    private final int columns;
    private final int k;
    private final double[] rows;
    private final double[] loadings;
    private final Kernel kernel;
    private final @Nullable IsotropicKernel isotropic;
    private final boolean centered;
    private final Workers workers;
    private final float[] kept;
    private final double[] means;
    private final double meanOfMeans;
    private boolean keptIsFilled;
    private boolean isTallied;
    private double sumOfSquares;

    public GramDifference(FittedModel model, double[] source, int count, Workers workers) {
        this.n = count;
        this.columns = model.columns();
        this.k = model.components();
        this.kernel = model.embedding().kernel();
        this.isotropic = KernelForm.isotropic(kernel);
        this.centered = model.mean() != null;
        this.workers = workers;
        this.rows = new double[Math.multiplyExact(count, columns)];
        model.embedding().standardizer().apply(source, 0, count, rows, 0);
        this.loadings = loadings(model, source, count, workers);
        this.kept = new float[count <= KEPT_ROWS ? count * count : 0];
        this.means = centered ? kernelMeans() : new double[count];
        double sum = 0;
        for (double mean : means) {
            sum += mean;
        }
        this.meanOfMeans = sum / count;
        if (centered) {
            centre(loadings, n, k);
        }
    }

    /** G1/n. */
    private double[] kernelMeans() {
        double[] sums = new double[n];
        for (Slice slice : slices(new double[0], 0, true)) {
            for (int i = 0; i < n; i++) {
                sums[i] += slice.out[i];
            }
        }
        for (int i = 0; i < n; i++) {
            sums[i] /= n;
        }
        return sums;
    }

    private static double[] loadings(FittedModel model, double[] source, int count, Workers workers) {
        float[] narrow = new float[Math.multiplyExact(count, model.components())];
        model.projector(workers).transform(source, 0, count, narrow, 0);
        double[] wide = new double[narrow.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = narrow[i];
        }
        return wide;
    }

    int size() {
        return n;
    }

    /** The Frobenius norm, known after the first product. */
    public double frobeniusNorm() {
        return Math.sqrt(sumOfSquares);
    }

    /**
     * out = E v, or HEHv if centred, for vectors that are centred already.
     *
     * @param v n x width, row-major; read only
     * @param out n x width; overwritten
     */
    void multiply(double[] v, int width, double[] out) {
        java.util.Arrays.fill(out, 0, n * width, 0.0);
        double squares = 0;
        for (Slice slice : slices(v, width, false)) {
            for (int i = 0; i < n * width; i++) {
                out[i] += slice.out[i];
            }
            squares += slice.squares;
        }
        if (!isTallied) {
            sumOfSquares = squares;
            isTallied = true;
        }
        keptIsFilled = kept.length > 0;
        if (centered) {
            centre(out, n, width);
        }
    }

    /** All tiles, gone through once: multiplied with vectors, or G's rows added up. */
    private Slice[] slices(double[] v, int width, boolean isForMeans) {
        Slice[] slices = new Slice[SLICES];
        int tiles = (n + TILE - 1) / TILE;
        workers.split(SLICES, 1, (from, to) -> {
            for (int s = from; s < to; s++) {
                slices[s] = new Slice(v, width, isForMeans);
                // Tile rows s, s + 8, s + 16...: the triangle is dealt out evenly.
                for (int tile = s; tile < tiles; tile += SLICES) {
                    slices[s].tileRow(tile);
                }
            }
        });
        return slices;
    }

    boolean isCentered() {
        return centered;
    }

    static void centre(double[] block, int n, int width) {
        for (int j = 0; j < width; j++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += block[i * width + j];
            }
            for (int i = 0; i < n; i++) {
                block[i * width + j] -= sum / n;
            }
        }
    }

    /** One slice's tiles, and its own sums. */
    private final class Slice {
        final double[] v;
        final int width;
        final boolean isForMeans;
        final double[] out;
        final double[] entries = new double[TILE];
        final double[] transposedRows = new double[TILE * columns];
        final double[] transposedLoadings = new double[TILE * k];
        double squares;

        Slice(double[] v, int width, boolean isForMeans) {
            this.v = v;
            this.width = width;
            this.isForMeans = isForMeans;
            this.out = new double[isForMeans ? n : n * width];
        }

        /** All tiles (tile, j) with j up to the diagonal. */
        void tileRow(int tile) {
            int top = tile * TILE;
            int bottom = Math.min(n, top + TILE);
            for (int left = 0; left <= top; left += TILE) {
                int across = Math.min(TILE, n - left);
                if (!keptIsFilled) {
                    transpose(rows, columns, left, across, transposedRows);
                    transpose(loadings, k, left, across, transposedLoadings);
                }
                for (int i = top; i < bottom; i++) {
                    int used = left == top ? i - top + 1 : across;
                    if (isForMeans) {
                        similarities(i, left, used);
                        addUp(i, left, used);
                        continue;
                    }
                    entries(i, left, used);
                    if (!isTallied) {
                        tally(i, left, used);
                    }
                    spread(i, left, used);
                }
            }
        }

        /** Row-major columns of a tile: the inner loops below then run along memory. */
        private void transpose(double[] source, int depth, int left, int across, double[] transposed) {
            for (int j = 0; j < across; j++) {
                for (int c = 0; c < depth; c++) {
                    transposed[c * TILE + j] = source[(left + j) * depth + c];
                }
            }
        }

        private void entries(int i, int left, int used) {
            if (keptIsFilled) {
                for (int j = 0; j < used; j++) {
                    entries[j] = kept[i * n + left + j];
                }
                return;
            }
            similarities(i, left, used);
            for (int j = 0; j < used && centered; j++) {
                entries[j] -= means[i] + means[left + j] - meanOfMeans;
            }
            for (int c = 0; c < k; c++) {
                double loading = loadings[i * k + c];
                for (int j = 0; j < used; j++) {
                    entries[j] -= loading * transposedLoadings[c * TILE + j];
                }
            }
            for (int j = 0; j < used && kept.length > 0; j++) {
                kept[i * n + left + j] = (float) entries[j];
            }
        }

        private void similarities(int i, int left, int used) {
            if (isotropic != null) {
                squaredDistances(i, used);
                for (int j = 0; j < used; j++) {
                    entries[j] = isotropic.ofSquaredDistance(entries[j]);
                }
            } else {
                for (int j = 0; j < used; j++) {
                    entries[j] = kernel.similarity(rows, i * columns, rows, (left + j) * columns, columns);
                }
            }
        }

        private void addUp(int i, int left, int used) {
            for (int j = 0; j < used; j++) {
                out[i] += entries[j];
                if (left + j != i) {
                    out[left + j] += entries[j];
                }
            }
        }

        private void squaredDistances(int i, int used) {
            java.util.Arrays.fill(entries, 0, used, 0.0);
            for (int c = 0; c < columns; c++) {
                double x = rows[i * columns + c];
                for (int j = 0; j < used; j++) {
                    double difference = x - transposedRows[c * TILE + j];
                    entries[j] += difference * difference;
                }
            }
        }

        private void tally(int i, int left, int used) {
            for (int j = 0; j < used; j++) {
                boolean diagonal = left + j == i;
                squares += (diagonal ? 1 : 2) * entries[j] * entries[j];
            }
        }

        private void spread(int i, int left, int used) {
            int row = i * width;
            for (int j = 0; j < used; j++) {
                int other = (left + j) * width;
                double entry = entries[j];
                for (int c = 0; c < width; c++) {
                    out[row + c] += entry * v[other + c];
                }
                if (left + j != i) {
                    for (int c = 0; c < width; c++) {
                        out[other + c] += entry * v[row + c];
                    }
                }
            }
        }
    }
}
