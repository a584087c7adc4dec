"""Files that are damaged, cut, or nonsense: one typed error, and no memory for what a file only claims."""

import hashlib
import io
import json
import pickle
import tempfile
import tracemalloc
import unittest
from pathlib import Path

import numpy as np

import skpca

GOLDEN = Path(__file__).parent.parent.parent / "core" / "src" / "test" / "resources" / "golden"


def parts(data):
    """The header and the tensors of a file."""
    end = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:end]), data[end:]


def joined(header, tensors):
    """A file with a checksum that is right, whatever else is wrong."""
    header["__metadata__"]["sha256"] = "0" * 64
    text = json.dumps(header).encode()
    zeroed = len(text).to_bytes(8, "little") + text + tensors
    return zeroed.replace(b"0" * 64, hashlib.sha256(zeroed).hexdigest().encode(), 1)


def changed(data, metadata=None, tensor=None, value=None):
    """The same file with other metadata, or with one number of a tensor changed."""
    header, tensors = parts(data)
    for key, text in (metadata or {}).items():
        if text is None:
            header["__metadata__"].pop(key, None)
        else:
            header["__metadata__"][key] = text
    if tensor is not None:
        begin = header[tensor]["data_offsets"][0]
        number = np.array([value], {"F64": "<f8", "F32": "<f4"}[header[tensor]["dtype"]]).tobytes()
        tensors = tensors[:begin] + number + tensors[begin + len(number) :]
    return joined(header, tensors)


