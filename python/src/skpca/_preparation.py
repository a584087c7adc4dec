"""How cells become rows: categories become columns of zeros and ones, the last N steps one row, and missing cells are NaN until they are filled."""

import numpy as np

# In usual steps: a single one that was lost is a gap.
_LONGEST_STEP = 1.5

# Rows of which a larger share is missing tell too little of themselves to be judged.
_MOST_MISSING = 0.5

# No cell is filled with more deviations than this.
_FARTHEST = 3.0


class Preparation:
    """What is done with the cells of an input before they are a row of d numbers, as the file says it."""

    def __init__(self, cells, categories, lags, missing, time_step=0.0, fill=None, regression=None):
        self.cells = cells
        self.categories = categories
        self.lags = lags
        self.missing = missing
        self.time_step = time_step
        self.fill = fill
        self.regression = regression
        widths = [len(categories[j]) + 1 if j in categories else 1 for j in range(cells)]
        self.starts = np.concatenate([[0], np.cumsum(widths)]).astype(int)
        self.width = int(self.starts[-1])
        self.columns = self.width * lags

    @classmethod
    def plain(cls, columns):
        return cls(columns, {}, 1, "fail")

    @property
    def is_plain(self):
        return self.lags == 1 and not self.categories and self.missing == "fail"

    def column_names(self, names):
        """The names of the columns of a prepared row from those of the cells."""
        step = []
        for j, name in enumerate(names):
            if j in self.categories:
                step += [f"{name}={value}" for value in self.categories[j]] + [f"{name}=other"]
            else:
                step.append(name)
        if self.lags == 1:
            return step
        backs = ["[t]" if back == 0 else f"[t-{back}]" for back in range(self.lags - 1, -1, -1)]
        return [name + back for back in backs for name in step]

    def encoded(self, cells):
        """Steps: cells as columns; a category is its number, any other number the last of its columns."""
        if not self.categories:
            return cells
        steps = np.zeros((len(cells), self.width))
        for j in range(self.cells):
            values = cells[:, j]
            if j not in self.categories:
                steps[:, self.starts[j]] = values
                continue
            count = len(self.categories[j])
            known = (values >= 0) & (values < count) & (values == np.rint(values))
            place = self.starts[j] + np.where(known, np.where(known, values, 0), count).astype(int)
            steps[np.arange(len(cells)), place] = 1
        return steps

    def window_starts(self, count, times):
        """For each step the one at which its stretch without a gap begins."""
        starts = np.zeros(count, dtype=int)
        if times is not None and count:
            passed = np.diff(times)
            gaps = ~((passed > 0) & (passed <= _LONGEST_STEP * self.time_step))
            starts[1:] = np.where(gaps, np.arange(1, count), 0)
            starts = np.maximum.accumulate(starts)
        return starts

    def rows(self, cells, starts, first, end):
        """The rows of the steps [first, end), NaN where a cell is missing; all of it where there is nothing to judge."""
        before = max(0, first - self.lags + 1)
        steps = self.encoded(cells[before:end])
        at = np.arange(first, end)
        wanted = at[:, None] - np.arange(self.lags - 1, -1, -1) - before
        rows = steps[np.maximum(wanted, 0)].reshape(len(at), self.columns)
        complete = at - starts[first:end] >= self.lags - 1
        too_many = np.isnan(rows).sum(axis=1) > _MOST_MISSING * self.columns
        rows[~complete | too_many] = np.nan
        return rows

    def filled(self, rows):
        """Rows with missing cells as they are filled in learning: from the other cells of the step, or with medians."""
        filled = rows.copy()
        places = self.starts[:-1]
        for i in np.flatnonzero(np.isnan(rows).any(axis=1)):
            for step in range(self.lags):
                part = filled[i, step * self.width : (step + 1) * self.width]
                cells = part[places]
                missing = np.isnan(cells)
                if missing.any():
                    part[places[missing]] = self._fillings(cells, missing)[missing]
        return filled

    def _fillings(self, cells, missing):
        if self.regression is None:
            return np.zeros(self.cells) if self.fill is None else self.fill
        means, deviations, inverse = self.regression[0], self.regression[1], self.regression[2:]
        spread = np.where(deviations > 0, deviations, 1)
        standard = np.clip(np.where(deviations > 0, (cells - means) / spread, 0), -_FARTHEST, _FARTHEST)
        known = ~missing
        right = -(inverse[np.ix_(missing, known)] @ standard[known])
        try:
            factor = np.linalg.cholesky(inverse[np.ix_(missing, missing)])
            if not (np.diag(factor) ** 2 > 1e-12).all():
                raise np.linalg.LinAlgError
            solution = np.linalg.solve(factor.T, np.linalg.solve(factor, right))
        except np.linalg.LinAlgError:
            solution = np.zeros(len(right))
        solution = np.where(np.isfinite(solution), solution, 0)
        filled = cells.copy()
        filled[missing] = means[missing] + deviations[missing] * np.clip(solution, -_FARTHEST, _FARTHEST)
        return filled
