package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

/** The arithmetic in plain Java, in loops that the just-in-time compiler turns into vector code by itself. */
final class PlainBackend implements Backend {
    private final FloatProducts products = new PlainFloatProducts();
    private final DoubleProducts doubles = new PlainDoubleProducts();
    private final Functions functions = new PlainFunctions();
    private final FourierProducts fourier = new PlainFourier(products, functions);
    private final HadamardTransform hadamard = new PlainHadamard();
    private final Sums sums = new PlainSums();
    private final Conversions conversions = new PlainConversions();
    private final ColumnPanelProducts strips = new PlainColumnPanels();

    @Override
    public String name() {
        return MultiplyAdd.FUSED ? "plain-fma" : "plain";
    }

    @Override
    public FloatProducts products() {
        return products;
    }

    @Override
    public DoubleProducts doubles() {
        return doubles;
    }

    @Override
    public Functions functions() {
        return functions;
    }

    @Override
    public FourierProducts fourier() {
        return fourier;
    }

    @Override
    public HadamardTransform hadamard() {
        return hadamard;
    }

    @Override
    public Sums sums() {
        return sums;
    }

    @Override
    public Conversions conversions() {
        return conversions;
    }

    /** None: the loops over a right-hand side want it wide. */
    @Override
    public @Nullable TransposedProducts transposedProducts() {
        return null;
    }

    @Override
    public ColumnPanelProducts strips() {
        return strips;
    }

    /** A scalar loop is all that plain Java can keep in registers; its limit is the product's, where that is higher. */
    @Override
    public double multiplyAddLoop(int rounds) {
        float a = 0;
        float b = 1;
        float c = 2;
        float d = 3;
        for (int i = 0; i < rounds; i++) {
            a = a * 0.999f + 1f;
            b = b * 0.999f + 1f;
            c = c * 0.999f + 1f;
            d = d * 0.999f + 1f;
        }
        // The result decides nothing, but a loop without one would be removed.
        return a + b + c + d == 0 ? 0 : 8.0 * rounds;
    }
}
