package io.github.skpca.internal.linalg;

import java.lang.reflect.InvocationTargetException;

/** Finds the SIMD backend by name, so that no class loaded before mentions a type of the Vector API. */
final class BackendChoice {
    static final Backend ACTIVE = Backend.of(System.getProperty("skpca.simd", "auto"));

    private static final String VECTOR_API = "jdk.incubator.vector";

    private BackendChoice() {}

    static Backend simdOrPlain() {
        // A vector of fewer than four floats would only add work.
        return vectorApiIsThere() && MultiplyAdd.FUSED ? usefulOrPlain(simd()) : new PlainBackend();
    }

    private static Backend usefulOrPlain(Backend simd) {
        return simd.panelWidth(Integer.MAX_VALUE) >= 12 ? simd : new PlainBackend();
    }

    static Backend simd() {
        if (!vectorApiIsThere()) {
            throw new IllegalStateException(
                    "SIMD was asked for (skpca.simd=on), but the Vector API is not there: start Java with --add-modules jdk.incubator.vector");
        }
        if (!MultiplyAdd.FUSED) {
            throw new IllegalStateException(
                    "SIMD was asked for (skpca.simd=on), but this machine has no fused multiply-add: leave the choice to skpca");
        }
        // Not required by the module, so that it compiles and runs without: read it now that it is there.
        BackendChoice.class
                .getModule()
                .addReads(ModuleLayer.boot().findModule(VECTOR_API).orElseThrow());
        try {
            return Class.forName("io.github.skpca.internal.linalg.SimdBackend")
                    .asSubclass(Backend.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the SIMD backend does not start: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the SIMD backend is missing from this build: " + e, e);
        }
    }

    private static boolean vectorApiIsThere() {
        return ModuleLayer.boot().findModule(VECTOR_API).isPresent();
    }
}
