from fractions import Fraction
from itertools import combinations
from statistics import NormalDist
from typing import get_args

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.results import LEVEL
from cc_widgets.core.uncertainty import (
    difference_band,
    finished,
    joint_resampling,
    paired_counts,
    recommended_difference_band,
    resampling,
    significance,
)
from cc_widgets.core.uncertainty.bands import (
    normal_quantile,
    order_ranks,
    read_level,
    simultaneous_critical,
)
from cc_widgets.core.uncertainty.differences import (
    DifferenceLimits,
    Differences,
    envelope_difference_band,
    pairwise_differences,
    pairwise_envelope_differences,
    rival_critical_value,
)
from cc_widgets.core.uncertainty.envelopes import (
    choice_optimism,
    chosen_by_part,
    chosen_thresholds,
    fixed_costs,
    observed_cost,
    supremum_critical,
)
from cc_widgets.core.uncertainty.intervals import adjusted_wilson_limits
from cc_widgets.core.uncertainty.paired import difference_replicates
from cc_widgets.core.uncertainty.percentiles import percentile_band
from cc_widgets.errors import CostCurveError

NUMBERS = np.random.default_rng(0)
TRUE = np.repeat([0, 1], 80)
SCORES = {name: TRUE + NUMBERS.normal(0, 1, TRUE.size) for name in ("ant", "bee", "cat", "dog")}
LABELS = {name: (score > 0.5).astype(int) for name, score in SCORES.items()}


def test_every_pair_has_names_and_a_band():
    differences = pairwise_differences(LABELS, y_true=TRUE, family_wise=False)
    names = [(pair.first, pair.second) for pair in differences.pairs]
    assert names == [
        *(("ant", "bee"), ("ant", "cat"), ("ant", "dog")),
        *(("bee", "cat"), ("bee", "dog"), ("cat", "dog")),
    ]
    pair = differences.pairs[1]
    assert pair.pairs == paired_counts(LABELS["ant"], LABELS["cat"], y_true=TRUE)
    assert np.array_equal(pair.band.lower, difference_band(pair.pairs).lower)
    assert differences.covers == "Each of the 6 bands holds at 90 % if taken alone."


def test_the_family_divides_the_error_among_its_pairs():
    family_wise = pairwise_differences(LABELS, y_true=TRUE)
    separate = pairwise_differences(LABELS, y_true=TRUE, family_wise=False)
    for wide, narrow in zip(family_wise.pairs, separate.pairs, strict=True):
        assert wide.band.level == pytest.approx(1 - 0.1 / 6)
        assert np.all(wide.band.lower <= narrow.band.lower)
        assert np.all(wide.band.upper >= narrow.band.upper)
    assert family_wise.level == 0.9
    assert family_wise.covers.startswith(
        "All 6 bands together hold at 90 %: each is one of 98.33 %"
    )


def test_shares_of_the_error_are_exact_fractions():
    share = 1 - (1 - read_level(0.9)) / 6
    assert share == Fraction(59, 60)
    assert read_level(share) == share
    # 6000 / 120 is 50, which the float next to 59 / 60 would miss.
    assert order_ranks(share, 6000, "margineantu-dietterich") == (51, 5950)
    pairs = paired_counts(LABELS["ant"], LABELS["bee"], y_true=TRUE)
    drawn = difference_replicates(pairs, n_resamples=6000, rng=0)
    assert percentile_band(drawn, pc=[0], level=share).lower[0] == np.sort(drawn.fpr)[50]


def test_scores_are_compared_at_the_threshold_of_each():
    sources = {name: predictions(TRUE, score) for name, score in SCORES.items()}
    at = {"ant": 0.3, "bee": 0.5, "cat": 0.7, "dog": 0.5}
    differences = pairwise_differences(sources, thresholds=at, pc=[0.5])
    expected = paired_counts(sources["bee"], sources["cat"], thresholds=(0.5, 0.7))
    assert differences.pairs[3].pairs == expected
    with pytest.raises(CostCurveError, match=r"thresholds: must have a threshold.*none for 'cat'"):
        pairwise_differences(sources, thresholds={"ant": 0.3, "bee": 0.2})


def test_two_classifiers_are_a_family_of_one():
    two = {name: LABELS[name] for name in ("ant", "bee")}
    assert pairwise_differences(two, y_true=TRUE).pairs[0].band.level == 0.9


