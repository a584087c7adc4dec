"""Whatever happens to the Java process or the pipe: an exception that says so, no zombie, and the next estimator works."""

import inspect
import os
import signal
import struct
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
import zlib
from pathlib import Path

import pipe_support
from pipe_support import rows

try:
    import sklearn
except ImportError as missing:
    raise unittest.SkipTest("no scikit-learn") from missing

from skpca import _pipe
from skpca.estimator import SkpcaProcessError, StreamingKernelPCA

SMALL = {"n_components": 2, "n_map_features": 40, "sketch_size": 5, "warm_up_rows": 200}


def setUpModule():
    if os.name != "posix":
        raise unittest.SkipTest("signals and forks are tested where there are some")
    pipe_support.require_jar()


def is_running(pid):
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def in_the_middle(estimator, act):
    """Learns many rows, and acts when some of them are learned."""
    X = rows(200_000, 20)
    learner, before = estimator._learner, estimator._learner.rows

    def wait_and_act():
        while learner.rows == before and thread_is_wanted:
            time.sleep(0)
        act()

    thread_is_wanted = True
    thread = threading.Thread(target=wait_and_act)
    thread.start()
    try:
        estimator.partial_fit(X)
    finally:
        thread_is_wanted = False
        thread.join()


class FailuresTest(unittest.TestCase):
    def lost(self, message, call, process=None):
        """The call must say that the process is lost; it is no zombie, and the next estimator works."""
        process = process or _pipe.process()
        with self.assertRaisesRegex(SkpcaProcessError, message) as caught:
            call()
        self.assertNotIn("\n", str(caught.exception))
        self.assertRaises(ChildProcessError, os.waitpid, process.pid, os.WNOHANG)
        X = rows(50)
        self.assertEqual(StreamingKernelPCA(**SMALL).fit_transform(X).shape, (50, 2))
        self.assertNotEqual(_pipe.process().pid, process.pid)

    def test_killed_in_the_middle(self):
        estimator = StreamingKernelPCA(**SMALL).partial_fit(rows(300, 20))
        kill = lambda: os.kill(_pipe.process().pid, signal.SIGKILL)  # noqa: E731
        self.lost(r"killed by signal 9 \(SIGKILL\).*is lost: fit them again", lambda: in_the_middle(estimator, kill))
        for again in (lambda: estimator.transform(rows(3, 20)), lambda: estimator.partial_fit(rows(3, 20))):
            with self.assertRaisesRegex(SkpcaProcessError, "SIGKILL"):
                again()
        with self.assertRaisesRegex(SkpcaProcessError, "SIGKILL"):
            estimator.n_components_  # pylint: disable=pointless-statement
        # scikit-learn's display of an estimator reads every attribute.
        self.assertNotIn("n_components_", dict(inspect.getmembers(estimator)))
        self.assertEqual(estimator.fit(rows(300, 20)).n_samples_seen_, 300)

    def test_interrupted_in_the_middle(self):
        estimator = StreamingKernelPCA(**SMALL).partial_fit(rows(300, 20))
        pid = _pipe.process().pid
        with self.assertRaises(KeyboardInterrupt):
            in_the_middle(estimator, lambda: os.kill(os.getpid(), signal.SIGINT))
        seen = estimator.partial_fit(rows(10, 20)).n_samples_seen_
        self.assertTrue(310 < seen < 200_310, seen)
        self.assertEqual(_pipe.process().pid, pid)

    def test_garbage_down_the_pipe(self):
        estimator = StreamingKernelPCA(**SMALL).fit(rows(50))
        _pipe.process()._process.stdin.write(b"this is no frame, and it is longer than a header")
        self.lost("refused what it was sent .*the header of a frame has a wrong checksum", lambda: estimator.transform(rows(5)))

    def test_damaged_frames(self):
        payload = b"{}"
        fields = struct.pack("<IIQI", _pipe.CREATE, 0, len(payload), 0)
        huge = struct.pack("<IIQI", _pipe.UPDATE, 1, 1 << 62, 0)
        for frame, message in [
            (fields + struct.pack("<I", zlib.crc32(fields)) + payload, "the payload of a frame has a wrong checksum"),
            (huge + struct.pack("<I", zlib.crc32(huge)), "a frame of 4611686018427387904 bytes is longer than 67108864"),
        ]:
            estimator = StreamingKernelPCA(**SMALL).fit(rows(50))
            _pipe.process()._process.stdin.write(frame)
            self.lost(message, lambda: estimator.transform(rows(5)))

    def test_closed_half_way(self):
        estimator = StreamingKernelPCA(**SMALL).fit(rows(50))
        process = _pipe.process()
        process._process.stdin.write(_pipe.header(_pipe.CREATE, 0, [b"1234"])[:10])
        process._process.stdin.close()
        self.lost("it ends in the header of a frame", lambda: estimator.transform(rows(5)))

    def test_an_end_while_nobody_asks_leaves_no_zombie(self):
        StreamingKernelPCA(**SMALL).fit(rows(50))
        process = _pipe.process()
        os.kill(process.pid, signal.SIGTERM)
        process._listener.join()
        self.lost("exit code 143|SIGTERM", lambda: process.call(_pipe.DESCRIBE, 1), process)

    def test_forked(self):
        X = rows(100)
        estimator = StreamingKernelPCA(**SMALL).fit(X)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                estimator.transform(X)
            except SkpcaProcessError as said:
                own = StreamingKernelPCA(**SMALL).fit(X).n_samples_seen_ == 100
                _pipe._shared.end()
                code = 0 if "forked from" in str(said) and own else 2
            finally:
                os._exit(code)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(estimator.partial_fit(X).n_samples_seen_, 200)

    def test_it_ends_with_its_owner(self):
        for end in ("", "os.kill(os.getpid(), signal.SIGKILL)", "os._exit(0)", "raise SystemExit(3)"):
            script = f"""
                import os, signal, numpy
                from skpca import _pipe
                from skpca.estimator import StreamingKernelPCA
                kept = StreamingKernelPCA(n_components=1).fit(numpy.random.default_rng(0).normal(size=(50, 3)))
                print(_pipe.process().pid, flush=True)
                {end}
            """
            done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True)
            self.assertEqual(done.stderr, "")
            pid, deadline = int(done.stdout), time.monotonic() + 60
            while is_running(pid) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertFalse(is_running(pid), end)


