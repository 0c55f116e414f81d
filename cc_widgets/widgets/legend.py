"""Legend of the classifiers."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Legend(PanelWidget):
    """Legend with one chip per classifier."""

    _view_name = Unicode("LegendView").tag(**sync())
    _model_name = Unicode("LegendModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
