package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The shrink of a block through a range finder: how often a block is processed, and when it is shrunk exactly instead. */
final class RangeFinderShrink implements BlockShrink {
    /*
     * A pass of the range finder keeps C'C of A'A = C'C + R'R, where A is the sketch B stacked over a block of rows. C is shrunk exactly
     * and becomes the new B. The residual R'R is at most its largest eigenvalue, which random probes bound; shrink and bound are added to
     * the sketch's delta.
     *
     * B has up to l' = l + 4 rows: a block shrinks by delta = the (l'+1)-th squared singular value of C. Only a summary is shrunk to l
     * rows, and pays for the (l+1)-th once. The directions beyond l also carry over what they found from one block to the next.
     *
     * As in any Frequent Directions, l' times the sum of shrinks is at most ||A||_F^2 - ||B||_F^2, and l times the last one, to l
     * rows, is at most what it takes off ||B||_F^2: together at most ||A||_F^2 / l. The sum of residual bounds is also
     * held below ||A||_F^2 / l: a block that would break this, its rounding included, is processed again from C's own directions,
     * and if that is not enough, shrunk exactly. So delta <= 2 ||A||_F^2 / l at all times.
     */
    private static final int MOST_ITERATIONS = 2;

    private final int columns;
    private final int size;
    private final long seed;
    private final Workers workers;
    private final int kept;

    /** Allocated when the first block comes: a sketch that only carries a state needs none. */
    private @Nullable RangeFinder finder;

    RangeFinderShrink(int columns, int size, long seed, Workers workers) {
        this.columns = columns;
        this.size = size;
        this.seed = seed;
        this.workers = workers;
        this.kept = RangeFinder.keptRows(size);
    }

    @Override
    public int keptRows() {
        return kept;
    }

    @Override
    public SketchState absorb(
            SketchState b, float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        // A range finder pays off when it leaves much out; a few rows are shrunk exactly.
        if (count < 2 * RangeFinder.width(size)) {
            return exactly(b, block, count, mean, jump);
        }
        RangeFinder now = finder == null ? new RangeFinder(columns, size, workers) : finder;
        finder = now;
        now.stack(b, block, count, mean, jump);
        double squaredNorm = now.squaredNorm();
        long index = b.certificate().blocks() + 1;
        double failure = ResidualBound.failureOfBlock(index);
        // A block may be processed several times, with a bound each time: the failure probability is split among them.
        double chance = failure / (MOST_ITERATIONS + 1);
        double most = squaredNorm / size - b.certificate().residual();
        RandomStream random = new RandomStream(seed, Purpose.BLOCK_PROBES, index);
        now.start(b, random);
        // With fewer than l directions to start from, the random ones need a second pass.
        int iterations = b.count() < size ? 1 : 0;
        RangeFinder.Pass pass = now.pass(chance, iterations == 0 ? random : null);
        for (int i = 0; i < MOST_ITERATIONS && (i < iterations || pass.coarse() || !pass.fits(most)); i++) {
            now.restart();
            pass = now.pass(chance, i + 1 >= iterations ? random : null);
        }
        if (!pass.fits(most)) {
            // The probes of this block were used, and so was its share of the failure probability.
            SketchState exact = exactly(b, block, count, mean, jump);
            return exact.withCertificate(exact.certificate().plus(new SketchState.Certificate(0, failure, 1)));
        }
        return new SketchState(
                Arrays.copyOf(now.shrunkRows(), pass.rows() * columns),
                pass.rows(),
                columns,
                b.delta() + pass.shrink() + pass.residual(),
                b.rounding() + pass.rounding(),
                squaredNorm,
                b.certificate().plus(new SketchState.Certificate(pass.residual(), failure, 1)));
    }

    private SketchState exactly(
            SketchState b, float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        FrequentDirections exact = new FrequentDirections(ShrinkRule.FAST, columns, kept);
        exact.merge(b, null);
        exact.absorb(block, count, mean, jump);
        return exact.summary().state();
    }

    @Override
    public BlockShrink copy() {
        return new RangeFinderShrink(columns, size, seed, workers);
    }

    @Override
    public long bytes() {
        return RangeFinder.bytes(columns, size);
    }
}
