package io.github.skpca.internal.linalg;

/**
 * Where the entries of vectors to be transformed are: entry i of vector r at {@code places[i] + r}, counted from where the vectors begin.
 *
 * @param places as many as a vector has entries, a power of two; {@code across} or more apart; not copied
 * @param across how many vectors lie across each other, a power of two
 */
public record HadamardLayout(int[] places, int across) {
    /** How many entries a vector has. */
    int count() {
        return places.length;
    }
}
