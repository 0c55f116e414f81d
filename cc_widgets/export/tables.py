"""Tables as data frames, CSV and Markdown, and the report."""

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

from cc_widgets.core import Predictions
from cc_widgets.core.costs import CostPieces, cheapest_corner, cost_of_rates, values_at
from cc_widgets.core.dominance import corner_ranges
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.results import TOLERANCE, FloatArray
from cc_widgets.core.validation import read_choice
from cc_widgets.export import provenance_of, versions_words
from cc_widgets.model.answers import (
    area_difference_words,
    classifier_area,
    compare_classifiers,
    current_best_band,
    current_difference,
    current_interval,
)
from cc_widgets.model.derive import DerivedClassifier, all_thresholds
from cc_widgets.model.differences import compare_words, significance_words
from cc_widgets.model.drawing import box_words
from cc_widgets.model.groups import Gap, group_points, group_report
from cc_widgets.model.handback import check_common_threshold
from cc_widgets.model.notes import displayed_notes, replace_unprintable
from cc_widgets.model.numerals import amount, baseline_words, decimal, label_of, number
from cc_widgets.model.planning import CHOICES_TITLE, PLAN_TITLE, plan_sample_size
from cc_widgets.model.state import CostCurveModel

# ---- Rows of each table


class _ClassifierRow(NamedTuple):
    """Classifier with its range of use and its cost at the operating point."""

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


class _SegmentRow(NamedTuple):
    """Segment of the joint lower envelope."""

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


class _ThresholdRow(NamedTuple):
    """Threshold with its rates, its cost line, and its range of pc on the envelope."""

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


class _ComparisonRow(NamedTuple):
    """Range of pc where one of two classifiers is cheaper, with the largest difference.

    `difference` includes the baselines, which count where they cost less. `line_difference` is that
    of both classifiers by themselves at the same pc, if `significant` refers to it.
    """

    first: str
    second: str
    pc_low: float
    pc_high: float
    cheaper: str | None
    difference: float
    pc: float
    line_difference: float | None
    significant: bool | None


class _GroupRow(NamedTuple):
    """Group at a common threshold, with its difference from all other groups together."""

    classifier: str
    group: str
    threshold: float
    negatives: int
    positives: int
    selection_rate: float | None
    precision: float | None
    fpr: float | None
    fpr_lower: float | None
    fpr_upper: float | None
    fpr_gap: float | None
    fpr_gap_lower: float | None
    fpr_gap_upper: float | None
    tpr: float | None
    tpr_lower: float | None
    tpr_upper: float | None
    tpr_gap: float | None
    tpr_gap_lower: float | None
    tpr_gap_upper: float | None
    pc: float
    cost: float | None
    cost_gap: float | None
    cost_gap_lower: float | None
    cost_gap_upper: float | None


_ThresholdsOf = Callable[[DerivedClassifier], Sequence[float | None]]


def _data_thresholds(item: DerivedClassifier) -> Sequence[float | None]:
    """Return thresholds as they occur in the data; None without scores."""
    curve = item.curve
    if curve.threshold is None or (curve.counts is not None and not curve.counts.scored):
        return [None] * curve.fpr.size
    thresholds: list[float | None] = np.asarray(curve.threshold, dtype=np.float64).tolist()
    return thresholds


def _displayed_thresholds(item: DerivedClassifier) -> Sequence[float | None]:
    """Return rounded thresholds that make the same decisions; None without scores."""
    return [None if isnan(threshold) else threshold for threshold in all_thresholds(item).tolist()]


def _classifier_rows(model: CostCurveModel, scores: _ThresholdsOf) -> Iterable[_ClassifierRow]:
    """Yield a row per classifier, in display order."""
    for item in model.curves.classifiers:
        each = item.reduced.each or (item.reduced,)
        reach = model.operating_range(item.name)
        counts = [part.curve.counts for part in each if part.curve.counts is not None]
        is_counted = len(counts) == len(each)
        corner = cheapest_corner(item.hull, model.pc)
        index = int(item.hull.index[corner])
        limits = None if model._has_stale_bands else current_interval(model, item, model.pc)
        area = classifier_area(model, item.name)
        yield _ClassifierRow(
            classifier=item.name,
            visible=item.visible,
            positives=sum(part.positives for part in counts) if is_counted else None,
            negatives=sum(part.negatives for part in counts) if is_counted else None,
            n_thresholds=item.reduced.n_thresholds,
            area=item.area,
            pc_low=None if reach is None else reach.pc_low,
            pc_high=None if reach is None else reach.pc_high,
            pc=model.pc,
            cost=model.cost(item.name).normalised,
            lower=None if limits is None else limits.lower,
            upper=None if limits is None else limits.upper,
            expected=None if limits is None else limits.expected,
            threshold=None if index == BASELINE else scores(item)[index],
            fpr=float(item.hull.fpr[corner]),
            tpr=float(item.hull.tpr[corner]),
            n_folds=len(item.reduced.each) or None,
            roc_area=None if area is None else area.value,
            roc_area_lower=None if area is None else area.lower,
            roc_area_upper=None if area is None else area.upper,
        )


