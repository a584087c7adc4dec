"""The way back from a model's subspace to rows: approximate pre-images, the columns that make a row novel, and missing columns."""

import numpy as np

from ._search import Search

_STARTS_OF_LOADINGS = 3
_MOST_LEARNED = 1024
_MOST_LOOKS = 150
_LOOKS_FOR_SHARES = 40
_LOOKS_FOR_MISSING = 16

# With more columns, only those that differ most from the pre-image are considered.
_MOST_COLUMNS = 128

# Numbers of the largest array of a search.
_SEARCH_NUMBERS = 1 << 20
_MOST_SEARCHED = 512


class ResidualSpace:
    """The space of a model's residuals in double: loadings, and the distance of a row's image from a point of the subspace.

    A point is p = mu + W l with loadings l. Among features the squared distance is ||z(x) - p||^2. In the kernel's own space, with
    p = sum_j b_j phi(c_j), it is K(x,x) - 2 k(x)'b + ||p||^2.
    """

    def __init__(self, directions):
        fit = directions.fit
        self._map = fit.map
        self._standardizer = fit.standardizer
        self._directions = directions
        self._mean = np.zeros(fit.map.outputs) if fit.mean is None else fit.map.mean_weights(fit.mean)
        self._offset = directions.wide_offset

    def loadings(self, x):
        return self._map.wide(x) @ self._directions.folded.T - self._offset

    def expected(self, loadings):
        """The loadings that the model takes rows for: less of directions that few rows hold, and of those of isolated rows what others have."""
        weights = self._directions.weights
        return loadings if weights is None else loadings * weights.weights - self._directions.isolated.excess(loadings)

    def self_values(self, x):
        return self._map.self_values(x)

    def distance(self, x, loadings):
        """The squared distances of rows from the points with these loadings, and the gradients."""
        points = self._mean + loadings @ self._directions.folded
        if not self._map.exact_length:
            difference = self._map.wide(x) - points
            _, gradient = self._map.pull_back(x, 2 * difference)
            return np.einsum("ij,ij->i", difference, difference), gradient
        products, gradient = self._map.pull_back(x, -2 * points)
        self._map.add_self_gradient(x, gradient)
        squares = self._directions.squared_mean + np.einsum("ij,ij->i", loadings, loadings + 2 * self._offset)
        return self._map.self_values(x) + products + squares, gradient


