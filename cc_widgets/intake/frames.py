"""Frames of any library: a column of scores for each classifier, or a column of their names."""

from __future__ import annotations

import csv
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import reduce
from importlib.util import find_spec
from inspect import currentframe
from operator import or_
from os import PathLike
from pathlib import Path
from textwrap import shorten
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core import Counts, Folds, Predictions, RocCurve, folds
from cc_widgets.core._predictions import (
    Labels,
    LeftOut,
    TestedOn,
    WeightsAre,
    check_groups,
    check_meaning,
    digest_of,
    in_order,
    index_of,
    labelled,
    library_of,
    numbered,
    read_labels,
    rows_of,
)
from cc_widgets.core._reading import check_names, counted, read_word
from cc_widgets.core._results import IntArray
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake.engines import (
    BOUND,
    check_rows,
    gap_in,
    place_of,
    read_bound,
    reduced,
)
from cc_widgets.intake.files import odd_kind, read_path
from cc_widgets.intake.kinds import Classifier
from cc_widgets.intake.waiting import collected, connection_error

if TYPE_CHECKING:
    from narwhals import DataFrame, LazyFrame, Series

    _Frame: TypeAlias = DataFrame[Any] | LazyFrame[Any]
    _Columns: TypeAlias = Mapping[Hashable, Series[Any]]

Missing: TypeAlias = Literal["refuse", "drop"]
_MISSING = ("refuse", "drop")
_SHORT = (str, int, type(None))
_TEXTS = ("String", "Categorical", "Enum")
_TWO = 2
_FEW = 1_000_000  # rows of a frame elsewhere that are brought here
_PATIENCE = 1.0  # seconds, before it is said what an engine does
_ENOUGH = 120  # letters of what a library says
_LINE = 60  # letters of it are enough to say what an engine does
_MARKS = (";", "\t", "|")  # between columns, where commas are between others
_SEVERAL = (list, tuple, dict, set, np.ndarray)
_SINGLE = "its parts must be single values"
_ONE_PART = "Take one part of each into a column of its own."
_NOTHING_LEFT = "No row has a value in each of these columns: leave out the emptiest."
_OWN_NAME = "Give each column a name of its own."
_DROP = 'Pass missing="drop" to leave these rows out, or impute them.'


def named_frame(  # noqa: PLR0913 (each names a column, or says what to do)
    frame: object,
    *,
    y_true: Hashable,
    y_score: object,
    name: Hashable = None,
    example: Hashable = None,
    fold: Hashable = None,
    sample_weight: Hashable = None,
    weights_are: WeightsAre = "importance",
    clusters: Hashable = None,
    groups: Hashable = None,
    missing: Missing = "refuse",
    pos_label: object = None,
    bound: float = BOUND,
) -> dict[str, Classifier]:
    """Checked predictions of the classifiers whose scores stand in a frame.

    Parameters
    ----------
    frame, y_true, y_score, name, example, fold, sample_weight, weights_are, clusters, groups
        As in `CostCurveModel.from_frame`, which says what is what.
    missing, pos_label, bound
        As there.

    Returns
    -------
    dict of str to Predictions, Counts or Folds
        In the order of `y_score`, or in which the names first stand in the frame.

    Raises
    ------
    CostCurveError
        If a column is not there or cannot be used; the message names it, and how many rows are
        wrong.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [0, 1], "forest": [0.2, 0.9], "logistic": [0.4, 0.3]})
    >>> list(named_frame(frame, y_true="y", y_score=["forest", "logistic"]))
    ['forest', 'logistic']
    >>> long = frame.melt("y", var_name="model", value_name="p")
    >>> named_frame(long, y_true="y", y_score="p", name="model")["logistic"].score
    array([0.4, 0.3])
    """
    read_word("missing", missing, _MISSING, 'Pass "drop" to leave out rows that lack a value.')
    read_bound(bound)
    with _told_plainly(frame):
        given = _opened(frame)
        known = dict.fromkeys(given.collect_schema())
        beside = {"example": example, "clusters": clusters, "groups": groups}
        more = {"name": name, "fold": fold, "sample_weight": sample_weight, **beside}
        roles = _Roles(y_true, _scores(known, y_score), **more, weights_are=weights_are)
        roles.check(known, [*getattr(getattr(frame, "index", None), "names", ())])
        columns = _collected(given, roles.columns)
        if columns is None:
            return _elsewhere(
                given.lazy(), roles, missing, {"pos_label": pos_label, "bound": bound}
            )
        rows = _complete(columns, missing)
        rows.check_groups(groups)
        if example is not None:
            rows = _matched(rows, roles, missing)
        labels = rows.labels(roles, pos_label)
        order = rows.values(fold) if fold is not None else []
        found = (_wide if name is None else _long)(rows, roles, labels, order)
    return _telling(found, rows.left_out)


