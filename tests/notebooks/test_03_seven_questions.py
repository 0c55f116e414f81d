"""What the third lesson says, against closed forms, brute force and tests of others."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import cc_widgets as cc

HERE = Fraction(3, 10)
QUICK = (Fraction(1, 10), Fraction(6, 10))  # of the healthy flagged, of the sick found
CAREFUL = (Fraction(3, 10), Fraction(9, 10))
Z = 1.6448536269514722  # the .95 quantile of the normal distribution
WRONG = {
    "sick": [32, 2, 8, 58],
    "healthy": [2, 22, 8, 68],
}  # quick alone, careful alone, both, none


def cost(test, pc):
    return (1 - pc) * test[0] + pc * (1 - test[1])


def least(test, pc):
    """Of the test and of both rules that need none."""
    return min(cost(test, pc), pc, 1 - pc)


def says(lesson, *sentences):
    missing = [one for one in sentences if one not in lesson.words]
    assert missing == []


def printed(lesson, start):
    [found] = [one for one in lesson.printed if one.startswith(start)]
    return found.splitlines()


def test_who_was_wrong_about_whom(lesson):
    says(lesson, "32 were missed by the quick test alone, 2 by the careful test alone, 8 by both")
    for test, (fpr, tpr) in enumerate((QUICK, CAREFUL)):
        assert WRONG["sick"][test] + WRONG["sick"][2] == 100 * (1 - tpr)
        assert WRONG["healthy"][test] + WRONG["healthy"][2] == 100 * fpr


def test_1_what_each_costs(lesson):
    says(lesson, "0.4 = 0.19, and the careful one", "0.1 = 0.24.")
    assert (cost(QUICK, HERE), cost(CAREFUL, HERE)) == (Fraction(19, 100), Fraction(24, 100))
    assert printed(lesson, "0.19") == ["0.19 and 0.24"]
    says(lesson, "It meets the left axis at 0.367", "0.367) = 0.19.")
    meets = QUICK[1] - (1 - HERE) / HERE * QUICK[0]
    assert float(meets) == pytest.approx(0.367, abs=0.0005)
    assert HERE * (1 - meets) == cost(QUICK, HERE)


def test_1_which_score_of_the_forest(lesson):
    says(lesson, "From 0.59 on.")
    data = cc.datasets.tumours()
    score, sick = data.scores["forest"], data.y_true == "malignant"
    costs = [
        0.7 * np.mean(score[~sick] >= one) + 0.3 * np.mean(score[sick] < one)
        for one in [0.59, *np.unique(score)]
    ]
    assert costs[0] == min(costs)
    assert lesson.names["question_2"]._asked.truth == 0.59


def test_2_where_the_careful_test_pays(lesson):
    says(lesson, "below 0.25", "above 0.875", "3, and that from its point to (1, 1), 1/7")
    slopes = [CAREFUL[1] / CAREFUL[0], (1 - CAREFUL[1]) / (1 - CAREFUL[0])]
    assert slopes == [Fraction(3), Fraction(1, 7)]
    assert cost(CAREFUL, Fraction(1, 4)) == Fraction(1, 4)
    assert cost(CAREFUL, Fraction(7, 8)) == 1 - Fraction(7, 8)
    assert printed(lesson, "from 0.250") == ["from 0.250 to 0.875"]


def test_3_where_one_is_better(lesson):
    says(lesson, "From 0.4 to 0.875. Up to 0.4 the quick test costs less, down to 0.143")
    pcs = [Fraction(pc, 1000) for pc in range(1001)]
    cheaper = [least(QUICK, pc) - least(CAREFUL, pc) for pc in pcs]
    assert [pc for pc, one in enumerate(cheaper) if one > 0] == [*range(401, 875)]
    assert [pc for pc, one in enumerate(cheaper) if one < 0] == [*range(143, 400)]
    assert printed(lesson, "['0.4") == ["['0.400 to 0.875']"]
    assert lesson.names["question_3"]._asked.truth == pytest.approx((0.4, 0.875))


def test_4_by_how_much(lesson):
    says(lesson, "costs 0.05 less", "is 0.146, at 0.692", "is 0.075, at 0.25")
    pcs = [Fraction(pc, 5200) for pc in range(5201)]  # 9/13 and 1/4 are among them
    saved = [least(QUICK, pc) - least(CAREFUL, pc) for pc in pcs]
    assert (max(saved), pcs[saved.index(max(saved))]) == (Fraction(19, 130), Fraction(9, 13))
    assert (-min(saved), pcs[saved.index(min(saved))]) == (Fraction(75, 1000), Fraction(1, 4))
    assert float(max(saved)) == pytest.approx(0.146, abs=0.0005)
    assert printed(lesson, "here") == ["here 0.05; careful saves at most 0.146, at 0.692"]
    says(lesson, "0.167, times 0.3 is 0.05")
    slope = (1 - HERE) / HERE
    apart = (QUICK[1] - slope * QUICK[0]) - (CAREFUL[1] - slope * CAREFUL[0])
    assert apart == Fraction(1, 6)


def test_5_what_it_costs_on_average(lesson):
    north, south = (Fraction(5, 100), Fraction(1, 2)), (Fraction(1, 4), Fraction(4, 5))
    pc = Fraction(4, 10)
    says(lesson, "in each hospital it costs 0.23 there", "promises 0.269 instead")
    assert cost(north, pc) == cost(south, pc) == Fraction(23, 100)

    def found(test, fpr):
        """On the two straight lines through its point."""
        low, high = test
        return high / low * fpr if fpr <= low else high + (1 - high) / (1 - low) * (fpr - low)

    corners = [Fraction(0), north[0], south[0], Fraction(1)]
    vertical = min(cost((fpr, (found(north, fpr) + found(south, fpr)) / 2), pc) for fpr in corners)
    assert float(vertical) == pytest.approx(0.269, abs=0.0005)
    assert printed(lesson, "vertical") == ["vertical: 0.269", "cost: 0.230"]


def wilson(wrong, n):
    """Limits of a share, after Wilson."""
    middle = (wrong + Z * Z / 2) / (n + Z * Z)
    half = Z / (n + Z * Z) * sqrt(wrong * (n - wrong) / n + Z * Z / 4)
    return middle - half, middle + half


def test_6_how_sure_that_is(lesson):
    """The distances of both rates add up as the sides of a rectangle, but for rare errors."""
    says(lesson, "From 0.153 to 0.239: 0.05 up and 0.04 down.")
    parts = [(0.7, 0.1, wilson(10, 100)), (0.3, 0.4, wilson(40, 100))]
    down = sqrt(sum((weight * (rate - low)) ** 2 for weight, rate, (low, _) in parts))
    up = sqrt(sum((weight * (high - rate)) ** 2 for weight, rate, (_, high) in parts))
    assert [0.19 - down, 0.19 + up] == pytest.approx([0.153, 0.239], abs=0.002)
    assert printed(lesson, "from 0.153") == ["from 0.153 to 0.239"]


def test_7_whether_it_could_be_chance(lesson):
    """Resampled by hand: the band that holds at all PC(+) together leaves zero out there."""
    says(lesson, "Up to 0.254 the quick test is better beyond chance, and from 0.54 on the careful")
    lines = printed(lesson, "from 0.000")
    assert lines[0] == "from 0.000 to 0.254 quick costs less"
    assert lines[1] == "from 0.540 to 1.000 careful costs less"
    rng = np.random.default_rng(0)
    sick, healthy = (rng.multinomial(100, np.array(one) / 100, 20_000) for one in WRONG.values())
    ends = np.stack([healthy[:, 0] - healthy[:, 1], sick[:, 0] - sick[:, 1]], axis=1) / 100
    pc = np.linspace(0, 1, 201)
    weights = np.stack([1 - pc, pc])
    drawn, seen = ends @ weights, np.array([-0.2, 0.3]) @ weights
    spread = drawn.std(axis=0)
    reach = np.quantile(np.abs((drawn - seen) / spread).max(axis=1), 0.9)
    sure = np.abs(seen) > reach * spread
    assert pc[sure & (seen < 0)].max() == pytest.approx(0.254, abs=0.03)
    assert pc[sure & (seen > 0)].min() == pytest.approx(0.54, abs=0.03)


def test_what_fits_into_the_room(lesson):
    says(lesson, "The quick test flags 150 and the careful one 360.", "for 47.6 % of the people")
    flagged = [100 * tpr + 900 * fpr for fpr, tpr in (QUICK, CAREFUL)]
    assert flagged == [150, 360]
    share = (250 - flagged[0]) / (flagged[1] - flagged[0])
    assert float(share) == pytest.approx(0.476, abs=0.0005)
    found = QUICK[1] + share * (CAREFUL[1] - QUICK[1])
    says(lesson, "finds 74.3 % of the sick")
    assert printed(lesson, "finds") == [f"finds {float(found):.3f} of the sick"]


def test_what_else_one_may_ask(lesson):
    says(lesson, "0.181 for the quick test, 0.156 for the careful one", "0.75 and 0.8 here")
    places = np.linspace(0, 1, 20001)
    for test, mean, area in ((QUICK, 0.181, 0.75), (CAREFUL, 0.156, 0.8)):
        fpr, tpr = map(float, test)
        paid = np.minimum((1 - places) * fpr + places * (1 - tpr), np.minimum(places, 1 - places))
        assert np.trapezoid(paid, places) == pytest.approx(mean, abs=6e-4)
        assert (1 + tpr - fpr) / 2 == pytest.approx(area)
    about = cc.CostCurveModel.from_points({"careful": (0.3, 0.9)}).about("careful")
    assert about.expected_cost == pytest.approx(5 / 32)
    assert about.pays is not None
    assert (about.pays.pc_low, about.pays.pc_high) == pytest.approx((0.25, 0.875))
    assert "the product of both rates" in about.words[-1]
