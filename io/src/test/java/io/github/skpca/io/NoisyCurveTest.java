package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Rows lie about their curve, whatever the batches. */
final class NoisyCurveTest {
    private static double[] read(NoisyCurve curve, int rows, int batchRows) {
        double[] all = new double[rows * curve.columns()];
        DenseBuffer batch = new DenseBuffer(batchRows, curve.columns());
        int at = 0;
        for (int read = curve.read(batch); read > 0; read = curve.read(batch)) {
            System.arraycopy(batch.values(), 0, all, at, read * curve.columns());
            at += read * curve.columns();
        }
        assertThat(at).isEqualTo(all.length);
        return all;
    }

    @ParameterizedTest
    @EnumSource(NoisyCurve.Shape.class)
    void rowsDoNotDependOnBatchesAndAreOfTheSeed(NoisyCurve.Shape shape) {
        double[] once = read(new NoisyCurve(shape, 100, 3, 10, 7), 100, 100);
        assertThat(read(new NoisyCurve(shape, 100, 3, 10, 7), 100, 9)).containsExactly(once);
        assertThat(read(new NoisyCurve(shape, 100, 3, 10, 8), 100, 100)).isNotEqualTo(once);
    }

    @Test
    void withHardlyAnyNoiseRowsAreOnTheCurve() {
        double[] rings = read(new NoisyCurve(NoisyCurve.Shape.RINGS, 200, 2, 1e9, 1), 200, 64);
        double[] spiral = read(new NoisyCurve(NoisyCurve.Shape.SPIRAL, 200, 2, 1e9, 1), 200, 64);
        double[] radii = new double[200];
        for (int i = 0; i < 200; i++) {
            assertThat(Math.hypot(rings[2 * i], rings[2 * i + 1])).isCloseTo(i % 2 == 0 ? 1 : 3, within(1e-7));
            radii[i] = Math.hypot(spiral[2 * i], spiral[2 * i + 1]);
            double turned = 2 * Math.PI * (radii[i] - 0.5);
            assertThat(spiral[2 * i]).isCloseTo(radii[i] * Math.cos(turned), within(1e-6));
            assertThat(spiral[2 * i + 1]).isCloseTo(radii[i] * Math.sin(turned), within(1e-6));
        }
        assertThat(Arrays.stream(radii).min().orElseThrow()).isBetween(0.5 - 1e-6, 0.6);
        assertThat(Arrays.stream(radii).max().orElseThrow()).isBetween(1.9, 2 + 1e-6);
    }

    @Test
    void sizesThatAreNoneAreRefused() {
        NoisyCurve.Shape spiral = NoisyCurve.Shape.SPIRAL;
        assertThatThrownBy(() -> new NoisyCurve(spiral, -1, 2, 1, 0)).hasMessageContaining("rows");
        assertThatThrownBy(() -> new NoisyCurve(spiral, 1, 1, 1, 0)).hasMessageContaining("columns");
        assertThatThrownBy(() -> new NoisyCurve(spiral, 1, 2, 0, 0)).hasMessageContaining("zeta");
    }
}
