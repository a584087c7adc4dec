package io.github.skpca.cli;

import io.github.skpca.drift.DriftDetector;
import io.github.skpca.internal.model.Attachments;
import io.github.skpca.internal.text.PortableNumber;
import io.github.skpca.io.FilePosition;
import io.github.skpca.io.LivePosition;
import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a watch attaches to a checkpoint of its learner. The learner in the file is the one of the last snapshot, so that the
 * snapshot can be made again; the rows it learned from since are here.
 *
 * @param identity the options and the model that events depend on, by name
 * @param position how far the rows were read
 * @param counts events so far, by kind
 * @param eventBytes the length of the event file, 0 if events go to standard output
 * @param eventTail the fingerprint of its end
 * @param snapshotRow the number of the row after which the last snapshot was taken
 * @param explainedPeriod the period for which the explained rows are counted
 * @param bandwidthRatio the ratio of bandwidths that was last said, or that the watch began with
 * @param rowsSince the good rows after it, row-major; owned by the record
 * @param alarms which alarms belong together, and the levels of discoveries
 * @param drift the state of the search for drift, or null if there is none
 * @param window the last steps, where rows are made of several; owned by the record
 */
record WatchCheckpoint(
        Map<String, String> identity,
        LivePosition position,
        Map<String, Long> counts,
        long eventBytes,
        String eventTail,
        long snapshotRow,
        long explainedPeriod,
        double bandwidthRatio,
        double[] rowsSince,
        double[] alarms,
        DriftSearch.@Nullable State drift,
        double[] window) {
    private static final String VERSION = "5";

    /** Checks the numbers that are not checked by their own records. */
    WatchCheckpoint {
        if (eventBytes < 0) {
            throw new IllegalArgumentException("events.bytes must be at least 0, not " + eventBytes);
        }
        if (snapshotRow < 0 || snapshotRow > position.rows()) {
            throw new IllegalArgumentException(
                    "snapshotRow must be between 0 and " + position.rows() + ", not " + snapshotRow);
        }
        if (!(bandwidthRatio > 0)) {
            throw new IllegalArgumentException("bandwidthRatio must be above 0, not " + bandwidthRatio);
        }
    }

    Attachments attachments() {
        Map<String, String> texts = new HashMap<>();
        Map<String, double[]> numbers = new HashMap<>();
        texts.put("version", VERSION);
        identity.forEach((name, value) -> texts.put("identity." + name, value));
        counts.forEach((kind, count) -> texts.put("count." + kind, Long.toString(count)));
        texts.put("rows", Long.toString(position.rows()));
        texts.put("badRows", Long.toString(position.badRows()));
        texts.put("firstLine", position.firstLine());
        texts.put("events.bytes", Long.toString(eventBytes));
        texts.put("events.tail", eventTail);
        texts.put("snapshotRow", Long.toString(snapshotRow));
        texts.put("explainedPeriod", Long.toString(explainedPeriod));
        texts.put("bandwidthRatio", PortableNumber.text(bandwidthRatio));
        numbers.put("rowsSince", rowsSince);
        numbers.put("window", window);
        numbers.put("alarms", alarms);
        FilePosition file = position.file();
        if (file != null) {
            texts.put("file.key", file.key());
            texts.put("file.headBytes", Integer.toString(file.headBytes()));
            texts.put("file.fingerprint", file.fingerprint());
            texts.put("file.offset", Long.toString(file.offset()));
            texts.put("file.lines", Long.toString(file.lines()));
        }
        if (drift != null) {
            DriftDetector.State detector = drift.detector();
            texts.put("drift.rows", Long.toString(detector.rows()));
            texts.put("drift.blocks", Long.toString(detector.blocks()));
            texts.put("drift.seenRow", Long.toString(drift.seenRow()));
            texts.put("drift.driftRow", Long.toString(drift.driftRow()));
            numbers.put("drift.byRows", drift.rows());
            numbers.put("drift.sums", detector.sums());
            numbers.put("drift.waiting", detector.waiting());
            byte[] model = drift.model();
            if (model != null) {
                numbers.put("drift.model", DriftSearch.numbers(model));
            }
        }
        return new Attachments(texts, numbers);
    }

    /**
     * Reads what was attached.
     *
     * @throws IllegalArgumentException if it is not what a watch attaches
     */
    static WatchCheckpoint of(Attachments attached) {
        if (!attached.text("version").equals(VERSION)) {
            throw new IllegalArgumentException("a watch of another version");
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        named(attached, "count.").forEach((kind, count) -> counts.put(kind, Long.parseLong(count)));
        FilePosition file = attached.texts().containsKey("file.offset") ? file(attached) : null;
        DriftSearch.State drift = attached.texts().containsKey("drift.rows") ? drift(attached) : null;
        return new WatchCheckpoint(
                named(attached, "identity."),
                new LivePosition(
                        number(attached, "rows"), number(attached, "badRows"), attached.text("firstLine"), file),
                counts,
                number(attached, "events.bytes"),
                attached.text("events.tail"),
                number(attached, "snapshotRow"),
                number(attached, "explainedPeriod"),
                Double.parseDouble(attached.text("bandwidthRatio")),
                attached.numbers("rowsSince"),
                attached.numbers("alarms"),
                drift,
                attached.numbers("window"));
    }

    /** What is not as it was: the first name whose value is another, with both values; empty if there is none. */
    String differenceFrom(Map<String, String> now) {
        for (Map.Entry<String, String> entry : new TreeMap<>(now).entrySet()) {
            String before = identity.getOrDefault(entry.getKey(), "nothing");
            if (!before.equals(entry.getValue())) {
                // Arguments have names in capitals, and of a model only the checksum is known.
                return switch (entry.getKey()) {
                    case "MODEL" -> "MODEL was another file";
                    case "INPUT", "EVENTS" -> entry.getKey() + " was " + before;
                    default -> "--" + entry.getKey() + " was " + before + ", not " + entry.getValue();
                };
            }
        }
        return "";
    }

    private static DriftSearch.State drift(Attachments attached) {
        return new DriftSearch.State(
                new DriftDetector.State(
                        number(attached, "drift.rows"),
                        number(attached, "drift.blocks"),
                        attached.numbers("drift.sums"),
                        attached.numbers("drift.waiting")),
                number(attached, "drift.seenRow"),
                number(attached, "drift.driftRow"),
                attached.numbers("drift.byRows"),
                attached.numbers().containsKey("drift.model")
                        ? DriftSearch.bytes(attached.numbers("drift.model"))
                        : null);
    }

    private static FilePosition file(Attachments attached) {
        return new FilePosition(
                attached.text("file.key"),
                Math.toIntExact(number(attached, "file.headBytes")),
                attached.text("file.fingerprint"),
                number(attached, "file.offset"),
                number(attached, "file.lines"));
    }

    private static Map<String, String> named(Attachments attached, String prefix) {
        Map<String, String> found = new TreeMap<>();
        attached.texts().forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }

    private static long number(Attachments attached, String name) {
        return Long.parseLong(attached.text(name));
    }
}
