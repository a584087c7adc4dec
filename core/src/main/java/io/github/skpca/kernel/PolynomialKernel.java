package io.github.skpca.kernel;

/**
 * K(x, y) = (1 + x'y / bandwidth^2)^degree: all products of up to so many columns.
 *
 * @param bandwidth positive and finite
 * @param degree from 1 to {@link #LARGEST_DEGREE}
 */
record PolynomialKernel(double bandwidth, int degree) implements DotProductKernel {
    /** What names begin with; the degree follows. */
    public static final String PREFIX = "polynomial";

    /** Beyond it a row twice as far away as others weighs a million times as much as they do. */
    public static final int LARGEST_DEGREE = 10;

    /** Checks both parameters. */
    public PolynomialKernel {
        KernelFamily.requirePositive("bandwidth", bandwidth);
        if (degree < 1 || degree > LARGEST_DEGREE) {
            throw new IllegalArgumentException("degree must be from 1 to " + LARGEST_DEGREE + ", not " + degree);
        }
    }

    @Override
    public String name() {
        return PREFIX + degree;
    }

    @Override
    public double ofInnerProduct(double innerProduct) {
        double base = 1 + innerProduct / (bandwidth * bandwidth);
        double power = base;
        for (int i = 1; i < degree; i++) {
            power *= base;
        }
        return power;
    }

    @Override
    public double slopeOfInnerProduct(double innerProduct) {
        double base = 1 + innerProduct / (bandwidth * bandwidth);
        double slope = degree / (bandwidth * bandwidth);
        for (int i = 1; i < degree; i++) {
            slope *= base;
        }
        return slope;
    }
}
