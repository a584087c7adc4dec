"""A notebook as a script: learn from a stream in chunks, save it, look at it, and merge it with what the command line learned elsewhere.

    python3 stream.py FOLDER

The folder gets the files. SKPCA_COMMAND names the command skpca; without it the one of the path is used.
"""

# %% The rows: a surface of two dimensions in six columns, under a little noise.
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from skpca import StreamingKernelPCA

folder = Path(sys.argv[1])
command = os.environ.get("SKPCA_COMMAND", "skpca")


def rows(count, seed):
    random = np.random.default_rng(seed)
    hidden = random.uniform(-2, 2, (count, 2))
    waves = np.sin(hidden @ np.arange(1, 13).reshape(2, 6) / 5)
    return (waves + 0.05 * random.normal(size=(count, 6))).astype(np.float32)


def skpca(*arguments):
    done = subprocess.run([command, *map(str, arguments)], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


# %% A stream comes in chunks; memory does not grow with it.
pca = StreamingKernelPCA(n_components=5, warm_up_rows=1000, n_map_features=100)
monday = rows(4000, seed=1)
for chunk in np.array_split(monday, 7):
    pca.partial_fit(chunk)
print(f"{pca.n_samples_seen_} rows; the components explain {pca.explained_variance_ratio_.sum():.2f} of the variance")

# %% The model file is that of the command line, to the byte.
pca.save(folder / "monday.skpca")
np.save(folder / "monday.npy", monday)
options = ["--in-order", "--components", 5, "--warmup", 1000, "--features", 100]
skpca("fit", folder / "monday.npy", *options, "-o", folder / "command.skpca", "--json")
same = (folder / "monday.skpca").read_bytes() == (folder / "command.skpca").read_bytes()
print(f"the same bytes as skpca fit --in-order: {same}")

# %% Java loads it, says what it is, and draws it: a map of the rows, the spectrum, scores. The page needs a browser and nothing else.
print(f"skpca inspect reads it: {skpca('inspect', folder / 'monday.skpca', '--json')['rows']} rows")
skpca("report", folder / "monday.skpca", folder / "monday.npy", "-o", folder / "monday.html", "--json")
print("drawn by skpca report: monday.html")

# %% Or by matplotlib, where it is installed.
try:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    loadings = pca.transform(monday[:1000])
    pyplot.scatter(loadings[:, 0], loadings[:, 1], s=4, c=pca.score_samples(monday[:1000]))
    pyplot.savefig(folder / "loadings.svg")
    print("drawn by matplotlib: loadings.svg")
except ImportError:
    print("no matplotlib: no second plot")

# %% Tuesday was learned elsewhere, by the command line. Both together:
np.save(folder / "tuesday.npy", rows(3000, seed=2))
skpca("fit", folder / "tuesday.npy", "--like", folder / "monday.skpca", "-o", folder / "tuesday.skpca", "--json")
pca.merge(folder / "tuesday.skpca")
pca.save(folder / "both.skpca")
print(f"merged: {skpca('inspect', folder / 'both.skpca', '--json')['rows']} rows")