class StartTest(unittest.TestCase):
    """Other things than a good Java at the end of the pipe, each a program in the place of Java."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name)
        (self.home / "bin").mkdir()
        for name in ("JAVA_HOME", "PATH", "SKPCA_JAR"):
            undo = (os.environ.__setitem__, name, os.environ[name]) if name in os.environ else (os.environ.pop, name, None)
            self.addCleanup(*undo)
        os.environ["JAVA_HOME"] = str(self.home)
        self.jar(self.home / "release")

    def jar(self, path):
        os.environ["SKPCA_JAR"] = str(path)

    def java(self, script, version="17.0.1"):
        (self.home / "release").write_text(f'JAVA_VERSION="{version}"\nMODULES="java.base"\n')
        program = self.home / "bin" / "java"
        program.write_text(f"#!{sys.executable}\nimport os, sys\n{script}\n")
        program.chmod(0o755)

    def refused(self, message):
        with self.assertRaisesRegex(SkpcaProcessError, message):
            _pipe.JavaProcess()

    def answering(self, *answer):
        self.java(f"os.read(0, 16); os.write(1, {b''.join(answer)!r}); os.read(0, 1)")

    def test_java_is_too_old_or_does_not_run(self):
        self.java("", version="1.8.0_292")
        self.refused("is Java 8, which is too old: install version 17")
        self.java("sys.stderr.write('Error: Unable to access jarfile\\n'); sys.exit(1)")
        self.refused('ended, with exit code 1; the last line of its standard error: "Error: Unable to access jarfile"')
        (self.home / "bin" / "java").write_bytes(b"\0\0")
        self.refused("cannot be started")

    def test_no_java(self):
        os.environ["PATH"] = str(self.home)
        self.refused("no Java found: install a Java of version 17 or newer, or set JAVA_HOME to one")

    def test_no_jar(self):
        self.java("")
        self.jar(self.home / "none.jar")
        self.refused("SKPCA_JAR is .*none.jar, and there is no such file")

    def test_it_speaks_something_else(self):
        self.answering(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        self.refused("does not speak the pipe protocol")
        self.answering(_pipe.hello(version=9))
        self.refused("speaks version 9 of the pipe protocol and this package version 1")

    def test_damaged_answers(self):
        good = _pipe.header(_pipe.JSON, 0, [b"{}"])
        self.answering(_pipe.hello(), good[:-1] + bytes([good[-1] ^ 1]), b"{}")
        self.refused("sent something that is not an answer")
        self.answering(_pipe.hello(), good, b"{]")
        self.refused("sent an answer with a wrong checksum")
        fields = struct.pack("<IIQI", _pipe.JSON, 0, 1 << 40, 0)
        self.answering(_pipe.hello(), fields + struct.pack("<I", zlib.crc32(fields)))
        self.refused("sent something that is not an answer")
        self.java(f"os.read(0, 16); os.write(1, {_pipe.hello() + good[:9]!r})")
        self.refused("ended, with exit code 0")


if __name__ == "__main__":
    unittest.main()
