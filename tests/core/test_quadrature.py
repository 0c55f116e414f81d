import numpy as np
import pytest

from cc_widgets.core import Beta
from cc_widgets.core._density import moments
from cc_widgets.errors import CostCurveError

EDGES = np.array([0.0, 0.1, 0.35, 0.5, 0.9, 1.0])


def integrals(power, start, stop):
    return (stop ** (power + 1) - start ** (power + 1)) / (power + 1)


@pytest.mark.parametrize("power", [0, 1, 2, 7, 30])
def test_powers_are_integrated_to_rounding(power):
    negative, positive = moments(lambda pc: pc**power, EDGES)
    low, high = EDGES[:-1], EDGES[1:]
    np.testing.assert_allclose(positive, integrals(power + 1, low, high), rtol=1e-12, atol=1e-15)
    both = integrals(power, low, high)
    np.testing.assert_allclose(negative + positive, both, rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("shapes", [(0.5, 0.5), (0.5, 3), (3, 0.5), (1, 1), (40, 60)])
def test_densities_that_grow_without_bound_at_the_ends(shapes):
    a, b = shapes
    negative, positive = moments(lambda pc: pc ** (a - 1) * (1 - pc) ** (b - 1), EDGES)
    exact = Beta(a, b).moments(EDGES)
    total = (negative + positive).sum()
    np.testing.assert_allclose(negative / total, exact.of_negatives, atol=1e-10)
    np.testing.assert_allclose(positive / total, exact.of_positives, atol=1e-10)


def test_jumps_and_kinks_are_found():
    negative, positive = moments(lambda pc: np.where(pc < 0.2371, 3.0, 0.5), np.array([0, 1.0]))
    total = 3 * 0.2371 + 0.5 * (1 - 0.2371)
    of_positives = 3 * 0.2371**2 / 2 + 0.5 * (1 - 0.2371**2) / 2
    np.testing.assert_allclose(positive, of_positives, rtol=1e-10)
    np.testing.assert_allclose(negative + positive, total, rtol=1e-10)


def test_a_narrow_peak_is_found():
    sd = 1e-3
    negative, positive = moments(lambda pc: np.exp(-(((pc - 0.3) / sd) ** 2) / 2), EDGES)
    mass = sd * np.sqrt(2 * np.pi)
    np.testing.assert_allclose((negative + positive).sum(), mass, rtol=1e-9)
    np.testing.assert_allclose(positive.sum(), 0.3 * mass, rtol=1e-9)


@pytest.mark.parametrize("power", [-1.0, -0.999])
def test_what_does_not_settle_is_refused(power):
    message = r"density: the integral .* does not settle\. Got about .* 6 digits\. Use Beta"
    with pytest.raises(CostCurveError, match=message):
        moments(lambda pc: pc**power, EDGES)


@pytest.mark.parametrize("edge", [1e-300, 1e-17, 1 - 1e-16])
def test_vertices_next_to_the_ends_do_not_matter(edge):
    negative, positive = moments(lambda pc: (pc * (1 - pc)) ** -0.5, np.array([0, edge, 1]))
    np.testing.assert_allclose([negative.sum(), positive.sum()], np.pi / 2, rtol=1e-7)


def test_what_rounding_near_1_does_not_let_settle_is_refused():
    with pytest.raises(CostCurveError, match="does not settle"):
        moments(lambda pc: (1 - pc) ** -0.97, EDGES)


def test_work_stays_small_where_a_density_is_smooth():
    calls = []

    def noted(pc):
        calls.append(pc.size)
        return pc

    moments(noted, np.array([0.0, 0.1, 0.35, 0.9, 1.0]))
    # 64 equal cells, three of them cut by a vertex, of 15 nodes each.
    assert calls == [67 * 15]


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_the_unit_of_a_density_does_not_matter(unit):
    def jump(pc):
        return np.where(pc < 0.2371, 3.0, 0.5)

    plain, scaled = moments(jump, EDGES), moments(lambda pc: unit * jump(pc), EDGES)
    np.testing.assert_allclose(np.divide(scaled, unit), plain, rtol=1e-14)
    with pytest.raises(CostCurveError, match="does not settle"):
        moments(lambda pc: unit * (1 - pc) ** -0.97, EDGES)


@pytest.mark.parametrize("unit", [1e-290, 5e307])
def test_densities_next_to_underflow_and_overflow_are_integrated(unit):
    of_positives = moments(lambda pc: unit * np.where(pc < 0.2371, 3.0, 0.5), EDGES)[1].sum()
    expected = 3 * 0.2371**2 / 2 + 0.5 * (1 - 0.2371**2) / 2
    assert of_positives / unit == pytest.approx(expected, rel=1e-10)


def test_ranges_next_to_the_ends_keep_their_relative_accuracy():
    negative, positive = moments(np.ones_like, np.array([0, 1e-12, 0.5, 1 - 1e-12, 1]))
    low, high = 1e-12, 1 - (1 - 1e-12)
    np.testing.assert_allclose(negative[[0, -1]], [low, high**2 / 2], rtol=1e-9)
    np.testing.assert_allclose(positive[[0, -1]], [low**2 / 2, high], rtol=1e-9)


def test_noise_is_refused_before_it_fills_the_memory():
    largest = []

    def noise(pc):
        largest.append(pc.size)
        return np.modf(np.sin(pc * 1e6) * 43758.5)[0] ** 2

    with pytest.raises(CostCurveError, match="does not settle"):
        moments(noise, EDGES)
    assert max(largest) <= 2**16 * 15


def test_a_thousand_jumps_are_no_noise():
    negative, positive = moments(lambda pc: np.floor(pc * 2000) % 2, np.array([0.0, 1.0]))
    np.testing.assert_allclose(negative + positive, 0.5, rtol=1e-10)


def test_nothing_integrates_to_nothing():
    assert [side.tolist() for side in moments(np.zeros_like, EDGES)] == [[0] * 5] * 2