def _segment_rows(model: CostCurveModel, scores: _ThresholdsOf) -> Iterable[_SegmentRow]:
    """Yield a row per segment, by increasing pc."""
    derived = model.curves
    envelope, best = derived.envelope, current_best_band(model, wait=True)
    unknown: list[float | None] = [None] * envelope.pc.size
    expected = unknown if best is None else np.interp(envelope.pc, best.pc, best.expected).tolist()
    for i, owner in enumerate(envelope.owner.tolist()):
        fpr, index = float(envelope.fpr[i]), int(envelope.index[i])
        item = None if owner == BASELINE else derived.classifiers[owner]
        yield _SegmentRow(
            pc_low=float(envelope.pc[i]),
            pc_high=float(envelope.pc[i + 1]),
            classifier=baseline_words(derived, positive=fpr > 0.0) if item is None else item.name,
            threshold=None if item is None else scores(item)[index],
            fpr=fpr,
            tpr=fpr if item is None else float(item.curve.tpr[index]),
            cost_low=float(envelope.cost[i]),
            cost_high=float(envelope.cost[i + 1]),
            expected_low=expected[i],
            expected_high=expected[i + 1],
        )


def _threshold_rows(model: CostCurveModel, scores: _ThresholdsOf) -> Iterable[_ThresholdRow]:
    """Yield a row per stored threshold of the visible classifiers, in decreasing order."""
    for item in model.curves.shown:
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
            yield _ThresholdRow(
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


def _comparison_rows(model: CostCurveModel, _scores: _ThresholdsOf) -> Iterable[_ComparisonRow]:
    """Yield a row per range with the same cheaper classifier and significance."""
    if model.compared is None:
        return
    comparison = compare_classifiers(model, *model.compared, resample=False)
    significance, band = comparison.significance, current_difference(model, *model.compared)
    line = band if band is not None and band.target == "difference of lines" else None
    significant_ranges = (
        []
        if significance is None
        else _pairs(significance.ranges.pc_low, significance.ranges.pc_high)
    )
    ranges = [
        *comparison.first_cheaper,
        *comparison.second_cheaper,
        *comparison.equal,
        *significant_ranges,
    ]
    for low, high in pairwise(sorted({0.0, 1.0, *(end for pair in ranges for end in pair)})):
        difference, pc = _largest_difference(comparison.pieces, low, high)
        middle = (low + high) / 2
        yield _ComparisonRow(
            first=comparison.first,
            second=comparison.second,
            pc_low=low,
            pc_high=high,
            cheaper=(comparison.first if difference < 0.0 else comparison.second)
            if difference
            else None,
            difference=difference,
            pc=pc,
            line_difference=None if line is None else float(np.interp(pc, line.pc, line.estimate)),
            significant=None
            if significance is None
            else any(a <= middle <= b for a, b in significant_ranges),
        )


def _largest_difference(pieces: CostPieces, low: float, high: float) -> tuple[float, float]:
    """Return the largest difference on a range (0 for rounding error) and its pc."""
    inside = pieces.pc[(pieces.pc > low) & (pieces.pc < high)]
    places = np.concatenate([[low], inside, [high]])
    values = values_at(pieces, places)
    most = int(np.argmax(np.abs(values)))
    return float(values[most]) if abs(values[most]) > TOLERANCE else 0.0, float(places[most])


def _pairs(low: FloatArray, high: FloatArray) -> list[tuple[float, float]]:
    return list(zip(low.tolist(), high.tolist(), strict=True))


def _group_rows(model: CostCurveModel, _: _ThresholdsOf) -> Iterable[_GroupRow]:
    """Yield a row per group at the recommended threshold."""
    if not group_points(model):
        check_common_threshold(model)
    for group in model.groups() if group_points(model) else ():
        point = group.point
        values = (
            group.selection_rate,
            group.precision,
            *(point.fpr, group.fpr_lower, group.fpr_upper, *_with_limits(group.fpr_gap)),
            *(point.tpr, group.tpr_lower, group.tpr_upper, *_with_limits(group.tpr_gap)),
            group.pc,
            *(group.cost, *_with_limits(group.cost_gap)),
        )
        identity = point.name, point.group, point.threshold, group.negatives, group.positives
        numbers = (None if isnan(value) else value for value in values)
        yield _GroupRow._make((*identity, *numbers))


def _with_limits(gap: Gap | None) -> tuple[float, float, float]:
    """Return a gap and its confidence limits; NaN if there is none."""
    return (nan, nan, nan) if gap is None else (gap.value, gap.lower, gap.upper)


class _Table(NamedTuple):
    """Row type of a table and the function that yields its rows."""

    row: type[NamedTuple]
    rows: Callable[[CostCurveModel, _ThresholdsOf], Iterable[tuple[Any, ...]]]


TABLES: Mapping[str, _Table] = {
    "classifiers": _Table(_ClassifierRow, _classifier_rows),
    "envelope": _Table(_SegmentRow, _segment_rows),
    "thresholds": _Table(_ThresholdRow, _threshold_rows),
    "comparison": _Table(_ComparisonRow, _comparison_rows),
    "groups": _Table(_GroupRow, _group_rows),
}
"""Available tables, by name."""

Columns = dict[str, list[Any]]


def columns_of(
    model: CostCurveModel, table_name: str, scores: _ThresholdsOf = _data_thresholds
) -> Columns:
    """Return the columns of a table by name, with None for missing values.

    `table_name` is a name in `TABLES`, `scores` a function that returns thresholds of a classifier.

    Examples
    --------
    >>> model = CostCurveModel({"rule": (0.2, 0.8)})
    >>> columns_of(model, "envelope")["classifier"]
    ['call all negatives', 'rule', 'call all positives']
    """
    table = TABLES[read_choice("what", table_name, tuple(TABLES))]
    names = table.row._fields
    columns = zip(*table.rows(model, scores), strict=True)
    return dict(zip(names, map(_one_type, columns), strict=False)) or {name: [] for name in names}


def _one_type(column: Sequence[Any]) -> list[Any]:
    """Return the column with integers converted to floats if it contains any float."""
    if any(isinstance(value, float) for value in column):
        return [float(value) if type(value) is int else value for value in column]
    return list(column)


# ---- Tables as data frames


_FRAMES: Mapping[str, str] = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}
"""Libraries with a constructor of data frames from columns, and its name."""


