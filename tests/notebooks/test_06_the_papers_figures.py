"""Lesson 06: statements of the papers and of the lesson agree with the figures.

Expected numbers are from the papers, from an enumeration, or fractions that follow from the plotted
points. Costs are computed from all cost lines, without hulls.
"""

import re
from typing import Any

import numpy as np
import pytest

from cc_widgets import core
from cc_widgets.core.multiclass import cost_model

pytestmark = pytest.mark.long(cases=0)
PC = np.linspace(0, 1, 2001)
BASELINE = np.minimum(PC, 1 - PC)  # cost of the better one
TABLE_3 = [0.2102, 0.4473, 0.2568, 0.0016, 0.0841]


@pytest.fixture
def figure(lesson):
    """Return a function that returns the explorer with this variable name."""
    return lesson.names.__getitem__


@pytest.fixture
def assert_in_section(lesson):
    """Return a function that asserts that the section with this title contains a fragment."""

    def assert_in(title, fragment):
        section = lesson.words.split(f"### {title}")[1].split("\n### ")[0]
        assert fragment in section, section

    return assert_in


def assert_close(value, expected, tolerance=1e-9):
    np.testing.assert_allclose(value, expected, rtol=0, atol=tolerance)


def points(curve):
    return list(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))


def curves_of(explorer):
    """Return the ROC curves by the names of the classifiers."""
    return {item.name: item.curve for item in explorer.model.curves.classifiers}


def points_of(explorer):
    return {name: points(curve) for name, curve in curves_of(explorer).items()}


def cost_line(point, pc=PC):
    """Return the cost of a ROC point at each pc."""
    fpr, tpr = point
    return (1 - tpr) * pc + fpr * (1 - pc)


def least_cost(candidates, pc=PC):
    """Return the least cost of these ROC points and the baselines."""
    return np.min([cost_line(point, pc) for point in [(0, 0), (1, 1), *candidates]], axis=0)


def least_costs(explorer, pc=PC):
    """Return the least cost of each classifier, by name."""
    return {
        name: least_cost(points(core.point_set(fpr=curve.fpr, tpr=curve.tpr)), pc)
        for name, curve in curves_of(explorer).items()
    }


def operating_range(costs):
    """Return the first and last pc at which both baselines cost more."""
    pc = PC[costs < BASELINE - 1e-12]
    return pc[0], pc[-1]


# ---- Holte and Drummond, 2005


def test_2005_figures_1_and_2_show_each_point_as_a_line(lesson, figure, assert_in_section):
    for name, (fpr, fnr) in {"stump": (0.3, 0.27), "tree": (0.13, 0.34)}.items():
        lines = core.costs.cost_lines(curves_of(figure("figure_1"))[name])
        assert_close([lines.fpr[1], lines.fnr[1]], [fpr, fnr], 0.006)
        assert_in_section("Figures 1 and 2: two", f"from {fpr} to {fnr} for the {name}")
    assert lesson.names["y"].size == 569


def test_2005_figures_3_and_4_show_operating_range_and_highest_cost(figure, assert_in_section):
    (tree,) = points_of(figure("figure_3")).values()
    assert all(tpr > fpr for fpr, tpr in tree[1:-1]), "above the diagonal"
    assert any(b[0] < a[0] and b[1] >= a[1] for a in tree[:-1] for b in tree), "dominated"
    costs = least_cost(tree)
    assert_close(costs.max(), 0.262, 5e-4)
    assert_close(operating_range(costs), (0.142, 0.841), 1e-3)
    in_the_middle = [fpr / 2 + (1 - tpr) / 2 for fpr, tpr in tree]
    assert sum(value <= min(in_the_middle) + 0.01 for value in in_the_middle) > 10
    assert_in_section("Figures 3 and 4", "above 0.262")
    assert_in_section("Figures 3 and 4", "below PC(+) 0.142 and above 0.841")


