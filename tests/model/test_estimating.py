"""Costs expected on new data, and the decisions that follow from them."""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from cc_widgets.core import Conditions, Folds, point_set, predictions
from cc_widgets.core.results import Owner
from cc_widgets.core.uncertainty import Band
from cc_widgets.model import estimating
from cc_widgets.model.answers import current_best_band
from cc_widgets.model.choosing import best_choices
from cc_widgets.model.differences import cheapest_intervals
from cc_widgets.model.estimating import (
    current_estimates,
    estimate_inputs,
    find_estimates,
    prefers_baseline,
    useful_range_of,
    useful_ranges,
)
from cc_widgets.model.state import CostCurveModel
from tests.contract.cases import random_model
from tests.support.resamples import bias_at, expected_band

LABEL = np.arange(60) % 3 == 0
FINE = np.linspace(0.0, 1.0, 20001)
STEP = FINE[1] - FINE[0]


def estimates_of(model) -> Any:
    """Return the estimates of a model, which exist."""
    return find_estimates(model)


def recommended(model, *pc) -> Any:
    """Return a recommendation with all parts."""
    return model.recommend(*pc)


def scored(rng, gains, label=LABEL):
    """Return classifiers that scored the same examples; a gain of 0 is noise."""
    return {
        f"model {i}": predictions(label, rng.normal(size=label.size) + gain * label)
        for i, gain in enumerate(gains)
    }


# ---- The estimates are those of the resamples, reproducibly


