"""Score distributions with known ROC curves, and samples from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cosh, erfc, log, sinh, sqrt

import numpy as np

from cc_widgets.core.hull import RocCurve
from cc_widgets.core.results import BoolArray, FloatArray, IntArray, result
from cc_widgets.core.uncertainty.sampling import Rng, read_seed, stream
from cc_widgets.core.validation import check_names, read_integer, read_number, read_unit_number
from cc_widgets.errors import CostCurveError, shown

# ---- The normal distribution, and a skewed one


_erfc = np.frompyfunc(erfc, 1, 1)


def _normal_sf(deviate: FloatArray) -> FloatArray:
    """Return the survival function of the normal distribution, accurate in the upper tail."""
    return 0.5 * np.asarray(_erfc(deviate / sqrt(2.0)), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _SinhArcsinh:
    """Sinh-arcsinh distribution of Jones and Pewsey, shifted to median 0.

    Its density at the median is that of the normal distribution; `skew` makes one tail longer.
    """

    skew: float

    def transform(self, deviate: FloatArray) -> FloatArray:
        """Map normal deviates to this distribution."""
        return (np.sinh(np.arcsinh(deviate) + self.skew) - sinh(self.skew)) / cosh(self.skew)

    def inverse(self, deviate: FloatArray) -> FloatArray:
        """Map deviates of this distribution to normal ones."""
        return np.sinh(np.arcsinh(deviate * cosh(self.skew) + sinh(self.skew)) - self.skew)

    def density(self, deviate: FloatArray) -> FloatArray:
        """Return the probability density."""
        straight = deviate * cosh(self.skew) + sinh(self.skew)
        slope = np.cosh(np.arcsinh(straight) - self.skew) * cosh(self.skew)
        normal = self.inverse(deviate)
        height = np.exp(-0.5 * normal * normal) / sqrt(2.0 * np.pi)
        return height * slope / np.sqrt(1.0 + straight * straight)


# ---- Score distribution of a classifier


LIMITS: Mapping[str, tuple[float, float]] = {
    "separation": (0.0, 4.0),
    "spread": (0.25, 4.0),
    "skew": (-1.0, 1.0),
    "calibration": (0.25, 4.0),
    "built_at": (0.001, 0.999),
}
"""Bounds of each parameter."""

FEWEST_LEVELS, MOST_LEVELS = 2, 1000

_MAX_DEVIATE = 6.0
_N_DEVIATES = 1001
_LEVELS_MAX_DEVIATE = 3.0
_DENSITY_MAX_DEVIATE = 3.5
_N_DENSITIES = 121
_MIN_SLOPE = 0.05


@result
class ScoreDensities:
    """Densities of the scores of both classes, for plotting.

    Attributes
    ----------
    latent : ndarray of float64, shape (n_points,)
        Element i is a latent score, in units of the spread of the negatives.
    score : ndarray of float64, shape (n_points,)
        Element i is the score at that latent score.
    negatives, positives : ndarray of float64, shape (n_points,)
        Element i is the density of that class at latent[i]; each density integrates to 1.
    """

    latent: FloatArray
    score: FloatArray
    negatives: FloatArray
    positives: FloatArray


@dataclass(frozen=True, slots=True)
class Population:
    """Score distribution of one classifier: two classes with known distributions.

    Each example has a latent score, with median 0 for negatives and `separation` for positives.
    The reported score is the probability of the positive class that the classifier predicts; it
    increases with the latent score.

    Attributes
    ----------
    separation : float
        Difference of the class medians, in units of the spread of the negatives.
    spread : float
        Spread of the positives, relative to that of the negatives.
    skew : float
        If above 0, both classes have their long tail at high scores; if below 0, at low scores.
    ties : int or None
        Number of distinct scores; None for continuous scores.
    calibration : float
        1 for calibrated probabilities, exactly so if `spread` is 1 and `skew` is 0; above 1 for
        overconfident ones, below 1 for underconfident ones. It does not change the ROC curve.
    built_at : float
        Prevalence for which the probabilities were calibrated.

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
        """Validate the parameters and convert them to plain numbers."""
        for name, (least, most) in LIMITS.items():
            object.__setattr__(self, name, _read_bounded(name, getattr(self, name), least, most))
        if self.ties is not None:
            fix = "Pass the number of distinct scores, or None."
            bounds = {"fewest": FEWEST_LEVELS, "most": MOST_LEVELS}
            object.__setattr__(self, "ties", read_integer("ties", self.ties, fix, **bounds))

    @property
    def curve(self) -> RocCurve:
        """True ROC curve, approximated by a polyline to within 1e-5."""
        thresholds = self._thresholds[::-1]
        fpr, tpr = (np.concatenate([[0.0], rate, [1.0]]) for rate in self._rates(thresholds))
        latent = np.append(thresholds, -np.inf) if self.ties is None else self._levels[::-1]
        return RocCurve(fpr, tpr, np.append(np.inf, self.predicted_probability(latent)))

    @property
    def densities(self) -> ScoreDensities:
        """The densities of both classes, without ties."""
        ends = self._latent_by_class(np.array([-_DENSITY_MAX_DEVIATE, _DENSITY_MAX_DEVIATE]))
        latent = np.linspace(min(map(np.min, ends)), max(map(np.max, ends)), _N_DENSITIES)
        tails = _SinhArcsinh(self.skew)
        return ScoreDensities(
            latent=latent,
            score=self.predicted_probability(latent),
            negatives=tails.density(latent),
            positives=tails.density((latent - self.separation) / self.spread) / self.spread,
        )

    def predicted_probability(self, latent: FloatArray) -> FloatArray:
        """Return the predicted probability of the positive class at each latent score."""
        log_odds = self._log_odds_line[0] + self._log_odds_line[1] * latent
        with np.errstate(over="ignore"):
            return 1.0 / (1.0 + np.exp(-log_odds))

    def latent_score(self, score: float) -> float:
        """Return the latent score of a score; infinite for 0 and 1 and beyond."""
        if not 0.0 < score < 1.0:
            return float("inf") if score >= 1.0 else float("-inf")
        return (log(score / (1.0 - score)) - self._log_odds_line[0]) / self._log_odds_line[1]

    def latent_scores(self, deviate: FloatArray, positive: BoolArray) -> FloatArray:
        """Return the latent score of each example, from its normal deviate and class."""
        negatives, positives = self._latent_by_class(deviate)
        latent = np.where(positive, positives, negatives)
        if self.ties is None:
            return latent
        return self._levels[np.searchsorted(self._thresholds, latent, side="right")]

    @property
    def _log_odds_line(self) -> tuple[float, float]:
        """Intercept and slope of the predicted log-odds, linear in the latent score."""
        slope = max(self.separation, _MIN_SLOPE)
        intercept = log(self.built_at / (1.0 - self.built_at)) - slope * self.separation / 2.0
        return self.calibration * intercept, self.calibration * slope

    def _latent_by_class(self, deviate: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Transform normal deviates to latent scores, for negatives and for positives."""
        negatives = _SinhArcsinh(self.skew).transform(deviate)
        return negatives, self.separation + self.spread * negatives

    def _rates(self, latent: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the share of either class above each latent score."""
        tails = _SinhArcsinh(self.skew)
        standardized = latent, (latent - self.separation) / self.spread
        negatives, positives = (_normal_sf(tails.inverse(deviates)) for deviates in standardized)
        return negatives, positives

    @property
    def _thresholds(self) -> FloatArray:
        """Increasing thresholds on the latent score: between tied levels, or a fine grid."""
        if self.ties is not None:
            return self._level_edges[1:-1]
        both = self._latent_by_class(np.linspace(-_MAX_DEVIATE, _MAX_DEVIATE, _N_DEVIATES))
        return np.unique(np.concatenate(both))

    @property
    def _level_edges(self) -> FloatArray:
        ends = self._latent_by_class(np.array([-_LEVELS_MAX_DEVIATE, _LEVELS_MAX_DEVIATE]))
        least, most = min(map(np.min, ends)), max(map(np.max, ends))
        return np.linspace(least, most, (self.ties or 0) + 1)

    @property
    def _levels(self) -> FloatArray:
        """The latent scores to which tied examples are rounded."""
        return (self._level_edges[:-1] + self._level_edges[1:]) / 2.0


def _read_bounded(name: str, value: object, least: float, most: float) -> float:
    """Return a number, or raise if it is out of bounds."""
    fix = f"Pass a number from {least:g} to {most:g}."
    number = read_number(name, value, fix)
    if not least <= number <= most:
        raise CostCurveError(
            f"must lie in [{least:g}, {most:g}]", where=name, got=shown(value), fix=fix
        )
    return number


# ---- Samples


FEWEST, MOST = 2, 1_000_000


def read_prevalence(value: object) -> float:
    """Return the prevalence, or raise if it is not in [0, 1]."""
    return read_unit_number("prevalence", value, "Pass a share such as 0.2.")


def read_size(value: object) -> int:
    """Return the number of examples to draw, or raise if it is out of bounds."""
    return read_integer(
        "n", value, "Pass the number of examples to draw.", fewest=FEWEST, most=MOST
    )


@result
class Sample:
    """Examples drawn from populations.

    Attributes
    ----------
    y_true : ndarray of int64, shape (n,)
        Element i is 1 if example i is positive, else 0.
    scores : dict of str to ndarray of float64, shape (n,)
        Scores by classifier; element i of each array is the score of example i.
    latent : dict of str to ndarray of float64, shape (n,)
        Latent scores by classifier; element i of each array is that of example i.
    """

    y_true: IntArray
    scores: dict[str, FloatArray]
    latent: dict[str, FloatArray]


def draw_sample(
    populations: Mapping[str, Population], *, prevalence: float = 0.5, n: int = 1000, rng: Rng = 0
) -> Sample:
    """Return a sample of examples scored by all classifiers.

    The number of positives is `prevalence` times `n`, rounded, with at least one example of either
    class. With the same seed, small changes of a population or of the prevalence change scores
    little. Scores of two classifiers are independent within each class. `rng` is a seed, a
    generator, or None for a new sample each time.

    Examples
    --------
    >>> sample = draw_sample({"A": Population(separation=2.0)}, prevalence=0.2, n=50)
    >>> int(sample.y_true.sum()), sample.scores["A"].shape
    (10, (50,))
    """
    check_names(populations, "populations")
    share, size, seed = read_prevalence(prevalence), read_size(n), read_seed(rng)
    positive = np.zeros(size, dtype=bool)
    order = np.argsort(stream(seed, 0).random(size), kind="stable")
    positive[order[: min(max(round(share * size), 1), size - 1)]] = True
    latent = {
        name: population.latent_scores(stream(seed, i).standard_normal(size), positive)
        for i, (name, population) in enumerate(populations.items(), start=1)
    }
    scores = {
        name: populations[name].predicted_probability(positions)
        for name, positions in latent.items()
    }
    return Sample(positive.astype(np.int64), scores, latent)
