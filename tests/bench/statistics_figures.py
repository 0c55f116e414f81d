"""Figures and tables of the simulation results, for the lesson on statistics."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import bqplot
import ipywidgets
import numpy as np

from tests.bench.statistics_best import EXPECTED, OBSERVED
from tests.bench.statistics_rows import EVERYWHERE, Row

SIZES = ("10+10", "15+15", "100+100", "500+500", "180+20", "1980+20")
# Colours that colour-blind readers can distinguish, marker names, and the markers as characters.
_LOOKS = (
    ("#0072b2", "circle", "●"),
    ("#d55e00", "square", "■"),
    ("#009e73", "diamond", "◆"),
    ("#cc79a7", "triangle-up", "▲"),
)
_GREY = "#808080"  # visible on light and dark pages
_NOMINAL = 0.9
_NEGLIGIBLE_BIAS = 0.002


class Table(ipywidgets.HTML):  # type: ignore[misc]
    """Table that is saved as HTML in a notebook."""

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**options), "text/html": self.value}


class Chart(ipywidgets.VBox):  # type: ignore[misc]
    """Figure above a table; the table is saved as HTML in a notebook."""

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**options), "text/html": self.children[-1].value}


def select(rows: Iterable[Row], **values: object) -> list[Row]:
    """Return rows of 90% bands with these values of fields, at the pc that their kind refers to."""
    return [
        row
        for row in rows
        if row.share is not None
        and row.nominal == _NOMINAL
        and (row.pc == EVERYWHERE) == (row.kind == "simultaneous")
        and all(getattr(row, name) == value for name, value in values.items())
    ]


def coverage_chart(rows: Sequence[Row], methods: Sequence[str], **values: object) -> Chart:
    """Plot the lowest coverage by size of the test set, above a table of lowest and mean."""
    selected = {name: select(rows, method=name, **values) for name in methods}
    present = {row.sizes for group in selected.values() for row in group}
    sizes = [size for size in (*SIZES, "10+20") if size in present]
    shares = {
        name: [[row.share or 0.0 for row in group if row.sizes == size] for size in sizes]
        for name, group in selected.items()
    }
    lowest = {name: [min(column) for column in by_size] for name, by_size in shares.items()}
    return Chart([_figure(sizes, lowest), _lowest_and_mean(sizes, shares)])


def by_domain(rows: Sequence[Row], **values: object) -> Table:
    """Return a table of the lowest coverage by domain and size of the test set."""
    selected = select(rows, **values)
    domains = list(dict.fromkeys(row.domain for row in selected))
    sizes = [size for size in SIZES if any(row.sizes == size for row in selected)]
    cells = {
        domain: [
            _lowest([row for row in selected if (row.domain, row.sizes) == (domain, size)])
            for size in sizes
        ]
        for domain in domains
    }
    return table(sizes, cells)


def widths(rows: Sequence[Row], methods: Sequence[str], **values: object) -> Table:
    """Return a table of mean band widths over all domains, by size of the test set."""
    selected = {name: select(rows, method=name, **values) for name in methods}
    sizes = [size for size in SIZES if any(row.sizes == size for row in selected[methods[0]])]
    lines = {
        name: [_mean_width([row for row in group if row.sizes == size]) for size in sizes]
        for name, group in selected.items()
    }
    return table(sizes, lines)


def by_cell(rows: Sequence[Row], columns: Mapping[str, Mapping[str, object]]) -> Table:
    """Return a table of the lowest coverage by domain and size, with a selection per column."""
    selected = {title: select(rows, **values) for title, values in columns.items()}
    cells = dict.fromkeys((row.domain, row.sizes) for group in selected.values() for row in group)
    lines = {
        f"{domain}, {sizes}": [
            _lowest([row for row in group if (row.domain, row.sizes) == (domain, sizes)])
            for group in selected.values()
        ]
        for domain, sizes in cells
    }
    return table(list(columns), lines)


def lowest_by_size(rows: Iterable[Row], method: str) -> Table:
    """Return a table of the lowest coverage of a method by size of the test set."""
    selected = [row for row in rows if row.method == method]
    sizes = list(dict.fromkeys(row.sizes for row in selected))
    lowest = [_lowest([row for row in selected if row.sizes == size]) for size in sizes]
    return table(sizes, {method: lowest})


def remaining_bias(rows: Sequence[Row], parts: Sequence[str]) -> Table:
    """Return a table of the share of the optimistic bias that remains after correction.

    Each cell is the maximum over all pc.
    """
    shares = bias_ratios(rows, parts)
    sizes = [size for size in SIZES if any(cell[1] == size for cell in shares)]
    lines = {
        domain: [f"{100 * max(map(abs, shares[domain, size])):.0f} %" for size in sizes]
        for domain in dict.fromkeys(cell[0] for cell in shares)
    }
    return table(sizes, lines)


def bias_ratios(rows: Iterable[Row], parts: Sequence[str]) -> dict[tuple[str, str], list[float]]:
    """Return the ratio of corrected to observed bias at each pc, by domain and sizes.

    Values of pc with negligible bias, where a baseline is nearly always chosen, are omitted.
    """
    biases: dict[tuple[str, str, str], dict[str, float]] = {}
    for row in rows:
        if row.part in parts and row.bias is not None:
            biases.setdefault((row.domain, row.sizes, row.pc), {})[row.method] = row.bias
    shares: dict[tuple[str, str], list[float]] = {}
    for (domain, sizes, _), bias in biases.items():
        if abs(bias[OBSERVED]) > _NEGLIGIBLE_BIAS:
            shares.setdefault((domain, sizes), []).append(bias[EXPECTED] / bias[OBSERVED])
    return shares


def by_model(rows: Sequence[Row], selections: Sequence[tuple[str, str, str]]) -> Table:
    """Return a table of shares for nine cost models; a line has a title, a part and a method."""
    models = [f"M{number}" for number in range(1, 10)]
    shares = {(row.part, row.method, row.domain): row.share for row in rows}
    lines = {
        title: [f"{shares[part, method, model]:.3f}" for model in models]
        for title, part, method in selections
    }
    return table(models, lines)


def sample_sizes(rows: Sequence[Row], part: str) -> Table:
    """Return a table of the power with planned sample sizes and of the coverage of their limits."""
    lines: dict[str, list[str]] = {}
    for row in rows:
        if row.part == part:
            lines.setdefault(row.domain, []).extend([row.sizes, f"{row.share:.3f}"])
    heads = ["examples needed", "power", "first test set", "coverage of the interval"]
    return table(heads, lines)


def table(heads: Sequence[str], lines: dict[str, list[str]], marks: Sequence[str] = ()) -> Table:
    """Return a table in the colours of the page's theme."""
    head = "".join(f"<th style='padding:0 .8em'>{escape(title)}</th>" for title in heads)
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


