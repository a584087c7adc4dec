package io.github.skpca.linalg;

import static org.junit.jupiter.api.Assumptions.abort;

/** The SIMD backend with tiles of 6 rows, whatever height this machine would choose. */
class SimdLowTilesTest extends BackendContract {
    @Override
    Backend create() {
        try {
            Class<? extends Backend> simd = Backend.of("on").getClass();
            return simd.getDeclaredConstructor(int.class).newInstance(6);
        } catch (IllegalStateException e) {
            return abort(e.getMessage());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the SIMD backend has no constructor for tests", e);
        }
    }
}
