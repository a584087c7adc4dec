package io.github.skpca.cli;

import io.github.skpca.experiments.data.DataFile;
import io.github.skpca.experiments.data.DataFolder;
import io.github.skpca.experiments.data.Download;
import io.github.skpca.experiments.data.PaperDataSet;
import io.github.skpca.io.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The paper's data sets: where they come from, and whether a folder has them. */
@Command(
        name = "data",
        description = "The paper's data sets: where they come from, download, check.",
        footer = {
            "",
            "A file is known by the SHA-256 of its uncompressed content: it may be there with or without .gz.",
            "Example: skpca data --download --data-dir paper-data"
        })
final class DataCommand extends SkpcaCommand {
    @Option(names = "--data-dir", paramLabel = "DIR", description = "A folder to check, and to download into.")
    @Nullable
    Path folder;

    @Option(
            names = "--download",
            description = "Fetch what is missing from its publisher; nothing is fetched without it.")
    boolean download;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            defaultValue = "",
            description = "Fetch from here, where the files lie under their own names, instead of from the publishers.")
    String baseUrl = "";

    @Override
    void declare(CommandFiles files) {
        // It downloads into a folder what is not there yet, and reads nothing else.
    }

    @Override
    void run() throws IOException {
        Path given = folder;
        if (given == null && (download || !baseUrl.isEmpty())) {
            throw new UsageException("--download needs --data-dir: where to put the files");
        }
        DataFolder checked = given == null ? null : new DataFolder(given);
        List<String> failures = checked != null && download ? fetch(checked) : List.of();
        List<Map<String, Object>> sets = new ArrayList<>();
        for (PaperDataSet set : PaperDataSet.values()) {
            sets.add(describe(set, checked));
        }
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("datasets", sets);
            console().json(fields);
        } else {
            sets.forEach(this::print);
            if (checked == null) {
                console().out().println("Give --data-dir DIR to check a folder, and --download to fetch into it.");
            }
        }
        if (!failures.isEmpty()) {
            throw new BadInputException(String.join("; ", failures));
        }
    }

    /** Fetches what is not there or not right; one that cannot be had does not keep the others back. */
    private List<String> fetch(DataFolder target) throws IOException {
        Download source = new Download(target, baseUrl);
        List<String> failures = new ArrayList<>();
        for (PaperDataSet set : PaperDataSet.values()) {
            for (DataFile file : set.files()) {
                if (target.check(file) != DataFolder.Status.GOOD) {
                    try {
                        source.fetch(file);
                    } catch (BadInputException failure) {
                        failures.add(String.valueOf(failure.getMessage()));
                    }
                }
            }
        }
        return failures;
    }

    private static Map<String, Object> describe(PaperDataSet set, @Nullable DataFolder checked) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", set.label());
        fields.put("rows", set.rows());
        fields.put("columns", set.columns());
        fields.put("testRows", set.testRows());
        fields.put("origin", set.description());
        fields.put("page", set.page());
        fields.put("licence", set.licence());
        List<Map<String, Object>> files = new ArrayList<>();
        for (DataFile file : set.files()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("file", file.name());
            entry.put("address", file.address());
            entry.put("bytes", file.bytes());
            entry.put("sha256", file.sha256());
            if (checked != null) {
                entry.put("status", checked.check(file).label());
                checked.find(file).ifPresent(found -> entry.put("path", found.toString()));
            }
            files.add(entry);
        }
        fields.put("files", files);
        return fields;
    }

    private void print(Map<String, Object> set) {
        console()
                .out()
                .println(set.get("name") + ": " + Console.text(set.get("rows")) + " x "
                        + Console.text(set.get("columns")) + ", " + Console.text(set.get("testRows")) + " held out");
        console().out().println("  " + set.get("origin"));
        Map<String, Object> lines = new LinkedHashMap<>();
        if (!String.valueOf(set.get("page")).isEmpty()) {
            lines.put("page", set.get("page"));
        }
        lines.put("licence", set.get("licence"));
        for (Object item : (List<?>) java.util.Objects.requireNonNull(set.get("files"))) {
            Map<?, ?> file = (Map<?, ?>) item;
            Object address = file.get("address");
            String from = String.valueOf(address).isEmpty() ? "not published as this very file" : "from " + address;
            Object status = file.get("status");
            lines.put(
                    String.valueOf(file.get("file")),
                    (status == null ? "" : status + ", ") + from + ", sha256 " + file.get("sha256"));
        }
        console().table(lines);
        console().out().println();
    }
}
