from math import erf, exp, sqrt

import numpy as np
import pytest

from cc_widgets.core.uncertainty import level_everywhere, pointwise_level, simultaneous_critical
from cc_widgets.core.uncertainty._band import critical_value, percentile_level
from cc_widgets.errors import CostCurveError


@pytest.mark.parametrize(
    ("level", "critical", "pointwise"),
    [(0.9, 2.0532, 0.95995), (0.95, 2.3516, 0.98131), (0.99, 2.9372, 0.99669)],
)
def test_simultaneous_critical_values(level, critical, pointwise):
    assert simultaneous_critical(level) == pytest.approx(critical, abs=5e-5)
    assert pointwise_level(level) == pytest.approx(pointwise, abs=5e-6)


@pytest.mark.parametrize("level", [1e-6, 0.5, 0.9, 0.95, 0.99, 0.999999])
def test_critical_values_solve_their_equation(level):
    c = simultaneous_critical(level)
    inside = (1 - exp(-(c**2) / 2)) / 2 + erf(c / sqrt(2)) ** 2 / 2
    assert inside == pytest.approx(level, abs=1e-12)
    assert level_everywhere(pointwise_level(level)) == pytest.approx(level, abs=1e-12)


def test_a_pointwise_band_holds_everywhere_much_less_often():
    assert level_everywhere(0.9) == pytest.approx(0.776, abs=5e-4)
    assert level_everywhere(0.95) == pytest.approx(0.878, abs=5e-4)


def test_normal_lines_stay_inside_as_often_as_the_formula_says():
    draws = np.random.default_rng(0).standard_normal((2, 40_000))
    angle = np.linspace(0, np.pi / 2, 91)[:, None]
    farthest = np.abs(np.cos(angle) * draws[0] + np.sin(angle) * draws[1]).max(axis=0)
    inside = (farthest <= simultaneous_critical(0.9)).mean()
    assert abs(inside - 0.9) < 4 * sqrt(0.09 / 40_000)


def test_the_switch_between_pointwise_and_simultaneous():
    assert critical_value(0.9, simultaneous=False) == pytest.approx(1.6448536269514722)
    assert critical_value(0.9, simultaneous=True) == simultaneous_critical(0.9)
    assert percentile_level(0.9, simultaneous=False) == 0.9
    assert percentile_level(0.9, simultaneous=True) == pointwise_level(0.9)


@pytest.mark.parametrize("level", [0, 1, -0.1, 1.5, float("nan"), "0.9", None])
def test_levels_outside_the_unit_interval_are_refused(level):
    with pytest.raises(CostCurveError, match="level: must be a number between 0 and 1"):
        simultaneous_critical(level)
