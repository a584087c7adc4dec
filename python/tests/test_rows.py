"""Rows as users have them, the attributes of a model, and what is refused."""

import io
import subprocess
import sys
import unittest

import numpy as np

import skpca
from test_model_files import GOLDEN, changed

try:
    import pandas
except ImportError:
    pandas = None
try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None


@unittest.skipUnless(GOLDEN.is_dir(), "the golden files are in the repository alone")
class RowsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = (GOLDEN / "v2-paired.skpca").read_bytes()
        cls.model = skpca.load(GOLDEN / "v2-paired.skpca")
        cls.rows = np.random.default_rng(2).normal(size=(50, 3))
        cls.loadings = cls.model.transform(cls.rows)

    def test_lists_and_floats(self):
        np.testing.assert_array_equal(self.loadings, self.model.transform(self.rows.tolist()))
        narrow = self.rows.astype(np.float32)
        np.testing.assert_allclose(self.loadings, self.model.transform(narrow), atol=1e-6)
        self.assertEqual(np.float32, self.loadings.dtype)

    def test_a_row_does_not_depend_on_those_beside_it(self):
        one_by_one = np.concatenate([self.model.score(row[None]) for row in self.rows])
        np.testing.assert_allclose(one_by_one, self.model.score(self.rows), rtol=1e-6, atol=1e-9)

    def test_blocks(self):
        many = np.tile(self.rows, (200, 1))
        found = self.model.transform(many)
        np.testing.assert_allclose(np.tile(self.loadings, (200, 1)), found, atol=1e-6)

    def test_no_rows(self):
        self.assertEqual((0, self.model.n_components_), self.model.transform(np.zeros((0, 3))).shape)
        self.assertEqual((0,), self.model.score(np.zeros((0, 3))).shape)
        self.assertEqual((0, 3), self.model.contributions(np.zeros((0, 3))).shape)
        self.assertEqual((0, 3), self.model.inverse_transform(np.zeros((0, self.model.n_components_))).shape)

    @unittest.skipIf(sparse is None, "no scipy")
    def test_sparse_rows(self):
        zeros = np.where(self.rows > 0, self.rows, 0)
        np.testing.assert_array_equal(self.model.transform(zeros), self.model.transform(sparse.csc_matrix(zeros)))

    @unittest.skipIf(pandas is None, "no pandas")
    def test_tables_by_name(self):
        named = skpca.load(io.BytesIO(changed(self.data, {"columnNames": '["a","b","c"]'})))
        table = pandas.DataFrame(self.rows, columns=["a", "b", "c"])
        np.testing.assert_array_equal(self.loadings, named.transform(table))
        other = table[["c", "a", "b"]].assign(id="x")
        np.testing.assert_array_equal(self.loadings, named.transform(other))
        with self.assertRaisesRegex(ValueError, "'b'"):
            named.transform(table[["a", "c"]])
        np.testing.assert_array_equal(self.loadings, self.model.transform(table))
        with self.assertRaisesRegex(ValueError, "column 2 of row 1 is nan"):
            self.model.transform(pandas.DataFrame([[1, pandas.NA, 3]]))

    def test_rows_that_are_refused(self):
        for rows, part in (
            (self.rows[:, :2], "2 columns and the model was fitted on 3"),
            (self.rows[0], "reshape"),
            ([["a", "b", "c"]], "not a number"),
            ([[1, np.nan, 3]], "column 2 of row 1 is nan"),
            ([[1, 2, 3], [np.inf, 2, 3]], "column 1 of row 2 is inf"),
        ):
            for method in (self.model.transform, self.model.score, self.model.p_value, self.model.contributions):
                with self.assertRaisesRegex(ValueError, part):
                    method(rows)
        with self.assertRaisesRegex(ValueError, "2 components"):
            self.model.inverse_transform(np.zeros((1, 3)))
        with self.assertRaisesRegex(ValueError, "one part"):
            self.model.score_parts(self.rows)
        with self.assertRaisesRegex(ValueError, "no p-values"):
            skpca.load(GOLDEN / "v2-exact.skpca").p_value(self.rows)
        with self.assertRaisesRegex(ValueError, "times have no meaning"):
            self.model.score(self.rows, times=np.arange(50))

    def test_rows_beyond_all_reason(self):
        for name in ("v2-paired", "v2-landmarks", "v2-polynomial", "v2-structured", "v2-fourier", "v2-nystrom"):
            model = skpca.load(GOLDEN / f"{name}.skpca")
            far = np.array([[1e300, -1e300, 1e300], [1e30, 0, 0], [3e4, 3e4, 3e4]])
            for found in (model.transform(far), model.score(far), model.contributions(far), model.reconstruct(far)):
                self.assertTrue(np.isfinite(found).all(), name)
            self.assertTrue((model.score(far) > model.score(np.zeros((1, 3)))).all(), name)

    def test_attributes_as_in_scikit_learn(self):
        model = self.model
        self.assertEqual(3, model.n_features_in_)
        self.assertEqual(self.loadings.shape[1], model.n_components_)
        self.assertEqual((model.n_components_,), model.eigenvalues_.shape)
        self.assertTrue((np.diff(model.eigenvalues_) <= 0).all())
        self.assertTrue(0 < model.explained_variance_ratio_.sum() <= 1)
        self.assertEqual((model.n_components_, len(model.mean_)), model.components_.shape)
        self.assertEqual(["pc1", "pc2"], list(model.get_feature_names_out()))
        self.assertEqual(["x1", "x2", "x3"], model.column_names)
        self.assertEqual(("paired", "skpca", "gaussian"), (model.map, model.method, model.kernel))
        self.assertEqual(float(model.metadata["resolvedBandwidth"]), model.bandwidth)
        self.assertIn("2 components", repr(model))

    def test_the_components_in_the_file_are_those_of_the_model(self):
        from skpca import _tensors

        for path in sorted(GOLDEN.glob("v2-*[a-z].skpca")):
            file = _tensors.read(path, lambda name: True)
            if "components" in file.tensors:
                model = skpca.load(path)
                np.testing.assert_allclose(file.tensors["components"], model.components_, atol=1e-6, err_msg=path.name)

    def test_numpy_alone_is_imported(self):
        script = (
            "import sys, skpca; skpca.load(sys.argv[1]).contributions([[1, 2, 3]]);"
            "print([m for m in ('scipy', 'sklearn', 'pandas', 'safetensors') if m in sys.modules])"
        )
        command = [sys.executable, "-c", script, str(GOLDEN / "v2-paired.skpca")]
        self.assertEqual("[]", subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


if __name__ == "__main__":
    unittest.main()
