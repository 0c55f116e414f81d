"""A slider for a number or a range."""

from typing import ClassVar

from traitlets import Enum, Float, Unicode

from cc_widgets.widgets.base import PanelWidget, sync


class Slider(PanelWidget):
    """One handle, or two when the value is a range."""

    heard: ClassVar[frozenset[str]] = frozenset({"low", "high"})

    _view_name = Unicode("SliderView").tag(**sync())
    _model_name = Unicode("SliderModel").tag(**sync())

    label = Unicode().tag(**sync())
    """What a screen reader calls it."""
    unit = Enum(["log_odds", "log10", "number"], "log_odds").tag(**sync())
    """What a place stands for: log-odds of a share, a power of ten, or a number."""
    least = Float(0.0).tag(**sync())
    most = Float(1.0).tag(**sync())
    step = Float(0.1).tag(**sync())
    low = Float(0.0).tag(**sync())
    """Where the handles stand; equal ends are one handle. The browser sends both at once."""
    high = Float(0.0).tag(**sync())
