"""The estimator: scikit-learn's own checks, the bytes of the command line, and life inside pipelines."""

import copy
import json
import pickle
import re
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import pipe_support
import skpca
from pipe_support import command, rows

try:
    import scipy.sparse
    import sklearn
except ImportError as missing:
    raise unittest.SkipTest("no scikit-learn") from missing

from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

from skpca.estimator import StreamingKernelPCA

SMALL = {"n_components": 4, "n_map_features": 60, "sketch_size": 10}


def setUpModule():
    pipe_support.require_jar()


class EstimatorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bytes_of(self, estimator):
        estimator.save(self.folder / "saved.skpca")
        return (self.folder / "saved.skpca").read_bytes()

    def test_checks_of_scikit_learn(self):
        for estimator, check in check_estimator(StreamingKernelPCA(), generate_only=True):
            with self.subTest(check=check.func.__name__):
                check(estimator)

    def test_same_bytes_as_fit_in_order(self):
        X = rows(1500)
        np.save(self.folder / "rows.npy", X)
        cases = [
            ({}, []),
            (
                {"kernel": "laplacian", "gamma": 0.25, "warm_up_rows": 500, "center": False, "random_state": 7, "n_components": 0.9},
                ["--kernel", "laplacian", "--bandwidth", 4, "--warmup", 500, "--no-center", "--seed", 7, "--components", 0.9],
            ),
            ({"purpose": "novelty", "half_life": 800, "warm_up_rows": 400}, ["--for", "novelty", "--half-life", 800, "--warmup", 400]),
            ({"method": "nystrom", "n_map_features": 40, "scale": "none"}, ["--method", "nystrom", "--features", 40, "--scale", "none"]),
        ]
        for parameters, options in cases:
            with self.subTest(parameters):
                command("fit", self.folder / "rows.npy", "--in-order", "-o", self.folder / "fit.skpca", *options)
                whole = StreamingKernelPCA(**parameters).fit(X)
                self.assertEqual(self.bytes_of(whole), (self.folder / "fit.skpca").read_bytes())
                parts = StreamingKernelPCA(**parameters)
                parts.partial_fit(X[:200]).transform(X[:2])
                for part in np.array_split(X[200:], 3):
                    parts.partial_fit(part)
                self.assertEqual(self.bytes_of(parts), self.bytes_of(whole))

    def test_the_form_of_rows_does_not_matter(self):
        X = np.round(rows(700), 1)
        X[np.abs(X) < 0.3] = 0
        fitted = StreamingKernelPCA(**SMALL).fit(X)
        loadings = fitted.transform(X)
        self.assertEqual(loadings.dtype, np.float32)
        forms = [X.astype(np.float64), np.asfortranarray(X), X.astype(">f4"), scipy.sparse.csr_matrix(X), scipy.sparse.coo_matrix(X.astype(float)), scipy.sparse.csr_array(X)]
        for form in forms:
            other = StreamingKernelPCA(**SMALL).fit(form)
            np.testing.assert_array_equal(other.transform(form), loadings)
            np.testing.assert_array_equal(fitted.score_samples(form), other.score_samples(X))
        whole = np.arange(-300, 300).reshape(100, 6)
        np.testing.assert_array_equal(
            StreamingKernelPCA(**SMALL).fit(whole).transform(whole), StreamingKernelPCA(**SMALL).fit(whole.astype(float)).transform(whole)
        )

    def test_more_rows_than_a_frame_holds(self):
        X = rows(30_000, 20)
        fitted = StreamingKernelPCA(**SMALL, warm_up_rows=500).fit(X)
        self.assertGreater(X.nbytes, 2_000_000)
        parts = np.concatenate([fitted.transform(X[:11]), fitted.transform(X[11:])])
        np.testing.assert_array_equal(fitted.transform(X), parts)
        np.testing.assert_array_equal(fitted.transform(scipy.sparse.csr_matrix(X)), parts)

    def test_answers(self):
        X = rows(1500)
        fitted = StreamingKernelPCA(**SMALL).fit(X)
        novel = np.full((1, 6), 3, np.float32)
        self.assertLess(fitted.score_samples(novel)[0], fitted.score_samples(X).min())
        self.assertLess(fitted.p_values(novel)[0], 0.01)
        self.assertGreater(fitted.p_values(X).mean(), 0.3)
        noisy = X[:40] + 0.2 * np.random.default_rng(1).normal(size=(40, 6))
        for found in (fitted.inverse_transform(fitted.transform(noisy)), fitted.reconstruct(noisy)):
            self.assertLess(np.square(found - X[:40]).mean(), np.square(noisy - X[:40]).mean())
        self.assertEqual(fitted.n_samples_seen_, 1500)
        self.assertEqual(fitted.eigenvalues_.shape, (4,))
        np.testing.assert_allclose(fitted.explained_variance_, fitted.eigenvalues_ / 1500)
        np.testing.assert_allclose(fitted.transform(X).var(axis=0), fitted.explained_variance_, atol=1e-3)
        self.assertTrue(0.3 < fitted.explained_variance_ratio_.sum() < 1)
        self.assertGreater(fitted.bandwidth_, 0)

    @unittest.skipUnless(hasattr(skpca, "load"), "no skpca.load")
    def test_a_saved_model_says_the_same(self):
        X = rows(1500)
        fitted = StreamingKernelPCA(**SMALL).fit(X)
        fitted.save(self.folder / "model.skpca")
        model = skpca.load(self.folder / "model.skpca")
        np.testing.assert_allclose(model.transform(X), fitted.transform(X), atol=1e-5)
        np.testing.assert_allclose(-model.score(X), fitted.score_samples(X), atol=1e-5)
        for name in ("n_components_", "n_samples_seen_", "n_features_in_", "eigenvalues_", "explained_variance_ratio_", "mean_"):
            np.testing.assert_allclose(getattr(model, name), getattr(fitted, name), err_msg=name)

    def test_pickle_and_copies_go_on_alike(self):
        X = rows(900)
        begun = StreamingKernelPCA(**SMALL, warm_up_rows=300).partial_fit(X[:500])
        sent = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(begun))))
        copied = copy.deepcopy(begun)
        np.testing.assert_array_equal(sent.transform(X), begun.transform(X))
        begun.partial_fit(X[500:])
        self.assertEqual(copied.n_samples_seen_, 500)
        self.assertEqual(self.bytes_of(sent.partial_fit(X[500:])), self.bytes_of(begun))
        self.assertEqual(self.bytes_of(copied.partial_fit(X[500:])), self.bytes_of(begun))
        with self.assertRaises(NotFittedError):
            clone(begun).transform(X)

    def test_going_on_from_files(self):
        X = rows(900)
        parameters = {**SMALL, "warm_up_rows": 300}
        whole = self.bytes_of(StreamingKernelPCA(**parameters).fit(X))
        begun = StreamingKernelPCA(**parameters).fit(X[:400])
        begun.checkpoint(self.folder / "checkpoint")
        begun.save(self.folder / "first.skpca")
        resumed = StreamingKernelPCA(warm_start_from=self.folder / "checkpoint").partial_fit(X[400:])
        self.assertEqual(self.bytes_of(resumed), whole)
        self.assertEqual(StreamingKernelPCA(warm_start_from=self.folder / "first.skpca").fit(X[400:]).n_samples_seen_, 900)
        alike = StreamingKernelPCA(like=self.folder / "first.skpca").fit(X[400:])
        self.assertEqual(begun.merge(alike).n_samples_seen_, 900)
        self.assertEqual(alike.n_samples_seen_, 500)
        with self.assertRaisesRegex(ValueError, "different|not the same|bandwidth|like"):
            begun.merge(StreamingKernelPCA(n_map_features=20, bandwidth=9).fit(X))
        with self.assertRaisesRegex(ValueError, "X has 5 features, and .* was fitted on 6"):
            StreamingKernelPCA(warm_start_from=self.folder / "first.skpca").fit(X[:, :5])
        with self.assertRaisesRegex(ValueError, "none.skpca"):
            StreamingKernelPCA(warm_start_from=self.folder / "none.skpca").fit(X)

    def test_inside_a_pipeline_a_search_and_a_column_transformer(self):
        X = rows(400)
        y = X[:, 0] + X[:, 1] > 0
        pipeline = make_pipeline(StreamingKernelPCA(**SMALL), LogisticRegression())
        search = GridSearchCV(pipeline, {"streamingkernelpca__n_components": [1, 4]}, cv=2).fit(X, y)
        self.assertGreater(search.best_score_, 0.8)
        parts = ColumnTransformer([("left", StreamingKernelPCA(**SMALL), [0, 1, 2]), ("right", "passthrough", [3])])
        self.assertEqual(parts.fit_transform(X).shape, (400, 5))

    def test_names(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        frame = pandas.DataFrame(rows(200), columns=list("abcdef"))
        fitted = StreamingKernelPCA(**SMALL).set_output(transform="pandas").fit(frame)
        self.assertEqual(list(fitted.feature_names_in_), list("abcdef"))
        table = fitted.transform(frame)
        self.assertEqual(list(table.columns), [f"streamingkernelpca{i}" for i in range(4)])
        with self.assertRaisesRegex(ValueError, "feature names"):
            fitted.transform(frame[list("fedcba")])

    def test_refusals_name_parameters(self):
        X = rows(100)
        for parameters, message in [
            ({"kernel": "linear"}, "^kernel must be one of"),
            ({"n_components": 0}, "^n_components must be"),
            ({"method": "rnca", "sketch_size": 5}, "sketch_size has no meaning for method rnca"),
            ({"gamma": 1, "bandwidth": 2}, "cannot both"),
            ({"gamma": 1, "kernel": "cauchy"}, "give cauchy a bandwidth"),
            ({"random_state": "x"}, "random_state"),
            ({"n_jobs": 0}, "n_jobs"),
            ({"half_life": 10, "window": 10}, "half_life and window cannot both"),
            ({"map": [1]}, "map must be"),
        ]:
            with self.subTest(parameters), self.assertRaisesRegex(ValueError, message):
                StreamingKernelPCA(**parameters).fit(X)
        with self.assertRaisesRegex(ValueError, "bandwidth"):
            StreamingKernelPCA().fit(np.ones((10, 3)))
        with self.assertRaisesRegex(ValueError, "too large for dtype"):
            StreamingKernelPCA().fit(np.full((10, 3), 1e300))
        with self.assertRaisesRegex(ValueError, "no p-values"):
            StreamingKernelPCA(method="nystrom").fit(X).p_values(X)
        with self.assertRaisesRegex(ValueError, "folder does not exist"):
            StreamingKernelPCA(**SMALL).fit(X).save(self.folder / "none" / "model.skpca")

    def test_too_many_rows_for_exact_say_how_many_were_learned(self):
        exact = StreamingKernelPCA(method="exact", n_components=2)
        with self.assertRaisesRegex(ValueError, r"at most 20000 .*\(the first \d+ rows of this call were learned\)"):
            exact.partial_fit(rows(20_100, 30))

    def test_threads_share_the_process(self):
        X = rows(600)
        expected = StreamingKernelPCA(**SMALL).fit_transform(X)
        found = {}

        def learn(number):
            found[number] = StreamingKernelPCA(**SMALL, n_jobs=1 + number % 2).fit_transform(X)

        threads = [threading.Thread(target=learn, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for loadings in found.values():
            np.testing.assert_array_equal(loadings, expected)
        self.assertEqual(len(found), 4)

    def test_the_lines_to_copy(self):
        page = pipe_support.ROOT / "docs" / "python-estimator.md"
        if not page.exists():
            self.skipTest("no docs beside the package")
        lines = re.search(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL).group(1)
        places = {"X": rows(2000), "folder": self.folder}
        exec(compile(lines.replace('"model.skpca"', "folder / 'model.skpca'"), str(page), "exec"), places)
        self.assertEqual(json.loads(command("inspect", self.folder / "model.skpca", "--json"))["rows"], 2000)


if __name__ == "__main__":
    unittest.main()
