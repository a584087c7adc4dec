package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.results.Results;
import io.github.skpca.experiments.results.TheoryTrial;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The paper's lemmas and theorems: how often a bound failed, against how often it may. */
final class TheoryClaims {
    private static final double RARE = 1e-3;
    private static final String CHANCE =
            "does not hold if any line of trials has more failures than chance, at a probability"
                    + " delta each, would give once in a thousand times (binomial tail); holds otherwise";
    private static final Pattern SAMPLES = Pattern.compile("(?:^|\\s)c=([0-9]{1,9})(?:\\s|$)");
    private static final Pattern FEATURES = Pattern.compile("(?:^|\\s)m=([0-9]{1,12})(?:\\s|$)");
    private static final Pattern ROWS = Pattern.compile("(?:^|\\s)n=([0-9]{1,12})(?:\\s|$)");
    private static final Pattern REPLACEMENTS =
            Pattern.compile("(?:^|\\s)replacements=([0-9]{1,15}(?:\\.[0-9]{1,20})?(?:E[0-9]{1,2})?)(?:\\s|$)");

    private final Results results;

    TheoryClaims(Results results) {
        this.results = results;
    }

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        claims.add(judge(new Sentence(
                "for-all",
                "With m of order log(n/delta)/epsilon^2 random Fourier features, ||G - ZZ'||_2 is at most epsilon n with"
                        + " probability 1 - delta",
                "Lemma lem:HiltoRR, with the m of its proof",
                CHANCE)));
        claims.add(judge(new Sentence(
                "for-each",
                "For one fixed unit vector x, m = ln(2/delta)/(2 epsilon^2) features keep | ||Phi'x||^2 - ||Z'x||^2 | within"
                        + " epsilon n with probability 1 - delta",
                "Theorem thm:phi-z, with the m printed in its proof",
                CHANCE)));
        claims.add(judge(new Sentence(
                "for-each-corrected",
                "The same with m = 2 ln(2/delta)/epsilon^2, which is what the proof's inequality gives",
                "Theorem thm:phi-z, its arithmetic corrected",
                CHANCE)));
        claims.addAll(mainTheorem());
        claims.add(judge(new Sentence(
                "frobenius-lemma",
                "If ||G - G'||_2 is at most epsilon n, then ||G - G'_k||_F is at most ||G - G_k||_F + epsilon sqrt(k) n",
                "Lemma in Frobenius Error Analysis",
                "one counterexample is enough: does not hold if any trial failed; holds otherwise")));
        claims.add(replacements());
        return claims;
    }

    /** The theorem as printed, and with either change alone and both: which of them is the cure. */
    private List<Claim> mainTheorem() {
        String rule =
                CHANCE + "; depends on m <= n, which Lemma lem:FD-left-null assumes, if lines with m > n alone are so";
        return List.of(
                judgeBySizes(new Sentence(
                        "main",
                        "With l = 4/epsilon rows of sketch, ||G - ZWW'Z'||_2 is at most epsilon n with probability"
                                + " 1 - delta",
                        "Theorem thm:main, with the l it prints and the W that Algorithm 1 returns, that of its last"
                                + " decomposition",
                        rule)),
                judgeBySizes(new Sentence(
                        "main-current-w",
                        "The same with the same l and the W of the current sketch, which has every row: if this holds where"
                                + " the theorem fails, the W of the last decomposition is the cause",
                        "Theorem thm:main, with another W",
                        rule)),
                judgeBySizes(new Sentence(
                        "main-doubled-l",
                        "The same with twice that l and the W of the last decomposition: if this fails where the theorem"
                                + " fails, a larger l is no cure",
                        "Theorem thm:main, with another l",
                        rule)),
                judgeBySizes(new Sentence(
                        "main-corrected",
                        "The same with twice that l and the W of the current sketch. Algorithm 1 shrinks at l/2 and earns"
                                + " ||Z||_F^2/(l/2), but ||Z||_F^2 is near n where the proof allows 2n: where"
                                + " main-current-w holds, doubling l is not shown to be needed",
                        "Theorem thm:main, with both",
                        rule)));
    }

    private Claim judgeBySizes(Sentence sentence) {
        List<String> numbers = new ArrayList<>();
        boolean[] tried = new boolean[2];
        boolean[] broken = new boolean[2];
        for (TheoryTrial trial : results.theory()) {
            if (trial.statement().equals(sentence.id())) {
                int group = moreFeaturesThanRows(trial) ? 1 : 0;
                tried[group] = true;
                broken[group] |= isBroken(trial);
                numbers.add(text(trial));
            }
        }
        if (numbers.isEmpty()) {
            return sentence.notMeasured();
        }
        String all = String.join("\n", numbers);
        if (broken[1] && tried[0] && !broken[0]) {
            return sentence.dependsOn("the sizes (holds at m <= n, not at m > n)", all);
        }
        return broken[0] || broken[1] ? sentence.doesNotHold(all) : sentence.holds(all);
    }

    private static boolean moreFeaturesThanRows(TheoryTrial trial) {
        Matcher m = FEATURES.matcher(trial.parameters());
        Matcher n = ROWS.matcher(trial.parameters());
        return m.find() && n.find() && Long.parseLong(m.group(1)) > Long.parseLong(n.group(1));
    }

    private static boolean isBroken(TheoryTrial trial) {
        return Binomial.tail(trial.trials(), trial.failures(), allowed(trial)) < RARE;
    }

    private Claim judge(Sentence sentence) {
        List<String> numbers = new ArrayList<>();
        boolean broken = false;
        for (TheoryTrial trial : results.theory()) {
            if (trial.statement().equals(sentence.id())) {
                broken |= isBroken(trial);
                numbers.add(text(trial));
            }
        }
        if (numbers.isEmpty()) {
            return sentence.notMeasured();
        }
        String all = String.join("\n", numbers);
        return broken ? sentence.doesNotHold(all) : sentence.holds(all);
    }

    /** The lemma on the Frobenius norm is not about chance. */
    private static double allowed(TheoryTrial trial) {
        return trial.statement().equals("frobenius-lemma") ? 0 : trial.delta();
    }

    private static String text(TheoryTrial trial) {
        String given = trial.parameters().isBlank() ? "" : trial.parameters() + ": ";
        String detail = trial.detail().isBlank() ? "" : " (" + trial.detail() + ")";
        String limit = allowed(trial) > 0 ? ", delta " + Methods.digits(trial.delta()) : "";
        return given + trial.failures() + " of " + trial.trials() + " failed" + limit + detail;
    }

    private Claim replacements() {
        Sentence sentence = new Sentence(
                "nystrom-replacements",
                "A point of Nystrom's sample is replaced about c log n times over n rows",
                "Experiments, Results",
                "holds if the mean number of replacements is within 20 % of c ln n in every line of trials, does not"
                        + " otherwise");
        List<String> numbers = new ArrayList<>();
        boolean within = true;
        for (TheoryTrial trial : results.theory()) {
            Matcher c = SAMPLES.matcher(trial.parameters());
            Matcher n = ROWS.matcher(trial.parameters());
            Matcher counted = REPLACEMENTS.matcher(trial.detail());
            if (trial.statement().equals(sentence.id()) && c.find() && n.find() && counted.find()) {
                double expected = Double.parseDouble(c.group(1)) * Math.log(Double.parseDouble(n.group(1)));
                double ratio = Double.parseDouble(counted.group(1)) / expected;
                within &= Math.abs(ratio - 1) <= 0.2;
                numbers.add(trial.parameters() + ": " + counted.group(1) + " replacements, " + Methods.digits(ratio)
                        + " times c ln n");
            }
        }
        String all = String.join("\n", numbers);
        return numbers.isEmpty() ? sentence.notMeasured() : within ? sentence.holds(all) : sentence.doesNotHold(all);
    }
}
