"""Counts at each threshold computed by the engine of a frame that may not fit in memory.

The engine sorts scores into narrow bins and returns for each bin its lowest and highest score and
the weight of each class. Counts at the lowest score of each bin are exact. Thresholds within a bin
of several scores can lower a cost by at most p q / (p + q), where p and q are the shares of the
positives and the negatives in the bin. Bins that exceed the given bound are divided and counted
again. Bins and sums do not depend on the order of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from math import ceil, isfinite, log2
from operator import or_
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import numpy as np

from cc_widgets.core import Counts
from cc_widgets.core.results import BoolArray, CountArray, FloatArray, IntArray, ScoreArray
from cc_widgets.core.scores import (
    FEW_LABELS,
    INFINITE_SCORE_ADVICE,
    class_count_error,
    conversion_advice,
    is_missing,
    read_labels,
)
from cc_widgets.core.simplification import short_thresholds
from cc_widgets.core.validation import read_number
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake.waiting import collect

if TYPE_CHECKING:
    from narwhals import Expr, LazyFrame

Progress: TypeAlias = Callable[[str], None]
BOUND = 1e-4
"""Default bound of the error of a normalised cost."""

_SAMPLE_SIZE = 2**17  # rows in which labels are searched first
_FEW_SCORES = 2**14  # up to this number, each distinct score gets its own bin
_MAX_DECIMALS = 4  # of scores that may have few distinct values
_MIN_BINS, _MAX_BINS = 2**11, 2**18
_MIN_PARTS = 2.0**2  # into which a bin is divided
_MIN_NEW_BINS, _MAX_NEW_BINS = 2.0**13, 2.0**15  # when bins are divided
_MAX_PASSES = 6
_WIDE_GAP = 8.0  # spacings between neighbouring floats
_MAX_RANGES = 3  # each is a condition evaluated for every row
_MAX_RESOLUTION = 2.0**50  # bins in [0, 1] that floats can distinguish
_TWO = 2
_FLOAT32_EPSILON = 2.0**-23
_MAX_INTEGER = 2.0**53  # above, floats cannot represent all integers
_MAX_FLOAT = float(np.finfo(np.float64).max)
_PROGRESS_INTERVAL = 1.0  # seconds


def engine_counts(  # noqa: PLR0913 (each names a column or an option)
    frame: Any,  # noqa: ANN401 (frame of any engine)
    *,
    y_true: str,
    y_score: Sequence[str],
    sample_weight: str | None = None,
    pos_label: object = None,
    bound: float = BOUND,
    progress: Progress | None = None,
) -> dict[str, Counts]:
    """Return counts at each threshold by column of scores, computed by the engine of the frame.

    `Counts.error` is the bound reached, 0 if the lower envelope is exact. `progress` is called
    with a description of the current work, repeatedly.
    """
    max_error = read_bound(bound)
    with _report(progress, "reading the labels"):
        source = _source_of(frame, y_true, sample_weight, pos_label)
        source.check_types(y_score)
        source = source.with_units()
        columns = [_ScoreColumn(name, max_error) for name in y_score]
    n_pass = 0
    while due := [(column, column.binning) for column in columns if column.binning]:
        n_pass += 1
        with _report(progress, f"counting by score, pass {n_pass}"):
            results = source.count([(column.name, binning) for column, binning in due])
            for (column, binning), bins in zip(due, results, strict=True):
                if not binning.ranges:
                    source.check(column.name, bins)
                column.add(bins)
    return {column.name: column.counts(source.score_type(column.name)) for column in columns}


def read_bound(bound: object) -> float:
    """Return a checked bound of the error of a normalised cost."""
    fix = "Pass the largest acceptable error of a normalised cost, for example 1e-4."
    checked = read_number("bound", bound, fix)
    if not 0.0 < checked < 1.0:
        raise CostCurveError("must be between 0 and 1", where="bound", got=shown(bound), fix=fix)
    return checked


@contextmanager
def _report(progress: Progress | None, text: str) -> Iterator[None]:
    """Call `progress` with the text at once, and every second with the elapsed time."""
    if progress is None:
        yield
        return
    start, finished = monotonic(), Event()

    def repeat() -> None:
        while not finished.wait(_PROGRESS_INTERVAL):
            progress(f"{text}, {monotonic() - start:.0f} s")

    progress(text)
    thread = Thread(target=repeat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        finished.set()
        thread.join()


# ---- Bins


@dataclass(frozen=True)
class _Binning:
    """Division of the real line into bins, independent of the data.

    It uses only arithmetic that all engines round equally. Scores from 0 to 1 are divided into
    `number` bins, larger scores into as many by their reciprocals, and negative scores by symmetry.

    Attributes
    ----------
    number : int
        Number of bins from 0 to 1.
    ranges : tuple of (float, float)
        Ranges of scores to count; all scores if empty.
    """

    number: int
    ranges: tuple[tuple[float, float], ...] = ()

    def assign(self, frame: LazyFrame[Any]) -> LazyFrame[Any]:
        """Add the column `k`, the bin of each score `s`, null if the score is not finite.

        Each operation is monotone even when rounded, so bins never overlap. Resolution is higher
        near 0 and 1, where scores of rare classes and overconfident classifiers concentrate.
        """
        import narwhals as nw  # noqa: PLC0415 (optional)

        s, size, x, end = (nw.col(name) for name in ("s", "size", "x", "end"))
        if self.ranges:
            real = s.cast(nw.Float64)  # engines would round the limits to the dtype of the column
            inside = [(real >= low) & (real <= high) for low, high in self.ranges]
            frame = frame.filter(reduce(or_, inside))
        frame = frame.with_columns(size=s.cast(nw.Float64).abs())
        frame = frame.with_columns(size=nw.when(size <= _MAX_FLOAT).then(size))
        frame = frame.with_columns(x=nw.when(size <= 1.0).then(size).otherwise(1.0 / size))
        frame = frame.with_columns(end=nw.when(x < _HALF).then(x).otherwise(1.0 - x))
        for _ in range(self.roots):  # some engines would evaluate a nested root twice
            frame = frame.with_columns(end=end.sqrt())
        frame = frame.with_columns(x=_HALF + (x - _HALF) * self.stretch(end))
        frame = frame.with_columns(x=nw.when(size <= 1.0).then(x).otherwise(2.0 - x))
        frame = frame.with_columns(x=nw.when(s < 0.0).then(0.0 - x).otherwise(x))
        return frame.with_columns(k=(x * self.number).floor().cast(nw.Float64))

    @property
    def roots(self) -> int:
        """Number of square roots applied to the distance to 0 or 1."""
        return 3 if self.ranges else 1

    def stretch(self, end: Any) -> Any:  # noqa: ANN401 (expression or array)
        """Return the factor that increases the resolution near 0 and 1."""
        base, width = (0.25, 2.0**-2) if self.ranges else (0.625, 2.0**-4)
        return base + (1.0 - base) * width / (end + width)

    def positions(self, score: FloatArray) -> FloatArray:
        """Return the transformed scores before rounding, as computed in `assign`."""
        size = np.abs(score)
        x = np.divide(1.0, size, out=size.copy(), where=size > 1.0)
        end = np.minimum(x, 1.0 - x)
        for _ in range(self.roots):
            end = np.sqrt(end)
        x = _HALF + (x - _HALF) * self.stretch(end)
        positions: FloatArray = np.copysign(np.where(size > 1.0, 2.0 - x, x), score)
        return positions


_HALF = 0.5


def _first_binning(bound: float) -> _Binning:
    """Return bins that are narrow enough for scores of most classifiers."""
    return _Binning(int(np.clip(_next_power(1.6 / bound), _MIN_BINS, _MAX_BINS)))


def _finer_binning(
    ranges: tuple[tuple[float, float], ...], low: FloatArray, high: FloatArray, number: float
) -> _Binning:
    """Return about `number` bins for ranges with scores from `low` to `high`."""
    binning = _Binning(1, ranges)
    length = np.sum(binning.positions(high) - binning.positions(low)).item()
    return replace(binning, number=int(_next_power(number / max(length, number / _MAX_RESOLUTION))))


def _next_power(number: float) -> float:
    """Return the smallest power of two that is not less than a number."""
    return 2.0 ** ceil(log2(number))


def _max_gain(p: FloatArray, q: FloatArray) -> FloatArray:
    """Return the largest reduction of a cost by thresholds within bins.

    The two ends of a bin with shares p of the positives and q of the negatives cost at most pc p
    and (1 - pc) q more than a threshold within; the smaller one is at most p q / (p + q).
    """
    both = p + q
    gain: FloatArray = np.divide(p * q, both, out=np.zeros_like(both), where=both > 0.0)
    return gain


# ---- Queries


@dataclass(frozen=True)
class _Source:
    """Frame with the names of its label and weight columns.

    Attributes
    ----------
    frame : LazyFrame of narwhals
        All columns.
    y_true, sample_weight : str, str or None
        Columns.
    classes : tuple of two labels
        Negative and positive label.
    units : tuple of (float, float)
        A coarse and a fine unit of weights, of which sums of multiples are exact.
    """

    frame: LazyFrame[Any]
    y_true: str
    sample_weight: str | None
    classes: tuple[Any, Any]
    units: tuple[float, float] = (1.0, 1.0)

    def with_units(self) -> _Source:
        """Return the source with units of its weights.

        Without them, rounding would make sums depend on the order of the rows.
        """
        if self.sample_weight is None:
            return self
        import narwhals as nw  # noqa: PLC0415 (optional)

        answer = collect(self.rows(()).select(largest=nw.col("w").max(), rows=nw.len()))
        largest, rows = (float(answer[name].to_list()[0] or 0.0) for name in ("largest", "rows"))
        exponent = ceil(log2(largest)) if largest > 0.0 and isfinite(largest) else 0
        bits = 52 - ceil(log2(rows + 1.0))
        coarse, fine = (2.0 ** max(exponent - n * bits, -1074) for n in (1, 2))
        return replace(self, units=(coarse, fine))

    def rows(self, names: Iterable[str]) -> LazyFrame[Any]:
        """Return score columns with `y` (0, 1, or infinite if missing) and the weights `w`."""
        import narwhals as nw  # noqa: PLC0415 (optional)

        schema = self.frame.collect_schema()
        y = nw.col(self.y_true)
        negative, positive = self.classes
        not_positive = nw.when(y == negative).then(0.0).otherwise(np.inf)
        selected = {"y": nw.when(y == positive).then(1.0).otherwise(not_positive)}
        if self.sample_weight is not None:
            w = nw.col(self.sample_weight)
            usable = (w >= 0.0) & (w <= _MAX_FLOAT)
            selected["w"] = nw.when(usable).then(w.cast(nw.Float64)).otherwise(np.inf)
        for name in names:
            is_float32 = schema[name] == nw.Float32
            selected[name] = nw.col(name) if is_float32 else nw.col(name).cast(nw.Float64)
        rows = self.frame.select(**selected)
        return rows if self.sample_weight is None else rows.filter(nw.col("w") != 0.0)

    def count(self, columns: Sequence[tuple[str, _Binning]]) -> list[_Bins]:
        """Return the bins of each column of scores, counted in one query."""
        import narwhals as nw  # noqa: PLC0415 (optional)

        queries = [self._query(number, *column) for number, column in enumerate(columns)]
        answer = collect(nw.concat(queries) if len(queries) > 1 else queries[0])
        sums = {name: answer[name].to_numpy().astype(np.float64) for name in answer.columns}
        if self.sample_weight is None:
            ones = np.ones_like(sums["rows"])
            sums |= {"total": sums["rows"], "min_weight": ones, "max_weight": ones}
        else:
            sums |= {name: sums[name] + sums[f"{name}_rest"] for name in ("total", "positive")}
        masks = [sums["column"] == number for number in range(len(columns))]
        return [_Bins(**{name: sums[name][mask] for name in _FIELDS}) for mask in masks]

    def _query(self, number: int, name: str, binning: _Binning) -> LazyFrame[Any]:
        """Return the query that counts one column."""
        import narwhals as nw  # noqa: PLC0415 (optional)

        s, y, w = nw.col("s"), nw.col("y"), nw.col("w")
        rows = self.rows([name]).rename({name: "s"})
        sums = {"rows": nw.len(), "positive": y.sum(), "low": s.min(), "high": s.max()}
        if self.sample_weight is not None:
            sums |= {"min_weight": w.min(), "max_weight": w.max()}
            coarse, fine = self.units
            part, rest = nw.col("part"), nw.col("rest")
            rows = rows.with_columns(part=(w / coarse).floor() * coarse)
            rows = rows.with_columns(rest=((w - part) / fine).floor() * fine)
            rows = rows.with_columns(y=y * part, y_rest=y * rest)
            sums |= {"total": part.sum(), "total_rest": rest.sum()}
            sums |= {"positive_rest": nw.col("y_rest").sum()}
        groups = binning.assign(rows).group_by("k").agg(**sums)
        return groups.select(
            *(nw.col(field).cast(nw.Float64) for field in ("k", *sums)),
            column=nw.lit(float(number)),
        )

    def check_types(self, names: Iterable[str]) -> None:
        """Raise if a column of scores or weights is not numeric."""
        schema = self.frame.collect_schema()
        for name in filter(None, (self.sample_weight, *names)):
            if not schema[name].is_numeric() and "Boolean" not in str(schema[name]):
                where = "sample_weight" if name == self.sample_weight else "y_score"
                raise _not_numbers(self.frame, name, schema[name], where)

    def score_type(self, name: str) -> type[np.floating[Any]]:
        """Return the dtype of the thresholds of a column."""
        import narwhals as nw  # noqa: PLC0415 (optional)

        return np.float32 if self.frame.collect_schema()[name] == nw.Float32 else np.float64

    def check(self, name: str, bins: _Bins) -> None:
        """Raise if labels, scores or weights are missing or invalid."""
        import narwhals as nw  # noqa: PLC0415 (optional)

        if bins.is_invalid:
            self._raise(name, bins)
        largest = max(-bins.low.min(), bins.high.max())
        if self.frame.collect_schema()[name].is_integer() and largest >= _MAX_INTEGER:
            score = nw.col(name)
            check_rows(
                self.frame,
                name,
                "integers must be less than 2**53 in magnitude",
                (score >= int(_MAX_INTEGER)) | (score <= -int(_MAX_INTEGER)),
                "Subtract the smallest score first.",
            )

    def _raise(self, name: str, bins: _Bins) -> NoReturn:
        """Raise the error for missing or invalid values."""
        import narwhals as nw  # noqa: PLC0415 (optional)

        def check(column: str, noun: str, rule: str, low: float, fix: str) -> None:
            gap = missing_in(self.frame, [column])
            check_rows(self.frame, column, f"{noun} must not be missing", gap)
            outside = ~((nw.col(column) >= low) & (nw.col(column) <= _MAX_FLOAT))
            check_rows(self.frame, column, f"{noun} must be {rule}", outside, fix)

        y, (negative, positive) = nw.col(self.y_true), self.classes
        _check_two_classes(self.frame, self.y_true)
        unlabelled = y.is_null() | ~((y == negative) | (y == positive))
        check_rows(self.frame, self.y_true, "labels must not be missing", unlabelled)
        check(name, "values", "finite", -_MAX_FLOAT, INFINITE_SCORE_ADVICE)
        weight = self.sample_weight or ""
        check(weight, "weights", "finite and not negative", 0.0, "Correct or drop these rows.")
        positives = float(bins.positive.sum())
        negatives = float(bins.total.sum()) - positives
        raise CostCurveError(
            "both classes must have a positive and finite sum of weights",
            where=column_label(weight),
            got=f"{negatives:g} for {shown(negative)}, {positives:g} for {shown(positive)}",
            fix="Give an example of each class a positive weight, or divide the weights by the "
            "largest.",
        )


def _source_of(
    frame: Any,  # noqa: ANN401 (frame of any engine)
    y_true: str,
    sample_weight: str | None,
    pos_label: object,
) -> _Source:
    """Return the frame, the names of its label and weight columns, and its two classes."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    lazy = nw.from_native(frame).lazy()
    labels = lazy.select(y_true)
    if labels.collect_schema()[y_true].is_nested():
        rule = "labels must be numbers, strings or booleans"
        check_rows(lazy, y_true, rule, ~nw.col(y_true).is_null(), "Pass one scalar per row.")
    sample = _distinct(labels.head(_SAMPLE_SIZE).unique())
    # Rows may be sorted by label.
    distinct = sample if len(sample) > 1 else _distinct(labels.unique().head(_SAMPLE_SIZE))
    with _name_column(y_true):
        if len(distinct) != _TWO and distinct:
            _check_two_classes(lazy, y_true)
        return _Source(lazy, y_true, sample_weight, read_labels(distinct, pos_label).classes)


