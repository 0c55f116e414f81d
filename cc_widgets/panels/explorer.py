"""Both figures, linked, with legend and read-out: one widget."""

from typing import Any, Self

from ipywidgets import HBox, VBox
from numpy.typing import ArrayLike

from cc_widgets.intake.arrays import named_predictions
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.cost import CostView
from cc_widgets.views.cursor import Duality, Legend, Readout
from cc_widgets.views.link import duality_traits, follow, idle_words, legend_entries
from cc_widgets.views.marks import close_all
from cc_widgets.views.roc import RocView


class CostCurveExplorer(VBox):
    """ROC space and cost space side by side: a point in one is a line in the other.

    Parameters
    ----------
    model : CostCurveModel
        What to show. The explorer follows it: assign `model.classifiers` and the figures move.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> model = CostCurveModel({"stump": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])})
    >>> explorer = CostCurveExplorer(model)
    >>> explorer.close()
    """

    def __init__(self, model: CostCurveModel) -> None:
        self._model = model
        self._duality = Duality(**duality_traits(model))
        self._legend = Legend()
        self._readout = Readout(duality=self._duality)
        self._views = (RocView(self._duality), CostView(self._duality))
        self._draw()
        figures = HBox([view.figure for view in self._views])
        figures.add_class("cc-figures")
        super().__init__([self._legend, figures, self._readout])
        self.add_class("cc-explorer")
        model.observe(self._draw, "derived")

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: Any,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: object = None,
    ) -> Self:
        """Explore scores of one or more classifiers on the same examples.

        Parameters
        ----------
        y_true : array-like of shape (n_examples,)
            True labels, of exactly two kinds.
        y_score : array-like of shape (n_examples,), or mapping of names to such
            Scores: probabilities of the positive class, or any number that grows with it.
        sample_weight : array-like of shape (n_examples,), optional
            Non-negative weights.
        pos_label : label, optional
            The positive label. Needed unless the labels are 0/1, -1/1 or booleans.
        """
        return cls(
            CostCurveModel(
                named_predictions(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
            )
        )

    @property
    def model(self) -> CostCurveModel:
        """What the explorer shows."""
        return self._model

    @property
    def duality(self) -> Duality:
        """What lies under the cursor: set `duality.hover` to light a pair from Python."""
        return self._duality

    def close(self) -> None:
        """Let go of the model and close every widget inside."""
        if self.comm is None:
            return
        self._model.unobserve(self._draw, "derived")
        super().close()
        for part in (*self.children, self.layout):
            close_all(part)

    def _draw(self, _change: object = None) -> None:
        derived = self._model.derived
        follow(self._duality, self._model)
        self._legend.entries = legend_entries(derived)
        self._readout.idle = idle_words(derived)
        for view in self._views:
            view.draw(self._model)


def explore(
    y_true: ArrayLike,
    y_score: Any,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> CostCurveExplorer:
    """Show classifiers in ROC space and cost space, linked.

    The same as `CostCurveExplorer.from_predictions`.
    """
    return CostCurveExplorer.from_predictions(
        y_true, y_score, sample_weight=sample_weight, pos_label=pos_label
    )
