package io.github.skpca;

import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.learning.MapChoice;
import io.github.skpca.internal.model.KernelChoice;
import io.github.skpca.internal.model.MapSettings;
import io.github.skpca.internal.model.RowSettings;
import io.github.skpca.internal.model.ScoreRule;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.internal.model.SketchSettings;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.jspecify.annotations.Nullable;

import java.util.List;

/** Collects the settings of a learner; every one has a default. */
public final class KernelPcaBuilder {
    /** Narrow kernels have many directions; more than these cost time and told no more apart. */
    private static final int NOVELTY_DIRECTIONS = 300;

    private Method method = Method.SKPCA;
    private KernelChoice kernel = KernelChoice.of(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN);
    private @Nullable MapKind map;
    private int features = 1000;
    private int sketchSize = 50;
    private ShrinkRule shrink = ShrinkRule.BLOCK;
    private GramSketch.Update rncaUpdate = GramSketch.Update.BLOCK;
    private ComponentCount components = ComponentCount.of(10);
    private boolean centered = true;
    private Scale scale = Scale.NONE;
    private LandmarkRule landmarkRule = LandmarkRule.PIVOTED;
    private int rank;
    private Forgetting forgetting = Forgetting.none();
    private int warmUpRows = 10_000;
    private long seed;
    private @Nullable RowPreparation preparation;
    private List<String> columnNames = List.of();
    private ScoreRule score = ScoreRule.RESIDUAL;
    private Workers workers = Workers.callerOnly();

    KernelPcaBuilder() {}

    /** Another builder with the same settings. */
    public KernelPcaBuilder copy() {
        KernelPcaBuilder copy = new KernelPcaBuilder();
        copy.method = method;
        copy.kernel = kernel;
        copy.map = map;
        copy.features = features;
        copy.sketchSize = sketchSize;
        copy.shrink = shrink;
        copy.rncaUpdate = rncaUpdate;
        copy.components = components;
        copy.centered = centered;
        copy.scale = scale;
        copy.landmarkRule = landmarkRule;
        copy.rank = rank;
        copy.forgetting = forgetting;
        copy.warmUpRows = warmUpRows;
        copy.seed = seed;
        copy.preparation = preparation;
        copy.columnNames = columnNames;
        copy.score = score;
        copy.workers = workers;
        return copy;
    }

