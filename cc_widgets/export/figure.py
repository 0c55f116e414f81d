"""Static pictures of both spaces, drawn with matplotlib."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from io import BytesIO
from math import atan2, degrees, isnan
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.core.conditions import Range
from cc_widgets.core.costs import baseline_cost, cost_of_rates, edge_pc, values_at
from cc_widgets.core.duality import iso_segment
from cc_widgets.core.results import BoolArray, FloatArray, Owner
from cc_widgets.core.validation import as_finite
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import provenance_of, versions_words
from cc_widgets.intake.files import read_path, write_file
from cc_widgets.model.answers import current_best_band, visible_marks
from cc_widgets.model.choosing import criterion_limit, limit_words
from cc_widgets.model.conditions import ticks_of, title_of
from cc_widgets.model.derive import DerivedClassifier
from cc_widgets.model.differences import cheapest_intervals
from cc_widgets.model.drawing import (
    COST_TITLE,
    ENDS_OF_AXIS,
    MAX_THICK_LINES,
    NEUTRAL,
    Look,
    PcScale,
    Polyline,
    Stroke,
    cost_end,
    curve_of,
    dots_of,
    drawn_recommendation,
    empty_figure_texts,
    faintness,
    hull_parts,
    lines_of,
    looks,
    rate_end,
    rate_titles,
    ribbon_words,
    roc_of_expected_cost,
    scale_of,
    spread_of,
    strokes_of,
    untested_words,
    visible_bands,
    visible_expected_bands,
    visible_rate_intervals,
    visible_roc_bands,
)
from cc_widgets.model.estimating import find_estimates
from cc_widgets.model.groups import group_points
from cc_widgets.model.notes import NoteShapes, displayed_notes
from cc_widgets.model.numerals import baseline_words, number, people_count, share, shorten, span
from cc_widgets.model.words import describe_model, spread_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cc_widgets.model.groups import GroupPoint
    from cc_widgets.model.state import CostCurveModel

# ---- Colours, line styles and fonts


INK = "#212121"
_QUIET = "#595959"
_GRID = "#e0e0e0"
_PAPER = "#ffffff"
_RANGE = "#8a6a00"
_SHADE = "#ffcc00"
_LIMIT = "#6b3fa0"
_DASHES: dict[str, Any] = {
    "solid": "-",
    "dashed": (0, (4.5, 2.0)),
    "dash_dotted": (0, (6.0, 1.6, 1.2, 1.6)),
    "dotted": (0, (1.2, 1.4)),
}
_MARKERS = {"circle": "o", "square": "s", "diamond": "D", "triangle-up": "^", "": ""}
_EXPECTED = (0, (3.0, 1.6))
_THICK, _THIN, _HAIR = 2.0, 1.1, 0.6
_DOT: dict[str, Any] = {
    "linestyle": "",
    "markersize": 4.5,
    "markeredgecolor": _PAPER,
    "markeredgewidth": 0.5,
    "zorder": 5,
    "clip_on": False,
}
_CROSS: dict[str, Any] = {**_DOT, "marker": "X", "markersize": 7.0, "zorder": 6}
_RING: dict[str, Any] = {
    **_DOT,
    "marker": "o",
    "markersize": 6.5,
    "markerfacecolor": _PAPER,
    "markeredgecolor": INK,
    "markeredgewidth": 1.8,
    "zorder": 7,
}
_POINT: dict[str, Any] = {**_DOT, "marker": "o", "color": INK}
_PLAIN_TEXT = {"text.usetex": False, "text.parse_math": False}
_RC_PARAMS = {**_PLAIN_TEXT, "svg.fonttype": "none", "hatch.linewidth": 0.5}
_STYLES = ("axes.", "figure.", "grid.", "lines.", "patch.", "path.", "text.", "xtick.", "ytick.")
_FALLBACK_FONT = "DejaVu Sans"  # included in matplotlib


def names_as_text() -> Any:
    """Context in which matplotlib does not parse names as markup; raises without matplotlib."""
    mpl = _matplotlib()
    return mpl.rc_context({**_PLAIN_TEXT, "font.family": _families(mpl)})


def drawing_context() -> Any:
    """Context with default matplotlib settings, except the user's font family."""
    mpl = _matplotlib()
    usual = {
        name: mpl.rcParamsDefault[name] for name in mpl.rcParamsDefault if name.startswith(_STYLES)
    }
    return mpl.rc_context({**usual, **_RC_PARAMS, "font.family": _families(mpl)})


def _matplotlib() -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415 (optional dependency)
    except ImportError:
        raise ImportError(
            'matplotlib is required for pictures: pip install "cc-widgets[static]"'
        ) from None
    return mpl


def _families(mpl: Any) -> list[str]:
    return [*mpl.rcParams["font.family"], _FALLBACK_FONT]


class TextMetrics:
    """Measures the width of text in points, and knows the characters that the fonts contain."""

    def __init__(self, size: float) -> None:
        from matplotlib.backends.backend_agg import RendererAgg  # noqa: PLC0415
        from matplotlib.font_manager import FontProperties, findfont, get_font  # noqa: PLC0415

        self.size = size
        self.line = 1.35 * size
        self._pen = RendererAgg(1, 1, 72)
        self._kind = FontProperties
        self._widths: dict[tuple[str, float, bool], float] = {}
        family = FontProperties().get_family()
        self._faces = [get_font(findfont(FontProperties(family=[name]))) for name in family]

    def font(self, scale: float = 1.0, *, bold: bool = False) -> Any:
        """Return font properties of this relative size and weight."""
        return self._kind(size=scale * self.size, weight="bold" if bold else "normal")

    def renderable(self, text: str) -> str:
        """Return the text on one line, with missing characters replaced."""
        return "".join(
            character if self._has_glyph(character) else _UNKNOWN for character in single_line(text)
        )

    def _has_glyph(self, character: str) -> bool:
        return character.isascii() or any(
            face.get_char_index(ord(character)) for face in self._faces
        )

    def width(self, text: str, scale: float = 1.0, *, bold: bool = False) -> float:
        """Return the width of a line in points."""
        key = (text, scale, bold)
        if key not in self._widths:
            words, font = self.renderable(text), self.font(scale, bold=bold)
            extent = self._pen.get_text_width_height_descent(words, font, ismath=False)
            self._widths[key] = float(extent[0])
        return self._widths[key]

    def wrapped(
        self, text: str, room: float, scale: float = 1.0, *, most: int, bold: bool = False
    ) -> list[str]:
        """Break text into at most `most` lines of width `room` in points."""
        lines = [""]
        for word in single_line(text, _LONGEST_TEXT).split():
            longer = f"{lines[-1]} {word}".lstrip()
            if lines[-1] and self.width(longer, scale, bold=bold) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        if len(lines) > most:
            lines[most - 1] += "…"
        return [self.cut(line, room, scale, bold=bold) for line in lines[:most] if line]

    def cut(self, text: str, room: float, scale: float = 1.0, *, bold: bool = False) -> str:
        """Return the line, truncated with an ellipsis if it is wider than `room`."""
        words = single_line(text)
        if self.width(words, scale, bold=bold) <= room:
            return words
        fits, too_long = 0, len(words)
        while fits + 1 < too_long:
            middle = (fits + too_long) // 2
            is_short = self.width(f"{words[:middle]}…", scale, bold=bold) <= room
            fits, too_long = (middle, too_long) if is_short else (fits, middle)
        return f"{words[:fits]}…"


_UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_LONGEST_LINE, _LONGEST_TEXT = 400, 2000


def single_line(text: str, most: int = _LONGEST_LINE) -> str:
    r"""Return text on one line, without control and formatting characters.

    Examples
    --------
    >>> single_line("two\nlines, \u202eturned")
    'two lines, turned'
    """
    return " ".join("".join(map(_printable, text[:most])).split())


def _printable(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in {"Cc", "Zl", "Zp"}:
        return " "
    if kind == "Cf":
        return ""
    return _UNKNOWN if kind in {"Cs", "Cn", "Co"} else character


def print_text_color(color: str) -> str:
    """Return a darker shade of a line colour, for text.

    Examples
    --------
    >>> print_text_color("#ffffff")
    '#a6a6a6'
    """
    pairs = zip(bytes.fromhex(color[1:]), bytes.fromhex(INK[1:]), strict=True)
    return "#" + "".join(f"{round(0.6 * own + 0.4 * ink):02x}" for own, ink in pairs)


# ---- A plot that places its labels


_SAMPLES = 60  # points per line that labels should not cover
_DIRECTIONS = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1], [0, 1], [0, -1], [1, 0], [-1, 0]])
_GAP, _DOT_GAP = 3.0, 7.0
_COVERED, _OWN_COVERED, _WORST = 10.0, 4.0, 60.0
_MARGIN_TO_RIVALS = 5.0  # points by which a name must be nearer to its own curve
_DOUBTFUL = 3.0
_SMALL = 0.92
_NO_OWNER = -1


class Plot:
    """Axes of known size that place labels where they overlap little; lengths are in points.

    Parameters
    ----------
    ax : Axes
        Matplotlib axes.
    letters : TextMetrics
        Metrics of the labels.
    size : (width, height)
        Size of the axes.
    x, y : (low, high)
        Axis limits.
    places : PcScale, optional
        Positions of PC(+) values on the x axis.
    """

    def __init__(  # noqa: PLR0913 (both axes with their limits)
        self,
        ax: Axes,
        letters: TextMetrics,
        size: tuple[float, float],
        *,
        x: tuple[float, float],
        y: tuple[float, float],
        places: PcScale | None = None,
    ) -> None:
        self.ax = ax
        self.letters = letters
        self.places = places or PcScale()
        self.size = np.array(size)
        self.x, self.y = x, y
        self.named: set[int] = set()
        self._ways: list[tuple[int, FloatArray]] = []
        self._boxes: list[FloatArray] = []
        ax.set(xlim=x, ylim=y, facecolor=_PAPER)
        ax.set_axisbelow(True)
        ax.grid(visible=True, color=_GRID, linewidth=_HAIR, linestyle="-")
        ax.tick_params(color=_GRID, labelcolor=INK, length=3.0, pad=2.0)
        ax.tick_params(labelsize=0.95 * letters.size)
        ax.spines[:].set(color=_GRID, linewidth=0.8)

    def points(self, x: Any, y: Any) -> FloatArray:
        """Return distances from the lower left corner in points, shape (n, 2)."""
        low, high = np.transpose([self.x, self.y])
        points: FloatArray = (np.stack([x, y], axis=-1) - low) / (high - low) * self.size
        return points

    def line(self, x: Any, y: Any, owner: int | None = None, **look: Any) -> None:
        """Draw a line; labels avoid it if it has an owner (or `_NO_OWNER`)."""
        self.ax.plot(x, y, **{"solid_capstyle": "round", "dash_capstyle": "butt", **look})
        if owner is not None:
            self._ways.append((owner, self._resample(self.points(x, y))))

    def dot(self, x: float, y: float, **look: Any) -> None:
        """Draw a dot that labels do not cover."""
        self.ax.plot([x], [y], **look)
        self._reserve(self.points(x, y), np.array([8.0, 8.0]))

    def straight(self, left: float, low: float, right: float, high: float) -> tuple[Any, Any]:
        """Return a straight line over pc in axis coordinates, curved on a logit axis."""
        if self.places.unit == "pc":
            return [left, right], [low, high]
        return self.places.trace(np.array([left, right]), np.array([low, high]))

    def _resample(self, way: FloatArray) -> FloatArray:
        """Return equally spaced points on the visible part of a line."""
        along = np.append(0.0, np.cumsum(np.hypot(*np.diff(way, axis=0).T)))
        at = np.linspace(0.0, along[-1], _SAMPLES)
        places = np.stack([np.interp(at, along, column) for column in way.T], axis=-1)
        return places[np.all((places >= 0.0) & (places <= self.size), axis=1)]

    def _reserve(self, middle: FloatArray, size: FloatArray) -> None:
        """Keep labels off a rectangle."""
        self._boxes.append(np.concatenate([middle - size / 2.0, middle + size / 2.0]))

    def write(self, text: str, middle: FloatArray, **look: Any) -> None:
        """Write a line of text centred at a point."""
        scale, bold = look.pop("scale", _SMALL), look.pop("bold", False)
        defaults = {
            "color": INK,
            "ha": "center",
            "va": "center",
            "zorder": 8,
            "bbox": {"facecolor": _PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 0.6},
        }
        self.ax.text(
            *(middle / self.size).tolist(),
            self.letters.renderable(text),
            transform=self.ax.transAxes,
            font=self.letters.font(scale, bold=bold),
            **{**defaults, **look},
        )

    def write_next_to(
        self, x: float, y: float, texts: Iterable[Sequence[str]], **look: Any
    ) -> bool:
        """Write the first text that fits next to a point; return whether any did."""
        place = self.points([x], [y])
        return any(self._write_near(place, lines, None, gap=_DOT_GAP, **look) for lines in texts)

    def name(self, owner: int, texts: Iterable[str], **look: Any) -> None:
        """Write the first text that fits next to the curve of a classifier."""
        own_points = [way[2::3] for line_owner, way in self._ways if line_owner == owner]
        if not own_points:
            return
        for text in texts:
            if self._write_near(np.concatenate(own_points), [text], owner, gap=_GAP, **look):
                self.named.add(owner)
                return

    def along(self, text: str, start: FloatArray, end: FloatArray) -> bool:
        """Write along the upper side of a short line; return whether the text fitted."""
        run, rise = ((end - start) * np.sign(end[0] - start[0])).tolist()
        length = (run**2 + rise**2) ** 0.5
        across, up = run / length, rise / length
        words = np.array([self.letters.width(text, _SMALL), _SMALL * self.letters.line])
        middle = (start + end) / 2.0 + (words[1] / 2.0 + 1.0) * np.array([-up, across])
        size = np.array([[across, abs(up)], [abs(up), across]]) @ words
        if not np.isfinite(self._costs(middle[None], size, None)[0]):
            return False
        self._reserve(middle, size)
        turn = {"rotation": degrees(atan2(rise, run)), "rotation_mode": "anchor"}
        self.write(text, middle, color=_QUIET, **turn)
        return True

    def badge(self, text: str, x: float, y: float) -> bool:
        """Write the number of a note in a disc next to a point; return whether it fitted."""
        disc = {"boxstyle": "circle,pad=0.25", "facecolor": INK, "edgecolor": _PAPER}
        look = {"color": _PAPER, "scale": 0.8, "bold": True, "bbox": disc, "zorder": 9}
        return self.write_next_to(x, y, [[text]], **look)

    def _write_near(
        self, places: FloatArray, lines: Sequence[str], owner: int | None, gap: float, **look: Any
    ) -> bool:
        """Write lines of text next to one of several points, where they overlap least."""
        scale, bold = look.get("scale", _SMALL), look.get("bold", False)
        height = scale * self.letters.line
        widths = [self.letters.width(line, scale, bold=bold) for line in lines]
        size = np.array([max(widths) + 3.0, height * len(lines)])
        middles = (places[:, None] + _DIRECTIONS * (size / 2.0 + gap)).reshape(-1, 2)
        costs = self._costs(middles, size, owner)
        best = int(np.argmin(costs))
        if not costs[best] < (np.inf if owner is None else _WORST):
            return False
        self._reserve(middles[best], size)
        for row, line in enumerate(lines):
            up = height * (len(lines) / 2.0 - row - 0.5)
            self.write(line, middles[best] + np.array([0.0, up]), **look)
        return True

    def _costs(self, middles: FloatArray, size: FloatArray, owner: int | None) -> FloatArray:
        """Return the penalty of placing a text box at each position.

        Infinite outside the plot, over other text, and where a name could be attributed to another
        curve.
        """
        low, high = middles - size / 2.0, middles + size / 2.0
        wrong: BoolArray = np.any((low < 1.0) | (high > self.size - 1.0), axis=1)
        taken = np.array(self._boxes).reshape(-1, 4)
        over: BoolArray = (low[:, None] < taken[:, 2:]) & (high[:, None] > taken[:, :2])
        wrong |= np.any(np.all(over, axis=2), axis=1)
        own, rivals, rest = (
            _box_distances(
                low, high, [way for line_owner, way in self._ways if is_meant(line_owner)]
            )
            for is_meant in (
                lambda line_owner: line_owner == owner,
                lambda line_owner: line_owner not in {owner, _NO_OWNER},
                lambda line_owner: line_owner == _NO_OWNER,
            )
        )
        other_distances = np.concatenate([rivals, rest], axis=1)
        costs: FloatArray = _COVERED * np.count_nonzero(other_distances < 1.0, axis=1)
        costs += _OWN_COVERED * np.count_nonzero(own < 1.0, axis=1) + 1e-3 * np.arange(len(low))
        if owner is not None:
            nearest, next_one = (distances.min(axis=1, initial=1e3) for distances in (own, rivals))
            doubt = (nearest + _MARGIN_TO_RIVALS - next_one).clip(0.0)
            costs += doubt
            wrong |= doubt > _DOUBTFUL
        costs[wrong] = np.inf
        return costs


