import numpy as np
import pytest

from cc_widgets.core import (
    Beta,
    CostPieces,
    Uniform,
    auc,
    convex_hull,
    cost_difference,
    h_measure,
    total_expected_cost,
)
from cc_widgets.core._cost import TRIVIAL_RULES
from cc_widgets.errors import CostCurveError
from tests.support.rates import envelope_of, fawcett, hull_of, own_envelope, points, scored


def test_uniform_is_the_default_and_is_the_area():
    envelope = own_envelope(fawcett())
    area = np.trapezoid(envelope.cost, envelope.pc)
    assert total_expected_cost(envelope) == pytest.approx(area, rel=1e-14)
    assert total_expected_cost(envelope, Uniform()) == total_expected_cost(envelope)


def test_areas_of_well_known_curves():
    always_wrong = CostPieces(np.array([0.0, 1.0]), np.array([1.0]), np.array([1.0]))
    assert total_expected_cost(always_wrong) == 1
    assert total_expected_cost(TRIVIAL_RULES) == 0.25
    assert total_expected_cost(envelope_of((0, 1))) == 0
    assert total_expected_cost(envelope_of((0.09, 0.36))) == pytest.approx(347 / 1550, rel=1e-14)
    assert total_expected_cost(own_envelope(fawcett())) == pytest.approx(0.189881, abs=5e-7)


def test_a_range_of_pc_is_averaged_alone():
    # The flat part, and a part of the slope.
    assert total_expected_cost(envelope_of((0.3, 0.7)), Uniform(0.4, 0.6)) == pytest.approx(0.3)
    assert total_expected_cost(TRIVIAL_RULES, Uniform(0.1, 0.3)) == pytest.approx(0.2)


def test_a_function_will_do_as_a_density():
    envelope = envelope_of((0.3, 0.7))
    expected = total_expected_cost(envelope, Beta(3, 1))
    assert total_expected_cost(envelope, lambda pc: pc**2) == pytest.approx(expected, abs=1e-12)


def test_the_expected_advantage_is_the_expected_difference():
    first, second = envelope_of((0.1, 0.6)), envelope_of((0.3, 0.8))
    for density in (None, Beta(2, 9), Uniform(0.1, 0.2)):
        expected = total_expected_cost(first, density) - total_expected_cost(second, density)
        found = total_expected_cost(cost_difference(first, second), density)
        assert found == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("density", ["uniform", 0.5])
def test_what_is_no_density_is_refused(density):
    with pytest.raises(CostCurveError, match=r"density: must be a density of pc\. Got .*Uniform"):
        total_expected_cost(TRIVIAL_RULES, density)


def test_auc_of_counts_is_exact():
    assert auc(fawcett()) == 0.68
    assert auc(scored([1, 0, 0, 1], [2, 5, 10, 10])) == 0.375
    assert auc(scored([1, 0], [2, 1])) == 1
    assert auc(scored([0, 1], [2, 1])) == 0
    assert auc(scored([0, 1, 1], [1, 1, 1])) == 0.5


def test_auc_of_weighted_counts_counts_weights():
    curve = scored([1, 0, 0, 1], [4, 3, 2, 1], weight=[1, 1, 3, 3])
    # The first positive is above both negatives, the second, three times as heavy, above none.
    assert auc(curve) == pytest.approx(0.25)


def test_auc_of_points_joins_them_with_both_ends():
    assert auc(points((0.3, 0.7))) == pytest.approx(0.7)
    assert auc(points((0.2, 0.5), (0.2, 0.9), (0.6, 0.9))) == pytest.approx(0.05 + 0.36 + 0.38)
    assert auc(hull_of()) == 0.5


def test_auc_of_the_hull_is_at_least_that_of_the_curve():
    assert auc(convex_hull([fawcett()])) == pytest.approx(0.755)


