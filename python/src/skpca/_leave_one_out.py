"""The scores that training rows would have if each had not been learned, computed from the model that has learned all of them.

In coordinates of the leading directions the scatter of all rows is diagonal, D. Without a row it is D - uu', whose eigenvalues are roots of the
secular equation sum_i u_i^2 / (D_i - x) = 1, one between each two neighbours of D (Golub, SIAM Review 15(2), 1973). All rows of a sample are
searched at once.
"""

import numpy as np

from ._calibration import Calibration
from ._fit import Directions, noise

_MORE_DIRECTIONS = 40
_MOST_ROUNDS = 400
_ENOUGH = 1e-14
_SMALLEST_PART = 1e-9
_SMALLEST_ROOT = 1e-8
_SMALL_LEVERAGE = 0.01
_SMALLEST_SHARE = 1e-8
_RIDGE = 1e-10


def calibrations(scoring):
    """The calibration of scores, and those of Q and T^2; None without a sample."""
    fit = scoring.fit
    if fit.sample is None or not len(fit.sample):
        return None
    scatter = _whole_scatter(scoring) or _sketch_scatter(scoring, fit.sample)
    beyond = scoring.box.beyond_others(fit)
    along = scoring.isolated.beyond_others
    left = _left_out(scoring, fit.sample, (beyond, along), scatter)
    if fit.tail is None or fit.rows <= len(fit.sample):
        own = Calibration(left[0])
    else:
        tail_beyond = _tail_beyond(scoring, beyond, along)
        tail = _left_out(scoring, fit.tail, tail_beyond, _sketch_scatter(scoring, fit.tail))
        own = Calibration(left[0], tail[0], fit.tail_weights, fit.rows)
    return own, Calibration(left[1]), Calibration(left[2]), left[0]


def _tail_beyond(scoring, beyond, along):
    """How far each row of the tail lies beyond the rows of the sample that are not this row: their box, and their range along directions of isolated rows."""
    fit = scoring.fit
    known = {(row + 0.0).tobytes(): far for row, far in zip(fit.sample, zip(beyond, along))}
    others = scoring.box.beyond(fit.standardizer.narrow(fit.tail))
    found = [known.get((row + 0.0).tobytes(), (far, 0.0)) for row, far in zip(fit.tail, others)]
    return tuple(np.array(found).T)


class _Scatter:
    """For each row the scatter along L directions and beyond, poles, and the coordinates of the row there, y; n x (L + 1).

    coordinates takes the rows' residuals; least is a lower bound on left-out scores.
    """

    def __init__(self, poles, coordinates, least=0.0):
        self.poles = poles
        self.coordinates = coordinates
        self.least = least


def _whole_scatter(scoring):
    """The scatter of all rows where the sample holds every one of them; None elsewhere."""
    fit = scoring.fit
    count = len(fit.sample)
    if count != fit.weight or fit.kernel is None:
        return None
    x = fit.standardizer.wide(fit.sample)
    if fit.map.in_features:
        features = np.concatenate([fit.map.block(fit.standardizer.narrow(fit.sample[a:b])) for a, b in fit.blocks(x)])
        features = features.astype(np.float64)
        gram = features @ features.T
    else:
        gram = fit.kernel.values(x, x)
    if fit.mean is not None:
        means = gram.mean(axis=0)
        gram = gram - means - means[:, None] + means.mean()
    values, vectors = np.linalg.eigh(gram)
    values, vectors = values[::-1], vectors[:, ::-1]
    most = min(scoring.count + _MORE_DIRECTIONS, count)
    small = np.flatnonzero((values[:most] <= _SMALLEST_SHARE * values[0]) | (values[:most] <= 0))
    kept = int(small[0]) if len(small) else most
    y = np.sqrt(np.maximum(0, values[:kept])) * vectors[:, :kept]
    squares = np.maximum(0, values[kept:]) * vectors[:, kept:] ** 2
    outside = squares.sum(axis=1)
    scatter = squares @ values[kept:]
    rest = np.where(outside > 0, scatter / np.where(outside > 0, outside, 1), 0)
    poles = np.hstack([np.broadcast_to(values[:kept], (count, kept)), rest[:, None]])
    y = np.hstack([y, np.sqrt(outside)[:, None]])
    return _Scatter(poles, lambda residuals: y, _left_by_other_landmarks(fit))