def _box_distances(low: FloatArray, high: FloatArray, ways: Sequence[FloatArray]) -> FloatArray:
    """Return the distance of each point on some lines from each box; 0 inside the box."""
    places = np.concatenate([np.empty((0, 2)), *ways])
    outside = np.maximum(low[:, None] - places, places - high[:, None]).clip(0.0)
    distance: FloatArray = np.hypot(outside[..., 0], outside[..., 1])
    return distance


# ---- Labels of decreasing length


_LENGTHS = (24, 14, 8)


def _shortened_labels(words: str, name: str) -> list[str]:
    """Return a label with its name truncated to decreasing lengths."""
    return [words.replace(name, shorten(single_line(name), length), 1) for length in _LENGTHS]


# ---- ROC space


def draw_roc(plot: Plot, model: CostCurveModel) -> None:
    """Draw ROC space: curves, convex hull, points and operating conditions."""
    derived, styles = model.curves, looks(list(model.classifiers), model.colors)
    above: dict[str, Any] = {"clip_on": model.view.roc_fit, "zorder": 3}
    plot.line([0, 1], [0, 1], _NO_OWNER, color=NEUTRAL, linestyle=":", linewidth=1.0)
    _draw_fan(plot, model)
    _draw_roc_bands(plot, model, styles)
    thin = _THIN if len(derived.visible) <= MAX_THICK_LINES else _HAIR
    for item in derived.shown if model.view.show_lines else ():
        look = _line_look(styles[item.position], thin)
        x, y = curve_of(item)
        plot.line(x, y, item.position, **look, **above, gid=f"roc-{item.position}")
    _draw_hull(plot, model, styles, above)
    for item in derived.shown:
        dots = dots_of(item, derived.hull if model.view.show_hull else None)
        if dots is not None:
            look = {**_dot_look(styles[item.position]), "clip_on": model.view.roc_fit}
            plot.line(dots[0], dots[1], **look, gid=f"dots-{item.position}")
    _draw_limit(plot, model)
    for mark in visible_marks(model):
        color = styles[list(model.classifiers).index(mark.name)].color
        plot.dot(mark.fpr, mark.tpr, **_CROSS, color=color, gid="in-use")
    groups = list(_group_styles(model, styles))
    for point, look in groups:
        plot.dot(point.fpr, point.tpr, **look, gid="group")
    box = visible_rate_intervals(model)
    if box is not None:
        (left, right), (low, high) = box.limits.fpr, box.limits.tpr
        outline = [left, right, right, left, left], [low, low, high, high, low]
        plot.line(*outline, color=INK, linewidth=_HAIR, zorder=4, gid="rates")
    chosen = drawn_recommendation(model)
    if chosen:
        plot.dot(chosen.fpr, chosen.tpr, **_RING, gid="recommended")
        words = _shortened_labels(chosen.words, chosen.name)
        plot.write_next_to(chosen.fpr, chosen.tpr, [[label] for label in words], bold=True)
    for point, look in groups:
        plot.write_next_to(
            point.fpr, point.tpr, [[shorten(point.group)]], color=look["markeredgecolor"]
        )
    for mark in visible_marks(model):
        words = _shortened_labels(mark.words, mark.name)
        plot.write_next_to(mark.fpr, mark.tpr, [[label] for label in words], color=_QUIET)
    _draw_notes(plot, [(str(note.number), note.roc) for note in displayed_notes(model)])
    _name_all(plot, model, styles)
    _write_placeholder(plot, empty_figure_texts(derived)[0])


