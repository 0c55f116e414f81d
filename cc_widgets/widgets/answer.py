"""The card that says what to do."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Answer(PanelWidget):
    """What to do under the conditions in force, what that achieves, and why."""

    _view_name = Unicode("AnswerView").tag(**sync())
    _model_name = Unicode("AnswerModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
