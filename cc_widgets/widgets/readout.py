"""The sentence under the figures."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Readout(PanelWidget):
    """A sentence about what is lit."""

    _view_name = Unicode("ReadoutView").tag(**sync())
    _model_name = Unicode("ReadoutModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    idle = Unicode().tag(**sync())
    """Shown while nothing is lit."""