class PreImages:
    """Searches of rows from training rows; what is computed of these is kept."""

    def __init__(self, directions):
        self._directions = directions
        self._fit = directions.fit
        self.space = ResidualSpace(directions)
        self._images = None

    def block_rows(self):
        """Rows at a time in a search."""
        widest = max(self._fit.map.outputs, 16 * self._fit.columns)
        return int(max(1, min(_MOST_SEARCHED, _SEARCH_NUMBERS // widest)))

    def of_rows(self, rows):
        """The rows nearest to the projections of rows, and what distance is left."""
        starts = self._fit.standardizer.wide(rows)
        loadings = self.space.loadings(starts)
        found, values = self._searched(loadings, starts, _MOST_LOOKS)
        learned, _, _ = self._learned()
        for nearest in self._nearest(loadings, 1).T:
            other, other_values = self._searched(loadings, learned[nearest], _MOST_LOOKS)
            better = other_values < values
            found[better], values[better] = other[better], other_values[better]
        moved = (found != starts).any(axis=1)
        raw = np.where(moved[:, None], self._fit.standardizer.undo(found), rows)
        return raw, np.maximum(0, values)

    def of_loadings(self, loadings):
        """The rows nearest to the points with these loadings, and what distance is left."""
        learned, _, _ = self._learned()
        found = np.zeros((len(loadings), self._fit.columns))
        values = np.full(len(loadings), np.inf)
        for nearest in self._nearest(loadings, _STARTS_OF_LOADINGS).T:
            other, other_values = self._searched(loadings, learned[nearest], _MOST_LOOKS)
            better = other_values < values
            found[better], values[better] = other[better], other_values[better]
        if not len(learned):
            found, values = self._searched(loadings, found, _MOST_LOOKS)
        return self._fit.standardizer.undo(found), np.maximum(0, values)

    def expected(self, rows):
        """The rows that the model takes rows for, found from the nearest training rows."""
        starts = self._fit.standardizer.wide(rows)
        loadings = self.space.loadings(starts)
        learned, _, _ = self._learned()
        for nearest in self._nearest(loadings, 1).T:
            starts = learned[nearest]
        found, _ = self._searched(self.space.expected(loadings), starts, _LOOKS_FOR_SHARES)
        return self._fit.standardizer.undo(found)

    def _searched(self, loadings, starts, most_looks):
        search = Search(
            lambda some, x: self.space.distance(x, loadings[some]),
            self._fit.bandwidth,
            starts,
            most_looks,
            np.maximum(1, self.space.self_values(starts)),
        )
        return search.rows, search.values

    def _nearest(self, loadings, most):
        """The training rows whose images are nearest to points, nearest first."""
        _, learned_loadings, residuals = self._learned()
        most = min(most, len(residuals))
        nearest = np.empty((len(loadings), most), int)
        for i, own in enumerate(loadings):
            difference = own - learned_loadings
            distances = residuals + np.einsum("ij,ij->i", difference, difference)
            nearest[i] = np.argsort(distances, kind="stable")[:most]
        return nearest

    def _learned(self):
        """Training rows, standardised, with their loadings and residuals."""
        if self._images is None:
            raw = self._learned_rows()
            loadings = self._directions.of_rows(self._directions.loadings, raw).astype(np.float64)
            residuals, _ = self._directions.parts_of_rows(raw)
            self._images = self._fit.standardizer.wide(raw), loadings, residuals
        return self._images

    def _learned_rows(self):
        """The sample of raw rows, or the landmarks if there is none, or nothing."""
        fit = self._fit
        if fit.sample is not None and len(fit.sample):
            return fit.sample
        if fit.map.landmarks is None:
            return np.zeros((0, fit.columns))
        count = len(fit.map.landmarks)
        kept = min(count, _MOST_LEARNED)
        chosen = np.arange(kept) * count // kept
        return fit.standardizer.undo(fit.map.landmarks[chosen].astype(np.float64))

    def distances(self, rows, others):
        """The squares of the differences of rows, in standardised columns."""
        standardizer = self._fit.standardizer
        return (standardizer.wide(rows) - standardizer.wide(others)) ** 2

    def filled(self, rows, preparation):
        """Rows with their missing columns, which are NaN, as they fit best: those that the distance from the subspace is least with."""
        missing = np.isnan(rows)
        if preparation.fill is None and preparation.regression is None:
            starts = self._fit.standardizer.wide(np.where(missing, 0, rows))
            starts[missing] = 0
        else:
            starts = self._fit.standardizer.wide(preparation.filled(rows))

        def distance(some, x):
            # A row's own projection moves with it only in second order.
            values, gradients = self.space.distance(x, self.space.loadings(x))
            return values, np.where(missing[some], gradients, 0)

        units = np.maximum(1, self.space.self_values(starts))
        search = Search(distance, self._fit.bandwidth, starts, _LOOKS_FOR_MISSING, units)
        return np.where(missing, self._fit.standardizer.undo(search.rows), rows)


def column_shares(measure, row, pre_image, distances):
    """The share of each column in a measure of a row: how far it falls when the column's value is that of the pre-image, and how far that of
    the pre-image rises when the value is that of the row."""
    columns = _farthest(distances)
    tile = np.concatenate([row[None], pre_image[None], np.tile(row, (len(columns), 1)), np.tile(pre_image, (len(columns), 1))])
    at = np.arange(len(columns))
    tile[2 + at, columns] = pre_image[columns]
    tile[2 + len(columns) + at, columns] = row[columns]
    scores = measure(tile)
    falls = np.maximum(0, scores[0] - scores[2 : 2 + len(columns)])
    rises = np.maximum(0, scores[2 + len(columns) :] - scores[1])
    shares = np.zeros(len(row))
    shares[columns] = falls + rises
    if shares.sum() <= 0:
        # Rounding hides the differences of scores; the distances of columns are still known.
        shares = distances.copy()
    total = shares.sum()
    return shares / total if total > 0 else np.full(len(row), 1.0 / len(row))


def _farthest(distances):
    """The columns with the largest distances, in ascending order."""
    least = np.sort(distances)[max(0, len(distances) - _MOST_COLUMNS)]
    return np.flatnonzero((distances > 0) & (distances >= least))[:_MOST_COLUMNS]
