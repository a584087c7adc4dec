"""The Java process beside Python, and the protocol that both speak: docs/pipe-protocol.md.

One process serves all estimators of an interpreter. A thread of its own talks to it, so that Ctrl-C in the main thread never leaves half a message behind;
another reads its standard error, and waits for its end, so that there is never a zombie.
"""

import atexit
import collections
import json
import os
import queue
import signal
import struct
import subprocess
import threading
import zlib
from concurrent.futures import Future, wait

from ._java import SkpcaProcessError, command

MAGIC = b"SKPC\r\n\x1a\n"
VERSION = 1

CREATE, RESUME_FILE, RESUME_BYTES, UPDATE, MERGE, DESCRIBE, SNAPSHOT, TRANSFORM, SCORE, P_VALUE = range(1, 11)
RECONSTRUCT, RECONSTRUCT_LOADINGS, SAVE, TO_BYTES, CLOSE = range(11, 16)
DONE, JSON, FLOATS, DOUBLES, BYTES, ERROR = range(64, 70)

SETTINGS, ROWS, FILE, MERGING, STATE, LIMIT, LEARNER, INPUT_OUTPUT, MEMORY, PROTOCOL, INTERNAL = range(1, 12)

# Requests that may wait for their answer: the Java side reads as many ahead, whatever it is doing.
UNANSWERED = 3

_LONGEST_ANSWER = 1 << 30
_PIPE_BYTES = 1 << 20
_END_SECONDS = 10

_HELLO = struct.Struct("<8sI")
_HEADER = struct.Struct("<IIQI")
_NUMBER = struct.Struct("<I")


class PipeRefusal(Exception):
    """A request that the Java side refuses: the kind of the failure and its one line."""

    def __init__(self, kind, line):
        super().__init__(line)
        self.kind = kind


def checksum(parts):
    """CRC-32 of bytes in parts."""
    value = 0
    for part in parts:
        value = zlib.crc32(part, value)
    return value


def header(kind, learner, parts):
    """The 24 bytes before a payload."""
    fields = _HEADER.pack(kind, learner, sum(len(part) for part in parts), checksum(parts))
    return fields + _NUMBER.pack(zlib.crc32(fields))


def hello(version=VERSION):
    """The 16 bytes that both sides begin with."""
    fields = _HELLO.pack(MAGIC, version)
    return fields + _NUMBER.pack(zlib.crc32(fields))


