"""Frames that need not fit in memory: their own engine counts them, thousands of rows come here.

The engine sorts scores into narrow steps that follow each other, and tells of each the least and
the greatest score and how much of either class it holds. Counts at the least scores of steps are
exact. What lies within a step that holds different scores of both classes is not known; that can
make no cost lower than p q / (p + q), where p and q are the shares of the classes in the step.
Steps for which this is more than was allowed are cut finer, and counted once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce as joined
from math import ceil, log2
from operator import or_
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeAlias

import numpy as np

from cc_widgets.core import Counts
from cc_widgets.core._display import short_thresholds
from cc_widgets.core._predictions import (
    FEW_LABELS,
    fix_of_texts,
    is_missing,
    not_two,
    read_labels,
)
from cc_widgets.core._reading import read_number
from cc_widgets.core._results import BoolArray, CountArray, FloatArray, IntArray, ScoreArray
from cc_widgets.errors import CostCurveError, shown

if TYPE_CHECKING:
    from narwhals import DataFrame, Expr, LazyFrame

Told: TypeAlias = Callable[[str], None]
BOUND = 1e-4
"""By how much a cost may be off where nothing else is asked for."""

_LOOKED_AT = 2**17  # rows, before anything is counted
_FEW_SCORES = 2**14  # so many, and each has a step of its own
_FEWEST_STEPS, _MOST_STEPS = 2**10, 2**18
_ENOUGH_STEPS = 2**14  # if they do, scores are used as they are
_MOST_CUTS = 2**12  # of a step at once
_TWO = 2
_FINEST = 2.0**50  # floats cannot tell more steps apart
_WINDOWS, _ROOM = 2**10, 1.1
_HOPELESS = 16.0
_SAFE = 2.0**53  # beyond, floats skip whole numbers
_HIGHEST = float(np.finfo(np.float64).max)
_EVERY = 1.0  # seconds


def reduced(  # noqa: PLR0913 (each names a column, or says what to do)
    frame: Any,  # noqa: ANN401 (of any engine)
    *,
    y_true: str,
    y_score: Sequence[str],
    sample_weight: str | None = None,
    pos_label: object = None,
    bound: float = BOUND,
    told: Told | None = None,
) -> dict[str, Counts]:
    """Counts of classifiers whose scores stand in a frame that need not fit in memory.

    Parameters
    ----------
    frame : lazy frame or relation
        Of polars, DuckDB, Ibis, Dask, PySpark or whatever else narwhals knows.
    y_true : str
        The column of labels.
    y_score : sequence of str
        Columns of scores, all counted in the same pass.
    sample_weight : str, optional
        The column of non-negative weights.
    pos_label : label, optional
        The positive label. Needed unless the labels are 0/1, -1/1 or booleans.
    bound : float
        By how much a cost may be off.
    told : callable, optional
        Told in words, once a second, what is being done.

    Returns
    -------
    dict of str to Counts
        By column. `error` is the bound that was reached, 0 where the envelope is exact.

    Raises
    ------
    CostCurveError
        If labels, scores or weights are missing or cannot be used.

    Examples
    --------
    >>> import polars as pl
    >>> frame = pl.LazyFrame({"y": [0, 1, 0, 1], "forest": [0.1, 0.4, 0.3, 0.9]})
    >>> counts = reduced(frame, y_true="y", y_score=["forest"])["forest"]
    >>> counts.threshold, counts.tp, counts.error
    (array([inf, 0.9, 0.4, 0.3, 0.1]), array([0, 1, 2, 2, 2]), 0.0)
    """
    most = read_bound(bound)
    with _telling(told, "looking at the first rows"):
        source = _source_of(frame, y_true, sample_weight, pos_label)
        source.check_types(y_score)
        looked = source.rows(y_score).head(_LOOKED_AT).collect()
        columns = [_Column(name, looked, most) for name in y_score]
    n_pass = 0
    while left := [(column, column.steps) for column in columns if column.steps]:
        n_pass += 1
        with _telling(told, f"counting by score, pass {n_pass}"):
            found = source.counted([(column.name, steps) for column, steps in left])
            for (column, steps), part in zip(left, found, strict=True):
                source.check(column.name, part)
                column.take(steps, part)
    return {column.name: column.counts(source.type_of(column.name)) for column in columns}


def read_bound(bound: object) -> float:
    """By how much a cost may be off, checked.

    Parameters
    ----------
    bound : float
        Between 0 and 1.

    Returns
    -------
    float
        The same.

    Raises
    ------
    CostCurveError
        If it is no such number.

    Examples
    --------
    >>> read_bound(1e-4)
    0.0001
    """
    fix = "Pass the most that a cost may be off, for instance 1e-4."
    most = read_number("bound", bound, fix)
    if not 0.0 < most < 1.0:
        raise CostCurveError("must lie between 0 and 1", where="bound", got=shown(bound), fix=fix)
    return most


@contextmanager
def _telling(told: Told | None, words: str) -> Iterator[None]:
    """Say what is being done, and every second for how long."""
    if told is None:
        yield
        return
    start, over = monotonic(), Event()

    def tell() -> None:
        while not over.wait(_EVERY):
            told(f"{words}, {monotonic() - start:.0f} s")

    told(words)
    clock = Thread(target=tell, daemon=True)
    clock.start()
    try:
        yield
    finally:
        over.set()
        clock.join()


# ---- Where the steps are: scores on their way from 0 to 1, and finer cuts of some steps


_ROOTS = 3


@dataclass(frozen=True)
class _Steps:
    """Steps of scores, which only arithmetic that all engines round alike has made.

    Attributes
    ----------
    way : {"even", "low", "rooted", "open"}
        Scores from 0 to 1 as they are; drawn apart where they are about the width or less, as
        those of rare classes; drawn apart where they are near 0 and near 1; or scores of any
        size, drawn together where they are far from the middle.
    number : int
        Into how many the whole way is cut.
    middle, width : float
        Where most scores are, unless they are from 0 to 1; within which most are.
    cuts : tuple of (list of float, int)
        Which of the steps, and then of their parts, are counted, each cut in so many parts.
    """

    way: Literal["even", "low", "rooted", "open"]
    number: int = 1
    middle: float = 0.0
    width: float = 1.0
    cuts: tuple[tuple[list[float], int], ...] = ()

    @property
    def fineness(self) -> float:
        """How many steps there would be if all were cut."""
        return float(np.prod([self.number, *(parts for _, parts in self.cuts)], dtype=float))

    def placed(self, frame: Any) -> Any:  # noqa: ANN401 (lazy or not)
        """The frame with `x`, the place of the score `s` along the steps; null if it has none."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        s, x, t = nw.col("s"), nw.col("x"), nw.col("t")
        low, high = (-_HIGHEST, _HIGHEST) if self.way == "open" else (0.0, 1.0)
        frame = frame.with_columns(x=nw.when((s >= low) & (s <= high)).then(s.cast(nw.Float64)))
        if self.way == "low":
            frame = frame.with_columns(x=1.0 - self.width / (x + self.width))
        if self.way == "rooted":
            frame = frame.with_columns(t=nw.when(x < 0.5).then(x).otherwise(1.0 - x))  # noqa: PLR2004
            # One after the other: some engines would work a nested root out twice.
            for _ in range(_ROOTS):
                frame = frame.with_columns(t=t.sqrt())
            frame = frame.with_columns(x=0.5 + (x - 0.5) * (0.25 + 0.1875 / (t + 0.25)))
        if self.way == "open":
            frame = frame.with_columns(x=(x - self.middle) / self.width)
            frame = frame.with_columns(t=0.5 / (1.0 + x.abs()))
            frame = frame.with_columns(x=nw.when(x >= 0.0).then(1.0 - t).otherwise(t))
        return frame.with_columns(x=x * self.number)

    def stepped(self, frame: LazyFrame[Any]) -> LazyFrame[Any]:
        """The frame with `k`, the step of each score; of cut steps, all other rows are left out."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        x, k = nw.col("x"), nw.col("k")
        frame = self.placed(frame).with_columns(k=x.floor().cast(nw.Float64))
        for some, parts in self.cuts:
            frame = frame.filter(k.is_in(some)).with_columns(x=(x - x.floor()) * parts)
            frame = frame.with_columns(k=k * parts + x.floor())
        return frame


_LOW = tuple(_Steps("low", width=2.0**power) for power in range(-2, -22, -2))


def _open_steps(score: FloatArray) -> _Steps:
    """Steps for scores of any size, from some of them."""
    if not score.size:
        return _Steps("open", _ENOUGH_STEPS)
    low, middle, high = np.quantile(score, [0.25, 0.5, 0.75]).tolist()
    width = _rounded(high - low or np.ptp(score).item() or 1.0)
    return _Steps("open", _ENOUGH_STEPS, round(middle / width) * width, width)


def _rounded(size: float) -> float:
    """The next power of two, so that it hardly matters which rows an engine calls the first."""
    return 2.0 ** ceil(log2(min(size, 2.0**1000)))


def _separating(x: FloatArray) -> float:
    """How many steps give every score one of its own."""
    gaps = np.diff(np.unique(x))
    return 1.0 / float(gaps.min(initial=1.0))


def _fine(x: FloatArray, positive: BoolArray, bound: float) -> float:
    """How many steps are fine enough, as far as a few rows can tell."""
    _, score, number = np.unique(x, return_inverse=True, return_counts=True)
    common = number[score] > max(1.0, x.size / _WINDOWS)  # these will have steps of their own
    p, q = (
        np.bincount((x[some & ~common] * _WINDOWS).astype(np.int64), minlength=_WINDOWS + 1)
        / max(1, int(np.count_nonzero(some)))
        for some in (positive, ~positive)
    )
    return _ROOM * _WINDOWS * float(_most_hidden(p, q).max()) / bound


def _most_hidden(p: FloatArray, q: FloatArray) -> FloatArray:
    """By how much thresholds within steps can make a cost lower.

    Either end of a step with a share q of the negatives and p of the positives costs at most
    (1 - pc) q or pc p more than a threshold within, so the better one p q / (p + q).
    """
    both = p + q
    hidden: FloatArray = np.divide(p * q, both, out=np.zeros_like(both), where=both > 0.0)
    return hidden


# ---- What the engine is asked


@dataclass(frozen=True)
class _Source:
    """A frame, and which of its rows are positive.

    Attributes
    ----------
    frame : LazyFrame of narwhals
        All columns.
    y_true, sample_weight : str, str or None
        Columns.
    classes : tuple of two labels
        The negative and the positive label.
    """

    frame: LazyFrame[Any]
    y_true: str
    sample_weight: str | None
    classes: tuple[Any, Any]

    def rows(self, names: Iterable[str]) -> LazyFrame[Any]:
        """Scores under their names, with `y`, which is 0, 1 or, where no label is, infinite."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        schema = self.frame.collect_schema()
        y = nw.col(self.y_true)
        negative, positive = self.classes
        other = nw.when(y == negative).then(0.0).otherwise(np.inf)
        chosen = {"y": nw.when(y == positive).then(1.0).otherwise(other)}
        if self.sample_weight is not None:
            w = nw.col(self.sample_weight)
            usable = (w >= 0.0) & (w <= _HIGHEST)
            chosen["w"] = nw.when(usable).then(w.cast(nw.Float64)).otherwise(np.inf)
        for name in names:
            as_it_is = schema[name] == nw.Float32
            chosen[name] = nw.col(name) if as_it_is else nw.col(name).cast(nw.Float64)
        found = self.frame.select(**chosen)
        return found if self.sample_weight is None else found.filter(nw.col("w") != 0.0)

    def counted(self, columns: Sequence[tuple[str, _Steps]]) -> list[_Part]:
        """What the steps of some columns hold, in one query."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        parts = [self._asked(place, *column) for place, column in enumerate(columns)]
        found = _collected(nw.concat(parts) if len(parts) > 1 else parts[0])
        of = {name: found[name].to_numpy().astype(np.float64) for name in found.columns}
        mine = [of["place"] == place for place in range(len(columns))]
        return [_Part(**{name: of[name][some] for name in _PART}) for some in mine]

    def _asked(self, place: int, name: str, steps: _Steps) -> LazyFrame[Any]:
        """The query of one column."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        s, y, w = nw.col("s"), nw.col("y"), nw.col("w")
        weighted = self.sample_weight is not None
        rows = self.rows([name]).rename({name: "s"})
        if weighted:
            rows = rows.with_columns(y=y * w)
        sums = {
            "total": w.sum() if weighted else nw.len(),
            "positive": y.sum(),
            "low": s.min(),
            "high": s.max(),
        }
        if weighted:
            sums |= {"least": w.min(), "most": w.max()}
        groups = steps.stepped(rows).group_by("k").agg(**sums)
        ones = {} if weighted else {"least": nw.lit(1.0), "most": nw.lit(1.0)}
        told = {name: nw.col(name).cast(nw.Float64) for name in ("k", *sums)}
        return groups.select(place=nw.lit(float(place)), **told, **ones)

    def check_types(self, names: Iterable[str]) -> None:
        """Refuse scores and weights that are no numbers."""
        schema = self.frame.collect_schema()
        for name in filter(None, (self.sample_weight, *names)):
            if not schema[name].is_numeric() and "Boolean" not in str(schema[name]):
                raise _no_numbers(self.frame, name, schema[name])

    def type_of(self, name: str) -> type[np.floating[Any]]:
        """The type of the thresholds of a column."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        single = self.frame.collect_schema()[name] == nw.Float32
        return np.float32 if single else np.float64

    def check(self, name: str, part: _Part) -> None:
        """Refuse what cannot be counted."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        if part.faulty:
            self._refuse(name, part)
        most = max(-part.low.min(), part.high.max())
        if self.frame.collect_schema()[name].is_integer() and most >= _SAFE:
            whole = nw.col(name)
            check_rows(
                self.frame,
                name,
                "whole numbers must be so small that floats can tell them apart",
                (whole >= int(_SAFE)) | (whole <= -int(_SAFE)),
                "Subtract the least of them first.",
            )

    def _refuse(self, name: str, part: _Part) -> NoReturn:
        """Raise the error for what is missing, or cannot be used."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        def check(column: str, what: str, rule: str, low: float) -> None:
            gap = gap_in(self.frame, [column])
            check_rows(self.frame, column, f"{what} must not be missing", gap)
            outside = ~((nw.col(column) >= low) & (nw.col(column) <= _HIGHEST))
            check_rows(self.frame, column, f"{what} must be {rule}", outside)

        y, (negative, positive) = nw.col(self.y_true), self.classes
        _check_two(self.frame, self.y_true)
        unlabelled = y.is_null() | ~((y == negative) | (y == positive))
        check_rows(self.frame, self.y_true, "labels must not be missing", unlabelled)
        check(name, "values", "finite", -_HIGHEST)
        weight = self.sample_weight or ""
        check(weight, "weights", "finite and not negative", 0.0)
        positives = float(part.positive.sum())
        negatives = float(part.total.sum()) - positives
        raise CostCurveError(
            "both classes need some weight, and a finite sum of it",
            where=place_of(weight),
            got=f"{negatives:g} for {shown(negative)}, {positives:g} for {shown(positive)}",
            fix="Give an example of each class a positive one; divide large ones by the largest.",
        )


def _source_of(
    frame: Any,  # noqa: ANN401 (of any engine)
    y_true: str,
    sample_weight: str | None,
    pos_label: object,
) -> _Source:
    """The frame, with what its labels mean."""
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    lazy = nw.from_native(frame).lazy()
    labels = lazy.select(y_true)
    if labels.collect_schema()[y_true].is_nested():
        what = "labels must be numbers, strings or booleans"
        check_rows(lazy, y_true, what, ~nw.col(y_true).is_null(), "Pass one plain label each.")
    several = _kinds(labels.head(_LOOKED_AT).unique())
    # Rows may be sorted by label.
    kinds = several if len(several) > 1 else _kinds(labels.unique().head(_LOOKED_AT))
    with _blaming(y_true):
        if len(kinds) != _TWO and kinds:
            _check_two(lazy, y_true)
        return _Source(lazy, y_true, sample_weight, read_labels(kinds, pos_label).classes)


@contextmanager
def _blaming(column: object) -> Iterator[None]:
    """Say in which column something is wrong."""
    try:
        yield
    except CostCurveError as error:
        raise error.within(place_of(column)) from None


def _check_two(frame: LazyFrame[Any], y_true: str) -> None:
    """Refuse labels that are not of two kinds, which the engine counts."""
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    there = frame.filter(~gap_in(frame, [y_true]))
    kinds = there.group_by(y_true).agg(cc_rows=nw.len())
    number, size = (
        int(one.select(nw.len()).collect().item()) for one in (kinds, there.select(y_true))
    )
    if number == _TWO:
        return
    few = kinds.sort(y_true).head(FEW_LABELS).collect()
    labels, rows = (few[name].to_list() for name in (y_true, "cc_rows"))
    rare = min(range(len(labels)), key=rows.__getitem__)
    slip = f"{shown(labels[rare])} in {rows[rare]:,} of {size:,} rows"
    raise not_two(labels, number, size, slip if number <= FEW_LABELS else "")


def check_rows(
    frame: LazyFrame[Any],
    column: str,
    what: str,
    wrong: Expr,
    fix: str = 'Pass missing="drop" to leave out what is missing; drop or impute the rest.',
) -> None:
    """Refuse a column with some wrong rows, which its engine finds and counts.

    Parameters
    ----------
    frame : LazyFrame of narwhals
        All rows.
    column : str
        The column.
    what : str
        The rule that is broken.
    wrong : Expr of narwhals
        True for a row that breaks it.
    fix : str
        What to do about it.

    Raises
    ------
    CostCurveError
        If there is such a row.
    """
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    rows = frame.filter(wrong).select(column)
    first = rows.head(1).collect()[column].to_list()
    if first:
        number, size = (
            int(one.select(nw.len()).collect().item()) for one in (rows, frame.select(column))
        )
        such = "no value" if is_missing(first[0]) else shown(first[0])
        raise CostCurveError(
            what,
            where=place_of(column),
            got=f"{such} ({number:,} such of {size:,} rows)",
            fix=fix,
        )


def gap_in(frame: LazyFrame[Any], columns: Sequence[Any]) -> Expr:
    """Whether a row lacks a value in one of some columns, to be asked of an engine.

    Parameters
    ----------
    frame : LazyFrame of narwhals
        All rows.
    columns : sequence of column
        Which of them count.

    Returns
    -------
    Expr of narwhals
        True for a row with a null or NaN.
    """
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    schema = frame.collect_schema()
    nulls = [nw.col(column).is_null() for column in columns]
    floats = [nw.col(column).fill_null(0.0) for column in columns if schema[column].is_float()]
    return joined(or_, [*nulls, *(of.is_nan() for of in floats)])


_NUMBER = r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\s*$"


def _no_numbers(frame: LazyFrame[Any], column: str, kind: object) -> CostCurveError:
    """The error for a column of texts, dates and the like; texts may be numbers, all but a few."""
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    rows = frame.filter(~nw.col(column).is_null()).select(column)
    size = int(rows.select(nw.len()).collect().item())
    wrong = rows
    if str(kind) == "String":
        odd = rows.filter(~nw.col(column).str.contains(_NUMBER))
        wrong = odd if odd.head(1).collect()[column].to_list() else rows
    number = int(wrong.select(nw.len()).collect().item())
    if not size:
        check_rows(frame, column, "values must not be missing", nw.col(column).is_null())
    first = next(iter(wrong.head(1).collect()[column].to_list()), None)
    return CostCurveError(
        "values must be numbers",
        where=place_of(column),
        got=f"{shown(first)} ({number:,} such of {size:,} rows), a column of type {kind}",
        fix=fix_of_texts(first, size - number),
    )


def place_of(column: object) -> str:
    """What a column is called in messages.

    Parameters
    ----------
    column : str, or another label of a column
        As the frame has it.

    Returns
    -------
    str
        Fit to say where something is wrong.

    Examples
    --------
    >>> place_of("forest")
    "column 'forest'"
    """
    return f"column {shown(column)}"


def _kinds(labels: LazyFrame[Any]) -> list[Any]:
    """Different labels in a single column, without those that are missing."""
    found = labels.collect().to_dict(as_series=False).values()
    return list(dict.fromkeys(one for column in found for one in column if not is_missing(one)))


def _collected(query: LazyFrame[Any]) -> DataFrame[Any]:
    """The answer of an engine, which need not hold all rows at once."""
    options: dict[str, Any] = {"engine": "streaming"} if query.implementation.is_polars() else {}
    return query.collect(**options)


# ---- Columns whose steps are counted, until they are fine enough


_PART = ("k", "total", "positive", "low", "high", "least", "most")


@dataclass(frozen=True)
class _Part:
    """What an engine has counted.

    Attributes
    ----------
    k : ndarray of float64
        Element i tells step i; NaN for scores that have none.
    total, positive : ndarray of float64
        How many examples there are in each step, and how many positive ones.
    low, high : ndarray of float64
        The least and the greatest score.
    least, most : ndarray of float64
        The least and the greatest weight.
    """

    k: FloatArray
    total: FloatArray
    positive: FloatArray
    low: FloatArray
    high: FloatArray
    least: FloatArray
    most: FloatArray

    def at(self, some: BoolArray | IntArray) -> _Part:
        """Some of the steps."""
        return _Part(**{name: getattr(self, name)[some] for name in _PART})

    @property
    def outside(self) -> BoolArray:
        """Scores that have no step."""
        return np.isnan(self.k)

    @property
    def faulty(self) -> bool:
        """Whether a label or a weight is none, a score no finite number, a class empty."""
        sums = self.total, self.positive
        ends = self.low[self.outside], self.high[self.outside]
        empty = not 0.0 < self.positive.sum() < self.total.sum()
        return empty or not all(np.isfinite(one).all() for one in (*sums, *ends))

    def hidden(self, positives: float, negatives: float) -> FloatArray:
        """By how much a cost can be lower with what each step hides."""
        found = _most_hidden(self.positive / positives, (self.total - self.positive) / negatives)
        found[self.low == self.high] = 0.0
        return found


class _Column:
    """Scores of one classifier: the steps to be counted next, and what is counted already.

    Parameters
    ----------
    name : str
        The column.
    looked : DataFrame of narwhals
        Its first rows.
    bound : float
        By how much a cost may be off.
    """

    def __init__(self, name: str, looked: DataFrame[Any], bound: float) -> None:
        self.name, self.bound = name, bound
        x, positive = looked[name].to_numpy().astype(np.float64), looked["y"].to_numpy() == 1.0
        inside = np.isfinite(x)
        self.few = np.unique(x[inside]).size <= _FEW_SCORES
        self.spare = _open_steps(x[inside])
        self.steps: _Steps | None = self._first_steps(looked.select(s=name), inside, positive)
        self.counted: list[_Part] = []
        self.totals = 0.0, 0.0

    def _first_steps(
        self, looked: DataFrame[Any], inside: BoolArray, positive: BoolArray
    ) -> _Steps:
        """The steps that seem best after a first look."""

        def needed(way: _Steps) -> float:
            """How many such steps it takes."""
            x = replace(way, number=1).placed(looked)["x"].to_numpy()[inside]
            if np.isnan(x).any():
                return np.inf
            return _separating(x) if self.few else _fine(x, positive[inside], self.bound)

        found: dict[_Steps, float] = {}
        for ways in ((_Steps("even"),), _LOW, (_Steps("rooted"),)):  # roots take longest
            found |= {way: needed(way) for way in ways}
            if min(found.values()) <= _ENOUGH_STEPS:
                break
        way, number = min(found.items(), key=lambda one: one[1])
        if number == np.inf:
            way, number = self.spare, needed(self.spare)
        number = np.clip(_rounded(max(number, 1.0)), _FEWEST_STEPS, _MOST_STEPS)
        return replace(way, number=int(number))

    def take(self, steps: _Steps, part: _Part) -> None:
        """Keep steps that are fine enough; others are to be counted next."""
        self.steps = None
        if part.outside.any():
            self.steps = self.spare
            return
        if not steps.cuts:
            positives = part.positive.sum().item()
            self.totals = positives, part.total.sum().item() - positives
        hidden = part.hidden(*self.totals)
        coarse = hidden > 0.0
        if not self.few or np.count_nonzero(coarse) > _FEW_SCORES:
            coarse = hidden > self.bound
        if steps.way == "even" and hidden.max() > _HOPELESS * self.bound and not self.few:
            self.steps = _Steps("rooted", _ENOUGH_STEPS)
            return
        if coarse.any() and steps.fineness < _FINEST:
            parts = int(np.clip(_MOST_STEPS // np.count_nonzero(coarse), 4, _MOST_CUTS))
            cut = part.k[coarse].tolist(), parts
            self.steps, part = replace(steps, cuts=(*steps.cuts, cut)), part.at(~coarse)
        self.counted.append(part)

    def counts(self, score_type: type[np.floating[Any]]) -> Counts:
        """All that was counted, by falling score."""
        joined = np.concatenate([[getattr(one, name) for name in _PART] for one in self.counted], 1)
        part = _Part(*joined[:, np.argsort(-joined[_PART.index("low")])])
        threshold: ScoreArray = (part.low + 0.0).astype(score_type)
        complete = bool(np.all(part.low == part.high))
        if not complete:
            below = np.append(part.high[1:], -np.inf).astype(score_type)
            threshold = short_thresholds(threshold, below)
        tp, fp = (_added(one) for one in (part.positive, part.total - part.positive))
        return Counts(
            threshold=np.concatenate([np.full(1, np.inf, threshold.dtype), threshold]),
            tp=tp,
            fp=fp,
            positives=tp[-1].item(),
            negatives=fp[-1].item(),
            complete=complete,
            weighted=not np.all((part.least == 1.0) & (part.most == 1.0)),
            error=float(part.hidden(*self.totals).max()),
        )


def _added(numbers: FloatArray) -> CountArray:
    """Sums from nothing to all, as integers if all are whole."""
    sums = np.append(0.0, np.cumsum(numbers))
    whole = sums[-1] < _SAFE and np.array_equal(numbers, np.floor(numbers))
    return sums.astype(np.int64) if whole else sums