@contextmanager
def _name_column(column: object) -> Iterator[None]:
    """Add the name of a column to errors."""
    try:
        yield
    except CostCurveError as error:
        raise error.within(column_label(column)) from None


def _check_two_classes(frame: LazyFrame[Any], y_true: str) -> None:
    """Raise unless the engine counts two distinct labels."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    labelled = frame.filter(~missing_in(frame, [y_true]))
    counts = labelled.group_by(y_true).agg(cc_rows=nw.len())
    number, size = (
        int(collect(query.select(nw.len())).item()) for query in (counts, labelled.select(y_true))
    )
    if number == _TWO:
        return
    first = collect(counts.sort(y_true).head(FEW_LABELS))
    labels, rows = (first[name].to_list() for name in (y_true, "cc_rows"))
    rarest = min(range(len(labels)), key=rows.__getitem__)
    text = f"{shown(labels[rarest])} in {rows[rarest]:,} of {size:,} rows"
    raise class_count_error(labels, number, size, text if number <= FEW_LABELS else "")


def check_rows(
    frame: LazyFrame[Any],
    column: str,
    rule: str,
    invalid: Expr,
    fix: str = 'Pass missing="drop" to drop rows with missing values, or impute them.',
) -> None:
    """Raise if the expression `invalid` is true for some rows; the engine counts them."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    rows = frame.filter(invalid).select(column)
    first = collect(rows.head(1))[column].to_list()
    if first:
        number, size = (
            int(collect(query.select(nw.len())).item()) for query in (rows, frame.select(column))
        )
        example = "no value" if is_missing(first[0]) else shown(first[0])
        raise CostCurveError(
            rule,
            where=column_label(column),
            got=f"{example} ({number:,} of {size:,} rows)",
            fix=fix,
        )


