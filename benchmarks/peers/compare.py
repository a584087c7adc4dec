"""Speed and error of scikit-learn's RBFSampler + IncrementalPCA beside skpca, on the same rows, in one run.

The peer gets float32 rows, all cores, and the best of four batch sizes; both sides have their best of three turns. Training is
both stages from row to components; transforming is both stages from row to k loadings. Errors are ||G - G'||_2 / n on rows held out, centred,
with the k leading components and with all l, both fitted on the same training rows with the same bandwidth.

A second table has, for each d, the fewest landmarks of a ladder with which the default has at most the peer's spectral error, with all l
components and with every one of three seeds, and the speeds with that many.
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
WIDE = 256
TURNS = 3
LADDER = (50, 80, 100, 150, 200, 300, 500, 700, 1000)
SEEDS = (1, 2, 3)


def variants_of(d):
    """The peer's own kind of map, the default, and for wide rows the map made for them. In this order a single bench measures them."""
    return ["paired", "landmarks"] + (["structured"] if d >= WIDE else [])


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
    return len(rows) // batch * batch / (time.perf_counter() - start), batch, sampler, pca


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
    return np.abs(np.linalg.eigvalsh(difference)).max() / len(test)


def fewest_landmarks(launcher, train, test, l, most, model, peer):
    """The first step of the ladder whose error is at most the peer's with every seed, and the worst ratio there; or nothing."""
    for landmarks in (step for step in LADDER if step <= most):
        worst = 0
        for seed in SEEDS:
            skpca(launcher, "fit", train, "--features", landmarks, "--sketch", l, "--components", l, "--map", "landmarks",
                  "--bandwidth", peer["bandwidth"], "--seed", seed, "-o", model)
            worst = max(worst, skpca(launcher, "evaluate", model, test)["spectralError"] / peer["spectral"])
            if worst > 1:
                break
        if worst <= 1:
            return landmarks, worst
    return None


def equal_of(launcher, train, test, d, l, m, model, seconds, peer):
    """The default map with as few landmarks as have the peer's error."""
    progress(f"d = {d}: the fewest landmarks")
    found = fewest_landmarks(launcher, train, test, l, m, model, peer)
    case = {"d": d, "peerFeatures": m, "l": l,
            "peerTrain": peer["train"], "peerTransform": peer["transform"], "peerSpectral": peer["spectral"]}
    if found:
        bench = ["bench", train, "--features", found[0], "--sketch", l, "--map", "landmarks", "--seconds", seconds]
        ours = [skpca(launcher, *bench)["cases"] for _ in range(TURNS)]
        case.update(landmarks=found[0], worstRatio=found[1],
                    train=fastest(ours, 0, "train"), transform=fastest(ours, 0, "transform"))
    return case


def cases_of(launcher, folder, d, m, l, k, rows, seconds):
    """One case a map of ours with the peer's number of features, and what finds the one with as few as have its error."""
    train, test = os.path.join(folder, "train.npy"), os.path.join(folder, "test.npy")
    skpca(launcher, "generate", "random-noisy", "--rows", rows + 1000, "--columns", d, "-o", train)
    values = np.load(train).astype(np.float32)
    np.save(train, values[:rows])
    np.save(test, values[rows:])
    model = os.path.join(folder, "model.skpca")
    sizes = ["--features", m, "--sketch", l]
    variants = variants_of(d)
    bench = ["bench", train, *sizes, "--map", ",".join(variants), "--seconds", seconds]
    progress(f"d = {d}: errors")
    errors, all_errors, bandwidth = [], [], 0
    for name in variants:
        for count, found in ((k, errors), (l, all_errors)):
            fitted = skpca(launcher, "fit", train, *sizes, "--components", count, "--map", name, "-o", model)
            bandwidth = fitted["bandwidth"]
            found.append(skpca(launcher, "evaluate", model, test)["spectralError"])
    gamma = 1 / (2 * bandwidth**2)
    progress(f"d = {d}: the peer's batches")
    speed, batch, sampler, pca = max(
        (train_peer(values[:rows], gamma, m, l, batch) for batch in BATCHES), key=lambda done: done[0])
    spectral = errors_peer(values[rows:], gamma, sampler, pca, k)
    peer = {"train": speed, "transform": 0, "spectral": errors_peer(values[rows:], gamma, sampler, pca, l), "bandwidth": bandwidth}
    ours, plain = [], []
    # Each side has its best turn: machines are now faster, now slower, for minutes at a time.
    for turn in range(TURNS):
        progress(f"d = {d}: turn {turn + 1} of {TURNS}")
        ours.append(skpca(launcher, *bench)["cases"])
        peer["train"] = max(peer["train"], train_peer(values[:rows], gamma, m, l, batch)[0])
        peer["transform"] = max(peer["transform"], transform_peer(values[:rows], sampler, pca, k))
        plain.append(skpca(launcher, *bench, options="-Dskpca.simd=off")["cases"])
    cases = [
        {
            "map": name, "d": d, "m": m, "l": l, "k": k, "rows": rows,
            "peerTrain": peer["train"], "train": fastest(ours, i, "train"), "plainTrain": fastest(plain, i, "train"),
            "peerTransform": peer["transform"], "transform": fastest(ours, i, "transform"),
            "peerSpectral": spectral, "spectral": errors[i],
            # With all components: with a few of them most of the error is that of leaving out the others, whatever the map.
            "peerSpectralOfAll": peer["spectral"], "spectralOfAll": all_errors[i],
        }
        for i, name in enumerate(variants)
    ]
    return cases, lambda: equal_of(launcher, train, test, d, l, m, model, seconds, peer)


