"""The model: what the user gave, and what follows from it."""

from collections.abc import Mapping
from typing import Any

from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.answering import Answering
from cc_widgets.model.resampler import Resampling
from cc_widgets.model.roster import Roster


class CostCurveModel(Roster, Resampling, Answering):
    """Classifiers, conditions of use, and everything that follows from them.

    Needs no display. A wrong value is refused with a `CostCurveError` and everything stays as it
    was, as after an interruption; of several set under `hold_trait_notifications` either all are
    accepted or none. Whatever follows from a change is in place before anybody is told of it.
    Copies, by `copy` or `pickle`, have the same traits and bands, but no job and no observers.

    Parameters
    ----------
    classifiers : mapping, optional
        `{name: Predictions | Counts | RocCurve | (y_true, y_score)}`.
    **traits
        Any of the traits of `ModelState`, for instance `conditions` or `hidden`.

    Examples
    --------
    >>> from cc_widgets.core import Conditions
    >>> model = CostCurveModel({"stump": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])})
    >>> [float(pc) for pc in model.derived.envelope.pc]
    [0.0, 0.5, 1.0]
    >>> model.conditions = Conditions(prior=0.2, cost_fp=1, cost_fn=2)
    >>> round(model.pc, 9), model.cost().threshold
    (0.333333333, 0.9)
    """

    def __init__(self, classifiers: Mapping[str, Any] | None = None, **traits: Any) -> None:  # noqa: ANN401 (each is checked)
        super().__init__()
        if classifiers:
            self.classifiers = classifiers
        for name, value in traits.items():
            if not self.has_trait(name):
                raise CostCurveError("is no trait of the model", where=shown(name))
            setattr(self, name, value)
