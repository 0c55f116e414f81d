"""The seven questions of Holte and Drummond: one call each, against numbers found otherwise."""

from dataclasses import replace
from math import hypot, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import Conditions, RocCurve, cell_counts, point_set, predictions
from cc_widgets.core.thresholds import least_regret
from cc_widgets.core.uncertainty.bands import normal_quantile
from cc_widgets.core.uncertainty.intervals import adjusted_wilson_limits
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.state import CostCurveModel
from tests.support.curves import decimals

C45 = cell_counts(tp=16, fn=4, fp=4, tn=6)  # fpr 0.4, fnr 0.2
EARLY, LATE = (0.04, 0.4), (0.3, 0.8)


def points(**named):
    return CostCurveModel({name: point_set(fpr=x, tpr=y) for name, (x, y) in named.items()})


def scored(positives, negatives):
    """Two classifiers that say yes or no, from (only first, only second, both, neither) wrong."""
    label = np.repeat([1, 0], 100)
    wrong = [
        np.concatenate([np.repeat(flags, cells) for cells in (positives, negatives)])
        for flags in ([1, 0, 1, 0], [0, 1, 1, 0])
    ]
    return {
        name: predictions(label, np.where(error, 1 - label, label))
        for name, error in zip(("first", "second"), wrong, strict=True)
    }


# 1: what is the expected cost at an operating point?


def test_1_cost_at_an_operating_point():
    model = CostCurveModel({"C4.5": C45}, conditions=Conditions(currency="EUR", n_cases=1000))
    assert model.cost("C4.5", 0.5).per_case is None
    model.conditions = Conditions(0.25, cost_fp=10, cost_fn=30, currency="EUR", n_cases=1000)
    answer = model.cost("C4.5")
    assert (answer.pc, answer.fpr, answer.tpr) == pytest.approx((0.5, 0.4, 0.8))
    assert answer.normalised == pytest.approx(0.3)
    assert answer.per_case is not None
    assert answer.total is not None
    assert answer.per_case.exact
    assert answer.per_case.low == pytest.approx(0.25 * 0.2 * 30 + 0.75 * 0.4 * 10)
    assert answer.total.low == pytest.approx(4500)


@given(st.lists(st.tuples(decimals(), decimals()), min_size=1, max_size=4), decimals())
def test_1_best_choice_has_the_lowest_cost_of_all(rates, pc):
    model = CostCurveModel(
        {f"c{i}": point_set(fpr=x, tpr=y) for i, (x, y) in enumerate(rates)}, pc=pc
    )
    costs = [x * (1 - pc) + (1 - y) * pc for x, y in [*rates, (0, 0), (1, 1)]]
    assert model.cost().normalised == pytest.approx(min(costs), abs=1e-12)
    assert model.recommend().ranking[0].cost == pytest.approx(min(costs), abs=1e-12)


# 2: where is it better than the baselines?


def test_2_operating_range():
    model = points(both=([0.04, 0.3], [0.4, 0.8]), poor=(0.5, 0.4), one=(0.4, 0.8))
    both, single = model.operating_range("both"), model.operating_range("one")
    assert (both.pc_low, both.pc_high) == pytest.approx((1 / 11, 7 / 9))
    assert (single.pc_low, single.pc_high) == pytest.approx((1 / 3, 3 / 4))
    assert model.operating_range("poor") is None
    model.hide("both")
    assert model.operating_range().pc_low == pytest.approx(1 / 3)


# 3 and 4: where is a classifier cheaper than another, and by how much?


def test_3_ranges_where_each_is_cheaper():
    comparison = points(early=EARLY, late=LATE).compare("early", "late")
    assert comparison.first_cheaper == (pytest.approx((1 / 11, 13 / 33)),)
    assert comparison.second_cheaper == (pytest.approx((13 / 33, 7 / 9)),)
    assert comparison.equal == (pytest.approx((0, 1 / 11)), pytest.approx((7 / 9, 1)))
    assert comparison.crossovers == (pytest.approx(13 / 33),)
    assert comparison.significance is None


