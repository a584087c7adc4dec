package io.github.skpca.internal.learning;

import io.github.skpca.Forgetting;
import io.github.skpca.MergeException;
import io.github.skpca.Method;
import io.github.skpca.Scale;
import io.github.skpca.internal.model.ColumnNames;
import io.github.skpca.internal.model.KernelChoice;
import io.github.skpca.internal.model.Settings;

/** Whether the settings of two learners let them become one. */
final class MergeChecks {
    private MergeChecks() {}

    static void requireSameFeatures(Settings settings, Settings theirs) {
        if (settings.method() != theirs.method()) {
            throw new MergeException("methods are " + settings.method().label() + " and "
                    + theirs.method().label());
        }
        if (settings.columns() != theirs.columns()) {
            throw new MergeException("rows have " + settings.columns() + " and " + theirs.columns() + " columns");
        }
        String prepared = settings.rowSettings()
                .preparation()
                .differenceFrom(theirs.rowSettings().preparation());
        if (!prepared.isEmpty()) {
            throw new MergeException("rows were prepared in different ways: " + prepared);
        }
        String named = ColumnNames.differenceFrom(
                settings.rowSettings().names(), theirs.rowSettings().names());
        if (!named.isEmpty()) {
            throw new MergeException("the columns differ by name: " + named);
        }
        boolean sameFeatures = settings.features() == theirs.features() || settings.method() == Method.EXACT;
        if (settings.map() != theirs.map() || !sameFeatures) {
            throw new MergeException("maps are " + settings.map().label() + " of " + settings.features()
                    + " features and " + theirs.map().label() + " of " + theirs.features());
        }
        if (settings.centered() != theirs.centered()) {
            throw new MergeException("one is centred and the other is not");
        }
        requireSameForgetting(settings, theirs);
        if (settings.seed() != theirs.seed()) {
            throw new MergeException("seeds are " + settings.seed() + " and " + theirs.seed());
        }
    }

    private static void requireSameForgetting(Settings settings, Settings theirs) {
        if (!settings.forgetting().equals(theirs.forgetting())) {
            throw new MergeException("one has " + settings.forgetting().description() + " and the other "
                    + theirs.forgetting().description());
        }
        if (settings.forgetting() instanceof Forgetting.Window) {
            throw new MergeException(
                    "windows do not merge: which rows of two streams are the last " + "is not known; use a half-life");
        }
    }

    /** During a warm-up there is no embedding to compare yet, only what it would be made of. */
    static void requireSameWarmUp(Settings settings, Settings theirs) {
        KernelChoice kernel = settings.kernel();
        if (!kernel.name().equals(theirs.kernel().name())) {
            throw new MergeException(
                    "kernels are " + kernel.name() + " and " + theirs.kernel().name());
        }
        if (!kernel.isSameAs(theirs.kernel())) {
            throw new MergeException("bandwidths are " + kernel.bandwidth() + " and "
                    + theirs.kernel().bandwidth());
        }
    }

    /**
     * Compares what was decided, and for a warm-up what was asked. A warm-up that was to decide follows the other if that has decided.
     *
     * @param isDecided whether the warm-up of one of them has ended
     */
    static void requireSameScale(Scale scale, Scale theirs, boolean isDecided) {
        boolean follows = isDecided && (scale == Scale.AUTO || theirs == Scale.AUTO);
        if (scale != theirs && !follows) {
            throw new MergeException("scales are " + scale.label() + " and " + theirs.label());
        }
    }
}