@pytest.mark.parametrize("name", ["figure_5", "dh_figure_5"])
def test_figures_5_and_6_roc_curves_and_cost_curves_cross_in_different_places(figure, name):
    costs = least_costs(figure(name))
    cheaper = PC[costs["dotted"] < costs["dashed"] - 1e-12]
    assert cheaper[0] == pytest.approx(1 / 7, abs=6e-4)
    assert cheaper[-1] == pytest.approx(0.5, abs=6e-4)
    more_expensive = PC[costs["dotted"] > costs["dashed"] + 1e-12]
    assert more_expensive[0] == pytest.approx(0.5, abs=6e-4)
    model = figure(name).model
    assert model.compare("dotted", "dashed").crossovers == (0.5,)
    assert_close((0.9 - 0.6) / (0.4 - 0.1), 1)  # slope of the common tangent
    crossing = 4 / 13
    assert_close(0.6 + (crossing - 0.1) * 0.4 / 0.9, crossing * 0.9 / 0.4)
    assert crossing == pytest.approx(0.308, abs=5e-4)
    cost_of_crossing = least_cost([(crossing, 9 / 13)])
    best = np.minimum(costs["dotted"], costs["dashed"])
    used = (PC > 1 / 7) & (PC < 6 / 7)
    assert (cost_of_crossing[used] > best[used]).all(), "the crossing is never the best"


def test_2005_figures_7_and_8_order_four_tangled_curves(figure, assert_in_section):
    costs = least_costs(figure("figure_7"))
    first, second, third, fourth = costs.values()
    assert list(costs) == ["entropy 20", "entropy 15", "gini 8", "random 8"]
    for rival in (second, third, fourth):
        assert (first <= rival + 1e-12).all()
    middle = (PC > 0.3) & (PC < 0.6)
    assert 0.017 < (second - first)[middle].max() < 0.018
    assert_close(operating_range(first), operating_range(second), 0.03)
    for better in (first, second):
        for worse in (third, fourth):
            assert (better < worse - 0.006)[middle].all()
    low, high = operating_range(third)
    used = (low < PC) & (high > PC)
    assert np.mean((third <= fourth)[used]) > 0.75
    curves = list(curves_of(figure("figure_7")).values())
    assert core.comparison.roc_crossings(curves[1], curves[2]).fpr.size > 1, "tangled"
    assert_in_section("Figures 7 and 8", "at most 0.018 behind it between 0.3 and 0.6")


def test_2005_figures_9_and_10_only_the_cost_average_has_the_mean_cost(figure, assert_in_section):
    roc = points_of(figure("figure_9"))
    assert_close(roc["average cost"], [(0, 0), (0.02, 0.2), (0.17, 0.6), (0.65, 0.9), (1, 1)])
    assert_close(roc["vertical"], [(0, 0), (0.04, 19 / 75), (0.3, 0.68125), (1, 1)])
    assert_close(roc["horizontal"], [(0, 0), (0.095, 0.4), (0.49, 0.8), (1, 1)])
    pc = np.array([13 / 33])
    costs = {name: float(least_cost(curve, pc)[0]) for name, curve in roc.items()}
    assert_close([costs["first"], costs["second"], costs["average cost"]], [43 / 165] * 3)
    assert_close([costs["vertical"], costs["horizontal"]], [0.307, 0.294], 5e-4)
    mean = (least_cost(roc["first"]) + least_cost(roc["second"])) / 2
    assert_close(least_cost(roc["average cost"]), mean)
    for name in ("vertical", "horizontal"):
        assert (least_cost(roc[name]) >= mean - 1e-12).all()
        line = [0.4 + 20 / 13 * (fpr - 0.04) for fpr, _ in roc[name]]
        assert all(tpr < high - 0.05 for (_, tpr), high in zip(roc[name], line, strict=True))
    assert_close(0.4 + 20 / 13 * (0.17 - 0.04), 0.6)
    assert figure("figure_9").model.pc == 13 / 33
    assert_in_section("Figures 9 and 10", "they cost 0.307 and 0.294 there")


def test_2005_figures_11_and_12_limits_of_a_line(lesson, assert_in_section):
    (steps,) = [value for value in lesson.shown if "Resamples" in repr(value)]
    steps.step = 5
    assert "0.2 to 0.7 at PC(+) 0 and 0.05 to 0.35 at 1." in steps.words
    assert_in_section("Figures 11 and 12", "from 0.2 to 0.7, against 0.05 to 0.35 at the right")


@pytest.mark.parametrize(
    ("name", "low"), [("figure_13", [0.0]), ("figure_14", []), ("figure_15", [0.716])]
)
def test_2005_figures_13_to_15_significance_depends_on_joint_errors(figure, name, low):
    significance = figure(name).model.compare("A", "B").significance
    assert_close(significance.ranges.pc_low, low, 1e-3)
    assert all(high == 1 for high in significance.ranges.pc_high)
    assert set(significance.cheaper) <= {"first"}


