"""Pictures for paper, and for notebooks without a kernel: both spaces, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import atan2, degrees
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cc_widgets.core import CRITERIA, Owner, Range, iso_line
from cc_widgets.core._cost import cost_of_rates
from cc_widgets.core._reading import as_finite
from cc_widgets.core._results import BoolArray, FloatArray
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export import about, written
from cc_widgets.model.answers import visible_marks
from cc_widgets.model.choosing import limit_of
from cc_widgets.model.conditions import ticks_of, title_of
from cc_widgets.model.derive import DerivedClassifier, doing_nothing
from cc_widgets.model.differences import cheapest_of, difference_of
from cc_widgets.model.drawing import (
    COST_TITLE,
    FEW,
    NEUTRAL,
    Look,
    PcPlaces,
    average_words,
    cost_end,
    curve_of,
    dots_of,
    drawn_bands,
    faintness,
    hull_parts,
    lines_of,
    looks,
    rate_end,
    rate_titles,
    unit_of,
)
from cc_widgets.model.numerals import amount, number, percent, share, span, trivial_words
from cc_widgets.model.words import line_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cc_widgets.model.state import CostCurveModel

# ---- What is printed with: inks, strokes, letters


INK = "#212121"
QUIET = "#595959"
_GRID = "#e0e0e0"
_PAPER = "#ffffff"
_RANGE = "#8a6a00"
_SHADE = "#ffcc00"
_LIMIT = "#6b3fa0"
_DASHES = {
    "solid": "-",
    "dashed": (0, (4.5, 2.0)),
    "dash_dotted": (0, (6.0, 1.6, 1.2, 1.6)),
    "dotted": (0, (1.2, 1.4)),
}
_MARKERS = {"circle": "o", "square": "s", "diamond": "D", "triangle-up": "^"}
_THICK, _THIN = 2.0, 1.1
_RULES = {
    "text.usetex": False,
    "text.parse_math": False,
    "svg.fonttype": "none",
    "path.sketch": None,
    "path.effects": [],
}
"""Of matplotlib's settings those that would make something else of names than their text."""


