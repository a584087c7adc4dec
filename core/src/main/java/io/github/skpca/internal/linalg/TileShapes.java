package io.github.skpca.internal.linalg;

/**
 * Rows x vectors of the tiles whose sums stay in registers, for machines with 16 vector registers (x86 with vectors of 128 and 256 bits) and with 32
 * (x86 with 512 bits, aarch64). The one place that says so.
 *
 * <p>An output's bits do not depend on the shape: each is a chain of its own in the order of the depth (docs/decisions/0028). A shape is right if it
 * fits and was not found slow (docs/decisions/0030). Seven arguments: a row of the table.
 *
 * @param registers how many vector registers there are
 * @param panel floats: the left-hand side where it lies, the right-hand side in panels
 * @param packed floats: both sides packed, the left one by rows of a tile
 * @param strip floats and doubles: a packed left-hand side of few rows, the right-hand side where it lies
 * @param doubles the product in double
 * @param moments doubles: columns of a block times columns
 * @param inner doubles: inner products, rows times rows, a vector of lanes each
 */
record TileShapes(int registers, Shape panel, Shape packed, Shape strip, Shape doubles, Shape moments, Shape inner) {
    /** Vectors of a panel of {@link Panels}, whatever the rows of a tile. */
    static final int PANEL_VECTORS = 3;

    /** Rows and vectors of a tile. */
    record Shape(int rows, int vectors) {
        /** A sum each, a row of the right-hand side, and one entry of the left-hand side. */
        int registers() {
            return rows * vectors + vectors + 1;
        }
    }

    private static final TileShapes OF_16 = new TileShapes(
            16, new Shape(3, 3), new Shape(5, 2), new Shape(4, 2), new Shape(4, 2), new Shape(3, 3), new Shape(3, 3));

    private static final TileShapes OF_32 = new TileShapes(
            32, new Shape(6, 3), new Shape(5, 2), new Shape(4, 2), new Shape(8, 2), new Shape(6, 3), new Shape(3, 3));

    /** The shapes for so many registers, 16 or 32. */
    static TileShapes of(int registers) {
        return switch (registers) {
            case 16 -> OF_16;
            case 32 -> OF_32;
            default -> throw new IllegalArgumentException("tiles are for 16 or 32 registers, not " + registers);
        };
    }
}
