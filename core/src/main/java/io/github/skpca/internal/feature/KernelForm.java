package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.kernel.DotProductKernel;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel is a function of: the distance, the difference or the inner product of two rows.
 *
 * <p>A user's kernel declares it by the interface it implements. Only this class tests for it, so that all others take the fast path of
 * a form, or refuse a kernel, in the same way.
 */
public final class KernelForm {
    private KernelForm() {}

    /** The kernel as a function of the distance alone; null if it is not one. */
    public static @Nullable IsotropicKernel isotropic(Kernel kernel) {
        return kernel instanceof IsotropicKernel isotropic ? isotropic : null;
    }

    /** The kernel as a function of the inner product alone; null if it is not one. */
    public static @Nullable DotProductKernel dotProduct(Kernel kernel) {
        return kernel instanceof DotProductKernel inner ? inner : null;
    }

    /** The kernel as a function of the difference alone, which has frequencies; null if it is not one. */
    public static @Nullable ShiftInvariantKernel shiftInvariant(Kernel kernel) {
        return kernel instanceof ShiftInvariantKernel invariant ? invariant : null;
    }

    /**
     * The kernel as one that has frequencies.
     *
     * @throws IllegalArgumentException if it has none
     */
    static ShiftInvariantKernel requireShiftInvariant(Kernel kernel) {
        ShiftInvariantKernel invariant = shiftInvariant(kernel);
        if (invariant == null) {
            throw new IllegalArgumentException(
                    "kernel " + kernel.name() + " is not shift-invariant: its map is landmarks");
        }
        return invariant;
    }

    /**
     * The kernel as a function of the distance alone.
     *
     * @param kind the map that needs it
     * @throws IllegalArgumentException if it is not one
     */
    static IsotropicKernel requireIsotropic(MapKind kind, Kernel kernel) {
        IsotropicKernel isotropic = isotropic(kernel);
        if (isotropic == null) {
            throw new IllegalArgumentException(kind.refusalOf(kernel.name()));
        }
        return isotropic;
    }
}
