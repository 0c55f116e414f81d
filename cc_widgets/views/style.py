"""What the figures of the page are built from: marks, words, and the pc axis."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any

import numpy as np
from bqplot import Axis, Figure, Label, LinearScale, Lines, Scatter
from ipywidgets import Widget
from numpy.typing import NDArray
from traitlets import Int, List, Unicode

from cc_widgets.model.conditions import ticks_of, title_of
from cc_widgets.model.drawing import FEW, NEUTRAL, Look, PcPlaces, ends_of, unit_of, words_of
from cc_widgets.model.state import CostCurveModel
from cc_widgets.widgets.cursor import DualityCursor
from cc_widgets.widgets.duality import Duality

# ---- Ink and paper of the page


INK = "var(--cc-ink, #212121)"
"""For words: what the page writes in."""

PAPER = "var(--cc-paper, #ffffff)"
"""What the page writes on."""

_INK_SHARE = 45


def lettering(color: str) -> str:
    """A colour for words: this one, mixed with ink until it can be read."""
    return f"color-mix(in srgb, {color} {100 - _INK_SHARE}%, {INK})"


# ---- Pieces that the figures are built from


Scales = dict[str, LinearScale]
Drawn = NDArray[np.float32]
Row = tuple[NDArray[np.floating], NDArray[np.floating]]

# Left + right equals top + bottom, so that a square figure has a square plot area. The page makes
# them as large as its letters ask for; with those of 14 px they are these.
_MARGIN = {"left": 61.6, "right": 14.0, "top": 26.6, "bottom": 49.0}
_NOTHING = np.empty(0, dtype=np.float32)


class Words(Label):
    """Words in a figure; their colours may be whatever a browser understands."""

    colors = List(Unicode(), default_value=[INK]).tag(sync=True)


class Rows(Lines):
    """Lines of classifiers, of which the page shows what its switches and the hidden ones leave.

    Hull and dots are of those that are visible: their data are the page's own.
    """

    kind = Unicode().tag(sync=True)
    """What is drawn: curves, lines, envelopes, bands, expected, spread, folds, truth, hull or dots;
    nothing for what always is."""
    owners = List(Int()).tag(sync=True)
    """Position of the classifier of each row; of hull and dots those that may have some."""


def unit_scale(top: float = 1.0) -> LinearScale:
    """A scale from 0 to `top` without padding."""
    return LinearScale(min=0.0, max=top, allow_padding=False)


class Late:
    """A widget that is made when it is needed: one message has all that was put into it before."""

    def __init__(self, make: Callable[..., Widget], **given: Any) -> None:
        self._make = make
        self._given = given
        self._made: Widget | None = None

    @property
    def is_made(self) -> bool:
        """Whether there is a widget."""
        return self._made is not None

    @property
    def is_needed(self) -> bool:
        """Whether there is a mark, or something that it is to show."""
        return self.is_made or bool(np.size(self._given["x"]) or self._given.get("owners"))

    @property
    def made(self) -> Any:
        """The widget."""
        if self._made is None:
            self._made = self._make(**self._given)
        return self._made

    def put(self, **traits: Any) -> None:
        """Have these traits from now on."""
        if self._made is None:
            self._given |= traits
        else:
            assign(self._made, **traits)


def cursor(duality: Duality, scales: Scales, *, space: str, description: str) -> Late:
    """The cursor of a figure, linked through `duality`."""
    return Late(
        DualityCursor,
        duality=duality,
        x_scale=scales["x"],
        y_scale=scales["y"],
        space=space,
        description=description,
    )


def figure(
    title: str, axes: tuple[Late, Late], scales: Scales, interaction: Late, marks: Iterable[Late]
) -> Figure:
    """A square figure of what was drawn."""
    return sheet(title, axes, scales, needed(marks), interaction=interaction.made)


def sheet(
    title: str, axes: tuple[Late, Late], scales: Scales, marks: Iterable[Widget], **more: Any
) -> Figure:
    """A square figure, on which nothing is lit."""
    return Figure(
        title=title,
        axes=[axis.made for axis in axes],
        scale_x=scales["x"],
        scale_y=scales["y"],
        marks=list(marks),
        fig_margin=_MARGIN,
        padding_x=0.0,
        padding_y=0.0,
        min_aspect_ratio=1.0,
        max_aspect_ratio=1.0,
        display_toolbar=False,
        _dom_classes=("cc-figure",),
        **more,
    )


def needed(marks: Iterable[Late]) -> list[Widget]:
    """Those of the marks that have shown something; the others are not made."""
    return [mark.made for mark in marks if mark.is_needed]


def axis(scale: LinearScale, label: str = "", *, vertical: bool = False) -> Late:
    """An axis with a quiet grid."""
    return Late(
        Axis,
        scale=scale,
        label=label,
        side="left" if vertical else "bottom",
        num_ticks=6,
        tick_format=".6~g",
        label_offset="3.2em" if vertical else "2.4em",
        grid_lines="solid",
        tick_style={"transform": "translateX(-5px)" if vertical else "translateY(4px)"},
    )


def lines(scales: Scales, **more: Any) -> Late:
    """Lines that are not cut off at the rim of the plot."""
    given = {"x": _NOTHING, "y": _NOTHING, "apply_clip": False, **more}
    return Late(Rows if "kind" in more else Lines, **given, scales=scales)


def reference_line(scales: Scales, x: Any = _NOTHING, y: Any = _NOTHING) -> Late:
    """A dotted line that belongs to no classifier."""
    return lines(
        scales,
        x=x,
        y=y,
        colors=[NEUTRAL],
        line_style="dotted",
        stroke_width=1.5,
        apply_clip=True,
    )


def in_use_lines(scales: Scales) -> Late:
    """Lines of thresholds in use: no curve, envelope or pin looks like them."""
    return lines(scales, line_style="dash_dotted", stroke_width=2.0, apply_clip=True)


def signs(scales: Scales, **more: Any) -> Late:
    """Signs that no classifier has for its points."""
    nothing = table([])
    given = {"x": nothing, "y": nothing, "stroke": NEUTRAL, "stroke_width": 1.0, **more}
    return Late(Scatter, **given, scales=scales, apply_clip=False)


def fold_lines(scales: Scales) -> Late:
    """Lines of single folds, which are seen while their classifier is pointed at."""
    quiet = {"stroke_width": 1.0, "opacities": [0.55], "visible": False}
    return lines(scales, kind="folds", **quiet, apply_clip=True)


def put_folds(mark: Late, ways: Sequence[Sequence[Row]], styles: Sequence[Look]) -> None:
    """Draw the folds of classifier i, which has style i, as rows of one mark."""
    rows = [(owner, row) for owner, several in enumerate(ways) for row in several]
    mark.put(
        x=table([x for _, (x, _) in rows]),
        y=table([y for _, (_, y) in rows]),
        colors=[styles[owner].color for owner, _ in rows] or [NEUTRAL],
        owners=[owner for owner, _ in rows],
    )


class InUse:
    """What to expect in use: thin dashed lines of classifiers, and a bolder one of their best."""

    def __init__(self, scales: Scales) -> None:
        look = {"kind": "expected", "line_style": "dashed", "apply_clip": True}
        self.each = lines(scales, stroke_width=1.5, **look)
        self.best = lines(scales, stroke_width=2.5, **look)

    def put(self, ways: Mapping[int, Row], styles: Sequence[Look]) -> None:
        """Draw them, by the places of their classifiers, or of the best."""
        own = [place for place in ways if place >= 0]
        self.each.put(
            x=table([ways[place][0] for place in own]),
            y=table([ways[place][1] for place in own]),
            colors=[styles[place].color for place in own] or [NEUTRAL],
            opacities=[0.9 if len(own) <= FEW else 0.45],
            owners=own,
        )
        joint = [place for place in ways if place < 0]
        self.best.put(
            x=table([ways[place][0] for place in joint]),
            y=table([ways[place][1] for place in joint]),
            colors=[INK],
            owners=joint,
        )


@dataclass(frozen=True, eq=False)
class Truth:
    """What is known of a population, behind what a sample of it shows.

    Attributes
    ----------
    true : sequence of (x, y)
        The true curve of each classifier.
    earlier : sequence of (int, (x, y))
        Curves of earlier samples, each with the position of its classifier.
    """

    true: Sequence[Row] = ()
    earlier: Sequence[tuple[int, Row]] = ()


class TruthMarks:
    """True curves as pale roads, and curves of earlier samples as thin lines on them."""

    def __init__(self, scales: Scales) -> None:
        road = {"stroke_width": 9.0, "opacities": [0.35]}
        self.true = lines(scales, kind="truth", **road, apply_clip=True)
        thin = {"stroke_width": 1.0, "opacities": [0.5]}
        self.earlier = lines(scales, kind="truth", **thin, apply_clip=True)

    def put(self, truth: Truth, styles: Sequence[Look], trace: Callable[[Row], Row]) -> None:
        """Draw what is known, each in the colour of its classifier, by way of `trace`."""
        known = list(enumerate(truth.true)), truth.earlier
        for mark, rows in zip((self.true, self.earlier), known, strict=True):
            ways = [trace(row) for _, row in rows]
            mark.put(
                x=table([x for x, _ in ways]),
                y=table([y for _, y in ways]),
                colors=[styles[owner].color for owner, _ in rows] or [NEUTRAL],
                owners=[owner for owner, _ in rows],
            )


def areas(scales: Scales, *, opacity: float, **more: Any) -> Late:
    """Filled outlines without a stroke, cut off at the rim of the plot."""
    given = {"fill": "inside", "close_path": True, "stroke_width": 0.0, "colors": [NEUTRAL]}
    return lines(scales, **{**given, "opacities": [opacity], "apply_clip": True, **more})


def words(scales: Scales, **more: Any) -> Late:
    """Words without text, centred at their places."""
    size = {"default_size": 0.86, "font_unit": "em"}
    given = {"text": np.empty(0, dtype=str), "align": "middle", **size, **more}
    return Late(Words, x=_NOTHING, y=_NOTHING, scales=scales, **given)


def write(
    mark: Late, texts: list[str], x: Any, y: Any, colors: list[str] | None = None, **more: Any
) -> None:
    """Put texts at their places."""
    mark.put(
        x=np.asarray(x, dtype=np.float32),
        y=np.asarray(y, dtype=np.float32),
        text=np.array(texts, dtype=str),
        colors=colors or [INK],
        **more,
    )


def drawn(values: NDArray[np.floating]) -> NDArray[np.float32]:
    """Numbers as exact as a screen needs them."""
    return values.astype(np.float32)


def closed(there: NDArray[np.floating], back: NDArray[np.floating]) -> NDArray[np.float32]:
    """The way along one line and back along another."""
    return drawn(np.concatenate([there, back[::-1]]))


def table(rows: Sequence[Any]) -> Any:
    """Rows as one array, shorter ones standing still at their ends.

    Nothing at all for no rows, and one row for itself, as bqplot keeps them.
    """
    if not rows:
        return _NOTHING
    sizes = np.array([len(row) for row in rows])
    # Rows of one would be taken for a single row.
    at = np.minimum(np.arange(max(2, sizes.max())), sizes[:, None] - 1)
    return drawn(np.concatenate(rows)[at + (sizes.cumsum() - sizes)[:, None]].squeeze())


class Bundle:
    """Lines of any number of classifiers in four marks, as bqplot has one dash for each."""

    def __init__(self, make: Callable[[str], Late], kinds: Sequence[str]) -> None:
        self.marks = [make(kind) for kind in kinds]

    def put(self, rows: Sequence[Row], colors: Sequence[str], **traits: Any) -> None:
        """Draw row i, of x and y, in color i."""
        for kind, mark in enumerate(self.marks):
            mine = range(len(rows))[kind :: len(self.marks)]
            mark.put(
                x=table([rows[position][0] for position in mine]),
                y=table([rows[position][1] for position in mine]),
                colors=[colors[position] for position in mine] or [NEUTRAL],
                owners=list(mine),
                **traits,
            )


def assign(widget: Widget, **traits: Any) -> None:
    """Change several traits of a widget in one message that has only what is new."""
    with widget.hold_sync():
        for name, value in traits.items():
            if not same(getattr(widget, name, None), value):
                setattr(widget, name, value)


def same(old: Any, new: Any) -> bool:
    """Whether two values are equal, bit by bit if they have arrays."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(new, np.ndarray):
        alike = old.dtype == new.dtype and old.shape == new.shape
        return bool(alike and old.tobytes() == new.tobytes())
    if is_dataclass(new) and not isinstance(new, type):
        return all(
            same(getattr(old, name), getattr(new, name)) for name in new.__dataclass_fields__
        )
    return bool(old == new)


