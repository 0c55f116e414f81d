"""Populations of scores whose true curves are known, and samples of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cosh, erfc, log, sinh, sqrt

import numpy as np

from cc_widgets.core._hull import RocCurve
from cc_widgets.core._reading import check_names, read_number, read_unit_number, read_whole
from cc_widgets.core._results import BoolArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty._draws import Rng, read_seed, stream
from cc_widgets.errors import CostCurveError, shown

# ---- The normal distribution, and one whose tails are not alike


_erfc = np.frompyfunc(erfc, 1, 1)


def _above(deviate: FloatArray) -> FloatArray:
    """How much of a normal distribution lies above each deviate; small shares are exact too."""
    return 0.5 * np.asarray(_erfc(deviate / sqrt(2.0)), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _Tails:
    """Normal deviates bent so that one tail is longer; the middle stays where it is.

    A sinh-arcsinh distribution of Jones and Pewsey with its median at 0, about which it is as dense
    as the normal one.
    """

    skew: float

    def bend(self, deviate: FloatArray) -> FloatArray:
        """What becomes of normal deviates."""
        return (np.sinh(np.arcsinh(deviate) + self.skew) - sinh(self.skew)) / cosh(self.skew)

    def straighten(self, bent: FloatArray) -> FloatArray:
        """The normal deviates again."""
        return np.sinh(np.arcsinh(bent * cosh(self.skew) + sinh(self.skew)) - self.skew)

    def density(self, bent: FloatArray) -> FloatArray:
        """How dense it is at each place."""
        straight = bent * cosh(self.skew) + sinh(self.skew)
        slope = np.cosh(np.arcsinh(straight) - self.skew) * cosh(self.skew)
        deviate = self.straighten(bent)
        height = np.exp(-0.5 * deviate * deviate) / sqrt(2.0 * np.pi)
        return height * slope / np.sqrt(1.0 + straight * straight)


# ---- A classifier as its scores are spread over all people there are


LIMITS: Mapping[str, tuple[float, float]] = {
    "separation": (0.0, 4.0),
    "spread": (0.25, 4.0),
    "skew": (-1.0, 1.0),
    "calibration": (0.25, 4.0),
    "built_at": (0.001, 0.999),
}
"""The least and the greatest that each number may be."""

FEWEST_LEVELS, MOST_LEVELS = 2, 1000

_WIDEST = 6.0
_DEVIATES = 1001
_LEVELS_END = 3.0
_SHAPE_END = 3.5
_SHAPE_STEPS = 121
_LEAST_SLOPE = 0.05


@result
class Shape:
    """How scores are spread, to be drawn.

    Attributes
    ----------
    place : ndarray of float64, shape (n_places,)
        Element i is a place on the axis of scores, in spreads of the negatives.
    score : ndarray of float64, shape (n_places,)
        Element i is the score there.
    negatives, positives : ndarray of float64, shape (n_places,)
        Element i is how dense negatives, or positives, are there; either class counts as one.
    """

    place: FloatArray
    score: FloatArray
    negatives: FloatArray
    positives: FloatArray


@dataclass(frozen=True, slots=True)
class Population:
    """How a classifier scores everybody: two classes whose distributions are known exactly.

    Negatives lie around 0 and positives around `separation`. The score that is told is what the
    classifier claims: a probability that grows with the place.

    Attributes
    ----------
    separation : float
        How far the middle positive lies above the middle negative, in spreads of the negatives.
    spread : float
        How widely positives are spread, as a multiple of negatives.
    skew : float
        Above 0 both classes have their long tail at high scores, below 0 at low ones.
    ties : int or None
        How many different scores there are; None for any number.
    calibration : float
        1 for honest claims, exactly so with a `spread` of 1 and no `skew`; above 1 for claims that
        are too sure, below 1 for claims that are too careful. It moves no ROC curve.
    built_at : float
        The share of positives for which claims were made.

    Examples
    --------
    >>> population = Population(separation=2.0)
    >>> curve = population.curve
    >>> float(curve.fpr[0]), float(curve.tpr[-1])
    (0.0, 1.0)
    """

    separation: float = 1.5
    spread: float = 1.0
    skew: float = 0.0
    ties: int | None = None
    calibration: float = 1.0
    built_at: float = 0.5

    def __post_init__(self) -> None:
        """Keep plain numbers; refuse those outside their limits."""
        for name, (least, most) in LIMITS.items():
            object.__setattr__(self, name, _limited(name, getattr(self, name), least, most))
        if self.ties is not None:
            fix = "Pass how many different scores there are, or None."
            bounds = {"fewest": FEWEST_LEVELS, "most": MOST_LEVELS}
            object.__setattr__(self, "ties", read_whole("ties", self.ties, fix, **bounds))

    @property
    def curve(self) -> RocCurve:
        """The true ROC curve: no point of it is further than 1e-5 from this polyline."""
        edges = self._edges[::-1]
        fpr, tpr = (np.concatenate([[0.0], one, [1.0]]) for one in self._rates(edges))
        flagged = np.append(edges, -np.inf) if self.ties is None else self._levels[::-1]
        return RocCurve(fpr, tpr, np.append(np.inf, self.claims(flagged)))

    @property
    def shape(self) -> Shape:
        """How both classes are spread; ties are left out."""
        ends = self._places(np.array([-_SHAPE_END, _SHAPE_END]))
        place = np.linspace(min(map(np.min, ends)), max(map(np.max, ends)), _SHAPE_STEPS)
        tails = _Tails(self.skew)
        return Shape(
            place=place,
            score=self.claims(place),
            negatives=tails.density(place),
            positives=tails.density((place - self.separation) / self.spread) / self.spread,
        )

    def claims(self, place: FloatArray) -> FloatArray:
        """Score of whoever lies at each place: the probability that the classifier claims."""
        odds = self._line[0] + self._line[1] * place
        with np.errstate(over="ignore"):
            return 1.0 / (1.0 + np.exp(-odds))

    def place_of(self, score: float) -> float:
        """The place of a score, infinite for 0 and 1 and beyond."""
        if not 0.0 < score < 1.0:
            return float("inf") if score >= 1.0 else float("-inf")
        return (log(score / (1.0 - score)) - self._line[0]) / self._line[1]

    def places(self, deviate: FloatArray, positive: BoolArray) -> FloatArray:
        """Place of each example, by its normal deviate and its class."""
        negatives, positives = self._places(deviate)
        place = np.where(positive, positives, negatives)
        if self.ties is None:
            return place
        return self._levels[np.searchsorted(self._edges, place, side="right")]

    @property
    def _line(self) -> tuple[float, float]:
        """Claimed log-odds as a straight line over places: its height at 0, and its slope."""
        slope = max(self.separation, _LEAST_SLOPE)
        start = log(self.built_at / (1.0 - self.built_at)) - slope * self.separation / 2.0
        return self.calibration * start, self.calibration * slope

    def _places(self, deviate: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Where normal deviates lie if they are of a negative, and of a positive."""
        bent = _Tails(self.skew).bend(deviate)
        return bent, self.separation + self.spread * bent

    def _rates(self, place: FloatArray) -> tuple[FloatArray, FloatArray]:
        """How much of either class lies above each place."""
        tails = _Tails(self.skew)
        bent = place, (place - self.separation) / self.spread
        negatives, positives = (_above(tails.straighten(one)) for one in bent)
        return negatives, positives

    @property
    def _edges(self) -> FloatArray:
        """Places at which a threshold can lie, rising: between levels, or close together."""
        if self.ties is not None:
            return self._rims[1:-1]
        both = self._places(np.linspace(-_WIDEST, _WIDEST, _DEVIATES))
        return np.unique(np.concatenate(both))

    @property
    def _rims(self) -> FloatArray:
        ends = self._places(np.array([-_LEVELS_END, _LEVELS_END]))
        least, most = min(map(np.min, ends)), max(map(np.max, ends))
        return np.linspace(least, most, (self.ties or 0) + 1)

    @property
    def _levels(self) -> FloatArray:
        """The places that scores are rounded to."""
        return (self._rims[:-1] + self._rims[1:]) / 2.0


