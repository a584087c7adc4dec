"""The feature maps: from standardised rows to what the directions of a model are multiplied with.

`block` is for many rows: they come as floats, as the model's own arithmetic has them. `wide` and `pull_back` are for single rows in double, for
searches, where far from all training rows values are too small for floats.
"""

import math

import numpy as np

from ._gaussians import FloatGaussians, float_products

_SMALLEST_WIDTH = 32
_GOLDEN_SECTION = 0.6180339887498949

# The residual of a polynomial kernel is a small difference of large numbers. Up to so many columns their rounding is repeated, too.
_MOST_FLOAT_COLUMNS = 64

# Beyond this an angle of a float has fewer digits than loadings show, so its rounding is repeated as it was.
_FAST_ANGLE = 64.0

# An infinite angle has no cosine.
_LARGEST_ANGLE = 3e38


class _Map:
    """Features of a kernel with K(x, x) = 1, in which residuals are measured."""

    # Where residuals lie: in the features, or in the kernel's own space.
    in_features = True
    # Whether the squared length of a row's image is exactly K(x, x).
    exact_length = True
    landmarks = None
    factor = None
    has_floats = False

    def self_values(self, x):
        return np.ones(len(x))

    def add_self_gradient(self, x, gradient):
        pass

    def folded(self, w):
        """M w for rows w over the features: rows over what `block` gives."""
        return w

    def mean_weights(self, mean):
        return self.folded(mean[None])[0]

    def squared_mean(self, mean):
        return float(mean @ mean)


class LandmarkMap(_Map):
    """Kernel values against landmarks, k(x); with a factor M the features are z(x) = M'k(x)."""

    in_features = False

    def __init__(self, kernel, landmarks, factor=None, basis=None):
        self.kernel = kernel
        self._floats = None
        if kernel.is_gaussian and FloatGaussians.serves(kernel.bandwidth):
            self._floats = FloatGaussians(kernel.bandwidth, landmarks, basis)
        self.landmarks = landmarks
        self.factor = factor
        self._wide = landmarks.astype(np.float64)
        self._wide_factor = None if factor is None else factor.astype(np.float64)
        self.outputs = len(landmarks)
        self.features = self.outputs if factor is None else factor.shape[1]

    def block(self, x):
        if self.kernel.unbounded and hasattr(self.kernel, "of_products") and x.shape[1] <= _MOST_FLOAT_COLUMNS:
            products = float_products(x, self.landmarks).astype(np.float64)
            return self.kernel.of_products(products, x, self._wide).astype(np.float32)
        return self.kernel.values(x.astype(np.float64), self._wide).astype(np.float32)

    @property
    def has_floats(self):
        """Whether `float_block` is there."""
        return self._floats is not None

    def float_block(self, x):
        """As `block`, with every rounding of Java. Takes several times as long."""
        return self._floats.values(x, self.block(x))

    def wide(self, x):
        return self.kernel.values(x, self._wide)

    def pull_back(self, x, weights):
        return self.kernel.pull_back(x, self._wide, weights)

    def self_values(self, x):
        return self.kernel.self_values(x)

    def add_self_gradient(self, x, gradient):
        self.kernel.add_self_gradient(x, gradient)

    def folded(self, w):
        return w if self.factor is None else w @ self._wide_factor.T

    def mean_weights(self, mean):
        if self.factor is None:
            # All rows are landmarks, each of the same weight.
            return np.full(self.outputs, 1.0 / self.outputs)
        return super().mean_weights(mean)

    def squared_mean(self, mean):
        return float(mean.sum() / len(mean)) if self.factor is None else super().squared_mean(mean)


class FourierMap(_Map):
    """sqrt(2/m) cos(Wx + phases), or sqrt(2/m) (cos Wx, sin Wx)."""

    def __init__(self, frequencies, phases=None):
        self._frequencies = frequencies
        self._wide = frequencies.astype(np.float64)
        self._phases = phases
        self.paired = phases is None
        self.exact_length = self.paired
        self.features = self.outputs = len(frequencies) * (2 if self.paired else 1)
        self._scale = float(np.float32(math.sqrt(2.0 / self.features)))

    def block(self, x):
        angles = np.clip(x.astype(np.float64) @ self._wide.T, -_LARGEST_ANGLE, _LARGEST_ANGLE).astype(np.float32)
        fast = np.flatnonzero((np.abs(angles) > _FAST_ANGLE).any(axis=0))
        if len(fast):
            angles[:, fast] = float_products(x, self._frequencies[fast])
        if not self.paired:
            angles += self._phases
        return self._waves(angles.astype(np.float64)).astype(np.float32)

    def _waves(self, angles):
        waves = np.cos(angles)
        if self.paired:
            waves = np.hstack([waves, np.sin(angles)])
        waves *= self._scale
        return waves

    def _angles(self, x):
        angles = x @ self._wide.T
        return angles if self.paired else angles + self._phases

    def wide(self, x):
        return self._waves(self._angles(x))

    def pull_back(self, x, weights):
        angles = self._angles(x)
        values, slopes = _slopes(angles, weights, self._scale, self.paired)
        return values, slopes @ self._wide


