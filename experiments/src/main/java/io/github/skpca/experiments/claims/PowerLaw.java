package io.github.skpca.experiments.claims;

import java.util.Map;
import java.util.OptionalDouble;

/** y = a x^b, fitted by least squares in the logarithms. */
final class PowerLaw {
    private PowerLaw() {}

    /** The exponent b through the points with positive x and y; none unless two of them differ in x. */
    static OptionalDouble exponent(Map<Double, Double> points) {
        double n = 0;
        double sumX = 0;
        double sumY = 0;
        double sumXX = 0;
        double sumXY = 0;
        for (Map.Entry<Double, Double> point : points.entrySet()) {
            if (point.getKey() > 0 && point.getValue() > 0) {
                double x = Math.log(point.getKey());
                double y = Math.log(point.getValue());
                n++;
                sumX += x;
                sumY += y;
                sumXX += x * x;
                sumXY += x * y;
            }
        }
        double spread = n * sumXX - sumX * sumX;
        return n < 2 || spread <= 1e-12 * n * sumXX
                ? OptionalDouble.empty()
                : OptionalDouble.of((n * sumXY - sumX * sumY) / spread);
    }
}
