package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import scala.Tuple2;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * Merges the learners of all partitions on the executors, in an order that the partitions' numbers alone decide.
 *
 * <p>Eight neighbours by number become one, from the lowest number to the highest, again and again until at most eight are left; those
 * are merged by the driver. A tree of Spark's own merges in the order in which results arrive, and rounding would differ from run to run.
 */
final class SketchTree {
    /** How many learners become one. */
    static final int FAN_IN = 8;

    private SketchTree() {}

    /**
     * The learner of all rows.
     *
     * @param learners numbers of partitions and the bytes of their learners; empty partitions may be missing
     * @param partitions how many partitions there are
     * @param empty the bytes of a learner without rows, for the case that no partition has any
     * @return its bytes
     */
    static byte[] merge(JavaPairRDD<Integer, byte[]> learners, int partitions, byte[] empty) throws IOException {
        JavaPairRDD<Integer, byte[]> level = learners;
        int width = partitions;
        while (width > FAN_IN) {
            width = (width + FAN_IN - 1) / FAN_IN;
            level = level.mapToPair(child -> new Tuple2<>(child._1() / FAN_IN, child))
                    // A key below the number of partitions is its own hash: every group is a partition of its own.
                    .partitionBy(new HashPartitioner(width))
                    .mapPartitionsToPair(SketchTree::mergeGroup);
        }
        List<Tuple2<Integer, byte[]>> last = new ArrayList<>(level.collect());
        if (last.isEmpty()) {
            return empty;
        }
        // The executors wait for these; how many threads share a merge changes no bit.
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            return mergeInOrder(last, workers);
        }
    }

    private static Iterator<Tuple2<Integer, byte[]>> mergeGroup(
            Iterator<Tuple2<Integer, Tuple2<Integer, byte[]>>> group) throws IOException {
        List<Tuple2<Integer, byte[]>> children = new ArrayList<>();
        int number = 0;
        while (group.hasNext()) {
            Tuple2<Integer, Tuple2<Integer, byte[]>> child = group.next();
            number = child._1();
            children.add(child._2());
        }
        if (children.isEmpty()) {
            return Collections.emptyIterator();
        }
        return Collections.singleton(new Tuple2<>(number, mergeInOrder(children, Workers.callerOnly())))
                .iterator();
    }

    private static byte[] mergeInOrder(List<Tuple2<Integer, byte[]>> children, Workers workers) throws IOException {
        children.sort(Comparator.comparing(Tuple2::_1));
        if (children.size() == 1) {
            return children.get(0)._2();
        }
        StreamingKernelPca merged = learner(children.get(0)._2(), workers);
        for (int i = 1; i < children.size(); i++) {
            merged.merge(learner(children.get(i)._2(), workers));
        }
        return merged.toBytes();
    }

    private static StreamingKernelPca learner(byte[] bytes, Workers workers) throws IOException {
        return StreamingKernelPca.fromBytes(bytes, workers);
    }
}
