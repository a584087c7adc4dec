package io.github.skpca.internal.baseline;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.LandmarkSet;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;

/**
 * Streaming Nystrom of the paper: c independent samplers, each of which holds one uniformly random row of those seen so far, and
 * the c x c kernel matrix of what they hold.
 *
 * <p>Used by one thread. A row that changes no sampler costs nothing but to be counted.
 */
public final class ReservoirSample {
    /*
     * Row t replaces what a sampler holds with probability 1/t. The next row T that does so after row t has
     * P(T > s) = (1 - 1/(t+1)) ... (1 - 1/s) = t/s, so T = floor(t/U) + 1 with U uniform on (0, 1]: one draw a replacement,
     * none for the rows between. Each sampler draws from a stream of its own that is found by the row of the draw, so that a
     * learner that was stopped draws what it would have drawn.
     *
     * Two samples merge by sampler i taking the other's row with probability n2 / (n1 + n2); what it then holds is uniform over
     * the rows of both. What comes next depends on the past only through t, and is drawn again at t = n1 + n2.
     */
    private final int columns;
    private final int size;
    private final LandmarkSet landmarks;
    private final float[] gram;
    private final float[] similarities;
    private final boolean[] changed;
    private final long[] seeds;
    private final long[] next;
    private long soonest = 1;
    private long seen;

    /** Samplers without rows. */
    public ReservoirSample(Kernel kernel, int columns, int size, long seed) {
        if (size < 1) {
            throw new IllegalArgumentException("a sample must have at least 1 row, not " + size);
        }
        this.columns = columns;
        this.size = size;
        this.landmarks = new LandmarkSet(kernel, size, columns);
        this.gram = new float[Math.multiplyExact(size, size)];
        this.similarities = new float[size];
        this.changed = new boolean[size];
        this.seeds = new long[size];
        this.next = new long[size];
        RandomStream random = new RandomStream(seed, Purpose.NYSTROM_SAMPLERS);
        for (int i = 0; i < size; i++) {
            seeds[i] = random.nextLong();
            next[i] = 1;
        }
    }

    /** Samplers that resume from a state; {@code size} and {@code seed} are those it was made with. */
    public static ReservoirSample restore(Kernel kernel, LandmarkState state, int size, long seed) {
        ReservoirSample sample = new ReservoirSample(kernel, state.columns(), size, seed);
        if (state.seen() == 0) {
            return sample;
        }
        if (state.next().length != size) {
            throw new IllegalArgumentException(
                    "a sample of " + state.next().length + " rows where " + size + " belong");
        }
        sample.copyFrom(state);
        return sample;
    }

    private void copyFrom(LandmarkState state) {
        for (int i = 0; i < size; i++) {
            landmarks.set(i, state.rows(), i * columns);
            changed[i] = true;
            next[i] = state.next()[i];
        }
        seen = state.seen();
        findSoonest();
        compareChanged(state.rows());
    }

    /** How many of the coming rows will change nothing. */
    public long rowsToSkip() {
        return soonest - seen - 1;
    }

    /** Counts rows that change nothing, at most {@link #rowsToSkip()}. */
    public void skip(long rows) {
        if (rows < 0 || rows > rowsToSkip()) {
            throw new IllegalArgumentException(rows + " rows where " + rowsToSkip() + " change nothing");
        }
        seen += rows;
    }

    /**
     * Offers one row to the samplers.
     *
     * @param rows a standardised row of d floats from {@code offset} on; copied
     */
    public void take(float[] rows, int offset) {
        seen++;
        if (seen < soonest) {
            return;
        }
        for (int i = 0; i < size; i++) {
            changed[i] = next[i] == seen;
            if (changed[i]) {
                landmarks.set(i, rows, offset);
                next[i] = drawNext(i);
            }
        }
        findSoonest();
        // All changed landmarks are the same row, so one comparison serves them all.
        landmarks.compare(rows, offset, 1, similarities, 0);
        for (int i = 0; i < size; i++) {
            if (changed[i]) {
                writeRowAndColumn(i);
            }
        }
    }

    private long drawNext(int sampler) {
        double row = seen / new RandomStream(seeds[sampler], Purpose.NYSTROM_NEXT, seen).nextPositive();
        return row >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) row + 1;
    }

    private void findSoonest() {
        soonest = Long.MAX_VALUE;
        for (long row : next) {
            soonest = Math.min(soonest, row);
        }
    }

    private void writeRowAndColumn(int i) {
        System.arraycopy(similarities, 0, gram, i * size, size);
        for (int j = 0; j < size; j++) {
            gram[j * size + i] = similarities[j];
        }
    }

    /** Brings rows and columns of changed landmarks up to date. */
    private void compareChanged(float[] rows) {
        for (int i = 0; i < size; i++) {
            if (changed[i]) {
                landmarks.compare(rows, i * columns, 1, similarities, 0);
                writeRowAndColumn(i);
            }
        }
    }

    /** Absorbs another sample of the same size: each sampler then holds a uniform row of those of both. The other stays. */
    public void merge(ReservoirSample other) {
        if (other.size != size || other.columns != columns) {
            throw new IllegalArgumentException(
                    "samples of " + size + " x " + columns + " and " + other.size + " x " + other.columns);
        }
        if (other.seen == 0) {
            return;
        }
        if (seen == 0) {
            copyFrom(other.state());
            return;
        }
        float[] theirs = other.landmarks.rows();
        double share = other.seen / ((double) seen + other.seen);
        seen = Math.addExact(seen, other.seen);
        for (int i = 0; i < size; i++) {
            changed[i] = new RandomStream(seeds[i], Purpose.NYSTROM_MERGE, seen).nextDouble() < share;
            if (changed[i]) {
                landmarks.set(i, theirs, i * columns);
            }
            next[i] = drawNext(i);
        }
        findSoonest();
        compareChanged(theirs);
    }

    /** All rows so far. */
    public long rows() {
        return seen;
    }

    /** c. */
    public int size() {
        return size;
    }

    /** The samplers as they are, a copy. */
    public LandmarkState state() {
        return seen == 0
                ? LandmarkState.empty(columns)
                : new LandmarkState(columns, landmarks.rows(), seen, next.clone());
    }

    /** The sample with the eigenpairs of its kernel matrix, about the mean of the sample if {@code centered}. */
    public LandmarkSummary summary(boolean centered) {
        return summary(centered, Workers.callerOnly());
    }

    /** As {@link #summary(boolean)}, with threads to share the work. */
    public LandmarkSummary summary(boolean centered, Workers workers) {
        double[] wide = new double[gram.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = gram[i];
        }
        return LandmarkSummary.decompose(state(), wide, centered, size, workers);
    }

    /** The bytes held. */
    public long workingBytes() {
        return landmarks.bytes() + 4L * (gram.length + similarities.length) + 17L * size;
    }
}
