"""More about one classifier: each number against brute force, each sentence against numbers."""

import numpy as np
import pytest

from cc_widgets import Conditions, CostCurveModel, core
from cc_widgets.errors import CostCurveError

RNG = np.random.default_rng(3)
Y = np.repeat([0, 1], [70, 50])
SCORES = {
    "good": 1 / (1 + np.exp(-(2 * Y - 1 + RNG.normal(size=120)))).round(3),
    "poor": 1 / (1 + np.exp(-(0.5 * Y + RNG.normal(size=120)))).round(3),
}
PC = np.linspace(0, 1, 5001)


@pytest.fixture
def model():
    made = CostCurveModel({name: (Y, score) for name, score in SCORES.items()})
    made.conditions = Conditions(prior=0.3, cost_fn=2)
    return made


def rates(name):
    """Rates at every threshold, the highest first."""
    score = SCORES[name]
    each = [np.inf, *sorted(set(score), reverse=True)]
    return np.array([[(score[k == Y] >= one).mean() for k in (0, 1)] for one in each]).T


def costs(name, pc):
    fpr, tpr = rates(name)
    return (1 - tpr) * pc + fpr * (1 - pc)


def least(name):
    fpr, tpr = rates(name)
    return (np.outer(1 - PC, fpr) + np.outer(PC, 1 - tpr)).min(axis=1)


def test_mean_and_greatest_cost_are_those_of_the_best_threshold_at_each_pc(model):
    found, envelope = model.about("good"), least("good")
    assert found.expected_cost == pytest.approx(np.trapezoid(envelope, PC), abs=1e-6)
    assert found.highest == pytest.approx(envelope.max(), abs=1e-4)
    weighed = np.trapezoid(envelope * 6 * PC * (1 - PC), PC)
    assert model.about("good", core.Beta(2, 2)).expected_cost == pytest.approx(weighed, abs=1e-6)
    assert "over PC(+) as likely as given" in model.about("good", core.Beta(2, 2)).words[0]


def test_near_the_best_are_all_thresholds_that_cost_hardly_more(model):
    each = costs("good", model.pc)
    for within in (0.0, 0.01, 0.05):
        found = model.about("good", within=within)
        assert found.near == np.count_nonzero(each <= each.min() + within + 1e-12)
    assert found.advantage == pytest.approx(min(model.pc, 1 - model.pc) - each.min())


def test_rules_of_thumb_lose_what_they_do(model):
    found, each = model.about("poor"), costs("poor", model.pc)
    fpr, tpr = rates("poor")
    assert found.by_youden == pytest.approx(each[np.argmax(tpr - fpr)] - each.min())
    assert found.by_rectangle == pytest.approx(each[np.argmax(tpr * (1 - fpr))] - each.min())
    called = SCORES["poor"] > 1 / 3  # the cost of a false alarm, of both errors together
    missed, flagged = (~called[Y == 1]).mean(), called[Y == 0].mean()
    paid = missed * model.pc + flagged * (1 - model.pc)
    assert found.by_probability == pytest.approx(paid - each.min())
    model.conditions = None
    assert model.about("poor").by_probability is None


def test_accuracy_stands_beside_that_of_the_larger_class(model):
    found = model.about("good")
    called = SCORES["good"] >= found.best.threshold
    assert found.accuracy.accuracy[0] == pytest.approx((called == Y).mean())
    assert found.accuracy.majority[0] == pytest.approx(70 / 120)


def test_one_choice_pays_where_its_line_is_below_both_rules(model):
    found = model.about("good")
    line = (1 - found.best.tpr) * PC + found.best.fpr * (1 - PC)
    below = PC[line < np.minimum(PC, 1 - PC) - 1e-12]
    assert (found.pays.pc_low, found.pays.pc_high) == pytest.approx((below[0], below[-1]), abs=1e-4)


def test_who_dominates_is_nowhere_dearer_and_where_hulls_cross_neither_is_best(model):
    found = model.about("good")
    dominates = bool((least("good") <= least("poor") + 1e-12).all())
    assert (found.dominates == ("poor",)) is dominates
    assert model.about("poor").dominated_by == (("good",) if dominates else ())
    crossing = CostCurveModel({"a": (0.1, 0.6), "b": (0.4, 0.9)})
    ((name, fpr),) = crossing.about("a").crossings
    tpr = 0.6 + (fpr - 0.1) * 0.4 / 0.9
    assert name == "b"
    assert tpr == pytest.approx(0.9 * fpr / 0.4)
    joint = core.cost_at(crossing.derived.envelope, PC)
    assert ((1 - tpr) * PC + fpr * (1 - PC) > joint + 1e-4)[1:-1].all()


def test_what_has_no_thresholds_or_adds_nothing_is_told_all_the_same():
    model = CostCurveModel({"rule": (0.3, 0.7), "none": (0.6, 0.4)})
    words = " ".join(model.about("rule").words)
    assert "from score" not in words
    assert "none" in words
    model.pc = 0.01
    assert "it is best to call" in " ".join(model.about("none").words)


@pytest.mark.parametrize(
    ("about", "words"),
    [(("who",), "who"), (("good", "flat"), "density"), (("good", None, -1), "negative|within")],
)
def test_what_makes_no_sense_is_refused(model, about, words):
    name, *rest = about
    with pytest.raises(CostCurveError, match=words):
        model.about(name, *rest[:1], **({"within": rest[1]} if len(rest) > 1 else {}))