def test_2005_figures_13_and_14_differ_only_in_the_joint_errors(figure):
    high, low = figure("figure_13").model, figure("figure_14").model
    assert high.fingerprint == low.fingerprint
    bands = [model._difference for model in (low, high)]
    wide, narrow = (band.upper - band.lower for band in bands)
    assert (wide > 1.5 * narrow).all()
    assert_close(bands[0].estimate, bands[1].estimate)


def test_2005_figure_15_classifiers_have_equal_fpr(figure):
    a, b = (roc[1] for roc in points_of(figure("figure_15")).values())
    assert a[0] == b[0]
    assert a[1] > b[1]


# ---- Provost and Fawcett, 1997

CORNERS = [(0, 0), (0.02, 0.4), (0.06, 0.55), (0.15, 0.68), (0.5, 0.93), (0.7, 0.995), (1, 1)]


def best_at(explorer, slope):
    """Return the classifiers or baselines on the best iso-performance line, several at a tie."""
    intercepts = {
        name: max(tpr - slope * fpr for fpr, tpr in roc[1:-1])
        for name, roc in points_of(explorer).items()
    } | {"all negative": 0.0, "all positive": 1 - slope}
    highest = max(intercepts.values())
    return {name for name, intercept in intercepts.items() if intercept > highest - 1e-12}


def test_1997_figures_1_and_2_only_a_and_c_can_be_optimal(figure):
    explorer = figure("figure_3a")
    costs = least_costs(explorer)
    for name in ("A", "C"):
        assert (costs[name] < costs["B"] - 1e-12).any()
    best = np.min([*costs.values()], axis=0)
    used = best < BASELINE - 1e-12
    assert (costs["B"][used] > best[used] + 1e-9).all()
    curves = curves_of(explorer)
    grid = np.linspace(0, 1, 501)
    a, d = (np.interp(grid, curves[name].fpr, curves[name].tpr) for name in "AD")
    assert (a[1:-1] > d[1:-1]).all(), "A dominates D in all points"
    hull = points(explorer.model.curves.hull)[1:-1]
    on_hull = {name: sum(point in hull for point in points(curves[name])) for name in curves}
    assert on_hull == {"A": 2, "B": 0, "C": 2, "D": 0}


def test_1997_figure_3_alpha_touches_a_and_beta_touches_c(figure):
    explorer = figure("figure_3a")
    assert best_at(explorer, 10) == {"A"}
    assert best_at(explorer, 1 / 10) == {"C"}
    pins = explorer.model.pins
    assert_close([pin["x"] for pin in pins], [1 / 11, 10 / 11])
    assert_close([pin["y"] for pin in pins], [(0.02 * 10 + 0.6) / 11, (0.7 + 0.005 * 10) / 11])
    notes = [note["at"]["pc"][0] for note in explorer.model.notes]
    assert_close(notes, [1 / 11, 10 / 11])


def test_1997_figure_4_only_e_extends_the_hull(figure):
    assert_close(points(figure("figure_4").model.curves.hull), CORNERS)
    costs = least_costs(figure("figure_4"))
    rivals = np.min([cost for name, cost in costs.items() if name != "E"], axis=0)
    assert (costs["E"] < rivals - 1e-9).any()
    for name in "FG":
        rivals = np.min([cost for rival, cost in costs.items() if rival != name], axis=0)
        used = rivals < BASELINE - 1e-9
        assert (costs[name][used] > rivals[used]).all()


def test_1997_figure_5_number_of_optimal_classifiers_in_three_ranges(figure):
    explorer = figure("figure_5a")
    model = explorer.model
    assert_close([model.conditions.slope.low, model.conditions.slope.high], [1 / 20, 1 / 5])
    assert_close(model.pc_range, (5 / 6, 20 / 21))
    slopes = np.linspace(1 / 20, 1 / 5, 99)
    assert set.union(*(best_at(explorer, slope) for slope in slopes)) == {"C"}
    assert model.recommend().headline.startswith("Use C")
    ranges = [
        (1 / (1 + 1 / 5), 1 / (1 + 1 / 20)),
        (1 / (1 + 2), 1 / (1 + 1 / 5)),
        (0, 1 / (1 + 20)),
    ]
    assert_close([note["at"]["pc"] for note in model.notes], ranges)
    slopes = np.linspace(2, 1 / 5, 199)
    optimal = list(dict.fromkeys(min(best_at(explorer, slope)) for slope in slopes))
    assert optimal == ["A", "E", "C"]
    assert best_at(explorer, 20) == {"A", "all negative"}
    assert best_at(explorer, 20.1) == {"all negative"}
    assert best_at(explorer, 19.9) == {"A"}


