"""Reference implementations of bands: exhaustive enumeration in exact fractions."""

from fractions import Fraction
from itertools import product
from math import comb

from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors

# Holte & Drummond, "Cost curves", 2005, figure 11.
FIGURE_11 = LineCounts(fp=4, negatives=10, fn=4, positives=20)


def errors(first_only, second_only, both, total=100):
    return PairedErrors(
        first_only=first_only,
        second_only=second_only,
        both=both,
        neither=total - first_only - second_only - both,
    )


# Figures 13 to 15 of the same paper, with counts that satisfy every statement about them.
HIGH_AGREEMENT = PairedCounts(positives=errors(1, 6, 19), negatives=errors(1, 6, 24))
LOW_AGREEMENT = PairedCounts(positives=errors(14, 19, 6), negatives=errors(16, 21, 9))
MEDIUM_AGREEMENT = PairedCounts(positives=errors(6, 14, 8), negatives=errors(14, 14, 8))


def binomial(total, rate):
    """Return the probability of each number of errors."""
    return {
        k: comb(total, k) * rate**k * (1 - rate) ** (total - k)
        for k in range(total + 1)
        if comb(total, k) * rate**k * (1 - rate) ** (total - k)
    }


def trinomial_difference(total, up, down):
    """Return the probability of each difference between two of three multinomial counts."""
    masses: dict[int, Fraction] = {}
    for a, b in product(range(total + 1), repeat=2):
        if a + b <= total:
            ways = comb(total, a) * comb(total - a, b)
            mass = ways * up**a * down**b * (1 - up - down) ** (total - a - b)
            if mass:
                masses[a - b] = masses.get(a - b, 0) + mass
    return masses


def quantile(first, second, weights, level):
    """Return the `level` quantile of a weighted sum of two independent variables."""
    sums: dict[Fraction, Fraction] = {}
    for (k, p), (j, q) in product(first.items(), second.items()):
        value = weights[0] * k + weights[1] * j
        sums[value] = sums.get(value, 0) + p * q
    cumulative = Fraction(0)
    for value in sorted(sums):
        cumulative += sums[value]
        if cumulative >= level:
            return value
    raise AssertionError
