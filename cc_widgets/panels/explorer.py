"""Both figures, linked, with everything around them: one widget."""

from collections.abc import Mapping
from typing import Any, Self

from ipywidgets import HBox, VBox
from numpy.typing import ArrayLike

from cc_widgets.errors import CostCurveError
from cc_widgets.intake.arrays import named_predictions
from cc_widgets.intake.summaries import named_matrices, named_points
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.bootstrap import BootstrapPanel
from cc_widgets.panels.classifiers import ClassifiersPanel
from cc_widgets.panels.compare import ComparePanel
from cc_widgets.panels.conditions import ConditionsPanel
from cc_widgets.panels.criteria import CriteriaPanel
from cc_widgets.panels.folds import Folds
from cc_widgets.panels.reruns import forget, replaces_last_run
from cc_widgets.panels.sync import Sync
from cc_widgets.panels.words import Words
from cc_widgets.views.cost import CostView
from cc_widgets.views.cursor import DataTable, Duality, Legend, Readout, Ribbon
from cc_widgets.views.link import duality_traits, idle_words, legend_entries
from cc_widgets.views.marks import close_all
from cc_widgets.views.roc import RocView


class CostCurveExplorer(VBox):
    """ROC space and cost space side by side: a point in one is a line in the other.

    Parameters
    ----------
    model : CostCurveModel
        What to show. The explorer follows it, and sets what a person moves: the operating
        point, conditions, names, bands. Several explorers of one model stay in step.

    Notes
    -----
    Running a cell of a notebook again closes the explorers that its last run has made.

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
        self._legend = Legend(duality=self._duality)
        self._hint = Words()
        self._hint.add_class("cc-hint")
        self._views = (RocView(self._duality), CostView(self._duality))
        self._panels = Folds(
            {
                "Conditions": lambda: ConditionsPanel(model),
                "Bootstrap": lambda: BootstrapPanel(model),
                "Compare": lambda: ComparePanel(model, self._duality),
                "Criteria": lambda: CriteriaPanel(model),
                "Classifiers": lambda: ClassifiersPanel(model),
            }
        )
        self._draw()
        figures = HBox([view.figure for view in self._views])
        figures.add_class("cc-figures")
        super().__init__(
            [
                *(self._legend, figures, Ribbon(duality=self._duality)),
                *(Readout(duality=self._duality), self._hint),
                *(self._panels.widget, DataTable(duality=self._duality)),
            ]
        )
        self.add_class("cc-explorer")
        self._sync = Sync(model, self._duality, self._draw)
        replaces_last_run(self)

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

    @classmethod
    def from_confusion_matrices(cls, matrices: Mapping[str, ArrayLike]) -> Self:
        """Explore classifiers known by a confusion matrix each.

        Parameters
        ----------
        matrices : mapping of str to array-like of shape (2, 2)
            ``[[tn, fp], [fn, tp]]``, as scikit-learn writes them.

        Examples
        --------
        >>> explorer = CostCurveExplorer.from_confusion_matrices({"C4.5": [[6, 4], [4, 16]]})
        >>> explorer.close()
        """
        return cls(CostCurveModel(named_matrices(matrices)))

    @classmethod
    def from_points(cls, points: Mapping[str, Any]) -> Self:
        """Explore classifiers known by ROC points only.

        Parameters
        ----------
        points : mapping of str to (fpr, tpr)
            The rates of one decision, or two lists of them with one for each setting.

        Examples
        --------
        >>> explorer = CostCurveExplorer.from_points({"stump": (0.3, 0.7)})
        >>> explorer.close()
        """
        return cls(CostCurveModel(named_points(points)))

    @property
    def model(self) -> CostCurveModel:
        """What the explorer shows."""
        return self._model

    @property
    def duality(self) -> Duality:
        """What lies under the cursor: set `duality.hover` to light a pair from Python."""
        return self._duality

    def open_panel(self, title: str) -> None:
        """Unfold the controls at one of their tabs.

        Parameters
        ----------
        title : str
            "Conditions", "Bootstrap", "Compare", "Criteria" or "Classifiers".
        """
        if self.comm is None:
            fix = "Make another one: CostCurveExplorer(model)."
            raise CostCurveError("the explorer is closed", where="open_panel", fix=fix)
        self._panels.open(title)

    def close(self) -> None:
        """Let go of the model and close every widget inside."""
        if self.comm is None:
            return
        forget(self)
        self._sync.close()
        self._panels.close()
        super().close()
        for part in (*self.children, self.layout):
            close_all(part)

    def _draw(self) -> None:
        model = self._model
        self._legend.entries = legend_entries(model.derived, dict(model.colors))
        if (hint := idle_words(model.derived)) != self._hint.text:
            self._hint.say(hint)
        for view in self._views:
            view.draw(model)


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
