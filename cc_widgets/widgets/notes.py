"""List of notes."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Notes(PanelWidget):
    """List of notes with number, text and place; hidden without notes."""

    _view_name = Unicode("NotesView").tag(**sync())
    _model_name = Unicode("NotesModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    warning = Unicode().tag(**sync())
    """Reason why the notes file could not be saved."""
