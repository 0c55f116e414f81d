"""Classifiers with known score distributions, true rates and true costs."""

from collections.abc import Callable
from dataclasses import dataclass
from math import erfc, sqrt

import numpy as np

from cc_widgets.core import Predictions, predictions
from cc_widgets.core.metrics import beta_tails
from cc_widgets.core.results import FloatArray

Tail = Callable[[FloatArray], FloatArray]
_FINE = np.concatenate([[-np.inf], np.linspace(-9.0, 40.0, 49_001), [np.inf]])
_erfc = np.vectorize(erfc, otypes=[float])


def normal_tail(mean: float, deviation: float) -> Tail:
    """Return the survival function of normal scores."""
    return lambda at: np.asarray(_erfc((at - mean) / deviation / sqrt(2.0)) / 2.0)


def exponential_tail(mean: float) -> Tail:
    """Return the survival function of exponential scores."""
    return lambda at: np.exp(-np.maximum(at, 0.0) / mean)


def levels_tail(*chance: float) -> Tail:
    """Return the survival function of scores 0, 1, ... with these probabilities."""
    survival = np.append(np.cumsum(chance[::-1])[::-1], 0.0)
    survival[0] = 1.0
    return lambda at: survival[np.clip(np.ceil(at), 0, len(chance)).astype(int)]


@dataclass(frozen=True, eq=False, slots=True)
class Domain:
    """True score distributions of a classifier."""

    draw: Callable[[np.random.Generator, int, int], tuple[FloatArray, FloatArray]]
    """Function of generator and class sizes that returns scores of negatives and positives."""
    fpr: Tail
    """True false positive rate at thresholds."""
    tpr: Tail
    """True true positive rate at thresholds."""

    def sample(self, rng: np.random.Generator, negatives: int, positives: int) -> Predictions:
        """Return a random test set, negatives first."""
        return labelled(*self.draw(rng, negatives, positives))

    def cost(self, threshold: FloatArray, pc: FloatArray) -> FloatArray:
        """Return the true cost of a threshold at each pc."""
        return (1.0 - pc) * self.fpr(threshold) + pc * (1.0 - self.tpr(threshold))

    def curve(self) -> tuple[FloatArray, FloatArray]:
        """Return false and true positive rates of the true ROC curve, from left to right."""
        return self.fpr(_FINE)[::-1], self.tpr(_FINE)[::-1]

    def best(self, pc: FloatArray) -> FloatArray:
        """Return the true cost of the optimal threshold at each pc."""
        fpr, tpr = self.fpr(_FINE), self.tpr(_FINE)
        return np.array([np.min((1.0 - x) * fpr + x * (1.0 - tpr)) for x in pc])


def labelled(negative: FloatArray, positive: FloatArray) -> Predictions:
    """Return predictions with the given scores of each class."""
    label = np.repeat([False, True], [negative.size, positive.size])
    return predictions(label, np.concatenate([negative, positive]))


def halves(sample: Predictions) -> tuple[Predictions, Predictions]:
    """Return the two halves of a test set, stratified by class."""
    positive, score = sample.positive, sample.score
    classes = [score[~positive], score[positive]]
    cuts = [scores.size // 2 for scores in classes]
    first, second = (
        labelled(
            *(scores[part].astype(np.float64) for scores, part in zip(classes, parts, strict=True))
        )
        for parts in ([slice(k) for k in cuts], [slice(k, None) for k in cuts])
    )
    return first, second


def _normal(distance: float, deviation: float = 1.0) -> Domain:
    return Domain(
        lambda rng, n, m: (rng.normal(size=n), rng.normal(distance, deviation, m)),
        normal_tail(0.0, 1.0),
        normal_tail(distance, deviation),
    )


def _levels(negative: tuple[float, ...], positive: tuple[float, ...]) -> Domain:
    size = len(negative)
    return Domain(
        lambda rng, n, m: (
            rng.choice(size, n, p=negative).astype(float),
            rng.choice(size, m, p=positive).astype(float),
        ),
        levels_tail(*negative),
        levels_tail(*positive),
    )


DOMAINS = {
    "normal, 1 apart": _normal(1.0),
    "normal, 2 apart": _normal(2.0),
    "normal, 3 apart": _normal(3.0),
    "unequal variances": _normal(1.0, 2.0),
    "bi-exponential": Domain(
        lambda rng, n, m: (rng.exponential(1.0, n), rng.exponential(3.0, m)),
        exponential_tail(1.0),
        exponential_tail(3.0),
    ),
    "4 levels": _levels((0.4, 0.3, 0.2, 0.1), (0.1, 0.2, 0.3, 0.4)),
}
# Almost perfect scores, almost useless scores, many ties: the most difficult cases for bands.
HARD = {
    "normal, AUC .99": _normal(3.29),
    "normal, AUC .55": _normal(0.1777),
    "5 levels": _levels((0.5, 0.25, 0.15, 0.07, 0.03), (0.05, 0.1, 0.2, 0.3, 0.35)),
}


def _beta(a: float, b: float) -> Tail:
    """Return the survival function of beta scores."""
    return lambda at: beta_tails(a, b, np.clip(at, 0.0, 1.0))[1]


def _log_tail(mean: float, deviation: float) -> Tail:
    """Return the survival function of log-normal scores."""
    normal = normal_tail(mean, deviation)
    return lambda at: normal(np.log(np.maximum(at, np.finfo(float).tiny)))


CURVES = {
    "normal, AUC .80": _normal(1.19),
    "normal, AUC .99": HARD["normal, AUC .99"],
    "normal, AUC .55": HARD["normal, AUC .55"],
    "beta": Domain(
        lambda rng, n, m: (rng.beta(2, 5, n), rng.beta(5, 2, m)), _beta(2, 5), _beta(5, 2)
    ),
    "log-normal": Domain(
        lambda rng, n, m: (rng.lognormal(0.0, 1.0, n), rng.lognormal(1.0, 0.5, m)),
        _log_tail(0.0, 1.0),
        _log_tail(1.0, 0.5),
    ),
    "5 levels": HARD["5 levels"],
}
