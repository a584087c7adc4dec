package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.InvocationTargetException;
import java.util.Locale;

/** Which backend the process uses. Finds the SIMD backend by name, so that no class loaded before mentions a type of the Vector API. */
final class BackendChoice {
    private static final String VECTOR_API = "jdk.incubator.vector";
    private static final String CHOICE =
            System.getProperty("skpca.simd", "auto").toLowerCase(Locale.ROOT);

    /** SIMD needs seconds until its kernels are compiled. All backends give the same bits, so that one can take over from another. */
    private static final boolean BEGINS_PLAIN = CHOICE.equals("auto") && vectorApiIsThere() && MultiplyAdd.FUSED;

    private static final ThreadLocal<Backend> OF_THREAD = new ThreadLocal<>();

    private static volatile Backend active = BEGINS_PLAIN ? new PlainBackend() : Backend.of(CHOICE);

    private BackendChoice() {}

    static Backend active() {
        Backend own = BEGINS_PLAIN ? OF_THREAD.get() : null;
        return own == null ? active : own;
    }

    /** Whether another backend may take over. */
    static boolean isWaiting() {
        return BEGINS_PLAIN;
    }

    /** Makes a backend that of the process. */
    static void change(Backend backend) {
        active = backend;
    }

    /** Makes a backend that of the calling thread alone, from now on; null for that of the process. */
    static void changeThread(@Nullable Backend backend) {
        OF_THREAD.set(backend);
    }

    static Backend simdOrPlain() {
        // A vector of fewer than four floats would only add work.
        return vectorApiIsThere() && MultiplyAdd.FUSED ? usefulOrPlain(simd()) : new PlainBackend();
    }

    private static Backend usefulOrPlain(Backend simd) {
        return simd.products().panelWidth(Integer.MAX_VALUE) >= 12 ? simd : new PlainBackend();
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
