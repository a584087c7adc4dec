package io.github.skpca.cli;

import io.github.skpca.MapKind;
import io.github.skpca.ShrinkRule;
import io.github.skpca.error.ErrorPlan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** An error to m, l and memory. */
@Command(
        name = "plan",
        description =
                "Sizes with which an error is proved beforehand: ||G - G'||_2 <= epsilon n with probability 1 - delta.",
        footer = {"", "Example: skpca plan --epsilon 0.1 --rows 1000000 --columns 21"})
final class PlanCommand extends SkpcaCommand {
    @Option(names = "--epsilon", required = true, paramLabel = "E", description = "The error, between 0 and 1.")
    double epsilon;

    @Option(
            names = "--delta",
            paramLabel = "P",
            defaultValue = "0.01",
            description = "The chance of failure (default: ${DEFAULT-VALUE}).")
    double delta;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Rows of the stream (default: ${DEFAULT-VALUE}).")
    long rows;

    @Option(
            names = "--columns",
            paramLabel = "D",
            defaultValue = "50",
            description = "Columns of a row, for the memory (default: ${DEFAULT-VALUE}).")
    long columns;

    @Option(names = "--map", paramLabel = "MAP", defaultValue = "paired", description = "paired (default) or fourier.")
    String map = "paired";

    @Option(
            names = "--shrink",
            paramLabel = "RULE",
            description =
                    "block, fast or paper (default: block, but fast where --delta is not above the chance of 0.000001 with which the bound of block fails).")
    @Nullable
    String shrink;

    @Override
    void declare(CommandFiles files) {
        // It reads and writes no files.
    }

    @Override
    void run() throws IOException {
        MapKind kind = kind();
        ShrinkRule rule = rule();
        if (columns < 1) {
            throw new UsageException("--columns must be at least 1, not " + columns);
        }
        ErrorPlan all = UsageException.checking(() -> ErrorPlan.forAll(epsilon, delta, rows, kind, rule));
        ErrorPlan each = UsageException.checking(() -> ErrorPlan.forEach(epsilon, delta, kind, rule));
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("epsilon", epsilon);
            fields.put("delta", delta);
            fields.put("rows", rows);
            fields.put("columns", columns);
            fields.put("map", kind.label());
            fields.put("shrink", rule.label());
            fields.put("forAll", fields(all, rule));
            fields.put("forEach", fields(each, rule));
            console().json(fields);
            return;
        }
        console()
                .out()
                .printf(
                        Locale.ROOT,
                        "||G - G'||_2 <= %s n with probability %s, map %s, shrink %s, half of the error for each%n",
                        Console.number(epsilon),
                        Console.number(1 - delta),
                        kind.label(),
                        rule.label());
        print("for all directions at once, " + Console.text(rows) + " rows:", all, rule);
        print("for one direction chosen beforehand, any number of rows:", each, rule);
        console()
                .out()
                .println(
                        "These are proved, for shift-invariant kernels and rows chosen without knowledge of the seed, so they are"
                                + " generous; measure with skpca evaluate what less achieves.");
    }

    private ShrinkRule rule() {
        String given = shrink;
        if (given != null) {
            return LearnerOptions.choice("--shrink", given, ShrinkRule::ofLabel, ShrinkRule.labels());
        }
        return delta > ShrinkRule.BLOCK.failureProbability() ? ShrinkRule.BLOCK : ShrinkRule.FAST;
    }

    /** What makes a model that the proof is about. */
    private String fit(ErrorPlan plan, ShrinkRule rule) {
        return String.format(
                Locale.ROOT,
                "skpca fit INPUT -o MODEL --map %s --features %d --sketch %d --components all --shrink %s",
                kind().label(),
                plan.features(),
                plan.sketchSize(),
                rule.label());
    }

    private MapKind kind() {
        return LearnerOptions.mapKind(map);
    }

    private void print(String title, ErrorPlan plan, ShrinkRule rule) {
        console()
                .out()
                .printf(
                        Locale.ROOT,
                        "%s%n  %s%n  %,.0f MB at %,d columns%n",
                        title,
                        fit(plan, rule),
                        plan.workingBytes(columns, kind(), rule) / 1e6,
                        columns);
    }

    private Map<String, Object> fields(ErrorPlan plan, ShrinkRule rule) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("features", plan.features());
        fields.put("sketch", plan.sketchSize());
        fields.put("space", plan.space(columns));
        fields.put("workingBytes", plan.workingBytes(columns, kind(), rule));
        fields.put("fit", fit(plan, rule));
        return fields;
    }
}
