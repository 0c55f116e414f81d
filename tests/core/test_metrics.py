from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest
from scipy import special  # type: ignore[import-untyped]

from cc_widgets.core import auc, h_measure, total_expected_cost
from cc_widgets.core import metrics as metrics_module
from cc_widgets.core.comparison import cost_difference
from cc_widgets.core.costs import BASELINES, CostPieces
from cc_widgets.core.metrics import (
    Beta,
    DensityFunction,
    Histogram,
    Uniform,
    beta_tails,
    integrate_moments,
    stirling_error,
)
from cc_widgets.errors import CostCurveError
from tests.support.rates import (
    close,
    envelope_of,
    fawcett,
    hull_of,
    own_envelope,
    points,
    scored_curve,
)

EDGES = np.array([0, 0.2, 0.5, 0.6, 1.0])


def total(density):
    moments = density.moments(EDGES)
    return (moments.of_negatives + moments.of_positives).sum()


def mean(density):
    return density.moments(EDGES).of_positives.sum()


def test_uniform_density_is_0_outside_its_range():
    moments = Uniform(0.1, 0.5).moments(EDGES)
    close(moments.of_positives, [0.0375, 0.2625, 0, 0])
    close(moments.of_negatives, [0.2125, 0.4875, 0, 0])


@pytest.mark.parametrize("density", [Uniform(), Uniform(0.3, 0.4), Beta(2, 3), Beta(0.1, 7)])
def test_densities_sum_to_1(density):
    assert total(density) == pytest.approx(1, rel=1e-13)


def test_means_of_densities():
    assert mean(Uniform(0.2, 0.6)) == pytest.approx(0.4, rel=1e-14)
    assert mean(Beta(2, 6)) == pytest.approx(0.25, rel=1e-13)
    assert mean(Beta(1e6, 3e6)) == pytest.approx(0.25, rel=1e-10)
    assert mean(Histogram([0, 0.4, 1], [1, 3])) == pytest.approx(0.2 / 4 + 0.7 * 3 / 4, rel=1e-14)
    assert mean(DensityFunction(lambda pc: 10 * (1 - pc))) == pytest.approx(1 / 3, rel=1e-12)


def test_beta_moments_are_polynomials_for_integer_shapes():
    # 6 x (1 - x) and its first moment, 2 x^3 - 3 x^4 / 2.
    moments = Beta(2, 2).moments(EDGES)
    close(moments.of_positives, np.diff(2 * EDGES**3 - 1.5 * EDGES**4))
    mass = moments.of_negatives + moments.of_positives
    close(mass, np.diff(3 * EDGES**2 - 2 * EDGES**3))


def test_beta_moments_are_accurate_far_in_a_tail():
    edges = np.array([0, 0.9, 0.95, 1.0])
    upper = Beta(2, 30).moments(edges).of_negatives[1:]
    lower = Beta(30, 2).moments(1 - edges[::-1]).of_positives[::-1][1:]
    np.testing.assert_allclose(upper, lower, rtol=1e-11)
    assert 0 < upper[1] < upper[0] < 1e-25


def test_histogram_is_normalised_and_copied():
    weights = np.array([2.0, 6.0])
    histogram = Histogram([0.2, 0.4, 0.8], weights)
    weights[0] = 100
    assert histogram.weights.tolist() == [0.25, 0.75]
    moments = histogram.moments(EDGES)
    close(moments.of_negatives + moments.of_positives, [0, 0.4375, 0.1875, 0.375])
    with pytest.raises(ValueError, match="read-only"):
        histogram.edges[0] = 0


@pytest.mark.parametrize("ends", [(0.5, 0.5), (0.6, 0.5), (-0.1, 0.5), (0.5, 1.1), (np.nan, 0.5)])
def test_uniform_requires_a_range_in_the_unit_interval(ends):
    message = r"Uniform: must satisfy 0 <= pc_low < .*\. Got pc_low=.*, pc_high=.*cost_at"
    with pytest.raises(CostCurveError, match=message):
        Uniform(*ends)


