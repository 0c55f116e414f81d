"""Key of the line styles."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Key(PanelWidget):
    """Line that explains every visible line style."""

    _view_name = Unicode("KeyView").tag(**sync())
    _model_name = Unicode("KeyModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
