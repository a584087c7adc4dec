package io.github.skpca.experiments;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.skpca.experiments.run.Machine;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.io.PartFiles;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** manifest.json: what a run was, where and when it ran, and what it left out. */
final class RunManifest {
    static final String FILE = "manifest.json";

    private final Plan plan;
    private final Origin origin;
    private final int threads;
    private final double budgetMinutes;
    private final Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Map<String, Double> bandwidths = new TreeMap<>();
    private List<String> cut = new ArrayList<>();

    /**
     * Where a run comes from.
     *
     * @param commit of the sources, or "unknown"
     * @param command as it was typed
     */
    record Origin(String commit, String command) {}

    RunManifest(Plan plan, Origin origin, int threads, double budgetMinutes) {
        this.plan = plan;
        this.origin = origin;
        this.threads = threads;
        this.budgetMinutes = budgetMinutes;
    }

    void bandwidth(String dataset, double bandwidth) {
        bandwidths.put(dataset, bandwidth);
    }

    double bandwidth(String dataset) {
        return bandwidths.getOrDefault(dataset, Double.NaN);
    }

    void cut(List<String> sentences) {
        cut = List.copyOf(sentences);
    }

    /** Writes the file as a whole. */
    void write(Path folder, boolean finished) throws IOException {
        write(folder, FILE, finished);
    }

    /** Writes it under another name. */
    void write(Path folder, String file, boolean finished) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("command", origin.command());
            json.writeStringField("commit", origin.commit());
            json.writeStringField("seed", Long.toString(plan.seed()));
            json.writeStringField("started", started.toString());
            json.writeBooleanField("finished", finished);
            json.writeNumberField(
                    "minutes", Math.round(ChronoUnit.SECONDS.between(started, Instant.now()) / 6.0) / 10.0);
            json.writeStringField("budget", budgetMinutes > 0 ? budgetMinutes + " minutes" : "none");
            json.writeStringField("java", System.getProperty("java.vendor") + " " + System.getProperty("java.version"));
            json.writeStringField("backend", Backend.active().name());
            json.writeNumberField("threads", threads);
            Machine.write(json);
            plan(json);
            json.writeObjectFieldStart("bandwidths");
            for (Map.Entry<String, Double> bandwidth : bandwidths.entrySet()) {
                json.writeNumberField(bandwidth.getKey(), bandwidth.getValue());
            }
            json.writeEndObject();
            json.writeArrayFieldStart("cut");
            for (String sentence : cut) {
                json.writeString(sentence);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        PartFiles.write(folder.resolve(file), (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private void plan(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("plan");
        json.writeStringField(
                "datasets",
                String.join(" ", plan.sets().stream().map(set -> set.label()).toList()));
        json.writeStringField("sizes", plan.sizes().toString());
        json.writeStringField("sketchSizes", plan.sketchSizes().toString());
        json.writeNumberField("repeats", plan.repeats());
        json.writeNumberField("forestRepeats", plan.forestRepeats());
        json.writeEndObject();
    }
}
