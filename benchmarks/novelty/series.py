"""ROC-AUC per time step on streams of several sensors with four kinds of faults, beside window PCA and an isolation forest on the same windows:

    python3 benchmarks/novelty/series.py [--lags 16] [--seeds 3] [--first-seed 1] [--steps 20000] [--fit "OPTIONS"] [--medians 4] > table.md

The streams are made here: six sensors that share two slow factors and a period, with noise of their own. The first half is usual and is learned; the
second half has faults. A step is scored by the window that ends there; steps after a fault whose windows still hold some of it are left out.

    spike        one sensor is off by four deviations, for one step
    level        one sensor is off by one and a half deviations, for 60 steps
    correlation  one sensor follows factors of its own: each column is as before, and what goes together is not; 120 steps
    period       the period is 0.6 of what it was, for 120 steps

--fit gives further options to fit; --medians F makes the bandwidth F times the median that a fit without it finds. Needs numpy and scikit-learn.
"""

import argparse
import json
import os
import subprocess
import tempfile

import numpy as np
from sklearn.decomposition import PCA
from sklearn.ensemble import IsolationForest
from sklearn.preprocessing import StandardScaler

from scale import SKPCA, auc

SENSORS = 6
PERIOD = 40
KINDS = {"spike": 1, "level": 60, "correlation": 120, "period": 120}


def slow(steps, random):
    """Two factors that forget half of themselves in about 14 steps."""
    factors = np.zeros((steps, 2))
    for t in range(1, steps):
        factors[t] = 0.95 * factors[t - 1] + np.sqrt(1 - 0.95**2) * random.normal(size=2)
    return factors


def stream(steps, seed):
    """Learned steps, scored steps, and for each scored step its kind: 0 usual, 1 to 4 the kinds above, -1 left out."""
    random = np.random.default_rng(seed)
    loads, phases, heights = random.normal(size=(2, SENSORS)), random.uniform(0, 2 * np.pi, SENSORS), random.uniform(0.5, 1.5, SENSORS)
    kinds = np.zeros(steps, int)
    at = 200
    while at + 400 < steps:
        kind = 1 + random.integers(len(KINDS))
        kinds[at : at + list(KINDS.values())[kind - 1]] = kind
        at += list(KINDS.values())[kind - 1] + random.integers(100, 200)
    turn = np.cumsum(np.concatenate([np.ones(steps), np.where(kinds == 4, 1 / 0.6, 1)])) * 2 * np.pi / PERIOD
    wave = np.sin(turn[:, None] + phases) * heights
    own = slow(2 * steps, random) @ loads
    other = slow(2 * steps, random) @ loads
    noise = 0.3 * random.normal(size=(2 * steps, SENSORS))
    values = wave + own + noise
    deviations = values[:steps].std(axis=0)
    begin = 0
    while begin < steps:
        end = begin + 1
        while end < steps and kinds[end] == kinds[begin]:
            end += 1
        part, sensor = slice(steps + begin, steps + end), random.integers(SENSORS)
        if kinds[begin] == 1:
            values[part, sensor] += random.choice([-4, 4]) * deviations[sensor]
        elif kinds[begin] == 2:
            values[part, sensor] += random.choice([-1.5, 1.5]) * deviations[sensor]
        elif kinds[begin] == 3:
            values[part, sensor] += other[part, sensor] - own[part, sensor]
        begin = end
    return values[:steps], values[steps:], kinds


def without_tails(kinds, lags):
    kinds = kinds.copy()
    for t in np.flatnonzero((kinds[:-1] > 0) & (kinds[1:] == 0)):
        kinds[t + 1 : t + lags] = -1
    kinds[: lags - 1] = -1
    return kinds


def windows(values, lags):
    return np.hstack([values[i : len(values) - lags + 1 + i] for i in range(lags)])


def of_skpca(learned, scored, lags, options, medians):
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        np.save(at("learned.npy"), learned)
        np.save(at("scored.npy"), scored)
        fit = [SKPCA, "fit", at("learned.npy"), "--lags", str(lags), *options, "-o", at("model.skpca")]
        subprocess.run(fit, check=True, capture_output=True)
        if medians:
            inspect = [SKPCA, "inspect", at("model.skpca"), "--json"]
            median = json.loads(subprocess.run(inspect, check=True, capture_output=True, text=True).stdout)["bandwidth"]
            subprocess.run([*fit, "--bandwidth", repr(medians * median)], check=True, capture_output=True)
        score = [SKPCA, "score", at("model.skpca"), at("scored.npy"), "-o", at("scores.csv")]
        subprocess.run(score, check=True, capture_output=True)
        return np.loadtxt(at("scores.csv"), delimiter=",", skiprows=1, usecols=0)


def of_windows(learned, scored, lags, detector):
    scaler = StandardScaler().fit(windows(learned, lags))
    found = detector(scaler.transform(windows(learned, lags)), scaler.transform(windows(scored, lags)))
    return np.concatenate([np.full(lags - 1, np.nan), found])


def residual(train, rows):
    pca = PCA(0.95, svd_solver="full").fit(train)
    return np.square(rows - pca.inverse_transform(pca.transform(rows))).sum(axis=1)


def forest(train, rows):
    return -IsolationForest(random_state=0).fit(train).score_samples(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lags", type=int, default=16)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--fit", default="", help="further options of fit")
    parser.add_argument("--medians", type=float, help="the bandwidth, in medians of distances")
    options = parser.parse_args()
    skpca = lambda a, b, lags: of_skpca(a, b, lags, options.fit.split(), options.medians)
    ways = {
        "skpca, windows": lambda a, b: skpca(a, b, options.lags),
        "skpca, single steps": lambda a, b: skpca(a, b, 1),
        "window PCA (95%)": lambda a, b: of_windows(a, b, options.lags, residual),
        "isolation forest": lambda a, b: of_windows(a, b, options.lags, forest),
    }
    found = {way: [] for way in ways}
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        learned, scored, kinds = stream(options.steps, seed)
        kinds = without_tails(kinds, options.lags)
        for way, run in ways.items():
            scores = run(learned, scored)
            usual = kinds == 0
            found[way].append(
                [auc(scores[usual | (kinds == k)], (kinds[usual | (kinds == k)] == k).astype(int)) for k in range(1, len(KINDS) + 1)]
            )
    print("| way | " + " | ".join(KINDS) + " | mean |\n|---|" + "---|" * (len(KINDS) + 1))
    for way, values in found.items():
        means = np.mean(values, axis=0)
        print(f"| {way} | " + " | ".join(f"{value:.3f}" for value in means) + f" | {means.mean():.3f} |")


if __name__ == "__main__":
    main()
