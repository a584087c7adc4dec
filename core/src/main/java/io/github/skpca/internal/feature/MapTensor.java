package io.github.skpca.internal.feature;

import java.util.Arrays;
import java.util.List;

/**
 * One array of numbers of a map, as a model file holds it.
 *
 * @param name the name in the file
 * @param values row-major; not to be changed
 * @param shape the lengths of its dimensions; not to be changed
 */
public record MapTensor(String name, float[] values, int... shape) {
    /** Whether two maps of the same kind have the same tensors. */
    static boolean areSame(List<MapTensor> ones, List<MapTensor> others) {
        boolean same = ones.size() == others.size();
        for (int i = 0; same && i < ones.size(); i++) {
            MapTensor one = ones.get(i);
            MapTensor other = others.get(i);
            same = one.name.equals(other.name)
                    && Arrays.equals(one.shape, other.shape)
                    && Arrays.equals(one.values, other.values);
        }
        return same;
    }
}