@contextmanager
def _told_plainly(frame: object) -> Iterator[None]:
    """Say in one sentence what another library finds wrong with its frame."""
    try:
        yield
    except (CostCurveError, UserWarning):
        raise
    except Exception as error:
        if lost := connection_error(frame, error):
            raise lost from error
        first, *_ = str(error).strip().split("\n\n")
        said = shorten(first, _ENOUGH, placeholder=" ...") or type(error).__name__
        is_file = isinstance(frame, str | PathLike)
        given = shown(str(frame)) if is_file else f"a {type(frame).__name__}"
        fix = "Look at these columns in that library first."
        if "Duplicate" in type(error).__name__:
            fix = _OWN_NAME
        elif is_file:
            fix = "Look whether it is whole: a library of frames must be able to open it."
        raise CostCurveError(
            "this file cannot be read" if is_file else "its library cannot read this frame",
            where="frame",
            got=f"{given}, and {said!r}",
            fix=fix,
        ) from None


# ---- Which column says what


@dataclass(frozen=True)
class _Roles:
    """The columns that are used.

    Attributes
    ----------
    y_true : column
        Of true labels.
    scores : mapping of str to column
        Of scores, by the name of their classifier.
    name, example, fold, sample_weight, clusters, groups : column or None
        Of names, examples, folds, weights, of what belongs together, and of groups.
    weights_are : {"importance", "frequencies"}
        What weights say.
    """

    y_true: Hashable
    scores: Mapping[str, Hashable]
    name: Hashable
    example: Hashable
    fold: Hashable
    sample_weight: Hashable
    clusters: Hashable
    groups: Hashable
    weights_are: WeightsAre

    @property
    def columns(self) -> list[Hashable]:
        """All of them, each once."""
        return list(dict.fromkeys(column for _, column in self._given()))

    def check(self, known: Mapping[Any, None], index: Sequence[Any]) -> None:
        """Refuse what is no column, and several columns of scores beside one of names."""
        for role, column in self._given():
            if not _is_in(known, column):
                raise _no_column(known, role, column, index)
        if self.name is not None and len(self.scores) > 1:
            raise CostCurveError(
                "beside a column of names there is a single column of scores",
                where="y_score",
                got=shown(list(self.scores.values())),
                fix="Pass one column of scores, or leave name= out.",
            )

    def _given(self) -> Iterator[tuple[str, Hashable]]:
        yield "y_true", self.y_true
        yield from (("y_score", column) for column in self.scores.values())
        for role in ("name", "example", "fold", "sample_weight", "clusters", "groups"):
            if (column := getattr(self, role)) is not None:
                yield role, column


def _scores(known: Mapping[Any, None], y_score: object) -> dict[str, Hashable]:
    """The column of scores of each classifier, by its name."""
    if isinstance(y_score, Mapping):
        found = dict(y_score)
    elif isinstance(y_score, list | tuple) and not _is_in(known, y_score):
        found = {str(column): column for column in y_score}
        _check_single(found, y_score)
    else:
        found = {str(y_score): y_score}
    if not found:
        raise CostCurveError(
            "at least one column of scores is needed",
            where="y_score",
            got=shown(y_score),
            fix=f"Pass some of {shown(list(known))}.",
        )
    check_names(found, "y_score")
    return found


def _check_single(found: Mapping[str, object], y_score: list[Any] | tuple[Any, ...]) -> None:
    """Refuse a column that is named twice."""
    if len(found) < len(y_score):
        raise CostCurveError(
            "each column is one classifier",
            where="y_score",
            got=shown(y_score),
            fix="Name each column once.",
        )


def _is_in(known: Mapping[Any, None], column: object) -> bool:
    """Whether there is such a column."""
    try:
        return column in known
    except TypeError:  # a series, or a tuple with a list in it
        return False


