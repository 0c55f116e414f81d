"""Every figure of the papers: what the texts, and the lesson, say of it is true of what is shown.

Expected numbers are the papers' own, fractions that follow from the points that are drawn, or were
found by enumeration; costs are worked out anew, by all lines and not by hulls.
"""

import re
from typing import Any

import numpy as np
import pytest

from cc_widgets import core
from cc_widgets.core.multiclass import cost_model

PC = np.linspace(0, 1, 2001)
TABLE_3 = [0.2102, 0.4473, 0.2568, 0.0016, 0.0841]


@pytest.fixture
def figure(lesson):
    """What a cell has shown, by its name."""

    def named(name):
        return lesson.names[name]

    return named


@pytest.fixture
def says(lesson):
    """Whether the lesson says something, below a title."""

    def found(title, words):
        part = lesson.words.split(f"### {title}")[1].split("\n### ")[0]
        assert words in part, part

    return found


def points(curve):
    return list(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))


def cost(given, pc=PC):
    """The least cost of some points and of the trivial rules."""
    each = [(0.0, 0.0), (1.0, 1.0), *given]
    return np.min([(1 - tpr) * pc + fpr * (1 - pc) for fpr, tpr in each], axis=0)


def costs_of(explorer, pc=PC):
    """The least cost of each classifier that is shown, by name."""
    return {
        name: cost(points(core.point_set(fpr=one.curve.fpr, tpr=one.curve.tpr)), pc)
        for name, one in each_of(explorer).items()
    }


def each_of(explorer):
    return {one.name: one for one in explorer.model.derived.classifiers}


def close(value, expected, within=1e-9):
    np.testing.assert_allclose(value, expected, rtol=0, atol=within)


def pays(costs):
    """The first and the last pc at which something is cheaper than the trivial rules."""
    less = PC[costs < np.minimum(PC, 1 - PC) - 1e-12]
    return less[0], less[-1]


# ---- Holte and Drummond, 2005


def test_2005_figures_1_and_2_each_point_is_a_line(lesson, figure, says):
    for name, (fpr, fnr) in {"stump": (0.3, 0.27), "tree": (0.13, 0.34)}.items():
        curve = each_of(figure("figure_1"))[name].curve
        matrix = core.cost_lines(curve)
        close([matrix.fpr[1], matrix.fnr[1]], [fpr, fnr], 0.006)
        says("Figures 1 and 2: two classifiers", f"from {fpr} to {fnr} for the {name}")
    assert lesson.names["y"].size == 569


def test_2005_figures_3_and_4_lines_say_what_points_do_not(figure, says):
    (tree,) = each_of(figure("figure_3")).values()
    given = points(tree.curve)
    assert all(tpr > fpr for fpr, tpr in given[1:-1]), "above the diagonal"
    assert any(b[0] < a[0] and b[1] >= a[1] for a in given[:-1] for b in given), "dominated"
    found = cost(given)
    close(found.max(), 0.262, 5e-4)
    close(pays(found), (0.142, 0.841), 1e-3)
    near = [fpr / 2 + (1 - tpr) / 2 for fpr, tpr in given]
    assert sum(one <= min(near) + 0.01 for one in near) > 10
    says("Figures 3 and 4", "above 0.262")
    says("Figures 3 and 4", "below PC(+) 0.142 and above 0.841")


@pytest.mark.parametrize("name", ["figure_5", "first_5"])
def test_figures_5_and_6_curves_and_costs_cross_in_different_places(figure, name):
    found = costs_of(figure(name))
    less = PC[found["dotted"] < found["dashed"] - 1e-12]
    assert (less[0], less[-1]) == (pytest.approx(1 / 7, abs=6e-4), pytest.approx(0.5, abs=6e-4))
    dearer = PC[found["dotted"] > found["dashed"] + 1e-12]
    assert dearer[0] == pytest.approx(0.5, abs=6e-4)
    model = figure(name).model
    assert model.compare("dotted", "dashed").crossovers == (0.5,)
    close((0.9 - 0.6) / (0.4 - 0.1), 1)  # the line that touches both
    at = 4 / 13
    close(0.6 + (at - 0.1) * 0.4 / 0.9, at * 0.9 / 0.4)
    assert at == pytest.approx(0.308, abs=5e-4)
    everywhere = cost([(at, 9 / 13)])
    best = np.minimum(found["dotted"], found["dashed"])
    inside = (PC > 1 / 7) & (PC < 6 / 7)
    assert (everywhere[inside] > best[inside]).all(), "the crossing is never the best"


