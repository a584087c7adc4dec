"""Speed and error of scikit-learn's RBFSampler + IncrementalPCA beside skpca, on the same rows, in one run.

The peer gets float32 rows, all cores, and the best of four batch sizes. Training is both stages from row to components;
transforming is both stages from row to k loadings. Errors are ||G - G'||_2 / n and ||G - G'||_F / n^2 on rows held out, centred,
with the k leading components of each, both fitted on the same training rows with the same bandwidth.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time

import numpy as np
import sklearn
from sklearn.decomposition import IncrementalPCA
from sklearn.kernel_approximation import RBFSampler

BATCHES = (100, 250, 500, 1000)
MAPS = ("paired", "landmarks")


def skpca(launcher, *arguments, options=""):
    environment = dict(os.environ, SKPCA_JAVA_OPTS=options)
    done = subprocess.run([launcher, *map(str, arguments), "--json"], check=True, capture_output=True, env=environment)
    return json.loads(done.stdout)


def train_peer(rows, gamma, features, size, batch):
    sampler = RBFSampler(gamma=gamma, n_components=features, random_state=0).fit(rows[:2])
    pca = IncrementalPCA(n_components=size)
    start = time.perf_counter()
    for first in range(0, len(rows) - batch + 1, batch):
        pca.partial_fit(sampler.transform(rows[first : first + batch]))
    return len(rows) // batch * batch / (time.perf_counter() - start), sampler, pca


def transform_peer(rows, sampler, pca, k):
    best = 0
    for batch in BATCHES:
        for _ in range(3):
            start = time.perf_counter()
            for first in range(0, len(rows), batch):
                (sampler.transform(rows[first : first + batch]) - pca.mean_) @ pca.components_[:k].T
            best = max(best, len(rows) / (time.perf_counter() - start))
    return best


def errors_peer(test, gamma, sampler, pca, k):
    squares = (test.astype(float) ** 2).sum(1)
    gram = np.exp(-gamma * np.maximum(0, squares[:, None] + squares - 2 * test.astype(float) @ test.T.astype(float)))
    loadings = (sampler.transform(test) - pca.mean_).astype(float) @ pca.components_[:k].T.astype(float)
    difference = gram - loadings @ loadings.T
    difference -= difference.mean(0)
    difference -= difference.mean(1)[:, None]
    n = len(test)
    return np.abs(np.linalg.eigvalsh(difference)).max() / n, np.linalg.norm(difference) / n**2


def cases_of(launcher, folder, d, m, l, k, rows, seconds):
    """One case a map of ours: the peer's own kind of map, and the default."""
    train, test = os.path.join(folder, "train.npy"), os.path.join(folder, "test.npy")
    skpca(launcher, "generate", "random-noisy", "--rows", rows + 1000, "--columns", d, "-o", train)
    values = np.load(train).astype(np.float32)
    np.save(train, values[:rows])
    np.save(test, values[rows:])
    model = os.path.join(folder, "model.skpca")
    sizes = ["--features", m, "--sketch", l]
    bench = ["bench", train, *sizes, "--map", ",".join(MAPS), "--seconds", seconds]
    ours = skpca(launcher, *bench)["cases"]
    plain = skpca(launcher, *bench, options="-Dskpca.simd=off")["cases"]
    errors, gamma = [], 0
    for name in MAPS:
        fitted = skpca(launcher, "fit", train, *sizes, "--components", k, "--map", name, "-o", model)
        gamma = 1 / (2 * fitted["bandwidth"] ** 2)
        errors.append(skpca(launcher, "evaluate", model, test))
    best = max((train_peer(values[:rows], gamma, m, l, batch) for batch in BATCHES), key=lambda done: done[0])
    peer_errors = errors_peer(values[rows:], gamma, best[1], best[2], k)
    peer_transform = transform_peer(values[:rows], best[1], best[2], k)
    return [
        {
            "map": name, "d": d, "m": m, "l": l, "k": k, "rows": rows,
            "peerTrain": best[0], "train": ours[i]["trainRowsPerSecond"], "plainTrain": plain[i]["trainRowsPerSecond"],
            "peerTransform": peer_transform, "transform": ours[i]["transformRowsPerSecond"],
            "peerSpectral": peer_errors[0], "spectral": errors[i]["spectralError"],
            "peerFrobenius": peer_errors[1], "frobenius": errors[i]["frobeniusError"],
        }
        for i, name in enumerate(MAPS)
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("launcher")
    parser.add_argument("--columns", default="21,54,123,1000")
    parser.add_argument("--features", type=int, default=1000)
    parser.add_argument("--sketch", type=int, default=50)
    parser.add_argument("--rows", type=int, default=10000)
    parser.add_argument("--seconds", type=float, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cases = [
            one
            for d in given.columns.split(",")
            for one in cases_of(
                given.launcher, folder, int(d), given.features, given.sketch, 10, given.rows, given.seconds)
        ]
    machine = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    print(f"scikit-learn {sklearn.__version__}, numpy {np.__version__}, Python {platform.python_version()}; "
          f"{machine}, {os.cpu_count()} cores; RandomNoisy, {given.rows} rows, m = {given.features}, l = {given.sketch}, k = 10")
    print()
    print("| d | map | train: peer | skpca | ratio | plain Java ratio | transform: peer | skpca | ratio | spectral error: peer | skpca | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    for c in cases:
        print(f"| {c['d']} | {c['map']} | {c['peerTrain']:,.0f} | {c['train']:,.0f} | {c['train'] / c['peerTrain']:.1f} "
              f"| {c['plainTrain'] / c['peerTrain']:.1f} "
              f"| {c['peerTransform']:,.0f} | {c['transform']:,.0f} | {c['transform'] / c['peerTransform']:.1f} "
              f"| {c['peerSpectral']:.5f} | {c['spectral']:.5f} | {c['spectral'] / c['peerSpectral']:.3f} |")
    print()
    print(json.dumps(cases))


if __name__ == "__main__":
    sys.exit(main())
