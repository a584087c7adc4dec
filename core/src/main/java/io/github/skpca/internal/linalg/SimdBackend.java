package io.github.skpca.internal.linalg;

/** The arithmetic through the Vector API, with vectors as wide as the machine's. Loaded by name, see BackendChoice. */
final class SimdBackend implements Backend {
    private final FloatProducts products = new SimdFloatProducts();
    private final DoubleProducts doubles = new SimdDoubleProducts();
    private final Functions functions = new SimdFunctions();
    private final FourierProducts fourier = new SimdFourier(products, functions);
    private final HadamardTransform hadamard = new SimdHadamard();
    private final Sums sums = new SimdSums();
    private final Conversions conversions = new SimdConversions();
    private final TransposedProducts transposed = new SimdTransposed();
    private final ColumnPanelProducts strips = new SimdColumnPanels();

    @Override
    public String name() {
        return "simd-" + SimdSpecies.FLOATS.vectorBitSize();
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

    @Override
    public TransposedProducts transposedProducts() {
        return transposed;
    }

    @Override
    public ColumnPanelProducts strips() {
        return strips;
    }

    @Override
    public double multiplyAddLoop(int rounds) {
        return SimdTiles.multiplyAddLoop(rounds) == 0 ? 0 : 2.0 * 12 * SimdSpecies.FLOATS.length() * rounds;
    }
}