def test_2005_figures_7_and_8_a_tangle_is_put_in_order(figure, says):
    found = costs_of(figure("figure_7"))
    first, second, third, fourth = found.values()
    assert list(found) == ["entropy 20", "entropy 15", "gini 8", "random 8"]
    for other in (second, third, fourth):
        assert (first <= other + 1e-12).all()
    middle = (PC > 0.3) & (PC < 0.6)
    assert 0.017 < (second - first)[middle].max() < 0.018
    close(pays(first), pays(second), 0.03)
    for better in (first, second):
        for worse in (third, fourth):
            assert (better < worse - 0.006)[middle].all()
    low, high = pays(third)
    used = (low < PC) & (high > PC)
    assert np.mean((third <= fourth)[used]) > 0.75
    curves = [each.curve for each in each_of(figure("figure_7")).values()]
    assert core.roc_crossings(curves[1], curves[2]).fpr.size > 1, "tangled"
    says("Figures 7 and 8", "at most 0.018 behind it between 0.3 and 0.6")


def test_2005_figures_9_and_10_averages(figure, says):
    drawn = {name: points(one.curve) for name, one in each_of(figure("figure_9")).items()}
    close(drawn["average cost"], [(0, 0), (0.02, 0.2), (0.17, 0.6), (0.65, 0.9), (1, 1)])
    close(drawn["vertical"], [(0, 0), (0.04, 19 / 75), (0.3, 0.68125), (1, 1)])
    close(drawn["horizontal"], [(0, 0), (0.095, 0.4), (0.49, 0.8), (1, 1)])
    at = np.array([13 / 33])
    means = {name: float(cost(each, at)[0]) for name, each in drawn.items()}
    close([means["one"], means["other"], means["average cost"]], [43 / 165] * 3)
    close([means["vertical"], means["horizontal"]], [0.307, 0.294], 5e-4)
    everywhere = (cost(drawn["one"]) + cost(drawn["other"])) / 2
    close(cost(drawn["average cost"]), everywhere)
    for name in ("vertical", "horizontal"):
        assert (cost(drawn[name]) >= everywhere - 1e-12).all()
        line = [0.4 + 20 / 13 * (fpr - 0.04) for fpr, _ in drawn[name]]
        assert all(tpr < high - 0.05 for (_, tpr), high in zip(drawn[name], line, strict=True))
    close(0.4 + 20 / 13 * (0.17 - 0.04), 0.6)
    assert figure("figure_9").model.pc == 13 / 33
    says("Figures 9 and 10", "they cost 0.307 and 0.294 there")


def test_2005_figures_11_and_12_limits_of_a_line(lesson, says):
    (steps,) = [one for one in lesson.shown if "Resamples" in repr(one)]
    steps.step = 5
    assert "0.2 to 0.7 at PC(+) 0 and 0.05 to 0.35 at 1." in steps.words
    says("Figures 11 and 12", "from 0.2 to 0.7, against 0.05 to 0.35 at the right")


@pytest.mark.parametrize(
    ("name", "low"), [("figure_13", [0.0]), ("figure_14", []), ("figure_15", [0.716])]
)
def test_2005_figures_13_to_15_by_how_errors_go_together(figure, name, low):
    found = figure(name).model.compare("A", "B").significance
    close(found.ranges.pc_low, low, 1e-3)
    assert all(high == 1 for high in found.ranges.pc_high)
    assert set(found.cheaper) <= {"first"}


def test_2005_figures_13_and_14_differ_by_pairing_alone(figure):
    high, low = figure("figure_13").model, figure("figure_14").model
    assert high.fingerprint == low.fingerprint
    wide, narrow = (one.difference.upper - one.difference.lower for one in (low, high))
    assert (wide > 1.5 * narrow).all()
    close(high.difference.estimate, low.difference.estimate)
    points_of = [points(one.curve)[1] for one in each_of(figure("figure_15")).values()]
    assert points_of[0][0] == points_of[1][0]
    assert points_of[0][1] > points_of[1][1], "as many flagged wrongly, fewer missed"


