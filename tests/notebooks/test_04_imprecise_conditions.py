"""What the fourth lesson says, against costs worked out by hand from three points."""

from fractions import Fraction

import numpy as np
import pytest

import cc_widgets as cc

CHECKS = {
    "strict": (Fraction(2, 100), Fraction(30, 100)),
    "middle": (Fraction(10, 100), Fraction(70, 100)),
    "loose": (Fraction(40, 100), Fraction(95, 100)),
}


def cost(check, pc):
    return (1 - pc) * CHECKS[check][0] + pc * (1 - CHECKS[check][1])


def least(pc):
    return min(*(cost(check, pc) for check in CHECKS), pc, 1 - pc)


def pc_of(prior, miss):
    return prior * miss / (prior * miss + 1 - prior)


LOW, HIGH = pc_of(Fraction(5, 1000), 20), pc_of(Fraction(20, 1000), 40)


def says(lesson, *sentences):
    missing = [one for one in sentences if one not in lesson.words]
    assert missing == []


def test_where_middle_is_cheaper_than_strict(lesson):
    says(lesson, "From 1/6 = 0.167 to 0.75", "rises 0.4 where it runs 0.08: its slope is 5")
    rise, run = (CHECKS["middle"][each] - CHECKS["strict"][each] for each in (1, 0))
    assert (rise, run, 1 / (1 + rise / run)) == (Fraction(4, 10), Fraction(8, 100), Fraction(1, 6))
    assert cost("middle", Fraction(3, 4)) == 1 - Fraction(3, 4)
    assert cost("strict", Fraction(6, 10)) > 1 - Fraction(6, 10)
    question = lesson.names["question_1"]
    question.answer = (1 / 6, 0.75)
    assert question.check().off == pytest.approx(0, abs=1e-9)


def test_the_range_and_who_is_cheapest_in_it(lesson):
    says(lesson, "PC(+) runs from 0.0913", "to 0.449", "Left of 1/6 *strict* is the cheapest")
    assert lesson.names["model"].pc_range == pytest.approx((float(LOW), float(HIGH)))
    assert (round(float(LOW), 4), round(float(HIGH), 3)) == (0.0913, 0.449)
    for pc in np.linspace(float(LOW), float(HIGH), 101):
        winner = "strict" if pc < 1 / 6 else "middle"
        assert least(pc) == pytest.approx(cost(winner, pc))


def test_regrets(lesson):
    says(lesson, "you pay 0.118 where 0.082", "you pay 0.326 where 0.19 would")
    assert [round(float(cost(one, LOW)), 3) for one in ("middle", "strict")] == [0.118, 0.082]
    assert round(float(cost("strict", HIGH)), 3) == 0.326
    assert round(float(least(HIGH)), 2) == 0.19
    places = [LOW + (HIGH - LOW) * Fraction(i, 500) for i in range(501)]
    worst = {name: max(places, key=lambda pc: cost(name, pc) - least(pc)) for name in CHECKS}
    assert set(worst.values()) <= {LOW, HIGH}
    found = {name: float(cost(name, pc) - least(pc)) for name, pc in worst.items()}
    says(lesson, "0.136 for *strict*, 0.286 for *loose*, and 0.036 for *middle*")
    assert {name: round(one, 3) for name, one in found.items()} == {
        "strict": 0.136,
        "loose": 0.286,
        "middle": 0.036,
    }
    best = lesson.names["best"]
    assert best.one.name == "middle"
    assert max(best.one.regret_low, best.one.regret_high) == pytest.approx(found["middle"])
    assert [choice.name for choice in best.choices] == ["strict", "middle"]
    [printed] = [one for one in lesson.printed if "worst regret" in one]
    assert [line for line in printed.splitlines() if "worst regret" in line] == [
        f"{name}: worst regret {found[name]:.3f}" for name in CHECKS
    ]


def test_when_nothing_is_the_best(lesson):
    low, high = pc_of(Fraction(1, 1000), 20), pc_of(Fraction(2, 1000), 40)
    says(lesson, "from PC(+) 0.0196 to 0.0742, and up to 1/16 = 0.0625 it is cheapest to flag")
    assert (round(float(low), 4), round(float(high), 4)) == (0.0196, 0.0742)
    assert all(cost("strict", pc) >= pc for pc in (low, Fraction(1, 16)))
    assert cost("strict", Fraction(1, 16)) == Fraction(1, 16)
    assert 0 < high - cost("strict", high) < Fraction(4, 1000)
    says(lesson, "raises 20 alarms for the sake of one fraud", "it finds less than one third")
    assert round(999 * CHECKS["strict"][0]) == 20
    assert CHECKS["strict"][1] < Fraction(1, 3)
    assert lesson.names["small"].model.best().one.trivial


