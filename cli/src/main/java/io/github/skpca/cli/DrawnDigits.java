package io.github.skpca.cli;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;

/**
 * Small grey images of digits, drawn by strokes: each turned, scaled, slanted and moved a little, with a pen of its own and faint noise. Image i depends on
 * the seed and i alone.
 */
final class DrawnDigits {
    /** Pixels of a side. */
    static final int SIDE = 14;

    /** Pixels of an image. */
    static final int PIXELS = SIDE * SIDE;

    private static final int KINDS = 10;

    /** How fast ink fades beyond the pen, in shares of the side. */
    private static final double EDGE = 0.06;

    private static final double NOISE = 0.03;

    /** Strokes of each digit in the unit square, y downwards: x and y in turn. */
    private static final double[][][] STROKES = {
        {arc(0.5, 0.5, 0.26, 0.38, 0, 360)},
        {{0.34, 0.3, 0.54, 0.12, 0.54, 0.88}},
        {joined(arc(0.5, 0.34, 0.25, 0.22, 180, 380), 0.24, 0.88, 0.78, 0.88)},
        {arc(0.46, 0.31, 0.24, 0.19, 200, 450), arc(0.46, 0.68, 0.27, 0.2, 270, 520)},
        {{0.64, 0.88, 0.64, 0.12, 0.2, 0.62, 0.82, 0.62}},
        {{0.74, 0.12, 0.32, 0.12, 0.29, 0.46}, arc(0.48, 0.64, 0.26, 0.24, 220, 500)},
        {joined(arc(0.5, 0.64, 0.25, 0.24, -160, 200), 0.3, 0.4, 0.66, 0.12)},
        {{0.22, 0.12, 0.78, 0.12, 0.42, 0.88}},
        {arc(0.5, 0.31, 0.2, 0.19, 0, 360), arc(0.5, 0.69, 0.25, 0.2, 0, 360)},
        {joined(arc(0.5, 0.36, 0.25, 0.24, 20, 380), 0.6, 0.88)},
    };

    /** A line from corner to corner that crosses a digit out. */
    private static final double[] CROSS = {0.03, 0.9, 0.97, 0.1};

    private final long seed;

    DrawnDigits(long seed) {
        this.seed = seed;
    }

    /** The digit that image {@code number} shows. */
    static int digit(long number) {
        return (int) (number % KINDS);
    }

    /**
     * Draws an image.
     *
     * @param crossedOut whether a line goes through the digit
     * @param into receives {@link #PIXELS} numbers from 0, paper, to 1, ink, from {@code at} on
     */
    void draw(long number, boolean crossedOut, double[] into, int at) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS, number);
        Hand hand = new Hand(random);
        double[] distances = new double[PIXELS];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        for (double[] stroke : STROKES[digit(number)]) {
            near(hand.written(stroke), distances);
        }
        if (crossedOut) {
            near(hand.written(CROSS), distances);
        }
        for (int i = 0; i < PIXELS; i++) {
            double ink = 1 - (Math.sqrt(distances[i]) - hand.pen) / EDGE;
            double grey = Math.max(0, Math.min(1, ink)) + NOISE * random.nextGaussian();
            into[at + i] = Math.max(0, Math.min(1, grey));
        }
    }

    /** How somebody writes a digit this time. */
    private static final class Hand {
        private final RandomStream random;
        private final double turn;
        private final double wide;
        private final double high;
        private final double slant;
        private final double x;
        private final double y;
        private final double pen;

        Hand(RandomStream random) {
            this.random = random;
            turn = 0.1 * random.nextGaussian();
            high = 1 + 0.06 * random.nextGaussian();
            wide = high * (1 + 0.08 * random.nextGaussian());
            slant = 0.12 * random.nextGaussian();
            x = 0.5 + 0.03 * random.nextGaussian();
            y = 0.5 + 0.03 * random.nextGaussian();
            pen = 0.035 + 0.03 * random.nextDouble();
        }

        double[] written(double[] stroke) {
            double[] points = new double[stroke.length];
            double cosine = StrictMath.cos(turn);
            double sine = StrictMath.sin(turn);
            for (int i = 0; i < points.length; i += 2) {
                double down = stroke[i + 1] - 0.5 + 0.01 * random.nextGaussian();
                double across = wide * (stroke[i] - 0.5 - slant * down + 0.01 * random.nextGaussian());
                points[i] = x + cosine * across - sine * high * down;
                points[i + 1] = y + sine * across + cosine * high * down;
            }
            return points;
        }
    }

    /** Lowers the squared distance of every pixel to that from the pieces of a line. */
    private static void near(double[] line, double[] distances) {
        for (int piece = 0; piece + 3 < line.length; piece += 2) {
            double fromX = line[piece];
            double fromY = line[piece + 1];
            double alongX = line[piece + 2] - fromX;
            double alongY = line[piece + 3] - fromY;
            double length = Math.max(1e-12, alongX * alongX + alongY * alongY);
            for (int i = 0; i < PIXELS; i++) {
                int row = i / SIDE;
                int column = i % SIDE;
                double pixelX = (column + 0.5) / SIDE - fromX;
                double pixelY = (row + 0.5) / SIDE - fromY;
                double share = Math.max(0, Math.min(1, (pixelX * alongX + pixelY * alongY) / length));
                double offX = pixelX - share * alongX;
                double offY = pixelY - share * alongY;
                distances[i] = Math.min(distances[i], offX * offX + offY * offY);
            }
        }
    }

    private static double[] arc(double x, double y, double radiusX, double radiusY, double from, double to) {
        int pieces = (int) Math.round(Math.abs(to - from) / 24);
        double[] points = new double[2 * (pieces + 1)];
        for (int i = 0; i <= pieces; i++) {
            double angle = Math.PI / 180 * (from + (to - from) * i / pieces);
            points[2 * i] = x + radiusX * StrictMath.cos(angle);
            points[2 * i + 1] = y + radiusY * StrictMath.sin(angle);
        }
        return points;
    }

    private static double[] joined(double[] first, double... more) {
        double[] points = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, points, first.length, more.length);
        return points;
    }
}