def missing_in(frame: LazyFrame[Any], columns: Sequence[Any]) -> Expr:
    """Return an expression that is true for rows with a null or NaN in one of the columns."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    schema = frame.collect_schema()
    nulls = [nw.col(column).is_null() for column in columns]
    floats = [nw.col(column).fill_null(0.0) for column in columns if schema[column].is_float()]
    return reduce(or_, [*nulls, *(column.is_nan() for column in floats)])


_NUMBER_PATTERN = r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\s*$"


def _not_numbers(frame: LazyFrame[Any], column: str, dtype: object, where: str) -> CostCurveError:
    """Return the error for a non-numeric column, whose strings may be numbers except for a few."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    rows = frame.filter(~nw.col(column).is_null()).select(column)
    size = int(collect(rows.select(nw.len())).item())
    invalid = rows
    if str(dtype) == "String":
        other_texts = rows.filter(~nw.col(column).str.contains(_NUMBER_PATTERN))
        invalid = other_texts if collect(other_texts.head(1))[column].to_list() else rows
    number = int(collect(invalid.select(nw.len())).item())
    if not size:
        check_rows(frame, column, "values must not be missing", nw.col(column).is_null())
    first = next(iter(collect(invalid.head(1))[column].to_list()), None)
    return CostCurveError(
        "values must be numbers",
        where=column_label(column),
        got=f"{shown(first)} ({number:,} of {size:,} rows), a column of type {dtype}",
        fix=conversion_advice(first, size - number, where),
    )


