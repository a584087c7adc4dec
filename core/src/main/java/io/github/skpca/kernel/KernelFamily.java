package io.github.skpca.kernel;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The built-in kernels, by the names that the command line and model files use.
 *
 * <p>A family and a {@link BandwidthRule} are what a builder takes where the bandwidth is to come from the rows. With a known bandwidth, use
 * the methods of {@link Kernel}.
 */
public enum KernelFamily {
    /** {@link Kernel#gaussian}. */
    GAUSSIAN,
    /** {@link Kernel#laplacian}. */
    LAPLACIAN,
    /** {@link Kernel#cauchy}. */
    CAUCHY,
    /** {@link Kernel#matern} with smoothness 1/2. */
    MATERN12,
    /** {@link Kernel#matern} with smoothness 3/2. */
    MATERN32,
    /** {@link Kernel#matern} with smoothness 5/2. */
    MATERN52,
    /** {@link Kernel#rationalQuadratic} with the default shape. */
    RATIONAL_QUADRATIC,
    /** {@link Kernel#polynomial} of degree 2; not shift-invariant, so landmarks are its only map. */
    POLYNOMIAL2,
    /** {@link Kernel#polynomial} of degree 3; not shift-invariant, so landmarks are its only map. */
    POLYNOMIAL3;

    /** Of a central difference, in bandwidths: about the cube root of rounding, where that and curvature are in balance. */
    static final double DIFFERENCE = 6e-6;

    private static final double SMALLEST = 1e-30;
    private static final double LARGEST = 1e30;

    /** The name on the command line and in files: {@code gaussian}, {@code rational-quadratic}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kernel of this family with the given bandwidth. */
    public Kernel withBandwidth(double bandwidth) {
        return switch (this) {
            case GAUSSIAN -> new GaussianKernel(bandwidth);
            case LAPLACIAN -> new LaplacianKernel(bandwidth);
            case CAUCHY -> new CauchyKernel(bandwidth);
            case MATERN12 -> new MaternKernel(bandwidth, 1);
            case MATERN32 -> new MaternKernel(bandwidth, 3);
            case MATERN52 -> new MaternKernel(bandwidth, 5);
            case RATIONAL_QUADRATIC -> new RationalQuadraticKernel(bandwidth);
            case POLYNOMIAL2 -> new PolynomialKernel(bandwidth, 2);
            case POLYNOMIAL3 -> new PolynomialKernel(bandwidth, 3);
        };
    }

    /** Whether its kernels depend on the difference of two rows alone, and so have frequencies. */
    public boolean isShiftInvariant() {
        return this != POLYNOMIAL2 && this != POLYNOMIAL3;
    }

    /**
     * The distance that the bandwidth of this family is a multiple of: city-block for the Laplacian kernel, Euclidean for
     * all others.
     */
    public double distance(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        return this == LAPLACIAN
                ? cityBlock(x, xOffset, y, yOffset, columns)
                : Math.sqrt(squared(x, xOffset, y, yOffset, columns));
    }

    private static double cityBlock(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += Math.abs(x[xOffset + j] - y[yOffset + j]);
        }
        return sum;
    }

    /** Four sums at a time: one alone would wait for itself. */
    private static double squared(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int j = 0;
        for (; j + 3 < columns; j += 4) {
            double d0 = x[xOffset + j] - y[yOffset + j];
            double d1 = x[xOffset + j + 1] - y[yOffset + j + 1];
            double d2 = x[xOffset + j + 2] - y[yOffset + j + 2];
            double d3 = x[xOffset + j + 3] - y[yOffset + j + 3];
            s0 += d0 * d0;
            s1 += d1 * d1;
            s2 += d2 * d2;
            s3 += d3 * d3;
        }
        for (; j < columns; j++) {
            double difference = x[xOffset + j] - y[yOffset + j];
            s0 += difference * difference;
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** The family of that label, if there is one. */
    public static Optional<KernelFamily> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(family -> family.label().equals(label))
                .findFirst();
    }

    /** The family of a kernel; empty if it has none, as polynomials of other degrees and a user's own kernels. */
    public static Optional<KernelFamily> of(Kernel kernel) {
        return isBuiltIn(kernel) ? ofLabel(kernel.name()) : Optional.empty();
    }

    /** Whether a kernel is one of this library's, so that its name and numbers say all about it. */
    public static boolean isBuiltIn(Kernel kernel) {
        return kernel instanceof GaussianKernel
                || kernel instanceof LaplacianKernel
                || kernel instanceof CauchyKernel
                || kernel instanceof MaternKernel
                || kernel instanceof RationalQuadraticKernel
                || kernel instanceof PolynomialKernel;
    }

    /** The shape of a rational quadratic kernel; 0 for others. */
    public static double shapeOf(Kernel kernel) {
        return kernel instanceof RationalQuadraticKernel quadratic ? quadratic.shape() : 0;
    }

    /** The built-in kernel of that name, with the default shape if it has one: {@code gaussian}, {@code polynomial4}. */
    public static Optional<Kernel> named(String name, double bandwidth) {
        if (name.matches(PolynomialKernel.PREFIX + "[0-9]{1,2}")) {
            int degree = Integer.parseInt(name.substring(PolynomialKernel.PREFIX.length()));
            return Optional.of(new PolynomialKernel(bandwidth, degree));
        }
        return ofLabel(name).map(family -> family.withBandwidth(bandwidth));
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(KernelFamily::label).collect(Collectors.joining(", "));
    }

    /** Whether a length can be a bandwidth: within these bounds neither its square nor a frequency overflows or vanishes. */
    public static boolean isBandwidth(double value) {
        return value >= SMALLEST && value <= LARGEST;
    }

    static void requirePositive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be positive and finite, not " + value);
        }
        if (!isBandwidth(value)) {
            throw new IllegalArgumentException(
                    name + " must be between " + SMALLEST + " and " + LARGEST + ", not " + value);
        }
    }
}
