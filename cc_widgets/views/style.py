"""Components of the interactive figures: marks, text, axes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any

import numpy as np
from bqplot import Axis, Figure, Label, LinearScale, Lines, Scatter
from ipywidgets import Widget
from numpy.typing import NDArray
from traitlets import Int, List, Unicode

from cc_widgets.model.conditions import ticks_of, title_of
from cc_widgets.model.drawing import (
    MAX_THICK_LINES,
    NEUTRAL,
    Look,
    PcScale,
    ends_of,
    scale_of,
    words_of,
)
from cc_widgets.model.state import CostCurveModel
from cc_widgets.widgets.cursor import DualityCursor
from cc_widgets.widgets.duality import Duality

# ---- Colours of the page


INK = "var(--cc-ink, #212121)"
"""Text colour."""

PAPER = "var(--cc-paper, #ffffff)"
"""Background colour."""

_INK_PERCENT = 45


def css_text_color(color: str) -> str:
    """Return a darker shade of a line colour, for text."""
    return f"color-mix(in srgb, {color} {100 - _INK_PERCENT}%, {INK})"


# ---- Components of figures


Scales = dict[str, LinearScale]
Drawn = NDArray[np.float32]
Row = tuple[NDArray[np.floating], NDArray[np.floating]]

# Left + right equals top + bottom, so that a square figure has a square plot area. The page scales
# these margins, which are for a font size of 14 px.
_MARGIN = {"left": 61.6, "right": 14.0, "top": 26.6, "bottom": 49.0}
_NOTHING = np.empty(0, dtype=np.float32)


class TextMark(Label):
    """Text in a figure; colours can be any CSS colours."""

    colors = List(Unicode(), default_value=[INK]).tag(sync=True)


class ClassifierLines(Lines):
    """Lines of classifiers, which the page filters by its switches and hidden classifiers.

    Convex hull and dots depend on the visible classifiers and are computed by the page.
    """

    kind = Unicode().tag(sync=True)
    """Kind of rows: curves, lines, envelopes, bands, expected, spread, folds, truth, hull or
    dots; empty for marks that are always visible."""
    owners = List(Int()).tag(sync=True)
    """Position of the classifier of each row; for hull and dots, of all possible rows."""


def unit_scale(top: float = 1.0) -> LinearScale:
    """Return a scale from 0 to `top` without padding."""
    return LinearScale(min=0.0, max=top, allow_padding=False)


class LazyWidget:
    """Widget created on first use, so that one message contains its complete state."""

    def __init__(self, factory: Callable[..., Widget], **traits: Any) -> None:
        self._make = factory
        self._initial = traits
        self._made: Widget | None = None

    @property
    def is_created(self) -> bool:
        """Whether the widget has been created."""
        return self._made is not None

    @property
    def is_needed(self) -> bool:
        """Whether the widget has been created or has data to display."""
        return self.is_created or bool(np.size(self._initial["x"]) or self._initial.get("owners"))

    @property
    def widget(self) -> Any:
        """The widget, created on first access."""
        if self._made is None:
            self._made = self._make(**self._initial)
        return self._made

    def update(self, **traits: Any) -> None:
        """Set these traits."""
        if self._made is None:
            self._initial |= traits
        else:
            assign(self._made, **traits)


def cursor(duality: Duality, scales: Scales, *, space: str, description: str) -> LazyWidget:
    """Return the cursor of a figure, linked through `duality`."""
    return LazyWidget(
        DualityCursor,
        duality=duality,
        x_scale=scales["x"],
        y_scale=scales["y"],
        space=space,
        description=description,
    )


def figure(
    title: str,
    axes: tuple[LazyWidget, LazyWidget],
    scales: Scales,
    interaction: LazyWidget,
    marks: Iterable[LazyWidget],
) -> Figure:
    """Return a square figure with its nonempty marks and a cursor."""
    return square_figure(title, axes, scales, nonempty_marks(marks), interaction=interaction.widget)


def square_figure(
    title: str,
    axes: tuple[LazyWidget, LazyWidget],
    scales: Scales,
    marks: Iterable[Widget],
    **more: Any,
) -> Figure:
    """Return a square figure without a cursor."""
    return Figure(
        title=title,
        axes=[axis.widget for axis in axes],
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


def nonempty_marks(marks: Iterable[LazyWidget]) -> list[Widget]:
    """Return the marks that display something or have done so."""
    return [mark.widget for mark in marks if mark.is_needed]


def axis(scale: LinearScale, label: str = "", *, vertical: bool = False) -> LazyWidget:
    """Return an axis with a light grid."""
    return LazyWidget(
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


def lines(scales: Scales, **more: Any) -> LazyWidget:
    """Return lines that are not clipped at the border of the plot."""
    traits = {"x": _NOTHING, "y": _NOTHING, "apply_clip": False, **more}
    return LazyWidget(ClassifierLines if "kind" in more else Lines, **traits, scales=scales)


def reference_line(scales: Scales, x: Any = _NOTHING, y: Any = _NOTHING) -> LazyWidget:
    """Return a dotted line that belongs to no classifier."""
    return lines(
        scales,
        x=x,
        y=y,
        colors=[NEUTRAL],
        line_style="dotted",
        stroke_width=1.5,
        apply_clip=True,
    )


def in_use_lines(scales: Scales) -> LazyWidget:
    """Return dash-dotted lines, reserved for thresholds in use."""
    return lines(scales, line_style="dash_dotted", stroke_width=2.0, apply_clip=True)


def markers(scales: Scales, **more: Any) -> LazyWidget:
    """Return a scatter mark for points other than thresholds of classifiers."""
    nothing = padded_rows([])
    traits = {"x": nothing, "y": nothing, "stroke": NEUTRAL, "stroke_width": 1.0, **more}
    return LazyWidget(Scatter, **traits, scales=scales, apply_clip=False)


def fold_lines(scales: Scales) -> LazyWidget:
    """Return lines of single folds, displayed while their classifier is highlighted."""
    quiet = {"stroke_width": 1.0, "opacities": [0.55], "visible": False}
    return lines(scales, kind="folds", **quiet, apply_clip=True)


def update_fold_lines(
    mark: LazyWidget, ways: Sequence[Sequence[Row]], styles: Sequence[Look]
) -> None:
    """Set the folds of classifier i, which has style i, as rows of one mark."""
    rows = [(owner, row) for owner, several in enumerate(ways) for row in several]
    mark.update(
        x=padded_rows([x for _, (x, _) in rows]),
        y=padded_rows([y for _, (_, y) in rows]),
        colors=[styles[owner].color for owner, _ in rows] or [NEUTRAL],
        owners=[owner for owner, _ in rows],
    )


class ExpectedCurves:
    """Curves expected on new data: thin dashed lines, and a thicker one for the best choice."""

    def __init__(self, scales: Scales) -> None:
        look = {"kind": "expected", "line_style": "dashed", "apply_clip": True}
        self.each = lines(scales, stroke_width=1.5, **look)
        self.best = lines(scales, stroke_width=2.5, **look)

    def update(self, ways: Mapping[int, Row], styles: Sequence[Look]) -> None:
        """Set the curves by position of their classifier, negative for the best choice."""
        own = [place for place in ways if place >= 0]
        self.each.update(
            x=padded_rows([ways[place][0] for place in own]),
            y=padded_rows([ways[place][1] for place in own]),
            colors=[styles[place].color for place in own] or [NEUTRAL],
            opacities=[0.9 if len(own) <= MAX_THICK_LINES else 0.45],
            owners=own,
        )
        joint = [place for place in ways if place < 0]
        self.best.update(
            x=padded_rows([ways[place][0] for place in joint]),
            y=padded_rows([ways[place][1] for place in joint]),
            colors=[INK],
            owners=joint,
        )


@dataclass(frozen=True, eq=False)
class PopulationCurves:
    """Known curves of a population, drawn behind the curves of a sample.

    Attributes
    ----------
    true : sequence of (x, y)
        True curve of each classifier.
    earlier : sequence of (int, (x, y))
        Curves of earlier samples, each with the position of its classifier.
    """

    true: Sequence[Row] = ()
    earlier: Sequence[tuple[int, Row]] = ()


class PopulationMarks:
    """True curves as wide pale lines, and curves of earlier samples as thin lines."""

    def __init__(self, scales: Scales) -> None:
        road = {"stroke_width": 9.0, "opacities": [0.35]}
        self.true = lines(scales, kind="truth", **road, apply_clip=True)
        thin = {"stroke_width": 1.0, "opacities": [0.5]}
        self.earlier = lines(scales, kind="truth", **thin, apply_clip=True)

    def update(
        self, truth: PopulationCurves, styles: Sequence[Look], trace: Callable[[Row], Row]
    ) -> None:
        """Set the curves, converted by `trace`, in the colours of their classifiers."""
        curves = list(enumerate(truth.true)), truth.earlier
        for mark, rows in zip((self.true, self.earlier), curves, strict=True):
            ways = [trace(row) for _, row in rows]
            mark.update(
                x=padded_rows([x for x, _ in ways]),
                y=padded_rows([y for _, y in ways]),
                colors=[styles[owner].color for owner, _ in rows] or [NEUTRAL],
                owners=[owner for owner, _ in rows],
            )


def areas(scales: Scales, *, opacity: float, **more: Any) -> LazyWidget:
    """Return filled outlines without a stroke, clipped at the border of the plot."""
    traits = {"fill": "inside", "close_path": True, "stroke_width": 0.0, "colors": [NEUTRAL]}
    return lines(scales, **{**traits, "opacities": [opacity], "apply_clip": True, **more})


def text_mark(scales: Scales, **more: Any) -> LazyWidget:
    """Return an empty text mark, centred at its points."""
    size = {"default_size": 0.86, "font_unit": "em"}
    traits = {"text": np.empty(0, dtype=str), "align": "middle", **size, **more}
    return LazyWidget(TextMark, x=_NOTHING, y=_NOTHING, scales=scales, **traits)


def set_texts(
    mark: LazyWidget, texts: list[str], x: Any, y: Any, colors: list[str] | None = None, **more: Any
) -> None:
    """Set the texts of a mark and their positions."""
    mark.update(
        x=np.asarray(x, dtype=np.float32),
        y=np.asarray(y, dtype=np.float32),
        text=np.array(texts, dtype=str),
        colors=colors or [INK],
        **more,
    )


def as_float32(values: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return numbers in single precision, which is enough for a screen."""
    return values.astype(np.float32)


