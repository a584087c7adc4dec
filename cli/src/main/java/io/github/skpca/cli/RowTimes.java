package io.github.skpca.cli;

import io.github.skpca.io.BadInputException;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.RowBuffer;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The times of a batch's rows, read from the first of its kept columns. */
final class RowTimes {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?");

    private static final Pattern TIME = Pattern.compile(
            "([+-]?\\d{4,9}-\\d\\d-\\d\\d)(?:[Tt ] *(\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?) *(Z|[+-]\\d\\d(?::?\\d\\d)?)?)?");

    private double[] times = new double[0];

    /** The median of the steps forward between neighbours; 0 if there is none. */
    static double usualStep(List<DenseBuffer> rows) throws BadInputException {
        List<Double> steps = new ArrayList<>();
        double before = Double.NaN;
        for (DenseBuffer part : rows) {
            for (int i = 0; i < part.rows(); i++) {
                double time = of(part, i);
                if (time > before) {
                    steps.add(time - before);
                }
                before = time;
            }
        }
        Collections.sort(steps);
        return steps.isEmpty() ? 0 : steps.get((steps.size() - 1) / 2);
    }

    /**
     * Numbers as they are, and instants as seconds since 1970.
     *
     * @return at least as many as the batch has rows; overwritten by the next call
     */
    double[] of(RowBuffer batch) throws BadInputException {
        if (times.length < batch.rows()) {
            times = new double[batch.capacity()];
        }
        for (int i = 0; i < batch.rows(); i++) {
            times[i] = of(batch, i);
        }
        return times;
    }

    /** The time of one row. */
    static double of(RowBuffer batch, int row) throws BadInputException {
        String text = batch.kept(row, 0).strip();
        if (NUMBER.matcher(text).matches()) {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        }
        try {
            Instant instant = instant(text);
            return instant.getEpochSecond() + 1e-9 * instant.getNano();
        } catch (DateTimeException e) {
            String shown = text.length() > 40 ? text.substring(0, 40) + "..." : text;
            throw new BadInputException(batch.position(row) + ": the time "
                    + shown.replaceAll("\\p{Cntrl}", "?")
                    + " is neither a number nor a time such as 2026-01-31T12:00:00Z or 2026-01-31 12:00:00: correct"
                    + " it");
        }
    }

    /** A day, or a day and a time with a T or a blank between; without a zone it is UTC. */
    private static Instant instant(String text) {
        if (text.indexOf('T') > 0 && text.endsWith("Z")) {
            return Instant.parse(text);
        }
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            throw new DateTimeException("not a time");
        }
        String clock = parts.group(2) == null ? "00:00" : parts.group(2).replace(',', '.');
        String zone = parts.group(3) == null ? "Z" : parts.group(3);
        return LocalDateTime.parse(parts.group(1) + "T" + clock).toInstant(ZoneOffset.of(zone));
    }
}