def column_label(column: object) -> str:
    """Return the text for a column in error messages, such as "column 'forest'"."""
    return f"column {shown(column)}"


def _distinct(labels: LazyFrame[Any]) -> list[Any]:
    """Return the distinct values of a single column without missing ones."""
    values = collect(labels).to_dict(as_series=False).values()
    return list(
        dict.fromkeys(label for column in values for label in column if not is_missing(label))
    )


# ---- Counting until all bins are narrow enough


_FIELDS = ("k", "rows", "total", "positive", "low", "high", "min_weight", "max_weight")


@dataclass(frozen=True)
class _Bins:
    """Contents of bins counted by an engine.

    Attributes
    ----------
    k : ndarray of float64
        Bin numbers; NaN for scores that are not finite.
    rows : ndarray of float64
        Number of rows in each bin.
    total, positive : ndarray of float64
        Total weight in each bin, and that of the positive class.
    low, high : ndarray of float64
        Lowest and highest score in each bin.
    min_weight, max_weight : ndarray of float64
        Smallest and largest weight in each bin.
    """

    k: FloatArray
    rows: FloatArray
    total: FloatArray
    positive: FloatArray
    low: FloatArray
    high: FloatArray
    min_weight: FloatArray
    max_weight: FloatArray

    def select(self, mask: BoolArray | slice) -> _Bins:
        """Return the bins selected by a mask or slice."""
        return _Bins(**{name: getattr(self, name)[mask] for name in _FIELDS})

    def merge(self, more: _Bins) -> _Bins:
        """Return these and further bins in ascending order of scores."""
        columns = np.concatenate(
            [[getattr(bins, name) for name in _FIELDS] for bins in (self, more)], 1
        )
        return _Bins(*columns[:, np.argsort(columns[_FIELDS.index("low")])])

    def ranges(self, mask: BoolArray) -> tuple[IntArray, IntArray]:
        """Return the first and last bins of a few ranges that include the bins in `mask`."""
        indices = np.flatnonzero(mask)
        gaps = np.sort(np.argsort(-np.diff(indices), kind="stable")[: _MAX_RANGES - 1])
        first = indices[np.append(0, gaps + 1)]
        last = indices[np.append(gaps, indices.size - 1)]
        # Some engines parse a number with 17 digits as an adjacent float. So ranges end only
        # between scores that are several floats apart.
        spacing = np.spacing(np.maximum(np.abs(self.low[1:]), np.abs(self.high[:-1])))
        halves = self.low[1:] / 2.0 - self.high[:-1] / 2.0
        wide = np.flatnonzero(halves > _WIDE_GAP / 2.0 * spacing) + 1
        ends = np.concatenate([[0], wide, [self.low.size]])
        return (
            ends[np.searchsorted(ends, first, side="right") - 1],
            ends[np.searchsorted(ends, last + 1)] - 1,
        )

    def limits(self, first: IntArray, last: IntArray) -> tuple[tuple[float, float], ...]:
        """Return the limits of ranges, halfway to the neighbouring scores."""
        below = np.append(-_MAX_FLOAT, self.high)[first]
        above = np.append(self.low, _MAX_FLOAT)[last + 1]
        low = below / 2.0 + self.low[first] / 2.0
        high = self.high[last] / 2.0 + above / 2.0
        return tuple(zip(low.tolist(), high.tolist(), strict=True))

    @property
    def is_invalid(self) -> bool:
        """Whether a label, weight or score is missing or not finite, or a class is empty."""
        columns = self.k, self.total, self.positive
        empty = not 0.0 < self.positive.sum() < self.total.sum()
        return empty or not all(np.isfinite(column).all() for column in columns)

    @property
    def has_few_scores(self) -> bool:
        """Whether there seem to be few distinct scores, so that each can have its own bin."""
        mixed = self.low < self.high
        low, high = self.low[mixed], self.high[mixed]
        ends = np.concatenate([low, high])
        is_safe = np.abs(ends).max(initial=0.0) < _MAX_INTEGER
        for decimals in range(_MAX_DECIMALS + 1) if is_safe else ():
            if np.allclose(np.round(ends, decimals), ends, rtol=_FLOAT32_EPSILON, atol=0.0):
                return bool(np.sum((high - low) * 10.0**decimals + 1.0) <= _FEW_SCORES)
        tied = ~mixed & (self.rows > 1.0)
        return bool(self.rows[tied].sum() >= self.rows[mixed].sum())

    def errors(self, positives: float, negatives: float) -> FloatArray:
        """Return the largest reduction of a cost by thresholds within each bin."""
        errors = _max_gain(self.positive / positives, (self.total - self.positive) / negatives)
        errors[self.low == self.high] = 0.0
        return errors


