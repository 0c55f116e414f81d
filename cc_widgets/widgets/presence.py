"""Indicator of a missing Python kernel."""

from traitlets import Unicode

from cc_widgets.widgets.base import PanelWidget, sync


class Presence(PanelWidget):
    """Message displayed if there is no Python kernel."""

    _view_name = Unicode("PresenceView").tag(**sync())
    _model_name = Unicode("PresenceModel").tag(**sync())

    needs = Unicode().tag(**sync())
    """Sentence about the controls that need Python; all do if empty."""
