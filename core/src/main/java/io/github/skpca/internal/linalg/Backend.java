package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/**
 * One way of doing the arithmetic: plain Java, or SIMD through the Vector API. It gives one small interface per purpose.
 *
 * <p>An output is one sum, made in an order that depends on its depth alone: in pieces of {@link FloatProducts#SUM_DEPTH} terms, each
 * added up in order, and the pieces in order (products); or one sum per lane, and the lanes in order ({@link Lanes}: inner products and
 * squares). So an output does not depend on the rows that were computed beside it: a row alone, a row in a tile and a row in the remainder of
 * a tile agree bit for bit. All backends do the same multiply-adds in the same order, for vectors of any width and tiles of any shape, so that they
 * agree bit for bit, too; but for machines without a fused multiply-add (docs/decisions/0028).
 */
public interface Backend {
    /** {@code plain-fma}, or {@code simd-} and the width of a vector in bits; {@code plain} on a machine without a fused multiply-add. */
    String name();

    /** Products in float. */
    FloatProducts products();

    /** Products in double. */
    DoubleProducts doubles();

    /** Cosines, sines and Gaussians. */
    Functions functions();

    /** Products in float together with their cosines. */
    FourierProducts fourier();

    /** Walsh-Hadamard transforms. */
    HadamardTransform hadamard();

    /** Sums and checks. */
    Sums sums();

    /** Numbers of one type to another. */
    Conversions conversions();

    /** Products with transposed rows; null where they are no faster. */
    @Nullable
    TransposedProducts transposedProducts();

    /** Products with rows of a block where they lie. */
    ColumnPanelProducts strips();

    /**
     * Multiplies and adds in registers, touching no memory: the machine's own limit, which {@code skpca bench} compares with.
     *
     * @return the number of floating-point operations done
     */
    double multiplyAddLoop(int rounds);

    /**
     * The backend of now, by {@code -Dskpca.simd=auto|at-once|on|off}: with {@code auto}, the default, plain Java, and SIMD once its kernels are
     * compiled ({@link BackendStart}); with {@code at-once} SIMD from the start where it is there; with {@code on} the same, or an error.
     *
     * @throws IllegalStateException if {@code on} was asked for and the module jdk.incubator.vector is not there
     */
    static Backend active() {
        return BackendChoice.active();
    }

    /** Whether results have the bits that they have elsewhere: not on a machine without a fused multiply-add, whose products round twice. */
    static boolean hasCommonBits() {
        return MultiplyAdd.FUSED;
    }

    /** The plain Java backend, whatever the process uses. */
    static Backend plain() {
        return new PlainBackend();
    }

    /** The backend for one value of {@code skpca.simd}. */
    static Backend of(String choice) {
        return switch (choice.toLowerCase(Locale.ROOT)) {
            case "off" -> new PlainBackend();
            case "on" -> BackendChoice.simd();
            case "auto", "at-once" -> BackendChoice.simdOrPlain();
            default -> throw new IllegalArgumentException("skpca.simd must be auto, at-once, on or off, not " + choice);
        };
    }
}
