package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Chooses landmarks and features again, for what was learned with others and for new rows together. */
public final class LandmarkUpdate {
    /*
     * What was learned is known as the Gram matrix S of features z = V* phi, so in any basis U of a larger span it is T S T' with
     * T = U* V. The candidates are the old landmarks and the new rows. While there is room the old landmarks stay, and new ones are chosen by
     * what the old ones leave of the new rows. When there are too many, all are chosen again. Then an old landmark c is proposed less
     * often the less the learned rows have in common with it: h = z(c)'S z(c) / n is the mean of K(x, c)^2 as far as V knows it, and
     * its weight is h / (h + e), with e the error level. So landmarks of rows that were forgotten go.
     *
     * If the old landmarks lie in subspaces of few dimensions, new ones lie in the subspace that contains these and the directions of the new
     * rows, while that is small enough to be worth it. The candidates are then points of it, and the new rows follow them, to be measured with.
     */
    private final Kernel kernel;
    private final int columns;
    private final Limits limits;
    private final long seed;
    private final Workers workers;
    private final List<Learned> learned = new ArrayList<>();
    private float[] rows = new float[0];
    private double[] rowWeights = new double[0];

    /**
     * What was learned with some landmarks.
     *
     * @param map the landmarks and their features
     * @param gram the sum of w z z' over the rows x, r x r
     * @param weight the sum of w
     */
    public record Learned(NystromMap map, double[] gram, double weight) {}

    /**
     * What the new map may have.
     *
     * @param landmarks the most landmarks
     * @param added the most landmarks that may be added at a time
     * @param features the most features
     * @param sketchSize l
     */
    public record Limits(int landmarks, int added, int features, int sketchSize) {}

    /** An update without anything learned yet. */
    public LandmarkUpdate(Kernel kernel, int columns, Limits limits, long seed, Workers workers) {
        this.kernel = kernel;
        this.columns = columns;
        this.limits = limits;
        this.seed = seed;
        this.workers = workers;
    }

    /** Adds what was learned with some landmarks. */
    public LandmarkUpdate add(Learned part) {
        learned.add(part);
        return this;
    }

    /**
     * Adds new rows.
     *
     * @param standardized rows of d floats, row-major; read only
     * @param weights how many rows each of them stands for; read only
     */
    public LandmarkUpdate add(float[] standardized, double[] weights) {
        rows = standardized;
        rowWeights = weights;
        return this;
    }

    /**
     * The new map.
     *
     * @param index tells one update of a stream from another
     */
    public NystromMap map(long index) {
        int old = learned.stream().mapToInt(part -> part.map().landmarkCount()).sum();
        double weight = 0;
        for (double own : rowWeights) {
            weight += own;
        }
        for (Learned part : learned) {
            weight += part.weight();
        }
        double level = errorLevel() / weight;
        RowSubspace subspace = subspace(level);
        float[] candidates = candidates(old, subspace);
        int fresh = rows.length / columns;
        // Where the new rows are, as they are.
        int measured = subspace == null ? old : old + fresh;
        PivotedCholesky cholesky = new PivotedCholesky(kernel, candidates, columns, PivotedCholesky.NUGGET, workers);
        double[] proposed = new double[measured + fresh];
        Arrays.fill(proposed, 0, old + fresh, 1);
        cholesky.weigh(proposed);
        RandomStream pivots = new RandomStream(seed, Purpose.LANDMARK_UPDATE_PIVOTS, index);
        // Room for the landmarks that are added: otherwise all are chosen again.
        boolean isRoomy = old + Math.min(limits.added(), fresh) <= limits.landmarks();
        if (isRoomy) {
            cholesky.take(old);
            double enough = Math.max(LandmarkSelection.SHARE_LEFT * level, cholesky.nugget());
            int most = Math.min(limits.landmarks(), cholesky.size() + limits.added());
            if (rows.length > 0) {
                cholesky.run(
                        LandmarkRule.PIVOTED, most, pivots, () -> cholesky.meanLeft(measured, rowWeights) <= enough);
            }
        } else {
            cholesky.weigh(weights(old, level));
            cholesky.run(LandmarkRule.PIVOTED, limits.landmarks(), pivots);
        }
        return new LandmarkFeatures(kernel, cholesky, candidates, columns, subspace, workers)
                .map(
                        points(cholesky, old, measured, weight),
                        limits.features(),
                        new RandomStream(seed, Purpose.LANDMARK_UPDATE_DIRECTIONS, index));
    }

    /** The old landmarks, then the new rows; if there is a subspace, as points of it and once more as they are. */
    private float[] candidates(int old, @Nullable RowSubspace subspace) {
        int fresh = rows.length / columns;
        int count = old + (subspace == null ? fresh : 2 * fresh);
        float[] candidates = new float[Math.multiplyExact(count, columns)];
        int at = 0;
        for (Learned part : learned) {
            float[] landmarks = part.map().landmarks();
            System.arraycopy(landmarks, 0, candidates, at, landmarks.length);
            at += landmarks.length;
        }
        if (subspace != null) {
            System.arraycopy(subspace.within(rows, workers), 0, candidates, at, rows.length);
            at += rows.length;
        }
        System.arraycopy(rows, 0, candidates, at, rows.length);
        return candidates;
    }

