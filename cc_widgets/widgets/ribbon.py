"""Bar with the cheapest classifier."""

from bqplot import Scale
from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Ribbon(PanelWidget):
    """Bar along pc that shows the cheapest classifier."""

    _view_name = Unicode("RibbonView").tag(**sync())
    _model_name = Unicode("RibbonModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    scale = Instance(Scale).tag(**sync(**widget_serialization))
    """x scale of the figure above."""
