package io.github.skpca.internal.feature;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.DoubleProducts;
import io.github.skpca.internal.linalg.LeadingEigenpairs;
import io.github.skpca.internal.linalg.SymmetricOperator;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;

/** E = G - ZZ' over a sample of rows, in double: e(x, y) = K(x, y) - z(x)'z(y). */
final class SampledDifference {
    /**
     * The largest ratio of squared length to squared bandwidth at which distances are computed from inner products: a distance is then
     * accurate to 1e-12 of the squared bandwidth, and kernels with a kink at zero to 1e-6.
     */
    static final double FARTHEST = 1e4;

    private static final double FAR_AWAY = 1e18;
    private static final double TOLERANCE = 1e-8;

    /** Tolerance for a sample, whose own noise is a hundred times larger. */
    private static final double SAMPLE_TOLERANCE = 1e-4;

    private static final int GRAIN = 16;

    private final int count;
    private final double[] entries;
    private final Workers workers;

    private SampledDifference(double[] entries, int count, Workers workers) {
        this.entries = entries;
        this.count = count;
        this.workers = workers;
    }

    /**
     * The matrix of some rows.
     *
     * @param sample count x d raw rows, row-major; read only
     * @param directions W', one direction of m numbers after the other, for z(x)'WW'z(y) in place of z(x)'z(y); or empty
     */
    static SampledDifference of(Embedding embedding, double[] sample, int count, float[] directions, Workers workers) {
        double[] products = directions.length == 0
                ? featureProducts(embedding, sample, count, workers)
                : loadingProducts(embedding, sample, count, directions, workers);
        double[] entries = kernelProducts(embedding, sample, count, workers);
        for (int i = 0; i < entries.length; i++) {
            entries[i] -= products[i];
        }
        return new SampledDifference(entries, count, workers);
    }

    /** See {@link Embedding#imageProducts}. */
    static double[] imageProducts(Embedding embedding, double[] sample, int count, boolean centered, Workers workers) {
        double[] products = embedding.map().residual() == ResidualKind.OF_FEATURES
                ? featureProducts(embedding, sample, count, workers)
                : kernelProducts(embedding, sample, count, workers);
        return centered ? new SampledDifference(products, count, workers).centered().entries : products;
    }

    private static double[] featureProducts(Embedding embedding, double[] sample, int count, Workers workers) {
        return gram(features(embedding, sample, count, workers), count, embedding.features(), workers);
    }

    private static double[] features(Embedding embedding, double[] sample, int count, Workers workers) {
        int m = embedding.features();
        float[] narrow = new float[Math.multiplyExact(count, m)];
        embedding.embed(sample, 0, count, new float[count * embedding.columns()], narrow, 0, workers);
        return LandmarkTransfer.wide(narrow);
    }

    private static double[] loadingProducts(
            Embedding embedding, double[] sample, int count, float[] directions, Workers workers) {
        int m = embedding.features();
        int k = directions.length / m;
        double[] features = features(embedding, sample, count, workers);
        double[] wide = LandmarkTransfer.wide(directions);
        double[] loadings = new double[count * k];
        workers.split(
                count,
                GRAIN,
                (from, to) -> Backend.active()
                        .doubles()
                        .innerProducts(
                                DoubleMatrix.of(features, m),
                                from,
                                to,
                                DoubleMatrix.of(wide, m),
                                k,
                                m,
                                DoubleMatrix.of(loadings, k)));
        return gram(loadings, count, k, workers);
    }

    private static double[] kernelProducts(Embedding embedding, double[] sample, int count, Workers workers) {
        double[] rows = new double[count * embedding.columns()];
        embedding.standardizer().apply(sample, 0, count, rows, 0);
        for (int i = 0; i < rows.length; i++) {
            // Clipped: the difference of two infinite numbers would be NaN.
            rows[i] = Math.max(-FAR_AWAY, Math.min(FAR_AWAY, rows[i]));
        }
        return similarities(embedding.kernel(), rows, count, embedding.columns(), workers);
    }

    private static double[] gram(double[] a, int count, int width, Workers workers) {
        double[] products = new double[Math.multiplyExact(count, count)];
        workers.split(count, GRAIN, (from, to) -> Backend.active().doubles().gram(a, count, width, products, from, to));
        DoubleProducts.mirror(products, count);
        return products;
    }

