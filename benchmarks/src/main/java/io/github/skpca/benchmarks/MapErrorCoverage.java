package io.github.skpca.benchmarks;

import io.github.skpca.ErrorEstimate;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.LeadingEigenpairs;
import io.github.skpca.internal.linalg.SymmetricOperator;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;
import java.util.Locale;

/**
 * How often the interval of the map's error holds ||G - ZZ'||_2 / n, and whether the sketch bound is ever below the sketch's error,
 * over seeded runs of 5000 rows (or -Dskpca.rows): low-rank rows with noise, clusters, and Student's law with three degrees of freedom in turn, every
 * other run centred, each with a map and a reservoir of its own.
 *
 * <p>Usage: MapErrorCoverage FIRST_SEED RUNS [KIND:]MAP FEATURES [[KIND:]MAP FEATURES ...]. One line per run, then a table. KIND is one of
 * mixed (the three above, the default), rare (one row in 300 lies elsewhere) and heavy (Student's law, a bandwidth of three medians).
 */
public final class MapErrorCoverage {
    private static final int ROWS = Integer.getInteger("skpca.rows", 5000);
    private static final int COLUMNS = 20;
    private static final int SKETCH_SIZE = 20;

    private MapErrorCoverage() {}

    /** What the rows of a run are like. */
    private enum Kind {
        MIXED,
        RARE,
        HEAVY
    }

    /** One run: the estimate, the truth, and the same for the sketch. */
    private record Run(ErrorEstimate error, double truth, double sketchError, double sketchBound) {
        boolean covers() {
            return error.low() <= truth && truth <= error.high();
        }
    }