@pytest.mark.parametrize(
    ("shapes", "name"), [((0, 1), "a"), ((1, -1), "b"), ((1.001e8, 1), "a"), ((1, np.nan), "b")]
)
def test_beta_requires_shapes_within_bounds(shapes, name):
    message = rf"Beta, {name}: must be above 0 and at most 1e8\. Got .*cost_at"
    with pytest.raises(CostCurveError, match=message):
        Beta(*shapes)
    assert total(Beta(1e8, 2)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("edges", "weights"), [([0, 1], [1, 2]), ([0, 0.5, 1], [1]), ([0], []), ([[0, 1]], [1])]
)
def test_histogram_requires_one_more_edge_than_weights(edges, weights):
    with pytest.raises(
        CostCurveError, match=r"Histogram: must have n \+ 1 edges .* Got \d edges and \d weights"
    ):
        Histogram(edges, weights)


@pytest.mark.parametrize(
    "edges", [[0, 0, 1], [0.5, 0.2, 1], [-0.1, 0.5, 1], [0, 0.5, 1.1], [0, np.nan, 1]]
)
def test_histogram_requires_increasing_edges_in_the_unit_interval(edges):
    with pytest.raises(
        CostCurveError, match=r"must have increasing edges in \[0, 1\]\. Got \[.*pc\."
    ):
        Histogram(edges, [1, 1])


@pytest.mark.parametrize("weights", [[0, 0], [1, -1], [1, np.nan], [1, np.inf]])
def test_histogram_requires_finite_non_negative_weights(weights):
    with pytest.raises(
        CostCurveError, match=r"must have finite, non-negative weights, not all 0\. Got \[.*bins"
    ):
        Histogram([0, 0.5, 1], weights)


def test_density_function_may_return_a_scalar():
    assert mean(DensityFunction(lambda _: 4)) == pytest.approx(0.5)


def test_density_function_must_take_arrays():
    with pytest.raises(CostCurveError, match=r"density: must take an array .*vectorize"):
        total(DensityFunction(lambda pc: 1.0 if pc < 0.5 else 0.0))
    with pytest.raises(CostCurveError, match="must take an array"):
        total(DensityFunction(lambda _: "many"))
    with pytest.raises(CostCurveError, match="must take an array"):
        total(DensityFunction(lambda _: [1.0, 2.0]))


@pytest.mark.parametrize("value", [-1.0, np.nan, np.inf])
def test_density_function_must_be_finite_and_non_negative(value):
    message = r"density: must be finite and non-negative\. Got .* at pc = 0\..*linspace"
    with pytest.raises(CostCurveError, match=message):
        total(DensityFunction(lambda pc: np.where(pc > 0.7, value, 1.0)))


def test_invalid_density_value_is_reported_with_its_pc():
    calls = []

    def wrong_once(pc):
        calls.append(pc)
        return np.where(pc == pc.max(), -1.0, 1.0)

    with pytest.raises(CostCurveError, match="must be finite") as refused:
        total(DensityFunction(wrong_once))
    assert f"Got -1.0 at pc = {calls[0].max()}." in str(refused.value)


def test_density_function_must_have_a_positive_finite_integral():
    message = r"density: must have a finite integral above 0\. Got 0\.0\. Return"
    with pytest.raises(CostCurveError, match=message):
        total(DensityFunction(lambda pc: 0 * pc))


def test_histogram_weights_may_be_small_or_partly_0():
    assert Histogram([0, 0.5, 1], [0.25, 0]).weights.tolist() == [1, 0]


@pytest.mark.parametrize("unit", [1e-3, 1, 20])
def test_density_function_is_normalised(unit):
    moments = DensityFunction(lambda pc: unit * 2 * (1 - pc)).moments(np.array([0.0, 0.5, 1.0]))
    close(moments.of_negatives, [7 / 12, 1 / 12])
    close(moments.of_positives, [1 / 6, 1 / 6])


# ---- Quadrature
ENDS = np.array([0.0, 0.1, 0.35, 0.5, 0.9, 1.0])


def integrals(power, start, stop):
    return (stop ** (power + 1) - start ** (power + 1)) / (power + 1)