class JavaProcess:
    """A running ``skpca pipe``."""

    def __init__(self):
        line = command()
        try:
            # A session of its own: Ctrl-C in the terminal is for Python, which decides what to do about it.
            self._process = subprocess.Popen(
                line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as failure:
            raise SkpcaProcessError(f"Java cannot be started ({failure}): set JAVA_HOME to one that runs") from failure
        self.owner = os.getpid()
        self.lost = None
        self.released = collections.deque()
        self._stopping = False
        self._said = collections.deque(maxlen=20)
        self._listener = threading.Thread(target=self._listen, name="skpca-stderr", daemon=True)
        self._listener.start()
        _enlarge(self._process.stdin)
        _enlarge(self._process.stdout)
        try:
            self._greet()
        except BaseException:
            # Ctrl-C too: nobody else knows of this process yet.
            self._process.kill()
            self._process.wait()
            raise
        self._jobs = queue.SimpleQueue()
        threading.Thread(target=self._talk, name="skpca-pipe", daemon=True).start()

    @property
    def pid(self):
        """The number of the Java process."""
        return self._process.pid

    def call(self, kind, learner=0, *parts):
        """One request and its answer: the learner's number and the payload."""
        return self._run(lambda stop: self._exchange(kind, learner, parts))

    def stream(self, kind, learner, payloads, take):
        """Requests one after the other, some of them ahead of the answers.

        ``take`` is called with the payload of each answer, in order. A refusal ends it, after the answers that are under way.
        """
        return self._run(lambda stop: self._stream(kind, learner, payloads, take, stop))

    def _run(self, job):
        """Runs a job on the thread that talks."""
        self.require_alive()
        future, stop = Future(), threading.Event()
        self._jobs.put((future, job, stop))
        try:
            return future.result()
        except KeyboardInterrupt:
            # What is under way is finished, so that the next message begins where one ends.
            stop.set()
            wait([future], timeout=_END_SECONDS)
            raise

    def require_alive(self):
        """Refuses to talk to a process that is gone, or that belongs to another Python."""
        if self.owner != os.getpid():
            raise SkpcaProcessError(
                "this estimator learns in a Java process of the Python process that this one was forked from:"
                " fit it here, or send it here pickled"
            )
        if self.lost:
            raise SkpcaProcessError(self.lost)

    def _talk(self):
        while True:
            future, job, stop = self._jobs.get()
            if job is None:
                return
            try:
                if self.lost:
                    raise SkpcaProcessError(self.lost)
                while self.released:
                    self._exchange(CLOSE, self.released.popleft(), ())
                future.set_result(job(stop))
            except BaseException as failure:  # pylint: disable=broad-except
                future.set_exception(failure)
            # Not kept until the next job comes: it holds the caller's rows.
            del future, job, stop

    def _exchange(self, kind, learner, parts):
        self._send(kind, learner, parts)
        return self._answer()

    def _stream(self, kind, learner, payloads, take, stop):
        waiting, failure, payloads = 0, None, iter(payloads)
        while True:
            parts = None
            if failure is None and not stop.is_set():
                try:
                    parts = next(payloads, None)
                except Exception as wrong:  # pylint: disable=broad-except
                    failure = wrong
            if parts is not None:
                self._send(kind, learner, parts)
                waiting += 1
            if waiting and (parts is None or waiting == UNANSWERED):
                waiting -= 1
                try:
                    take(self._answer()[1])
                except PipeRefusal as refusal:
                    failure = failure or refusal
            elif parts is None:
                break
        if failure:
            raise failure

    def _send(self, kind, learner, parts):
        parts = [memoryview(part).cast("B") for part in parts if memoryview(part).nbytes]
        left = [memoryview(header(kind, learner, parts)), *parts]
        try:
            handle = self._process.stdin.fileno()
            while left:
                written = os.writev(handle, left) if hasattr(os, "writev") else os.write(handle, left[0])
                while left and written >= len(left[0]):
                    written -= len(left.pop(0))
                if left:
                    left[0] = left[0][written:]
        except (OSError, ValueError):
            # It may have said why before it went.
            while True:
                self._answer()

    def _answer(self):
        fields = self._read(_HEADER.size + 4)
        kind, learner, length, crc = _HEADER.unpack_from(fields)
        if _NUMBER.unpack_from(fields, _HEADER.size)[0] != zlib.crc32(fields[: _HEADER.size]) or length > _LONGEST_ANSWER:
            self._fail("sent something that is not an answer")
        payload = self._read(length)
        if crc != zlib.crc32(payload):
            self._fail("sent an answer with a wrong checksum")
        if kind != ERROR:
            return learner, payload
        code = _NUMBER.unpack_from(payload)[0]
        line = payload[4:].decode("utf-8", "replace")
        if code == PROTOCOL:
            self._fail("refused what it was sent (" + line + ")")
        raise PipeRefusal(code, line)

    def _read(self, length):
        data = bytearray(length)
        rest = memoryview(data)
        while rest:
            try:
                read = self._process.stdout.readinto(rest)
            except (OSError, ValueError):
                read = 0
            if not read:
                self._fail(None)
            rest = rest[read:]
        return data

    def _greet(self):
        try:
            self._process.stdin.write(hello())
        except OSError:
            self._fail(None)
        answer = self._read(_HELLO.size + 4)
        magic, version = _HELLO.unpack_from(answer)
        if magic != MAGIC:
            self._fail("does not speak the pipe protocol")
        if version != VERSION:
            self._fail(f"speaks version {version} of the pipe protocol and this package version {VERSION}: use both from one release")
        self.about = json.loads(self._answer()[1])

    def _listen(self):
        """Keeps the last lines of standard error, and takes note of the end."""
        with self._process.stderr as stream:
            pending = b""
            while True:
                try:
                    some = stream.read(4096)
                except (OSError, ValueError):
                    some = b""
                if not some:
                    break
                *lines, pending = (pending + some).split(b"\n")
                pending = pending[-4096:]
                self._said.extend(line for line in lines if line.strip() and b"incubator modules" not in line)
            if pending.strip():
                self._said.append(pending)
        code = self._process.wait()
        self.lost = self.lost or self._loss(None, code)

    def _fail(self, what):
        """Ends the process and says what happened."""
        if what:
            self._process.kill()
        self._close_streams()
        try:
            code = self._process.wait(timeout=_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._listener.join(timeout=_END_SECONDS)
        self.lost = self._loss(what, code)
        raise SkpcaProcessError(self.lost)

    def _loss(self, what, code):
        last = self._said[-1].decode("utf-8", "replace")[:500] if self._said else ""
        return (
            ("the Java process of skpca " + (what or "ended, " + _end(code)))
            + (f'; the last line of its standard error: "{last}"' if last else "")
            + "; what estimators had learned in it is lost: fit them again, or go on from a saved model"
        )

    def _close_streams(self):
        for stream in (self._process.stdin, self._process.stdout):
            try:
                stream.close()
            except OSError:
                pass

    def end(self):
        """Ends the process: it sees the end of its input, and is waited for."""
        if self.owner != os.getpid() or self._stopping:
            return
        self._stopping = True
        self.lost = self.lost or "the Java process of skpca was ended; fit the estimator again"
        self._jobs.put((None, None, None))
        try:
            self._process.stdin.close()
            self._process.wait(timeout=_END_SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()

    def leave(self):
        """After a fork, in the child: lets go of the pipe, which is the parent's."""
        self._close_streams()


def _end(code):
    if code >= 0:
        return f"with exit code {code}"
    try:
        return f"killed by signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"killed by signal {-code}"


def _enlarge(stream):
    """A pipe that holds more than the usual 64 KiB costs fewer changes between the processes."""
    try:
        import fcntl

        fcntl.fcntl(stream, getattr(fcntl, "F_SETPIPE_SZ", 1031), _PIPE_BYTES)
    except (ImportError, OSError):
        pass


class _Shared:
    """The one process of this interpreter."""

    def __init__(self):
        self.lock = threading.Lock()
        self.process = None

    def get(self):
        with self.lock:
            process = self.process
            if process is None or process.lost or process.owner != os.getpid():
                self.process = process = JavaProcess()
            return process

    def end(self):
        if self.process is not None:
            self.process.end()

    def leave(self):
        self.lock = threading.Lock()
        if self.process is not None:
            self.process.leave()
        self.process = None


_shared = _Shared()
atexit.register(_shared.end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_shared.leave)


def process():
    """The running Java process; starts one if there is none."""
    return _shared.get()
