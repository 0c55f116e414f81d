"""Data tables."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class DataTable(PanelWidget):
    """Vertices of the convex hull and drawn thresholds as tables."""

    _view_name = Unicode("DataTableView").tag(**sync())
    _model_name = Unicode("DataTableModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
