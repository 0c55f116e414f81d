"""Cost curves for those who never open a widget, in the habit of scikit-learn's displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core import (
    Predictions,
    convex_hull,
    count_hull,
    lower_envelope,
    predictions,
    roc_curve,
    total_expected_cost,
    trivial_cost,
)
from cc_widgets.core._reading import read_truth
from cc_widgets.core._results import FloatArray
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export.figure import Letters, names_as_text
from cc_widgets.intake import estimator_predictions, name_of, split_predictions
from cc_widgets.model.conditions import pc_title
from cc_widgets.model.drawing import COST_TITLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

_Look = Mapping[str, Any]
_MANY: _Look = {"alpha": 0.5, "linestyle": "--", "color": "blue"}
_CHANCE: _Look = {"label": "Calling all alike (mean cost = 0.25)", "color": "k", "linestyle": "--"}
_X_ENDS, _Y_ENDS = (-0.01, 1.01), (-0.005, 0.505)  # no lower envelope rises above 0.5


class CostCurveDisplay:
    """Cost curves of a classifier, or of the folds of one, drawn by matplotlib.

    `from_estimator`, `from_predictions` and `from_cv_results` make one and draw it, with the names
    and defaults of scikit-learn's `RocCurveDisplay`. All parameters are stored as attributes.

    Parameters
    ----------
    pc : ndarray, or list of ndarray
        Probability-cost values from 0 to 1, rising; for several curves one array each.
    cost : ndarray, or list of ndarray
        Element i is the normalised expected cost at pc[i] with the best threshold there.
    mean_cost : float or list of float, optional
        Cost if every pc is equally likely, told in the legend.
    name : str or list of str, optional
        What the legend calls the curves.
    pos_label : label, optional
        The positive class, told on the axis.

    Attributes
    ----------
    line_ : Line2D, or list of Line2D
        The curve; a list if there are several.
    chance_level_ : Line2D or None
        The cost of calling everything negative, or everything positive, whichever is less.
    ax_ : Axes
        Where they are drawn.
    figure_ : Figure
        What that belongs to.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> display = CostCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9], ax=ax)
    >>> display.pc, display.cost
    (array([0. , 0.5, 1. ]), array([0.  , 0.25, 0.  ]))
    >>> display.line_.get_label()
    'Classifier (mean cost = 0.12)'
    """

    line_: Line2D | list[Line2D]
    chance_level_: Line2D | None
    ax_: Axes
    figure_: Figure

    def __init__(
        self,
        *,
        pc: FloatArray | Sequence[FloatArray],
        cost: FloatArray | Sequence[FloatArray],
        mean_cost: float | Sequence[float] | None = None,
        name: str | Sequence[str] | None = None,
        pos_label: object = None,
    ) -> None:
        self.pc = pc
        self.cost = cost
        self.mean_cost = mean_cost
        self.name = name
        self.pos_label = pos_label

    def plot(
        self,
        ax: Axes | None = None,
        *,
        name: str | Sequence[str] | None = None,
        curve_kwargs: _Look | Sequence[_Look] | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: _Look | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw the curves.

        Parameters
        ----------
        ax : Axes, optional
            Where; a new figure of pyplot if left out.
        name : str or list of str, optional
            As `name` of the display, which it replaces. A list needs a list of `curve_kwargs`.
        curve_kwargs : dict or list of dict, optional
            What matplotlib's `plot` is to draw the curves with. From a list each curve takes its
            own, and has an entry in the legend; otherwise several have one together.
        plot_chance_level : bool
            Whether to draw what it costs to call everything negative, or everything positive.
        chance_level_kw : dict, optional
            What that is drawn with.
        despine : bool
            Whether to leave the upper and the right rim away.

        Returns
        -------
        CostCurveDisplay
            The display itself.

        Raises
        ------
        CostCurveError
            If names, looks and curves are not as many.
        ImportError
            Without matplotlib, which ``pip install "cc-widgets[static]"`` installs.
        """
        curves, given = self._curves(), self.name if name is None else name
        has_chance = read_truth("plot_chance_level", plot_chance_level)
        chance = {**_CHANCE, **_read_look("chance_level_kw", chance_level_kw)}
        read_truth("despine", despine)
        with names_as_text():
            looks = self._looks(len(curves), given, curve_kwargs)
            axes = _read_axes(ax)
            corners = np.array([0.0, 0.5, 1.0])
            level = [(corners, trivial_cost(corners), chance)] if has_chance else []
            each = [(*curve, look) for curve, look in zip(curves, looks, strict=True)]
            *lines, last = _drawn(axes, [*each, *level], is_new=ax is None)
            self.chance_level_ = last if has_chance else None
            lines = lines if has_chance else [*lines, last]
            self.line_ = lines if len(lines) > 1 else lines[0]
            self.ax_, self.figure_ = axes, axes.figure
            self._say(despine=despine)
        return self

    def _curves(self) -> list[tuple[FloatArray, FloatArray]]:
        """The pc and the cost of each curve."""
        several = isinstance(self.pc, list | tuple) and np.ndim(self.pc[0]) > 0
        each = (self.pc, self.cost) if several else ([self.pc], [self.cost])
        if len(each[0]) != len(each[1]):
            raise CostCurveError(
                "there must be as many arrays of pc as of cost",
                where="CostCurveDisplay",
                got=f"{len(each[0])} and {len(each[1])}",
            )
        return list(zip(*each, strict=True))

    def _looks(self, count: int, name: Any, given: Any) -> list[dict[str, Any]]:
        """What each curve is drawn with, its label for the legend among that."""
        apart = count == 1 or isinstance(given, list | tuple)
        names = list(name) if isinstance(name, list | tuple) else [name] * count
        looks = [
            _read_look("curve_kwargs", look)
            for look in (given if isinstance(given, list | tuple) else [given] * count)
        ]
        if (
            len(looks) != count
            or len(names) != count
            or not (apart or len(set(map(shown, names))) == 1)
        ):
            raise CostCurveError(
                "there must be one of these for each curve; several names need several looks",
                where="name, curve_kwargs",
                got=f"{len(names)} and {len(looks)} for {count} curves",
                fix="Pass one name, or lists of names and of looks as long as there are curves.",
            )
        known: Any = self.mean_cost
        means = list(known) if isinstance(known, list | tuple) else [known]
        if apart:
            each = means if len(means) == count else [None] * count
            labels = [_label(one, _written(mean)) for one, mean in zip(names, each, strict=True)]
        else:
            spread = None if None in means else f"{np.mean(means):.2f} +/- {np.std(means):.2f}"
            labels = [_label(names[0], spread), *([None] * (count - 1))]
        usual = {} if apart else _MANY
        return [
            {"label": label, **usual, **look} for label, look in zip(labels, looks, strict=True)
        ]

    def _say(self, *, despine: bool) -> None:
        """Write what the axes and the curves are called."""
        positive = "" if self.pos_label is None else f" (Positive label: {self.pos_label})"
        across = _legible(f"{pc_title('positives')}{positive}")
        self.ax_.set(xlim=_X_ENDS, ylim=_Y_ENDS)
        self.ax_.set_xlabel(across, parse_math=False)
        self.ax_.set_ylabel(COST_TITLE, parse_math=False)
        if despine:
            for side in ("top", "right"):
                self.ax_.spines[side].set_visible(False)
        if self.ax_.get_legend_handles_labels()[1]:
            self.ax_.legend(loc="best")

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
        name: str | None = None,
        ax: Axes | None = None,
        curve_kwargs: _Look | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: _Look | None = None,
        despine: bool = False,
    ) -> Self:
        """Cost curve of a fitted classifier on some examples, drawn.

        Parameters
        ----------
        estimator : object
            Fitted, of two classes, with `predict_proba` or `decision_function`.
        X : array-like of shape (n_examples, n_features)
            The examples.
        y : array-like of shape (n_examples,)
            Their labels.
        sample_weight : array-like of shape (n_examples,), optional
            How much each counts.
        response_method : {"auto", "predict_proba", "decision_function"}
            What scores are taken from; the first of both that there is.
        pos_label : label, optional
            The positive class; the last of ``estimator.classes_`` if left out.
        name : str, optional
            What the legend calls it; the name of its class if left out.
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine
            As in `plot`.

        Returns
        -------
        CostCurveDisplay
            Drawn.

        Raises
        ------
        CostCurveError
            If it is no classifier of two classes, or labels and scores do not fit together.
        """
        checked = estimator_predictions(
            estimator,
            X,
            y,
            sample_weight=sample_weight,
            response_method=response_method,
            pos_label=pos_label,
        )
        return cls._drawn(
            checked,
            name=name_of(estimator) if name is None else name,
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: object = None,
        name: str | None = None,
        ax: Axes | None = None,
        curve_kwargs: _Look | None = None,
        plot_chance_level: bool = False,
        chance_level_kw: _Look | None = None,
        despine: bool = False,
    ) -> Self:
        """Cost curve of scores, drawn.

        Parameters
        ----------
        y_true : array-like of shape (n_examples,)
            True labels, of two kinds.
        y_score : array-like of shape (n_examples,)
            Scores: probabilities of the positive class, or any number that grows with it.
        sample_weight : array-like of shape (n_examples,), optional
            How much each example counts.
        pos_label : label, optional
            The positive class. Needed unless the labels are 0/1, -1/1 or booleans.
        name : str, optional
            What the legend calls it; "Classifier" if left out.
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine
            As in `plot`.

        Returns
        -------
        CostCurveDisplay
            Drawn.

        Raises
        ------
        CostCurveError
            If labels, scores and weights do not fit together.
        """
        checked = predictions(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        return cls._drawn(
            checked,
            name="Classifier" if name is None else name,
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
        )

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
        ax: Axes | None = None,
        name: str | Sequence[str] | None = None,
        curve_kwargs: _Look | Sequence[_Look] | None = None,
        plot_chance_level: bool = False,
        chance_level_kwargs: _Look | None = None,
        despine: bool = False,
    ) -> Self:
        """Cost curves of the folds of a cross-validation, drawn.

        Parameters
        ----------
        cv_results : dict
            What scikit-learn's `cross_validate` returns with ``return_estimator=True`` and
            ``return_indices=True``.
        X : array-like of shape (n_examples, n_features)
            The examples.
        y : array-like of shape (n_examples,)
            Their labels.
        sample_weight, response_method, pos_label
            As in `from_estimator`.
        ax, name, curve_kwargs, plot_chance_level, despine
            As in `plot`.
        chance_level_kwargs : dict, optional
            As `chance_level_kw` there; scikit-learn has this name here.

        Returns
        -------
        CostCurveDisplay
            Drawn.

        Raises
        ------
        CostCurveError
            If these are no such results, or results of other examples.
        """
        splits = split_predictions(
            cv_results,
            X,
            y,
            sample_weight=sample_weight,
            response_method=response_method,
            pos_label=pos_label,
        )
        pc, cost, mean_cost = map(list, zip(*map(_curve, splits), strict=True))
        positive = splits[0].classes[1]
        display = cls(pc=pc, cost=cost, mean_cost=mean_cost, name=name, pos_label=positive)
        return display.plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kwargs,
            despine=despine,
        )

    @classmethod
    def _drawn(cls, checked: Predictions, name: str, ax: Axes | None, **looks: Any) -> Self:
        """The curve of one classifier, drawn."""
        pc, cost, mean_cost = _curve(checked)
        positive = checked.classes[1]
        display = cls(pc=pc, cost=cost, mean_cost=mean_cost, name=name, pos_label=positive)
        return display.plot(ax, **looks)


