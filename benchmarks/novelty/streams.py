"""Labelled streams: rows to learn from, rows of the same kind held out, and rows that are novel."""

import gzip
import os

import numpy as np
from sklearn.datasets import load_svmlight_file

FOREST_ROWS = (100_000, 5_000)
ADULT_ROWS = (25_000, 2_000, 2_000)
CPU_ROWS = (5_373, 1_000, 1_000)


class Streams:
    """Questions that share their normal rows: which rows are novel, for somebody who has seen ``train``?

    ``normal`` are rows of the same kind held out, ``novel`` names kinds of novel rows.
    """

    def __init__(self, train, normal, novel):
        self.train = train.astype(float)
        self.normal = normal.astype(float)
        self.novel = {name: rows.astype(float) for name, rows in novel.items()}


def forest(folder, seed):
    """Lodgepole pine (class 2) is normal, cottonwood and willow (class 4) novel; the ten quantitative columns."""
    with gzip.open(os.path.join(folder, "covtype.data.gz"), "rt") as lines:
        rows = np.loadtxt(lines, delimiter=",", usecols=[*range(10), 54], dtype=np.float32)
    normal, novel = rows[rows[:, 10] == 2, :10], rows[rows[:, 10] == 4, :10]
    normal = np.random.default_rng(seed).permutation(normal)
    train, held_out = FOREST_ROWS
    return Streams(normal[:train], normal[train : train + held_out], {"Forest, class 4": novel})


def adult(folder, seed):
    rows, _ = load_svmlight_file(os.path.join(folder, "a9a.gz"), n_features=123)
    return planted("Adult", rows.toarray(), ADULT_ROWS, seed)


def cpu(folder, seed):
    with gzip.open(os.path.join(folder, "cpu_7373.csv.gz"), "rt") as lines:
        rows = np.loadtxt(lines, delimiter=",", skiprows=1, usecols=range(21))
    return planted("CPU", rows, CPU_ROWS, seed)


def planted(name, rows, sizes, seed):
    """Novel rows are made of rows that are neither learned nor held out."""
    random = np.random.default_rng(seed)
    rows = random.permutation(rows)
    train, normal, raw = np.split(rows[: sum(sizes)], np.cumsum(sizes)[:-1])
    return Streams(train, normal, {f"{name}, {kind}": make(raw, train, random) for kind, make in KINDS.items()})


def shifted(raw, train, random):
    """One column, any that varies, three of its standard deviations up or down."""
    deviation = train.std(0)
    novel = raw.copy()
    column = random.choice(np.flatnonzero(deviation), len(raw))
    novel[np.arange(len(raw)), column] += random.choice([-3, 3], len(raw)) * deviation[column]
    return novel


def shuffled(raw, train, random):
    """Every column from another row: each looks right alone, together they do not."""
    return np.column_stack([random.permutation(column) for column in raw.T])


def crossed(raw, train, random):
    """Every column from one of two rows."""
    return np.where(random.random(raw.shape) < 0.5, raw, random.permutation(raw))


def noise(raw, train, random):
    """Uniform in the box of the rows that were learned."""
    return random.uniform(train.min(0), train.max(0), raw.shape)


def scaled(raw, train, random):
    """Twice as far from the mean."""
    mean = train.mean(0)
    return mean + 2 * (raw - mean)


KINDS = {
    "one column shifted": shifted,
    "columns shuffled": shuffled,
    "two rows crossed": crossed,
    "noise in the box": noise,
    "twice as far out": scaled,
}