def drawing_rules() -> Any:
    """Context in which matplotlib takes names for text; an error where it is not installed."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 (an extra, needed for pictures alone)
    except ImportError:
        raise ImportError(
            'Pictures need matplotlib, which is not installed: pip install "cc-widgets[static]"'
        ) from None
    return mpl.rc_context(_RULES)


class Letters:
    """Writes words into a figure, and knows how much room they take, in points.

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
        self._family = [*FontProperties().get_family(), "DejaVu Sans"]
        self._kind = FontProperties
        self._faces = [get_font(findfont(FontProperties(family=[one]))) for one in self._family]

    def font(self, scale: float = 1.0, *, bold: bool = False) -> Any:
        """Letters of a size and weight."""
        weight = "bold" if bold else "normal"
        return self._kind(family=self._family, size=scale * self.size, weight=weight)

    def legible(self, text: str) -> str:
        """The text in one line, without what the font has no picture of."""
        words = plain(text)
        return "".join(one if self._is_there(one) else "\N{REPLACEMENT CHARACTER}" for one in words)

    def _is_there(self, one: str) -> bool:
        return one.isascii() or any(face.get_char_index(ord(one)) for face in self._faces)

    def width(self, text: str, scale: float = 1.0, *, bold: bool = False) -> float:
        """How many points a line takes."""
        font = self.font(scale, bold=bold)
        width, _, _ = self._pen.get_text_width_height_descent(self.legible(text), font, False)  # noqa: FBT003
        return float(width)

    def wrapped(self, text: str, room: float, most: int, scale: float, *, bold: bool) -> list[str]:
        """Lines of at most so many points; of more than `most` the last ends in an ellipsis."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".lstrip()
            if lines[-1] and self.width(longer, scale, bold=bold) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        kept = lines[:most]
        if len(lines) > most:
            kept[-1] += "…"
        return [self.cut(line, room, scale, bold=bold) for line in kept]

    def cut(self, text: str, room: float, scale: float = 1.0, *, bold: bool = False) -> str:
        """As much of a line as there is room for."""
        if self.width(text, scale, bold=bold) <= room:
            return text
        fits, too_long = 0, len(text)
        while fits + 1 < too_long:
            middle = (fits + too_long) // 2
            is_short = self.width(f"{text[:middle]}…", scale, bold=bold) <= room
            fits, too_long = (middle, too_long) if is_short else (fits, middle)
        return f"{text[:fits]}…"


# ---- A plot, and where in it words may stand


Box = tuple[float, float, float, float]  # left, bottom, right, top, in points
_SAMPLES = 60
_GAP = 3.0
_AROUND = ((1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1), (0, -1), (1, 0), (-1, 0))
_COVERED = 10.0  # what it costs a place that it covers a sample of another curve, in points
_OWN_COVERED = 4.0
_WORST = 60.0
NO_OWNER = -9
_ALONG = 0.9


class Plot:
    """Axes of known size in points, with the lines and words that stand in them.

    Parameters
    ----------
    ax : Axes
        Of matplotlib.
    letters : Letters
        What words are written with.
    x, y : (low, high)
        Ends of the axes.
    places : PcPlaces, optional
        Where values of pc stand, on an axis of those.
    """

    def __init__(
        self,
        ax: Axes,
        letters: Letters,
        x: tuple[float, float],
        y: tuple[float, float],
        places: PcPlaces | None = None,
    ) -> None:
        self.ax = ax
        self.letters = letters
        self.places = places or PcPlaces()
        self.width, self.height = (
            72.0 * ax.figure.get_size_inches() * ax.get_position().size
        ).tolist()
        self.x, self.y = x, y
        self._ways: list[tuple[int, FloatArray]] = []
        self._boxes: list[Box] = []
        self.named: set[int] = set()
        ax.set(xlim=x, ylim=y, facecolor=_PAPER)
        ax.set_axisbelow(True)
        ax.grid(visible=True, color=_GRID, linewidth=0.6)
        ax.tick_params(color=_GRID, labelcolor=INK, length=3.0, pad=2.0)
        ax.spines[:].set(color=_GRID, linewidth=0.8)

    def points(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Places in points from the lower left corner, shape (n, 2)."""
        across = (np.asarray(x, dtype=np.float64) - self.x[0]) / (self.x[1] - self.x[0])
        up = (np.asarray(y, dtype=np.float64) - self.y[0]) / (self.y[1] - self.y[0])
        return np.stack([across * self.width, up * self.height], axis=-1)

    def line(self, x: Any, y: Any, owner: int | None = None, **look: Any) -> None:
        """Draw a line; words keep off that of an owner, -1 for nobody's."""
        self.ax.plot(x, y, **{"solid_capstyle": "round", "dash_capstyle": "butt", **look})
        if owner is not None:
            self._ways.append((owner, self._sampled(self.points(x, y))))

    def _sampled(self, way: FloatArray) -> FloatArray:
        """Places evenly spaced along what is seen of a line."""
        steps = np.hypot(*np.diff(way, axis=0).T)
        along = np.concatenate([[0.0], np.cumsum(steps)])
        at = np.linspace(0.0, along[-1], _SAMPLES)
        places = np.stack([np.interp(at, along, column) for column in way.T], axis=-1)
        seen = np.all((places >= 0.0) & (places <= (self.width, self.height)), axis=1)
        return places[seen]

    def take(self, box: Box) -> None:
        """Let no words stand there."""
        self._boxes.append(box)

    def write(self, text: str, middle: tuple[float, float], **look: Any) -> None:
        """Write a line of words, with its middle at that place in points."""
        given = {"color": INK, "ha": "center", "va": "center", "zorder": 8, "clip_on": False}
        paper = {"facecolor": _PAPER, "edgecolor": "none", "alpha": 0.7, "pad": 0.8}
        scale, bold = look.pop("scale", 0.95), look.pop("bold", False)
        self.ax.text(
            middle[0] / self.width,
            middle[1] / self.height,
            self.letters.legible(text),
            transform=self.ax.transAxes,
            font=self.letters.font(scale, bold=bold),
            **{**given, "bbox": paper, **look},
        )

    def beside(self, x: float, y: float, lines: Sequence[str], **look: Any) -> bool:
        """Write lines beside a place, where that hides least; whether there was room."""
        place = self.points(np.array([x]), np.array([y]))
        return self._put(place, lines, 7.0, NO_OWNER, np.inf, **look)

    def name(self, owner: int, texts: Iterable[str], **look: Any) -> None:
        """Write the first of some texts that has room beside a classifier's curve."""
        mine = [way for whose, way in self._ways if whose == owner and way.size]
        if not mine:
            return
        places = np.concatenate([way[2::3] for way in mine])
        for text in texts:
            if self._put(places, [text], _GAP, owner, _WORST, **look):
                self.named.add(owner)
                return

    def along(self, text: str, x: float, y: float, dx: float, dy: float) -> bool:
        """Write along a line through a place, on its upper side; whether there was room."""
        start, end = self.points(np.array([x - dx, x + dx]), np.array([y - dy, y + dy]))
        run, rise = (end - start).tolist()
        if run < 0.0:
            run, rise = -run, -rise
        length = (run**2 + rise**2) ** 0.5
        across, up = run / length, rise / length
        width, height = self.letters.width(text, _ALONG), _ALONG * self.letters.line
        away = height / 2.0 + 1.0
        middle = (start + end) / 2.0 + away * np.array([-up, across])
        size = np.array([[across, abs(up)], [abs(up), across]]) @ np.array([width, height])
        if not np.isfinite(self._costs(middle[None], size, NO_OWNER)[0]):
            return False
        self.take((*(middle - size / 2.0).tolist(), *(middle + size / 2.0).tolist()))
        look = {"rotation": degrees(atan2(rise, run)), "rotation_mode": "anchor", "color": QUIET}
        self.write(text, (float(middle[0]), float(middle[1])), scale=_ALONG, **look)
        return True

    def _put(
        self,
        places: FloatArray,
        lines: Sequence[str],
        gap: float,
        owner: int,
        worst: float,
        **look: Any,
    ) -> bool:
        scale, bold = look.get("scale", 0.95), look.get("bold", False)
        widths = [self.letters.width(line, scale, bold=bold) for line in lines]
        height = scale * self.letters.line
        size = np.array([max(widths) + 2.0, height * len(lines)])
        middles = (places[:, None, :] + np.array(_AROUND) * (size / 2.0 + gap)).reshape(-1, 2)
        costs = self._costs(middles, size, owner)
        best = int(np.argmin(costs))
        if not costs[best] < worst:
            return False
        x, y = middles[best].tolist()
        self.take((x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2))
        for row, line in enumerate(lines):
            self.write(line, (x, y + height * (len(lines) / 2 - row - 0.5)), **look)
        return True

    def _costs(self, middles: FloatArray, size: FloatArray, owner: int) -> FloatArray:
        """How bad it would be to write there; infinite outside the plot, and on other words."""
        low, high = middles - size / 2.0, middles + size / 2.0
        outside = np.any((low < 1.0) | (high > np.array([self.width, self.height]) - 1.0), axis=1)
        taken = np.array(self._boxes).reshape(-1, 4)
        over: BoolArray = (low[:, None] < taken[:, 2:]) & (high[:, None] > taken[:, :2])
        own = np.concatenate([np.empty((0, 2)), *(w for who, w in self._ways if who == owner)])
        others = np.concatenate([np.empty((0, 2)), *(w for who, w in self._ways if who != owner)])
        mine, theirs = (_away(low, high, ways) for ways in (own, others))
        nearest, next_one = (d.min(axis=1, initial=1e3) for d in (mine, theirs))
        covered = _COVERED * np.count_nonzero(theirs < 1.0, axis=1)
        covered += _OWN_COVERED * np.count_nonzero(mine < 1.0, axis=1)
        doubtful = np.clip(nearest + 6.0 - next_one, 0.0, None) if own.size else 0.0
        costs: FloatArray = covered + 2.0 * doubtful + 1e-3 * np.arange(len(middles))
        costs[outside | np.any(over.all(axis=2), axis=1)] = np.inf
        return costs


