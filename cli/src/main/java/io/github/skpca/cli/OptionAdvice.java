package io.github.skpca.cli;

import io.github.skpca.BandwidthException;
import io.github.skpca.MergeException;
import io.github.skpca.internal.model.UnfinishedWarmUpException;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.Remedy;

import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a failure of the library asks for, in options of the command line: the library's own messages name none. */
final class OptionAdvice {
    private OptionAdvice() {}

    /** The failure's message, with the options that help after it. */
    static String message(Throwable failure) {
        return message(failure, option -> true);
    }

    /**
     * The failure's message, with the options that help after it.
     *
     * @param exists whether the command that failed has an option
     */
    static String message(Throwable failure, Predicate<String> exists) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        String options = options(failure, exists);
        return options.isEmpty() ? message : message + " (" + options + ")";
    }

    private static String options(Throwable failure, Predicate<String> exists) {
        if (failure instanceof BadInputException bad) {
            return bad.remedies().stream()
                    .filter(remedy -> isPossible(remedy, exists))
                    .map(remedy -> option(remedy, exists))
                    .collect(Collectors.joining(", or "));
        }
        if (failure instanceof MergeException) {
            return "fit --like MODEL";
        }
        if (failure instanceof UnfinishedWarmUpException) {
            return "fit --checkpoint FILE --resume";
        }
        return failure instanceof BandwidthException ? "--bandwidth NUMBER" : "";
    }

    /** Categories and times are chosen by a fit, and the model remembers them. */
    private static boolean isPossible(Remedy remedy, Predicate<String> exists) {
        return switch (remedy.kind()) {
            case ENCODE_CATEGORIES -> exists.test("--one-hot") || exists.test("--label");
            case FILL_MISSING -> exists.test("--missing");
            case NAME_TIME_COLUMN -> exists.test("--time-column") && exists.test("--lags");
            default -> true;
        };
    }

    private static String option(Remedy remedy, Predicate<String> exists) {
        return switch (remedy.kind()) {
            case CHOOSE_COLUMNS -> "--columns or --exclude";
            case ENCODE_CATEGORIES -> (exists.test("--one-hot") ? "--one-hot " : "--label ") + remedy.value();
            case EXCLUDE_COLUMNS -> "--exclude " + remedy.value();
            case FILL_MISSING -> "--missing impute";
            case KEEP_NO_COLUMNS -> "without --keep";
            case NAME_TIME_COLUMN -> "--time-column " + remedy.value() + " with --lags or --half-life";
            case NO_HEADER -> "--header no";
            case READ_A_PIPE -> "skpca watch MODEL -";
            case SKIP_BAD_ROWS -> "--on-bad-row skip";
            case STATE_DECIMAL_SIGN -> "--decimal " + remedy.value();
            case STATE_FORMAT -> "--format " + remedy.value();
            case STATE_SEPARATOR -> "--separator " + remedy.value();
            case STATE_WIDTH -> "--width NUMBER";
            case WRITE_A_FILE -> "-o FILE";
        };
    }
}
