"""Laws of bands, against enumeration in fractions."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core.uncertainty import (
    LineCounts,
    PairedCounts,
    difference_band,
    exact_band,
    mover_band,
    rectangle_band,
    significance,
)
from tests.support.bands import binomial, errors, quantile, trinomial_difference

PC = [Fraction(k, 20) for k in (0, 1, 5, 8, 10, 13, 19, 20)]
LEVELS = st.sampled_from([Fraction(1, 2), Fraction(4, 5), Fraction(9, 10), Fraction(99, 100)])
PSEUDO_COUNTS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1, 10), Fraction(2)])
SIMULTANEOUS = st.booleans()


@st.composite
def lines(draw, largest=12):
    totals = [draw(st.integers(1, largest)) for _ in range(2)]
    fp, fn = (draw(st.integers(0, total)) for total in totals)
    return LineCounts(fp=fp, negatives=totals[0], fn=fn, positives=totals[1])


@st.composite
def classes(draw, largest=4):
    first_only, second_only, both = (draw(st.integers(0, largest)) for _ in range(3))
    neither = draw(st.integers(0 if first_only + second_only + both else 1, largest))
    return errors(first_only, second_only, both, first_only + second_only + both + neither)


PAIRS = st.builds(PairedCounts, classes(), classes())


def limits_by_enumeration(distributions, sizes, level):
    tails = (1 - level) / 2, (1 + level) / 2
    return [
        [
            float(
                quantile(distributions[0], distributions[1], ((1 - x) / sizes[0], x / sizes[1]), q)
            )
            for x in PC
        ]
        for q in tails
    ]


@settings(max_examples=60, deadline=None)
@given(lines(), LEVELS, PSEUDO_COUNTS)
def test_exact_limits_are_those_of_full_enumeration(line, level, more):
    sizes = line.negatives, line.positives
    rates = [(k + more) / (n + 2 * more) for k, n in zip((line.fp, line.fn), sizes, strict=True)]
    expected = limits_by_enumeration(
        [binomial(n, rate) for n, rate in zip(sizes, rates, strict=True)], sizes, level
    )
    band = exact_band(line, level=level, pc=[float(x) for x in PC], pseudo_count=float(more))
    np.testing.assert_allclose([band.lower, band.upper], expected, atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(PAIRS, LEVELS)
def test_exact_limits_of_differences_are_those_of_full_enumeration(pairs, level):
    both = pairs.negatives, pairs.positives
    expected = limits_by_enumeration(
        [
            trinomial_difference(
                one.total, Fraction(one.first_only, one.total), Fraction(one.second_only, one.total)
            )
            for one in both
        ],
        [one.total for one in both],
        level,
    )
    band = difference_band(pairs, level=level, pc=[float(x) for x in PC], method="exact")
    np.testing.assert_allclose([band.lower, band.upper], expected, atol=1e-12)


@settings(max_examples=50, deadline=None)
@given(lines(largest=10_000), SIMULTANEOUS)
def test_bands_in_closed_form_hold_the_estimate_and_have_width(line, simultaneous):
    narrow = mover_band(line, simultaneous=simultaneous)
    for band in (narrow, rectangle_band(line)):
        assert np.all((band.lower >= -1e-15) & (band.upper <= 1 + 1e-15))
        assert np.all((band.lower <= band.estimate + 1e-15) & (band.estimate <= band.upper + 1e-15))
        assert np.all(band.upper > band.lower)


@settings(max_examples=50, deadline=None)
@given(lines(largest=300))
def test_swapping_the_classes_mirrors_every_band(line):
    mirror = LineCounts(line.fn, line.positives, line.fp, line.negatives)
    for make in (mover_band, rectangle_band, exact_band):
        one, other = make(line), make(mirror)
        np.testing.assert_allclose(one.lower, other.lower[::-1], atol=1e-12)
        np.testing.assert_allclose(one.upper, other.upper[::-1], atol=1e-12)


@settings(max_examples=50, deadline=None)
@given(PAIRS, SIMULTANEOUS, st.sampled_from(["auto", "exact", "agresti-min"]))
def test_significant_is_every_pc_whose_limits_leave_zero_out_and_no_other(
    pairs, simultaneous, method
):
    band = difference_band(pairs, simultaneous=simultaneous, method=method)
    found = significance(band)
    named = np.zeros(band.pc.size, dtype=bool)
    for start, stop in zip(found.ranges.pc_low, found.ranges.pc_high, strict=True):
        named |= (start <= band.pc) & (band.pc <= stop)
    assert np.array_equal(named, (band.lower > 1e-15) | (band.upper < -1e-15))