def test_4_largest_differences():
    model = points(two=([0.175, 0.425], [0.575, 0.825]), one=(0.3, 0.7))
    model.pc = 0.3
    comparison = model.compare("two", "one")
    assert comparison.difference == pytest.approx(0.25 - 0.3)
    assert comparison.first_max_advantage == (pytest.approx(0.05), pytest.approx(0.3))
    assert comparison.second_max_advantage[0] == pytest.approx(0, abs=1e-12)
    assert model.compare("one", "two").second_max_advantage[0] == pytest.approx(0.05)


# 5: what is the average of several evaluations?


def test_5_average_of_several_evaluations():
    model = points(early=EARLY, late=LATE)
    model.merge_folds("both")
    vertices = [0, 1 / 11, 3 / 11, 8 / 13, 7 / 9, 1]
    costs = [0, 1 / 11, 64 / 275, 81 / 260, 2 / 9, 0]
    (both,) = model.curves.classifiers
    assert both.envelope.pc == pytest.approx(vertices)
    assert both.envelope.cost == pytest.approx(costs)
    middle = both.spread.pc.size // 2
    assert both.spread.mean[middle] == pytest.approx((0.32 + 0.25) / 2)
    assert both.spread.deviation[middle] == pytest.approx(0.07 / sqrt(2))


def test_5_merge_of_visible_or_named_classifiers():
    model = points(early=EARLY, late=LATE, other=EARLY)
    model.hide("other")
    model.merge_folds("both")
    assert list(model.classifiers) == ["both", "other"]
    assert model.hidden == ("other",)
    with pytest.raises(CostCurveError, match="a classifier with this name already exists"):
        model.merge_folds("other", "both")
    with pytest.raises(CostCurveError, match="merge_folds: must be the name of a classifier"):
        model.merge_folds("all", "both", "later")
    with pytest.raises(CostCurveError, match="both: must be predictions"):
        model.merge_folds("all", "both", "other")
    assert list(model.classifiers) == ["both", "other"]


# 6: what is the confidence interval of a cost?


def test_6_interval_in_closed_form_and_from_the_band():
    model = CostCurveModel({"C4.5": C45})
    interval = model.confidence_interval("C4.5", 0.5)
    (fp_low, fp_high), (fn_low, fn_high) = (
        adjusted_wilson_limits(4, n, normal_quantile(0.9)) for n in (10, 20)
    )
    lower, upper = interval
    assert lower == pytest.approx(0.3 - hypot(0.5 * (0.4 - fp_low), 0.5 * (0.2 - fn_low)))
    assert upper == pytest.approx(0.3 + hypot(0.5 * (fp_high - 0.4), 0.5 * (fn_high - 0.2)))
    assert interval.method == "Wilson-MOVER"
    assert 0.3 < interval.expected < 0.302  # chosen instead of a baseline
    band = model.bootstrap().each["C4.5"]
    assert model.confidence_interval("C4.5", 0.5).method == "Wilson-MOVER"
    assert model.confidence_interval("C4.5", 0.5).lower == pytest.approx(band.lower[250])


def test_6_baselines_have_exact_intervals_and_points_have_none():
    model = points(early=EARLY)
    assert tuple(model.confidence_interval("early", 0.01)) == pytest.approx((0.01, 0.01))
    assert tuple(model.confidence_interval(pc=0.99)) == pytest.approx((0.01, 0.01))
    with pytest.raises(CostCurveError, match=r"interval: .* Got 'early': bare points: how many"):
        model.confidence_interval("early", 0.5)


# 7: is a difference significant?


@pytest.mark.parametrize(
    ("positives", "negatives", "significant"),
    [((1, 6, 19, 74), (1, 6, 24, 69), True), ((14, 19, 6, 61), (16, 21, 9, 54), False)],
)
def test_7_significance_depends_on_how_errors_coincide(positives, negatives, significant):
    sources = scored(positives, negatives)
    model = CostCurveModel(sources, resampling=BootstrapSettings(rng=0, significance="pointwise"))
    significance = model.compare("first", "second").significance
    assert significance is not None
    ranges = significance.ranges
    inside = bool(np.any((ranges.pc_low <= 0.5) & (ranges.pc_high >= 0.5)))
    assert inside is significant
    assert inside == (brute_force_upper(sources) < 0)


