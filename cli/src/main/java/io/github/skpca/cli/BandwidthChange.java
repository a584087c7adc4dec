package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.BandwidthRule;

import java.util.Locale;

/** How far rows have outgrown the bandwidth that the warm-up gave them. */
final class BandwidthChange {
    /** Below it a kernel of the old bandwidth still tells near rows from far ones. */
    private static final double WORTH_A_WORD = 2;

    private BandwidthChange() {}

    /**
     * Whether a ratio has left the one it is compared with by a factor of two, either way.
     *
     * @param ratio as {@link KernelPcaModel#bandwidthRatio()} gives it
     * @param before what it was, 1 at the end of a warm-up
     */
    static boolean isWorthAWord(double ratio, double before) {
        return ratio > WORTH_A_WORD * before || ratio * WORTH_A_WORD < before;
    }

    /** What to compare ratios with: 1 for a bandwidth from the warm-up; that of the model itself where the user gave another on purpose. */
    static double reference(KernelPcaModel model) {
        boolean isChosen = FittedModel.of(model).settings().kernel().rule() != null;
        return isChosen ? 1 : model.bandwidthRatio().orElse(1);
    }

    /** The bandwidth in use. */
    static double bandwidth(KernelPcaModel model) {
        return FittedModel.of(model).embedding().kernel().bandwidth();
    }

    /**
     * What a person should know of the bandwidth, and do; empty if there is nothing.
     *
     * @param ratio as {@link KernelPcaModel#bandwidthRatio()} gives it
     */
    static String advice(KernelPcaModel model, double ratio) {
        BandwidthRule rule = FittedModel.of(model).settings().kernel().rule();
        if (rule == null || !isWorthAWord(ratio, 1)) {
            return "";
        }
        double bandwidth = bandwidth(model);
        String used = text(bandwidth);
        return (ratio > 1
                        ? "the rows have outgrown the bandwidth " + used
                        : "the bandwidth " + used + " has become too large for the rows")
                + ": their " + rule.label() + " distance is " + text(ratio)
                + " times what it was in the warm-up; fit again with --bandwidth " + text(ratio * bandwidth);
    }

    /** As an option takes it: without marks between thousands. */
    private static String text(double number) {
        return String.format(Locale.ROOT, "%.3g", number);
    }
}