def _draw_roc_bands(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    bands = visible_roc_bands(model)
    for item in model.curves.shown:
        if item.name in bands:
            band = bands[item.name]
            edges = [(band.fpr, edge) for edge in (band.lower, band.upper)]
            look, name = styles[item.position], f"roc-band-{item.position}"
            _fill(plot, look, edges, stale=model._has_stale_bands, name=name)


def _draw_hull(
    plot: Plot, model: CostCurveModel, styles: Sequence[Look], above: dict[str, Any]
) -> None:
    """Draw the convex hull, and the curves expected on new data."""
    for part in hull_parts(model.curves.hull) if model.view.show_hull else ():
        color = styles[part.owner].color if part.owner >= 0 else NEUTRAL
        thick = {"linewidth": _THICK + 0.4, "color": color, "gid": "hull"}
        plot.line(part.fpr, part.tpr, part.owner, **above, **thick)
    for place, band in visible_expected_bands(model).items():
        x, y = roc_of_expected_cost(band)
        plot.line(x, y, **_in_use_look(place, styles), **above)


def _group_styles(
    model: CostCurveModel, styles: Sequence[Look]
) -> Iterator[tuple[GroupPoint, dict[str, Any]]]:
    """Yield groups with examples of both classes at common thresholds, and their styles."""
    places = list(model.classifiers)
    for point in group_points(model):
        if not isnan(point.fpr + point.tpr):
            color = styles[places.index(point.name)].color
            yield point, {**_RING, "markeredgecolor": color}


def _line_look(look: Look, width: float) -> dict[str, Any]:
    return {"color": look.color, "linestyle": _DASHES[look.dash], "linewidth": width}


def _in_use_look(place: int, styles: Sequence[Look]) -> dict[str, Any]:
    """Return the style of a curve expected on new data."""
    is_best = place == Owner.BEST
    look = {"color": INK if is_best else styles[place].color, "linestyle": _EXPECTED}
    return {**look, "linewidth": 1.6 if is_best else 0.9, "gid": "expected"}


def _dot_look(look: Look) -> dict[str, Any]:
    return {**_DOT, "color": look.color, "marker": _MARKERS[look.marker]}


def _draw_fan(plot: Plot, model: CostCurveModel) -> None:
    """Draw iso-performance lines that touch the hull, and its part within the range."""
    hull, envelope = model.curves.hull, model.curves.envelope
    width = 0.9 if model.criterion else 1.4
    for pc in model.pc_range or (model.pc,):
        left, low, right, high = iso_segment(pc, float(values_at(envelope, pc)))
        color = _RANGE if model.pc_range else INK
        look: dict[str, Any] = {"color": color, "linewidth": width, "zorder": 3}
        plot.line([left, right], [low, high], _NO_OWNER, **look, gid="equal-cost")
    if model.pc_range:
        first, last = model.pc_range
        edges = edge_pc(hull)
        touched = (np.append(edges, 1.0) >= first) & (np.append(0.0, edges) <= last)
        look = {"color": _SHADE, "linewidth": 8.0, "alpha": 0.5, "zorder": 1}
        plot.line(hull.fpr[touched], hull.tpr[touched], **look, gid="range")


def _draw_limit(plot: Plot, model: CostCurveModel) -> None:
    """Draw the line where the constraint of a criterion is active."""
    answer = model._criterion_answer
    limit = None if answer is None else criterion_limit(answer.criterion)
    if answer is None or limit is None:
        return
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    # The line crosses the border of the unit square twice, possibly at corners.
    ends = []
    for low, high in ((0, 1), (2, 3), (0, 2), (1, 3)):
        used = corners[[low, high]] @ np.array([limit.fpr, limit.tpr]) - limit.most
        if used[0] * used[1] <= 0.0 and used[0] != used[1]:
            along = used[0] / (used[0] - used[1])
            ends.append(corners[low] + along * (corners[high] - corners[low]))
    if not ends:
        return
    (left, low), (right, high) = min(map(tuple, ends)), max(map(tuple, ends))
    look = {"color": _LIMIT, "linewidth": 1.4, "linestyle": (0, (8, 2)), "gid": "limit"}
    plot.line([left, right], [low, high], _NO_OWNER, **look)
    words = limit_words(answer.criterion)
    plot.write_next_to(0.8 * left + 0.2 * right, 0.8 * low + 0.2 * high, [[words]], color=_LIMIT)


_NAMED_OF_MANY = 12


def _name_all(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    """Write names next to curves; if there are many curves, only for those on the convex hull."""
    if not model.view.show_labels:
        return
    derived = model.curves
    best = [owner for owner in derived.hull.owner.tolist() if owner >= 0]
    rest = derived.visible if len(derived.visible) <= _NAMED_OF_MANY else ()
    for owner in dict.fromkeys([*best, *rest]):
        name = derived.classifiers[owner].name
        texts = dict.fromkeys(_shortened_labels(name, name))
        plot.name(owner, texts, color=print_text_color(styles[owner].color), bold=True)


def _draw_notes(plot: Plot, notes: Iterable[tuple[str, NoteShapes | None]]) -> None:
    """Draw the number of each note and the item that it refers to."""
    for text, drawn in notes:
        if drawn is None:
            continue
        dashes = {"color": INK, "linewidth": 0.9, "linestyle": (0, (2, 2)), "zorder": 4}
        for left, low, right, high in drawn.lines:
            plot.line(*plot.straight(left, low, right, high), _NO_OWNER, **dashes, gid="note")
        if drawn.dot is not None:
            x, y = drawn.dot
            plot.dot(float(plot.places.place(x)), y, **_POINT, gid="note")
        elif drawn.lines:
            _label_line(plot, text, drawn.lines[0])
            continue
        elif drawn.span is not None:
            x, y = sum(drawn.span) / 2.0, 0.05 * plot.y[1]
            across = plot.places.place(drawn.span)
            bar: dict[str, Any] = {"color": INK, "linewidth": 1.4, "marker": "|", "zorder": 4}
            plot.line(across, [y, y], _NO_OWNER, **bar, gid="note")
        else:
            continue
        plot.badge(text, float(plot.places.place(x)), y)


def _label_line(plot: Plot, text: str, line: tuple[float, float, float, float]) -> None:
    """Write the number of a note next to the visible part of its line."""
    left, low, right, high = line
    for along in (0.3, 0.7, 0.15, 0.5, 0.85, 0.05, 0.95, 0.4, 0.6):
        x, y = left + along * (right - left), low + along * (high - low)
        if plot.y[0] <= y <= plot.y[1] and plot.badge(text, float(plot.places.place(x)), y):
            return


def _write_placeholder(plot: Plot, words: str) -> None:
    if words:
        plot.write(words, plot.size * np.array([0.5, 0.6]), color=_QUIET, scale=1.0)


# ---- Cost space


_MARKERS_PER_CURVE = 4


def draw_cost(plot: Plot, model: CostCurveModel) -> None:
    """Draw cost space: cost lines, bands, envelopes, baselines and operating conditions."""
    derived, places = model.curves, plot.places
    styles = looks(list(model.classifiers), model.colors)
    if model.view.show_lines:
        _draw_lines(plot, derived.shown, styles)
    tent = places.vertices(np.array([0.0, 0.5, 1.0]))
    fade = {"color": _PAPER, "alpha": 0.7, "linewidth": 0.0, "zorder": 1.5}
    plot.ax.fill_between(places.place(tent), baseline_cost(tent), 1.0, **fade)
    whole = places.vertices(np.array([0.0, 1.0]))
    for cost in (whole, 1.0 - whole):
        look: dict[str, Any] = {"color": NEUTRAL, "linestyle": ":", "linewidth": 1.0}
        plot.line(places.place(whole), cost, _NO_OWNER, **look, gid="rule")
    _draw_spread(plot, model, styles)
    _draw_bands(plot, model, styles)
    thick = _THICK if len(derived.visible) <= MAX_THICK_LINES else _THIN
    for item in derived.shown if model.view.show_hull else ():
        look = _line_look(styles[item.position], thick)
        x, y = places.trace(item.envelope.pc, item.envelope.cost)
        more: dict[str, Any] = {"zorder": 4, "clip_on": False}
        plot.line(x, y, item.position, **look, **more, gid=f"envelope-{item.position}")
        # Stagger the markers, so that markers of different curves do not coincide.
        shares = (
            np.arange(_MARKERS_PER_CURVE) + (item.position + 1.0) / (len(styles) + 1.0)
        ) / _MARKERS_PER_CURVE
        pc = places.pc_at_share(shares)
        cost = np.interp(pc, item.envelope.pc, item.envelope.cost)
        plot.line(places.place(pc), cost, **_dot_look(styles[item.position]))
    for place, band in visible_expected_bands(model).items():
        x, y = places.trace(band.pc, band.expected)
        plot.line(x, y, **_in_use_look(place, styles), zorder=3)
    for mark in visible_marks(model):
        look = {"color": styles[list(model.classifiers).index(mark.name)].color, "linewidth": 1.4}
        way = plot.straight(0.0, mark.fpr, 1.0, 1.0 - mark.tpr)
        plot.line(*way, _NO_OWNER, linestyle=_DASHES["dash_dotted"], **look, gid="in-use")
    _draw_operating_point(plot, model)
    _draw_groups(plot, model, styles)
    _draw_notes(plot, [(str(note.number), note.cost) for note in displayed_notes(model)])
    _label_baselines(plot, model)
    _name_all(plot, model, styles)
    _write_placeholder(plot, empty_figure_texts(derived)[1])


def _draw_groups(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    """Draw the cost line of each group at a common threshold, and its cost at the pc."""
    at = float(plot.places.place(model.pc))
    groups = [
        (point.group, float(cost_of_rates(point.fpr, point.tpr, model.pc)), look, way)
        for point, look in _group_styles(model, styles)
        for way in [plot.straight(0.0, point.fpr, 1.0, 1.0 - point.tpr)]
    ]
    for _, cost, look, way in groups:
        plot.line(*way, _NO_OWNER, color=look["markeredgecolor"], linewidth=0.8, gid="group")
        plot.dot(at, cost, **look, gid="group")
    for group, cost, look, _ in groups:
        plot.write_next_to(at, cost, [[shorten(group)]], color=look["markeredgecolor"])


def _draw_lines(plot: Plot, items: Sequence[DerivedClassifier], styles: Sequence[Look]) -> None:
    chosen = lines_of(items)
    faint = faintness(sum(index.size for index in chosen))
    for item, index in zip(items, chosen, strict=True):
        x, rows = plot.places.lines(item.lines.fpr[index], item.lines.fnr[index])
        gaps = np.pad(rows, ((0, 0), (0, 1)), constant_values=np.nan)
        look: dict[str, Any] = {"linewidth": _HAIR, "alpha": faint, "zorder": 1}
        color = styles[item.position].color
        across = np.tile(np.append(x, np.nan), len(rows))
        plot.line(across, gaps.ravel(), color=color, **look, gid=f"lines-{item.position}")


def _draw_bands(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    bands = visible_bands(model)
    for item in model.curves.shown:
        if item.name in bands:
            band = bands[item.name]
            edges = [plot.places.trace(band.pc, edge) for edge in (band.lower, band.upper)]
            look, name = styles[item.position], f"band-{item.position}"
            _fill(plot, look, edges, stale=model._has_stale_bands, name=name)


def _fill(plot: Plot, look: Look, edges: Sequence[Polyline], *, stale: bool, name: str) -> None:
    """Fill a band between two lines."""
    color = NEUTRAL if stale else look.color
    fill: dict[str, Any] = {"facecolor": color, "alpha": 0.18, "linewidth": 0.0, "zorder": 2}
    (x, low), (_, high) = edges
    plot.ax.fill_between(x, low, high, **fill, gid=name)
    for edge in (low, high):
        hair = {**_line_look(look, _HAIR), "color": color, "alpha": 0.7, "zorder": 2}
        plot.line(x, edge, **hair)


def _draw_spread(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    """Draw the range of costs over folds."""
    for item in model.curves.shown if model.view.show_hull else ():
        spread = spread_of(item)
        if spread is None:
            continue
        pc, *sides = spread
        (x, low), (_, high) = (plot.places.trace(pc, side) for side in sides)
        fill: dict[str, Any] = {"facecolor": styles[item.position].color, "alpha": 0.1}
        plot.ax.fill_between(x, low, high, **fill, linewidth=0.0, zorder=1.5)


def _draw_operating_point(plot: Plot, model: CostCurveModel) -> None:
    """Draw the operating point, its range, the constraint and the recommendation."""
    chosen, places = drawn_recommendation(model), plot.places
    at = float(places.place(model.pc))
    look: dict[str, Any] = {"color": INK, "linewidth": 1.6, "zorder": 3}
    if model.pc_range:
        look["linewidth"] = 0.9
        ends = places.place(model.pc_range).tolist()
        plot.ax.axvspan(*ends, color=_SHADE, alpha=0.16, linewidth=0.0, zorder=0.5, gid="range")
        for end in ends:
            plot.line([end, end], plot.y, _NO_OWNER, color=_RANGE, linewidth=1.1, gid="range")
    plot.line([at, at], plot.y, _NO_OWNER, **look, gid="operating")
    answer = model._criterion_answer
    limit = None if answer is None else criterion_limit(answer.criterion)
    if limit is not None and limit.tpr == 0.0 and limit.most / limit.fpr <= plot.y[1]:
        mark = {**_DOT, "marker": ">", "color": _LIMIT, "markersize": 8.0}
        plot.dot(plot.x[0], limit.most / limit.fpr, **mark, gid="limit")
    if chosen:
        way = plot.straight(0.0, chosen.fpr, 1.0, 1.0 - chosen.tpr)
        plot.line(*way, _NO_OWNER, color=INK, linewidth=0.9, zorder=3, gid="choice")
        plot.dot(at, chosen.cost, **_RING, gid="recommended")
        cost_label = [f"cost {number(chosen.cost)}"]
        words = [[label, *cost_label] for label in _shortened_labels(chosen.words, chosen.name)]
        plot.write_next_to(at, chosen.cost, [*words, cost_label], bold=True)
    pc = f"PC(+) {span(Range(*(model.pc_range or (model.pc, model.pc))), share)}"
    label_x = ends[1] if model.pc_range else at
    plot.write_next_to(label_x, 0.97 * plot.y[1], [[pc]], color=_RANGE if model.pc_range else INK)


_STOPS = (0.66, 0.5, 0.8, 0.35, 0.2)


def _label_baselines(plot: Plot, model: CostCurveModel) -> None:
    """Write the labels of the baselines along their lines."""
    for positive in (False, True):
        words = baseline_words(model.curves, positive=positive)
        for stop in _STOPS:
            cost = np.array([0.98, 1.0, 1.02]) * stop * min(0.5, plot.y[1])
            start, middle, end = plot.points(
                plot.places.place(1 - cost if positive else cost), cost
            )
            if 0 < middle[0] < plot.size[0] and plot.along(words, start, end):
                break


# ---- The bar with the cheapest classifier


def draw_ribbon(plot: Plot, model: CostCurveModel) -> str:
    """Draw the cheapest classifier by range of pc; return the caption."""
    derived = model.curves
    best = current_best_band(model)
    starts, owners, sures = cheapest_intervals(derived, model._leads, best).drawn
    styles = looks(list(model.classifiers), model.colors)
    plot.ax.set(xticks=[], yticks=[])
    ends = plot.places.place(np.append(starts, 1.0)).tolist()
    rows = zip(ends[:-1], ends[1:], owners.tolist(), sures.tolist(), strict=True)
    for left, right, owner, sure in rows:
        look = styles[owner] if owner >= 0 else Look(NEUTRAL, "dotted", "")
        plot.ax.axvspan(left, right, facecolor=look.color, alpha=0.2, linewidth=0.0)
        if sure == 0:
            plot.ax.axvspan(left, right, fill=False, hatch="///", edgecolor=NEUTRAL, linewidth=0.0)
        stroke = {**_line_look(look, 2.5), "solid_capstyle": "butt", "gid": "cheapest"}
        plot.line([left, right], [0.06, 0.06], **stroke)
        if right < plot.x[1]:
            plot.ax.axvline(right, color=_QUIET, linewidth=_HAIR)
        places = plot.points([left, right], [0.55, 0.55])
        words = owner_label(model, owner)
        if plot.letters.width(words, _SMALL) + 6.0 <= places[1, 0] - places[0, 0]:
            plot.write(words, places.mean(axis=0))
    if not np.any(sures >= 0):
        return untested_words(model)
    doubt = "; hatched: could be chance" if np.any(sures == 0) else ""
    return f"{ribbon_words(model)}{doubt}"


def owner_label(model: CostCurveModel, owner: int) -> str:
    """Return the label of a range: a classifier, a baseline or a tie."""
    if owner in {Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE}:
        return baseline_words(model.curves, positive=owner == Owner.ALL_POSITIVE)
    return model.curves.classifiers[owner].name if owner >= 0 else "a tie of several"


# ---- Layout of the figure


_SMALLEST_FONT, _LARGEST_FONT = 6.5, 9.0
_POINTS_PER_INCH = 1.1
_TWO_COLUMNS_FROM = 5.5  # inches; narrower figures have one column
_MOST_KEY_ROWS_BELOW_ROC = 7
_MOST_NAMED, _MOST_NOTES = 48, 60
_NARROWEST, _WIDEST = 2.5, 60.0


def figure_of(model: CostCurveModel, width: float = 10.0) -> Figure:
    """Return both spaces as a matplotlib figure; `width` is in inches."""
    find_estimates(model)
    with drawing_context():
        figure = Page(model, _size("width", width, _NARROWEST, _WIDEST)).figure
    # Notebooks display matplotlib figures only after pyplot has been imported.
    figure._repr_png_ = partial(_png_with_size, figure)
    return figure


def _png_with_size(figure: Figure) -> tuple[bytes, dict[str, float]]:
    """Return a PNG file at twice the display resolution, and its size in pixels."""
    buffer = BytesIO()
    with drawing_context():
        figure.savefig(buffer, format="png", dpi=2 * _PIXELS_PER_INCH)
    width, height = _PIXELS_PER_INCH * figure.get_size_inches()
    return buffer.getvalue(), {"width": width, "height": height}


Row = list[tuple[float, Any, str]]
_PLACES = {"both": "Both:", "roc": "ROC:", "cost": "Cost:"}


class Page:
    """Layout of a figure with headline, plots, key and footer; lengths are in points."""

    def __init__(self, model: CostCurveModel, width: float) -> None:
        from matplotlib.figure import Figure  # noqa: PLC0415

        self._model = model
        self._letters = TextMetrics(
            min(_LARGEST_FONT, max(_SMALLEST_FONT, _POINTS_PER_INCH * width))
        )
        self._width = 72.0 * width
        self._edge = 0.8 * self._letters.line
        self.figure = Figure(figsize=(width, 1.0), facecolor=_PAPER)
        self._lay_out()

    def _lay_out(self) -> None:
        """Draw the plots, measure all parts, and position them."""
        line, model = self._letters.line, self._model
        spaces = [name for name in ("roc", "cost") if getattr(model.view, f"show_{name}")]
        has_two_columns = self._width >= 72.0 * _TWO_COLUMNS_FROM
        column = self._width / 2.0 if has_two_columns else self._width
        left, right, head = 4.0 * line, 0.9 * line, 1.7 * line
        side = column - left - right
        made = {name: self._draw_plots(name, side) for name in spaces}
        foot = {"roc": 3.1 * line, "cost": 7.7 * line}
        tall = {name: head + side + foot[name] for name in spaces}
        is_key_aside = has_two_columns and len(spaces) > 1
        key = self._key_rows(made, column - 2.0 * self._edge) if is_key_aside else []
        if len(key) > _MOST_KEY_ROWS_BELOW_ROC or not is_key_aside:
            is_key_aside, key = False, self._key_rows(made, self._width - 2.0 * self._edge)
        key_tall = 0.98 * line * len(key) + 0.4 * line
        above, below = self._headline_lines(), self._footer_lines()
        above_tall = 0.5 * line + 1.5 * line * len(above)
        below_tall = 0.95 * line * len(below) + 0.9 * line
        body = (max if has_two_columns else sum)([0.0, *tall.values()])
        key_from = tall["roc"] if is_key_aside else body
        body = max(body, key_from + key_tall)
        self._height = above_tall + body + below_tall
        self.figure.set_size_inches(self._width / 72.0, self._height / 72.0)
        for row, words in enumerate(above):
            base = self._height - (0.5 + 1.5 * row) * line
            self._write(words, self._edge, base, scale=1.25, bold=True)
        x, y = (
            (0.0 if len(spaces) > 1 or not has_two_columns else column / 2.0),
            self._height - above_tall,
        )
        for name in spaces:
            self._position_plot(made[name], name, (x + left, y - head - side), side)
            x, y = (x + column, y) if has_two_columns else (x, y - tall[name])
        top = self._height - above_tall - key_from
        for row, items in enumerate(key):
            for at, stroke, words in items:
                self._draw_key_entry(
                    stroke, self._edge + at, top - 0.98 * line * (row + 0.5), words
                )
        for row, (words, ink) in enumerate(below):
            base = below_tall - (0.3 + 0.95 * row) * line
            self._write(words, self._edge, base, scale=0.85, color=ink)

    # -- headline and footer

    def _headline_lines(self) -> list[str]:
        if not self._model.view.show_answer:
            return []
        headline = self._model.recommend().headline
        return self._letters.wrapped(
            headline, self._width - 2 * self._edge, 1.25, most=3, bold=True
        )

    def _footer_lines(self) -> list[tuple[str, str]]:
        """Return the notes, coverage of bands, and provenance, each with its colour."""
        notes = displayed_notes(self._model)
        note_lines = [f"{note.number}. {note.text} ({note.where})" for note in notes[:_MOST_NOTES]]
        if len(notes) > _MOST_NOTES:
            note_lines.append(f"and {len(note_lines) - _MOST_NOTES} more")
        spread = [spread_words(self._model.curves)] if self._model.view.show_hull else []
        bands, in_roc = (each(self._model).values() for each in (visible_bands, visible_roc_bands))
        more = in_roc if self._model.view.show_roc and self._model.view.roc_band != "hull" else ()
        covers = dict.fromkeys(band.covers for band in (*bands, *more))
        room = self._width - 2 * self._edge
        return [
            (line, ink)
            for texts, ink in (
                (note_lines, INK),
                ([*spread, *covers, _provenance(self._model)], _QUIET),
            )
            for text in filter(None, texts)
            for line in self._letters.wrapped(text, room, 0.85, most=4)
        ]

    # -- plots

    def _draw_plots(self, name: str, side: float) -> list[Plot]:
        """Draw the plot of a space; for cost space also the bar below it."""
        model, letters = self._model, self._letters
        if name == "roc":
            end = rate_end(model)
            plot = Plot(self._new_axes(), letters, (side, side), x=(0.0, end), y=(1.0 - end, 1.0))
            plot.ax.xaxis.set_major_formatter(_numbers())
            plot.ax.yaxis.set_major_formatter(_numbers())
            draw_roc(plot, model)
            return [plot]
        places = PcScale(scale_of(model))
        top = cost_end(model)
        across: dict[str, Any] = {"x": places.ends, "places": places}
        plot = Plot(self._new_axes(), letters, (side, side), y=(0.0, top), **across)
        plot.ax.yaxis.set_major_formatter(_numbers())
        ticks = ticks_of(model)
        if ticks:
            at = places.place([pc for pc, _ in ticks])
            plot.ax.set_xticks(at, [word for _, word in ticks])
        else:
            plot.ax.xaxis.set_major_formatter(_numbers())
        draw_cost(plot, model)
        size = (side, 1.7 * letters.line)
        ribbon = Plot(self._new_axes(), letters, size, y=(0.0, 1.0), **across)
        self._caption = draw_ribbon(ribbon, model)
        return [plot, ribbon]

    def _new_axes(self) -> Axes:
        return self.figure.add_axes((0.0, 0.0, 1.0, 1.0))

    def _position_plot(
        self, plots: Sequence[Plot], name: str, at: tuple[float, float], side: float
    ) -> None:
        """Position a plot and write the text around it."""
        (x, y), line, model = at, self._letters.line, self._model
        titles = rate_titles(model) if name == "roc" else (title_of(model), COST_TITLE)
        across, up = (self._letters.cut(title, side) for title in titles)
        self._set_position(plots[0].ax, x, y, side, side)
        space = {"roc": "ROC space", "cost": "Cost space"}[name]
        self._write(space, x, y + side + 0.5 * line, scale=1.1, bold=True, va="baseline")
        self._write(across, x + side / 2.0, y - 1.5 * line, ha="center")
        self._write(up, x - 2.9 * line, y + side / 2.0, ha="center", va="center", rotation=90)
        for ribbon in plots[1:]:
            strip = y - 5.5 * line
            self._set_position(ribbon.ax, x, strip, side, 1.7 * line)
            above = {"y": strip + 2.75 * line, "scale": 0.85}
            self._write(ENDS_OF_AXIS[0], x, **above)
            self._write(ENDS_OF_AXIS[1], x + side, **above, ha="right")
            caption = self._letters.cut(self._caption, side, 0.85)
            self._write(caption, x, strip - 0.25 * line, scale=0.85)

    def _set_position(self, ax: Axes, x: float, y: float, width: float, height: float) -> None:
        whole = np.array([self._width, self._height] * 2)
        ax.set_position((np.array([x, y, width, height]) / whole).tolist())

    # -- the key

    def _key_rows(self, made: dict[str, list[Plot]], room: float) -> list[Row]:
        """Return the rows of the key.

        It includes classifiers unless all of them are labelled in the plots.
        """
        model = self._model
        if not made:
            return []
        names: list[tuple[Any, str]] = []
        if not all(plots[0].named >= set(model.curves.visible) for plots in made.values()):
            styles = looks(list(model.classifiers), model.colors)
            shown = model.curves.shown
            names = [(styles[item.position], shorten(single_line(item.name))) for item in shown]
            if len(shown) > _MOST_NAMED:
                more = f"and {len(shown) - _MOST_NAMED} more"
                names = [*names[:_MOST_NAMED], (None, more)]
        rows = self._in_columns(names, room)
        strokes = strokes_of(model)
        for place, title in _PLACES.items():
            rows += self._flow(title, [stroke for stroke in strokes if stroke.place == place], room)
        return rows

    def _in_columns(self, entries: Sequence[tuple[Any, str]], room: float) -> list[Row]:
        """Return rows of key entries in columns of equal width."""
        widest = max((self._letters.width(words, 0.85) for _, words in entries), default=0.0)
        width = 3.3 * self._letters.line + widest
        count = max(1, int((room + self._letters.line) // width))
        return [
            [(place * width, *entry) for place, entry in enumerate(entries[start : start + count])]
            for start in range(0, len(entries), count)
        ]

    def _flow(self, title: str, strokes: Sequence[Stroke], room: float) -> list[Row]:
        """Return rows of key entries of one space, wrapped at the width of the page."""
        if not strokes:
            return []
        line = self._letters.line
        begin = at = 2.7 * line
        rows: list[Row] = [[(0.0, None, title)]]
        for stroke in strokes:
            width = 3.0 * line + self._letters.width(stroke.words, 0.85)
            if at > begin and at + width > room + line:
                rows.append([])
                at = begin
            rows[-1].append((at, stroke, stroke.words))
            at += width
        return rows

    def _draw_key_entry(self, stroke: Any, x: float, y: float, words: str) -> None:
        """Draw the sample of a key entry and its text."""
        line = self._letters.line
        for more in _key_lines(stroke):
            along = more.pop("along", ((0.0, 0.0), (1.0, 0.0)))
            self._draw_stroke(*((x + 1.9 * line * a, y + line * b) for a, b in along), **more)
        self._write(words, x + (2.2 * line if stroke else 0.0), y, scale=0.85, va="center_baseline")

    def _draw_stroke(self, *places: tuple[float, float], **look: Any) -> None:
        from matplotlib.lines import Line2D  # noqa: PLC0415

        x, y = np.transpose(places) / np.array([[self._width], [self._height]])
        self.figure.add_artist(
            Line2D(x, y, transform=self.figure.transFigure, solid_capstyle="butt", **look)
        )

    # -- text

    def _write(self, text: str, x: float, y: float, **look: Any) -> None:
        """Write text with its upper left corner at a point."""
        scale, bold = look.pop("scale", 1.0), look.pop("bold", False)
        self.figure.text(
            x / self._width,
            y / self._height,
            self._letters.renderable(text),
            font=self._letters.font(scale, bold=bold),
            **{"color": INK, "ha": "left", "va": "top", **look},
        )


def _key_lines(stroke: Any) -> list[dict[str, Any]]:
    """Return the styles of the lines of a key entry; `along` is relative to its width."""
    if stroke is None:
        return []
    if isinstance(stroke, Look):
        dot = {**_dot_look(stroke), "along": ((0.5, 0.0),), "clip_on": True}
        return [_line_look(stroke, 1.8), dot]
    middle = ((0.5, 0.0),)
    upright = ((0.5, -0.4), (0.5, 0.4))
    outline = ((0.0, -0.3), (1.0, -0.3), (1.0, 0.3), (0.0, 0.3), (0.0, -0.3))
    return {
        "line": [{"color": NEUTRAL, "linewidth": _HAIR}],
        "best": [{"color": INK, "linewidth": _THICK + 0.4}],
        "spread": [{"color": NEUTRAL, "linewidth": 7.0, "alpha": 0.15}],
        "band": [{"color": NEUTRAL, "linewidth": 7.0, "alpha": 0.3}],
        "rates": [{"color": INK, "linewidth": _HAIR, "along": outline}],
        "expected": [{"color": INK, "linewidth": 1.4, "linestyle": _EXPECTED}],
        "rule": [{"color": NEUTRAL, "linewidth": 1.0, "linestyle": ":"}],
        "range": [{"color": _SHADE, "linewidth": 7.0, "alpha": 0.3}],
        "operating": [{"color": INK, "linewidth": 1.6, "along": upright}],
        "equal": [{"color": INK, "linewidth": 1.4, "along": ((0.2, -0.35), (0.8, 0.35))}],
        "ring": [{"color": INK, "linewidth": 0.9}, {**_RING, "along": middle}],
        "limit": [{"color": _LIMIT, "linewidth": 1.4, "linestyle": (0, (4, 1.5))}],
        "in-use": [
            {"color": NEUTRAL, "linewidth": 1.4, "linestyle": _DASHES["dash_dotted"]},
            {**_CROSS, "color": NEUTRAL, "along": middle},
        ],
    }[stroke.kind]


def _numbers() -> Any:
    from matplotlib.ticker import FuncFormatter  # noqa: PLC0415

    return FuncFormatter(lambda value, _: number(value))


def _provenance(model: CostCurveModel) -> str:
    """Return the data and settings of a picture on one line."""
    provenance = provenance_of(model)
    seed = [] if provenance["seed"] is None else [f"seed {provenance['seed']}"]
    return "; ".join(
        [describe_model(model), *_case_counts(model), *seed, f"data {provenance['fingerprint']}"]
    )


def _case_counts(model: CostCurveModel) -> list[str]:
    """Return the number of cases, or nothing if it is unknown."""
    sizes = sorted(
        sum(
            part.size if isinstance(part, Predictions) else part.negatives + part.positives
            for part in item.counted
        )
        for item in model.curves.shown
        if item.counted
    )
    return [f"{span(Range(sizes[0], sizes[-1]), people_count)} cases"] if sizes else []


# ---- Files


_PIXELS_PER_INCH = 96.0
_CREATION_TIME = "Creation Time"  # keyword of PNG metadata
_LEVEL = 5  # higher compression levels are slow and save little


def png_of(
    model: CostCurveModel, *, scale: float = 2.0, width: float = 960.0, dated: bool = True
) -> bytes:
    """Return a PNG file of both spaces.

    `width` is its width on a page in pixels, `scale` the number of image pixels per page pixel,
    `dated` includes the creation time.
    """
    dots = _PIXELS_PER_INCH * _size("scale", scale, 0.5, 10.0)
    figure = figure_of(model, _size("width", width, 200.0, 5000.0) / _PIXELS_PER_INCH)
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from PIL import Image, PngImagePlugin  # noqa: PLC0415 (a dependency of matplotlib)

    figure.dpi = dots
    canvas = FigureCanvasAgg(figure)
    with drawing_context():
        canvas.draw()
    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    # The palette is computed from a smaller image, in a quarter of the time.
    half = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)
    palette_image = half.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    drawn = picture.quantize(palette=palette_image, dither=Image.Dither.NONE)
    palette = np.reshape(drawn.getpalette() or (), (-1, 3))
    palette[drawn.getpixel((0, 0))] = (
        255  # the background: quantisation makes it slightly darker than white
    )
    drawn.putpalette(palette.ravel().tolist())
    metadata = PngImagePlugin.PngInfo()
    for name, words in _metadata(model).items():
        if dated or name != _CREATION_TIME:
            metadata.add_itxt(name, words)
    buffer = BytesIO()
    drawn.save(buffer, "png", pnginfo=metadata, dpi=(dots, dots), compress_level=_LEVEL)
    return buffer.getvalue()


def svg_of(model: CostCurveModel, *, width: float = 960.0) -> bytes:
    """Return an SVG file of both spaces with selectable text; `width` is in pixels."""
    figure = figure_of(model, _size("width", width, 200.0, 5000.0) / _PIXELS_PER_INCH)
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415

    metadata = _metadata(model)
    names = {"Title": "Title", "Date": "Creation Time", "Creator": "Software"}
    about_it = {name: metadata[key] for name, key in names.items()}
    buffer = BytesIO()
    with drawing_context():
        FigureCanvasSVG(figure).print_svg(
            buffer, metadata={**about_it, "Description": metadata["Description"]}
        )
    # Some programs do not support sizes in points.
    return re.sub(rb'(?<=")([\d.]+)pt(?=")', _points_to_pixels, buffer.getvalue(), count=2)


def _points_to_pixels(points: re.Match[bytes]) -> bytes:
    return f"{float(points[1]) * _PIXELS_PER_INCH / 72.0:.6g}".encode()


def write_or_return(
    path: str | PathLike[str] | None, suffix: str, make: Callable[[], bytes]
) -> bytes | None:
    """Write the output of `make` to the path, or return it without a path."""
    target = None if path is None else _path(path, suffix)
    content = make()
    if target is None:
        return content
    write_file(target, content)
    return None


def _metadata(model: CostCurveModel) -> dict[str, str]:
    """Return the metadata of a picture, by PNG keyword."""
    provenance = provenance_of(model)
    return {
        "Title": single_line(provenance["title"]),
        "Description": single_line(_provenance(model)),
        "Software": versions_words({**provenance["versions"], "matplotlib": version("matplotlib")}),
        _CREATION_TIME: provenance["date"],
    }


def _path(path: object, suffix: str) -> Path:
    """Return the path; raise unless it ends in the suffix."""
    target = read_path("path", path)
    if target.name.lower().endswith(suffix):
        return target
    raise CostCurveError(
        f"must be a path that ends in {suffix}",
        where="path",
        got=shown(path),
        fix=f'Pass for instance "figure{suffix}".',
    )


def _size(name: str, value: object, least: float, most: float) -> float:
    """Return a length; raise if it is out of range."""
    size = as_finite(value)
    if size is None or not least <= size <= most:
        raise CostCurveError(
            f"must be a number from {least:g} to {most:g}", where=name, got=shown(value)
        )
    return size
