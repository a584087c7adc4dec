"""Rows of a sample in small groups far from all others, and the directions that they have for themselves in a fit for novelty."""

import numpy as np

_APART = 1.5
_LARGEST_SHARE = 0.1
_PAIRS_PER_ROW = 8
_MOST = 32
_ROUNDING = 1e-9


def isolated_rows(rows):
    """Which standardised rows lie in groups farther than one and a half median distances from all others, a tenth of all at most."""
    rows = rows.astype(np.float64)
    count = len(rows)
    median = _median_square(rows)
    if count * _LARGEST_SHARE < 1 or not median > 0:
        return np.zeros(count, bool)
    group = _groups(rows, _APART * _APART * median)
    sizes = np.bincount(group)
    rows_by_size = np.bincount(sizes, weights=sizes, minlength=count + 1)
    # All groups of a size, or none.
    most = int(np.searchsorted(np.cumsum(rows_by_size), _LARGEST_SHARE * count, side="right")) - 1
    return sizes[group] <= most


def _groups(rows, reach):
    group = np.zeros(len(rows), int)
    left = np.arange(len(rows))
    number = 0
    while len(left):
        reached, left = [left[-1]], left[:-1]
        while reached:
            at = reached.pop()
            group[at] = number
            near = ((rows[left] - rows[at]) ** 2).sum(axis=1) <= reach
            reached.extend(left[near])
            left = left[~near]
        number += 1
    return group


def _median_square(rows):
    count = len(rows)
    found = []
    for pair in range(1, _PAIRS_PER_ROW + 1):
        apart = max(1, count * pair // (2 * _PAIRS_PER_ROW + 1))
        found.append(((rows - np.roll(rows, -apart, axis=0)) ** 2).sum(axis=1))
    squares = np.concatenate(found) if count else np.zeros(0)
    squares = np.sort(squares[squares > 0])
    return squares[len(squares) // 2] if len(squares) else 0.0


def others(rows, without):
    return rows if without is None else rows[~without]


def beyond_others(rows, without=None):
    """The squared distance of each row beyond the box of the others, which does not hold some rows."""
    held = others(rows, without)
    ordered = np.sort(held, axis=0) if len(held) <= 3 else np.partition(held, (0, 1, -2, -1), axis=0)
    is_held = np.ones((len(rows), 1), bool) if without is None else ~without[:, None]
    low = np.where(is_held & (rows == ordered[0]), ordered[1], ordered[0])
    high = np.where(is_held & (rows == ordered[-1]), ordered[-2], ordered[-1])
    return beyond(rows, low, high)


def beyond(x, low, high):
    wide = x.astype(np.float64)
    outside = np.maximum(0, np.maximum(low - wide, wide - high))
    return np.einsum("ij,ij->i", outside, outside)


class IsolatedDirections:
    """Directions of isolated rows over the leading ones: how far a row goes beyond the others along them is added to its score."""

    def __init__(self, loadings, isolated):
        wide = loadings.astype(np.float64)
        mean = wide[~isolated].mean(axis=0)
        apart = wide - mean
        values, vectors = np.linalg.eigh(apart[isolated] @ apart[isolated].T)
        values, vectors = values[::-1][:_MOST], vectors[:, ::-1][:, :_MOST]
        kept = values > _ROUNDING * max(values[0], 0)
        values, vectors = values[kept], vectors[:, kept]
        directions = (vectors / np.sqrt(values)).T @ apart[isolated]
        own = values > 0.5 * ((apart @ directions.T) ** 2).sum(axis=0)
        self.directions = directions[own].astype(np.float32).astype(np.float64)
        along = (wide @ self.directions.T).astype(np.float32)
        self._low, self._high = along[~isolated].min(axis=0), along[~isolated].max(axis=0)
        self.beyond_others = beyond_others(along, isolated)

    @classmethod
    def none(cls, rows):
        """No row of a sample is isolated."""
        made = cls.__new__(cls)
        made.directions = np.zeros((0, 0))
        made.beyond_others = np.zeros(rows)
        return made

    def excess(self, loadings):
        """What of the loadings of rows lies beyond that range."""
        if not len(self.directions):
            return np.zeros(loadings.shape)
        along = loadings @ self.directions.T
        return (along - np.clip(along, self._low, self._high)) @ self.directions

    def beyond(self, loadings):
        """The squared distance of rows beyond the range of rows that are not isolated."""
        if not len(self.directions):
            return np.zeros(len(loadings))
        return beyond(loadings @ self.directions.T, self._low, self._high)
