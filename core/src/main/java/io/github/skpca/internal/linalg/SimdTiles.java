package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The micro-kernels of the matrix product: a few rows times a few vectors, all sums in registers.
 *
 * <p>A core has two units that each start one fused multiply-add per cycle and take four cycles for it, so eight sums or more must be
 * under way at once, and registers be left for their operands. Which rows x vectors that are is said by {@link TileShapes}; the left-hand side is
 * read where it lies.
 *
 * <p>A tile does nothing but multiply and store. The compiler inlines the first 18,000 nodes of a method as it reads them, and what is beyond in a second
 * pass, after which it may keep the sums of a loop as objects. So was the tile of 6 x 3 compiled in one process of six while it added to earlier sums
 * itself (docs/decisions/0011-micro-kernel.md).
 */
final class SimdTiles {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();

    /** Columns of a panel. */
    static final int WIDTH = TileShapes.PANEL_VECTORS * LANES;

    private static final int HIGH = SimdSpecies.SHAPES.panel().rows();

    /** Where tiles leave the sums of a piece that are to be added to others. */
    private static final ThreadLocal<FloatMatrix> SUMS =
            ThreadLocal.withInitial(() -> FloatMatrix.of(new float[SimdFloatProducts.CHUNK_ROWS * WIDTH], WIDTH));

    private SimdTiles() {}

    /**
     * c = a b for one panel of b and the piece of the depth that begins with term {@code first}, or c + a b if that is not the first.
     *
     * @param a rows x depth, with any step
     * @param rows at most {@link SimdFloatProducts#CHUNK_ROWS}
     * @param c rows x the panel, from {@code column} on; a panel that is not full writes beyond it, up to whole vectors
     */
    static void panel(FloatMatrix a, int rows, Panels b, int panel, int first, FloatMatrix c, int column) {
        if (a.step() != 1) {
            stridedPanel(a, rows, b, panel, first, c, column);
            return;
        }
        int vectors = vectors(b, panel);
        boolean adds = first > 0;
        FloatMatrix sums = adds ? SUMS.get() : c;
        int at = adds ? 0 : column;
        int tiled = switch (vectors) {
            case 3 -> tiles3(a, rows, b, panel, first, sums, at);
            case 2 -> tiles2(a, rows, b, panel, first, sums, at);
            default -> tiles1(a, rows, b, panel, first, sums, at);
        };
        if (adds) {
            add(sums, tiled, vectors, c, column);
        }
        for (int i = tiled; i < rows; i++) {
            row(a.values(), a.at(i, first), b, panel, first, c.values(), c.at(i, column));
        }
    }

    /** As {@link #panel} for a single row, whose terms of the piece are from {@code aAt} on. */
    static void row(float[] a, int aAt, Panels b, int panel, int first, float[] c, int cAt) {
        int vectors = vectors(b, panel);
        if (vectors == 3) {
            SimdWideTiles.row3(a, aAt, b, panel, first, c, cAt);
        } else if (vectors == 2) {
            SimdNarrowTiles.row2(a, aAt, b, panel, first, c, cAt);
        } else {
            SimdNarrowTiles.row1(a, aAt, b, panel, first, c, cAt);
        }
    }

    /** How many vectors of a panel hold columns. */
    private static int vectors(Panels b, int panel) {
        return (Math.min(WIDTH, b.columns - panel * WIDTH) + LANES - 1) / LANES;
    }

    /** The rows that tiles take: their sums, and how many they are. */
    private static int tiles3(FloatMatrix a, int rows, Panels b, int panel, int first, FloatMatrix sums, int at) {
        int i = 0;
        if (HIGH == 6) {
            for (; i + 6 <= rows; i += 6) {
                SimdWideTiles.tile6x3(a, i, b, panel, first, sums, at);
            }
        }
        for (; i + 3 <= rows; i += 3) {
            SimdWideTiles.tile3x3(a, i, b, panel, first, sums, at);
        }
        if (i + 2 <= rows) {
            SimdWideTiles.tile2x3(a, i, b, panel, first, sums, at);
            i += 2;
        }
        return i;
    }

    private static int tiles2(FloatMatrix a, int rows, Panels b, int panel, int first, FloatMatrix sums, int at) {
        int i = 0;
        for (; i + 4 <= rows; i += 4) {
            SimdNarrowTiles.tile4x2(a, i, b, panel, first, sums, at);
        }
        return i;
    }

