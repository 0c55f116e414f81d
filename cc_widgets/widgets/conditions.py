"""Row of operating conditions."""

from typing import Any, ClassVar

from ipywidgets import widget_serialization
from traitlets import Dict, Float, Instance, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.controls import Controls
from cc_widgets.widgets.duality import Duality


class ConditionsRow(PanelWidget):
    """Fields and sliders of the prevalence and the costs of both errors.

    Sliders act on the page, through the trait `conditions` of the duality. Typed text is sent as an
    `entry`, and Python replies with an `answer`.
    """

    page_traits: ClassVar[frozenset[str]] = frozenset({"entry"})

    _view_name = Unicode("ConditionsRowView").tag(**sync())
    _model_name = Unicode("ConditionsRowModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    more = Instance(Controls).tag(**sync(**widget_serialization))
    """Panel expanded by a button of the row."""
    in_data: Any = Float(default_value=None, allow_none=True).tag(**sync())
    """Share of positives in the dataset; None if unknown."""
    entry: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Typed text: `{"count": 3, "name": "prior", "text": "5 %"}`."""
    answer: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Reply to the entry of this count: `{"count": 3, "error": ""}`."""
