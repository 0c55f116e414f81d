"""Switches of what the figures show."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Switches(PanelWidget):
    """Buttons for kinds of stroke, a menu for the axis, and one that tells all gestures."""

    _view_name = Unicode("SwitchesView").tag(**sync())
    _model_name = Unicode("SwitchesModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
