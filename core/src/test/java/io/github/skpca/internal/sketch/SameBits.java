package io.github.skpca.internal.sketch;

import static org.assertj.core.api.Assertions.assertThat;

/** Equality of sketches to the last bit, zeros by their sign. */
final class SameBits {
    private SameBits() {}

    static void require(SketchState found, SketchState expected, String label) {
        assertThat(found.count()).as(label + ": rows").isEqualTo(expected.count());
        assertThat(found.rows()).as(label).isEqualTo(expected.rows());
        assertThat(bits(found)).as(label + ": delta, rounding, squaredNorm").isEqualTo(bits(expected));
        assertThat(found.certificate()).as(label + ": certificate").isEqualTo(expected.certificate());
    }

    static void require(CenteredSketch.State found, CenteredSketch.State expected, String label) {
        require(found.sketch(), expected.sketch(), label);
        assertThat(found.mean()).as(label + ": mean").isEqualTo(expected.mean());
        assertThat(found.block()).as(label + ": block").isEqualTo(expected.block());
        assertThat(found.absorbed()).as(label + ": absorbed").isEqualTo(expected.absorbed());
        assertThat(found.ages()).as(label + ": ages").usingRecursiveComparison().isEqualTo(expected.ages());
        assertThat(found.window())
                .as(label + ": window")
                .usingRecursiveComparison()
                .isEqualTo(expected.window());
    }

    static void require(CenteredSketch.Snapshot found, CenteredSketch.Snapshot expected, String label) {
        require(found.summary().state(), expected.summary().state(), label);
        assertThat(found.summary().squaredSingularValues())
                .as(label + ": spectrum")
                .isEqualTo(expected.summary().squaredSingularValues());
        assertThat(found.mean()).as(label + ": mean").isEqualTo(expected.mean());
        assertThat(found.rows()).as(label + ": rows").isEqualTo(expected.rows());
        assertThat(found.weight()).as(label + ": weight").isEqualTo(expected.weight());
        assertThat(found.latest()).as(label + ": latest").isEqualTo(expected.latest());
    }

    private static double[] bits(SketchState state) {
        return new double[] {state.delta(), state.rounding(), state.squaredNorm(), state.excess()};
    }
}
