"""From the tensors and the metadata of a file to what a model has learned, with the checks that keep every later number finite."""

import json
import math
import re

import numpy as np

from . import _kernels, _maps, _tensors
from ._fit import Directions, Fit, Standardizer, default_score_count, resolved
from ._preparation import Preparation
from .errors import ModelFileError, quote

_TOLERANCE = 1e-4
_SUM_TOLERANCE = 1e-2
_LARGEST_FACTOR = 1e12
_FASTEST = np.float32(1e18)
_METHODS = ("skpca", "rnca", "nystrom", "exact")
_MAPS = ("fourier", "paired", "orthogonal", "structured", "landmarks")
_MOST_CELLS_WITH_CATEGORIES = 4096
_MOST_CATEGORIES = 64
_MOST_SAMPLED = 1024
# Rows that one of the tail stands for: more than there can be.
_MOST_STANDING_FOR = 1e18
_UNBOUNDED_SQUARED_NORM = 1e36
# Of a vector of length 1, and rounding.
_LARGEST_OF_BASIS = 1.001
# Of the JSON of a million characters, escaped.
_LONGEST_NAMES = 1 << 23
# Of a learner or of another program: of no use to a model.
_NOT_NEEDED = ("state.", "window.", "watch.", "sampleKeys", "singularValues", "nextRows", "components")


class _Nonsense(Exception):
    """The numbers of a file are not those of any model."""


class Settings:
    """What was asked for when the model was fitted."""

    def __init__(self, fields):
        self.method = fields.label("method", _METHODS)
        self.columns = fields.integer("columns", least=1)
        self.features = fields.integer("features", least=1)
        self.map = fields.label("map", _MAPS)
        self.center = fields.flag("center")
        self.components = _component_count(fields.text("components"))
        self.score = fields.label("score", ("residual", "novelty"), "residual")
        self.provisional = fields.flag("provisional")
        named = fields.metadata.get("scoreComponents")
        self.score_components = None if named is None else _component_count(named)
        self.has_score_components = named is not None


def read(path, kernel):
    """Reads a model: its settings, what it has learned, how its rows are prepared, and its metadata."""
    file = _tensors.read(path, lambda name: not name.startswith(_NOT_NEEDED))
    fields = _Fields(file)
    if "sketch" not in file.tensors and "landmarkValues" not in file.tensors:
        problem = "is a checkpoint without a model" if fields.metadata.get("kind") == "checkpoint" else "holds no model"
        raise ModelFileError(file.name, problem, "resume it and save a model")
    # What overflows is not finite, and refused below.
    with np.errstate(all="ignore"):
        return _checked(file, fields, kernel)


def _checked(file, fields, kernel):
    try:
        settings = Settings(fields)
        # First, so that its tensors bear out the number of columns.
        fit = _fit(fields, settings, kernel)
        preparation = _preparation(fields, settings)
        own, scoring = _directions(settings, fit)
        names = _names(fields, preparation)
    except (_Nonsense, ArithmeticError, MemoryError) as problem:
        raise ModelFileError(file.name, f"does not hold a valid model ({problem})", "fit it again") from None
    return settings, fit, preparation, dict(file.metadata), names, own, scoring


def _directions(settings, fit):
    """The components, and the directions that rows are scored with."""
    is_weighted = settings.score == "novelty"
    count = resolved(settings.components, fit.squares, fit.squared_norm)
    if settings.has_score_components:
        scored = resolved(settings.score_components, fit.squares, fit.squared_norm)
    else:
        scored = default_score_count(fit, settings.components, settings.method == "skpca", is_weighted)
    own = Directions(fit, count)
    return own, own if scored == count and not is_weighted else Directions(fit, scored, is_weighted)


def _names(fields, preparation):
    """The names of the cells, if the file has them."""
    text = fields.metadata.get("columnNames")
    if text is None:
        return None
    try:
        names = json.loads(text) if len(text) <= _LONGEST_NAMES else None
    except (ValueError, RecursionError):
        names = None
    is_list = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not is_list or len(names) not in (0, preparation.cells):
        raise _Nonsense(f"the column names are not a list of {preparation.cells} texts")
    return names or None


