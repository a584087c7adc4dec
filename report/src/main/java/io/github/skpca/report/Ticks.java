package io.github.skpca.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Where an axis is marked: multiples of 1, 2 or 5 times a power of ten, or decades on a logarithmic axis. */
final class Ticks {
    private static final int[] MANTISSAS = {1, 2, 5};
    private static final int[] STRIDES = {1, 2, 3, 5, 10, 20, 50, 100, 200, 500};

    /** A quotient this close to a whole number is one, so that 0.3 counts as three steps of 0.1. */
    private static final double SLACK = 1e-9;

    private Ticks() {}

    /** The distance between two ticks, mantissa times ten to the exponent. */
    record Step(int mantissa, int exponent) {
        /** The smallest step with which at most {@code most} ticks reach from at or below {@code low} to at or above {@code high}. */
        static Step covering(double low, double high, int most, boolean whole) {
            int exponent = (int) Math.floor(StrictMath.log10((high - low) / most)) - 1;
            for (int e = whole ? Math.max(0, exponent) : exponent; ; e++) {
                for (int mantissa : MANTISSAS) {
                    Step step = new Step(mantissa, e);
                    if (step.above(high) - step.below(low) + 1 <= most) {
                        return step;
                    }
                }
            }
        }

        double size() {
            return multiple(1).doubleValue();
        }

        BigDecimal multiple(double count) {
            return new BigDecimal(count).multiply(BigDecimal.valueOf(mantissa)).scaleByPowerOfTen(exponent);
        }

        /** The greatest number of steps that is not above the value. */
        double below(double value) {
            return Math.floor(value / size() + SLACK);
        }

        /** The least number of steps that is not below the value. */
        double above(double value) {
            return Math.ceil(value / size() - SLACK);
        }
    }

    /**
     * Evenly spaced ticks within the range.
     *
     * @param most at least 2
     * @param whole whether all ticks are to be whole numbers
     */
    static List<Tick> linear(double low, double high, int most, boolean whole) {
        Step step = Step.covering(low, high, most, whole);
        List<BigDecimal> values = new ArrayList<>();
        for (double count = step.above(low); count <= step.below(high); count++) {
            values.add(step.multiple(count));
        }
        return labelled(values, step.exponent());
    }

    /** Ticks within a range of positive numbers: decades, or their halves and fifths too, or as on a linear axis if it is short. */
    static List<Tick> logarithmic(double low, double high, int most) {
        double logLow = StrictMath.log10(low);
        double logHigh = StrictMath.log10(high);
        int first = (int) Math.ceil(logLow - SLACK);
        int last = (int) Math.floor(logHigh + SLACK);
        if (last - first < 2) {
            List<Tick> divided = divided(low, high);
            if (divided.size() >= 3 && divided.size() <= most) {
                return divided;
            }
            if (last <= first) {
                return linear(low, high, most, false);
            }
        }
        int stride = stride(first, last, most);
        List<Tick> ticks = new ArrayList<>();
        for (int e = Math.floorDiv(first + stride - 1, stride) * stride; e <= last; e += stride) {
            ticks.add(decade(1, e));
        }
        return ticks;
    }

    /** The unnamed marks between decades, or nothing when there are too many decades for them to be told apart. */
    static List<Double> minor(double low, double high) {
        List<Double> marks = new ArrayList<>();
        int first = (int) Math.floor(StrictMath.log10(low));
        int last = (int) Math.floor(StrictMath.log10(high));
        if (last - first > 6) {
            return marks;
        }
        for (int e = first; e <= last; e++) {
            for (int digit = 2; digit <= 9; digit++) {
                double value = digit * StrictMath.pow(10, e);
                if (value >= low && value <= high) {
                    marks.add(value);
                }
            }
        }
        return marks;
    }

    private static List<Tick> divided(double low, double high) {
        List<Tick> ticks = new ArrayList<>();
        for (int e = (int) Math.floor(StrictMath.log10(low)); e <= Math.floor(StrictMath.log10(high) + SLACK); e++) {
            for (int mantissa : MANTISSAS) {
                Tick tick = decade(mantissa, e);
                if (tick.value() >= low * (1 - SLACK) && tick.value() <= high * (1 + SLACK)) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    private static int stride(int first, int last, int most) {
        for (int stride : STRIDES) {
            if ((last - first) / stride + 1 <= most) {
                return stride;
            }
        }
        throw new IllegalArgumentException("no stride for 10^" + first + " to 10^" + last);
    }

    private static Tick decade(int mantissa, int exponent) {
        BigDecimal value = BigDecimal.valueOf(mantissa).scaleByPowerOfTen(exponent);
        String label = Numbers.powerOfTen(exponent);
        if (exponent >= -3 && exponent <= 3) {
            label = Numbers.plain(value);
        } else if (mantissa > 1) {
            label = mantissa + "×" + label;
        }
        return new Tick(value.doubleValue(), label);
    }

    /** All labels of an axis have the same number of decimals and, where numbers are very large or small, the same power of ten. */
    private static List<Tick> labelled(List<BigDecimal> values, int stepExponent) {
        int exponent = values.stream()
                .filter(value -> value.signum() != 0)
                .mapToInt(Numbers::exponentOf)
                .max()
                .orElse(0);
        boolean scientific = exponent >= 7 || exponent < -3;
        int shift = scientific ? exponent : 0;
        int decimals = Math.max(0, shift - stepExponent);
        List<Tick> ticks = new ArrayList<>();
        for (BigDecimal value : values) {
            // The value is a multiple of the step, so that setting the scale never rounds.
            String label = Numbers.plain(value.scaleByPowerOfTen(-shift).setScale(decimals));
            if (value.signum() == 0) {
                label = "0";
            } else if (scientific) {
                label = label + "×" + Numbers.powerOfTen(exponent);
            }
            ticks.add(new Tick(value.doubleValue(), label));
        }
        return ticks;
    }
}
