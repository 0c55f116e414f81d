"""What the second lesson says, against numbers that follow from its rates by hand."""

import re
from fractions import Fraction
from math import log
from statistics import NormalDist

import pytest

QUICK = (Fraction(1, 10), Fraction(6, 10))  # of the healthy flagged, of the sick found
CAREFUL = (Fraction(3, 10), Fraction(9, 10))
SETTINGS = {"strict": (5, 40), "quick": (10, 60), "odd": (20, 65), "careful": (30, 90)}  # per cent


def errors(test, sick, healthy):
    """Misses and false alarms."""
    return sick * (1 - test[1]), healthy * test[0]


def cost(test, pc):
    return (1 - pc) * test[0] + pc * (1 - test[1])


def says(lesson, *sentences):
    missing = [one for one in sentences if one not in lesson.words]
    assert missing == []


def test_errors_of_both_tests(lesson):
    says(lesson, "the quick test misses 8 and raises 8 false alarms: 16 errors")
    assert errors(QUICK, 20, 80) == (8, 8)
    says(lesson, "The careful test misses 2 and raises 24 false alarms: 26 errors")
    assert errors(CAREFUL, 20, 80) == (2, 24)
    says(lesson, "24 + 4 = 28 errors of the quick test, 6 + 12 = 18 of the careful one")
    assert errors(QUICK, 60, 40) == (24, 4)
    assert errors(CAREFUL, 60, 40) == (6, 12)


def test_lines_of_both_tests(lesson):
    says(lesson, "the quick test costs 0.1: it flags 1 in 10", "it costs 0.4: it misses 4 in 10")
    assert (cost(QUICK, 0), cost(QUICK, 1)) == (Fraction(1, 10), Fraction(4, 10))
    says(lesson, "It begins at 0.3, the share of the healthy that it flags, and ends at 0.1")
    assert (cost(CAREFUL, 0), cost(CAREFUL, 1)) == (Fraction(3, 10), Fraction(1, 10))
    says(lesson, "At (0.25, 0.75): it flags 1 in 4 of the healthy, and misses 1 in 4 of the sick.")
    assert {cost((Fraction(1, 4), Fraction(3, 4)), Fraction(pc, 10)) for pc in range(11)} == {
        Fraction(1, 4)
    }


def pc_of(prior, miss=1):
    """The share of the sick in what errors can cost."""
    return prior * miss / (prior * miss + 1 - prior)


def test_places_on_the_axis(lesson):
    [printed] = [one for one in lesson.printed if one.startswith("PC(+)")]
    known = [
        pc_of(Fraction(1, 5)),
        pc_of(Fraction(3, 5)),
        pc_of(Fraction(1, 11), 10),
        pc_of(Fraction(1, 1000), 1000),
    ]
    lines = [
        f"PC(+) {float(pc):.2f}: the quick test costs {float(cost(QUICK, pc)):.2f}" for pc in known
    ]
    assert printed.splitlines() == lines
    says(lesson, "PC(+) is 0.5", "the costs 0.16 and 0.28 of the quick test")
    assert known[2] == Fraction(1, 2)
    says(lesson, "The last two rows are one and the same place")
    assert float(known[3]) == pytest.approx(0.5, abs=0.001)


def test_where_both_cost_the_same(lesson):
    says(lesson, "the two lines cross at PC(+) 0.4: there both tests cost 0.22")
    assert cost(QUICK, Fraction(4, 10)) == cost(CAREFUL, Fraction(4, 10)) == Fraction(22, 100)
    says(lesson, "It rises 0.3 where it runs 0.2: its slope is 1.5", "here 1 / 2.5 = 0.4")
    run, rise = CAREFUL[0] - QUICK[0], CAREFUL[1] - QUICK[1]
    assert (rise, run, rise / run) == (Fraction(3, 10), Fraction(2, 10), Fraction(3, 2))
    assert lesson.names["crossing"].model.pc == 0.4