def test_fewer_than_two_classifiers_raise():
    with pytest.raises(CostCurveError, match="must be two or more different names"):
        pairwise_differences({"ant": LABELS["ant"]}, y_true=TRUE)


def test_errors_name_the_pair():
    wrong = {**LABELS, "bee": LABELS["bee"][:5]}
    with pytest.raises(
        CostCurveError, match="classifiers 'ant' and 'bee': second: must have one predicted"
    ):
        pairwise_differences(wrong, y_true=TRUE)
    with pytest.raises(CostCurveError, match="names of classifiers must be non-blank strings"):
        pairwise_differences({"": LABELS["ant"], "bee": LABELS["bee"]}, y_true=TRUE)


def test_envelopes_are_paired_by_name_and_share_the_error():
    draw = np.random.default_rng(3)
    label = draw.random(60) < 0.5
    scored = [predictions(label, draw.normal(size=60) + shift * label) for shift in (0.5, 1, 2)]
    drawn = finished(joint_resampling(scored, n_resamples=199, rng=0, pc=[0.3, 0.5]))
    differences = pairwise_envelope_differences(
        drawn, ["a", "b", "c"], level=0.7, differences="best"
    )
    assert [(pair.first, pair.second) for pair in differences.pairs] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    ]
    last = envelope_difference_band(drawn, 1, 2, level=Fraction(9, 10))
    assert np.array_equal(differences.pairs[2].band.lower, last.lower)
    separate = pairwise_envelope_differences(
        drawn, list("abc"), level=0.7, family_wise=False, differences="best"
    )
    assert np.all(separate.pairs[1].band.lower >= differences.pairs[1].band.lower)


def test_envelopes_need_distinct_names():
    checked = predictions([0, 1, 0, 1], [1, 2, 3, 4])
    drawn = finished(joint_resampling([checked] * 2, n_resamples=50, rng=0, pc=[0.5]))
    with pytest.raises(CostCurveError, match="must be two or more different names"):
        pairwise_envelope_differences(drawn, ["a", "a"])
    with pytest.raises(CostCurveError, match="must have one name for each classifier"):
        pairwise_envelope_differences(drawn, ["a", "b", "c"])


# ---- Bands of differences of envelopes where plain percentiles under-cover
N = 100
GRID = np.linspace(0, 1, 21)


@pytest.fixture(scope="module")
def pair():
    """Scores of a classifier, and the same scores cut into binary labels."""
    rng = np.random.default_rng(0)
    label = np.repeat([False, True], N)
    score = rng.normal(size=2 * N) + label
    checked = [predictions(label, each) for each in ((score > 0.5).astype(float), score)]
    return finished(joint_resampling(checked, n_resamples=999, rng=0, pc=GRID))


def percentiles(drawn):
    ranks = np.array(order_ranks(0.9, drawn.n_done)) - 1
    return np.sort(drawn.each[0].cost - drawn.each[1].cost, axis=0)[ranks]


@pytest.mark.parametrize("simultaneous", [False, True])
def test_both_costs_are_0_where_only_one_class_matters(pair, simultaneous):
    band = envelope_difference_band(pair, simultaneous=simultaneous)
    np.testing.assert_allclose(band.lower[[0, -1]], 0, atol=1e-15)
    np.testing.assert_allclose(band.upper[[0, -1]], 0, atol=1e-15)


def test_limits_widen_only_on_the_side_without_a_choice(pair):
    lower, upper = percentiles(pair)
    band = envelope_difference_band(pair)
    np.testing.assert_allclose(band.upper, upper, atol=1e-12)
    assert np.all(band.lower <= lower + 1e-12)
    assert band.lower[10] < lower[10] - 0.005


def test_swapping_the_classifiers_negates_the_band(pair):
    band, other = envelope_difference_band(pair), envelope_difference_band(pair, 1, 0)
    np.testing.assert_allclose(band.lower, -other.upper, atol=1e-12)


def test_a_classifier_does_not_differ_from_itself(pair):
    band = envelope_difference_band(pair, 1, 1)
    assert not band.lower.any()
    assert not band.upper.any()


# ---- Two recommended thresholds: paired limits of the difference in cost on new data


