#!/usr/bin/env python3
"""Linear PCA beside skpca on data sets that come with scikit-learn: accuracy of the five nearest, held out, at equal components.

    benchmarks/worth/compare.py          # prints the table of docs/guide/worth-it.md; some minutes

Needs numpy, scikit-learn and a built ./skpca; SKPCA names another command. Each data set is split in halves five times, with the same share of
every class in both. Columns are standardised for both methods, by the half that is learned; pixels are taken as they are. skpca has its default
settings, and then the bandwidth that `skpca tune --label` takes for the half that is learned, so that held-out rows choose nothing.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from sklearn import datasets
from sklearn.decomposition import PCA
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

SPLITS = 5
HERE = pathlib.Path(__file__).resolve().parents[2]
SKPCA = os.environ.get("SKPCA", str(HERE / "skpca"))
SETS = {
    "iris": (datasets.load_iris, "columns", [1, 2, 3]),
    "wine": (datasets.load_wine, "columns", [1, 2, 5]),
    "breast cancer": (datasets.load_breast_cancer, "columns", [1, 2, 5]),
    "digits": (datasets.load_digits, "none", [2, 5, 10]),
}


def skpca(*words):
    done = subprocess.run([SKPCA, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def accuracy(train, test, learned, held):
    nearest = KNeighborsClassifier(5).fit(train, learned)
    return nearest.score(test, held)


def loadings(folder, train, test, bandwidth, scale, most):
    model = folder / "model.skpca"
    skpca("fit", train, "-o", model, "--scale", scale, "--bandwidth", bandwidth, "--components", most, "--json")
    places = []
    for rows in (train, test):
        out = folder / "loadings.npy"
        skpca("transform", model, rows, "-o", out)
        places.append(np.load(out))
    return places


def tuned(folder, rows, labels, scale, components):
    """The bandwidth that tune takes for the half that is learned."""
    file = folder / "labelled.csv"
    header = ",".join([f"c{i}" for i in range(rows.shape[1])] + ["label"])
    np.savetxt(file, np.column_stack([rows, labels]), delimiter=",", header=header, comments="")
    found = skpca("tune", file, "--label", "label", "--scale", scale, "--components",
                  ",".join(map(str, components)), "--json")
    return json.loads(found)["best"]["bandwidth"]


def measure(name, folder):
    load, scale, components = SETS[name]
    rows, labels = load(return_X_y=True)
    found = {(method, k): [] for method in ("linear PCA", "skpca", "skpca, tuned") for k in components}
    split = StratifiedShuffleSplit(SPLITS, test_size=0.5, random_state=0)
    for learn, hold in split.split(rows, labels):
        train, test = rows[learn], rows[hold]
        np.save(folder / "train.npy", train)
        np.save(folder / "test.npy", test)
        scaler = StandardScaler(with_std=scale == "columns").fit(train)
        pca = PCA(max(components)).fit(scaler.transform(train))
        places = {"linear PCA": [pca.transform(scaler.transform(part)) for part in (train, test)]}
        bandwidth = tuned(folder, train, labels[learn], scale, components)
        for method, wanted in (("skpca", "median"), ("skpca, tuned", bandwidth)):
            places[method] = loadings(folder, folder / "train.npy", folder / "test.npy", wanted, scale,
                                      max(components))
        for method, (near, far) in places.items():
            for k in components:
                found[method, k].append(accuracy(near[:, :k], far[:, :k], labels[learn], labels[hold]))
    return rows.shape, components, found


def main():
    print("| data | rows x columns | components | linear PCA | skpca | skpca, tuned |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in SETS:
            shape, components, found = measure(name, pathlib.Path(folder))
            for k in components:
                cells = []
                for method in ("linear PCA", "skpca", "skpca, tuned"):
                    values = np.array(found[method, k])
                    cells.append(f"{values.mean():.3f} ± {values.std(ddof=1) / np.sqrt(SPLITS):.3f}")
                print(f"| {name} | {shape[0]} x {shape[1]} | {k} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
