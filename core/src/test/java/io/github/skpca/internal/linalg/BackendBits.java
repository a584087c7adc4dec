package io.github.skpca.internal.linalg;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** What a backend computes of seeded numbers of many shapes, as one checksum per kernel. */
final class BackendBits {
    private static final int[] SIZES = {1, 3, 8, 15, 16, 17, 31, 33, 67, 129, 300};
    private static final int[] FEW = {1, 2, 3, 4, 7, 13};

    private final Backend backend;
    private final Map<String, MessageDigest> digests = new TreeMap<>();
    private Random random = new Random(0);

    private BackendBits(Backend backend) {
        this.backend = backend;
    }

    /** The checksums, by the name of the kernel. */
    static Map<String, String> of(Backend backend) {
        BackendBits bits = new BackendBits(backend);
        for (int depth : SIZES) {
            for (int columns : SIZES) {
                bits.random = new Random(1000L * depth + columns);
                bits.floatProducts(depth, columns);
                bits.doubleProducts(depth, columns);
                bits.strips(depth, columns);
                bits.moments(depth, columns);
                bits.transposed(depth, columns);
            }
            bits.functions(depth);
        }
        for (int count : new int[] {511, 512, 513, 1029, 2100}) {
            bits.random = new Random(count);
            bits.functions(count);
            bits.innerProducts(4, 5, count);
            bits.stripInnerProducts(5, 3, count);
        }
        Map<String, String> hashes = new TreeMap<>();
        bits.digests.forEach((name, digest) -> hashes.put(name, HexFormat.of().formatHex(digest.digest())));
        return hashes;
    }

    private void floatProducts(int depth, int columns) {
        float[] b = floats(depth * columns);
        Panels panels = backend.products().panels(depth, columns);
        backend.products().packRows(FloatMatrix.of(b, columns), panels);
        for (int rows : FEW) {
            float[] a = floats(rows * depth);
            float[] c = new float[rows * columns];
            backend.products().multiply(FloatMatrix.of(a, depth), rows, panels, FloatMatrix.of(c, columns));
            add("product", c);
            backend.products().multiply(new FloatMatrix(a, 0, 1, rows), rows, panels, FloatMatrix.of(c, columns));
            add("product with a transposed", c);
            float[] z = new float[rows * 2 * columns];
            backend.fourier().pairs(a, 0, rows, panels, 0.3f, z, 0);
            add("fourier pairs", z);
            float[] phases = floats(columns);
            float[] waves = new float[rows * columns];
            backend.fourier().phases(a, 0, rows, panels, phases, 0.3f, waves, 0);
            add("fourier phases", waves);
        }
    }

    private void doubleProducts(int depth, int columns) {
        double[] b = doubles(depth * columns);
        for (int rows : FEW) {
            double[] a = doubles(rows * depth);
            double[] c = new double[rows * columns];
            backend.doubles()
                    .multiply(
                            DoubleMatrix.of(a, depth),
                            rows,
                            depth,
                            DoubleMatrix.of(b, columns),
                            columns,
                            DoubleMatrix.of(c, columns));
            add("product in double", c);
            innerProducts(rows, columns, depth);
        }
        double[] gram = new double[columns * columns];
        backend.doubles().gram(b, columns, depth, gram);
        add("gram", gram);
    }

    private void innerProducts(int rows, int others, int columns) {
        double[] a = doubles(rows * columns);
        double[] b = doubles(others * columns);
        double[] c = new double[rows * others];
        backend.doubles()
                .innerProducts(
                        DoubleMatrix.of(a, columns),
                        0,
                        rows,
                        DoubleMatrix.of(b, columns),
                        others,
                        columns,
                        DoubleMatrix.of(c, others));
        add("inner products", c);
    }

