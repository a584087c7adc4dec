package io.github.skpca.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder in which a streaming learner is kept: one file per batch, named by the last batch that was counted and the query it came from.
 *
 * <p>A file gets its name by a rename when it is complete, so its name and its content agree. The last two are kept.
 */
final class LearnerFolder {
    private static final Pattern NAME = Pattern.compile("batch-(\\d{1,18})\\.([0-9A-Za-z-]{1,64})\\.learner");
    private static final int KEPT = 2;

    private final Path folder;
    private final Configuration configuration;

    LearnerFolder(String folder, Configuration configuration) {
        this.folder = new Path(folder);
        this.configuration = configuration;
    }

    /**
     * A file of the folder.
     *
     * @param batch the last batch that it counts
     * @param query the query whose batches they are
     */
    record Entry(Path path, long batch, String query) {}

    /** The file of the last batch, if there is one. */
    Optional<Entry> newest() throws IOException {
        List<Entry> entries = entries();
        return entries.isEmpty() ? Optional.empty() : Optional.of(entries.get(entries.size() - 1));
    }

    private List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        FileSystem system = system();
        if (system.exists(folder)) {
            for (FileStatus status : system.listStatus(folder)) {
                Matcher name = NAME.matcher(status.getPath().getName());
                if (name.matches()) {
                    entries.add(new Entry(status.getPath(), Long.parseLong(name.group(1)), name.group(2)));
                }
            }
        }
        entries.sort(Comparator.comparingLong(Entry::batch));
        return entries;
    }

    byte[] read(Entry entry) throws IOException {
        try (FSDataInputStream in = system().open(entry.path())) {
            return in.readAllBytes();
        }
    }

    /** Writes the file of a batch, and removes those before the one before it. */
    void write(long batch, String query, byte[] bytes) throws IOException {
        FileSystem system = system();
        system.mkdirs(folder);
        Path temporary = new Path(folder, ".writing-" + UUID.randomUUID());
        try (FSDataOutputStream out = system.create(temporary, false)) {
            out.write(bytes);
            out.hsync();
        }
        Path target = new Path(folder, "batch-" + batch + "." + query + ".learner");
        if (!system.rename(temporary, target)) {
            system.delete(temporary, false);
            throw new IOException(target + ": cannot be written; check the folder's space and rights");
        }
        List<Entry> entries = entries();
        for (Entry old : entries.subList(0, Math.max(0, entries.size() - KEPT))) {
            system.delete(old.path(), false);
        }
    }

    private FileSystem system() throws IOException {
        return folder.getFileSystem(configuration);
    }
}
