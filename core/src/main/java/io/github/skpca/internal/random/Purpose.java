package io.github.skpca.internal.random;

/**
 * What random numbers are drawn for. Each purpose has streams of its own, so that no two parts of a program draw the same numbers.
 *
 * <p>A code is never changed and never given to another purpose: it decides what a seed draws. Some purposes have one stream per
 * index, and their sentence says what the index counts.
 */
public enum Purpose {
    /** Frequencies of random Fourier features. */
    FREQUENCIES(1),
    /** Phases of random Fourier features. */
    PHASES(2),
    /** Signs of structured features. */
    SIGNS(3),
    /** Lengths of the frequencies of structured features. */
    LENGTHS(4),
    /** Rows among which landmarks are chosen. */
    LANDMARK_CANDIDATES(5),
    /** Pivots of the Cholesky factor that chooses landmarks. */
    LANDMARK_PIVOTS(6),
    /** Where the iteration for the leading directions of landmarks starts. */
    LANDMARK_DIRECTIONS(7),
    /** Pivots when landmarks are chosen again; the index is the number of rows learned. */
    LANDMARK_UPDATE_PIVOTS(8),
    /** As {@link #LANDMARK_DIRECTIONS}, when landmarks are chosen again; the index is the number of rows learned. */
    LANDMARK_UPDATE_DIRECTIONS(9),
    /** Which rows that landmarks miss are kept; the index is the number of rows before a block. */
    LANDMARK_MISSED_ROWS(10),

    /** Rows made of the columns of others, with which a bandwidth is tried; the seed is the number of these. */
    MIXED_ROWS(11),

    /** Rows from which a bandwidth is estimated. */
    BANDWIDTH_SAMPLE(16),
    /** The key of a sample of a stream, made of its seed and its first row. */
    SAMPLE_KEY(17),
    /** The next row that a reservoir takes; the index is the number of rows seen. */
    RESERVOIR_NEXT(18),
    /** The row of a reservoir that is replaced; the index is the number of the new row. */
    RESERVOIR_PLACE(19),
    /** Which rows two reservoirs keep after a merge; the index is the number of rows of both. */
    RESERVOIR_MERGE(20),
    /** The key of a row in a sample with a half-life; the index is the row's number. */
    HALF_LIFE_ROW(21),
    /** The row that a stratum of a window keeps; the index is the stratum's number. */
    WINDOW_STRATUM(22),
    /** A seed for each sampler of streaming Nystrom. */
    NYSTROM_SAMPLERS(23),
    /** The next row that a sampler takes, by the sampler's own seed; the index is the number of rows seen. */
    NYSTROM_NEXT(24),
    /** Whether a sampler takes the row of another one in a merge, by the sampler's own seed; the index is the number of rows of both. */
    NYSTROM_MERGE(25),

    /** Directions and probes of block Frequent Directions; the index is the block's number. */
    BLOCK_PROBES(32),
    /** Where block Lanczos starts, and what replaces a vector of zeros. */
    LANCZOS_START(33),
    /** Where the largest eigenvalue of an error matrix starts; the seed is its size and the index the width of a block. */
    EIGENVALUE_START(34),
    /** Halves of a sample whose map errors are compared; the seed is the sample's size and the index the number of rows. */
    MAP_ERROR_HALVES(35),
    /** Rows held out when sizes are searched for an error. */
    TARGET_HELD_OUT(36),

    /** The sample of rows that a command evaluates with. */
    COMMAND_SAMPLE(64),
    /** The sample of a Spark partition; the index is the partition's number. */
    SPARK_PARTITION(65),
    /** Places in files at which a fit takes its sample. */
    FILE_PLACES(66),

    /** Which rows of a published data set are learned from and which are held out. */
    EXPERIMENT_SPLIT(96),
    /** As {@link #EXPERIMENT_SPLIT}, for a file of held-out rows of its own. */
    EXPERIMENT_TEST_SPLIT(97),
    /** Rows from which an experiment takes its bandwidth. */
    EXPERIMENT_BANDWIDTH(98),
    /** Rows of exact kernel PCA. */
    EXPERIMENT_EXACT(99),
    /** Rows held out when methods are compared. */
    EXPERIMENT_HELD_OUT(100),
    /** The seed of a group of measurements; the index is made of its size and its repeat. */
    EXPERIMENT_GROUP(101),
    /** The seed of a repeat of the accuracy measurements; the index is the repeat. */
    EXPERIMENT_REPEAT(102),
    /** Normal rows of a trial of the paper's statements. */
    EXPERIMENT_TRIAL_ROWS(103),
    /** The seed of the map of such a trial. */
    EXPERIMENT_TRIAL_MAP(104),
    /** Matrices near a kernel matrix. */
    EXPERIMENT_NEAR(105),
    /** Normal rows of the measurements of time and space. */
    EXPERIMENT_SCALING(106),
    /** Where the largest eigenvalue of a held-out error starts; the seed is its size and the index the width of a block. */
    EXPERIMENT_EIGENVALUE(107),

    /** Rows made up by tests, benchmarks and measurements of speed; the index is free. */
    MADE_UP_ROWS(128),
    /** The order in which a benchmark learns rows. */
    MADE_UP_ORDER(129),
    /** What a benchmark does to rows: when and where they change. */
    MADE_UP_CHANGE(130),
    /** Where a benchmark's own computation of an eigenvalue starts. */
    MADE_UP_START(131);

    private final int code;

    Purpose(int code) {
        this.code = code;
    }

    /** Between 1 and 255, different for every purpose. */
    int code() {
        return code;
    }
}
