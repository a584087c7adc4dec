package io.github.skpca.onnx;

import io.github.skpca.internal.model.ModelParts;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;

import java.util.Arrays;
import java.util.List;

/**
 * Kernel values of rows against landmarks, batch x landmarks, and K(x, x).
 *
 * <p>Inner products and squared lengths give the kernels of the distance and of the inner product. In double ||x||^2 + ||c||^2 - 2 x'c loses
 * nothing that matters. The kernels that are products over columns go through the columns one at a time, so that no runtime needs batch x
 * landmarks x columns numbers.
 */
final class KernelValues {
    private static final String POLYNOMIAL = "polynomial";

    /** The largest K(x, x) of an image, beyond which the library shortens it. */
    private static final double FARTHEST = 1e30;

    private static final double LARGEST = 1e300;

    private final Graph graph;
    private final StandardizedRows rows;
    private final Kernel kernel;
    private final float[] landmarks;
    private final float[] basis;
    private final int columns;
    private final int count;

    KernelValues(Graph graph, StandardizedRows rows, ModelParts parts) {
        this.graph = graph;
        this.rows = rows;
        this.kernel = parts.map().kernel();
        this.columns = parts.rows().origin().length;
        this.landmarks = parts.map().tensor("landmarks");
        this.basis = parts.map().tensor("landmarkBasis");
        this.count = landmarks.length / columns;
    }

    int count() {
        return count;
    }

    /** K(x, c) of every row and landmark. */
    Value values() {
        if (isPolynomial()) {
            return polynomialValues();
        }
        KernelFamily family = KernelFamily.of(kernel).orElseThrow();
        return switch (family) {
            case LAPLACIAN -> graph.node("Exp", graph.node("Neg", overColumns(family)));
            case CAUCHY -> graph.node("Reciprocal", overColumns(family));
            case GAUSSIAN -> graph.node("Exp", times(squaredDistances(), -0.5 / squaredBandwidth()));
            case RATIONAL_QUADRATIC -> rationalQuadratic(KernelFamily.shapeOf(kernel));
            case MATERN12 -> matern(1);
            case MATERN32 -> matern(3);
            case MATERN52 -> matern(5);
            case POLYNOMIAL2, POLYNOMIAL3 -> throw new AssertionError("is a polynomial");
        };
    }

    /** K(x, x), batch x 1, or a single 1. */
    Value self() {
        return isPolynomial()
                ? graph.node("Min", power(squaredLengths(1 / squaredBandwidth())), graph.constant(FARTHEST))
                : graph.constant(1);
    }

    private boolean isPolynomial() {
        return kernel.name().startsWith(POLYNOMIAL);
    }

    private double squaredBandwidth() {
        return kernel.bandwidth() * kernel.bandwidth();
    }

    private Value times(Value value, double factor) {
        return graph.multiply(value, graph.constant(factor));
    }

    private Value plus(Value value, double term) {
        return graph.add(value, graph.constant(term));
    }

    private Value squaredLengths(double factor) {
        return graph.sum(graph.square(rows.rows()), columns, factor);
    }

    /** x'c; by coordinates where landmarks lie in a subspace: (Bx)'(Bc). The factor is part of the constants, as it is in {@link Graph#sum}. */
    private Value innerProducts(double factor) {
        if (basis.length == 0) {
            return graph.product(rows.rows(), graph.transpose(landmarks(factor)));
        }
        int dimensions = basis.length / columns;
        double[] scaled = coordinates(dimensions);
        Arrays.setAll(scaled, i -> scaled[i] * factor);
        Value projected = graph.product(rows.rows(), graph.transpose(graph.constant(basis, dimensions, columns)));
        return graph.product(projected, graph.transpose(graph.constant(scaled, count, dimensions)));
    }

    /** Landmarks times a factor; without one they stay floats in the file. */
    private Value landmarks(double factor) {
        if (factor == 1) {
            return graph.constant(landmarks, count, columns);
        }
        double[] scaled = new double[landmarks.length];
        Arrays.setAll(scaled, i -> landmarks[i] * factor);
        return graph.constant(scaled, count, columns);
    }

    /** Bc of every landmark. */
    private double[] coordinates(int dimensions) {
        double[] coordinates = new double[count * dimensions];
        for (int i = 0; i < count; i++) {
            for (int q = 0; q < dimensions; q++) {
                double sum = 0;
                for (int j = 0; j < columns; j++) {
                    sum += (double) landmarks[i * columns + j] * basis[q * columns + j];
                }
                coordinates[i * dimensions + q] = sum;
            }
        }
        return coordinates;
    }