def brute_force_upper(sources):
    """Upper 95 % point of the difference at pc 0.5, examples drawn one by one."""
    rng = np.random.default_rng(1)
    label = sources["first"].positive
    first, second = (sources[name].score != label for name in ("first", "second"))
    gap = first.astype(float) - second
    drawn = [rng.choice(gap[members], (2000, 100)).mean(axis=1) for members in (label, ~label)]
    return np.quantile(sum(drawn) / 2, 0.95)


def test_7_matrices_cannot_be_tested():
    model = CostCurveModel({"a": C45, "b": cell_counts(tp=15, fn=5, fp=3, tn=7)})
    comparison = model.compare("a", "b")
    assert comparison.significance is None
    assert "a is a confusion matrix" in comparison.why_not_tested
    bands = model.bootstrap()
    assert model._difference is None
    assert set(bands.each) == {"a", "b"}


def test_7_a_finished_band_answers_without_new_resamples():
    model = CostCurveModel(scored((1, 6, 19, 74), (1, 6, 24, 69)))
    model.bootstrap(n_resamples=400, rng=5)
    for first, second in (("first", "second"), ("second", "first")):
        significance = model.compare(first, second).significance
        assert significance is not None
        assert significance.cheaper == (first,)


def test_best_choices_over_a_range():
    model = points(early=EARLY, late=LATE)
    several = model.recommend((0.2, 0.6)).over_range
    assert [choice.name for choice in several.choices] == ["early", "late"]
    assert several.choices[0].pc_high == pytest.approx(13 / 33)
    assert not several.insensitive
    answer = model.recommend((0.42, 0.6)).over_range
    assert answer.insensitive
    assert answer.words == "Use late. No other choice is cheaper anywhere from PC(+) 0.42 to 0.6."
    model.conditions = Conditions(prior=(0.5, 0.6))
    assert model.recommend().over_range.choices[0].pc_high == pytest.approx(0.6)


def test_single_choice_for_a_range_has_its_regret():
    model = points(early=(0.1, 0.6), hidden=(0.0, 1.0), late=(0.4, 0.9), middle=(0.25, 0.74))
    model.hide("hidden")
    best = model.recommend((0.1, 0.9)).over_range
    assert (best.single.name, best.single.threshold, best.single.is_baseline) == (
        "middle",
        None,
        False,
    )
    assert (best.single.fpr, best.single.tpr) == (0.25, 0.74)
    assert (best.single.pc_low, best.single.pc_high) == (0.1, 0.9)
    assert best.single.regret == pytest.approx(0.26 * 0.9 + 0.25 * 0.1 - 0.1)
    assert [choice.is_baseline for choice in best.choices] == [True, False, False, True]
    assert best.words == (
        "Use middle. Anywhere from PC(+) 0.1 to 0.9 that costs at most 0.159 more than the best, "
        "at PC(+) 0.9. Below PC(+) 0.253 calling all negatives is cheaper. Above PC(+) 0.743 "
        "calling all positives is cheaper. No regret at all would take 4 choices, from calling all "
        "negatives to calling all positives."
    )
    model.conditions = Conditions(prior=(0.1, 0.9))
    single = model.recommend().over_range.single
    assert (best.single.measure, single.measure) == ("cost", "money")
    without_money = {"per_case": None, "total": None, "regret_total": None, "measure": "cost"}
    assert replace(single, **without_money) == best.single


def test_single_choice_has_its_cost_and_regret_in_money():
    model = points(early=EARLY, late=LATE)
    assert model.recommend((0.2, 0.6)).over_range.single.total is None
    prior, cost_fn = (0.2, 0.4), (5.0, 10.0)
    model.conditions = Conditions(
        prior, cost_fp=4, cost_fn=cost_fn, cost_tn=-1, currency="EUR", n_cases=1000
    )
    single = model.recommend().over_range.single
    rates = [(0.0, 0.0), (1.0, 1.0), EARLY, LATE]

    def money(fpr, tpr, p, miss):
        return p * (1 - tpr) * miss + (1 - p) * (4 * fpr - (1 - fpr))

    corners = [(p, miss) for p in prior for miss in cost_fn]
    costs = [money(single.fpr, single.tpr, *corner) for corner in corners]
    regrets = [
        cost - min(money(*point, *corner) for point in rates)
        for cost, corner in zip(costs, corners, strict=True)
    ]
    assert single.per_case.ends == pytest.approx((min(costs), max(costs)))
    assert single.total.ends == pytest.approx((1000 * min(costs), 1000 * max(costs)))
    assert single.regret_total == pytest.approx(1000 * max(regrets))
    assert single.regret_total > 0.0
    assert (single.per_case_expected, single.total_expected) == (None, None), "unknown sample size"


