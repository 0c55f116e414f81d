"""Figures and tables of what simulations found, for the notebook about it."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import bqplot
import ipywidgets
import numpy as np

from tests.bench.statistics_best import EXPECTED, OBSERVED
from tests.bench.statistics_rows import EVERYWHERE, Row

SIZES = ("10+10", "15+15", "100+100", "500+500", "180+20", "1980+20")
# Colours that the colour-blind tell apart, marks, and the same marks as characters.
_LOOKS = (
    ("#0072b2", "circle", "●"),
    ("#d55e00", "square", "■"),
    ("#009e73", "diamond", "◆"),
    ("#cc79a7", "triangle-up", "▲"),
)
_GREY = "#808080"  # to be seen on light and on dark pages
_NOMINAL = 0.9
_LITTLE = 0.002


class Table(ipywidgets.HTML):  # type: ignore[misc]
    """A table that a notebook also keeps as HTML."""

    def _repr_mimebundle_(self, **given: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**given), "text/html": self.value}


class Chart(ipywidgets.VBox):  # type: ignore[misc]
    """A figure above its table, of which a notebook keeps the table."""

    def _repr_mimebundle_(self, **given: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**given), "text/html": self.children[-1].value}


def of_kind(rows: Iterable[Row], **wanted: object) -> list[Row]:
    """Rows of 90 % bands that have what is wanted, and were judged where their kind promises."""
    return [
        row
        for row in rows
        if row.share is not None
        and row.nominal == _NOMINAL
        and (row.pc == EVERYWHERE) == (row.kind == "simultaneous")
        and all(getattr(row, name) == value for name, value in wanted.items())
    ]


def shown(rows: Sequence[Row], methods: Sequence[str], **wanted: object) -> Chart:
    """The worst coverage by size of the test set; below it a table of the worst and the mean."""
    found = {name: of_kind(rows, method=name, **wanted) for name in methods}
    every = {row.sizes for some in found.values() for row in some}
    sizes = [size for size in (*SIZES, "10+20") if size in every]
    shares = {
        name: [[row.share or 0.0 for row in some if row.sizes == size] for size in sizes]
        for name, some in found.items()
    }
    worst = {name: [min(each) for each in by_size] for name, by_size in shares.items()}
    return Chart([_figure(sizes, worst), _worst_and_mean(sizes, shares)])


def by_domain(rows: Sequence[Row], **wanted: object) -> Table:
    """The worst coverage in each domain, by size of the test set."""
    found = of_kind(rows, **wanted)
    domains = list(dict.fromkeys(row.domain for row in found))
    sizes = [size for size in SIZES if any(row.sizes == size for row in found)]
    cells = {
        domain: [
            _least([row for row in found if (row.domain, row.sizes) == (domain, size)])
            for size in sizes
        ]
        for domain in domains
    }
    return table(sizes, cells)


def widths(rows: Sequence[Row], methods: Sequence[str], **wanted: object) -> Table:
    """How wide bands are on the mean over all domains, by size of the test set."""
    found = {name: of_kind(rows, method=name, **wanted) for name in methods}
    sizes = [size for size in SIZES if any(row.sizes == size for row in found[methods[0]])]
    lines = {
        name: [_mean_width([row for row in some if row.sizes == size]) for size in sizes]
        for name, some in found.items()
    }
    return table(sizes, lines)


def by_cell(rows: Sequence[Row], columns: Mapping[str, Mapping[str, object]]) -> Table:
    """The worst coverage in each domain at each size, by what each column wants."""
    found = {title: of_kind(rows, **wanted) for title, wanted in columns.items()}
    cells = dict.fromkeys((row.domain, row.sizes) for some in found.values() for row in some)
    lines = {
        f"{domain}, {sizes}": [
            _least([row for row in some if (row.domain, row.sizes) == (domain, sizes)])
            for some in found.values()
        ]
        for domain, sizes in cells
    }
    return table(list(columns), lines)


def left_of_bias(rows: Sequence[Row], parts: Sequence[str]) -> Table:
    """How much of what choosing hides is left in what to expect in use: the worst of all pc."""
    shares = bias_left(rows, parts)
    sizes = [size for size in SIZES if any(cell[1] == size for cell in shares)]
    lines = {
        domain: [f"{100 * max(map(abs, shares[domain, size])):.0f} %" for size in sizes]
        for domain in dict.fromkeys(cell[0] for cell in shares)
    }
    return table(sizes, lines)


def bias_left(rows: Iterable[Row], parts: Sequence[str]) -> dict[tuple[str, str], list[float]]:
    """By domain and sizes: the bias of what is expected as a share of that observed, at each pc.

    But where hardly anything is hidden, as the choice is nearly always a trivial one.
    """
    found: dict[tuple[str, str, str], dict[str, float]] = {}
    for row in rows:
        if row.part in parts and row.bias is not None:
            found.setdefault((row.domain, row.sizes, row.pc), {})[row.method] = row.bias
    shares: dict[tuple[str, str], list[float]] = {}
    for (domain, sizes, _), bias in found.items():
        if abs(bias[OBSERVED]) > _LITTLE:
            shares.setdefault((domain, sizes), []).append(bias[EXPECTED] / bias[OBSERVED])
    return shares


def by_model(rows: Sequence[Row], wanted: Sequence[tuple[str, str, str]]) -> Table:
    """Shares of test sets for nine models of costs; each line has a title, a part and a method."""
    models = [f"M{number}" for number in range(1, 10)]
    found = {(row.part, row.method, row.domain): row.share for row in rows}
    lines = {
        title: [f"{found[part, method, model]:.3f}" for model in models]
        for title, part, method in wanted
    }
    return table(models, lines)


def planned(rows: Sequence[Row], part: str) -> Table:
    """How often a planned number of examples was enough, and how often its limits held it."""
    lines: dict[str, list[str]] = {}
    for row in rows:
        if row.part == part:
            lines.setdefault(row.domain, []).extend([row.sizes, f"{row.share:.3f}"])
    heads = ["examples asked for", "difference told", "asked from", "limits held the number"]
    return table(heads, lines)


def table(heads: Sequence[str], lines: dict[str, list[str]], marks: Sequence[str] = ()) -> Table:
    """A table in the colours of the page, whatever its theme."""
    head = "".join(f"<th style='padding:0 .8em'>{escape(one)}</th>" for one in heads)
    body = "".join(
        f"<tr><th style='text-align:left;white-space:nowrap'>{mark} {escape(name)}</th>"
        + "".join(f"<td style='padding:0 .8em'>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for (name, cells), mark in zip(lines.items(), [*marks, *[""] * len(lines)], strict=False)
    )
    return Table(
        "<table style='text-align:right;color:var(--jp-ui-font-color1,inherit)'>"
        f"<tr><th></th>{head}</tr>{body}</table>"
    )


def _figure(sizes: list[str], worst: dict[str, list[float]]) -> bqplot.Figure:
    """One line for each method; the table below it tells which is which."""
    scales = {
        "x": bqplot.OrdinalScale(domain=sizes),
        "y": bqplot.LinearScale(min=0.0, max=1.0),
    }
    promised = bqplot.Lines(
        x=sizes, y=[_NOMINAL] * len(sizes), scales=scales, colors=[_GREY], stroke_width=4
    )
    lines = [
        bqplot.Lines(x=sizes, y=each, scales=scales, colors=[color], marker=marker)
        for each, (color, marker, _) in zip(worst.values(), _LOOKS, strict=False)
    ]
    axes = [
        bqplot.Axis(
            scale=scales["x"], label="negatives + positives in the test set", label_color=_GREY
        ),
        bqplot.Axis(
            scale=scales["y"], orientation="vertical", label="worst coverage", label_color=_GREY
        ),
    ]
    return bqplot.Figure(
        marks=[promised, *lines],
        axes=axes,
        fig_margin={"top": 20, "bottom": 50, "left": 60, "right": 20},
        layout=ipywidgets.Layout(width="100%", max_width="820px", height="340px"),
    )


def _worst_and_mean(sizes: list[str], shares: dict[str, list[list[float]]]) -> Table:
    """The numbers of a figure, which are also its legend."""
    marks = [f"<span style='color:{color}'>{sign}</span>" for color, _, sign in _LOOKS]
    lines = {
        name: [f"{min(each):.2f} / {np.mean(each):.2f}" for each in by_size]
        for name, by_size in shares.items()
    }
    return table(sizes, lines, marks)


def _least(rows: list[Row]) -> str:
    """The least share of some rows, if there are any."""
    return f"{min(row.share or 0.0 for row in rows):.3f}" if rows else ""


def _mean_width(rows: list[Row]) -> str:
    """The mean width of the bands of some rows."""
    return f"{np.mean([row.mean_width or 0.0 for row in rows]):.3f}"
