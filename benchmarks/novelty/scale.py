"""ROC-AUC of skpca's novelty score with columns as given, scaled, and as --scale auto decides:

    python3 benchmarks/novelty/scale.py FOLDER [NAME...] > table.md

FOLDER holds labelled sets as .npz files with X (rows x columns) and y (0 usual, 1 novel), such as those of ADBench. Half of the usual rows, at most
20,000, are learned; the other half, at most 10,000, and the novel rows, at most 5,000, are scored. Means of two splits. Needs numpy.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

SKPCA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "skpca")
SCALES = ("none", "columns", "auto")


def split(rows, labels, seed):
    random = np.random.default_rng(seed)
    usual = random.permutation(np.flatnonzero(labels == 0))
    novel = random.permutation(np.flatnonzero(labels == 1))[:5000]
    half = len(usual) // 2
    held_out = usual[half:][:10000]
    scored = np.vstack([rows[held_out], rows[novel]])
    return rows[usual[:half][:20000]], scored, np.repeat([0, 1], [len(held_out), len(novel)])


def auc(scores, labels):
    """The chance that a novel row scores higher than a usual one; a tie counts half."""
    _, place, count = np.unique(scores, return_inverse=True, return_counts=True)
    rank = (np.cumsum(count) - (count - 1) / 2)[place]
    novel = labels.sum()
    return (rank[labels == 1].sum() - novel * (novel + 1) / 2) / (novel * (len(labels) - novel))


def measured(train, scored, labels, scale):
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        np.save(at("train.npy"), train)
        np.save(at("scored.npy"), scored)
        fit = [SKPCA, "fit", at("train.npy"), "--scale", scale, "-o", at("model.skpca"), "--json"]
        fields = json.loads(subprocess.run(fit, check=True, capture_output=True, text=True).stdout)
        score = [SKPCA, "score", at("model.skpca"), at("scored.npy"), "-o", at("scores.csv")]
        subprocess.run(score, check=True, capture_output=True)
        scores = np.loadtxt(at("scores.csv"), delimiter=",", skiprows=1, usecols=0)
        return auc(scores, labels), fields["scale"], fields["scaleReason"]


def main(folder, names):
    names = names or sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".npz"))
    print("| set | none | columns | auto | decided | why |\n|---|---|---|---|---|---|")
    for name in names:
        data = np.load(os.path.join(folder, name + ".npz"))
        rows, labels = np.asarray(data["X"], float), np.ravel(data["y"])
        results = {scale: [measured(*split(rows, labels, seed), scale) for seed in (1, 2)] for scale in SCALES}
        means = " | ".join(f"{np.mean([found[0] for found in results[scale]]):.3f}" for scale in SCALES)
        print(f"| {name} | {means} | {results['auto'][0][1]} | {results['auto'][0][2]} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