def _left_by_other_landmarks(fit):
    """The squared distance of each landmark from the span of the others; 0 for other rows, and for rows that have a duplicate."""
    landmarks = fit.map.landmarks
    count = len(fit.sample)
    if landmarks is None or len(landmarks) >= count:
        return np.zeros(count)
    wide = landmarks.astype(np.float64)
    gram = fit.kernel.values(wide, wide)
    ridge = max(_RIDGE * np.trace(gram), np.finfo(float).tiny)
    inverse = np.linalg.inv(gram + ridge * np.eye(len(wide)))
    left = dict(zip([(row + 0).tobytes() for row in landmarks], np.maximum(0, 1 / np.diag(inverse) - ridge)))
    keys = [(row + 0).tobytes() for row in fit.standardized_sample()]
    seen = {}
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
    return np.array([left.get(key, 0.0) if seen[key] == 1 else 0.0 for key in keys])


def _sketch_scatter(scoring, rows):
    """The scatter as the sketch has it: all its directions, those after them if they are known, and nothing else."""
    fit = scoring.fit
    most = scoring.count + _MORE_DIRECTIONS
    known = min(len(fit.squares), most)
    wide = scoring if known == scoring.count else Directions(fit, known)
    loadings = wide.of_rows(wide.loadings, rows).astype(np.float64)
    squares = fit.squares[:known]
    rest = 0.0
    apart = 0.0
    if fit.further is not None and known < most and known == len(fit.squares):
        loadings = np.hstack([loadings, _further_loadings(fit, rows)])
        rest = fit.further_squares[-1]
        squares = np.concatenate([squares + fit.shrink * fit.weight, fit.further_squares[:-1]])
        apart = _ENOUGH * squares[0]
    poles = np.append(squares, rest)
    for i in range(1, len(poles)):
        # Each below the one before by a little: two that are equal have no root between them.
        poles[i] = min(poles[i], poles[i - 1] - apart)

    def coordinates(residuals):
        outside = residuals - np.einsum("ij,ij->i", loadings[:, scoring.count :], loadings[:, scoring.count :])
        return np.hstack([loadings, np.sqrt(np.maximum(0, outside))[:, None]])

    return _Scatter(np.broadcast_to(poles, (len(rows), len(poles))), coordinates)


def _further_loadings(fit, rows):
    features = [fit.map.block(fit.standardizer.narrow(rows[a:b])).astype(np.float64) for a, b in fit.blocks(rows)]
    directions = fit.map.folded(fit.further.astype(np.float64))
    offset = 0 if fit.mean is None else fit.further.astype(np.float64) @ fit.mean
    return (np.concatenate(features) @ directions.T - offset).astype(np.float32)


def _left_out(scoring, rows, beyond, scatter):
    """Left-out scores, Q and T^2 of rows; none below the row's own."""
    weights = scoring.weights
    outside, inside = scoring.parts_of_rows(rows)
    own = outside + (0 if weights is None else weights.unit * inside)
    score, left_outside, left_inside = _without(scoring, scatter, outside)
    least = scatter.least
    beyond, along = beyond
    score = score + along
    if weights is not None:
        left_inside = left_inside + along / weights.unit
    # A duplicate must not outscore its twin, to the last bit.
    return (
        np.maximum(own, np.maximum(score, least)) * (1 + beyond),
        np.maximum(outside, np.maximum(left_outside, least)) * (1 + beyond),
        np.maximum(inside, left_inside),
    )


