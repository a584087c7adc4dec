package io.github.skpca.model;

import io.github.skpca.kernel.RandomStream;
import io.github.skpca.kernel.ShiftInvariantKernel;

/**
 * A user's own kernel as a model file remembers it: a name and a bandwidth. The map is in the file, so such a model
 * transforms and scores; only the kernel itself is gone.
 */
record UnknownKernel(String name, double bandwidth) implements ShiftInvariantKernel {
    @Override
    public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        throw gone();
    }

    @Override
    public void drawFrequency(RandomStream random, double[] frequency, int offset, int columns) {
        throw gone();
    }

    private IllegalStateException gone() {
        return new IllegalStateException("kernel " + name
                + " is not one of skpca's own, and a model file holds no code: its similarity is not known");
    }
}
