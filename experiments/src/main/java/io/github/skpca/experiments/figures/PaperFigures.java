package io.github.skpca.experiments.figures;

import io.github.skpca.experiments.results.Results;
import io.github.skpca.io.PartFiles;
import io.github.skpca.report.Picture;
import io.github.skpca.report.PngException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The paper's figures of every data set, and those with this project's default beside them, drawn from points.tsv alone. */
public final class PaperFigures {
    private final Path folder;
    private final List<Path> files = new ArrayList<>();
    private Optional<String> withoutPng = Optional.empty();

    private PaperFigures(Path folder) {
        this.folder = folder;
    }

    /**
     * What was drawn.
     *
     * @param files all files that were written, in order
     * @param withoutPng why there are no PNG files, if there are none
     */
    public record Drawn(List<Path> files, Optional<String> withoutPng) {
        /** Copies the list. */
        public Drawn {
            files = List.copyOf(files);
        }
    }

    /**
     * Draws every figure into the folder {@code figures} beside points.tsv: for each data set six plots as SVG and PNG, and
     * one picture of all six, as in {@code cpu-spectral-error-by-size.svg} and {@code cpu.png}; and the same again with
     * {@code -own} behind the data set's name.
     *
     * @throws IOException if points.tsv cannot be read, is not as it must be or has no points, or a file cannot be written
     */
    public static Drawn draw(Path folder) throws IOException {
        Results results = Results.read(folder);
        if (results.points().isEmpty()) {
            throw new IOException(folder.resolve("points.tsv") + " has no points to draw");
        }
        PaperFigures figures = new PaperFigures(folder.resolve("figures"));
        Files.createDirectories(figures.folder);
        for (String dataset : results.datasets()) {
            for (FigureSet set : FigureSet.values()) {
                figures.draw(dataset + set.suffix(), new PaperCharts(results, dataset, set));
            }
        }
        return new Drawn(figures.files, figures.withoutPng);
    }

    private void draw(String name, PaperCharts charts) throws IOException {
        for (PaperPlot plot : PaperPlot.values()) {
            save(name + "-" + plot.label(), charts.alone(plot).picture());
        }
        save(name, charts.together().picture());
    }

    private void save(String name, Picture picture) throws IOException {
        save(folder.resolve(name + ".svg"), picture.svg().getBytes(StandardCharsets.UTF_8));
        if (withoutPng.isEmpty()) {
            try {
                save(folder.resolve(name + ".png"), picture.png());
            } catch (PngException noFonts) {
                withoutPng = Optional.of(String.valueOf(noFonts.getMessage()));
            }
        }
    }

    private void save(Path file, byte[] bytes) throws IOException {
        PartFiles.write(file, bytes);
        files.add(file);
    }
}