def test_auc_refuses_points_that_fall():
    with pytest.raises(CostCurveError, match=r"curve: points .*convex_hull\(\[curve\]\)"):
        auc(points((0.3, 0.7), (0.2, 0.8)))


def test_h_is_0_for_nothing_and_1_for_everything():
    assert h_measure(envelope_of(), 0.3) == pytest.approx(0, abs=1e-15)
    assert h_measure(envelope_of((0, 1)), 0.3) == 1
    assert h_measure(envelope_of((0.5, 0.5)), 0.9) == pytest.approx(0, abs=1e-15)


def test_h_takes_a_ratio_or_a_density_of_the_cost():
    envelope = own_envelope(fawcett())
    by_ratio = h_measure(envelope, 0.2, 3)
    assert h_measure(envelope, 0.2, 3.0) == by_ratio
    assert h_measure(envelope, 0.2, Beta(2, 1 + 1 / 3)) == pytest.approx(by_ratio, rel=1e-14)
    assert h_measure(envelope, 0.2, lambda c: c * (1 - c) ** (1 / 3)) == pytest.approx(by_ratio)
    assert h_measure(envelope, 0.2) == pytest.approx(h_measure(envelope, 0.2, 0.25), rel=1e-14)


def test_h_at_a_prior_of_one_in_a_million():
    # With Beta(2, 1 + 1/r) nearly all false positives are cheap: c has the mean 2e-6.
    h = h_measure(envelope_of((0.1, 0.9)), 1e-6)
    x = np.arange(0.5, 400_000) * 1e-10
    mass = x * np.exp(1e6 * np.log1p(-x))
    loss = np.minimum(0.1 * x + 0.1 * 1e-6 * (1 - x), np.minimum(x, 1e-6 * (1 - x)))
    expected = 1 - (loss @ mass) / (np.minimum(x, 1e-6 * (1 - x)) @ mass)
    assert h == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("prior", [0, 1, -0.1, 1.1, np.nan])
def test_h_refuses_a_prior_without_both_classes(prior):
    with pytest.raises(CostCurveError, match=r"prior: must lie inside \(0, 1\)\. Got .*share of"):
        h_measure(TRIVIAL_RULES, prior)


@pytest.mark.parametrize("ratio", [0, -1.0, np.inf, np.nan])
def test_h_refuses_a_ratio_that_is_none(ratio):
    message = r"severity: a severity ratio must be above 0 and finite\. Got .* 1 puts"
    with pytest.raises(CostCurveError, match=message):
        h_measure(TRIVIAL_RULES, 0.5, ratio)


@pytest.mark.parametrize("kind", [int, np.int64, np.float32])
def test_h_takes_a_ratio_in_any_number_type(kind):
    envelope = envelope_of((0.1, 0.6))
    assert h_measure(envelope, 0.3, kind(3)) == h_measure(envelope, 0.3, 3.0)


def test_h_under_a_level_density_is_a_sum_of_areas():
    # A false positive costs .75 c, a false negative .25 (1 - c); the point costs .05 + .1 c
    # from c = 1/13 to 4/7, between the trivial rules.
    trivial = 0.75 * 0.25**2 / 2 + 0.25 * 0.75**2 / 2
    middle = 0.05 * (4 / 7 - 1 / 13) + 0.1 * ((4 / 7) ** 2 - (1 / 13) ** 2) / 2
    loss = 0.75 * (1 / 13) ** 2 / 2 + middle + 0.25 * (3 / 7) ** 2 / 2
    found = h_measure(envelope_of((0.2, 0.8)), 0.25, Uniform())
    assert found == pytest.approx(1 - loss / trivial, rel=1e-13)


def test_auc_of_counts_is_rounded_once():
    for positives in range(1, 12):
        label = [1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0] + [1] * positives
        curve = scored(label, range(len(label)))
        above = sum(label[i] > label[j] for i in range(len(label)) for j in range(i))
        assert auc(curve) == above / (6 * (6 + positives))