def _no_column(
    known: Mapping[Any, None], role: str, column: object, index: Sequence[Any]
) -> CostCurveError:
    """The error for what names no column."""
    alike = {str(one).strip().lower(): str(one) for one in known}
    near = get_close_matches(str(column).strip().lower(), alike, 1)
    fix = f"Pass {shown(alike[near[0]])}." if near else f"Pass one of {shown(list(known))}."
    if isinstance(column, str) and column in index:
        fix = "It names the index: pass frame.reset_index()."
    elif len(known) == 1 and any(mark in str(*known) for mark in _MARKS):
        fix = (
            f"All stands in one column, {shown(*known)}: read it with the mark that parts columns."
        )
    return CostCurveError(
        "must name a column of the frame",
        where=role,
        got=shown(column) if isinstance(column, _SHORT) else f"a {type(column).__name__}",
        fix=fix,
    )


# ---- The frame, and its rows that lack nothing


def _opened(frame: Any) -> _Frame:  # noqa: ANN401 (of any library)
    """The frame, as narwhals has it."""
    try:
        import narwhals as nw  # noqa: PLC0415 (only users of frames need it)
    except ImportError:
        raise CostCurveError(
            "frames are read by narwhals, which is not installed",
            where="frame",
            fix='Run pip install "cc-widgets[frames]".',
        ) from None
    if isinstance(frame, str | PathLike):
        return _of_file(str(read_path("frame", frame)))
    if not isinstance(frame, type):
        opened = nw.from_native(frame, pass_through=True)
        if isinstance(opened, nw.DataFrame | nw.LazyFrame):
            return opened
        if hasattr(frame, "__arrow_c_stream__") and not hasattr(frame, "to_frame"):
            return nw.from_arrow(frame, backend="pyarrow")
    raise CostCurveError(
        "a frame is needed, a table whose columns have names",
        where="frame",
        got=f"a {type(frame).__name__}",
        fix="Pass pandas.DataFrame(...) of it."
        if isinstance(frame, Mapping)
        else "Pass a frame of pandas, polars or pyarrow; arrays go to from_predictions(y_true, "
        "y_score).",
    )


_NO_VALUE = ["", "NA", "N/A", "NaN", "nan", "null", "NULL", "None"]
_CSV: Mapping[Any, Mapping[str, Any]] = {
    "polars": {"null_values": _NO_VALUE, "infer_schema_length": None},
    "duckdb": {"na_values": _NO_VALUE, "sample_size": -1},
    "pandas": {"na_values": _NO_VALUE, "keep_default_na": False},
}
_PARQUET: Mapping[Any, Mapping[str, Any]] = {"polars": {}, "duckdb": {}, "pyarrow": {}}
"""Libraries that read files, the one for the largest first, and how each is told what to do."""


def _of_file(path: str) -> _Frame:
    """The table in a file, of which nothing is read yet where that can be."""
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    kind = odd_kind(Path(path))
    if kind or not Path(path).is_file():
        raise CostCurveError(
            "only regular files can be read" if kind else "there is no such file",
            where="frame",
            got=f"{kind}, {shown(path)}" if kind else shown(path),
            fix="Read several files with a library of frames, and pass the frame."
            if kind == "a folder" or "*" in path
            else "Check the path.",
        )
    is_csv, is_parquet = (path.lower().endswith(kind) for kind in (".csv", ".parquet"))
    if not (is_csv or is_parquet):
        raise CostCurveError(
            "a file must be of a kind that is known",
            where="frame",
            got=shown(path),
            fix="Pass a path that ends in .csv or .parquet, or read it into a frame first.",
        )
    readers = _CSV if is_csv else _PARQUET
    found = next((library for library in readers if find_spec(library)), None)
    if found is None:
        raise CostCurveError(
            "nothing is installed that reads such a file",
            where="frame",
            got=shown(path),
            fix="Run pip install polars.",
        )
    if is_csv:
        _check_header(path)
    scan = nw.scan_csv if is_csv else nw.scan_parquet
    return scan(path, backend=found, **readers[found])


def _check_header(path: str) -> None:
    """Refuse two columns of one name, of which libraries would rename one and say nothing."""
    with Path(path).open(encoding="utf-8-sig", errors="replace", newline="") as file:
        names = Counter(next(csv.reader(file), []))
    twice = [name for name, number in names.items() if number > 1 and name.strip()]
    if twice:
        raise CostCurveError(
            "columns must have different names",
            where="frame",
            got=f"{shown(twice[0])} {names[twice[0]]} times in {shown(path)}",
            fix=_OWN_NAME,
        )


