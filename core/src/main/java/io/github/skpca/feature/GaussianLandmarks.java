package io.github.skpca.feature;

import io.github.skpca.kernel.GaussianKernel;
import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.PackedRows;
import io.github.skpca.linalg.TurnedProducts;
import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Gaussian kernel values against landmarks, made of products in float: of a row whose products are there, or of a tile of turned rows,
 * bit for bit the same.
 */
final class GaussianLandmarks {
    /*
     * With S = ||x||^2 + ||c||^2 the exponent is -(S - 2 x'c) / (2 bandwidth^2). S is at most 16 squares of the bandwidth here, so that -S / (2
     * bandwidth^2) is at most 8 in size, and rounding it costs the exponent no more than rounding the product does: kernel values are
     * within 2e-6, near and far, because this kernel has no kink. Pairs that are farther from the origin are compared by their differences.
     */
    private static final double LOG2_E = 1 / Math.log(2);

    /** Of the factor of squared distances, as far as squares of rows can be floats with it. */
    private static final double LARGEST_FACTOR = 1e30;

    private final GaussianKernel kernel;
    private final Landmarks landmarks;
    private final Backend backend = Backend.active();
    private final double[] squares;
    private final double far;
    private final double factor;
    private final float[] terms;
    private final int[] longest;
    private final @Nullable TurnedProducts products;
    private final PackedRows[] stretches;

    /**
     * These landmarks.
     *
     * @param rows the same landmarks, row-major; read only
     * @param squares their squared lengths; kept, not to be changed
     * @param far the largest S that products serve
     */
    GaussianLandmarks(GaussianKernel kernel, Landmarks landmarks, float[] rows, double[] squares, double far) {
        this.kernel = kernel;
        this.landmarks = landmarks;
        this.squares = squares;
        this.far = far;
        this.factor = factor(kernel);
        this.terms = new float[squares.length];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = (float) (-factor * squares[i]);
        }
        this.longest = longestOfEachStretch(squares);
        this.products = backend.turned();
        this.stretches = products == null ? new PackedRows[0] : packed(products, rows);
    }

    /** Whether exponents of this bandwidth can be floats. */
    static boolean serves(GaussianKernel kernel) {
        return factor(kernel) < LARGEST_FACTOR && factor(kernel) > 1 / LARGEST_FACTOR;
    }

    private static double factor(GaussianKernel kernel) {
        return LOG2_E / (2 * kernel.bandwidth() * kernel.bandwidth());
    }

    private PackedRows[] packed(TurnedProducts by, float[] rows) {
        PackedRows[] packed = new PackedRows[KernelTile.stretches(terms.length)];
        int columns = landmarks.columns();
        for (int i = 0; i < packed.length; i++) {
            int from = i * KernelTile.LANDMARKS;
            int count = Math.min(KernelTile.LANDMARKS, terms.length - from);
            packed[i] = by.pack(rows, from * columns, columns, count, columns);
        }
        return packed;
    }

    /** The numbers of the landmarks, a stretch after the other, in each the longest first. */
    private static int[] longestOfEachStretch(double[] squares) {
        return IntStream.range(0, squares.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(i -> i / KernelTile.LANDMARKS)
                        .thenComparingDouble(i -> -squares[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Products that tiles are made with; null if this machine does better without. */
    @Nullable
    TurnedProducts products() {
        return products;
    }

    /** A tile for these landmarks. */
    KernelTile tile(TurnedProducts by) {
        return new KernelTile(by, landmarks.columns(), stretches[0].filledRows());
    }

    /**
     * Makes kernel values of the products of one row with all landmarks, in place.
     *
     * @param square the row's squared length, at most {@code far}
     */
    void finishRow(float[] rows, int row, double square, float[] out, int at) {
        backend.gaussians(out, at, terms.length, (float) (-factor * square), terms, (float) (2 * factor));
        for (int from = 0; from < longest.length; from += KernelTile.LANDMARKS) {
            int end = Math.min(longest.length, from + KernelTile.LANDMARKS);
            for (int i = from; isFar(square, i, end); i++) {
                out[at + longest[i]] = compared(rows, row, longest[i]);
            }
        }
    }

    /**
     * Takes a tile of rows.
     *
     * @param rows as many standardised rows as the tile has, from {@code offset} on; read only
     * @return false if one of them is so far out that it has to be compared with every landmark
     */
    boolean begin(float[] rows, int offset, KernelTile tile) {
        int columns = landmarks.columns();
        for (int i = 0; i < tile.rows; i++) {
            double square = backend.sumOfSquares(rows, offset + i * columns, columns);
            if (!(square <= far)) {
                return false;
            }
            tile.squares[i] = square;
            tile.terms[i / tile.width][i % tile.width] = (float) (-factor * square);
        }
        tile.turn(rows, offset, columns);
        return true;
    }

    /**
     * The kernel values of one panel of a tile against one stretch of landmarks.
     *
     * @param rows as given to {@link #begin}; read only
     */
    void fill(float[] rows, int offset, KernelTile tile, int panel, int stretch) {
        int from = stretch * KernelTile.LANDMARKS;
        int end = Math.min(terms.length, from + KernelTile.LANDMARKS);
        tile.products.multiply(stretches[stretch], tile.turned[panel], tile.values, 0, false);
        tile.products.gaussians(tile.values, end - from, terms, from, tile.terms[panel], (float) (2 * factor));
        for (int i = 0; i < tile.width; i++) {
            int row = panel * tile.width + i;
            for (int at = from; isFar(tile.squares[row], at, end); at++) {
                tile.values[(longest[at] - from) * tile.width + i] =
                        compared(rows, offset + row * landmarks.columns(), longest[at]);
            }
        }
    }

    /** Whether a row is too far out together with the landmark at this place of {@code longest}; what is not a number is. */
    private boolean isFar(double square, int at, int end) {
        return at < end && !(square + squares[longest[at]] <= far);
    }

    private float compared(float[] rows, int row, int landmark) {
        return (float) kernel.ofSquaredDistance(landmarks.squaredDistance(rows, row, landmark));
    }

    long bytes() {
        long packed = 0;
        for (PackedRows stretch : stretches) {
            packed += stretch.bytes();
        }
        return packed + 8L * terms.length;
    }
}
