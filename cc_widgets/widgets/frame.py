"""Box with parts that can be switched off."""

from typing import Any

from ipywidgets import Widget, widget_serialization
from traitlets import Bool, Instance, List, Tuple, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Frame(PanelWidget):
    """Row or column of widgets; the page removes parts that are switched off."""

    _view_name = Unicode("FrameView").tag(**sync())
    _model_name = Unicode("FrameModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    children: Any = Tuple().tag(trait=Instance(Widget), **sync(**widget_serialization))
    """All parts, including those switched off."""
    switches = List(List(Unicode())).tag(**sync())
    """Switches of each part, all of which must be on to display it."""
    across = Bool(False).tag(**sync())  # noqa: FBT003 (default value)
    """Whether parts are in one row."""

    def add(self, part: Widget, *switches: str) -> None:
        """Append a part."""
        with self.hold_sync():
            self.switches = [*self.switches, [*switches]]
            self.children = (*self.children, part)