def _collected(frame: _Frame, columns: list[Any]) -> _Columns | None:
    """Columns in memory; None if they are elsewhere, and many."""
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    if isinstance(frame, nw.LazyFrame):
        if collected(frame.select(nw.len())).item() > _FEW:
            return None
        frame = collected(frame.select(*columns))
    found = {column: frame.get_column(column) for column in columns}
    # pandas takes every half of Arrow for NaN.
    halves = {
        column: of.cast(nw.Float32) for column, of in found.items() if str(of.dtype) == "Float16"
    }
    return {**found, **halves}


def _complete(columns: _Columns, missing: Missing) -> _Rows:
    """The rows that lack nothing."""
    gone = {column: _lacking(of) for column, of in columns.items() if _lacks(of)}
    if not gone:
        return _Rows(columns)
    if missing == "refuse":
        raise _gaps(gone)
    some = reduce(or_, gone.values())
    if some.all():
        error = _gaps(gone)
        error.fix = _NOTHING_LEFT
        raise error
    return _Rows(columns).kept(np.flatnonzero(~some.to_numpy()))


def _telling(found: dict[str, Classifier], left_out: LeftOut) -> dict[str, Classifier]:
    """The same classifiers, which know how many rows are in no figure; whoever asked is warned."""
    if not left_out[0]:
        return found
    calls, frame = 1, currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("cc_widgets."):
        calls, frame = calls + 1, frame.f_back
    warnings.warn(left_out_words(left_out), UserWarning, stacklevel=calls)
    return {name: _without(one, left_out) for name, one in found.items()}


def _without(given: Classifier, left_out: LeftOut) -> Classifier:
    """A classifier that knows how many rows are not there."""
    if isinstance(given, Folds):
        parts: Any = tuple(_without(part, left_out) for part in given.parts)
        return replace(given, parts=parts)
    return given if isinstance(given, RocCurve) else replace(given, left_out=left_out)


def left_out_words(left_out: LeftOut) -> str:
    """Sentence, without a full stop, on rows that are in no figure.

    Parameters
    ----------
    left_out : tuple of (int, int)
        How many of how many.

    Returns
    -------
    str
        The same in a warning as on the page.

    Examples
    --------
    >>> left_out_words((2, 1000))
    '2 of 1,000 rows are left out: a value is missing'
    """
    few, total = left_out
    return f"{few:,} of {total:,} rows are left out: a value is missing"


def _lacks(values: Series[Any]) -> bool:
    """Whether an element is null or NaN; the least number tells, without an array of answers."""
    if not values.dtype.is_float() or not len(values):
        return bool(values.is_null().any())
    return bool(np.isnan(np.min(values.to_numpy())))


def _lacking(values: Series[Any]) -> Series[Any]:
    """Whether each element is null or NaN."""
    gone = values.is_null()
    return gone | values.is_nan() if values.dtype.is_float() else gone


def _gaps(gone: _Columns) -> CostCurveError:
    """The error for rows that lack something."""
    (column, flags), *others = gone.items()
    wrong = np.flatnonzero(flags.to_numpy())
    more = "".join(f", {some.sum()} in {place_of(one)}" for one, some in others)
    return CostCurveError(
        "values must not be missing",
        where=place_of(column),
        got=f"no value at {counted(wrong, len(flags))}{more}",
        fix=_DROP,
    )


# ---- Classifiers of these rows


