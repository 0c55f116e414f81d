"""Stability of choices under resampling, and sample sizes: numbers and sentences."""

import re

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import examples_needed as needed_by_hand
from cc_widgets.core.uncertainty import paired_counts
from cc_widgets.core.uncertainty.envelopes import choice_optimism, chosen_by_part
from cc_widgets.errors import CostCurveError
from cc_widgets.model.planning import plan_sample_size
from cc_widgets.model.state import CostCurveModel

DRAW = np.random.default_rng(0)
LABEL = np.arange(600) % 3 == 0
SCORES = {
    name: np.round(DRAW.normal(size=600) + shift * LABEL, 3)
    for name, shift in (("forest", 1.6), ("logistic", 1.55), ("stump", 0.4))
}


@pytest.fixture(scope="module")
def banded():
    model = CostCurveModel({name: (LABEL, score) for name, score in SCORES.items()}, pc=0.4)
    model.bootstrap(n_resamples=500, rng=0)
    return model


def stability_of(model):
    assert model._stability is not None
    return model._stability


def test_stability_is_the_same_wherever_it_is_shown(banded):
    stability = stability_of(banded)
    assert banded.threshold_stability().lines == stability.lines
    assert stability.words in banded.recommend().advice.why
    assert stability.words not in " ".join(banded.recommend(0.2).advice.why)
    report = banded.to_markdown()
    assert "is the cheapest here in" in report
    assert "To tell forest from logistic here" in report


def test_sentences_match_the_numbers(banded):
    stability = stability_of(banded)
    shares = stability.shares
    assert sum(shares.values()) + stability.choices.rules == pytest.approx(1.0)
    percentages = [float(text) for text in re.findall(r"(\d+(?:\.\d+)?) %", stability.lines[0])]
    assert percentages[0] == pytest.approx(100 * shares["forest"], abs=0.5)
    interval = stability.of("forest").within(0.9)
    low, high = re.findall(r"between (\S+) and (\S+) in 9 of 10", stability.lines[1])[0]
    assert float(low) <= interval.low <= interval.high <= float(high)
    assert f", {stability.threshold} on these data," in stability.lines[1]
    assert "not a confidence interval of the threshold that is best" in stability.lines[1]
    assert stability.threshold == banded.cost().threshold
    assert sum(bar.share for bar in stability.bars) > 0.9
    assert stability.bars[0].low >= stability.of("forest").threshold.min()


def test_stability_follows_pc_and_bands(banded):
    model = CostCurveModel({name: (LABEL, score) for name, score in SCORES.items()})
    assert model._stability is None
    model.bootstrap(n_resamples=200, rng=0)
    model.pc = 0.1
    assert stability_of(model).pc == 0.1
    model.hide("logistic", "stump")
    assert stability_of(model).names == ("forest",)
    model.pc = 1.0
    assert "alling all positives" in stability_of(model).words
    model.classifiers = {"forest": (LABEL, -SCORES["forest"])}
    assert model._stability is None
    assert stability_of(banded).pc == 0.4


def test_stability_without_bands_resamples():
    model = CostCurveModel({"forest": (LABEL, SCORES["forest"])}, pc=0.3)
    assert model.threshold_stability(0.5).pc == 0.5
    assert model.bands is None
    assert (
        model.threshold_stability().words == model.threshold_stability().words
    )  # of the same seed


def test_stability_of_folds_matrices_and_points():
    parts = [(LABEL[i : i + 200], SCORES["forest"][i : i + 200]) for i in (0, 200, 400)]
    model = CostCurveModel({"folds": parts, "C4.5": [[300, 100], [40, 160]]}, pc=0.4)
    stability = model.threshold_stability()
    assert stability.best is None
    assert stability.bars == ()
    assert "Each fold of folds has a threshold of its own." in stability.lines
    model = CostCurveModel({"C4.5": [[300, 100], [40, 160]], "other": [[350, 50], [90, 110]]})
    assert set(model.threshold_stability().shares) == {"C4.5", "other"}
    assert "does not tell which examples" in model.sample_size().words
    assert [width.times for width in model.sample_size().widths] == [1, 2, 4, 10]
    model = CostCurveModel({"point": (0.1, 0.7)})
    with pytest.raises(CostCurveError, match="choices"):
        model.threshold_stability()
    assert model.sample_size().widths == ()


