package io.github.skpca.internal.linalg;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** What every backend must do; each implementation runs it. */
abstract class BackendContract {
    /** Half the spacing of floats at 1. */
    private static final double FLOAT_ROUNDOFF = 0x1p-24;

    private static final double DOUBLE_ROUNDOFF = 0x1p-53;
    private static final float GUARD = -77.25f;
    private static final int[] SIZES = {1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 17, 24, 31, 32, 33, 47, 64, 65, 67};

    private Backend backend;

    abstract Backend create();

    @BeforeEach
    void start() {
        backend = create();
    }

    @Test
    void productsOfEverySize() {
        for (int rows : new int[] {1, 2, 3, 5, 11, 12, 13, 25}) {
            for (int depth : SIZES) {
                for (int columns : SIZES) {
                    requireProduct(rows, depth, columns, depth, 1, columns, 1000L * rows + 100L * depth + columns);
                }
            }
        }
    }

    @Test
    void productsWithEveryStride() {
        int rows = 14;
        for (int depth : new int[] {1, 6, 33}) {
            for (int columns : new int[] {1, 16, 19, 67}) {
                requireProduct(rows, depth, columns, depth + 3, 1, columns + 5, depth + columns);
                // Transposed: the depth runs down a column of a.
                requireProduct(rows, depth, columns, 1, rows, columns, depth + columns + 1);
                requireProduct(rows, depth, columns, 1, rows + 4, columns + 1, depth + columns + 2);
                requireProduct(rows, depth, columns, 2 * depth + 1, 2, columns + 2, depth + columns + 3);
            }
        }
    }

