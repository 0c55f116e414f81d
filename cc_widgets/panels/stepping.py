"""What is built step by step, with Back and Next, by hand and by keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from traitlets import Int, observe, validate

from cc_widgets.errors import CostCurveError
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.stepping import Built, Shape, built
from cc_widgets.panels.explorer import CostCurveExplorer
from cc_widgets.panels.parts import Alone, Ear, Words, side_by_side
from cc_widgets.views.sheet import Board
from cc_widgets.views.style import assign
from cc_widgets.widgets.stepper import Stepper


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
        self._boards = (
            Board("roc", (0.0, 1.0), (0.0, 1.0)),
            Board("cost", sequence.pc, sequence.cost, moves=sequence.moves),
        )
        self._stepper = Stepper(words=list(map(self._words_of, range(len(sequence.steps)))))
        assign(self._stepper, **self._frames())
        super().__init__(
            [
                Words(sequence.title, role="heading"),
                side_by_side(board.figure for board in self._boards),
                self._stepper,
                Words(sequence.key, name="cc-strokes"),
            ],
            title=sequence.title,
        )
        self._ear = Ear(self._stepper, lambda change: self._go(change["new"]), "step")
        self._ears.append(self._ear)

    @property
    def words(self) -> str:
        """What happens in this step, and which one it is."""
        return self._words_of(self.step)

    def _words_of(self, step: int) -> str:
        return f"{step + 1} of {len(self._built.steps)}. {self._built.steps[step].words}"

    def _frames(self) -> dict[str, Any]:
        """All that is drawn in any step, each shape once, as the page takes it."""
        known: dict[tuple[int, Shape], int] = {}
        steps = []
        for step in self._built.steps:
            both = zip(self._boards, (step.roc, step.cost), strict=True)
            drawn = [
                (i, board.place(one), one)
                for i, (board, shapes) in enumerate(both)
                for one in shapes
            ]
            at = [(i * len(self._boards[0].marks) + place, one) for i, place, one in drawn]
            steps.append([known.setdefault(one, len(known)) for one in at])
        numbers = [end for _, one in known for end in (one.x, one.y)]
        return {
            "marks": [mark for board in self._boards for mark in board.marks],
            "shapes": [[mark, len(one.x)] for mark, one in known],
            "places": np.concatenate(numbers).astype(np.float32).tobytes(),
            "steps": steps,
            **self._axes(),
        }

    def _axes(self) -> dict[str, Any]:
        """What the axes of cost space say in each step, if that changes."""
        axes = [step.axes for step in self._built.steps if step.axes is not None]
        return {
            "axes": list(self._boards[1].figure.axes) if axes else [],
            "labels": [[one.across, one.upwards] for one in axes],
            "tops": [one.top for one in axes],
        }

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
    def _show(self, _change: Any) -> None:
        with self._ear.shut():
            self._stepper.step = self.step


def steps(  # noqa: PLR0913 (options, by name only)
    kind: str,
    classifiers: Mapping[str, Any] | CostCurveModel | CostCurveExplorer,
    *,
    name: str | None = None,
    pc: float | None = None,
    cost_fp: float | None = None,
    cost_fn: float | None = None,
) -> Steps:
    """Show step by step how something is built, in both spaces at once.

    Parameters
    ----------
    kind : {"hull", "growing", "average", "virtual", "selection", "resamples", "normalised"}
        The convex hull and the lower envelope point by point; the hull with each classifier
        more; averages of curves; lines of ROC space that fall, whose points lie beyond the cost
        axis; what is lost by choosing a setting by the class ratio that it was made for; the
        limits of the cost of a confusion matrix, by drawing it anew 100 times; and how error
        rates, and what errors cost in money, become cost curves.
    classifiers : mapping, CostCurveModel or CostCurveExplorer
        What to build it of: a mapping is one of `CostCurveModel`.
    name : str, optional
        Which classifier, for those that are about one; the first visible one if left out.
    pc : float, optional
        Where averages, resamples, or costs are looked at; the operating point if left out.
    cost_fp, cost_fn : float, optional
        What a false alarm and a miss cost more than being right, for "normalised"; as the
        conditions of the model say, or 1 and 3 if there are none.

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

    What errors cost, in money, and as a part of the worst that they could cost:

    >>> shown = steps("normalised", {"a": (0.1, 0.6)}, pc=0.5, cost_fp=10, cost_fn=40)
    >>> shown.step = 3
    >>> print(shown.words[:33])
    4 of 5. Divide by that: 4 of 16 a
    >>> shown.close()
    """
    given = classifiers.model if isinstance(classifiers, CostCurveExplorer) else classifiers
    model = given if isinstance(given, CostCurveModel) else CostCurveModel(given)
    return Steps(built(model, kind, name=name, pc=pc, cost_fp=cost_fp, cost_fn=cost_fn))
