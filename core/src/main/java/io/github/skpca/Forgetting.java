package io.github.skpca;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How much a row still counts when others have come after it. */
public sealed interface Forgetting {
    /** What the age of a row is counted in. */
    enum Clock {
        /** Rows that came after it. */
        ROWS,
        /** The unit of the times that come with the rows. */
        TIME;

        /** The name in files and results. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The clock of that label, if there is one. */
        public static Optional<Clock> ofLabel(String label) {
            return Arrays.stream(values())
                    .filter(clock -> clock.label().equals(label))
                    .findFirst();
        }

        /** All labels, for messages. */
        public static String labels() {
            return Arrays.stream(values()).map(Clock::label).collect(Collectors.joining(", "));
        }
    }

    /** Every row counts as every other, for ever. */
    record None() implements Forgetting {}

    /**
     * A row weighs 2^(-age / h): half as much after every half-life.
     *
     * @param halfLife h, positive and finite
     * @param clock what ages and h are counted in
     */
    record HalfLife(double halfLife, Clock clock) implements Forgetting {
        /** Checks the range. */
        public HalfLife {
            if (!(halfLife > 0) || Double.isInfinite(halfLife)) {
                throw new IllegalArgumentException("half-life must be positive and finite, not " + halfLife);
            }
        }

        /** 2^(-age / h); 0 once that is below 2^-100, where it is beyond what a sum can see. */
        public double weight(double age) {
            double weight = StrictMath.pow(2, -age / halfLife);
            return weight < LEAST_WEIGHT ? 0 : weight;
        }
    }

    /**
     * The last N rows count, the others do not: {@code ||Z_N'Z_N - B'B||_2 <= epsilon N max ||z||^2}.
     *
     * @param rows N, at least 1
     * @param epsilon above 0 and at most 1; what memory depends on
     */
    record Window(long rows, double epsilon) implements Forgetting {
        /** Checks the ranges. */
        public Window {
            if (rows < 1 || rows > MOST_WINDOW_ROWS) {
                throw new IllegalArgumentException(
                        "window must be between 1 and " + MOST_WINDOW_ROWS + " rows, not " + rows);
            }
            if (!(epsilon >= LEAST_EPSILON && epsilon <= 1)) {
                throw new IllegalArgumentException(
                        "the window's error must be between " + LEAST_EPSILON + " and 1, not " + epsilon);
            }
        }
    }

    /** Below it a weight counts as nothing. */
    double LEAST_WEIGHT = 0x1p-100;

    /** Rows of a window are counted exactly in doubles. */
    long MOST_WINDOW_ROWS = 1L << 50;

    /** A window of a smaller error would keep more rows than fit into memory. */
    double LEAST_EPSILON = 1e-3;

    /** Nothing is forgotten. */
    static Forgetting none() {
        return new None();
    }

    /** Half of a row's weight is gone after {@code rows} others. */
    static Forgetting halfLifeInRows(double rows) {
        return new HalfLife(rows, Clock.ROWS);
    }

    /** Half of a row's weight is gone after so much time, in the unit of the times given to {@code update}. */
    static Forgetting halfLifeInTime(double time) {
        return new HalfLife(time, Clock.TIME);
    }

    /** The last {@code rows} rows, to within {@code epsilon}. */
    static Forgetting window(long rows, double epsilon) {
        return new Window(rows, epsilon);
    }

    /** Whether rows come with their times. */
    default boolean needsTimes() {
        return this instanceof HalfLife life && life.clock() == Clock.TIME;
    }

    /** In words, for messages. */
    default String description() {
        if (this instanceof HalfLife life) {
            return "a half-life of " + life.halfLife() + (life.clock() == Clock.ROWS ? " rows" : " in time");
        }
        if (this instanceof Window window) {
            return "a window of " + window.rows() + " rows to within " + window.epsilon();
        }
        return "no forgetting";
    }
}
