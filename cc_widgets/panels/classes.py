"""More than two classes: tables of answers and of costs to edit, and what follows from them."""

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
    Counted,
    class_costs,
    from_labels,
    from_matrices,
    read_costs,
)
from cc_widgets.panels.parts import Alone, Ear, Words, number_field, read_number, row
from cc_widgets.views.intervals import IntervalView

_MOST = 8  # classes whose tables can be typed into
_TITLE = "Costs of several classes"
_NEEDS = "Tables and costs that are changed here change nothing else."
_TOO_MANY = f"Of more than {_MOST} classes the costs are set from Python: explorer.costs = [[...]]."


class ClassExplorer(Alone):
    """What classifiers of several classes cost, by a table of costs that can be edited.

    Attributes
    ----------
    counted : Counted
        How often each classifier gave each answer to each class.
    costs : ndarray of float64, shape (k, k)
        Element [j, i] is the cost of calling an example of class j i.
    level : float
        Level of the limits.
    pseudo_count : float
        What is added to each cell for the limits of a single classifier.
    found : ClassCosts
        What they cost, in numbers and words.

    Examples
    --------
    >>> explorer = ClassExplorer.from_matrices({"tree": [[5, 1, 0], [2, 6, 2], [0, 1, 3]]})
    >>> explorer.costs = [[0, 1, 1], [1, 0, 1], [9, 1, 0]]
    >>> float(explorer.found.each["tree"].observed_total)
    6.0
    >>> explorer.close()
    """

    counted = Instance(Counted)
    costs: Any = AnyTrait()
    level = Float(0.9)
    pseudo_count = Float(0.1)
    found = Instance(ClassCosts)

    def __init__(
        self, counted: Counted, costs: ArrayLike | None = None, *, rng: int | None = None
    ) -> None:
        given: object = counted
        if not isinstance(given, Counted):
            raise CostCurveError(
                "must be counts of answers",
                where="counted",
                got=shown(given),
                fix="Call explore_classes(y_true, predicted) or ClassExplorer.from_matrices.",
            )
        table = read_costs(costs, len(counted.classes))
        self._rng = int(np.random.default_rng().integers(2**31)) if rng is None else rng
        self._made = False
        found = class_costs(counted, table, rng=self._rng)
        super().__init__(needs=_NEEDS, title=_TITLE, counted=counted, costs=table, found=found)
        self._view = IntervalView()
        self._said, self._error = Words(role="status"), Words(role="alert")
        self._level = number_field("Level", "Level of the limits, between 0 and 1", self._set_level)
        self._added = number_field(
            "Added to each cell", "0.1 is usual; 0 takes what was never seen for impossible",
            self._set_added,
        )  # fmt: skip
        names = list(counted.each)
        self._whose = Dropdown(options=names, description="Answers of", tooltip="Whose answers")
        self._ears.append(Ear(self._whose, lambda _change: self._show()))
        self._tables: list[Grid] = []
        if len(counted.classes) <= _MOST:
            self._tables = [
                Grid("Answers", counted.classes, self._set_count),
                Grid("Costs", counted.classes, self._set_cost),
            ]
        self.children = [
            *self._presence,
            row([one.widget for one in self._tables]) if self._tables else Words(_TOO_MANY),
            row([self._whose, self._level.widget, self._added.widget]),
            self._error,
            self._view.figure,
            self._said,
        ]
        self._made = True
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
        """Explore the answers of classifiers to the same examples: see `explore_classes`."""
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
        """Explore confusion matrices.

        Parameters
        ----------
        matrices : array-like of shape (k, k), or mapping of names to such
            Rows are the true classes, as in scikit-learn.
        costs : array-like of shape (k, k), optional
            Element [j, i] is the cost of calling an example of class j i; 1 for each error if
            left out.
        paired : array-like of shape (k, k, k), optional
            Element [j, a, b] counts examples of class j that the first called a and the second
            b. Without it two matrices cannot be compared.
        classes : sequence of k labels, optional
            What the classes are called.
        rng : int, optional
            Seed.

        Returns
        -------
        ClassExplorer
            To be displayed.

        Examples
        --------
        >>> explorer = ClassExplorer.from_matrices([[5, 1], [2, 6]], [[0, 1], [4, 0]], rng=0)
        >>> float(explorer.found.each["classifier"].observed_total)
        9.0
        >>> explorer.close()
        """
        return cls(from_matrices(matrices, paired, classes), costs, rng=rng)

    def __repr__(self) -> str:
        """What a notebook shows where there is no widget."""
        return "ClassExplorer(" + " ".join(self.found.words) + ")"

    @validate("costs")
    def _read_costs(self, proposal: Any) -> NDArray[np.float64]:
        return read_costs(proposal["value"], len(self.counted.classes))

    @observe("counted", "costs", "level", "pseudo_count")
    def _work_out(self, change: Any) -> None:
        """Let costs follow from what was set; what makes no sense is taken back."""
        if not self._made:
            return
        try:
            self.found = class_costs(
                self.counted,
                self.costs,
                level=self.level,
                pseudo_count=self.pseudo_count,
                rng=self._rng,
            )
        except CostCurveError:
            self._made = False
            setattr(self, change["name"], change["old"])
            self._made = True
            raise
        self._show()

    def _show(self) -> None:
        name = self._whose.value
        shown = (self.counted.each[name].counts, self.costs)
        fixed = (bool(self.counted.pairs), False)
        for one, values, is_fixed in zip(self._tables, shown, fixed, strict=False):
            one.show(values, fixed=is_fixed)
        self._level.show(f"{self.level:.6g}")
        self._added.show(f"{self.pseudo_count:.6g}")
        self._view.draw(self.found)
        self._error.say("")
        self._said.say("\n".join(self.found.words))

    def _set_level(self, level: float | None) -> None:
        self.level = 0.9 if level is None else level

    def _set_added(self, added: float | None) -> None:
        self.pseudo_count = 0.1 if added is None else added

    def _set_cost(self, true: int, answer: int, value: float) -> None:
        costs = np.array(self.costs)
        costs[true, answer] = value
        self.costs = costs

    def _set_count(self, true: int, answer: int, value: float) -> None:
        name = self._whose.value
        matrices = {other: one.counts.tolist() for other, one in self.counted.each.items()}
        matrices[name][true][answer] = value
        self.counted = from_matrices(matrices, classes=self.counted.classes)


