"""Tables of what the figures show, as frames, CSV and Markdown; the whole answer as a report."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from itertools import pairwise
from math import isnan, nan
from typing import Any, NamedTuple

import numpy as np

from cc_widgets.core import TRIVIAL, CostPieces, Predictions, cheapest_corner, corner_ranges
from cc_widgets.core._cost import cost_of_rates, values_at
from cc_widgets.core._reading import read_word
from cc_widgets.core._results import SAME, FloatArray
from cc_widgets.export import about, versions_words
from cc_widgets.model.answers import areas_words, best_band, fresh_interval, known_area
from cc_widgets.model.derive import DerivedClassifier, all_thresholds
from cc_widgets.model.differences import compare_words, significance_words
from cc_widgets.model.drawing import box_words
from cc_widgets.model.groups import Gap
from cc_widgets.model.notes import noted, readable
from cc_widgets.model.numerals import decimal, label_of, number, trivial_words
from cc_widgets.model.planning import CHOICES_TITLE, PLAN_TITLE, planned
from cc_widgets.model.state import CostCurveModel

# ---- What stands in each table


class _OfClassifier(NamedTuple):
    """What a classifier is good for, and what it costs at the operating point."""

    classifier: str
    visible: bool
    positives: float | None
    negatives: float | None
    n_thresholds: int
    area: float
    pc_low: float | None
    pc_high: float | None
    pc: float
    cost: float
    lower: float | None
    upper: float | None
    expected: float | None
    threshold: float | None
    fpr: float
    tpr: float
    n_folds: int | None
    roc_area: float | None
    roc_area_lower: float | None
    roc_area_upper: float | None


class _OfSegment(NamedTuple):
    """A segment of the joint envelope: what is cheapest from one pc to another."""

    pc_low: float
    pc_high: float
    classifier: str
    threshold: float | None
    fpr: float
    tpr: float
    cost_low: float
    cost_high: float
    expected_low: float | None
    expected_high: float | None


class _OfThreshold(NamedTuple):
    """A threshold: an ROC point, and a cost line."""

    classifier: str
    threshold: float | None
    label: str | None
    fpr: float
    tpr: float
    fp: float | None
    tp: float | None
    pc_low: float | None
    pc_high: float | None
    pc: float
    cost: float


class _OfStretch(NamedTuple):
    """A range of pc over which one of two is cheaper; the largest difference, and where it is."""

    first: str
    second: str
    pc_low: float
    pc_high: float
    cheaper: str | None
    difference: float
    pc: float
    significant: bool | None


class _OfGroup(NamedTuple):
    """A group of examples at a common threshold, and how far it is from all others together."""

    classifier: str
    group: str
    threshold: float
    negatives: int
    positives: int
    fpr: float | None
    fpr_gap: float | None
    fpr_lower: float | None
    fpr_upper: float | None
    tpr: float | None
    tpr_gap: float | None
    tpr_lower: float | None
    tpr_upper: float | None
    pc: float
    cost: float | None
    cost_gap: float | None
    cost_lower: float | None
    cost_upper: float | None


_Scores = Callable[[DerivedClassifier], Sequence[float | None]]


def _of_the_data(item: DerivedClassifier) -> Sequence[float | None]:
    """The thresholds of a classifier as the data have them; None where there are no scores."""
    curve = item.curve
    if curve.threshold is None or (curve.counts is not None and not curve.counts.scored):
        return [None] * curve.fpr.size
    known: list[float | None] = np.asarray(curve.threshold, dtype=np.float64).tolist()
    return known


def _as_said(item: DerivedClassifier) -> Sequence[float | None]:
    """The thresholds of a classifier as sentences have them, which make the same decisions."""
    return [None if isnan(one) else one for one in all_thresholds(item).tolist()]


def _classifiers(model: CostCurveModel, scores: _Scores) -> Iterable[_OfClassifier]:
    """A row for each classifier, in the user's order."""
    for item in model.derived.classifiers:
        each, reach = item.kept.each or (item.kept,), item.range
        counts = [one.curve.counts for one in each if one.curve.counts is not None]
        is_counted = len(counts) == len(each)
        corner = cheapest_corner(item.hull, model.pc)
        index = int(item.hull.index[corner])
        limits = None if model.stale else fresh_interval(model, item, model.pc)
        area = known_area(model, item.name)
        yield _OfClassifier(
            classifier=item.name,
            visible=item.visible,
            positives=sum(one.positives for one in counts) if is_counted else None,
            negatives=sum(one.negatives for one in counts) if is_counted else None,
            n_thresholds=item.kept.n_thresholds,
            area=item.area,
            pc_low=None if reach is None else reach.pc_low,
            pc_high=None if reach is None else reach.pc_high,
            pc=model.pc,
            cost=model.cost(item.name).normalised,
            lower=None if limits is None else limits.lower,
            upper=None if limits is None else limits.upper,
            expected=None if limits is None else limits.expected,
            threshold=None if index == TRIVIAL else scores(item)[index],
            fpr=float(item.hull.fpr[corner]),
            tpr=float(item.hull.tpr[corner]),
            n_folds=len(item.kept.each) or None,
            roc_area=None if area is None else area.value,
            roc_area_lower=None if area is None else area.lower,
            roc_area_upper=None if area is None else area.upper,
        )


