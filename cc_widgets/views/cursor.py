"""Python's face of the widgets written in TypeScript."""

from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from typing import Any, ClassVar

import numpy as np
from bqplot import Scale
from bqplot.interacts import Interaction
from ipywidgets import DOMWidget, Widget, widget_serialization
from numpy.typing import NDArray
from traitlets import Bool, Dict, Enum, Float, Instance, Int, List, Tuple, Unicode

from cc_widgets.views.heard import Heard

MODULE_NAME = "cc_widgets"
MODULE_VERSION = f"^{version('cc-widgets')}"


def sync(**more: Any) -> dict[str, Any]:
    """Return the tags of a trait that the browser sees."""
    return {"sync": True, **more}


def _pack(arrays: Any, _widget: Widget) -> dict[str, Any]:
    """Return each array's bytes beside its type; ipywidgets sends the bytes as they are."""
    return {
        name: {"dtype": str(array.dtype), "data": np.ascontiguousarray(array).data}
        for name in arrays.__dataclass_fields__
        for array in [getattr(arrays, name)]
    }


@dataclass(frozen=True, eq=False, slots=True)
class Points:
    """Every drawn threshold of every classifier, one after the other.

    Attributes
    ----------
    fpr, tpr, threshold : ndarray of float64, shape (n_points,)
        Element i is one threshold and its rates.
    owner : ndarray of int32, shape (n_points,)
        Element i is the position of its classifier.
    """

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    threshold: NDArray[np.float64]
    owner: NDArray[np.int32]


_FLOATS: Any = partial(np.empty, 0, np.float64)
_INTEGERS: Any = partial(np.empty, 0, np.int32)


@dataclass(frozen=True, eq=False, slots=True)
class Corners:
    """Corners of the joint hull, from (0, 0) to (1, 1).

    Attributes
    ----------
    fpr, tpr, threshold : ndarray of float64, shape (n_corners,)
        Element i is one corner; its threshold is inf or -inf where it is a trivial rule.
    owner : ndarray of int32, shape (n_corners,)
        Element i is the position of its classifier, -1 for a trivial rule. Left empty, the
        browser finds threshold and owner among the points.
    point : ndarray of int32, shape (n_corners,)
        Element i is its position among the drawn points, -1 for a trivial rule.
    """

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]
    threshold: NDArray[np.float64] = field(default_factory=_FLOATS)
    owner: NDArray[np.int32] = field(default_factory=_INTEGERS)
    point: NDArray[np.int32] = field(default_factory=_INTEGERS)


@dataclass(frozen=True, eq=False, slots=True)
class Winners:
    """Who is cheapest where.

    Attributes
    ----------
    pc : ndarray of float64, shape (n_intervals,)
        Interval i runs from pc[i] to pc[i + 1], the last one to 1.
    owner : ndarray of int32, shape (n_intervals,)
        Position of the classifier; -1 is "call all negative", -2 "call all positive", -3 a tie.
    sure : ndarray of int32, shape (n_intervals,)
        1 significant, 0 not significant or unknown, -1 not tested.
    among : ndarray of int32, shape (n_visible,)
        Positions of the classifiers that took part.
    """

    pc: NDArray[np.float64] = field(default_factory=_FLOATS)
    owner: NDArray[np.int32] = field(default_factory=_INTEGERS)
    sure: NDArray[np.int32] = field(default_factory=_INTEGERS)
    among: NDArray[np.int32] = field(default_factory=_INTEGERS)


@dataclass(frozen=True, eq=False, slots=True)
class Bands:
    """Confidence bands of envelopes, one after the other.

    Attributes
    ----------
    pc, lower, upper, estimate : ndarray of float64, shape (n_values,)
        Element i is the band at one pc.
    owner : ndarray of int32, shape (n_bands,)
        Element k is the position of a classifier; -1 for the best of all visible ones.
    start : ndarray of int32, shape (n_bands + 1,)
        Its band stands in elements start[k] to start[k + 1].
    """

    pc: NDArray[np.float64] = field(default_factory=_FLOATS)
    lower: NDArray[np.float64] = field(default_factory=_FLOATS)
    upper: NDArray[np.float64] = field(default_factory=_FLOATS)
    estimate: NDArray[np.float64] = field(default_factory=_FLOATS)
    owner: NDArray[np.int32] = field(default_factory=_INTEGERS)
    start: NDArray[np.int32] = field(default_factory=_INTEGERS)


@dataclass(frozen=True, eq=False, slots=True)
class Difference:
    """By how much one classifier is dearer than another, with its band; may be empty."""

    pc: NDArray[np.float64] = field(default_factory=_FLOATS)
    estimate: NDArray[np.float64] = field(default_factory=_FLOATS)
    lower: NDArray[np.float64] = field(default_factory=_FLOATS)
    upper: NDArray[np.float64] = field(default_factory=_FLOATS)


