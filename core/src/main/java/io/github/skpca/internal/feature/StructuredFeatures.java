package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.HadamardLayout;
import io.github.skpca.internal.linalg.HadamardTransform;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.IsotropicKernel;

import java.util.Arrays;
import java.util.List;

/**
 * Paired Fourier features whose frequencies are never formed: z(x) = sqrt(2/m) (cos t, sin t) with
 * t = L H D3 H D2 H D1 x for each block.
 *
 * <p>H is the orthonormal Walsh-Hadamard matrix, the D are diagonals of random signs and L is a diagonal of lengths. Three rounds of
 * signs and transforms approximate a random orthogonal matrix (Yu et al., NIPS 2016; Choromanski et al., NIPS 2017), so the map
 * approximates {@link MapKind#ORTHOGONAL}, in O((m + d) log d) time per row and O(m + d) space. Where d is not a power of two, each
 * round works twice on part of the numbers, and shuffles them in between.
 */
public final class StructuredFeatures implements FeatureMap {
    /*
     * The scale s^-1/2 of a step is part of its signs. Where all steps take all numbers, the signs have 2^-floor(log2(s)/2), which is
     * exact, and for an odd log2(s) the missing 2^-3/2 is part of the lengths.
     */
    /** Beyond this width, transposed rows would not fit into the second-level cache. */
    private static final int WIDEST_ACROSS = 4096;

    /** Rows that a thread takes at a time: a multiple of every {@link HadamardTransform#across}. */
    private static final int ROW_GRAIN = 16;

    /** Work space for a few rows per thread: threads share a map, and scoring a row must not allocate. */
    private static final ThreadLocal<float[]> SCRATCH = ThreadLocal.withInitial(() -> new float[0]);

    private final int columns;
    private final HadamardShape shape;
    private final int width;
    private final int span;
    private final int steps;
    private final int count;
    private final float[] factors;
    private final float[] lengths;
    private final float[] scaledLengths;
    private final float scale;
    private final Backend backend;
    private final int across;
    private final HadamardLayout[] layouts;
    private final int lastStride;
    private final SignedHadamard exact;

    private StructuredFeatures(int columns, float[] signs, float[] lengths) {
        this.columns = columns;
        this.shape = HadamardShape.of(columns);
        this.width = shape.width();
        this.span = shape.span();
        this.steps = shape.steps();
        this.count = lengths.length;
        this.lengths = lengths;
        this.scale = RandomFourierFeatures.scale(features());
        this.backend = Backend.active();
        this.across = width <= WIDEST_ACROSS ? backend.hadamard().across() : 1;
        this.layouts = new HadamardLayout[shape.isWhole() ? 1 : steps];
        int power = 1;
        int last = 1;
        for (int step = 0; step < layouts.length; step++) {
            int[] places = new int[span];
            for (int j = 0; j < span; j++) {
                places[j] = (int) ((long) j * power % width) * across;
            }
            layouts[step] = new HadamardLayout(places, across);
            last = power;
            power = (int) ((long) power * shape.stride() % width);
        }
        this.lastStride = last;
        int stages = Integer.numberOfTrailingZeros(span);
        boolean isRoot = stages % 2 == 0 || !shape.isWhole();
        float eachStep = isRoot ? (float) (1 / Math.sqrt(span)) : Math.scalb(1f, -(stages / 2));
        float rest = isRoot ? 1f : (float) Math.sqrt(0.125);
        this.factors = new float[signs.length];
        for (int i = 0; i < signs.length; i++) {
            factors[i] = signs[i] * eachStep;
        }
        this.exact = new SignedHadamard(shape, factors);
        this.scaledLengths = new float[count];
        for (int i = 0; i < count; i++) {
            scaledLengths[i] = lengths[i] * rest;
        }
    }

    /**
     * Draws a map.
     *
     * @param features m, positive and even
     */
    static StructuredFeatures draw(IsotropicKernel kernel, int columns, int features, long seed) {
        int count = features / 2;
        int width = width(columns);
        float[] signs = new float[Math.multiplyExact(signRows(columns, features), span(columns))];
        RandomStream random = new RandomStream(seed, Purpose.SIGNS);
        for (int i = 0; i < signs.length; i++) {
            signs[i] = random.nextLong() < 0 ? -1f : 1f;
        }
        float[] lengths = new float[count];
        random = new RandomStream(seed, Purpose.LENGTHS);
        for (int i = 0; i < count; i++) {
            lengths[i] = (float) OrthogonalFrequencies.length(kernel, width, random);
        }
        return new StructuredFeatures(columns, signs, lengths);
    }

