package io.github.skpca.experiments.accuracy;

import io.github.skpca.io.PartFiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Where the page is, and the files beside it that have its name.
 *
 * @param page the Markdown file, such as accuracy.md
 */
public record AccuracyFiles(Path page) {
    private static final String ENDING = ".md";

    /** Checks that it is a Markdown file: the others are named after it. */
    public AccuracyFiles {
        String name = String.valueOf(page.getFileName());
        if (!name.endsWith(ENDING) || name.length() == ENDING.length()) {
            throw new IllegalArgumentException("the page must be a file that ends with .md, not " + page);
        }
    }

    /** Every single measurement. */
    public Path measurements() {
        return beside(".tsv");
    }

    /** With what they were made. */
    public Path facts() {
        return beside(".json");
    }

    /** The chart of a data set. */
    public Path chart(String dataset) {
        return beside("-" + dataset + ".svg");
    }

    private Path beside(String ending) {
        String name = String.valueOf(page.getFileName());
        return page.resolveSibling(name.substring(0, name.length() - ENDING.length()) + ending);
    }

    /** Writes a file as a whole. */
    static void save(Path file, String text) throws IOException {
        PartFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
