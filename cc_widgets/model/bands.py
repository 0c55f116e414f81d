"""Bands of several classifiers, made from resamples that are kept for other levels."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from cc_widgets.core._results import result
from cc_widgets.core.uncertainty import (
    Band,
    EnvelopeResamples,
    best_band,
    best_of_independent,
    envelope_band,
    envelope_difference_band,
    fixed_threshold_band,
    optimistic_band,
    order_ranks,
    rule_band,
    shared_level,
)
from cc_widgets.core.uncertainty._band import Level
from cc_widgets.errors import CostCurveError
from cc_widgets.model.reasons import n_pairs, unjudged, why_unjudged
from cc_widgets.model.resampled import Resampled
from cc_widgets.model.settings import BootstrapSettings

_AGAIN = "{} was hidden or not there when the bootstrap ran. Show it and run the bootstrap again."
_APART = "percentiles of both test sets resampled each alone, with the optimism that remains"


@result
class Bands:
    """A band for each classifier that can have one.

    Attributes
    ----------
    each : mapping of str to Band
        By the name of the classifier.
    best : Band or None
        Of whichever of the visible classifiers is cheapest at each pc; it allows for that they
        were chosen on the same examples, classifier and threshold. None if one of them has no
        band, if some but not all of the others were hidden since, and with methods that do not
        allow for any choice.
    among : tuple of str
        The visible classifiers that the best is one of.
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
    resampled : Resampled
        Everything drawn: another level or method needs nothing new.
    """

    each: Mapping[str, Band]
    best: Band | None
    among: tuple[str, ...]
    settings: BootstrapSettings
    level: float
    resampled: Resampled

    @property
    def n_done(self) -> int:
        """How many resamples there are so far."""
        return self.resampled.n_done

    @property
    def n_resamples(self) -> int:
        """How many resamples there shall be."""
        return self.resampled.n_resamples

    @property
    def complete(self) -> bool:
        """Whether there will be no better bands."""
        return self.n_done == self.n_resamples

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why other classifiers have no band."""
        return self.resampled.reasons

    def seen(self, names: Collection[str]) -> "Bands":
        """Return the same for other visible classifiers: the best is one of those."""
        best = _best(self.resampled, self.settings, self.level, self.each, names)
        return replace(self, best=best, among=tuple(names))

    def why_not(self, first: str, second: str) -> str:
        """Say why there is no band of the difference of two classifiers; empty if there is."""
        sources = self.resampled.sources
        for name in (first, second):
            if name not in sources:
                return _AGAIN.format(name)
        why = why_unjudged(sources, first, second)
        if why:
            return why
        try:
            order_ranks(shared_level(self.level, self._family()), self.n_done)
        except CostCurveError as error:
            return str(error)
        return ""

    def apart(self, first: str, second: str) -> bool:
        """Tell whether two were resampled each alone, as they scored different examples."""
        return not any({first, second} <= set(group) for group in self.resampled.groups)

    def difference(self, first: str, second: str) -> Band:
        """Return the band of the cost of the first less that of the second.

        Parameters
        ----------
        first, second : str
            Names of two classifiers.

        Returns
        -------
        Band
            Negative where the first is cheaper; judged as the settings say.

        Raises
        ------
        CostCurveError
            If the two were not resampled.
        """
        why = self.why_not(first, second)
        if why:
            raise unjudged(first, second, why)
        return self._judge(first, second)

    def _judge(self, first: str, second: str) -> Band:
        """Draw the band of a difference."""
        judged = self.settings.judged
        family = self._family()
        band = envelope_difference_band(
            self.resampled.pair(first, second),
            level=shared_level(self.level, family),
            simultaneous=judged != "each pc",
        )
        method = _APART if self.apart(first, second) else band.method
        return replace(band, level=self.level, family=family, method=method)

    def _family(self) -> int:
        """Return how many differences hold the level together."""
        return n_pairs(len(self.resampled.each)) if self.settings.judged == "all pairs" else 1


def bands_of(
    resampled: Resampled,
    settings: BootstrapSettings,
    level: float,
    visible: Collection[str],
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
    visible : collection of str
        Among which classifiers the best is looked for.
    ready : mapping of str to Band, optional
        Those of classifiers, if they are made already.

    Returns
    -------
    Bands
        One for each classifier that can have one.
    """
    names = [*resampled.each, *resampled.lines]
    each = ready or {name: band_of(resampled, name, settings, level) for name in names}
    return Bands(
        each=MappingProxyType(dict(each)),
        best=_best(resampled, settings, level, each, visible),
        among=tuple(visible),
        settings=settings,
        level=level,
        resampled=resampled,
    )


def band_of(resampled: Resampled, name: str, settings: BootstrapSettings, level: Level) -> Band:
    """Draw the band of one classifier."""
    if name in resampled.lines:
        line, pc = resampled.lines[name], resampled.pc
        return rule_band(line, level=level, pc=pc, simultaneous=settings.simultaneous)
    return _scored_band(resampled.each[name], settings, level)


def _scored_band(one: EnvelopeResamples, settings: BootstrapSettings, level: Level) -> Band:
    if settings.method == "optimistic":
        return optimistic_band(one, level=level)
    make = fixed_threshold_band if settings.method == "fixed" else envelope_band
    return make(one, level=level, simultaneous=settings.simultaneous)


def _best(
    resampled: Resampled,
    settings: BootstrapSettings,
    level: float,
    each: Mapping[str, Band],
    visible: Collection[str],
) -> Band | None:
    """Draw the band of the best of some classifiers, or return None."""
    names = [name for name in resampled.sources if name in visible]
    if not names or not set(visible) <= set(each):
        return None
    if settings.method != "envelope" and set(names) & set(resampled.each):
        return None
    if len(names) == 1:
        return best_of_independent([each[names[0]]], level)
    if len(names) < len(resampled.sources):  # what was drawn is of all of them together
        return None
    try:
        return best_of_all(resampled, settings, level, each)
    except CostCurveError:  # too few resamples for so many classifiers
        return None


def best_of_all(
    resampled: Resampled,
    settings: BootstrapSettings,
    level: float,
    ready: Mapping[str, Band] | None = None,
) -> Band:
    """Draw the band of the best of all classifiers.

    Parameters
    ----------
    resampled : Resampled
        What has been drawn; each of them can have a band.
    settings : BootstrapSettings
        With the method.
    level : float
        Level of confidence.
    ready : mapping of str to Band, optional
        Those of the classifiers, if they are made already.

    Returns
    -------
    Band
        From joint resamples if there are such of all, else from bands that hold together.

    Raises
    ------
    CostCurveError
        If there are too few resamples for so many classifiers.
    """
    names = list(resampled.sources)
    joint = resampled.groups == (tuple(names),) and not settings.simultaneous
    share = level if joint else shared_level(level, len(names))
    each = ready if joint else None
    bands = [
        band_of(resampled, name, settings, share) if each is None else each[name] for name in names
    ]
    return best_band(resampled.joint[0], bands) if joint else best_of_independent(bands, level)