def _envelope(model: CostCurveModel, scores: _Scores) -> Iterable[_OfSegment]:
    """A row for each segment, by rising pc."""
    derived = model.derived
    found, best = derived.envelope, best_band(model)
    unknown: list[float | None] = [None] * found.pc.size
    expected = unknown if best is None else np.interp(found.pc, best.pc, best.expected).tolist()
    for i, owner in enumerate(found.owner.tolist()):
        fpr, index = float(found.fpr[i]), int(found.index[i])
        item = None if owner == TRIVIAL else derived.classifiers[owner]
        yield _OfSegment(
            pc_low=float(found.pc[i]),
            pc_high=float(found.pc[i + 1]),
            classifier=trivial_words(derived, positive=fpr > 0.0) if item is None else item.name,
            threshold=None if item is None else scores(item)[index],
            fpr=fpr,
            tpr=fpr if item is None else float(item.curve.tpr[index]),
            cost_low=float(found.cost[i]),
            cost_high=float(found.cost[i + 1]),
            expected_low=expected[i],
            expected_high=expected[i + 1],
        )


def _each_threshold(model: CostCurveModel, scores: _Scores) -> Iterable[_OfThreshold]:
    """A row for each threshold that is kept of the visible classifiers, from the highest down."""
    for item in model.derived.shown:
        curve, counts, reach = item.curve, item.curve.counts, corner_ranges(item.hull)
        unknown = [None] * curve.fpr.size
        ranges = dict(
            zip(item.hull.index.tolist(), _pairs(reach.pc_low, reach.pc_high), strict=True)
        )
        costs = cost_of_rates(curve.fpr, curve.tpr, model.pc).tolist()
        counted = (
            unknown if counts is None else counts.fp.tolist(),
            unknown if counts is None else counts.tp.tolist(),
        )
        rows = zip(
            scores(item), curve.fpr.tolist(), curve.tpr.tolist(), *counted, costs, strict=True
        )
        for i, (threshold, fpr, tpr, fp, tp, cost) in enumerate(rows):
            yield _OfThreshold(
                classifier=item.name,
                threshold=threshold,
                label=label_of(item, i) or None,
                fpr=fpr,
                tpr=tpr,
                fp=fp,
                tp=tp,
                pc_low=ranges[i][0] if i in ranges else None,
                pc_high=ranges[i][1] if i in ranges else None,
                pc=model.pc,
                cost=cost,
            )


def _comparison(model: CostCurveModel, _scores: _Scores) -> Iterable[_OfStretch]:
    """A row for each range over which the same one is cheaper, significantly or not."""
    if model.compared is None:
        return
    found = model.compare(*model.compared)
    judged = found.significance
    sure = [] if judged is None else _pairs(judged.ranges.pc_low, judged.ranges.pc_high)
    stretches = [*found.first_cheaper, *found.second_cheaper, *found.equal, *sure]
    for low, high in pairwise(sorted({0.0, 1.0, *(end for pair in stretches for end in pair)})):
        difference, pc = _most(found.pieces, low, high)
        middle = (low + high) / 2
        yield _OfStretch(
            first=found.first,
            second=found.second,
            pc_low=low,
            pc_high=high,
            cheaper=(found.first if difference < 0.0 else found.second) if difference else None,
            difference=difference,
            pc=pc,
            significant=None if judged is None else any(a <= middle <= b for a, b in sure),
        )


def _most(pieces: CostPieces, low: float, high: float) -> tuple[float, float]:
    """The largest difference on a range, 0 where it is rounding alone, and where it is."""
    inside = pieces.pc[(pieces.pc > low) & (pieces.pc < high)]
    places = np.concatenate([[low], inside, [high]])
    values = values_at(pieces, places)
    most = int(np.argmax(np.abs(values)))
    return float(values[most]) if abs(values[most]) > SAME else 0.0, float(places[most])


def _pairs(low: FloatArray, high: FloatArray) -> list[tuple[float, float]]:
    return list(zip(low.tolist(), high.tolist(), strict=True))