# ---- What is drawn


def _curve(checked: Predictions) -> tuple[FloatArray, FloatArray, float]:
    """The pc and cost of a lower envelope, and its mean."""
    envelope = lower_envelope(convex_hull([roc_curve(count_hull(checked))]))
    return envelope.pc, envelope.cost, total_expected_cost(envelope)


def _read_look(where: str, given: object) -> _Look:
    """Keyword arguments of a line, checked."""
    if given is None:
        return {}
    if isinstance(given, Mapping) and all(isinstance(key, str) for key in given):
        return given
    raise CostCurveError(
        "must be a dict of keyword arguments for matplotlib",
        where=where,
        got=shown(given),
        fix='Pass for instance {"color": "green"}.',
    )


def _read_axes(ax: object) -> Any:
    """Axes to draw on; new ones for None."""
    from matplotlib.axes import Axes  # noqa: PLC0415 (for pictures alone)

    if ax is None:
        return _new_axes()
    if isinstance(ax, Axes):
        return ax
    raise CostCurveError("must be axes of matplotlib", where="ax", got=shown(ax))


def _drawn(
    axes: Any,
    each: Sequence[tuple[FloatArray, FloatArray, _Look]],
    *,
    is_new: bool,
) -> list[Line2D]:
    """Lines on the axes; none of them, nor new axes, are left if one cannot be drawn."""
    lines: list[Line2D] = []
    try:
        for pc, cost, look in each:
            lines += axes.plot(pc, cost, **look)
    except Exception as error:  # noqa: BLE001 (matplotlib raises any error)
        for line in lines:
            line.remove()
        if is_new:
            _close(axes)
        raise CostCurveError(
            "matplotlib cannot draw this", where="curve_kwargs, chance_level_kw", got=str(error)
        ) from None
    return lines


def _label(name: object, mean: str | None) -> str | None:
    """What the legend calls a curve; a leading blank where matplotlib would leave it out."""
    if not isinstance(name, str | None):
        raise CostCurveError("must be a text", where="name", got=shown(name))
    said = [] if name is None else [_legible(name)]
    words = " ".join([*said, *([] if mean is None else [f"(mean cost = {mean})"])])
    return f" {words}" if words.startswith("_") else words or None


def _legible(text: str) -> str:
    """Text that the fonts can write, in one line."""
    return Letters(1.0).legible(text)


def _written(mean: float | None) -> str | None:
    return None if mean is None else f"{mean:.2f}"


def _new_axes() -> Any:
    """Axes of a new figure that is shown as others are: pyplot holds it."""
    from matplotlib import pyplot as plt  # noqa: PLC0415

    return plt.subplots()[1]


def _close(axes: Any) -> None:
    from matplotlib import pyplot as plt  # noqa: PLC0415

    plt.close(axes.figure)
