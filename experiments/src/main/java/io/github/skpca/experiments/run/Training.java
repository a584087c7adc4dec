package io.github.skpca.experiments.run;

import org.jspecify.annotations.Nullable;

/**
 * One method, trained: what it took and what came of it.
 *
 * @param method the name in points.tsv
 * @param sketchSize l, or 0 where there is none
 * @param trainSeconds from rows in memory to directions that rows can be projected on, features included
 * @param mapSeconds the part of it that features took
 * @param space numbers kept, as the paper counts them
 * @param workingBytes bytes held while training, buffers included
 * @param extrapolated whether the time is that of a prefix of the rows, multiplied
 * @param representation the trained method, or null where its errors equal another's
 */
public record Training(
        String method,
        int sketchSize,
        double trainSeconds,
        double mapSeconds,
        long space,
        long workingBytes,
        boolean extrapolated,
        @Nullable Representation representation) {}