def frame_of(model: CostCurveModel, table_name: str) -> Any:  # noqa: ANN401 (any library)
    """Return a table as a data frame of the library from which the data came.

    By default a pandas DataFrame with the provenance in `attrs`; a dict of columns if pandas is not
    installed.
    """
    columns = columns_of(model, table_name)
    parts = [part for source in model.classifiers.values() for part in source.parts]
    scored = [source for source in parts if isinstance(source, Predictions)]
    used = [name for source in scored for name in source.libraries if name in _FRAMES]
    library = used[0] if used else "pandas"
    if find_spec(library) is None:
        return columns
    frame = getattr(import_module(library), _FRAMES[library])(columns)
    if library == "pandas":
        frame.attrs = provenance_of(model)
    return frame


# ---- Tables as text


_FORMULA = re.compile(r"\s*[=+\-@\t\r]")


def csv_of(model: CostCurveModel, table_name: str) -> str:
    r"""Return a table as CSV with all digits.

    An apostrophe is prepended to texts that spreadsheets would interpret as formulas.

    Examples
    --------
    >>> csv_of(CostCurveModel({"=1+1": (0.25, 0.75)}), "envelope").split("\n")[2]
    "0.25,0.75,'=1+1,,0.25,0.75,0.25,0.25,,"
    """
    columns = columns_of(model, table_name)
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(columns)
    lines.writerows(map(_cell, row) for row in zip(*columns.values(), strict=True))
    return text.getvalue()


def _cell(value: object) -> object:
    """Return a value that spreadsheets do not interpret as a formula."""
    if not isinstance(value, str):
        return value
    return ("'" if _FORMULA.match(value) else "") + replace_unprintable(value)


# ---- Markdown, with names and notes escaped