def test_plan_matches_the_paired_table(banded):
    cuts = tuple(banded.cost(name).threshold for name in ("forest", "logistic"))
    pair = [predictions(LABEL, SCORES[name]) for name in ("forest", "logistic")]
    table = paired_counts(*pair, thresholds=cuts)
    each = [banded.bands.resampled.each[name] for name in ("forest", "logistic")]
    optimism = [
        np.interp(0.4, part.pc, choice_optimism(part, chosen_by_part(part))) for part in each
    ]
    both = float(optimism[0]), float(optimism[1])
    by_hand = needed_by_hand([table], 0.4, level=0.9, optimism=both)
    plan = banded.sample_size()
    assert (plan.first, plan.second) == ("forest", "logistic")
    names = ("difference", "times", "low", "high", "positives", "only_negatives")
    assert [getattr(plan.needed, field) for field in names] == [
        getattr(by_hand, field) for field in names
    ]
    assert f"{by_hand.times:.2g} times as many as now" in plan.words
    assert plan.needed.positives_now == LABEL.sum()


def test_least_difference_is_a_setting_and_an_argument(banded):
    plan_with_difference = banded.sample_size("stump", difference=0.02)
    assert (plan_with_difference.first, plan_with_difference.second) == ("stump", "forest")
    assert "a difference of 0.02 between stump and forest here" in plan_with_difference.words
    banded.view.least_difference = 0.02
    assert banded.sample_size("stump").needed.times == plan_with_difference.needed.times
    banded.view.least_difference = None
    assert banded.sample_size("stump").needed.times != plan_with_difference.needed.times


def test_plan_over_a_range_uses_the_easiest_or_hardest_pc(banded):
    seen, requested = (
        banded.sample_size(pc=(0.2, 0.6)),
        banded.sample_size(pc=(0.2, 0.6), difference=0.01),
    )
    inside = [banded.sample_size(pc=float(pc)).needed.times for pc in np.linspace(0.2, 0.6, 21)]
    assert seen.needed.times == min(inside)
    assert "Elsewhere in the range it takes more." in seen.words
    least = [banded.sample_size(pc=pc, difference=0.01).needed.times for pc in (0.2, 0.4, 0.6)]
    assert requested.needed.times >= max(least)


def test_widths_start_at_the_shown_interval_and_shrink(banded):
    plan = banded.sample_size()
    lower, upper = banded.confidence_interval()
    assert plan.widths[0].width == pytest.approx(upper - lower)
    four = CostCurveModel({"forest": (np.tile(LABEL, 4), np.tile(SCORES["forest"], 4))}, pc=0.4)
    model = CostCurveModel({"forest": (LABEL, SCORES["forest"])}, pc=0.4)
    widths = {width.times: width.width for width in model.sample_size().widths}
    lower, upper = four.confidence_interval()
    assert widths[4] == pytest.approx(upper - lower, rel=0.2)


def test_impossible_plan_has_a_reason_and_widths():
    plan = CostCurveModel({"forest": (LABEL, SCORES["forest"])}, pc=0.4).sample_size()
    assert plan.needed is None
    assert "there is only one" in plan.words
    assert plan.widths
    weighted = {
        name: predictions(LABEL, score, sample_weight=1 + np.arange(600) % 2)
        for name, score in SCORES.items()
    }
    plan = CostCurveModel(weighted, pc=0.4).sample_size()
    assert "weights or clusters" in plan.why_not
    assert plan.widths
    same = CostCurveModel(dict.fromkeys("ab", (LABEL, SCORES["forest"])), pc=0.4).sample_size()
    assert "cost the same here on this dataset, so that the sample size" in same.words
    rule = CostCurveModel({name: (LABEL, -score) for name, score in SCORES.items()})
    assert "is known" in rule.sample_size().lines[-1]
    parts = [(LABEL[i : i + 200], SCORES["forest"][i : i + 200]) for i in (0, 200, 400)]
    averaged = CostCurveModel({"a": parts, "b": parts}, average="vertical").sample_size()
    assert "For folds, only their mean cost" in averaged.why_not
    assert averaged.widths == ()
    with pytest.raises(CostCurveError, match="nobody"):
        rule.sample_size("nobody")
    with pytest.raises(CostCurveError, match="visible"):
        CostCurveModel().sample_size()


