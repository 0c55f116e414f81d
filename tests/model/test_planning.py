"""What the model says of the choices of resamples, and of more examples: numbers and sentences."""

import re

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import examples_needed as needed_by_hand
from cc_widgets.core.uncertainty import paired_counts
from cc_widgets.errors import CostCurveError
from cc_widgets.model.state import CostCurveModel

DRAW = np.random.default_rng(0)
LABEL = np.arange(600) % 3 == 0
SCORES = {
    name: np.round(DRAW.normal(size=600) + apart * LABEL, 3)
    for name, apart in (("forest", 1.6), ("logistic", 1.55), ("stump", 0.4))
}


@pytest.fixture(scope="module")
def banded():
    model = CostCurveModel({name: (LABEL, score) for name, score in SCORES.items()}, pc=0.4)
    model.bootstrap(n_resamples=500, rng=0)
    return model


def again_of(model):
    assert model.chosen_again is not None
    return model.chosen_again


def test_the_same_is_said_wherever_it_is_read(banded):
    again = again_of(banded)
    assert banded.choices().lines == again.lines
    assert again.words in banded.read().answer.why
    assert again.words not in " ".join(banded.read(0.2).answer.why)
    report = banded.to_markdown()
    assert "is the cheapest here in" in report
    assert "To tell forest from logistic here" in report


def test_sentences_say_what_the_numbers_are(banded):
    again = again_of(banded)
    shares = again.shares
    assert sum(shares.values()) + again.found.rules == pytest.approx(1.0)
    told = [float(one) for one in re.findall(r"(\d+(?:\.\d+)?) %", again.lines[0])]
    assert told[0] == pytest.approx(100 * shares["forest"], abs=0.5)
    held = again.of("forest").within(0.9)
    low, high = re.findall(r"between (\S+) and (\S+) in 9 of 10", again.lines[1])[0]
    assert float(low) <= held.low <= held.high <= float(high)
    assert f", {again.threshold} on these data," in again.lines[1]
    assert again.threshold == banded.cost().threshold
    assert sum(bar.share for bar in again.bars) > 0.9
    assert again.bars[0].low >= again.of("forest").threshold.min()


def test_it_follows_the_operating_point_and_goes_with_the_bands(banded):
    model = CostCurveModel({name: (LABEL, score) for name, score in SCORES.items()})
    assert model.chosen_again is None
    model.bootstrap(n_resamples=200, rng=0)
    model.pc = 0.1
    assert again_of(model).pc == 0.1
    model.hide("logistic", "stump")
    assert again_of(model).names == ("forest",)
    model.pc = 1.0
    assert "alling all positives" in again_of(model).words
    model.classifiers = {"forest": (LABEL, -SCORES["forest"])}
    assert model.chosen_again is None
    assert again_of(banded).pc == 0.4


def test_without_bands_resamples_are_drawn_for_it():
    model = CostCurveModel({"forest": (LABEL, SCORES["forest"])}, pc=0.3)
    assert model.choices(0.5).pc == 0.5
    assert model.band is None
    assert model.choices().words == model.choices().words  # of the same seed


def test_folds_matrices_and_points_say_what_there_is_to_say():
    parts = [(LABEL[i : i + 200], SCORES["forest"][i : i + 200]) for i in (0, 200, 400)]
    model = CostCurveModel({"folds": parts, "C4.5": [[300, 100], [40, 160]]}, pc=0.4)
    found = model.choices()
    assert found.best is None
    assert found.bars == ()
    assert "Each fold of folds has a threshold of its own." in found.lines
    model = CostCurveModel({"C4.5": [[300, 100], [40, 160]], "other": [[350, 50], [90, 110]]})
    assert set(model.choices().shares) == {"C4.5", "other"}
    assert "does not tell which examples" in model.plan().words
    assert [one.times for one in model.plan().widths] == [1, 2, 4, 10]
    model = CostCurveModel({"point": (0.1, 0.7)})
    with pytest.raises(CostCurveError, match="choices"):
        model.choices()
    assert model.plan().widths == ()


def test_a_plan_is_the_one_of_the_paired_table_at_both_best_thresholds(banded):
    cuts = tuple(banded.cost(name).threshold for name in ("forest", "logistic"))
    pair = [predictions(LABEL, SCORES[name]) for name in ("forest", "logistic")]
    table = paired_counts(*pair, thresholds=cuts)
    by_hand = needed_by_hand([table], 0.4, level=0.9)
    plan = banded.plan()
    assert (plan.first, plan.second) == ("forest", "logistic")
    names = ("difference", "times", "low", "high", "positives", "only_negatives")
    assert [getattr(plan.needed, one) for one in names] == [getattr(by_hand, one) for one in names]
    assert f"{by_hand.times:.2g} times as many as now" in plan.words
    assert plan.needed.positives_now == LABEL.sum()


def test_the_difference_that_matters_is_a_trait_and_an_argument(banded):
    given = banded.plan("stump", difference=0.02)
    assert (given.first, given.second) == ("stump", "forest")
    assert "a difference of 0.02 between stump and forest here" in given.words
    banded.least_difference = 0.02
    assert banded.plan("stump").needed.times == given.needed.times
    banded.least_difference = None
    assert banded.plan("stump").needed.times != given.needed.times


