"""Results on a page: a table between two marks, with what it was measured by."""

import os
import platform
import subprocess
from pathlib import Path

import numpy
import sklearn

HERE = Path(__file__).resolve().parent


def versions():
    """Commit and versions in one sentence."""
    git = subprocess.run(["git", "-C", HERE, "describe", "--always", "--dirty", "--exclude=*"], capture_output=True, text=True)
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java") if os.environ.get("JAVA_HOME") else "java"
    said = subprocess.run([java, "-version"], capture_output=True, text=True).stderr
    return (
        f"Commit {git.stdout.strip() or 'unknown'}, Java {said.split(chr(34))[1]}, Python {platform.python_version()}, "
        f"numpy {numpy.__version__}, scikit-learn {sklearn.__version__}, {os.cpu_count()} cores."
    )


def require(path, name):
    """Refuses a page without the marks, before anything is measured."""
    if path is not None:
        _split(Path(path).read_text(encoding="utf-8"), path, name)


def write(path, name, text):
    """Replaces what is between the marks of this name; prints the text if there is no page."""
    if path is None:
        print(text, end="")
        return
    before, after = _split(Path(path).read_text(encoding="utf-8"), path, name)
    Path(path).write_text(f"{before}<!-- {name} -->\n{text}<!-- end of {name} -->\n{after}", encoding="utf-8")


def _split(page, path, name):
    first, last = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    if page.count(first) != 1 or page.count(last) != 1 or page.index(last) < page.index(first):
        raise SystemExit(f"{path}: has no place for this table: add the lines {first.strip()} and {last.strip()}")
    before, rest = page.split(first)
    return before, rest.split(last)[1]