@pytest.mark.parametrize("power", [0, 1, 2, 7, 30])
def test_integrals_of_powers_are_exact_up_to_rounding(power):
    negative, positive = integrate_moments(lambda pc: pc**power, ENDS)
    low, high = ENDS[:-1], ENDS[1:]
    np.testing.assert_allclose(positive, integrals(power + 1, low, high), rtol=1e-12, atol=1e-15)
    total = integrals(power, low, high)
    np.testing.assert_allclose(negative + positive, total, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("shapes", [(0.5, 0.5), (0.5, 3), (3, 0.5), (1, 1), (40, 60)])
def test_integrals_of_densities_unbounded_at_the_ends(shapes):
    a, b = shapes
    negative, positive = integrate_moments(lambda pc: pc ** (a - 1) * (1 - pc) ** (b - 1), ENDS)
    exact = Beta(a, b).moments(ENDS)
    total = (negative + positive).sum()
    np.testing.assert_allclose(negative / total, exact.of_negatives, atol=1e-10)
    np.testing.assert_allclose(positive / total, exact.of_positives, atol=1e-10)


def test_integral_of_a_density_with_a_jump():
    negative, positive = integrate_moments(
        lambda pc: np.where(pc < 0.2371, 3.0, 0.5), np.array([0, 1.0])
    )
    total = 3 * 0.2371 + 0.5 * (1 - 0.2371)
    of_positives = 3 * 0.2371**2 / 2 + 0.5 * (1 - 0.2371**2) / 2
    np.testing.assert_allclose(positive, of_positives, rtol=1e-10)
    np.testing.assert_allclose(negative + positive, total, rtol=1e-10)


def test_integral_of_a_density_with_a_narrow_peak():
    sd = 1e-3
    negative, positive = integrate_moments(lambda pc: np.exp(-(((pc - 0.3) / sd) ** 2) / 2), ENDS)
    mass = sd * np.sqrt(2 * np.pi)
    np.testing.assert_allclose((negative + positive).sum(), mass, rtol=1e-9)
    np.testing.assert_allclose(positive.sum(), 0.3 * mass, rtol=1e-9)


@pytest.mark.parametrize("power", [-1.0, -0.999])
def test_divergent_integral_raises(power):
    message = r"density: must have an integral that converges\. Got .* above 1e-6\. Use Beta"
    with pytest.raises(CostCurveError, match=message):
        integrate_moments(lambda pc: pc**power, ENDS)


@pytest.mark.parametrize("edge", [1e-300, 1e-17, 1 - 1e-16])
def test_integral_does_not_depend_on_edges_near_0_or_1(edge):
    negative, positive = integrate_moments(
        lambda pc: (pc * (1 - pc)) ** -0.5, np.array([0, edge, 1])
    )
    np.testing.assert_allclose([negative.sum(), positive.sum()], np.pi / 2, rtol=1e-7)


def test_integral_that_rounding_near_1_prevents_from_converging_raises():
    with pytest.raises(CostCurveError, match="integral that converges"):
        integrate_moments(lambda pc: (1 - pc) ** -0.97, ENDS)


def test_smooth_density_is_evaluated_once_per_span():
    calls = []

    def recorded(pc):
        calls.append(pc.size)
        return pc

    integrate_moments(recorded, np.array([0.0, 0.1, 0.35, 0.9, 1.0]))
    # 64 equal spans, three of them split by an edge, with 15 nodes each.
    assert calls == [67 * 15]


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_integral_scales_with_the_density(unit):
    def jump(pc):
        return np.where(pc < 0.2371, 3.0, 0.5)

    plain, scaled = (
        integrate_moments(jump, ENDS),
        integrate_moments(lambda pc: unit * jump(pc), ENDS),
    )
    np.testing.assert_allclose(np.divide(scaled, unit), plain, rtol=1e-14)
    with pytest.raises(CostCurveError, match="integral that converges"):
        integrate_moments(lambda pc: unit * (1 - pc) ** -0.97, ENDS)


@pytest.mark.parametrize("unit", [1e-290, 5e307])
def test_integral_near_underflow_and_overflow(unit):
    of_positives = integrate_moments(lambda pc: unit * np.where(pc < 0.2371, 3.0, 0.5), ENDS)[
        1
    ].sum()
    expected = 3 * 0.2371**2 / 2 + 0.5 * (1 - 0.2371**2) / 2
    assert of_positives / unit == pytest.approx(expected, rel=1e-10)


def test_integral_over_narrow_ranges_near_the_ends_is_accurate():
    negative, positive = integrate_moments(np.ones_like, np.array([0, 1e-12, 0.5, 1 - 1e-12, 1]))
    low, high = 1e-12, 1 - (1 - 1e-12)
    np.testing.assert_allclose(negative[[0, -1]], [low, high**2 / 2], rtol=1e-9)
    np.testing.assert_allclose(positive[[0, -1]], [low**2 / 2, high], rtol=1e-9)


def test_noise_raises_before_memory_is_exhausted():
    largest = []

    def noise(pc):
        largest.append(pc.size)
        return np.modf(np.sin(pc * 1e6) * 43758.5)[0] ** 2

    with pytest.raises(CostCurveError, match="integral that converges"):
        integrate_moments(noise, ENDS)
    assert max(largest) <= 2**16 * 15


def test_integral_of_a_density_with_a_thousand_jumps():
    negative, positive = integrate_moments(lambda pc: np.floor(pc * 2000) % 2, np.array([0.0, 1.0]))
    np.testing.assert_allclose(negative + positive, 0.5, rtol=1e-10)


def test_integral_of_zero_is_zero():
    assert [side.tolist() for side in integrate_moments(np.zeros_like, ENDS)] == [[0] * 5] * 2


# ---- Tails of the beta distribution
X = np.unique(np.concatenate([np.linspace(0, 1, 41), [1e-9, 1e-5, 1 - 1e-5]]))


def exact_above(a, b, x):
    """Probability above x for integer shapes: fewer than a of a + b - 1 uniform numbers below x."""
    n, p = a + b - 1, Fraction(x)
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(a))


