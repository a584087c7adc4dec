package io.github.skpca.cli;

import io.github.skpca.BandwidthException;
import io.github.skpca.MergeException;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.Header;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowFormat;
import io.github.skpca.io.Rows;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What the library says in its own words the command line says with its options. */
final class OptionAdviceTest {
    @TempDir
    Path folder;

    private static String advice(ThrowingCallable call) {
        Throwable failure = catchThrowable(call);
        assertThat(failure).hasMessageNotContaining("--");
        String message = OptionAdvice.message(failure);
        assertThat(message).startsWith(failure.getMessage() + " (").endsWith(")");
        return message.substring(failure.getMessage().length() + 2, message.length() - 1);
    }

    private String read(ReadOptions options, String name, String text) throws Exception {
        String file = Data.file(folder, name, text).toString();
        return advice(() -> {
            try (var reader = Rows.open(List.of(file), options)) {
                reader.read(new io.github.skpca.io.DenseBuffer(10, reader.columns()));
            }
        });
    }

    @Test
    void everyRemedyHasAnOption() throws Exception {
        ReadOptions defaults = ReadOptions.defaults();
        assertThat(read(defaults, "a.csv", "x,y\n1,2\n1,\n"))
                .isEqualTo("--missing impute, or --exclude y, or --on-bad-row skip");
        assertThat(read(defaults, "a1.csv", "x,y\n1,p\n")).isEqualTo("--one-hot y, or --exclude y");
        assertThat(read(defaults, "a2.csv", "x,y\n1,2024-01-02\n"))
                .isEqualTo("--exclude y, or --time-column y with --lags or --half-life");
        assertThat(read(defaults, "a3.csv", "x;y\n1;1,234\n")).isEqualTo("--decimal comma");
        assertThat(read(defaults, "a4.csv", "x,y;z\np,q;r\n")).isEqualTo("--separator comma or semicolon");
        assertThat(read(defaults.withHeader(Header.NO), "b.csv", "x,y\n1,2\n"))
                .isEqualTo("--exclude 1,2, or --on-bad-row skip");
        assertThat(read(defaults.withExclude(List.of("1-2")), "c.csv", "x,y\n1,2\n"))
                .isEqualTo("--columns or --exclude");
        assertThat(read(defaults, "d", "1\n")).isEqualTo("--format csv, tsv, libsvm or npy");
        assertThat(read(defaults.withWidth(2), "e.svm", "1 3:1\n")).isEqualTo("--width NUMBER, or --on-bad-row skip");
        assertThat(advice(() ->
                        Rows.open(List.of("-"), defaults.withFormat(RowFormat.LIBSVM), InputStream.nullInputStream())))
                .isEqualTo("--width NUMBER");
        assertThat(advice(() ->
                        Rows.create(folder.resolve("f.npy").toString(), RowFormat.NPY, List.of("id"), List.of("x"))))
                .isEqualTo("without --keep");
        assertThat(advice(() -> Rows.create("-", RowFormat.NPY, List.of(), List.of("x"))))
                .isEqualTo("-o FILE");
        assertThat(advice(() -> Rows.follow("g.csv.gz", defaults, 1, null))).isEqualTo("skpca watch MODEL -");
    }

    /** A command says nothing of options that it does not have. */
    @Test
    void adviceIsForTheCommandThatFailed() throws Exception {
        Path text = Data.file(folder, "text.csv", "x,y\n1,p\n2,q\n");
        assertThat(Outcome.of("compare", text).complaint(2)).endsWith("(--exclude y)");
        assertThat(Outcome.of("fit", text, "-o", folder.resolve("m.skpca")).complaint(2))
                .endsWith("(--one-hot y, or --exclude y)");
    }

    @Test
    void failuresOfTheCoreHaveThemToo() {
        assertThat(OptionAdvice.message(new MergeException("origins differ")))
                .isEqualTo("cannot merge: origins differ; build the second one like the first (fit --like MODEL)");
        assertThat(OptionAdvice.message(new BandwidthException("give a bandwidth")))
                .isEqualTo("give a bandwidth (--bandwidth NUMBER)");
    }

    @Test
    void whatHasNoRemedyStaysAsItIs() {
        assertThat(OptionAdvice.message(new BadInputException("a.csv: no rows")))
                .isEqualTo("a.csv: no rows");
        assertThat(OptionAdvice.message(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }
}
