package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.results.AccuracyPoint;

import java.util.function.ToDoubleFunction;

/** The two errors, and the unit in which the page gives each. */
enum Norm {
    SPECTRAL("||G - G'||_2 / n", "thousandths", 1e-3, AccuracyPoint::spectralError),
    FROBENIUS("||G - G'||_F / n^2", "millionths", 1e-6, AccuracyPoint::frobeniusError);

    private final String formula;
    private final String unitName;
    private final double unit;
    private final ToDoubleFunction<AccuracyPoint> value;

    Norm(String formula, String unitName, double unit, ToDoubleFunction<AccuracyPoint> value) {
        this.formula = formula;
        this.unitName = unitName;
        this.unit = unit;
        this.value = value;
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
        return value.applyAsDouble(point);
    }
}
