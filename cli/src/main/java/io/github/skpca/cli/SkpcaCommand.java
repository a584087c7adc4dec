package io.github.skpca.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What all commands share: the console, {@code --json} and {@code --help}. */
abstract class SkpcaCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Print one JSON object on standard output, and nothing else there.")
    boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    private @Nullable Console console;

    void attach(Console given) {
        console = given;
    }

    Console console() {
        return java.util.Objects.requireNonNull(console, "attached by the factory");
    }

    abstract void run() throws IOException;

    /** Names all files that the options make this command read and write. */
    abstract void declare(CommandFiles files);

    @Override
    public Integer call() throws IOException {
        CommandFiles files = new CommandFiles();
        declare(files);
        files.requireApart();
        run();
        return 0;
    }

    void report(String title, Map<String, ?> fields) throws IOException {
        if (json) {
            console().json(fields);
        } else {
            console().out().println(title);
            console().table(ModelFields.forPeople(fields));
        }
    }

    /** Says on standard error what a person should know, a line each, and puts it among the fields. */
    void warn(List<String> warnings, Map<String, Object> fields) {
        warnings.forEach(warning -> console().note("note: " + warning));
        fields.put("warnings", warnings);
    }

    /** Standard output is either rows or a report: never both. */
    void refuseJsonWithRows(String output) {
        if (json && output.equals("-")) {
            throw new UsageException("--json and rows cannot both go to standard output: name a file with -o");
        }
    }
}