class _Fields:
    """Metadata and tensors by name, checked."""

    def __init__(self, file):
        self.name = file.name
        self.metadata = file.metadata
        self.tensors = file.tensors

    def text(self, key):
        if key not in self.metadata:
            raise _Nonsense(f"it has no {key}")
        return self.metadata[key]

    def integer(self, key, least=0, default=None):
        text = self.metadata.get(key, default) if default is not None else self.text(key)
        if not re.fullmatch("[0-9]{1,18}", text) or int(text) < least:
            raise _Nonsense(f"{key} is {quote(text)}")
        return int(text)

    def number(self, key, default=None):
        text = self.metadata.get(key, default) if default is not None else self.text(key)
        try:
            value = float(text) if len(text) < 64 else math.nan
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise _Nonsense(f"{key} is {quote(text)}")
        return value

    def positive(self, key):
        value = self.number(key)
        if not 1e-30 <= value <= 1e30:
            raise _Nonsense(f"{key} is {value}")
        return value

    def flag(self, key):
        return self.label(key, ("true", "false")) == "true"

    def label(self, key, labels, default=None):
        text = self.metadata.get(key, default) if default is not None else self.text(key)
        if text not in labels:
            raise _Nonsense(f"unknown {key} {quote(text)}")
        return text

    def tensor(self, key, dtype, *shape):
        """A tensor of finite numbers; a size of -1 is any."""
        if key not in self.tensors:
            raise _Nonsense(f"it has no {key}")
        values = self.tensors[key]
        fits = len(shape) == values.ndim and all(s in (-1, n) for s, n in zip(shape, values.shape))
        if values.dtype != dtype or not fits:
            raise _Nonsense(f"{key} has the shape {list(values.shape)}")
        if not np.isfinite(values).all():
            raise _Nonsense(f"{key} holds a number that is not finite")
        return values

    def doubles(self, key, *shape):
        return self.tensor(key, np.float64, *shape)

    def floats(self, key, *shape):
        return self.tensor(key, np.float32, *shape)


def _component_count(text):
    """A number, a share, or None for all."""
    if text == "all":
        return None
    if re.fullmatch("[0-9]{1,9}", text) and int(text) > 0:
        return int(text)
    try:
        share = float(text) if len(text) < 64 else 0.0
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise _Nonsense(f"components are {quote(text)}")
    return share


def _fit(fields, settings, own_kernel):
    columns = settings.columns
    origin = fields.doubles("origin", columns)
    factors = fields.doubles("scale", columns) if "scale" in fields.tensors else None
    if factors is not None and not (factors > 0).all():
        raise _Nonsense("scale holds a number that is not positive")
    bandwidth = fields.positive("resolvedBandwidth")
    is_landmarks = settings.method in ("nystrom", "exact") or settings.map == "landmarks"
    kernel = _kernel(fields, bandwidth, own_kernel, is_landmarks)
    feature_map = _map(fields, settings, kernel)
    if settings.method in ("nystrom", "exact"):
        subspace = _LandmarkSubspace(fields, settings, feature_map)
    else:
        subspace = _SketchSubspace(fields, settings, feature_map)
    fit = Fit(Standardizer(origin, factors), kernel, bandwidth, feature_map, subspace)
    if settings.method in ("skpca", "rnca"):
        _read_samples(fields, settings, fit)
    return fit


def _kernel(fields, bandwidth, own, is_needed):
    name = fields.text("kernel")
    shape = fields.positive("kernelShape") if "kernelShape" in fields.metadata else None
    kernel = _kernels.named(name, bandwidth, shape)
    if kernel is None and own is not None:
        return _kernels.OwnKernel(own, bandwidth)
    if kernel is None and is_needed:
        raise ModelFileError(
            fields.name,
            f"was fitted with the kernel {quote(name)}, whose code is not in the file",
            "give it: skpca.load(path, kernel=function), a function of two arrays of standardised rows",
        )
    if kernel is not None and own is not None:
        raise ModelFileError(
            fields.name, f"was fitted with the built-in kernel {quote(name)}", "leave the argument kernel out"
        )
    return kernel


