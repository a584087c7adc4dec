package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.results.AccuracyPoint;

/** The two errors, and the unit in which the page gives each. */
enum Norm {
    SPECTRAL("||G - G'||_2 / n", "thousandths", 1e-3),
    FROBENIUS("||G - G'||_F / n^2", "millionths", 1e-6);

    private final String formula;
    private final String unitName;
    private final double unit;

    Norm(String formula, String unitName, double unit) {
        this.formula = formula;
        this.unitName = unitName;
        this.unit = unit;
    }

    String formula() {
        return formula;
    }

    String unitName() {
        return unitName;
    }

    double unit() {
        return unit;
    }

    double of(AccuracyPoint point) {
        return this == SPECTRAL ? point.spectralError() : point.frobeniusError();
    }
}