# ---- Provost and Fawcett, 1997

CORNERS = [(0, 0), (0.02, 0.4), (0.06, 0.55), (0.15, 0.68), (0.5, 0.93), (0.7, 0.995), (1, 1)]


def best_at(explorer, slope):
    """Who touches the best line of that slope first; several at a tie."""
    each = {
        name: max(tpr - slope * fpr for fpr, tpr in points(one.curve)[1:-1])
        for name, one in each_of(explorer).items()
    } | {"nobody": 0.0, "everybody": 1 - slope}
    most = max(each.values())
    return {name for name, one in each.items() if one > most - 1e-12}


def test_1997_figures_1_and_2_only_a_and_c_can_be_the_best(figure):
    explorer = figure("figure_3a")
    found = costs_of(explorer)
    for other, is_better in {"A": True, "C": True}.items():
        assert (found[other] < found["B"] - 1e-12).any() is np.bool_(is_better)
    best = np.min([*found.values()], axis=0)
    inside = best < np.minimum(PC, 1 - PC) - 1e-12
    assert (found["B"][inside] > best[inside] + 1e-9).all()
    curves = {name: one.curve for name, one in each_of(explorer).items()}
    heights = [np.interp(np.linspace(0, 1, 501), one.fpr, one.tpr) for one in curves.values()]
    assert (heights[0][1:-1] > heights[3][1:-1]).all(), "A dominates D in all points"
    hull = points(explorer.model.derived.hull)
    kept = {
        name: [one for one in points(curve) if one in hull[1:-1]] for name, curve in curves.items()
    }
    assert {name: len(one) for name, one in kept.items()} == {"A": 2, "B": 0, "C": 2, "D": 0}


def test_1997_figure_3_alpha_touches_a_and_beta_touches_c(figure):
    explorer = figure("figure_3a")
    assert best_at(explorer, 10) == {"A"}
    assert best_at(explorer, 1 / 10) == {"C"}
    pins = explorer.model.pins
    close([one["x"] for one in pins], [1 / 11, 10 / 11])
    close([one["y"] for one in pins], [(0.02 * 10 + 0.6) / 11, (0.7 + 0.005 * 10) / 11])
    ends = [one["at"]["pc"][0] for one in explorer.model.notes]
    close(ends, [1 / 11, 10 / 11])


def test_1997_figure_4_e_extends_the_hull_f_and_g_do_not(figure):
    close(points(figure("figure_4").model.derived.hull), CORNERS)
    found = costs_of(figure("figure_4"))
    others = np.min([one for name, one in found.items() if name != "E"], axis=0)
    assert (found["E"] < others - 1e-9).any()
    for name in "FG":
        rest = np.min([one for other, one in found.items() if other != name], axis=0)
        inside = rest < np.minimum(PC, 1 - PC) - 1e-9
        assert (found[name][inside] > rest[inside]).all()


def test_1997_figure_5_sensitive_or_not(figure):
    low = figure("figure_5a")
    close([low.model.conditions.slope.low, low.model.conditions.slope.high], [1 / 20, 1 / 5])
    close(low.model.pc_range, (5 / 6, 20 / 21))
    assert set.union(*(best_at(low, slope) for slope in np.linspace(1 / 20, 1 / 5, 99))) == {"C"}
    assert low.model.read().answer.headline.startswith("Use C")
    ranges = [
        (1 / (1 + 1 / 5), 1 / (1 + 1 / 20)),
        (1 / (1 + 2), 1 / (1 + 1 / 5)),
        (0, 1 / (1 + 20)),
    ]
    close([one["at"]["pc"] for one in low.model.notes], ranges)
    slopes = np.linspace(2, 1 / 5, 199)
    winners = list(dict.fromkeys(min(best_at(low, slope)) for slope in slopes))
    assert winners == ["A", "E", "C"]
    assert best_at(low, 20) == {"A", "nobody"}
    assert best_at(low, 20.1) == {"nobody"}
    assert best_at(low, 19.9) == {"A"}


