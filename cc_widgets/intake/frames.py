"""Classifiers from data frames with one column of scores each, or with a column of names."""

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
from cc_widgets.core.results import IntArray
from cc_widgets.core.scores import (
    ExampleIdentity,
    Labels,
    LeftOut,
    WeightsAre,
    build_predictions,
    check_groups,
    check_weights_are,
    digest_of,
    digest_of_index,
    label_codes,
    library_of,
    order_classes,
    read_labels,
    row_names,
)
from cc_widgets.core.validation import check_names, describe_positions, read_choice
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake.engines import (
    BOUND,
    check_rows,
    column_label,
    engine_counts,
    missing_in,
    read_bound,
)
from cc_widgets.intake.files import read_path, special_file_kind
from cc_widgets.intake.kinds import Classifier
from cc_widgets.intake.waiting import collect, connection_error

if TYPE_CHECKING:
    from narwhals import DataFrame, LazyFrame, Series

    _Frame: TypeAlias = DataFrame[Any] | LazyFrame[Any]
    _Columns: TypeAlias = Mapping[Hashable, Series[Any]]

Missing: TypeAlias = Literal["refuse", "drop"]
_MISSING = ("refuse", "drop")
_SIMPLE_TYPES = (str, int, type(None))
_TEXT_TYPES = ("String", "Categorical", "Enum")
_COLLECTIONS = (list, tuple, dict, set, np.ndarray)
_TWO = 2
_MAX_LOADED_ROWS = 1_000_000  # above, the engine of a lazy frame counts
_PROGRESS_DELAY = 1.0  # seconds before progress is shown
_MAX_MESSAGE = 120  # characters quoted from errors of libraries
_LINE_WIDTH = 60  # of progress messages
_SEPARATORS = (";", "\t", "|")  # of columns, in files that do not use commas
_SCALAR_RULE = "values must be scalars"
_SCALAR_ADVICE = "Extract one element into a separate column."
_NO_ROWS_ADVICE = "No row has a value in all of these columns: omit the columns with most gaps."
_UNIQUE_NAMES_ADVICE = "Rename the columns."
_MISSING_ADVICE = 'Pass missing="drop" to drop these rows, or impute the values.'