def _groups(model: CostCurveModel, _: _Scores) -> Iterable[_OfGroup]:
    """A row for each group, at the recommended threshold."""
    for one in model.groups() if model.group_points else ():
        point = one.point
        told = (
            *_beside(point.fpr, one.fpr_gap),
            *_beside(point.tpr, one.tpr_gap),
            one.pc,
            *_beside(one.cost, one.cost_gap),
        )
        own = point.name, point.group, point.threshold, one.negatives, one.positives
        yield _OfGroup._make((*own, *told))


def _beside(value: float, gap: Gap | None) -> tuple[float | None, ...]:
    """A rate or a cost with its gap, and the limits of that."""
    told = (nan, nan, nan) if gap is None else (gap.value, gap.lower, gap.upper)
    return tuple(None if isnan(one) else one for one in (value, *told))


class _Table(NamedTuple):
    """What a row is, and how rows are made."""

    row: type[NamedTuple]
    rows: Callable[[CostCurveModel, _Scores], Iterable[tuple[Any, ...]]]


TABLES: Mapping[str, _Table] = {
    "classifiers": _Table(_OfClassifier, _classifiers),
    "envelope": _Table(_OfSegment, _envelope),
    "thresholds": _Table(_OfThreshold, _each_threshold),
    "comparison": _Table(_OfStretch, _comparison),
    "groups": _Table(_OfGroup, _groups),
}
"""The tables there are, by name."""

Columns = dict[str, list[Any]]


def columns_of(model: CostCurveModel, what: str, scores: _Scores = _of_the_data) -> Columns:
    """Columns of a table, by name.

    Parameters
    ----------
    model : CostCurveModel
        What is shown.
    what : str
        A name in `TABLES`.
    scores : callable
        Told a classifier, it returns its thresholds, None for none.

    Returns
    -------
    dict of str to list
        As long as each other; None for no value.

    Examples
    --------
    >>> model = CostCurveModel({"rule": (0.2, 0.8)})
    >>> columns_of(model, "envelope")["classifier"]
    ['call all negatives', 'rule', 'call all positives']
    """
    table = TABLES[read_word("what", what, tuple(TABLES))]
    names = table.row._fields
    columns = zip(*table.rows(model, scores), strict=True)
    return dict(zip(names, map(_alike, columns), strict=False)) or {name: [] for name in names}


def _alike(column: Sequence[Any]) -> list[Any]:
    """The values of a column, all of one type: sums of weights need not be whole, counts are."""
    if any(isinstance(value, float) for value in column):
        return [float(value) if type(value) is int else value for value in column]
    return list(column)


# ---- The same as a frame of the library that the user has


_FRAMES: Mapping[str, str] = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}
"""Libraries that make a frame of columns, and by which name."""


def frame_of(model: CostCurveModel, what: str) -> Any:  # noqa: ANN401 (of whichever library)
    """Frame of the library in whose columns the data were given.

    Parameters
    ----------
    model : CostCurveModel
        What is shown.
    what : str
        A name in `TABLES`.

    Returns
    -------
    frame, or dict of str to list
        Of pandas if the data were in no frame; the columns alone if that is not installed. Frames
        of pandas say in `attrs` what they are of.
    """
    columns = columns_of(model, what)
    parts = [part for one in model.classifiers.values() for part in one.parts]
    given = [one for one in parts if isinstance(one, Predictions)]
    used = [name for one in given for name in one.libraries if name in _FRAMES]
    library = used[0] if used else "pandas"
    if find_spec(library) is None:
        return columns
    frame = getattr(import_module(library), _FRAMES[library])(columns)
    if library == "pandas":
        frame.attrs = about(model)
    return frame


# ---- The same as text


_FORMULA = re.compile(r"\s*[=+\-@\t\r]")


def csv_of(model: CostCurveModel, what: str) -> str:
    r"""Table as comma-separated values, which no spreadsheet takes for formulas.

    Parameters
    ----------
    model : CostCurveModel
        What is shown.
    what : str
        A name in `TABLES`.

    Returns
    -------
    str
        Names of columns in the first line; every digit of every number; nothing for no value. An
        apostrophe stands before texts that begin like formulas.

    Examples
    --------
    >>> csv_of(CostCurveModel({"=1+1": (0.25, 0.75)}), "envelope").split("\n")[2]
    "0.25,0.75,'=1+1,,0.25,0.75,0.25,0.25,,"
    """
    columns = columns_of(model, what)
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(columns)
    lines.writerows(map(_cell, row) for row in zip(*columns.values(), strict=True))
    return text.getvalue()


def _cell(value: object) -> object:
    """A value as a spreadsheet takes it."""
    if not isinstance(value, str):
        return value
    return ("'" if _FORMULA.match(value) else "") + readable(value)


