package io.github.skpca.internal.model;

import io.github.skpca.BandwidthException;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.KernelForm;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.internal.text.PortableNumber;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Which kernel to learn with: a given kernel, or a family whose bandwidth is found from the warm-up.
 *
 * @param fixed the kernel, or null if the bandwidth is still to be found
 * @param family the family, or null if the kernel is a user's own
 * @param rule how the bandwidth is found, or null if the kernel is fixed
 * @param factor what the found bandwidth is multiplied by
 */
public record KernelChoice(
        @Nullable Kernel fixed,
        @Nullable KernelFamily family,
        @Nullable BandwidthRule rule,
        double factor) {

    /** A number as people write one; Java takes more. */
    private static final Pattern FACTOR = Pattern.compile("[0-9]*\\.?[0-9]+([eE][+-]?[0-9]+)?");

    /** Checks that it is one of the two. */
    public KernelChoice {
        if (fixed == null && (family == null || rule == null)) {
            throw new IllegalArgumentException("a kernel, or a family and a rule for its bandwidth, must be given");
        }
        if (fixed != null && rule != null) {
            throw new IllegalArgumentException("a kernel with a bandwidth needs no rule to find one");
        }
        if (!KernelFamily.isBandwidth(factor)) {
            throw new IllegalArgumentException("the factor of a bandwidth must be from 1e-30 to 1e30, not " + factor);
        }
    }

    /** This kernel as it is. */
    public static KernelChoice of(Kernel kernel) {
        return new KernelChoice(kernel, KernelFamily.ofLabel(kernel.name()).orElse(null), null, 1);
    }

    /** This family with a bandwidth from the warm-up. */
    public static KernelChoice of(KernelFamily family, BandwidthRule rule) {
        return of(family, rule, 1);
    }

    /** This family with so many times the bandwidth from the warm-up. */
    public static KernelChoice of(KernelFamily family, BandwidthRule rule, double factor) {
        return new KernelChoice(null, family, rule, factor);
    }

    /**
     * This family with a bandwidth from the warm-up, as {@link #bandwidth()} writes it: a rule, or a factor and a rule.
     *
     * @return empty if the text names no rule
     * @throws IllegalArgumentException if the factor is not positive and finite
     */
    public static Optional<KernelChoice> ofRule(KernelFamily family, String bandwidth) {
        for (BandwidthRule rule : BandwidthRule.values()) {
            if (bandwidth.endsWith(rule.label())) {
                String factor =
                        bandwidth.substring(0, bandwidth.length() - rule.label().length());
                if (factor.isEmpty() || FACTOR.matcher(factor).matches()) {
                    return Optional.of(of(family, rule, factor.isEmpty() ? 1 : Double.parseDouble(factor)));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * This family with a bandwidth as a person writes it: a number, a rule, or a factor and a rule.
     *
     * @throws IllegalArgumentException if it is none of them, or not positive and finite
     */
    public static KernelChoice parse(KernelFamily family, String bandwidth) {
        String text = bandwidth.toLowerCase(Locale.ROOT);
        return ofRule(family, text).orElseGet(() -> of(family.withBandwidth(number(bandwidth))));
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "bandwidth must be one of median, mean, contrast, a multiple of one of them"
                            + " such as 0.5median, or a number above 0, not " + text);
        }
    }

    /** The kernel's name. */
    public String name() {
        if (fixed != null) {
            return fixed.name();
        }
        return family == null ? "" : family.label();
    }

    /** The bandwidth as text: {@code median}, {@code 0.5median} or a number. */
    public String bandwidth() {
        if (fixed != null) {
            return PortableNumber.text(fixed.bandwidth());
        }
        return rule == null ? "" : (factor == 1 ? "" : PortableNumber.text(factor)) + rule.label();
    }

    /** Whether the kernel is known not to depend on the distance alone; false for a kernel of which a file has only the name. */
    boolean isProduct() {
        return !isIsotropic() && !UnknownKernel.isUnknown(fixed);
    }

    /** The shape of a rational quadratic kernel, 0 for others. */
    double shape() {
        return fixed == null ? 0 : KernelFamily.shapeOf(fixed);
    }

    /** Whether two choices are the same as far as a model file can tell: by name, bandwidth and shape. */
    public boolean isSameAs(KernelChoice other) {
        return name().equals(other.name()) && bandwidth().equals(other.bandwidth()) && shape() == other.shape();
    }

    /** What keeps two choices from being the same, in words; empty if nothing does. */
    String differenceFrom(KernelChoice other) {
        if (!name().equals(other.name()) || shape() != other.shape()) {
            return "kernel " + name() + " and " + other.name();
        }
        return bandwidth().equals(other.bandwidth()) ? "" : "bandwidth " + bandwidth() + " and " + other.bandwidth();
    }

    /** Whether a model file restores the kernel; of a user's own it holds only the name. */
    public boolean isBuiltIn() {
        return fixed == null || KernelFamily.isBuiltIn(fixed);
    }

    /** Whether the kernel depends only on the difference of two rows. */
    public boolean isShiftInvariant() {
        return fixed != null ? KernelForm.shiftInvariant(fixed) != null : family != null && family.isShiftInvariant();
    }

    /** Whether the kernel depends only on the distance of two rows; for a user's own kernel, whether it says so. */
    public boolean isIsotropic() {
        Kernel kernel = fixed == null && family != null ? family.withBandwidth(1) : fixed;
        return kernel != null && KernelForm.isotropic(kernel) != null;
    }

    /**
     * The kernel for a warm-up: the fixed one, or one with the bandwidth found from a random sample of its rows.
     *
     * @param rows count x columns, row-major, raw; read only
     * @throws BandwidthException if the rows do not give one
     */
    public Kernel resolve(double[] rows, int count, Standardizer standardizer, long seed, Workers workers) {
        if (fixed != null) {
            return fixed;
        }
        int columns = standardizer.columns();
        int[] sample = reservoir(count, columns, seed);
        double[] chosen = new double[sample.length * columns];
        for (int i = 0; i < sample.length; i++) {
            standardizer.apply(rows, sample[i] * columns, 1, chosen, i * columns);
        }
        return found(chosen, sample.length, columns, count, workers);
    }

    /**
     * As {@link #resolve(double[], int, Standardizer, long, Workers)} of the same rows with their zeros, bit for bit.
     *
     * @param rows raw; read only
     * @throws BandwidthException if the rows do not give one
     */
    public Kernel resolve(SparseRows rows, Standardizer standardizer, long seed, Workers workers) {
        if (fixed != null) {
            return fixed;
        }
        int columns = standardizer.columns();
        int[] sample = reservoir(rows.count(), columns, seed);
        double[] chosen = new double[sample.length * columns];
        double[] row = new double[columns];
        for (int i = 0; i < sample.length; i++) {
            rows.scatter(sample[i], row, 0);
            standardizer.apply(row, 0, 1, chosen, i * columns);
            rows.erase(sample[i], row, 0);
        }
        return found(chosen, sample.length, columns, rows.count(), workers);
    }

    private Kernel found(double[] chosen, int sampled, int columns, int count, Workers workers) {
        if (family == null || rule == null) {
            throw new IllegalStateException("checked on construction");
        }
        double bandwidth = rule.bandwidth(family, chosen, sampled, columns, workers)
                .orElseThrow(() -> new BandwidthException("the " + rule.label() + " pairwise distance of " + count
                        + (count == 1 ? " row" : " rows") + " is zero or undefined: give a bandwidth"));
        if (!KernelFamily.isBandwidth(factor * bandwidth)) {
            throw new BandwidthException(bandwidth() + " is no bandwidth that rows can be compared by, with a "
                    + rule.label() + " pairwise distance of " + PortableNumber.text(bandwidth) + ": give another one");
        }
        return family.withBandwidth(factor * bandwidth);
    }

    /**
     * The bandwidth that rows would be given: by the rule, or by the median if one was given; empty for a user's own kernel, and for a rule
     * whose bandwidth does not say how far apart rows are.
     *
     * @param rows count x columns, row-major, already standardised; read only
     */
    OptionalDouble bandwidthOf(double[] rows, int count, int columns) {
        BandwidthRule taken = rule == null ? BandwidthRule.MEDIAN : rule;
        if (family == null || taken == BandwidthRule.CONTRAST) {
            return OptionalDouble.empty();
        }
        OptionalDouble found = taken.bandwidth(family, rows, count, columns);
        return found.isEmpty() || factor == 1 ? found : OptionalDouble.of(factor * found.getAsDouble());
    }

    /** Indices of a uniform sample of rows in one pass (Vitter's algorithm R), all rows if they are few. */
    private static int[] reservoir(int count, int columns, long seed) {
        int[] sample = new int[Math.min(count, BandwidthRule.sampleRows(columns))];
        RandomStream random = new RandomStream(seed, Purpose.BANDWIDTH_SAMPLE);
        for (int i = 0; i < count; i++) {
            if (i < sample.length) {
                sample[i] = i;
            } else {
                long slot = random.nextBelow(i + 1L);
                if (slot < sample.length) {
                    sample[(int) slot] = i;
                }
            }
        }
        return sample;
    }
}
