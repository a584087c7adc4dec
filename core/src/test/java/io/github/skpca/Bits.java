package io.github.skpca;

import io.github.skpca.internal.baseline.LandmarkState;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.KernelValueMap;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.StructuredFeatures;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchState;

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
        return of(Learner.of(learner).save());
    }

    static byte[] of(LearnerCheckpoint saved) {
        Bits bits = new Bits();
        try {
            bits.out.write(saved.settings().toString().getBytes(StandardCharsets.UTF_8));
            double[] warmUp = saved instanceof LearnerCheckpoint.WarmingUp warming
                    ? warming.kept().doubles()
                    : null;
            bits.put(warmUp == null ? new double[0] : warmUp);
            if (saved.learned() instanceof LearnerState.Sketched sketched) {
                CenteredSketch.State state = sketched.sketch();
                bits.put(sketched.embedding());
                bits.put(state.sketch());
                bits.put(state.mean());
                bits.out.writeLong(state.absorbed());
                bits.put(state.block());
            }
            if (saved.learned() instanceof LearnerState.Sampled sampled) {
                LandmarkState state = sampled.landmarks();
                bits.put(sampled.preprocessing());
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
            bits.out.write(FittedModel.of(model).settings().toString().getBytes(StandardCharsets.UTF_8));
            bits.put(FittedModel.of(model).embedding());
            if (model.hasSketchBound()) {
                bits.put(FittedModel.of(model).snapshot().summary().state());
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
        put(embedding.preprocessing());
        put(embedding.map().frequencies());
        put(embedding.map().phases());
        if (embedding.map() instanceof KernelValueMap map) {
            put(map.landmarks());
        }
        if (embedding.map() instanceof StructuredFeatures map) {
            put(map.signs());
            put(map.lengths());
        }
        if (embedding.map() instanceof NystromMap map) {
            put(map.values().landmarks());
            put(map.factor());
        }
    }

    private void put(Preprocessing preprocessing) throws IOException {
        put(preprocessing.standardizer().origin());
        put(preprocessing.standardizer().factors());
        out.write(preprocessing.kernel().name().getBytes(StandardCharsets.UTF_8));
        out.writeDouble(preprocessing.kernel().bandwidth());
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
