"""Tabs with panels."""

from typing import Any, ClassVar

from ipywidgets import Widget, widget_serialization
from traitlets import Bool, Instance, Int, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Controls(PanelWidget):
    """Pages behind a row of tabs, which can be expanded without Python."""

    page_traits: ClassVar[frozenset[str]] = frozenset({"selected", "unfolded"})

    _view_name = Unicode("ControlsView").tag(**sync())
    _model_name = Unicode("ControlsModel").tag(**sync())

    titles = List(Unicode()).tag(**sync())
    pages: Any = List(Instance(Widget, allow_none=True)).tag(**sync(**widget_serialization))
    """Contents of each tab; None until it is created."""
    selected = Int(0).tag(**sync())
    unfolded = Bool(default_value=False).tag(**sync())
    duality = Instance(Duality, allow_none=True).tag(**sync(**widget_serialization))
    """State through which a key press in a figure opens the tables."""
    tables = Int(-1).tag(**sync())
    """Position of the tab with the tables; -1 without one."""
