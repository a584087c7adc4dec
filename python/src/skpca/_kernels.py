"""The kernels: K(x, y) and its gradient for standardised rows, in double.

x is n x d and y is c x d; values are n x c. A kernel of the distance or of the inner product is a function of one matrix product; others go column
by column, so that no array is larger than n x c.
"""

import numpy as np

_FARTHEST = 1e30
_LARGEST = 1e300

# Of a central difference, in bandwidths.
_DIFFERENCE = 6e-6

# Relative to the square of the bandwidth: up to here a distance by a product is exact enough.
_FAR = 1e5


def named(name, bandwidth, shape=None):
    """The built-in kernel of a name; None if there is none."""
    if shape is not None:
        return _RationalQuadratic(bandwidth, shape)
    if name in _ISOTROPIC:
        return _ISOTROPIC[name](bandwidth)
    if name == "laplacian":
        return _Laplacian(bandwidth)
    if name == "cauchy":
        return _Cauchy(bandwidth)
    digits = name[len("polynomial") :]
    if name.startswith("polynomial") and digits.isascii() and digits.isdigit() and len(digits) <= 2:
        if 1 <= int(digits) <= 10:
            return _Polynomial(bandwidth, int(digits))
    return None


def squared_distances(x, y):
    """The squared Euclidean distances of rows in double; of rows far out by their differences."""
    x_squares = np.einsum("ij,ij->i", x, x)
    y_squares = np.einsum("ij,ij->i", y, y)
    squares = x @ y.T
    squares *= -2
    squares += x_squares[:, None]
    squares += y_squares
    np.maximum(squares, 0, out=squares)
    return squares, x_squares, y_squares


class _Kernel:
    """A kernel with K(x, x) = 1."""

    normalized = True
    # Whether values grow without bound, as those of inner products do.
    unbounded = False
    is_gaussian = False

    def __init__(self, bandwidth):
        self.bandwidth = bandwidth

    def self_values(self, x):
        """K(x, x) of rows, and whether it has a gradient."""
        return np.ones(len(x))

    def add_self_gradient(self, x, gradient):
        """Adds the gradient of K(x, x)."""


class _Isotropic(_Kernel):
    """A kernel of the distance alone: K(x, y) = f(||x - y||^2)."""

    def values(self, x, y):
        return self.of_squares(self.squares(x, y))

    def squares(self, x, y):
        squares, x_squares, y_squares = squared_distances(x, y)
        far = x_squares + (y_squares.max() if len(y_squares) else 0) > _FAR * self.bandwidth**2
        for i in np.flatnonzero(far):
            difference = x[i] - y
            squares[i] = np.einsum("ij,ij->i", difference, difference)
        return squares

    def pull_back(self, x, y, weights):
        """The sum over y of weights K(x, y), and its gradient."""
        squares = self.squares(x, y)
        values = np.einsum("ij,ij->i", weights, self.of_squares(squares))
        slopes = 2 * weights * self.slopes(squares)
        return values, slopes.sum(axis=1)[:, None] * x - slopes @ y


class _Gaussian(_Isotropic):
    is_gaussian = True

    def of_squares(self, squares):
        return np.exp(squares * (-0.5 / self.bandwidth**2))

    def slopes(self, squares):
        return self.of_squares(squares) * (-0.5 / self.bandwidth**2)


class _Matern(_Isotropic):
    twice_smoothness = 1

    def _scaled(self, squares):
        return np.minimum(np.sqrt(self.twice_smoothness * squares) / self.bandwidth, 800)


class _Matern12(_Matern):
    def of_squares(self, squares):
        return np.exp(-self._scaled(squares))

    def slopes(self, squares):
        t = self._scaled(squares)
        with np.errstate(divide="ignore"):
            return np.where(t > 0, -0.5 / t, 0) * np.exp(-t) / self.bandwidth**2


class _Matern32(_Matern):
    twice_smoothness = 3

    def of_squares(self, squares):
        t = self._scaled(squares)
        return (1 + t) * np.exp(-t)

    def slopes(self, squares):
        return -1.5 * np.exp(-self._scaled(squares)) / self.bandwidth**2


class _Matern52(_Matern):
    twice_smoothness = 5

    def of_squares(self, squares):
        t = self._scaled(squares)
        return (1 + t + t * t / 3) * np.exp(-t)

    def slopes(self, squares):
        t = self._scaled(squares)
        return -5 * (1 + t) / 6 * np.exp(-t) / self.bandwidth**2


class _RationalQuadratic(_Isotropic):
    def __init__(self, bandwidth, shape=1.0):
        super().__init__(bandwidth)
        self.shape = shape

    def of_squares(self, squares):
        return (1 + squares / (2 * self.shape * self.bandwidth**2)) ** -self.shape

    def slopes(self, squares):
        base = 1 + squares / (2 * self.shape * self.bandwidth**2)
        return -(base ** (-self.shape - 1)) / (2 * self.bandwidth**2)


_ISOTROPIC = {
    "gaussian": _Gaussian,
    "matern12": _Matern12,
    "matern32": _Matern32,
    "matern52": _Matern52,
    "rational-quadratic": _RationalQuadratic,
}


class _Laplacian(_Kernel):
    """exp(-||x - y||_1 / bandwidth)."""

    def values(self, x, y):
        sums = np.zeros((len(x), len(y)))
        for j in range(x.shape[1]):
            sums += np.abs(x[:, j, None] - y[:, j])
        return np.exp(-sums / self.bandwidth)

    def pull_back(self, x, y, weights):
        weighted = weights * self.values(x, y)
        gradient = np.empty_like(x)
        for j in range(x.shape[1]):
            gradient[:, j] = np.einsum("ij,ij->i", weighted, np.sign(x[:, j, None] - y[:, j]))
        return weighted.sum(axis=1), gradient / -self.bandwidth


