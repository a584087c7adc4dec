package io.github.skpca.io;

/**
 * Places of an NPY file: its row numbers.
 *
 * @param source its rows
 */
record NpyPlaces(NpySource source) implements Places {
    @Override
    public void goTo(double share) {
        source.only(Math.min((long) (share * source.rows()), source.rows() - 1));
    }

    @Override
    public boolean wrap() {
        return false;
    }
}
