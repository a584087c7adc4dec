#!/usr/bin/env python3
"""Rows per second of partial_fit from a float32 array, beside those of the Java library for the same rows: skpca fit --in-order of the same array as a file.

    SKPCA_JAR=cli/target/skpca.jar PYTHONPATH=python/src benchmarks/python/throughput.py ./skpca -o docs/python-estimator.md

Both start a Java of their own each time, in turn; its start is left out on both sides, the compiling of its code is not. The ratio is that of the medians.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import page

TABLE = "throughput"

CHILD = """
import sys, time, numpy
from skpca import StreamingKernelPCA, _pipe
X = numpy.load(sys.argv[1])
_pipe.process()
start = time.perf_counter()
pca = StreamingKernelPCA().partial_fit(X)
pca.n_components_
print(len(X) / (time.perf_counter() - start))
pca.save(sys.argv[2])
"""


def measured(command, rows, columns, turns):
    """Speeds of Java and of Python by turns, and whether both models were the same, each time."""
    random = np.random.default_rng(0)
    X = np.sin(random.normal(size=(rows, 6)) @ random.normal(size=(6, columns)))
    X = (X + 0.1 * random.normal(size=X.shape)).astype(np.float32)
    speeds, same = {"java": [], "python": []}, True
    with tempfile.TemporaryDirectory() as folder:
        data, java, python = Path(folder, "rows.npy"), Path(folder, "java.skpca"), Path(folder, "python.skpca")
        np.save(data, X)
        for turn in range(turns):
            fit = [command, "fit", str(data), "--in-order", "-o", str(java), "--json"]
            speeds["java"].append(json.loads(subprocess.run(fit, check=True, capture_output=True).stdout)["rowsPerSecond"])
            learn = [sys.executable, "-c", CHILD, str(data), str(python)]
            speeds["python"].append(float(subprocess.run(learn, check=True, capture_output=True).stdout))
            same &= java.read_bytes() == python.read_bytes()
            java.unlink()
            print(f"turn {turn + 1}: " + ", ".join(f"{name} {some[-1]:,.0f}" for name, some in speeds.items()), file=sys.stderr)
    return speeds, same


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("command", help="the launcher skpca")
    arguments.add_argument("--rows", type=int, default=400_000)
    arguments.add_argument("--columns", type=int, default=54)
    arguments.add_argument("--turns", type=int, default=5)
    arguments.add_argument("-o", dest="output", help="a page whose table is to be replaced; standard output if none")
    given = arguments.parse_args()
    page.require(given.output, TABLE)
    speeds, same = measured(given.command, given.rows, given.columns, given.turns)
    lines = ["| rows per second | median | least | most |", "|---|---|---|---|"]
    for title, name in (("`skpca fit --in-order` of the file", "java"), ("`partial_fit` of the array", "python")):
        some = speeds[name]
        lines.append(f"| {title} | {statistics.median(some):,.0f} | {min(some):,.0f} | {max(some):,.0f} |")
    ratio = statistics.median(speeds["python"]) / statistics.median(speeds["java"])
    text = (
        f"{given.rows:,} rows of {given.columns} columns, float32; {given.turns} turns. **Python has {ratio:.2f} of the rate of Java**; "
        f"the two models are {'the same bytes' if same else 'NOT the same bytes'}. {page.versions()}\n\n"
    )
    page.write(given.output, TABLE, text + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
