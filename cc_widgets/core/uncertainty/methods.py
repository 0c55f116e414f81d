"""Table of interval methods: input, target, coverage and function of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from numpy.typing import ArrayLike

from cc_widgets.core.counting import Counts
from cc_widgets.core.scores import Predictions
from cc_widgets.core.uncertainty.bands import Band, Level, Target
from cc_widgets.core.uncertainty.bootstrap import EnvelopeResamples
from cc_widgets.core.uncertainty.differences import (
    envelope_difference_band,
    recommended_difference_band,
)
from cc_widgets.core.uncertainty.envelopes import (
    envelope_band,
    fixed_threshold_band,
    optimistic_band,
)
from cc_widgets.core.uncertainty.intervals import LineCounts, mover_band, rectangle_band, rule_band
from cc_widgets.core.uncertainty.paired import PairedCounts, difference_band
from cc_widgets.core.uncertainty.percentiles import exact_band
from cc_widgets.core.uncertainty.regions import (
    RocBand,
    RocTarget,
    curve_band,
    hull_band,
    vertical_band,
)
from cc_widgets.core.validation import read_choice

__all__ = ["METHODS", "IntervalMethod", "methods_for"]

Takes: TypeAlias = Literal["line", "pairs", "resamples", "joint resamples", "cost band", "scores"]


@dataclass(frozen=True, slots=True)
class IntervalMethod:
    """Method to compute a confidence band.

    Attributes
    ----------
    words : str
        Label in a list of methods.
    takes : {"line", "pairs", "resamples", "joint resamples", "cost band", "scores"}
        Input: `LineCounts`, `PairedCounts`, `EnvelopeResamples` or `JointResamples`; in ROC space
        the `Band` of the dual, or `Predictions` or `Counts`.
    target : str
        The true quantity that the band covers, as in `Band.target` and `RocBand.target`.
    make : callable
        Function of the input, ``level`` and ``simultaneous``, which returns a `Band`; for lines and
        pairs it also has ``pc``. For a cost band or scores it returns a `RocBand` and has ``fpr``.
    coverage : {"either", "pointwise", "simultaneous"}
        Whether the level is pointwise, simultaneous, or as requested.
    for_choice : bool
        Whether it corrects for thresholds that were chosen on the same examples.
    warning : str
        Known under-coverage; empty if there is none.
    """

    words: str
    takes: Takes
    target: Target | RocTarget
    make: Callable[..., Any]
    coverage: Literal["either", "pointwise", "simultaneous"] = "either"
    for_choice: bool = False
    warning: str = ""


def _optimistic(resamples: EnvelopeResamples, *, level: Level, simultaneous: bool) -> Band:  # noqa: ARG001 (common signature)
    return optimistic_band(resamples, level=level)


def _rectangle(
    line: LineCounts,
    *,
    level: Level,
    simultaneous: bool,  # noqa: ARG001 (common signature)
    pc: ArrayLike | None = None,
) -> Band:
    return rectangle_band(line, level=level, pc=pc)


def _agresti_min_difference(
    pairs: PairedCounts, *, level: Level, simultaneous: bool, pc: ArrayLike | None = None
) -> Band:
    return difference_band(
        pairs, level=level, pc=pc, method="agresti-min", simultaneous=simultaneous
    )


def _joint_percentile_difference(
    pairs: PairedCounts, *, level: Level, simultaneous: bool, pc: ArrayLike | None = None
) -> Band:
    return difference_band(pairs, level=level, pc=pc, method="exact", simultaneous=simultaneous)


def _dual(
    band: Band,
    *,
    level: Level,  # noqa: ARG001 (set by the band)
    simultaneous: bool,  # noqa: ARG001
    fpr: ArrayLike | None = None,
) -> RocBand:
    return hull_band(band, fpr=fpr)


def _vertical(
    source: Predictions | Counts,
    *,
    level: Level,
    simultaneous: bool,  # noqa: ARG001 (common signature)
    fpr: ArrayLike | None = None,
) -> RocBand:
    return vertical_band(source, level=level, fpr=fpr)


def _simultaneous_curve(
    source: Predictions | Counts,
    *,
    level: Level,
    simultaneous: bool,  # noqa: ARG001 (common signature)
    fpr: ArrayLike | None = None,
) -> RocBand:
    return curve_band(source, level=level, fpr=fpr)


METHODS: Mapping[str, IntervalMethod] = MappingProxyType(
    {
        "envelope": IntervalMethod(
            words="best and chosen threshold (advised)",
            takes="resamples",
            target="best and chosen threshold",
            make=envelope_band,
            for_choice=True,
        ),
        "fixed": IntervalMethod(
            words="thresholds fixed on other data",
            takes="resamples",
            target="fixed threshold",
            make=fixed_threshold_band,
            warning="Only for thresholds that were fixed before these data were seen. For those "
            "chosen on these data such limits are too low: they hold what will be paid much less "
            "often.",
        ),
        "optimistic": IntervalMethod(
            words="plain percentiles (too low)",
            takes="resamples",
            target="best threshold, too low",
            make=_optimistic,
            coverage="pointwise",
            warning="Too low, for comparison with what others draw: they hold the cost of the "
            "best possible threshold much less often than the level says.",
        ),
        "rule": IntervalMethod(
            words="one threshold, or a trivial rule where that is cheaper (advised)",
            takes="line",
            target="line or trivial rule",
            make=rule_band,
            for_choice=True,
        ),
        "mover": IntervalMethod(
            words="one threshold (Wilson-MOVER)", takes="line", target="line", make=mover_band
        ),
        "percentile": IntervalMethod(
            words="one threshold (percentiles, as if infinitely many were drawn)",
            takes="line",
            target="line",
            make=exact_band,
            warning="Of width zero where a class has no errors.",
        ),
        "rectangle": IntervalMethod(
            words="one threshold (guaranteed)",
            takes="line",
            target="line",
            make=_rectangle,
            coverage="simultaneous",
        ),
        "agresti-min": IntervalMethod(
            words="difference of two thresholds (Agresti-Min)",
            takes="pairs",
            target="difference of lines",
            make=_agresti_min_difference,
        ),
        "joint percentile": IntervalMethod(
            words="difference of two thresholds (percentiles)",
            takes="pairs",
            target="difference of lines",
            make=_joint_percentile_difference,
            warning="With few examples, or few on which only one is wrong, too narrow.",
        ),
        "recommended difference": IntervalMethod(
            words="difference, each at its recommended threshold (advised)",
            takes="joint resamples",
            target="difference in use",
            make=recommended_difference_band,
            for_choice=True,
        ),
        "envelope difference": IntervalMethod(
            words="difference, each at the best threshold it could have",
            takes="joint resamples",
            target="difference of envelopes",
            make=envelope_difference_band,
            for_choice=True,
        ),
        "hull": IntervalMethod(
            words="as in cost space (advised)",
            takes="cost band",
            target="hull",
            make=_dual,
            for_choice=True,
        ),
        "vertical": IntervalMethod(
            words="at each false positive rate",
            takes="scores",
            target="tpr at each fpr",
            make=_vertical,
            coverage="pointwise",
        ),
        "curve": IntervalMethod(
            words="the whole curve (guaranteed)",
            takes="scores",
            target="curve",
            make=_simultaneous_curve,
            coverage="simultaneous",
        ),
    }
)
"""All methods by name."""


def methods_for(takes: Takes) -> Mapping[str, IntervalMethod]:
    """Interval methods for one kind of input, by name, the recommended one first.

    Parameters
    ----------
    takes : {"line", "pairs", "resamples", "joint resamples", "cost band", "scores"}
        Kind of input, as in `IntervalMethod.takes`.

    Returns
    -------
    mapping of str to IntervalMethod
        Read-only.

    Examples
    --------
    >>> next(iter(methods_for("resamples")))
    'envelope'
    """
    read_choice("takes", takes, get_args(Takes))
    return MappingProxyType(
        {name: method for name, method in METHODS.items() if method.takes == takes}
    )
