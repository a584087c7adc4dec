package io.github.skpca.cli;

import io.github.skpca.BandwidthException;
import io.github.skpca.MergeException;
import io.github.skpca.internal.model.UnfinishedWarmUpException;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.Remedy;

import java.util.stream.Collectors;

/** What a failure of the library asks for, in options of the command line: the library's own messages name none. */
final class OptionAdvice {
    private OptionAdvice() {}

    /** The failure's message, with the options that help after it. */
    static String message(Throwable failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        String options = options(failure);
        return options.isEmpty() ? message : message + " (" + options + ")";
    }

    private static String options(Throwable failure) {
        if (failure instanceof BadInputException bad) {
            return bad.remedies().stream().map(OptionAdvice::option).collect(Collectors.joining(", or "));
        }
        if (failure instanceof MergeException) {
            return "fit --like MODEL";
        }
        if (failure instanceof UnfinishedWarmUpException) {
            return "fit --checkpoint FILE --resume";
        }
        return failure instanceof BandwidthException ? "--bandwidth NUMBER" : "";
    }

    private static String option(Remedy remedy) {
        return switch (remedy.kind()) {
            case CHOOSE_COLUMNS -> "--columns or --exclude";
            case EXCLUDE_COLUMNS -> "--exclude " + remedy.value();
            case KEEP_NO_COLUMNS -> "without --keep";
            case NO_HEADER -> "--header no";
            case READ_A_PIPE -> "skpca watch MODEL -";
            case SKIP_BAD_ROWS -> "--on-bad-row skip";
            case STATE_FORMAT -> "--format " + remedy.value();
            case STATE_WIDTH -> "--width NUMBER";
            case WRITE_A_FILE -> "-o FILE";
        };
    }
}
