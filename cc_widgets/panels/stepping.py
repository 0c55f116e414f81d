"""Step-by-step constructions with Back and Next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from traitlets import Int, observe, validate

from cc_widgets.errors import CostCurveError
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.stepping import Shape, StepSequence, build_steps
from cc_widgets.panels.explorer import CostCurveExplorer
from cc_widgets.panels.parts import PlainText, StandaloneWidget, UserChanges, figure_row
from cc_widgets.views.sheet import StepFigure
from cc_widgets.views.style import assign
from cc_widgets.widgets.stepper import Stepper


class Steps(StandaloneWidget):
    """Step-by-step construction in both spaces, with a sentence per step.

    Attributes
    ----------
    step : int
        Current step, counted from 0.

    Examples
    --------
    >>> shown = steps("average", {"early": (0.04, 0.4), "late": (0.3, 0.8)}, pc=13 / 33)
    >>> shown.next()
    >>> print(shown.words[:67])
    2 of 6. At PC(+) 0.394 they cost 0.261 and 0.261, on average 0.261:
    >>> shown.close()
    """

    step = Int(0)

    def __init__(self, sequence: StepSequence) -> None:
        self._built = sequence
        self._boards = (
            StepFigure("roc", (0.0, 1.0), (0.0, 1.0)),
            StepFigure("cost", sequence.pc, sequence.cost, moves=sequence.moves),
        )
        self._stepper = Stepper(words=list(map(self._words_of, range(len(sequence.steps)))))
        assign(self._stepper, **self._frames())
        super().__init__(
            [
                PlainText(sequence.title, role="heading"),
                figure_row(board.figure for board in self._boards),
                self._stepper,
                PlainText(sequence.key, name="cc-strokes"),
            ],
            title=sequence.title,
        )
        self._user_changes = UserChanges(
            self._stepper, lambda change: self._go(change["new"]), "step"
        )
        self._observers.append(self._user_changes)

    @property
    def words(self) -> str:
        """Number and text of the current step."""
        return self._words_of(self.step)

    def _words_of(self, step: int) -> str:
        return f"{step + 1} of {len(self._built.steps)}. {self._built.steps[step].words}"

    def _frames(self) -> dict[str, Any]:
        """Return the shapes of all steps, each distinct shape once, as sent to the page."""
        positions: dict[tuple[int, Shape], int] = {}
        steps = []
        for step in self._built.steps:
            both = zip(self._boards, (step.roc, step.cost), strict=True)
            drawn = [
                (i, board.place(shape), shape)
                for i, (board, shapes) in enumerate(both)
                for shape in shapes
            ]
            at = [(i * len(self._boards[0].marks) + place, shape) for i, place, shape in drawn]
            steps.append([positions.setdefault(shape, len(positions)) for shape in at])
        numbers = [end for _, shape in positions for end in (shape.x, shape.y)]
        return {
            "marks": [mark for board in self._boards for mark in board.marks],
            "shapes": [[mark, len(shape.x)] for mark, shape in positions],
            "places": np.concatenate(numbers).astype(np.float32).tobytes(),
            "steps": steps,
            **self._axes(),
        }

    def _axes(self) -> dict[str, Any]:
        """Return the axes of cost space in each step if they change."""
        axes = [step.axes for step in self._built.steps if step.axes is not None]
        return {
            "axes": list(self._boards[1].figure.axes) if axes else [],
            "labels": [[step_axes.across, step_axes.upwards] for step_axes in axes],
            "tops": [step_axes.top for step_axes in axes],
        }

    def next(self) -> None:
        """Go to the next step, if there is one."""
        self._go(self.step + 1)

    def back(self) -> None:
        """Go to the previous step, if there is one."""
        self._go(self.step - 1)

    def __repr__(self) -> str:
        """Return a one-line description, displayed where widgets are not supported."""
        return f"Steps({self._built.title}: {self.words})"

    def _go(self, step: int) -> None:
        self.step = min(max(step, 0), len(self._built.steps) - 1)

    @validate("step")
    def _read(self, proposal: Any) -> int:
        size, step = len(self._built.steps), proposal["value"]
        if not 0 <= step < size:
            raise CostCurveError(
                f"must be from 0 to {size - 1}",
                where="step",
                got=str(step),
            )
        return int(step)

    @observe("step")
    def _show(self, _change: Any) -> None:
        with self._user_changes.muted():
            self._stepper.step = self.step


def steps(  # noqa: PLR0913 (keyword-only options)
    kind: str,
    classifiers: Mapping[str, Any] | CostCurveModel | CostCurveExplorer,
    *,
    name: str | None = None,
    pc: float | None = None,
    cost_fp: float | None = None,
    cost_fn: float | None = None,
) -> Steps:
    """Show step by step how a curve is constructed, in ROC space and cost space.

    Parameters
    ----------
    kind : {"hull", "growing", "average", "virtual", "selection", "resamples", "normalised"}
        Construction to show:

        - "hull": convex hull and lower envelope, point by point
        - "growing": convex hull as classifiers are added
        - "average": averages of curves
        - "virtual": decreasing lines in ROC space, whose points lie outside cost space
        - "selection": extra cost of selecting a setting by the class ratio it was built for
        - "resamples": confidence interval of the cost of a confusion matrix, by 100 resamples
        - "normalised": cost curves from error rates and costs in money
    classifiers : mapping, CostCurveModel or CostCurveExplorer
        Classifiers; a mapping as for `CostCurveModel`.
    name : str, optional
        Classifier, for constructions of a single one; the first visible one by default.
    pc : float, optional
        PC(+) for averages, resamples or costs; the operating point by default.
    cost_fp, cost_fn : float, optional
        Extra costs of a false positive and a false negative, for "normalised"; by default as in the
        model, or 1 and 3.

    Returns
    -------
    Steps
        Widget with `next()`, `back()` and `step`.

    Raises
    ------
    CostCurveError
        If the classifiers do not support this construction.

    Examples
    --------
    >>> shown = steps("hull", {"a": ([0.1, 0.3], [0.5, 0.6])})
    >>> shown.step = 5
    >>> print(shown.words[:27])
    6 of 6. 1 point of 2 is lef
    >>> shown.close()

    Costs in money, and as a share of the largest possible cost:

    >>> shown = steps("normalised", {"a": (0.1, 0.6)}, pc=0.5, cost_fp=10, cost_fn=40)
    >>> shown.step = 3
    >>> print(shown.words[:33])
    4 of 5. Divide by that: 4 of 16 a
    >>> shown.close()
    """
    source = classifiers.model if isinstance(classifiers, CostCurveExplorer) else classifiers
    model = source if isinstance(source, CostCurveModel) else CostCurveModel(source)
    return Steps(build_steps(model, kind, name=name, pc=pc, cost_fp=cost_fp, cost_fn=cost_fn))
