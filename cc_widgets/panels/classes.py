"""Explorer of the costs of multiclass classifiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Self

import numpy as np
from ipywidgets import Dropdown, GridBox, Layout, Text, VBox
from numpy.typing import ArrayLike, NDArray
from traitlets import Any as AnyTrait
from traitlets import Float, Instance, observe, validate

from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.classes import (
    ClassCosts,
    ClassifierMatrices,
    class_costs,
    from_labels,
    from_matrices,
    read_costs,
)
from cc_widgets.panels.parts import (
    PlainText,
    StandaloneWidget,
    UserChanges,
    number_field,
    parse_number,
    row,
)
from cc_widgets.views.intervals import IntervalView

_MOST = 8  # classes with editable tables
_TITLE = "Costs of several classes"
_NEEDS = "Tables and costs that are changed here change nothing else."
_TOO_MANY = f"Of more than {_MOST} classes the costs are set from Python: explorer.costs = [[...]]."


class ClassExplorer(StandaloneWidget):
    """Interactive explorer of the costs of multiclass classifiers.

    Attributes
    ----------
    matrices : ClassifierMatrices
        Confusion matrix of each classifier.
    costs : ndarray of float64, shape (k, k)
        Cost matrix; element [j, i] is the cost of predicting class i for an example of class j.
    level : float
        Confidence level.
    pseudo_count : float
        Number added to each cell for the interval of a single classifier.
    result : ClassCosts
        Costs with confidence intervals, and their description.

    Examples
    --------
    >>> explorer = ClassExplorer.from_matrices({"tree": [[5, 1, 0], [2, 6, 2], [0, 1, 3]]})
    >>> explorer.costs = [[0, 1, 1], [1, 0, 1], [9, 1, 0]]
    >>> float(explorer.result.each["tree"].observed_total)
    6.0
    >>> explorer.close()
    """

    matrices = Instance(ClassifierMatrices)
    costs: Any = AnyTrait()
    level = Float(0.9)
    pseudo_count = Float(0.1)
    result = Instance(ClassCosts)

    def __init__(
        self, counted: ClassifierMatrices, costs: ArrayLike | None = None, *, rng: int | None = None
    ) -> None:
        candidate: object = counted
        if not isinstance(candidate, ClassifierMatrices):
            raise CostCurveError(
                "must be counts of predicted classes",
                where="matrices",
                got=shown(candidate),
                fix="Call explore_classes(y_true, predicted) or ClassExplorer.from_matrices.",
            )
        table = read_costs(costs, len(counted.classes))
        self._rng = int(np.random.default_rng().integers(2**31)) if rng is None else rng
        self._is_ready = False
        result = class_costs(counted, table, rng=self._rng)
        super().__init__(needs=_NEEDS, title=_TITLE, matrices=counted, costs=table, result=result)
        self._view = IntervalView()
        self._summary, self._error = PlainText(role="status"), PlainText(role="alert")
        self._level = number_field("Level", "Level of the limits, between 0 and 1", self._set_level)
        self._added = number_field(
            "Added to each cell", "0.1 is usual; 0 takes what was never seen for impossible",
            self._set_added,
        )  # fmt: skip
        names = list(counted.each)
        self._classifier_menu = Dropdown(
            options=names, description="Answers of", tooltip="Whose answers"
        )
        self._observers.append(UserChanges(self._classifier_menu, lambda _change: self._show()))
        self._tables: list[Grid] = []
        if len(counted.classes) <= _MOST:
            self._tables = [
                Grid("Answers", counted.classes, self._set_count),
                Grid("Costs", counted.classes, self._set_cost),
            ]
        self.children = [
            *self._presence,
            row([table_widget.widget for table_widget in self._tables])
            if self._tables
            else PlainText(_TOO_MANY),
            row([self._classifier_menu, self._level.widget, self._added.widget]),
            self._error,
            self._view.figure,
            self._summary,
        ]
        self._is_ready = True
        self._show()

    @classmethod
    def from_labels(
        cls,
        y_true: ArrayLike,
        predicted: Any,
        costs: ArrayLike | None = None,
        *,
        classes: Sequence[Any] | None = None,
        rng: int | None = None,
    ) -> Self:
        """Create an explorer from true and predicted labels; see `explore_classes`."""
        return cls(from_labels(y_true, predicted, classes), costs, rng=rng)

    @classmethod
    def from_matrices(
        cls,
        matrices: Any,
        costs: ArrayLike | None = None,
        *,
        paired: ArrayLike | None = None,
        classes: Sequence[Any] | None = None,
        rng: int | None = None,
    ) -> Self:
        """Create an explorer from confusion matrices.

        Parameters
        ----------
        matrices : array-like of shape (k, k), or mapping of str to array-like
            Confusion matrices; rows are true classes, as in scikit-learn.
        costs : array-like of shape (k, k), optional
            Cost matrix; element [j, i] is the cost of predicting class i for an example of class j.
            By default 1 for each error.
        paired : array-like of shape (k, k, k), optional
            Element [j, a, b] is the number of examples of class j that the first classifier
            predicted as a and the second as b. Required for the comparison of two matrices.
        classes : sequence of k labels, optional
            Class labels.
        rng : int, optional
            Seed of the bootstrap.

        Returns
        -------
        ClassExplorer

        Examples
        --------
        >>> explorer = ClassExplorer.from_matrices([[5, 1], [2, 6]], [[0, 1], [4, 0]], rng=0)
        >>> float(explorer.result.each["classifier"].observed_total)
        9.0
        >>> explorer.close()
        """
        return cls(from_matrices(matrices, paired, classes), costs, rng=rng)

    def __repr__(self) -> str:
        """Return a description, displayed where widgets are not supported."""
        return "ClassExplorer(" + " ".join(self.result.words) + ")"

    @validate("costs")
    def _read_costs(self, proposal: Any) -> NDArray[np.float64]:
        return read_costs(proposal["value"], len(self.matrices.classes))

    @observe("matrices", "costs", "level", "pseudo_count")
    def _recompute(self, change: Any) -> None:
        """Recompute the costs; undo a change that makes them invalid."""
        if not self._is_ready:
            return
        try:
            self.result = class_costs(
                self.matrices,
                self.costs,
                level=self.level,
                pseudo_count=self.pseudo_count,
                rng=self._rng,
            )
        except CostCurveError:
            self._is_ready = False
            setattr(self, change["name"], change["old"])
            self._is_ready = True
            raise
        self._show()

    def _show(self) -> None:
        name = self._classifier_menu.value
        shown = (self.matrices.each[name].counts, self.costs)
        fixed = (bool(self.matrices.pairs), False)
        for grid, values, is_fixed in zip(self._tables, shown, fixed, strict=False):
            grid.show(values, fixed=is_fixed)
        self._level.show(f"{self.level:.6g}")
        self._added.show(f"{self.pseudo_count:.6g}")
        self._view.draw(self.result)
        self._error.show("")
        self._summary.show("\n".join(self.result.words))

    def _set_level(self, level: float | None) -> None:
        self.level = 0.9 if level is None else level

    def _set_added(self, added: float | None) -> None:
        self.pseudo_count = 0.1 if added is None else added

    def _set_cost(self, true: int, answer: int, value: float) -> None:
        costs = np.array(self.costs)
        costs[true, answer] = value
        self.costs = costs

    def _set_count(self, true: int, answer: int, value: float) -> None:
        name = self._classifier_menu.value
        matrices = {
            classifier: confusion.counts.tolist()
            for classifier, confusion in self.matrices.each.items()
        }
        matrices[name][true][answer] = value
        self.matrices = from_matrices(matrices, classes=self.matrices.classes)


class Grid:
    """Editable table of numbers: rows are true classes, columns are predicted classes."""

    def __init__(
        self, title: str, classes: Sequence[Any], commit: Callable[[int, int, float], None]
    ) -> None:
        self._title, self._commit = title, commit
        size = len(classes)
        self._observers: dict[Text, UserChanges] = {}
        self._cells: list[list[Text]] = []
        heads = [PlainText(str(label)) for label in classes]
        children: list[Any] = [PlainText("true \u2193  called \u2192"), *heads]
        for true in range(size):
            line = [self._cell(classes, true, answer) for answer in range(size)]
            self._cells.append(line)
            children += [PlainText(str(classes[true])), *line]
        layout = Layout(
            grid_template_columns=f"max-content repeat({size}, fit-content(12em))",
            grid_gap="2px 8px",
        )
        self._error = PlainText(role="alert")
        self.widget = VBox(
            [PlainText(title, role="heading"), GridBox(children, layout=layout), self._error]
        )

    def show(self, values: NDArray[Any], *, fixed: bool = False) -> None:
        """Display these numbers; the user cannot edit fixed ones."""
        for line, cells in zip(values.tolist(), self._cells, strict=True):
            for value, cell in zip(line, cells, strict=True):
                cell.disabled = fixed
                self._write(cell, f"{value:.10g}")
        self._error.show("")

    def _cell(self, classes: Sequence[Any], true: int, answer: int) -> Text:
        words = f"{self._title}: {classes[true]} called {classes[answer]}"
        cell = Text(tooltip=words, continuous_update=False, layout=Layout(width="5em"))
        self._observers[cell] = UserChanges(cell, partial(self._on_entry, true, answer))
        return cell

    def _write(self, cell: Text, text: str) -> None:
        with self._observers[cell].muted():
            cell.value = text

    def _on_entry(self, true: int, answer: int, change: Any) -> None:
        try:
            value = parse_number(self._title, change["new"])
            if value is None:
                return
            self._commit(true, answer, value)
        except CostCurveError as error:
            self._error.show(str(error))


def explore_classes(
    y_true: ArrayLike,
    predicted: Any,
    costs: ArrayLike | None = None,
    *,
    classes: Sequence[Any] | None = None,
    rng: int | None = None,
) -> ClassExplorer:
    """Display the costs of multiclass classifiers with confidence intervals.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels.
    predicted : array-like of shape (n_examples,), or mapping of str to array-like
        Predicted labels, of one classifier or by name.
    costs : array-like of shape (k, k), optional
        Cost matrix; element [j, i] is the cost of predicting class i for an example of class j.
        By default 1 for each error.
    classes : sequence of labels, optional
        Class labels in order; sorted by default.
    rng : int, optional
        Seed of the bootstrap.

    Returns
    -------
    ClassExplorer
        Widget with editable tables, BCOST intervals, BDELTACOST intervals of differences, and a
        warning about expensive errors that do not occur in the data. Use
        `ClassExplorer.from_matrices` for confusion matrices.

    Raises
    ------
    CostCurveError
        If labels or costs are invalid.

    Examples
    --------
    >>> explorer = explore_classes(["a", "b", "c", "c"], {"tree": ["a", "b", "b", "c"]}, rng=0)
    >>> float(explorer.result.each["tree"].observed_total)
    1.0
    >>> explorer.close()
    """
    return ClassExplorer.from_labels(y_true, predicted, costs, classes=classes, rng=rng)
