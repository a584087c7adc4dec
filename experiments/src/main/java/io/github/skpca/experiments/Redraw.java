package io.github.skpca.experiments;

import io.github.skpca.experiments.claims.Claims;
import io.github.skpca.experiments.figures.PaperFigures;
import io.github.skpca.experiments.figures.ResultsPage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Makes everything that follows from the result files of a folder: figures, claims and the page. */
public final class Redraw {
    private Redraw() {}

    /**
     * Draws again from points.tsv, theory.tsv, scaling.tsv and manifest.json alone.
     *
     * @return why there are no PNG files, if there are none
     */
    public static Optional<String> of(Path folder) throws IOException {
        Optional<String> withoutPng = PaperFigures.draw(folder).withoutPng();
        Claims.write(folder);
        ResultsPage.write(folder);
        return withoutPng;
    }
}
