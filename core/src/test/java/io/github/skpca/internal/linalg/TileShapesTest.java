package io.github.skpca.internal.linalg;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The table of tiles: each fits into the registers it is for, and none changes a bit. */
class TileShapesTest {
    /** Prints the checksums of the arithmetic that is active. */
    static final class PrintBits {
        private PrintBits() {}

        public static void main(String[] arguments) {
            System.out.println(BackendBits.of(Backend.active()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 32})
    void everyTileFitsIntoTheRegisters(int registers) {
        TileShapes shapes = TileShapes.of(registers);
        assertThat(shapes.registers()).isEqualTo(registers);
        assertThat(List.of(
                        shapes.panel(),
                        shapes.packed(),
                        shapes.strip(),
                        shapes.doubles(),
                        shapes.moments(),
                        shapes.inner()))
                .allSatisfy(shape -> {
                    assertThat(shape.registers()).isLessThanOrEqualTo(registers);
                    // Two units with four steps each: fewer sums would leave them waiting.
                    assertThat(shape.rows() * shape.vectors()).isGreaterThanOrEqualTo(8);
                });
        assertThat(shapes.panel().vectors()).isEqualTo(TileShapes.PANEL_VECTORS);
        // The strips of a block are multiplied by packed tiles, too.
        assertThat(shapes.strip().vectors()).isEqualTo(shapes.packed().vectors());
    }

    @Test
    void otherMachinesAreNotInTheTable() {
        assertThatThrownBy(() -> TileShapes.of(8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("16 or 32 registers, not 8");
    }

    /** Every kernel with every shape, each in a process of its own. */
    @ParameterizedTest
    @CsvSource({"16, 128", "32, 128", "16, auto", "32, auto"})
    void noShapeChangesABit(int registers, String bits) throws Exception {
        assumeTrue(MultiplyAdd.FUSED
                && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        java,
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-Dskpca.simd=on",
                        "-Dskpca.simd.registers=" + registers,
                        "-Dskpca.simd.bits=" + bits,
                        "-cp",
                        classes,
                        PrintBits.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(text.strip()).isEqualTo(BackendBits.of(Backend.plain()).toString());
        } finally {
            process.destroyForcibly();
        }
    }
}
