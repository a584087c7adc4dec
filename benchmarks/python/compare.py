#!/usr/bin/env python3
"""StreamingKernelPCA beside scikit-learn's KernelPCA and Nystroem with PCA: accuracy of a classifier on k loadings, time and peak memory, in one run.

    SKPCA_JAR=cli/target/skpca.jar PYTHONPATH=python/src benchmarks/python/compare.py [--adult a9a] [--limit 60]

Digits comes with scikit-learn; --adult names the LIBSVM file a9a. Each method runs in a process of its own, which may take --limit seconds and --memory bytes;
its peak memory has that of its Java process added. Every method gets the same bandwidth, that of the median distance, and rows scaled alike.
"""

import argparse
import json
import multiprocessing
import resource
import sys
import time

import numpy as np
from sklearn.datasets import load_digits, load_svmlight_file
from sklearn.decomposition import PCA, KernelPCA
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import pairwise_distances
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

METHODS = ("skpca", "KernelPCA", "Nystroem+PCA")
COMPONENTS = 20
LANDMARKS = 1000


def digits():
    X, y = load_digits(return_X_y=True)
    return (X / 16).astype(np.float32), y


def adult(path):
    X, y = load_svmlight_file(path, n_features=123)
    return X.toarray().astype(np.float32), y > 0


def median_distance(X):
    some = X[np.random.default_rng(0).permutation(len(X))[:1000]]
    distances = pairwise_distances(some)
    return float(np.median(distances[np.triu_indices(len(some), 1)]))


def transformer(method, bandwidth, count):
    gamma = 1 / (2 * bandwidth**2)
    if method == "skpca":
        from skpca import StreamingKernelPCA

        return StreamingKernelPCA(COMPONENTS, bandwidth=bandwidth, scale="none", n_map_features=min(LANDMARKS, count))
    if method == "KernelPCA":
        return KernelPCA(COMPONENTS, kernel="rbf", gamma=gamma, random_state=0)
    return make_pipeline(Nystroem(gamma=gamma, n_components=min(LANDMARKS, count), random_state=0), PCA(COMPONENTS, random_state=0))


def java_peak():
    """The largest memory that the Java process of this Python has had, in bytes."""
    pipe = sys.modules.get("skpca._pipe")
    if pipe is None:
        return 0
    with open(f"/proc/{pipe.process().pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmHWM"))


def measure(method, data, bandwidth, memory, answer):
    if method != "skpca":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    X, test, y, test_y = data
    idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    try:
        start = time.perf_counter()
        reduced = transformer(method, bandwidth, len(X))
        loadings = reduced.fit_transform(X)
        fitted = time.perf_counter()
        others = reduced.transform(test)
        transformed = time.perf_counter()
    except MemoryError:
        answer.put({"failure": "out of memory"})
        return
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10) - idle + java_peak()
    spread = loadings.std(axis=0) + 1e-12
    # The same scaling of loadings for all: scikit-learn's classifiers mind it.
    nearest = KNeighborsClassifier(5).fit(loadings / spread[0], y).score(others / spread[0], test_y)
    logistic = LogisticRegression(max_iter=2000).fit(loadings / spread, y).score(others / spread, test_y)
    answer.put({"nearest": nearest, "logistic": logistic, "fit": fitted - start, "transform": transformed - fitted, "peak": peak})


def run(method, data, bandwidth, limit, memory):
    context = multiprocessing.get_context("spawn")
    answer = context.SimpleQueue()
    process = context.Process(target=measure, args=(method, data, bandwidth, memory, answer))
    process.start()
    process.join(limit)
    if process.is_alive():
        process.kill()
        process.join()
        return {"failure": f"more than {limit:g} s"}
    return answer.get() if process.exitcode == 0 and not answer.empty() else {"failure": f"exit {process.exitcode}"}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--adult", help="the LIBSVM file a9a")
    arguments.add_argument("--sizes", type=int, nargs="*", default=[2000, 8000, 16000, 32000], help="training rows of Adult")
    arguments.add_argument("--limit", type=float, default=60, help="seconds for one method")
    arguments.add_argument("--memory", type=float, default=8e9, help="bytes for one method of scikit-learn")
    given = arguments.parse_args()
    sets = [("Digits", *digits(), [1300])]
    if given.adult:
        sets.append(("Adult", *adult(given.adult), given.sizes))
    print("| data | rows | method | 5 nearest | logistic | fit s | transform s | peak MB |\n|---|---|---|---|---|---|---|---|", flush=True)
    results = []
    for name, X, y, sizes in sets:
        bandwidth = median_distance(X)
        gone = set()
        for size in sizes:
            tested = min(2000, max(500, len(X) - size))
            data = train_test_split(X, y, train_size=min(size, len(X) - tested), test_size=tested, random_state=0, stratify=y)
            for method in METHODS:
                if method in gone:
                    continue
                result = run(method, data, bandwidth, given.limit, int(given.memory))
                results.append({"data": name, "rows": len(data[0]), "method": method, **result})
                if "failure" in result:
                    gone.add(method)
                    cells = [result["failure"], "", "", "", ""]
                else:
                    cells = [f"{result[name]:.3f}" for name in ("nearest", "logistic")]
                    cells += [f"{result[name]:.2f}" for name in ("fit", "transform")] + [f"{result['peak'] / 1e6:.0f}"]
                print(f"| {name} | {len(data[0])} | {method} | " + " | ".join(cells) + " |", flush=True)
    print(json.dumps(results), file=sys.stderr)


if __name__ == "__main__":
    main()
