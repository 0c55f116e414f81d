"""Pictures for paper, and for notebooks without a kernel: both spaces, drawn by matplotlib."""

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

from cc_widgets.core import Owner, Predictions, Range, edge_pc
from cc_widgets.core._cost import cost_of_rates, values_at
from cc_widgets.core._duality import iso_segment
from cc_widgets.core._reading import as_finite
from cc_widgets.core._results import BoolArray, FloatArray
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import about, versions_words
from cc_widgets.intake.files import read_path, write_file
from cc_widgets.model.answers import visible_marks
from cc_widgets.model.choosing import limit_of, limit_words
from cc_widgets.model.conditions import ticks_of, title_of
from cc_widgets.model.derive import DerivedClassifier, doing_nothing
from cc_widgets.model.differences import cheapest_of
from cc_widgets.model.drawing import (
    COST_TITLE,
    ENDS_OF_AXIS,
    FEW,
    NEUTRAL,
    Look,
    PcPlaces,
    Stroke,
    Way,
    chosen_of,
    cost_end,
    curve_of,
    dots_of,
    drawn_bands,
    drawn_box,
    drawn_in_use,
    drawn_roc_bands,
    faintness,
    hull_parts,
    invitations,
    lines_of,
    looks,
    rate_end,
    rate_titles,
    ribbon_words,
    roc_in_use,
    spread_of,
    strokes_of,
    unit_of,
    untested_words,
)
from cc_widgets.model.notes import Drawn, noted
from cc_widgets.model.numerals import number, people, share, short, span, trivial_words
from cc_widgets.model.words import line_of, spread_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cc_widgets.model.groups import GroupPoint
    from cc_widgets.model.state import CostCurveModel

# ---- What is printed with: inks, strokes, letters


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
_AS_TEXT = {"text.usetex": False, "text.parse_math": False}
_RULES = {**_AS_TEXT, "svg.fonttype": "none", "hatch.linewidth": 0.5}
_STYLES = ("axes.", "figure.", "grid.", "lines.", "patch.", "path.", "text.", "xtick.", "ytick.")
_LAST_FONT = "DejaVu Sans"  # matplotlib brings it


def names_as_text() -> Any:
    """Context in which matplotlib takes names for text; an error where it is not installed."""
    mpl = _matplotlib()
    return mpl.rc_context({**_AS_TEXT, "font.family": _families(mpl)})


def drawing_rules() -> Any:
    """Context in which pictures look alike in every style; only the letters are the user's."""
    mpl = _matplotlib()
    usual = {
        name: mpl.rcParamsDefault[name] for name in mpl.rcParamsDefault if name.startswith(_STYLES)
    }
    return mpl.rc_context({**usual, **_RULES, "font.family": _families(mpl)})


def _matplotlib() -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415 (an extra, needed for pictures alone)
    except ImportError:
        raise ImportError(
            'Pictures need matplotlib, which is not installed: pip install "cc-widgets[static]"'
        ) from None
    return mpl


def _families(mpl: Any) -> list[str]:
    return [*mpl.rcParams["font.family"], _LAST_FONT]


class Letters:
    """Knows how much room words take, in points, and which can be written at all.

    Parameters
    ----------
    size : float
        Of ordinary letters.
    """

    def __init__(self, size: float) -> None:
        from matplotlib.backends.backend_agg import RendererAgg  # noqa: PLC0415
        from matplotlib.font_manager import FontProperties, findfont, get_font  # noqa: PLC0415

        self.size = size
        self.line = 1.35 * size
        self._pen = RendererAgg(1, 1, 72)
        self._kind = FontProperties
        self._widths: dict[tuple[str, float, bool], float] = {}
        family = FontProperties().get_family()
        self._faces = [get_font(findfont(FontProperties(family=[one]))) for one in family]

    def font(self, scale: float = 1.0, *, bold: bool = False) -> Any:
        """Letters of a size and weight."""
        return self._kind(size=scale * self.size, weight="bold" if bold else "normal")

    def legible(self, text: str) -> str:
        """The text in one line, without what the fonts have no picture of."""
        return "".join(one if self._is_there(one) else _UNKNOWN for one in plain(text))

    def _is_there(self, one: str) -> bool:
        return one.isascii() or any(face.get_char_index(ord(one)) for face in self._faces)

    def width(self, text: str, scale: float = 1.0, *, bold: bool = False) -> float:
        """How many points a line takes."""
        key = (text, scale, bold)
        if key not in self._widths:
            words, font = self.legible(text), self.font(scale, bold=bold)
            found = self._pen.get_text_width_height_descent(words, font, ismath=False)
            self._widths[key] = float(found[0])
        return self._widths[key]

    def wrapped(
        self, text: str, room: float, scale: float = 1.0, *, most: int, bold: bool = False
    ) -> list[str]:
        """Lines of at most so many points; if there are more than `most`, the last is cut."""
        lines = [""]
        for word in plain(text, _MOST_OF_A_TEXT).split():
            longer = f"{lines[-1]} {word}".lstrip()
            if lines[-1] and self.width(longer, scale, bold=bold) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        if len(lines) > most:
            lines[most - 1] += "…"
        return [self.cut(line, room, scale, bold=bold) for line in lines[:most] if line]

    def cut(self, text: str, room: float, scale: float = 1.0, *, bold: bool = False) -> str:
        """As much of a line as there is room for."""
        words = plain(text)
        if self.width(words, scale, bold=bold) <= room:
            return words
        fits, too_long = 0, len(words)
        while fits + 1 < too_long:
            middle = (fits + too_long) // 2
            is_short = self.width(f"{words[:middle]}…", scale, bold=bold) <= room
            fits, too_long = (middle, too_long) if is_short else (fits, middle)
        return f"{words[:fits]}…"


_UNKNOWN = "\N{REPLACEMENT CHARACTER}"
_MOST_OF_A_LINE, _MOST_OF_A_TEXT = 400, 2000


def plain(text: str, most: int = _MOST_OF_A_LINE) -> str:
    r"""Text in one line, without what controls how other text is read.

    Examples
    --------
    >>> plain("two\nlines, \u202eturned")
    'two lines, turned'
    """
    return " ".join("".join(map(_harmless, text[:most])).split())