    /** Prints runs and a table. */
    public static void main(String[] args) {
        long first = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        StringBuilder table = new StringBuilder("""
                | rows | map | m | runs | truth in the interval | width / estimate | estimate / truth | least bound / sketch error |
                |---|---|---|---|---|---|---|---|
                """);
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            for (int i = 2; i + 1 < args.length; i += 2) {
                int colon = args[i].indexOf(':');
                Kind kind = colon < 0
                        ? Kind.MIXED
                        : Kind.valueOf(args[i].substring(0, colon).toUpperCase(Locale.ROOT));
                MapKind map = MapKind.ofLabel(args[i].substring(colon + 1)).orElseThrow();
                int features = Integer.parseInt(args[i + 1]);
                Run[] runs = new Run[count];
                for (int r = 0; r < count; r++) {
                    runs[r] = run(kind, map, features, first + r, workers);
                    print(map, features, first + r, runs[r]);
                }
                table.append(line(kind, map, features, runs));
            }
        }
        System.out.println(table);
    }

    private static void print(MapKind map, int features, long seed, Run run) {
        System.out.println(String.format(
                Locale.ROOT,
                "%s %d seed %d: truth %.4e estimate %.4e from %.4e to %.4e %s; sketch error %.4e bound %.4e",
                map.label(),
                features,
                seed,
                run.truth,
                run.error.estimate(),
                run.error.low(),
                run.error.high(),
                run.covers() ? "inside" : "outside",
                run.sketchError,
                run.sketchBound));
    }

    private static String line(Kind kind, MapKind map, int features, Run[] runs) {
        long inside = Arrays.stream(runs).filter(Run::covers).count();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %d | %.1f%% | %.3f | %.3f | %.3f |%n",
                kind.name().toLowerCase(Locale.ROOT),
                map.label(),
                features,
                runs.length,
                100.0 * inside / runs.length,
                median(runs, run -> (run.error.high() - run.error.low()) / run.error.estimate()),
                median(runs, run -> run.error.estimate() / run.truth),
                Arrays.stream(runs)
                        .mapToDouble(run -> run.sketchBound / run.sketchError)
                        .min()
                        .orElseThrow());
    }

    private static double median(Run[] runs, java.util.function.ToDoubleFunction<Run> figure) {
        double[] figures = Arrays.stream(runs).mapToDouble(figure).sorted().toArray();
        return figures[figures.length / 2];
    }

    private static Run run(Kind kind, MapKind map, int features, long seed, Workers workers) {
        double[] rows = rows(kind, seed);
        KernelPcaBuilder builder = StreamingKernelPca.builder();
        if (kind == Kind.HEAVY) {
            builder.kernel(Kernel.gaussian(3 * medianDistance(rows)));
        }
        StreamingKernelPca learner = builder.map(map)
                .features(features)
                .sketchSize(SKETCH_SIZE)
                .centered(seed % 2 == 1)
                .warmUpRows(2000)
                .seed(seed)
                .workers(workers)
                .build(COLUMNS);
        learner.update(rows, ROWS);
        KernelPcaModel model = learner.snapshot();
        double[] z = features(model, rows);
        return new Run(
                model.mapError().orElseThrow(),
                truth(FittedModel.of(model).embedding(), rows, z, model.mean() != null, workers),
                sketchError(model, z, workers),
                model.sketchBound());
    }

    private static double medianDistance(double[] rows) {
        double[] distances = new double[1000];
        for (int i = 0; i < distances.length; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                double difference = rows[2 * i * COLUMNS + j] - rows[(2 * i + 1) * COLUMNS + j];
                distances[i] += difference * difference;
            }
        }
        Arrays.sort(distances);
        return Math.sqrt(distances[distances.length / 2]);
    }

    private static double[] rows(Kind kind, long seed) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
        double[] rows = new double[ROWS * COLUMNS];
        double[] directions = new double[8 * COLUMNS];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = random.nextGaussian();
        }
        for (int i = 0; i < ROWS; i++) {
            int cluster = (int) random.nextBelow(8);
            double[] weights = new double[8];
            for (int a = 0; a < 8; a++) {
                weights[a] = random.nextGaussian() / (1 + a);
            }
            for (int j = 0; j < COLUMNS; j++) {
                int law = kind == Kind.RARE ? 3 : kind == Kind.HEAVY ? 2 : (int) (seed % 3);
                boolean isElsewhere = cluster == 0 && weights[0] > 2.04;
                rows[i * COLUMNS + j] = switch (law) {
                    case 3 ->
                        isElsewhere
                                ? 8 + random.nextGaussian()
                                : mixture(weights, directions, j) + 0.05 * random.nextGaussian();
                    case 0 -> mixture(weights, directions, j) + 0.3 * random.nextGaussian();
                    case 1 -> 3 * directions[cluster * COLUMNS + j] + 0.5 * random.nextGaussian();
                    default -> random.nextGaussian() / Math.sqrt(random.nextGamma(1.5) / 1.5);
                };
            }
        }
        return rows;
    }

    private static double mixture(double[] weights, double[] directions, int j) {
        double sum = 0;
        for (int a = 0; a < weights.length; a++) {
            sum += weights[a] * directions[a * COLUMNS + j];
        }
        return sum;
    }

    private static double[] features(KernelPcaModel model, double[] rows) {
        int m = FittedModel.of(model).embedding().features();
        float[] narrow = new float[ROWS * m];
        FittedModel.of(model).embedding().embed(rows, 0, ROWS, new float[rows.length], narrow, 0, Workers.callerOnly());
        double[] mean = model.mean();
        double[] z = new double[narrow.length];
        for (int i = 0; i < z.length; i++) {
            z[i] = narrow[i] - (mean == null ? 0 : mean[i % m]);
        }
        return z;
    }

    /** ||G - ZZ'||_2 / n with whole matrices. */
    private static double truth(Embedding embedding, double[] rows, double[] z, boolean centered, Workers workers) {
        double[] moved = new double[rows.length];
        embedding.standardizer().apply(rows, 0, ROWS, moved, 0);
        double[] difference = new double[ROWS * ROWS];
        workers.split(ROWS, 50, (from, to) -> {
            for (int i = from; i < to; i++) {
                for (int j = 0; j < ROWS; j++) {
                    difference[i * ROWS + j] =
                            embedding.kernel().similarity(moved, i * COLUMNS, moved, j * COLUMNS, COLUMNS);
                }
            }
        });
        if (centered) {
            centre(difference);
        }
        double[] products = new double[100 * ROWS];
        for (int from = 0; from < ROWS; from += 100) {
            Backend.active()
                    .doubles()
                    .innerProducts(
                            new DoubleMatrix(z, from * embedding.features(), embedding.features()),
                            0,
                            100,
                            DoubleMatrix.of(z, embedding.features()),
                            ROWS,
                            embedding.features(),
                            DoubleMatrix.of(products, ROWS));
            for (int i = 0; i < products.length; i++) {
                difference[from * ROWS + i] -= products[i];
            }
        }
        return Math.sqrt(largest(square(SymmetricOperator.of(difference, ROWS, workers)), workers)) / ROWS;
    }

    private static void centre(double[] matrix) {
        double[] means = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            means[i] = Arrays.stream(matrix, i * ROWS, (i + 1) * ROWS).sum() / ROWS;
        }
        double total = Arrays.stream(means).sum() / ROWS;
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++) {
                matrix[i * ROWS + j] += total - means[i] - means[j];
            }
        }
    }

    /** ||ZZ' - ZW_kW_k'Z'||_2 / n, from the m x m matrix (I - P)Z'Z(I - P). */
    private static double sketchError(KernelPcaModel model, double[] z, Workers workers) {
        int m = FittedModel.of(model).embedding().features();
        float[] w = model.directions();
        double[] left = z.clone();
        for (int i = 0; i < ROWS; i++) {
            for (int c = 0; c < model.components(); c++) {
                double loading = 0;
                for (int j = 0; j < m; j++) {
                    loading += z[i * m + j] * w[c * m + j];
                }
                for (int j = 0; j < m; j++) {
                    left[i * m + j] -= loading * w[c * m + j];
                }
            }
        }
        double[] turned = new double[left.length];
        for (int i = 0; i < left.length; i++) {
            turned[i % m * ROWS + i / m] = left[i];
        }
        double[] gram = new double[m * m];
        Backend.active().doubles().gram(turned, m, ROWS, gram);
        return largest(SymmetricOperator.of(gram, m, workers), workers) / ROWS;
    }

    private static double largest(SymmetricOperator matrix, Workers workers) {
        return LeadingEigenpairs.of(matrix, 1, 1e-5, workers).values()[0];
    }

    private static SymmetricOperator square(SymmetricOperator matrix) {
        return new SymmetricOperator() {
            @Override
            public int size() {
                return matrix.size();
            }

            @Override
            public void multiply(double[] vectors, int width, double[] products) {
                double[] once = new double[size() * width];
                matrix.multiply(vectors, width, once);
                matrix.multiply(once, width, products);
            }
        };
    }
}