# ---- Slides


def test_slides_true_costs(figure, says):
    model = figure("slides").model
    assert model.pc == pytest.approx(0.05 * 20 / (0.05 * 20 + 0.95 * 2)) == pytest.approx(1 / 2.9)
    given = points(each_of(figure("slides"))["gini 8"].curve)
    paid = min(0.05 * (1 - tpr) * 20 + 0.95 * fpr * 2 for fpr, tpr in given)
    assert model.cost().population.low == pytest.approx(1000 * paid)
    close(cost(given, np.array([model.pc]))[0] * 2.9, paid)
    close(pays(cost(given)), (0.14, 0.85), 0.01)
    says("The example", "1/2.9 = 0.345")


# ---- Margineantu and Dietterich, 2000

TABLE_1: list[list[float]] = [
    [0, 3.2, 2.5, 12.7],
    [1, 0, 3, 100],
    [40.5, 2.2, 0, 5.5],
    [1, 0.1, 7.1, 0],
]


def test_2000_table_1_the_other_way_round(lesson, figure, says):
    explorer = figure("four_classes")
    seen = lesson.names["seen"]
    mean = sum(seen[j][i] * TABLE_1[i][j] for i in range(4) for j in range(4)) / 200
    found = explorer.found.each["classifier"]
    assert found.observed_total / found.n_examples == pytest.approx(mean)
    assert mean == pytest.approx(0.773, abs=6e-4)
    turned = sum(seen[j][i] * TABLE_1[j][i] for i in range(4) for j in range(4)) / 200
    assert abs(turned - mean) > 0.1
    assert explorer.costs[3, 1] == 100
    assert seen[3][1] == 0
    (warning,) = found.warnings
    assert "Class 4 called 2" in warning
    assert 3 * 100 / 200 == 1.5 > mean
    says("Table 1", "would cost 1.5 an example: more than all that was seen, 0.773")


def test_2000_figure_1_has_the_frequencies_of_table_3(lesson, figure):
    close(lesson.names["domain"].frequency, TABLE_3)
    counts = lesson.names["million"].counts
    close(counts.sum(axis=1) / counts.sum(), TABLE_3, 1e-6)
    rare = points(each_of(figure("figure_1_2000"))["class 3"].curve)[1]
    assert rare[1] < 0.1
    assert len(each_of(figure("figure_1_2000"))) == 5


def test_2000_figure_2_what_is_added(lesson):
    held, added = lesson.names["held"], lesson.names["added"]
    assert added == [0, 0.1, 0.5, 1, 3]
    for name, shares in held.items():
        assert max(shares[1:3]) == max(shares), name
        assert max(shares[1:3]) >= 0.95
        assert shares[3] < shares[2]
        assert shares[4] < 0.2
    assert max(held["M6"][0], held["M9"][0]) < 0.8
    scaled: Any = [("M1", "M2", 10), ("M1", "M4", 100), ("M1", "M5", 1000), ("M3", "M8", 100)]
    for one, same, times in scaled:
        close(cost_model(same, TABLE_3).high, times * cost_model(one, TABLE_3).high)
    assert cost_model("M9", TABLE_3).high[3, 1] == pytest.approx(559125)


def test_2000_figures_3_to_5_what_is_noticed(lesson):
    found = {key: value.mean(axis=0) for key, value in lesson.names["power"].items()}
    for name in lesson.names["kinds"]:
        assert found[name, 0][0] <= 0.15, "no difference, and hardly ever one found"
        assert found[name, 0][1] < 1e-9
    for changed in (0.03, 0.1):
        noticed = {name: found[name, changed][0] for name in lesson.names["kinds"]}
        assert max(noticed, key=noticed.__getitem__) == "M7"
        assert sorted(noticed, key=noticed.__getitem__)[:2] == ["M9", "M6"]
    assert found["M9", 1][0] < 0.7
    spread = np.ptp(lesson.names["power"]["M9", 1][:, 0])
    assert spread > 0.5
    assert found["M7", 0.03][1] > 5 > found["M1", 0.1][1]
    assert 0.25 < found["M1", 0.03][0] < 0.45
    assert 0.25 < found["M3", 0.03][0] < 0.45
    assert min(found["M1", 0.1][0], found["M3", 0.1][0]) > 0.9


