"""ROC-AUC of four novelty scores on the same labelled streams, in one run, as a table in Markdown.

skpca: ``fit`` and ``score`` of the command line. linear: squared reconstruction error of PCA with 10 components on standardised
columns (5 for the ten columns of Forest, of which 10 would leave nothing). isolation forest: scikit-learn's defaults. one-class
SVM: scikit-learn's defaults, on standardised columns, fitted on the first 10,000 rows, because its time grows with their square.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np
import sklearn
import streams
from sklearn.decomposition import PCA
from sklearn.ensemble import IsolationForest
from sklearn.metrics import roc_auc_score
from sklearn.svm import OneClassSVM

METHODS = ("skpca", "linear", "isolation forest", "one-class SVM")
SVM_ROWS = 10_000


def skpca_scores(launcher, folder, train, test):
    rows, model, asked, scores = (os.path.join(folder, name) for name in ("train.npy", "m.skpca", "test.npy", "s.npy"))
    np.save(rows, train)
    np.save(asked, test)
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([launcher, "fit", rows, *os.environ["FIT_OPTIONS"].split(), "-o", model], **quiet)
    subprocess.run([launcher, "score", model, asked, *os.environ["SCORE_OPTIONS"].split(), "-o", scores], **quiet)
    return np.load(scores).reshape(len(test), -1)[:, 0]


def linear_scores(train, test):
    pca = PCA(10 if train.shape[1] > 10 else 5, random_state=0).fit(train)
    return ((test - pca.inverse_transform(pca.transform(test))) ** 2).sum(1)


def all_scores(launcher, folder, train, test, seed):
    """The scores of each method for all test rows; each is fitted once."""
    deviation = train.std(0)
    deviation[deviation == 0] = 1
    standard, asked = (train - train.mean(0)) / deviation, (test - train.mean(0)) / deviation
    return (
        skpca_scores(launcher, folder, train, test),
        linear_scores(standard, asked),
        -IsolationForest(random_state=seed).fit(train).score_samples(test),
        -OneClassSVM().fit(standard[:SVM_ROWS]).score_samples(asked),
    )


def areas(launcher, folder, asked, seed):
    """ROC-AUC by kind of novel rows and method."""
    test = np.vstack([asked.normal, *asked.novel.values()])
    cuts = np.cumsum([len(asked.normal), *(len(rows) for rows in asked.novel.values())])[:-1]
    found = {name: [] for name in asked.novel}
    for scores in all_scores(launcher, folder, asked.train, test, seed):
        normal, *novel = np.split(scores, cuts)
        for name, part in zip(asked.novel, novel):
            labels = np.r_[np.zeros(len(normal)), np.ones(len(part))]
            found[name].append(roc_auc_score(labels, np.r_[normal, part]))
    return found


def measured(launcher, data, first, seeds):
    found = {}
    for source in (streams.forest, streams.adult, streams.cpu):
        for seed in range(first, first + (1 if source is streams.forest else seeds)):
            with tempfile.TemporaryDirectory() as folder:
                for name, area in areas(launcher, folder, source(data, seed), seed).items():
                    found.setdefault(name, []).append(area)
                    print(seed, name, *(f"{value:.3f}" for value in area), file=sys.stderr, flush=True)
    return found


def table(found):
    lines = ["| stream | seeds | " + " | ".join(METHODS) + " |", "|---|---|" + "---|" * len(METHODS)]
    for name, values in found.items():
        cells = [
            f"{mean:.3f}" + (f" ± {spread:.3f}" if len(values) > 1 else "")
            for mean, spread in zip(np.mean(values, 0), np.std(values, 0))
        ]
        lines.append(f"| {name} | {len(values)} | " + " | ".join(cells) + " |")
    average = np.mean([np.mean(values, 0) for values in found.values()], 0)
    lines.append("| **average over streams** | | " + " | ".join(f"**{value:.3f}**" for value in average) + " |")
    return "\n".join(lines) + "\n"


def commit(launcher):
    home = os.path.dirname(os.path.abspath(launcher))
    git = subprocess.run(["git", "-C", home, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return git.stdout.strip() or "unknown"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("launcher")
    parser.add_argument("data")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first-seed", type=int, default=1, help="0 was looked at when the defaults were chosen")
    parser.add_argument("-o", dest="output", help="a page whose table is to be replaced; standard output if none")
    arguments = parser.parse_args()
    found = measured(arguments.launcher, arguments.data, arguments.first_seed, arguments.seeds)
    options = [f"`{name}={os.environ[name]}`" for name in ("FIT_OPTIONS", "SCORE_OPTIONS") if os.environ[name]]
    text = (
        f"Options: {', '.join(options) or 'the defaults'}. Commit {commit(arguments.launcher)}, scikit-learn "
        f"{sklearn.__version__}, numpy {np.__version__}.\n\n{table(found)}"
    )
    if arguments.output is None:
        print(text)
        return
    with open(arguments.output) as page:
        before, rest = page.read().split("<!-- table -->\n", 1)
    after = rest.split("<!-- end of table -->\n", 1)[1]
    with open(arguments.output, "w") as page:
        page.write(f"{before}<!-- table -->\n{text}<!-- end of table -->\n{after}")


main()
