package io.github.skpca.cli;

import io.github.skpca.Workers;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nearest known rows of other rows, by the first of their loadings. */
final class NearestRows {
    private static final int NEIGHBOURS = 5;
    private static final int GRAIN = 16;

    private final int[] nearest;
    private final int neighbours;

    /**
     * Finds them, by comparing all with all.
     *
     * @param known loadings, {@code width} per row; read only
     * @param asked the same of other rows; read only
     * @param used how many loadings of a row count
     */
    NearestRows(float[] known, float[] asked, int width, int used, Workers workers) {
        int knownRows = known.length / width;
        neighbours = Math.min(NEIGHBOURS, knownRows);
        nearest = new int[asked.length / width * neighbours];
        workers.split(asked.length / width, GRAIN, (from, to) -> {
            double[] distances = new double[neighbours];
            for (int i = from; i < to; i++) {
                Arrays.fill(distances, Double.POSITIVE_INFINITY);
                for (int j = 0; j < knownRows; j++) {
                    insert(distances, i, j, distance(known, j * width, asked, i * width, used));
                }
            }
        });
    }

    private static double distance(float[] one, int at, float[] other, int from, int used) {
        float sum = 0;
        for (int j = 0; j < used; j++) {
            float difference = one[at + j] - other[from + j];
            sum += difference * difference;
        }
        return sum;
    }

    private void insert(double[] distances, int row, int candidate, double distance) {
        int at = neighbours - 1;
        if (!(distance < distances[at])) {
            return;
        }
        for (; at > 0 && distance < distances[at - 1]; at--) {
            distances[at] = distances[at - 1];
            nearest[row * neighbours + at] = nearest[row * neighbours + at - 1];
        }
        distances[at] = distance;
        nearest[row * neighbours + at] = candidate;
    }

    /** The share of rows whose label is the most frequent among their nearest; the nearer one's where two are. */
    double accuracy(List<String> known, List<String> asked) {
        int right = 0;
        for (int i = 0; i < asked.size(); i++) {
            Map<String, Integer> votes = new HashMap<>();
            String best = "";
            for (int n = 0; n < neighbours; n++) {
                votes.merge(known.get(nearest[i * neighbours + n]), 1, Integer::sum);
            }
            for (int n = neighbours - 1; n >= 0; n--) {
                String label = known.get(nearest[i * neighbours + n]);
                if (best.isEmpty() || votes.getOrDefault(label, 0) >= votes.getOrDefault(best, 0)) {
                    best = label;
                }
            }
            right += best.equals(asked.get(i)) ? 1 : 0;
        }
        return (double) right / asked.size();
    }

    /** The share of the variance of rows that the means of their nearest tell; below 0 where the mean of all tells more. */
    double recovered(double[] known, double[] asked, int columns) {
        int rows = asked.length / columns;
        double left = 0;
        double all = 0;
        for (int j = 0; j < columns; j++) {
            double mean = 0;
            for (int i = 0; i < rows; i++) {
                mean += asked[i * columns + j] / rows;
            }
            for (int i = 0; i < rows; i++) {
                double told = 0;
                for (int n = 0; n < neighbours; n++) {
                    told += known[nearest[i * neighbours + n] * columns + j] / neighbours;
                }
                double value = asked[i * columns + j];
                left += (value - told) * (value - told);
                all += (value - mean) * (value - mean);
            }
        }
        return all > 0 ? 1 - left / all : 1;
    }
}
