"""ROC-AUC and AUC-PR of skpca beside seven detectors on labelled data sets, in one run, as tables in Markdown.

Two protocols. ``usual``: half of the usual rows are learned; the other half and all novel rows are scored. ``all``: rows are learned as
they come, novel ones among them, and the same kinds of rows are scored. The sizes are cut at ``--learned`` and ``--scored``.

skpca: ``fit`` and ``score`` of the command line, on the rows as they are. The others learn from columns divided by their deviations.
kNN: the mean distance to 5 neighbours. LOF, isolation forest and one-class SVM (RBF, at most 10,000 rows): scikit-learn's defaults. PCA:
the residual outside 95% of the variance. Mahalanobis: the distance from the mean, the covariance with 1e-6 added. ECOD (Li and others, 2022): the largest of three sums of logarithms of
tail shares, by column.
"""

import argparse
import glob
import json
import os
import pickle
import subprocess
import sys
import tempfile
import time

import numpy as np
import sklearn
from sklearn.ensemble import IsolationForest
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.neighbors import LocalOutlierFactor, NearestNeighbors
from sklearn.svm import OneClassSVM

PROTOCOLS = ("usual", "all")
SVM_ROWS = 10_000
TITLES = {
    "usual": "Learned from usual rows alone",
    "all": "Learned from all rows, novel ones among them",
}


def number(path):
    head = os.path.basename(path).split("_")[0]
    return (int(head) if head.isdigit() else 0, path)


def data_sets(folder, wanted):
    for path in sorted(glob.glob(os.path.join(folder, "*.npz")), key=number):
        name = os.path.basename(path)[: -len(".npz")]
        if not wanted or name in wanted:
            with np.load(path, allow_pickle=False) as held:
                yield name, held["X"].astype(float), held["y"].astype(int).ravel()


