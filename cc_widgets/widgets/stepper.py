"""Step-by-step animation."""

from typing import Any, ClassVar

from ipywidgets import Widget, widget_serialization
from traitlets import Bytes, Float, Instance, Int, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync


class Stepper(PanelWidget):
    """Back and Next buttons, a slider, and the text of each step; the page draws the steps."""

    page_traits: ClassVar[frozenset[str]] = frozenset({"step"})

    _view_name = Unicode("StepperView").tag(**sync())
    _model_name = Unicode("StepperModel").tag(**sync())

    step = Int(0).tag(**sync())
    words = List(Unicode()).tag(**sync())
    """Text of each step."""
    marks: Any = List(Instance(Widget)).tag(**sync(**widget_serialization))
    """Marks of the figures."""
    shapes = List(List(Int())).tag(**sync())
    """Mark and number of points of each shape."""
    places = Bytes().tag(**sync())
    """x, then y coordinates of each shape, as float32."""
    steps = List(List(Int())).tag(**sync())
    """Positions of the shapes visible in each step."""
    axes: Any = List(Instance(Widget)).tag(**sync(**widget_serialization))
    """x and y axis if they change between steps; otherwise empty."""
    labels = List(List(Unicode())).tag(**sync())
    """Axis labels of each step."""
    tops = List(Float()).tag(**sync())
    """Upper end of the y axis in each step."""