@dataclass(frozen=True)
class _Rows:
    """Rows that lack nothing.

    Attributes
    ----------
    columns : dict of column to series of narwhals
        All that are used.
    left_out : tuple of (int, int)
        How many rows of the frame are in no figure, and how many it has.
    positions : ndarray of int, or None
        Where in the frame each row is; None if all rows are here, in order.
    """

    columns: _Columns
    left_out: LeftOut = (0, 0)
    positions: NDArray[np.intp] | None = None

    @property
    def size(self) -> int:
        """How many rows there are."""
        return len(next(iter(self.columns.values())))

    def kept(self, places: NDArray[np.intp]) -> _Rows:
        """Rows at some places, in that order; others are in no figure."""
        total = self.left_out[1] or self.size
        return _Rows(
            {column: values[places] for column, values in self.columns.items()},
            (total - places.size, total),
            places if self.positions is None else self.positions[places],
        )

    def where(self, column: Hashable, value: object) -> _Rows:
        """The rows that have this value in a column."""
        flags = self.columns[column] == value
        places = np.flatnonzero(flags.to_numpy())
        return _Rows(
            {column: values.filter(flags) for column, values in self.columns.items()},
            self.left_out,
            places if self.positions is None else self.positions[places],
        )

    def at(self, column: Hashable, place: int) -> Any:  # noqa: ANN401 (of any type)
        """What stands in one row of a column."""
        return self.columns[column][[int(place)]].to_list()[0]

    def codes(self, column: Hashable) -> IntArray:
        """A number for each different value in a column, from 0 as they first stand there."""
        values = self.columns[column]
        with _inside(place_of(column)):
            _refuse_parts("example", values)
            return numbered("examples", values.to_list())

    def places(self, some: NDArray[np.intp]) -> str:
        """Words on where in the frame the first of some rows is, and how many there are."""
        there = some if self.positions is None else self.positions[some]
        return counted(there, self.left_out[1] or self.size)

    def values(self, column: Hashable) -> list[Any]:
        """What stands in a column, each once: in order, or as it first stands there."""
        values = self.columns[column]
        with _inside(place_of(column)):
            _refuse_parts("fold", values)
        found = values.unique(maintain_order=True).to_list()
        try:
            return sorted(found)
        except TypeError:
            return found

    def check_groups(self, column: Hashable) -> None:
        """Refuse a column that names one group only."""
        if column is not None:
            with self._blaming(groups=column):
                check_groups(self._array("groups", column))

    def labels(
        self, roles: _Roles, pos_label: object = None, known: tuple[Any, Any] | None = None
    ) -> Labels:
        """True labels; those of one index, or of examples named alike, belong together."""
        y_true = roles.y_true
        with self._blaming(y_true=y_true, pos_label=y_true):
            found = self._texts(y_true, pos_label, known) or read_labels(
                self._array("y_true", y_true), pos_label, known=known
            )
        native = self.columns[y_true].to_native()
        names, index = rows_of(native), index_of(native, found.positive.size)
        if roles.example is not None:
            names = self._array("example", roles.example)
            index = digest_of(names)
        return replace(
            found,
            examples=found.examples if index is None else TestedOn(index),
            library=library_of(native),
            index=self.positions if names is None else names,
        )

    def _texts(
        self, y_true: Hashable, pos_label: object, known: tuple[Any, Any] | None
    ) -> Labels | None:
        """Labels of two texts, which their own library tells apart much faster than Python."""
        values = self.columns[y_true]
        kinds = values.unique().to_list() if _may_be_text(values) else []
        if len(kinds) != _TWO or not all(isinstance(kind, str) for kind in kinds):
            return None
        classes = in_order(sorted(kinds), pos_label, known)
        positive = np.asarray((values == classes[1]).to_numpy(), dtype=bool)
        return Labels(positive=positive, classes=classes, examples=TestedOn())

    def scored(self, labels: Labels, y_score: Hashable, roles: _Roles) -> Predictions:
        """Scores beside labels that are read already, with what else is said of their rows."""
        beside = ("sample_weight", "clusters", "groups")
        columns = {role: getattr(roles, role) for role in beside}
        with self._blaming(y_score=y_score, **columns):
            more = {
                role: self._array(role, column)
                for role, column in columns.items()
                if column is not None
            }
            score = self._array("y_score", y_score)
            found = labelled(labels, score, weights_are=roles.weights_are, **more)
        libraries = (labels.library, labels.library)
        return replace(found, libraries=libraries, place=self.positions)

    def _array(self, where: str, column: Hashable) -> NDArray[Any]:
        """The values of a column."""
        values = self.columns[column]
        _refuse_parts(where, values)
        wide = "128" in str(values.dtype)  # NumPy has no numbers as long as these
        found: NDArray[Any] = np.array(values.to_list()) if wide else values.to_numpy()
        return found

    @contextmanager
    def _blaming(self, **columns: Hashable) -> Iterator[None]:
        """Say of what is wrong with an argument in which column it stands."""
        try:
            yield
        except CostCurveError as error:
            column = columns.get(error.where or "")
            if column is None:
                raise
            few = self.left_out[0]
            rest = f" ({few} rows without a value left out)" if few else ""
            raise error.within(place_of(column) + rest) from None