def test_in_a_range_the_easiest_place_is_told_or_the_hardest_for_what_matters(banded):
    seen, asked = banded.plan(pc=(0.2, 0.6)), banded.plan(pc=(0.2, 0.6), difference=0.01)
    inside = [banded.plan(pc=float(pc)).needed.times for pc in np.linspace(0.2, 0.6, 21)]
    assert seen.needed.times == min(inside)
    assert "Elsewhere in the range it takes more." in seen.words
    least = [banded.plan(pc=pc, difference=0.01).needed.times for pc in (0.2, 0.4, 0.6)]
    assert asked.needed.times >= max(least)


def test_widths_begin_with_the_interval_that_is_shown_and_shrink_as_with_real_examples(banded):
    plan = banded.plan()
    lower, upper = banded.interval()
    assert plan.widths[0].width == pytest.approx(upper - lower)
    four = CostCurveModel({"forest": (np.tile(LABEL, 4), np.tile(SCORES["forest"], 4))}, pc=0.4)
    one = CostCurveModel({"forest": (LABEL, SCORES["forest"])}, pc=0.4)
    said = {width.times: width.width for width in one.plan().widths}
    lower, upper = four.interval()
    assert said[4] == pytest.approx(upper - lower, rel=0.2)


def test_what_cannot_be_planned_says_why_and_still_how_wide():
    one = CostCurveModel({"forest": (LABEL, SCORES["forest"])}, pc=0.4).plan()
    assert one.needed is None
    assert "there is only one" in one.words
    assert one.widths
    weighted = {
        name: predictions(LABEL, score, sample_weight=1 + np.arange(600) % 2)
        for name, score in SCORES.items()
    }
    plan = CostCurveModel(weighted, pc=0.4).plan()
    assert "weights or clusters" in plan.why_not
    assert plan.widths
    same = CostCurveModel(dict.fromkeys("ab", (LABEL, SCORES["forest"])), pc=0.4).plan()
    assert "no number of examples tells them apart" in same.words
    rule = CostCurveModel({name: (LABEL, -score) for name, score in SCORES.items()})
    assert "is known" in rule.plan().lines[-1]
    parts = [(LABEL[i : i + 200], SCORES["forest"][i : i + 200]) for i in (0, 200, 400)]
    averaged = CostCurveModel({"a": parts, "b": parts}, average="vertical").plan()
    assert "no other average" in averaged.why_not
    assert averaged.widths == ()
    with pytest.raises(CostCurveError, match="nobody"):
        rule.plan("nobody")
    with pytest.raises(CostCurveError, match="no visible"):
        CostCurveModel().plan()


def test_other_test_sets_are_planned_apart():
    half = slice(0, 300)
    apart = {"forest": (LABEL, SCORES["forest"]), "stump": (LABEL[half], SCORES["stump"][half])}
    needed = CostCurveModel(apart, pc=0.4).plan().needed
    assert needed is not None
    assert needed.positives_now == LABEL.sum() + LABEL[half].sum()


def test_matrices_are_planned_once_it_is_told_who_errs_where():
    model = CostCurveModel(pc=0.5)
    errors = {"first_only": 10, "second_only": 16, "both": 20, "neither": 154}
    model.pair("a", "b", {"positives": errors, "negatives": errors})
    needed, swapped = model.plan("a", "b").needed, model.plan("b", "a").needed
    assert needed is not None
    assert swapped is not None
    assert needed.times == pytest.approx(2.28, abs=0.01)
    assert swapped.difference == -needed.difference


ERRORS = {"first_only": 1, "second_only": 6, "both": 19, "neither": 74}


def test_matrices_told_in_pairs_are_drawn_together():
    two = {"A": [[80, 20], [20, 80]], "B": [[75, 25], [25, 75]]}
    model = CostCurveModel(two, pc=0.5)
    apart = model.choices().shares["A"]
    model.pair("A", "B", {"positives": ERRORS, "negatives": ERRORS})
    draw = np.random.default_rng(1).multinomial(100, [0.01, 0.06, 0.19, 0.74], (2, 100_000))
    wins = (draw[..., 1] - draw[..., 0]).sum(axis=0)
    by_hand = np.mean(wins > 0) + np.mean(wins == 0) / 2
    assert apart < 0.95 < model.choices().shares["A"] == pytest.approx(by_hand, abs=0.005)
    model.add("C", two["B"])
    model.pair("A", "C", {"positives": ERRORS, "negatives": ERRORS})
    assert "how three err together" in model.choices().words
    assert np.isnan(model.choices().shares["A"])


def test_of_a_range_it_is_said_at_which_place_that_is():
    pair = {name: (LABEL, SCORES[name]) for name in ("forest", "logistic")}
    model = CostCurveModel(pair, pc=0.4)
    model.bootstrap(n_resamples=200, rng=0)
    model.pc_range = (0.2, 0.6)
    told = [again_of(model).words, model.plan().words]
    place = f"t PC(+) {model.pc:.2g}, in the middle of your range"
    assert all(place in words and " here" not in words for words in told)
    assert "both thresholds kept as they are and looking at this PC(+) alone" in told[1]


def test_trivial_rules_that_cost_the_same_are_named_together():
    label = [0] * 10 + [1] * 10
    model = CostCurveModel({"wrong": (label, [-one for one in label])}, pc=0.5)
    assert "Calling all negatives or all positives (which cost the same)" in model.choices().words
    assert model.choices().words.count("That is not the probability that it is best.") == 1