@pytest.mark.parametrize("difference", [None, 0.02])
def test_plan_does_not_depend_on_the_order_of_the_classifiers(banded, difference):
    plans = [
        banded.sample_size(*names, difference=difference).needed
        for names in (("forest", "stump"), ("stump", "forest"))
    ]
    fields = ("times", "low", "high", "negatives", "positives", "only_positives", "only_negatives")
    assert len({tuple(getattr(plan, name) for name in fields) for plan in plans}) == 1
    assert plans[0].difference == -plans[1].difference


def test_different_test_sets_are_planned_separately():
    half = slice(0, 300)
    separate = {"forest": (LABEL, SCORES["forest"]), "stump": (LABEL[half], SCORES["stump"][half])}
    needed = CostCurveModel(separate, pc=0.4).sample_size().needed
    assert needed is not None
    assert needed.positives_now == LABEL.sum() + LABEL[half].sum()


def test_matrices_need_paired_counts_for_a_plan():
    model = CostCurveModel(pc=0.5)
    errors = {"first_only": 10, "second_only": 16, "both": 20, "neither": 154}
    model.pair_errors("a", "b", {"positives": errors, "negatives": errors})
    needed, swapped = model.sample_size("a", "b").needed, model.sample_size("b", "a").needed
    assert needed is not None
    assert swapped is not None
    assert needed.times == pytest.approx(2.28, abs=0.01)
    assert swapped.difference == -needed.difference


ERRORS = {"first_only": 1, "second_only": 6, "both": 19, "neither": 74}


def test_paired_matrices_are_resampled_jointly():
    two = {"A": [[80, 20], [20, 80]], "B": [[75, 25], [25, 75]]}
    model = CostCurveModel(two, pc=0.5)
    separate = model.threshold_stability().shares["A"]
    model.pair_errors("A", "B", {"positives": ERRORS, "negatives": ERRORS})
    draw = np.random.default_rng(1).multinomial(100, [0.01, 0.06, 0.19, 0.74], (2, 100_000))
    wins = (draw[..., 1] - draw[..., 0]).sum(axis=0)
    by_hand = np.mean(wins > 0) + np.mean(wins == 0) / 2
    assert (
        separate
        < 0.95
        < model.threshold_stability().shares["A"]
        == pytest.approx(by_hand, abs=0.005)
    )
    model.add("C", two["B"])
    model.pair_errors("A", "C", {"positives": ERRORS, "negatives": ERRORS})
    assert "how three err together" in model.threshold_stability().words
    assert np.isnan(model.threshold_stability().shares["A"])


def test_sentences_give_the_pc_within_a_range():
    pair = {name: (LABEL, SCORES[name]) for name in ("forest", "logistic")}
    model = CostCurveModel(pair, pc=0.4)
    model.bootstrap(n_resamples=200, rng=0)
    model.pc_range = (0.2, 0.6)
    texts = [stability_of(model).words, model.sample_size().words]
    place = f"t PC(+) {model.pc:.2g}, in the middle of your range"
    assert all(place in words and " here" not in words for words in texts)
    assert "certainty, looking at this PC(+) alone, takes" in texts[1]
    fresh = CostCurveModel(pair, pc=0.4, pc_range=(0.2, 0.6))
    assert "thresholds" not in fresh.sample_size().lines[0]
    kept = plan_sample_size(fresh, resample=False).lines[0]
    assert "both thresholds kept as they are and looking at this PC(+) alone" in kept


def test_baselines_of_equal_cost_are_named_together():
    label = [0] * 10 + [1] * 10
    model = CostCurveModel({"wrong": (label, [-value for value in label])}, pc=0.5)
    assert (
        "Calling all negatives or all positives (which cost the same)"
        in model.threshold_stability().words
    )
    assert (
        model.threshold_stability().words.count("That is not the probability that it is best.") == 1
    )