    /**
     * The system of the paper (Ghashami, Perry and Phillips, AISTATS 2016) as it stands: random Fourier features with phases, the shrinks of its
     * Algorithm 1, not centred, a Gaussian kernel whose bandwidth is the mean distance of rows, columns as they are. Sizes, seed, workers and
     * forgetting stay. What is set afterwards counts.
     */
    public KernelPcaBuilder paper() {
        score = ScoreRule.RESIDUAL;
        return method(Method.SKPCA)
                .kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEAN)
                .map(MapKind.FOURIER)
                .shrink(ShrinkRule.PAPER)
                .centered(false)
                .scale(Scale.NONE);
    }

    /**
     * For telling novel rows apart, without labels: the warm-up decides whether columns are scaled, and which bandwidth sees best how
     * columns go together ({@link BandwidthRule#CONTRAST}); landmarks that prefer no row, so that novel ones are not sought out; 300 directions; and a score of two parts, what lies outside the directions and how far
     * a row lies inside, where a direction counts by the rows that hold it. So a few novel rows among those learned do not make rows like them usual. Seed,
     * workers and forgetting stay. What is set afterwards counts.
     */
    public KernelPcaBuilder forNovelty() {
        score = ScoreRule.NOVELTY;
        return method(Method.SKPCA)
                .kernel(KernelFamily.GAUSSIAN, BandwidthRule.CONTRAST)
                .scale(Scale.AUTO)
                .centered(true)
                .shrink(ShrinkRule.BLOCK)
                .landmarkRule(LandmarkRule.UNIFORM)
                .sketchSize(NOVELTY_DIRECTIONS)
                .rank(NOVELTY_DIRECTIONS);
    }

    /** Which way to kernel PCA; skpca by default. */
    public KernelPcaBuilder method(Method method) {
        this.method = method;
        return this;
    }

    /** This kernel as it is, a user's own or a built-in one. */
    public KernelPcaBuilder kernel(Kernel kernel) {
        this.kernel = KernelChoice.of(kernel);
        return this;
    }

    /** A family of kernels, with a bandwidth from the warm-up. */
    public KernelPcaBuilder kernel(KernelFamily family, BandwidthRule rule) {
        this.kernel = KernelChoice.of(family, rule);
        return this;
    }

    /**
     * A family of kernels, with a bandwidth as the command line takes it: a number, a rule such as {@code median}, or a rule times a factor,
     * {@code 0.5median}.
     *
     * @throws IllegalArgumentException if it is none of them, or not positive and finite
     */
    public KernelPcaBuilder kernel(KernelFamily family, String bandwidth) {
        this.kernel = KernelChoice.parse(family, bandwidth);
        return this;
    }

    /**
     * Which feature map. By default landmarks for skpca where they can be had and the best random map where not, pairs for rnca, landmarks for nystrom and
     * exact, which have no other.
     */
    public KernelPcaBuilder map(MapKind map) {
        this.map = map;
        return this;
    }

    /** How landmarks under a sketch are chosen; pivoted by default. */
    public KernelPcaBuilder landmarkRule(LandmarkRule landmarkRule) {
        this.landmarkRule = landmarkRule;
        return this;
    }

    /**
     * How many features landmarks under a sketch give a row, at least l; three times l, and no fewer than 96, by default. Training
     * time is nearly proportional to it. Fewer are as good while rows are like those of the warm-up, and follow a stream that
     * changes less well.
     */
    public KernelPcaBuilder rank(int rank) {
        if (rank < 1) {
            throw new IllegalArgumentException("rank must be at least the rows of the sketch, not " + rank);
        }
        this.rank = rank;
        return this;
    }

    /** How much a row still counts when others have come after it; nothing is forgotten by default. */
    public KernelPcaBuilder forgetting(Forgetting forgetting) {
        this.forgetting = forgetting;
        return this;
    }

    /** m, or for nystrom c, the number of samples; 1000 by default. Exact has no use for it. */
    public KernelPcaBuilder features(int features) {
        this.features = features;
        return this;
    }

    /** l of skpca; 50 by default. */
    public KernelPcaBuilder sketchSize(int sketchSize) {
        this.sketchSize = sketchSize;
        return this;
    }

    /** How the sketch of skpca shrinks. */
    public KernelPcaBuilder shrink(ShrinkRule shrink) {
        this.shrink = shrink;
        return this;
    }

    /** Whether rnca adds rows to its matrix one by one, as the paper's authors ran it, instead of in blocks; false by default. */
    public KernelPcaBuilder rncaRowByRow(boolean rowByRow) {
        this.rncaUpdate = rowByRow ? GramSketch.Update.ROW : GramSketch.Update.BLOCK;
        return this;
    }

    /** k; 10 by default. */
    public KernelPcaBuilder components(int components) {
        return components(ComponentCount.of(components));
    }

    /** k, or a share of variance. */
    public KernelPcaBuilder components(ComponentCount components) {
        this.components = components;
        return this;
    }

    /** Whether features are taken about their mean; true by default, false for the paper's form. */
    public KernelPcaBuilder centered(boolean centered) {
        this.centered = centered;
        return this;
    }

    /** Whether columns are divided by their standard deviation over the warm-up, or the warm-up decides it; they are not by default. */
    public KernelPcaBuilder scale(Scale scale) {
        this.scale = scale;
        return this;
    }

    /** {@link Scale#COLUMNS} if true, {@link Scale#NONE} if not. */
    public KernelPcaBuilder standardized(boolean standardized) {
        return scale(standardized ? Scale.COLUMNS : Scale.NONE);
    }

    /** Rows from which origin, scale and bandwidth are learned; 10,000 by default. They are used like all others. */
    public KernelPcaBuilder warmUpRows(int warmUpRows) {
        this.warmUpRows = warmUpRows;
        return this;
    }

    /**
     * Where all randomness comes from; 0 by default. The probabilities of a map's error and of the bound of {@link ShrinkRule#BLOCK} are
     * for rows chosen without knowledge of the seed: who knows it can choose rows that break the bound. Where rows may be hostile, draw
     * one that nobody can guess ({@code new SecureRandom().nextLong()}); the model keeps it, so models are
     * then to be kept from those who choose the rows.
     */
    public KernelPcaBuilder seed(long seed) {
        this.seed = seed;
        return this;
    }

    /**
     * How rows were prepared before they come; the model remembers it. It changes nothing about learning, which takes prepared rows.
     *
     * @param preparation one of as many columns as the learner is built for
     */
    public KernelPcaBuilder preparation(RowPreparation preparation) {
        this.preparation = preparation;
        return this;
    }

    /**
     * What columns are called; the model remembers it, and learners whose columns have other names, or the same in another order, do not
     * merge. Rows are numbers all the same: whoever makes them puts them in this order.
     *
     * @param names one per column, of rows that were prepared one per cell before that; an empty one becomes x and its number, and none at
     *     all means that they are not known. At most 2^20 characters together, which is checked when a learner is built.
     */
    public KernelPcaBuilder columnNames(List<String> names) {
        this.columnNames = List.copyOf(names);
        return this;
    }

    /** Threads that share the work inside a block; the caller's alone by default. They stay the caller's to close. */
    public KernelPcaBuilder workers(Workers workers) {
        this.workers = workers;
        return this;
    }

    private Settings settings(int columns) {
        MapKind chosen = map != null
                ? map
                : MapChoice.of(method, kernel, columns, features, warmUpRows).map();
        return new Settings(
                method,
                rowSettings(columns),
                kernel,
                new MapSettings(chosen, features, landmarkRule, rank),
                new SketchSettings(sketchSize, shrink, rncaUpdate, forgetting),
                components,
                score,
                seed);
    }

    private RowSettings rowSettings(int columns) {
        RowSettings rows = new RowSettings(columns, scale, centered, warmUpRows);
        return (preparation == null ? rows : rows.with(preparation)).named(columnNames);
    }

    /** A learner for rows of {@code columns} numbers. */
    public StreamingKernelPca build(int columns) {
        return Learner.start(settings(columns), workers);
    }

    /**
     * A learner whose origin, scale, bandwidth and landmarks come from a sample of all rows instead of from the first
     * ones. The sample is not learned: the rows are still to come, all of them.
     *
     * @param sample rows of finite numbers; read only
     * @throws BandwidthException if the sample does not tell a bandwidth
     */
    public StreamingKernelPca buildFrom(RowBatch sample, int columns) {
        return Learner.startFrom(settings(columns), sample, workers);
    }
}
