"""Answers of the Java library for models of every kind, and how far those of this package are from them."""

import os
import shutil
import subprocess
import unittest
from pathlib import Path

import numpy as np

import generated
import skpca

HERE = Path(__file__).parent

# Usual rows, rows off the surface, and two of these far away, the last ones.
USUAL, NOVEL, FAR = 40, 10, 2

# Rows that are searched for: of each case the first and the last.
SEARCHED = 4

SIZES = {"rows": (1100, 6), "few": (150, 12), "some": (240, 12), "wide": (300, 300), "flat": (300, 300), "group": (700, 5)}


def jar():
    """Where the classes of the library are: SKPCA_JAR, or the jar that Maven built."""
    return os.environ.get("SKPCA_JAR") or str(HERE.parent.parent / "cli" / "target" / "skpca.jar")


def java():
    home = os.environ.get("JAVA_HOME")
    return str(Path(home, "bin", "java")) if home else shutil.which("java")


def rows(kind, count, seed):
    make = {"flat": generated.flat, "group": generated.with_group}.get(kind, generated.rows)
    return make(count, SIZES[kind][1], seed)


def asked_rows(kind):
    return np.vstack([rows(kind, USUAL, 4), generated.novel(rows(kind, NOVEL, 5), 5)])


def make(folder):
    """Lets the library fit all cases and answer; raises SkipTest where there is no library or no Java."""
    if java() is None or not all(Path(part).exists() for part in jar().split(os.pathsep)):
        raise unittest.SkipTest("no Java, or no jar: run ./skpca once, or set SKPCA_JAR")
    for kind, (count, _) in SIZES.items():
        _write(folder, f"{kind}.train", rows(kind, count, 3))
        _write(folder, f"{kind}.test", asked_rows(kind))
    # Plain arithmetic has the same results and starts sooner.
    command = [java(), "-Dskpca.simd=off", "-cp", jar(), str(HERE / "Reference.java"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)} failed:\n{done.stderr}")
    return sorted(path.stem for path in Path(folder).glob("*.skpca"))


def _write(folder, name, rows):
    np.concatenate([rows.shape, rows.ravel()]).astype("<f8").tofile(Path(folder, name))


class Case:
    """One model with the answers of the library and of this package."""

    def __init__(self, folder, name):
        self._folder = folder
        self.name = name
        self.rows = asked_rows(name.split("-")[0])
        self.model = skpca.load(Path(folder, name + ".skpca"))
        count = len(self.rows)
        self.searched = np.r_[0:SEARCHED, count - SEARCHED : count]
        # A polynomial of a row that is far away is larger than all others by many orders.
        self.near = slice(0, count - FAR)

    def has(self, output):
        return Path(self._folder, f"{self.name}.{output}").exists()

    def expected(self, output, width=None):
        values = np.fromfile(Path(self._folder, f"{self.name}.{output}"), "<f8")
        return values if width is None else values.reshape(-1, width)

    def transform(self):
        found, expected = self.model.transform(self.rows), self.expected("loadings", self.model.n_components_)
        return deviation(found[self.near], expected[self.near])

    def score(self):
        return deviation(self.model.score(self.rows)[self.near], self.expected("scores")[self.near])

    def far_score(self):
        found, expected = self.model.score(self.rows)[-FAR:], self.expected("scores")[-FAR:]
        return float((np.abs(found - expected) / expected).max())

    def p_value(self):
        """In ranks of the sample."""
        ranks = len(self.model._fit.sample) + 1
        return float(np.abs(self.model.p_value(self.rows) - self.expected("pvalues")).max() * ranks)

    def same_p_values(self):
        """The share of p-values that are the same."""
        same = np.abs(self.model.p_value(self.rows) - self.expected("pvalues")) < 1e-12
        return float(same.mean())

    def extrapolated(self):
        """Of rows beyond all that were learned, relative to the p-value."""
        found = self.model.p_value(self.rows, extrapolate=True)[-FAR:]
        expected = self.expected("estimates")[-FAR:]
        return float((np.abs(found - expected) / expected).max())

    def score_parts(self):
        found, expected = self.model.score_parts(self.rows[self.searched]), self.expected("parts", 4)
        return deviation(found[: -FAR, ::2], expected[:-FAR, ::2])

    def contributions(self):
        """Of the novel rows: in usual ones all columns contribute next to nothing."""
        found = self.model.contributions(self.rows[self.searched[SEARCHED:]])
        expected = self.expected("contributions", self.rows.shape[1])[SEARCHED:]
        np.testing.assert_allclose(found.sum(axis=1), 1, rtol=1e-12)
        return float(np.abs(found - expected).max())

    def reconstruct(self):
        return self._images(self.model.reconstruct(self.rows[self.searched], return_error=True), "reconstructions")

    def inverse_transform(self):
        k = self.model.n_components_
        loadings = self.expected("loadings", k)[self.searched]
        return self._images(self.model.inverse_transform(loadings, return_error=True), "inverse")

    def _images(self, found, output):
        """The share of rows that are the same, and the deviation of the distances that they leave."""
        expected = self.expected(output, self.rows.shape[1] + 1)
        largest = np.abs(expected[:, :-1]).max(axis=0)
        same = (np.abs(found[0] - expected[:, :-1]) <= 1e-5 * largest).all(axis=1)
        return float(same.mean()), deviation(found[1], expected[:, -1])


def deviation(found, expected):
    """The largest difference, relative to the largest number of its column."""
    largest = np.abs(expected).max(axis=0)
    return float((np.abs(found - expected) / np.where(largest > 0, largest, 1)).max())