# ---- Slides


def test_slides_costs_in_currency(figure, assert_in_section):
    model = figure("slides").model
    assert model.pc == pytest.approx(0.05 * 20 / (0.05 * 20 + 0.95 * 2)) == pytest.approx(1 / 2.9)
    roc = points_of(figure("slides"))["gini 8"]
    cost_per_case = min(0.05 * (1 - tpr) * 20 + 0.95 * fpr * 2 for fpr, tpr in roc)
    assert model.cost().total.low == pytest.approx(1000 * cost_per_case)
    assert_close(least_cost(roc, np.array([model.pc]))[0] * 2.9, cost_per_case)
    assert_close(operating_range(least_cost(roc)), (0.14, 0.85), 0.01)
    assert_in_section("The example", "1/2.9 = 0.345")


# ---- Margineantu and Dietterich, 2000

TABLE_1: list[list[float]] = [
    [0, 3.2, 2.5, 12.7],
    [1, 0, 3, 100],
    [40.5, 2.2, 0, 5.5],
    [1, 0.1, 7.1, 0],
]


def test_2000_table_1_is_transposed(lesson, figure, assert_in_section):
    explorer = figure("four_classes")
    counts = lesson.names["counts"]
    mean = sum(counts[j][i] * TABLE_1[i][j] for i in range(4) for j in range(4)) / 200
    cost = explorer.result.each["classifier"]
    assert cost.observed_total / cost.n_examples == pytest.approx(mean)
    assert mean == pytest.approx(0.773, abs=6e-4)
    wrong_way = sum(counts[j][i] * TABLE_1[j][i] for i in range(4) for j in range(4)) / 200
    assert abs(wrong_way - mean) > 0.1
    assert explorer.costs[3, 1] == 100
    assert counts[3][1] == 0
    (warning,) = cost.warnings
    assert "Class 4 called 2" in warning
    assert 3 * 100 / 200 == 1.5 > mean
    assert_in_section("Table 1", "cost 1.5 per example: more than the whole observed cost, 0.773")


def test_2000_figure_1_has_the_frequencies_of_table_3(lesson, figure):
    assert_close(lesson.names["domain"].frequency, TABLE_3)
    counts = lesson.names["million"].counts
    assert_close(counts.sum(axis=1) / counts.sum(), TABLE_3, 1e-6)
    rare = points_of(figure("md_figure_1"))["class 3"][1]
    assert rare[1] < 0.1
    assert len(curves_of(figure("md_figure_1"))) == 5


def test_2000_figure_2_coverage_is_best_with_small_pseudo_counts(lesson):
    coverages = lesson.names["coverages"]
    assert lesson.names["pseudo_counts"] == [0, 0.1, 0.5, 1, 3]
    for name, shares in coverages.items():
        assert max(shares[1:3]) == max(shares), name
        assert max(shares[1:3]) >= 0.95
        assert shares[3] < shares[2]
        assert shares[4] < 0.2
    assert max(coverages["M6"][0], coverages["M9"][0]) < 0.8


def test_2000_cost_models_are_multiples_of_others():
    multiples: Any = [("M1", "M2", 10), ("M1", "M4", 100), ("M1", "M5", 1000), ("M3", "M8", 100)]
    for name, multiple, factor in multiples:
        assert_close(cost_model(multiple, TABLE_3).high, factor * cost_model(name, TABLE_3).high)
    assert cost_model("M9", TABLE_3).high[3, 1] == pytest.approx(559125)


def test_2000_figures_3_to_5_power_depends_on_the_cost_model(lesson):
    means = {key: value.mean(axis=0) for key, value in lesson.names["power"].items()}
    for name in lesson.names["model_names"]:
        assert means[name, 0][0] <= 0.15, "type I error"
        assert means[name, 0][1] < 1e-9
    for changed in (0.03, 0.1):
        power = {name: means[name, changed][0] for name in lesson.names["model_names"]}
        assert max(power, key=power.__getitem__) == "M7"
        assert sorted(power, key=power.__getitem__)[:2] == ["M9", "M6"]
    assert means["M9", 1][0] < 0.7
    spread = np.ptp(lesson.names["power"]["M9", 1][:, 0])
    assert spread > 0.5
    assert means["M7", 0.03][1] > 5 > means["M1", 0.1][1]
    assert 0.25 < means["M1", 0.03][0] < 0.45
    assert 0.25 < means["M3", 0.03][0] < 0.45
    assert min(means["M1", 0.1][0], means["M3", 0.1][0]) > 0.9


