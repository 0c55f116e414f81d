"""Lesson 04: its statements agree with costs computed by hand from three points."""

from fractions import Fraction

import numpy as np
import pytest

import cc_widgets as cc

pytestmark = pytest.mark.long(cases=0)

CHECKS = {  # false and true positive rate
    "strict": (Fraction(2, 100), Fraction(30, 100)),
    "middle": (Fraction(10, 100), Fraction(70, 100)),
    "loose": (Fraction(40, 100), Fraction(95, 100)),
}


def cost(check, pc):
    return (1 - pc) * CHECKS[check][0] + pc * (1 - CHECKS[check][1])


def least(pc):
    """Return the lowest cost of all checks and baselines."""
    return min(*(cost(check, pc) for check in CHECKS), pc, 1 - pc)


def pc_of(prior, miss):
    """Return the probability-cost value if a miss costs `miss` times as much as a false alarm."""
    return prior * miss / (prior * miss + 1 - prior)


LOW, HIGH = pc_of(Fraction(5, 1000), 20), pc_of(Fraction(20, 1000), 40)


def assert_in_text(lesson, *fragments):
    assert [fragment for fragment in fragments if fragment not in lesson.words] == []


def test_range_where_middle_is_cheaper_than_strict(lesson):
    assert_in_text(
        lesson, "From 1/6 = 0.167 to 0.75", "rises 0.4 over a run of 0.08: its slope is 5"
    )
    rise, run = (CHECKS["middle"][axis] - CHECKS["strict"][axis] for axis in (1, 0))
    assert (rise, run, 1 / (1 + rise / run)) == (Fraction(4, 10), Fraction(8, 100), Fraction(1, 6))
    assert cost("middle", Fraction(3, 4)) == 1 - Fraction(3, 4)
    assert cost("strict", Fraction(6, 10)) > 1 - Fraction(6, 10)
    question = lesson.names["question_1"]
    question.answer = (1 / 6, 0.75)
    assert question.check().deviation == pytest.approx(0, abs=1e-9)


def test_cheapest_check_in_each_part_of_the_range(lesson):
    assert_in_text(
        lesson, "PC(+) runs from 0.0913", "to 0.449", "To the left of 1/6, *strict* is the"
    )
    assert lesson.names["model"].pc_range == pytest.approx((float(LOW), float(HIGH)))
    assert (round(float(LOW), 4), round(float(HIGH), 3)) == (0.0913, 0.449)
    for pc in np.linspace(float(LOW), float(HIGH), 101):
        cheapest = "strict" if pc < 1 / 6 else "middle"
        assert least(pc) == pytest.approx(cost(cheapest, pc))


def test_maximum_regret_is_at_an_end_of_the_range_and_middle_minimises_it(lesson):
    assert_in_text(lesson, "you pay 0.118 where 0.082", "you pay 0.326 where 0.19 would")
    assert [round(float(cost(name, LOW)), 3) for name in ("middle", "strict")] == [0.118, 0.082]
    assert round(float(cost("strict", HIGH)), 3) == 0.326
    assert round(float(least(HIGH)), 2) == 0.19
    pcs = [LOW + (HIGH - LOW) * Fraction(i, 500) for i in range(501)]
    worst = {name: max(pcs, key=lambda pc: cost(name, pc) - least(pc)) for name in CHECKS}
    assert set(worst.values()) <= {LOW, HIGH}
    regrets = {name: float(cost(name, pc) - least(pc)) for name, pc in worst.items()}
    assert_in_text(lesson, "0.136 for *strict*, 0.286 for *loose*, and 0.036 for *middle*")
    assert {name: round(regret, 3) for name, regret in regrets.items()} == {
        "strict": 0.136,
        "loose": 0.286,
        "middle": 0.036,
    }
    best = lesson.names["best"]
    assert best.single.name == "middle"
    assert max(best.single.regret_low, best.single.regret_high) == pytest.approx(regrets["middle"])
    assert [choice.name for choice in best.choices] == ["strict", "middle"]
    [printed] = [text for text in lesson.printed if "worst regret" in text]
    assert [line for line in printed.splitlines() if "worst regret" in line] == [
        f"{name}: worst regret {regrets[name]:.3f}" for name in CHECKS
    ]


def test_flagging_nothing_is_best_for_the_small_bank(lesson):
    low, high = pc_of(Fraction(1, 1000), 20), pc_of(Fraction(2, 1000), 40)
    assert_in_text(
        lesson, "from PC(+) 0.0196 to 0.0742, and up to 1/16 = 0.0625 it is cheapest to flag"
    )
    assert (round(float(low), 4), round(float(high), 4)) == (0.0196, 0.0742)
    assert all(cost("strict", pc) >= pc for pc in (low, Fraction(1, 16)))
    assert cost("strict", Fraction(1, 16)) == Fraction(1, 16)
    assert 0 < high - cost("strict", high) < Fraction(4, 1000)
    assert_in_text(
        lesson, "raises 20 false alarms for a single fraud", "it finds less than one third"
    )
    assert round(999 * CHECKS["strict"][0]) == 20
    assert CHECKS["strict"][1] < Fraction(1, 3)
    assert lesson.names["small"].model.recommend().decision.is_baseline


