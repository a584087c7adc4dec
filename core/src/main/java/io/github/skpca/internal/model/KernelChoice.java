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

import java.util.OptionalDouble;

/**
 * Which kernel to learn with: a given kernel, or a family whose bandwidth is found from the warm-up.
 *
 * @param fixed the kernel, or null if the bandwidth is still to be found
 * @param family the family, or null if the kernel is a user's own
 * @param rule how the bandwidth is found, or null if the kernel is fixed
 */
public record KernelChoice(
        @Nullable Kernel fixed,
        @Nullable KernelFamily family,
        @Nullable BandwidthRule rule) {

    /** Checks that it is one of the two. */
    public KernelChoice {
        if (fixed == null && (family == null || rule == null)) {
            throw new IllegalArgumentException("a kernel, or a family and a rule for its bandwidth, must be given");
        }
        if (fixed != null && rule != null) {
            throw new IllegalArgumentException("a kernel with a bandwidth needs no rule to find one");
        }
    }

    /** This kernel as it is. */
    public static KernelChoice of(Kernel kernel) {
        return new KernelChoice(kernel, KernelFamily.ofLabel(kernel.name()).orElse(null), null);
    }

    /** This family with a bandwidth from the warm-up. */
    public static KernelChoice of(KernelFamily family, BandwidthRule rule) {
        return new KernelChoice(null, family, rule);
    }

    /** The kernel's name. */
    public String name() {
        if (fixed != null) {
            return fixed.name();
        }
        return family == null ? "" : family.label();
    }

    /** The bandwidth as text: {@code median}, {@code mean} or a number. */
    public String bandwidth() {
        if (fixed != null) {
            return PortableNumber.text(fixed.bandwidth());
        }
        return rule == null ? "" : rule.label();
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
        return family.withBandwidth(bandwidth);
    }

    /**
     * The bandwidth that rows would be given: by the rule, or by the median if one was given; empty for a user's own kernel, and for a rule
     * whose bandwidth does not say how far apart rows are.
     *
     * @param rows count x columns, row-major, already standardised; read only
     */
    OptionalDouble bandwidthOf(double[] rows, int count, int columns) {
        BandwidthRule taken = rule == null ? BandwidthRule.MEDIAN : rule;
        return family == null || taken == BandwidthRule.CONTRAST
                ? OptionalDouble.empty()
                : taken.bandwidth(family, rows, count, columns);
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