def _figure(sizes: list[str], lowest: dict[str, list[float]]) -> bqplot.Figure:
    """Return a figure with a line for each method; the table below is its legend."""
    scales = {
        "x": bqplot.OrdinalScale(domain=sizes),
        "y": bqplot.LinearScale(min=0.0, max=1.0),
    }
    nominal = bqplot.Lines(
        x=sizes, y=[_NOMINAL] * len(sizes), scales=scales, colors=[_GREY], stroke_width=4
    )
    lines = [
        bqplot.Lines(x=sizes, y=shares, scales=scales, colors=[color], marker=marker)
        for shares, (color, marker, _) in zip(lowest.values(), _LOOKS, strict=False)
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
        marks=[nominal, *lines],
        axes=axes,
        fig_margin={"top": 20, "bottom": 50, "left": 60, "right": 20},
        layout=ipywidgets.Layout(width="100%", max_width="820px", height="340px"),
    )


def _lowest_and_mean(sizes: list[str], shares: dict[str, list[list[float]]]) -> Table:
    """Return the table of a figure, which is also its legend."""
    marks = [f"<span style='color:{color}'>{sign}</span>" for color, _, sign in _LOOKS]
    lines = {
        name: [f"{min(column):.2f} / {np.mean(column):.2f}" for column in by_size]
        for name, by_size in shares.items()
    }
    return table(sizes, lines, marks)


def _lowest(rows: list[Row]) -> str:
    """Return the lowest share, or an empty string without rows."""
    return f"{min(row.share or 0.0 for row in rows):.3f}" if rows else ""


def _mean_width(rows: list[Row]) -> str:
    """Return the mean width of bands."""
    return f"{np.mean([row.mean_width or 0.0 for row in rows]):.3f}"