    private void strips(int depth, int columns) {
        ColumnPanelProducts strips = backend.strips();
        float[] b = floats(depth * columns);
        for (int rows : FEW) {
            float[] a = floats(rows * depth);
            int height = strips.height(rows);
            int filled = ColumnPanelProducts.filled(rows, height);
            float[] laid = new float[filled * depth];
            int exactHeight = strips.exactHeight();
            int exactFilled = ColumnPanelProducts.filled(rows, exactHeight);
            double[] exact = new double[exactFilled * depth];
            for (int first = 0; first < depth; first += ColumnPanelProducts.CHAIN) {
                int terms = Math.min(ColumnPanelProducts.CHAIN, depth - first);
                for (int i = 0; i < rows; i++) {
                    for (int k = 0; k < terms; k++) {
                        float entry = a[i * depth + first + k];
                        laid[ColumnPanelProducts.entry(filled, height, first, terms, i) + k * height] = entry;
                        exact[ColumnPanelProducts.entry(exactFilled, exactHeight, first, terms, i) + k * exactHeight] =
                                1.1 * entry;
                    }
                }
            }
            float[] sums = new float[ColumnPanelProducts.length(filled, columns, strips.width())];
            double[] exactSums = new double[ColumnPanelProducts.length(exactFilled, columns, strips.exactWidth())];
            for (boolean add : new boolean[] {false, true}) {
                strips.multiply(laid, filled, FloatMatrix.of(b, columns), depth, columns, sums, add);
                strips.multiply(exact, exactFilled, FloatMatrix.of(b, columns), depth, columns, exactSums, add);
            }
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    int w = strips.width();
                    add("strips", new float[] {sums[(j / w * filled + i) * w + j % w]});
                    int e = strips.exactWidth();
                    add("strips in double", new double[] {exactSums[(j / e * exactFilled + i) * e + j % e]});
                }
            }
            stripInnerProducts(rows, Math.min(5, depth), columns);
        }
    }

    private void stripInnerProducts(int rows, int vectors, int columns) {
        float[] b = floats(rows * columns);
        float[] x = floats(vectors * columns);
        float[] laid = new float[vectors * columns];
        backend.strips().layOut(x, vectors, columns, laid);
        float[] c = new float[vectors * rows];
        backend.strips().innerProducts(laid, vectors, FloatMatrix.of(b, columns), rows, columns, c);
        add("inner products with strips", c);
    }

    private void moments(int rows, int columns) {
        float[] block = floats(rows * columns);
        double[] c = new double[columns * columns];
        backend.doubles().moments(block, 0, rows, columns, null, c);
        DoubleProducts.mirror(c, columns);
        add("moments", c);
        backend.doubles().moments(block, 0, rows, columns, doubles(columns), c);
        DoubleProducts.mirror(c, columns);
        add("moments about a mean", c);
        double[] sums = new double[columns];
        backend.sums().columnSums(block, rows, columns, sums, 0, columns);
        add("column sums", sums);
    }

    /** Products with transposed rows have the bits of the others; a backend that has none leaves them to those. */
    private void transposed(int depth, int rows) {
        float[] a = floats(rows * depth);
        float[] terms = floats(rows);
        int count = 7;
        float[] x = floats(count * depth);
        float[] rowTerms = floats(count);
        TransposedProducts products = backend.transposedProducts();
        float[] c = new float[count * rows];
        float[] gaussians = new float[count * rows];
        if (products == null) {
            Panels panels = backend.products().panels(depth, rows);
            panels.pack(a, 0, 1, depth);
            backend.products().multiply(FloatMatrix.of(x, depth), count, panels, FloatMatrix.of(c, rows));
            System.arraycopy(c, 0, gaussians, 0, c.length);
            for (int i = 0; i < count; i++) {
                backend.functions().gaussians(gaussians, i * rows, rows, rowTerms[i], terms, 0.7f);
            }
        } else {
            int width = products.width();
            float[] b = new float[depth * width];
            for (int i = 0; i < count; i++) {
                for (int k = 0; k < depth; k++) {
                    b[k * width + i] = x[i * depth + k];
                }
            }
            PackedRows packed = products.pack(FloatMatrix.of(a, depth), rows, depth);
            float[] all = new float[packed.filledRows() * width];
            products.multiply(packed, b, 0, all, 0, false);
            gather(all, width, rows, c);
            products.gaussians(all, rows, terms, 0, java.util.Arrays.copyOf(rowTerms, width), 0.7f);
            gather(all, width, rows, gaussians);
        }
        add("products with transposed rows", c);
        add("gaussians of transposed rows", gaussians);
    }

    private static void gather(float[] all, int width, int rows, float[] c) {
        for (int i = 0; i < c.length / rows; i++) {
            for (int j = 0; j < rows; j++) {
                c[i * rows + j] = all[j * width + i];
            }
        }
    }

    private void functions(int count) {
        float[] x = floats(count);
        for (float size : new float[] {1, 40, 3000, 20000}) {
            float[] angles = x.clone();
            for (int i = 0; i < count; i++) {
                angles[i] *= size;
            }
            float[] waves = new float[2 * count];
            backend.functions().cosinesAndSines(angles, 0, count, 0.7f, waves, 0, count);
            add("cosines", java.util.Arrays.copyOf(waves, count));
            add("sines", java.util.Arrays.copyOfRange(waves, count, 2 * count));
            float[] cosines = new float[count];
            backend.functions().cosines(angles, 0, count, 0.7f, cosines, 0);
            add("cosines alone", cosines);
        }
        float[] terms = floats(count);
        for (int i = 0; i < count; i++) {
            terms[i] = -50 + 49 * terms[i];
        }
        float[] gaussians = x.clone();
        backend.functions().gaussians(gaussians, 0, count, -2f, terms, 1.5f);
        add("gaussians", gaussians);
        add("sum of squares", new double[] {backend.sums().sumOfSquares(x, 0, count)});
        float[] half = floats(count);
        for (int i = 0; i < count; i++) {
            half[i] = Math.abs(half[i]);
        }
        add("distance from a box", new double[] {backend.sums().squaredDistance(x, 0, floats(count), half)});
        conversions(count);
        double[] sums = doubles(count);
        backend.sums().accumulate(x, 0, count, sums, 0);
        add("accumulate", sums);
        double[] pair = doubles(2 * count);
        backend.doubles().rotate(pair, 0, count, count, 0.6, 0.8);
        add("rotate", pair);
    }

    private void conversions(int count) {
        double[] origin = doubles(count);
        double[] factors = doubles(count);
        float[] narrow = new float[count];
        for (double size : new double[] {1, 1e-30, 1e18}) {
            double[] row = doubles(count);
            for (int i = 0; i < count; i++) {
                row[i] = i % 7 == 3 ? origin[i] : size * row[i];
            }
            backend.conversions().standardize(row, 0, origin, factors, narrow, 0);
            add("standardize doubles", narrow);
            float[] floats = floats(count);
            for (int i = 0; i < count; i++) {
                floats[i] = (float) (size * floats[i]);
            }
            backend.conversions().standardize(floats, 0, origin, factors, narrow, 0);
            add("standardize floats", narrow);
            double[] wide = new double[count];
            backend.conversions().widen(floats, 0, count, wide, 0);
            add("widen", wide);
        }
    }

    private float[] floats(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (random.nextGaussian() / 3);
        }
        return values;
    }

    private double[] doubles(int count) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextGaussian();
        }
        return values;
    }

    private void add(String name, float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length);
        bytes.asFloatBuffer().put(values);
        digest(name).update(bytes.array());
    }

    private void add(String name, double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length);
        bytes.asDoubleBuffer().put(values);
        digest(name).update(bytes.array());
    }

    private MessageDigest digest(String name) {
        return digests.computeIfAbsent(name, n -> {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
