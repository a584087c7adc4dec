"""Rows for the tests, from fixed seeds."""

import numpy as np


def rows(count, columns, seed):
    """Clusters on a bent surface with some noise: a few directions hold nearly all of it."""
    random = np.random.default_rng(seed)
    hidden = random.normal(size=(count, 3)) + 2 * random.integers(0, 3, size=(count, 1))
    weights = np.random.default_rng(1).normal(size=(3, columns))
    bent = np.sin(hidden @ weights) + 0.3 * hidden @ weights
    return bent + 0.05 * random.normal(size=(count, columns)) + 10


def novel(count, columns, seed):
    """Rows that are off the surface, the last of them far away."""
    random = np.random.default_rng(seed)
    off = rows(count, columns, seed) + random.normal(size=(count, columns))
    off[-1] += 50
    off[-2, 0] += 1e4
    return off