class Duality(Heard):
    """What both figures share: the arrays, and what lies under the cursor."""

    heard: ClassVar[frozenset[str]] = frozenset({"pc", "pc_range", "criterion", "pins", "hidden"})

    _model_name = Unicode("DualityModel").tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())

    points = Instance(Points).tag(**sync(to_json=_pack))
    hull = Instance(Corners).tag(**sync(to_json=_pack))
    names = List(Unicode()).tag(**sync())
    classes = Tuple(Unicode(), Unicode(), default_value=("negatives", "positives")).tag(**sync())
    labels = List(Unicode()).tag(**sync())
    """The user's names of the drawn points; empty if there are none."""
    looks = List(Dict()).tag(**sync())
    """Dicts of `color`, `dash` and `marker`, one per classifier."""
    winners = Instance(Winners, ()).tag(**sync(to_json=_pack))
    bands = Instance(Bands, ()).tag(**sync(to_json=_pack))
    difference = Instance(Difference, ()).tag(**sync(to_json=_pack))
    snap = Float(12.0).tag(**sync())
    """Distance in pixels within which the cursor takes hold of a point or a line."""

    hover: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """What is lit: `{"kind": "point" | "edge", "index": i}`,
    `{"kind": "free", "space": "roc" | "cost", "x": x, "y": y}` or None.

    The browser's own hovering stays in the browser.
    """

    pc = Float(None, allow_none=True).tag(**sync())
    """The operating point. The browser saves it when a drag ends."""
    pc_range: Any = List(Float(), None, allow_none=True).tag(**sync())
    """`[low, high]`: the operating conditions that are thought possible."""
    criterion: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """What else to choose by: its `kind`, its limits, and its answer."""
    pins = List(Dict()).tag(**sync())
    """What was lit and shall stay: values of `hover`."""
    hidden = List(Int()).tag(**sync())
    """Positions of the classifiers that are not shown."""
    money: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Costs, prior and population, to speak of cost in the user's money."""
    compared: Any = List(Unicode(), None, allow_none=True).tag(**sync())
    """Names of the two of which `difference` is."""
    average = Bool(default_value=False).tag(**sync())
    """Whether the classifiers are evaluations of one, of which the mean counts."""
    level = Float(0.95).tag(**sync())
    """Confidence level of the bands."""
    stale = Bool(default_value=False).tag(**sync())
    """Whether bands and difference belong to older data or settings."""

    def light(self, hover: dict[str, Any] | None) -> None:
        """Light this in the browser, also when it was lit before and the cursor moved on."""
        self.hover = hover
        self.send_state("hover")


class DualityCursor(Heard, Interaction):
    """The cursor of one figure, to be put into `Figure.interaction`."""

    _view_name = Unicode("DualityCursorView").tag(**sync())
    _model_name = Unicode("DualityCursorModel").tag(**sync())
    _view_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _view_module_version = Unicode(MODULE_VERSION).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    x_scale = Instance(Scale).tag(**sync(**widget_serialization))
    y_scale = Instance(Scale).tag(**sync(**widget_serialization))
    space = Enum(["roc", "cost", "difference"]).tag(**sync())
    x_map = Enum(["pc", "logit"], "pc").tag(**sync())
    """The unit of the x scale: pc, or ln(pc / (1 - pc))."""
    description = Unicode().tag(**sync())
    """What a screen reader calls the figure."""


class PanelWidget(Heard, DOMWidget):
    """A widget of ours that is laid out like any other."""

    _view_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _view_module_version = Unicode(MODULE_VERSION).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())


class Readout(PanelWidget):
    """A sentence about what is lit."""

    _view_name = Unicode("ReadoutView").tag(**sync())
    _model_name = Unicode("ReadoutModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    idle = Unicode().tag(**sync())
    """Shown while nothing is lit."""


class Legend(PanelWidget):
    """One chip per classifier."""

    _view_name = Unicode("LegendView").tag(**sync())
    _model_name = Unicode("LegendModel").tag(**sync())

    entries = List(Dict()).tag(**sync())
    """Dicts of `name`, `color`, `dash` and `marker`."""
    duality = Instance(Duality, allow_none=True).tag(**sync(**widget_serialization))
    """Where a click on a chip hides or shows its classifier; without it chips only tell."""


class Ribbon(PanelWidget):
    """A bar along pc: who is cheapest where."""

    _view_name = Unicode("RibbonView").tag(**sync())
    _model_name = Unicode("RibbonModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))


class DataTable(PanelWidget):
    """Hull corners and drawn thresholds as tables, folded until asked for."""

    _view_name = Unicode("DataTableView").tag(**sync())
    _model_name = Unicode("DataTableModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