class Grid:
    """A table of numbers to type into: rows are true classes, columns are answers."""

    def __init__(
        self, title: str, classes: Sequence[Any], commit: Callable[[int, int, float], None]
    ) -> None:
        self._title, self._commit = title, commit
        size = len(classes)
        self._ears: dict[Text, Ear] = {}
        self._cells: list[list[Text]] = []
        heads = [Words(str(one)) for one in classes]
        children: list[Any] = [Words("true \u2193  called \u2192"), *heads]
        for true in range(size):
            line = [self._cell(classes, true, answer) for answer in range(size)]
            self._cells.append(line)
            children += [Words(str(classes[true])), *line]
        layout = Layout(
            grid_template_columns=f"max-content repeat({size}, fit-content(12em))",
            grid_gap="2px 8px",
        )
        self._error = Words(role="alert")
        self.widget = VBox(
            [Words(title, role="heading"), GridBox(children, layout=layout), self._error]
        )

    def show(self, values: NDArray[Any], *, fixed: bool = False) -> None:
        """Show these numbers; fixed ones follow from labels and cannot be typed over."""
        for line, cells in zip(values.tolist(), self._cells, strict=True):
            for value, cell in zip(line, cells, strict=True):
                cell.disabled = fixed
                self._write(cell, f"{value:.10g}")
        self._error.say("")

    def _cell(self, classes: Sequence[Any], true: int, answer: int) -> Text:
        words = f"{self._title}: {classes[true]} called {classes[answer]}"
        cell = Text(tooltip=words, continuous_update=False, layout=Layout(width="5em"))
        self._ears[cell] = Ear(cell, partial(self._typed, true, answer))
        return cell

    def _write(self, cell: Text, text: str) -> None:
        with self._ears[cell].shut():
            cell.value = text

    def _typed(self, true: int, answer: int, change: Any) -> None:
        try:
            value = read_number(self._title, change["new"])
            if value is None:
                return
            self._commit(true, answer, value)
        except CostCurveError as error:
            self._error.say(str(error))


def explore_classes(
    y_true: ArrayLike,
    predicted: Any,
    costs: ArrayLike | None = None,
    *,
    classes: Sequence[Any] | None = None,
    rng: int | None = None,
) -> ClassExplorer:
    """Show what classifiers of any number of classes cost, and how sure that is.

    Parameters
    ----------
    y_true : array-like of shape (n_examples,)
        True labels.
    predicted : array-like of shape (n_examples,), or mapping of names to such
        The labels that classifiers gave to these examples.
    costs : array-like of shape (k, k), optional
        Element [j, i] is the cost of calling an example of class j i; 1 for each error if left
        out.
    classes : sequence of labels, optional
        The classes in order; sorted if left out.
    rng : int, optional
        Seed.

    Returns
    -------
    ClassExplorer
        With tables to edit, limits by BCOST, differences by BDELTACOST, and a warning where
        errors that would be dear were never seen. `ClassExplorer.from_matrices` takes matrices.

    Raises
    ------
    CostCurveError
        If labels or costs do not fit.

    Examples
    --------
    >>> explorer = explore_classes(["a", "b", "c", "c"], {"tree": ["a", "b", "b", "c"]}, rng=0)
    >>> float(explorer.found.each["tree"].observed_total)
    1.0
    >>> explorer.close()
    """
    return ClassExplorer.from_labels(y_true, predicted, costs, classes=classes, rng=rng)
