package io.github.skpca.io;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Files that people give and that hold no rows as they are read here, by how their names end. */
final class OtherFormats {
    private static final String CONVERT = "is no format that is read; convert it to CSV or NPY, or state what it is";
    private static final String SPREADSHEET = "is a spreadsheet; save it as CSV";
    private static final String ARCHIVE = "is an archive; unpack it, or pack each file by itself as .gz";
    private static final Map<String, String> SAID = Map.ofEntries(
            Map.entry("skpca", "is a model, not rows; give a file of rows"),
            Map.entry("xlsx", SPREADSHEET),
            Map.entry("xls", SPREADSHEET),
            Map.entry("ods", SPREADSHEET),
            Map.entry("parquet", CONVERT),
            Map.entry("feather", CONVERT),
            Map.entry("arrow", CONVERT),
            Map.entry("h5", CONVERT),
            Map.entry("hdf5", CONVERT),
            Map.entry("json", CONVERT),
            Map.entry("jsonl", CONVERT),
            Map.entry("mat", CONVERT),
            Map.entry("npz", CONVERT),
            Map.entry("pkl", CONVERT),
            Map.entry("rds", CONVERT),
            Map.entry("zip", ARCHIVE),
            Map.entry("tar", ARCHIVE));

    private OtherFormats() {}

    /** What to say of a file of this name, and what may help; empty if the name tells nothing. */
    static Optional<BadInputException> refusal(String name, Remedy naming) {
        return said(name)
                .map(said -> new BadInputException(
                        Input.displayName(name) + ": " + said, said.equals(CONVERT) ? List.of(naming) : List.of()));
    }

    private static Optional<String> said(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Optional.ofNullable(SAID.get(ending));
    }
}
