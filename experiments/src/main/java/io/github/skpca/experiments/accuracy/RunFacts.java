package io.github.skpca.experiments.accuracy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.skpca.experiments.results.Manifest;
import io.github.skpca.experiments.run.Machine;
import io.github.skpca.internal.linalg.Backend;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** accuracy.json: with what, where and when the measurements were made, and what is missing. */
final class RunFacts {
    private final AccuracyFiles files;
    private final AccuracyPlan plan;
    private final String command;
    private final String commit;
    private final int threads;
    private final String started;

    /** Facts of a run that begins, or that resumes from the files. */
    RunFacts(AccuracyFiles files, AccuracyPlan plan, String command, String commit, int threads) throws IOException {
        Manifest before = Manifest.readFile(files.facts());
        this.files = files;
        this.plan = plan;
        this.command = command;
        this.commit = joined(before.text("commit"), commit);
        this.threads = threads;
        String begun = before.text("started");
        this.started =
                begun.isEmpty() ? Instant.now().truncatedTo(ChronoUnit.SECONDS).toString() : begun;
    }

    /** Measurements of two versions in one table must not pass for those of one. */
    private static String joined(String before, String now) {
        return before.isEmpty() || List.of(before.split(", ", -1)).contains(now)
                ? first(before, now)
                : before + ", " + now;
    }

    private static String first(String before, String now) {
        return before.isEmpty() ? now : before;
    }

    /** Writes the file as a whole. */
    void write(List<String> missing) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("command", command);
            json.writeStringField("commit", commit);
            json.writeStringField("seed", Long.toString(plan.seed()));
            json.writeStringField("started", started);
            json.writeStringField(
                    "ended", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
            json.writeStringField("java", System.getProperty("java.vendor") + " " + System.getProperty("java.version"));
            json.writeStringField("backend", Backend.active().name());
            json.writeNumberField("threads", threads);
            Machine.write(json);
            json.writeArrayFieldStart("cut");
            for (String sentence : missing) {
                json.writeString(sentence);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        AccuracyFiles.save(files.facts(), text + "\n");
    }
}
