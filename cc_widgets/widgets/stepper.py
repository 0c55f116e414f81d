"""A sequence of pictures, through which a page goes by itself."""

from typing import Any, ClassVar

from ipywidgets import Widget, widget_serialization
from traitlets import Bytes, Float, Instance, Int, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync


class Stepper(PanelWidget):
    """Back, a slider and Next, with the words of each step; the page draws them without Python."""

    heard: ClassVar[frozenset[str]] = frozenset({"step"})

    _view_name = Unicode("StepperView").tag(**sync())
    _model_name = Unicode("StepperModel").tag(**sync())

    step = Int(0).tag(**sync())
    words = List(Unicode()).tag(**sync())
    """Of each step."""
    marks: Any = List(Instance(Widget)).tag(**sync(**widget_serialization))
    """Lines and dots of the figures."""
    shapes = List(List(Int())).tag(**sync())
    """Of each shape its mark, and how many places it has."""
    places = Bytes().tag(**sync())
    """Of each shape in turn, in single precision, how far across its places are, and how high."""
    steps = List(List(Int())).tag(**sync())
    """The shapes that are seen in each step."""
    axes: Any = List(Instance(Widget)).tag(**sync(**widget_serialization))
    """Across and upwards, where they change from step to step; else none."""
    labels = List(List(Unicode())).tag(**sync())
    """Of each step what these axes say."""
    tops = List(Float()).tag(**sync())
    """Of each step the end of the axis upwards."""