@unittest.skipUnless(GOLDEN.is_dir(), "the golden files are in the repository alone")
class ModelFilesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = {path.name: path.read_bytes() for path in sorted(GOLDEN.glob("*.skpca"))}
        cls.models = {name: data for name, data in cls.files.items() if name.startswith("v2") and "warm-up" not in name}

    def refused(self, data, part=""):
        with self.assertRaises(skpca.ModelFileError) as caught:
            skpca.load(io.BytesIO(data))
        self.assertNotIn("\n", str(caught.exception))
        self.assertIn(part, str(caught.exception))

    def test_every_golden_model_loads_and_answers(self):
        for name, data in self.models.items():
            with self.subTest(name):
                model = skpca.load(io.BytesIO(data))
                rows = np.zeros((3, model.n_features_in_))
                self.assertEqual((3, model.n_components_), model.transform(rows).shape)
                self.assertTrue(np.isfinite(model.score(rows)).all())
                if model.method in ("skpca", "rnca"):
                    self.assertTrue(((model.p_value(rows) > 0) & (model.p_value(rows) <= 1)).all())

    def test_other_formats_and_unfinished_warm_ups(self):
        self.refused(self.files["v1-checkpoint.skpca"], "format 1")
        self.refused(self.files["v2-warm-up.skpca"], "without a model")
        self.refused(changed(self.files["v2-paired.skpca"], {"version": "3"}), "update skpca")
        self.refused(changed(self.files["v2-paired.skpca"], {"format": "other"}), "not a skpca model")
        self.refused(b"a,b\n1,2\n3,4\n", "not a skpca model")

    def test_a_file_that_is_cut_anywhere(self):
        for name in ("v2-default.skpca", "v2-exact.skpca", "v2-structured.skpca"):
            data = self.files[name]
            for end in [*range(0, 64), *range(64, len(data), max(1, len(data) // 97)), len(data) - 1]:
                self.refused(data[:end])
            self.refused(data + b"\0", "after its last tensor")

    def test_a_byte_that_is_flipped_anywhere(self):
        random = np.random.default_rng(5)
        for name, data in self.models.items():
            for at in random.integers(0, len(data), 25):
                broken = bytearray(data)
                broken[at] ^= 1 << random.integers(0, 8)
                self.refused(bytes(broken))

    def test_headers_that_are_nonsense(self):
        header, tensors = parts(self.files["v2-paired.skpca"])
        text = json.dumps(header).encode()
        name = b'"mean": '
        self.assertIn(name, text)
        for broken in (
            b"{",
            b"{}",
            b"[" * 1000,
            b'{"__metadata__":' + b"[" * 1000,
            b'{"__metadata__": {"format": "skpca", "format": "skpca"}}',
            b'{"__metadata__": {"format": 3}}',
            text.replace(name, b'"mean": {}, "x": '),
            text.replace(b'"F64"', b'"F16"'),
            text.replace(b'"shape": [', b'"shape": [-1, '),
            text.replace(b'"shape": [', b'"shape": [99999999999999999999, '),
            text.replace(b'"shape": [', b'"shape": [1e3, '),
            text.replace(b'"shape": [', b'"shape": [1,1,1,1,1,1,1,1,1, '),
            text.replace(b'"data_offsets"', b'"offsets"'),
            text + b"{}",
            text[:-1] + b"\xff}",
            text[:-1] + b', "a": "\\ud800"}',
        ):
            self.refused(len(broken).to_bytes(8, "little") + broken + tensors)

    def test_sizes_that_are_only_claimed_take_no_memory(self):
        header, tensors = parts(self.files["v2-paired.skpca"])
        begin, end = header["sketch"]["data_offsets"]
        claimed = dict(header, sketch={"dtype": "F64", "shape": [2_000_000_000], "data_offsets": [begin, begin + 16_000_000_000]})
        big = [(joined(claimed, tensors), ""), ((100_000_000).to_bytes(8, "little") + b"{" * 100, "cut short")]
        metadata = {**header["__metadata__"], **{f"key{i}": "" for i in range(5000)}}
        big.append((joined(dict(header, __metadata__=metadata), tensors), "more than 4096"))
        for data, part in big:
            tracemalloc.start()
            self.refused(data, part)
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            self.assertLess(most, 20_000_000)

    def test_numbers_and_settings_that_no_model_has(self):
        default, paired = self.files["v2-default.skpca"], self.files["v2-paired.skpca"]
        for tensor in ("origin", "landmarks", "landmarkFactor", "sketch", "mean", "sample", "squaredSingularValues"):
            for value in (np.nan, np.inf):
                self.refused(changed(default, tensor=tensor, value=value), "valid model")
        self.refused(changed(default, tensor="squaredSingularValues", value=0.0), "valid model")
        self.refused(changed(paired, tensor="sample", value=1e300), "valid model")
        self.refused(changed(self.files["v2-structured.skpca"], tensor="signs", value=0.5), "valid model")
        self.refused(changed(self.files["v2-exact.skpca"], tensor="landmarkVectors", value=7.0), "valid model")
        for metadata in (
            {"columns": "4"},
            {"columns": "9" * 18},
            {"columns": "nonsense"},
            {"features": "0"},
            {"features": None},
            {"method": "other"},
            {"map": "landmarks"},
            {"center": "perhaps"},
            {"components": "-1"},
            {"components": "1.5"},
            {"resolvedBandwidth": "0"},
            {"resolvedBandwidth": "nan"},
            {"rows": "0"},
            {"squaredNorm": "inf"},
            {"score": "other"},
            {"scoreComponents": "x"},
            {"rows.cells": "7"},
            {"rows.cells": "3", "rows.lags": "2", "rows.missing": "fail"},
            {"rows.cells": "3", "rows.lags": "1", "rows.missing": "fail", "rows.categories": "1"},
            {"columnNames": "[" * 5000},
            {"columnNames": '["a"]'},
        ):
            with self.subTest(metadata):
                self.refused(changed(paired, metadata), "valid model")

    def test_numbers_that_are_changed_anywhere_give_an_error_or_numbers(self):
        random = np.random.default_rng(9)
        answered = 0
        for name, data in self.models.items():
            header, _ = parts(data)
            names = [tensor for tensor, entry in header.items() if entry.get("dtype", "I64") != "I64" and 0 not in entry["shape"]]
            for tensor in random.choice(names, 6):
                value = random.choice([0, -1, 1e30, -1e30, 1e-30])
                try:
                    model = skpca.load(io.BytesIO(changed(data, tensor=str(tensor), value=value)))
                except skpca.ModelFileError:
                    continue
                answered += 1
                rows = random.normal(size=(2, model.n_features_in_))
                self.assertTrue(np.isfinite(model.transform(rows)).all(), (name, tensor, value))
                self.assertTrue(np.isfinite(model.score(rows)).all(), (name, tensor, value))
        self.assertGreater(answered, 10)

    def test_a_small_file_cannot_ask_for_a_large_kernel_matrix(self):
        header, tensors = parts(self.files["v2-rnca.skpca"])
        begin, end = header["sample"]["data_offsets"]
        count = 300_000
        more = np.zeros(count).tobytes()
        for name, entry in header.items():
            if name != "__metadata__" and entry["data_offsets"][0] >= end:
                entry["data_offsets"] = [at + len(more) - (end - begin) for at in entry["data_offsets"]]
        header["sample"] = {"dtype": "F64", "shape": [count, 1], "data_offsets": [begin, begin + len(more)]}
        header["__metadata__"]["rows"] = str(count)
        self.refused(joined(header, tensors[:begin] + more + tensors[end:]), "sample of 300000")

    def test_unknown_fields_are_ignored(self):
        model = skpca.load(io.BytesIO(changed(self.files["v2-paired.skpca"], {"other": "text"})))
        self.assertEqual("text", model.metadata["other"])

    def test_the_names_of_columns(self):
        model = skpca.load(io.BytesIO(changed(self.files["v2-paired.skpca"], {"columnNames": '["a","b","\\u00e9"]'})))
        self.assertEqual(["a", "b", "é"], list(model.feature_names_in_))
        self.assertFalse(hasattr(skpca.load(io.BytesIO(self.files["v2-paired.skpca"])), "feature_names_in_"))

    def test_a_kernel_of_ones_own(self):
        data = self.files["v2-landmarks.skpca"]
        own = changed(data, {"kernel": "mine"})
        built_in = skpca.load(io.BytesIO(data))
        self.refused(own, "kernel=function")

        def kernel(x, y):
            return np.exp(-((x[:, None] - y) ** 2).sum(axis=2) / (2 * built_in.bandwidth**2))

        kernel.normalized = True
        model = skpca.load(io.BytesIO(own), kernel=kernel)
        rows = np.random.default_rng(1).normal(size=(9, 3))
        np.testing.assert_allclose(model.transform(rows), built_in.transform(rows), rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(model.score(rows), built_in.score(rows), rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(model.reconstruct(rows), built_in.reconstruct(rows), atol=1e-3)
        with self.assertRaises(skpca.ModelFileError):
            skpca.load(io.BytesIO(data), kernel=kernel)

    def test_a_path_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(FileNotFoundError):
            skpca.load(Path(folder, "no.skpca"))

    def test_models_and_errors_are_pickled(self):
        model = skpca.load(io.BytesIO(self.files["v2-default.skpca"]))
        again = pickle.loads(pickle.dumps(model))
        rows = np.ones((2, 2))
        np.testing.assert_array_equal(model.transform(rows), again.transform(rows))
        model.p_value(rows, extrapolate=True)
        used = model.contributions(rows)
        np.testing.assert_array_equal(used, pickle.loads(pickle.dumps(model)).contributions(rows))
        error = skpca.ModelFileError("a", "b", "c")
        self.assertEqual(str(error), str(pickle.loads(pickle.dumps(error))))


if __name__ == "__main__":
    unittest.main()
