"""Controls and score plots of the laboratory."""

from typing import Any, ClassVar

from ipywidgets import widget_serialization
from traitlets import Bytes, Dict, Instance, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class LaboratoryKnobs(PanelWidget):
    """A slider for each parameter, and buttons.

    The page sends a message with `push`, the name of a button; or with `rest`, the name of a slider
    that was released.
    """

    page_traits: ClassVar[frozenset[str]] = frozenset({"values"})

    _view_name = Unicode("LaboratoryKnobsView").tag(**sync())
    _model_name = Unicode("LaboratoryKnobsModel").tag(**sync())

    knobs = List(Dict()).tag(**sync())
    """Dicts of `name`, `words`, `help`, `group` (classifier), `form` (number format), and
    `stops` (possible values)."""
    values: Any = Dict().tag(**sync())
    """Current values by name, not necessarily among the stops."""
    pushes = List(Dict()).tag(**sync())
    """Buttons: `name`, `words`, `help`, and `isOn` for toggle buttons."""
    message = Unicode().tag(**sync())
    """Message below the buttons."""


class LaboratoryScores(PanelWidget):
    """Score distribution of each classifier, with a dot for each example.

    The page sends a message with `hold`, the threshold to mark or None, and the position of its
    `strip`.
    """

    _view_name = Unicode("LaboratoryScoresView").tag(**sync())
    _model_name = Unicode("LaboratoryScoresModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    strips = List(Dict()).tag(**sync())
    """Dicts of `owner`, `name`, the `line` that maps log-odds of scores to positions, `ticks`, and
    the densities of `negatives` and `positives` at equally spaced positions."""
    people: Any = Dict({"counts": [0, 0], "dots": [0, 0], "prevalence": 0.5}).tag(**sync())
    """Numbers of negatives and positives, numbers of drawn ones, and the prevalence in the
    population."""
    dots = Bytes().tag(**sync())
    """Positions and heights of negatives, then of positives, for each strip."""