    private static int tiles1(FloatMatrix a, int rows, Panels b, int panel, int first, FloatMatrix sums, int at) {
        int i = 0;
        for (; i + 12 <= rows; i += 12) {
            SimdNarrowTiles.tile12x1(a, i, b, panel, first, sums, at);
        }
        return i;
    }

    /** Adds the sums of a piece to those of the pieces before it. */
    private static void add(FloatMatrix sums, int rows, int vectors, FloatMatrix c, int column) {
        for (int i = 0; i < rows; i++) {
            int from = sums.at(i, 0);
            int to = c.at(i, column);
            for (int v = 0; v < vectors * LANES; v += LANES) {
                FloatVector.fromArray(FLOATS, c.values(), to + v)
                        .add(FloatVector.fromArray(FLOATS, sums.values(), from + v))
                        .intoArray(c.values(), to + v);
            }
        }
    }

    /** As {@link #panel} with all vectors, for a left-hand side whose entries of a row are apart. */
    private static void stridedPanel(
            FloatMatrix a, int rows, Panels b, int panel, int first, FloatMatrix c, int column) {
        int bAt = b.at(panel, first);
        int depth = b.terms(first);
        for (int i = 0; i < rows; i++) {
            int from = a.at(i, first);
            int out = c.at(i, column);
            for (int v = 0; v < WIDTH; v += LANES) {
                FloatVector sum = FloatVector.zero(FLOATS);
                for (int k = 0; k < depth; k++) {
                    FloatVector factor = FloatVector.broadcast(FLOATS, a.values()[from + k * a.step()]);
                    sum = factor.fma(FloatVector.fromArray(FLOATS, b.values, bAt + k * WIDTH + v), sum);
                }
                if (first > 0) {
                    sum = FloatVector.fromArray(FLOATS, c.values(), out + v).add(sum);
                }
                sum.intoArray(c.values(), out + v);
            }
        }
    }

    /** Copies the rows of one panel that is full. */
    static void packPanel(FloatMatrix source, Panels b, int panel) {
        float[] values = source.values();
        int from = source.at(0, panel * WIDTH);
        int start = b.at(panel, 0);
        int end = start + b.depth * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector.fromArray(FLOATS, values, from).intoArray(b.values, at);
            FloatVector.fromArray(FLOATS, values, from + LANES).intoArray(b.values, at + LANES);
            FloatVector.fromArray(FLOATS, values, from + 2 * LANES).intoArray(b.values, at + 2 * LANES);
            from += source.stride();
        }
    }

    /** Twelve independent sums, enough to hide the latency of a fused multiply-add; returns one of their entries. */
    static float multiplyAddLoop(int rounds) {
        FloatVector factor = FloatVector.broadcast(FLOATS, 0.999f);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector s0 = FloatVector.broadcast(FLOATS, 0f);
        FloatVector s1 = FloatVector.broadcast(FLOATS, 1f);
        FloatVector s2 = FloatVector.broadcast(FLOATS, 2f);
        FloatVector s3 = FloatVector.broadcast(FLOATS, 3f);
        FloatVector s4 = FloatVector.broadcast(FLOATS, 4f);
        FloatVector s5 = FloatVector.broadcast(FLOATS, 5f);
        FloatVector s6 = FloatVector.broadcast(FLOATS, 6f);
        FloatVector s7 = FloatVector.broadcast(FLOATS, 7f);
        FloatVector s8 = FloatVector.broadcast(FLOATS, 8f);
        FloatVector s9 = FloatVector.broadcast(FLOATS, 9f);
        FloatVector s10 = FloatVector.broadcast(FLOATS, 10f);
        FloatVector s11 = FloatVector.broadcast(FLOATS, 11f);
        for (int i = 0; i < rounds; i++) {
            s0 = s0.fma(factor, one);
            s1 = s1.fma(factor, one);
            s2 = s2.fma(factor, one);
            s3 = s3.fma(factor, one);
            s4 = s4.fma(factor, one);
            s5 = s5.fma(factor, one);
            s6 = s6.fma(factor, one);
            s7 = s7.fma(factor, one);
            s8 = s8.fma(factor, one);
            s9 = s9.fma(factor, one);
            s10 = s10.fma(factor, one);
            s11 = s11.fma(factor, one);
        }
        FloatVector sum = s0.add(s1)
                .add(s2)
                .add(s3)
                .add(s4)
                .add(s5)
                .add(s6)
                .add(s7)
                .add(s8)
                .add(s9)
                .add(s10)
                .add(s11);
        return sum.lane(0);
    }
}