def fastest(turns, i, what):
    return max(cases[i][f"{what}RowsPerSecond"] for cases in turns)


def progress(text):
    print(text, file=sys.stderr, flush=True)


def print_equals(equals, m):
    print(f"At the peer's error: the fewest landmarks of {', '.join(map(str, LADDER))} with which the spectral error of all l "
          f"components is at most the peer's with m = {m}, with every one of {len(SEEDS)} seeds")
    print()
    print("| d | landmarks | worst error ratio | train: peer | skpca | ratio | transform: peer | skpca | ratio |")
    print("|---|---|---|---|---|---|---|---|---|")
    for c in equals:
        if "landmarks" in c:
            print(f"| {c['d']} | {c['landmarks']} | {c['worstRatio']:.3f} "
                  f"| {c['peerTrain']:,.0f} | {c['train']:,.0f} | {c['train'] / c['peerTrain']:.1f} "
                  f"| {c['peerTransform']:,.0f} | {c['transform']:,.0f} | {c['transform'] / c['peerTransform']:.1f} |")
        else:
            print(f"| {c['d']} | none | above 1 | {c['peerTrain']:,.0f} | - | - | {c['peerTransform']:,.0f} | - | - |")
    print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("launcher")
    parser.add_argument("--columns", default="21,54,123,1000")
    parser.add_argument("--features", type=int, default=1000)
    parser.add_argument("--sketch", type=int, default=50)
    parser.add_argument("--rows", type=int, default=10000)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--same-features", action="store_true", help="without the second table, which takes most of the time")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cases, equals = [], []
        for d in given.columns.split(","):
            same_size, same_error = cases_of(
                given.launcher, folder, int(d), given.features, given.sketch, 10, given.rows, given.seconds)
            cases += same_size
            if not given.same_features:
                equals.append(same_error())
    machine = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    print(f"scikit-learn {sklearn.__version__}, numpy {np.__version__}, Python {platform.python_version()}; "
          f"{machine}, {os.cpu_count()} cores; RandomNoisy, {given.rows} rows, m = {given.features}, l = {given.sketch}, k = 10")
    print()
    print("| d | map | train: peer | skpca | ratio | plain Java ratio | transform: peer | skpca | ratio | error, k components: peer | skpca | ratio "
          "| error, all l: peer | skpca | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for c in cases:
        print(f"| {c['d']} | {c['map']} | {c['peerTrain']:,.0f} | {c['train']:,.0f} | {c['train'] / c['peerTrain']:.1f} "
              f"| {c['plainTrain'] / c['peerTrain']:.1f} "
              f"| {c['peerTransform']:,.0f} | {c['transform']:,.0f} | {c['transform'] / c['peerTransform']:.1f} "
              f"| {c['peerSpectral']:.5f} | {c['spectral']:.5f} | {c['spectral'] / c['peerSpectral']:.3f} "
              f"| {c['peerSpectralOfAll']:.5f} | {c['spectralOfAll']:.5f} | {c['spectralOfAll'] / c['peerSpectralOfAll']:.3f} |")
    print()
    if equals:
        print_equals(equals, given.features)
    print(json.dumps({"sameFeatures": cases, "sameError": equals}))


if __name__ == "__main__":
    sys.exit(main())