def close_all(root: Widget, spare: Iterable[Widget] = ()) -> None:
    """Close a widget and every widget that its traits hold, except those to spare."""
    for widget in all_within(root, spare):
        widget.close()


def all_within(root: Widget, spare: Iterable[Widget] = ()) -> Iterator[Widget]:
    """A widget and every widget that its traits hold, each once, except those to spare."""
    pending: list[Any] = [root]
    seen = {id(widget) for widget in spare}
    while pending:
        item = pending.pop()
        if isinstance(item, list | tuple):
            pending.extend(item)
        elif isinstance(item, dict):
            pending.extend(item.values())
        elif isinstance(item, Widget) and id(item) not in seen:
            seen.add(id(item))
            pending.extend(getattr(item, key) for key in item.keys)
            yield item


class Seen:
    """What each part of a figure was drawn from, to draw it again only after a change."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[object, ...]] = {}

    def changes(self, part: str, *sources: object) -> bool:
        """Whether a part must be drawn; it is taken for drawn."""
        changed = self._last.get(part) != sources
        self._last[part] = sources
        return changed


# ---- The pc axis


class PcAxis(PcPlaces):
    """The horizontal axis of a figure over pc, with its scale."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = unit_scale()
        self.axis = axis(self.scale)
        self._seen = Seen()

    @property
    def ends(self) -> tuple[float, float]:
        """Places of what is seen first and last, zoomed or not."""
        return float(self.scale.min), float(self.scale.max)

    def draw(self, model: CostCurveModel, cursor: Late) -> None:
        """Follow the axis that the model asks for; until it is another one, let zooms be.

        bqplot writes ticks anew after each message, some of them a moment later and then in the
        words that it had before. So words go first and alone, places last.
        """
        unit = unit_of(model)
        is_other = self._seen.changes("unit", unit)
        sources = (model.axis, model.conditions, model.unit, words_of(model))
        is_said_otherwise = self._seen.changes("ticks", *sources)
        self.unit = unit
        ticks = ticks_of(model)
        x = [_short_number(value) for value in self.place([pc for pc, _ in ticks])]
        said = dict(zip(map(_as_browsers_write, x), [word for _, word in ticks], strict=True))
        if is_said_otherwise and self.axis.is_made:
            self.axis.put(tick_labels=said or None)
        if is_other:
            cursor.put(x_map=unit)
            low, high = ends_of(unit)
            assign(self.scale, min=low, max=high)
        if is_said_otherwise:
            places = np.array(x, dtype=np.float64) if ticks else None
            self.axis.put(tick_labels=said or None, label=title_of(model), tick_values=places)

    def path(self, fpr: NDArray[np.float64], fnr: NDArray[np.float64]) -> tuple[Drawn, Drawn]:
        """Many cost lines as one polyline with gaps."""
        x, y = map(drawn, self.lines(fpr, fnr))
        with_gaps = np.pad(y, ((0, 0), (0, 1)), constant_values=np.nan)
        return np.tile(np.append(x, x[-1:]), len(y))[:-1], with_gaps.ravel()[:-1]


def _short_number(value: float) -> float:
    """A number that is written alike in Python and in browsers."""
    return round(float(value), 6) + 0.0


def _as_browsers_write(value: float) -> str:
    """What a browser makes of a number that is the key of an object."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
