"""Choices of resamples, compared with a bootstrap by hand."""

import numpy as np
import pytest

from cc_widgets.core import cell_counts, folds, predictions
from cc_widgets.core.results import BoolArray, FloatArray
from cc_widgets.core.uncertainty import finished, joint_resampling, line_counts, resampling
from cc_widgets.core.uncertainty.buckets import candidates
from cc_widgets.core.uncertainty.percentiles import line_replicates
from cc_widgets.core.uncertainty.stability import Choices, ChosenThresholds, ThresholdRange, choices
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.bootstrap import resampled_at

PC = 0.37
N = 200


def scored(seed: int, separation: float) -> tuple[BoolArray, FloatArray]:
    draw = np.random.default_rng(seed)
    label = np.arange(N) % 4 == 0
    return label, draw.normal(size=N) + separation * label


def of_first(choices_at_pc: Choices) -> ChosenThresholds:
    assert choices_at_pc.thresholds[0] is not None
    return choices_at_pc.thresholds[0]


def inside(thresholds: ChosenThresholds, level: float = 0.9) -> ThresholdRange:
    threshold_range = thresholds.within(level)
    assert threshold_range is not None
    return threshold_range


def costs_by_hand(label, score, cuts, pc):
    called = score >= cuts[:, np.newaxis]
    fpr, fnr = called[:, ~label].mean(axis=1), (~called[:, label]).mean(axis=1)
    return fpr * (1 - pc) + fnr * pc


def cuts_by_hand(label, score):
    """Each score of a positive that is followed by a negative: the corners of the staircase."""
    order = np.argsort(-score)
    kind = label[order]
    return score[order][kind & np.append(~kind[1:], True)]


def bootstrap_by_hand(label, scores, pc, rows=1500):
    """Return shares of the cheapest classifier, and the thresholds chosen for the first one."""
    draw = np.random.default_rng(11)
    cuts = [cuts_by_hand(label, score) for score in scores]
    best = [
        cut[np.argmin(costs_by_hand(label, score, cut, pc))]
        for cut, score in zip(cuts, scores, strict=True)
    ]
    classes = [np.flatnonzero(label == kind) for kind in (False, True)]
    wins, chosen = np.zeros(len(scores) + 1), []
    for _ in range(rows):
        drawn = np.concatenate([draw.choice(members, members.size) for members in classes])
        least = [min(pc, 1 - pc)]
        for i, (score, cut) in enumerate(zip(scores, cuts, strict=True)):
            cost = costs_by_hand(label[drawn], score[drawn], cut, pc)
            least.insert(i, cost.min())
            if i == 0 and cost.min() < min(pc, 1 - pc) - 1e-12:
                equal = cut[cost <= cost.min() + 1e-12]
                chosen.append(equal[np.argmin(np.abs(equal - best[0]))])
        cheapest = np.array(least) <= min(least) + 1e-12
        cheapest = np.append(np.zeros(len(scores)), 1) if cheapest[-1] else cheapest
        wins += cheapest / cheapest.sum()
    return wins / rows, np.array(chosen), rows - len(chosen)


@pytest.mark.parametrize(("separation", "pc"), [(1.0, PC), (0.5, 0.2)])
def test_shares_and_thresholds_equal_a_direct_bootstrap(separation, pc):
    label, first = scored(0, separation)
    second = scored(1, 0.9 * separation)[1]
    pair = [predictions(label, score) for score in (first, second)]
    choices_at_pc = choices(finished(joint_resampling(pair, n_resamples=1999, rng=0)).each, pc)
    wins, chosen, rules = bootstrap_by_hand(label, [first, second], pc)
    np.testing.assert_allclose([*choices_at_pc.share, choices_at_pc.rules], wins, atol=0.04)
    thresholds = of_first(choices_at_pc)
    assert abs(thresholds.n_rules - rules * 1999 / 1500) < 0.04 * 1999
    ours = np.repeat(thresholds.threshold, thresholds.count)
    at = np.unique(np.concatenate([ours, chosen]))
    both = [
        np.searchsorted(np.sort(score), at, side="right") / score.size for score in (ours, chosen)
    ]
    assert np.abs(both[0] - both[1]).max() < 0.07
    low, high = np.quantile(chosen, [0.05, 0.95])
    threshold_range = inside(thresholds)
    assert threshold_range.share >= 0.9
    assert [threshold_range.low, threshold_range.high] == pytest.approx([low, high], abs=0.2)


