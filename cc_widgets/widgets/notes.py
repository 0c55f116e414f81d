"""The notes, listed below the figures."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Notes(PanelWidget):
    """Every note with its number, its text and its place; without notes it takes no room."""

    _view_name = Unicode("NotesView").tag(**sync())
    _model_name = Unicode("NotesModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    warning = Unicode().tag(**sync())
    """Why the file of the notes is not up to date."""
