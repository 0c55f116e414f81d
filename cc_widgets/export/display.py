"""Cost curve display in the style of scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from cc_widgets.core import (
    Predictions,
    convex_hull,
    lower_envelope,
    predictions,
    roc_curve,
    total_expected_cost,
)
from cc_widgets.core.costs import baseline_cost
from cc_widgets.core.hull import count_hull
from cc_widgets.core.results import FloatArray
from cc_widgets.core.validation import read_bool
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.export.figure import TextMetrics, names_as_text
from cc_widgets.intake import estimator_name, estimator_predictions, split_predictions
from cc_widgets.model.conditions import pc_title
from cc_widgets.model.drawing import COST_TITLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

_Look = Mapping[str, Any]
_FOLD_STYLE: _Look = {"alpha": 0.5, "linestyle": "--", "color": "blue"}
_BASELINE_STYLE: _Look = {
    "label": "Calling all alike (mean cost = 0.25)",
    "color": "k",
    "linestyle": "--",
}
_X_ENDS, _Y_ENDS = (-0.01, 1.01), (-0.005, 0.505)  # no lower envelope rises above 0.5


class CostCurveDisplay:
    """Cost curve visualization.

    It is recommended to use `from_estimator`, `from_predictions` or `from_cv_results` to create a
    display. All parameters are stored as attributes. Names and defaults follow scikit-learn's
    `RocCurveDisplay`.

    Parameters
    ----------
    pc : ndarray, or list of ndarray
        Probability-cost values PC(+) from 0 to 1, increasing; a list for several curves.
    cost : ndarray, or list of ndarray
        Normalised expected cost at each pc with the best threshold.
    mean_cost : float or list of float, optional
        Mean cost over all pc, displayed in the legend.
    name : str or list of str, optional
        Names of the curves in the legend.
    pos_label : label, optional
        Label of the positive class, displayed on the axis.

    Attributes
    ----------
    line_ : Line2D, or list of Line2D
        Cost curve, or list of cost curves.
    chance_level_ : Line2D or None
        Cost of the better baseline: classify everything as positive, or as negative.
    ax_ : Axes
        Axes with the curves.
    figure_ : Figure
        Figure containing the axes.

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
        """Plot the cost curves.

        Parameters
        ----------
        ax : Axes, optional
            Axes to plot on; by default a new pyplot figure is created.
        name : str or list of str, optional
            Replaces `name` of the display. A list requires a list of `curve_kwargs`.
        curve_kwargs : dict or list of dict, optional
            Keyword arguments for matplotlib's `plot`. With a list, each curve has its own legend
            entry; otherwise all curves share one.
        plot_chance_level : bool
            Whether to plot the cost of the better baseline.
        chance_level_kw : dict, optional
            Keyword arguments for plotting the baseline.
        despine : bool
            Whether to remove the top and right spines.

        Returns
        -------
        CostCurveDisplay
            The display itself.

        Raises
        ------
        CostCurveError
            If the numbers of names, `curve_kwargs` and curves differ.
        ImportError
            If matplotlib is not installed; ``pip install "cc-widgets[static]"`` installs it.
        """
        curves, names = self._curves(), self.name if name is None else name
        has_chance = read_bool("plot_chance_level", plot_chance_level)
        chance = {**_BASELINE_STYLE, **_read_look("chance_level_kw", chance_level_kw)}
        read_bool("despine", despine)
        with names_as_text():
            looks = self._looks(len(curves), names, curve_kwargs)
            axes = _read_axes(ax)
            corners = np.array([0.0, 0.5, 1.0])
            level = [(corners, baseline_cost(corners), chance)] if has_chance else []
            each = [(*curve, look) for curve, look in zip(curves, looks, strict=True)]
            *lines, last = _draw_lines(axes, [*each, *level], is_new=ax is None)
            self.chance_level_ = last if has_chance else None
            lines = lines if has_chance else [*lines, last]
            self.line_ = lines if len(lines) > 1 else lines[0]
            self.ax_, self.figure_ = axes, axes.figure
            self._label_axes(despine=despine)
        return self

    def _curves(self) -> list[tuple[FloatArray, FloatArray]]:
        """Return pc and cost of each curve."""
        several = isinstance(self.pc, list | tuple) and np.ndim(self.pc[0]) > 0
        each = (self.pc, self.cost) if several else ([self.pc], [self.cost])
        if len(each[0]) != len(each[1]):
            raise CostCurveError(
                "pc and cost must have the same length",
                where="CostCurveDisplay",
                got=f"{len(each[0])} and {len(each[1])}",
            )
        return list(zip(*each, strict=True))

    def _looks(self, count: int, name: Any, curve_kwargs: Any) -> list[dict[str, Any]]:
        """Return the keyword arguments of each curve, with its legend label."""
        is_separate = count == 1 or isinstance(curve_kwargs, list | tuple)
        names = list(name) if isinstance(name, list | tuple) else [name] * count
        looks = [
            _read_look("curve_kwargs", look)
            for look in (
                curve_kwargs if isinstance(curve_kwargs, list | tuple) else [curve_kwargs] * count
            )
        ]
        if (
            len(looks) != count
            or len(names) != count
            or not (is_separate or len(set(map(shown, names))) == 1)
        ):
            raise CostCurveError(
                "must have one entry per curve; several names need several curve_kwargs",
                where="name, curve_kwargs",
                got=f"{len(names)} and {len(looks)} for {count} curves",
                fix="Pass one name, or lists of names and of curve_kwargs, one entry per curve.",
            )
        mean_cost: Any = self.mean_cost
        means = list(mean_cost) if isinstance(mean_cost, list | tuple) else [mean_cost]
        if is_separate:
            each = means if len(means) == count else [None] * count
            labels = [
                _label(label_name, _mean_text(mean))
                for label_name, mean in zip(names, each, strict=True)
            ]
        else:
            spread = None if None in means else f"{np.mean(means):.2f} +/- {np.std(means):.2f}"
            labels = [_label(names[0], spread), *([None] * (count - 1))]
        default_style = {} if is_separate else _FOLD_STYLE
        return [
            {"label": label, **default_style, **look}
            for label, look in zip(labels, looks, strict=True)
        ]

    def _label_axes(self, *, despine: bool) -> None:
        """Set limits, labels and legend of the axes."""
        positive = "" if self.pos_label is None else f" (Positive label: {self.pos_label})"
        across = _renderable(f"{pc_title('positives')}{positive}")
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
        """Plot the cost curve of a fitted classifier.

        Parameters
        ----------
        estimator : object
            Fitted binary classifier with `predict_proba` or `decision_function`.
        X : array-like of shape (n_examples, n_features)
            Test examples.
        y : array-like of shape (n_examples,)
            True labels.
        sample_weight : array-like of shape (n_examples,), optional
            Sample weights.
        response_method : {"auto", "predict_proba", "decision_function"}
            Method that provides the scores; "auto" tries them in this order.
        pos_label : label, optional
            Label of the positive class; by default ``estimator.classes_[1]``.
        name : str, optional
            Name in the legend; the class of the estimator by default.
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine
            See `plot`.

        Returns
        -------
        CostCurveDisplay

        Raises
        ------
        CostCurveError
            If this is not a fitted binary classifier, or labels and scores do not match.
        """
        checked = estimator_predictions(
            estimator,
            X,
            y,
            sample_weight=sample_weight,
            response_method=response_method,
            pos_label=pos_label,
        )
        return cls._plot_one(
            checked,
            name=estimator_name(estimator) if name is None else name,
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
        """Plot the cost curve of true labels and scores.

        Parameters
        ----------
        y_true : array-like of shape (n_examples,)
            True binary labels.
        y_score : array-like of shape (n_examples,)
            Target scores: probabilities of the positive class or decision values.
        sample_weight : array-like of shape (n_examples,), optional
            Sample weights.
        pos_label : label, optional
            Label of the positive class. Required unless labels are 0/1, -1/1 or booleans.
        name : str, optional
            Name in the legend; "Classifier" by default.
        ax, curve_kwargs, plot_chance_level, chance_level_kw, despine
            See `plot`.

        Returns
        -------
        CostCurveDisplay

        Raises
        ------
        CostCurveError
            If labels, scores and weights do not match.
        """
        checked = predictions(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        return cls._plot_one(
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
        """Plot the cost curves of cross-validation folds.

        Parameters
        ----------
        cv_results : dict
            Result of scikit-learn's `cross_validate` with ``return_estimator=True`` and
            ``return_indices=True``.
        X : array-like of shape (n_examples, n_features)
            Examples.
        y : array-like of shape (n_examples,)
            True labels.
        sample_weight, response_method, pos_label
            See `from_estimator`.
        ax, name, curve_kwargs, plot_chance_level, despine
            See `plot`.
        chance_level_kwargs : dict, optional
            See `chance_level_kw` of `plot`; the name follows scikit-learn.

        Returns
        -------
        CostCurveDisplay

        Raises
        ------
        CostCurveError
            If estimators or indices are missing, or the examples do not match.
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
    def _plot_one(cls, checked: Predictions, name: str, ax: Axes | None, **looks: Any) -> Self:
        """Plot the curve of one classifier."""
        pc, cost, mean_cost = _curve(checked)
        positive = checked.classes[1]
        display = cls(pc=pc, cost=cost, mean_cost=mean_cost, name=name, pos_label=positive)
        return display.plot(ax, **looks)


# ---- Helpers


def _curve(checked: Predictions) -> tuple[FloatArray, FloatArray, float]:
    """Return pc and cost of the lower envelope, and the mean cost."""
    envelope = lower_envelope(convex_hull([roc_curve(count_hull(checked))]))
    return envelope.pc, envelope.cost, total_expected_cost(envelope)


def _read_look(where: str, kwargs: object) -> _Look:
    """Return keyword arguments of a line; raise unless this is a dict with string keys."""
    if kwargs is None:
        return {}
    if isinstance(kwargs, Mapping) and all(isinstance(key, str) for key in kwargs):
        return kwargs
    raise CostCurveError(
        "must be a dict of keyword arguments for matplotlib",
        where=where,
        got=shown(kwargs),
        fix='Pass for instance {"color": "green"}.',
    )


def _read_axes(ax: object) -> Any:
    """Return axes to plot on; None creates new ones."""
    from matplotlib.axes import Axes  # noqa: PLC0415 (optional dependency)

    if ax is None:
        return _new_axes()
    if isinstance(ax, Axes):
        return ax
    raise CostCurveError("must be a matplotlib Axes", where="ax", got=shown(ax))


def _draw_lines(
    axes: Any,
    each: Sequence[tuple[FloatArray, FloatArray, _Look]],
    *,
    is_new: bool,
) -> list[Line2D]:
    """Plot lines; if one fails, remove all of them, and new axes too."""
    lines: list[Line2D] = []
    try:
        for pc, cost, look in each:
            lines += axes.plot(pc, cost, **look)
    except Exception as error:  # noqa: BLE001 (matplotlib raises any error)
        for line in lines:
            line.remove()
        if is_new:
            _close_figure(axes)
        raise CostCurveError(
            "must be accepted by matplotlib", where="curve_kwargs, chance_level_kw", got=str(error)
        ) from None
    return lines


def _label(name: object, mean: str | None) -> str | None:
    """Return a legend label; matplotlib hides labels that start with an underscore."""
    if not isinstance(name, str | None):
        raise CostCurveError("must be a string", where="name", got=shown(name))
    parts = [] if name is None else [_renderable(name)]
    words = " ".join([*parts, *([] if mean is None else [f"(mean cost = {mean})"])])
    return f" {words}" if words.startswith("_") else words or None


def _renderable(text: str) -> str:
    """Return the text on one line, without characters that the fonts lack."""
    return TextMetrics(1.0).renderable(text)


def _mean_text(mean: float | None) -> str | None:
    return None if mean is None else f"{mean:.2f}"


def _new_axes() -> Any:
    """Return axes of a new pyplot figure."""
    from matplotlib import pyplot as plt  # noqa: PLC0415

    return plt.subplots()[1]


def _close_figure(axes: Any) -> None:
    from matplotlib import pyplot as plt  # noqa: PLC0415

    plt.close(axes.figure)
