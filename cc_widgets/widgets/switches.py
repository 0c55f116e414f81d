"""Switches of what the figures show, and the menu that saves it."""

from ipywidgets import widget_serialization
from traitlets import Dict, Instance, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Switches(PanelWidget):
    """Buttons for kinds of stroke, menus of what is shown, of the axis and for saving, and a card.

    A message with `reset` asks to let all look as at first. What is to be saved is asked for by a
    message with `save`, its kind, and the number of the `request`. The answer has that number, and
    an `error`, or the `name` of the file, its `type`, and what is in it as a buffer.
    """

    _view_name = Unicode("SwitchesView").tag(**sync())
    _model_name = Unicode("SwitchesModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    offers = List(Dict()).tag(**sync())
    """What can be saved: `kind` and `words` of each."""
