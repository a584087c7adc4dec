package io.github.skpca.cli;

import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/** Rows and files for the tests: two hidden dimensions under noise, with three decimals, the same for the same seed. */
final class Data {
    private final int columns;
    private final SplittableRandom random;

    Data(int columns, long seed) {
        this.columns = columns;
        this.random = new SplittableRandom(seed);
    }

    /** A line of CSV, with its end. */
    String nextLine() {
        double first = random.nextDouble() * 4 - 2;
        double second = random.nextDouble() * 2 - 1;
        StringBuilder line = new StringBuilder();
        for (int j = 0; j < columns; j++) {
            double value = first * Math.cos(j) + second * Math.sin(3.0 * j) + 0.2 * random.nextDouble();
            long thousandths = Math.round(1000 * value);
            line.append(j == 0 ? "" : ",").append(thousandths < 0 ? "-" : "");
            String digits = Long.toString(1000 + Math.abs(thousandths) % 1000);
            line.append(Math.abs(thousandths) / 1000).append('.').append(digits, 1, 4);
        }
        return line.append('\n').toString();
    }

    String lines(int rows) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            text.append(nextLine());
        }
        return text.toString();
    }

    static String lines(int rows, int columns, long seed) {
        return new Data(columns, seed).lines(rows);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Path file(Path folder, String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream stream = new GZIPOutputStream(compressed)) {
            stream.write(bytes);
        }
        return compressed.toByteArray();
    }

    /** All numbers of a file, row by row. */
    static List<List<Double>> rows(Path file) throws IOException {
        List<List<Double>> rows = new ArrayList<>();
        try (RowReader reader = Rows.open(List.of(file.toString()), ReadOptions.defaults())) {
            DenseBuffer batch = new DenseBuffer(64, reader.columns());
            for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
                for (int i = 0; i < read; i++) {
                    double[] row = Arrays.copyOfRange(batch.values(), i * reader.columns(), (i + 1) * reader.columns());
                    rows.add(Arrays.stream(row).boxed().toList());
                }
            }
        }
        return rows;
    }

    /** Every file of a folder with its bytes, to see whether anything changed. */
    static TreeMap<String, ByteBuffer> contents(Path folder) throws IOException {
        TreeMap<String, ByteBuffer> contents = new TreeMap<>();
        try (var paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                byte[] bytes = Files.isRegularFile(path) ? Files.readAllBytes(path) : new byte[0];
                contents.put(folder.relativize(path).toString(), ByteBuffer.wrap(bytes));
            }
        }
        return contents;
    }
}
