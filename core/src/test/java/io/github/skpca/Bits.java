package io.github.skpca;

import io.github.skpca.baseline.LandmarkState;
import io.github.skpca.feature.Embedding;
import io.github.skpca.feature.Frame;
import io.github.skpca.feature.LandmarkFeatures;
import io.github.skpca.feature.LandmarkMap;
import io.github.skpca.feature.StructuredFeatures;
import io.github.skpca.model.KernelPcaModel;
import io.github.skpca.model.Learned;
import io.github.skpca.model.SavedLearner;
import io.github.skpca.sketch.CenteredSketch;
import io.github.skpca.sketch.SketchState;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Learners and models as bytes: two are the same if and only if all their numbers are, bit for bit. */
final class Bits {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private Bits() {}

    static byte[] of(StreamingKernelPca learner) {
        return of(learner.save());
    }

    static byte[] of(SavedLearner saved) {
        Bits bits = new Bits();
        try {
            bits.out.write(saved.settings().toString().getBytes(StandardCharsets.UTF_8));
            bits.put(saved.warmUp());
            if (saved.learned() instanceof Learned.Sketched sketched) {
                CenteredSketch.State state = sketched.sketch();
                bits.put(sketched.embedding());
                bits.put(state.sketch());
                bits.put(state.mean());
                bits.out.writeLong(state.absorbed());
                bits.put(state.block());
            }
            if (saved.learned() instanceof Learned.Sampled sampled) {
                LandmarkState state = sampled.landmarks();
                bits.put(sampled.frame());
                bits.put(state.rows());
                bits.out.writeLong(state.seen());
                for (long next : state.next()) {
                    bits.out.writeLong(next);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bits.bytes.toByteArray();
    }

    static byte[] of(KernelPcaModel model) {
        Bits bits = new Bits();
        try {
            bits.out.write(model.settings().toString().getBytes(StandardCharsets.UTF_8));
            bits.put(model.embedding());
            if (model.hasSketchBound()) {
                bits.put(model.snapshot().summary().state());
            }
            bits.put(model.spectrum());
            bits.put(model.mean() == null ? new double[0] : model.mean());
            bits.put(model.directions());
            bits.out.writeLong(model.rows());
            bits.out.writeBoolean(model.isProvisional());
            bits.out.writeDouble(model.sketchBound());
            bits.out.writeDouble(model.explainedVariance());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bits.bytes.toByteArray();
    }

    /** The bytes of the model's file. */
    static byte[] ofFile(KernelPcaModel model, Path folder) throws IOException {
        Path path = folder.resolve("bits.skpca");
        model.save(path);
        return Files.readAllBytes(path);
    }

    private void put(Embedding embedding) throws IOException {
        put(embedding.frame());
        put(embedding.map().frequencies());
        put(embedding.map().phases());
        if (embedding.map() instanceof LandmarkMap map) {
            put(map.landmarks());
        }
        if (embedding.map() instanceof StructuredFeatures map) {
            put(map.signs());
            put(map.lengths());
        }
        if (embedding.map() instanceof LandmarkFeatures map) {
            put(map.values().landmarks());
            put(map.factor());
        }
    }

    private void put(Frame frame) throws IOException {
        put(frame.standardizer().origin());
        put(frame.standardizer().factors());
        out.write(frame.kernel().name().getBytes(StandardCharsets.UTF_8));
        out.writeDouble(frame.kernel().bandwidth());
    }

    private void put(SketchState state) throws IOException {
        put(state.rows());
        out.writeInt(state.count());
        out.writeInt(state.columns());
        out.writeDouble(state.delta());
        out.writeDouble(state.rounding());
        out.writeDouble(state.squaredNorm());
    }

    private void put(double[] values) throws IOException {
        out.writeInt(values.length);
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    private void put(float[] values) throws IOException {
        out.writeInt(values.length);
        for (float value : values) {
            out.writeFloat(value);
        }
    }
}