def test_where_the_quick_test_pays(lesson):
    says(lesson, "From 1/7 = 0.143 to 9/13 = 0.692.", "6 and 4/9")
    first, last = Fraction(1, 7), Fraction(9, 13)
    assert cost(QUICK, first) == first
    assert cost(QUICK, last) == 1 - last
    steep, flat = QUICK[1] / QUICK[0], (1 - QUICK[1]) / (1 - QUICK[0])
    assert [steep, flat] == [Fraction(6), Fraction(4, 9)]
    assert (1 / (1 + steep), 1 / (1 + flat)) == (first, last)
    assert lesson.names["question_3"]._asked.truth == pytest.approx((1 / 7, 9 / 13))


def test_which_setting_is_never_best(lesson):
    says(lesson, "*Odd*, and it alone.")
    rules = {"nobody": (0, 0), "everybody": (100, 100)}
    best = set()
    for pc in range(1001):
        costs = {
            name: (1000 - pc) * fpr + pc * (100 - tpr)
            for name, (fpr, tpr) in {**SETTINGS, **rules}.items()
        }
        best |= {name for name, one in costs.items() if one == min(costs.values())}
    assert set(SETTINGS) - best == {"odd"}
    given = lesson.names["settings"]["a test"]
    assert [100 * one for one in given["fpr"]] == [fpr for fpr, _ in SETTINGS.values()]
    assert [100 * one for one in given["tpr"]] == [tpr for _, tpr in SETTINGS.values()]


def test_what_accuracy_hides(lesson):
    says(lesson, "right about 90 % of all people", "right about 99.9 % of them")
    right = 1 - sum(errors(QUICK, Fraction(1, 1000), Fraction(999, 1000)))
    assert float(right) == pytest.approx(0.9, abs=0.001)
    says(lesson, "PC(+) 0.001", "never flagging costs 0.5, and the careful test 0.2")
    assert cost(CAREFUL, Fraction(1, 2)) == Fraction(2, 10)
    assert lesson.names["rare"].model.pc == pytest.approx(0.5, abs=0.001)


def test_rates_stay_when_the_share_changes_and_not_when_people_do(lesson):
    """Scores are normal: the threshold at which one in five has it lies halfway between both."""
    people = lesson.names["people"]
    assert (people.separation, people.prevalence, people.n) == (0.75, 0.5, 10_000)
    [printed] = [one for one in lesson.printed if one.startswith("where it was")]
    found = [
        [int(one) / 100 for one in re.findall(r"(\d+)%", line)] for line in printed.split("\n")
    ]
    for rates, separation in zip(found[:3], (1.5, 1.5, 0.75), strict=True):
        share = NormalDist().cdf(separation / 2)
        assert rates == pytest.approx([share, 1 - share], abs=0.03)


def test_notes_stand_where_the_text_says(lesson):
    says(lesson, "Number 1 stands at the quick test.")
    assert [note["at"]["classifier"] for note in lesson.names["explorer"].notes] == [
        "quick",
        "careful",
    ]


def test_places_that_are_seen_badly_and_the_ends(lesson):
    says(
        lesson,
        "every line of slope 1.5 in ROC space, all parallel: the higher one lies, the less",
        "1 in 1,000,000 is about as far from 1 in 1,000 as that is from the middle",
        "never raises a false alarm would be worth having from PC(+) 0 on, however few",
    )
    at = Fraction(4, 10)
    assert (1 - at) / at == Fraction(3, 2)
    low, high = ((Fraction(1, 10), tpr) for tpr in (Fraction(6, 10), Fraction(7, 10)))
    assert cost(high, at) < cost(low, at)
    rarest, rare, middle = (log(share / (1 - share)) for share in (1e-6, 1e-3, 0.5))
    assert rare - rarest == pytest.approx(middle - rare, rel=0.001)
    silent = (0, Fraction(1, 100))
    assert cost(silent, Fraction(1, 10**9)) < Fraction(1, 10**9)
