"""The same numbers as the command skpca, for rows whose cells are prepared: windows, gaps in time, categories and missing cells."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import generated
import skpca

ROOT = Path(__file__).parent.parent.parent
COMMAND = os.environ.get("SKPCA_COMMAND") or str(ROOT / "skpca")
COUNT = 300
COLORS = np.array(["red", "green", "blue", "odd"])


def command(*arguments):
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"skpca {' '.join(map(str, arguments))} failed:\n{done.stderr}")


def table(path, names, columns):
    """Writes columns as text with all digits; NaN is an empty cell."""
    with open(path, "w") as file:
        file.write(",".join(names) + "\n")
        for row in zip(*columns):
            cells = ["" if isinstance(cell, float) and np.isnan(cell) else str(cell) for cell in row]
            file.write(",".join(cells) + "\n")


def numbers(path):
    return np.genfromtxt(path, delimiter=",", skip_header=1, ndmin=2)


@unittest.skipUnless(Path(COMMAND).exists(), "no command skpca: set SKPCA_COMMAND")
class CommandsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return Path(self.folder.name, name)

    def answers(self, names, train, test, *options, use=()):
        """Fits by the command; the model, and what the command says of other rows: loadings, and scores with p-values."""
        table(self.path("train.csv"), names, train)
        table(self.path("test.csv"), names, test)
        command("fit", self.path("train.csv"), "--features", 100, "-o", self.path("model.skpca"), *options, *use)
        model = skpca.load(self.path("model.skpca"))
        command("transform", self.path("model.skpca"), self.path("test.csv"), "-o", self.path("loadings.csv"), *use)
        command("score", self.path("model.skpca"), self.path("test.csv"), "-o", self.path("scores.csv"), *use)
        # Times are copied before them.
        loadings, scores = numbers(self.path("loadings.csv")), numbers(self.path("scores.csv"))
        return model, loadings[:, -model.n_components_ :], scores[:, -2:]

    def assert_same(self, model, rows, loadings, scores, **more):
        np.testing.assert_allclose(model.transform(rows, **more), loadings, atol=2e-4)
        np.testing.assert_allclose(model.score(rows, **more), scores[:, 0], rtol=1e-2, atol=1e-5)
        np.testing.assert_allclose(model.p_value(rows, **more), scores[:, 1], atol=0.03)

    def test_windows_with_gaps_in_time(self):
        train, test = generated.rows(COUNT, 2, 1), generated.rows(40, 2, 2)
        times = np.arange(40.0)
        times[17:] += 5
        found = self.answers(
            ["a", "b", "time"],
            [*train.T, np.arange(float(COUNT))],
            [*test.T, times],
            "--lags",
            4,
            use=("--time-column", "time"),
        )
        self.assert_same(found[0], test, *found[1:], times=times)
        judged = ~np.isnan(found[0].score(test, times=times))
        self.assertEqual([*range(3, 17), *range(20, 40)], list(np.flatnonzero(judged)))
        with self.assertRaisesRegex(ValueError, "give times"):
            found[0].score(test)
        names = found[0].column_names
        self.assertTrue(names[0].endswith("[t-3]") and names[-1].endswith("[t]") and len(names) == 8)

    def test_categories_and_missing_cells(self):
        random = np.random.default_rng(3)

        def rows(count, seed):
            values = generated.rows(count, 4, seed)
            values[random.random((count, 4)) < 0.05] = np.nan
            return values, COLORS[random.integers(0, 3, count)]

        (train, colors), (test, others) = rows(COUNT, 4), rows(30, 5)
        test[3] = np.nan
        others[5] = "odd"
        model, loadings, scores = self.answers(
            ["a", "b", "c", "d", "color"], [*train.T, colors], [*test.T, others], "--missing", "mask", "--one-hot", "color"
        )
        cells = np.column_stack([test.astype(object), others])
        self.assertTrue(np.isnan(test).any(axis=1).sum() > 2)
        self.assert_same(model, cells, loadings, scores)
        self.assertEqual("=other", model.column_names[-1][-6:])
        try:
            import pandas
        except ImportError:
            return
        frame = pandas.DataFrame(test, columns=list("abcd")).assign(color=others)
        np.testing.assert_array_equal(model.score(frame), model.score(cells))

    def test_a_fit_for_novelty_with_its_parts(self):
        train = generated.rows(COUNT, 5, 6)
        test = np.vstack([generated.rows(20, 5, 7), generated.novel(generated.rows(6, 5, 8), 8)])
        names = [f"c{j}" for j in range(5)]
        model, loadings, scores = self.answers(names, train.T, test.T, "--for", "novelty", "--scale", "columns")
        self.assert_same(model, test, loadings, scores)
        command("score", "--parts", self.path("model.skpca"), self.path("test.csv"), "-o", self.path("parts.csv"))
        parts = numbers(self.path("parts.csv"))[:, 2:]
        np.testing.assert_allclose(model.score_parts(test)[:, ::2], parts[:, ::2], rtol=1e-2, atol=1e-5)


if __name__ == "__main__":
    unittest.main()