def newcombe(correlation, rates, sizes, z):
    """Return distances to the limits of a difference of paired rates (Newcombe)."""
    (p, q), (n, m) = rates, sizes
    (low, high), (second_low, second_high) = (
        (float(low), float(high))
        for low, high in (adjusted_wilson_limits(round(r * k), k, z) for r, k in ((p, n), (q, m)))
    )
    below, above = (
        np.sqrt(own**2 - 2 * correlation * own * other + other**2)
        for own, other in ((p - low, second_high - q), (high - p, q - second_low))
    )
    return below, above


def test_limits_of_two_recommended_thresholds_equal_those_of_paired_rates():
    # Binary labels have one threshold each between the baselines; at pc 0.5 both use it.
    counts = np.array([[30, 9, 4, 57], [60, 12, 5, 23]])  # by class: both, first, second, neither
    first, second = (
        np.concatenate([np.repeat(pattern, row) for row in counts])
        for pattern in ([1, 1, 0, 0], [1, 0, 1, 0])
    )
    label = np.repeat([False, True], counts.sum(axis=1))
    scored = [predictions(label, each) for each in (first, second)]
    drawn = finished(joint_resampling(scored, n_resamples=20_000, rng=0, pc=[0.5]))
    band = recommended_difference_band(drawn)
    sides, z = [], normal_quantile(0.9)
    for (both, first_only, second_only, neither), accepted in zip(
        counts, (True, False), strict=True
    ):
        n = both + first_only + second_only + neither
        rates = [(both + first_only) / n, (both + second_only) / n]
        moves = (both * neither - first_only * second_only) / n**2 - 0.5 / n
        spread = np.prod([r * (1 - r) for r in rates]) ** 0.5
        errors = rates if accepted else [1 - r for r in rates]
        sides.append(newcombe(moves / spread, errors, (n, n), z))
    below, above = (np.hypot(*(0.5 * side for side in pair)) for pair in zip(*sides, strict=True))
    hidden = [choice_optimism(resamples, chosen_by_part(resamples))[0] for resamples in drawn.each]
    remains = 1.5 * (hidden[0] - hidden[1])
    assert band.estimate[0] == pytest.approx(0.5 * (0.39 - 0.34) + 0.5 * (0.28 - 0.35))
    lower = band.estimate[0] + min(remains, 0) - np.hypot(below, hidden[1])
    upper = band.estimate[0] + max(remains, 0) + np.hypot(above, hidden[0])
    assert band.lower[0] == pytest.approx(lower, abs=0.001)
    assert band.upper[0] == pytest.approx(upper, abs=0.001)
    assert band.expected[0] == pytest.approx(band.estimate[0] + remains)


@pytest.mark.parametrize("options", [{}, {"simultaneous": True}])
def test_swapping_recommended_thresholds_negates_the_band(pair, options):
    band, other = (recommended_difference_band(pair, *two, **options) for two in ((0, 1), (1, 0)))
    np.testing.assert_allclose(band.lower, -other.upper, atol=1e-12)
    same = recommended_difference_band(pair, 1, 1, **options)
    assert not same.lower.any()
    assert not same.upper.any()


@pytest.fixture(scope="module")
def three():
    draw = np.random.default_rng(3)
    label = draw.random(400) < 0.5
    scored = [predictions(label, draw.normal(size=400) + shift * label) for shift in (0.5, 1, 2)]
    return finished(joint_resampling(scored, n_resamples=399, rng=0, pc=GRID))


@pytest.mark.parametrize("made", [recommended_difference_band, envelope_difference_band])
def test_family_wise_bands_contain_simultaneous_bands_which_contain_pointwise_bands(three, made):
    pointwise, whole = made(three), made(three, simultaneous=True)
    every = made(three, family=three)
    assert np.all(pointwise.upper <= whole.upper + 1e-15)
    assert np.all(whole.upper <= every.upper + 1e-15)
    assert (whole.family, every.family, every.simultaneous) == (1, 3, True)
    assert every.familywise_error <= 0.1
    assert "for all 3 pairs together" in significance(every).covers


