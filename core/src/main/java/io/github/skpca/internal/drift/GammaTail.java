package io.github.skpca.internal.drift;

/** Upper quantiles of the gamma distribution, the same bits on every machine. */
final class GammaTail {
    /** From here on Stirling's series is good to 1e-13. */
    private static final double STIRLING_FROM = 12;

    private static final int MOST_TERMS = 10_000;

    private GammaTail() {}

    /** The x that a gamma variable of this shape and scale 1 exceeds with probability {@code tail}. */
    static double quantile(double shape, double tail) {
        if (!(shape > 0) || !(tail > 0 && tail < 1)) {
            throw new IllegalArgumentException("no quantile for shape " + shape + " and tail " + tail);
        }
        double high = shape + 1;
        while (probability(shape, high) > tail) {
            high *= 2;
        }
        double low = 0;
        while (true) {
            double middle = 0.5 * (low + high);
            if (middle <= low || middle >= high || high - low < 1e-12 * high) {
                return high;
            }
            if (probability(shape, middle) > tail) {
                low = middle;
            } else {
                high = middle;
            }
        }
    }

    /** Gamma(shape, x) / Gamma(shape): by its series below the mean, by its continued fraction above. */
    static double probability(double shape, double x) {
        if (x <= 0) {
            return 1;
        }
        double factor = StrictMath.exp(shape * StrictMath.log(x) - x - logGamma(shape));
        return x < shape + 1 ? 1 - factor * series(shape, x) : factor * continuedFraction(shape, x);
    }

    private static double series(double shape, double x) {
        double term = 1 / shape;
        double sum = term;
        for (int i = 1; i < MOST_TERMS && term > 1e-17 * sum; i++) {
            term *= x / (shape + i);
            sum += term;
        }
        return sum;
    }

    /** Lentz's algorithm. */
    private static double continuedFraction(double shape, double x) {
        double b = x + 1 - shape;
        double c = 1e300;
        double d = 1 / b;
        double value = d;
        for (int i = 1; i < MOST_TERMS; i++) {
            double a = i * (shape - i);
            b += 2;
            d = 1 / away(a * d + b);
            c = away(b + a / c);
            double step = c * d;
            value *= step;
            if (Math.abs(step - 1) < 1e-15) {
                break;
            }
        }
        return value;
    }

    private static double away(double value) {
        return Math.abs(value) < 1e-300 ? 1e-300 : value;
    }

    /** Of a positive number: Stirling's series far up, and ln Gamma(x) = ln Gamma(x + 1) - ln x on the way there. */
    static double logGamma(double x) {
        double product = 1;
        double y = x;
        while (y < STIRLING_FROM) {
            product *= y;
            y++;
        }
        double square = 1 / (y * y);
        double series = (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680))) / y;
        double leading = (y - 0.5) * StrictMath.log(y) - y + 0.5 * StrictMath.log(2 * Math.PI);
        return leading + series - StrictMath.log(product);
    }
}