def _away(low: FloatArray, high: FloatArray, places: FloatArray) -> FloatArray:
    """How far each place is from each box, 0 inside."""
    beyond = np.maximum(low[:, None] - places, places - high[:, None]).clip(0.0)
    distance: FloatArray = np.hypot(beyond[..., 0], beyond[..., 1])
    return distance


# ---- What is recommended, and under which conditions


@dataclass(frozen=True)
class Chosen:
    """What is recommended: its words, its rates, and what it costs at the operating point."""

    words: str
    fpr: float
    tpr: float
    cost: float


def chosen_by(model: CostCurveModel) -> Chosen | None:
    """What is recommended by the criterion, over the range or at the operating point.

    None where that is not to be said, and of folds, none of which is a choice.
    """
    if not model.show_answer or not model.derived.visible or model.derived.average:
        return None
    if model.answer is not None:
        words, (fpr, tpr) = model.answer.rule, model.answer.rates
    else:
        best = model.best()
        one = best.one if model.pc_range else best.choices[0]
        words, fpr, tpr = one.words, one.fpr, one.tpr
    return Chosen(words, fpr, tpr, float(cost_of_rates(fpr, tpr, model.pc)))


def place_words(model: CostCurveModel) -> str:
    """Where the operating point is, or its range."""
    return f"PC(+) {span(Range(*(model.pc_range or (model.pc, model.pc))), share)}"


# ---- ROC space


