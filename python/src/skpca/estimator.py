"""Streaming kernel PCA as a scikit-learn estimator, which learns in a Java process beside Python."""

import math
import numbers
import os
import re

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_array, check_is_fitted

try:
    from sklearn.utils.validation import validate_data
except ImportError:
    validate_data = None

from . import _pipe
from ._java import SkpcaProcessError
from ._learner import Learner, require_floats

__all__ = ["SkpcaProcessError", "StreamingKernelPCA"]

# Parameters and the options of `skpca fit` that they stand for.
_OPTIONS = {
    "n_components": "components",
    "kernel": "kernel",
    "bandwidth": "bandwidth",
    "map": "map",
    "n_map_features": "features",
    "landmark_rule": "landmarks",
    "sketch_size": "sketch",
    "shrink": "shrink",
    "center": "center",
    "scale": "scale",
    "purpose": "for",
    "method": "method",
    "warm_up_rows": "warmup",
    "half_life": "half-life",
    "window": "window",
    "window_error": "window-error",
    "random_state": "seed",
    "n_jobs": "threads",
}
_PARAMETERS = {f"--{option}": parameter for parameter, option in _OPTIONS.items()}

_VALUE_ERRORS = (_pipe.SETTINGS, _pipe.ROWS, _pipe.FILE, _pipe.MERGING, _pipe.STATE, _pipe.LIMIT)


class StreamingKernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Kernel PCA of a stream of rows, in one pass and in memory that does not grow with the stream.

    The parameters are the options of ``skpca fit`` with its defaults: a model saved from here has the same bytes as that of
    ``skpca fit --in-order`` of the same rows with the same options. ``None`` leaves the choice to skpca.

    Parameters
    ----------
    n_components : int, float or None, default=10
        Components; a float below 1 is a share of variance; None stands for all.
    kernel : str, default="gaussian"
        gaussian (or rbf), laplacian, cauchy, matern12, matern32, matern52, rational-quadratic, polynomial2, polynomial3.
    bandwidth : float or str, default=None
        The kernel's length: a number, or a rule by which the first rows decide: median (the default), mean, contrast.
    gamma : float, default=None
        In place of bandwidth, as scikit-learn has it: exp(-gamma ||x-y||^2) is the gaussian of bandwidth 1/sqrt(2 gamma), exp(-gamma ||x-y||_1)
        the laplacian of bandwidth 1/gamma.
    scale : {"auto", "columns", "none"}, default="auto"
        Whether columns are divided by their standard deviation; auto decides by the first rows.
    center : bool, default=True
        Whether features are taken about their mean.
    map : str, default="auto"
        auto, landmarks, orthogonal, structured, paired, fourier.
    n_map_features : int, default=None
        Landmarks, random features, or sampled rows of nystrom; 1000 by default.
    landmark_rule : {"pivoted", "uniform"}, default=None
        How landmarks are chosen; pivoted by default.
    sketch_size : int, default=None
        Rows of the sketch; 50 by default, 300 for novelty.
    shrink : {"block", "fast", "paper"}, default=None
        How the sketch shrinks; block by default.
    method : {"skpca", "rnca", "nystrom", "exact"}, default="skpca"
        Which way to kernel PCA; exact keeps all rows, at most 20,000.
    purpose : {None, "novelty"}, default=None
        novelty chooses bandwidth, sketch and score for telling novel rows apart.
    warm_up_rows : int, default=10000
        The first rows, from which origin, scale, bandwidth and landmarks are taken.
    half_life : float, default=None
        A row weighs half as much after so many rows.
    window : int, default=None
        Only the last so many rows count.
    window_error : float, default=None
        How exactly, with a window; 0.1 by default.
    random_state : int, RandomState or None, default=0
        The seed. None draws one that nobody knows before.
    n_jobs : int, default=None
        Threads; None and -1 stand for all cores. They do not change the result.
    warm_start_from : str or path, default=None
        A model file or checkpoint to go on from. It decides all of the above but n_jobs.
    like : str or path, default=None
        A model file whose kernel, bandwidth, scale and map are taken, so that the two can be merged. It decides all of the above but n_jobs.

    Attributes
    ----------
    n_components_ : int
        Components of the model.
    n_samples_seen_ : int
        All rows so far.
    eigenvalues_ : ndarray of shape (n_components_,)
        Variances along the components times the number of rows: eigenvalues of the kernel matrix, largest first.
    explained_variance_ : ndarray of shape (n_components_,)
        The same over the weight of the rows.
    explained_variance_ratio_ : ndarray of shape (n_components_,)
        The same over the variance of all features.
    mean_ : ndarray or None
        The mean of the features; None without centring.
    bandwidth_ : float
        The kernel's length, as it was given or found.
    n_features_in_ : int
        Columns of the rows.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if the rows came with names that are all texts.
    """

    def __init__(
        self,
        n_components=10,
        *,
        kernel="gaussian",
        bandwidth=None,
        gamma=None,
        scale="auto",
        center=True,
        map="auto",
        n_map_features=None,
        landmark_rule=None,
        sketch_size=None,
        shrink=None,
        method="skpca",
        purpose=None,
        warm_up_rows=10_000,
        half_life=None,
        window=None,
        window_error=None,
        random_state=0,
        n_jobs=None,
        warm_start_from=None,
        like=None,
    ):
        self.n_components = n_components
        self.kernel = kernel
        self.bandwidth = bandwidth
        self.gamma = gamma
        self.scale = scale
        self.center = center
        self.map = map
        self.n_map_features = n_map_features
        self.landmark_rule = landmark_rule
        self.sketch_size = sketch_size
        self.shrink = shrink
        self.method = method
        self.purpose = purpose
        self.warm_up_rows = warm_up_rows
        self.half_life = half_life
        self.window = window
        self.window_error = window_error
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.warm_start_from = warm_start_from
        self.like = like

    def fit(self, X, y=None):
        """Learns from rows, and forgets what was learned before.

        The first ``warm_up_rows`` rows decide the map: rows that are sorted should be shuffled first.
        """
        X = self._rows(X, reset=True, least=1 if self.warm_start_from else 2)
        learner = self._new_learner()
        with _python_errors():
            learner.update(X)
            learner.snapshot()
        self._learner = learner
        return self

    def partial_fit(self, X, y=None):
        """Learns from more rows; the first call begins."""
        is_first = not self.__sklearn_is_fitted__()
        X = self._rows(X, reset=is_first)
        learner = self._new_learner() if is_first else self._learner
        with _python_errors():
            learner.update(X)
        self._learner = learner
        return self

    def transform(self, X):
        """The loadings of rows on the components: float32, of shape (rows, n_components_)."""
        with _python_errors():
            return self._fitted().transform(self._rows(X))

    def score_samples(self, X):
        """How usual each row is: minus its novelty score, so that higher is more usual, as everywhere in scikit-learn."""
        with _python_errors():
            return -self._fitted().score(self._rows(X))

    def p_values(self, X):
        """The share of rows like those learned that are as novel as each row; small for novel ones."""
        with _python_errors():
            return self._fitted().p_values(self._rows(X))

    def inverse_transform(self, X):
        """Approximate pre-images: the rows whose loadings are nearest to those given. Takes milliseconds per row."""
        learner = self._fitted()
        X = check_array(X, dtype=[np.float32, np.float64], order="C")
        with _python_errors():
            return learner.reconstruct_loadings(X)

    def reconstruct(self, X):
        """Rows without what the components do not hold, such as noise. Takes milliseconds per row.

        Nearer to the rows than ``inverse_transform(transform(X))``, because the search begins at them.
        """
        with _python_errors():
            return self._fitted().reconstruct(self._rows(X))

    def merge(self, other):
        """Takes in what another estimator, or a model file, has learned from other rows; the other is not changed.

        Both must have the same map: begin one of them with ``like``, or ``skpca fit --like``, the model of the other.
        """
        learner = self._fitted()
        with _python_errors():
            if isinstance(other, StreamingKernelPCA):
                theirs = other._fitted()
            else:
                theirs = Learner.resume(other, self._threads())
            learner.merge(theirs)
        return self

    def save(self, path):
        """Writes the model to a file, as ``skpca fit --in-order`` of the same rows would: to load, inspect, serve and merge."""
        with _python_errors():
            self._fitted().save(path)

    def checkpoint(self, path):
        """Writes the learner to a file, to go on from with ``warm_start_from`` as if it had never stopped."""
        with _python_errors():
            self._fitted().save(path, "learner")

    @property
    def n_components_(self):
        return self._about("components")

    @property
    def n_samples_seen_(self):
        return self._about("rows")

    @property
    def eigenvalues_(self):
        return np.array(self._about("spectrum")[: self.n_components_])

    @property
    def explained_variance_(self):
        return self.eigenvalues_ / self._about("weight")

    @property
    def explained_variance_ratio_(self):
        values = self.eigenvalues_
        total = values.sum()
        return values * (self._about("explainedVariance") / total) if total > 0 else values

    @property
    def mean_(self):
        mean = self._about("mean")
        return None if mean is None else np.array(mean)

    @property
    def bandwidth_(self):
        return self._about("bandwidth")

    @property
    def _n_features_out(self):
        return self.n_components_

    def __sklearn_is_fitted__(self):
        return hasattr(self, "_learner")

    def _fitted(self):
        check_is_fitted(self)
        return self._learner

    def _about(self, field):
        try:
            with _python_errors():
                return self._fitted().snapshot().get(field)
        except SkpcaProcessError as lost:
            raise _LostAttributeError(*lost.args) from None

    def _rows(self, X, reset=False, least=1):
        """Rows as they go over the pipe: float32 as they are, other numbers as float64."""
        if not reset:
            check_is_fitted(self)
        options = {
            "accept_sparse": "csr",
            "dtype": [np.float64, np.float32],
            "order": "C",
            "reset": reset,
            "ensure_min_samples": least,
        }
        # From scikit-learn 1.6 on there is the function, and the method warns or is gone.
        X = self._validate_data(X, **options) if validate_data is None else validate_data(self, X, **options)
        require_floats(X)
        return X

    def _new_learner(self):
        if self.warm_start_from is not None and self.like is not None:
            raise ValueError("warm_start_from and like cannot both be given: a learner that goes on has its map")
        with _python_errors():
            if self.warm_start_from is not None:
                learner = Learner.resume(self.warm_start_from, self._threads())
                if learner.columns != self.n_features_in_:
                    raise ValueError(
                        f"X has {self.n_features_in_} features, and {self.warm_start_from} was fitted on {learner.columns}"
                    )
                return learner
            settings = {"columns": self.n_features_in_, "threads": self._threads()}
            if self.like is not None:
                return Learner.create({**settings, "like": os.path.abspath(os.fspath(self.like))})
            return Learner.create({**self._options(), **settings})

    def _options(self):
        """What `skpca fit` would be told: nothing of what is left at its default."""
        values = {name: getattr(self, name) for name in _OPTIONS if name != "n_jobs"}
        values["n_components"] = "all" if self.n_components is None else self.n_components
        values["kernel"] = "gaussian" if self.kernel == "rbf" else self.kernel
        values["bandwidth"] = self._length()
        values["random_state"] = self._seed()
        # Not every method and map has a use for these, and `fit` refuses those that were given in vain.
        values["map"] = None if self.map == "auto" else self.map
        for name, value in values.items():
            if value is not None and not isinstance(value, (str, bool, np.bool_, numbers.Real)):
                raise ValueError(f"{name} must be a number, a text or a flag, not {value!r}")
        return {_OPTIONS[name]: _plain(value) for name, value in values.items() if value is not None}

    def _length(self):
        if self.gamma is None:
            return self.bandwidth
        if self.bandwidth is not None:
            raise ValueError("gamma and bandwidth cannot both be given: choose one")
        if not isinstance(self.gamma, numbers.Real) or not 0 < self.gamma < math.inf:
            raise ValueError(f"gamma must be a positive number, not {self.gamma!r}")
        if self.kernel in ("gaussian", "rbf"):
            return 1 / math.sqrt(2 * self.gamma)
        if self.kernel == "laplacian":
            return 1 / self.gamma
        raise ValueError(f"gamma is for the kernels gaussian and laplacian: give {self.kernel} a bandwidth")

    def _seed(self):
        if self.random_state is None:
            return "random"
        if isinstance(self.random_state, numbers.Integral):
            return int(self.random_state)
        if isinstance(self.random_state, (np.random.RandomState, np.random.Generator)):
            draw = getattr(self.random_state, "integers", None) or self.random_state.randint
            return int(draw(2**31 - 1))
        raise ValueError(f"random_state must be a whole number, a RandomState or None, not {self.random_state!r}")

    def _threads(self):
        if self.n_jobs is None or self.n_jobs == -1:
            return 0
        if not isinstance(self.n_jobs, numbers.Integral) or self.n_jobs < 1:
            raise ValueError(f"n_jobs must be at least 1, or -1 or None for all cores, not {self.n_jobs!r}")
        return int(self.n_jobs)

    def _more_tags(self):
        return {"preserves_dtype": [np.float32]}

    def __sklearn_tags__(self):
        # For scikit-learn 1.6 and newer.
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags


class _LostAttributeError(SkpcaProcessError, AttributeError):
    """An attribute of an estimator whose process is gone. What looks through all attributes, as scikit-learn's display does, leaves it out."""


def _plain(value):
    """A number of numpy as one of Python, which JSON has."""
    return value.item() if isinstance(value, np.generic) else value


class _python_errors:
    """Turns refusals of the Java side into the errors that Python users know, with the names that they gave."""

    def __enter__(self):
        return self

    def __exit__(self, kind, failure, trace):
        if not isinstance(failure, _pipe.PipeRefusal):
            return False
        line = re.sub(r"--[a-z-]+", lambda option: _PARAMETERS.get(option.group(), option.group()), str(failure))
        # A line about one value begins with its name.
        line = re.sub(r"^[a-z-]+(?= must )", lambda name: _PARAMETERS.get("--" + name.group(), name.group()), line)
        if failure.kind in _VALUE_ERRORS:
            raise ValueError(line) from None
        if failure.kind == _pipe.INPUT_OUTPUT:
            raise OSError(line) from None
        raise SkpcaProcessError(line) from None