    private Value squaredDistances() {
        double[] lengths = new double[count];
        for (int i = 0; i < landmarks.length; i++) {
            lengths[i / columns] += (double) landmarks[i] * landmarks[i];
        }
        Value sums = graph.add(squaredLengths(1), graph.constant(lengths, count));
        Value distances = graph.subtract(sums, times(innerProducts(1), 2));
        return graph.node("Max", distances, graph.constant(0));
    }

    private Value rationalQuadratic(double shape) {
        Value base = plus(times(squaredDistances(), 1 / (2 * shape * squaredBandwidth())), 1);
        return graph.node("Pow", base, graph.constant(-shape));
    }

    private Value matern(int twiceSmoothness) {
        Value t = graph.node("Sqrt", times(squaredDistances(), twiceSmoothness / squaredBandwidth()));
        Value decay = graph.node("Exp", graph.node("Neg", t));
        return switch (twiceSmoothness) {
            case 1 -> decay;
            case 3 -> graph.multiply(plus(t, 1), decay);
            default -> graph.multiply(graph.add(plus(t, 1), times(graph.square(t), 1.0 / 3)), decay);
        };
    }

    /** (1 + p)^degree of inner products over the squared bandwidth. */
    private Value power(Value innerProducts) {
        int degree = Integer.parseInt(kernel.name().substring(POLYNOMIAL.length()));
        Value base = plus(innerProducts, 1);
        Value power = base;
        for (int i = 1; i < degree; i++) {
            power = graph.multiply(power, base);
        }
        return power;
    }

    /** K(x, c) s(x) s(c), where s shortens the images of extremely distant rows to a length that floats can hold. */
    private Value polynomialValues() {
        Value self = graph.node(
                "Clip",
                power(squaredLengths(1 / squaredBandwidth())),
                graph.constant(FARTHEST),
                graph.constant(LARGEST));
        Value shortening = graph.node("Sqrt", graph.divide(graph.constant(FARTHEST), self));
        double[] ofLandmarks = new double[count];
        double[] row = new double[columns];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                row[j] = landmarks[i * columns + j];
            }
            double own = Math.max(FARTHEST, Math.min(LARGEST, kernel.similarity(row, row)));
            ofLandmarks[i] = Math.sqrt(FARTHEST / own);
        }
        Value within = graph.node(
                "Clip",
                power(innerProducts(1 / squaredBandwidth())),
                graph.constant(-LARGEST),
                graph.constant(LARGEST));
        Value shortened = graph.multiply(graph.multiply(within, shortening), graph.constant(ofLandmarks, count));
        return graph.node("Clip", shortened, graph.constant(-FARTHEST), graph.constant(FARTHEST));
    }

    /**
     * The sum over columns of |x_j - c_j| / bandwidth, or the product of 1 + (x_j - c_j)^2 / bandwidth^2, by a loop over the columns that
     * carries batch x landmarks numbers.
     */
    private Value overColumns(KernelFamily family) {
        boolean isSum = family == KernelFamily.LAPLACIAN;
        double factor = 1 / kernel.bandwidth();
        Value scaledRows = times(graph.transpose(rows.rows()), factor);
        Value scaledLandmarks = times(graph.transpose(graph.constant(landmarks, count, columns)), factor);
        double[] start = new double[count];
        Arrays.fill(start, isSum ? 0 : 1);
        Value initial = graph.add(rows.zeros(), graph.constant(start, count));

        Graph body = new Graph("column");
        Value state = body.input("column_state", ElementType.DOUBLE);
        Value ofRows = body.input("column_rows", ElementType.DOUBLE);
        Value ofLandmarks = body.input("column_landmarks", ElementType.DOUBLE);
        Value difference = body.subtract(ofRows, ofLandmarks);
        body.output(
                isSum
                        ? body.add(state, body.node("Abs", difference))
                        : body.multiply(state, body.add(body.square(difference), graph.constant(1))));
        return graph.node(
                "Scan",
                ElementType.DOUBLE,
                List.of(Attribute.of("body", body.message()), Attribute.of("num_scan_inputs", 2)),
                initial,
                graph.node("Unsqueeze", scaledRows, graph.places(2)),
                graph.node("Unsqueeze", scaledLandmarks, graph.places(1)));
    }
}