_MARKUP = re.compile(r"[\\`*_\[\]<>|&~$@^{}!#]|(?<=:)//|(?<=www)\.", re.IGNORECASE)
_MATHS = re.compile(r"\\[\\$]|\\@(?=\\@)")
_LEADING = re.compile(r"^([+\-=]|\d+(?=[.)]))")
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def markdown_text(text: str) -> str:
    r"""Return text on one line, escaped for Markdown.

    Examples
    --------
    >>> print(markdown_text("a|b <b>*1*</b>"))
    a\|b \<b\>\*1\*\</b\>
    >>> print(markdown_text("3 $"))
    3 <span>\$</span>
    """
    line = " ".join(replace_unprintable(_BIDI_CONTROLS.sub("", text)).split())
    escaped = _LEADING.sub(r"\\\1", _MARKUP.sub(r"\\\g<0>", line))
    # MathJax processes the rendered page, but a formula cannot extend across elements.
    return _MATHS.sub(r"<span>\g<0></span>", escaped)


def markdown_table(model: CostCurveModel, table_name: str) -> str:
    r"""Return a table in Markdown with rounded numbers and without empty columns.

    Examples
    --------
    >>> table = markdown_table(CostCurveModel({"a|b": (0.2, 0.8)}), "comparison")
    >>> table.split("\n")[0][:55]
    '| first | second | pc_low | pc_high | cheaper | differe'
    """
    columns = columns_of(model, table_name, _displayed_thresholds)
    texts = {
        name: [_cell_text(name, value) for value in column]
        for name, column in columns.items()
        if not column or any(value is not None for value in column)
    }
    heads = [list(texts), ["---"] * len(texts)]
    rows = map(list, zip(*texts.values(), strict=True))
    first, *rest = ["| " + " | ".join(cells) + " |" for cells in [*heads, *rows]]
    return "\n".join([first, rest[0].replace(" ", ""), *rest[1:]])


def _cell_text(column: str, value: object) -> str:
    """Return a value as text for readers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | int):
        return decimal(value) if column == "threshold" or isinstance(value, int) else number(value)
    return markdown_text(str(value))


def report_of(model: CostCurveModel, title: str | None = None) -> str:
    """Return a report in Markdown: recommendation, conditions, tables and provenance."""
    provenance, best = provenance_of(model, title), model.recommend()
    answer, shared = best.advice, best.common_threshold
    software = versions_words(provenance["versions"])
    seed = "none" if provenance["seed"] is None else provenance["seed"]
    parts = [
        f"# {markdown_text(provenance['title'])}",
        f"**{markdown_text(answer.headline)}**",
        _bullet_list([*answer.lines, *([] if shared is None else [shared.words])]),
        f"Conditions: {markdown_text(provenance['conditions'] + _cost_scale(model))}.",
        markdown_table(model, "classifiers") if model.classifiers else "",
        _bullet_list(filter(None, [*answer.why, *model.remarks, box_words(model)])),
        *_sections(model),
        f"Data {provenance['fingerprint']}; seed {seed}; {provenance['date']}; {software}.",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _sections(model: CostCurveModel) -> Iterator[str]:
    """Yield the sections of the report that correspond to panels, and the notes."""
    stability = model._stability
    sections = {
        "Groups": group_report(model),
        "Compared": _comparison_lines(model),
        CHOICES_TITLE: () if stability is None else stability.lines,
        PLAN_TITLE: _plan_lines(model),
    }
    for heading, sentences in sections.items():
        if sentences:
            yield f"## {heading}"
            yield _bullet_list(sentences)
    notes = [
        f"{note.number}. {markdown_text(note.text)} ({markdown_text(note.where)})"
        for note in displayed_notes(model)
    ]
    if notes:
        yield "## Notes"
        yield "\n".join(notes)


def _cost_scale(model: CostCurveModel) -> str:
    """Return the currency and the number of cases, each after a comma if it is stated."""
    currency = f", currency {model._currency}" if model._currency else ""
    return currency if model._n_cases == 1.0 else f"{currency}, {amount(model._n_cases)} cases"


def _comparison_lines(model: CostCurveModel) -> list[str]:
    """Return sentences about the differences in cost and area of the compared pair."""
    here = compare_words(model.curves, model.compared, model.pc)
    texts = (
        [here, significance_words(model), area_difference_words(model)] if model.compared else []
    )
    return [line for text in texts for line in text.splitlines()]


def _plan_lines(model: CostCurveModel) -> tuple[str, ...]:
    """Return sentences about the value of more examples; none without current bands."""
    ready = model.bands is not None and not model.bands.is_stale and model.curves.shown
    return plan_sample_size(model, resample=False).lines if ready else ()


def _bullet_list(sentences: Iterable[str]) -> str:
    """Return a Markdown list."""
    return "\n".join(f"- {markdown_text(sentence)}" for sentence in sentences)