def _harmless(one: str) -> str:
    kind = unicodedata.category(one)
    if kind in {"Cc", "Zl", "Zp"}:
        return " "
    if kind == "Cf":
        return ""
    return _UNKNOWN if kind in {"Cs", "Cn", "Co"} else one


def lettering(color: str) -> str:
    """A colour for words: darker than that of lines.

    Examples
    --------
    >>> lettering("#ffffff")
    '#a6a6a6'
    """
    pairs = zip(bytes.fromhex(color[1:]), bytes.fromhex(INK[1:]), strict=True)
    return "#" + "".join(f"{round(0.6 * own + 0.4 * ink):02x}" for own, ink in pairs)


# ---- A plot, and where in it words may stand


_SAMPLES = 60  # of each line: places that words should not hide
_AROUND = np.array([[1, 1], [-1, 1], [1, -1], [-1, -1], [0, 1], [0, -1], [1, 0], [-1, 0]])
_GAP, _GAP_OF_A_DOT = 3.0, 7.0
_COVERED, _OWN_COVERED, _WORST = 10.0, 4.0, 60.0
_NEARER = 5.0  # points that a name is nearer to its own curve than to others
_DOUBTFUL = 3.0
_SMALL = 0.92
_NOBODY = -1


class Plot:
    """Axes of known size, with the lines and words that stand in them; sizes are in points.

    Parameters
    ----------
    ax : Axes
        Of matplotlib.
    letters : Letters
        What words are written with.
    size : (width, height)
        Of the axes.
    x, y : (low, high)
        Their ends.
    places : PcPlaces, optional
        Where values of pc stand, on an axis of those.
    """

    def __init__(  # noqa: PLR0913 (a plot has that many sides)
        self,
        ax: Axes,
        letters: Letters,
        size: tuple[float, float],
        *,
        x: tuple[float, float],
        y: tuple[float, float],
        places: PcPlaces | None = None,
    ) -> None:
        self.ax = ax
        self.letters = letters
        self.places = places or PcPlaces()
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
        """Places from the lower left corner, shape (n, 2)."""
        low, high = np.transpose([self.x, self.y])
        found: FloatArray = (np.stack([x, y], axis=-1) - low) / (high - low) * self.size
        return found

    def line(self, x: Any, y: Any, owner: int | None = None, **look: Any) -> None:
        """Draw a line; where it has an owner, or is nobody's, words keep off it."""
        self.ax.plot(x, y, **{"solid_capstyle": "round", "dash_capstyle": "butt", **look})
        if owner is not None:
            self._ways.append((owner, self._sampled(self.points(x, y))))

    def dot(self, x: float, y: float, **look: Any) -> None:
        """Draw a dot that no words hide."""
        self.ax.plot([x], [y], **look)
        self._take(self.points(x, y), np.array([8.0, 8.0]))

    def straight(self, left: float, low: float, right: float, high: float) -> tuple[Any, Any]:
        """A straight line over pc as it is drawn: bent, where pc does not stand evenly."""
        if self.places.unit == "pc":
            return [left, right], [low, high]
        return self.places.trace(np.array([left, right]), np.array([low, high]))

    def _sampled(self, way: FloatArray) -> FloatArray:
        """Places evenly spaced along what is seen of a line."""
        along = np.append(0.0, np.cumsum(np.hypot(*np.diff(way, axis=0).T)))
        at = np.linspace(0.0, along[-1], _SAMPLES)
        places = np.stack([np.interp(at, along, column) for column in way.T], axis=-1)
        return places[np.all((places >= 0.0) & (places <= self.size), axis=1)]

    def _take(self, middle: FloatArray, size: FloatArray) -> None:
        """Let no words stand there."""
        self._boxes.append(np.concatenate([middle - size / 2.0, middle + size / 2.0]))

    def write(self, text: str, middle: FloatArray, **look: Any) -> None:
        """Write a line of words about a place."""
        scale, bold = look.pop("scale", _SMALL), look.pop("bold", False)
        given = {
            "color": INK,
            "ha": "center",
            "va": "center",
            "zorder": 8,
            "bbox": {"facecolor": _PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 0.6},
        }
        self.ax.text(
            *(middle / self.size).tolist(),
            self.letters.legible(text),
            transform=self.ax.transAxes,
            font=self.letters.font(scale, bold=bold),
            **{**given, **look},
        )

    def beside(self, x: float, y: float, texts: Iterable[Sequence[str]], **look: Any) -> bool:
        """Write the first of some texts, each of lines, that has room beside a place; if any."""
        place = self.points([x], [y])
        return any(self._put(place, lines, None, gap=_GAP_OF_A_DOT, **look) for lines in texts)

    def name(self, owner: int, texts: Iterable[str], **look: Any) -> None:
        """Write the first of some texts that has room beside a classifier's curve."""
        mine = [way[2::3] for whose, way in self._ways if whose == owner]
        if not mine:
            return
        for text in texts:
            if self._put(np.concatenate(mine), [text], owner, gap=_GAP, **look):
                self.named.add(owner)
                return

    def along(self, text: str, start: FloatArray, end: FloatArray) -> bool:
        """Write along a short line, on its upper side; whether there was room."""
        run, rise = ((end - start) * np.sign(end[0] - start[0])).tolist()
        length = (run**2 + rise**2) ** 0.5
        across, up = run / length, rise / length
        words = np.array([self.letters.width(text, _SMALL), _SMALL * self.letters.line])
        middle = (start + end) / 2.0 + (words[1] / 2.0 + 1.0) * np.array([-up, across])
        size = np.array([[across, abs(up)], [abs(up), across]]) @ words
        if not np.isfinite(self._costs(middle[None], size, None)[0]):
            return False
        self._take(middle, size)
        turn = {"rotation": degrees(atan2(rise, run)), "rotation_mode": "anchor"}
        self.write(text, middle, color=_QUIET, **turn)
        return True

    def badge(self, text: str, x: float, y: float) -> bool:
        """Write the number of a note beside a place, in a disc; whether there was room."""
        disc = {"boxstyle": "circle,pad=0.25", "facecolor": INK, "edgecolor": _PAPER}
        look = {"color": _PAPER, "scale": 0.8, "bold": True, "bbox": disc, "zorder": 9}
        return self.beside(x, y, [[text]], **look)

    def _put(
        self, places: FloatArray, lines: Sequence[str], owner: int | None, gap: float, **look: Any
    ) -> bool:
        """Write lines where they hide least beside one of some places."""
        scale, bold = look.get("scale", _SMALL), look.get("bold", False)
        height = scale * self.letters.line
        widths = [self.letters.width(line, scale, bold=bold) for line in lines]
        size = np.array([max(widths) + 3.0, height * len(lines)])
        middles = (places[:, None] + _AROUND * (size / 2.0 + gap)).reshape(-1, 2)
        costs = self._costs(middles, size, owner)
        best = int(np.argmin(costs))
        if not costs[best] < (np.inf if owner is None else _WORST):
            return False
        self._take(middles[best], size)
        for row, line in enumerate(lines):
            up = height * (len(lines) / 2.0 - row - 0.5)
            self.write(line, middles[best] + np.array([0.0, up]), **look)
        return True

    def _costs(self, middles: FloatArray, size: FloatArray, owner: int | None) -> FloatArray:
        """How bad it is to write there.

        Infinite outside the plot, on other words, and where a name may be taken for another's.
        """
        low, high = middles - size / 2.0, middles + size / 2.0
        wrong: BoolArray = np.any((low < 1.0) | (high > self.size - 1.0), axis=1)
        taken = np.array(self._boxes).reshape(-1, 4)
        over: BoolArray = (low[:, None] < taken[:, 2:]) & (high[:, None] > taken[:, :2])
        wrong |= np.any(np.all(over, axis=2), axis=1)
        own, rivals, rest = (
            _away(low, high, [way for whose, way in self._ways if is_meant(whose)])
            for is_meant in (
                lambda whose: whose == owner,
                lambda whose: whose not in {owner, _NOBODY},
                lambda whose: whose == _NOBODY,
            )
        )
        others = np.concatenate([rivals, rest], axis=1)
        costs: FloatArray = _COVERED * np.count_nonzero(others < 1.0, axis=1)
        costs += _OWN_COVERED * np.count_nonzero(own < 1.0, axis=1) + 1e-3 * np.arange(len(low))
        if owner is not None:
            nearest, next_one = (one.min(axis=1, initial=1e3) for one in (own, rivals))
            doubt = (nearest + _NEARER - next_one).clip(0.0)
            costs += doubt
            wrong |= doubt > _DOUBTFUL
        costs[wrong] = np.inf
        return costs