    /** K of all pairs of rows, count x count; the rows are count x columns, standardised. */
    static double[] similarities(Kernel kernel, double[] rows, int count, int columns, Workers workers) {
        IsotropicKernel isotropic = KernelForm.isotropic(kernel);
        double[] inner = isotropic != null ? gram(rows, count, columns, workers) : new double[0];
        double near = FARTHEST * kernel.bandwidth() * kernel.bandwidth();
        double[] similarities = new double[count * count];
        workers.split(count, GRAIN, (from, to) -> {
            for (int i = from; i < to; i++) {
                for (int j = 0; j <= i; j++) {
                    int at = i * count + j;
                    if (isotropic != null && inner[i * count + i] + inner[j * count + j] <= near) {
                        double squared = inner[i * count + i] + inner[j * count + j] - 2 * inner[at];
                        similarities[at] = isotropic.ofSquaredDistance(Math.max(0, squared));
                    } else {
                        similarities[at] = kernel.similarity(rows, i * columns, rows, j * columns, columns);
                    }
                }
            }
        });
        DoubleProducts.mirror(similarities, count);
        return similarities;
    }

    /** The matrix of only the rows with these numbers. */
    SampledDifference part(int[] numbers) {
        int size = numbers.length;
        double[] part = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                part[i * size + j] = entries[numbers[i] * count + numbers[j]];
            }
        }
        return new SampledDifference(part, size, workers);
    }

    /** HEH with H = I - 11'/count. */
    SampledDifference centered() {
        double[] means = new double[count];
        double total = 0;
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int j = 0; j < count; j++) {
                sum += entries[i * count + j];
            }
            means[i] = sum / count;
            total += means[i] / count;
        }
        double[] moved = new double[entries.length];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j <= i; j++) {
                moved[i * count + j] = entries[i * count + j] - means[i] - means[j] + total;
                moved[j * count + i] = moved[i * count + j];
            }
        }
        return new SampledDifference(moved, count, workers);
    }

    int count() {
        return count;
    }

    double largestEntry() {
        double largest = 0;
        for (double entry : entries) {
            largest = Math.max(largest, Math.abs(entry));
        }
        return largest;
    }

    double meanDiagonal() {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += diagonal(i);
        }
        return sum / count;
    }

    double diagonal(int i) {
        return entries[i * count + i];
    }

    /**
     * The eigenvalue of largest magnitude, an estimate of ||E|| / n over all n rows, and its eigenvector.
     *
     * @param value its magnitude
     * @param sign 1 or -1
     * @param vector of unit length; owned by the caller
     */
    record Leading(double value, double sign, double[] vector) {}

    /*
     * Let v be a vector over all n rows and v_S its part in a sample of R. An off-diagonal entry is in the sample with probability
     * R(R - 1) / (n(n - 1)); a diagonal entry with R/n, as is a square of v. So with off-diagonal entries times
     * (n - 1) / (n (R - 1)) and diagonal entries over n, the expected v_S'A v_S is R/n times v'Ev / n. The only bias left is that the
     * eigenvector is fitted to the sample. Dividing everything by R would count the diagonal n/R times, and for good landmarks the
     * diagonal is all there is of E.
     */
    Leading leading(long population) {
        double largest = largestEntry();
        if (largest == 0) {
            return new Leading(0, 1, new double[count]);
        }
        double apart = count == 1 ? 0 : (population - 1.0) / (count - 1.0);
        double[] scaled = new double[entries.length];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                // Divided by the largest, so that no square of a small difference underflows.
                scaled[i * count + j] = entries[i * count + j] / largest * (i == j ? 1 : apart);
            }
        }
        SymmetricOperator matrix = SymmetricOperator.of(scaled, count, workers);
        double tolerance = count == population ? TOLERANCE : SAMPLE_TOLERANCE;
        LeadingEigenpairs pairs = LeadingEigenpairs.of(new Square(matrix), 1, tolerance, workers);
        double[] vector = java.util.Arrays.copyOf(pairs.vectors(), count);
        double[] product = new double[count];
        matrix.multiply(vector, 1, product);
        double quotient = 0;
        for (int i = 0; i < count; i++) {
            quotient += vector[i] * product[i];
        }
        double value = Math.sqrt(Math.max(0, pairs.values()[0]));
        return new Leading(value * largest / population, quotient < 0 ? -1 : 1, vector);
    }

    /** The square of an indefinite matrix has the same eigenvectors and no negative eigenvalue. */
    private record Square(SymmetricOperator matrix) implements SymmetricOperator {
        @Override
        public int size() {
            return matrix.size();
        }

        @Override
        public void multiply(double[] vectors, int width, double[] products) {
            double[] once = new double[size() * width];
            matrix.multiply(vectors, width, once);
            matrix.multiply(once, width, products);
        }
    }
}
