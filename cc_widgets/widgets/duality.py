"""What both figures share."""

from typing import TYPE_CHECKING, Any, ClassVar

from traitlets import Bool, Dict, Float, Int, List, TraitType, Tuple, Unicode

from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import having
from cc_widgets.widgets.base import MODULE_NAME, MODULE_VERSION, Heard, sync
from cc_widgets.widgets.wire import GROUPS, sent


def _knobs() -> dict[str, TraitType[Any, Any]]:
    """The model's traits that go to the page under their own names, as which they go there."""
    declared = CostCurveModel.class_traits()
    known = {name: one.metadata.get("sent") for name, one in declared.items()}
    return {name: trait.tag(**sync()) for name, trait in known.items() if trait is not None}


class Duality(Heard):
    """What both figures share: the arrays, the model's knobs, and what lies under the cursor.

    The knobs, such as `pc`, are declared once, in the model; the browser saves `pc` and
    `pc_range` when a drag ends. Two of them go over otherwise than they are: `hidden` as
    positions of the classifiers, and `criterion` with its answer.
    """

    heard: ClassVar[frozenset[str]] = frozenset(
        {*having(CostCurveModel, page="sets"), "presenting"}
    )

    vars().update(_knobs())

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # the knobs and the groups

    _model_name = Unicode("DualityModel").tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())

    vars().update({name: sent(group) for name, group in GROUPS.items()})

    names = List(Unicode()).tag(**sync())
    classes = Tuple(Unicode(), Unicode(), default_value=("negatives", "positives")).tag(**sync())
    labels = List(Unicode()).tag(**sync())
    """The user's names of the drawn points; empty if there are none."""
    group_names = List(Unicode()).tag(**sync())
    """Names of all groups of examples."""
    looks = List(Dict()).tag(**sync())
    """Dicts of `color`, `dash` and `marker`, one per classifier."""
    snap = Float(12.0).tag(**sync())
    """Distance in pixels within which the cursor takes hold of a point or a line."""

    hover: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """What is lit: `{"kind": "point" | "edge", "index": i}`,
    `{"kind": "free", "space": "roc" | "cost", "x": x, "y": y}` or None.

    The browser's own hovering stays in the browser.
    """

    money: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Costs, prior and population, to speak of cost in the user's money."""

    one: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """The one choice for the model's range, of all thresholds; until it is told the page finds
    one among those that are drawn."""

    again: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """What resamples choose, in `words`, at the `pc` for which they were asked."""

    background = List(Unicode()).tag(**sync())
    """Reasons behind the answer that do not move with the operating point."""
    reversed = List(Int()).tag(**sync())
    """Positions of the classifiers whose scores seem to be the wrong way round."""
    folded = List(Int()).tag(**sync())
    """Positions of the classifiers that are averages of folds."""
    joined = List(Int()).tag(**sync())
    """Positions of the classifiers that were given as curves, and not as points."""

    fit: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Where axes end that fit: the top of the cost axis, and the side of ROC space's corner."""

    box: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """The limits of both rates of what is recommended: `at` those rates, `fpr` and `tpr`."""

    presenting = Bool(False).tag(**sync())  # noqa: FBT003 (its value at first)
    """Whether the explorer fills the window, for a class: large, and one thing lit at a time."""

    def light(self, hover: dict[str, Any] | None) -> None:
        """Light this in the browser, also when it was lit before and the cursor moved on."""
        self.hover = hover
        self.send_state("hover")
