"""Colours, dashes, markers and sizes that figures have in common."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, TypeVar

import numpy as np
from bqplot import Axis, Figure, Label, LinearScale, Lines
from ipywidgets import Widget
from numpy.typing import NDArray
from traitlets import List, Unicode

from cc_widgets.widgets.cursor import DualityCursor
from cc_widgets.widgets.duality import Duality

# ---- How a classifier looks, everywhere the same


NEUTRAL = "#808080"
"""For what belongs to no classifier: readable on white and on black."""

INK = "var(--cc-ink, #212121)"
"""For words: what the page writes in."""

_INK_SHARE = 45


@dataclass(frozen=True)
class Look:
    """Colour, dash and marker: three channels, so that no one of them must be seen."""

    color: str
    dash: str
    marker: str


# Okabe and Ito's colours, those with a contrast of 3 on white and on black first.
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#9c5f4a", "#5b8fd0")
_DASHES = ("solid", "dashed", "dash_dotted", "dotted")
_MARKERS = ("circle", "square", "diamond", "triangle-up")


def look(position: int) -> Look:
    """The look of the classifier at this position."""
    return Look(
        _COLORS[position % len(_COLORS)],
        _DASHES[position % len(_DASHES)],
        _MARKERS[position % len(_MARKERS)],
    )


def looks(names: Sequence[str], colors: Mapping[str, str]) -> list[Look]:
    """The look of each classifier, in the colours that the user chose."""
    default = [look(position) for position in range(len(names))]
    return [
        replace(style, color=colors.get(name, style.color))
        for name, style in zip(names, default, strict=True)
    ]


def lettering(color: str) -> str:
    """A colour for words: this one, mixed with ink until it can be read."""
    return f"color-mix(in srgb, {color} {100 - _INK_SHARE}%, {INK})"


# ---- Pieces that the figures are built from


Scales = dict[str, LinearScale]
M = TypeVar("M")

# Left + right equals top + bottom, so that a square figure has a square plot area.
_MARGIN = {"left": 64, "right": 24, "top": 34, "bottom": 54}
_NOTHING = np.empty(0, dtype=np.float32)


class Words(Label):
    """Words in a figure; their colours may be whatever a browser understands."""

    colors = List(Unicode(), default_value=[INK]).tag(sync=True)


def unit_scale(top: float = 1.0) -> LinearScale:
    """A scale from 0 to `top` without padding."""
    return LinearScale(min=0.0, max=top, allow_padding=False)


def figure(
    title: str, axes: tuple[Axis, Axis], duality: Duality, *, space: str, description: str
) -> Figure:
    """An empty square figure whose cursor is linked through `duality`."""
    cursor = DualityCursor(
        duality=duality,
        x_scale=axes[0].scale,
        y_scale=axes[1].scale,
        space=space,
        description=description,
    )
    made = Figure(
        title=title,
        axes=list(axes),
        interaction=cursor,
        fig_margin=_MARGIN,
        padding_x=0.0,
        padding_y=0.0,
        min_aspect_ratio=1.0,
        max_aspect_ratio=1.0,
        display_toolbar=False,
    )
    made.add_class("cc-figure")
    return made


def axis(scale: LinearScale, label: str, *, vertical: bool = False) -> Axis:
    """An axis with a quiet grid."""
    return Axis(
        scale=scale,
        label=label,
        side="left" if vertical else "bottom",
        num_ticks=6,
        tick_format=".3~g",
        label_offset="3.7em" if vertical else "2.6em",
        grid_lines="solid",
        tick_style={"transform": "translateX(-5px)" if vertical else "translateY(4px)"},
    )


def lines(scales: Scales, **more: Any) -> Lines:
    """Lines without data that are not cut off at the rim of the plot."""
    return Lines(**{"x": _NOTHING, "y": _NOTHING, "apply_clip": False, "scales": scales, **more})


def reference_line(scales: Scales, x: Any = _NOTHING, y: Any = _NOTHING) -> Lines:
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


def in_use_lines(scales: Scales) -> Lines:
    """Lines of thresholds in use: no curve, envelope or pin looks like them."""
    return lines(scales, line_style="dash_dotted", stroke_width=2.0, apply_clip=True)


def areas(scales: Scales, *, opacity: float) -> Lines:
    """Filled outlines without a stroke, cut off at the rim of the plot."""
    return lines(
        scales,
        fill="inside",
        close_path=True,
        stroke_width=0.0,
        colors=[NEUTRAL],
        opacities=[opacity],
        apply_clip=True,
    )


def words(scales: Scales, **more: Any) -> Words:
    """Words without text, centred at their places."""
    size = {"default_size": 0.86, "font_unit": "em"}
    given = {"text": np.empty(0, dtype=str), "align": "middle", **size, **more}
    return Words(x=_NOTHING, y=_NOTHING, scales=scales, **given)


def write(mark: Words, texts: list[str], x: Any, y: Any, colors: list[str] | None = None) -> None:
    """Put texts at their places."""
    assign(
        mark,
        x=np.asarray(x, dtype=np.float32),
        y=np.asarray(y, dtype=np.float32),
        text=np.array(texts, dtype=str),
        colors=colors or [INK],
    )


def drawn(values: NDArray[np.floating]) -> NDArray[np.float32]:
    """Numbers as exact as a screen needs them."""
    return values.astype(np.float32)


def closed(there: NDArray[np.floating], back: NDArray[np.floating]) -> NDArray[np.float32]:
    """The way along one line and back along another."""
    return drawn(np.concatenate([there, back[::-1]]))


def table(rows: list[Any]) -> Any:
    """Rows of equal length as one array; nothing at all for no rows."""
    return np.array(rows, dtype=np.float32) if rows else _NOTHING


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


class Ranks(list[M]):
    """The marks of each classifier in the user's order, as many as there are classifiers."""

    def __init__(self, scales: Scales, make: Callable[[Scales], M]) -> None:
        super().__init__()
        self._scales = scales
        self._make = make

    def fit(self, count: int, show: Callable[[], None]) -> None:
        """Make or drop marks until there are `count`; `show` puts them into the figure."""
        dropped = self[count:]
        made = range(len(self), count)
        del self[count:]
        self.extend(self._make(self._scales) for _ in made)
        if dropped or made:
            show()
        for marks in dropped:
            for mark in vars(marks).values():
                close_all(mark, spare=self._scales.values())