def draw_roc(plot: Plot, model: CostCurveModel) -> None:
    """Draw curves, hull, dots and what depends on the conditions."""
    derived = model.derived
    styles = looks(list(model.classifiers), model.colors)
    plot.line([0.0, 1.0], [0.0, 1.0], -1, color=NEUTRAL, linestyle=":", linewidth=1.0)
    thin = _THIN if len(derived.visible) <= FEW else 0.7
    for item in derived.shown if model.show_lines else ():
        look = styles[item.position]
        plot.line(
            *curve_of(item),
            item.position,
            color=look.color,
            linestyle=_DASHES[look.dash],
            linewidth=thin,
            alpha=0.8,
            gid=f"roc-{item.position}",
        )
    for part in hull_parts(derived.hull) if model.show_hull else ():
        color = styles[part.owner].color if part.owner >= 0 else NEUTRAL
        plot.line(part.fpr, part.tpr, part.owner, color=color, linewidth=_THICK + 0.4, gid="hull")
    for item in derived.shown:
        dots = dots_of(item, derived.hull if model.show_hull else None)
        if dots is not None:
            _draw_dots(plot, *dots, styles[item.position], gid=f"dots-{item.position}")
    _draw_limit(plot, model, is_roc=True)
    for one in visible_marks(model):
        color = styles[list(model.classifiers).index(one.name)].color
        plot.line(one.fpr, one.tpr, **_CROSS, markerfacecolor=color, gid="in-use")
    _draw_slopes(plot, model)
    chosen = chosen_by(model)
    if chosen:
        plot.line(chosen.fpr, chosen.tpr, **_RING, gid="recommended")
        _about(plot, chosen.fpr, chosen.tpr)
        plot.beside(chosen.fpr, chosen.tpr, [short_of(chosen.words)], bold=True)
    for one in visible_marks(model):
        plot.beside(one.fpr, one.tpr, [short_of(one.words)], color=QUIET, scale=0.9)
    _name_all(plot, model, styles)


_CROSS: dict[str, Any] = {
    "marker": "X",
    "linestyle": "",
    "markersize": 7.0,
    "markeredgecolor": _PAPER,
    "zorder": 6,
}
_RING: dict[str, Any] = {
    "marker": "o",
    "linestyle": "",
    "markersize": 6.5,
    "markerfacecolor": _PAPER,
    "markeredgecolor": INK,
    "markeredgewidth": 1.8,
    "zorder": 7,
    "clip_on": False,
}


def short_of(words: str) -> str:
    """Words of a choice as short as a figure has room for."""
    return words if len(words) <= _MOST_WORDS else f"{words[: _MOST_WORDS - 1]}…"


_MOST_WORDS = 44


def _about(plot: Plot, x: float, y: float) -> None:
    """Keep words off a dot."""
    ((left, low),) = plot.points(np.array([x]), np.array([y])).tolist()
    plot.take((left - 4.0, low - 4.0, left + 4.0, low + 4.0))


def _draw_dots(plot: Plot, x: FloatArray, y: FloatArray, look: Look, **more: Any) -> None:
    plot.line(
        x,
        y,
        marker=_MARKERS[look.marker],
        markersize=4.5,
        linestyle="",
        color=look.color,
        markeredgecolor=_PAPER,
        markeredgewidth=0.5,
        zorder=5,
        clip_on=False,
        **more,
    )


def _draw_slopes(plot: Plot, model: CostCurveModel) -> None:
    """Draw the line on which all points cost what the hull does, or those of both ends."""
    envelope = model.derived.envelope
    ends = model.pc_range or (model.pc,)
    color = _RANGE if model.pc_range else INK
    for pc in ends:
        across = _iso_ends(pc, float(np.interp(pc, envelope.pc, envelope.cost)))
        width = 0.9 if model.criterion else 1.3
        plot.line(*across, -1, color=color, linewidth=width, zorder=3, gid="iso-performance")


def _iso_ends(pc: float, cost: float) -> tuple[list[float], list[float]]:
    """Where such a line enters the unit square and leaves it."""
    line = iso_line(pc, max(0.0, cost))
    if line.intercept is None or line.slope > _STEEPEST:
        at = cost if line.intercept is None else -line.intercept / line.slope
        return [at, at], [0.0, 1.0]
    start, end = 0.0, 1.0
    if line.slope > 0.0:
        start = max(0.0, -line.intercept / line.slope)
        end = min(1.0, (1.0 - line.intercept) / line.slope)
    return [start, end], [line.intercept + line.slope * x for x in (start, end)]


_STEEPEST = 1e6


def _draw_limit(plot: Plot, model: CostCurveModel, *, is_roc: bool) -> None:
    """Draw the limit of a criterion: a line of ROC space, a place on the rim of cost space."""
    limit = None if model.criterion is None else limit_of(model.criterion)
    if limit is None or model.criterion is None:
        return
    kind = CRITERIA[model.criterion["kind"]]
    words = kind.aim({name: model.criterion[name] for name in kind.numbers}, percent, amount)
    if is_roc:
        ends = _limit_ends(limit.fpr, limit.tpr, limit.most)
        plot.line(*ends, -1, color=_LIMIT, linewidth=1.3, linestyle=(0, (8, 2)), gid="limit")
        x, y = (sum(pair) / 2.0 for pair in ends)
        plot.beside(x, 0.35 * y, [words], color=_LIMIT, scale=0.9)
    elif limit.tpr == 0.0:
        look: dict[str, Any] = {"marker": ">", "color": _LIMIT, "markersize": 7.0, "clip_on": False}
        plot.line(plot.places.place([0.0]), [limit.most / limit.fpr], **look, gid="limit")