    /**
     * The map of the given signs and lengths, as a model file holds them.
     *
     * @param signs the diagonals of each block, {@link #signRows} x {@link #span}, all 1 or -1; read only
     * @param lengths m/2 non-negative numbers; kept, not copied
     */
    public static StructuredFeatures of(int columns, float[] signs, float[] lengths) {
        if (columns < 1 || lengths.length == 0) {
            throw new IllegalArgumentException(lengths.length + " lengths are not those of a map of rows");
        }
        long expected = (long) signRows(columns, 2 * lengths.length) * span(columns);
        if (signs.length != expected) {
            throw new IllegalArgumentException(signs.length + " signs where there should be " + expected);
        }
        for (float sign : signs) {
            if (Math.abs(sign) != 1f) {
                throw new IllegalArgumentException("the signs hold a number that is neither 1 nor -1");
            }
        }
        for (float length : lengths) {
            if (!(length >= 0 && length <= (float) RandomFourierFeatures.FASTEST)) {
                throw new IllegalArgumentException("the lengths hold a number that no frequency is as long as");
            }
        }
        return new StructuredFeatures(columns, signs, lengths);
    }

    /** w: the numbers that a block works on, and the most frequencies it has, for rows of {@code columns} numbers. */
    public static int width(int columns) {
        return HadamardShape.of(columns).width();
    }

    /** s: the numbers that a step transforms, the largest power of two in {@link #width}. */
    public static int span(int columns) {
        return HadamardShape.of(columns).span();
    }

    /** The number of diagonals of signs: three or six for each block of w frequencies; the last block may be used in part. */
    public static int signRows(int columns, int features) {
        return HadamardShape.of(columns).signRows(features / 2);
    }

    /** The signs, {@link #signRows} x {@link #span}; a copy. */
    public float[] signs() {
        float[] signs = new float[factors.length];
        for (int i = 0; i < signs.length; i++) {
            signs[i] = Math.signum(factors[i]);
        }
        return signs;
    }

    /** The lengths of the frequencies, m/2; a copy. */
    public float[] lengths() {
        return lengths.clone();
    }

