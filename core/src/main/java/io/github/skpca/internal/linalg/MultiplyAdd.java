package io.github.skpca.internal.linalg;

import com.sun.management.HotSpotDiagnosticMXBean;

import java.lang.management.ManagementFactory;

/**
 * a b + c of the plain backend: rounded once where the machine has an instruction for it, and twice where it has not.
 *
 * <p>{@link Math#fma(float, float, float)} without the instruction is a thousand times slower, so the virtual machine is asked whether it
 * uses it. All products of the backend go through here, so that an output does not depend on which loop made it.
 */
final class MultiplyAdd {
    /** Whether the machine rounds once. */
    static final boolean FUSED = fused();

    private MultiplyAdd() {}

    static float of(float a, float b, float c) {
        return FUSED ? Math.fma(a, b, c) : a * b + c;
    }

    static double of(double a, double b, double c) {
        return FUSED ? Math.fma(a, b, c) : a * b + c;
    }

    private static boolean fused() {
        try {
            HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            return machine != null
                    && Boolean.parseBoolean(machine.getVMOption("UseFMA").getValue());
        } catch (RuntimeException | LinkageError noSuchOption) {
            // Other virtual machines, and images without the management module, do not tell.
            return false;
        }
    }
}
