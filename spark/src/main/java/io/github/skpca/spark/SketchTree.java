package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.broadcast.Broadcast;
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
 *
 * <p>A partition without rows counts as an empty learner.
 */
final class SketchTree {
    /** How many learners become one. */
    static final int FAN_IN = 8;

    private SketchTree() {}

    /**
     * What the learner of a partition, or of a group of learners, is sent as.
     *
     * @param number the number of the partition or the group
     */
    static byte[] message(SharedStart start, int number, StreamingKernelPca learner) {
        // The first of eight takes in the others, and keeps its own waiting rows while it does.
        return number % FAN_IN == 0 ? start.message(learner) : start.messageForMerge(learner);
    }

    /**
     * The learner of all rows.
     *
     * @param learners numbers of partitions and the messages of their learners; empty partitions may be missing
     * @param partitions how many partitions there are
     * @param shared what the learners began with
     */
    static StreamingKernelPca merge(
            JavaPairRDD<Integer, byte[]> learners, int partitions, Broadcast<SharedStart> shared) throws IOException {
        JavaPairRDD<Integer, byte[]> level = learners;
        int width = partitions;
        while (width > FAN_IN) {
            width = (width + FAN_IN - 1) / FAN_IN;
            level = level.mapToPair(child -> new Tuple2<>(child._1() / FAN_IN, child))
                    // A key below the number of partitions is its own hash: every group is a partition of its own.
                    .partitionBy(new HashPartitioner(width))
                    .mapPartitionsToPair(group -> mergeGroup(shared.value(), group));
        }
        List<Tuple2<Integer, byte[]>> last = new ArrayList<>(level.collect());
        SharedStart start = shared.value();
        if (last.isEmpty()) {
            return start.learner();
        }
        // The executors wait for these; how many threads share a merge changes no bit.
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            StreamingKernelPca merged = mergeInOrder(start, last, workers);
            // A learner of its own thread, because these workers end here.
            return start.learner(start.message(merged), Workers.callerOnly());
        }
    }

    private static Iterator<Tuple2<Integer, byte[]>> mergeGroup(
            SharedStart start, Iterator<Tuple2<Integer, Tuple2<Integer, byte[]>>> group) throws IOException {
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
        byte[] message = message(start, number, mergeInOrder(start, children, Workers.callerOnly()));
        return Collections.singleton(new Tuple2<>(number, message)).iterator();
    }

    private static StreamingKernelPca mergeInOrder(
            SharedStart start, List<Tuple2<Integer, byte[]>> children, Workers workers) throws IOException {
        children.sort(Comparator.comparing(Tuple2::_1));
        // Without the first of eight, an empty learner takes in the others: so it is the same however a learner was
        // sent.
        boolean isFirstThere = children.get(0)._1() % FAN_IN == 0;
        StreamingKernelPca merged =
                isFirstThere ? start.learner(children.get(0)._2(), workers) : start.learner(workers);
        for (int i = isFirstThere ? 1 : 0; i < children.size(); i++) {
            merged.merge(start.learner(children.get(i)._2(), workers));
        }
        return merged;
    }
}
