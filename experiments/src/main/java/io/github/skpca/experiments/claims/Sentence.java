package io.github.skpca.experiments.claims;

/**
 * A claim before the numbers are looked at.
 *
 * @param id a short name that stays
 * @param sentence what the paper says, in our words
 * @param where in the paper it says so
 * @param rule what decides the verdict, in one sentence
 */
record Sentence(String id, String sentence, String where, String rule) {
    Claim holds(String numbers) {
        return with(Verdict.HOLDS, numbers, "");
    }

    Claim doesNotHold(String numbers) {
        return with(Verdict.DOES_NOT_HOLD, numbers, "");
    }

    Claim dependsOn(String what, String numbers) {
        return with(Verdict.DEPENDS, numbers, what);
    }

    Claim notMeasured() {
        return with(Verdict.NOT_MEASURED, "", "");
    }

    private Claim with(Verdict verdict, String numbers, String dependsOn) {
        return new Claim(id, sentence, where, rule, numbers, verdict, dependsOn, "");
    }
}
