"""Lesson 02: its statements agree with numbers computed by hand from the rates of two tests."""

import re
from fractions import Fraction
from math import log
from statistics import NormalDist

import pytest

pytestmark = pytest.mark.long(cases=0)

QUICK = (Fraction(1, 10), Fraction(6, 10))  # false and true positive rate
CAREFUL = (Fraction(3, 10), Fraction(9, 10))
SETTINGS = {"strict": (5, 40), "quick": (10, 60), "odd": (20, 65), "careful": (30, 90)}  # per cent


def errors(test, sick, healthy):
    """Return the numbers of misses and false alarms."""
    return sick * (1 - test[1]), healthy * test[0]


def cost(test, pc):
    return (1 - pc) * test[0] + pc * (1 - test[1])


def assert_in_text(lesson, *fragments):
    assert [fragment for fragment in fragments if fragment not in lesson.words] == []


def test_number_of_errors_depends_on_the_prevalence(lesson):
    assert_in_text(lesson, "the quick test misses 8 and raises 8 false alarms: 16 errors")
    assert errors(QUICK, 20, 80) == (8, 8)
    assert_in_text(lesson, "The careful test misses 2 and raises 24 false alarms: 26 errors")
    assert errors(CAREFUL, 20, 80) == (2, 24)
    assert_in_text(lesson, "24 + 4 = 28 errors of the quick test, 6 + 12 = 18 of the careful one")
    assert errors(QUICK, 60, 40) == (24, 4)
    assert errors(CAREFUL, 60, 40) == (6, 12)


def test_cost_lines_end_at_both_error_rates(lesson):
    assert_in_text(lesson, "the quick test costs 0.1: it flags 1 in 10", "costs 0.4: it misses 4")
    assert (cost(QUICK, 0), cost(QUICK, 1)) == (Fraction(1, 10), Fraction(4, 10))
    assert_in_text(lesson, "It begins at 0.3, the false positive rate, and ends at 0.1")
    assert (cost(CAREFUL, 0), cost(CAREFUL, 1)) == (Fraction(3, 10), Fraction(1, 10))
    assert_in_text(lesson, "it flags 1 in 4 healthy people, and misses 1 in 4 sick people.")
    assert {cost((Fraction(1, 4), Fraction(3, 4)), Fraction(pc, 10)) for pc in range(11)} == {
        Fraction(1, 4)
    }


def pc_of(prior, miss=1):
    """Return the probability-cost value if a miss costs `miss` times as much as a false alarm."""
    return prior * miss / (prior * miss + 1 - prior)


def test_pc_follows_from_prevalence_and_cost_ratio(lesson):
    [printed] = [text for text in lesson.printed if text.startswith("PC(+)")]
    expected = [
        pc_of(Fraction(1, 5)),
        pc_of(Fraction(3, 5)),
        pc_of(Fraction(1, 11), 10),
        pc_of(Fraction(1, 1000), 1000),
    ]
    lines = [
        f"PC(+) {float(pc):.2f}: the quick test costs {float(cost(QUICK, pc)):.2f}"
        for pc in expected
    ]
    assert printed.splitlines() == lines
    assert_in_text(lesson, "PC(+) is 0.5", "the costs 0.16 and 0.28 of the quick test")
    assert expected[2] == Fraction(1, 2)
    assert_in_text(lesson, "The last two rows show the same place")
    assert float(expected[3]) == pytest.approx(0.5, abs=0.001)


def test_tests_cost_the_same_where_their_lines_cross(lesson):
    assert_in_text(lesson, "the two lines cross at PC(+) 0.4: there both tests cost 0.22")
    assert cost(QUICK, Fraction(4, 10)) == cost(CAREFUL, Fraction(4, 10)) == Fraction(22, 100)
    assert_in_text(lesson, "It rises 0.3 over a run of 0.2: its slope is 1.5", "1 / 2.5 = 0.4")
    run, rise = CAREFUL[0] - QUICK[0], CAREFUL[1] - QUICK[1]
    assert (rise, run, rise / run) == (Fraction(3, 10), Fraction(2, 10), Fraction(3, 2))
    assert lesson.names["crossing"].model.pc == 0.4


