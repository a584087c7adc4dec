#!/usr/bin/env python3
"""Rows per second of partial_fit from a float32 array, beside those of the Java library for the same rows: skpca fit --in-order of the same array as a file.

    SKPCA_JAR=cli/target/skpca.jar PYTHONPATH=python/src benchmarks/python/throughput.py ./skpca

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


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("command", help="the launcher skpca")
    arguments.add_argument("--rows", type=int, default=400_000)
    arguments.add_argument("--columns", type=int, default=54)
    arguments.add_argument("--turns", type=int, default=5)
    given = arguments.parse_args()
    random = np.random.default_rng(0)
    X = np.sin(random.normal(size=(given.rows, 6)) @ random.normal(size=(6, given.columns)))
    X = (X + 0.1 * random.normal(size=X.shape)).astype(np.float32)
    speeds = {"java": [], "python": []}
    with tempfile.TemporaryDirectory() as folder:
        rows, java, python = Path(folder, "rows.npy"), Path(folder, "java.skpca"), Path(folder, "python.skpca")
        np.save(rows, X)
        for _ in range(given.turns):
            fit = [given.command, "fit", str(rows), "--in-order", "-o", str(java), "--json"]
            speeds["java"].append(json.loads(subprocess.run(fit, check=True, capture_output=True).stdout)["rowsPerSecond"])
            learn = [sys.executable, "-c", CHILD, str(rows), str(python)]
            speeds["python"].append(float(subprocess.run(learn, check=True, capture_output=True).stdout))
        same = java.read_bytes() == python.read_bytes()
    for name, found in speeds.items():
        print(name, " ".join(f"{speed:,.0f}" for speed in found))
    print(f"ratio {statistics.median(speeds['python']) / statistics.median(speeds['java']):.2f}, same bytes: {same}")


if __name__ == "__main__":
    main()
