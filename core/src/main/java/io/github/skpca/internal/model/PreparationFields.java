package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import io.github.skpca.RowPreparation;
import io.github.skpca.internal.text.PortableNumber;

import java.util.ArrayList;
import java.util.List;

/** How the rows of a model were prepared, as metadata and a tensor of a model file; nothing is written for rows learned as they come. */
final class PreparationFields {
    private static final String CELLS = "rows.cells";
    private static final String FILL = "rows.fill";
    private static final String REGRESSION = "rows.regression";
    private static final int MOST_CELLS_WITH_CATEGORIES = 4096;

    private PreparationFields() {}

    static void write(TensorFile.Builder file, RowPreparation rows) {
        if (rows.isPlain()) {
            return;
        }
        file.metadata(CELLS, Integer.toString(rows.cells()))
                .metadata("rows.lags", Integer.toString(rows.lags()))
                .metadata("rows.stride", Integer.toString(rows.stride()))
                .metadata("rows.missing", rows.missing().label());
        if (rows.timeStep() > 0) {
            file.metadata("rows.timeStep", PortableNumber.text(rows.timeStep()));
        }
        List<RowPreparation.Categories> all = rows.categories();
        if (!all.isEmpty()) {
            file.metadata("rows.categories", Integer.toString(all.size()));
        }
        for (int i = 0; i < all.size(); i++) {
            String name = "rows.category." + i + ".";
            file.metadata(name + "cell", Integer.toString(all.get(i).cell()));
            file.metadata(name + "values", Integer.toString(all.get(i).values().size()));
            for (int j = 0; j < all.get(i).values().size(); j++) {
                file.metadata(name + j, all.get(i).values().get(j));
            }
        }
        double[] fill = rows.fill();
        if (fill.length > 0) {
            file.tensor(FILL, fill, fill.length);
        }
        double[] regression = rows.regression();
        if (regression.length > 0) {
            file.tensor(REGRESSION, regression, rows.cells() + 2, rows.cells());
        }
    }

    static RowPreparation read(TensorFile file) throws ModelFileException {
        if (!file.metadata().containsKey(CELLS)) {
            return RowPreparation.of(Integer.parseInt(file.metadata("columns")));
        }
        int cells = Integer.parseInt(file.metadata(CELLS));
        // A file cannot ask for more memory than its rows have columns.
        if (cells < 1 || cells > Integer.parseInt(file.metadata("columns"))) {
            throw new IllegalArgumentException(CELLS + " is " + cells + ", more than there are columns, or none");
        }
        return RowPreparation.of(cells)
                .withCategories(categories(file))
                .withLags(Integer.parseInt(file.metadata("rows.lags")))
                .withStride(Integer.parseInt(file.metadata("rows.stride")))
                .withTimeStep(Double.parseDouble(file.metadata().getOrDefault("rows.timeStep", "0")))
                .withMissing(SettingsFields.label(
                        "rows.missing", file.metadata("rows.missing"), RowPreparation.Missing::ofLabel))
                .withFill(file.has(FILL) ? file.doubles(FILL, cells) : new double[0])
                .withRegression(file.has(REGRESSION) ? file.doubles(REGRESSION, cells + 2, cells) : new double[0]);
    }

    private static List<RowPreparation.Categories> categories(TensorFile file) throws ModelFileException {
        int count = Integer.parseInt(file.metadata().getOrDefault("rows.categories", "0"));
        if (count < 0 || count > MOST_CELLS_WITH_CATEGORIES) {
            throw new IllegalArgumentException("rows.categories is " + count);
        }
        List<RowPreparation.Categories> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "rows.category." + i + ".";
            int values = Integer.parseInt(file.metadata(name + "values"));
            List<String> texts = new ArrayList<>();
            for (int j = 0; j < values && j <= RowPreparation.MOST_CATEGORIES; j++) {
                texts.add(file.metadata(name + j));
            }
            all.add(new RowPreparation.Categories(Integer.parseInt(file.metadata(name + "cell")), texts));
        }
        return all;
    }
}
