package io.github.skpca.spark;

import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.expressions.Aggregator;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.UserDefinedType;

/**
 * Vectors to the bytes of a model file, for {@code groupBy}: one model per key.
 *
 * <p>All keys share origin, scale and bandwidth and begin with one map, which {@link KernelPcaEstimator#aggregator} takes from the rows: so the
 * parts of a key, wherever they lie, can be merged. Each key has its own mean and components, and its own landmarks if its rows outgrow the common ones. Spark merges the
 * parts of a key in the order in which they arrive, so bytes may differ in their last bits from one run to the next; the rows counted do not.
 */
public final class KernelPcaAggregator extends Aggregator<Vector, GroupLearner, byte[]> {
    private static final long serialVersionUID = 1L;

    private final Broadcast<SharedStart> shared;

    /**
     * An aggregator of models that begin with the same map.
     *
     * @param shared what every key begins with; it lives as long as this aggregator is in use on the driver
     */
    KernelPcaAggregator(Broadcast<SharedStart> shared) {
        this.shared = shared;
    }

    /** What every key begins with. */
    SharedStart start() {
        return shared.value();
    }

    /** As a function of a column of vectors, for {@code agg} and, once registered, for SQL. */
    public UserDefinedFunction udaf() {
        return functions.udaf(this, vectors());
    }

    /** Vectors as Spark stores them; what a typed data set must be made of to be given to {@code toColumn}. */
    @SuppressWarnings("unchecked")
    public static Encoder<Vector> vectors() {
        return Encoders.udt((UserDefinedType<Vector>) SQLDataTypes.VectorType());
    }

    @Override
    public GroupLearner zero() {
        return new GroupLearner();
    }

    @Override
    public GroupLearner reduce(GroupLearner group, Vector vector) {
        group.add(vector, start());
        return group;
    }

    @Override
    public GroupLearner merge(GroupLearner first, GroupLearner second) {
        if (second.isEmpty()) {
            return first;
        }
        if (first.isEmpty()) {
            return second;
        }
        first.merge(second, start());
        return first;
    }

    @Override
    public byte[] finish(GroupLearner group) {
        return group.isEmpty() ? new byte[0] : group.learned(start()).snapshot().toBytes();
    }

    @Override
    public Encoder<GroupLearner> bufferEncoder() {
        return Encoders.bean(GroupLearner.class);
    }

    @Override
    public Encoder<byte[]> outputEncoder() {
        return Encoders.BINARY();
    }
}
