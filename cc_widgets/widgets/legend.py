"""The chips that name the classifiers."""

from ipywidgets import widget_serialization
from traitlets import Dict, Instance, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Legend(PanelWidget):
    """One chip per classifier."""

    _view_name = Unicode("LegendView").tag(**sync())
    _model_name = Unicode("LegendModel").tag(**sync())

    entries = List(Dict()).tag(**sync())
    """Dicts of `name`, `color`, `dash` and `marker`, empty where no point has one."""
    duality = Instance(Duality, allow_none=True).tag(**sync(**widget_serialization))
    """Where a click on a chip hides or shows its classifier; without it chips only tell."""