_NO_BINS = _Bins(**dict.fromkeys(_FIELDS, np.empty(0)))


class _ScoreColumn:
    """Progress of one column of scores: bins counted so far, and the binning to count next."""

    def __init__(self, name: str, bound: float) -> None:
        self.name, self.bound = name, bound
        self.binning: _Binning | None = _first_binning(bound)
        self.has_few_scores, self.passes = False, 0
        self.bins = _NO_BINS
        self.expected_rows = 0.0  # in the ranges to be counted again
        self.totals = 0.0, 0.0

    def add(self, bins: _Bins) -> None:
        """Add counted bins, and set the next binning if some are too wide."""
        if self.passes == 0:
            positives = bins.positive.sum().item()
            self.totals = positives, bins.total.sum().item() - positives
            self.has_few_scores = bins.has_few_scores
        else:
            self._check_unchanged(bins.rows.sum().item())
        self.passes += 1
        self.binning, self.bins = None, self.bins.merge(bins)
        errors = self.bins.errors(*self.totals)
        too_wide = self.bins.low < self.bins.high
        exact = self.has_few_scores and np.count_nonzero(too_wide) <= _FEW_SCORES
        if not exact:
            too_wide = errors > self.bound
        if too_wide.any() and self.passes < _MAX_PASSES:
            factor = np.inf if exact else 2.0 * errors.max().item() / self.bound
            self._divide(*self.bins.ranges(too_wide), factor)

    def _divide(self, first: IntArray, last: IntArray, factor: float) -> None:
        """Request a recount of ranges of bins with about `factor` times as many bins."""
        bins = self.bins
        index = np.arange(bins.low.size)
        inside = np.any([(index >= a) & (index <= b) for a, b in zip(first, last, strict=True)], 0)
        size = inside.sum().item()
        number = max(float(np.clip(size * factor, _MIN_NEW_BINS, _MAX_NEW_BINS)), size * _MIN_PARTS)
        limits = bins.limits(first, last)
        self.binning = _finer_binning(limits, bins.low[first], bins.high[last], number)
        self.bins, self.expected_rows = bins.select(~inside), bins.rows[inside].sum().item()

    def _check_unchanged(self, rows: float) -> None:
        """Raise if the number of rows has changed since the previous pass."""
        if rows != self.expected_rows:
            raise CostCurveError(
                "rows must not change while they are counted",
                where=column_label(self.name),
                got=f"{self.expected_rows:,.0f} rows, then {rows:,.0f}, in the same ranges",
                fix="Pass files or a copy that no other program changes.",
            )

    def counts(self, score_type: type[np.floating[Any]]) -> Counts:
        """Return the counts in descending order of thresholds."""
        bins = self.bins.select(slice(None, None, -1))
        threshold: ScoreArray = (bins.low + 0.0).astype(score_type)
        complete = bool(np.all(bins.low == bins.high))
        if not complete:
            below = np.append(bins.high[1:], -np.inf).astype(score_type)
            threshold = short_thresholds(threshold, below)
        tp, fp = map(_cumulative, (bins.positive, bins.total - bins.positive))
        return Counts(
            threshold=np.concatenate([np.full(1, np.inf, threshold.dtype), threshold]),
            tp=tp,
            fp=fp,
            positives=tp[-1].item(),
            negatives=fp[-1].item(),
            complete=complete,
            weighted=not np.all((bins.min_weight == 1.0) & (bins.max_weight == 1.0)),
            error=float(bins.errors(*self.totals).max()),
        )


def _cumulative(weights: FloatArray) -> CountArray:
    """Return cumulative sums from 0, as integers if all weights are integers."""
    sums = np.append(0.0, np.cumsum(weights))
    whole = sums[-1] < _MAX_INTEGER and np.array_equal(weights, np.floor(weights))
    return sums.astype(np.int64) if whole else sums
