"""How long a person waits for a fit: skpca beside scikit-learn, from the start of the process to its end, on the same files, in one run.

The peer is a script that reads the file (numpy.load or numpy.loadtxt), fits Nystroem(1000) and PCA(10) and saves both with joblib; its imports
count, as the start of Java does. Its bandwidth is that of skpca. Nystroem has no more landmarks than there are rows. Both sides take turns,
and each has its best turn. A second table has inspect beside a start of Java that does nothing, with the module that skpca needs.
"""

import argparse
import glob
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np
import sklearn

PEER = """
import sys
import numpy
import joblib
from sklearn.decomposition import PCA
from sklearn.kernel_approximation import Nystroem
path, model, gamma, landmarks = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
rows = numpy.load(path) if path.endswith(".npy") else numpy.loadtxt(path, delimiter=",", skiprows=1)
nystroem = Nystroem(gamma=gamma, n_components=min(landmarks, len(rows)), random_state=0)
pca = PCA(10, random_state=0)
pca.fit(nystroem.fit_transform(rows))
joblib.dump((nystroem, pca), model)
"""


def seconds(command, **options):
    """The time of a whole process, which must succeed."""
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in command], capture_output=True, **options)
    taken = time.perf_counter() - start
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr.decode(errors='replace')}")
    return taken, done.stdout


def best(turns, *commands):
    """The best time of each command; they take turns, because machines are now faster, now slower, for minutes at a time."""
    times = [[] for _ in commands]
    for _ in range(turns):
        for command, taken in zip(commands, times):
            taken.append(seconds(command)[0])
    return [min(taken) for taken in times]


def write_files(launcher, folder, rows, d):
    """The same rows as an array and as text with a line of names."""
    array, text = (os.path.join(folder, f"{rows}-{d}.{kind}") for kind in ("npy", "csv"))
    for path in (array, text):
        seconds([launcher, "generate", "random-noisy", "--rows", rows, "--columns", d, "-o", path])
    return array, text


def fits(launcher, folder, rows, d, given):
    cases = []
    model, pickle = os.path.join(folder, "model.skpca"), os.path.join(folder, "model.joblib")
    for path in write_files(launcher, folder, rows, d):
        kind = path[-3:]
        progress(f"{rows} rows of {d} columns, {kind}")
        fit = [launcher, "fit", path, "-o", model]
        # Not counted: it brings the files into memory, and gives the bandwidth.
        fitted = json.loads(seconds([*fit, "--json"])[1])
        peer = [sys.executable, os.path.join(folder, "peer.py"), path, pickle, 1 / (2 * fitted["bandwidth"] ** 2), given.landmarks]
        ours, theirs = best(given.turns, fit, peer)
        cases.append({"rows": rows, "d": d, "kind": kind, "skpca": ours, "peer": theirs, "landmarks": fitted["features"],
                      "model": os.path.join(folder, f"{rows}-{d}.skpca")})
        shutil.copy(model, cases[-1]["model"])
    for path in glob.glob(os.path.join(folder, f"{rows}-{d}.[nc]*")):
        os.remove(path)
    return cases


def java_command():
    home = os.environ.get("JAVA_HOME", "")
    named = os.path.join(home, "bin", "java")
    return named if home and os.access(named, os.X_OK) else "java"


def inspections(launcher, cases, turns):
    """Of the model of each size: inspect beside an empty start of Java."""
    java = [java_command(), "--add-modules", "jdk.incubator.vector", "-version"]
    found = []
    for case in cases:
        if case["kind"] == "npy":
            progress(f"inspect, {case['rows']} rows of {case['d']} columns")
            ours, empty = best(turns, [launcher, "inspect", case["model"]], java)
            found.append({"rows": case["rows"], "d": case["d"], "inspect": ours, "java": empty})
    return found


def progress(text):
    print(text, file=sys.stderr, flush=True)


def machine_of(launcher, given):
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    here = os.path.dirname(os.path.abspath(launcher))
    git = ["git", "-C", here]
    commit = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip() or "unknown"
    if subprocess.run([*git, "status", "--porcelain", "--untracked-files=no"], capture_output=True, text=True).stdout.strip():
        commit += ", changed"
    version = ", ".join(seconds([launcher, "--version"])[1].decode().split("\n")[:2])
    archive = "with" if glob.glob(os.path.join(here, "cli/target/*.jsa")) else "without"
    return (f"{version}, {archive} a class archive, commit {commit}; scikit-learn {sklearn.__version__}, numpy {np.__version__}, "
            f"Python {platform.python_version()}; {cpu}, {os.cpu_count()} cores; RandomNoisy, k = 10, the peer with {given.landmarks} landmarks; "
            f"whole processes, best of {given.turns}, in turn")


def numbers(text):
    return [int(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("launcher")
    parser.add_argument("--rows", default="500,2000,20000,200000")
    parser.add_argument("--columns", default="21,123")
    parser.add_argument("--landmarks", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "peer.py"), "w") as script:
            script.write(PEER)
        machine = machine_of(given.launcher, given)
        cases = [case for d in numbers(given.columns) for rows in numbers(given.rows)
                 for case in fits(given.launcher, folder, rows, d, given)]
        inspected = inspections(given.launcher, cases, given.turns)
    print(machine)
    print()
    print("| rows | d | file | scikit-learn, s | skpca fit, s | ratio |")
    print("|---|---|---|---|---|---|")
    for c in cases:
        print(f"| {c['rows']:,} | {c['d']} | {c['kind']} | {c['peer']:.2f} | {c['skpca']:.2f} | {c['skpca'] / c['peer']:.2f} |")
    print()
    print("| model of rows | d | java -version, s | skpca inspect, s | ratio |")
    print("|---|---|---|---|---|")
    for c in inspected:
        print(f"| {c['rows']:,} | {c['d']} | {c['java']:.3f} | {c['inspect']:.3f} | {c['inspect'] / c['java']:.1f} |")
    print()
    print(json.dumps({"fits": [{k: v for k, v in c.items() if k != "model"} for c in cases], "inspect": inspected}))


if __name__ == "__main__":
    sys.exit(main())