def test_loose_is_cheapest_at_high_pc(lesson):
    assert_in_text(lesson, "0.6 \u00d7 0.05 = 0.19", "*Middle* costs 0.22 and *strict* 0.428")
    pc = Fraction(6, 10)
    costs = {name: float(cost(name, pc)) for name in CHECKS}
    assert costs == pytest.approx({"loose": 0.19, "middle": 0.22, "strict": 0.428})
    assert costs["strict"] > 1 - pc
    question = lesson.names["question_2"]
    for name in CHECKS:
        question.answer = name
        assert question.is_correct == (name == "loose")


def test_mixture_reaches_the_limit_on_false_alarms(lesson):
    answer = lesson.names["limited"].model.recommend().criterion
    assert_in_text(
        lesson, "use *loose* for a random half of the payments", "0.5 \u00d7 0.7 = 0.825"
    )
    half = Fraction(1, 2)
    mixture = [half * CHECKS["loose"][i] + half * CHECKS["middle"][i] for i in (0, 1)]
    assert mixture == [Fraction(1, 4), Fraction(825, 1000)]
    assert (answer.fpr, answer.tpr) == pytest.approx((0.25, 0.825))
    assert answer.name == "middle"
    assert answer.pc == pytest.approx(float(1 / (1 + Fraction(25, 30))))
    assert cost("middle", Fraction(6, 11)) == cost("loose", Fraction(6, 11))
    assert any("loose for 50 % of the cases" in text for text in lesson.printed)


def test_mixture_uses_the_capacity_of_the_team(lesson):
    assert_in_text(lesson, "*Strict* flags 25.6 of them, *middle* 112", "6 of 20 frauds are found")
    flagged = {name: 980 * fpr + 20 * tpr for name, (fpr, tpr) in CHECKS.items()}
    assert (float(flagged["strict"]), float(flagged["middle"])) == (25.6, 112.0)
    assert 20 * CHECKS["strict"][1] == 6
    share = (110 - flagged["strict"]) / (flagged["middle"] - flagged["strict"])
    tpr = CHECKS["strict"][1] + share * (CHECKS["middle"][1] - CHECKS["strict"][1])
    assert_in_text(
        lesson, "*middle* for 97.7% of the payments", "finds 69.1% of the frauds, nearly 14 of 20"
    )
    assert (round(100 * float(share), 1), round(100 * float(tpr), 1)) == (97.7, 69.1)
    answer = lesson.names["team"].model.recommend().criterion
    assert (answer.name, answer.tpr) == ("strict", pytest.approx(float(tpr)))


def test_best_threshold_of_the_forest(lesson):
    data = cc.datasets.tumours()
    is_positive, score = data.y_true == "malignant", np.asarray(data.scores["forest"])
    costs = {
        threshold: 0.3 * np.mean(score[~is_positive] >= threshold)
        + 0.7 * np.mean(score[is_positive] < threshold)
        for threshold in np.unique(score)
    }
    best = min(costs, key=lambda threshold: costs[threshold])
    assert_in_text(lesson, "At threshold 0.127.", "only 13%", "0.7) / 0.7 = 0.43")
    assert round(float(best), 3) == 0.127
    assert round(0.3 / 0.7, 2) == 0.43
    question = lesson.names["question_3"]
    question.answer = 0.127
    assert question.is_correct
    question.answer = 0.5
    assert not question.is_correct
    assert question.deviation == pytest.approx(costs[score[score >= 0.5].min()] - costs[best])


def test_limit_on_false_alarms_equals_a_capacity_if_positives_take_no_time(lesson):
    assert_in_text(
        lesson, "A capacity of 245 honest payments is then the limit from above, 25 in 100 of 980"
    )
    model = cc.CostCurveModel.from_points(
        {name: (float(fpr), float(tpr)) for name, (fpr, tpr) in CHECKS.items()}
    )
    rates = []
    for criterion in (
        {"kind": "workforce", "positives": 0, "negatives": 980, "capacity": 245},
        {"kind": "neyman_pearson", "max_fpr": 0.25},
    ):
        model.criterion = criterion
        answer = model.recommend().criterion
        assert answer is not None
        rates.append((answer.fpr, answer.tpr))
    assert rates[0] == pytest.approx(rates[1])
    assert rates[0][0] == pytest.approx(0.25)
