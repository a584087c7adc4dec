"""Finds Java and the jar of skpca."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

OLDEST_JAVA = 17

_VECTOR = "jdk.incubator.vector"


class SkpcaProcessError(RuntimeError):
    """The Java process beside Python cannot be started, or it ended: one line that says what happened and what to do."""


def command():
    """The command line of ``skpca pipe``."""
    java, has_vector = find_java()
    line = [java]
    if has_vector:
        line += ["--add-modules", _VECTOR]
    line += ["-XX:+UseParallelGC", "-Dskpca.stderr=file"]
    line += shlex.split(os.environ.get("SKPCA_JAVA_OPTS", ""))
    return line + ["-jar", str(find_jar()), "pipe"]


def find_jar():
    """The jar: ``SKPCA_JAR`` if it is set, else the one inside this package."""
    named = os.environ.get("SKPCA_JAR")
    jar = Path(named) if named else Path(__file__).with_name("skpca.jar")
    if jar.is_file():
        return jar
    if named:
        raise SkpcaProcessError(f"SKPCA_JAR is {named}, and there is no such file: set it to skpca.jar")
    raise SkpcaProcessError(
        "no skpca.jar in this package: install the wheel, which has it,"
        " or build it (mvn -pl cli -am package makes cli/target/skpca.jar) and set SKPCA_JAR to it"
    )


def find_java():
    """The java to run, of ``JAVA_HOME`` or the path, and whether it has the Vector API."""
    home = os.environ.get("JAVA_HOME")
    java = os.path.join(home, "bin", "java") if home else None
    if java is None or not os.access(java, os.X_OK):
        java = shutil.which("java")
    if java is None:
        raise SkpcaProcessError(
            f"no Java found: install a Java of version {OLDEST_JAVA} or newer, or set JAVA_HOME to one"
        )
    version, has_vector = _from_release_file(java) or _from_start(java)
    if version < OLDEST_JAVA:
        raise SkpcaProcessError(
            f"{java} is Java {version}, which is too old: install version {OLDEST_JAVA} or newer, or set JAVA_HOME to one"
        )
    return java, has_vector


def _from_release_file(java):
    """Version and modules as Java's own folder tells them, at no cost; None if it does not."""
    try:
        text = Path(os.path.realpath(java)).parents[1].joinpath("release").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, IndexError):
        return None
    fields = dict(re.findall(r'^(\w+)="(.*)"\s*$', text, re.MULTILINE))
    version = _major(fields.get("JAVA_VERSION", ""))
    if version is None or "MODULES" not in fields:
        return None
    return version, _VECTOR in fields["MODULES"].split()


def _from_start(java):
    """Version and modules by starting Java once."""
    for options, has_vector in ((["--add-modules", _VECTOR], True), ([], False)):
        try:
            said = subprocess.run(
                [java, *options, "-version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as failure:
            raise SkpcaProcessError(f"{java} does not run ({failure}): set JAVA_HOME to a Java that does") from failure
        found = re.search(r'version "([^"]*)"', said.stderr)
        if said.returncode == 0 and found:
            return _major(found.group(1)) or 0, has_vector
    raise SkpcaProcessError(f"{java} does not tell its version: set JAVA_HOME to a Java of version {OLDEST_JAVA} or newer")


def _major(version):
    numbers = re.match(r"(?:1\.)?(\d+)", version)
    return int(numbers.group(1)) if numbers else None