@pytest.mark.parametrize("made", [recommended_difference_band, envelope_difference_band])
def test_enough_resamples_stay_within_the_bands_of_all_pairs(three, made):
    inside = np.ones(three.each[0].n_done, dtype=bool)
    for i, j in combinations(range(3), 2):
        band = made(three, i, j, family=three)
        if made is envelope_difference_band:
            difference = three.each[i].cost - three.each[j].cost
        else:
            difference = np.subtract(
                *(fixed_costs(three.each[k], chosen_by_part(three.each[k])) for k in (i, j))
            )
        is_inside = (band.lower - 1e-12 <= difference) & (difference <= band.upper + 1e-12)
        inside &= is_inside.all(axis=1)
    # With few errors the limits are narrower on one side than the standard errors.
    assert inside.mean() >= (0.9 if made is envelope_difference_band else 0.87)


@pytest.mark.parametrize("differences", ["recommended", "best"])
def test_bands_of_all_pairs_equal_those_of_single_pairs(three, differences):
    made = {"recommended": recommended_difference_band, "best": envelope_difference_band}
    for family, options in ((three, {"family": three}), (None, {"simultaneous": True})):
        differences_of_pairs = pairwise_envelope_differences(
            three, list("abc"), simultaneous=True, family_wise=bool(family), differences=differences
        )
        single = made[differences](three, 0, 2, **options)
        assert np.array_equal(differences_of_pairs.pairs[1].band.upper, single.upper)
        assert differences_of_pairs.pairs[1].band.family == single.family
    with pytest.raises(CostCurveError, match="differences"):
        pairwise_envelope_differences(three, list("abc"), differences="median")  # type: ignore[arg-type]


def test_few_errors_do_not_raise_the_family_wise_error():
    # With few errors the limits are skewed to the other side than the resamples.
    label = np.arange(300) % 100 == 0
    draw = np.random.default_rng(1)
    scored = [predictions(label, distance * label + draw.normal(size=300)) for distance in (3, 0)]
    drawn = finished(joint_resampling(scored, n_resamples=300, rng=0))
    band = recommended_difference_band(drawn, simultaneous=True)
    assert band.familywise_error is not None
    assert band.familywise_error < 0.15


def test_recommended_thresholds_may_differ_by_more_than_the_best_ones(three):
    recommended, best = recommended_difference_band(three), envelope_difference_band(three)
    assert "the difference in cost in use, each at its recommended threshold" in recommended.covers
    assert not recommended.caution
    assert np.mean(recommended.upper - recommended.lower > best.upper - best.lower) > 0.8


def test_the_critical_value_of_an_envelope_is_at_least_that_of_a_line():
    label = np.repeat([False, True], 15)
    score = np.where(label, 2, 1) + np.linspace(0, 1.05, 30) % 1  # hardly an error
    drawn = finished(resampling(predictions(label, score), n_resamples=199, rng=0, pc=GRID))
    critical = supremum_critical(drawn, 0.9)
    assert critical >= simultaneous_critical(0.9)


def test_bands_of_differences_warn_of_under_coverage(pair):
    # Warnings: not for the chosen thresholds; only the simultaneous band is a test; few examples.
    pointwise, simultaneous = (
        envelope_difference_band(pair, simultaneous=whole) for whole in (False, True)
    )
    assert "each at its own best possible threshold" in pointwise.covers
    for band in (pointwise, simultaneous):
        assert "It is not for the two thresholds chosen on these data" in band.covers
    assert "Use it to test whether the two differ somewhere, not as limits" in simultaneous.covers
    assert "Use it to test" not in pointwise.covers
    fewest = min(pair.each[0].candidates.negatives, pair.each[0].candidates.positives)
    assert ("With fewer than 50 examples in a class" in pointwise.covers) == (fewest < 50)


@pytest.mark.parametrize("differences", get_args(Differences))
@pytest.mark.parametrize("simultaneous", [False, True])
def test_limits_at_some_pc_are_those_of_the_band_and_computed_once(differences, simultaneous):
    sources = [predictions(TRUE, SCORES[name].round(1)) for name in ("ant", "bee")]
    grid = np.linspace(0, 1, 9)
    drawn = finished(joint_resampling(sources, n_resamples=99, rng=0, pc=grid))
    make = {"recommended": recommended_difference_band, "best": envelope_difference_band}
    band = make[differences](drawn, simultaneous=simultaneous)
    limits = DifferenceLimits(LEVEL, differences, simultaneous=simultaneous)
    columns = np.zeros(band.pc.size, dtype=bool)
    for stop in (3, 7, 5):
        columns[1:stop] = True
        lower, upper = limits.at(drawn, columns)
        np.testing.assert_allclose(lower, band.lower[columns], atol=1e-12)
        np.testing.assert_allclose(upper, band.upper[columns], atol=1e-12)
    limits._compute = None  # type: ignore[assignment,method-assign]  # fails if called
    limits.at(drawn, columns)


