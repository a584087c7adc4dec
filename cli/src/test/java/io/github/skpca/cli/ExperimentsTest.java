package io.github.skpca.cli;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands reproduce, accuracy, data and compare. */
final class ExperimentsTest {
    /** One small run, which the tests of reproduce look at, or take a copy of and go on from. */
    private static Path results;

    private static Outcome reproduced;

    @TempDir
    Path folder;

    @BeforeAll
    static void reproduce(@TempDir Path shared) {
        results = shared.resolve("results");
        reproduced = quick(results, "--repeats", 2);
    }

    private Path copyOfResults() throws IOException {
        try (Stream<Path> all = Files.walk(results)) {
            for (Path from : all.toList()) {
                Path to = folder.resolve(results.relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(from, to);
                }
            }
        }
        return folder;
    }

    private static Outcome quick(Path where, Object... more) {
        Object[] args = {"reproduce", "--quick", "-o", where, "--sizes", "2,20,60", "--rows", 400, "--trials", "0.002"};
        Object[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return Outcome.of(all);
    }

    @Test
    void reproduceWithoutDataSaysWhatItLeftOutAndHowToGetIt() throws IOException {
        assertThat(reproduced.exit()).as(reproduced.err()).isZero();
        assertThat(reproduced.err())
                .contains("Left out: cpu, adult and forest", "skpca data --download --data-dir DIR");
        assertThat(reproduced.out()).contains("report.html", "cpu was left out.");
        for (String name : List.of(
                "points.tsv", "theory.tsv", "scaling.tsv", "manifest.json", "claims.tsv", "claims.md", "report.html")) {
            assertThat(results.resolve(name)).as(name).isNotEmptyFile();
        }
        assertThat(Files.readAllLines(results.resolve("points.tsv"))).hasSize(1 + 2 * (5 + (8 + 3) + (12 + 3) + 1));
        assertThat(Files.readString(results.resolve("manifest.json"))).contains("skpca reproduce --quick");
    }

    @Test
    void reproduceRefusesToOverwriteAndGoesOnWhenTold() throws IOException {
        byte[] points = Files.readAllBytes(copyOfResults().resolve("points.tsv"));
        assertThat(quick(folder).complaint(2)).contains("--resume");
        Outcome resumed = quick(folder, "--repeats", 2, "--resume", "--json");
        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(resumed.json()).containsKey("cut");
        assertThat(Files.readAllBytes(folder.resolve("points.tsv"))).isEqualTo(points);
    }

    @Test
    void figuresAndClaimsAreMadeAnewFromTheTablesAlone() throws IOException {
        copyOfResults();
        byte[] claims = Files.readAllBytes(folder.resolve("claims.tsv"));
        Files.delete(folder.resolve("claims.tsv"));
        Files.delete(folder.resolve("report.html"));
        Outcome again = Outcome.of("reproduce", "--redraw", folder);
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(Files.readAllBytes(folder.resolve("claims.tsv"))).isEqualTo(claims);
        assertThat(folder.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void statementsAreTriedAgainAndAllElseIsKept() throws IOException {
        copyOfResults();
        byte[] points = Files.readAllBytes(folder.resolve("points.tsv"));
        byte[] scaling = Files.readAllBytes(folder.resolve("scaling.tsv"));
        byte[] manifest = Files.readAllBytes(folder.resolve("manifest.json"));
        byte[] theory = Files.readAllBytes(folder.resolve("theory.tsv"));
        Files.delete(folder.resolve("theory.tsv"));
        assertThat(quick(folder, "--renew-theory").exit()).isZero();
        assertThat(Files.readAllBytes(folder.resolve("points.tsv"))).isEqualTo(points);
        assertThat(Files.readAllBytes(folder.resolve("scaling.tsv"))).isEqualTo(scaling);
        assertThat(Files.readAllBytes(folder.resolve("manifest.json"))).isEqualTo(manifest);
        assertThat(Files.readAllBytes(folder.resolve("theory.tsv"))).isEqualTo(theory);
        assertThat(folder.resolve("manifest-theory.json")).content().contains("--renew-theory");
        assertThat(folder.resolve("report.html")).content().contains("theory.command");
        assertThat(Outcome.of("reproduce", "--renew-theory", "-o", folder.resolve("nothing"))
                        .complaint(2))
                .contains("no points.tsv");
    }

    @Test
    void theDefaultIsMeasuredAgainAndSaysOnWhichMachine() throws IOException {
        copyOfResults();
        assertThat(quick(folder, "--repeats", 2, "--renew", 1).exit()).isZero();
        Path renewed = folder.resolve("manifest-renewed.json");
        assertThat(renewed).content().contains("on the same machine");
        Path manifest = folder.resolve("manifest.json");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("\"cpu\" : \"[^\"]*\"", "\"cpu\" : \"abacus\""));
        assertThat(quick(folder, "--repeats", 2, "--renew", 1).exit()).isZero();
        assertThat(renewed).content().contains("on another machine");
        assertThat(folder.resolve("report.html")).content().contains("on another machine");
        byte[] points = Files.readAllBytes(folder.resolve("points.tsv"));
        Files.writeString(manifest, Files.readString(manifest).replaceFirst("(\"random-noisy\" : )[0-9.]*", "$17.5"));
        Outcome refused = quick(folder, "--repeats", 2, "--renew", 1);
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.err()).contains("other rows of random-noisy were held out then");
        assertThat(Files.readAllBytes(folder.resolve("points.tsv"))).isEqualTo(points);
    }

    @Test
    void reproduceRefusesWhatCannotBeRun() throws IOException {
        assertThat(Outcome.of("reproduce", "--datasets", "cpu").complaint(2)).contains("give --data-dir");
        assertThat(Outcome.of("reproduce", "--datasets", "iris").complaint(2)).contains("random-noisy, cpu");
        assertThat(Outcome.of("reproduce", "--data-dir", folder, "-o", folder.resolve("out"))
                        .complaint(2))
                .contains("cpu_7373.csv of cpu is missing", "skpca data --data-dir");
        assertThat(Outcome.of("reproduce", "--redraw", folder).complaint(2)).contains("no points.tsv");
        assertThat(Outcome.of("reproduce", "--repeats", 0).complaint(2)).contains("repeats must be at least 1");
        assertThat(Outcome.of("reproduce", "--budget", "-1").complaint(2)).contains("--budget");
    }

    private Outcome accuracy(Object... more) {
        Object[] args = {"accuracy", "--quick", "-o", folder.resolve("accuracy.md"), "--sizes", "60,20", "--rows", 240};
        Object[] all = java.util.Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return Outcome.of(all);
    }

    @Test
    void accuracyMakesAPageGoesOnAndIsRedrawnFromItsTable() throws IOException {
        Outcome first = accuracy("--sample", 100, "--seeds", 1);
        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(first.err()).contains("Left out: cpu, adult and forest");
        Path page = folder.resolve("accuracy.md");
        assertThat(page).content().contains("## What was to be shown", "skpca accuracy --quick", "| paired |");
        List<String> before = Files.readAllLines(folder.resolve("accuracy.tsv"));
        Map<String, Object> more =
                accuracy("--sample", 100, "--seeds", 2, "--json").json();
        List<String> after = Files.readAllLines(folder.resolve("accuracy.tsv"));
        assertThat(after).startsWith(before.toArray(new String[0])).hasSizeGreaterThan(before.size());
        assertThat(more).containsEntry("measurements", after.size() - 1L).containsKey("missing");
        String drawn = Files.readString(page);
        Files.delete(page);
        assertThat(accuracy("--redraw").exit()).isZero();
        assertThat(page).content().isEqualTo(drawn);
        assertThat(folder.resolve("accuracy-random-noisy.svg")).content().contains("fourier");
        assertThat(accuracy("--sample", 110, "--json").complaint(2)).contains("another run");
    }

    @Test
    void accuracyRefusesWhatCannotBeRun() {
        assertThat(accuracy("--datasets", "cpu").complaint(2)).contains("give --data-dir");
        assertThat(accuracy("--redraw").complaint(2)).contains("there is no", "accuracy.tsv");
        assertThat(accuracy("--seeds", 0).complaint(2)).contains("seeds must be from 1");
        assertThat(accuracy("--budget", "-1").complaint(2)).contains("--budget");
        assertThat(Outcome.of("accuracy", "-o", folder.resolve("page.html")).complaint(2))
                .contains("ends with .md");
    }

    @Test
    void dataListsWhereEachSetComesFrom() {
        assertThat(Outcome.done("data").out())
                .contains("forest: 523,910 x 54, 1,000 held out")
                .contains("https://archive.ics.uci.edu/")
                .contains("https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/")
                .contains("no explicit licence")
                .doesNotContain("missing");
        Map<String, Object> json =
                Outcome.done("data", "--data-dir", folder, "--json").json();
        assertThat(json.get("datasets").toString()).contains("status=missing", "sha256=");
    }

    @Test
    void downloadsFromAServerAndKeepsOnlyWhatIsRight() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger asked = new AtomicInteger();
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            byte[] wrong = "not the data".getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, wrong.length);
            exchange.getResponseBody().write(wrong);
            exchange.close();
        });
        server.start();
        try {
            String base = "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                    + server.getAddress().getPort();
            Outcome outcome = Outcome.of("data", "--download", "--data-dir", folder, "--base-url", base);
            assertThat(outcome.complaint(2)).contains("SHA-256 differs", "/a9a.t");
            assertThat(asked.get()).isEqualTo(4);
            try (Stream<Path> left = Files.list(folder)) {
                assertThat(left).isEmpty();
            }
        } finally {
            server.stop(0);
        }
        assertThat(Outcome.of("data", "--download").complaint(2)).contains("--data-dir");
    }

    private Path rows(int count) throws IOException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int i = 0; i < count; i++) {
            text.append(random.nextGaussian() + i % 3 * 3)
                    .append(',')
                    .append(random.nextGaussian())
                    .append(',')
                    .append(random.nextDouble())
                    .append('\n');
        }
        return Files.writeString(folder.resolve("rows.csv"), text);
    }

    @Test
    void compareSetsAllMethodsBesideEachOther() throws IOException {
        Path pictures = folder.resolve("pictures");
        Outcome outcome = Outcome.of("compare", rows(400), "--size", 60, "--components", 10, "--json", "-o", pictures);
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        Map<String, Object> json = outcome.json();
        assertThat(json)
                .containsEntry("rows", 360L)
                .containsEntry("testRows", 40L)
                .containsEntry("columns", 3L);
        List<?> methods = (List<?>) json.get("methods");
        assertThat(methods)
                .extracting(line -> ((Map<?, ?>) line).get("method"))
                .map(Object::toString)
                .containsExactly("skpca", "rnca", "nystrom", "exact");
        for (Object line : methods) {
            Map<?, ?> method = (Map<?, ?>) line;
            for (String name : List.of("spectralError", "frobeniusError", "trainSeconds", "testMicrosPerRow")) {
                assertThat(((Number) method.get(name)).doubleValue()).as(name).isPositive();
            }
        }
        // Exact kernel PCA is the limit of the others, up to chance: the rows are held out.
        double exact = ((Number) ((Map<?, ?>) methods.get(3)).get("spectralError")).doubleValue();
        double own = ((Number) ((Map<?, ?>) methods.get(0)).get("spectralError")).doubleValue();
        assertThat(exact).isLessThan(1.01 * own);
        assertThat(json.get("advice").toString()).startsWith("Use ").endsWith(".");
        assertThat(pictures.resolve("compare.svg")).content().contains("nystrom", "linear");
        // Three columns have three components, and nothing is left of them.
        assertThat((Map<?, ?>) json.get("linear")).extracting("components").isEqualTo(3L);
        assertThat(pictures.resolve("compare.html"))
                .content()
                .contains("Error by components", "Linear PCA", "Variance left", "skpca compare");
    }

    @Test
    void compareEndsWithOneSentenceOfAdvice() throws IOException {
        String out = Outcome.done("compare", rows(300), "--size", 40, "--components", 5)
                .out();
        assertThat(out).contains("270 rows of 3 columns", "30 held-out rows", "spectralError", "workingBytes");
        assertThat(out.strip().lines().reduce((first, last) -> last).orElseThrow())
                .startsWith("Use ");
    }

    @Test
    void compareRefusesWhatMakesNoSense() throws IOException {
        assertThat(Outcome.of("compare", rows(400), "--size", 61).complaint(2)).contains("--size must be even");
        assertThat(Outcome.of("compare", rows(400), "--size", 10).complaint(2)).contains("--components");
        assertThat(Outcome.of("compare", rows(12), "--size", 10, "--components", 2)
                        .complaint(2))
                .contains("too few");
    }
}
