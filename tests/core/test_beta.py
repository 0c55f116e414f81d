from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest
from scipy import special  # type: ignore[import-untyped]

from cc_widgets.core import _density as beta
from cc_widgets.core._density import _gamma_rest, beta_tails

X = np.unique(np.concatenate([np.linspace(0, 1, 41), [1e-9, 1e-5, 1 - 1e-5]]))


def exact_above(a, b, x):
    """Mass above x for whole shapes: fewer than a of a + b - 1 uniform numbers lie below it."""
    n, p = a + b - 1, Fraction(x)
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(a))


@pytest.mark.parametrize("shapes", [(1, 1), (2, 2), (2, 5), (7, 3), (20, 14), (3, 40)])
def test_whole_shapes_agree_with_exact_sums(shapes):
    below, above = beta_tails(float(shapes[0]), float(shapes[1]), X)
    exact = [exact_above(shapes[0], shapes[1], float(x)) for x in X]
    np.testing.assert_allclose(above, [float(one) for one in exact], rtol=3e-13, atol=1e-15)
    np.testing.assert_allclose(below, [float(1 - one) for one in exact], rtol=3e-13, atol=1e-15)


@pytest.mark.parametrize("b", [50, 10_000, 1_000_000])
def test_a_steep_peak_near_0_keeps_its_relative_accuracy(b):
    x = np.array([0.01, 0.5, 1.9, 5.0, 20.0]) / b
    with localcontext() as context:
        context.prec = 60
        rest = [(Decimal(float(one)), 1 - Decimal(float(one))) for one in x]
        exact = [other**b * (1 + b * one) for one, other in rest]
        exact_below = [float(1 - one) for one in exact]
    below, above = beta_tails(2.0, float(b), x)
    np.testing.assert_allclose(above[:3], [float(one) for one in exact[:3]], rtol=1e-14)
    np.testing.assert_allclose(above, [float(one) for one in exact], rtol=1e-10)
    np.testing.assert_allclose(below[:3], exact_below[:3], rtol=1e-13)
    np.testing.assert_allclose(below, exact_below, rtol=1e-10)


@pytest.mark.parametrize(
    "shapes", [(0.5, 0.5), (1e-3, 1e-3), (1e-3, 5), (16, 0.01), (2, 3.68), (14.9, 15.1)]
)
def test_any_shapes_agree_with_scipy(shapes):
    below, above = beta_tails(shapes[0], shapes[1], X)
    np.testing.assert_allclose(below, special.betainc(*shapes, X), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(above, special.betaincc(*shapes, X), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("shapes", [(300, 200), (1e4, 3e4), (1e6, 1e6)])
def test_large_shapes_agree_with_scipy(shapes):
    a, b = shapes
    mean, deviation = a / (a + b), (a * b / (a + b + 1)) ** 0.5 / (a + b)
    x = mean + deviation * np.linspace(-7, 7, 29)
    below, above = beta_tails(a, b, x)
    np.testing.assert_allclose(below, special.betainc(a, b, x), rtol=1e-11)
    np.testing.assert_allclose(above, special.betaincc(a, b, x), rtol=1e-11)


def test_ends_are_exact_and_both_tails_sum_to_1():
    for shapes in [(0.3, 0.2), (5.0, 7.0), (1e8, 1e7)]:
        below, above = beta_tails(shapes[0], shapes[1], np.array([0.0, 1.0]))
        assert below.tolist() == [0, 1]
        assert above.tolist() == [1, 0]
    below, above = beta_tails(2.5, 3.5, X)
    np.testing.assert_allclose(below + above, 1, rtol=1e-15)


@pytest.mark.parametrize("z", [15, 16, 19, 40, 1000])
def test_what_stirling_leaves_out_is_exact(z):
    with localcontext() as context:
        context.prec = 60
        log_gamma = Decimal(factorial(z - 1)).ln()
        two_pi = 2 * Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
        stirling = (z - Decimal("0.5")) * Decimal(z).ln() - z + two_pi.ln() / 2
        exact = float(log_gamma - stirling)
    assert _gamma_rest(float(z)) == pytest.approx(exact, rel=2e-15, abs=0)


def test_a_fraction_that_does_not_settle_ends_near_its_value(monkeypatch):
    x = np.array([0.3])
    exact, _ = beta_tails(40.0, 60.0, x)
    monkeypatch.setattr(beta, "_MOST_STEPS", 6)
    rough, above = beta_tails(40.0, 60.0, x)
    assert rough == pytest.approx(exact, rel=1e-3)
    assert rough != exact
    assert rough + above == 1