def _away(low: FloatArray, high: FloatArray, ways: Sequence[FloatArray]) -> FloatArray:
    """How far each place on some lines is from each box, 0 inside."""
    places = np.concatenate([np.empty((0, 2)), *ways])
    beyond = np.maximum(low[:, None] - places, places - high[:, None]).clip(0.0)
    distance: FloatArray = np.hypot(beyond[..., 0], beyond[..., 1])
    return distance


# ---- What is recommended, in as many words as there is room for


_LENGTHS = (24, 14, 8)


def _shorter(words: str, name: str) -> list[str]:
    """Words with a name in them, and with less and less of it."""
    return [words.replace(name, short(plain(name), length), 1) for length in _LENGTHS]


# ---- ROC space


def draw_roc(plot: Plot, model: CostCurveModel) -> None:
    """Draw curves, hull, dots and what depends on the conditions."""
    derived, styles = model.derived, looks(list(model.classifiers), model.colors)
    above: dict[str, Any] = {"clip_on": model.roc_fit, "zorder": 3}
    plot.line([0, 1], [0, 1], _NOBODY, color=NEUTRAL, linestyle=":", linewidth=1.0)
    _draw_fan(plot, model)
    _draw_roc_bands(plot, model, styles)
    thin = _THIN if len(derived.visible) <= FEW else _HAIR
    for item in derived.shown if model.show_lines else ():
        look = _line_look(styles[item.position], thin)
        x, y = curve_of(item)
        plot.line(x, y, item.position, **look, **above, gid=f"roc-{item.position}")
    _draw_hull(plot, model, styles, above)
    for item in derived.shown:
        dots = dots_of(item, derived.hull if model.show_hull else None)
        if dots is not None:
            look = {**_dot_look(styles[item.position]), "clip_on": model.roc_fit}
            plot.line(dots[0], dots[1], **look, gid=f"dots-{item.position}")
    _draw_limit(plot, model)
    for one in visible_marks(model):
        color = styles[list(model.classifiers).index(one.name)].color
        plot.dot(one.fpr, one.tpr, **_CROSS, color=color, gid="in-use")
    groups = list(_groups(model, styles))
    for point, look in groups:
        plot.dot(point.fpr, point.tpr, **look, gid="group")
    box = drawn_box(model)
    if box is not None:
        (left, right), (low, high) = box.limits.fpr, box.limits.tpr
        outline = [left, right, right, left, left], [low, low, high, high, low]
        plot.line(*outline, color=INK, linewidth=_HAIR, zorder=4, gid="rates")
    chosen = chosen_of(model)
    if chosen:
        plot.dot(chosen.fpr, chosen.tpr, **_RING, gid="recommended")
        words = _shorter(chosen.words, chosen.name)
        plot.beside(chosen.fpr, chosen.tpr, [[one] for one in words], bold=True)
    for point, look in groups:
        plot.beside(point.fpr, point.tpr, [[short(point.group)]], color=look["markeredgecolor"])
    for one in visible_marks(model):
        words = _shorter(one.words, one.name)
        plot.beside(one.fpr, one.tpr, [[one] for one in words], color=_QUIET)
    _draw_notes(plot, [(str(one.number), one.roc) for one in noted(model)])
    _name_all(plot, model, styles)
    _invite(plot, invitations(derived)[0])


