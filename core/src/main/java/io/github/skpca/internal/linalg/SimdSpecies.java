package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * How wide the vectors of the SIMD backend are, and how many there are in registers: as wide as the machine's, or {@code -Dskpca.simd.bits=128|256|512}.
 *
 * <p>No result depends on it. Wider vectors than the machine has are slow, and there for tests.
 */
final class SimdSpecies {
    static final VectorSpecies<Float> FLOATS =
            VectorSpecies.of(float.class, shape(System.getProperty("skpca.simd.bits", "auto")));
    static final VectorSpecies<Double> DOUBLES = VectorSpecies.of(double.class, FLOATS.vectorShape());

    /** The shapes of tiles for this machine's registers, or {@code -Dskpca.simd.registers=16|32}. No result depends on it, either. */
    static final TileShapes SHAPES = TileShapes.of(registers(System.getProperty("skpca.simd.registers", "auto")));

    private SimdSpecies() {}

    /** x86 has 32 registers where it has vectors of 512 bits; aarch64 always has. */
    private static int registers(String count) {
        return switch (count) {
            case "auto" ->
                FLOATS.vectorBitSize() == 512
                                || System.getProperty("os.arch", "").equals("aarch64")
                        ? 32
                        : 16;
            case "16" -> 16;
            case "32" -> 32;
            default -> throw new IllegalArgumentException("skpca.simd.registers must be 16, 32 or auto, not " + count);
        };
    }

    private static VectorShape shape(String bits) {
        return switch (bits) {
            case "auto" -> FloatVector.SPECIES_PREFERRED.vectorShape();
            case "128" -> VectorShape.S_128_BIT;
            case "256" -> VectorShape.S_256_BIT;
            case "512" -> VectorShape.S_512_BIT;
            default -> throw new IllegalArgumentException("skpca.simd.bits must be 128, 256, 512 or auto, not " + bits);
        };
    }
}
