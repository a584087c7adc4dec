package io.github.skpca.cli;

import io.github.skpca.RowPreparation;
import io.github.skpca.RowPreparation.Missing;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.function.Predicate;

/** What is done with cells before they are rows; the model remembers it, so that only a fit is told. */
final class PreparationOptions {
    private static final List<String> NAMES = List.of("--missing", "--one-hot", "--lags", "--stride");

    @Option(
            names = "--missing",
            paramLabel = "fail|impute|mask",
            defaultValue = "fail",
            description =
                    "Missing cells (empty, NA, NaN, ? and the like): refused like any bad row, or filled by medians in learning and by the model"
                            + " afterwards; mask also takes p-values among rows that miss the same columns (default: fail).")
    String missing = "fail";

    @Option(
            names = "--one-hot",
            split = ",",
            paramLabel = "COLUMNS",
            description =
                    "Columns of categories: the 64 most frequent of each in the sample become columns of 0 and 1, all others one more.")
    List<String> oneHot = List.of();

    @Option(
            names = "--lags",
            paramLabel = "N",
            defaultValue = "1",
            description = "Time series: a row is N steps, the one of its line and those before it (default: 1).")
    int lags = 1;

    @Option(
            names = "--stride",
            paramLabel = "S",
            defaultValue = "1",
            description = "With --lags: learn every S-th window; all are scored (default: 1).")
    int stride = 1;

    /** Refuses what has no meaning, and what a model or a pattern decides. */
    void requireSensible(Predicate<String> isGiven, @Nullable String pattern) {
        for (String name : NAMES) {
            if (pattern != null && isGiven.test(name)) {
                throw new UsageException(name + " and --like cannot both be given: " + pattern + " decides");
            }
        }
        missing();
        if (lags < 1 || stride < 1) {
            throw new UsageException(
                    (lags < 1 ? "--lags" : "--stride") + " must be at least 1, not " + (lags < 1 ? lags : stride));
        }
        if (stride > 1 && lags == 1) {
            throw new UsageException("--stride needs --lags: leave it out");
        }
    }

    Missing missing() {
        return Missing.ofLabel(missing)
                .orElseThrow(() -> new UsageException("--missing must be fail, impute or mask, not " + missing));
    }

    /** Whether rows are learned as they come. */
    boolean isPlain() {
        return lags == 1 && oneHot.isEmpty() && missing() == Missing.FAIL;
    }

    /** Whether medians or categories have to be found in a sample. */
    boolean needsSample() {
        return missing() != Missing.FAIL || !oneHot.isEmpty();
    }

    /** What was asked for rows of so many cells, without what a sample tells. */
    RowPreparation preparation(int cells) {
        return UsageException.checking(
                () -> RowPreparation.of(cells).withLags(lags).withStride(stride).withMissing(missing()));
    }

    /** Whether a model's rows were prepared as asked; its medians and categories are its own. */
    boolean areOf(RowPreparation made) {
        return made.lags() == lags
                && made.stride() == stride
                && made.missing() == missing()
                && made.categories().isEmpty() == oneHot.isEmpty();
    }
}