def _limited(name: str, given: object, least: float, most: float) -> float:
    """A number within its limits."""
    fix = f"Pass a number from {least:g} to {most:g}."
    number = read_number(name, given, fix)
    if not least <= number <= most:
        raise CostCurveError(
            f"must lie in [{least:g}, {most:g}]", where=name, got=shown(given), fix=fix
        )
    return number


# ---- Samples


FEWEST, MOST = 2, 1_000_000


def read_prevalence(given: object) -> float:
    """Share of positives, checked."""
    return read_unit_number("prevalence", given, "Pass a share such as 0.2.")


def read_size(given: object) -> int:
    """How many examples to draw, checked."""
    return read_whole("n", given, "Pass how many examples to draw.", fewest=FEWEST, most=MOST)


@result
class Sample:
    """Examples drawn from populations.

    Attributes
    ----------
    y_true : ndarray of int64, shape (n,)
        Element i is 1 if example i is positive, else 0.
    scores : dict of str to ndarray of float64, shape (n,)
        Element i of each array is what that classifier claims of example i.
    places : dict of str to ndarray of float64, shape (n,)
        Element i of each array is where example i lies on the axis of that classifier.
    """

    y_true: IntArray
    scores: dict[str, FloatArray]
    places: dict[str, FloatArray]


def draw_sample(
    populations: Mapping[str, Population], *, prevalence: float = 0.5, n: int = 1000, rng: Rng = 0
) -> Sample:
    """Sample of examples that all classifiers have scored.

    The same seed leads to the same people: when a population or the prevalence changes a little,
    so do their scores. Scores of two classifiers are independent within each class.

    Parameters
    ----------
    populations : mapping of str to Population
        How each classifier scores, by its name.
    prevalence : float
        The share of positives: so many are drawn, but at least one of either class.
    n : int
        How many examples.
    rng : int, numpy.random.Generator or None
        A seed; or where one is drawn from; or None for a new sample each time.

    Returns
    -------
    Sample
        Labels, and the scores of each classifier.

    Raises
    ------
    CostCurveError
        If a number makes no sense.

    Examples
    --------
    >>> sample = draw_sample({"A": Population(separation=2.0)}, prevalence=0.2, n=50)
    >>> int(sample.y_true.sum()), sample.scores["A"].shape
    (10, (50,))
    """
    check_names(populations, "populations")
    share, size, seed = read_prevalence(prevalence), read_size(n), read_seed(rng)
    positive = np.zeros(size, dtype=bool)
    first = np.argsort(stream(seed, 0).random(size), kind="stable")
    positive[first[: min(max(round(share * size), 1), size - 1)]] = True
    places = {
        name: one.places(stream(seed, block).standard_normal(size), positive)
        for block, (name, one) in enumerate(populations.items(), start=1)
    }
    scores = {name: populations[name].claims(place) for name, place in places.items()}
    return Sample(positive.astype(np.int64), scores, places)
