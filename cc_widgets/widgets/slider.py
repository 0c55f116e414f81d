"""Slider for a number or a range."""

from typing import ClassVar

from traitlets import Enum, Float, Unicode

from cc_widgets.widgets.base import PanelWidget, sync


class Slider(PanelWidget):
    """Slider with one handle, or two for a range."""

    page_traits: ClassVar[frozenset[str]] = frozenset({"low", "high"})

    _view_name = Unicode("SliderView").tag(**sync())
    _model_name = Unicode("SliderModel").tag(**sync())

    label = Unicode().tag(**sync())
    """Accessible name."""
    unit = Enum(["log_odds", "log10", "number"], "log_odds").tag(**sync())
    """Unit of positions: log-odds of a share, a power of ten, or a number."""
    least = Float(0.0).tag(**sync())
    most = Float(1.0).tag(**sync())
    step = Float(0.1).tag(**sync())
    low = Float(0.0).tag(**sync())
    """Position of the lower handle; equal to `high` for one handle. Both are sent together."""
    high = Float(0.0).tag(**sync())