def split(x, y, protocol, seed, arguments):
    """The rows to learn, the rows to score and the labels of these."""
    random = np.random.default_rng(seed)
    usual, novel = (random.permutation(np.flatnonzero(y == label)) for label in (0, 1))
    if protocol == "usual":
        half = len(usual) // 2
        learned, asked = usual[:half], usual[half:]
    else:
        learned, asked = random.permutation(len(y)), usual
    learned = learned[: arguments.learned]
    scored = np.r_[asked[: arguments.scored], novel[: arguments.scored // 2]]
    return x[learned], x[scored], y[scored]


def knn(train, test, seed):
    near = NearestNeighbors(n_neighbors=min(5, len(train) - 1)).fit(train)
    return near.kneighbors(test)[0].mean(1)


def lof(train, test, seed):
    return -LocalOutlierFactor(n_neighbors=min(20, len(train) - 1), novelty=True).fit(train).score_samples(test)


def forest(train, test, seed):
    return -IsolationForest(random_state=seed).fit(train).score_samples(test)


def svm(train, test, seed):
    return -OneClassSVM().fit(train[:SVM_ROWS]).score_samples(test)


def covariance(train):
    return np.atleast_2d(np.cov(train.T)) + 1e-6 * np.eye(train.shape[1])


def pca(train, test, seed):
    values, vectors = np.linalg.eigh(covariance(train))
    values, vectors = values[::-1], vectors[:, ::-1]
    kept = vectors[:, : np.searchsorted(np.cumsum(values) / values.sum(), 0.95) + 1]
    return (test**2).sum(1) - ((test @ kept) ** 2).sum(1)


def mahalanobis(train, test, seed):
    return (test @ np.linalg.inv(covariance(train)) * test).sum(1)


def ecod(train, test, seed):
    rows = len(train) + 1
    low, high = np.zeros(test.shape), np.zeros(test.shape)
    for j in range(train.shape[1]):
        column = np.sort(train[:, j])
        low[:, j] = -np.log((np.searchsorted(column, test[:, j], "right") + 1) / rows)
        high[:, j] = -np.log((rows - np.searchsorted(column, test[:, j], "left")) / rows)
    skewness = ((train - train.mean(0)) ** 3).mean(0)
    by_skewness = np.where(skewness < 0, low, high)
    return np.max([low.sum(1), high.sum(1), by_skewness.sum(1)], 0)


PEERS = {
    "kNN (5)": knn,
    "LOF": lof,
    "isolation forest": forest,
    "one-class SVM": svm,
    "PCA residual": pca,
    "Mahalanobis": mahalanobis,
    "ECOD": ecod,
}
METHODS = ("skpca", *PEERS)


def in_process(peer, train, test, seed):
    """Scores of a peer, seconds and peak memory, in a process of its own."""
    deviation = train.std(0)
    deviation[deviation == 0] = 1
    standard, asked = (train - train.mean(0)) / deviation, (test - train.mean(0)) / deviation
    with tempfile.TemporaryFile() as result:
        start = time.perf_counter()
        child = os.fork()
        if child == 0:
            scores = peer(standard, asked, seed)
            os.write(result.fileno(), pickle.dumps(scores))
            os._exit(0)
        _, status, usage = os.wait4(child, 0)
        seconds = time.perf_counter() - start
        if status:
            sys.exit(f"{peer.__name__} failed on {train.shape} rows")
        result.seek(0)
        return pickle.load(result), seconds, usage.ru_maxrss / 1024


def command(arguments):
    """Runs a command; its seconds and peak memory."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        if status:
            errors.seek(0)
            sys.exit(" ".join(arguments) + "\n" + errors.read().decode())
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def skpca(launcher, train, test):
    with tempfile.TemporaryDirectory() as folder:
        rows, model, asked, scores = (os.path.join(folder, name) for name in ("train.npy", "m.skpca", "test.npy", "s.npy"))
        np.save(rows, train)
        np.save(asked, test)
        fitted = command([launcher, "fit", rows, *os.environ["FIT_OPTIONS"].split(), "-o", model])
        scored = command([launcher, "score", model, asked, *os.environ["SCORE_OPTIONS"].split(), "-o", scores])
        found = np.load(scores).reshape(len(test), -1)[:, 0]
        return found, fitted[0] + scored[0], max(fitted[1], scored[1])


def measured(arguments):
    """A dictionary from (protocol, set, seed, method) to AUC, AUC-PR, seconds and megabytes."""
    found = {}
    if arguments.keep and os.path.exists(arguments.keep):
        with open(arguments.keep) as kept:
            for line in kept:
                key, value = json.loads(line)
                found[tuple(key)] = value
    protocols = PROTOCOLS if arguments.protocol == "both" else (arguments.protocol,)
    for name, x, y in data_sets(arguments.folder, arguments.sets):
        for protocol in protocols:
            for seed in range(1, arguments.seeds + 1):
                train, test, labels = split(x, y, protocol, seed, arguments)
                for method in METHODS:
                    key = (protocol, name, seed, method)
                    if key in found:
                        continue
                    if method == "skpca":
                        scores, seconds, megabytes = skpca(arguments.launcher, train, test)
                    else:
                        scores, seconds, megabytes = in_process(PEERS[method], train, test, seed)
                    areas = (roc_auc_score(labels, scores), average_precision_score(labels, scores))
                    found[key] = [*areas, seconds, megabytes]
                    print(*key, *(f"{value:.3f}" for value in found[key]), file=sys.stderr, flush=True)
                    if arguments.keep:
                        with open(arguments.keep, "a") as kept:
                            kept.write(json.dumps([key, found[key]]) + "\n")
    return found


def means(found, protocol, sets, seeds, value):
    """sets x methods: means over seeds."""
    return np.array(
        [
            [np.mean([found[protocol, name, seed, method][value] for seed in range(1, seeds + 1)]) for method in METHODS]
            for name in sets
        ]
    )


def ranks(table):
    """The mean rank of each column, 1 for the largest; ties share."""
    below = (table[:, None, :] > table[:, :, None]).sum(2)
    equal = (table[:, None, :] == table[:, :, None]).sum(2)
    return (below + (equal + 1) / 2).mean(0)


def section(found, protocol, sets, seeds):
    area, precision, seconds, megabytes = (means(found, protocol, sets, seeds, value) for value in range(4))
    lines = [f"### {TITLES[protocol]}", "", "| | " + " | ".join(METHODS) + " |", "|---|" + "---|" * len(METHODS)]

    def line(title, values, form="{:.3f}"):
        lines.append(f"| {title} | " + " | ".join(form.format(value) if value is not None else "" for value in values) + " |")

    for title, table in (("ROC-AUC", area), ("AUC-PR", precision)):
        line(f"**mean {title}**", table.mean(0), "**{:.3f}**")
        difference = table[:, :1] - table[:, 1:]
        line("skpca ahead by", [None, *difference.mean(0)], "{:+.3f}")
        error = difference.std(0, ddof=1) / np.sqrt(len(sets)) if len(sets) > 1 else np.zeros(len(METHODS) - 1)
        line("standard error of it", [None, *error])
        line("mean rank", ranks(table), "{:.2f}")
    line("seconds, learning and scoring, mean", seconds.mean(0), "{:.1f}")
    line("peak memory in MB, largest", megabytes.max(0), "{:.0f}")
    lines += ["", "ROC-AUC by set:", "", "| set | " + " | ".join(METHODS) + " |", "|---|" + "---|" * len(METHODS)]
    for name, values in zip(sets, area):
        line(name, values)
    return "\n".join(lines) + "\n"


def commit(launcher):
    home = os.path.dirname(os.path.abspath(launcher))
    git = subprocess.run(["git", "-C", home, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return git.stdout.strip() or "unknown"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("launcher")
    parser.add_argument("folder")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--protocol", choices=(*PROTOCOLS, "both"), default="both")
    parser.add_argument("--sets", nargs="*", help="names of sets; all if none is given")
    parser.add_argument("--learned", type=int, default=20_000, help="the most rows learned")
    parser.add_argument("--scored", type=int, default=10_000, help="the most usual rows scored, and half as many novel ones")
    parser.add_argument("--keep", help="a file of results: what is in it is not measured again")
    parser.add_argument("-o", dest="output", help="a page whose tables are to be replaced; standard output if none")
    arguments = parser.parse_args()
    found = measured(arguments)
    sets = [name for name, _, _ in data_sets(arguments.folder, arguments.sets)]
    protocols = PROTOCOLS if arguments.protocol == "both" else (arguments.protocol,)
    text = (
        f"{len(sets)} sets, {arguments.seeds} seeds, at most {arguments.learned:,} rows learned and {arguments.scored:,} usual rows scored. "
        f"fit: `{os.environ['FIT_OPTIONS'] or 'the defaults'}`. Commit {commit(arguments.launcher)}, scikit-learn "
        f"{sklearn.__version__}, numpy {np.__version__}.\n\n"
        + "\n".join(section(found, protocol, sets, arguments.seeds) for protocol in protocols)
    )
    if arguments.output is None:
        print(text)
        return
    with open(arguments.output) as page:
        before, rest = page.read().split("<!-- adbench -->\n", 1)
    after = rest.split("<!-- end of adbench -->\n", 1)[1]
    with open(arguments.output, "w") as page:
        page.write(f"{before}<!-- adbench -->\n{text}<!-- end of adbench -->\n{after}")


main()
