"""Python's face of the widgets written in TypeScript."""

from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
from bqplot import Scale
from bqplot.interacts import Interaction
from ipywidgets import DOMWidget, Widget, widget_serialization
from numpy.typing import NDArray
from traitlets import Dict, Enum, Float, Instance, List, Tuple, Unicode

MODULE_NAME = "cc_widgets"
MODULE_VERSION = f"^{version('cc-widgets')}"


def _sync(**more: Any) -> dict[str, Any]:
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


@dataclass(frozen=True, eq=False, slots=True)
class Corners:
    """Corners of the joint hull, from (0, 0) to (1, 1)."""

    fpr: NDArray[np.float64]
    tpr: NDArray[np.float64]


class Duality(Widget):
    """What both figures share: the arrays, and what lies under the cursor."""

    _model_name = Unicode("DualityModel").tag(**_sync())
    _model_module = Unicode(MODULE_NAME).tag(**_sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**_sync())

    points = Instance(Points).tag(**_sync(to_json=_pack))
    hull = Instance(Corners).tag(**_sync(to_json=_pack))
    names = List(Unicode()).tag(**_sync())
    classes = Tuple(Unicode(), Unicode(), default_value=("negatives", "positives")).tag(**_sync())
    snap = Float(12.0).tag(**_sync())
    """Distance in pixels within which the cursor takes hold of a point or a line."""

    hover: Any = Dict(default_value=None, allow_none=True).tag(**_sync())
    """What is lit: `{"kind": "point" | "edge", "index": i}`,
    `{"kind": "free", "space": "roc" | "cost", "x": x, "y": y}` or None.

    The browser's own hovering stays in the browser.
    """

    def light(self, hover: dict[str, Any] | None) -> None:
        """Light this in the browser, also when it was lit before and the cursor moved on."""
        self.hover = hover
        self.send_state("hover")


class DualityCursor(Interaction):
    """The cursor of one figure, to be put into `Figure.interaction`."""

    _view_name = Unicode("DualityCursorView").tag(**_sync())
    _model_name = Unicode("DualityCursorModel").tag(**_sync())
    _view_module = Unicode(MODULE_NAME).tag(**_sync())
    _model_module = Unicode(MODULE_NAME).tag(**_sync())
    _view_module_version = Unicode(MODULE_VERSION).tag(**_sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**_sync())

    duality = Instance(Duality).tag(**_sync(**widget_serialization))
    x_scale = Instance(Scale).tag(**_sync(**widget_serialization))
    y_scale = Instance(Scale).tag(**_sync(**widget_serialization))
    space = Enum(["roc", "cost"]).tag(**_sync())
    description = Unicode().tag(**_sync())
    """What a screen reader calls the figure."""


class _Panel(DOMWidget):
    """A widget of ours that is laid out like any other."""

    _view_module = Unicode(MODULE_NAME).tag(**_sync())
    _model_module = Unicode(MODULE_NAME).tag(**_sync())
    _view_module_version = Unicode(MODULE_VERSION).tag(**_sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**_sync())


class Readout(_Panel):
    """A sentence about what is lit."""

    _view_name = Unicode("ReadoutView").tag(**_sync())
    _model_name = Unicode("ReadoutModel").tag(**_sync())

    duality = Instance(Duality).tag(**_sync(**widget_serialization))
    idle = Unicode().tag(**_sync())
    """Shown while nothing is lit."""


class Legend(_Panel):
    """One chip per classifier."""

    _view_name = Unicode("LegendView").tag(**_sync())
    _model_name = Unicode("LegendModel").tag(**_sync())

    entries = List(Dict()).tag(**_sync())
    """Dicts of `name`, `color`, `dash` and `marker`."""
