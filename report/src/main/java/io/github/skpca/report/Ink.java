package io.github.skpca.report;

/**
 * A colour by its part in the picture, which light and dark screens show differently.
 *
 * @param name its class in the style sheet
 * @param light its value on paper
 * @param current whether the style sheet sets the colour of the element, not that of its stroke or fill alone
 */
record Ink(String name, String light, boolean current) {
    static final Ink TEXT = new Ink("ink", Palette.LIGHT.ink(), false);
    static final Ink QUIET = new Ink("quiet", Palette.LIGHT.quiet(), false);
    /** Areas in the colour of text. */
    static final Ink INK = new Ink("i", Palette.LIGHT.ink(), true);

    static final Ink GRID = new Ink("grid", Palette.LIGHT.grid(), false);
    static final Ink AXIS = new Ink("axis", Palette.LIGHT.quiet(), false);

    /** The colour of a series; there are {@link Palette#COLOURS} of them, in turn. */
    static Ink series(int index) {
        int colour = Math.floorMod(index, Palette.COLOURS);
        return new Ink("c" + colour, Palette.LIGHT.series(colour), true);
    }

    /** A step of the ramp from low to high. */
    static Ink shade(int step) {
        return new Ink("q" + step, Palette.LIGHT.shade(step), true);
    }
}
