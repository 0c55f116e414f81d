"""Summary measures of one classifier, against brute force over thresholds and pc."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

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
    model = CostCurveModel({name: (Y, score) for name, score in SCORES.items()})
    model.conditions = Conditions(prior=0.3, cost_fn=2)
    return model


def rates(name):
    """Rates at every threshold, the highest first."""
    score = SCORES[name]
    thresholds = [np.inf, *sorted(set(score), reverse=True)]
    return np.array(
        [[(score[k == Y] >= threshold).mean() for k in (0, 1)] for threshold in thresholds]
    ).T


def costs(name, pc):
    fpr, tpr = rates(name)
    return (1 - tpr) * pc + fpr * (1 - pc)


def least(name):
    fpr, tpr = rates(name)
    return (np.outer(1 - PC, fpr) + np.outer(PC, 1 - tpr)).min(axis=1)


def test_expected_and_highest_cost_match_the_lower_envelope(model):
    summary, envelope = model.about("good"), least("good")
    assert summary.expected_cost == pytest.approx(np.trapezoid(envelope, PC), abs=1e-6)
    assert summary.max_cost == pytest.approx(envelope.max(), abs=1e-4)
    weighted = np.trapezoid(envelope * 6 * PC * (1 - PC), PC)
    about = model.about("good", core.metrics.Beta(2, 2))
    assert about.expected_cost == pytest.approx(weighted, abs=1e-6)
    assert "over PC(+) as likely as given" in about.words[0]


def test_near_optimal_thresholds_are_within_the_margin(model):
    all_costs = costs("good", model.pc)
    for margin in (0.0, 0.01, 0.05):
        summary = model.about("good", tolerance=margin)
        assert summary.n_near_optimal == np.count_nonzero(
            all_costs <= all_costs.min() + margin + 1e-12
        )
    assert summary.saving == pytest.approx(min(model.pc, 1 - model.pc) - all_costs.min())


def test_regret_of_common_threshold_rules(model):
    summary, all_costs = model.about("poor"), costs("poor", model.pc)
    fpr, tpr = rates("poor")
    assert summary.by_youden == pytest.approx(all_costs[np.argmax(tpr - fpr)] - all_costs.min())
    assert summary.by_rectangle == pytest.approx(
        all_costs[np.argmax(tpr * (1 - fpr))] - all_costs.min()
    )
    odds = (1 - model.pc) / model.pc * 50 / 70
    choice, predicted = summary.by_probability, SCORES["poor"] > odds / (1 + odds)
    missed, flagged = (~predicted[Y == 1]).mean(), predicted[Y == 0].mean()
    cost = missed * model.pc + flagged * (1 - model.pc)
    assert choice.probability == pytest.approx(odds / (1 + odds))
    assert choice.regret == pytest.approx(cost - all_costs.min())
    rules, probabilities = summary.words[4:6]
    assert "probabilit" not in rules  # it does take costs into account
    assert probabilities.startswith("If its scores are probabilities at 41.7 % positives")


@pytest.mark.parametrize("prior", [0.001, 0.02, 0.1, 0.37, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("cost_fn", [1, 10])
def test_calibrated_scores_have_no_regret_at_any_prior(calibrated, prior, cost_fn):
    calibrated.conditions = Conditions(prior=prior, cost_fn=cost_fn)
    assert calibrated.about("calibrated").by_probability.regret < 0.001


@pytest.fixture(scope="module")
def calibrated():
    rng = np.random.default_rng(8)
    score = rng.beta(1.2, 2, 100_000)
    return CostCurveModel({"calibrated": (rng.random(score.size) < score, score)})


def regret_of_probabilities(summary):
    return summary.by_probability.regret


def test_score_prior_of_a_stratified_test_set_can_be_stated(calibrated):
    examples = calibrated.classifiers["calibrated"]
    positives = np.flatnonzero(examples.positive)
    kept = np.append(np.flatnonzero(~examples.positive), positives[: positives.size // 9])
    model = CostCurveModel({"sampled": (examples.positive[kept], examples.score[kept])})
    model.conditions = Conditions(prior=0.37)
    assert regret_of_probabilities(model.about("sampled")) > 0.05
    stated = model.about("sampled", score_prior=examples.positive.mean())
    assert regret_of_probabilities(stated) < 0.002
    assert "at 37.4 % positives" in stated.words[5]
    with pytest.raises(CostCurveError, match=r"score_prior: must be between 0 and 1\. Got 37"):
        model.about("sampled", score_prior=37)
    quarter: Any = Fraction(1, 4)
    assert model.about("sampled", score_prior=quarter).by_probability is not None


def test_number_of_thresholds_of_binned_scores_is_a_lower_bound():
    counts = core.count(core.predictions(Y, SCORES["good"]))
    model = CostCurveModel({"all": counts, "binned": replace(counts, complete=False)})
    assert model.about("all").words[2].startswith("There 2 thresholds cost")
    assert model.about("binned").words[2].startswith("There at least 2 thresholds cost")


def test_prevalence_is_that_of_the_classifiers_own_test_set(model):
    rare = np.repeat([0, 1], [93, 7])
    model.add("other", (rare, SCORES["good"][:100]))
    single = CostCurveModel({"other": (rare, SCORES["good"][:100])}, conditions=model.conditions)
    summary, expected = model.about("other"), single.about("other")
    assert summary.prevalence == summary.accuracy.prior[0] == 0.07
    assert summary.h_measure == expected.h_measure
    assert summary.words[3:6] == expected.words[3:6]


def test_accuracy_of_points_refers_to_no_dataset(model):
    model.add("rule", (0.1, 0.8))
    summary = model.about("rule")
    assert summary.prevalence is None
    assert summary.words[3].startswith("With 50 % positives, it is right in 85 %")


def test_all_thresholds_are_counted_not_only_stored_ones():
    rng = np.random.default_rng(4)
    label = rng.random(60_000) < 0.4
    score = rng.normal(size=label.size) + label
    model = CostCurveModel({"many": (label, score), "folds": [(label, score), (label, -score)]})
    assert model.curves.classifiers[0].curve.fpr.size < 20_000
    ordered = label[np.argsort(-score)]
    fnr = 1 - np.append(0, np.cumsum(ordered)) / label.sum()
    fpr = np.append(0, np.cumsum(~ordered)) / (~label).sum()
    cost = (fnr + fpr) / 2
    near = np.flatnonzero(cost <= cost.min() + 0.01)
    summary = model.about("many")
    assert summary.n_near_optimal == near.size > 10_000
    lowest, highest = -np.sort(-score)[near[[-1, 0]] - 1]
    assert summary.near_optimal_low == pytest.approx(lowest, abs=1e-4)
    assert summary.near_optimal_high == pytest.approx(highest, abs=1e-4)
    assert f"There {near.size:,} thresholds cost at most" in summary.words[2]
    assert summary.by_youden == pytest.approx(0, abs=1e-12)  # equal to the cost at pc 0.5
    folds = model.about("folds")
    assert folds.near_optimal_low is None
    assert folds.n_near_optimal > 0
    model.average = "pooled"
    assert model.about("folds").near_optimal_low is not None


def test_accuracy_of_threshold_and_of_majority_class(model):
    summary = model.about("good")
    predicted = SCORES["good"] >= summary.best.threshold
    assert summary.accuracy.accuracy[0] == pytest.approx((predicted == Y).mean())
    assert summary.accuracy.majority[0] == pytest.approx(70 / 120)


def test_useful_range_is_where_the_cost_line_is_below_both_baselines(model):
    summary = model.about("good")
    line = (1 - summary.best.tpr) * PC + summary.best.fpr * (1 - PC)
    below = PC[line < np.minimum(PC, 1 - PC) - 1e-12]
    assert (summary.useful_range.pc_low, summary.useful_range.pc_high) == pytest.approx(
        (below[0], below[-1]), abs=1e-4
    )


def test_dominance_and_crossings_are_those_of_the_hulls(model):
    summary = model.about("good")
    dominates = bool((least("good") <= least("poor") + 1e-12).all())
    assert (summary.dominates == ("poor",)) is dominates
    assert model.about("poor").dominated_by == (("good",) if dominates else ())
    crossing = CostCurveModel({"a": (0.1, 0.6), "b": (0.4, 0.9)})
    ((name, fpr),) = crossing.about("a").crossings
    tpr = 0.6 + (fpr - 0.1) * 0.4 / 0.9
    assert name == "b"
    assert tpr == pytest.approx(0.9 * fpr / 0.4)
    joint = core.cost_at(crossing.curves.envelope, PC)
    assert ((1 - tpr) * PC + fpr * (1 - PC) > joint + 1e-4)[1:-1].all()


def test_points_and_useless_classifiers_have_a_summary():
    model = CostCurveModel({"rule": (0.3, 0.7), "none": (0.6, 0.4)})
    words = " ".join(model.about("rule").words)
    assert "from score" not in words
    assert "none" in words
    model.pc = 0.01
    assert "it is best to call" in " ".join(model.about("none").words)


@pytest.mark.parametrize(
    ("about", "words"),
    [(("who",), "who"), (("good", "flat"), "density"), (("good", None, -1), "negative|tolerance")],
)
def test_invalid_arguments_raise(model, about, words):
    name, *rest = about
    with pytest.raises(CostCurveError, match=words):
        model.about(name, *rest[:1], **({"tolerance": rest[1]} if len(rest) > 1 else {}))
