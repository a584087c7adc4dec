"""The container of a model file: safetensors with a checksum, as docs/model-file.md describes it.

Nothing is allocated from a size that a file claims before the claim has been checked against the length of the file.
"""

import hashlib
import io
import os
import re
from json.decoder import scanstring

import numpy as np

from .errors import ModelFileError, quote

FORMAT_VERSION = 2

_MOST_HEADER_BYTES = 100_000_000
_MOST_ENTRIES = 4096
_MOST_NAME_BYTES = 256
_MOST_SIZES = 8
_MOST_ELEMENTS = 2**31 - 9
_CHUNK_BYTES = 1 << 20
_DIGITS = 64
_TYPES = {"F64": np.dtype("<f8"), "I64": np.dtype("<i8"), "F32": np.dtype("<f4")}
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}(?![0-9.eE])")


class TensorFile:
    """The metadata and the tensors of one file; tensors that a model does not need are checked and dropped."""

    def __init__(self, name, metadata, tensors):
        self.name = name
        self.metadata = metadata
        self.tensors = tensors


def read(path, wanted):
    """Reads a file by its path, or from an open binary file.

    wanted says by name which tensors are kept.
    """
    if hasattr(path, "read"):
        start = path.tell()
        size = path.seek(0, io.SEEK_END) - start
        path.seek(start)
        return _read(path, size, str(getattr(path, "name", "model")), wanted)
    with open(path, "rb") as stream:
        return _read(stream, os.fstat(stream.fileno()).st_size, os.fspath(path), wanted)


def _damaged(name, problem):
    return ModelFileError(name, problem, "copy the file again or fit it again")


def _foreign(name):
    return ModelFileError(name, "is not a skpca model", "give a file that skpca wrote")


def _read(stream, size, name, wanted):
    prefix = _bytes(stream, min(size, 8), name)
    if size <= 8:
        raise _damaged(name, f"is {size} bytes long, too short for a skpca model")
    length = int.from_bytes(prefix, "little")
    first = _bytes(stream, 1, name)
    if not 2 <= length <= _MOST_HEADER_BYTES or first != b"{":
        raise _foreign(name)
    if length > size - 8:
        raise _damaged(name, f"is cut short, its header needs {length} bytes and {size - 8} are there")
    raw = first + _bytes(stream, length - 1, name)
    header = _Header(raw, name)
    header.check_identity()
    entries = header.layout(size - 8 - length)
    digest = hashlib.sha256(prefix)
    at = header.checksum_at
    digest.update(raw[:at] + b"0" * _DIGITS + raw[at + _DIGITS :])
    tensors = {}
    for entry in entries:
        values = np.empty(entry.elements, entry.dtype) if wanted(entry.name) else None
        _fill(stream, entry.end - entry.begin, values, digest, name)
        if values is not None:
            native = values.astype(values.dtype.newbyteorder("="), copy=False)
            tensors[entry.name] = native.reshape(entry.shape)
    if digest.hexdigest() != header.metadata["sha256"]:
        raise _damaged(name, "its checksum does not match, some of its bytes have changed since it was written")
    return TensorFile(name, header.metadata, tensors)


def _bytes(stream, count, name):
    data = stream.read(count)
    if len(data) != count:
        raise _damaged(name, "became shorter while it was being read")
    return data


def _fill(stream, count, values, digest, name):
    """Reads bytes into an array, or over them if there is none."""
    if values is None:
        for done in range(0, count, _CHUNK_BYTES):
            digest.update(_bytes(stream, min(_CHUNK_BYTES, count - done), name))
        return
    view = memoryview(values).cast("B") if count else memoryview(b"")
    for done in range(0, count, _CHUNK_BYTES):
        chunk = _bytes(stream, min(_CHUNK_BYTES, count - done), name)
        digest.update(chunk)
        view[done : done + len(chunk)] = chunk


class _Entry:
    """Where a tensor is, and of what type and shape."""

    def __init__(self, name, dtype, shape, begin, end):
        self.name = name
        self.dtype = dtype
        self.shape = shape
        self.begin = begin
        self.end = end
        self.elements = int(np.prod(shape, dtype=object)) if shape else 1


