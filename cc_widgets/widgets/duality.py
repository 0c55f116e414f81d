"""State shared by Python and the page."""

from typing import TYPE_CHECKING, Any, ClassVar

from traitlets import Bool, Dict, Float, Int, List, TraitType, Tuple, Unicode

from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import trait_names_with
from cc_widgets.model.view import sent_settings, settings_from_page
from cc_widgets.widgets.base import MODULE_NAME, MODULE_VERSION, GuardedWidget, sync
from cc_widgets.widgets.wire import GROUPS, group_trait


def _model_traits() -> dict[str, TraitType[Any, Any]]:
    """Return copies of the model traits that are sent under their own names."""
    declared = CostCurveModel.class_traits()
    traits = {
        name: trait.metadata.get("sent") for name, trait in declared.items()
    } | sent_settings()
    return {name: trait.tag(**sync()) for name, trait in traits.items() if trait is not None}


class Duality(GuardedWidget):
    """State shared by all figures: arrays, model traits, and the highlight.

    Model traits such as `pc` are declared in the model; the page saves `pc` and `pc_range` when a
    drag ends. Two of them are sent in a different form: `hidden` as positions of classifiers, and
    `criterion` with its answer.
    """

    page_traits: ClassVar[frozenset[str]] = frozenset(
        {*trait_names_with(CostCurveModel, page="sets"), *settings_from_page(), "presenting"}
    )

    vars().update(_model_traits())

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # model traits and groups of arrays

    _model_name = Unicode("DualityModel").tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())

    vars().update({name: group_trait(group) for name, group in GROUPS.items()})

    names = List(Unicode()).tag(**sync())
    classes = Tuple(Unicode(), Unicode(), default_value=("negatives", "positives")).tag(**sync())
    labels = List(Unicode()).tag(**sync())
    """Labels of the drawn points; empty if no point has one."""
    group_names = List(Unicode()).tag(**sync())
    """Names of the groups of examples."""
    stale = Bool(False).tag(**sync())  # noqa: FBT003 (default value)
    pending = Bool(False).tag(**sync())  # noqa: FBT003 (default value)
    n_cases = Float(1.0).tag(**sync())
    currency = Unicode("").tag(**sync())
    looks = List(Dict()).tag(**sync())
    """Dicts of `color`, `dash` and `marker`, one per classifier."""
    snap = Float(12.0).tag(**sync())
    """Distance in pixels within which the cursor snaps to a point or a line."""

    hover: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Highlighted item: `{"kind": "point" | "edge", "index": i}`,
    `{"kind": "free", "space": "roc" | "cost", "x": x, "y": y}` or None.

    Hovering on the page is not sent to Python.
    """

    money: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Costs, prior and number of cases, for costs in the user's currency."""

    range_choice: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Minimax regret choice for the range of the model among all thresholds; until it is
    received, the page uses the best of the drawn thresholds."""

    stability: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Stability of the choice over resamples, in `words`, at `pc`."""

    background = List(Unicode()).tag(**sync())
    """Reasons for the recommendation that do not depend on the operating point."""
    reversed = List(Int()).tag(**sync())
    """Positions of the classifiers whose scores seem to be reversed."""
    folded = List(Int()).tag(**sync())
    """Positions of the classifiers averaged over folds."""
    trials: Any = List().tag(**sync())
    """For each classifier, the numbers of negatives and positives behind its error rates, and 1 if
    they are clusters; None if unknown."""
    joined = List(Int()).tag(**sync())
    """Positions of the classifiers given as curves, not as points."""

    fit: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Ends of fitted axes: the largest cost, and the side of the corner of ROC space."""

    box: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Confidence limits `fpr` and `tpr` of the rates of the recommendation, which is `at`."""

    presenting = Bool(False).tag(**sync())  # noqa: FBT003 (default value)
    """Whether the explorer fills the window for presentations."""

    def light(self, hover: dict[str, Any] | None) -> None:
        """Highlight an item on the page, even if the cursor has moved on since."""
        self.hover = hover
        self.send_state("hover")
