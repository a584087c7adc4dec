"""What missing cells cost: ROC-AUC of skpca's novelty score on whole rows, and with cells missing at random in the rows learned and scored:

    python3 benchmarks/novelty/missing.py FOLDER [--share 0.05] [--seeds 2] [--missing impute] [--fit "OPTIONS"] [NAME...] > table.md

FOLDER holds labelled sets as .npz files with X (rows x columns) and y (0 usual, 1 novel), such as those of ADBench. Splits are those of scale.py.
The last column is the same rows with each missing cell replaced by the median of its column among the learned rows, before skpca sees
them. Needs numpy.
"""

import argparse
import os
import subprocess
import tempfile

import numpy as np

from scale import SKPCA, auc, split


def scores(train, scored, options):
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        np.save(at("train.npy"), train)
        np.save(at("scored.npy"), scored)
        fit = [SKPCA, "fit", at("train.npy"), *options, "-o", at("model.skpca")]
        subprocess.run(fit, check=True, capture_output=True)
        score = [SKPCA, "score", at("model.skpca"), at("scored.npy"), "-o", at("scores.csv")]
        subprocess.run(score, check=True, capture_output=True)
        return np.loadtxt(at("scores.csv"), delimiter=",", skiprows=1, usecols=0)


def with_holes(rows, share, random):
    rows = rows.copy()
    rows[random.random(rows.shape) < share] = np.nan
    return rows


def measured(rows, labels, seed, options):
    train, scored, truth = split(rows, labels, seed)
    whole = auc(scores(train, scored, options.fit.split()), truth)
    random = np.random.default_rng(1000 + seed)
    train, scored = with_holes(train, options.share, random), with_holes(scored, options.share, random)
    found = scores(train, scored, ["--missing", options.missing, *options.fit.split()])
    judged = ~np.isnan(found)
    medians = np.nanmedian(train, axis=0)
    filled = scores(*(np.where(np.isnan(part), medians, part) for part in (train, scored)), options.fit.split())
    return whole, auc(found[judged], truth[judged]), auc(filled, truth), np.mean(~judged)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--missing", default="impute")
    parser.add_argument("--fit", default="", help="further options of fit")
    options = parser.parse_intermixed_args()
    names = options.names or sorted(name[:-4] for name in os.listdir(options.folder) if name.endswith(".npz"))
    print(f"| set | whole | {options.missing} | cost | not judged | medians |\n|---|---|---|---|---|---|")
    costs = []
    for name in names:
        data = np.load(os.path.join(options.folder, name + ".npz"))
        rows, labels = np.asarray(data["X"], float), np.ravel(data["y"])
        means = np.mean([measured(rows, labels, seed, options) for seed in range(1, options.seeds + 1)], axis=0)
        costs.append(means)
        whole, filled, medians, left = means
        print(f"| {name} | {whole:.3f} | {filled:.3f} | {whole - filled:.3f} | {left:.4f} | {medians:.3f} |", flush=True)
    whole, filled, medians, left = np.mean(costs, axis=0)
    differences = np.array(costs)[:, 0] - np.array(costs)[:, 1]
    error = differences.std(ddof=1) / np.sqrt(len(differences)) if len(differences) > 1 else float("nan")
    print(f"| mean of {len(names)} | {whole:.3f} | {filled:.3f} | {whole - filled:.4f} +- {error:.4f} | {left:.4f} | {medians:.3f} |")


if __name__ == "__main__":
    main()
