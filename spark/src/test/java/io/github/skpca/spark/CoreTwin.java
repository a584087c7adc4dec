package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.LearnerFamily;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** What a fit does, done with the core alone: one learner per partition, merged eight by eight in their order. A partition without
 * rows is an empty learner. */
final class CoreTwin {
    private CoreTwin() {}

    static StreamingKernelPca fit(KernelPcaEstimator estimator, List<List<Vector>> partitions) throws IOException {
        byte[] start = start(estimator, partitions).toBytes();
        List<@Nullable StreamingKernelPca> level = new ArrayList<>();
        for (List<Vector> partition : partitions) {
            level.add(partition.isEmpty() ? null : learner(start, partition));
        }
        while (level.size() > 1) {
            List<@Nullable StreamingKernelPca> next = new ArrayList<>();
            for (int from = 0; from < level.size(); from += 8) {
                next.add(merged(start, level.subList(from, Math.min(from + 8, level.size()))));
            }
            level = next;
        }
        return level.get(0);
    }

    private static @Nullable StreamingKernelPca merged(byte[] start, List<@Nullable StreamingKernelPca> group)
            throws IOException {
        if (group.stream().allMatch(Objects::isNull)) {
            return null;
        }
        StreamingKernelPca first = group.get(0);
        StreamingKernelPca sum = first == null ? learner(start, List.of()) : first;
        for (StreamingKernelPca learner : group.subList(1, group.size())) {
            if (learner != null) {
                sum.merge(learner);
            }
        }
        return sum;
    }

    /** One row at a time, unlike the fit. */
    private static StreamingKernelPca learner(byte[] start, List<Vector> rows) throws IOException {
        StreamingKernelPca learner = StreamingKernelPca.fromBytes(start, Workers.callerOnly());
        for (Vector row : rows) {
            learner.update(row.toArray());
        }
        return learner;
    }

    /** The empty learner that all begin with: of the first rows, or of the sampling pass, the samples merged from the last to the first. */
    static StreamingKernelPca start(KernelPcaEstimator estimator, List<List<Vector>> partitions) throws IOException {
        int wanted = estimator.getWarmupRows();
        if (LearnerFamily.beginsWithAnyRows(ParameterValues.builder(estimator))) {
            StartRows first = new StartRows();
            partitions.stream().flatMap(List::stream).limit(wanted).forEach(row -> first.add(row, 0, 0));
            return first.learner(ParameterValues.builder(estimator), StepWindows.of(estimator), List.of());
        }
        int share = SamplingPass.share(wanted, partitions.size());
        byte[] sample = null;
        for (int p = partitions.size() - 1; p >= 0; p--) {
            byte[] drawn = SamplingPass.draw(p, rows(partitions.get(p)), share, estimator.getSeed());
            sample = sample == null ? drawn : SamplingPass.merge(drawn, sample, wanted);
        }
        return SamplingPass.rows(sample)
                .learner(ParameterValues.builder(estimator), StepWindows.of(estimator), List.of());
    }

    static Iterator<Row> rows(List<Vector> vectors) {
        return vectors.stream().map(vector -> RowFactory.create(vector)).iterator();
    }
}
