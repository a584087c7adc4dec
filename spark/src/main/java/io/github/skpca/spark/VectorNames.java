package io.github.skpca.spark;

import io.github.skpca.internal.model.ColumnNames;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The names of the entries of vectors, which Spark's assemblers leave in a column's metadata, and how those of a model are found among them. */
final class VectorNames implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int MOST_LISTED = 10;

    private final int size;
    /** Where each column of the model is in a vector. */
    private final int[] source;
    /** Which column of the model each entry of a vector is; -1 if none. */
    private final int[] target;

    private VectorNames(int[] source, int size) {
        this.size = size;
        this.source = source;
        this.target = new int[size];
        Arrays.fill(target, -1);
        for (int j = 0; j < source.length; j++) {
            target[source[j]] = j;
        }
    }

    /** The names of the entries of a column of vectors; none unless all have one, and they are short enough to be kept. */
    static List<String> of(StructField column) {
        scala.Option<Attribute[]> attributes =
                AttributeGroup.fromStructField(column).attributes();
        if (attributes.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (Attribute attribute : attributes.get()) {
            if (attribute.name().isEmpty()) {
                return List.of();
            }
            names.add(attribute.name().get());
        }
        return ColumnNames.fit(names) ? names : List.of();
    }

    /**
     * How vectors of a column are put in the order of a model.
     *
     * @param wanted what the model calls the entries of such vectors; none if it does not know
     * @return null if they are in its order, or have no names, or the model has none
     * @throws BadVectorException if some columns of the model are not among them, or it is not clear which they are
     */
    static @Nullable VectorNames between(StructField column, List<String> wanted) {
        List<String> found = of(column);
        if (wanted.isEmpty() || found.isEmpty() || wanted.equals(found)) {
            return null;
        }
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < found.size(); i++) {
            // Two of one name are at no place that could be told.
            places.merge(found.get(i), i, (first, second) -> -1);
        }
        List<String> missing =
                wanted.stream().filter(name -> !places.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            int more = missing.size() - MOST_LISTED;
            throw new BadVectorException("column " + column.name() + " has no entry "
                    + missing.stream()
                            .limit(MOST_LISTED)
                            .map(name -> '"' + name + '"')
                            .collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more" : "")
                    + ", which the model was fitted on; assemble the same columns, or clear the names in its metadata");
        }
        int[] source = wanted.stream().mapToInt(places::get).toArray();
        if (Arrays.stream(source).anyMatch(place -> place < 0)
                || Arrays.stream(source).distinct().count() < source.length) {
            throw new BadVectorException("column " + column.name()
                    + " or the model has two entries of one name, so that they cannot be put in order by name; assemble"
                    + " the model's columns in its order");
        }
        return new VectorNames(source, found.size());
    }

    /** A vector in the order of the model; one of another length than its metadata says is left as it is, to be refused. */
    @Nullable
    Vector inOrder(@Nullable Vector vector) {
        if (vector == null || vector.size() != size) {
            return vector;
        }
        if (vector instanceof SparseVector sparse) {
            List<Tuple2<Integer, Double>> entries = new ArrayList<>();
            for (int i = 0; i < sparse.indices().length; i++) {
                if (target[sparse.indices()[i]] >= 0) {
                    entries.add(new Tuple2<>(target[sparse.indices()[i]], sparse.values()[i]));
                }
            }
            return Vectors.sparse(source.length, entries);
        }
        double[] values = vector.toArray();
        double[] ordered = new double[source.length];
        for (int j = 0; j < ordered.length; j++) {
            ordered[j] = values[source[j]];
        }
        return Vectors.dense(ordered);
    }
}
