"""Whether Python is behind what is seen."""

from traitlets import Unicode

from cc_widgets.widgets.base import PanelWidget, sync


class Presence(PanelWidget):
    """A line with the remedy where there is no Python, empty where there is."""

    _view_name = Unicode("PresenceView").tag(**sync())
    _model_name = Unicode("PresenceModel").tag(**sync())

    needs = Unicode().tag(**sync())
    """What needs Python; all controls do if this is empty."""