def test_effective_class_sizes_are_at_most_the_class_sizes():
    label, score = np.tile([[False, False, True, True], [0, 1, 0, 1]], 15)
    balanced = predictions(label, score, clusters=np.arange(60) // 4)
    model = CostCurveModel({"alike": balanced})
    assert estimates_of(model).class_sizes == {"alike": ((30.0, 30.0),)}


def test_estimates_are_those_of_joint_resamples():
    model = CostCurveModel(scored(np.random.default_rng(0), (1.0, 1.2)))
    best, expected = estimates_of(model).costs.best, expected_band(model)
    for edge in ("estimate", "lower", "upper", "expected"):
        on_grid = np.interp(expected.pc, best.pc, getattr(best, edge))
        np.testing.assert_allclose(on_grid, getattr(expected, edge), atol=1e-12)
    assert model.bands is None
    interval = recommended(model, 0.4).interval
    assert interval.expected == pytest.approx(expected.expected[40], abs=1e-12)
    assert tuple(interval) == pytest.approx((expected.lower[40], expected.upper[40]), abs=1e-12)


def test_equal_models_have_equal_estimates():
    data = scored(np.random.default_rng(1), (1.0, 0.5))
    first, second = (estimates_of(CostCurveModel(data)).costs for _ in range(2))
    for edge in ("pc", "estimate", "lower", "upper", "expected"):
        assert np.array_equal(getattr(first.best, edge), getattr(second.best, edge))
    other = CostCurveModel(data)
    other.resampling = replace(other.resampling, rng=7, n_resamples=300)
    assert np.array_equal(estimates_of(other).costs.best.expected, first.best.expected)


def test_a_higher_level_has_enough_resamples_for_wider_limits():
    model = CostCurveModel(scored(np.random.default_rng(1), (1.0,)))
    intervals = []
    for model.level in (0.8, 0.95, 0.999):
        intervals.append(model.confidence_interval(pc=0.4))
        assert intervals[-1].level == model.level
    widths = [interval.upper - interval.lower for interval in intervals]
    assert widths == sorted(widths)
    assert widths[0] < widths[-1]


def test_significance_of_a_saving_rarely_depends_on_the_seed(monkeypatch):
    """Less than 1% of all pc differ: 0.65% here, and 1.3% with 99 resamples."""
    label, pc = np.arange(120) % 2 == 0, FINE[100:-100:100]
    baseline, rng = np.minimum(pc, 1.0 - pc), np.random.default_rng(5)
    models = [CostCurveModel(scored(rng, (1.0,), label=label)) for _ in range(4)]
    is_significant, is_recommended = [], []
    for seed in range(5):
        monkeypatch.setattr(estimating, "_SEED", seed)
        estimates: list[Any] = [estimating.estimate(estimate_inputs(model)) for model in models]
        bands = [each.costs.best for each in estimates]
        upper, expected = (
            np.array([np.interp(pc, band.pc, getattr(band, edge)) for band in bands])
            for edge in ("upper", "expected")
        )
        is_significant.append(np.maximum(upper, expected) < baseline)
        is_recommended.append(expected < baseline)
    tags, recommended_by = np.array(is_significant), np.array(is_recommended)
    assert 0.1 < tags.mean() < 0.9
    assert (tags != np.roll(tags, 1, axis=0)).mean() < 0.01
    depends_on_seed = (recommended_by != recommended_by[0]).any(axis=0)
    assert depends_on_seed.any()
    assert not tags[:, depends_on_seed].any(), "a choice by the seed is not significant"


# ---- They are computed once for the same data


def matrices():
    model = CostCurveModel()
    errors = {"first_only": 1, "second_only": 6, "both": 19, "neither": 74}
    model.pair_errors("a", "b", {"positives": errors, "negatives": errors})
    return model


def two_classifiers():
    return CostCurveModel(scored(np.random.default_rng(2), (1.0, 1.2)), pc=0.4)


def test_estimates_are_reused_while_nothing_changes():
    model = two_classifiers()
    assert current_estimates(model) is None
    estimates = estimates_of(model)
    recommended(model, (0.2, 0.6))
    model.cost()
    model.confidence_interval(pc=0.3)
    model.pc = 0.2
    model.conditions = Conditions(prior=(0.1, 0.3), cost_fn=4)
    model.criterion = {"kind": "youden"}
    model.colors = {"model 0": "#112233"}
    model.mark("model 0", 0.5)
    model.compare("model 0", "model 1")
    model.bootstrap(n_resamples=99, rng=7)
    recommended(model)
    assert estimates_of(model) is current_estimates(model) is estimates


@pytest.mark.parametrize(
    "change",
    [
        lambda model: model.add("model 2", (LABEL, LABEL + 0.5)),
        lambda model: setattr(model, "classifiers", scored(np.random.default_rng(9), (1.0, 1.2))),
        lambda model: model.remove("model 0"),
        lambda model: model.hide("model 0"),
        lambda model: setattr(model, "level", 0.8),
        lambda model: setattr(model, "average", "pooled"),
    ],
    ids=["addition", "data", "removal", "visibility", "level", "average"],
)
def test_estimates_are_computed_again_after_a_change(change):
    model = two_classifiers()
    before = estimates_of(model)
    change(model)
    assert current_estimates(model) is None
    after = estimates_of(model)
    assert after is not before
    assert list(after.inputs.sources) == [item.source for item in model.curves.shown]
    changed = CostCurveModel(
        {item.name: item.source for item in model.curves.shown},
        level=model.level,
        average=model.average,
    )
    expected = estimates_of(changed).costs.best
    assert np.array_equal(after.costs.best.expected, expected.expected)
    assert np.array_equal(after.costs.best.upper, expected.upper)


def test_estimates_are_computed_again_after_a_change_of_pairs():
    model = matrices()
    before = estimates_of(model)
    errors = {"first_only": 16, "second_only": 21, "both": 4, "neither": 59}
    model.pair_errors("a", "b", {"positives": errors, "negatives": errors})
    assert current_estimates(model) is None
    after = estimates_of(model)
    assert after.inputs.pairs == model.paired_counts != before.inputs.pairs
    biases = [estimates.costs.best.expected.sum() for estimates in (before, after)]
    assert biases[0] < biases[1], "errors that coincide less leave more to choose"


def test_current_bands_replace_the_estimates():
    model = two_classifiers()
    estimated = recommended(model, 0.4).interval
    model.bootstrap(n_resamples=300, rng=3)
    banded = recommended(model, 0.4).interval
    best = model.bands.best
    assert tuple(banded) == pytest.approx(
        [np.interp(0.4, best.pc, edge) for edge in (best.lower, best.upper)], abs=1e-12
    )
    assert banded != estimated
    model.bootstrap(n_resamples=300, rng=3, simultaneous=True)
    assert recommended(model, 0.4).interval == estimated, (
        "simultaneous limits are no interval at a pc"
    )


# ---- Reasons for none


def few_positives(count):
    label = np.arange(40) < count
    return predictions(label, np.linspace(1.0, 0.0, 40))


@pytest.mark.parametrize(
    ("classifier", "traits", "reason"),
    [
        (point_set(fpr=0.1, tpr=0.7), {}, "a: bare points"),
        (few_positives(1), {}, "a: there is only one positive example"),
        (
            predictions(np.arange(40) > 0, np.linspace(0.0, 1.0, 40)),
            {},
            "a: there is only one negative example",
        ),
        (
            [(LABEL, LABEL + np.random.default_rng(i).normal(size=60)) for i in range(3)],
            {"average": "vertical"},
            'for folds, only their mean cost is estimated on new data: set model.average = "cost"',
        ),
    ],
    ids=["points", "positive", "negative", "average"],
)
def test_reason_for_no_estimates(classifier, traits, reason):
    model = CostCurveModel({"a": classifier}, **traits)
    estimates = estimates_of(model)
    assert estimates.costs is None
    assert reason in estimates.reason
    answer = recommended(model, 0.4)
    assert answer.interval is None
    assert answer.over_range.single.at_low is None
    assert answer.cost.name == "a", "the observed cost decides"
    assert "expected" not in answer.advice.short_text
    is_stated = f"Expected cost: not estimated, {estimates.reason}." in answer.advice.why
    assert is_stated != reason.endswith("bare points"), "bare points have a sentence of their own"


def test_two_examples_of_a_class_are_enough():
    assert estimates_of(CostCurveModel({"a": few_positives(2)})).costs is not None


def test_one_classifier_without_estimates_is_named_as_the_reason_for_all():
    model = CostCurveModel({"a": (LABEL, LABEL + 0.0), "rule": point_set(fpr=0.1, tpr=0.7)})
    assert estimates_of(model).reason.startswith("rule: bare points")
    model.hide("rule")
    assert estimates_of(model).costs is not None
    model.hide("a")
    assert estimates_of(model).reason == "there is no visible classifier"


def test_folds_averaged_by_cost_have_estimates():
    rng = np.random.default_rng(0)
    folds = [(LABEL, LABEL * 2.0 + rng.normal(size=60)) for _ in range(3)]
    model = CostCurveModel({"a": folds})
    assert isinstance(model.classifiers["a"], Folds)
    assert estimates_of(model).costs is not None
    model.average = "vertical"
    assert estimates_of(model).costs is None


# ---- Noise is not recommended


@pytest.mark.parametrize("pc", [0.05, 0.95])
def test_noise_is_not_recommended_where_a_class_is_rare(pc):
    n_looks_cheaper = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        model = CostCurveModel(scored(rng, (0.0, 0.0), label=rng.random(100) < 0.4), pc=pc)
        observed = min(row.cost for row in recommended(model).ranking if not row.is_baseline)
        looks_cheaper = observed < 0.05 - 1e-9
        n_looks_cheaper += looks_cheaper
        answer = recommended(model)
        assert answer.decision.is_baseline
        assert model.cost().normalised == pytest.approx(0.05)
        assert model.confidence_interval() == answer.interval
        assert tuple(answer.interval) == pytest.approx((0.05, 0.05))
        assert ("looks cheaper on these data" in answer.text) == looks_cheaper
    assert n_looks_cheaper > 4


def test_good_classifier_is_recommended_where_a_class_is_rare():
    rng = np.random.default_rng(0)
    label = rng.random(1000) < 0.4
    model = CostCurveModel(scored(rng, (4.0, 3.0), label=label))
    assert [recommended(model, pc).name for pc in (0.05, 0.95)] == ["model 0", "model 0"]


# ---- Useful ranges


def random_band(rng):
    """Return a band whose expected cost is above and below the baselines, and above its own."""
    inner = rng.random(int(rng.integers(1, 9)))
    pc = np.unique(np.concatenate([[0.0, 0.5, 1.0], inner]))
    baseline = np.minimum(pc, 1.0 - pc)
    expected = baseline * rng.uniform(0.5, 1.4, pc.size)
    estimate = expected * rng.uniform(0.4, 1.1, pc.size)
    return Band(pc, estimate, estimate, expected, 0.9, "random", "line", expected=expected)


@pytest.mark.parametrize("seed", range(20))
def test_useful_ranges_are_those_of_a_fine_grid(seed):
    band = random_band(np.random.default_rng(seed))
    saving = np.minimum(FINE, 1.0 - FINE) - np.interp(FINE, band.pc, band.expected)
    ranges = useful_ranges(band)
    assert (np.diff(ranges.ravel()) > 0.0).all()
    is_inside = np.zeros(FINE.size, dtype=bool)
    is_near_end = np.zeros(FINE.size, dtype=bool)
    for low, high in ranges:
        is_inside |= np.abs(FINE - (low + high) / 2) < (high - low) / 2
        is_near_end |= (np.abs(FINE - low) < STEP) | (np.abs(FINE - high) < STEP)
    np.testing.assert_array_equal(is_inside[~is_near_end], (saving > 1e-9)[~is_near_end])
    for pc in FINE[~is_near_end][::499].tolist():
        is_useful = bool(np.any((ranges[:, 0] < pc) & (pc < ranges[:, 1])))
        assert prefers_baseline(band, pc) == (not is_useful)


@pytest.mark.parametrize("seed", range(20))
def test_useful_range_of_a_choice_is_that_of_a_fine_grid(seed):
    rng = np.random.default_rng(seed)
    band, (fpr, tpr) = random_band(rng), np.sort(rng.random(2))
    cost = (1.0 - FINE) * fpr + FINE * (1.0 - tpr)
    is_useful = np.minimum(FINE, 1.0 - FINE) - cost - bias_at(band, FINE) > 1e-9
    ends = useful_range_of(band, fpr, tpr)
    if not is_useful.any():
        assert ends.size == 0
        return
    assert ends == pytest.approx(FINE[is_useful][[0, -1]], abs=2 * STEP)


@pytest.mark.parametrize("seed", range(4))
def test_operating_range_is_where_the_expected_cost_is_below_the_baselines(seed):
    classifiers = scored(np.random.default_rng(seed), (1.0, 1.2))
    alone = CostCurveModel({"model 0": classifiers["model 0"]})
    for model, name in ((CostCurveModel(classifiers), None), (alone, None), (alone, "model 0")):
        band = expected_band(model)
        saving = np.minimum(FINE, 1.0 - FINE) - np.interp(FINE, band.pc, band.expected)
        ends = FINE[saving > 1e-9][[0, -1]]
        ranges: Any = [model.operating_range(name, observed=observed) for observed in (False, True)]
        expected, observed = ranges
        assert (expected.pc_low, expected.pc_high) == pytest.approx(ends, abs=2 * STEP)
        assert observed.pc_low < expected.pc_low < expected.pc_high < observed.pc_high


def test_useful_ranges_are_empty_or_whole():
    pc = np.array([0.0, 0.25, 0.5, 1.0])
    baseline = np.minimum(pc, 1.0 - pc)
    for factor, expected in ((1.0, []), (1.2, []), (0.5, [[0.0, 1.0]])):
        cost = factor * baseline
        band = Band(pc, cost, cost, cost, 0.9, "made up", "line", expected=cost)
        assert useful_ranges(band).tolist() == expected


# ---- The same decision everywhere


def has_this_owner(model, decision, owner):
    """Return whether a decision is that of an interval of the cheapest classifiers."""
    if owner in (Owner.ALL_NEGATIVE, Owner.ALL_POSITIVE):
        return decision.is_baseline and decision.tpr == float(owner == Owner.ALL_POSITIVE)
    if owner == Owner.TIE:
        return not decision.is_baseline
    return decision.name == model.curves.classifiers[owner].name


def test_decision_at_one_pc_agrees_with_intervals_and_choices():
    rng = np.random.default_rng(4)
    n_changed = 0
    for _ in range(15):
        model = random_model(rng)
        model.criterion = model.conditions = model.pc_range = None
        recommended(model)
        best = current_best_band(model)
        intervals = cheapest_intervals(model.curves, None, best)
        ends: Any = [] if best is None else useful_ranges(best).ravel()
        near = [end + step for end in ends for step in (-1e-6, 1e-6) if 0 < end < 1]
        for pc in (*rng.random(4), *near):
            decision = recommended(model, float(pc)).decision
            [(owner, _, _)] = intervals.over(pc, pc)
            assert has_this_owner(model, decision, owner), (pc, decision, owner)
            choices = best_choices(model.curves, pc, pc, best)
            [choice] = choices.choices
            for same in (choice, choices.single, model.cost(pc=float(pc))):
                assert (same.name, same.fpr, same.tpr) == (
                    decision.name,
                    decision.fpr,
                    decision.tpr,
                )
            observed = best_choices(model.curves, pc, pc).choices[0]
            n_changed += observed.is_baseline != choice.is_baseline
    assert n_changed > 5, "the estimates decide somewhere"


def test_decision_with_estimates_is_a_baseline_or_that_without():
    rng = np.random.default_rng(6)
    for _ in range(10):
        model = CostCurveModel(scored(rng, rng.uniform(0.0, 1.5, 2)))
        band = expected_band(model)
        for pc in rng.uniform(0.01, 0.99, 5).tolist():
            observed, chosen = best_choices(model.curves, pc, pc).choices[0], model.cost(pc=pc)
            saving = np.interp(pc, band.pc, np.minimum(band.pc, 1 - band.pc) - band.expected)
            assert chosen.is_baseline == (saving <= 1e-9)
            if not chosen.is_baseline:
                assert (chosen.name, chosen.fpr) == (observed.name, observed.fpr)


# ---- The choice over stated conditions


def random_conditions(rng):
    """Return conditions with ranges of the prior and of a cost, and rewards in half of them."""
    low, high = np.sort(rng.uniform(0.05, 0.3, 2))
    miss_low, miss_high = np.sort(rng.uniform(1.0, 8.0, 2))
    rewards: dict[str, Any] = (
        {"cost_tp": -0.5, "cost_tn": (-0.3, 0.1)} if rng.random() < 0.5 else {}
    )
    return Conditions(
        (low, high), cost_fp=(1.0, 1.5), cost_fn=(miss_low, miss_high), n_cases=1000, **rewards
    )


def corner_weights(conditions):
    """Return the base, the cost per fpr and per fnr of a case at each corner."""
    names = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")
    ends = [dict.fromkeys(getattr(conditions, name).ends) for name in names]
    return np.array(
        [
            (p * tp + (1 - p) * tn, (1 - p) * (fp - tn), p * (fn - tp))
            for p, fp, fn, tp, tn in product(*ends)
        ]
    ).T


def regrets_by_brute_force(model, conditions, band):
    """Return all choices, as (owner, fpr, tpr), and the regret of each at all corners."""
    _, per_fpr, per_fnr = corner_weights(conditions)
    worst = per_fpr + per_fnr
    penalty = worst * bias_at(band, per_fnr / worst)
    choices = [("", 0.0, 0.0), ("", 1.0, 1.0)]
    choices += [
        (item.name, fpr, tpr)
        for item in model.curves.shown
        for fpr, tpr in zip(item.curve.fpr.tolist(), item.curve.tpr.tolist(), strict=True)
    ]
    costs = np.array(
        [per_fpr * fpr + per_fnr * (1 - tpr) + penalty * bool(name) for name, fpr, tpr in choices]
    )
    return choices, costs - costs.min(axis=0)


def test_choice_over_conditions_has_the_least_worst_regret_in_money():
    rng = np.random.default_rng(8)
    n_baselines = 0
    for _ in range(15):
        conditions = random_conditions(rng)
        model = CostCurveModel(scored(rng, rng.uniform(0.0, 1.2, 2)), conditions=conditions)
        single = recommended(model).over_range.single
        choices, regrets = regrets_by_brute_force(model, conditions, expected_band(model))
        worst = regrets.max(axis=1)
        name = "" if single.is_baseline else single.name
        assert single.measure == "money"
        assert single.regret_total == pytest.approx(1000 * worst.min(), abs=1e-6)
        own = choices.index((name, single.fpr, single.tpr))
        assert worst[own] == pytest.approx(worst.min(), abs=1e-9)
        base, per_fpr, per_fnr = corner_weights(conditions)
        money = base + per_fpr * single.fpr + per_fnr * (1 - single.tpr)
        assert single.per_case.ends == pytest.approx((money.min(), money.max()))
        worst_case = per_fpr + per_fnr
        bias = worst_case * bias_at(expected_band(model), per_fnr / worst_case)
        expected = money + bias * (not single.is_baseline)
        assert single.per_case_expected.ends == pytest.approx((expected.min(), expected.max()))
        totals = 1000 * expected.min(), 1000 * expected.max()
        assert single.total_expected.ends == pytest.approx(totals)
        assert (single.total_expected.high > single.total.high) != single.is_baseline
        n_baselines += single.is_baseline
    assert 0 < n_baselines < 15


def test_choice_over_a_range_of_pc_has_the_least_worst_regret_in_normalised_cost():
    rng = np.random.default_rng(9)
    n_baselines = 0
    for _ in range(15):
        model = CostCurveModel(scored(rng, rng.uniform(0.0, 1.5, 2)))
        low, high = np.sort(rng.uniform(0.05, 0.95, 2)).tolist()
        single = recommended(model, (low, high)).over_range.single
        box = Conditions((low, high))
        choices, regrets = regrets_by_brute_force(model, box, expected_band(model))
        assert single.measure == "cost"
        assert single.regret == pytest.approx(regrets.max(axis=1).min(), abs=1e-9)
        name = "" if single.is_baseline else single.name
        own = choices.index((name, single.fpr, single.tpr))
        assert (single.regret_low, single.regret_high) == pytest.approx(regrets[own], abs=1e-9)
        n_baselines += single.is_baseline
    assert 0 < n_baselines < 15


def test_expected_cost_of_the_choice_is_known_at_both_ends():
    model = CostCurveModel(scored(np.random.default_rng(3), (1.5, 1.2)))
    single, band = recommended(model, (0.2, 0.6)).over_range.single, expected_band(model)
    assert not single.is_baseline
    for pc, interval in ((0.2, single.at_low), (0.6, single.at_high)):
        cost = (1 - pc) * single.fpr + pc * (1 - single.tpr)
        more = cost - np.interp(pc, band.pc, band.estimate)
        assert more > 0.01, "another choice is cheapest at this end"
        limits = [np.interp(pc, band.pc, edge) + more for edge in (band.lower, band.upper)]
        assert tuple(interval) == pytest.approx(limits, abs=1e-9)
        assert interval.expected == pytest.approx(cost + bias_at(band, pc), abs=1e-9)
    rare = recommended(model, (0.001, 0.01)).over_range.single
    assert rare.is_baseline
    assert [tuple(rare.at_low), tuple(rare.at_high)] == [(0.001, 0.001), (0.01, 0.01)]