def _refuse_parts(where: str, values: Series[Any]) -> None:
    """Refuse a column of lists or records."""
    if not (values.dtype.is_nested() or str(values.dtype) == "Object"):
        return
    given = values.to_list()
    wrong = np.flatnonzero([isinstance(one, _SEVERAL) for one in given])
    if wrong.size:
        raise CostCurveError(
            _SINGLE,
            where=where,
            got=f"{shown(given[wrong[0]])} at {counted(wrong, len(given))}",
            fix=_ONE_PART,
        )


def _may_be_text(values: Series[Any]) -> bool:
    """Whether elements are texts, unless they are categories of something else."""
    return str(values.dtype).startswith(_TEXTS)


# ---- Rows of the same examples, in one order for all classifiers


def _matched(rows: _Rows, roles: _Roles, missing: Missing) -> _Rows:
    """Rows of examples that all classifiers have, in one order for each of them."""
    example = rows.codes(roles.example)
    if roles.fold is not None:
        fold = rows.codes(roles.fold)
        example = example * (fold.max(initial=0) + 1) + fold
    who = rows.codes(roles.name) if roles.name is not None else np.zeros_like(example)
    _refuse_twice(rows, roles, example, who)
    _, place, number = np.unique(example, return_inverse=True, return_counts=True)
    whole = number[place] == who.max(initial=0) + 1
    if missing == "refuse" or not whole.any():
        _refuse_lacking(rows, roles, example, who, np.flatnonzero(~whole))
    kept = np.flatnonzero(whole)
    found = rows.kept(kept[np.lexsort((example[kept], who[kept]))])
    _refuse_contradictions(found, roles, len(np.unique(who)))
    return found


def _refuse_twice(rows: _Rows, roles: _Roles, example: IntArray, who: IntArray) -> None:
    """Refuse an example that a classifier has scored twice."""
    key = example * (who.max(initial=0) + 1) + who
    again = np.setdiff1d(np.arange(key.size), np.unique(key, return_index=True)[1])
    if again.size:
        raise CostCurveError(
            "an example stands once for each classifier, or once in each of its folds",
            where=place_of(roles.example),
            got=f"{_called(rows, roles, again[0])} again at {rows.places(again)}",
            fix="Drop rows that repeat others, or pass the column that tells them apart: name= "
            "for classifiers, fold= for folds or repeats.",
        )


def _refuse_lacking(
    rows: _Rows, roles: _Roles, example: IntArray, who: IntArray, lone: NDArray[np.intp]
) -> None:
    """Refuse examples that some classifiers have and others have not; `lone` are their rows."""
    wanted, first = np.unique(example[lone], return_index=True)
    lacking = {
        row: np.flatnonzero(~np.isin(wanted, example[who == one]))
        for one, row in zip(*np.unique(who, return_index=True), strict=True)
    }
    if not wanted.size:
        return
    row, gone = max(lacking.items(), key=lambda one: one[1].size)
    name, total = rows.at(roles.name, row), np.unique(example).size
    such = _called(rows, roles, lone[first[gone[0]]])
    raise CostCurveError(
        "each classifier needs a row for each example",
        where=place_of(roles.example),
        got=f"none of {shown(name)} for {gone.size:,} of {total:,} examples, such as {such}",
        fix="Leave example= out: they are then compared as if tested on different examples."
        if wanted.size == total
        else 'Pass missing="drop" to leave out examples that not all classifiers have.',
    )


_SAID_ONCE = {
    "y_true": "true label",
    "sample_weight": "weight",
    "clusters": "cluster",
    "groups": "group",
}


def _refuse_contradictions(rows: _Rows, roles: _Roles, number: int) -> None:
    """Refuse an example of which the rows of so many classifiers say different things."""
    for role, what in _SAID_ONCE.items():
        if (column := getattr(roles, role)) is not None:
            _refuse_two(rows, roles, column, f"an example has one {what}", number)


def _refuse_two(rows: _Rows, roles: _Roles, column: Hashable, what: str, number: int) -> None:
    """Refuse an example that has something else in a column for another classifier."""
    said = rows.codes(column).reshape(number, -1)
    wrong = np.flatnonzero(np.any(said != said[0], axis=0))
    if wrong.size:
        total = said.shape[1]
        given = rows.columns[column].to_list()[wrong[0] :: total]
        both = " and ".join(map(shown, dict.fromkeys(given)))
        few = f"({wrong.size:,} such of {total:,} examples)"
        raise CostCurveError(
            what,
            where=place_of(column),
            got=f"{both} for {_called(rows, roles, wrong[0])} {few}",
            fix="Look whether different examples have one name, or some rows are wrong.",
        )