def test_quick_test_is_cheaper_than_the_baselines_in_its_operating_range(lesson):
    assert_in_text(lesson, "From 1/7 = 0.143 to 9/13 = 0.692.", "slope 6,", "slope 4/9")
    first, last = Fraction(1, 7), Fraction(9, 13)
    assert cost(QUICK, first) == first
    assert cost(QUICK, last) == 1 - last
    steep, flat = QUICK[1] / QUICK[0], (1 - QUICK[1]) / (1 - QUICK[0])
    assert [steep, flat] == [Fraction(6), Fraction(4, 9)]
    assert (1 / (1 + steep), 1 / (1 + flat)) == (first, last)
    question = lesson.names["question_3"]
    question.answer = (1 / 7, 9 / 13)
    assert question.deviation == pytest.approx(0, abs=1e-9)


def test_only_the_odd_setting_is_never_the_cheapest(lesson):
    assert_in_text(lesson, "*Odd*, and no other.")
    baselines = {"never flag": (0, 0), "always flag": (100, 100)}
    cheapest = set()
    for pc in range(1001):
        costs = {
            name: (1000 - pc) * fpr + pc * (100 - tpr)
            for name, (fpr, tpr) in {**SETTINGS, **baselines}.items()
        }
        least = min(costs.values())
        cheapest |= {name for name, value in costs.items() if value == least}
    assert set(SETTINGS) - cheapest == {"odd"}
    points = lesson.names["settings"]["a test"]
    assert [100 * rate for rate in points["fpr"]] == [fpr for fpr, _ in SETTINGS.values()]
    assert [100 * rate for rate in points["tpr"]] == [tpr for _, tpr in SETTINGS.values()]


def test_accuracy_is_high_at_low_prevalence_and_costs_differ(lesson):
    assert_in_text(lesson, "right about 90% of all people", "right about 99.9% of them")
    accuracy = 1 - sum(errors(QUICK, Fraction(1, 1000), Fraction(999, 1000)))
    assert float(accuracy) == pytest.approx(0.9, abs=0.001)
    assert_in_text(lesson, "PC(+) 0.001", "never flagging costs 0.5, and the careful test 0.2")
    assert cost(CAREFUL, Fraction(1, 2)) == Fraction(2, 10)
    assert lesson.names["rare"].model.pc == pytest.approx(0.5, abs=0.001)


def test_rates_depend_on_severity_but_not_on_prevalence(lesson):
    """Scores are calibrated at prevalence 0.2, so threshold 0.2 is midway between both means."""
    people = lesson.names["people"]
    assert (people.separation, people.prevalence, people.n) == (0.75, 0.5, 10_000)
    [printed] = [text for text in lesson.printed if text.startswith("original study")]
    rates = [
        [int(percent) / 100 for percent in re.findall(r"(\d+)%", line)]
        for line in printed.split("\n")
    ]
    for pair, separation in zip(rates[:3], (1.5, 1.5, 0.75), strict=True):
        share = NormalDist().cdf(separation / 2)
        assert pair == pytest.approx([share, 1 - share], abs=0.03)


def test_notes_are_numbered_in_the_order_of_the_text(lesson):
    assert_in_text(lesson, "Number 1 marks the quick test.")
    assert [note["at"]["classifier"] for note in lesson.names["explorer"].notes] == [
        "quick",
        "careful",
    ]


def test_parallel_lines_log_odds_and_operating_ranges_at_the_ends(lesson):
    assert_in_text(
        lesson,
        "is every line of slope 1.5 in ROC space. These lines are parallel: the higher one lies,",
        "1 in 1,000,000 is about as far from 1 in 1,000 as that is from the middle",
        "A test without false alarms would be worth using from PC(+) 0 on",
    )
    pc = Fraction(4, 10)
    assert (1 - pc) / pc == Fraction(3, 2)
    low, high = ((Fraction(1, 10), tpr) for tpr in (Fraction(6, 10), Fraction(7, 10)))
    assert cost(high, pc) < cost(low, pc)
    rarest, rare, middle = (log(share / (1 - share)) for share in (1e-6, 1e-3, 0.5))
    assert rare - rarest == pytest.approx(middle - rare, rel=0.001)
    silent = (0, Fraction(1, 100))
    assert cost(silent, Fraction(1, 10**9)) < Fraction(1, 10**9)
