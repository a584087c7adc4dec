package io.github.skpca.io;

/**
 * How an input is written, in words; a word is empty where it has no meaning.
 *
 * @param format csv, tsv, libsvm or npy
 * @param compression gzip, or empty
 * @param encoding UTF-8 or UTF-16
 * @param separator what is between fields
 * @param decimal the decimal sign
 * @param lineEnds LF, CRLF, CR, or several of them
 */
public record CellLayout(
        String format, String compression, String encoding, String separator, String decimal, String lineEnds) {}