def _called(rows: _Rows, roles: _Roles, place: int) -> str:
    """What the user calls the example in some row."""
    told = f"example {shown(rows.at(roles.example, place))}"
    return told if roles.fold is None else f"{told} of fold {rows.at(roles.fold, place)}"


# ---- Classifiers: of a column each, or named in a column; each of them whole, or of folds


def _wide(
    rows: _Rows, roles: _Roles, labels: Labels, order: Sequence[Any]
) -> dict[str, Classifier]:
    """Classifiers with a column of scores each."""
    parts = _parts(rows, roles, labels, order)
    return {name: _classifier(parts, column, roles) for name, column in roles.scores.items()}


def _long(
    rows: _Rows, roles: _Roles, labels: Labels, order: Sequence[Any]
) -> dict[str, Classifier]:
    """Classifiers whose names stand in a column."""
    (score,) = roles.scores.values()
    found: dict[str, Classifier] = {}
    for name in _names(rows.columns[roles.name], roles.name):
        own = rows.where(roles.name, name)
        with _inside(f"classifier {shown(name)}"):
            own_labels = own.labels(roles, known=labels.classes)
            found[name] = _classifier(_parts(own, roles, own_labels, order), score, roles)
    return found


def _parts(
    rows: _Rows, roles: _Roles, labels: Labels, order: Sequence[Any]
) -> dict[str, tuple[_Rows, Labels]]:
    """The rows of each fold, with their labels; all rows where there are no folds."""
    if roles.fold is None:
        return {"": (rows, labels)}
    found = {}
    for fold in order:
        own = rows.where(roles.fold, fold)
        if len(own.columns[roles.fold]):
            with _inside(f"fold {fold}"):
                found[f"fold {fold}"] = own, own.labels(roles, known=labels.classes)
    return found


def _classifier(
    parts: Mapping[str, tuple[_Rows, Labels]], column: Hashable, roles: _Roles
) -> Classifier:
    """One classifier, of all its folds."""
    found = {}
    for name, (rows, labels) in parts.items():
        with _inside(name):
            found[name] = rows.scored(labels, column, roles)
    return found[""] if roles.fold is None else folds(found)


@contextmanager
def _inside(place: str) -> Iterator[None]:
    """Say where in a frame something is wrong."""
    try:
        yield
    except CostCurveError as error:
        raise (error.within(place) if place else error) from None


def _names(values: Series[Any], column: Hashable) -> list[str]:
    """Names of classifiers in the order in which they first stand in a column."""
    names = (values.unique(maintain_order=True) if _may_be_text(values) else values).to_list()
    if not all(map(_is_name, names)):
        given = values.to_list()
        wrong = np.flatnonzero([not _is_name(name) for name in given])
        raise CostCurveError(
            "names of classifiers must be strings that are not blank",
            where=place_of(column),
            got=f"{shown(given[wrong[0]])} at {counted(wrong, len(given))}",
            fix="Write the names of these rows as texts.",
        )
    return list(dict.fromkeys(names))


def _is_name(name: object) -> bool:
    return isinstance(name, str) and bool(name.strip())


# ---- Rows that stay where they are, and are counted there


_MOST_KINDS = 1_000  # classifiers or folds, each counted by itself
_ROW_BY_ROW = {
    "example": "examples are paired row by row",
    "clusters": "bands draw clusters whole, row by row",
    "groups": "groups are looked at row by row",
}


def _elsewhere(
    frame: LazyFrame[Any], roles: _Roles, missing: Missing, options: Mapping[str, Any]
) -> dict[str, Classifier]:
    """Counts of classifiers whose rows are too many to come here."""
    for role, what in _ROW_BY_ROW.items():
        if getattr(roles, role) is not None:
            columns = ", ".join(map(shown, roles.columns))
            raise CostCurveError(
                f"{what}, and more than {_FEW:,} rows are only counted where they are",
                where=role,
                got=place_of(getattr(roles, role)),
                fix=f"Bring these columns here, for instance by frame.select({columns}).collect(), "
                f"or leave {role} out.",
            )
    check_meaning(roles.weights_are, roles.sample_weight)
    rows, left_out = (frame, (0, 0)) if missing == "refuse" else _whole(frame, roles.columns)
    if roles.weights_are == "frequencies":
        _check_whole(rows, roles.sample_weight)
    with _shown_progress() as told:
        more = {**options, "told": told}
        if roles.name is None:
            each = _of_folds(rows, roles, more)
            found = {name: each[column] for name, column in roles.scores.items()}
        else:
            named = _split(rows, roles.name)
            check_names(named, place_of(roles.name))
            found = {name: _only(_of_folds(own, roles, more, name)) for name, own in named.items()}
    return _telling(found, left_out)


