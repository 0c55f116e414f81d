"""What is built step by step, with Back and Next, by hand and by keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ipywidgets import Button, IntSlider
from traitlets import Int, observe, validate

from cc_widgets.errors import CostCurveError
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.stepping import Built, built
from cc_widgets.panels.explorer import CostCurveExplorer
from cc_widgets.panels.parts import Alone, Ear, Words, row, side_by_side
from cc_widgets.views.sheet import Board


class Steps(Alone):
    """A sequence of pictures in both spaces, each with a sentence.

    Attributes
    ----------
    step : int
        Which one is seen, counted from 0.

    Examples
    --------
    >>> shown = steps("average", {"early": (0.04, 0.4), "late": (0.3, 0.8)}, pc=13 / 33)
    >>> shown.next()
    >>> print(shown.words[:67])
    2 of 6. At PC(+) 0.394 they cost 0.261 and 0.261, on average 0.261:
    >>> shown.close()
    """

    step = Int(0)

    def __init__(self, sequence: Built) -> None:
        self._built = sequence
        self._said = Words(role="status", name="cc-asked")
        self._boards = (
            Board("roc", (0.0, 1.0), (0.0, 1.0)),
            Board("cost", sequence.pc, sequence.cost),
        )
        self._back = Button(description="Back", icon="chevron-left", tooltip="The step before")
        self._next = Button(description="Next", icon="chevron-right", tooltip="The next step")
        self._back.on_click(lambda _button: self.back())
        self._next.on_click(lambda _button: self.next())
        self._slider = IntSlider(
            min=1,
            max=len(sequence.steps),
            description="Step",
            tooltip="Arrow keys go from step to step",
        )
        self._ear = Ear(self._slider, lambda change: self._go(change["new"] - 1))
        super().__init__(
            [
                Words(sequence.title, role="heading"),
                side_by_side(board.figure for board in self._boards),
                self._said,
                Words(sequence.key, name="cc-strokes"),
                row([self._back, self._slider, self._next]),
            ]
        )
        self._ears.append(self._ear)
        self._show()

    @property
    def words(self) -> str:
        """What happens in this step, and which one it is."""
        return f"{self.step + 1} of {len(self._built.steps)}. {self._built.steps[self.step].words}"

    def next(self) -> None:
        """Go to the next step; at the last one nothing happens."""
        self._go(self.step + 1)

    def back(self) -> None:
        """Go to the step before; at the first one nothing happens."""
        self._go(self.step - 1)

    def __repr__(self) -> str:
        """What a notebook shows where there is no widget."""
        return f"Steps({self._built.title}: {self.words})"

    def _go(self, step: int) -> None:
        self.step = min(max(step, 0), len(self._built.steps) - 1)

    @validate("step")
    def _read(self, proposal: Any) -> int:
        size, step = len(self._built.steps), proposal["value"]
        if not 0 <= step < size:
            raise CostCurveError(
                "there is no such step",
                where="step",
                got=str(step),
                fix=f"There are {size}, counted from 0.",
            )
        return int(step)

    @observe("step")
    def _show(self, _change: Any = None) -> None:
        step = self._built.steps[self.step]
        for board, shapes in zip(self._boards, (step.roc, step.cost), strict=True):
            board.draw(shapes)
        self._said.say(self.words)
        with self._ear.shut():
            self._slider.value = self.step + 1
        self._back.disabled = self.step == 0
        self._next.disabled = self.step == len(self._built.steps) - 1


def steps(
    kind: str,
    classifiers: Mapping[str, Any] | CostCurveModel | CostCurveExplorer,
    *,
    name: str | None = None,
    pc: float | None = None,
) -> Steps:
    """Show step by step how something is built, in both spaces at once.

    Parameters
    ----------
    kind : {"hull", "growing", "average", "virtual", "selection", "resamples"}
        The convex hull and the lower envelope point by point; the hull with each classifier
        more; averages of curves; lines of ROC space that fall, whose points lie beyond the cost
        axis; what is lost by choosing a setting by the class ratio that it was made for; and
        the limits of the cost of a confusion matrix, by drawing it anew 100 times.
    classifiers : mapping, CostCurveModel or CostCurveExplorer
        What to build it of: a mapping is one of `CostCurveModel`.
    name : str, optional
        Which classifier, for those that are about one; the first visible one if left out.
    pc : float, optional
        Where averages, or resamples, are looked at; the operating point if left out.

    Returns
    -------
    Steps
        With `next()`, `back()` and `step`.

    Raises
    ------
    CostCurveError
        If there is nothing of that kind to build.

    Examples
    --------
    >>> shown = steps("hull", {"a": ([0.1, 0.3], [0.5, 0.6])})
    >>> shown.step = 5
    >>> print(shown.words[:27])
    6 of 6. 1 point of 2 is lef
    >>> shown.close()
    """
    given = classifiers.model if isinstance(classifiers, CostCurveExplorer) else classifiers
    model = given if isinstance(given, CostCurveModel) else CostCurveModel(given)
    return Steps(built(model, kind, name=name, pc=pc))
