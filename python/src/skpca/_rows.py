"""Rows as users have them (arrays, lists, tables, sparse matrices) as blocks of doubles."""

import numpy as np

# What tables and lists have where a number is missing.
_MISSING = ("None", "<NA>", "nan")


def rows_of(x, preparation, names, times=None):
    """Rows of a model, whatever they come as; they are read a block at a time."""
    if (preparation.time_step > 0) != (times is not None):
        raise ValueError(
            "the model looks for gaps in time: give times, one number a row"
            if times is None
            else "times have no meaning: the model does not look for gaps in time"
        )
    if not preparation.is_plain:
        return _PreparedRows(x, preparation, names, times)
    return _PlainRows(x, preparation.cells, names)


class _Source:
    """The table behind rows: its shape is checked once, and blocks are taken of it."""

    def __init__(self, x, cells, names):
        self.table = None
        self.sparse = None
        if hasattr(x, "toarray") and hasattr(x, "tocsr"):
            self.sparse = x.tocsr()
            shape = x.shape
        elif hasattr(x, "columns") and hasattr(x, "iloc"):
            self.table = _chosen(x, names)
            shape = self.table.shape
        else:
            self.array = np.asarray(x)
            shape = self.array.shape
            if len(shape) != 2:
                raise ValueError(
                    f"the rows are an array of {len(shape)} dimensions, not 2: for one row give x.reshape(1, -1)"
                )
        if shape[1] != cells:
            raise ValueError(f"the rows have {shape[1]} columns and the model was fitted on {cells}")
        self.count = shape[0]

    def block(self, first, end):
        if self.sparse is not None:
            return self.sparse[first:end].toarray()
        if self.table is not None:
            return self.table.iloc[first:end].to_numpy()
        return self.array[first:end]


def _chosen(table, names):
    """The columns of a model by their names, if it has names and the table has all of them."""
    columns = list(table.columns)
    if names is None or columns == names or not all(isinstance(name, str) for name in columns):
        return table
    if len(set(names)) < len(names):
        # The same name twice tells nothing: columns go by their places.
        return table
    absent = [name for name in names if name not in columns]
    if absent:
        raise ValueError(f"the table lacks the column {absent[0]!r} on which the model was fitted")
    return table[names]


def _numbers(block):
    """Doubles, with NaN for what tables and lists have where a number is missing."""
    try:
        return np.asarray(block, dtype=np.float64)
    except (TypeError, ValueError):
        cells = np.asarray(block, dtype=object)
    try:
        known = [np.nan if str(cell) in _MISSING else cell for cell in cells.ravel()]
        return np.array(known, dtype=np.float64).reshape(cells.shape)
    except (TypeError, ValueError) as problem:
        raise ValueError(f"the rows hold something that is not a number: {problem}") from None


class _PlainRows:
    """Rows that are learned as they come."""

    def __init__(self, x, columns, names):
        self._source = _Source(x, columns, names)
        self.columns = columns

    def __len__(self):
        return self._source.count

    def block(self, first, end):
        block = _numbers(self._source.block(first, end))
        if not np.isfinite(block).all():
            row, column = np.argwhere(~np.isfinite(block))[0]
            raise ValueError(
                f"column {column + 1} of row {first + row + 1} is {block[row, column]}: give a number, or leave the row out"
            )
        return block


class _PreparedRows:
    """Rows made of cells; NaN stands for a missing cell, and a row of NaN for one that is not judged."""

    def __init__(self, x, preparation, names, times):
        self._preparation = preparation
        source = _Source(x, preparation.cells, names)
        step = max(1, (1 << 20) // preparation.cells)
        blocks = [self._cells(source.block(a, a + step), a) for a in range(0, source.count, step)]
        self._cells_of_all = np.concatenate(blocks) if blocks else np.zeros((0, preparation.cells))
        if times is not None:
            times = np.asarray(times, dtype=np.float64)
            if times.shape != (source.count,) or not np.isfinite(times).all():
                raise ValueError("times must be one finite number for each row")
        self._starts = preparation.window_starts(source.count, times)
        self.columns = preparation.columns

    def __len__(self):
        return len(self._cells_of_all)

    def _cells(self, block, first):
        preparation = self._preparation
        if preparation.categories:
            block = np.asarray(block, dtype=object)
            cells = np.empty(block.shape)
            for j in range(preparation.cells):
                if j in preparation.categories:
                    table = {value: i for i, value in reversed(list(enumerate(preparation.categories[j])))}
                    cells[:, j] = [table.get(_text(value), -1) for value in block[:, j]]
                else:
                    cells[:, j] = _numbers(block[:, j])
        else:
            cells = _numbers(block)
        allowed = np.isfinite(cells) | (np.isnan(cells) & (preparation.missing != "fail"))
        if not allowed.all():
            row, column = np.argwhere(~allowed)[0]
            raise ValueError(
                f"column {column + 1} of row {first + row + 1} is {cells[row, column]}: give a number, or leave the row out"
            )
        return cells

    def block(self, first, end):
        return self._preparation.rows(self._cells_of_all, self._starts, first, end)


def _text(value):
    """A category as a text file has it: 3 for 3.0."""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)