def _without(scoring, scatter, residuals):
    fit = scoring.fit
    n = fit.weight
    farther = n / (max(2, n) - 1) if fit.mean is not None else 1.0
    poles = scatter.poles
    u = scatter.coordinates(residuals) * np.sqrt(farther)
    norm = np.einsum("ij,ij->i", u, u)
    u = np.maximum(_SMALLEST_PART * np.sqrt(norm)[:, None], np.abs(u))
    k = min(scoring.count, poles.shape[1] - 1)
    weights = scoring.weights
    score, outside, inside = (np.zeros(len(u)) for _ in range(3))
    exact = np.ones(len(u), bool)
    if weights is not None:
        leverage = (u[:, :k] ** 2 @ weights.inverses[:k]) / n
        exact = farther * leverage >= _SMALL_LEVERAGE
        near = ~exact
        # A row that hardly moves the directions: a change of rank one (Sherman and Morrison).
        outside[near] = farther * farther * residuals[near]
        inside[near] = farther * leverage[near] * n / (1 - leverage[near])
        score[near] = outside[near] + weights.unit * inside[near]
    if exact.any():
        found = _joined(poles[exact], u[exact], norm[exact], k, farther, max(1, n - 1), weights)
        score[exact], outside[exact], inside[exact] = found
    return score, outside, inside


def _joined(poles, u, norm, k, farther, rows, weights):
    """Scores, Q and T^2 from the roots and the products with their eigenvectors, as far as the directions exist without the row."""
    count = len(u)
    roots, products = np.zeros((count, k)), np.zeros((count, k))
    goes_on = np.ones(count, bool)
    left = np.zeros(count, int)
    for j in range(k):
        active = np.flatnonzero(goes_on)
        if not len(active):
            break
        below = _roots(poles[active], u[active], j)
        value = poles[active, j] - below
        # Without this row there may be one direction fewer: its part along that direction is all novel.
        stays = value > _SMALLEST_ROOT * poles[active, 0]
        goes_on[active[~stays]] = False
        active, below = active[stays], below[stays]
        roots[active, j] = value[stays]
        products[active, j] = _squared_products(poles[active], u[active], j, below)
        left[active] += 1
    used = np.arange(k) < left[:, None]
    residual = norm - np.where(used, products, 0).sum(axis=1)
    outside = farther * np.maximum(0, residual)
    if weights is None:
        far = np.where(used, products * rows / np.where(roots > 0, roots, 1), 0).sum(axis=1)
        return outside, outside, farther * far
    weakest = np.where(left > 0, roots[np.arange(count), np.maximum(0, left - 1)], 0) if k else np.zeros(count)
    level = noise(weakest, rows)[:, None]
    inside = farther * np.where(used, products * rows / np.maximum(level, roots), 0).sum(axis=1)
    # In the unit of the model, by which new rows are scored.
    return outside + weights.unit * inside, outside, inside


def _squared_products(poles, u, j, below):
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratios = u / (poles - poles[:, j, None] + below[:, None])
        length = np.einsum("ij,ij->i", ratios, ratios)
        return np.where((length > 0) & np.isfinite(length), 1 / length, 0)


def _roots(poles, u, j):
    """The distance of the root below pole j: steps that keep the pole's own term and linearise the others, or bisection."""
    found = np.empty(len(u))
    active = np.arange(len(u))
    own = u[:, j] ** 2
    others = u.copy()
    others[:, j] = 0
    gaps = poles - poles[:, j, None]
    low = np.zeros(len(u))
    high = poles[:, j] - poles[:, j + 1]
    tried = np.where((own > low) & (own < high), own, high / 2)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        for step in range(_MOST_ROUNDS):
            ratios = others / (gaps + tried[:, None])
            total = np.einsum("ij,ij->i", others, ratios)
            slope = -np.einsum("ij,ij->i", ratios, ratios)
            above = own / tried + total > 1
            low = np.where(above, tried, low)
            high = np.where(above, high, tried)
            b = total - slope * tried - 1
            root = np.sqrt(b * b - 4 * slope * own)
            following = np.where(b < 0, 2 * own / (root - b), (b + root) / (-2 * slope))
            inside = (following > low) & (following < high)
            following = np.where(inside & (step % 8 != 7), following, low + (high - low) / 2)
            goes_on = ~(np.abs(following - tried) <= _ENOUGH * following)
            tried = following
            if not goes_on.all():
                found[active[~goes_on]] = tried[~goes_on]
                active, own, low, high, tried = (part[goes_on] for part in (active, own, low, high, tried))
                others, gaps = others[goes_on], gaps[goes_on]
            if not len(active):
                break
    found[active] = tried
    return found
