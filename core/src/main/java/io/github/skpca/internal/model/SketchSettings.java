package io.github.skpca.internal.model;

import io.github.skpca.Forgetting;
import io.github.skpca.Method;
import io.github.skpca.ShrinkRule;
import io.github.skpca.internal.sketch.GramSketch;

/**
 * How features are kept.
 *
 * @param size l
 * @param shrink how the sketch shrinks
 * @param rncaUpdate how RNCA adds rows to its matrix
 * @param forgetting how much a row still counts when others have come after it
 */
public record SketchSettings(int size, ShrinkRule shrink, GramSketch.Update rncaUpdate, Forgetting forgetting) {
    /** Checks the size. */
    public SketchSettings {
        Settings.requireRange("sketch", size);
    }

    void requireForgetting(Method method, KernelChoice kernel) {
        if (forgetting instanceof Forgetting.None) {
            return;
        }
        if (!method.sketchesFeatures()) {
            throw new IllegalArgumentException("method " + method.label()
                    + " does not forget: it keeps rows, which have no weight; use skpca or rnca");
        }
        if (!(forgetting instanceof Forgetting.Window)) {
            return;
        }
        if (method != Method.SKPCA) {
            throw new IllegalArgumentException("method " + method.label()
                    + " has no window: its matrix cannot give back the rows that left; use skpca, or a half-life");
        }
        if (!kernel.isShiftInvariant()) {
            throw new IllegalArgumentException("a window needs a kernel whose K(x,x) has a known bound, which "
                    + kernel.name() + " has not: use a half-life, or a shift-invariant kernel");
        }
    }

    /** What keeps two from being the same, in words; empty if nothing does. */
    String differenceFrom(SketchSettings other) {
        if (size != other.size) {
            return "sketch " + size + " and " + other.size;
        }
        if (shrink != other.shrink) {
            return "shrink " + shrink.label() + " and " + other.shrink.label();
        }
        if (rncaUpdate != other.rncaUpdate) {
            return "update " + rncaUpdate.label() + " and " + other.rncaUpdate.label();
        }
        return forgetting.equals(other.forgetting)
                ? ""
                : forgetting.description() + " and " + other.forgetting.description();
    }
}