# ---- One classifier compared with all others at one pc


def rivals_of(n_classifiers, seed, n_resamples=199, better=0.0, sizes=(60, 60)):
    """Return joint resamples of normal scores at pc 0.5, and true costs of best thresholds."""
    rng = np.random.default_rng(seed)
    label = np.repeat([False, True], sizes)
    common, distances = rng.normal(size=label.size), [1.2 + better, *[1.2] * (n_classifiers - 1)]
    sources = [
        predictions(label, (common + rng.normal(size=label.size)) / np.sqrt(2.0) + d * label)
        for d in distances
    ]
    drawn = finished(joint_resampling(sources, n_resamples=n_resamples, rng=seed, pc=[0.5]))
    costs = []
    for each, distance in zip(drawn.each, distances, strict=True):
        chosen = chosen_thresholds(each.candidates, each.pc)
        at = float(each.candidates.threshold[each.candidates.hull[chosen.corner[0]]])
        costs.append(0.5 * NormalDist().cdf(-at) + 0.5 * NormalDist().cdf(at - distance))
    return drawn, costs


def rival_limits(drawn, chosen):
    """Return limits of the extra cost of all other classifiers."""
    critical, columns = rival_critical_value(drawn, chosen), np.array([True])
    limits = DifferenceLimits(LEVEL, "recommended", simultaneous=False)
    others = [place for place in range(len(drawn.each)) if place != chosen]
    return [limits.at(drawn.of([other, chosen]), columns, critical=critical) for other in others]


def test_limits_of_a_single_rival_are_those_of_the_pointwise_band():
    drawn, _ = rivals_of(2, seed=1)
    band = recommended_difference_band(drawn, 1, 0)
    assert rival_limits(drawn, 0) == [(band.lower, band.upper)]


def test_critical_value_grows_with_the_number_of_rivals():
    drawn, _ = rivals_of(6, seed=2, n_resamples=999)
    values = [rival_critical_value(drawn.of(range(size)), 0) for size in (2, 3, 4, 6)]
    assert values == sorted(values)
    assert values[0] == normal_quantile(0.9)
    # Of independent normal values; those of classifiers on the same examples are correlated.
    assert 1.75 < values[1] < normal_quantile(0.9**0.5) + 0.15
    assert values[3] < normal_quantile(0.9**0.2) + 0.15


def test_kept_deviations_give_the_critical_value_among_some_classifiers():
    drawn, _ = rivals_of(5, seed=2)
    limits = DifferenceLimits(LEVEL, "recommended", simultaneous=False)
    columns = np.ones(drawn.each[0].pc.size, dtype=bool)
    for among in ([0, 1, 2, 3, 4], [0, 2, 4], [0, 3]):
        expected = rival_critical_value(drawn.of(among), 0)
        assert limits.rival_critical_value(drawn, 0, columns, among) == expected


def test_critical_value_is_the_largest_of_the_selected_pc():
    label = np.arange(90) % 2 == 0
    rng = np.random.default_rng(5)
    sources = [predictions(label, rng.normal(size=90) + label) for _ in range(3)]
    drawn = finished(joint_resampling(sources, n_resamples=99, rng=0, pc=np.linspace(0, 1, 5)))
    each = [rival_critical_value(drawn, 1, np.arange(5) == place) for place in range(5)]
    assert rival_critical_value(drawn, 1) == max(each)
    assert rival_critical_value(drawn, 1, np.arange(5) > 2) == max(each[3:])


@pytest.mark.parametrize("better", [0.0, 0.4])
def test_limits_cover_the_differences_to_all_rivals_together(better):
    covered = []
    for seed in range(80):
        drawn, costs = rivals_of(4, seed, better=better)
        best = int(np.argmin([observed_cost(each)[0] for each in drawn.each]))
        truth = [cost - costs[best] for place, cost in enumerate(costs) if place != best]
        pairs = zip(truth, rival_limits(drawn, best), strict=True)
        covered.append(all(low[0] <= d <= up[0] for d, (low, up) in pairs))
    assert np.mean(covered) >= 0.87