def _whole(frame: LazyFrame[Any], columns: Sequence[Any]) -> tuple[LazyFrame[Any], LeftOut]:
    """The rows that lack nothing, and how many of how many do not."""
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    gap = gap_in(frame, columns)
    found = collected(frame.select(few=gap.cast(nw.Int64).sum(), total=nw.len()))
    few, total = (int(found.get_column(name).item()) for name in ("few", "total"))
    if few == total:
        raise CostCurveError(
            "values must not be missing",
            where=", ".join(map(place_of, columns)),
            got=f"no value somewhere in each of {total:,} rows",
            fix=_NOTHING_LEFT,
        )
    return frame.filter(~gap), (few, total)


def _only(found: Mapping[Any, Classifier]) -> Classifier:
    """The only one there is."""
    (one,) = found.values()
    return one


def _of_folds(
    rows: LazyFrame[Any], roles: _Roles, options: Mapping[str, Any], name: str = ""
) -> dict[Hashable, Classifier]:
    """Classifiers of all their folds, by their columns."""
    with _inside(name and f"classifier {shown(name)}"):
        if roles.fold is None:
            return {**_sums(rows, roles, options)}
        found = {}
        for fold, own in _split(rows, roles.fold).items():
            with _inside(f"fold {fold}"):
                found[f"fold {fold}"] = _sums(own, roles, options)
        return {
            column: folds({fold: counts[column] for fold, counts in found.items()})
            for column in roles.scores.values()
        }


def _sums(
    rows: LazyFrame[Any], roles: _Roles, options: Mapping[str, Any]
) -> dict[Hashable, Counts]:
    """Counts at each threshold, by the columns of scores."""
    columns: Any = list(dict.fromkeys(roles.scores.values()))
    y_true: Any = roles.y_true
    weight: Any = roles.sample_weight
    found = reduced(rows, y_true=y_true, y_score=columns, sample_weight=weight, **options)
    often = roles.weights_are == "frequencies"
    return {
        column: replace(counts, weighted=False) if often else counts
        for column, counts in found.items()
    }


def _check_whole(rows: LazyFrame[Any], weight: Any) -> None:  # noqa: ANN401 (a column)
    """Refuse frequencies that count no examples."""
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    if rows.collect_schema()[weight].is_float():
        fix = 'Pass weights_are="importance" if they are no counts.'
        broken = nw.col(weight) != nw.col(weight).floor()
        check_rows(rows, weight, "frequencies are whole numbers of examples", broken, fix)


def _split(rows: LazyFrame[Any], of: Hashable) -> dict[Any, LazyFrame[Any]]:
    """Rows by what they have in a column, in order."""
    import narwhals as nw  # noqa: PLC0415 (only users of frames need it)

    column: Any = of
    check_rows(rows, column, "values must not be missing", gap_in(rows, [column]), _DROP)
    if rows.collect_schema()[column].is_nested():
        check_rows(rows, column, _SINGLE, ~nw.col(column).is_null(), _ONE_PART)
    kinds = collected(rows.select(column).unique().head(_MOST_KINDS + 1)).get_column(column)
    if len(kinds) > _MOST_KINDS:
        raise CostCurveError(
            "there must be few different ones, each of which is counted by itself",
            where=place_of(column),
            got=f"more than {_MOST_KINDS:,}, such as {shown(kinds.head(1).to_list()[0])}",
            fix="Pass the column that names classifiers or folds.",
        )
    return {kind: rows.filter(nw.col(column) == kind) for kind in sorted(kinds.to_list())}


@contextmanager
def _shown_progress() -> Iterator[Callable[[str], None]]:
    """What tells whoever waits what is being done, on a line that goes away in the end."""
    start, told = monotonic(), []

    def tell(words: str) -> None:
        if monotonic() - start >= _PATIENCE:
            told.append(words)
            sys.stderr.write(f"\r{words:{_LINE}}")
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if told:
            tell("")
            sys.stderr.write("\r")
