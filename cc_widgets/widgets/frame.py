"""A box whose parts come and go by the model's switches."""

from typing import Any

from ipywidgets import Widget, widget_serialization
from traitlets import Bool, Instance, List, Tuple, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Frame(PanelWidget):
    """What stands in one row, or in one half of it; the page takes away what is switched off."""

    _view_name = Unicode("FrameView").tag(**sync())
    _model_name = Unicode("FrameModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    children: Any = Tuple().tag(trait=Instance(Widget), **sync(**widget_serialization))
    """The parts, also those that are not to be seen."""
    switches = List(List(Unicode())).tag(**sync())
    """Of each part the switches that must all be on for it to be seen."""
    across = Bool(False).tag(**sync())  # noqa: FBT003 (its value at first)
    """Whether parts stand beside each other."""

    def add(self, part: Widget, *switches: str) -> None:
        """Let one more part stand at the end."""
        with self.hold_sync():
            self.switches = [*self.switches, [*switches]]
            self.children = (*self.children, part)