# ---- Drummond and Holte, 2000


def test_2000_figure_1_largest_difference(figure, assert_in_section):
    costs = least_costs(figure("dh_figure_1"))
    saving = costs["worse"] - costs["better"]
    assert (saving >= -1e-12).all()
    assert saving.max() == pytest.approx(0.07)
    assert PC[saving.argmax()] == pytest.approx(0.4)
    assert_in_section("Figure 1: which is better", "most at PC(+) 0.4, 0.07")


def test_2000_figures_3_and_4_savings_and_operating_ranges(figure, assert_in_section):
    explorer = figure("dh_figure_3")
    costs = least_costs(explorer)
    solid, dashed = costs["solid"], costs["dashed"]
    assert (dashed <= solid + 1e-12).all()
    assert_close(operating_range(solid), (0.3, 0.7), 6e-4)
    assert set(solid[(PC > 0.3) & (PC < 0.7)].round(12)) == {0.3}
    at_three = least_costs(explorer, np.array([0.3, 0.5, 0.7]))
    assert_close(at_three["solid"], 0.3)
    assert_close(at_three["dashed"], [0.25, 0.3, 0.25])
    assert (solid - dashed).max() == pytest.approx(0.05, abs=1e-9)
    assert_close((solid - dashed)[(PC < 0.2) | (PC > 0.8)], 0)
    assert_close(operating_range(dashed), (7 / 30, 23 / 30), 6e-4)
    assert_close([note["at"]["pc"][0] for note in explorer.model.notes], [1 / 3.1, 1 / 3.3])
    assert_close([1 / 3.1, 1 / 3.3], [0.3226, 0.3030], 5e-5)
    for ratio, intercept in {2.1: 0.7 - 2.1 * 0.3, 2.34: 0.0}.items():
        assert max(0.7 - ratio * 0.3, 0.0) == pytest.approx(intercept)
        intercepts = {fpr: tpr - ratio * fpr for fpr, tpr in [(0.175, 0.575), (0.425, 0.825)]}
        assert max(intercepts, key=intercepts.__getitem__) == 0.175, "A"
    assert_close(0.7 - 7 / 3 * 0.3, 0)
    assert_in_section("Figures 3 and 4: how much", "At 7/3, that is 2.33")


def test_2000_figures_7_and_8_lines_of_the_extremes(figure, assert_in_section):
    lines = {}
    for name, roc in points_of(figure("dh_figure_7")).items():
        inner = [point for point in roc if point not in {(0, 0), (1, 1)}] or roc
        lines[name] = core.costs.cost_lines(core.RocCurve(*np.transpose(inner)))
    assert (lines["always right"].fpr[0], lines["always right"].fnr[0]) == (0, 0)
    assert (lines["always wrong"].fpr[0], lines["always wrong"].fnr[0]) == (1, 1)
    assert_close([lines["classifier"].fpr[0], lines["classifier"].fnr[0]], [0.09, 0.64])
    assert_close(operating_range(least_cost([(0.09, 0.36)])), (1 / 5, 91 / 155), 6e-4)
    assert_close(91 / 155, 0.587, 5e-4)
    assert_in_section("Figures 7 and 8: four extremes", "From 0.09 to 0.64:")


def test_2000_figures_9_and_10_line_of_a_mixture_passes_through_the_corner(figure):
    curves = points_of(figure("dh_figure_9"))
    mixture = curves["half and half"][1]
    assert_close(mixture, (0.225, 0.71))
    lines = [cost_line(point) for point in ((0.15, 0.62), (0.3, 0.8))]
    mixed = cost_line(mixture)
    assert_close(mixed, (lines[0] + lines[1]) / 2)
    assert (mixed >= np.minimum(*lines) - 1e-12).all()
    corner = 0.15 / (0.15 + 0.18)
    assert_close(cost_line(mixture, corner), least_cost(curves["set"], np.array([corner]))[0])
    on_hull = [point for point in curves["set"] if point != (0.4, 0.84)]
    assert_close(least_cost(on_hull), least_cost(curves["set"]))
    assert (0.4, 0.84) in curves["set"]


