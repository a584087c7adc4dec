package io.github.skpca.experiments.claims;

/**
 * One sentence of the paper with what was measured.
 *
 * @param id a short name that stays
 * @param sentence what the paper says, in our words
 * @param where in the paper it says so
 * @param rule what decides the verdict, in one sentence
 * @param numbers what was measured, a line a case; not blank unless nothing was
 * @param verdict the rule applied to the numbers
 * @param dependsOn on what it depends; blank for every verdict but {@link Verdict#DEPENDS}
 * @param tried the sizes at which it was tried, a line a case; blank where nothing was measured
 */
public record Claim(
        String id,
        String sentence,
        String where,
        String rule,
        String numbers,
        Verdict verdict,
        String dependsOn,
        String tried) {
    /** Checks that every verdict has its grounds. */
    public Claim {
        if (id.isBlank() || sentence.isBlank() || where.isBlank() || rule.isBlank()) {
            throw new IllegalArgumentException("id, sentence, where and rule must not be blank: " + id);
        }
        if ((verdict == Verdict.DEPENDS) == dependsOn.isBlank()) {
            throw new IllegalArgumentException("what it depends on belongs to DEPENDS and to nothing else: " + id);
        }
        if ((verdict == Verdict.NOT_MEASURED) != numbers.isBlank()) {
            throw new IllegalArgumentException(
                    "a verdict must have numbers, and none where nothing was measured: " + id);
        }
    }

    /** The same with the sizes at which it was tried. */
    Claim triedAt(String sizes) {
        return new Claim(id, sentence, where, rule, numbers, verdict, dependsOn, sizes);
    }

    /** The verdict in words, with what it depends on. */
    public String verdictText() {
        return verdict == Verdict.DEPENDS ? "depends on: " + dependsOn : verdict.text();
    }
}
