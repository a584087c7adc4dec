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
    /** Not a number, quiet, with something in the lower bits. */
    private static final long PAYLOAD = 0x7ff8_0000_0000_0123L;

    /** Whether the machine rounds once. */
    static final boolean FUSED = fused();

    private MultiplyAdd() {}

    static float of(float a, float b, float c) {
        return FUSED ? Math.fma(a, b, c) : a * b + c;
    }

    static double of(double a, double b, double c) {
        return FUSED ? Math.fma(a, b, c) : a * b + c;
    }

    /**
     * An instruction passes on the payload of what is not a number, while the method, which computes without one, returns the same for all: what comes
     * back whole was made by the instruction. Where it does not come back, which some processors do with an instruction, too, the virtual machine
     * is asked for its flag; that takes longer than all else at a start.
     */
    private static boolean fused() {
        return hasPayload(Math.fma(Double.longBitsToDouble(PAYLOAD), 1.0, 1.0)) || flag();
    }

    private static boolean hasPayload(double result) {
        return Double.doubleToRawLongBits(result) == PAYLOAD;
    }

    private static boolean flag() {
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
