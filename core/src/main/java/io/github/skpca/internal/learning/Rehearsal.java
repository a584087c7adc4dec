package io.github.skpca.internal.learning;

import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Learns the rows of a state's sample again and again, with a training of its own: the code is compiled before it is needed.
 *
 * @param settings those of the learner
 * @param state what it has learned
 */
record Rehearsal(Settings settings, LearnerState.Sketched state) implements Supplier<Runnable> {
    @Override
    public Runnable get() {
        SketchTraining own = SketchTraining.restore(settings, state.again(), Workers.callerOnly());
        double[] rows = state.sample().rows();
        RowBatch plain = RowBatch.of(rows, rows.length / settings.columns());
        double[] times = new double[plain.count()];
        Arrays.fill(times, state.sketch().ages().latest());
        RowBatch batch = settings.forgetting().needsTimes() ? plain.withTimes(times) : plain;
        return () -> {
            for (int done = 0; done < batch.count(); ) {
                done += own.learn(batch, done, batch.count() - done);
            }
        };
    }
}
