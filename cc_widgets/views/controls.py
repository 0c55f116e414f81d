"""Python's face of what a person operates around the figures, written in TypeScript."""

from typing import Any, ClassVar

from ipywidgets import Widget, widget_serialization
from traitlets import Bool, Enum, Float, Instance, Int, List, Unicode

from cc_widgets.views.cursor import PanelWidget, sync


class Slider(PanelWidget):
    """One handle, or two when the value is a range."""

    heard: ClassVar[frozenset[str]] = frozenset({"low", "high"})

    _view_name = Unicode("SliderView").tag(**sync())
    _model_name = Unicode("SliderModel").tag(**sync())

    label = Unicode().tag(**sync())
    """What a screen reader calls it."""
    unit = Enum(["log_odds", "log10"], "log_odds").tag(**sync())
    """What a place stands for: log-odds of a share, or a power of ten."""
    least = Float(0.0).tag(**sync())
    most = Float(1.0).tag(**sync())
    step = Float(0.1).tag(**sync())
    low = Float(0.0).tag(**sync())
    """Where the handles stand; equal ends are one handle. The browser sends both at once."""
    high = Float(0.0).tag(**sync())


class ColorField(PanelWidget):
    """A field for a colour."""

    heard: ClassVar[frozenset[str]] = frozenset({"value"})

    _view_name = Unicode("ColorFieldView").tag(**sync())
    _model_name = Unicode("ColorFieldModel").tag(**sync())

    label = Unicode().tag(**sync())
    """What a screen reader calls it."""
    value = Unicode("#000000").tag(**sync())
    """`#rrggbb`."""


class Controls(PanelWidget):
    """Pages behind a button and a row of tabs, both of which answer without Python."""

    heard: ClassVar[frozenset[str]] = frozenset({"selected", "unfolded"})

    _view_name = Unicode("ControlsView").tag(**sync())
    _model_name = Unicode("ControlsModel").tag(**sync())

    titles = List(Unicode()).tag(**sync())
    pages: Any = List(Instance(Widget, allow_none=True)).tag(**sync(**widget_serialization))
    """One for each title; None until it is made."""
    selected = Int(0).tag(**sync())
    unfolded = Bool(default_value=False).tag(**sync())
