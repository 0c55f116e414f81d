"""Bands of several classifiers, made from resamples that are kept for other levels."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from cc_widgets.core.arrays import freeze
from cc_widgets.core.uncertainty.band import Band
from cc_widgets.core.uncertainty.envelope_bands import (
    envelope_band,
    fixed_threshold_band,
    optimistic_band,
)
from cc_widgets.core.uncertainty.envelope_differences import envelope_difference_band
from cc_widgets.core.uncertainty.intervals import rule_band
from cc_widgets.core.uncertainty.line_counts import LineCounts
from cc_widgets.core.uncertainty.resamples import EnvelopeResamples
from cc_widgets.core.uncertainty.resampling import JointResamples
from cc_widgets.errors import CostCurveError
from cc_widgets.model.inputs import Classifier
from cc_widgets.model.settings import BootstrapSettings

__all__ = ["Bands", "BootstrapSettings", "Resampled", "band_of", "bands_of", "unpaired"]

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False, slots=True)
class Resampled:
    """What has been drawn so far, whatever level or method it is used for.

    Attributes
    ----------
    sources : mapping of str to Predictions, Counts or RocCurve
        The classifiers that it belongs to, by their names.
    each : mapping of str to EnvelopeResamples
        Resamples of those that have scores.
    lines : mapping of str to LineCounts
        Errors of those that are one confusion matrix.
    reasons : mapping of str to str
        Why the others have no band.
    pairs : JointResamples or None
        Those that were resampled jointly.
    paired : tuple of str
        Their names: element i is element i of ``pairs.each``.
    n_done, n_resamples : int
        How many resamples there are, and shall be.
    """

    sources: Mapping[str, Classifier]
    each: Mapping[str, EnvelopeResamples]
    lines: Mapping[str, LineCounts]
    reasons: Mapping[str, str]
    pairs: JointResamples | None
    paired: tuple[str, ...]
    n_done: int
    n_resamples: int

    def __post_init__(self) -> None:
        """Make copies as read-only as this."""
        freeze(self)

    def renamed(self, names: Mapping[str, str]) -> "Resampled":
        """Return the same with other names; what is not among them is left out."""

        def moved(old: Mapping[str, Value]) -> Mapping[str, Value]:
            return MappingProxyType({names[name]: old[name] for name in old if name in names})

        return replace(
            self,
            sources=moved(self.sources),
            each=moved(self.each),
            lines=moved(self.lines),
            reasons=moved(self.reasons),
            paired=tuple(names.get(name, "") for name in self.paired),
        )


@dataclass(frozen=True, eq=False, slots=True)
class Bands:
    """A band for each classifier that can have one.

    Attributes
    ----------
    each : mapping of str to Band
        By the name of the classifier.
    settings : BootstrapSettings
        What they were made with.
    level : float
        Level of confidence.
    n_done, n_resamples : int
        How many resamples there are, and shall be.
    complete : bool
        Whether there will be no better ones.
    reasons : mapping of str to str
        Why other classifiers have no band.
    pairs : JointResamples or None
        Jointly resampled classifiers, for differences.
    resampled : Resampled
        Everything drawn: another level or method needs nothing new.
    """

    each: Mapping[str, Band]
    settings: BootstrapSettings
    level: float
    n_done: int
    n_resamples: int
    complete: bool
    reasons: Mapping[str, str]
    pairs: JointResamples | None
    resampled: Resampled

    def __post_init__(self) -> None:
        """Make copies as read-only as this."""
        freeze(self)

    def difference(self, first: str, second: str) -> Band:
        """Return the band of the cost of the first less that of the second.

        Parameters
        ----------
        first, second : str
            Names of two classifiers.

        Returns
        -------
        Band
            Negative where the first is cheaper.

        Raises
        ------
        CostCurveError
            If the two were not resampled jointly.
        """
        paired = self.resampled.paired
        if self.pairs is None or first not in paired or second not in paired:
            raise unpaired(first, second)
        return envelope_difference_band(
            self.pairs,
            paired.index(first),
            paired.index(second),
            level=self.level,
            simultaneous=self.settings.simultaneous,
        )


def unpaired(first: str, second: str) -> CostCurveError:
    """Return the error for two classifiers whose errors cannot be put side by side."""
    return CostCurveError(
        "a difference can be judged only on the same examples, scored by both classifiers",
        where="compare",
        got=f"{first!r} and {second!r}",
        fix="Give unweighted scores of one test set for both: two confusion matrices do not "
        "tell how often both are wrong together.",
    )


def bands_of(
    resampled: Resampled,
    settings: BootstrapSettings,
    level: float,
    ready: Mapping[str, Band] | None = None,
) -> Bands:
    """Make the bands of one level from what has been drawn.

    Parameters
    ----------
    resampled : Resampled
        What has been drawn.
    settings : BootstrapSettings
        With the method.
    level : float
        Level of confidence.
    ready : mapping of str to Band, optional
        Those of scored classifiers, if they are made already.

    Returns
    -------
    Bands
        One for each classifier that can have one.
    """
    scored = resampled.each.items()
    each = dict(ready or {name: band_of(one, settings, level) for name, one in scored})
    each |= {
        name: rule_band(line, level=level, simultaneous=settings.simultaneous)
        for name, line in resampled.lines.items()
    }
    return Bands(
        each=MappingProxyType(each),
        settings=settings,
        level=level,
        n_done=resampled.n_done,
        n_resamples=resampled.n_resamples,
        complete=resampled.n_done == resampled.n_resamples,
        reasons=resampled.reasons,
        pairs=resampled.pairs,
        resampled=resampled,
    )


def band_of(one: EnvelopeResamples, settings: BootstrapSettings, level: float) -> Band:
    """Draw the band of one scored classifier."""
    if settings.method == "optimistic":
        return optimistic_band(one, level=level)
    make = fixed_threshold_band if settings.method == "fixed" else envelope_band
    return make(one, level=level, simultaneous=settings.simultaneous)
