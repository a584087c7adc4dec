"""Files that `skpca export` writes: valid for the checker of the package onnx, and with the documented inputs and outputs."""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

try:
    import onnx
except ImportError:
    onnx = None
try:
    import onnxruntime
except ImportError:
    onnxruntime = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = shlex.split(os.environ.get("SKPCA_COMMAND", str(ROOT / "skpca")))


def skpca(*arguments):
    done = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)


def documented():
    page = (ROOT / "docs" / "onnx.md").read_text(encoding="utf-8")
    return re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1)


class ExportedFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.rows = pathlib.Path(cls.folder.name, "rows.csv")
        skpca("generate", "random-noisy", "--rows", 300, "--columns", 4, "--seed", 1, "-o", cls.rows)

    def exported(self, *options):
        model = pathlib.Path(self.folder.name, "model.skpca")
        skpca("fit", self.rows, "-o", model, "--features", 40, "--components", 3, *options)
        file = model.with_suffix(".onnx")
        skpca("export", model, "-o", file)
        return file

    @unittest.skipIf(onnx is None, "the package onnx is missing (Debian: python3-onnx)")
    def test_the_checker_finds_nothing_wrong(self):
        for options in (
            ("--map", "landmarks"),
            ("--map", "landmarks", "--kernel", "laplacian"),
            ("--map", "structured"),
            ("--method", "nystrom"),
        ):
            with self.subTest(options=options):
                model = onnx.load(str(self.exported(*options)))
                onnx.checker.check_model(model, full_check=True)
                self.assertEqual(["rows"], [value.name for value in model.graph.input])
                outputs = ["loadings", "score"] + ([] if "nystrom" in options else ["p_value"])
                self.assertEqual(outputs, [value.name for value in model.graph.output])
                self.assertEqual([""], [opset.domain for opset in model.opset_import])
                self.assertEqual({""}, {node.domain for node in model.graph.node})
                shape = model.graph.input[0].type.tensor_type.shape.dim
                self.assertEqual(("batch", 4), (shape[0].dim_param, shape[1].dim_value))

    def test_the_documented_lines_are_python(self):
        compile(documented(), "docs/onnx.md", "exec")

    @unittest.skipIf(onnxruntime is None, "the package onnxruntime is missing")
    def test_the_documented_lines_run(self):
        file = self.exported("--map", "landmarks")
        exec(compile(documented().replace("model.onnx", str(file)), "docs/onnx.md", "exec"), {})


if __name__ == "__main__":
    unittest.main()