# ---- Markdown, in which names and notes are text


_MARKUP = re.compile(r"[\\`*_\[\]<>|&~$@^{}!#]|(?<=:)//|(?<=www)\.", re.IGNORECASE)
_MATHS = re.compile(r"\\[\\$]|\\@(?=\\@)")
_LEADING = re.compile(r"^([+\-=]|\d+(?=[.)]))")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def markdown_text(text: str) -> str:
    r"""Text as Markdown that shows it as it is, in one line.

    Examples
    --------
    >>> print(markdown_text("a|b <b>*1*</b>"))
    a\|b \<b\>\*1\*\</b\>
    >>> print(markdown_text("3 $"))
    3 <span>\$</span>
    """
    line = " ".join(readable(_TURNING.sub("", text)).split())
    escaped = _LEADING.sub(r"\\\1", _MARKUP.sub(r"\\\g<0>", line))
    # MathJax reads the page that Markdown has become, but no formula across elements.
    return _MATHS.sub(r"<span>\g<0></span>", escaped)


def markdown_table(model: CostCurveModel, what: str) -> str:
    """Table in Markdown, for people: columns that hold nothing are left out.

    Parameters
    ----------
    model : CostCurveModel
        What is shown.
    what : str
        A name in `TABLES`.

    Returns
    -------
    str
        Numbers with a few digits; thresholds as sentences have them.

    Examples
    --------
    >>> print(markdown_table(CostCurveModel({"a|b": (0.2, 0.8)}), "comparison"))
    | first | second | pc_low | pc_high | cheaper | difference | pc | significant |
    |---|---|---|---|---|---|---|---|
    """
    columns = columns_of(model, what, _as_said)
    told = {
        name: [_written(name, value) for value in column]
        for name, column in columns.items()
        if not column or any(value is not None for value in column)
    }
    heads = [list(told), ["---"] * len(told)]
    rows = map(list, zip(*told.values(), strict=True))
    first, *rest = ["| " + " | ".join(cells) + " |" for cells in [*heads, *rows]]
    return "\n".join([first, rest[0].replace(" ", ""), *rest[1:]])


def _written(column: str, value: object) -> str:
    """A value as it is written for people."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | int):
        return decimal(value) if column == "threshold" or isinstance(value, int) else number(value)
    return markdown_text(str(value))


def report_of(model: CostCurveModel, title: str | None = None) -> str:
    """Report in Markdown: what to do, under which conditions, and what that rests on.

    Parameters
    ----------
    model : CostCurveModel
        What is shown.
    title : str, optional
        What it is about; if left out, the names of the classifiers.

    Returns
    -------
    str
        The sentences are those of ``model.read()``.
    """
    told, answer = about(model, title), model.read().answer
    made = versions_words(told["versions"])
    seed = "none" if told["seed"] is None else told["seed"]
    parts = [
        f"# {markdown_text(told['title'])}",
        f"**{markdown_text(answer.headline)}**",
        _items(answer.lines),
        f"Conditions: {markdown_text(told['conditions'])}.",
        markdown_table(model, "classifiers") if model.classifiers else "",
        _items(filter(None, [*answer.why, *model.remarks, box_words(model)])),
        *_under_headings(model),
        "\n".join(
            f"{one.number}. {markdown_text(one.text)} ({markdown_text(one.where)})"
            for one in noted(model)
        ),
        f"Data {told['fingerprint']}; seed {seed}; {told['date']}; {made}.",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _under_headings(model: CostCurveModel) -> Iterator[str]:
    """What tabs of an explorer tell."""
    again = model.chosen_again
    told = {
        "Compared": _compared(model),
        CHOICES_TITLE: () if again is None else again.lines,
        PLAN_TITLE: _ahead(model),
    }
    for heading, sentences in told.items():
        if sentences:
            yield f"## {heading}"
            yield _items(sentences)


def _compared(model: CostCurveModel) -> list[str]:
    """How the two compared differ, in cost and in area, and what that means."""
    here = compare_words(model.derived, model.compared, model.pc)
    said = [here, significance_words(model), areas_words(model)] if model.compared else []
    return [line for one in said for line in one.splitlines()]


def _ahead(model: CostCurveModel) -> tuple[str, ...]:
    """What more examples would tell, where it is known how sure the answer is."""
    ready = model.band is not None and not model.stale and model.derived.shown
    return planned(model, resample=False).lines if ready else ()


def _items(sentences: Iterable[str]) -> str:
    """Sentences, each with a bullet."""
    return "\n".join(f"- {markdown_text(sentence)}" for sentence in sentences)
