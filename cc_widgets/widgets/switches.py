"""Display switches and the export menu."""

from ipywidgets import widget_serialization
from traitlets import Dict, Instance, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Switches(PanelWidget):
    """Buttons for display settings, and menus for settings, axes, export and help.

    The page sends a message with `reset` to restore the initial view, or with `save` (the kind of
    file) and `request` (a number) to export. The reply contains the `request` and either an
    `error`, or the `name` and `type` of the file with its contents as a buffer.
    """

    _view_name = Unicode("SwitchesView").tag(**sync())
    _model_name = Unicode("SwitchesModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    offers = List(Dict()).tag(**sync())
    """Export formats: `kind` and `words` of each."""
