#!/usr/bin/env python3
"""StreamingKernelPCA beside scikit-learn's KernelPCA and Nystroem with PCA: accuracy of classifiers on k loadings, time and peak memory, in one run.

    SKPCA_JAR=cli/target/skpca.jar PYTHONPATH=python/src benchmarks/python/compare.py --adult a9a a9a.t -o docs/python-estimator.md

Digits comes with scikit-learn; --adult names the LIBSVM files a9a and a9a.t, packed by gzip or not. Without the second file rows of the first are left out to test with.
Each method runs in a process of its own. Those of scikit-learn may have --memory bytes; skpca needs no limit. A method that takes more than --limit seconds or that memory gives up, and
is not asked for more rows. Every method gets the same rows and the same bandwidth, the median distance.
"""

import argparse
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

import page

METHODS = ("skpca", "KernelPCA", "KernelPCA, arpack", "Nystroem+PCA")
TABLE = "compare"
COMPONENTS = 20
LANDMARKS = 1000
TESTED = 4000
DIGITS_TESTED = 497
ADULT_COLUMNS = 123


def digits():
    """Rows and classes to learn from, and others to test with."""
    X, y = load_digits(return_X_y=True)
    X, test, y, test_y = train_test_split((X / 16).astype(np.float32), y, test_size=DIGITS_TESTED, random_state=0, stratify=y)
    return X, y, test, test_y


def adult(files):
    """The same of Adult, in an order that was drawn once."""
    X, y = _drawn(*load_svmlight_file(files[0], n_features=ADULT_COLUMNS))
    if len(files) == 1:
        return X[TESTED:], y[TESTED:], X[:TESTED], y[:TESTED]
    test, test_y = _drawn(*load_svmlight_file(files[1], n_features=ADULT_COLUMNS))
    return X, y, test[:TESTED], test_y[:TESTED]


def _drawn(X, y):
    order = np.random.default_rng(0).permutation(len(y))
    return X[order].toarray().astype(np.float32), y[order] > 0


def median_distance(X):
    some = X[np.random.default_rng(0).permutation(len(X))[:1000]]
    distances = pairwise_distances(some)
    return float(np.median(distances[np.triu_indices(len(some), 1)]))


def transformer(method, bandwidth, count):
    gamma = 1 / (2 * bandwidth**2)
    if method == "skpca":
        from skpca import StreamingKernelPCA

        return StreamingKernelPCA(COMPONENTS, bandwidth=bandwidth, scale="none", n_map_features=min(LANDMARKS, count))
    if method.startswith("KernelPCA"):
        solver = "arpack" if method.endswith("arpack") else "auto"
        return KernelPCA(COMPONENTS, kernel="rbf", gamma=gamma, eigen_solver=solver, random_state=0)
    return make_pipeline(Nystroem(gamma=gamma, n_components=min(LANDMARKS, count), random_state=0), PCA(COMPONENTS, random_state=0))


def peak(process="self"):
    """The most memory that a process has had, in bytes. Unlike ru_maxrss it knows nothing of the process that started this one."""
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmHWM"))


def java_peak():
    """The same of the Java process of this Python."""
    pipe = sys.modules.get("skpca._pipe")
    return 0 if pipe is None else peak(pipe.process().pid)


def measure(method, data, bandwidth, memory, answer):
    if method != "skpca":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    X, y, test, test_y = data
    try:
        start = time.perf_counter()
        reduced = transformer(method, bandwidth, len(X))
        loadings = reduced.fit_transform(X)
        fitted = time.perf_counter()
        others = reduced.transform(test)
        transformed = time.perf_counter()
    except MemoryError:
        answer.send({"failure": f"gives up: more than {memory / 1e9:g} GB"})
        return
    memory = peak() + java_peak()
    spread = loadings.std(axis=0) + 1e-12
    # The same scaling of loadings for all: scikit-learn's classifiers mind it.
    nearest = KNeighborsClassifier(5).fit(loadings / spread[0], y).score(others / spread[0], test_y)
    logistic = LogisticRegression(max_iter=2000).fit(loadings / spread, y).score(others / spread, test_y)
    answer.send({"nearest": nearest, "logistic": logistic, "fit": fitted - start, "transform": transformed - fitted, "peak": memory})


def run(method, data, bandwidth, limit, memory):
    context = multiprocessing.get_context("spawn")
    answer, sender = context.Pipe(duplex=False)
    process = context.Process(target=measure, args=(method, data, bandwidth, memory, sender))
    process.start()
    sender.close()
    try:
        if not answer.poll(limit):
            return {"failure": f"gives up: more than {limit:g} s"}
        return answer.recv()
    except EOFError:
        process.join()
        return {"failure": f"ended with code {process.exitcode}"}
    finally:
        process.kill()
        process.join()


def cells(result):
    if "failure" in result:
        return [result["failure"], "", "", "", ""]
    shares = [f"{result[name]:.3f}" for name in ("nearest", "logistic")]
    return shares + [f"{result[name]:.1f}" for name in ("fit", "transform")] + [f"{result['peak'] / 1e6:.0f}"]


def table(sets, limit, memory):
    """Lines of the table, which are also shown as they come."""
    lines = ["| data | rows | method | 5 nearest | logistic | fit s | transform s | peak MB |", "|---|---|---|---|---|---|---|---|"]
    for name, (X, y, test, test_y), sizes in sets:
        bandwidth = median_distance(X)
        gone = set()
        for size in dict.fromkeys(min(size, len(X)) for size in sizes):
            for method in METHODS:
                if method in gone:
                    continue
                result = run(method, (X[:size], y[:size], test, test_y), bandwidth, limit, memory)
                if "failure" in result:
                    gone.add(method)
                lines.append(f"| {name} | {size:,} | {method} | " + " | ".join(cells(result)) + " |")
                print(lines[-1], file=sys.stderr, flush=True)
    return lines


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--adult", nargs="+", metavar="FILE", help="the LIBSVM files a9a and a9a.t")
    arguments.add_argument(
        "--sizes", type=int, nargs="*", default=[1000, 2000, 5000, 10_000, 20_000, 32_561], help="training rows of Adult"
    )
    arguments.add_argument("--limit", type=float, default=60, help="seconds for one method, classifiers included")
    arguments.add_argument("--memory", type=float, default=8e9, help="bytes for one method of scikit-learn")
    arguments.add_argument("-o", dest="output", help="a page whose table is to be replaced; standard output if none")
    given = arguments.parse_args()
    page.require(given.output, TABLE)
    sets = [("Digits", digits(), [1300])]
    if given.adult:
        sets.append(("Adult", adult(given.adult), given.sizes))
    text = (
        f"{COMPONENTS} components, {LANDMARKS:,} landmarks, tested with {DIGITS_TESTED} rows of Digits and {TESTED:,} of Adult; "
        f"{given.limit:g} s and {given.memory / 1e9:g} GB of address space for one method of scikit-learn. {page.versions()}\n\n"
    )
    page.write(given.output, TABLE, text + "\n".join(table(sets, given.limit, int(given.memory))) + "\n")


if __name__ == "__main__":
    main()