def test_choices_do_not_depend_on_the_grid():
    label, score = scored(3, 1.5)
    source = predictions(label, score)
    coarse = finished(resampling(source, n_resamples=300, rng=4))
    pc = 0.0123456
    exact = finished(resampling(source, n_resamples=300, rng=4, pc=[pc]))
    on_coarse_grid, on_exact_grid = (choices([resamples], pc) for resamples in (coarse, exact))
    np.testing.assert_array_equal(of_first(on_coarse_grid).count, of_first(on_exact_grid).count)
    assert on_coarse_grid.rules == np.mean(exact.cost[:, 0] >= pc - 1e-12)
    assert on_coarse_grid.share[0] + on_coarse_grid.rules == pytest.approx(1.0)


def test_thinned_thresholds_are_ranges_between_neighbours():
    draw = np.random.default_rng(5)
    label = np.arange(40_000) % 2 == 0
    source = predictions(label, draw.normal(size=label.size) + label)
    subset, every = (candidates(source, few=count) for count in (60, None))
    rough, exact = (
        of_first(choices([finished(resampling(candidate_set, n_resamples=200, rng=0))], 0.5))
        for candidate_set in (subset, every)
    )
    assert np.all(exact.low == exact.high)
    assert np.any(rough.low < rough.high)
    wide, true = inside(rough), inside(exact)
    assert wide.low <= true.low + 0.02
    assert wide.high >= true.high - 0.02


def test_a_perfect_classifier_has_one_threshold_and_ties_go_to_the_recommended_one():
    source = predictions([0] * 10 + [1] * 10, np.arange(20.0))
    choices_at_pc = choices([finished(resampling(source, n_resamples=200, rng=0))], 0.5)
    assert of_first(choices_at_pc).threshold == [10.0]
    assert choices_at_pc.share == [1.0]
    assert inside(of_first(choices_at_pc), 0.99).share == 1.0


def test_equal_classifiers_share_and_an_uninformative_one_never_wins():
    label, score = scored(0, 1.0)
    same = [predictions(label, score), predictions(label, 3 * score)]
    choices_at_pc = choices(finished(joint_resampling(same, n_resamples=100, rng=0)).each, PC)
    assert choices_at_pc.share[0] == choices_at_pc.share[1]
    nothing = predictions([0, 1, 0, 1], [1, 1, 1, 1])
    choices_at_pc = choices([finished(resampling(nothing, n_resamples=100, rng=0))], 0.5)
    assert (choices_at_pc.rules, choices_at_pc.share[0]) == (1.0, 0.0)
    assert of_first(choices_at_pc).within() is None


def test_folds_and_matrices_have_shares_but_no_thresholds_of_their_own():
    label, score = scored(0, 1.0)
    parts = [(label[i::3], score[i::3]) for i in range(3)]
    folded = folds([predictions(*part) for part in parts])
    drawn = resampled_at({"f": folded}, BootstrapSettings(n_resamples=300, rng=0)).each["f"]
    line = line_counts(cell_counts(tp=40, fn=10, fp=30, tn=120))
    replicates = line_replicates(line, n_resamples=300, rng=0)
    choices_at_pc = choices([drawn, replicates], PC)
    assert choices_at_pc.thresholds == (None, None)
    assert float(choices_at_pc.share.sum() + choices_at_pc.rules) == pytest.approx(1.0)
    assert drawn.pc[185] == PC
    cheaper = drawn.cost[:, 185] < replicates.fpr * (1 - PC) + replicates.fnr * PC - 1e-9
    assert choices_at_pc.share[0] == pytest.approx(np.mean(cheaper))


def test_most_extreme_choices_are_excluded_at_both_ends():
    at = np.arange(10.0)
    thresholds = ChosenThresholds(at, np.full(10, 10), at, at, n_resamples=120, n_rules=20)
    threshold_range = inside(thresholds, 0.8)
    assert (threshold_range.low, threshold_range.high, threshold_range.share) == (1.0, 8.0, 0.8)


def test_missing_classifiers_raise():
    with pytest.raises(CostCurveError, match="at least one classifier"):
        choices([], 0.5)