def test_at_the_other_end(lesson):
    says(lesson, "0.6 \u00d7 0.05 = 0.19", "*Middle* costs 0.22 and *strict* 0.428")
    pc = Fraction(6, 10)
    costs = {name: float(cost(name, pc)) for name in CHECKS}
    assert costs == pytest.approx({"loose": 0.19, "middle": 0.22, "strict": 0.428})
    assert costs["strict"] > 1 - pc
    question = lesson.names["question_2"]
    for name in CHECKS:
        question.answer = name
        assert question.right == (name == "loose")


def test_a_limit_and_lots(lesson):
    answer = lesson.names["limited"].model.answer
    says(lesson, "use *loose* for half of the payments", "0.5 \u00d7 0.7 = 82.5")
    half = Fraction(1, 2)
    mixed = [half * CHECKS["loose"][i] + half * CHECKS["middle"][i] for i in (0, 1)]
    assert mixed == [Fraction(1, 4), Fraction(825, 1000)]
    assert (answer.fpr, answer.tpr) == pytest.approx((0.25, 0.825))
    assert answer.name == "middle"
    assert answer.pc == pytest.approx(float(1 / (1 + Fraction(25, 30))))
    assert cost("middle", Fraction(6, 11)) == cost("loose", Fraction(6, 11))
    assert any("loose for 50 % of the cases" in one for one in lesson.printed)


def test_a_team_of_fixed_size(lesson):
    says(lesson, "*Strict* flags 25.6 of them, *middle* 112", "6 of 20 frauds are found")
    flagged = {name: 980 * fpr + 20 * tpr for name, (fpr, tpr) in CHECKS.items()}
    assert (float(flagged["strict"]), float(flagged["middle"])) == (25.6, 112.0)
    assert 20 * CHECKS["strict"][1] == 6
    share = (110 - flagged["strict"]) / (flagged["middle"] - flagged["strict"])
    found = CHECKS["strict"][1] + share * (CHECKS["middle"][1] - CHECKS["strict"][1])
    says(lesson, "*middle* for 97.7 in 100 payments", "find 69.1 in 100 frauds, nearly 14 of 20")
    assert (round(100 * float(share), 1), round(100 * float(found), 1)) == (97.7, 69.1)
    answer = lesson.names["team"].model.answer
    assert (answer.name, answer.tpr) == ("strict", pytest.approx(float(found)))


def test_a_threshold_of_a_score(lesson):
    data = cc.datasets.tumours()
    is_positive, score = data.y_true == "malignant", np.asarray(data.scores["forest"])
    costs = {
        one: 0.3 * np.mean(score[~is_positive] >= one) + 0.7 * np.mean(score[is_positive] < one)
        for one in np.unique(score)
    }
    best = min(costs, key=lambda one: costs[one])
    says(lesson, "From 0.127 on", "only 13 in 100", "0.7) / 0.7 = 0.43")
    assert round(float(best), 3) == 0.127
    assert round(0.3 / 0.7, 2) == 0.43
    question = lesson.names["question_3"]
    question.answer = 0.127
    assert question.right
    question.answer = 0.5
    assert not question.right
    assert question.off == pytest.approx(costs[score[score >= 0.5].min()] - costs[best])


def test_a_limit_on_false_alarms_is_that_of_a_team_for_which_frauds_take_no_time(lesson):
    assert "Room for 245 honest payments is then the limit of above, 25 in 100" in lesson.words
    model = cc.CostCurveModel.from_points(
        {name: (float(fpr), float(tpr)) for name, (fpr, tpr) in CHECKS.items()}
    )
    found = []
    for criterion in (
        {"kind": "workforce", "positives": 0, "negatives": 980, "capacity": 245},
        {"kind": "neyman_pearson", "max_fpr": 0.25},
    ):
        model.criterion = criterion
        assert model.answer is not None
        found.append((model.answer.fpr, model.answer.tpr))
    assert found[0] == pytest.approx(found[1])
    assert found[0][0] == pytest.approx(0.25)
