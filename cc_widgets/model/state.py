"""The model: what the user gave, and what follows from it."""

from collections.abc import Mapping
from typing import Any

from traitlets import HasTraits, Instance, observe

from cc_widgets.core.predictions import Predictions
from cc_widgets.model.derive import Derived, derive
from cc_widgets.model.traits import Classifiers


class CostCurveModel(HasTraits):
    """Classifiers and the curves computed from them.

    Needs no display. Assigning `classifiers` recomputes `derived`; a wrong value is refused with
    a `CostCurveError` and nothing changes.

    Examples
    --------
    >>> model = CostCurveModel({"stump": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])})
    >>> [float(pc) for pc in model.derived.envelope.pc]
    [0.0, 0.5, 1.0]
    """

    classifiers = Classifiers()
    """Predictions by name: `{name: Predictions}` or `{name: (y_true, y_score)}`."""

    derived = Instance(Derived, read_only=True)
    """Everything computed, one frozen snapshot that is replaced as a whole."""

    def __init__(
        self, classifiers: Mapping[str, Predictions | tuple[Any, Any]] | None = None
    ) -> None:
        super().__init__()
        self.set_trait("derived", derive({}))
        if classifiers:
            self.classifiers = classifiers

    @observe("classifiers")
    def _derive(self, _change: object) -> None:
        self.set_trait("derived", derive(self.classifiers))
