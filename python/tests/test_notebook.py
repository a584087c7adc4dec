"""The example that a notebook would be, run as it is."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pipe_support

SCRIPT = Path(__file__).parent.parent / "examples" / "stream.py"


def setUpModule():
    pipe_support.require_jar()


@unittest.skipUnless(SCRIPT.exists() and Path(pipe_support.COMMAND).exists(), "no example, or no command skpca")
class NotebookTest(unittest.TestCase):
    def test_it_runs_to_its_end(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, str(SCRIPT), folder],
                env={**os.environ, "SKPCA_COMMAND": pipe_support.COMMAND, "MPLCONFIGDIR": folder},
                capture_output=True,
                text=True,
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("4000 rows; the components explain 0.", done.stdout)
            self.assertIn("the same bytes as skpca fit --in-order: True", done.stdout)
            self.assertIn("skpca inspect reads it: 4000 rows", done.stdout)
            self.assertIn("merged: 7000 rows", done.stdout)
            page = Path(folder, "monday.html").read_text(encoding="utf-8")
            self.assertIn("<svg", page)
            self.assertIn("4000", page)
            self.assertTrue("no second plot" in done.stdout or Path(folder, "loadings.svg").stat().st_size > 1000)


if __name__ == "__main__":
    unittest.main()
