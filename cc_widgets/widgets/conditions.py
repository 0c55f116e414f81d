"""The three numbers of the conditions, in one row."""

from typing import Any, ClassVar

from ipywidgets import widget_serialization
from traitlets import Dict, Float, Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.controls import Controls
from cc_widgets.widgets.duality import Duality


class ConditionsRow(PanelWidget):
    """The share of positives and the costs of both errors: a field and a slider each.

    Sliders act in the browser alone, by the knob `conditions` of the duality. What is typed comes
    as an `entry`, and gets an `answer`.
    """

    heard: ClassVar[frozenset[str]] = frozenset({"entry"})

    _view_name = Unicode("ConditionsRowView").tag(**sync())
    _model_name = Unicode("ConditionsRowModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    more = Instance(Controls).tag(**sync(**widget_serialization))
    """What a button of the row unfolds."""
    in_data: Any = Float(default_value=None, allow_none=True).tag(**sync())
    """Share of positives in the data; None if nobody has counted."""
    entry: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """What a person has typed: `{"count": 3, "name": "prior", "text": "5 %"}`."""
    answer: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """What came of it: `{"count": 3, "error": ""}`."""
