"""The line that says what is lit."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Detail(PanelWidget):
    """What the eye is on, or two pins compared; at first how to find out."""

    _view_name = Unicode("DetailView").tag(**sync())
    _model_name = Unicode("DetailModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
