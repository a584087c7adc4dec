"""What a model has learned, and its leading directions: loadings, residuals, scores."""

import numpy as np

from ._gaussians import float_products
from ._isolated import IsolatedDirections, beyond, beyond_others, isolated_rows, others

_FARTHEST = np.float32(1e18)

# The least noise of a score with weights, as a share of all rows.
_ROUNDING = 1e-8

# A direction of fewer rows than these, on average, would be the rows themselves.
_ROWS_PER_DIRECTION = 3

# Of kernel values in float, and how much of it, as a share of usual loadings, may be seen in loadings.
_KERNEL_ROUNDING = 2.0**-22
_MOST_ROUNDING = 1e-5

_BLOCK_NUMBERS = 1 << 21
_MOST_BLOCK_ROWS = 4096


class Standardizer:
    """x -> (x - origin) scale."""

    def __init__(self, origin, factors):
        self.origin = origin
        self.factors = factors

    def narrow(self, rows):
        """In double, then rounded to floats, as learned."""
        with np.errstate(over="ignore"):
            narrow = self._moved(rows).astype(np.float32)
        return np.clip(narrow, -_FARTHEST, _FARTHEST, out=narrow)

    def wide(self, rows):
        """In double; an extremely distant row is moved to where it still has an image."""
        with np.errstate(over="ignore"):
            wide = self._moved(rows)
        return np.clip(wide, -1e18, 1e18, out=wide)

    def _moved(self, rows):
        moved = rows - self.origin
        if self.factors is not None:
            moved *= self.factors
        moved += 0.0
        return moved

    def undo(self, standardized):
        return self.origin + (standardized if self.factors is None else standardized / self.factors)


