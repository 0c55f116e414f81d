"""Frames that need not fit in memory: their own engine counts them, thousands of rows come here.

The engine sorts scores into narrow steps that follow each other, and tells of each the least and
the greatest score and how much of either class it holds. Counts at the least scores of steps are
exact. What lies within a step that holds different scores of both classes is not known; that can
make no cost lower than p q / (p + q), where p and q are the shares of the classes in the step.
Steps for which this is more than was allowed are cut finer, and counted once more. Neither the
steps nor the sums depend on the order in which an engine hands out rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce as joined
from math import ceil, isfinite, log2
from operator import or_
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

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
from cc_widgets.intake.waiting import collected

if TYPE_CHECKING:
    from narwhals import Expr, LazyFrame

Told: TypeAlias = Callable[[str], None]
BOUND = 1e-4
"""By how much a cost may be off where nothing else is asked for."""

_LOOKED_AT = 2**17  # rows, in which labels are looked for first
_FEW_SCORES = 2**14  # so many, and each has a step of its own
_MOST_DIGITS = 4  # of decimals among which scores may be few
_FEWEST_STEPS, _MOST_STEPS = 2**11, 2**18
_FEWEST_PARTS = 2.0**2  # of a step
_SOME_PARTS, _ALL_PARTS = 2.0**13, 2.0**15  # of all steps that are cut
_MOST_PASSES = 6
_WIDE = 8.0  # distances between neighbouring floats
_MOST_RANGES = 3  # each is a condition on every row
_FINEST = 2.0**50  # floats cannot tell more steps apart
_TWO = 2
_SINGLE = 2.0**-23  # to which 32-bit floats are rounded
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
    with _telling(told, "reading the labels"):
        source = _source_of(frame, y_true, sample_weight, pos_label)
        source.check_types(y_score)
        source = source.with_units()
        columns = [_Column(name, most) for name in y_score]
    n_pass = 0
    while left := [(column, column.steps) for column in columns if column.steps]:
        n_pass += 1
        with _telling(told, f"counting by score, pass {n_pass}"):
            found = source.counted([(column.name, steps) for column, steps in left])
            for (column, steps), part in zip(left, found, strict=True):
                if not steps.ranges:
                    source.check(column.name, part)
                column.take(part)
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


# ---- Where the steps are: the same for any data, and finer in some ranges


@dataclass(frozen=True)
class _Steps:
    """Steps of scores, which only arithmetic that all engines round alike has made.

    They do not depend on the data. Scores from 0 to 1 are spread over as many steps as there are;
    greater ones, by their reciprocals, over as many again, and negative ones as their opposites.

    Attributes
    ----------
    number : int
        Into how many steps the way from 0 to 1 is cut.
    ranges : tuple of (float, float)
        Edges between which scores are counted; all scores when there are none.
    """

    number: int
    ranges: tuple[tuple[float, float], ...] = ()

    def stepped(self, frame: LazyFrame[Any]) -> LazyFrame[Any]:
        """The frame with `k`, the step of each score `s`, null for what is no finite number.

        Each operation is monotone, rounded or not, so that steps never overlap. Scores are drawn
        apart near 0 and near 1, where rare classes and overconfident classifiers have many.
        """
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        s, size, x, end = (nw.col(name) for name in ("s", "size", "x", "end"))
        if self.ranges:
            real = s.cast(nw.Float64)  # engines would round the ends to the type of the column
            inside = [(real >= low) & (real <= high) for low, high in self.ranges]
            frame = frame.filter(joined(or_, inside))
        frame = frame.with_columns(size=s.cast(nw.Float64).abs())
        frame = frame.with_columns(size=nw.when(size <= _HIGHEST).then(size))
        frame = frame.with_columns(x=nw.when(size <= 1.0).then(size).otherwise(1.0 / size))
        frame = frame.with_columns(end=nw.when(x < _HALF).then(x).otherwise(1.0 - x))
        for _ in range(self.roots):  # some engines would work a nested root out twice
            frame = frame.with_columns(end=end.sqrt())
        frame = frame.with_columns(x=_HALF + (x - _HALF) * self.apart(end))
        frame = frame.with_columns(x=nw.when(size <= 1.0).then(x).otherwise(2.0 - x))
        frame = frame.with_columns(x=nw.when(s < 0.0).then(0.0 - x).otherwise(x))
        return frame.with_columns(k=(x * self.number).floor().cast(nw.Float64))

    @property
    def roots(self) -> int:
        """How many times the square root is taken, which draws scores apart near 0 and 1."""
        return 3 if self.ranges else 1

    def apart(self, end: Any) -> Any:  # noqa: ANN401 (an expression or an array)
        """The factor by which scores are drawn apart, by the root of their distance to 0 or 1."""
        even, near = (0.25, 2.0**-2) if self.ranges else (0.625, 2.0**-4)
        return even + (1.0 - even) * near / (end + near)

    def places(self, score: FloatArray) -> FloatArray:
        """Where scores are along the way, as `stepped` has it."""
        size = np.abs(score)
        x = np.divide(1.0, size, out=size.copy(), where=size > 1.0)
        end = np.minimum(x, 1.0 - x)
        for _ in range(self.roots):
            end = np.sqrt(end)
        x = _HALF + (x - _HALF) * self.apart(end)
        places: FloatArray = np.copysign(np.where(size > 1.0, 2.0 - x, x), score)
        return places


_HALF = 0.5


def _steps_for(bound: float) -> _Steps:
    """The steps that are fine enough for scores of most classifiers."""
    return _Steps(int(np.clip(_power(1.6 / bound), _FEWEST_STEPS, _MOST_STEPS)))


def _finer_steps(
    edges: tuple[tuple[float, float], ...], low: FloatArray, high: FloatArray, number: float
) -> _Steps:
    """About so many steps within some edges, where scores are from `low` to `high`."""
    steps = _Steps(1, edges)
    length = np.sum(steps.places(high) - steps.places(low)).item()
    return replace(steps, number=int(_power(number / max(length, number / _FINEST))))


def _power(number: float) -> float:
    """The least power of two that is not less."""
    return 2.0 ** ceil(log2(number))


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
    units : tuple of (float, float)
        A coarse and a fine unit of weights: sums of multiples of either are exact.
    """

    frame: LazyFrame[Any]
    y_true: str
    sample_weight: str | None
    classes: tuple[Any, Any]
    units: tuple[float, float] = (1.0, 1.0)

    def with_units(self) -> _Source:
        """The same source, with units for its weights.

        Floats are rounded when they are added, so that a sum would depend on the order of rows.
        """
        if self.sample_weight is None:
            return self
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        answer = collected(self.rows(()).select(most=nw.col("w").max(), rows=nw.len()))
        most, rows = (float(answer[name].to_list()[0] or 0.0) for name in ("most", "rows"))
        size = ceil(log2(most)) if most > 0.0 and isfinite(most) else 0
        bits = 52 - ceil(log2(rows + 1.0))
        coarse, fine = (2.0 ** max(size - n * bits, -1074) for n in (1, 2))
        return replace(self, units=(coarse, fine))

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

        queries = [self._query(place, *column) for place, column in enumerate(columns)]
        answer = collected(nw.concat(queries) if len(queries) > 1 else queries[0])
        of = {name: answer[name].to_numpy().astype(np.float64) for name in answer.columns}
        if self.sample_weight is None:
            of |= {"total": of["rows"]} | dict.fromkeys(("least", "most"), np.ones_like(of["rows"]))
        else:
            of |= {name: of[name] + of[f"{name}_rest"] for name in ("total", "positive")}
        mine = [of["place"] == place for place in range(len(columns))]
        return [_Part(**{name: of[name][some] for name in _PART}) for some in mine]

    def _query(self, place: int, name: str, steps: _Steps) -> LazyFrame[Any]:
        """The query of one column."""
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

        s, y, w = nw.col("s"), nw.col("y"), nw.col("w")
        rows = self.rows([name]).rename({name: "s"})
        sums = {"rows": nw.len(), "positive": y.sum(), "low": s.min(), "high": s.max()}
        if self.sample_weight is not None:
            sums |= {"least": w.min(), "most": w.max()}
            coarse, fine = self.units
            part, rest = nw.col("part"), nw.col("rest")
            rows = rows.with_columns(part=(w / coarse).floor() * coarse)
            rows = rows.with_columns(rest=((w - part) / fine).floor() * fine)
            rows = rows.with_columns(y=y * part, y_rest=y * rest)
            sums |= {"total": part.sum(), "total_rest": rest.sum()}
            sums |= {"positive_rest": nw.col("y_rest").sum()}
        groups = steps.stepped(rows).group_by("k").agg(**sums)
        return groups.select(
            *(nw.col(name).cast(nw.Float64) for name in ("k", *sums)), place=nw.lit(float(place))
        )

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
        int(collected(one.select(nw.len())).item()) for one in (kinds, there.select(y_true))
    )
    if number == _TWO:
        return
    few = collected(kinds.sort(y_true).head(FEW_LABELS))
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
    first = collected(rows.head(1))[column].to_list()
    if first:
        number, size = (
            int(collected(one.select(nw.len())).item()) for one in (rows, frame.select(column))
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
    size = int(collected(rows.select(nw.len())).item())
    wrong = rows
    if str(kind) == "String":
        odd = rows.filter(~nw.col(column).str.contains(_NUMBER))
        wrong = odd if collected(odd.head(1))[column].to_list() else rows
    number = int(collected(wrong.select(nw.len())).item())
    if not size:
        check_rows(frame, column, "values must not be missing", nw.col(column).is_null())
    first = next(iter(collected(wrong.head(1))[column].to_list()), None)
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
    found = collected(labels).to_dict(as_series=False).values()
    return list(dict.fromkeys(one for column in found for one in column if not is_missing(one)))


# ---- Columns whose steps are counted, until they are fine enough


_PART = ("k", "rows", "total", "positive", "low", "high", "least", "most")


@dataclass(frozen=True)
class _Part:
    """What an engine has counted.

    Attributes
    ----------
    k : ndarray of float64
        Element i tells step i; NaN for scores that have none.
    rows : ndarray of float64
        Number of rows in each step.
    total, positive : ndarray of float64
        How many examples there are in each step, and how many positive ones.
    low, high : ndarray of float64
        The least and the greatest score.
    least, most : ndarray of float64
        The least and the greatest weight.
    """

    k: FloatArray
    rows: FloatArray
    total: FloatArray
    positive: FloatArray
    low: FloatArray
    high: FloatArray
    least: FloatArray
    most: FloatArray

    def at(self, some: BoolArray | slice) -> _Part:
        """Some of the steps."""
        return _Part(**{name: getattr(self, name)[some] for name in _PART})

    def in_order(self, more: _Part) -> _Part:
        """These steps, and more of them, by rising score."""
        columns = np.concatenate(
            [[getattr(part, name) for name in _PART] for part in (self, more)], 1
        )
        return _Part(*columns[:, np.argsort(columns[_PART.index("low")])])

    def ranges(self, some: BoolArray) -> tuple[IntArray, IntArray]:
        """The first and the last step of few ranges that hold some steps, and others between."""
        places = np.flatnonzero(some)
        gaps = np.sort(np.argsort(-np.diff(places), kind="stable")[: _MOST_RANGES - 1])
        first, last = places[np.append(0, gaps + 1)], places[np.append(gaps, places.size - 1)]
        # Some engines read a number of 17 digits as its neighbour: ranges end in wider gaps.
        spacing = np.spacing(np.maximum(np.abs(self.low[1:]), np.abs(self.high[:-1])))
        halves = self.low[1:] / 2.0 - self.high[:-1] / 2.0
        wide = np.flatnonzero(halves > _WIDE / 2.0 * spacing) + 1
        ends = np.concatenate([[0], wide, [self.low.size]])
        return (
            ends[np.searchsorted(ends, first, side="right") - 1],
            ends[np.searchsorted(ends, last + 1)] - 1,
        )

    def edges(self, first: IntArray, last: IntArray) -> tuple[tuple[float, float], ...]:
        """The scores between which ranges are, half way to the scores beside them."""
        below = np.append(-_HIGHEST, self.high)[first]
        above = np.append(self.low, _HIGHEST)[last + 1]
        low = below / 2.0 + self.low[first] / 2.0
        high = self.high[last] / 2.0 + above / 2.0
        return tuple(zip(low.tolist(), high.tolist(), strict=True))

    @property
    def faulty(self) -> bool:
        """Whether a label or a weight is none, a score no finite number, a class empty."""
        numbers = self.k, self.total, self.positive
        empty = not 0.0 < self.positive.sum() < self.total.sum()
        return empty or not all(np.isfinite(one).all() for one in numbers)

    @property
    def has_few_scores(self) -> bool:
        """Whether there seem to be few different scores, so that each can have its own step."""
        mixed = self.low < self.high
        low, high = self.low[mixed], self.high[mixed]
        ends = np.concatenate([low, high])
        for digits in range(_MOST_DIGITS + 1) if np.abs(ends).max(initial=0.0) < _SAFE else ():
            if np.allclose(np.round(ends, digits), ends, rtol=_SINGLE, atol=0.0):
                return bool(np.sum((high - low) * 10.0**digits + 1.0) <= _FEW_SCORES)
        tied = ~mixed & (self.rows > 1.0)
        return bool(self.rows[tied].sum() >= self.rows[mixed].sum())

    def hidden(self, positives: float, negatives: float) -> FloatArray:
        """By how much a cost can be lower with what each step hides."""
        found = _most_hidden(self.positive / positives, (self.total - self.positive) / negatives)
        found[self.low == self.high] = 0.0
        return found


_NOTHING = _Part(**dict.fromkeys(_PART, np.empty(0)))


class _Column:
    """Scores of one classifier: the steps to be counted next, and what is counted already.

    Parameters
    ----------
    name : str
        The column.
    bound : float
        By how much a cost may be off.
    """

    def __init__(self, name: str, bound: float) -> None:
        self.name, self.bound = name, bound
        self.steps: _Steps | None = _steps_for(bound)
        self.few, self.passes = False, 0
        self.part = _NOTHING
        self.expected = 0.0  # rows in the ranges that are counted again
        self.totals = 0.0, 0.0

    def take(self, part: _Part) -> None:
        """Keep steps that are fine enough; others are to be counted next."""
        if self.passes == 0:
            positives = part.positive.sum().item()
            self.totals = positives, part.total.sum().item() - positives
            self.few = part.has_few_scores
        else:
            self._check_unchanged(part.rows.sum().item())
        self.passes += 1
        self.steps, self.part = None, self.part.in_order(part)
        hidden = self.part.hidden(*self.totals)
        coarse = self.part.low < self.part.high
        exact = self.few and np.count_nonzero(coarse) <= _FEW_SCORES
        if not exact:
            coarse = hidden > self.bound
        if coarse.any() and self.passes < _MOST_PASSES:
            need = 2.0 * hidden.max().item() / self.bound
            self._cut(*self.part.ranges(coarse), np.inf if exact else need)

    def _cut(self, first: IntArray, last: IntArray, need: float) -> None:
        """Have ranges of steps counted again, each step in about as many parts as it needs."""
        part = self.part
        place = np.arange(part.low.size)
        inside = np.any([(place >= a) & (place <= b) for a, b in zip(first, last, strict=True)], 0)
        size = inside.sum().item()
        number = max(float(np.clip(size * need, _SOME_PARTS, _ALL_PARTS)), size * _FEWEST_PARTS)
        edges = part.edges(first, last)
        self.steps = _finer_steps(edges, part.low[first], part.high[last], number)
        self.part, self.expected = part.at(~inside), part.rows[inside].sum().item()

    def _check_unchanged(self, rows: float) -> None:
        """Refuse a frame whose rows are others in each pass."""
        if rows != self.expected:
            raise CostCurveError(
                "rows must stay the same while they are counted",
                where=place_of(self.name),
                got=f"{self.expected:,.0f} rows, and later {rows:,.0f}, in the same ranges",
                fix="Count files or a copy that nobody changes.",
            )

    def counts(self, score_type: type[np.floating[Any]]) -> Counts:
        """All that was counted, by falling score."""
        part = self.part.at(slice(None, None, -1))
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
