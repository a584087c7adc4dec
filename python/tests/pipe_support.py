"""Where tests of the estimator find the command and the jar, and rows for them."""

import os
import subprocess
import unittest
from pathlib import Path

import numpy as np

import skpca

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND = os.environ.get("SKPCA_COMMAND") or str(ROOT / "skpca")


def require_jar():
    """Uses the jar of the package, of SKPCA_JAR, or that Maven built; skips the tests where there is none."""
    if os.environ.get("SKPCA_JAR") or Path(skpca.__file__).with_name("skpca.jar").exists():
        return
    built = ROOT / "cli" / "target" / "skpca.jar"
    if not built.exists():
        raise unittest.SkipTest("no skpca.jar: run ./skpca once, or set SKPCA_JAR")
    os.environ["SKPCA_JAR"] = str(built)


def command(*arguments):
    """Runs the command skpca; returns its standard output."""
    if not Path(COMMAND).exists():
        raise unittest.SkipTest("no command skpca: set SKPCA_COMMAND")
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"skpca {' '.join(map(str, arguments))} failed:\n{done.stderr}")
    return done.stdout


def rows(count, columns=6, seed=0, dtype=np.float32):
    """A surface of two dimensions, under noise."""
    random = np.random.default_rng(seed)
    hidden = random.uniform(-2, 2, (count, 2))
    waves = np.sin(hidden @ np.linspace(0.2, 2, 2 * columns).reshape(2, columns))
    return (waves + 0.05 * random.normal(size=(count, columns))).astype(dtype)