@pytest.mark.parametrize("shapes", [(1, 1), (2, 2), (2, 5), (7, 3), (20, 14), (3, 40)])
def test_beta_tails_equal_exact_sums_for_integer_shapes(shapes):
    below, above = beta_tails(float(shapes[0]), float(shapes[1]), X)
    exact = [exact_above(shapes[0], shapes[1], float(x)) for x in X]
    np.testing.assert_allclose(above, [float(value) for value in exact], rtol=3e-13, atol=1e-15)
    np.testing.assert_allclose(below, [float(1 - value) for value in exact], rtol=3e-13, atol=1e-15)


@pytest.mark.parametrize("b", [50, 10_000, 1_000_000])
def test_beta_tails_are_accurate_for_a_steep_peak_near_0(b):
    x = np.array([0.01, 0.5, 1.9, 5.0, 20.0]) / b
    with localcontext() as context:
        context.prec = 60
        exact_x = [Decimal(float(value)) for value in x]
        exact = [(1 - value) ** b * (1 + b * value) for value in exact_x]
        exact_below = [float(1 - value) for value in exact]
    below, above = beta_tails(2.0, float(b), x)
    np.testing.assert_allclose(above[:3], [float(value) for value in exact[:3]], rtol=1e-14)
    np.testing.assert_allclose(above, [float(value) for value in exact], rtol=1e-10)
    np.testing.assert_allclose(below[:3], exact_below[:3], rtol=1e-13)
    np.testing.assert_allclose(below, exact_below, rtol=1e-10)


