package io.github.skpca.internal.model;

import io.github.skpca.MissingKernelException;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.jspecify.annotations.Nullable;

import java.util.random.RandomGenerator;

/**
 * A user's own kernel as a model file stores it: a name and a bandwidth. Random features are in the file, so a model with them
 * transforms and scores; whatever needs the kernel itself, such as landmarks, fails until it is given.
 */
record UnknownKernel(String name, double bandwidth) implements ShiftInvariantKernel {
    @Override
    public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        throw gone();
    }

    @Override
    public void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns) {
        throw gone();
    }

    /** Whether only the name and bandwidth of a kernel are known. */
    static boolean isUnknown(@Nullable Kernel kernel) {
        return kernel instanceof UnknownKernel;
    }

    private MissingKernelException gone() {
        return new MissingKernelException(
                "kernel " + ModelFileProblems.quote(name)
                        + " is not one of skpca's own, and a model file holds no code: give the kernel to load or resume, in Java");
    }
}