def _slopes(angles, weights, scale, paired):
    """The sum of weights times waves, and its derivative by each angle."""
    count = angles.shape[1]
    cosines, sines = scale * np.cos(angles), scale * np.sin(angles)
    values = np.einsum("ij,ij->i", weights[:, :count], cosines)
    slopes = -weights[:, :count] * sines
    if paired:
        values += np.einsum("ij,ij->i", weights[:, count:], sines)
        slopes += weights[:, count:] * cosines
    return values, slopes


class StructuredMap(_Map):
    """Paired features whose frequencies are L H D3 H D2 H D1: signs and Hadamard transforms."""

    def __init__(self, columns, signs, lengths):
        self._columns = columns
        self._width, self._span, self._steps, self._stride = shape(columns)
        self._set_factors(signs, lengths)
        self.features = self.outputs = 2 * len(lengths)
        self._scale = float(np.float32(math.sqrt(2.0 / self.features)))
        self._order = np.arange(self._width) * self._stride % self._width

    def _set_factors(self, signs, lengths):
        """The scale of a step is part of its signs, as a power of two where all numbers take part; the rest is part of the lengths."""
        stages = self._span.bit_length() - 1
        is_root = stages % 2 == 0 or self._span < self._width
        each_step = np.float32(1 / math.sqrt(self._span)) if is_root else np.float32(2.0 ** -(stages // 2))
        self._factors = (signs * each_step).reshape(-1, self._steps, self._span)
        self._lengths = lengths if is_root else lengths * np.float32(math.sqrt(0.125))

    def block(self, x):
        # In float, in the order in which Java adds: then angles are the same, however long the row is.
        return self.wide(x, np.float32).astype(np.float32)

    def wide(self, x, dtype=np.float64):
        angles = self._angles(x, dtype).astype(np.float64)
        return np.hstack([np.cos(angles), np.sin(angles)]) * self._scale

    def _angles(self, x, dtype=np.float64):
        blocks = []
        for factors in self._factors:
            v = np.zeros((len(x), self._width), dtype)
            v[:, : self._columns] = x
            for step, diagonal in enumerate(factors):
                if step > 0 and self._span < self._width:
                    v = v[:, self._order]
                v[:, : self._span] = _hadamard(v[:, : self._span] * diagonal)
            blocks.append(v)
        return np.hstack(blocks)[:, : len(self._lengths)] * self._lengths

    def pull_back(self, x, weights):
        values, slopes = _slopes(self._angles(x), weights, self._scale, True)
        slopes *= self._lengths
        gradient = np.zeros_like(x)
        for block, factors in enumerate(self._factors):
            v = np.zeros((len(x), self._width))
            part = slopes[:, block * self._width : (block + 1) * self._width]
            v[:, : part.shape[1]] = part
            for step in range(self._steps - 1, -1, -1):
                v[:, : self._span] = _hadamard(v[:, : self._span]) * factors[step]
                if step > 0 and self._span < self._width:
                    before = v.copy()
                    v[:, self._order] = before
            gradient += v[:, : self._columns]
        return values, gradient


def shape(columns):
    """The numbers that a block of a structured map works on, how many a step transforms, its steps, and the stride of the shuffle between."""
    width = max(_SMALLEST_WIDTH, columns)
    span = 1 << (width.bit_length() - 1)
    stride = int(_GOLDEN_SECTION * width)
    while math.gcd(stride, width) > 1:
        stride += 1
    return width, span, 3 if span == width else 6, stride


def _hadamard(v):
    """The Walsh-Hadamard transform of rows, without its scale."""
    rows, span = v.shape
    half = 1
    while half < span:
        pairs = v.reshape(rows, -1, 2, half)
        v = np.stack([pairs[:, :, 0] + pairs[:, :, 1], pairs[:, :, 0] - pairs[:, :, 1]], axis=2).reshape(rows, span)
        half *= 2
    return v
