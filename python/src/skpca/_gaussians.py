"""Gaussian kernel values against landmarks with every rounding of the Java library.

A direction that holds little of the rows has large coefficients, which multiply the rounding of kernel values. Where that could be seen in loadings it is repeated:
inner products in float and in Java's order, and powers of two by its polynomial.
"""

import math

import numpy as np

# Terms of a sum of floats that are added in order before the next sum begins.
_SUM_TERMS = 128

# Sums at a time: they stay in the cache.
_CACHED_SUMS = 1 << 15

_LARGEST_SUM = 3e38

# Of 2^y, y from -1/2 to 1/2, the highest power first.
_POLYNOMIAL = np.array([0.0013264727, 0.009671513, 0.055507336, 0.24022242, 0.693147, 1], np.float32).astype(np.float64)

# Relative to the square of the bandwidth: squared lengths of row and landmark together, beyond which Java compares by differences.
_FAR = 16.0

_LARGEST_FACTOR = 1e30


def _fused(a, b, c):
    """a b + c, rounded to float once."""
    return (a * b + c).astype(np.float32).astype(np.float64)


def float_products(x, y):
    """x y' in float, each sum in order and rounded once a term, as Java makes it."""
    step = max(1, _CACHED_SUMS // max(1, len(y)))
    wide_y = y.T.astype(np.float64, order="C")
    parts = [_float_products(x[first : first + step].astype(np.float64), wide_y) for first in range(0, len(x), step)]
    total = np.concatenate(parts) if parts else np.zeros((0, len(y)), np.float32)
    return np.nan_to_num(total, copy=False, nan=0.0, posinf=_LARGEST_SUM, neginf=-_LARGEST_SUM)


def _float_products(x, y):
    total = np.zeros((len(x), y.shape[1]), np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(y), _SUM_TERMS):
            part = np.zeros_like(total)
            for j in range(start, min(len(y), start + _SUM_TERMS)):
                part = (x[:, j, None] * y[j] + part).astype(np.float32)
            total = part if start == 0 else total + part
    return total


class FloatGaussians:
    """The values of these landmarks, which may lie in a subspace of the columns."""

    def __init__(self, bandwidth, landmarks, basis=None):
        self._far = _FAR * bandwidth**2
        self._factor = _factor(bandwidth)
        self._basis = basis
        self._coordinates = landmarks if basis is None else float_products(landmarks, basis)
        self._squares = _squares(landmarks)
        self._terms = self._term(self._squares)

    @staticmethod
    def serves(bandwidth):
        """Whether Java has this arithmetic for the bandwidth."""
        return 1 / _LARGEST_FACTOR < _factor(bandwidth) < _LARGEST_FACTOR

    def _term(self, squares):
        with np.errstate(over="ignore"):
            return (-self._factor * squares).astype(np.float32)

    def values(self, x, wide):
        """Of standardised rows, as floats; far from the origin those given, which are of the same rows in double."""
        squares = _squares(x)
        projected = x if self._basis is None else float_products(x, self._basis)
        products = float_products(projected, self._coordinates).astype(np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            sums = (self._term(squares)[:, None] + self._terms).astype(np.float64)
            powers = _power_of_two(_fused(products, float(np.float32(2 * self._factor)), sums))
        is_near = squares[:, None] + self._squares <= self._far
        return np.where(is_near, powers, wide).astype(np.float32)


def _factor(bandwidth):
    return 1 / (math.log(2) * 2 * bandwidth**2)


def _squares(rows):
    wide = rows.astype(np.float64)
    return np.einsum("ij,ij->i", wide, wide)


def _power_of_two(t):
    """2^t of floats; any number where t is no exponent of a Gaussian."""
    whole = np.rint(np.clip(t, -130, 2))
    y = t - whole
    power = _POLYNOMIAL[0]
    for coefficient in _POLYNOMIAL[1:]:
        power = _fused(power, y, coefficient)
    return np.ldexp(power, whole.astype(np.int32))
