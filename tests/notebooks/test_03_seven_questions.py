"""Lesson 03: its answers agree with closed forms, enumeration and a separate bootstrap."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import cc_widgets as cc

pytestmark = pytest.mark.long(cases=0)

PC = Fraction(3, 10)
QUICK = (Fraction(1, 10), Fraction(6, 10))  # false and true positive rate
CAREFUL = (Fraction(3, 10), Fraction(9, 10))
Z = 1.6448536269514722  # the .95 quantile of the normal distribution
ERRORS = {  # of the quick test alone, of the careful test alone, of both, of neither
    "sick": [32, 2, 8, 58],
    "healthy": [2, 22, 8, 68],
}


def cost(test, pc):
    return (1 - pc) * test[0] + pc * (1 - test[1])


def least(test, pc):
    """Return the cost of the test or of the better baseline, where that is cheaper."""
    return min(cost(test, pc), pc, 1 - pc)


def assert_in_text(lesson, *fragments):
    assert [fragment for fragment in fragments if fragment not in lesson.words] == []


def printed_lines(lesson, start):
    [text] = [text for text in lesson.printed if text.startswith(start)]
    return text.splitlines()


def test_joint_errors_agree_with_the_rates(lesson):
    assert_in_text(
        lesson, "32 were missed by the quick test alone, 2 by the careful test alone, 8 by both"
    )
    for test, (fpr, tpr) in enumerate((QUICK, CAREFUL)):
        assert ERRORS["sick"][test] + ERRORS["sick"][2] == 100 * (1 - tpr)
        assert ERRORS["healthy"][test] + ERRORS["healthy"][2] == 100 * fpr


def test_question_1_cost_of_both_tests(lesson):
    assert_in_text(lesson, "0.4 = 0.19. The careful test", "0.1 = 0.24.")
    assert (cost(QUICK, PC), cost(CAREFUL, PC)) == (Fraction(19, 100), Fraction(24, 100))
    assert printed_lines(lesson, "0.19") == ["0.19 and 0.24"]
    assert_in_text(lesson, "it meets the left axis at 0.367", "0.367) = 0.19.")
    intercept = QUICK[1] - (1 - PC) / PC * QUICK[0]
    assert float(intercept) == pytest.approx(0.367, abs=0.0005)
    assert PC * (1 - intercept) == cost(QUICK, PC)


def test_question_1_best_threshold_of_the_forest(lesson):
    assert_in_text(lesson, "At threshold 0.59:")
    data = cc.datasets.tumours()
    score, is_sick = data.scores["forest"], data.y_true == "malignant"
    costs = [
        0.7 * np.mean(score[~is_sick] >= threshold) + 0.3 * np.mean(score[is_sick] < threshold)
        for threshold in [0.59, *np.unique(score)]
    ]
    assert costs[0] == min(costs)
    question = lesson.names["question_2"]
    question.answer = 0.59
    assert question.deviation == pytest.approx(0, abs=1e-9)


def test_question_2_operating_range_of_the_careful_test(lesson):
    assert_in_text(lesson, "below 0.25", "above 0.875", "has slope 3.", "has slope 1/7.")
    slopes = [CAREFUL[1] / CAREFUL[0], (1 - CAREFUL[1]) / (1 - CAREFUL[0])]
    assert slopes == [Fraction(3), Fraction(1, 7)]
    assert cost(CAREFUL, Fraction(1, 4)) == Fraction(1, 4)
    assert cost(CAREFUL, Fraction(7, 8)) == 1 - Fraction(7, 8)
    assert printed_lines(lesson, "from 0.250") == ["from 0.250 to 0.875"]


def test_question_3_ranges_where_either_test_is_cheaper(lesson):
    assert_in_text(lesson, "From 0.4 to 0.875. The quick test costs less from 0.143 to 0.4.")
    pcs = [Fraction(pc, 1000) for pc in range(1001)]
    savings = [least(QUICK, pc) - least(CAREFUL, pc) for pc in pcs]
    assert [pc for pc, saving in enumerate(savings) if saving > 0] == [*range(401, 875)]
    assert [pc for pc, saving in enumerate(savings) if saving < 0] == [*range(143, 400)]
    assert printed_lines(lesson, "['0.4") == ["['0.400 to 0.875']"]
    question = lesson.names["question_3"]
    question.answer = (0.4, 0.875)
    assert question.deviation == pytest.approx(0, abs=1e-9)


def test_question_4_largest_savings(lesson):
    assert_in_text(lesson, "costs 0.05 less", "is 0.146, at 0.692", "is 0.075, at 0.25")
    pcs = [Fraction(pc, 5200) for pc in range(5201)]  # 9/13 and 1/4 are among them
    savings = [least(QUICK, pc) - least(CAREFUL, pc) for pc in pcs]
    assert (max(savings), pcs[savings.index(max(savings))]) == (Fraction(19, 130), Fraction(9, 13))
    assert (-min(savings), pcs[savings.index(min(savings))]) == (Fraction(3, 40), Fraction(1, 4))
    assert float(max(savings)) == pytest.approx(0.146, abs=0.0005)
    assert printed_lines(lesson, "here") == ["here 0.05; careful saves at most 0.146, at 0.692"]
    assert_in_text(lesson, "0.167 times 0.3 is 0.05")
    slope = (1 - PC) / PC
    distance = (QUICK[1] - slope * QUICK[0]) - (CAREFUL[1] - slope * CAREFUL[0])
    assert distance == Fraction(1, 6)


def test_question_5_cost_average_and_vertical_average(lesson):
    north, south = (Fraction(5, 100), Fraction(1, 2)), (Fraction(1, 4), Fraction(4, 5))
    pc = Fraction(4, 10)
    assert_in_text(lesson, "the expected cost is 0.23 in each hospital", "gives 0.269 instead")
    assert cost(north, pc) == cost(south, pc) == Fraction(23, 100)

    def interpolate(test, fpr):
        """Return the tpr on the ROC curve through one point."""
        x, y = test
        return y / x * fpr if fpr <= x else y + (1 - y) / (1 - x) * (fpr - x)

    corners = [Fraction(0), north[0], south[0], Fraction(1)]
    vertical = min(
        cost((fpr, (interpolate(north, fpr) + interpolate(south, fpr)) / 2), pc) for fpr in corners
    )
    assert float(vertical) == pytest.approx(0.269, abs=0.0005)
    assert printed_lines(lesson, "vertical") == ["vertical: 0.269", "cost: 0.230"]


def wilson(errors, n):
    """Return the Wilson score interval of a rate."""
    middle = (errors + Z * Z / 2) / (n + Z * Z)
    half_width = Z / (n + Z * Z) * sqrt(errors * (n - errors) / n + Z * Z / 4)
    return middle - half_width, middle + half_width


def test_question_6_interval_combines_wilson_intervals(lesson):
    """MOVER combines the distances to both limits like standard errors."""
    assert_in_text(lesson, "From 0.153 to 0.239: 0.05 up and 0.04 down.")
    parts = [(0.7, 0.1, wilson(10, 100)), (0.3, 0.4, wilson(40, 100))]
    down = sqrt(sum((weight * (rate - low)) ** 2 for weight, rate, (low, _) in parts))
    up = sqrt(sum((weight * (high - rate)) ** 2 for weight, rate, (_, high) in parts))
    assert [0.19 - down, 0.19 + up] == pytest.approx([0.153, 0.239], abs=0.002)
    assert printed_lines(lesson, "from 0.153") == ["from 0.153 to 0.239"]


def test_question_7_significant_ranges_agree_with_a_separate_bootstrap(lesson):
    """The simultaneous band of the two cost lines excludes zero there."""
    assert_in_text(lesson, "Below 0.254 the quick test is significantly better, and above 0.54 the")
    lines = printed_lines(lesson, "from 0.000")
    assert lines[0] == "from 0.000 to 0.254 quick costs less"
    assert lines[1] == "from 0.540 to 1.000 careful costs less"
    rng = np.random.default_rng(0)
    sick, healthy = (
        rng.multinomial(100, np.array(counts) / 100, 20_000) for counts in ERRORS.values()
    )
    ends = np.stack([healthy[:, 0] - healthy[:, 1], sick[:, 0] - sick[:, 1]], axis=1) / 100
    pc = np.linspace(0, 1, 201)
    weights = np.stack([1 - pc, pc])
    resampled, observed = ends @ weights, np.array([-0.2, 0.3]) @ weights
    error = resampled.std(axis=0)
    critical = np.quantile(np.abs((resampled - observed) / error).max(axis=1), 0.9)
    is_significant = np.abs(observed) > critical * error
    assert pc[is_significant & (observed < 0)].max() == pytest.approx(0.254, abs=0.03)
    assert pc[is_significant & (observed > 0)].min() == pytest.approx(0.54, abs=0.03)


def test_questions_3_and_7_agree_at_low_pc(lesson):  # K11
    """Below 0.143 the baseline is cheapest, and the quick test is better than the careful one."""
    assert_in_text(
        lesson, "Below 0.143 the quick test is significantly better than the careful one"
    )
    for pc in (Fraction(1, 100), Fraction(142, 1000)):
        assert pc < cost(QUICK, pc) < cost(CAREFUL, pc)


def test_mixture_of_both_tests_fills_the_capacity(lesson):
    assert_in_text(lesson, "The quick test flags 150 people and the careful one 360.")
    assert_in_text(lesson, "for 47.6% of the people")
    flagged = [100 * tpr + 900 * fpr for fpr, tpr in (QUICK, CAREFUL)]
    assert flagged == [150, 360]
    share = (250 - flagged[0]) / (flagged[1] - flagged[0])
    assert float(share) == pytest.approx(0.476, abs=0.0005)
    tpr = QUICK[1] + share * (CAREFUL[1] - QUICK[1])
    assert_in_text(lesson, "finds 74.3% of the sick people")
    assert printed_lines(lesson, "finds") == [f"finds {float(tpr):.3f} of the sick"]


def test_mean_cost_and_area_under_the_curve(lesson):
    assert_in_text(
        lesson, "0.181 for the quick test, 0.156 for the careful one", "0.75 and 0.8 here"
    )
    pc = np.linspace(0, 1, 20001)
    for test, mean, area in ((QUICK, 0.181, 0.75), (CAREFUL, 0.156, 0.8)):
        fpr, tpr = map(float, test)
        costs = np.minimum((1 - pc) * fpr + pc * (1 - tpr), np.minimum(pc, 1 - pc))
        assert np.trapezoid(costs, pc) == pytest.approx(mean, abs=6e-4)
        assert (1 + tpr - fpr) / 2 == pytest.approx(area)
    about = cc.CostCurveModel.from_points({"careful": (0.3, 0.9)}).about("careful")
    assert about.expected_cost == pytest.approx(5 / 32)
    assert about.useful_range is not None
    assert (about.useful_range.pc_low, about.useful_range.pc_high) == pytest.approx((0.25, 0.875))
    assert "the product of both rates" in about.words[-1]