def _limit_ends(fpr: float, tpr: float, most: float) -> tuple[list[float], list[float]]:
    """Ends in the unit square of the line on which a limit is used up."""
    if tpr == 0.0:
        return [most / fpr] * 2, [0.0, 1.0]
    if fpr == 0.0:
        return [0.0, 1.0], [most / tpr] * 2
    x = sorted(min(1.0, max(0.0, (most - tpr * y) / fpr)) for y in (0.0, 1.0))
    return x, [(most - fpr * one) / tpr for one in x]


_NAMED_OF_MANY = 12
_LENGTHS = (24, 14, 8)


def _name_all(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    """Write names beside curves; of many only of those that are best somewhere."""
    if not model.show_labels:
        return
    derived = model.derived
    best = [int(owner) for owner in dict.fromkeys(derived.hull.owner.tolist()) if owner >= 0]
    others = derived.visible if len(derived.visible) <= _NAMED_OF_MANY else ()
    for owner in dict.fromkeys([*best, *others]):
        name = plain(derived.classifiers[owner].name)
        texts = dict.fromkeys(cut_to(name, length) for length in _LENGTHS)
        plot.name(owner, texts, color=lettering(styles[owner].color), bold=True)


def cut_to(name: str, letters: int) -> str:
    """A name of at most so many letters."""
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def lettering(color: str) -> str:
    """A colour for words: darker than for lines."""
    rgb = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
    ink = [int(INK[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(0.6 * a + 0.4 * b):02x}" for a, b in zip(rgb, ink, strict=True))


def plain(text: str) -> str:
    """Text in one line, without what controls how others are read."""
    return " ".join("".join(map(_harmless, text[:400])).split())


def _harmless(one: str) -> str:
    import unicodedata  # noqa: PLC0415

    kind = unicodedata.category(one)
    if kind in {"Cc", "Zl", "Zp"}:
        return " "
    if kind == "Cf":
        return ""
    return "\N{REPLACEMENT CHARACTER}" if kind in {"Cs", "Cn"} else one


# ---- Cost space


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
    for rule, cost in enumerate((whole, 1.0 - whole)):
        x = places.place(whole)
        plot.line(x, cost, -1, color=NEUTRAL, linestyle=":", linewidth=1.0, gid=f"rule-{rule}")
    _draw_bands(plot, model, styles)
    _draw_average(plot, model)
    thick = _THICK if len(derived.visible) <= FEW else _THIN
    for item in derived.shown if model.show_hull else ():
        look = styles[item.position]
        x, y = places.trace(item.envelope.pc, item.envelope.cost)
        style = {"color": look.color, "linestyle": _DASHES[look.dash], "linewidth": thick}
        plot.line(x, y, item.position, **style, zorder=4, gid=f"envelope-{item.position}")
        _draw_markers(plot, item, look, len(derived.visible))
    for one in visible_marks(model):
        color = styles[list(model.classifiers).index(one.name)].color
        x, (y,) = places.lines(np.array([one.fpr]), np.array([1.0 - one.tpr]))
        dashes = _DASHES["dash_dotted"]
        plot.line(x, y, -1, color=color, linestyle=dashes, linewidth=1.3, gid="in-use")
    _draw_limit(plot, model, is_roc=False)
    _draw_place(plot, model)
    _say_rules(plot, model)
    _name_all(plot, model, styles)


def _draw_lines(plot: Plot, items: Sequence[DerivedClassifier], styles: Sequence[Look]) -> None:
    chosen = lines_of(items)
    alpha = faintness(sum(index.size for index in chosen))
    for item, index in zip(items, chosen, strict=True):
        x, rows = plot.places.lines(item.lines.fpr[index], item.lines.fnr[index])
        gaps = np.pad(rows, ((0, 0), (0, 1)), constant_values=np.nan)
        plot.ax.plot(
            np.tile(np.append(x, np.nan), len(rows)),
            gaps.ravel(),
            color=styles[item.position].color,
            linewidth=0.6,
            alpha=alpha,
            zorder=1,
            gid=f"lines-{item.position}",
        )


def _draw_markers(plot: Plot, item: DerivedClassifier, look: Look, count: int) -> None:
    """Put markers along an envelope, each classifier's at places of its own."""
    shares = (np.arange(_EACH) + (item.position + 1.0) / (count + 1.0) % 1.0) / _EACH
    pc = plot.places.pc_at_share(shares)
    cost = np.interp(pc, item.envelope.pc, item.envelope.cost)
    _draw_dots(plot, plot.places.place(pc), cost, look, gid=f"markers-{item.position}")


_EACH = 4


def _draw_bands(plot: Plot, model: CostCurveModel, styles: Sequence[Look]) -> None:
    for name, band in drawn_bands(model).items():
        item = model.derived.named(name)
        if item is None:
            continue
        look = styles[item.position]
        x, lower = plot.places.trace(band.pc, band.lower)
        upper = plot.places.trace(band.pc, band.upper)[1]
        color = NEUTRAL if model.stale else look.color
        given = {"facecolor": color, "alpha": 0.18, "linewidth": 0.0, "zorder": 2}
        plot.ax.fill_between(x, lower, upper, **given, gid=f"band-{item.position}")
        for edge in (lower, upper):
            style = {"color": color, "linestyle": _DASHES[look.dash], "linewidth": 0.5}
            plot.ax.plot(x, edge, **style, alpha=0.7, zorder=2)


def _draw_average(plot: Plot, model: CostCurveModel) -> None:
    average, spread = model.derived.average, model.derived.spread
    if average is None or spread is None:
        return
    x, mean = plot.places.trace(spread.pc, spread.mean)
    low = np.maximum(plot.places.trace(spread.pc, spread.mean - spread.deviation)[1], 0.0)
    high = plot.places.trace(spread.pc, spread.mean + spread.deviation)[1]
    plot.ax.fill_between(x, low, high, facecolor=NEUTRAL, alpha=0.25, linewidth=0.0, zorder=2)
    dashes = _DASHES["dashed"]
    plot.line(x, mean, -1, color=INK, linewidth=1.9, linestyle=dashes, zorder=5, gid="average")
    width = plot.letters.width(words := average_words(model.derived))
    middle = (width / 2.0 + 6.0, plot.height - plot.letters.line)
    plot.write(words, middle)
    plot.take((0.0, middle[1] - 6.0, width + 12.0, plot.height))


def _draw_place(plot: Plot, model: CostCurveModel) -> None:
    """Draw the operating point or the range, and the line of what is recommended there."""
    chosen, places = chosen_by(model), plot.places
    words = place_words(model)
    if model.pc_range:
        left, right = places.place(model.pc_range).tolist()
        plot.ax.axvspan(left, right, color=_SHADE, alpha=0.16, linewidth=0.0, zorder=0.5)
        for at in (left, right):
            plot.line([at, at], [0.0, 1.0], -1, color=_RANGE, linewidth=1.0, gid="range")
    (at,) = places.place([model.pc]).tolist()
    if not model.pc_range:
        plot.line([at, at], [0.0, 1.0], -1, color=INK, linewidth=1.6, zorder=3, gid="operating")
    if chosen:
        x, (y,) = places.lines(np.array([chosen.fpr]), np.array([1.0 - chosen.tpr]))
        plot.line(x, y, -1, color=INK, linewidth=0.9, zorder=3, gid="choice")
        if not model.pc_range:
            plot.line([at], [chosen.cost], **_RING, gid="recommended")
            _about(plot, at, chosen.cost)
        lines = [short_of(chosen.words), f"cost {number(chosen.cost)}"]
        plot.beside(at, chosen.cost, lines[: 1 if model.pc_range else 2], bold=True)
    color = _RANGE if model.pc_range else INK
    plot.beside(at, 0.97 * plot.y[1], [words], color=color)


def _say_rules(plot: Plot, model: CostCurveModel) -> None:
    """Write the rules that look at no example along their lines."""
    top = min(0.5, plot.y[1])
    low, high = plot.places.ends
    for positive in (False, True):
        words = plain(cut_to(trivial_words(model.derived, positive=positive), 34))
        for stop in (0.66, 0.5, 0.8, 0.35):
            cost = np.array([0.98, 1.0, 1.02]) * stop * top
            start, at, end = plot.places.place(1.0 - cost if positive else cost).tolist()
            if low < at < high and plot.along(words, at, cost[1], end - start, cost[2] - cost[0]):
                break


# ---- The ribbon: who is cheapest along the axis


def draw_ribbon(plot: Plot, model: CostCurveModel) -> None:
    """Draw who is cheapest where, and where that could be chance."""
    derived = model.derived
    found = cheapest_of(derived, difference_of(derived, model.compared, model.difference))
    styles = looks(list(model.classifiers), model.colors)
    stops = [*found.pc[1:].tolist(), 1.0]
    plot.ax.set(xticks=[], yticks=[])
    rows = zip(found.pc.tolist(), stops, found.owner.tolist(), found.sure.tolist(), strict=True)
    for start, stop, owner, sure in rows:
        left, right = plot.places.place([start, stop]).tolist()
        look = styles[owner] if owner >= 0 else Look(NEUTRAL, "dotted", "")
        hatch = "////" if sure == 0 else None
        tint = {"facecolor": look.color, "alpha": 0.2, "linewidth": 0.0, "hatch": hatch}
        plot.ax.axvspan(left, right, **tint, gid="cheapest")
        dash = {"color": look.color, "linestyle": _DASHES[look.dash], "linewidth": 2.5}
        plot.ax.plot([left, right], [0.06, 0.06], **dash, solid_capstyle="butt")
        if stop < 1.0:
            plot.ax.axvline(right, color=QUIET, linewidth=0.6)
        (from_x, _), (to_x, _) = plot.points(np.array([left, right]), np.zeros(2)).tolist()
        words = plain(owner_words(model, owner))
        if plot.letters.width(words) + 6.0 <= to_x - from_x:
            plot.write(words, ((from_x + to_x) / 2.0, 0.58 * plot.height), bbox=None)


def owner_words(model: CostCurveModel, owner: int) -> str:
    """Who is cheapest somewhere."""
    if owner in {Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE}:
        return trivial_words(model.derived, positive=owner == Owner.ALL_POSITIVE)
    return model.derived.classifiers[owner].name if owner >= 0 else "a tie of several"


# ---- The page: what stands above, beside and below the plots


def figure_of(model: CostCurveModel, width: float = 10.0) -> Figure:
    """Both spaces as a matplotlib figure.

    Parameters
    ----------
    model : CostCurveModel
        What to show; what its switches hide is left out.
    width : float
        In inches.

    Returns
    -------
    Figure
        Of matplotlib, that belongs to no window.
    """
    with drawing_rules():
        return Page(model, _size("width", width, 2.0, 60.0)).drawn()


_LEAST_LETTERS, _MOST_LETTERS = 7.0, 9.0
_BESIDE_FROM = 5.5  # inches; in less room the plots stand one above the other


class Page:
    """A figure in the making: rows of words, plots, a ribbon.

    Parameters
    ----------
    model : CostCurveModel
        What to show.
    width : float
        In inches.
    """

    def __init__(self, model: CostCurveModel, width: float) -> None:
        self._model = model
        size = min(_MOST_LETTERS, max(_LEAST_LETTERS, 1.1 * width))
        self._letters = Letters(size)
        self._width = 72.0 * width

    def drawn(self) -> Figure:
        """The figure."""
        from matplotlib.figure import Figure  # noqa: PLC0415

        model, line = self._model, self._letters.line
        above = self._headline()
        below = self._lines_below()
        spaces = [name for name in ("roc", "cost") if getattr(model, f"show_{name}")]
        beside = self._width >= 72.0 * _BESIDE_FROM
        columns = max(1, len(spaces)) if beside else 1
        left, right = 4.0 * line, 0.8 * line
        column = self._width / max(columns, 2 if beside else 1)
        side = column - left - right
        tops = {"roc": 1.6 * line, "cost": 1.6 * line}
        feet = {"roc": 3.0 * line, "cost": 3.0 * line + 4.2 * line}
        heights = [tops[name] + side + feet[name] for name in spaces]
        body = 0.0 if not spaces else (max(heights) if beside else sum(heights))
        head = (len(above) * 1.25 * line + 0.8 * line) if above else 0.3 * line
        foot = len(below) * 0.9 * line + 0.8 * line
        height = head + body + foot
        figure = Figure(figsize=(self._width / 72.0, height / 72.0), facecolor=_PAPER)
        self._figure, self._height = figure, height
        for row, text in enumerate(above):
            self._say(
                text, 0.8 * line, height - 0.5 * line - row * 1.25 * line, scale=1.2, bold=True
            )
        x, y = (self._width - columns * column) / 2.0 * (beside), height - head
        for name in spaces:
            y -= tops[name]
            box = (x + left, y - side, side, side)
            getattr(self, f"_{name}")(box)
            if beside:
                x, y = x + column, y + tops[name]
            else:
                y -= side + feet[name]
        for row, text in enumerate(below):
            base = foot - 0.3 * line - row * 0.9 * line
            self._say(text, 0.8 * line, base, scale=0.85, color=QUIET)
        return figure

    def _headline(self) -> list[str]:
        model = self._model
        if not model.show_answer:
            return []
        words = plain(model.read().answer.headline)
        return self._letters.wrapped(words, self._width - 2 * self._letters.line, 3, 1.2, bold=True)

    def _lines_below(self) -> list[str]:
        model = self._model
        covers = {band.covers: None for band in drawn_bands(model).values()}
        said = [*covers, _told(model)["Description"]]
        room = self._width - 2 * self._letters.line
        return [
            line
            for text in said
            for line in self._letters.wrapped(plain(text), room, 4, 0.85, bold=False)
        ]

    def _say(self, text: str, x: float, y: float, **look: Any) -> None:
        """Write words that begin at a place of the page, their upper edge there."""
        scale, bold = look.pop("scale", 1.0), look.pop("bold", False)
        given = {"color": INK, "ha": "left", "va": "top"}
        self._figure.text(
            x / self._width,
            y / self._height,
            self._letters.legible(text),
            font=self._letters.font(scale, bold=bold),
            **{**given, **look},
        )

    def _axes(self, box: Box) -> Axes:
        """Axes of which left, bottom, width and height are given in points."""
        x, y, width, height = box
        whole = (self._width, self._height)
        return self._figure.add_axes(
            (x / whole[0], y / whole[1], width / whole[0], height / whole[1])
        )

    def _framed(self, plot: Plot, box: Box, title: str, x_title: str, y_title: str) -> None:
        x, y, width, height = box
        line = self._letters.line
        self._say(title, x, y + height + 1.25 * line, scale=1.1, bold=True)
        half = {"ha": "center"}
        room = self._letters.cut(plain(x_title), width)
        self._say(room, x + width / 2.0, y - 1.5 * line, **half)
        turned = {"rotation": 90, "va": "center"}
        label = self._letters.cut(plain(y_title), height)
        self._say(label, x - 3.4 * line, y + height / 2.0, **half, **turned)
        for ticks in (plot.ax.xaxis, plot.ax.yaxis):
            for text in ticks.get_ticklabels():
                text.set_fontproperties(self._letters.font(0.9))

    def _roc(self, box: Box) -> None:
        model = self._model
        side = rate_end(model)
        plot = Plot(self._axes(box), self._letters, (0.0, side), (1.0 - side, 1.0))
        plot.ax.xaxis.set_major_formatter(_numbers())
        plot.ax.yaxis.set_major_formatter(_numbers())
        x_title, y_title = rate_titles(model)
        draw_roc(plot, model)
        self._framed(plot, box, "ROC space", x_title, y_title)

    def _cost(self, box: Box) -> None:
        model, line = self._model, self._letters.line
        places = PcPlaces(unit_of(model))
        plot = Plot(self._axes(box), self._letters, places.ends, (0.0, cost_end(model)), places)
        plot.ax.yaxis.set_major_formatter(_numbers())
        ticks = ticks_of(model)
        if ticks:
            at = places.place([pc for pc, _ in ticks])
            plot.ax.set_xticks(at, [word for _, word in ticks])
        else:
            plot.ax.xaxis.set_major_formatter(_numbers())
        draw_cost(plot, model)
        self._framed(plot, box, "Cost space", title_of(model), COST_TITLE)
        strip = (box[0], box[1] - 5.2 * line, box[2], 1.7 * line)
        ribbon = Plot(self._axes(strip), self._letters, places.ends, (0.0, 1.0), places)
        draw_ribbon(ribbon, model)


def _numbers() -> Any:
    from matplotlib.ticker import FuncFormatter  # noqa: PLC0415

    return FuncFormatter(lambda value, _: number(value))


# ---- Files


_DOTS = 96.0  # of a page, in an inch
_LEVEL = 6  # of compression: more takes longer than it is worth
_NEARLY_WHITE = 253


def png_of(model: CostCurveModel, *, scale: float = 2.0, width: float = 960.0) -> bytes:
    """PNG file of both spaces.

    Parameters
    ----------
    model : CostCurveModel
        What to show.
    scale : float
        Pixels of the picture for each pixel of the page.
    width : float
        How wide it is on a page, in pixels.
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
    few = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.putpalette([255 if one >= _NEARLY_WHITE else one for one in few.getpalette() or ()])
    told = PngImagePlugin.PngInfo()
    for name, words in _told(model).items():
        told.add_itxt(name, words)
    found = BytesIO()
    few.save(found, "png", pnginfo=told, dpi=(dots, dots), compress_level=_LEVEL)
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
    return found.getvalue()


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
    written(target, made)
    return None


def _told(model: CostCurveModel) -> dict[str, str]:
    """What a picture is of, by the names that PNG has for it."""
    told = about(model)
    return {
        "Title": plain(told["title"]),
        "Description": plain(f"{line_of(model)}; seed {told['seed']}; data {told['fingerprint']}"),
        "Software": ", ".join(f"{name} {number}" for name, number in told["versions"].items()),
        "Creation Time": told["date"],
    }


def _path(path: object, suffix: str) -> Path:
    """Path of a file whose name ends as it must."""
    if isinstance(path, str | PathLike) and str(path).lower().endswith(suffix):
        return Path(path)
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