def _draw_roc_bands(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    bands = drawn_roc_bands(model)
    for item in model.derived.shown:
        if item.name in bands:
            band = bands[item.name]
            edges = [(band.fpr, edge) for edge in (band.lower, band.upper)]
            look, name = styles[item.position], f"roc-band-{item.position}"
            _fill(plot, look, edges, stale=model.stale, name=name)


def _draw_hull(
    plot: Plot, model: CostCurveModel, styles: Sequence[Look], above: dict[str, Any]
) -> None:
    """Draw the hull on these data, and those to expect in use."""
    for part in hull_parts(model.derived.hull) if model.show_hull else ():
        color = styles[part.owner].color if part.owner >= 0 else NEUTRAL
        thick = {"linewidth": _THICK + 0.4, "color": color, "gid": "hull"}
        plot.line(part.fpr, part.tpr, part.owner, **above, **thick)
    for place, band in drawn_in_use(model).items():
        x, y = roc_in_use(band)
        plot.line(x, y, **_in_use_look(place, styles), **above)


def _groups(
    model: CostCurveModel, styles: Sequence[Look]
) -> Iterator[tuple[GroupPoint, dict[str, Any]]]:
    """Groups at common thresholds, but those that lack a class; and how they look."""
    places = list(model.classifiers)
    for point in model.group_points:
        if not isnan(point.fpr + point.tpr):
            color = styles[places.index(point.name)].color
            yield point, {**_RING, "markeredgecolor": color}


def _line_look(look: Look, width: float) -> dict[str, Any]:
    return {"color": look.color, "linestyle": _DASHES[look.dash], "linewidth": width}


def _in_use_look(place: int, styles: Sequence[Look]) -> dict[str, Any]:
    """How a curve looks that is to be expected in use: of a classifier, or of the best."""
    is_best = place == Owner.BEST
    look = {"color": INK if is_best else styles[place].color, "linestyle": _EXPECTED}
    return {**look, "linewidth": 1.6 if is_best else 0.9, "gid": "expected"}


def _dot_look(look: Look) -> dict[str, Any]:
    return {**_DOT, "color": look.color, "marker": _MARKERS[look.marker]}


def _draw_fan(plot: Plot, model: CostCurveModel) -> None:
    """Draw the lines of equal cost that touch the hull, and where they do over a range."""
    hull, envelope = model.derived.hull, model.derived.envelope
    width = 0.9 if model.criterion else 1.4
    for pc in model.pc_range or (model.pc,):
        left, low, right, high = iso_segment(pc, float(values_at(envelope, pc)))
        color = _RANGE if model.pc_range else INK
        look: dict[str, Any] = {"color": color, "linewidth": width, "zorder": 3}
        plot.line([left, right], [low, high], _NOBODY, **look, gid="equal-cost")
    if model.pc_range:
        first, last = model.pc_range
        edges = edge_pc(hull)
        touched = (np.append(edges, 1.0) >= first) & (np.append(0.0, edges) <= last)
        look = {"color": _SHADE, "linewidth": 8.0, "alpha": 0.5, "zorder": 1}
        plot.line(hull.fpr[touched], hull.tpr[touched], **look, gid="range")


def _draw_limit(plot: Plot, model: CostCurveModel) -> None:
    """Draw the line on which the limit of a criterion is used up."""
    limit = None if model.criterion is None else limit_of(model.criterion)
    if limit is None or model.criterion is None:
        return
    corners = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    # The line meets the rim of the unit square in two places, perhaps at corners.
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
    plot.line([left, right], [low, high], _NOBODY, **look)
    words = limit_words(model.criterion)
    plot.beside(0.8 * left + 0.2 * right, 0.8 * low + 0.2 * high, [[words]], color=_LIMIT)


_NAMED_OF_MANY = 12


def _name_all(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    """Write names beside curves; of many only of those that are best somewhere."""
    if not model.show_labels:
        return
    derived = model.derived
    best = [owner for owner in derived.hull.owner.tolist() if owner >= 0]
    others = derived.visible if len(derived.visible) <= _NAMED_OF_MANY else ()
    for owner in dict.fromkeys([*best, *others]):
        name = derived.classifiers[owner].name
        texts = dict.fromkeys(_shorter(name, name))
        plot.name(owner, texts, color=lettering(styles[owner].color), bold=True)


def _draw_notes(plot: Plot, notes: Iterable[tuple[str, Drawn | None]]) -> None:
    """Draw the number of each note where it is, with what it marks."""
    for text, drawn in notes:
        if drawn is None:
            continue
        dashes = {"color": INK, "linewidth": 0.9, "linestyle": (0, (2, 2)), "zorder": 4}
        for left, low, right, high in drawn.lines:
            plot.line(*plot.straight(left, low, right, high), _NOBODY, **dashes, gid="note")
        if drawn.dot is not None:
            x, y = drawn.dot
            plot.dot(float(plot.places.place(x)), y, **_POINT, gid="note")
        elif drawn.lines:
            _number_line(plot, text, drawn.lines[0])
            continue
        elif drawn.span is not None:
            x, y = sum(drawn.span) / 2.0, 0.05 * plot.y[1]
            across = plot.places.place(drawn.span)
            bar: dict[str, Any] = {"color": INK, "linewidth": 1.4, "marker": "|", "zorder": 4}
            plot.line(across, [y, y], _NOBODY, **bar, gid="note")
        else:
            continue
        plot.badge(text, float(plot.places.place(x)), y)


def _number_line(plot: Plot, text: str, line: tuple[float, float, float, float]) -> None:
    """Write the number of a note beside what is seen of its line, where there is room first."""
    left, low, right, high = line
    for along in (0.3, 0.7, 0.15, 0.5, 0.85, 0.05, 0.95, 0.4, 0.6):
        x, y = left + along * (right - left), low + along * (high - low)
        if plot.y[0] <= y <= plot.y[1] and plot.badge(text, float(plot.places.place(x)), y):
            return


def _invite(plot: Plot, words: str) -> None:
    if words:
        plot.write(words, plot.size * np.array([0.5, 0.6]), color=_QUIET, scale=1.0)


# ---- Cost space


_EACH = 4  # markers along an envelope


def draw_cost(plot: Plot, model: CostCurveModel) -> None:
    """Draw lines, bands, envelopes, rules and what depends on the conditions."""
    derived, places = model.derived, plot.places
    styles = looks(list(model.classifiers), model.colors)
    if model.show_lines:
        _draw_lines(plot, derived.shown, styles)
    tent = places.vertices(np.array([0.0, 0.5, 1.0]))
    fade = {"color": _PAPER, "alpha": 0.7, "linewidth": 0.0, "zorder": 1.5}
    plot.ax.fill_between(places.place(tent), doing_nothing(tent), 1.0, **fade)
    whole = places.vertices(np.array([0.0, 1.0]))
    for cost in (whole, 1.0 - whole):
        look: dict[str, Any] = {"color": NEUTRAL, "linestyle": ":", "linewidth": 1.0}
        plot.line(places.place(whole), cost, _NOBODY, **look, gid="rule")
    _draw_spread(plot, model, styles)
    _draw_bands(plot, model, styles)
    thick = _THICK if len(derived.visible) <= FEW else _THIN
    for item in derived.shown if model.show_hull else ():
        look = _line_look(styles[item.position], thick)
        x, y = places.trace(item.envelope.pc, item.envelope.cost)
        more: dict[str, Any] = {"zorder": 4, "clip_on": False}
        plot.line(x, y, item.position, **look, **more, gid=f"envelope-{item.position}")
        # Each has its markers at places of its own.
        shares = (np.arange(_EACH) + (item.position + 1.0) / (len(styles) + 1.0)) / _EACH
        pc = places.pc_at_share(shares)
        cost = np.interp(pc, item.envelope.pc, item.envelope.cost)
        plot.line(places.place(pc), cost, **_dot_look(styles[item.position]))
    for place, band in drawn_in_use(model).items():
        x, y = places.trace(band.pc, band.expected)
        plot.line(x, y, **_in_use_look(place, styles), zorder=3)
    for one in visible_marks(model):
        look = {"color": styles[list(model.classifiers).index(one.name)].color, "linewidth": 1.4}
        way = plot.straight(0.0, one.fpr, 1.0, 1.0 - one.tpr)
        plot.line(*way, _NOBODY, linestyle=_DASHES["dash_dotted"], **look, gid="in-use")
    _draw_place(plot, model)
    _draw_groups(plot, model, styles)
    _draw_notes(plot, [(str(one.number), one.cost) for one in noted(model)])
    _say_rules(plot, model)
    _name_all(plot, model, styles)
    _invite(plot, invitations(derived)[1])


def _draw_groups(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    """Draw the line of each group at a common threshold, and what it costs where costs are told."""
    at = float(plot.places.place(model.pc))
    groups = [
        (point.group, float(cost_of_rates(point.fpr, point.tpr, model.pc)), look, way)
        for point, look in _groups(model, styles)
        for way in [plot.straight(0.0, point.fpr, 1.0, 1.0 - point.tpr)]
    ]
    for _, cost, look, way in groups:
        plot.line(*way, _NOBODY, color=look["markeredgecolor"], linewidth=0.8, gid="group")
        plot.dot(at, cost, **look, gid="group")
    for group, cost, look, _ in groups:
        plot.beside(at, cost, [[short(group)]], color=look["markeredgecolor"])


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
    bands = drawn_bands(model)
    for item in model.derived.shown:
        if item.name in bands:
            band = bands[item.name]
            edges = [plot.places.trace(band.pc, edge) for edge in (band.lower, band.upper)]
            look, name = styles[item.position], f"band-{item.position}"
            _fill(plot, look, edges, stale=model.stale, name=name)


def _fill(plot: Plot, look: Look, edges: Sequence[Way], *, stale: bool, name: str) -> None:
    """Fill a band between two lines over the same places."""
    color = NEUTRAL if stale else look.color
    fill: dict[str, Any] = {"facecolor": color, "alpha": 0.18, "linewidth": 0.0, "zorder": 2}
    (x, low), (_, high) = edges
    plot.ax.fill_between(x, low, high, **fill, gid=name)
    for edge in (low, high):
        hair = {**_line_look(look, _HAIR), "color": color, "alpha": 0.7, "zorder": 2}
        plot.line(x, edge, **hair)


def _draw_spread(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    """Draw how much folds differ."""
    for item in model.derived.shown if model.show_hull else ():
        around = spread_of(item)
        if around is None:
            continue
        pc, *sides = around
        (x, low), (_, high) = (plot.places.trace(pc, side) for side in sides)
        fill: dict[str, Any] = {"facecolor": styles[item.position].color, "alpha": 0.1}
        plot.ax.fill_between(x, low, high, **fill, linewidth=0.0, zorder=1.5)


def _draw_place(plot: Plot, model: CostCurveModel) -> None:
    """Draw the operating point, its range, the limit, and what is recommended there."""
    chosen, places = chosen_of(model), plot.places
    at = float(places.place(model.pc))
    look: dict[str, Any] = {"color": INK, "linewidth": 1.6, "zorder": 3}
    if model.pc_range:
        look["linewidth"] = 0.9
        ends = places.place(model.pc_range).tolist()
        plot.ax.axvspan(*ends, color=_SHADE, alpha=0.16, linewidth=0.0, zorder=0.5, gid="range")
        for end in ends:
            plot.line([end, end], plot.y, _NOBODY, color=_RANGE, linewidth=1.1, gid="range")
    plot.line([at, at], plot.y, _NOBODY, **look, gid="operating")
    limit = None if model.criterion is None else limit_of(model.criterion)
    if limit is not None and limit.tpr == 0.0 and limit.most / limit.fpr <= plot.y[1]:
        mark = {**_DOT, "marker": ">", "color": _LIMIT, "markersize": 8.0}
        plot.dot(plot.x[0], limit.most / limit.fpr, **mark, gid="limit")
    if chosen:
        way = plot.straight(0.0, chosen.fpr, 1.0, 1.0 - chosen.tpr)
        plot.line(*way, _NOBODY, color=INK, linewidth=0.9, zorder=3, gid="choice")
        plot.dot(at, chosen.cost, **_RING, gid="recommended")
        said = [f"cost {number(chosen.cost)}"]
        words = [[one, *said] for one in _shorter(chosen.words, chosen.name)]
        plot.beside(at, chosen.cost, [*words, said], bold=True)
    pc = f"PC(+) {span(Range(*(model.pc_range or (model.pc, model.pc))), share)}"
    beside = ends[1] if model.pc_range else at
    plot.beside(beside, 0.97 * plot.y[1], [[pc]], color=_RANGE if model.pc_range else INK)


_STOPS = (0.66, 0.5, 0.8, 0.35, 0.2)


def _say_rules(plot: Plot, model: CostCurveModel) -> None:
    """Write the rules that look at no example along their lines."""
    for positive in (False, True):
        words = trivial_words(model.derived, positive=positive)
        for stop in _STOPS:
            cost = np.array([0.98, 1.0, 1.02]) * stop * min(0.5, plot.y[1])
            start, middle, end = plot.points(
                plot.places.place(1 - cost if positive else cost), cost
            )
            if 0 < middle[0] < plot.size[0] and plot.along(words, start, end):
                break


# ---- The ribbon: who is cheapest along the axis


def draw_ribbon(plot: Plot, model: CostCurveModel) -> str:
    """Draw who is cheapest where, and where that could be chance; what that means in words."""
    derived = model.derived
    starts, owners, sures = cheapest_of(derived, model.leads).drawn
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
        words = owner_words(model, owner)
        if plot.letters.width(words, _SMALL) + 6.0 <= places[1, 0] - places[0, 0]:
            plot.write(words, places.mean(axis=0))
    if not np.any(sures >= 0):
        return untested_words(model)
    doubt = "; hatched: could be chance" if np.any(sures == 0) else ""
    return f"{ribbon_words(model)}{doubt}"


def owner_words(model: CostCurveModel, owner: int) -> str:
    """Who is cheapest somewhere."""
    if owner in {Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE}:
        return trivial_words(model.derived, positive=owner == Owner.ALL_POSITIVE)
    return model.derived.classifiers[owner].name if owner >= 0 else "a tie of several"


# ---- The page: what stands above, beside and below the plots


_LEAST_LETTERS, _MOST_LETTERS = 6.5, 9.0
_LETTERS_AN_INCH = 1.1
_BESIDE_FROM = 5.5  # inches; in less room the plots stand one above the other
_MOST_ASIDE = 7  # rows of the key under ROC space
_MOST_NAMED, _MOST_NOTES = 48, 60
_NARROWEST, _WIDEST = 2.5, 60.0


def figure_of(model: CostCurveModel, width: float = 10.0) -> Figure:
    """Both spaces as a matplotlib figure of no window; a cell that ends in it shows it.

    Parameters
    ----------
    model : CostCurveModel
        What to show; what its switches hide is left out.
    width : float
        In inches.
    """
    with drawing_rules():
        figure = Page(model, _size("width", width, _NARROWEST, _WIDEST)).figure
    # Notebooks show matplotlib's figures by themselves only once pyplot has been imported.
    figure._repr_png_ = partial(_shown, figure)
    return figure


def _shown(figure: Figure) -> tuple[bytes, dict[str, float]]:
    """PNG file at twice the size on a page, and that size in pixels."""
    found = BytesIO()
    with drawing_rules():
        figure.savefig(found, format="png", dpi=2 * _DOTS)
    width, height = _DOTS * figure.get_size_inches()
    return found.getvalue(), {"width": width, "height": height}


Row = list[tuple[float, Any, str]]
_PLACES = {"both": "Both:", "roc": "ROC:", "cost": "Cost:"}


class Page:
    """A figure with rows of words, plots, a ribbon and a key; sizes are in points.

    Parameters
    ----------
    model : CostCurveModel
        What to show.
    width : float
        In inches.
    """

    def __init__(self, model: CostCurveModel, width: float) -> None:
        from matplotlib.figure import Figure  # noqa: PLC0415

        self._model = model
        self._letters = Letters(min(_MOST_LETTERS, max(_LEAST_LETTERS, _LETTERS_AN_INCH * width)))
        self._width = 72.0 * width
        self._edge = 0.8 * self._letters.line
        self.figure = Figure(figsize=(width, 1.0), facecolor=_PAPER)
        self._lay_out()

    def _lay_out(self) -> None:
        """Draw the plots, see how much room all needs, and put everything into its place."""
        line, model = self._letters.line, self._model
        spaces = [name for name in ("roc", "cost") if getattr(model, f"show_{name}")]
        is_beside = self._width >= 72.0 * _BESIDE_FROM
        column = self._width / 2.0 if is_beside else self._width
        left, right, head = 4.0 * line, 0.9 * line, 1.7 * line
        side = column - left - right
        made = {name: self._made(name, side) for name in spaces}
        foot = {"roc": 3.1 * line, "cost": 7.7 * line}
        tall = {name: head + side + foot[name] for name in spaces}
        is_key_aside = is_beside and len(spaces) > 1
        key = self._key_rows(made, column - 2.0 * self._edge) if is_key_aside else []
        if len(key) > _MOST_ASIDE or not is_key_aside:
            is_key_aside, key = False, self._key_rows(made, self._width - 2.0 * self._edge)
        key_tall = 0.98 * line * len(key) + 0.4 * line
        above, below = self._above(), self._below()
        above_tall = 0.5 * line + 1.5 * line * len(above)
        below_tall = 0.95 * line * len(below) + 0.9 * line
        body = (max if is_beside else sum)([0.0, *tall.values()])
        key_from = tall["roc"] if is_key_aside else body
        body = max(body, key_from + key_tall)
        self._height = above_tall + body + below_tall
        self.figure.set_size_inches(self._width / 72.0, self._height / 72.0)
        for row, words in enumerate(above):
            base = self._height - (0.5 + 1.5 * row) * line
            self._say(words, self._edge, base, scale=1.25, bold=True)
        x, y = (
            (0.0 if len(spaces) > 1 or not is_beside else column / 2.0),
            self._height - above_tall,
        )
        for name in spaces:
            self._put(made[name], name, (x + left, y - head - side), side)
            x, y = (x + column, y) if is_beside else (x, y - tall[name])
        top = self._height - above_tall - key_from
        for row, items in enumerate(key):
            for at, stroke, words in items:
                self._sample(stroke, self._edge + at, top - 0.98 * line * (row + 0.5), words)
        for row, (words, ink) in enumerate(below):
            base = below_tall - (0.3 + 0.95 * row) * line
            self._say(words, self._edge, base, scale=0.85, color=ink)

    # -- what stands above and below

    def _above(self) -> list[str]:
        if not self._model.show_answer:
            return []
        headline = self._model.read().answer.headline
        return self._letters.wrapped(
            headline, self._width - 2 * self._edge, 1.25, most=3, bold=True
        )

    def _below(self) -> list[tuple[str, str]]:
        """The notes, what bands cover, and what the picture was made from, each in its ink."""
        found = noted(self._model)
        notes = [f"{one.number}. {one.text} ({one.where})" for one in found[:_MOST_NOTES]]
        if len(found) > _MOST_NOTES:
            notes.append(f"and {len(found) - _MOST_NOTES} more")
        spread = [spread_words(self._model.derived)] if self._model.show_hull else []
        bands, in_roc = (each(self._model).values() for each in (drawn_bands, drawn_roc_bands))
        more = in_roc if self._model.show_roc and self._model.roc_band != "hull" else ()
        covers = dict.fromkeys(band.covers for band in (*bands, *more))
        room = self._width - 2 * self._edge
        return [
            (line, ink)
            for texts, ink in ((notes, INK), ([*spread, *covers, _origin(self._model)], _QUIET))
            for text in filter(None, texts)
            for line in self._letters.wrapped(text, room, 0.85, most=4)
        ]

    # -- plots

    def _made(self, name: str, side: float) -> list[Plot]:
        """A plot with all that is in it; with that of cost space its ribbon."""
        model, letters = self._model, self._letters
        if name == "roc":
            end = rate_end(model)
            plot = Plot(self._axes(), letters, (side, side), x=(0.0, end), y=(1.0 - end, 1.0))
            plot.ax.xaxis.set_major_formatter(_numbers())
            plot.ax.yaxis.set_major_formatter(_numbers())
            draw_roc(plot, model)
            return [plot]
        places = PcPlaces(unit_of(model))
        top = cost_end(model)
        across: dict[str, Any] = {"x": places.ends, "places": places}
        plot = Plot(self._axes(), letters, (side, side), y=(0.0, top), **across)
        plot.ax.yaxis.set_major_formatter(_numbers())
        ticks = ticks_of(model)
        if ticks:
            at = places.place([pc for pc, _ in ticks])
            plot.ax.set_xticks(at, [word for _, word in ticks])
        else:
            plot.ax.xaxis.set_major_formatter(_numbers())
        draw_cost(plot, model)
        size = (side, 1.7 * letters.line)
        ribbon = Plot(self._axes(), letters, size, y=(0.0, 1.0), **across)
        self._caption = draw_ribbon(ribbon, model)
        return [plot, ribbon]

    def _axes(self) -> Axes:
        return self.figure.add_axes((0.0, 0.0, 1.0, 1.0))

    def _put(self, plots: Sequence[Plot], name: str, at: tuple[float, float], side: float) -> None:
        """Put a plot into its place, with the words around it."""
        (x, y), line, model = at, self._letters.line, self._model
        titles = rate_titles(model) if name == "roc" else (title_of(model), COST_TITLE)
        across, up = (self._letters.cut(title, side) for title in titles)
        self._place(plots[0].ax, x, y, side, side)
        space = {"roc": "ROC space", "cost": "Cost space"}[name]
        self._say(space, x, y + side + 0.5 * line, scale=1.1, bold=True, va="baseline")
        self._say(across, x + side / 2.0, y - 1.5 * line, ha="center")
        self._say(up, x - 2.9 * line, y + side / 2.0, ha="center", va="center", rotation=90)
        for ribbon in plots[1:]:
            strip = y - 5.5 * line
            self._place(ribbon.ax, x, strip, side, 1.7 * line)
            above = {"y": strip + 2.75 * line, "scale": 0.85}
            self._say(ENDS_OF_AXIS[0], x, **above)
            self._say(ENDS_OF_AXIS[1], x + side, **above, ha="right")
            caption = self._letters.cut(self._caption, side, 0.85)
            self._say(caption, x, strip - 0.25 * line, scale=0.85)

    def _place(self, ax: Axes, x: float, y: float, width: float, height: float) -> None:
        whole = np.array([self._width, self._height] * 2)
        ax.set_position((np.array([x, y, width, height]) / whole).tolist())

    # -- the key

    def _key_rows(self, made: dict[str, list[Plot]], room: float) -> list[Row]:
        """Rows of samples and their words, each with its place in the row.

        Classifiers are among them if not all have their names beside their curves.
        """
        model = self._model
        if not made:
            return []
        names: list[tuple[Any, str]] = []
        if not all(plots[0].named >= set(model.derived.visible) for plots in made.values()):
            styles = looks(list(model.classifiers), model.colors)
            shown = model.derived.shown
            names = [(styles[item.position], short(plain(item.name))) for item in shown]
            if len(shown) > _MOST_NAMED:
                more = f"and {len(shown) - _MOST_NAMED} more"
                names = [*names[:_MOST_NAMED], (None, more)]
        rows = self._in_columns(names, room)
        strokes = strokes_of(model)
        for place, title in _PLACES.items():
            rows += self._in_line(title, [one for one in strokes if one.place == place], room)
        return rows

    def _in_columns(self, entries: Sequence[tuple[Any, str]], room: float) -> list[Row]:
        """Rows of entries in columns of one width."""
        widest = max((self._letters.width(words, 0.85) for _, words in entries), default=0.0)
        width = 3.3 * self._letters.line + widest
        count = max(1, int((room + self._letters.line) // width))
        return [
            [(place * width, *entry) for place, entry in enumerate(entries[start : start + count])]
            for start in range(0, len(entries), count)
        ]

    def _in_line(self, title: str, strokes: Sequence[Stroke], room: float) -> list[Row]:
        """Rows of strokes, one after the other, behind the title of their figure."""
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

    def _sample(self, stroke: Any, x: float, y: float, words: str) -> None:
        """Draw a stroke, or a classifier's dash and marker, and what it means."""
        line = self._letters.line
        for more in _samples(stroke):
            along = more.pop("along", ((0.0, 0.0), (1.0, 0.0)))
            self._stroke(*((x + 1.9 * line * a, y + line * b) for a, b in along), **more)
        self._say(words, x + (2.2 * line if stroke else 0.0), y, scale=0.85, va="center_baseline")

    def _stroke(self, *places: tuple[float, float], **look: Any) -> None:
        from matplotlib.lines import Line2D  # noqa: PLC0415

        x, y = np.transpose(places) / np.array([[self._width], [self._height]])
        self.figure.add_artist(
            Line2D(x, y, transform=self.figure.transFigure, solid_capstyle="butt", **look)
        )

    # -- words

    def _say(self, text: str, x: float, y: float, **look: Any) -> None:
        """Write words that begin at a place, their upper edge there."""
        scale, bold = look.pop("scale", 1.0), look.pop("bold", False)
        self.figure.text(
            x / self._width,
            y / self._height,
            self._letters.legible(text),
            font=self._letters.font(scale, bold=bold),
            **{"color": INK, "ha": "left", "va": "top", **look},
        )


def _samples(stroke: Any) -> list[dict[str, Any]]:
    """Lines of which a sample in the key is made; `along` from end to end, in its width."""
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


def _origin(model: CostCurveModel) -> str:
    """What a picture was made from, in a line."""
    told = about(model)
    seed = [] if told["seed"] is None else [f"seed {told['seed']}"]
    return "; ".join([line_of(model), *_cases(model), *seed, f"data {told['fingerprint']}"])


def _cases(model: CostCurveModel) -> list[str]:
    """How many examples there are; nothing where nobody knows."""
    sizes = sorted(
        sum(
            one.size if isinstance(one, Predictions) else one.negatives + one.positives
            for one in item.counted
        )
        for item in model.derived.shown
        if item.counted
    )
    return [f"{span(Range(sizes[0], sizes[-1]), people)} cases"] if sizes else []


# ---- Files


_DOTS = 96.0  # of a page, in an inch
_TIME = "Creation Time"  # among the texts of a PNG file
_LEVEL = 5  # of compression: more takes longer than it is worth


def png_of(
    model: CostCurveModel, *, scale: float = 2.0, width: float = 960.0, dated: bool = True
) -> bytes:
    """PNG file of both spaces.

    Parameters
    ----------
    model : CostCurveModel
        What to show.
    scale : float
        Pixels of the picture for each pixel of the page.
    width : float
        How wide it is on a page, in pixels.
    dated : bool
        Whether the file contains the time at which it was made.
    """
    dots = _DOTS * _size("scale", scale, 0.5, 10.0)
    figure = figure_of(model, _size("width", width, 200.0, 5000.0) / _DOTS)
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from PIL import Image, PngImagePlugin  # noqa: PLC0415 (matplotlib brings it)

    figure.dpi = dots
    canvas = FigureCanvasAgg(figure)
    with drawing_rules():
        canvas.draw()
    picture = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    # Colours are chosen from a smaller picture, which takes a quarter of the time.
    half = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)
    few = half.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    drawn = picture.quantize(palette=few, dither=Image.Dither.NONE)
    palette = np.reshape(drawn.getpalette() or (), (-1, 3))
    palette[drawn.getpixel((0, 0))] = 255  # a mean of paper and what is nearly as light
    drawn.putpalette(palette.ravel().tolist())
    told = PngImagePlugin.PngInfo()
    for name, words in _told(model).items():
        if dated or name != _TIME:
            told.add_itxt(name, words)
    found = BytesIO()
    drawn.save(found, "png", pnginfo=told, dpi=(dots, dots), compress_level=_LEVEL)
    return found.getvalue()


def svg_of(model: CostCurveModel, *, width: float = 960.0) -> bytes:
    """SVG file of both spaces, its words as text.

    Parameters
    ----------
    model : CostCurveModel
        What to show.
    width : float
        How wide it is on a page, in pixels.
    """
    figure = figure_of(model, _size("width", width, 200.0, 5000.0) / _DOTS)
    from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415

    told = _told(model)
    names = {"Title": "Title", "Date": "Creation Time", "Creator": "Software"}
    about_it = {name: told[key] for name, key in names.items()}
    found = BytesIO()
    with drawing_rules():
        FigureCanvasSVG(figure).print_svg(
            found, metadata={**about_it, "Description": told["Description"]}
        )
    # Some programs know no points: its size on a page is told in pixels.
    return re.sub(rb'(?<=")([\d.]+)pt(?=")', _in_pixels, found.getvalue(), count=2)


def _in_pixels(points: re.Match[bytes]) -> bytes:
    return f"{float(points[1]) * _DOTS / 72.0:.6g}".encode()


def handed_out(
    path: str | PathLike[str] | None, suffix: str, make: Callable[[], bytes]
) -> bytes | None:
    """What is made, or nothing once it is written.

    Parameters
    ----------
    path : str or path-like or None
        Where to write it.
    suffix : str
        How the name of such a file ends.
    make : callable
        Makes it, if the path is one.
    """
    target = None if path is None else _path(path, suffix)
    made = make()
    if target is None:
        return made
    write_file(target, made)
    return None


def _told(model: CostCurveModel) -> dict[str, str]:
    """What a picture is of, by the names that PNG has for it."""
    told = about(model)
    return {
        "Title": plain(told["title"]),
        "Description": plain(_origin(model)),
        "Software": versions_words({**told["versions"], "matplotlib": version("matplotlib")}),
        _TIME: told["date"],
    }


def _path(path: object, suffix: str) -> Path:
    """Path of a file whose name ends as it must."""
    target = read_path("path", path)
    if target.name.lower().endswith(suffix):
        return target
    raise CostCurveError(
        f"must be the path of a file whose name ends in {suffix}",
        where="path",
        got=shown(path),
        fix=f'Pass for instance "figure{suffix}".',
    )


def _size(name: str, given: object, least: float, most: float) -> float:
    """A size that a picture can have."""
    size = as_finite(given)
    if size is None or not least <= size <= most:
        raise CostCurveError(
            f"must be a number from {least:g} to {most:g}", where=name, got=shown(given)
        )
    return size
