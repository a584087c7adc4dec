package io.github.skpca.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.cli.PipeFailure.Kind;
import io.github.skpca.cli.PipeFailure.Refused;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a new learner is told over the pipe: the options of {@code fit}, with its defaults and its checks, as fields of a JSON object. */
@Command(name = "create")
final class PipeSettings {
    /** More fields than there are options are a mistake. */
    private static final int MOST_FIELDS = 64;

    @Option(names = "--columns")
    int columns;

    @Option(names = "--path")
    @Nullable
    Path path;

    @Option(names = "--like")
    @Nullable
    Path like;

    @Option(names = "--kind")
    String kind = "model";

    @Option(names = "--threads")
    int threads;

    @Mixin
    LearnerOptions learning = new LearnerOptions();

    @Mixin
    ForgettingOptions ages = new ForgettingOptions();

    private CommandLine.@Nullable ParseResult parsed;

    private PipeSettings() {}

    /** Reads the fields of a frame: {@code {"sketch": 80, "center": false}} is {@code --sketch=80 --no-center}. */
    static PipeSettings of(PipeFrame frame) {
        PipeSettings settings = new PipeSettings();
        List<String> arguments = arguments(frame);
        try {
            settings.parsed = new CommandLine(settings)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setExpandAtFiles(false)
                    .parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()));
        }
        return settings;
    }

    private static List<String> arguments(PipeFrame frame) {
        List<String> arguments = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(frame.payload(), 0, frame.length())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw unreadable("is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (arguments.size() == MOST_FIELDS) {
                    throw unreadable("has more than " + MOST_FIELDS + " fields");
                }
                arguments.add(argument(name, parser));
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw unreadable("is not one JSON object");
            }
        } catch (IOException wrong) {
            throw unreadable("is not JSON");
        }
        return arguments;
    }

    private static String argument(String name, JsonParser parser) throws IOException {
        JsonToken value = parser.nextToken();
        if (!name.matches("[a-z][a-z-]{0,40}") || value == null || !value.isScalarValue()) {
            throw unreadable("may hold texts, numbers and flags by the names of options, and nothing else");
        }
        return switch (value) {
            case VALUE_TRUE -> "--" + name;
            case VALUE_FALSE -> "--no-" + name;
            default -> "--" + name + "=" + parser.getText();
        };
    }

    private static UsageException unreadable(String what) {
        return new UsageException("the payload of this request " + what + ": see docs/pipe-protocol.md");
    }

    boolean isGiven(String option) {
        return parsed != null && parsed.hasMatchedOption(option);
    }

    /** The file that is read or written. */
    Path requirePath() {
        if (path == null) {
            throw new UsageException("--path is missing: name the file");
        }
        return path;
    }

    /**
     * The learner that is asked for, as {@code fit --in-order} would begin it.
     *
     * @param workers the threads that share the work
     */
    Learner learner(Workers workers) throws IOException {
        requireColumns();
        Path pattern = like;
        if (pattern != null) {
            KernelPcaModel model = KernelPcaModel.load(pattern);
            if (model.columns() != columns) {
                throw new Refused(
                        Kind.ROWS,
                        "the rows have " + columns + " columns and " + pattern + " has " + model.columns()
                                + ": give rows of the same columns");
            }
            return Learner.of(StreamingKernelPca.like(model, workers));
        }
        learning.applyPaper(this::isGiven);
        learning.applyPurpose(this::isGiven);
        if (isGiven("--time-column")) {
            throw new UsageException("--time-column has no meaning over the pipe: rows come without times");
        }
        KernelPcaBuilder builder = learning.builder();
        builder.forgetting(ages.forgettingBeside(learning, this::isGiven, false));
        learning.requireMeaning(this::isGiven);
        Settings settings = UsageException.checking(() -> Learner.settings(builder, columns));
        learning.requireLandmarks(settings.map(), this::isGiven);
        return Learner.start(settings, workers);
    }

    private void requireColumns() {
        if (columns < 1) {
            throw new UsageException("--columns must be at least 1, not " + columns);
        }
    }
}