    @Override
    public MapKind kind() {
        return MapKind.STRUCTURED;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public int features() {
        return 2 * count;
    }

    @Override
    public double largestSquaredNorm() {
        return MapKind.STRUCTURED.largestSquaredNorm();
    }

    @Override
    public void map(float[] rows, int offset, int number, float[] out, int outOffset, Workers workers) {
        if (workers.threads() == 1 || number <= ROW_GRAIN) {
            mapRange(rows, offset, number, out, outOffset);
        } else {
            workers.split(
                    number,
                    ROW_GRAIN,
                    (from, to) ->
                            mapRange(rows, offset + from * columns, to - from, out, outOffset + from * features()));
        }
    }

    private void mapRange(float[] rows, int offset, int number, float[] out, int outOffset) {
        float[] scratch = scratch();
        for (int i = 0; i < number; i += across) {
            int some = Math.min(across, number - i);
            mapSome(rows, offset + i * columns, some, scratch, out, outOffset + i * features());
        }
    }

    /**
     * Maps at most {@code across} rows. They are transposed into the first part of the scratch and processed in the others. One row costs
     * as much as all of them, which is still faster than scalar code.
     */
    private void mapSome(float[] rows, int offset, int number, float[] scratch, float[] out, int at) {
        transpose(rows, offset, number, scratch);
        int angles = 3 * width * across;
        for (int first = 0; first < count; first += width) {
            int used = Math.min(width, count - first);
            int signs = shape.signsOf(first, 0);
            int transposed = shape.isWhole()
                    ? wholeSteps(scratch, signs)
                    : partialSteps(scratch, signs, first + width < count, used);
            backend.hadamard()
                    .transposeBack(scratch, transposed, scaledLengths, first, used, scratch, angles, used, across);
            for (int r = 0; r < number; r++) {
                int to = at + r * features() + first;
                backend.functions().cosinesAndSines(scratch, angles + r * used, used, scale, out, to, to + count);
            }
        }
    }

    /** All steps of a block that transforms all numbers; returns the offset of the result in the scratch. */
    private int wholeSteps(float[] scratch, int signs) {
        int values = width * across;
        int from = 0;
        for (int step = 0; step < steps; step++) {
            backend.hadamard().transform(factors, signs + step * span, layouts[0], scratch, from, values, false);
            from = values;
        }
        return values;
    }

    /**
     * All steps of a block that transforms a part of the numbers; returns the offset in the scratch of the first {@code used} results.
     * Nothing is shuffled: the next step reads its numbers from where a shuffle would take them.
     *
     * @param again whether the rows are still needed
     */
    private int partialSteps(float[] scratch, int signs, boolean again, int used) {
        int values = again ? width * across : 0;
        int work = 2 * width * across;
        if (again) {
            System.arraycopy(scratch, 0, scratch, values, width * across);
        }
        for (int step = 0; step < steps; step++) {
            boolean back = step < steps - 1;
            backend.hadamard().transform(factors, signs + step * span, layouts[step], scratch, values, work, back);
        }
        for (int j = span; j < used; j++) {
            int place = (int) (j * (long) lastStride % width);
            System.arraycopy(scratch, values + place * across, scratch, work + j * across, across);
        }
        return work;
    }

    /** Row r becomes column r of the scratch; the rest is zero. */
    private void transpose(float[] rows, int offset, int number, float[] scratch) {
        if (number == across) {
            backend.hadamard().transpose(rows, offset, columns, columns, scratch, 0, across);
            Arrays.fill(scratch, columns * across, width * across, 0f);
            return;
        }
        Arrays.fill(scratch, 0, width * across, 0f);
        for (int r = 0; r < number; r++) {
            for (int j = 0; j < columns; j++) {
                scratch[j * across + r] = rows[offset + r * columns + j];
            }
        }
    }

    @Override
    public void map(double[] row, double[] out) {
        double[] block = new double[width];
        for (int first = 0; first < count; first += width) {
            angles(row, first, block);
            for (int j = 0; j < Math.min(width, count - first); j++) {
                out[first + j] = scale * StrictMath.cos(block[j]);
                out[count + first + j] = scale * StrictMath.sin(block[j]);
            }
        }
    }

    /** t of one block: {@code block} is overwritten. */
    private void angles(double[] row, int first, double[] block) {
        System.arraycopy(row, 0, block, 0, columns);
        Arrays.fill(block, columns, width, 0);
        exact.apply(block, first);
        for (int j = 0; j < Math.min(width, count - first); j++) {
            block[j] *= scaledLengths[first + j];
        }
    }

    @Override
    public double pullBack(double[] row, double[] weights, double[] gradient) {
        double[] block = new double[width];
        double value = 0;
        Arrays.fill(gradient, 0, columns, 0);
        for (int first = 0; first < count; first += width) {
            angles(row, first, block);
            int used = Math.min(width, count - first);
            for (int j = 0; j < used; j++) {
                double cosine = scale * StrictMath.cos(block[j]);
                double sine = scale * StrictMath.sin(block[j]);
                double ofCosine = weights[first + j];
                double ofSine = weights[count + first + j];
                value += ofCosine * cosine + ofSine * sine;
                block[j] = (ofSine * cosine - ofCosine * sine) * scaledLengths[first + j];
            }
            Arrays.fill(block, used, width, 0);
            exact.applyTransposed(block, first);
            for (int j = 0; j < columns; j++) {
                gradient[j] += block[j];
            }
        }
        return value;
    }

    private float[] scratch() {
        float[] scratch = SCRATCH.get();
        int length = (3 * width + Math.min(width, count)) * across;
        if (scratch.length < length) {
            scratch = new float[length];
            SCRATCH.set(scratch);
        }
        return scratch;
    }

    @Override
    public long bytes() {
        return 4L * (factors.length + (long) layouts.length * span + 2L * count);
    }

    @Override
    public FeatureMap again() {
        return new StructuredFeatures(columns, signs(), lengths);
    }

    @Override
    public List<MapTensor> tensors() {
        return List.of(
                new MapTensor("signs", signs(), factors.length / span, span),
                new MapTensor("lengths", lengths(), count));
    }

    @Override
    public String differingPart() {
        return "signs and lengths differ (another seed)";
    }
}
