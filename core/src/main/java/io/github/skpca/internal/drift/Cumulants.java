package io.github.skpca.internal.drift;

/**
 * What a threshold needs to know of vectors: of their covariance S, and of their fourth cumulants k4. Plain data: five moments.
 *
 * @param trace tr S
 * @param squareTrace tr S^2
 * @param cubeTrace tr S^3
 * @param fourth sum_ij k4_iijj, not below zero: a negative one would make the threshold lower than the normal limit does
 * @param mixed sum_ijk k4_iijk S_jk, not below zero
 */
record Cumulants(double trace, double squareTrace, double cubeTrace, double fourth, double mixed) {
    /**
     * From averages over distinct indices of a Gram matrix G of differences, with what the averages cannot be taken for granted: tr S^2
     * and tr S^3 are no less than the traces before allow.
     *
     * @param features how many coordinates a vector has
     * @param own the average of G_ii
     * @param squared that of G_ij^2
     * @param cubed that of G_ij G_jk G_ki
     * @param ownSquared that of G_ii^2
     * @param ownTimesSquared that of G_ii G_ij^2
     */
    static Cumulants of(
            int features, double own, double squared, double cubed, double ownSquared, double ownTimesSquared) {
        double square = Math.max(squared, own * own / features);
        double cube = Math.max(cubed, own > 0 ? square * square / own : 0);
        return new Cumulants(
                own,
                square,
                cube,
                Math.max(0, 2 * (ownSquared - own * own - 2 * square)),
                Math.max(0, 2 * (ownTimesSquared - own * square - 2 * cube)));
    }

    /**
     * At most these if the covariance has a part more, of this trace, whose direction is not known: the norms (tr S^p)^(1/p) of two
     * matrices add up at most, and one direction alone has the largest.
     */
    Cumulants plus(double more) {
        double second = Math.sqrt(squareTrace) + more;
        double third = StrictMath.cbrt(cubeTrace) + more;
        return new Cumulants(trace + more, second * second, third * third * third, fourth, mixed);
    }
}