class _Cauchy(_Kernel):
    """The product over columns of 1 / (1 + (x_j - y_j)^2 / bandwidth^2)."""

    def values(self, x, y):
        product = np.ones((len(x), len(y)))
        with np.errstate(over="ignore"):
            for j in range(x.shape[1]):
                scaled = (x[:, j, None] - y[:, j]) / self.bandwidth
                product *= 1 + scaled * scaled
        return 1 / product

    def pull_back(self, x, y, weights):
        weighted = weights * self.values(x, y)
        gradient = np.empty_like(x)
        for j in range(x.shape[1]):
            scaled = (x[:, j, None] - y[:, j]) / self.bandwidth
            gradient[:, j] = np.einsum("ij,ij->i", weighted, scaled / (1 + scaled * scaled))
        return weighted.sum(axis=1), gradient * (-2 / self.bandwidth)


class _Unbounded(_Kernel):
    """A kernel whose K(x, x) may be of any size: beyond 1e30 the image of a row is shortened along its own direction."""

    normalized = False

    def self_values(self, x):
        return np.minimum(_FARTHEST, self._self(x))

    def _shortenings(self, x):
        own = self._self(x)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(own > _FARTHEST, np.sqrt(_FARTHEST / np.minimum(own, _LARGEST)), 1)

    def values(self, x, y):
        return self._shortened(self._plain(x, y), x, y)

    def _shortened(self, values, x, y):
        with np.errstate(over="ignore"):
            values = np.clip(values, -_LARGEST, _LARGEST)
            values *= self._shortenings(x)[:, None] * self._shortenings(y)
        return np.clip(values, -_FARTHEST, _FARTHEST)

    def add_self_gradient(self, x, gradient):
        near = self._self(x) <= _FARTHEST
        gradient[near] += 2 * self._gradient(x[near], None, None)

    def pull_back(self, x, y, weights):
        values = np.einsum("ij,ij->i", weights, self.values(x, y))
        shortenings = self._shortenings(x)
        gradient = self._gradient(x, y, weights * shortenings[:, None] * self._shortenings(y))
        far = shortenings < 1
        if far.any():
            # s(x) falls as K(x, x) grows.
            factors = -values[far] / np.minimum(self._self(x[far]), _LARGEST)
            gradient[far] += factors[:, None] * self._gradient(x[far], None, None)
        return values, gradient


class _Polynomial(_Unbounded):
    """(1 + x'y / bandwidth^2)^degree."""

    unbounded = True

    def __init__(self, bandwidth, degree):
        super().__init__(bandwidth)
        self.degree = degree

    def _of(self, products):
        with np.errstate(over="ignore"):
            return (1 + products / self.bandwidth**2) ** self.degree

    def of_products(self, products, x, y):
        """Values from the inner products of rows."""
        return self._shortened(self._of(products), x.astype(np.float64), y)

    def _slope(self, products):
        with np.errstate(over="ignore"):
            return self.degree / self.bandwidth**2 * (1 + products / self.bandwidth**2) ** (self.degree - 1)

    def _plain(self, x, y):
        return self._of(x @ y.T)

    def _self(self, x):
        return self._of(np.einsum("ij,ij->i", x, x))

    def _gradient(self, x, y, weights):
        """The sum over y of weights times the gradient in x; without y, the gradient of K(x, y) at y = x."""
        if y is None:
            return self._slope(np.einsum("ij,ij->i", x, x))[:, None] * x
        return (weights * self._slope(x @ y.T)) @ y


class OwnKernel(_Unbounded):
    """A kernel of a user's own: a function of two arrays of rows, n x d and c x d, that gives n x c values.

    Its attribute `normalized` says that K(x, x) = 1, `dot_product` that it is a function of inner products.
    """

    def __init__(self, function, bandwidth):
        super().__init__(bandwidth)
        self._function = function
        self.normalized = bool(getattr(function, "normalized", False))
        self.unbounded = bool(getattr(function, "dot_product", False))

    def _plain(self, x, y):
        values = np.asarray(self._function(x, y), dtype=np.float64)
        if values.shape != (len(x), len(y)):
            raise ValueError(f"the kernel gave an array of shape {values.shape} for {len(x)} and {len(y)} rows")
        return values

    def _self(self, x):
        if self.normalized:
            return np.ones(len(x))
        return np.array([self._plain(row[None], row[None])[0, 0] for row in x])

    def _gradient(self, x, y, weights):
        """By central differences."""
        gradient = np.zeros_like(x)
        for j in range(x.shape[1]):
            step = _DIFFERENCE * np.maximum(self.bandwidth, np.abs(x[:, j]))
            above, below = x.copy(), x.copy()
            above[:, j] += step
            below[:, j] -= step
            if y is None:
                rise = np.array([self._plain(above[i : i + 1], x[i : i + 1])[0, 0] for i in range(len(x))])
                rise -= [self._plain(below[i : i + 1], x[i : i + 1])[0, 0] for i in range(len(x))]
            else:
                rise = np.einsum("ij,ij->i", weights, self._plain(above, y) - self._plain(below, y))
            gradient[:, j] = rise / (above[:, j] - below[:, j])
        return gradient

    def add_self_gradient(self, x, gradient):
        if not self.normalized:
            super().add_self_gradient(x, gradient)
