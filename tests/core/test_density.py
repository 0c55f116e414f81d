import numpy as np
import pytest

from cc_widgets.core import Beta, Histogram, Uniform
from cc_widgets.core._density import DensityFunction
from cc_widgets.errors import CostCurveError
from tests.support.rates import close

EDGES = np.array([0, 0.2, 0.5, 0.6, 1.0])


def total(density):
    moments = density.moments(EDGES)
    return (moments.of_negatives + moments.of_positives).sum()


def mean(density):
    return density.moments(EDGES).of_positives.sum()


def test_uniform_masses_lie_where_its_range_is():
    moments = Uniform(0.1, 0.5).moments(EDGES)
    close(moments.of_positives, [0.0375, 0.2625, 0, 0])
    close(moments.of_negatives, [0.2125, 0.4875, 0, 0])


@pytest.mark.parametrize("density", [Uniform(), Uniform(0.3, 0.4), Beta(2, 3), Beta(0.1, 7)])
def test_densities_sum_to_1(density):
    assert total(density) == pytest.approx(1, rel=1e-13)


def test_means_are_those_of_the_textbook():
    assert mean(Uniform(0.2, 0.6)) == pytest.approx(0.4, rel=1e-14)
    assert mean(Beta(2, 6)) == pytest.approx(0.25, rel=1e-13)
    assert mean(Beta(1e6, 3e6)) == pytest.approx(0.25, rel=1e-10)
    assert mean(Histogram([0, 0.4, 1], [1, 3])) == pytest.approx(0.2 / 4 + 0.7 * 3 / 4, rel=1e-14)
    assert mean(DensityFunction(lambda pc: 10 * (1 - pc))) == pytest.approx(1 / 3, rel=1e-12)


def test_beta_masses_are_polynomials_for_whole_shapes():
    # 6 x (1 - x) and its first moment, 2 x^3 - 3 x^4 / 2.
    moments = Beta(2, 2).moments(EDGES)
    close(moments.of_positives, np.diff(2 * EDGES**3 - 1.5 * EDGES**4))
    both = moments.of_negatives + moments.of_positives
    close(both, np.diff(3 * EDGES**2 - 2 * EDGES**3))


def test_beta_masses_far_in_a_tail_keep_their_relative_accuracy():
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


def test_moments_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        Uniform().moments(EDGES).of_positives[0] = 1


@pytest.mark.parametrize("ends", [(0.5, 0.5), (0.6, 0.5), (-0.1, 0.5), (0.5, 1.1), (np.nan, 0.5)])
def test_uniform_refuses_what_is_no_range(ends):
    message = r"Uniform: pc_low must lie below pc_high, .*\. Got pc_low=.*, pc_high=.*cost_at"
    with pytest.raises(CostCurveError, match=message):
        Uniform(*ends)


@pytest.mark.parametrize(
    ("shapes", "name"), [((0, 1), "a"), ((1, -1), "b"), ((1.001e8, 1), "a"), ((1, np.nan), "b")]
)
def test_beta_refuses_what_is_no_shape(shapes, name):
    message = rf"Beta, {name}: shapes must be above 0 and at most 1e8\. Got .*cost_at"
    with pytest.raises(CostCurveError, match=message):
        Beta(*shapes)
    assert total(Beta(1e8, 2)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("edges", "weights"), [([0, 1], [1, 2]), ([0, 0.5, 1], [1]), ([0], []), ([[0, 1]], [1])]
)
def test_histogram_refuses_bins_that_do_not_fit(edges, weights):
    with pytest.raises(
        CostCurveError, match=r"Histogram: n bins need n \+ 1 edges .* Got \d edges and \d weights"
    ):
        Histogram(edges, weights)


@pytest.mark.parametrize(
    "edges", [[0, 0, 1], [0.5, 0.2, 1], [-0.1, 0.5, 1], [0, 0.5, 1.1], [0, np.nan, 1]]
)
def test_histogram_refuses_edges_that_do_not_rise_in_the_unit_interval(edges):
    with pytest.raises(CostCurveError, match=r"edges must rise and lie in \[0, 1\]\. Got \[.*pc\."):
        Histogram(edges, [1, 1])


@pytest.mark.parametrize("weights", [[0, 0], [1, -1], [1, np.nan], [1, np.inf]])
def test_histogram_refuses_weights_that_are_none(weights):
    with pytest.raises(
        CostCurveError, match=r"weights must be finite and not negative, and some .* Got \[.*bins"
    ):
        Histogram([0, 0.5, 1], weights)


def test_a_function_may_return_one_number_for_all():
    assert mean(DensityFunction(lambda _: 4)) == pytest.approx(0.5)


def test_a_function_of_single_numbers_is_refused():
    with pytest.raises(
        CostCurveError, match=r"density: the function must take an array .*vectorize"
    ):
        total(DensityFunction(lambda pc: 1.0 if pc < 0.5 else 0.0))
    with pytest.raises(CostCurveError, match="must take an array"):
        total(DensityFunction(lambda _: "many"))
    with pytest.raises(CostCurveError, match="must take an array"):
        total(DensityFunction(lambda _: [1.0, 2.0]))


@pytest.mark.parametrize("value", [-1.0, np.nan, np.inf])
def test_a_function_that_is_no_density_is_refused(value):
    message = r"density: a density must be finite and not negative\. Got .* at pc = 0\..*linspace"
    with pytest.raises(CostCurveError, match=message):
        total(DensityFunction(lambda pc: np.where(pc > 0.7, value, 1.0)))


def test_what_is_wrong_with_a_function_is_shown_where_it_is():
    asked = []

    def wrong_once(pc):
        asked.append(pc)
        return np.where(pc == pc.max(), -1.0, 1.0)

    with pytest.raises(CostCurveError, match="must be finite") as refused:
        total(DensityFunction(wrong_once))
    assert f"Got -1.0 at pc = {asked[0].max()}." in str(refused.value)


def test_a_function_that_is_zero_or_too_large_is_refused():
    message = r"density: a density needs a finite integral above 0\. Got 0\.0\. Return"
    with pytest.raises(CostCurveError, match=message):
        total(DensityFunction(lambda pc: 0 * pc))


def test_weights_of_a_histogram_may_be_small_and_some_may_be_0():
    assert Histogram([0, 0.5, 1], [0.25, 0]).weights.tolist() == [1, 0]


@pytest.mark.parametrize("unit", [1e-3, 1, 20])
def test_a_function_in_any_unit_is_brought_to_area_1(unit):
    moments = DensityFunction(lambda pc: unit * 2 * (1 - pc)).moments(np.array([0.0, 0.5, 1.0]))
    close(moments.of_negatives, [7 / 12, 1 / 12])
    close(moments.of_positives, [1 / 6, 1 / 6])