class Fit:
    """What a snapshot has learned; plain data, see docs/model-file.md.

    squares is the scatter along each direction, squared_norm all of it; all_directions(k) the first k directions over the features.
    """

    def __init__(self, standardizer, kernel, bandwidth, feature_map, subspace):
        self.standardizer = standardizer
        self.kernel = kernel
        self.bandwidth = bandwidth
        self.map = feature_map
        self.rows = subspace.rows
        self.weight = subspace.weight
        self.squares = subspace.squares
        self.squared_norm = subspace.squared_norm
        self.mean = subspace.mean
        self.shrink = subspace.shrink
        self.directions = subspace.directions
        self.sample = None
        self.tail = None
        self.tail_weights = None
        self.further = None
        self.further_squares = None
        self._box = None
        self._usual_box = None
        self._isolated = None

    @property
    def columns(self):
        return len(self.standardizer.origin)

    @property
    def is_unbounded(self):
        """Whether residuals grow with distance by themselves."""
        return self.kernel is not None and self.kernel.unbounded

    @property
    def box(self):
        if self._box is None:
            self._box = _Box(self)
        return self._box

    @property
    def usual_box(self):
        """The box of the rows of the sample that are not isolated."""
        if self._usual_box is None:
            self._usual_box = _Box(self, self.isolated)
        return self._usual_box

    @property
    def isolated(self):
        """Which rows of the sample are isolated."""
        if self._isolated is None:
            self._isolated = isolated_rows(self.standardized_sample()) if self.sample is not None else np.zeros(0, bool)
        return self._isolated

    def block_rows(self):
        """Rows at a time, so that no array of a block is large whatever the number of rows."""
        widest = max(self.columns, self.map.outputs, 1)
        return int(max(1, min(_MOST_BLOCK_ROWS, _BLOCK_NUMBERS // widest)))

    def blocks(self, rows):
        """Ranges of rows, a block each."""
        step = self.block_rows()
        return [(first, min(len(rows), first + step)) for first in range(0, len(rows), step)]

    def standardized_sample(self):
        return self.standardizer.narrow(self.sample)


class _Box:
    """The smallest box that holds the standardised sample: a score grows with the distance beyond it."""

    def __init__(self, fit, without=None):
        self.unit = 0.5 / fit.bandwidth**2
        self._without = without
        rows = None
        if not fit.is_unbounded:
            if fit.sample is not None and len(fit.sample):
                rows = others(fit.standardized_sample(), without)
            elif fit.map.landmarks is not None and fit.map.factor is None:
                rows = fit.map.landmarks
        self.is_empty = rows is None
        if rows is not None:
            self.low, self.high = rows.min(axis=0), rows.max(axis=0)

    def beyond(self, x):
        """How far standardised rows lie beyond the box."""
        if self.is_empty:
            return np.zeros(len(x))
        return beyond(x, self.low, self.high) * self.unit

    def beyond_others(self, fit):
        """How far each row of the sample lies beyond the box of the others."""
        rows = fit.standardized_sample()
        if len(rows) < 2 or self.is_empty:
            return np.zeros(len(rows))
        return beyond_others(rows, self._without) * self.unit


class ScoreWeights:
    """How much each direction counts in the score of a fit for novelty: 1 - noise / s_i."""

    def __init__(self, squares, count, rows):
        used = squares[:count]
        self.rows = rows
        self.noise = noise(used[-1] if count else 0.0, rows)
        self.weights = np.array([weight(self.noise, square) for square in used])
        self.inverses = rows / np.maximum(self.noise, used)

    @property
    def unit(self):
        """What T^2 is multiplied with in the score."""
        return self.noise / self.rows


def noise(weakest, rows):
    return np.maximum(weakest, _ROUNDING * rows)


def weight(noise_level, square):
    return 1 - noise_level / square if square > noise_level else 0.0


class Directions:
    """The leading directions of a fit, and everything computed from them once."""

    def __init__(self, fit, count, is_weighted=False):
        self.fit = fit
        self.count = count
        self.weights = ScoreWeights(fit.squares, count, fit.weight) if is_weighted else None
        self._isolated = None
        self.rows = fit.directions(count)
        self.folded = fit.map.folded(self.rows.astype(np.float64)).astype(np.float32).astype(np.float64)
        mean = fit.mean
        self.wide_offset = np.zeros(count) if mean is None else self.rows.astype(np.float64) @ mean
        self.offset = self.wide_offset.astype(np.float32).astype(np.float64)
        self.squared_mean = 0.0 if mean is None else fit.map.squared_mean(mean)
        self._shows_rounding = fit.map.has_floats and self._rounding() > _MOST_ROUNDING
        self._folded_mean = None
        if mean is not None and fit.map.factor is not None:
            self._folded_mean = fit.map.folded(mean[None])[0].astype(np.float32).astype(np.float64)

    @property
    def box(self):
        """The box beyond which scores grow."""
        return self.fit.box if self.weights is None else self.fit.usual_box

    @property
    def isolated(self):
        """The directions of isolated rows of the sample."""
        if self._isolated is None:
            sample, isolated = self.fit.sample, self.fit.isolated
            if self.weights is None or not isolated.any():
                self._isolated = IsolatedDirections.none(0 if sample is None else len(sample))
            else:
                self._isolated = IsolatedDirections(self.of_rows(self.loadings, sample), isolated)
        return self._isolated

    @property
    def _is_bounded(self):
        return self.fit.map.in_features or self.fit.kernel.normalized

    def _rounding(self):
        """What coefficients make of the rounding of kernel values, the largest share of a direction's usual loading."""
        lengths = np.linalg.norm(self.folded, axis=1)
        usual = np.sqrt(self.fit.squares[: self.count] / self.fit.weight)
        with np.errstate(divide="ignore", invalid="ignore"):
            return _KERNEL_ROUNDING * np.max(lengths / usual, initial=0)

    def loadings(self, x):
        """k loadings of standardised rows, given as floats."""
        if self._is_bounded and not self._shows_rounding:
            return (self.fit.map.block(x).astype(np.float64) @ self.folded.T - self.offset).astype(np.float32)
        # Large numbers that cancel: their rounding is repeated.
        features = self.fit.map.float_block(x) if self._shows_rounding else self.fit.map.block(x)
        return float_products(features, self.folded.astype(np.float32)) - self.offset.astype(np.float32)

    def _loadings(self, features):
        return features @ self.folded.T - (self.offset if self._is_bounded else self.wide_offset)

    def parts(self, x):
        """Q, what lies outside the directions, and T^2, how far a row lies inside (0 without weights)."""
        fit = self.fit
        features = fit.map.block(x).astype(np.float64)
        loadings = self._loadings(features)
        if fit.map.in_features:
            rest = features if fit.mean is None else features - fit.mean
            rest = rest - loadings @ self.folded
            outside = np.einsum("ij,ij->i", rest, rest)
        else:
            outside = fit.map.self_values(x.astype(np.float64)) + self.squared_mean
            if fit.mean is not None:
                outside -= 2 * (features.mean(axis=1) if fit.map.factor is None else features @ self._folded_mean)
            outside -= np.einsum("ij,ij->i", loadings, loadings)
            np.maximum(outside, 0, out=outside)
        if self.weights is None:
            return outside, np.zeros(len(x))
        apart = self.isolated.beyond(loadings) / self.weights.unit
        return outside, loadings**2 @ self.weights.inverses + apart

    def scores(self, x):
        """Novelty: Q, or Q and T^2 together, growing beyond the box of the sample."""
        outside, inside = self.parts(x)
        if self.weights is not None:
            outside += self.weights.unit * inside
        return outside * (1 + self.box.beyond(x))

    def of_rows(self, measure, rows):
        """A measure of raw rows, block by block."""
        fit = self.fit
        found = [measure(fit.standardizer.narrow(rows[a:b])) for a, b in fit.blocks(rows)]
        return np.concatenate(found) if found else measure(np.zeros((0, fit.columns), np.float32))

    def parts_of_rows(self, rows):
        """Q and T^2 of raw rows, block by block."""
        both = self.of_rows(lambda x: np.stack(self.parts(x), axis=1), rows)
        return both[:, 0], both[:, 1]


def resolved(wanted, squares, squared_norm):
    """k of what was asked for: a number, a share of the variance, or None for all."""
    if wanted is None:
        return len(squares)
    if isinstance(wanted, int):
        return min(wanted, len(squares))
    reached = np.flatnonzero(np.cumsum(squares) >= wanted * squared_norm)
    return int(reached[0]) + 1 if len(reached) else len(squares)


def default_score_count(fit, wanted, is_sketched, is_weighted):
    """How many directions rows are scored with unless the file names another number: all of a sketch that leaves something."""
    is_whole = fit.map.landmarks is None and len(fit.squares) >= fit.map.features
    takes_all = is_sketched and not is_whole
    count = resolved(None if takes_all else wanted, fit.squares, fit.squared_norm)
    most = int(max(1, fit.weight / _ROWS_PER_DIRECTION))
    return min(count, most) if is_weighted else count