def closed_outline(forth: NDArray[np.floating], back: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return the coordinates along one line and back along another."""
    return as_float32(np.concatenate([forth, back[::-1]]))


def padded_rows(rows: Sequence[Any]) -> Any:
    """Return rows as one array, padded with their last values.

    No rows give an empty array, and one row a one-dimensional array, as bqplot stores them.
    """
    if not rows:
        return _NOTHING
    sizes = np.array([len(row) for row in rows])
    # bqplot would interpret rows of length one as a single row.
    at = np.minimum(np.arange(max(2, sizes.max())), sizes[:, None] - 1)
    return as_float32(np.concatenate(rows)[at + (sizes.cumsum() - sizes)[:, None]].squeeze())


class DashedLines:
    """Lines of any number of classifiers in one mark per dash pattern, as bqplot requires."""

    def __init__(self, make: Callable[[str], LazyWidget], kinds: Sequence[str]) -> None:
        self.marks = [make(kind) for kind in kinds]

    def update(self, rows: Sequence[Row], colors: Sequence[str], **traits: Any) -> None:
        """Draw row i, of x and y, in colour i."""
        for kind, mark in enumerate(self.marks):
            positions = range(len(rows))[kind :: len(self.marks)]
            mark.update(
                x=padded_rows([rows[position][0] for position in positions]),
                y=padded_rows([rows[position][1] for position in positions]),
                colors=[colors[position] for position in positions] or [NEUTRAL],
                owners=list(positions),
                **traits,
            )


def assign(widget: Widget, **traits: Any) -> None:
    """Set several traits of a widget in one message with only the changed ones."""
    with widget.hold_sync():
        for name, value in traits.items():
            if not values_equal(getattr(widget, name, None), value):
                setattr(widget, name, value)


def values_equal(old: Any, new: Any) -> bool:
    """Return whether two values are equal; arrays and dataclasses are compared exactly."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(new, np.ndarray):
        is_same_type = old.dtype == new.dtype and old.shape == new.shape
        return bool(is_same_type and old.tobytes() == new.tobytes())
    if is_dataclass(new) and not isinstance(new, type):
        return all(
            values_equal(getattr(old, name), getattr(new, name))
            for name in new.__dataclass_fields__
        )
    return bool(old == new)


def close_all(root: Widget, spare: Iterable[Widget] = ()) -> None:
    """Close a widget and every widget that its traits contain, unless excluded."""
    for widget in iter_widgets(root, spare):
        widget.close()


def iter_widgets(root: Widget, spare: Iterable[Widget] = ()) -> Iterator[Widget]:
    """Yield a widget and every widget that its traits contain, unless excluded."""
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


class ChangeTracker:
    """Sources of each part of a figure, to redraw it only after a change."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[object, ...]] = {}

    def has_changed(self, part: str, *sources: object) -> bool:
        """Return whether the sources of a part have changed, and store them."""
        changed = self._last.get(part) != sources
        self._last[part] = sources
        return changed


# ---- The pc axis


class PcAxis(PcScale):
    """Horizontal axis over pc with its scale."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = unit_scale()
        self.axis = axis(self.scale)
        self._tracker = ChangeTracker()

    @property
    def ends(self) -> tuple[float, float]:
        """Positions of the visible ends of the axis, zoomed or not."""
        return float(self.scale.min), float(self.scale.max)

    def draw(self, model: CostCurveModel, cursor: LazyWidget) -> None:
        """Update the axis; zooming is kept until the unit changes.

        bqplot updates ticks after each message, partly with a delay and then with the previous
        labels. Therefore labels are sent first and separately, and tick values last.
        """
        unit = scale_of(model)
        has_new_unit = self._tracker.has_changed("unit", unit)
        sources = (model.view.axis, model.conditions, words_of(model))
        has_new_ticks = self._tracker.has_changed("ticks", *sources)
        self.unit = unit
        ticks = ticks_of(model)
        x = [_short_number(value) for value in self.place([pc for pc, _ in ticks])]
        labels = dict(zip(map(_as_browsers_write, x), [word for _, word in ticks], strict=True))
        if has_new_ticks and self.axis.is_created:
            self.axis.update(tick_labels=labels or None)
        if has_new_unit:
            cursor.update(x_map=unit)
            low, high = ends_of(unit)
            assign(self.scale, min=low, max=high)
        if has_new_ticks:
            places = np.array(x, dtype=np.float64) if ticks else None
            self.axis.update(tick_labels=labels or None, label=title_of(model), tick_values=places)

    def path(self, fpr: NDArray[np.float64], fnr: NDArray[np.float64]) -> tuple[Drawn, Drawn]:
        """Return many cost lines as one polyline with gaps."""
        x, y = map(as_float32, self.lines(fpr, fnr))
        with_gaps = np.pad(y, ((0, 0), (0, 1)), constant_values=np.nan)
        return np.tile(np.append(x, x[-1:]), len(y))[:-1], with_gaps.ravel()[:-1]


def _short_number(value: float) -> float:
    """Round a number so that Python and JavaScript format it equally."""
    return round(float(value), 6) + 0.0


def _as_browsers_write(value: float) -> str:
    """Return a number in the format of keys of JavaScript objects."""
    return f"{value:.6f}".rstrip("0").rstrip(".")
