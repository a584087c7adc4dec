"""A fitted model: what it answers about rows."""

import numpy as np

from . import _reader
from ._calibration import Calibration
from ._leave_one_out import calibrations
from ._preimages import PreImages, column_shares
from ._rows import rows_of

# Sets of missing columns whose calibrations are kept.
_MOST_PATTERNS = 64


def load(path, kernel=None):
    """Loads a model file, of any map, method and built-in kernel.

    Parameters
    ----------
    path : str, path, or binary file
        A file that skpca wrote: a model, or a checkpoint made after the warm-up.
    kernel : callable, optional
        Only for a model of a kernel of one's own, of which the file has the name: a function of two arrays of standardised rows, n x d and c x d,
        that gives their n x c values. Its attribute `normalized` says that K(x, x) = 1 for every row.

    Raises
    ------
    ModelFileError
        If the file is no model, is damaged, or needs a kernel that was not given.
    """
    return Model(*_reader.read(path, kernel))


class Model:
    """A model of kernel PCA, as `load` gives it; immutable, and safe for any number of threads.

    Rows are arrays, lists, tables with named columns, or sparse matrices; they are worked on in blocks, so that memory does not grow with their
    number beyond the result.

    Attributes
    ----------
    n_features_in_ : int
        Columns of the rows that the model takes.
    feature_names_in_ : array of str
        Their names, if the file has them.
    n_components_ : int
        k, the number of components.
    eigenvalues_ : array of shape (n_components_,)
        Squared singular values of the training rows' features along the components.
    explained_variance_, explained_variance_ratio_ : arrays of shape (n_components_,)
        The same per row, and as shares of the whole.
    components_ : array of shape (n_components_, n_map_features)
        The components over the features of the map; for `nystrom` and `exact` over kernel values.
    mean_ : array of shape (n_map_features,), or None
        The mean of the features; None if the model is not centred.
    n_samples_seen_ : int
        The training rows.
    kernel, bandwidth, method, map : the settings of the model
    metadata : dict
        All texts of the file.
    """

    def __init__(self, settings, fit, preparation, metadata, names, own, scoring):
        self._settings = settings
        self._fit = fit
        self._preparation = preparation
        self._own = own
        self._scoring = scoring
        self._calibrations = None
        self._patterns = {}
        self._own_images = None
        self._scoring_images = None
        self.metadata = metadata
        self.method = settings.method
        self.map = settings.map
        self.kernel = metadata["kernel"]
        self.bandwidth = fit.bandwidth
        self.n_features_in_ = preparation.cells
        self.n_components_ = own.count
        self.n_samples_seen_ = fit.rows
        self.eigenvalues_ = fit.squares[: own.count].copy()
        self.explained_variance_ = self.eigenvalues_ / fit.weight
        total = fit.squared_norm
        self.explained_variance_ratio_ = self.eigenvalues_ / total if total > 0 else np.zeros(own.count)
        self.components_ = own.rows.copy()
        self.mean_ = None if fit.mean is None else fit.mean.copy()
        self._names = names
        if names is not None:
            self.feature_names_in_ = np.array(names, dtype=object)

    def __repr__(self):
        return (
            f"<skpca.Model: {self.method}, {self.n_components_} components of {self.n_features_in_} columns, "
            f"kernel {self.kernel}, map {self.map}, {self.n_samples_seen_} rows>"
        )

    @property
    def column_names(self):
        """Names of the columns of a prepared row: those that contributions and reconstructions are of."""
        cells = self._names or [f"x{j + 1}" for j in range(self.n_features_in_)]
        return self._preparation.column_names(cells)

    def get_feature_names_out(self, input_features=None):
        """The names of the loadings."""
        return np.array([f"pc{i + 1}" for i in range(self.n_components_)], dtype=object)

    def transform(self, X, times=None):
        """The loadings of rows, n x k float32; NaN for rows that are not judged, as the first ones of a window."""
        return self._each(X, times, lambda x: self._own.loadings(x), np.float32, self.n_components_)

    def score(self, X, times=None):
        """The novelty of rows, as `skpca score` gives it: what lies outside the subspace, growing with distance."""
        return self._each(X, times, self._scoring.scores, np.float64)

    def p_value(self, X, times=None, extrapolate=False):
        """The share of rows like those learned that score as high, as `skpca score` gives it.

        extrapolate goes on beyond all scores that were counted, by a law fitted to the largest of them.
        """
        self._calibration()
        rows = rows_of(X, self._preparation, self._names, times)
        out = np.full(len(rows), np.nan)
        for first, end in self._ranges(rows):
            block, judged, missing = self._judged(rows.block(first, end))
            scores = self._scoring.scores(self._fit.standardizer.narrow(block))
            values = np.full(end - first, np.nan)
            values[judged] = self._p_values(scores, missing, extrapolate)
            out[first:end] = values
        return out

    def score_parts(self, X, times=None):
        """Of a model fitted for novelty: Q, the p-value of Q, T^2 and its p-value, n x 4."""
        if self._scoring.weights is None:
            raise ValueError("the score of this model has one part: fit with --for novelty")
        _, of_outside, of_inside, _ = self._calibration()

        def parts(x):
            outside, inside = self._scoring.parts(x)
            outside = outside * (1 + self._scoring.box.beyond(x))
            return np.stack([outside, of_outside.p_values(outside), inside, of_inside.p_values(inside)], axis=1)

        return self._each(X, times, parts, np.float64, 4)

    def contributions(self, X, times=None):
        """The share of each column in the novelty of rows, n x d: non-negative, and a row of them sums to 1."""
        pre_images = self._images_of_scoring()

        def shares(block):
            expected = pre_images.expected(block)
            distances = pre_images.distances(block, expected)
            return np.array(
                [
                    column_shares(lambda rows: self._scoring.of_rows(self._scoring.scores, rows), *one)
                    for one in zip(block, expected, distances)
                ]
            )

        return self._searched(X, times, shares, self._fit.columns)

    def expected(self, X, times=None):
        """The rows that the model takes rows for, n x d: what it would have expected in their place."""
        return self._searched(X, times, self._images_of_scoring().expected, self._fit.columns)

    def reconstruct(self, X, times=None, return_error=False):
        """The rows nearest to the projections of rows, n x d: what the components hold of them.

        return_error gives the squared distances that are left in the space of scores, too.
        """
        pre_images = self._images_of_own()

        def both(block):
            found, errors = pre_images.of_rows(block)
            return np.hstack([found, errors[:, None]])

        found = self._searched(X, times, both, self._fit.columns + 1, by_learning=True)
        return (found[:, :-1], found[:, -1]) if return_error else found[:, :-1]

    def inverse_transform(self, X, return_error=False):
        """The rows nearest to the points with these loadings, n x k, as `transform` gives them."""
        loadings = np.asarray(X, dtype=np.float64)
        if loadings.ndim != 2 or loadings.shape[1] != self.n_components_:
            raise ValueError(f"loadings of shape {loadings.shape} for a model of {self.n_components_} components")
        if not np.isfinite(loadings).all():
            raise ValueError("a loading is not a number: leave the row out")
        loadings = loadings.astype(np.float32).astype(np.float64)
        pre_images = self._images_of_own()
        step = pre_images.block_rows()
        found = [pre_images.of_loadings(loadings[a : a + step]) for a in range(0, len(loadings), step)]
        rows = np.concatenate([rows for rows, _ in found]) if found else np.zeros((0, self._fit.columns))
        errors = np.concatenate([errors for _, errors in found]) if found else np.zeros(0)
        return (rows, errors) if return_error else rows

    @property
    def smallest_p_value(self):
        """The p-value of a row that is more novel than all that were learned."""
        return self._calibration()[0].smallest_p_value

    def _calibration(self):
        if self._calibrations is None:
            self._calibrations = calibrations(self._scoring)
        if self._calibrations is None:
            raise ValueError(f"a model of method {self.method} has no p-values: it keeps no sample of its rows")
        return self._calibrations

    def _images_of_own(self):
        if self._own_images is None:
            self._own_images = PreImages(self._own)
        return self._own_images

    def _images_of_scoring(self):
        if self._scoring_images is None:
            self._scoring_images = PreImages(self._scoring)
        return self._scoring_images

    def _ranges(self, rows, step=None):
        step = step or self._fit.block_rows()
        return [(first, min(len(rows), first + step)) for first in range(0, len(rows), step)]

    def _judged(self, block):
        """The rows of a block that are judged, with missing columns filled by the model; which these are, and what was missing."""
        missing = np.isnan(block)
        judged = ~missing.all(axis=1)
        rows, missing = block[judged], missing[judged]
        some = np.flatnonzero(missing.any(axis=1))
        step = self._images_of_scoring().block_rows() if len(some) else 1
        for first in range(0, len(some), step):
            part = some[first : first + step]
            rows[part] = self._images_of_scoring().filled(rows[part], self._preparation)
        return rows, judged, missing

    def _each(self, X, times, measure, dtype, width=None):
        """A measure of standardised rows, block by block."""
        rows = rows_of(X, self._preparation, self._names, times)
        out = np.full(len(rows) if width is None else (len(rows), width), np.nan, dtype)
        for first, end in self._ranges(rows):
            block, judged, _ = self._judged(rows.block(first, end))
            out[first:end][judged] = measure(self._fit.standardizer.narrow(block))
        return out

    def _searched(self, X, times, measure, width, by_learning=False):
        """A measure of raw rows that takes a search, block by block."""
        rows = rows_of(X, self._preparation, self._names, times)
        out = np.full((len(rows), width), np.nan)
        for first, end in self._ranges(rows, self._images_of_scoring().block_rows()):
            block = rows.block(first, end)
            if by_learning:
                judged = ~np.isnan(block).all(axis=1)
                block = self._preparation.filled(block[judged])
            else:
                block, judged, _ = self._judged(block)
            if len(block):
                out[first:end][judged] = measure(block)
        return out

    def _p_values(self, scores, missing, extrapolate):
        whole = self._calibration()[0]
        values = whole.extrapolated(scores) if extrapolate else whole.p_values(scores)
        if self._preparation.missing == "mask":
            for i in np.flatnonzero(missing.any(axis=1)):
                values[i] = self._masked(missing[i]).p_values(scores[i : i + 1])[0]
        return values

    def _masked(self, missing):
        """What scores mean for rows that miss these columns: those of the sample with the same columns taken away and filled."""
        key = missing.tobytes()
        made = self._patterns.get(key)
        if made is None:
            sample = self._fit.sample
            own = self._scoring.of_rows(self._scoring.scores, sample)
            added = np.maximum(0, self._calibration()[3] - own)
            pre_images = self._images_of_scoring()
            step = pre_images.block_rows()
            masked = np.where(missing, np.nan, sample)
            filled = [pre_images.filled(masked[a : a + step], self._preparation) for a in range(0, len(sample), step)]
            scores = self._scoring.of_rows(self._scoring.scores, np.concatenate(filled))
            made = Calibration(scores + added)
            # Another thread may have changed it meanwhile.
            for oldest in list(self._patterns)[: len(self._patterns) - _MOST_PATTERNS + 1]:
                self._patterns.pop(oldest, None)
            self._patterns[key] = made
        return made