def classifiers_from_frame(  # noqa: PLR0913 (each names a column or an option)
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
    """Return classifiers by name from columns of a data frame or a file.

    See `CostCurveModel.from_frame` for the arguments.
    """
    read_choice("missing", missing, _MISSING, 'Pass "drop" to drop rows with missing values.')
    read_bound(bound)
    with _translate_errors(frame):
        opened = _open(frame)
        available = dict.fromkeys(opened.collect_schema())
        columns_by_role = {
            "name": name,
            "example": example,
            "fold": fold,
            "sample_weight": sample_weight,
            "clusters": clusters,
            "groups": groups,
        }
        scores = _score_columns(available, y_score)
        roles = _Roles(y_true, scores, **columns_by_role, weights_are=weights_are)
        roles.check(available, [*getattr(getattr(frame, "index", None), "names", ())])
        columns = _load(opened, roles.columns)
        if columns is None:
            options = {"pos_label": pos_label, "bound": bound}
            return _count_by_engine(opened.lazy(), roles, missing, options)
        rows = _complete_rows(columns, missing)
        rows.check_groups(groups)
        if example is not None:
            rows = _align(rows, roles, missing)
        labels = rows.labels(roles, pos_label)
        fold_values = rows.distinct(fold) if fold is not None else []
        read = _read_wide if name is None else _read_long
        classifiers = read(rows, roles, labels, fold_values)
    return _with_dropped_rows(classifiers, rows.left_out)


@contextmanager
def _translate_errors(frame: object) -> Iterator[None]:
    """Replace errors of other libraries with a CostCurveError that quotes them."""
    try:
        yield
    except (CostCurveError, UserWarning):
        raise
    except Exception as error:
        if lost_error := connection_error(frame, error):
            raise lost_error from error
        first, *_ = str(error).strip().split("\n\n")
        message = shorten(first, _MAX_MESSAGE, placeholder=" ...") or type(error).__name__
        is_file = isinstance(frame, str | PathLike)
        label = shown(str(frame)) if is_file else f"a {type(frame).__name__}"
        fix = "Check these columns with the library of the data frame."
        if "Duplicate" in type(error).__name__:
            fix = _UNIQUE_NAMES_ADVICE
        elif is_file:
            fix = "Check that a data frame library can open the file."
        raise CostCurveError(
            "must be a readable file" if is_file else "must be readable by its library",
            where="frame",
            got=f"{label}, and {message!r}",
            fix=fix,
        ) from None


# ---- Roles of columns


@dataclass(frozen=True)
class _Roles:
    """Columns by role.

    Attributes
    ----------
    y_true : column
        True labels.
    scores : mapping of str to column
        Scores, by name of the classifier.
    name, example, fold, sample_weight, clusters, groups : column or None
        Names, example identifiers, folds, weights, clusters and groups.
    weights_are : {"importance", "frequencies"}
        Meaning of the weights.
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
        """All columns without duplicates."""
        return list(dict.fromkeys(column for _, column in self._items()))

    def check(self, available: Mapping[Any, None], index: Sequence[Any]) -> None:
        """Raise for missing columns, and for several columns of scores with a column of names."""
        for role, column in self._items():
            if not _is_column(available, column):
                raise _missing_column(available, role, column, index)
        if self.name is not None and len(self.scores) > 1:
            raise CostCurveError(
                "must be a single column if name is passed",
                where="y_score",
                got=shown(list(self.scores.values())),
                fix="Pass one column of scores, or omit name.",
            )

    def _items(self) -> Iterator[tuple[str, Hashable]]:
        yield "y_true", self.y_true
        yield from (("y_score", column) for column in self.scores.values())
        for role in ("name", "example", "fold", "sample_weight", "clusters", "groups"):
            if (column := getattr(self, role)) is not None:
                yield role, column


def _score_columns(available: Mapping[Any, None], y_score: object) -> dict[str, Hashable]:
    """Return the column of scores of each classifier by name."""
    if isinstance(y_score, Mapping):
        columns = dict(y_score)
    elif isinstance(y_score, list | tuple) and not _is_column(available, y_score):
        columns = {str(column): column for column in y_score}
        if len(columns) < len(y_score):
            raise CostCurveError(
                "must contain each column once",
                where="y_score",
                got=shown(y_score),
                fix="Remove the duplicate.",
            )
    else:
        columns = {str(y_score): y_score}
    if not columns:
        raise CostCurveError(
            "must contain at least one column",
            where="y_score",
            got=shown(y_score),
            fix=f"Pass some of {shown(list(available))}.",
        )
    check_names(columns, "y_score")
    return columns


def _is_column(available: Mapping[Any, None], column: object) -> bool:
    """Return whether a column exists."""
    try:
        return column in available
    except TypeError:  # not hashable
        return False


def _missing_column(
    available: Mapping[Any, None], role: str, column: object, index: Sequence[Any]
) -> CostCurveError:
    """Return the error for a column that does not exist, with a suggestion."""
    names = {str(name).strip().lower(): str(name) for name in available}
    similar = get_close_matches(str(column).strip().lower(), names, 1)
    fix = (
        f"Pass {shown(names[similar[0]])}." if similar else f"Pass one of {shown(list(available))}."
    )
    if isinstance(column, str) and column in index:
        fix = "It is the name of the index: pass frame.reset_index()."
    elif len(available) == 1 and any(mark in str(*available) for mark in _SEPARATORS):
        fix = f"The only column is {shown(*available)}: read the file with the right separator."
    return CostCurveError(
        "must be a column of the frame",
        where=role,
        got=shown(column) if isinstance(column, _SIMPLE_TYPES) else f"a {type(column).__name__}",
        fix=fix,
    )


# ---- Reading frames and files


def _open(frame: Any) -> _Frame:  # noqa: ANN401 (of any library)
    """Return the frame or the contents of the file as a narwhals frame."""
    try:
        import narwhals as nw  # noqa: PLC0415 (optional)
    except ImportError:
        raise CostCurveError(
            "needs narwhals, which is not installed",
            where="frame",
            fix='Run pip install "cc-widgets[frames]".',
        ) from None
    if isinstance(frame, str | PathLike):
        return _scan_file(str(read_path("frame", frame)))
    if not isinstance(frame, type):
        opened = nw.from_native(frame, pass_through=True)
        if isinstance(opened, nw.DataFrame | nw.LazyFrame):
            return opened
        if hasattr(frame, "__arrow_c_stream__") and not hasattr(frame, "to_frame"):
            return nw.from_arrow(frame, backend="pyarrow")
    raise CostCurveError(
        "must be a data frame",
        where="frame",
        got=f"a {type(frame).__name__}",
        fix="Convert it with pandas.DataFrame(...)."
        if isinstance(frame, Mapping)
        else "Pass a frame of pandas, polars or pyarrow, or pass arrays to "
        "from_predictions(y_true, y_score).",
    )


_NULL_TEXTS = ["", "NA", "N/A", "NaN", "nan", "null", "NULL", "None"]
_CSV: Mapping[Any, Mapping[str, Any]] = {
    "polars": {"null_values": _NULL_TEXTS, "infer_schema_length": None},
    "duckdb": {"na_values": _NULL_TEXTS, "sample_size": -1},
    "pandas": {"na_values": _NULL_TEXTS, "keep_default_na": False},
}
_PARQUET: Mapping[Any, Mapping[str, Any]] = {"polars": {}, "duckdb": {}, "pyarrow": {}}
"""Libraries that read files and their options; those for the largest files come first."""


def _scan_file(path: str) -> _Frame:
    """Read the table in a CSV or Parquet file, lazily if possible."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    kind = special_file_kind(Path(path))
    if kind or not Path(path).is_file():
        raise CostCurveError(
            "must be a regular file" if kind else "must be an existing file",
            where="frame",
            got=f"{kind}, {shown(path)}" if kind else shown(path),
            fix="Read several files with a data frame library and pass the frame."
            if kind == "a folder" or "*" in path
            else "Check the path.",
        )
    is_csv, is_parquet = (path.lower().endswith(suffix) for suffix in (".csv", ".parquet"))
    if not (is_csv or is_parquet):
        raise CostCurveError(
            "must be a CSV or Parquet file",
            where="frame",
            got=shown(path),
            fix="Pass a path that ends in .csv or .parquet, or read the file into a frame first.",
        )
    readers = _CSV if is_csv else _PARQUET
    library = next((library for library in readers if find_spec(library)), None)
    if library is None:
        raise CostCurveError(
            "no installed library reads this file",
            where="frame",
            got=shown(path),
            fix="Run pip install polars.",
        )
    if is_csv:
        _check_header(path)
    scan = nw.scan_csv if is_csv else nw.scan_parquet
    return scan(path, backend=library, **readers[library])


def _check_header(path: str) -> None:
    """Raise for duplicate column names, which libraries would rename silently."""
    with Path(path).open(encoding="utf-8-sig", errors="replace", newline="") as file:
        counts = Counter(next(csv.reader(file), []))
    duplicates = [name for name, count in counts.items() if count > 1 and name.strip()]
    if duplicates:
        raise CostCurveError(
            "columns must have different names",
            where="frame",
            got=f"{shown(duplicates[0])} {counts[duplicates[0]]} times in {shown(path)}",
            fix=_UNIQUE_NAMES_ADVICE,
        )


def _load(frame: _Frame, columns: list[Any]) -> _Columns | None:
    """Load columns into memory; return None if a lazy frame has too many rows."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    if isinstance(frame, nw.LazyFrame):
        if collect(frame.select(nw.len())).item() > _MAX_LOADED_ROWS:
            return None
        frame = collect(frame.select(*columns))
    series = {column: frame.get_column(column) for column in columns}
    # pandas treats every float16 of Arrow as NaN.
    converted = {
        column: values.cast(nw.Float32)
        for column, values in series.items()
        if str(values.dtype) == "Float16"
    }
    return {**series, **converted}


def _complete_rows(columns: _Columns, missing: Missing) -> _Rows:
    """Return the rows without missing values; raise if there are others, unless dropped."""
    gaps = {column: _is_missing(values) for column, values in columns.items() if _has_gap(values)}
    if not gaps:
        return _Rows(columns)
    if missing == "refuse":
        raise _missing_values(gaps)
    incomplete = reduce(or_, gaps.values())
    if incomplete.all():
        error = _missing_values(gaps)
        error.fix = _NO_ROWS_ADVICE
        raise error
    return _Rows(columns).select(np.flatnonzero(~incomplete.to_numpy()))


def _with_dropped_rows(
    classifiers: dict[str, Classifier], left_out: LeftOut
) -> dict[str, Classifier]:
    """Record the number of dropped rows in the classifiers and warn the caller of the package."""
    if not left_out[0]:
        return classifiers
    depth, frame = 1, currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("cc_widgets."):
        depth, frame = depth + 1, frame.f_back
    warnings.warn(dropped_rows_message(left_out), UserWarning, stacklevel=depth)
    return {name: _record_dropped(each, left_out) for name, each in classifiers.items()}


def _record_dropped(classifier: Classifier, left_out: LeftOut) -> Classifier:
    """Return the classifier with the number of dropped rows."""
    if isinstance(classifier, Folds):
        parts: Any = tuple(_record_dropped(part, left_out) for part in classifier.parts)
        return replace(classifier, parts=parts)
    return (
        classifier if isinstance(classifier, RocCurve) else replace(classifier, left_out=left_out)
    )


def dropped_rows_message(left_out: LeftOut) -> str:
    """Return the warning about dropped rows, without a full stop, for the pair (dropped, total)."""
    dropped, total = left_out
    return f"{dropped:,} of {total:,} rows are left out: a value is missing"


def _has_gap(values: Series[Any]) -> bool:
    """Return whether a value is null or NaN; the minimum avoids a temporary array."""
    if not values.dtype.is_float() or not len(values):
        return bool(values.is_null().any())
    return bool(np.isnan(np.min(values.to_numpy())))


def _is_missing(values: Series[Any]) -> Series[Any]:
    """Return whether each value is null or NaN."""
    nulls = values.is_null()
    return nulls | values.is_nan() if values.dtype.is_float() else nulls


def _missing_values(gaps: _Columns) -> CostCurveError:
    """Return the error for missing values, given flags by column."""
    (column, flags), *others = gaps.items()
    rows = np.flatnonzero(flags.to_numpy())
    more = "".join(f", {mask.sum()} in {column_label(other)}" for other, mask in others)
    return CostCurveError(
        "values must not be missing",
        where=column_label(column),
        got=f"no value at {describe_positions(rows, len(flags))}{more}",
        fix=_MISSING_ADVICE,
    )


# ---- Rows in memory


@dataclass(frozen=True)
class _Rows:
    """Rows without missing values.

    Attributes
    ----------
    columns : dict of column to series of narwhals
        All columns with a role.
    left_out : tuple of (int, int)
        Number of dropped rows and of all rows of the frame.
    positions : ndarray of int, or None
        Positions of the rows in the frame; None for all rows in order.
    """

    columns: _Columns
    left_out: LeftOut = (0, 0)
    positions: NDArray[np.intp] | None = None

    @property
    def size(self) -> int:
        """Number of rows."""
        return len(next(iter(self.columns.values())))

    def select(self, indices: NDArray[np.intp]) -> _Rows:
        """Return rows at `indices` in that order, counting the others as dropped."""
        total = self.left_out[1] or self.size
        return _Rows(
            {column: values[indices] for column, values in self.columns.items()},
            (total - indices.size, total),
            indices if self.positions is None else self.positions[indices],
        )

    def where(self, column: Hashable, value: object) -> _Rows:
        """Return the rows in which a column has the given value."""
        flags = self.columns[column] == value
        indices = np.flatnonzero(flags.to_numpy())
        return _Rows(
            {name: values.filter(flags) for name, values in self.columns.items()},
            self.left_out,
            indices if self.positions is None else self.positions[indices],
        )

    def value(self, column: Hashable, row: int) -> Any:  # noqa: ANN401 (of any type)
        """Return the value of a column in a row."""
        return self.columns[column][[int(row)]].to_list()[0]

    def codes(self, column: Hashable) -> IntArray:
        """Return integer codes of the values of a column, in order of first appearance."""
        values = self.columns[column]
        with _name_place(column_label(column)):
            _check_scalars("example", values)
            return label_codes("examples", values.to_list())

    def describe(self, indices: NDArray[np.intp]) -> str:
        """Return a text with the position of the first row and the number of rows."""
        positions = indices if self.positions is None else self.positions[indices]
        return describe_positions(positions, self.left_out[1] or self.size)

    def distinct(self, column: Hashable) -> list[Any]:
        """Return the distinct values of a column, sorted if possible."""
        values = self.columns[column]
        with _name_place(column_label(column)):
            _check_scalars("fold", values)
        unique = values.unique(maintain_order=True).to_list()
        try:
            return sorted(unique)
        except TypeError:
            return unique

    def check_groups(self, column: Hashable) -> None:
        """Raise if a column of groups has too few or too many groups."""
        if column is not None:
            with self._name_columns(groups=column):
                check_groups(self._array("groups", column))

    def labels(
        self,
        roles: _Roles,
        pos_label: object = None,
        known_classes: tuple[Any, Any] | None = None,
    ) -> Labels:
        """Return the true labels, identified by the column of examples or the index."""
        y_true = roles.y_true
        with self._name_columns(y_true=y_true, pos_label=y_true):
            labels = self._text_labels(y_true, pos_label, known_classes) or read_labels(
                self._array("y_true", y_true), pos_label, known_classes=known_classes
            )
        native = self.columns[y_true].to_native()
        names, digest = row_names(native), digest_of_index(native, labels.positive.size)
        if roles.example is not None:
            names = self._array("example", roles.example)
            digest = digest_of(names)
        return replace(
            labels,
            examples=labels.examples if digest is None else ExampleIdentity(digest),
            library=library_of(native),
            index=self.positions if names is None else names,
        )

    def _text_labels(
        self, y_true: Hashable, pos_label: object, known_classes: tuple[Any, Any] | None
    ) -> Labels | None:
        """Return labels that are two strings, compared by the library for speed, or None."""
        values = self.columns[y_true]
        texts = values.unique().to_list() if _is_text(values) else []
        if len(texts) != _TWO or not all(isinstance(text, str) for text in texts):
            return None
        classes = order_classes(sorted(texts), pos_label, known_classes)
        positive = np.asarray((values == classes[1]).to_numpy(), dtype=bool)
        return Labels(positive=positive, classes=classes, examples=ExampleIdentity())

    def predictions(self, labels: Labels, y_score: Hashable, roles: _Roles) -> Predictions:
        """Return predictions from a column of scores, with weights, clusters and groups."""
        optional = ("sample_weight", "clusters", "groups")
        columns = {role: getattr(roles, role) for role in optional}
        with self._name_columns(y_score=y_score, **columns):
            arrays = {
                role: self._array(role, column)
                for role, column in columns.items()
                if column is not None
            }
            score = self._array("y_score", y_score)
            checked = build_predictions(labels, score, weights_are=roles.weights_are, **arrays)
        libraries = (labels.library, labels.library)
        return replace(checked, libraries=libraries, place=self.positions)

    def _array(self, where: str, column: Hashable) -> NDArray[Any]:
        """Return the values of a column as an array."""
        values = self.columns[column]
        _check_scalars(where, values)
        is_wide = "128" in str(values.dtype)  # NumPy has no such dtype
        array: NDArray[Any] = np.array(values.to_list()) if is_wide else values.to_numpy()
        return array

    @contextmanager
    def _name_columns(self, **columns: Hashable) -> Iterator[None]:
        """Add the name of the column to errors about an argument."""
        try:
            yield
        except CostCurveError as error:
            column = columns.get(error.where or "")
            if column is None:
                raise
            dropped = self.left_out[0]
            note = f" ({dropped} rows with missing values dropped)" if dropped else ""
            raise error.within(column_label(column) + note) from None


def _check_scalars(where: str, values: Series[Any]) -> None:
    """Raise for a column of lists or records."""
    if not (values.dtype.is_nested() or str(values.dtype) == "Object"):
        return
    elements = values.to_list()
    invalid = np.flatnonzero([isinstance(element, _COLLECTIONS) for element in elements])
    if invalid.size:
        raise CostCurveError(
            _SCALAR_RULE,
            where=where,
            got=f"{shown(elements[invalid[0]])} at {describe_positions(invalid, len(elements))}",
            fix=_SCALAR_ADVICE,
        )


def _is_text(values: Series[Any]) -> bool:
    """Return whether a column contains strings, or categories of any type."""
    return str(values.dtype).startswith(_TEXT_TYPES)


# ---- Alignment of the examples of several classifiers


def _align(rows: _Rows, roles: _Roles, missing: Missing) -> _Rows:
    """Return the examples shared by all classifiers, in the same order for each."""
    example = rows.codes(roles.example)
    if roles.fold is not None:
        fold = rows.codes(roles.fold)
        example = example * (fold.max(initial=0) + 1) + fold
    classifier = rows.codes(roles.name) if roles.name is not None else np.zeros_like(example)
    _check_duplicates(rows, roles, example, classifier)
    _, inverse, counts = np.unique(example, return_inverse=True, return_counts=True)
    is_shared = counts[inverse] == classifier.max(initial=0) + 1
    if missing == "refuse" or not is_shared.any():
        _check_shared(rows, roles, example, classifier, np.flatnonzero(~is_shared))
    indices = np.flatnonzero(is_shared)
    aligned = rows.select(indices[np.lexsort((example[indices], classifier[indices]))])
    _check_consistent(aligned, roles, len(np.unique(classifier)))
    return aligned


def _check_duplicates(rows: _Rows, roles: _Roles, example: IntArray, classifier: IntArray) -> None:
    """Raise if a classifier has several scores for an example."""
    key = example * (classifier.max(initial=0) + 1) + classifier
    duplicates = np.setdiff1d(np.arange(key.size), np.unique(key, return_index=True)[1])
    if duplicates.size:
        label = _example_label(rows, roles, duplicates[0])
        raise CostCurveError(
            "each example must occur once per classifier, or once in each of its folds",
            where=column_label(roles.example),
            got=f"{label} again at {rows.describe(duplicates)}",
            fix="Drop duplicate rows, or pass the column that distinguishes them: name= for "
            "classifiers, fold= for folds or repeats.",
        )


def _check_shared(
    rows: _Rows,
    roles: _Roles,
    example: IntArray,
    classifier: IntArray,
    unshared: NDArray[np.intp],
) -> None:
    """Raise if some classifiers lack an example; `unshared` are rows of such examples."""
    examples, first = np.unique(example[unshared], return_index=True)
    lacking = {
        row: np.flatnonzero(~np.isin(examples, example[classifier == code]))
        for code, row in zip(*np.unique(classifier, return_index=True), strict=True)
    }
    if not examples.size:
        return
    row, absent = max(lacking.items(), key=lambda item: item[1].size)
    name, total = rows.value(roles.name, row), np.unique(example).size
    label = _example_label(rows, roles, unshared[first[absent[0]]])
    raise CostCurveError(
        "each classifier must have a row for each example",
        where=column_label(roles.example),
        got=f"none of {shown(name)} for {absent.size:,} of {total:,} examples, such as {label}",
        fix="Omit example= to compare the classifiers as if tested on different examples."
        if examples.size == total
        else 'Pass missing="drop" to drop examples that some classifiers lack.',
    )


_PROPERTIES = {
    "y_true": "true label",
    "sample_weight": "weight",
    "clusters": "cluster",
    "groups": "group",
}


def _check_consistent(rows: _Rows, roles: _Roles, n_classifiers: int) -> None:
    """Raise if rows of an example have different labels, weights, clusters or groups."""
    for role, noun in _PROPERTIES.items():
        if (column := getattr(roles, role)) is not None:
            _check_equal(rows, roles, column, f"an example must have one {noun}", n_classifiers)


def _check_equal(
    rows: _Rows, roles: _Roles, column: Hashable, rule: str, n_classifiers: int
) -> None:
    """Raise if a column differs between the classifiers for an example."""
    codes = rows.codes(column).reshape(n_classifiers, -1)
    different = np.flatnonzero(np.any(codes != codes[0], axis=0))
    if different.size:
        total = codes.shape[1]
        values = rows.columns[column].to_list()[different[0] :: total]
        listed = " and ".join(map(shown, dict.fromkeys(values)))
        count = f"({different.size:,} of {total:,} examples)"
        raise CostCurveError(
            rule,
            where=column_label(column),
            got=f"{listed} for {_example_label(rows, roles, different[0])} {count}",
            fix="Check whether different examples share an identifier, or correct these rows.",
        )


def _example_label(rows: _Rows, roles: _Roles, row: int) -> str:
    """Return a text for the example in a row, with its fold."""
    text = f"example {shown(rows.value(roles.example, row))}"
    return text if roles.fold is None else f"{text} of fold {rows.value(roles.fold, row)}"


# ---- Classifiers from rows in memory


def _read_wide(
    rows: _Rows, roles: _Roles, labels: Labels, fold_values: Sequence[Any]
) -> dict[str, Classifier]:
    """Return classifiers with one column of scores each."""
    parts = _split_folds(rows, roles, labels, fold_values)
    return {name: _read_classifier(parts, column, roles) for name, column in roles.scores.items()}


def _read_long(
    rows: _Rows, roles: _Roles, labels: Labels, fold_values: Sequence[Any]
) -> dict[str, Classifier]:
    """Return classifiers named in a column."""
    (score,) = roles.scores.values()
    classifiers: dict[str, Classifier] = {}
    for name in _names(rows.columns[roles.name], roles.name):
        own_rows = rows.where(roles.name, name)
        with _name_place(f"classifier {shown(name)}"):
            own_labels = own_rows.labels(roles, known_classes=labels.classes)
            parts = _split_folds(own_rows, roles, own_labels, fold_values)
            classifiers[name] = _read_classifier(parts, score, roles)
    return classifiers


def _split_folds(
    rows: _Rows, roles: _Roles, labels: Labels, fold_values: Sequence[Any]
) -> dict[str, tuple[_Rows, Labels]]:
    """Return rows and labels by fold, or all rows under an empty name if there are no folds."""
    if roles.fold is None:
        return {"": (rows, labels)}
    parts = {}
    for fold in fold_values:
        own_rows = rows.where(roles.fold, fold)
        if own_rows.size:
            with _name_place(f"fold {fold}"):
                own_labels = own_rows.labels(roles, known_classes=labels.classes)
                parts[f"fold {fold}"] = own_rows, own_labels
    return parts


def _read_classifier(
    parts: Mapping[str, tuple[_Rows, Labels]], column: Hashable, roles: _Roles
) -> Classifier:
    """Return the predictions in a column, or the folds of one classifier."""
    checked = {}
    for name, (rows, labels) in parts.items():
        with _name_place(name):
            checked[name] = rows.predictions(labels, column, roles)
    return checked[""] if roles.fold is None else folds(checked)


@contextmanager
def _name_place(place: str) -> Iterator[None]:
    """Add a place, such as a fold, to errors."""
    try:
        yield
    except CostCurveError as error:
        raise (error.within(place) if place else error) from None


def _names(values: Series[Any], column: Hashable) -> list[str]:
    """Return the distinct names of classifiers in order of first appearance."""
    names = (values.unique(maintain_order=True) if _is_text(values) else values).to_list()
    if not all(map(_is_name, names)):
        elements = values.to_list()
        invalid = np.flatnonzero([not _is_name(name) for name in elements])
        raise CostCurveError(
            "names of classifiers must be non-blank strings",
            where=column_label(column),
            got=f"{shown(elements[invalid[0]])} at {describe_positions(invalid, len(elements))}",
            fix="Replace the names in these rows with strings.",
        )
    return list(dict.fromkeys(names))


def _is_name(name: object) -> bool:
    return isinstance(name, str) and bool(name.strip())


# ---- Rows counted by the engine of the frame


_MAX_SUBSETS = 1_000  # classifiers or folds, each counted by a query
_NEED_ROWS = {
    "example": "pairing of examples",
    "clusters": "resampling of clusters",
    "groups": "comparison of groups",
}


def _count_by_engine(
    frame: LazyFrame[Any], roles: _Roles, missing: Missing, options: Mapping[str, Any]
) -> dict[str, Classifier]:
    """Return counts of classifiers whose rows are too many to load."""
    for role, purpose in _NEED_ROWS.items():
        if getattr(roles, role) is not None:
            columns = ", ".join(map(shown, roles.columns))
            raise CostCurveError(
                f"{purpose} needs rows in memory, but frames with more than "
                f"{_MAX_LOADED_ROWS:,} rows are not loaded",
                where=role,
                got=column_label(getattr(roles, role)),
                fix=f"Load these columns, for example with frame.select({columns}).collect(), or "
                f"omit {role}.",
            )
    check_weights_are(roles.weights_are, roles.sample_weight)
    rows, left_out = (frame, (0, 0)) if missing == "refuse" else _drop_missing(frame, roles.columns)
    if roles.weights_are == "frequencies":
        _check_frequencies(rows, roles.sample_weight)
    with _progress_line() as progress:
        options = {**options, "progress": progress}
        if roles.name is None:
            by_column = _count_folds(rows, roles, options)
            classifiers = {name: by_column[column] for name, column in roles.scores.items()}
        else:
            subsets = _split(rows, roles.name)
            check_names(subsets, column_label(roles.name))
            (score,) = roles.scores.values()
            classifiers = {
                name: _count_folds(subset, roles, options, name)[score]
                for name, subset in subsets.items()
            }
    return _with_dropped_rows(classifiers, left_out)


def _drop_missing(frame: LazyFrame[Any], columns: Sequence[Any]) -> tuple[LazyFrame[Any], LeftOut]:
    """Return the rows without missing values, and the pair (dropped, total)."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    gap = missing_in(frame, columns)
    counts = collect(frame.select(dropped=gap.cast(nw.Int64).sum(), total=nw.len()))
    dropped, total = (int(counts.get_column(name).item()) for name in ("dropped", "total"))
    if dropped == total:
        raise CostCurveError(
            "values must not be missing",
            where=", ".join(map(column_label, columns)),
            got=f"a missing value in each of {total:,} rows",
            fix=_NO_ROWS_ADVICE,
        )
    return frame.filter(~gap), (dropped, total)


def _count_folds(
    rows: LazyFrame[Any], roles: _Roles, options: Mapping[str, Any], name: str = ""
) -> dict[Hashable, Classifier]:
    """Return counts, or folds with counts, by column of scores."""
    with _name_place(name and f"classifier {shown(name)}"):
        if roles.fold is None:
            return {**_count(rows, roles, options)}
        parts = {}
        for fold, subset in _split(rows, roles.fold).items():
            with _name_place(f"fold {fold}"):
                parts[f"fold {fold}"] = _count(subset, roles, options)
        return {
            column: folds({fold: counts[column] for fold, counts in parts.items()})
            for column in roles.scores.values()
        }


def _count(
    rows: LazyFrame[Any], roles: _Roles, options: Mapping[str, Any]
) -> dict[Hashable, Counts]:
    """Return counts at each threshold by column of scores."""
    columns: Any = list(dict.fromkeys(roles.scores.values()))
    y_true: Any = roles.y_true
    weight: Any = roles.sample_weight
    counts = engine_counts(rows, y_true=y_true, y_score=columns, sample_weight=weight, **options)
    is_frequency = roles.weights_are == "frequencies"
    return {
        column: replace(each, weighted=False) if is_frequency else each
        for column, each in counts.items()
    }


def _check_frequencies(rows: LazyFrame[Any], weight: Any) -> None:  # noqa: ANN401 (a column)
    """Raise if frequencies are not integers."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    if rows.collect_schema()[weight].is_float():
        fix = 'Pass weights_are="importance" if they are not numbers of examples.'
        is_fraction = nw.col(weight) != nw.col(weight).floor()
        check_rows(rows, weight, "frequencies must be integers", is_fraction, fix)


def _split(rows: LazyFrame[Any], by: Hashable) -> dict[Any, LazyFrame[Any]]:
    """Return the rows by value of a column, in sorted order."""
    import narwhals as nw  # noqa: PLC0415 (optional)

    column: Any = by
    check_rows(
        rows, column, "values must not be missing", missing_in(rows, [column]), _MISSING_ADVICE
    )
    if rows.collect_schema()[column].is_nested():
        check_rows(rows, column, _SCALAR_RULE, ~nw.col(column).is_null(), _SCALAR_ADVICE)
    values = collect(rows.select(column).unique().head(_MAX_SUBSETS + 1)).get_column(column)
    if len(values) > _MAX_SUBSETS:
        raise CostCurveError(
            f"must have at most {_MAX_SUBSETS:,} distinct values",
            where=column_label(column),
            got=f"more than {_MAX_SUBSETS:,}, such as {shown(values.head(1).to_list()[0])}",
            fix="Pass the column with the names of the classifiers or folds.",
        )
    return {value: rows.filter(nw.col(column) == value) for value in sorted(values.to_list())}


@contextmanager
def _progress_line() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows progress on a line of stderr, which is cleared at the end."""
    start, messages = monotonic(), []

    def show(text: str) -> None:
        if monotonic() - start >= _PROGRESS_DELAY:
            messages.append(text)
            sys.stderr.write(f"\r{text:{_LINE_WIDTH}}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if messages:
            show("")
            sys.stderr.write("\r")