    /** A subspace for all landmarks, old and new; null if it is not worth it. */
    private @Nullable RowSubspace subspace(double level) {
        float[] given = new float[0];
        for (Learned part : learned) {
            RowSubspace own = part.map().values().subspace();
            if (own == null) {
                return null;
            }
            given = RowSubspace.union(given, own.basis(), columns);
        }
        return RowSubspace.of(
                rows,
                given,
                columns,
                LandmarkSelection.SHARE_MISSED * level * kernel.bandwidth() * kernel.bandwidth(),
                RowSubspace.most(columns, limits.landmarks()),
                workers);
    }

    /** A lower bound on the eigenvalue l + 1 of all rows: that of one part, with the new rows as its map sees them. */
    private double errorLevel() {
        double level = 0;
        for (int i = 0; i < learned.size(); i++) {
            Learned part = learned.get(i);
            int r = part.map().features();
            double[] gram = part.gram().clone();
            if (i == 0 && rows.length > 0) {
                double[] features = features(part.map(), rows);
                BlockedProduct.addGram(features, rowWeights, rowWeights.length, r, gram, workers);
            }
            if (limits.sketchSize() < r) {
                double[] values = new SymmetricEigen(r).largest(gram, r, limits.sketchSize() + 1);
                level = Math.max(level, values[limits.sketchSize()]);
            }
        }
        return level;
    }

    private double[] features(NystromMap map, float[] points) {
        int count = points.length / columns;
        float[] narrow = new float[Math.multiplyExact(count, map.features())];
        map.map(points, 0, count, narrow, 0, workers);
        double[] wide = new double[narrow.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = narrow[i];
        }
        return wide;
    }

    /** Of the old landmarks, what the rows have in common with them. */
    private double[] weights(int old, double level) {
        double[] weights = new double[old];
        int at = 0;
        for (Learned part : learned) {
            int r = part.map().features();
            double[] features = features(part.map(), part.map().landmarks());
            int count = features.length / r;
            double[] product = new double[features.length];
            BlockedProduct.multiply(features, part.gram(), product, count, r, r, workers);
            for (int i = 0; i < count; i++) {
                double sum = 0;
                for (int j = 0; j < r; j++) {
                    sum += product[i * r + j] * features[i * r + j];
                }
                double common = Math.max(0, sum / Math.max(part.weight(), Double.MIN_NORMAL));
                weights[at++] = common > 0 ? common / (common + level) : 0;
            }
        }
        return weights;
    }

    /** The new rows and, for every part, r points that have its Gram matrix. */
    private LandmarkFeatures.Points points(PivotedCholesky cholesky, int old, int measured, double weight) {
        int m = cholesky.size();
        int candidates = cholesky.candidates();
        int fresh = candidates - measured;
        int count = fresh;
        for (Learned part : learned) {
            count += part.map().features();
        }
        double[] coordinates = new double[Math.multiplyExact(m, count)];
        for (int i = 0; i < m; i++) {
            System.arraycopy(cholesky.factor(), i * candidates + measured, coordinates, i * count, fresh);
        }
        double[] weights = Arrays.copyOf(rowWeights, count);
        for (int row : cholesky.chosen()) {
            if (row >= old) {
                weights[row - old] += LandmarkSelection.LANDMARK_WEIGHT * weight / m;
            }
        }
        int landmark = 0;
        int point = fresh;
        for (Learned part : learned) {
            int r = part.map().features();
            int own = part.map().landmarkCount();
            double[] carried = carried(cholesky, part, landmark);
            for (int i = 0; i < m; i++) {
                System.arraycopy(carried, i * r, coordinates, i * count + point, r);
            }
            Arrays.fill(weights, point, point + r, 1.0);
            landmark += own;
            point += r;
        }
        return new LandmarkFeatures.Points(coordinates, count, weights);
    }

    /** U*V S^1/2, m x r: U the basis of the span of the pivots, V = Phi_C M. */
    private double[] carried(PivotedCholesky cholesky, Learned part, int first) {
        int m = cholesky.size();
        int r = part.map().features();
        int own = part.map().landmarkCount();
        double[] coordinates = new double[m * own];
        for (int i = 0; i < m; i++) {
            System.arraycopy(cholesky.factor(), i * cholesky.candidates() + first, coordinates, i * own, own);
        }
        double[] factor = LandmarkTransfer.wide(part.map().factor());
        double[] basis = new double[m * r];
        BlockedProduct.multiply(coordinates, factor, basis, m, own, r, workers);
        double[] carried = new double[m * r];
        double[] root = SymmetricEigen.root(part.gram().clone(), r, Workers.callerOnly());
        BlockedProduct.multiply(basis, BlockedProduct.transposed(root, r, r), carried, m, r, r, workers);
        return carried;
    }
}
