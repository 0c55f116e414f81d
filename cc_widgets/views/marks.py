"""Pieces that both figures are built from."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from bqplot import Axis, Figure, LinearScale, Lines
from ipywidgets import Widget

from cc_widgets.views.cursor import Duality, DualityCursor
from cc_widgets.views.style import NEUTRAL, Look, look

Scales = dict[str, LinearScale]
M = TypeVar("M")

# Left + right equals top + bottom, so that a square figure has a square plot area.
_MARGIN = {"left": 64, "right": 24, "top": 34, "bottom": 54}


def unit_scale(top: float = 1.0) -> LinearScale:
    """Return a scale from 0 to `top` without padding."""
    return LinearScale(min=0.0, max=top, allow_padding=False)


def figure(
    title: str, axes: tuple[Axis, Axis], duality: Duality, *, space: str, description: str
) -> Figure:
    """Return an empty square figure whose cursor is linked through `duality`."""
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
    """Return an axis with a quiet grid."""
    return Axis(
        scale=scale,
        label=label,
        side="left" if vertical else "bottom",
        num_ticks=6,
        tick_format=".3~g",
        label_offset="3.1em" if vertical else "2.6em",
        grid_lines="solid",
        tick_style={"transform": "translateX(-5px)" if vertical else "translateY(4px)"},
    )


def reference_line(scales: Scales, x: Any, y: Any) -> Lines:
    """Return a dotted line that belongs to no classifier."""
    return Lines(x=x, y=y, scales=scales, colors=[NEUTRAL], line_style="dotted", stroke_width=1.5)


def assign(widget: Widget, **traits: Any) -> None:
    """Change several traits of a widget in one message."""
    with widget.hold_sync():
        for name, value in traits.items():
            setattr(widget, name, value)


def close_all(root: Widget, spare: Iterable[Widget] = ()) -> None:
    """Close a widget and every widget that its traits hold, except those to spare."""
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
            item.close()


class Ranks(list[M]):
    """The marks of each classifier in the user's order, as many as there are classifiers."""

    def __init__(self, scales: Scales, make: Callable[[Scales, Look], M]) -> None:
        super().__init__()
        self._scales = scales
        self._make = make

    def fit(self, count: int, show: Callable[[], None]) -> None:
        """Make or drop marks until there are `count`; `show` puts them into the figure."""
        dropped = self[count:]
        made = range(len(self), count)
        del self[count:]
        self.extend(self._make(self._scales, look(position)) for position in made)
        if dropped or made:
            show()
        for marks in dropped:
            for mark in vars(marks).values():
                close_all(mark, spare=self._scales.values())