# ---- Drummond and Holte, 2000


def test_2000_figure_1_by_how_much(figure, says):
    found = costs_of(figure("first_1"))
    less = found["worse"] - found["better"]
    assert (less >= -1e-12).all()
    assert less.max() == pytest.approx(0.07)
    assert PC[less.argmax()] == pytest.approx(0.4)
    says("Figure 1: which is better", "most at PC(+) 0.4, 0.07")


def test_2000_figures_3_and_4_how_much_better(figure, says):
    explorer = figure("first_3")
    found = costs_of(explorer)
    solid, dashed = found["solid"], found["dashed"]
    assert (dashed <= solid + 1e-12).all()
    close(pays(solid), (0.3, 0.7), 6e-4)
    assert set(solid[(PC > 0.3) & (PC < 0.7)].round(12)) == {0.3}
    at = np.array([0.3, 0.5, 0.7])
    each = costs_of(explorer, at)
    close(each["solid"], 0.3)
    close(each["dashed"], [0.25, 0.3, 0.25])
    assert (solid - dashed).max() == pytest.approx(0.05, abs=1e-9)
    close((solid - dashed)[(PC < 0.2) | (PC > 0.8)], 0)
    close(pays(dashed), (7 / 30, 23 / 30), 6e-4)
    close([one["at"]["pc"][0] for one in explorer.model.notes], [1 / 3.1, 1 / 3.3])
    close([1 / 3.1, 1 / 3.3], [0.3226, 0.3030], 5e-5)
    for ratio, best in {2.1: 0.7 - 2.1 * 0.3, 2.34: 0.0}.items():
        assert max(0.7 - ratio * 0.3, 0.0) == pytest.approx(best)
        heights = {fpr: tpr - ratio * fpr for fpr, tpr in [(0.175, 0.575), (0.425, 0.825)]}
        assert max(heights, key=heights.__getitem__) == 0.175, "A"
    close(0.7 - 7 / 3 * 0.3, 0)
    says("Figures 3 and 4: how much", "At 7/3, that is 2.33")


def test_2000_figures_7_and_8_extremes(figure, says):
    explorer = figure("first_7")
    lines = {
        name: core.cost_lines(core.RocCurve(*np.transpose(inner)))
        for name, one in each_of(explorer).items()
        for inner in [
            [p for p in points(one.curve) if p not in {(0, 0), (1, 1)}] or points(one.curve)
        ]
    }
    assert (lines["always right"].fpr[0], lines["always right"].fnr[0]) == (0, 0)
    assert (lines["always wrong"].fpr[0], lines["always wrong"].fnr[0]) == (1, 1)
    close([lines["classifier"].fpr[0], lines["classifier"].fnr[0]], [0.09, 0.64])
    close(pays(cost([(0.09, 0.36)])), (1 / 5, 91 / 155), 6e-4)
    close(91 / 155, 0.587, 5e-4)
    says("Figures 7 and 8: four extremes", "From 0.09 to 0.64:")


def test_2000_figures_9_and_10_the_sum_goes_through_the_corner(figure):
    each = each_of(figure("first_9"))
    given = points(each["set"].curve)
    mixed = points(each["half and half"].curve)[1]
    close(mixed, (0.225, 0.71))
    two = [cost_of_line(one) for one in ((0.15, 0.62), (0.3, 0.8))]
    half = cost_of_line(mixed)
    close(half, (two[0] + two[1]) / 2)
    assert (half >= np.minimum(*two) - 1e-12).all()
    corner = 0.15 / (0.15 + 0.18)
    close(cost_of_line(mixed, corner), cost(given, np.array([corner]))[0])
    without = [one for one in given if one != (0.4, 0.84)]
    close(cost(without), cost(given))
    assert (0.4, 0.84) in given


def cost_of_line(place, pc=PC):
    return (1 - place[1]) * pc + place[0] * (1 - pc)