class _Header:
    """The JSON of a header, by a parser for just this JSON: two levels, no value that could take more memory than its text."""

    def __init__(self, raw, name):
        self.name = name
        self.metadata = None
        self.checksum_at = -1
        self._tensors = {}
        try:
            self._text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise self._bad("is not UTF-8") from None
        end = self._object(0, "its header", self._member)
        if self._skip(end) != len(self._text):
            raise _damaged(name, "its header goes on after its end")

    def _bad(self, what):
        return _damaged(self.name, f"its header is not the JSON that it should be, it {what}")

    def _skip(self, at):
        return _SPACE.match(self._text, at).end()

    def _string(self, at):
        if self._text[at : at + 1] != '"':
            raise self._bad(f"lacks a string at character {at}")
        try:
            return scanstring(self._text, at + 1, True)
        except ValueError:
            raise self._bad(f"has a string that does not end at character {at}") from None

    def _object(self, at, what, member):
        """Reads an object; member reads the value of a key and returns where it ends."""
        if self._text[at : at + 1] != "{":
            raise _damaged(self.name, f"{what} is not a JSON object")
        seen = set()
        at = self._skip(at + 1)
        if self._text[at : at + 1] == "}":
            return at + 1
        while True:
            key, at = self._string(at)
            if key in seen or not 1 <= len(key.encode("utf-8", "surrogatepass")) <= _MOST_NAME_BYTES:
                raise _damaged(self.name, f"{what} has a name twice, or one that is empty or too long, {quote(key)}")
            seen.add(key)
            if len(seen) > _MOST_ENTRIES:
                raise _damaged(self.name, f"{what} has more than {_MOST_ENTRIES} entries")
            at = self._skip(at)
            if self._text[at : at + 1] != ":":
                raise self._bad(f"lacks a colon at character {at}")
            at = self._skip(member(key, self._skip(at + 1)))
            following = self._text[at : at + 1]
            if following == "}":
                return at + 1
            if following != ",":
                raise self._bad(f"lacks a comma or an end at character {at}")
            at = self._skip(at + 1)

    def _member(self, key, at):
        if key == "__metadata__":
            self.metadata = {}
            return self._object(at, "its metadata", self._text_value)
        fields = {}

        def field(name, start):
            if name == "dtype":
                fields[name], end = self._string(start)
            elif name in ("shape", "data_offsets"):
                fields[name], end = self._numbers(key, start)
            else:
                raise _damaged(self.name, f"tensor {quote(key)} has an unknown field, {quote(name)}")
            return end

        end = self._object(at, f"tensor {quote(key)}", field)
        self._tensors[key] = fields
        return end

    def _text_value(self, key, at):
        if self._text[at : at + 1] != '"':
            raise _damaged(self.name, f"its metadata has a value that is not a string, that of {quote(key)}")
        value, end = self._string(at)
        self.metadata[key] = value
        if key == "sha256":
            self.checksum_at = len(self._text[: at + 1].encode("utf-8"))
            if end - at != _DIGITS + 2:
                # Escapes would make the digits longer in the file than in the string.
                self.checksum_at = -1
        return end

    def _numbers(self, key, at):
        wrong = _damaged(self.name, f"tensor {quote(key)} has a shape or offsets that are not a short list of numbers")
        if self._text[at : at + 1] != "[":
            raise wrong
        numbers = []
        at = self._skip(at + 1)
        if self._text[at : at + 1] == "]":
            return numbers, at + 1
        while True:
            found = _NUMBER.match(self._text, at)
            if found is None or len(numbers) == _MOST_SIZES:
                raise wrong
            numbers.append(int(found.group()))
            at = self._skip(found.end())
            following = self._text[at : at + 1]
            if following == "]":
                return numbers, at + 1
            if following != ",":
                raise wrong
            at = self._skip(at + 1)

    def check_identity(self):
        """Checks the format, its version and that there is a checksum."""
        metadata = self.metadata or {}
        if metadata.get("format") != "skpca":
            raise _foreign(self.name)
        version = metadata.get("version", "")
        if not re.fullmatch("[1-9][0-9]{0,8}", version):
            raise _damaged(self.name, "has no format version that can be read")
        if int(version) < FORMAT_VERSION:
            raise ModelFileError(
                self.name, f"is of format {version}, which this version no longer reads", "fit it again"
            )
        if int(version) > FORMAT_VERSION:
            raise ModelFileError(
                self.name, f"is of format {version}, and this version reads format {FORMAT_VERSION}", "update skpca"
            )
        if "sha256" not in metadata:
            raise _damaged(self.name, "has no checksum")
        if self.checksum_at < 0 or not re.fullmatch(f"[0-9a-f]{{{_DIGITS}}}", metadata["sha256"]):
            raise _damaged(self.name, f"has a checksum that is not {_DIGITS} hexadecimal digits")

    def layout(self, tensor_bytes):
        """The tensors in the order of their bytes, which they cover without a hole."""
        entries = sorted((self._entry(*item) for item in self._tensors.items()), key=lambda e: (e.begin, e.end))
        covered = 0
        for entry in entries:
            if entry.begin != covered:
                what = "overlaps the tensor before it" if entry.begin < covered else "comes after a hole"
                raise _damaged(self.name, f"tensor {quote(entry.name)} {what}")
            covered = entry.end
        if covered > tensor_bytes:
            raise _damaged(
                self.name, f"is cut short, its tensors need {covered} bytes and {tensor_bytes} are there"
            )
        if covered < tensor_bytes:
            raise _damaged(self.name, f"has {tensor_bytes - covered} bytes after its last tensor")
        return entries

    def _entry(self, key, fields):
        tensor = f"tensor {quote(key)}"
        offsets = fields.get("data_offsets", [])
        if len(fields) != 3 or len(offsets) != 2 or fields["dtype"] not in _TYPES:
            raise _damaged(self.name, f"{tensor} lacks its dtype, its shape or one of its two offsets")
        dtype = _TYPES[fields["dtype"]]
        entry = _Entry(key, dtype, tuple(fields["shape"]), *offsets)
        if entry.elements > _MOST_ELEMENTS or entry.end - entry.begin != entry.elements * dtype.itemsize:
            raise _damaged(self.name, f"{tensor} of shape {list(entry.shape)} does not fit its offsets {offsets}")
        return entry
