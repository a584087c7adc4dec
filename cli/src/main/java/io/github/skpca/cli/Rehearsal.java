package io.github.skpca.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs the common commands once over a few generated rows, in one process, so that Java can list the classes they use. The launcher makes its
 * class archive of them. Not for people.
 */
final class Rehearsal {
    /** The first argument of a start that rehearses; the second is a folder for its files. */
    static final String NAME = "rehearsal";

    private Rehearsal() {}

    static boolean isAsked(String[] args) {
        return args.length == 2 && args[0].equals(NAME);
    }

    /** Runs the commands in a folder, which is made if it is not there; returns the first exit code that is not zero, or zero. */
    static int run(Path folder) throws IOException {
        Files.createDirectories(folder);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Path array = folder.resolve("rows.npy");
        Path text = folder.resolve("rows.csv");
        Path many = folder.resolve("many.npy");
        Path model = folder.resolve("model.skpca");
        Path written = folder.resolve("written.csv");
        Object[][] commands = {
            {"--version"},
            {"generate", "random-noisy", "--rows", 120, "--columns", 21, "-o", array},
            {"generate", "random-noisy", "--rows", 120, "--columns", 21, "-o", text},
            {"fit", array, "--features", 40, "-o", model},
            {"fit", text, "--features", 40, "-o", model},
            {"fit", text, "-o", model},
            // Enough for what few rows do not need: more landmarks than features, and rows after the warm-up.
            {"generate", "random-noisy", "--rows", 3000, "--columns", 21, "-o", many},
            {"fit", many, "-o", model},
            {"fit", many, "--warmup", 1500, "-o", model},
            {"inspect", model},
            {"inspect", model, "--json"},
            {"inspect", model, "--estimates"},
            {"transform", model, text, "-o", written},
            {"score", model, array, "-o", folder.resolve("written.npy")},
            {"score", model, text, "-o", written},
        };
        for (Object[] command : commands) {
            String[] words = new String[command.length];
            for (int i = 0; i < words.length; i++) {
                words[i] = String.valueOf(command[i]);
            }
            int code = Main.run(words, nowhere, nowhere);
            if (code != 0) {
                return code;
            }
        }
        return 0;
    }
}
