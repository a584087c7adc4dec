"""Rows for the tests, from fixed seeds."""

import numpy as np


def rows(count, columns, seed):
    """Clusters on a bent surface with some noise: a few directions hold nearly all of it."""
    random = np.random.default_rng(seed)
    hidden = random.normal(size=(count, 3)) + 2 * random.integers(0, 3, size=(count, 1))
    weights = np.random.default_rng(1).normal(size=(3, columns))
    bent = np.sin(hidden @ weights) + 0.3 * hidden @ weights
    return bent + 0.05 * random.normal(size=(count, columns)) + 10


def flat(count, columns, seed):
    """Clusters on a plane of three dimensions, with noise that a bandwidth does not see."""
    random = np.random.default_rng(seed)
    hidden = 0.4 * random.normal(size=(count, 3)) + np.sin(7.0 * random.integers(0, 3, size=(count, 1)) + 3 * np.arange(3))
    weights = np.sin(np.arange(1, 4)[:, None] + 1.7 * np.arange(columns))
    return hidden @ weights + 1e-3 * random.normal(size=(count, columns))


def with_group(count, columns, seed):
    """Rows of which every twenty-fifth is of a group far from all others."""
    found = rows(count, columns, seed)
    found[::25] = 60 + found[::25] / 50
    return found


def novel(usual, seed):
    """Usual rows moved off their surface, the last of them far away."""
    random = np.random.default_rng(seed)
    count, columns = usual.shape
    off = usual + random.normal(size=(count, columns))
    off[-1] += 50
    off[-2, 0] += 1e4
    return off