@pytest.mark.parametrize(
    "shapes", [(0.5, 0.5), (1e-3, 1e-3), (1e-3, 5), (16, 0.01), (2, 3.68), (14.9, 15.1)]
)
def test_beta_tails_match_scipy(shapes):
    below, above = beta_tails(shapes[0], shapes[1], X)
    np.testing.assert_allclose(below, special.betainc(*shapes, X), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(above, special.betaincc(*shapes, X), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("shapes", [(300, 200), (1e4, 3e4), (1e6, 1e6)])
def test_beta_tails_match_scipy_for_large_shapes(shapes):
    a, b = shapes
    mean, deviation = a / (a + b), (a * b / (a + b + 1)) ** 0.5 / (a + b)
    x = mean + deviation * np.linspace(-7, 7, 29)
    below, above = beta_tails(a, b, x)
    np.testing.assert_allclose(below, special.betainc(a, b, x), rtol=1e-11)
    np.testing.assert_allclose(above, special.betaincc(a, b, x), rtol=1e-11)


def test_beta_tails_are_exact_at_the_ends_and_sum_to_1():
    for shapes in [(0.3, 0.2), (5.0, 7.0), (1e8, 1e7)]:
        below, above = beta_tails(shapes[0], shapes[1], np.array([0.0, 1.0]))
        assert below.tolist() == [0, 1]
        assert above.tolist() == [1, 0]
    below, above = beta_tails(2.5, 3.5, X)
    np.testing.assert_allclose(below + above, 1, rtol=1e-15)


@pytest.mark.parametrize("z", [15, 16, 19, 40, 1000])
def test_stirling_error_is_exact(z):
    with localcontext() as context:
        context.prec = 60
        log_gamma = Decimal(factorial(z - 1)).ln()
        two_pi = 2 * Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
        stirling = (z - Decimal("0.5")) * Decimal(z).ln() - z + two_pi.ln() / 2
        exact = float(log_gamma - stirling)
    assert stirling_error(float(z)) == pytest.approx(exact, rel=2e-15, abs=0)


def test_truncated_continued_fraction_is_close_to_its_limit(monkeypatch):
    x = np.array([0.3])
    exact, _ = beta_tails(40.0, 60.0, x)
    monkeypatch.setattr(metrics_module, "_MAX_TERMS", 6)
    rough, above = beta_tails(40.0, 60.0, x)
    assert rough == pytest.approx(exact, rel=1e-3)
    assert rough != exact
    assert rough + above == 1


# ---- Areas, AUC and the H-measure
def test_default_density_is_uniform():
    envelope = own_envelope(fawcett())
    area = np.trapezoid(envelope.cost, envelope.pc)
    assert total_expected_cost(envelope) == pytest.approx(area, rel=1e-14)
    assert total_expected_cost(envelope, Uniform()) == total_expected_cost(envelope)


def test_total_expected_cost_of_known_curves():
    always_wrong = CostPieces(np.array([0.0, 1.0]), np.array([1.0]), np.array([1.0]))
    assert total_expected_cost(always_wrong) == 1
    assert total_expected_cost(BASELINES) == 0.25
    assert total_expected_cost(envelope_of((0, 1))) == 0
    assert total_expected_cost(envelope_of((0.09, 0.36))) == pytest.approx(347 / 1550, rel=1e-14)
    assert total_expected_cost(own_envelope(fawcett())) == pytest.approx(0.189881, abs=5e-7)


def test_uniform_density_averages_over_its_range_only():
    # The horizontal part, and part of a slope.
    assert total_expected_cost(envelope_of((0.3, 0.7)), Uniform(0.4, 0.6)) == pytest.approx(0.3)
    assert total_expected_cost(BASELINES, Uniform(0.1, 0.3)) == pytest.approx(0.2)


def test_total_expected_cost_accepts_a_function():
    envelope = envelope_of((0.3, 0.7))
    expected = total_expected_cost(envelope, Beta(3, 1))
    assert total_expected_cost(envelope, lambda pc: pc**2) == pytest.approx(expected, abs=1e-12)


def test_expected_difference_is_the_difference_of_expected_costs():
    first, second = envelope_of((0.1, 0.6)), envelope_of((0.3, 0.8))
    for density in (None, Beta(2, 9), Uniform(0.1, 0.2)):
        expected = total_expected_cost(first, density) - total_expected_cost(second, density)
        value = total_expected_cost(cost_difference(first, second), density)
        assert value == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("density", ["uniform", 0.5])
def test_density_must_be_a_density_or_function(density):
    with pytest.raises(CostCurveError, match=r"density: must be a density of pc\. Got .*Uniform"):
        total_expected_cost(BASELINES, density)


def test_auc_of_counts_is_exact():
    assert auc(fawcett()) == 0.68
    assert auc(scored_curve([1, 0, 0, 1], [2, 5, 10, 10])) == 0.375
    assert auc(scored_curve([1, 0], [2, 1])) == 1
    assert auc(scored_curve([0, 1], [2, 1])) == 0
    assert auc(scored_curve([0, 1, 1], [1, 1, 1])) == 0.5


def test_auc_of_weighted_counts():
    curve = scored_curve([1, 0, 0, 1], [4, 3, 2, 1], weight=[1, 1, 3, 3])
    # The first positive is above both negatives; the second, of weight 3, above none.
    assert auc(curve) == pytest.approx(0.25)


def test_auc_of_points_includes_both_ends():
    assert auc(points((0.3, 0.7))) == pytest.approx(0.7)
    assert auc(points((0.2, 0.5), (0.2, 0.9), (0.6, 0.9))) == pytest.approx(0.05 + 0.36 + 0.38)
    assert auc(hull_of()) == 0.5


def test_auc_requires_non_decreasing_rates():
    with pytest.raises(CostCurveError, match=r"curve: must have .*convex_hull\(\[curve\]\)"):
        auc(points((0.3, 0.7), (0.2, 0.8)))


def test_h_measure_is_0_for_useless_and_1_for_perfect_classifiers():
    assert h_measure(envelope_of(), 0.3) == pytest.approx(0, abs=1e-15)
    assert h_measure(envelope_of((0, 1)), 0.3) == 1
    assert h_measure(envelope_of((0.5, 0.5)), 0.9) == pytest.approx(0, abs=1e-15)


def test_h_measure_accepts_a_ratio_or_a_density():
    envelope = own_envelope(fawcett())
    by_ratio = h_measure(envelope, 0.2, 3)
    assert h_measure(envelope, 0.2, 3.0) == by_ratio
    assert h_measure(envelope, 0.2, Beta(2, 1 + 1 / 3)) == pytest.approx(by_ratio, rel=1e-14)
    assert h_measure(envelope, 0.2, lambda c: c * (1 - c) ** (1 / 3)) == pytest.approx(by_ratio)
    assert h_measure(envelope, 0.2) == pytest.approx(h_measure(envelope, 0.2, 0.25), rel=1e-14)


def test_h_measure_at_a_prior_of_one_in_a_million():
    # With Beta(2, 1 + 1/r) nearly all false positives are cheap: c has mean 2e-6.
    h = h_measure(envelope_of((0.1, 0.9)), 1e-6)
    x = np.arange(0.5, 400_000) * 1e-10
    mass = x * np.exp(1e6 * np.log1p(-x))
    loss = np.minimum(0.1 * x + 0.1 * 1e-6 * (1 - x), np.minimum(x, 1e-6 * (1 - x)))
    expected = 1 - (loss @ mass) / (np.minimum(x, 1e-6 * (1 - x)) @ mass)
    assert h == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("prior", [0, 1, -0.1, 1.1, np.nan])
def test_h_measure_requires_a_prior_inside_0_and_1(prior):
    with pytest.raises(
        CostCurveError, match=r"prior: must be inside \(0, 1\)\. Got .*proportion of"
    ):
        h_measure(BASELINES, prior)


@pytest.mark.parametrize("ratio", [0, -1.0, np.inf, np.nan])
def test_h_measure_requires_a_positive_finite_ratio(ratio):
    message = r"severity: must be a ratio above 0 and finite\. Got .* A ratio of 1"
    with pytest.raises(CostCurveError, match=message):
        h_measure(BASELINES, 0.5, ratio)


@pytest.mark.parametrize("kind", [int, np.int64, np.float32])
def test_h_measure_accepts_a_ratio_of_any_numeric_type(kind):
    envelope = envelope_of((0.1, 0.6))
    assert h_measure(envelope, 0.3, kind(3)) == h_measure(envelope, 0.3, 3.0)


def test_h_measure_under_a_uniform_density_is_a_sum_of_areas():
    # A false positive costs .75 c, a false negative .25 (1 - c); the point costs .05 + .1 c
    # from c = 1/13 to 4/7, between the baselines.
    baseline = 0.75 * 0.25**2 / 2 + 0.25 * 0.75**2 / 2
    middle = 0.05 * (4 / 7 - 1 / 13) + 0.1 * ((4 / 7) ** 2 - (1 / 13) ** 2) / 2
    loss = 0.75 * (1 / 13) ** 2 / 2 + middle + 0.25 * (3 / 7) ** 2 / 2
    value = h_measure(envelope_of((0.2, 0.8)), 0.25, Uniform())
    assert value == pytest.approx(1 - loss / baseline, rel=1e-13)


def test_auc_of_counts_is_rounded_once():
    for positives in range(1, 12):
        label = [1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0] + [1] * positives
        curve = scored_curve(label, range(len(label)))
        above = sum(label[i] > label[j] for i in range(len(label)) for j in range(i))
        assert auc(curve) == above / (6 * (6 + positives))
