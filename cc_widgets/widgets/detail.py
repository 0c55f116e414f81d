"""Details of the highlighted item."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Detail(PanelWidget):
    """Line that describes the highlighted item, or compares two pins."""

    _view_name = Unicode("DetailView").tag(**sync())
    _model_name = Unicode("DetailModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
