"""Score distributions and cells on which the advice is tested, not used during development."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import (  # type: ignore[import-untyped]
    gammaincc,
    gammaincinv,
    ndtr,
    stdtr,
    stdtrit,
)

from cc_widgets.core.results import FloatArray
from tests.bench.statistics_domains import Tail


@dataclass(frozen=True, eq=False, slots=True)
class Margin:
    """Distribution of the scores of one class."""

    quantile: Callable[[FloatArray], FloatArray]
    """Scores as an increasing function of standard normal numbers."""
    tail: Tail
    """Probability that a score is at least a threshold."""


@dataclass(frozen=True, eq=False, slots=True)
class Scorer:
    """True score distributions of a classifier."""

    negative: Margin
    positive: Margin

    def cost(self, threshold: float, pc: float) -> float:
        """Return the true normalised expected cost of a threshold."""
        at = np.array([threshold])
        fpr, tpr = float(self.negative.tail(at)[0]), float(self.positive.tail(at)[0])
        return (1.0 - pc) * fpr + pc * (1.0 - tpr)

    def is_like(self, other: "Scorer") -> bool:
        """Return whether another classifier has the same distributions."""
        pairs = (self.negative, other.negative), (self.positive, other.positive)
        return all(np.array_equal(own.tail(_POINTS), rival.tail(_POINTS)) for own, rival in pairs)


_POINTS = np.linspace(-2.0, 6.0, 33)


def _normal(mean: float = 0.0, deviation: float = 1.0) -> Margin:
    return Margin(lambda z: mean + deviation * z, lambda at: ndtr((mean - at) / deviation))


_FINE = np.linspace(-12.0, 14.0, 52_001)


def _mixture(*parts: tuple[float, float, float]) -> Margin:
    """Return a mixture of normal distributions, each with weight, mean and standard deviation."""
    lower = sum(weight * ndtr((_FINE - mean) / deviation) for weight, mean, deviation in parts)
    return Margin(
        lambda z: np.interp(ndtr(z), lower, _FINE),
        lambda at: sum(weight * ndtr((mean - at) / deviation) for weight, mean, deviation in parts),
    )


def _student(shift: float) -> Margin:
    return Margin(lambda z: stdtrit(3, ndtr(z)) + shift, lambda at: stdtr(3, shift - at))


def _gamma(shape: float, shift: float) -> Margin:
    return Margin(
        lambda z: gammaincinv(shape, ndtr(z)) + shift,
        lambda at: gammaincc(shape, np.maximum(at - shift, 0.0)),
    )


_STEP = 0.75


def _rounded(mean: float, deviation: float) -> Margin:
    """Return normal scores that are rounded to multiples of a step."""
    normal = _normal(mean, deviation)
    return Margin(
        lambda z: np.round(normal.quantile(z) / _STEP) * _STEP,
        lambda at: normal.tail((np.ceil(at / _STEP - 1e-9) - 0.5) * _STEP),
    )


def _three_parts(strength: float, _: int) -> Scorer:
    return Scorer(
        _mixture((0.5, 0.0, 1.0), (0.35, 1.2, 0.8), (0.15, 2.8, 0.6)),
        _mixture((0.45, 1.7 * strength, 0.9), (0.35, 3.1 * strength, 0.7), (0.2, 0.1, 1.1)),
    )


def _crossing(strength: float, position: int) -> Scorer:
    mean, deviation = (1.2, 0.6) if position % 2 else (1.4, 1.7)
    return Scorer(_normal(), _normal(mean * strength, deviation))


MIXTURE, STUDENT, GAMMA = "three-part mixture", "Student t", "shifted gamma"
ROUNDED, CROSSING = "rounded scores", "crossing curves"
NOISE, NEAR_PERFECT = "noise", "near-perfect scores"
SCORERS: dict[str, Callable[[float, int], Scorer]] = {
    MIXTURE: _three_parts,
    STUDENT: lambda strength, _: Scorer(_student(0.0), _student(1.7 * strength)),
    GAMMA: lambda strength, _: Scorer(_gamma(3.0, 0.0), _gamma(3.8, 0.9 * strength)),
    ROUNDED: lambda strength, _: Scorer(_rounded(0.0, 1.0), _rounded(1.5 * strength, 1.2)),
    CROSSING: _crossing,
    NOISE: lambda *_: Scorer(_normal(), _normal()),
    NEAR_PERFECT: lambda strength, _: Scorer(_normal(), _normal(4.1 * strength, 1.1)),
}
"""Functions of strength and position that return the distributions of a classifier."""

CORRELATION = 0.6  # of the normal numbers behind the scores of different classifiers
STRENGTHS = {
    1: (1.0,),
    3: (1.1, 1.0, 0.85),
    8: (1.05, 1.05, 1.0, 1.0, 0.95, 0.95, 0.9, 0.85),
}
"""Strengths of the classifiers, by their number."""

SIZES = {
    "60+60": (60, 60),
    "15+400": (15, 400),
    "400+60": (400, 60),
    "4000+40": (4000, 40),
    "4980+20": (4980, 20),
}
_SELECTED = {
    MIXTURE: ((1, "60+60"), (3, "15+400"), (8, "400+60"), (1, "4000+40"), (3, "4980+20")),
    STUDENT: ((8, "60+60"), (1, "15+400"), (1, "400+60"), (3, "4000+40")),
    GAMMA: ((3, "60+60"), (8, "15+400"), (3, "400+60"), (1, "4980+20")),
    ROUNDED: ((8, "60+60"), (1, "15+400"), (3, "400+60"), (8, "4000+40")),
    CROSSING: ((3, "60+60"), (8, "15+400"), (3, "4000+40"), (8, "4980+20")),
    NOISE: ((1, "60+60"), (8, "15+400"), (3, "400+60"), (1, "4000+40"), (8, "4980+20")),
    NEAR_PERFECT: ((8, "60+60"), (1, "15+400"), (1, "400+60"), (3, "4980+20")),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """Domain, number of classifiers and size of the datasets."""

    domain: str
    n_classifiers: int
    sizes: str

    @property
    def field(self) -> str:
        """Name of the domain with the number of classifiers."""
        return f"{self.domain}, {self.n_classifiers} at once"

    @property
    def scorers(self) -> list[Scorer]:
        """Classifiers."""
        make = SCORERS[self.domain]
        return [make(value, i) for i, value in enumerate(STRENGTHS[self.n_classifiers])]


CELLS = {
    (cell.field, cell.sizes): cell
    for domain, selected in _SELECTED.items()
    for cell in (Cell(domain, n_classifiers, sizes) for n_classifiers, sizes in selected)
}
"""Cells by field and sizes (negatives + positives)."""