    private void requireProduct(
            int rows, int depth, int columns, int rowStride, int depthStride, int outStride, long seed) {
        Random random = new Random(seed);
        int aOffset = random.nextInt(5);
        int cOffset = random.nextInt(5);
        float[] a = floats(random, aOffset + (rows - 1) * rowStride + (depth - 1) * depthStride + 1);
        float[] b = floats(random, depth * columns);
        float[] c = guarded(cOffset + rows * outStride + 9);
        float[] before = a.clone();
        backend.products()
                .multiply(
                        new FloatMatrix(a, aOffset, rowStride, depthStride),
                        rows,
                        packed(b, depth, columns),
                        new FloatMatrix(c, cOffset, outStride));
        String label =
                "rows=" + rows + " depth=" + depth + " columns=" + columns + " stride=" + rowStride + " seed=" + seed;
        assertThat(a).as(label).isEqualTo(before);
        // A sum of n terms, in any order and with or without fused steps, is off by at most n u sum |a||b|.
        double share = 1.01 * (depth + 1) * FLOAT_ROUNDOFF;
        boolean[] written = new boolean[c.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                double size = 0;
                for (int k = 0; k < depth; k++) {
                    double term = (double) a[aOffset + i * rowStride + k * depthStride] * b[k * columns + j];
                    sum += term;
                    size += Math.abs(term);
                }
                int at = cOffset + i * outStride + j;
                written[at] = true;
                require(Math.abs(c[at] - sum) <= share * size, label, i, j, c[at], sum);
            }
        }
        requireGuards(c, written, label);
    }

    /** Against the definition H[i, j] = (-1)^(bits that i and j share), and bit for bit as in plain Java, alone or across others. */
    @Test
    void hadamardTransforms() {
        for (int count = 1; count <= 2048; count *= 2) {
            for (int across : new int[] {1, 2, 4, 32, backend.hadamard().across()}) {
                for (Results results :
                        count * across > 4096 ? EnumSet.of(Results.BACK) : EnumSet.allOf(Results.class)) {
                    requireHadamard(count, across, results, 6000L + count + across);
                }
            }
        }
    }

    private enum Results {
        IN_PLACE,
        APART,
        BACK
    }

    private void requireHadamard(int count, int across, Results results, long seed) {
        Random random = new Random(seed);
        String label = "count=" + count + " across=" + across + " " + results + " seed=" + seed;
        int entries = results == Results.BACK ? count + count / 3 + 1 : count;
        int[] places = places(random, entries, count, across, results == Results.IN_PLACE);
        int to = results == Results.IN_PLACE ? 3 : 3 + entries * across + 2;
        float[] factors = floats(random, count + 2);
        float[] before = floats(random, to + count * across + 5);
        float[] values = before.clone();
        HadamardLayout layout = new HadamardLayout(places, across);
        backend.hadamard().transform(factors, 2, layout, values, 3, to, results == Results.BACK);
        HadamardLayout inOrder = new HadamardLayout(places(random, count, count, 1, true), 1);
        boolean[] free = new boolean[values.length];
        Arrays.fill(free, to, to + count * across, true);
        for (int r = 0; r < across; r++) {
            float[] alone = new float[count];
            for (int i = 0; i < count; i++) {
                alone[i] = before[3 + places[i] + r];
            }
            float[] entriesOfOne = alone.clone();
            Backend.plain().hadamard().transform(factors, 2, inOrder, alone, 0, 0, false);
            for (int i = 0; i < count; i++) {
                int at = results == Results.BACK ? 3 + places[i] + r : to + i * across + r;
                free[at] = true;
                float found = values[at];
                require(found == alone[i], label, i, r, found, alone[i]);
                if (r == 0 && (count <= 512 || i % 37 == 0)) {
                    requireDefinition(factors, entriesOfOne, i, found, label);
                }
            }
        }
        for (int i = 0; i < values.length; i++) {
            if (!free[i]) {
                assertThat(values[i]).as(label).isEqualTo(before[i]);
            }
        }
    }

    private static void requireDefinition(float[] factors, float[] entries, int i, float found, String label) {
        double sum = 0;
        double size = 0;
        for (int j = 0; j < entries.length; j++) {
            double term = (double) factors[2 + j] * entries[j];
            sum += Integer.bitCount(i & j) % 2 == 0 ? term : -term;
            size += Math.abs(term);
        }
        require(Math.abs(found - sum) <= 1.01 * 13 * FLOAT_ROUNDOFF * size, label, i, 0, found, sum);
    }

    private static int[] places(Random random, int entries, int count, int across, boolean inOrder) {
        Integer[] chosen = new Integer[entries];
        Arrays.setAll(chosen, i -> i * across);
        if (!inOrder) {
            Collections.shuffle(Arrays.asList(chosen), random);
        }
        int[] places = new int[count];
        Arrays.setAll(places, i -> chosen[i]);
        return places;
    }

    @Test
    void rowsAreTransposedAndTransposedBack() {
        for (int across : new int[] {1, 2, 5, backend.hadamard().across()}) {
            for (int length : new int[] {1, 2, 7, 8, 9, 33, 64}) {
                requireTransposed(length, length + length % 3, across, 6500L + length + across);
            }
        }
    }

    private void requireTransposed(int length, int stride, int across, long seed) {
        Random random = new Random(seed);
        String label = "length=" + length + " stride=" + stride + " across=" + across + " seed=" + seed;
        // Nothing to spare at either end: a transposition that reads beyond its rows would throw.
        float[] rows = floats(random, (across - 1) * stride + length);
        float[] turned = floats(random, 1 + length * across + 1);
        float[] before = turned.clone();
        backend.hadamard().transpose(rows, 0, stride, length, turned, 1, across);
        float[] factors = floats(random, 2 + length);
        float[] back = new float[rows.length];
        float[] tight = Arrays.copyOfRange(turned, 1, 1 + length * across);
        backend.hadamard().transposeBack(tight, 0, factors, 2, length, back, 0, stride, across);
        for (int r = 0; r < across; r++) {
            for (int j = 0; j < stride && r * stride + j < rows.length; j++) {
                float row = rows[r * stride + j];
                if (j < length) {
                    require(turned[1 + j * across + r] == row, label, r, j, turned[1 + j * across + r], row);
                }
                float expected = j < length ? row * factors[2 + j] : 0;
                require(back[r * stride + j] == expected, label, r, j, back[r * stride + j], expected);
            }
        }
        assertThat(turned[0]).as(label).isEqualTo(before[0]);
        assertThat(turned[turned.length - 1]).as(label).isEqualTo(before[before.length - 1]);
    }

    @Test
    void numbersThatFloatsCannotHoldAreSeen() {
        double[] bad = {Double.NaN, Double.NEGATIVE_INFINITY, 1e39, -3.4028236e38, 0x1.ffffffp127};
        for (int count : new int[] {1, 3, 4, 8, 15, 16, 17, 33, 70}) {
            for (int at = 0; at < count; at++) {
                double[] wide = new double[count + 2];
                Arrays.fill(wide, 1e36);
                wide[0] = Double.NaN;
                wide[count + 1] = Double.NaN;
                String label = "count=" + count + " at=" + at;
                assertThat(backend.sums().areFinite(wide, 1, 1 + count))
                        .as(label)
                        .isTrue();
                assertThat(backend.sums().areFinite(narrowed(wide), 1, 1 + count))
                        .as(label)
                        .isTrue();
                wide[1 + at] = bad[at % bad.length];
                assertThat(backend.sums().areFinite(wide, 1, 1 + count))
                        .as(label)
                        .isFalse();
                assertThat(backend.sums().areFinite(narrowed(wide), 1, 1 + count))
                        .as(label)
                        .isFalse();
            }
        }
    }

    private static float[] narrowed(double[] wide) {
        float[] narrow = new float[wide.length];
        for (int i = 0; i < wide.length; i++) {
            narrow[i] = (float) wide[i];
        }
        return narrow;
    }

    @Test
    void productsWithStripsOnTopOfWhatIsThere() {
        for (int rows : new int[] {1, 4, 5, 8, 9, 25, 66}) {
            for (int depth : new int[] {1, 7, 48, 49, 100}) {
                for (int columns : new int[] {1, 3, 8, 16, 23, 40, 96, 100, 200}) {
                    requireStrips(rows, depth, columns, true, 7000L + rows + depth + columns);
                    requireStrips(rows, depth, columns, false, 8000L + rows + depth + columns);
                }
            }
        }
    }

    private void requireStrips(int wanted, int depth, int columns, boolean add, long seed) {
        Random random = new Random(seed);
        ColumnPanelProducts strips = backend.strips();
        int height = strips.height(wanted);
        int exactHeight = strips.exactHeight();
        int rows = ColumnPanelProducts.filled(wanted, height);
        int exactRows = ColumnPanelProducts.filled(wanted, exactHeight);
        int stride = columns + random.nextInt(3);
        int offset = random.nextInt(4);
        double[] a = new double[wanted * depth];
        Arrays.setAll(a, i -> (float) random.nextGaussian());
        float[] b = floats(random, offset + depth * stride);
        float[] left = new float[rows * depth];
        double[] exactLeft = new double[exactRows * depth];
        for (int i = 0; i < wanted; i++) {
            for (int k = 0; k < depth; k++) {
                int first = k - k % ColumnPanelProducts.CHAIN;
                int terms = Math.min(ColumnPanelProducts.CHAIN, depth - first);
                int at = ColumnPanelProducts.entry(rows, height, first, terms, i) + (k - first) * height;
                left[at] = (float) a[i * depth + k];
                at = ColumnPanelProducts.entry(exactRows, exactHeight, first, terms, i) + (k - first) * exactHeight;
                exactLeft[at] = a[i * depth + k];
            }
        }
        float[] c = floats(random, ColumnPanelProducts.length(rows, columns, strips.width()));
        double[] exact = new double[ColumnPanelProducts.length(exactRows, columns, strips.exactWidth())];
        Arrays.setAll(exact, i -> random.nextGaussian());
        float[] before = c.clone();
        double[] exactBefore = exact.clone();
        strips.multiply(left, rows, new FloatMatrix(b, offset, stride), depth, columns, c, add);
        strips.multiply(exactLeft, exactRows, new FloatMatrix(b, offset, stride), depth, columns, exact, add);
        String label = "rows=" + wanted + " depth=" + depth + " columns=" + columns + " add=" + add + " seed=" + seed;
        for (int i = 0; i < wanted; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                double size = 0;
                for (int k = 0; k < depth; k++) {
                    double term = a[i * depth + k] * b[offset + k * stride + j];
                    sum += term;
                    size += Math.abs(term);
                }
                int at = inStrip(i, j, rows, strips.width());
                double start = add ? before[at] : 0;
                double allowed =
                        (Math.min(depth, ColumnPanelProducts.CHAIN) + 5) * FLOAT_ROUNDOFF * (size + Math.abs(start));
                require(Math.abs(c[at] - sum - start) <= allowed, label, i, j, c[at], sum + start);
                at = inStrip(i, j, exactRows, strips.exactWidth());
                start = add ? exactBefore[at] : 0;
                allowed = (depth + 5) * 2 * DOUBLE_ROUNDOFF * (size + Math.abs(start));
                require(Math.abs(exact[at] - sum - start) <= allowed, label, i, j, exact[at], sum + start);
            }
        }
    }

    private static int inStrip(int i, int j, int rows, int width) {
        return (j / width * rows + i) * width + j % width;
    }

    @Test
    void innerProductsOfAFewVectorsWithRowsOfABlock() {
        for (int vectors : new int[] {1, 2, 3, 8}) {
            for (int rows : new int[] {1, 3, 4, 7, 48}) {
                for (int columns : new int[] {1, 7, 8, 9, 100, 513, 1030, 2100}) {
                    requireInner(vectors, rows, columns, 9000L + vectors + rows + columns);
                }
            }
        }
    }

    private void requireInner(int vectors, int rows, int columns, long seed) {
        Random random = new Random(seed);
        ColumnPanelProducts strips = backend.strips();
        int stride = columns + random.nextInt(3);
        int offset = random.nextInt(4);
        float[] x = floats(random, vectors * columns);
        float[] b = floats(random, offset + rows * stride);
        float[] laid = new float[vectors * columns];
        float[] c = floats(random, vectors * rows + 1);
        float guard = c[vectors * rows];
        strips.layOut(x, vectors, columns, laid);
        strips.innerProducts(laid, vectors, new FloatMatrix(b, offset, stride), rows, columns, c);
        String label = "vectors=" + vectors + " rows=" + rows + " columns=" + columns + " seed=" + seed;
        for (int v = 0; v < vectors; v++) {
            for (int i = 0; i < rows; i++) {
                double sum = 0;
                double size = 0;
                for (int k = 0; k < columns; k++) {
                    double term = (double) x[v * columns + k] * b[offset + i * stride + k];
                    sum += term;
                    size += Math.abs(term);
                }
                float found = c[v * rows + i];
                double allowed = (ColumnPanelProducts.innerTerms(columns) + 1) * FLOAT_ROUNDOFF * size;
                require(Math.abs(found - sum) <= allowed, label, v, i, found, sum);
            }
        }
        assertThat(c[vectors * rows]).as(label).isEqualTo(guard);
    }

    @Test
    void packingFromRowsOrColumnsIsTheSame() {
        Random random = new Random(3);
        for (int depth : new int[] {1, 5, 16}) {
            for (int columns : new int[] {1, 15, 16, 17, 40}) {
                float[] b = floats(random, depth * columns);
                float[] transposed = new float[b.length];
                for (int i = 0; i < b.length; i++) {
                    transposed[(i % columns) * depth + i / columns] = b[i];
                }
                Panels other = backend.products().panels(depth, columns);
                other.pack(transposed, 0, 1, depth);
                Panels panels = packed(b, depth, columns);
                assertThat(other.values).isEqualTo(panels.values);
                assertThat(panels.depth()).isEqualTo(depth);
                assertThat(panels.columns()).isEqualTo(columns);
                assertThat(panels.bytes()).isGreaterThanOrEqualTo(4L * b.length);
            }
        }
    }

    @Test
    void aRowAloneInATileAndInARemainderAgree() {
        for (int depth : new int[] {1, 4, 21}) {
            for (int columns : new int[] {1, 7, 16, 33, 65}) {
                for (int count = 1; count <= 30; count++) {
                    requireRowsAlone(count, depth, columns, 31L * count + depth + columns);
                }
                for (int count : new int[] {47, 48, 49, 59, 61, 96, 97, 145}) {
                    requireRowsAlone(count, depth, columns, 31L * count + depth + columns);
                }
            }
        }
    }

    private void requireRowsAlone(int count, int depth, int columns, long seed) {
        Random random = new Random(seed);
        Panels w = packed(floats(random, depth * columns), depth, columns);
        float[] x = floats(random, count * depth);
        // Some rows have angles that need the exact reduction; their neighbours must not notice.
        for (int i = random.nextInt(9); i < count; i += 1 + random.nextInt(15)) {
            x[i * depth] *= 1e6f;
        }
        float[] phases = floats(random, columns);
        float[] products = new float[count * columns];
        float[] pairs = new float[count * 2 * columns];
        float[] waves = new float[count * columns];
        backend.products().multiply(FloatMatrix.of(x, depth), count, w, FloatMatrix.of(products, columns));
        backend.fourier().pairs(x, 0, count, w, 0.5f, pairs, 0);
        backend.fourier().phases(x, 0, count, w, phases, 0.5f, waves, 0);
        float[] inOrder = new float[count * columns];
        backend.products().multiplyRows(x, 0, count, w, inOrder, 0);
        float[] asRows = new float[count * columns];
        float[] alone = new float[count * columns];
        float[] alonePairs = new float[count * 2 * columns];
        float[] aloneWaves = new float[count * columns];
        for (int i = 0; i < count; i++) {
            backend.products()
                    .multiply(new FloatMatrix(x, i * depth, depth), 1, w, new FloatMatrix(alone, i * columns, columns));
            backend.products().multiplyRow(x, i * depth, w, asRows, i * columns);
            backend.fourier().pairs(x, i * depth, 1, w, 0.5f, alonePairs, i * 2 * columns);
            backend.fourier().phases(x, i * depth, 1, w, phases, 0.5f, aloneWaves, i * columns);
        }
        String label = "count=" + count + " depth=" + depth + " columns=" + columns + " seed=" + seed;
        assertThat(products).as(label).isEqualTo(alone);
        assertThat(inOrder).as(label).isEqualTo(alone);
        assertThat(asRows).as(label).isEqualTo(alone);
        assertThat(pairs).as(label).isEqualTo(alonePairs);
        assertThat(waves).as(label).isEqualTo(aloneWaves);
    }

    @Test
    void aRowOfADoubleProductIsItsOwn() {
        Random random = new Random(8);
        int depth = 21;
        for (int columns : new int[] {1, 7, 8, 33}) {
            double[] b = doubles(random, depth * columns);
            for (int rows = 1; rows <= 30; rows++) {
                double[] a = doubles(random, rows * depth);
                double[] together = new double[rows * columns];
                double[] alone = new double[rows * columns];
                backend.doubles()
                        .multiply(
                                DoubleMatrix.of(a, depth),
                                rows,
                                depth,
                                DoubleMatrix.of(b, columns),
                                columns,
                                DoubleMatrix.of(together, columns));
                for (int i = 0; i < rows; i++) {
                    backend.doubles()
                            .multiply(
                                    new DoubleMatrix(a, i * depth, depth),
                                    1,
                                    depth,
                                    DoubleMatrix.of(b, columns),
                                    columns,
                                    new DoubleMatrix(alone, i * columns, columns));
                }
                assertThat(together)
                        .as("rows=%s columns=%s, seed=8", rows, columns)
                        .isEqualTo(alone);
            }
        }
    }

    @Test
    void aGramEntryDoesNotDependOnOtherRows() {
        Random random = new Random(9);
        int most = 30;
        for (int columns : new int[] {1, 5, 63, 64, 65, 130}) {
            double[] a = doubles(random, most * columns);
            double[] whole = new double[most * most];
            backend.doubles().gram(a, most, columns, whole);
            for (int rows = 1; rows < most; rows++) {
                double[] part = new double[rows * rows];
                backend.doubles().gram(a, rows, columns, part);
                for (int i = 0; i < rows; i++) {
                    assertThat(Arrays.copyOfRange(part, i * rows, (i + 1) * rows))
                            .as("row %s of %s, columns=%s, seed=9", i, rows, columns)
                            .isEqualTo(Arrays.copyOfRange(whole, i * most, i * most + rows));
                }
            }
        }
    }

    @Test
    void pairsAreScaledCosinesAndSines() {
        for (int rows : new int[] {1, 2, 12, 13, 26}) {
            for (int depth : new int[] {1, 3, 21, 67}) {
                for (int columns : SIZES) {
                    requireWaves(rows, depth, columns, true, 7L * rows + 3L * depth + columns);
                    requireWaves(rows, depth, columns, false, 7L * rows + 3L * depth + columns);
                }
            }
        }
    }

    private void requireWaves(int rows, int depth, int columns, boolean paired, long seed) {
        Random random = new Random(seed);
        int width = paired ? 2 * columns : columns;
        float[] x = floats(random, 2 + rows * depth);
        float[] w = floats(random, depth * columns);
        float[] phases = floats(random, columns);
        float[] z = guarded(3 + rows * width + 40);
        float scale = 0.125f;
        if (paired) {
            backend.fourier().pairs(x, 2, rows, packed(w, depth, columns), scale, z, 3);
        } else {
            backend.fourier().phases(x, 2, rows, packed(w, depth, columns), phases, scale, z, 3);
        }
        String label =
                "paired=" + paired + " rows=" + rows + " depth=" + depth + " columns=" + columns + " seed=" + seed;
        boolean[] written = new boolean[z.length];
        Arrays.fill(written, 3, 3 + rows * width, true);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double phase = paired ? 0 : phases[j];
                double size = Math.abs(phase);
                for (int k = 0; k < depth; k++) {
                    double term = (double) x[2 + i * depth + k] * w[k * columns + j];
                    phase += term;
                    size += Math.abs(term);
                }
                // The angle is off as a float sum is; the cosine by 2e-7 more.
                double tolerance = scale * (1.01 * (depth + 2) * FLOAT_ROUNDOFF * size + 2.5e-7);
                double cosine = z[3 + i * width + j];
                require(Math.abs(cosine - scale * Math.cos(phase)) <= tolerance, label, i, j, cosine, phase);
                if (paired) {
                    double sine = z[3 + i * width + columns + j];
                    require(Math.abs(sine - scale * Math.sin(phase)) <= tolerance, label, i, j, sine, phase);
                }
            }
        }
        requireGuards(z, written, label);
    }

    @Test
    void cosinesOnADenseGrid() {
        int count = 1_000_003;
        float[] x = new float[count];
        for (int i = 0; i < count; i++) {
            x[i] = -Functions.FAST_PHASE_LIMIT + 2 * Functions.FAST_PHASE_LIMIT * (i / (count - 1f));
        }
        requireCosines(x, 2e-7, "grid");
    }

    @Test
    void cosinesOfRandomAnglesOfEverySize() {
        Random random = new Random(17);
        float[] x = new float[300_001];
        for (int i = 0; i < x.length; i++) {
            double size = Math.pow(10, -8 + 12 * random.nextDouble());
            x[i] = (float) (random.nextBoolean() ? size : -size);
        }
        requireCosines(x, 2e-7, "seed=17");
    }

    @Test
    void cosinesNearTheZerosAndTheTurningPoints() {
        // Where the reduction is hardest: floats next to multiples of pi / 2.
        int multiples = (int) (Functions.FAST_PHASE_LIMIT / (Math.PI / 2));
        float[] x = new float[5 * multiples];
        for (int i = 0; i < multiples; i++) {
            float at = (float) ((i + 1) * Math.PI / 2);
            x[5 * i] = at;
            x[5 * i + 1] = Math.nextUp(at);
            x[5 * i + 2] = Math.nextDown(at);
            x[5 * i + 3] = -at;
            x[5 * i + 4] = (float) ((i + 0.5) * Math.PI / 2);
        }
        requireCosines(x, 2e-7, "multiples of pi / 2");
    }

    @Test
    void anglesBeyondTheLimitAreReducedExactly() {
        Random random = new Random(18);
        float[] x = new float[5_000];
        for (int i = 0; i < x.length; i++) {
            double size = Math.pow(10, 4 + 34 * random.nextDouble());
            x[i] = (float) (random.nextBoolean() ? size : -size);
        }
        float[] known = {1e4f, Math.nextUp(1e4f), -1e4f, 10000.5f, 1e6f, 1e9f, 1e20f, -1e20f, Float.MAX_VALUE};
        System.arraycopy(known, 0, x, 0, known.length);
        requireCosines(x, 2e-7, "seed=18");
    }

    @Test
    void anAnglesResultIsItsOwn() {
        Random random = new Random(19);
        for (int count = 1; count <= 70; count++) {
            float[] x = floats(random, count);
            // A few that need the exact reduction, beside those that do not.
            for (int i = random.nextInt(8); i < count; i += 1 + random.nextInt(12)) {
                x[i] *= 1e7f;
            }
            for (boolean withSines : new boolean[] {false, true}) {
                float[] together = new float[2 * count];
                float[] alone = new float[2 * count];
                waves(x, 0, count, 0.7f, together, 0, withSines);
                for (int i = 0; i < count; i++) {
                    waves(x, i, 1, 0.7f, alone, i, withSines);
                }
                assertThat(together).as("count=%s, seed=19", count).isEqualTo(alone);
            }
        }
    }

    /** Cosines, and sines in the second half of the result if asked for. */
    private void waves(float[] x, int offset, int count, float scale, float[] out, int at, boolean withSines) {
        if (withSines) {
            backend.functions().cosinesAndSines(x, offset, count, scale, out, at, out.length / 2 + at);
        } else {
            backend.functions().cosines(x, offset, count, scale, out, at);
        }
    }

    @Test
    void cosinesInPlaceAndOnlyWhereAsked() {
        Random random = new Random(20);
        for (int count : SIZES) {
            float[] x = floats(random, count + 30);
            if (count > 0) {
                // One that is read twice.
                x[2 + count / 2] = 3e6f;
            }
            int behind = count + 30;
            float[] separate = guarded(behind + count + 30);
            backend.functions().cosinesAndSines(x, 2, count, 3f, separate, 5, behind + 7);
            boolean[] written = new boolean[separate.length];
            Arrays.fill(written, 5, 5 + count, true);
            Arrays.fill(written, behind + 7, behind + 7 + count, true);
            requireGuards(separate, written, "cosines and sines of " + count + ", seed=20");
            float[] cosines = Arrays.copyOfRange(separate, 5, 5 + count);
            float[] sines = Arrays.copyOfRange(separate, behind + 7, behind + 7 + count);
            float[] lone = guarded(count + 30);
            backend.functions().cosines(x, 2, count, 3f, lone, 5);
            boolean[] loneWritten = new boolean[lone.length];
            Arrays.fill(loneWritten, 5, 5 + count, true);
            requireGuards(lone, loneWritten, "cosines of " + count + ", seed=20");
            assertThat(Arrays.copyOfRange(lone, 5, 5 + count)).isEqualTo(cosines);
            float[] before = Arrays.copyOf(x, behind + count + 30);
            float[] inPlace = before.clone();
            backend.functions().cosinesAndSines(inPlace, 2, count, 3f, inPlace, 2, behind + 7);
            requireOnly(inPlace, before, 2, cosines, behind + 7, sines);
            inPlace = before.clone();
            backend.functions().cosinesAndSines(inPlace, 2, count, 3f, inPlace, behind + 7, 2);
            requireOnly(inPlace, before, 2, sines, behind + 7, cosines);
            inPlace = before.clone();
            backend.functions().cosines(inPlace, 2, count, 3f, inPlace, 2);
            requireOnly(inPlace, before, 2, cosines, 2, cosines);
        }
    }

    /** The array as before, but for two stretches. */
    private static void requireOnly(float[] found, float[] before, int at, float[] some, int next, float[] others) {
        float[] expected = before.clone();
        System.arraycopy(some, 0, expected, at, some.length);
        System.arraycopy(others, 0, expected, next, others.length);
        assertThat(found).isEqualTo(expected);
    }

    private void requireCosines(float[] x, double tolerance, String label) {
        float[] both = new float[2 * x.length];
        float[] only = new float[x.length];
        backend.functions().cosinesAndSines(x, 0, x.length, 1f, both, 0, x.length);
        float[] cos = Arrays.copyOf(both, x.length);
        float[] sin = Arrays.copyOfRange(both, x.length, 2 * x.length);
        backend.functions().cosines(x, 0, x.length, 1f, only, 0);
        for (int i = 0; i < x.length; i++) {
            double cosine = StrictMath.cos(x[i]);
            require(Math.abs(cos[i] - cosine) <= tolerance, label + ": cosine of " + x[i], i, 0, cos[i], cosine);
            require(Math.abs(only[i] - cosine) <= tolerance, label + ": lone cosine of " + x[i], i, 0, only[i], cosine);
            double sine = StrictMath.sin(x[i]);
            require(Math.abs(sin[i] - sine) <= tolerance, label + ": sine of " + x[i], i, 0, sin[i], sine);
        }
    }

    @Test
    void doubleProductsOfEverySizeAndStride() {
        for (int rows : new int[] {1, 2, 3, 7, 13}) {
            for (int depth : SIZES) {
                for (int columns : SIZES) {
                    requireDoubleProduct(rows, depth, columns, 0, 50L * rows + 5L * depth + columns);
                    requireDoubleProduct(rows, depth, columns, 3, 50L * rows + 5L * depth + columns);
                }
            }
        }
    }

    private void requireDoubleProduct(int rows, int depth, int columns, int gap, long seed) {
        Random random = new Random(seed);
        double[] a = doubles(random, 1 + rows * (depth + gap));
        double[] b = doubles(random, 2 + depth * (columns + gap));
        double[] c = new double[3 + rows * (columns + gap) + 9];
        Arrays.fill(c, GUARD);
        backend.doubles()
                .multiply(
                        new DoubleMatrix(a, 1, depth + gap),
                        rows,
                        depth,
                        new DoubleMatrix(b, 2, columns + gap),
                        columns,
                        new DoubleMatrix(c, 3, columns + gap));
        String label = "rows=" + rows + " depth=" + depth + " columns=" + columns + " gap=" + gap + " seed=" + seed;
        boolean[] written = new boolean[c.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                double size = 0;
                for (int k = 0; k < depth; k++) {
                    double term = a[1 + i * (depth + gap) + k] * b[2 + k * (columns + gap) + j];
                    sum += term;
                    size += Math.abs(term);
                }
                int at = 3 + i * (columns + gap) + j;
                written[at] = true;
                // Both this sum and the other are off by n u.
                double tolerance = 2.02 * (depth + 1) * DOUBLE_ROUNDOFF * size;
                require(Math.abs(c[at] - sum) <= tolerance, label, i, j, c[at], sum);
            }
        }
        for (int i = 0; i < c.length; i++) {
            require(written[i] || c[i] == GUARD, label + ": not to be touched", i, 0, c[i], GUARD);
        }
    }

    @Test
    void gramMatricesOfEverySize() {
        for (int rows : new int[] {1, 2, 3, 4, 5, 8, 11, 16, 21, 40}) {
            for (int columns : new int[] {1, 2, 3, 7, 8, 33, 63, 64, 65, 67, 129, 200}) {
                requireGram(rows, columns, 300L * rows + columns);
            }
        }
    }

    private void requireGram(int rows, int columns, long seed) {
        double[] a = doubles(new Random(seed), rows * columns + 2);
        double[] before = a.clone();
        double[] c = new double[rows * rows + 11];
        Arrays.fill(c, GUARD);
        backend.doubles().gram(a, rows, columns, c);
        String label = "rows=" + rows + " columns=" + columns + " seed=" + seed;
        assertThat(a).as(label).isEqualTo(before);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < rows; j++) {
                double sum = 0;
                double size = 0;
                for (int k = 0; k < columns; k++) {
                    double term = a[i * columns + k] * a[j * columns + k];
                    sum += term;
                    size += Math.abs(term);
                }
                double entry = c[i * rows + j];
                double tolerance = 2.02 * (columns + 1) * DOUBLE_ROUNDOFF * size;
                require(Math.abs(entry - sum) <= tolerance, label, i, j, entry, sum);
                require(entry == c[j * rows + i], label + ": not symmetric", i, j, entry, c[j * rows + i]);
            }
        }
        for (int i = rows * rows; i < c.length; i++) {
            require(c[i] == GUARD, label + ": not to be touched", i, 0, c[i], GUARD);
        }
    }

    @Test
    void secondMomentsOfEverySizeWithAndWithoutAMean() {
        for (int columns : new int[] {1, 2, 3, 4, 7, 11, 12, 13, 23, 24, 25, 36, 41, 48, 50, 97, 150}) {
            for (int rows : new int[] {0, 1, 2, 3, 17, 64, 65, 256}) {
                requireMoments(rows, columns, /* centred= */ false, 11L * rows + columns);
                requireMoments(rows, columns, /* centred= */ true, 13L * rows + columns);
            }
        }
    }

    private void requireMoments(int rows, int columns, boolean centred, long seed) {
        Random random = new Random(seed);
        float[] block = floats(random, rows * columns + 5);
        float[] before = block.clone();
        double[] mean = doubles(random, columns);
        double[] c = guardedDoubles(columns * columns + 7);
        // A larger product before it: what that left behind in the work space must not be seen.
        backend.doubles().moments(floats(random, 3 * 200), 0, 3, 200, null, new double[200 * 200]);
        backend.doubles().moments(block, 3, rows, columns, centred ? mean : null, c);
        String label = "rows=" + rows + " columns=" + columns + " centred=" + centred + " seed=" + seed;
        assertThat(block).as(label).isEqualTo(before);
        for (int i = 0; i < columns; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                double size = 0;
                for (int k = 0; k < rows; k++) {
                    double left = block[3 + k * columns + i] - (centred ? mean[i] : 0);
                    double right = block[3 + k * columns + j] - (centred ? mean[j] : 0);
                    sum += left * right;
                    size += Math.abs(left * right);
                }
                double entry = c[i * columns + j];
                double tolerance = 2.02 * (rows + 3) * DOUBLE_ROUNDOFF * size;
                require(Math.abs(entry - sum) <= tolerance, label, i, j, entry, sum);
            }
        }
        for (int i = columns * columns; i < c.length; i++) {
            require(c[i] == GUARD, label + ": not to be touched", i, 0, c[i], GUARD);
        }
    }

    @Test
    void innerProductsOfEverySizeAndStride() {
        for (int rows : new int[] {1, 2, 3, 4, 5, 8, 11}) {
            for (int bRows : new int[] {1, 2, 3, 4, 6, 7, 13}) {
                for (int columns : new int[] {1, 2, 7, 8, 9, 16, 33, 64, 67, 130}) {
                    requireInnerProducts(rows, bRows, columns, 0, 90L * rows + 9L * bRows + columns);
                    requireInnerProducts(rows, bRows, columns, 3, 90L * rows + 9L * bRows + columns);
                }
            }
        }
    }

    private void requireInnerProducts(int rows, int bRows, int columns, int gap, long seed) {
        Random random = new Random(seed);
        int stride = columns + gap;
        int outStride = bRows + gap;
        double[] a = doubles(random, 2 + rows * stride);
        double[] b = doubles(random, bRows * columns);
        String label = "rows=" + rows + " of " + bRows + " columns=" + columns + " gap=" + gap + " seed=" + seed;
        double[] whole = guardedDoubles(rows * outStride + 9);
        backend.doubles()
                .innerProducts(
                        new DoubleMatrix(a, 2, stride),
                        0,
                        rows,
                        DoubleMatrix.of(b, columns),
                        bRows,
                        columns,
                        DoubleMatrix.of(whole, outStride));
        for (int i = 0; i < rows; i++) {
            double[] alone = guardedDoubles(whole.length);
            backend.doubles()
                    .innerProducts(
                            new DoubleMatrix(a, 2, stride),
                            i,
                            i + 1,
                            DoubleMatrix.of(b, columns),
                            bRows,
                            columns,
                            DoubleMatrix.of(alone, outStride));
            for (int at = 0; at < whole.length; at++) {
                int j = at - i * outStride;
                boolean mine = j >= 0 && j < bRows;
                double expected = mine ? whole[at] : GUARD;
                require(alone[at] == expected, label + ": a row alone", i, j, alone[at], expected);
                if (mine) {
                    double size = 0;
                    double sum = 0;
                    for (int k = 0; k < columns; k++) {
                        double term = a[2 + i * stride + k] * b[j * columns + k];
                        sum += term;
                        size += Math.abs(term);
                    }
                    double tolerance = 2.02 * (columns + 1) * DOUBLE_ROUNDOFF * size;
                    require(Math.abs(whole[at] - sum) <= tolerance, label, i, j, whole[at], sum);
                }
            }
            for (int j = bRows; j < outStride; j++) {
                double beyond = whole[i * outStride + j];
                require(beyond == GUARD, label + ": not to be touched", i, j, beyond, GUARD);
            }
        }
    }

    @Test
    void howAGramMatrixIsSplitDoesNotMatter() {
        for (int rows : new int[] {1, 3, 4, 5, 9, 16, 30}) {
            for (int columns : new int[] {1, 9, 64, 67}) {
                double[] a = doubles(new Random(rows + columns), rows * columns);
                double[] whole = new double[rows * rows];
                backend.doubles().gram(a, rows, columns, whole);
                for (int cut = 0; cut <= rows; cut++) {
                    double[] split = guardedDoubles(rows * rows);
                    backend.doubles().gram(a, rows, columns, split, cut, rows);
                    for (int i = 0; i < cut * rows; i++) {
                        require(split[i] == GUARD, "rows before " + cut, i / rows, i % rows, split[i], GUARD);
                    }
                    backend.doubles().gram(a, rows, columns, split, 0, cut);
                    DoubleProducts.mirror(split, rows);
                    assertThat(split)
                            .as("%s rows cut at %s, columns=%s seed=%s", rows, cut, columns, rows + columns)
                            .isEqualTo(whole);
                }
            }
        }
    }

    /** Empty rows, full rows and those between, with numbers so small that their products underflow. */
    @Test
    void sparseRowsGiveTheBitsOfTheirDenseForm() {
        for (int rows : new int[] {1, 2, 7, 24, 49, 60}) {
            for (int depth : new int[] {1, 5, 127, 128, 129, 300}) {
                for (int columns : new int[] {1, 7, 23, 24, 25, 48, 67, 97, 150}) {
                    requireSparse(rows, depth, columns, 13L * rows + 5L * depth + columns);
                }
            }
        }
    }

    private void requireSparse(int rows, int depth, int columns, long seed) {
        Random random = new Random(seed);
        float[] w = floats(random, depth * columns);
        float[] x = new float[rows * depth];
        SparseMatrix sparse = new SparseMatrix();
        for (int i = 0; i < rows; i++) {
            float share = i % 5 == 0 ? 0 : i % 5 == 1 ? 1 : random.nextFloat();
            boolean tiny = i % 7 == 2;
            sparse.reserve(1, depth);
            int at = sparse.begin();
            for (int k = 0; k < depth; k++) {
                if (random.nextFloat() < share) {
                    x[i * depth + k] = (float) random.nextGaussian() * (tiny ? Float.MIN_VALUE * 2 : 1);
                    sparse.put(at++, k, x[i * depth + k]);
                }
            }
            sparse.end(at);
        }
        float[] dense = guarded(5 + rows * (columns + 3));
        float[] found = dense.clone();
        Panels panels = packed(w, depth, columns);
        backend.products().multiply(FloatMatrix.of(x, depth), rows, panels, new FloatMatrix(dense, 2, columns + 3));
        backend.products().multiplySparse(sparse, 0, rows, panels, found, 2, columns + 3);
        String label = "rows=" + rows + " depth=" + depth + " columns=" + columns + " seed=" + seed;
        for (int i = 0; i < dense.length; i++) {
            require(dense[i] == found[i], label, i, 0, found[i], dense[i]);
        }
        float[] phases = floats(random, columns);
        float[] pairs = new float[rows * 2 * columns];
        float[] waves = new float[rows * columns];
        backend.fourier().pairs(x, 0, rows, panels, 0.5f, pairs, 0);
        backend.fourier().phases(x, 0, rows, panels, phases, 0.5f, waves, 0);
        float[] sparsePairs = new float[pairs.length];
        float[] sparseWaves = new float[waves.length];
        int half = rows / 2;
        backend.fourier().pairs(sparse, 0, half, panels, 0.5f, sparsePairs, 0);
        backend.fourier().pairs(sparse, half, rows - half, panels, 0.5f, sparsePairs, half * 2 * columns);
        backend.fourier().phases(sparse, 0, half, panels, phases, 0.5f, sparseWaves, 0);
        backend.fourier().phases(sparse, half, rows - half, panels, phases, 0.5f, sparseWaves, half * columns);
        requireBits(pairs, sparsePairs, label + " pairs");
        requireBits(waves, sparseWaves, label + " phases");
    }

    private static void requireBits(float[] expected, float[] found, String label) {
        for (int i = 0; i < expected.length; i++) {
            boolean same = Float.floatToRawIntBits(expected[i]) == Float.floatToRawIntBits(found[i]);
            require(same, label, i, 0, found[i], expected[i]);
        }
    }

    @Test
    void gaussiansOnADenseGrid() {
        float[] terms = new float[400_003];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = 1 - 121f * i / (terms.length - 1f);
        }
        float[] values = new float[terms.length];
        backend.functions().gaussians(values, 0, terms.length, -0f, terms, 2f);
        for (int i = 0; i < terms.length; i++) {
            double expected = Math.exp(terms[i] * Math.log(2));
            require(Math.abs(values[i] - expected) <= 3e-7 * expected, "grid", i, 0, values[i], expected);
        }
    }

    /** Every value is its own, also beside others that are out of range. */
    @Test
    void gaussiansOfProducts() {
        for (int count = 1; count <= 70; count++) {
            Random random = new Random(count);
            float[] terms = new float[count];
            float[] values = guarded(count + 6);
            for (int j = 0; j < count; j++) {
                terms[j] = -5 * random.nextFloat() - 2;
                values[3 + j] = 4 * random.nextFloat() - 2;
            }
            if (count > 8) {
                values[3 + random.nextInt(count)] = Float.NaN;
                values[3 + random.nextInt(count)] = Float.POSITIVE_INFINITY;
                terms[random.nextInt(count)] = Float.NEGATIVE_INFINITY;
            }
            float[] products = values.clone();
            backend.functions().gaussians(values, 3, count, -1.5f, terms, 1.7f);
            boolean[] written = new boolean[values.length];
            for (int j = 0; j < count; j++) {
                written[3 + j] = true;
                double t = -1.5f + terms[j] + (double) 1.7f * products[3 + j];
                if (!Double.isFinite(t)) {
                    continue;
                }
                float[] alone = {products[3 + j]};
                backend.functions().gaussians(alone, 0, 1, -1.5f, new float[] {terms[j]}, 1.7f);
                float value = values[3 + j];
                require(alone[0] == value, "seed=" + count, j, 0, value, alone[0]);
                double expected = Math.exp(t * Math.log(2));
                double allowed = (3e-7 + 20 * FLOAT_ROUNDOFF) * expected;
                require(Math.abs(value - expected) <= allowed, "seed=" + count, j, 0, value, expected);
            }
            requireGuards(values, written, "seed=" + count);
        }
    }

    @Test
    void columnSumsAndSquares() {
        for (int rows : new int[] {1, 2, 15, 16, 17, 33, 128}) {
            for (int columns : SIZES) {
                requireColumnSums(rows, columns, 0, columns, 7L * rows + columns);
                requireColumnSums(rows, columns, columns / 3, columns - columns / 4, 7L * rows + columns);
            }
        }
    }

    @Test
    void distancesFromABox() {
        for (int columns : SIZES) {
            Random random = new Random(columns);
            float[] point = floats(random, columns + 5);
            float[] middle = floats(random, columns);
            float[] half = floats(random, columns);
            double expected = 0;
            for (int j = 0; j < columns; j++) {
                half[j] = Math.abs(half[j]);
                double beyond = Math.max(0, Math.abs((double) point[3 + j] - middle[j]) - half[j]);
                expected += beyond * beyond;
            }
            double distance = backend.sums().squaredDistance(point, 3, middle, half);
            require(Math.abs(distance - expected) <= 1e-6 * (1e-6 + expected), "box", columns, 0, distance, expected);
            require(backend.sums().squaredDistance(middle, 0, middle, half) == 0, "inside", columns, 0, 1, 0);
        }
    }

    /** Each number by the definition; zeros without a sign, and what is too far clipped. */
    @Test
    void conversionsOfRows() {
        for (int columns : SIZES) {
            Random random = new Random(columns);
            double[] row = new double[columns + 2];
            float[] narrow = new float[columns + 2];
            double[] origin = new double[columns];
            double[] factors = new double[columns];
            for (int j = 0; j < columns; j++) {
                origin[j] = random.nextGaussian();
                factors[j] = Math.exp(random.nextGaussian());
                row[2 + j] = random.nextGaussian();
                narrow[2 + j] = (float) random.nextGaussian();
            }
            row[2 + columns / 2] = 3e35;
            narrow[2 + columns / 3] = -3e35f;
            row[2] = origin[0];
            requireConversions(row, narrow, origin, factors);
            requireConversions(row, narrow, new double[columns], factors);
        }
    }

    private void requireConversions(double[] row, float[] narrow, double[] origin, double[] factors) {
        int columns = origin.length;
        float[] ofDoubles = guarded(columns + 4);
        float[] ofFloats = guarded(columns + 4);
        double[] wide = guardedDoubles(columns + 4);
        backend.conversions().standardize(row, 2, origin, factors, ofDoubles, 1);
        backend.conversions().standardize(narrow, 2, origin, factors, ofFloats, 1);
        backend.conversions().widen(narrow, 2, columns, wide, 1);
        for (int j = -1; j < columns + 3; j++) {
            boolean isWritten = j >= 0 && j < columns;
            float expected = isWritten ? standardized(row[2 + j], origin[j], factors[j]) : GUARD;
            float expectedOfFloats = isWritten ? standardized(narrow[2 + j], origin[j], factors[j]) : GUARD;
            double expectedWide = isWritten ? narrow[2 + j] : GUARD;
            requireSameBits(ofDoubles[1 + j], expected, j);
            requireSameBits(ofFloats[1 + j], expectedOfFloats, j);
            require(wide[1 + j] == expectedWide, "widen", columns, j, wide[1 + j], expectedWide);
        }
    }

    private static float standardized(double value, double origin, double factor) {
        float rounded = (float) ((value - origin) * factor);
        return rounded == 0 ? 0f : Math.max(-1e18f, Math.min(1e18f, rounded));
    }

    private static void requireSameBits(float value, float expected, int j) {
        boolean isSame = Float.floatToIntBits(value) == Float.floatToIntBits(expected);
        require(isSame, "standardize", 0, j, value, expected);
    }

    private void requireColumnSums(int rows, int columns, int from, int to, long seed) {
        float[] block = floats(new Random(seed), rows * columns + columns + 3);
        double[] sums = guardedDoubles(columns + 5);
        backend.sums().columnSums(block, rows, columns, sums, from, to);
        double squares = backend.sums().sumOfSquares(block, from, columns);
        String label = "rows=" + rows + " columns [" + from + ", " + to + ") of " + columns + " seed=" + seed;
        double expectedSquares = 0;
        for (int j = from; j < from + columns && j < block.length; j++) {
            expectedSquares += (double) block[j] * block[j];
        }
        for (int j = 0; j < sums.length; j++) {
            if (j < from || j >= to) {
                require(sums[j] == GUARD, label + ": not to be touched", j, 0, sums[j], GUARD);
                continue;
            }
            double sum = 0;
            double size = 0;
            for (int i = 0; i < rows; i++) {
                double value = block[i * columns + j];
                sum += value;
                size += Math.abs(value);
            }
            require(Math.abs(sums[j] - sum) <= 1e-15 * rows * size, label, j, 0, sums[j], sum);
        }
        double tolerance = 1e-15 * columns * expectedSquares;
        require(Math.abs(squares - expectedSquares) <= tolerance, label, 0, 0, squares, expectedSquares);
    }

    @Test
    void noRowsMeanNoWork() {
        float[] z = guarded(8);
        double[] c = {GUARD, GUARD};
        Panels w = packed(new float[] {1, 2}, 1, 2);
        backend.products().multiply(FloatMatrix.of(new float[1], 1), 0, w, FloatMatrix.of(z, 2));
        backend.fourier().pairs(new float[1], 0, 0, w, 1f, z, 0);
        backend.fourier().phases(new float[1], 0, 0, w, new float[2], 1f, z, 0);
        backend.functions().cosinesAndSines(new float[1], 0, 0, 1f, z, 0, 4);
        backend.doubles()
                .multiply(
                        DoubleMatrix.of(new double[1], 1),
                        0,
                        1,
                        DoubleMatrix.of(new double[2], 2),
                        2,
                        DoubleMatrix.of(c, 2));
        backend.doubles().gram(new double[1], 0, 1, c);
        assertThat(z).containsOnly(GUARD);
        assertThat(c).containsOnly(GUARD);
    }

    private Panels packed(float[] b, int depth, int columns) {
        Panels panels = backend.products().panels(depth, columns);
        panels.pack(b, 0, columns, 1);
        return panels;
    }

    private static float[] floats(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static double[] doubles(Random random, int count) {
        return random.doubles(count, -1, 1).toArray();
    }

    private static float[] guarded(int count) {
        float[] values = new float[count];
        Arrays.fill(values, GUARD);
        return values;
    }

    private static double[] guardedDoubles(int count) {
        double[] values = new double[count];
        Arrays.fill(values, GUARD);
        return values;
    }

    private static void requireGuards(float[] values, boolean[] written, String label) {
        for (int i = 0; i < values.length; i++) {
            require(written[i] || values[i] == GUARD, label + ": not to be touched", i, 0, values[i], GUARD);
        }
    }

    /** As an assertion, but without building a message for each of many millions of numbers. */
    private static void require(boolean holds, String label, int i, int j, double found, double expected) {
        if (!holds) {
            throw new AssertionError(label + " at (" + i + ", " + j + "): " + found + ", expected " + expected);
        }
    }
}
