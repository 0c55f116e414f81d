"""Card with the recommendation."""

from ipywidgets import widget_serialization
from traitlets import Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class Answer(PanelWidget):
    """Recommendation under the current conditions, its consequences and its reasons."""

    _view_name = Unicode("AnswerView").tag(**sync())
    _model_name = Unicode("AnswerModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
