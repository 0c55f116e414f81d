from fractions import Fraction
from math import floor, inf, nan

import numpy as np
import pytest

from cc_widgets.core.uncertainty import order_ranks
from cc_widgets.core.uncertainty._band import normal_quantile, read_level
from cc_widgets.errors import CostCurveError

TOO_FEW = r"^n_resamples: must be a whole number, {} or more\. Got {}\. Pass for instance 1999; the"


@pytest.mark.parametrize(
    ("given", "level"),
    [(0.9, (9, 10)), (0.95, (19, 20)), (np.float64(0.8), (4, 5)), (1e-05, (1, 100_000))],
)
def test_a_level_is_the_decimal_that_was_written(given, level):
    assert read_level(given) == Fraction(*level)
    assert read_level(Fraction(*level)) == Fraction(*level)
    assert read_level(np.float32(given)) == Fraction(*level)


@pytest.mark.parametrize("level", [Fraction(1, 3), Fraction(10**30 - 1, 10**30 + 1)])
def test_a_fraction_stays_exact(level):
    assert read_level(level) is level


@pytest.mark.parametrize(
    "given", [0, 1, 0.0, 1.0, -0.1, 90, nan, inf, "0.9", None, True, Fraction(1), Fraction(0)]
)
def test_levels_outside_are_refused(given):
    message = r"^level: must be a number between 0 and 1, both left out\. Got .+\. Pass .* 0\.9 for"
    with pytest.raises(CostCurveError, match=message):
        read_level(given)


def test_whole_ranks_are_not_missed_by_a_rounding():
    assert floor((1 - 0.9) / 2 * 1000) == 49
    assert order_ranks(0.9, 1000) == (51, 950)
    assert order_ranks(0.8, 1000) == (101, 900)
    assert order_ranks(0.9, 1000, "holte-drummond") == (50, 951)
    assert order_ranks(0.9, 100, "holte-drummond") == (5, 96)
    assert order_ranks(0.95, 1000) == (26, 975)


@pytest.mark.parametrize("level", [0.01, 0.5, 0.8, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("rule", ["margineantu-dietterich", "holte-drummond"])
def test_ranks_are_symmetric_and_leave_out_no_more_than_the_level_says(level, rule):
    tail = (1 - Fraction(str(level))) / 2
    for n in range(200, 420):
        low, high = order_ranks(level, n, rule)
        assert 1 <= low <= high <= n
        assert low - 1 == n - high
        assert (low - 1) <= tail * n <= low
        assert rule != "holte-drummond" or low - 1 < tail * n


@pytest.mark.parametrize(("level", "fewest"), [(0.9, 20), (0.95, 40), (0.99, 200), (0.01, 3)])
def test_too_few_resamples_for_the_level_are_refused(level, fewest):
    low, high = order_ranks(level, fewest)
    assert low <= high
    with pytest.raises(CostCurveError, match=TOO_FEW.format(fewest, fewest - 1)):
        order_ranks(level, fewest - 1)


def test_other_numbers_of_resamples_and_rules_are_refused():
    with pytest.raises(CostCurveError, match=TOO_FEW.format(20, r"100\.0")):
        order_ranks(0.9, 100.0)  # type: ignore[arg-type]
    with pytest.raises(CostCurveError, match=r'^rule: must be "marg.*" or "holte.*"\. Got \'x\'\.'):
        order_ranks(0.9, 100, "x")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("level", "quantile"),
    [(0.9, 1.6448536269514722), (0.95, 1.959963984540054), (0.5, 0.6744897501960817)],
)
def test_normal_quantiles_are_those_of_the_tables(level, quantile):
    assert normal_quantile(level) == pytest.approx(quantile, abs=1e-14)


def test_a_level_next_to_1_still_has_a_quantile():
    assert 8 < normal_quantile(1 - 2**-53) < 9


@pytest.mark.parametrize(
    ("level", "enough"), [(0.9, 1999), (0.99, 1999), (0.999, 3999), (0.9999, 39999)]
)
def test_the_number_proposed_is_enough_for_the_level(level, enough):
    # W24: 1999 were proposed where 20000 are needed.
    with pytest.raises(CostCurveError, match=rf"Pass for instance {enough};"):
        order_ranks(level, 9)
    assert order_ranks(level, enough)[0] >= 1
