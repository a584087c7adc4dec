"""The search for rows whose images are nearest to points of a subspace: limited-memory BFGS of many rows at once, each for itself.

Steps are halved until the distance falls, so that it never grows.
"""

import numpy as np

_MEMORY = 8
_MOST_STEPS = 100
_MOST_HALVINGS = 30
_ENOUGH_DESCENT = 1e-4
_SMALLEST_GAIN = 1e-9
_SMALLEST_CURVATURE = 1e-10


def _dot(x, y):
    return np.einsum("ij,ij->i", x, y)


class Search:
    """A search from one start for each row.

    distance takes the numbers of some rows and where they are, standardised, and gives their squared distances and the gradients.
    """

    def __init__(self, distance, bandwidth, starts, most_looks, units):
        self._distance = distance
        self._bandwidth = bandwidth
        self._most_looks = most_looks
        self._gains = _SMALLEST_GAIN * units
        count = len(starts)
        self.rows = starts.copy()
        self.values, self._gradients = distance(np.arange(count), self.rows)
        self._steps = np.zeros((_MEMORY, *starts.shape))
        self._changes = np.zeros((_MEMORY, *starts.shape))
        self._pairs = np.zeros(count, int)
        self._looks = np.zeros(count, int)
        self._idle = np.zeros(count, int)
        self._done = np.zeros(count, int)
        self._directions = np.zeros_like(starts)
        self._slopes = np.zeros(count)
        self._halvings = np.zeros(count, int)
        self._run()

    def _run(self):
        ready = np.arange(len(self.rows))
        trying = np.zeros(0, int)
        while len(ready) or len(trying):
            if len(ready):
                ready = ready[self._goes_on(ready)]
                started, failed = self._begin(ready)
                trying = np.concatenate([trying, started])
                ready = self._failed(failed)
            if len(trying):
                accepted, rejected = self._look(trying)
                ended = (self._halvings[rejected] >= _MOST_HALVINGS) | (self._looks[rejected] >= self._most_looks)
                ready = np.concatenate([ready, accepted, self._failed(rejected[ended])])
                trying = rejected[~ended]

    def _goes_on(self, rows):
        return (
            (self._done[rows] < _MOST_STEPS)
            & (self._idle[rows] < 2)
            & (self._looks[rows] < self._most_looks)
            & (self.values[rows] > 0)
        )

    def _begin(self, rows):
        """Directions of the next steps; a row whose direction does not descend has failed."""
        directions = self._descent(rows)
        slopes = _dot(directions, self._gradients[rows])
        self._directions[rows] = directions
        self._slopes[rows] = slopes
        self._halvings[rows] = 0
        return rows[slopes < 0], rows[~(slopes < 0)]

    def _failed(self, rows):
        """Rows without a step begin again without their memory, or end if they had none."""
        rows = rows[self._pairs[rows] > 0]
        self._pairs[rows] = 0
        self._idle[rows] += 1
        self._done[rows] += 1
        return rows

    def _look(self, rows):
        lengths = 0.5 ** self._halvings[rows]
        candidates = self.rows[rows] + lengths[:, None] * self._directions[rows]
        self._looks[rows] += 1
        with np.errstate(over="ignore", invalid="ignore"):
            values, gradients = self._distance(rows, candidates)
            good = values <= self.values[rows] + _ENOUGH_DESCENT * lengths * self._slopes[rows]
            good &= np.isfinite(_dot(gradients, gradients))
        taken = rows[good]
        self._remember(taken, candidates[good], gradients[good])
        gained = self.values[taken] - values[good]
        self._idle[taken] = np.where(gained <= self._gains[taken], self._idle[taken] + 1, 0)
        self._done[taken] += 1
        self.rows[taken] = candidates[good]
        self._gradients[taken] = gradients[good]
        self.values[taken] = values[good]
        rejected = rows[~good]
        self._halvings[rejected] += 1
        return taken, rejected

    def _remember(self, rows, candidates, gradients):
        step = candidates - self.rows[rows]
        change = gradients - self._gradients[rows]
        curvature = _dot(step, change)
        curved = curvature > _SMALLEST_CURVATURE * np.sqrt(_dot(step, step) * _dot(change, change))
        rows = rows[curved]
        slots = self._pairs[rows] % _MEMORY
        self._steps[slots, rows] = step[curved]
        self._changes[slots, rows] = change[curved]
        self._pairs[rows] += 1

    def _descent(self, rows):
        """- H gradient, with H the estimate of the inverse curvature."""
        direction = self._gradients[rows].copy()
        pairs = self._pairs[rows]
        kept = np.minimum(pairs, _MEMORY)
        shares = np.zeros((_MEMORY, len(rows)))
        for back in range(int(kept.max(initial=0))):
            some, step, change = self._pair(rows, pairs, kept, back)
            shares[back, some] = _dot(step, direction[some]) / _dot(step, change)
            direction[some] -= shares[back, some][:, None] * change
        direction *= self._scales(rows, pairs)[:, None]
        for back in range(int(kept.max(initial=0)) - 1, -1, -1):
            some, step, change = self._pair(rows, pairs, kept, back)
            share = shares[back, some] - _dot(change, direction[some]) / _dot(step, change)
            direction[some] += share[:, None] * step
        return -direction

    def _pair(self, rows, pairs, kept, back):
        some = np.flatnonzero(kept > back)
        slots = (pairs[some] - 1 - back) % _MEMORY
        return some, self._steps[slots, rows[some]], self._changes[slots, rows[some]]

    def _scales(self, rows, pairs):
        gradients = self._gradients[rows]
        lengths = np.sqrt(_dot(gradients, gradients))
        with np.errstate(divide="ignore"):
            first = np.where(lengths > 0, np.minimum(self._bandwidth**2 / 2, self._bandwidth / lengths), 0)
        slots = (pairs - 1) % _MEMORY
        step, change = self._steps[slots, rows], self._changes[slots, rows]
        curvature = np.where(pairs > 0, _dot(change, change), 1)
        return np.where(pairs > 0, _dot(step, change) / curvature, first)
