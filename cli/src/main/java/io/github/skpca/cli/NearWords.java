package io.github.skpca.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Words that may be meant by a misspelt one. */
final class NearWords {
    private static final int LONGEST = 64;

    private NearWords() {}

    /** The word that is nearest to what was typed, of those that are near: a third of its letters may be wrong, or its end missing. */
    static Optional<String> nearest(String typed, Collection<String> words) {
        if (typed.length() > LONGEST) {
            return Optional.empty();
        }
        return words.stream()
                .filter(word ->
                        distance(typed, word) <= typed.length() / 3 || (typed.length() > 3 && word.startsWith(typed)))
                .min(Comparator.comparingInt((String word) -> distance(typed, word))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The fewest letters to put in, to leave out, to change, or to swap with the next one. */
    static int distance(String one, String other) {
        int[][] edits = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : edits(one, other, i, j, edits);
            }
        }
        return edits[one.length()][other.length()];
    }

    private static int edits(String one, String other, int i, int j, int[][] edits) {
        boolean same = one.charAt(i - 1) == other.charAt(j - 1);
        int fewest = Math.min(edits[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        boolean isSwapped =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return isSwapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
    }
}
