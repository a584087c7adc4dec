"""What scores mean: p-values from scores of the training rows, each as if that row had not been learned."""

import math

import numpy as np

# One in so many scores: with fewer beyond, the rows of the tail say more than the uniform sample.
_SWITCH = 32
_NEIGHBOURS = 8
_FITTED = 128
_FITTED_SHARE = 4
_GROUPS = 16
_SMALLEST_SHAPE = 1e-6
_LARGEST_SHAPE = 0.95


class Calibration:
    """p-values (1 + #{scores at least as large}) / (R + 1), small ones by the rows of the tail, each of which stands for several."""

    def __init__(self, scores, tail=None, weights=None, rows=None):
        self.scores = np.sort(scores)
        self._switch = len(self.scores) // _SWITCH
        order = np.argsort(tail, kind="stable") if tail is not None else np.zeros(0, int)
        self._tail = tail[order] if tail is not None else np.zeros(0)
        self._weights = weights[order] if tail is not None else np.zeros(0)
        self.rows = float(len(scores) if rows is None else rows)
        self._has_tail = len(self._tail) > 0 and self._switch > 0
        self._tail_values = self._tail_p_values()
        self._law = None

    def _tail_p_values(self):
        """The p-value of a score by the first of the tail that is at least as large; one more for a score beyond all."""
        count = len(self._tail)
        values = np.empty(count + 1)
        values[count] = self._own(count - 1) / (self.rows + 1)
        total = 0.0
        for i in range(count - 1, -1, -1):
            total += self._weights[i]
            values[i] = min(1, max(values[i + 1], (total + self._own(i)) / (self.rows + 1)))
        return values

    def _own(self, i):
        """How many rows a new one stands for that scores like this one: the mean over the rows that its neighbours stand for."""
        count = len(self._tail)
        first = max(0, min(i, count - _NEIGHBOURS))
        total = squares = 0.0
        # One after another, as the library adds them: numpy and newer Pythons round otherwise.
        for weight in self._weights[first : min(count, i + _NEIGHBOURS)]:
            total += weight
            squares += weight * weight
        return squares / total if total > 0 else 1.0

    def _of(self, at_least_as_large):
        return (1.0 + at_least_as_large) / (len(self.scores) + 1.0)

    @property
    def smallest_p_value(self):
        """That of a score beyond all others."""
        return float(self._tail_values[-1] if self._has_tail else self._of(0))

    def p_values(self, scores):
        beyond = len(self.scores) - np.searchsorted(self.scores, scores, side="left")
        counted = self._of(beyond)
        if not self._has_tail:
            return counted
        by_tail = np.minimum(self._of(self._switch), self._tail_values[np.searchsorted(self._tail, scores, side="left")])
        return np.where(beyond >= self._switch, counted, by_tail)

    def extrapolated(self, scores):
        """The same, and beyond all scores that were counted by a generalised Pareto law fitted to the largest of them."""
        counted = self.p_values(scores)
        largest = self._tail[-1] if self._has_tail else self.scores[-1]
        law = self._fitted()
        beyond = scores > largest
        if law is None or not beyond.any():
            return counted
        values = counted.copy()
        values[beyond] = np.maximum(np.finfo(float).tiny, np.minimum(counted[beyond], law.beyond(scores[beyond])))
        return values

    def _fitted(self):
        scores = self._tail if self._has_tail else self.scores
        count = min(_FITTED, len(scores) // _FITTED_SHARE)
        if self._law is None and count >= 2 * _GROUPS:
            counts = (self._weights if self._has_tail else np.ones(len(scores)))[-count:]
            share = min(1.0, counts.sum() / (self.rows if self._has_tail else len(scores)))
            self._law = _ParetoLaw(scores[-count:], counts, scores[len(scores) - count - 1], share)
        return self._law


class _ParetoLaw:
    """The share of rows beyond a score, by probability-weighted moments of the scores beyond a threshold (Hosking and Wallis, 1987)."""

    def __init__(self, scores, weights, threshold, share):
        parts = weights / weights.sum()
        excesses = scores - threshold
        # Of the rows that one stands for, the middle.
        above = np.cumsum(parts[::-1])[::-1] - 0.5 * parts
        first = float(parts @ excesses)
        difference = first - 2 * float(parts @ (excesses * above))
        shape = min(_LARGEST_SHAPE, 2 - first / difference) if difference > 0 else 0.0
        self._threshold = threshold
        self._share = share
        # A tail that ends is taken for one that does not: nothing proves that it ends.
        self._shape = max(0.0, shape)
        self._scale = max(np.finfo(float).tiny, first * (1 - self._shape))

    def beyond(self, values):
        ratios = (values - self._threshold) / self._scale
        exponents = ratios if self._shape < _SMALLEST_SHAPE else np.log1p(self._shape * ratios) / self._shape
        return np.exp(math.log(self._share) - exponents)
