"""The one error that a model file can cause."""

_LONGEST_QUOTE = 80


class ModelFileError(ValueError):
    """Something is wrong with a model file: one line that names the file, says what is wrong and what to do."""

    def __init__(self, path, problem, remedy):
        line = f"{path}: {problem}; {remedy}"
        super().__init__("".join(" " if ord(c) < 32 or ord(c) in (127, 0x2028, 0x2029) else c for c in line))
        self.path = path

    def __reduce__(self):
        return _restored, (self.path, str(self))


def _restored(path, message):
    error = ModelFileError.__new__(ModelFileError)
    ValueError.__init__(error, message)
    error.path = path
    return error


def quote(text):
    """Text from a file, short enough for a message."""
    text = str(text)
    return '"' + (text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...") + '"'
