package io.github.skpca.cli;

import io.github.skpca.experiments.data.DataFile;
import io.github.skpca.experiments.data.DataFolder;
import io.github.skpca.experiments.data.PaperDataSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Which of the paper's data sets to use, and where they are. */
final class PaperDataOptions {
    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Where the published data sets are; see skpca data.")
    @Nullable
    Path dataDir;

    @Option(
            names = "--datasets",
            split = ",",
            paramLabel = "NAMES",
            description = "Only these: random-noisy, cpu, adult, forest; all that are there by default.")
    List<String> datasets = List.of();

    /** The folder of the published files, or null if none was given. */
    @Nullable
    DataFolder folder() {
        Path given = dataDir;
        return given == null ? null : new DataFolder(given);
    }

    /**
     * The data sets to run: those asked for, or all that can be.
     *
     * @param leftOut gets a sentence that says what is left out and how to get it
     */
    List<PaperDataSet> chosen(List<String> leftOut) {
        if (!datasets.isEmpty()) {
            List<PaperDataSet> named = new ArrayList<>();
            for (String name : datasets) {
                PaperDataSet set = PaperDataSet.ofLabel(name)
                        .orElseThrow(() ->
                                new UsageException("--datasets must be of " + PaperDataSet.labels() + ", not " + name));
                if (!set.files().isEmpty() && dataDir == null) {
                    throw new UsageException(name + " is read from files: give --data-dir, and see skpca data");
                }
                if (!named.contains(set)) {
                    named.add(set);
                }
            }
            return named;
        }
        if (dataDir != null) {
            return Arrays.asList(PaperDataSet.values());
        }
        leftOut.add("Left out: cpu, adult and forest, which are read from files. To have them too:"
                + " skpca data --download --data-dir DIR, then add --data-dir DIR");
        return List.of(PaperDataSet.RANDOM_NOISY);
    }

    /** Names the published files as what is read. */
    void declare(CommandFiles files) {
        DataFolder source = folder();
        if (source == null) {
            return;
        }
        for (PaperDataSet set : PaperDataSet.values()) {
            for (DataFile file : set.files()) {
                source.find(file).ifPresent(files::reads);
            }
        }
    }

    /** Looks at all files before an hour of work begins. */
    void requireFiles(List<PaperDataSet> sets) throws IOException {
        DataFolder source = folder();
        if (source == null) {
            return;
        }
        for (PaperDataSet set : sets) {
            for (DataFile file : set.files()) {
                DataFolder.Status status = source.check(file);
                if (status != DataFolder.Status.GOOD) {
                    throw new UsageException(source.path() + ": " + file.name() + " of " + set.label() + " is "
                            + status.label() + "; see skpca data --data-dir " + source.path()
                            + ", or name the data sets to run with --datasets");
                }
            }
        }
    }
}
