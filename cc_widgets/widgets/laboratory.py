"""The handles of the score laboratory, and the people whom they move."""

from typing import Any, ClassVar

from ipywidgets import widget_serialization
from traitlets import Bytes, Dict, Instance, List, Unicode

from cc_widgets.widgets.base import PanelWidget, sync
from cc_widgets.widgets.duality import Duality


class LaboratoryKnobs(PanelWidget):
    """A slider for each handle, and buttons.

    The page sends a message with `push`, the name of a button; or with `rest`, the name of the
    handle that has come to rest.
    """

    heard: ClassVar[frozenset[str]] = frozenset({"values"})

    _view_name = Unicode("LaboratoryKnobsView").tag(**sync())
    _model_name = Unicode("LaboratoryKnobsModel").tag(**sync())

    knobs = List(Dict()).tag(**sync())
    """Dicts of `name`, `words`, `help`, the `group` whose it is, how values are written, `form`,
    and the `stops` at which it may stand."""
    values: Any = Dict().tag(**sync())
    """Where each stands, by name; values that are no stops may be there as well."""
    pushes = List(Dict()).tag(**sync())
    """The buttons: `name`, `words`, `help`, and `isOn` for those that stay pressed."""
    said = Unicode().tag(**sync())
    """What is said below them."""


class LaboratoryScores(PanelWidget):
    """A strip for each classifier: how its scores are spread, and a dot for each example.

    The page sends a message with `hold`, the threshold that is to stay or None, and the position of
    its `strip`.
    """

    _view_name = Unicode("LaboratoryScoresView").tag(**sync())
    _model_name = Unicode("LaboratoryScoresModel").tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    strips = List(Dict()).tag(**sync())
    """Dicts of `owner`, `name`, the `line` from log-odds of scores to places, `ticks`, and how
    dense `negatives` and `positives` are at places that are evenly spaced."""
    people: Any = Dict({"counts": [0, 0], "dots": [0, 0], "prevalence": 0.5}).tag(**sync())
    """How many negatives and positives there are, how many of each are drawn, and the share of
    positives in the population."""
    dots = Bytes().tag(**sync())
    """Of each strip the places of negatives, their heights, those of positives, theirs."""
