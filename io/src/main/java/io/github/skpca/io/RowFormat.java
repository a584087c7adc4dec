package io.github.skpca.io;

import java.util.Locale;
import java.util.Optional;

/** A file format of rows. */
public enum RowFormat {
    /** Comma-separated text. */
    CSV,
    /** Tab-separated text. */
    TSV,
    /** Sparse text: {@code label index:value ...}. */
    LIBSVM,
    /** One array of numpy. */
    NPY;

    /**
     * The format that a file's name tells, ignoring a trailing {@code .gz}.
     *
     * @param fileName a name or path
     * @return the format, or empty when the ending is not known
     */
    public static Optional<RowFormat> ofName(String fileName) {
        return switch (ending(fileName)) {
            case "csv", "txt", "data" -> Optional.of(CSV);
            case "tsv" -> Optional.of(TSV);
            case "svm", "libsvm" -> Optional.of(LIBSVM);
            case "npy" -> Optional.of(NPY);
            default -> Optional.empty();
        };
    }

    /** What follows the last dot of the name in lower case, without a trailing .gz; empty when there is no dot. */
    static String ending(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        name = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        if (isCompressedName(name)) {
            name = name.substring(0, name.length() - 3);
        }
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }

    static boolean isCompressedName(String fileName) {
        return fileName.toLowerCase(Locale.ROOT).endsWith(".gz");
    }
}