def test_2000_figures_11_and_12_neyman_pearson(figure, assert_in_section):
    answer = figure("dh_figure_11").model.recommend().criterion
    assert_close([answer.fpr, answer.tpr], [0.2, 0.62 + (0.8 - 0.62) / 3])
    assert_close(answer.roc[:2], [(0.15, 0.62), (0.3, 0.8)])
    assert_close(answer.cost_line, (0.2, 0.32))
    corner = 0.15 / (0.15 + 0.18)
    costs = [cost_line(point, corner) for point in [(0.2, 0.68), (0.15, 0.62), (0.3, 0.8)]]
    assert_close(costs, costs[:1] * 3)
    assert_in_section("Figures 11 and 12: Neyman", "which finds 68%")


def test_2000_figures_13_and_14_workforce(lesson, figure, assert_in_section):
    best = lesson.names["best"]
    assert 100 * best.tpr + 300 * best.fpr == pytest.approx(150)
    assert_close((best.tpr - 0.62) / (best.fpr - 0.15), (0.8 - 0.62) / (0.3 - 0.15))
    answer = figure("dh_figure_13").model.recommend().criterion
    assert_close([answer.fpr, answer.tpr], [best.fpr, best.tpr])
    printed = "".join(lesson.printed)
    assert "slope -3 from 1.5" in printed
    assert "PC(+) -0.5, cost 0.25: a virtual one" in printed
    limit_points = [(0.5, 0.0), (0.2, 0.9), (best.fpr, best.tpr)]
    assert_close([cost_line(point, -0.5) for point in limit_points], 0.25)
    assert_in_section("Figures 13 and 14: a workforce", "at PC(+) -0.5")


def test_2000_figures_15_and_16_roc_average_is_more_expensive(figure):
    curves = points_of(figure("dh_figure_15"))
    mean = (least_cost(curves["upper"]) + least_cost(curves["lower"])) / 2
    assert_close(least_cost(curves["in cost space"]), mean)
    vertical = least_cost(curves["in ROC space"])
    assert (vertical >= mean - 1e-12).all()
    assert (vertical > mean + 0.005).any()
    assert (0.675, 0.95) in [(round(x, 9), round(y, 9)) for x, y in curves["in cost space"]]
    assert (0.35, 0.9) in curves["upper"]
    for fpr, tpr in curves["in ROC space"]:
        tprs = [np.interp(fpr, *np.transpose(curves[name])) for name in ("upper", "lower")]
        assert tpr == pytest.approx(np.mean(tprs))


def test_2000_figures_17_and_18_loss_of_selection_by_ratio(lesson, figure, assert_in_section):
    rates, ratios = lesson.names["rates"], np.array(lesson.names["ratios"])
    assert list(ratios[:2]) == [11, 5.1]
    pcs = 1 / (1 + ratios)
    assert_close(pcs[:2], [1 / 12, 1 / 6.1])
    assert (pcs[0] + pcs[1]) / 2 == pytest.approx(0.124, abs=5e-4)
    nearest = np.abs(PC[:, None] - pcs).argmin(axis=1)
    costs = np.array([cost_line(rates[i], pc) for i, pc in zip(nearest, PC, strict=True)])
    best = least_cost(rates)
    assert (costs >= best - 1e-12).all()
    is_baseline = np.isclose(best, BASELINE, rtol=0, atol=1e-12)
    loss = costs - best
    assert loss[is_baseline].sum() > loss[~is_baseline].sum() > 0
    assert best[PC < 1 / 12 + 1e-3] == pytest.approx(PC[PC < 1 / 12 + 1e-3])
    (steps,) = [value for value in lesson.shown if "Selection" in repr(value)]
    steps.step = 8
    match = re.search(r"costs (\d\.\d+) less on average", steps.words)
    assert match
    assert float(match[1]) == pytest.approx(np.trapezoid(loss, PC), rel=0.02)
    assert "call all negatives" in figure("dh_figure_17").model.recommend().headline
    assert_in_section("Figures 17 and 18", "is used up to PC(+) 0.124")


def test_each_title_names_the_source_of_its_numbers(lesson):
    titles = re.findall(r"^### .*$", lesson.words, re.MULTILINE)
    assert len(titles) == 24
    sources = re.compile(r" · .*(exact|rebuilt|real)")
    assert [title for title in titles if not sources.search(title)] == []