def test_2000_figures_11_and_12_neyman_pearson(figure, says):
    chosen = figure("first_11").model.answer
    close([chosen.fpr, chosen.tpr], [0.2, 0.62 + (0.8 - 0.62) / 3])
    close(chosen.roc[:2], [(0.15, 0.62), (0.3, 0.8)])
    close(chosen.cost_line, (0.2, 0.32))
    corner = 0.15 / (0.15 + 0.18)
    lines = [cost_of_line(one, corner) for one in [(0.2, 0.68), (0.15, 0.62), (0.3, 0.8)]]
    close(lines, lines[:1] * 3)
    says("Figures 11 and 12: Neyman", "which finds 68 %")


def test_2000_figures_13_and_14_a_workforce(lesson, figure, says):
    best = lesson.names["best"]
    assert 100 * best.tpr + 300 * best.fpr == pytest.approx(150)
    close((best.tpr - 0.62) / (best.fpr - 0.15), (0.8 - 0.62) / (0.3 - 0.15))
    chosen = figure("first_13").model.answer
    close([chosen.fpr, chosen.tpr], [best.fpr, best.tpr])
    printed = "".join(lesson.printed)
    assert "slope -3 from 1.5" in printed
    assert "PC(+) -0.5, cost 0.25: a virtual one" in printed
    dual = [cost_of_line(one, -0.5) for one in [(0.5, 0.0), (0.2, 0.9), (best.fpr, best.tpr)]]
    close(dual, 0.25)
    says("Figures 13 and 14: a workforce", "at PC(+) -0.5")


def test_2000_figures_15_and_16_two_ways(figure):
    drawn = {name: points(one.curve) for name, one in each_of(figure("first_15")).items()}
    mean = (cost(drawn["upper"]) + cost(drawn["lower"])) / 2
    close(cost(drawn["in cost space"]), mean)
    roc = cost(drawn["in ROC space"])
    assert (roc >= mean - 1e-12).all()
    assert (roc > mean + 0.005).any()
    assert (0.675, 0.95) in [(round(fpr, 9), round(tpr, 9)) for fpr, tpr in drawn["in cost space"]]
    assert (0.35, 0.9) in drawn["upper"]
    for fpr, tpr in drawn["in ROC space"]:
        each = [np.interp(fpr, *np.transpose(drawn[name])) for name in ("upper", "lower")]
        assert tpr == pytest.approx(np.mean(each))


def test_2000_figures_17_and_18_chosen_by_ratio(lesson, figure, says):
    made, ratios = lesson.names["made"], np.array(lesson.names["ratios"])
    assert list(ratios[:2]) == [11, 5.1]
    places = 1 / (1 + ratios)
    close(places[:2], [1 / 12, 1 / 6.1])
    assert (places[0] + places[1]) / 2 == pytest.approx(0.124, abs=5e-4)
    nearest = np.abs(PC[:, None] - places).argmin(axis=1)
    paid = np.array([cost_of_line(made[i], pc) for i, pc in zip(nearest, PC, strict=True)])
    best = cost(made)
    assert (paid >= best - 1e-12).all()
    trivial = np.isclose(best, np.minimum(PC, 1 - PC), rtol=0, atol=1e-12)
    lost = paid - best
    assert lost[trivial].sum() > lost[~trivial].sum() > 0
    assert best[PC < 1 / 12 + 1e-3] == pytest.approx(PC[PC < 1 / 12 + 1e-3])
    (steps,) = [one for one in lesson.shown if "Selection" in repr(one)]
    steps.step = 8
    words = re.search(r"costs (\d\.\d+) less on average", steps.words)
    assert words
    assert float(words[1]) == pytest.approx(np.trapezoid(lost, PC), rel=0.02)
    assert "call all negatives" in figure("first_17").model.read().answer.headline
    says("Figures 17 and 18", "serves up to PC(+) 0.124")


def test_each_figure_says_what_its_numbers_are(lesson):
    titles = re.findall(r"^### .*$", lesson.words, re.MULTILINE)
    assert len(titles) == 24
    assert [one for one in titles if not re.search(r" · .*(exact|rebuilt|real)", one)] == []