def test_single_choice_has_no_money_for_a_range_without_conditions():
    model = points(early=EARLY, late=LATE)
    model.conditions = Conditions(prior=(0.2, 0.4), cost_fn=5)
    single = model.recommend((0.1, 0.2)).over_range.single
    assert (single.per_case, single.total, single.regret_total) == (None, None, None)


def test_single_choice_has_a_short_threshold():
    model = CostCurveModel({"a": ([0, 1, 0, 1, 0, 1], [0.12345, 0.2, 0.3, 0.44444, 0.5, 0.9])})
    choice = model.recommend((0.2, 0.7)).over_range.single
    decided = np.array([0.12345, 0.2, 0.3, 0.44444, 0.5, 0.9]) >= choice.threshold
    assert (decided[1::2].mean(), decided[::2].mean()) == pytest.approx((choice.tpr, choice.fpr))
    assert (
        f"Use a, from score {choice.threshold:g} on. Anywhere"
        in model.recommend((0.2, 0.7)).over_range.words
    )


def test_single_choice_considers_all_thresholds_and_not_only_drawn_ones():
    half = np.arange(4000.0)
    score = np.concatenate([half, half + 1500.5])  # an ROC curve of two straight pieces
    model = CostCurveModel({"a": (np.repeat([0, 1], 4000), score)})
    item = model.curves.classifiers[0]
    assert item.shown.index.size < item.curve.fpr.size
    choice = model.recommend((0.2, 0.7)).over_range.single
    exact = least_regret([item.curve], pc=(0.2, 0.7))
    assert (choice.fpr, choice.tpr) == (exact.fpr, exact.tpr)
    assert choice.regret == pytest.approx(exact.regret, abs=1e-12)
    some = item.shown.index
    drawn = RocCurve(item.curve.fpr[some], item.curve.tpr[some])
    assert choice.regret < least_regret([drawn], pc=(0.2, 0.7)).regret


def test_single_optimal_choice_is_recommended_for_the_range():
    best = points(early=EARLY, late=LATE).recommend((0.42, 0.6)).over_range
    assert (best.single.name, best.single.regret) == (best.choices[0].name, 0.0)
    at = points(early=EARLY).recommend(0.05).over_range
    assert at.single.is_baseline
    assert at.single.words == at.choices[0].words


@pytest.mark.parametrize("ask", ["cost", "operating_range", "confidence_interval"])
def test_the_error_for_an_unknown_name_lists_the_names(ask):
    model = points(early=EARLY)
    with pytest.raises(CostCurveError, match=r"Got 'eearly'\. Classifiers are: 'early'\."):
        getattr(model, ask)("eearly")


def test_range_that_starts_at_a_vertex_excludes_the_previous_choice():
    model = points(rule=(0.25, 0.75))
    assert [choice.name for choice in model.recommend((0.25, 0.75)).over_range.choices] == ["rule"]


def test_6_an_interval_of_new_data_is_not_read_from_an_old_band():
    model = CostCurveModel({"a": C45})
    model.bootstrap()
    model.classifiers = {"a": cell_counts(tp=160, fn=40, fp=40, tn=60)}
    assert model._has_stale_bands
    interval = model.confidence_interval("a", 0.5)
    assert interval.upper - interval.lower < 0.1


@pytest.mark.parametrize("pc", [-0.1, 1.1, (-0.1, 0.5), (0.5, 1.1)])
def test_1_best_choice_requires_pc_in_the_unit_interval(pc):  # F8
    with pytest.raises(CostCurveError, match="pc: must lie in"):
        points(a=EARLY).recommend(pc)
