"""The folds that hold what a person operates."""

from typing import Any, ClassVar

from ipywidgets import Widget, widget_serialization
from traitlets import Bool, Instance, Int, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync


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
