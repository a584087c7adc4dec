"""A learner in the Java process: rows go there, answers come back."""

import json
import os
import struct
import weakref

import numpy as np

from . import _pipe

# Rows of a frame: large enough that a frame's own costs vanish, small enough that the next one comes while this one is learned.
_FRAME_BYTES = 1 << 20
_LONGEST_FRAME = 64 << 20

# Pre-images take milliseconds each: few at once, so that Ctrl-C has an effect.
_PRE_IMAGES = 256

_ROWS = struct.Struct("<IIIIQ")
_COUNT = struct.Struct("<Q")
_LARGEST_FLOAT = float(np.finfo(np.float32).max)


class Learner:
    """A learner, alive in the Java process or as bytes.

    It travels as bytes: pickled, it holds all that was learned, and it lives again in the process of whoever asks it something.
    """

    def __init__(self, saved=None, threads=0):
        self._saved = saved
        self._threads = threads
        self._live = None
        self._snapshot = None
        self._is_interrupted = False

    @classmethod
    def create(cls, settings):
        """A new learner with these options of fit."""
        learner = cls(threads=settings.get("threads", 0))
        learner._begin(_pipe.CREATE, settings)
        return learner

    @classmethod
    def resume(cls, path, threads=0):
        """A learner that goes on from a model file or a checkpoint."""
        learner = cls(threads=threads)
        learner._begin(_pipe.RESUME_FILE, {"path": os.path.abspath(os.fspath(path)), "threads": threads})
        return learner

    def __getstate__(self):
        return {"saved": self._saved if self._live is None else self.to_bytes("learner"), "threads": self._threads}

    def __setstate__(self, state):
        self.__init__(state["saved"], state["threads"])

    def _begin(self, kind, settings):
        self._attach(_pipe.process(), kind, json.dumps(settings).encode())

    def _attach(self, process, kind, *parts):
        number, answer = process.call(kind, 0, *parts)
        fields = json.loads(answer)
        self.columns, self.rows = fields["columns"], fields["rows"]
        # The Java side is told when this is no longer used: later, because this may be any thread, in the middle of anything.
        weakref.finalize(self, process.released.append, number).atexit = False
        self._live = process, number
        self._saved = None

    def _place(self):
        if self._live is None:
            saved, threads = self._saved, struct.pack("<I", self._threads)
            self._attach(_pipe.process(), _pipe.RESUME_BYTES, threads, saved)
        return self._live

    def _call(self, kind, payload=b""):
        process, number = self._place()
        return process.call(kind, number, payload)[1]

    def _call_with(self, request, **fields):
        return self._call(request, json.dumps(fields).encode())

    def update(self, rows):
        """Learns rows. Where a part is refused, those before it stay learned and the message says how many they are."""
        process, number = self._place()
        self._snapshot = None
        if self._is_interrupted:
            # Ctrl-C came before the answer: Python knows of fewer rows than are learned.
            self.rows = json.loads(process.call(_pipe.DESCRIBE, number)[1])["rows"]
        before = self.rows
        self._is_interrupted = True

        def take(payload):
            self.rows = _COUNT.unpack(payload)[0]

        try:
            process.stream(_pipe.UPDATE, number, _frames(rows, _FRAME_BYTES, before), take)
            self._is_interrupted = False
        except _pipe.PipeRefusal as refusal:
            self._is_interrupted = False
            if self.rows > before:
                line = f"{refusal} (the first {self.rows - before} rows of this call were learned)"
                raise _pipe.PipeRefusal(refusal.kind, line) from refusal
            raise

    def merge(self, other):
        """Takes in what another learner has learned."""
        process, number = self._place()
        theirs, their_number = other._place()
        if theirs is not process:
            raise _pipe.SkpcaProcessError("the two estimators live in different Java processes: send one over by pickle")
        self._snapshot = None
        self.rows = _COUNT.unpack(process.call(_pipe.MERGE, number, struct.pack("<I", their_number))[1])[0]

    def snapshot(self):
        """What the model of all rows so far says of itself."""
        if self._snapshot is None:
            self._snapshot = json.loads(self._call(_pipe.SNAPSHOT))
        return self._snapshot

    def transform(self, rows):
        """k loadings a row."""
        return self._ask(_pipe.TRANSFORM, rows, self.snapshot()["components"], np.float32)

    def score(self, rows):
        """The novelty of each row."""
        return self._ask(_pipe.SCORE, rows, 1, np.float64)[:, 0]

    def p_values(self, rows):
        """The p-value of each row."""
        return self._ask(_pipe.P_VALUE, rows, 1, np.float64)[:, 0]

    def reconstruct(self, rows):
        """The pre-image of the projection of each row."""
        return self._ask(_pipe.RECONSTRUCT, rows, self.snapshot()["columns"], np.float64, _PRE_IMAGES)

    def reconstruct_loadings(self, loadings):
        """The pre-image of each row of loadings."""
        return self._ask(_pipe.RECONSTRUCT_LOADINGS, loadings, self.snapshot()["columns"], np.float64, _PRE_IMAGES)

    def _ask(self, kind, rows, width, dtype, most=None):
        process, number = self._place()
        answer = np.empty((rows.shape[0], width), dtype)
        flat = answer.reshape(-1)
        done = 0

        def take(payload):
            nonlocal done
            numbers = np.frombuffer(payload, np.dtype(dtype).newbyteorder("<"))
            flat[done : done + len(numbers)] = numbers
            done += len(numbers)

        largest = max(1, _FRAME_BYTES // max(1, width * answer.itemsize))
        process.stream(kind, number, _frames(rows, _FRAME_BYTES, 0, min(largest, most or largest)), take)
        return answer

    def save(self, path, kind="model"):
        """Writes the model, or the learner, to a file."""
        self._call_with(_pipe.SAVE, path=os.path.abspath(os.fspath(path)), kind=kind)

    def to_bytes(self, kind):
        """The model, or the learner, as the bytes of a file."""
        return bytes(self._call_with(_pipe.TO_BYTES, kind=kind))


def _frames(rows, most_bytes, before, most_rows=1 << 30):
    """The payloads of rows, in parts of a few hundred kilobytes; dense numbers are not copied."""
    if hasattr(rows, "indptr"):
        yield from _sparse_frames(rows, most_bytes, before, most_rows)
        return
    rows = np.ascontiguousarray(rows, rows.dtype.newbyteorder("<"))
    count, columns = rows.shape
    form = 0 if rows.itemsize == 4 else 1
    row_bytes = columns * rows.itemsize
    if row_bytes + _ROWS.size > _LONGEST_FRAME:
        raise _pipe.PipeRefusal(_pipe.LIMIT, f"a row of {row_bytes} bytes is longer than a frame: use fewer columns")
    step = min(most_rows, max(1, most_bytes // row_bytes))
    for at in range(0, count, step):
        part = rows[at : at + step]
        yield _ROWS.pack(form, len(part), columns, 0, before + at), part.reshape(-1).data


def _sparse_frames(rows, most_bytes, before, most_rows):
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    form = 2 if rows.dtype.itemsize == 4 else 3
    count, columns = rows.shape
    starts = rows.indptr.astype(np.int64, copy=False)
    entry_bytes = 4 + rows.dtype.itemsize
    at = 0
    while at < count:
        end = int(np.searchsorted(starts, starts[at] + most_bytes // entry_bytes, side="right")) - 1
        end = min(max(end, at + 1), at + min(most_rows, most_bytes // 4), count)
        first, last = int(starts[at]), int(starts[end])
        if (last - first) * entry_bytes > _LONGEST_FRAME // 2:
            raise _pipe.PipeRefusal(_pipe.LIMIT, "a row has more entries than a frame holds: use fewer columns")
        yield (
            _ROWS.pack(form, end - at, columns, 0, before + at),
            _COUNT.pack(last - first),
            (starts[at : end + 1] - first).astype("<i4").data,
            np.ascontiguousarray(rows.indices[first:last], "<i4").data,
            np.ascontiguousarray(rows.data[first:last], rows.dtype.newbyteorder("<")).data,
        )
        at = end


def require_floats(rows):
    """Refuses numbers that are finite as doubles and not as floats: the features are floats."""
    numbers = rows.data if hasattr(rows, "indptr") else rows
    if numbers.dtype == np.float64 and numbers.size and max(numbers.max(), -numbers.min()) > _LARGEST_FLOAT:
        raise ValueError("Input X contains a value too large for dtype('float32'), in which features are computed: scale the columns")
