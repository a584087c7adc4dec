package io.github.skpca.cli;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that a command reads and those that it writes: none may be both, under whatever names.
 *
 * <p>Two names are one file if the file system says so, which holds for links of both kinds, or, where there is no file yet, if
 * they are the same entry of the same folder. Standard input and standard output count where the system gives them a name. What
 * is no file, such as a terminal or a pipe, is not lost by writing to it.
 */
final class CommandFiles {
    private static final String STANDARD = "-";
    private static final String STANDARD_INPUT = "/dev/stdin";
    private static final String STANDARD_OUTPUT = "/dev/stdout";

    private record Input(String name, Path path) {}

    private record Output(
            String option, String name, Path path, @Nullable Path replaced) {}

    private final List<Input> inputs = new ArrayList<>();
    private final List<Output> outputs = new ArrayList<>();

    /** A file that is read; null if there is none. */
    void reads(@Nullable Path file) {
        if (file != null) {
            inputs.add(new Input(file.toString(), file));
        }
    }

    /** Rows that are read; - is standard input. */
    void reads(List<String> names) {
        for (String name : names) {
            Path path = path(name, STANDARD_INPUT);
            if (path != null) {
                inputs.add(new Input(name.equals(STANDARD) ? "standard input" : name, path));
            }
        }
    }

    /** A file that is written; null if there is none. */
    void writes(String option, @Nullable Path file) {
        updates(option, file, null);
    }

    /** Rows or events that are written; - is standard output. */
    void writes(String option, String name) {
        Path path = path(name, STANDARD_OUTPUT);
        if (path != null) {
            outputs.add(new Output(option, name.equals(STANDARD) ? "(standard output)" : name, path, null));
        }
    }

    /** A file that is written and may take the place of an input, which is read to its end before; null if there is none. */
    void updates(String option, @Nullable Path file, @Nullable Path replaced) {
        if (file != null) {
            outputs.add(new Output(option, file.toString(), file, replaced));
        }
    }

    /** Refuses an output that is an input, or another output. */
    void requireApart() {
        for (int i = 0; i < outputs.size(); i++) {
            Output output = outputs.get(i);
            for (Input input : inputs) {
                if (!input.path().equals(output.replaced()) && isSame(output.path(), input.path())) {
                    throw new UsageException(output.option() + " " + output.name() + " is the same file as the input "
                            + input.name() + ", which would be lost: give " + output.option() + " another name");
                }
            }
            for (Output other : outputs.subList(0, i)) {
                if (isSame(output.path(), other.path())) {
                    throw new UsageException(other.option() + " " + other.name() + " and " + output.option() + " "
                            + output.name() + " are the same file: give " + output.option() + " another name");
                }
            }
        }
    }

    private static boolean isSame(Path one, Path other) {
        try {
            if (Files.exists(one) && Files.exists(other)) {
                return Files.isRegularFile(one) && Files.isSameFile(one, other);
            }
            return entry(one).equals(entry(other));
        } catch (IOException unreadable) {
            // Whoever opens it says what is wrong with it.
            return false;
        }
    }

    /** The name a file has, or is going to have, in a folder without links. */
    private static Path entry(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        Path folder = absolute.getParent();
        Path name = absolute.getFileName();
        return folder == null || name == null || !Files.isDirectory(folder)
                ? absolute
                : folder.toRealPath().resolve(name);
    }

    private static @Nullable Path path(String name, String standard) {
        try {
            return Path.of(name.equals(STANDARD) ? standard : name);
        } catch (InvalidPathException impossible) {
            // Whoever opens it says so.
            return null;
        }
    }
}