def _map(fields, settings, kernel):
    columns = settings.columns
    if settings.method in ("nystrom", "exact"):
        landmarks = fields.floats("landmarks", -1, columns)
        if len(landmarks) < 1:
            raise _Nonsense("there are no landmarks")
        return _maps.LandmarkMap(kernel, landmarks)
    if settings.map == "landmarks":
        landmarks = fields.floats("landmarks", -1, columns)
        if not 1 <= len(landmarks) <= settings.features:
            raise _Nonsense(f"{len(landmarks)} landmarks where there can be {settings.features}")
        factor = fields.floats("landmarkFactor", len(landmarks), -1)
        largest = kernel.self_values(landmarks.astype(np.float64)).max()
        most = _LARGEST_FACTOR / math.sqrt(largest) if largest > 0 else _LARGEST_FACTOR
        if not 1 <= factor.shape[1] <= len(landmarks) or not (np.abs(factor) <= most).all():
            raise _Nonsense("landmarkFactor holds a number that no factor has")
        return _maps.LandmarkMap(kernel, landmarks, factor, _basis(fields, columns))
    count = settings.features if settings.map == "fourier" else settings.features // 2
    if count < 1:
        raise _Nonsense("a map without features")
    if settings.map == "structured":
        width, span, steps, _ = _maps.shape(columns)
        signs = fields.floats("signs", steps * -(-count // width), span)
        lengths = fields.floats("lengths", count)
        if not (np.abs(signs) == 1).all() or not ((lengths >= 0) & (lengths <= _FASTEST)).all():
            raise _Nonsense("signs or lengths hold a number that none of a structured map is")
        return _maps.StructuredMap(columns, signs, lengths)
    frequencies = fields.floats("frequencies", count, columns)
    if not (np.abs(frequencies) <= _FASTEST).all():
        raise _Nonsense("frequencies hold a number that none is as long as")
    phases = fields.floats("phases", count) if settings.map == "fourier" else None
    return _maps.FourierMap(frequencies, phases)


def _basis(fields, columns):
    """Of the subspace in which landmarks lie; None if there is none."""
    if "landmarkBasis" not in fields.tensors:
        return None
    basis = fields.floats("landmarkBasis", -1, columns)
    if not 1 <= len(basis) <= columns or not (np.abs(basis) <= _LARGEST_OF_BASIS).all():
        raise _Nonsense("landmarkBasis holds a number that no basis has")
    return basis


class _SketchSubspace:
    """The leading right singular vectors of a sketch."""

    def __init__(self, fields, settings, feature_map):
        features = feature_map.features
        sketch = fields.doubles("sketch", -1, features)
        self.rows = fields.integer("rows", least=1)
        self.weight = _weight(fields, self.rows)
        self.squares = fields.doubles("squaredSingularValues", len(sketch))
        self.squared_norm = fields.number("squaredNorm")
        self.shrink = fields.number("delta") / self.weight
        self.mean = fields.doubles("mean", features) if settings.center else None
        self._sketch = sketch
        self._is_orthogonal = settings.method == "rnca"
        if len(sketch) > features:
            raise _Nonsense("the sketch has more rows than there are features")
        _require_descending(self.squares)
        sums = np.einsum("ij,ij->i", sketch, sketch)
        largest = self.squares[0] if len(sketch) else 0
        if not ((sums > 0) & (np.abs(sums - self.squares) <= _TOLERANCE * largest)).all():
            raise _Nonsense("the spectrum is not that of the sketch")
        if self.mean is not None and not self.mean @ self.mean <= _largest_squared_norm(feature_map):
            raise _Nonsense("the mean is longer than features can be")
        # A window's sketch may hold a little of rows that have left.
        most = math.inf if "window" in fields.metadata else self.squared_norm * (1 + _SUM_TOLERANCE)
        if self.squared_norm < 0 or self.shrink < 0 or not np.isfinite(sums.sum()) or sums.sum() > most:
            raise _Nonsense("the sketch weighs more than its rows can")

    def directions(self, count):
        """The first rows of the sketch, made orthonormal, the largest entry of each positive, as floats."""
        rows = self._sketch[:count] / np.linalg.norm(self._sketch[:count], axis=1, keepdims=True)
        if not self._is_orthogonal:
            for i in range(1, count):
                for _ in range(2):
                    rows[i] -= (rows[:i] @ rows[i]) @ rows[:i]
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(rows).all():
            raise _Nonsense("the rows of the sketch have no direction of their own")
        largest = np.abs(rows).argmax(axis=1)[:, None]
        rows *= np.sign(np.take_along_axis(rows, largest, axis=1))
        return rows.astype(np.float32)


def _largest_squared_norm(feature_map):
    """Of the features of a row; rounding may add to it."""
    if feature_map.in_features:
        return 1.01 if feature_map.exact_length else 2.01
    return 1.02 if feature_map.kernel.normalized else _UNBOUNDED_SQUARED_NORM


class _LandmarkSubspace:
    """Eigenvectors of the kernel matrix of landmarks, divided by the roots of their eigenvalues."""

    def __init__(self, fields, settings, feature_map):
        count = feature_map.outputs
        self.rows = fields.integer("rows", least=1)
        self.weight = float(self.rows)
        self.shrink = 0.0
        self._values = fields.doubles("landmarkValues", -1)
        self._vectors = fields.doubles("landmarkVectors", len(self._values), count)
        self.mean = fields.doubles("mean", count) if settings.center else None
        trace = fields.number("trace")
        largest = feature_map.kernel.self_values(feature_map.landmarks.astype(np.float64)).max()
        most = count * largest * (1 + _TOLERANCE)
        _require_descending(self._values)
        valid = (self._values <= most).all() and (self._values > 2.0**-24 * largest).all()
        valid = valid and (np.abs(self._vectors) <= 1 + _TOLERANCE).all() and 0 <= trace <= most
        valid = valid and (self.mean is None or (np.abs(self.mean) <= largest * (1 + _TOLERANCE)).all())
        if not valid or len(self._values) > count:
            raise _Nonsense("the eigenpairs are not those of any kernel matrix")
        self.squares = self._values * (self.rows / count)
        self.squared_norm = trace * self.rows / count

    def directions(self, count):
        return (self._vectors[:count] / np.sqrt(self._values[:count])[:, None]).astype(np.float32)


def _require_descending(values):
    if not ((values >= 0).all() and (np.diff(values) <= 0).all()):
        raise _Nonsense("the spectrum is not a descending list of squares")


def _weight(fields, rows):
    if "window" in fields.metadata:
        return float(min(rows, fields.integer("window", least=1)))
    if "halfLife" not in fields.metadata:
        return float(rows)
    weight = fields.number("weight")
    if not 1 <= weight <= rows:
        raise _Nonsense(f"{rows} rows that weigh {weight}")
    return weight


def _read_samples(fields, settings, fit):
    """The rows that are kept for p-values, and directions after those of the sketch."""
    columns = settings.columns
    fit.sample = _rows(fields, "sample", columns)
    if len(fit.sample) > min(_MOST_SAMPLED, fit.rows):
        # Their kernel matrix is computed: a small file must not ask for a large one.
        raise _Nonsense(f"a sample of {len(fit.sample)} rows of {fit.rows}")
    if "tail" in fields.tensors:
        fit.tail = _rows(fields, "tail", columns)
        importances = fields.doubles("tailImportances", len(fit.tail))
        dropped = fields.number("tailDropped")
        if not (importances > 0).all() or dropped < 0 or len(fit.tail) > min(_MOST_SAMPLED, fit.rows):
            raise _Nonsense("a row of the tail has no valid importance")
        with np.errstate(over="ignore"):
            fit.tail_weights = np.maximum(1, dropped / importances)
        if not (fit.tail_weights <= _MOST_STANDING_FOR).all():
            raise _Nonsense("a row of the tail has no valid importance")
    if "furtherDirections" in fields.tensors:
        fit.further = fields.floats("furtherDirections", -1, fit.map.features)
        fit.further_squares = fields.doubles("furtherSquares", len(fit.further) + 1)
        _require_descending(fit.further_squares)
        if not 1 <= len(fit.further) <= fit.map.features:
            raise _Nonsense("the further directions are not whole")


def _rows(fields, key, columns):
    rows = fields.doubles(key, -1, columns)
    if not (np.abs(rows) <= np.finfo(np.float32).max).all():
        raise _Nonsense(f"{key} holds a number that no row can have")
    return rows


def _preparation(fields, settings):
    if "rows.cells" not in fields.metadata:
        return Preparation.plain(settings.columns)
    cells = fields.integer("rows.cells", least=1)
    if cells > settings.columns:
        raise _Nonsense(f"rows.cells is {cells}, more than there are columns")
    count = fields.integer("rows.categories", default="0")
    if count > _MOST_CELLS_WITH_CATEGORIES:
        raise _Nonsense(f"rows.categories is {count}")
    categories = {}
    for i in range(count):
        cell = fields.integer(f"rows.category.{i}.cell")
        values = fields.integer(f"rows.category.{i}.values", least=1)
        if cell >= cells or cell in categories or values > _MOST_CATEGORIES:
            raise _Nonsense(f"categories of cell {cell} of {cells}, or twice of the same")
        categories[cell] = [fields.text(f"rows.category.{i}.{j}") for j in range(values)]
    preparation = Preparation(
        cells,
        categories,
        lags=fields.integer("rows.lags", least=1),
        missing=fields.label("rows.missing", ("fail", "impute", "mask")),
        time_step=fields.number("rows.timeStep", "0"),
        fill=fields.doubles("rows.fill", cells) if "rows.fill" in fields.tensors else None,
        regression=fields.doubles("rows.regression", cells + 2, cells) if "rows.regression" in fields.tensors else None,
    )
    if preparation.columns != settings.columns or preparation.time_step < 0:
        raise _Nonsense(f"{cells} cells do not become {settings.columns} columns")
    if preparation.regression is not None and (preparation.regression[1] < 0).any():
        raise _Nonsense("rows.regression holds a deviation below 0")
    return preparation
