package io.github.skpca.cli;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** Six files as people have them, each from a look to scores by the command that the look writes, the file left as it is. */
final class SixMessyFilesTest {
    private static final int ROWS = 240;
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final List<String> NOT_FOR_SCORE = List.of("--one-hot", "--missing", "-o");

    @TempDir
    Path folder;

    /** A file, and how many columns are left of it for the model. */
    enum MessyFile {
        SEMICOLONS_AND_DECIMAL_COMMAS("verkauf.csv", StandardCharsets.UTF_8, 3) {
            @Override
            String text(SplittableRandom random) {
                return lines(
                        "\ufeffNr;Menge;Preis, netto;Rabatt",
                        "\r\n",
                        i -> i + ";" + random.nextInt(90) + ";" + comma(20 * random.nextDouble()) + ";"
                                + comma(random.nextDouble()));
            }
        },
        DATES("sensors.txt", StandardCharsets.UTF_8, 2) {
            @Override
            String text(SplittableRandom random) {
                return lines(
                        "time\ttemperature\tpressure",
                        "\n",
                        i -> String.format(
                                Locale.ROOT,
                                "2024-01-%02d %02d:%02d:00\t%.2f\t%.1f",
                                1 + i / 144,
                                i / 6 % 24,
                                i % 6 * 10,
                                20 + 5 * Math.sin(i / 20.0) + random.nextDouble(),
                                1000 + 20 * random.nextDouble()));
            }
        },
        CATEGORIES("people.csv", StandardCharsets.UTF_8, 9) {
            @Override
            String text(SplittableRandom random) {
                String[] works = {"State", "Private", "Self employed"};
                return lines(
                        "age,\"kind of work\",hours per week,sex,remark,class",
                        "\n",
                        i -> (20 + random.nextInt(50))
                                + "," + works[random.nextInt(3)] + "," + (10 + random.nextInt(40)) + ","
                                + (random.nextBoolean() ? "f" : "m") + ",\"wrote, on day " + i + "\","
                                + (i % 2 == 0 ? ">50K" : "<=50K"));
            }
        },
        MISSING("clinic.csv", StandardCharsets.UTF_8, 3) {
            @Override
            String text(SplittableRandom random) {
                String[] marks = {"", "NA", "?"};
                return lines(
                        "patient,weight,height,share,scan",
                        "\n",
                        i -> "P" + i + ","
                                + (i % 11 == 0 ? marks[i % 3] : Integer.toString(50 + random.nextInt(40))) + ","
                                + (i % 7 == 0 && i % 11 != 0
                                        ? marks[i % 3]
                                        : Integer.toString(150 + random.nextInt(40)))
                                + ","
                                + random.nextInt(100) + "%," + (i % 5 == 0 ? "1.5" : "NA"));
            }
        },
        HUGE_SCALES("companies.csv", StandardCharsets.UTF_8, 3) {
            @Override
            String text(SplittableRandom random) {
                return lines(
                        "turnover|rate|staff|currency",
                        "\n",
                        i -> 1e9 * (1 + random.nextInt(900)) + "|" + 1e-6 * random.nextDouble() + "|"
                                + random.nextInt(100_000) + "|EUR");
            }
        },
        WINDOWS("export.csv", StandardCharsets.UTF_16LE, 3) {
            @Override
            String text(SplittableRandom random) {
                return "\ufeff"
                        + lines(
                                "sep=;\r\nGröße;aktiv;Wert",
                                "\r\n",
                                i -> comma(1 + random.nextDouble()) + ";" + (random.nextBoolean() ? "TRUE" : "FALSE")
                                        + ";" + random.nextInt(1000));
            }
        };

        private final String file;
        private final Charset charset;
        private final int columns;

        MessyFile(String file, Charset charset, int columns) {
            this.file = file;
            this.charset = charset;
            this.columns = columns;
        }

        abstract String text(SplittableRandom random);

        private static String lines(String header, String lineEnd, java.util.function.IntFunction<String> row) {
            return java.util.stream.IntStream.rangeClosed(1, ROWS)
                    .mapToObj(row)
                    .collect(Collectors.joining(lineEnd, header + lineEnd, lineEnd));
        }

        private static String comma(double number) {
            return String.format(Locale.ROOT, "%.2f", number).replace('.', ',');
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesFromALookToAPage(MessyFile messy) throws IOException {
        byte[] content = messy.text(new SplittableRandom(7)).getBytes(messy.charset);
        Path file = Files.write(folder.resolve(messy.file), content);
        Path model = folder.resolve("model.skpca");
        Path scores = folder.resolve("scores.csv");

        // 1. The look.
        Outcome look = Outcome.of("look", file, "--json");
        assertThat(look.exit()).as(look.err()).isZero();
        assertThat(look.json()).containsEntry("rows", (long) ROWS);
        List<String> fit = words((String) look.json().get("fit"));
        assertThat(fit).startsWith("skpca", "fit", file.toString()).endsWith("-o", "model.skpca");

        // 2. The fit, as the look wrote it, but for the folder.
        fit.set(fit.size() - 1, model.toString());
        fit.add("--json");
        Outcome fitted = Outcome.of(fit.subList(1, fit.size()).toArray());
        assertThat(fitted.exit()).as(fit + ": " + fitted.err()).isZero();
        assertThat(fitted.json()).containsEntry("columns", (long) messy.columns).containsEntry("rows", (long) ROWS);

        // 3. The scores.
        List<String> score = new ArrayList<>(List.of("score", model.toString(), file.toString()));
        score.addAll(readingOptions(fit));
        score.addAll(List.of("-o", scores.toString()));
        Outcome scored = Outcome.of(score.toArray());
        assertThat(scored.exit()).as(score + ": " + scored.err()).isZero();
        assertThat(Files.readAllLines(scores)).hasSize(ROWS + 1);

        // 4. The page.
        Path page = folder.resolve("page.html");
        List<String> report = new ArrayList<>(List.of("report", model.toString(), file.toString()));
        report.addAll(readingOptions(fit));
        report.addAll(List.of("-o", page.toString()));
        Outcome reported = Outcome.of(report.toArray());
        assertThat(reported.exit()).as(report + ": " + reported.err()).isZero();
        assertThat(page).content().contains("<svg", "Map");
        assertThat(Files.readAllBytes(file)).isEqualTo(content);
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        return words;
    }

    /** The options of a fit that say how rows are read; the model remembers the others. */
    private static List<String> readingOptions(List<String> fit) {
        List<String> options = new ArrayList<>();
        for (int i = 3; i + 1 < fit.size(); i += 2) {
            if (!NOT_FOR_SCORE.contains(fit.get(i))) {
                options.addAll(fit.subList(i, i + 2));
            }
        }
        return options;
    }
}
