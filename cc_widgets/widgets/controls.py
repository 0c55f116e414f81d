"""The folds that hold what a person operates."""

from typing import Any, ClassVar

from ipywidgets import Widget, widget_serialization
from traitlets import Bool, Instance, Int, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Controls(PanelWidget):
    """Pages behind a row of tabs, which answers without Python."""

    heard: ClassVar[frozenset[str]] = frozenset({"selected", "unfolded"})

    _view_name = Unicode("ControlsView").tag(**sync())
    _model_name = Unicode("ControlsModel").tag(**sync())

    titles = List(Unicode()).tag(**sync())
    pages: Any = List(Instance(Widget, allow_none=True)).tag(**sync(**widget_serialization))
    """One for each title; None until it is made."""
    selected = Int(0).tag(**sync())
    unfolded = Bool(default_value=False).tag(**sync())
    duality = Instance(Duality, allow_none=True).tag(**sync(**widget_serialization))
    """Where a key in a figure asks for the tables."""
    tables = Int(-1).tag(**sync())
    """Place of the page with the tables."""
