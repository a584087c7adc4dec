"""The lines that docs/python.md opens with, as they stand."""

import contextlib
import os
import re
import tempfile
import unittest
from pathlib import Path

import numpy as np

from test_model_files import GOLDEN

PAGE = Path(__file__).parent.parent.parent / "docs" / "python.md"


@unittest.skipUnless(PAGE.exists(), "the page is in the repository alone")
class DocsTest(unittest.TestCase):
    def test_the_first_lines_run(self):
        lines = re.search("```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL).group(1)
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            Path(folder, "model.skpca").write_bytes((GOLDEN / "v2-default.skpca").read_bytes())
            rows = np.random.default_rng(1).normal(size=(20, 2))
            rows[0] = 40
            np.savetxt(Path(folder, "data.csv"), rows, delimiter=",", header="a,b", comments="")
            stack.callback(os.chdir, os.getcwd())
            os.chdir(folder)
            names = {}
            exec(compile(lines, str(PAGE), "exec"), names)
        self.assertEqual((20, 10), names["loadings"].shape)
        self.assertIn(40, names["novel"])
        self.assertEqual(names["novel"].shape, names["why"].shape)
        self.assertEqual((20, 2), names["clean"].shape)


if __name__ == "__main__":
    unittest.main()
