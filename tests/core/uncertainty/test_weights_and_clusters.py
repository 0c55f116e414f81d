"""Resamples of examples with weights, frequencies and clusters, compared with definitions."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import Predictions, count, folds, predictions
from cc_widgets.core.uncertainty import (
    buckets,
    envelope_band,
    finished,
    joint_resampling,
    paired_counts,
    recommended_difference_band,
    roc_area,
    roc_area_difference,
)
from cc_widgets.core.uncertainty.bootstrap import ResamplingRun, run_in_rounds
from cc_widgets.core.uncertainty.buckets import candidates, normalize_weights, single_buckets
from cc_widgets.core.uncertainty.differences import envelope_difference_band
from cc_widgets.core.uncertainty.envelopes import chosen_by_part, cluster_inflation
from cc_widgets.core.uncertainty.paired import PairedCounts
from cc_widgets.errors import CostCurveError
from tests.support.resamples import costs_of_examples, draw_resamples, every_resample

PC = np.array([0.0, 0.2, 0.5, 0.7, 1.0])
RNG = np.random.default_rng(5)
LABEL = RNG.random(120) < 0.4
SCORE = np.round(RNG.normal(size=120) + LABEL, 1)
OTHER = np.round(RNG.normal(size=120) + LABEL, 1)
ARRAYS = ("cost", "fp", "tp", "negatives", "positives", "optimism")
small_data = (
    st.integers(4, 12)
    .flatmap(
        lambda n: st.tuples(
            st.permutations([0, 1] * n).map(lambda label: np.array(label[:n])),
            st.lists(st.integers(0, 5), min_size=n, max_size=n).map(np.array),
            st.lists(st.integers(0, 4), min_size=n, max_size=n).map(np.array),
        )
    )
    .filter(lambda data: all(data[2][data[0] == kind].sum() for kind in (0, 1)))
)


def same(first, second):
    for name in ARRAYS:
        assert np.array_equal(getattr(first, name), getattr(second, name)), name


def frequencies(label, score, times, **more):
    return predictions(label, score, sample_weight=times, weights_are="frequencies", **more)


# ---- Frequencies are repeated rows


@settings(max_examples=25)
@given(small_data, st.booleans())
def test_frequencies_are_repeated_rows(data, stratified):
    label, score, times = data
    often = frequencies(label, score, times)
    rows = predictions(np.repeat(label, times), np.repeat(score, times))
    weighted, repeated = count(often), count(rows)
    for name in ("threshold", "tp", "fp", "positives", "negatives", "weighted"):
        assert np.array_equal(getattr(weighted, name), getattr(repeated, name)), name
    options = {"n_resamples": 20, "pc": PC, "stratified": stratified}
    same(draw_resamples(often, **options), draw_resamples(rows, **options))
    assert often.size == rows.size


def test_frequencies_of_several_classifiers_are_equivalent_to_repeated_rows():
    times = np.arange(120) % 3
    often = [frequencies(LABEL, score, times) for score in (SCORE, OTHER)]
    rows = [
        predictions(np.repeat(LABEL, times), np.repeat(score, times)) for score in (SCORE, OTHER)
    ]
    weighted, repeated = (
        finished(joint_resampling(pair, n_resamples=60, rng=0, pc=PC)) for pair in (often, rows)
    )
    assert weighted.pool is not None
    assert repeated.pool is not None
    assert np.array_equal(weighted.pool.cost, repeated.pool.cost)
    assert paired_counts(*often, thresholds=(0.5, 0.7)) == paired_counts(
        *rows, thresholds=(0.5, 0.7)
    )


@pytest.mark.parametrize(
    ("weight", "where"),
    [([1, 2.5, 1, 0.5], "integers.* Got 2.5 at position 1 .2 of 4"), (None, "no weights")],
)
def test_frequencies_count_examples(weight, where):
    with pytest.raises(CostCurveError, match=f"^sample_weight: .*frequencies.*{where}"):
        frequencies([0, 1, 0, 1], [1, 2, 3, 4], weight)


@pytest.mark.parametrize("meaning", ["counts", None, ["frequencies"], 1])
def test_weights_are_importance_or_frequencies(meaning):
    with pytest.raises(CostCurveError, match=r'^weights_are: must be "importance" or "freq'):
        predictions([0, 1], [1, 2], sample_weight=[1, 2], weights_are=meaning)


# ---- Weights


@pytest.mark.parametrize("weight", [0.1, 3.0, 1e9])
def test_equal_weights_within_a_class_have_no_effect(weight):
    plain, equal = predictions(LABEL, SCORE), np.where(LABEL, weight, 7.0)
    same(
        draw_resamples(plain, pc=PC),
        draw_resamples(predictions(LABEL, SCORE, sample_weight=equal), pc=PC),
    )


def test_examples_of_weight_0_are_ignored():
    used = np.arange(120) % 5 > 0
    weight = np.where(used, 1.0 + np.arange(120) % 3, 0.0)
    whole = predictions(LABEL, SCORE, sample_weight=weight)
    some = predictions(LABEL[used], SCORE[used], sample_weight=weight[used])
    same(draw_resamples(whole, pc=PC), draw_resamples(some, pc=PC))


def enumerated(checked, every):
    """Return by definition the cost of all possible resamples at each pc."""
    weight = np.ones(checked.score.size) if checked.weight is None else checked.weight
    cuts = np.append(np.inf, np.unique(checked.score)[::-1])
    costs = (
        costs_of_examples(checked.score, checked.positive, times * weight, cuts, PC)
        for times in every
    )
    return np.array([cost.min(axis=0) for cost in costs])


def assert_drawn_like(resampled, exact):
    error = exact.std(axis=0) / np.sqrt(resampled.shape[0])
    assert np.all(np.abs(resampled.mean(axis=0) - exact.mean(axis=0)) < 4.5 * error + 1e-12)
    assert {round(cost, 9) for cost in resampled[:, 2]} <= {round(cost, 9) for cost in exact[:, 2]}


@pytest.mark.parametrize("stratified", [True, False])
def test_each_resampled_example_keeps_its_weight(stratified):
    checked = predictions(
        [0, 1, 0, 1, 1][: 5 if stratified else 4],
        [1, 2, 3, 3, 5][: 5 if stratified else 4],
        sample_weight=[0.5, 3, 2, 1, 0.2][: 5 if stratified else 4],
    )
    exact = enumerated(checked, every_resample(checked, stratified=stratified))
    resamples = draw_resamples(checked, n_resamples=4000, pc=PC, stratified=stratified)
    assert_drawn_like(resamples.cost, exact)


def test_unequal_weights_widen_the_band():
    plain = predictions(LABEL, SCORE)
    uneven = predictions(LABEL, SCORE, sample_weight=1.0 + 8 * (np.arange(120) % 4 == 0))
    bands = [envelope_band(draw_resamples(source, pc=PC)) for source in (plain, uneven)]
    assert np.all((bands[1].upper - bands[1].lower)[1:4] > (bands[0].upper - bands[0].lower)[1:4])
    assert "of weighted examples, design effect 2." in bands[1].covers
    assert "design effect" not in bands[0].covers


def test_design_effect_of_random_weights_equals_kishs():
    rng = np.random.default_rng(0)
    label, weight = np.arange(20_000) % 2, rng.gamma(2.0, size=20_000)
    candidate_set = candidates(predictions(label, rng.normal(size=20_000), sample_weight=weight))
    kish = [
        size * (class_weight**2).sum() / class_weight.sum() ** 2
        for class_weight in (weight[label == 0], weight[label == 1])
        for size in [class_weight.size]
    ]
    assert candidate_set.design is not None
    assert candidate_set.design.effect == pytest.approx(kish, rel=0.02)


def test_nearly_equal_weights_of_many_examples_are_merged(monkeypatch):
    rng = np.random.default_rng(1)
    label, weight = np.arange(3000) % 2, rng.lognormal(size=3000)
    source = predictions(label, np.round(rng.normal(size=3000) + label), sample_weight=weight)
    exact = candidates(source)
    monkeypatch.setattr(buckets, "_ALL_WEIGHTS", 100)
    merged = candidates(source)
    for name in ("negative", "positive"):
        original, combined = getattr(exact.design, name), getattr(merged.design, name)
        assert combined.count.size < original.count.size / 3
        assert combined.count.sum() == original.count.sum()
        sums, squares = (
            [
                np.bincount(part.bucket[0], part.count * part.weight**power)
                for part in (original, combined)
            ]
            for power in (1, 2)
        )
        assert sums[1] == pytest.approx(sums[0])
        assert squares[1] == pytest.approx(squares[0], rel=1e-3)


def test_different_weights_are_not_drawn_together():
    pair = [predictions(LABEL, SCORE), predictions(LABEL, OTHER, sample_weight=1.0 + LABEL)]
    with pytest.raises(CostCurveError, match=r"Got other weights than sources\[0\] has"):
        joint_resampling(pair)
    assert not pair[0].drawn_with(pair[1])


def test_pairs_at_fixed_thresholds_need_counts():
    weighted = [
        predictions(LABEL, score, sample_weight=np.arange(1.0, 121)) for score in (SCORE, OTHER)
    ]
    with pytest.raises(CostCurveError, match=r"Resample them: joint_resampling"):
        paired_counts(*weighted, thresholds=(0.5, 0.5))
    drawn = finished(joint_resampling(weighted, n_resamples=99, rng=0))
    band = envelope_difference_band(drawn)
    assert "joint percentiles of weighted examples" in band.method
    in_use = recommended_difference_band(drawn, simultaneous=True)
    assert "paired Wilson-MOVER limits of weighted examples" in in_use.method
    assert np.all((in_use.lower < in_use.estimate) & (in_use.estimate < in_use.upper))
    assert isinstance(paired_counts(LABEL, LABEL, y_true=LABEL), PairedCounts)


# ---- Clusters


def test_clusters_of_one_row_are_ignored():
    assert predictions(LABEL, SCORE, clusters=np.arange(120)).clusters is None
    assert predictions([0, 1], [1, 2], clusters=["b", "a"]).clusters is None


@pytest.mark.parametrize("weight", [None, [0.5, 3, 2, 1, 0.2, 2]])
def test_clusters_are_drawn_whole(weight):
    cluster = np.array([0, 0, 1, 1, 1, 2])
    checked = predictions(
        [0, 1, 0, 1, 1, 0], [1, 2, 3, 3, 5, 4], sample_weight=weight, clusters=cluster
    )
    ways = np.array([np.bincount(way, minlength=3) for way in product(range(3), repeat=3)])
    ways = ways[(ways[:, 0] + ways[:, 1]) > 0]  # cluster 2 has no positive example
    resamples = draw_resamples(checked, n_resamples=4000, pc=PC)
    assert_drawn_like(resamples.cost, enumerated(checked, ways[:, cluster]))


def test_copies_within_a_cluster_have_no_new_information():
    once, twice = (
        envelope_band(draw_resamples(source, n_resamples=999, pc=PC))
        for source in (
            predictions(LABEL, SCORE),
            predictions(
                np.repeat(LABEL, 4), np.repeat(SCORE, 4), clusters=np.repeat(np.arange(120), 4)
            ),
        )
    )
    widths = [band.upper - band.lower for band in (once, twice)]
    assert widths[1][1:4] == pytest.approx(widths[0][1:4], rel=0.15)
    assert "120 clusters drawn whole, design effect 4." in twice.covers


def test_clusters_of_several_classifiers_are_drawn_together():
    cluster = np.arange(120) // 4
    pair = [predictions(LABEL, score, clusters=cluster) for score in (SCORE, OTHER)]
    joint = finished(joint_resampling(pair, n_resamples=60, rng=0, pc=PC))
    assert np.array_equal(joint.each[0].negatives, joint.each[1].negatives)
    same(joint.each[0], draw_resamples(pair[0], n_resamples=60, pc=PC))
    with pytest.raises(CostCurveError, match=r"Got other clusters than"):
        joint_resampling([pair[0], predictions(LABEL, OTHER)])


def test_frequencies_in_a_cluster_equal_repeated_rows():
    times, cluster = np.arange(120) % 3, np.arange(120) // 4
    often = frequencies(LABEL, SCORE, times, clusters=cluster)
    rows = predictions(
        np.repeat(LABEL, times), np.repeat(SCORE, times), clusters=np.repeat(cluster, times)
    )
    weighted, repeated = draw_resamples(often, pc=PC), draw_resamples(rows, pc=PC)
    same(weighted, repeated)
    assert weighted.candidates.design.effect == pytest.approx(repeated.candidates.design.effect)


@pytest.mark.parametrize(
    ("clusters", "message"),
    [
        (["a", "a"], "Got 2 values for 4 labels"),
        (["a", None, "b", "b"], "missing.* Got no label at position 1 .1 of 4"),
        ([["a"], ["a"], ["b"], ["b"]], "must be one-dimensional"),
        (["a", "a", "a", "a"], "at least two clusters.*the same label for all rows"),
    ],
)
def test_clusters_are_labels_of_rows(clusters, message):
    with pytest.raises(CostCurveError, match=f"^clusters: .*{message}"):
        predictions([0, 1, 0, 1], [1, 2, 3, 4], clusters=clusters)


# ---- Clusters that lie in several folds


def of_folds(fold, clusters, **more):
    """Return folds of the examples, with the clusters of each row."""
    kept = [np.flatnonzero(fold == i) for i in np.unique(fold)]
    each = [{name: values[rows] for name, values in more.items()} for rows in kept]
    return folds(
        [
            predictions(LABEL[rows], SCORE[rows], clusters=clusters[rows], **options)
            for rows, options in zip(kept, each, strict=True)
        ]
    )


def scored(classifier):
    """Return the folds of a classifier."""
    return [part for part in classifier.parts if isinstance(part, Predictions)]


def drawn_of(classifier, n_resamples=999, pc=PC):
    """Return resamples of a classifier of folds."""
    run = ResamplingRun(
        [single_buckets(candidates(part)) for part in classifier.parts], pc, n_resamples, 0
    )
    *_, (_, last) = run_in_rounds([run], [n_resamples])
    return last.each[0]


@pytest.mark.parametrize("weight", [None, 0.5 + np.arange(12) % 5])
def test_a_cluster_in_several_folds_is_drawn_once_for_all_of_them(weight):
    label, fold = np.tile([0, 1], 6), np.repeat([0, 1], 6)
    score = np.array([1, 2, 3, 3, 5, 4, 1, 2, 2, 1, 3, 4])
    patient = np.array(["a", "a", "b", "b", "c", "c"] * 2)
    parts = []
    for rows in (fold == 0, fold == 1):
        fold_weight = None if weight is None else weight[rows]
        parts.append(
            predictions(label[rows], score[rows], sample_weight=fold_weight, clusters=patient[rows])
        )
    ways = np.array([np.bincount(way, minlength=3) for way in product(range(3), repeat=3)])
    exact = np.mean([enumerated(part, ways[:, np.repeat([0, 1, 2], 2)]) for part in parts], axis=0)
    assert_drawn_like(drawn_of(folds(parts), 4000).cost, exact)


def test_every_fold_has_both_classes_in_every_resample():
    fold = np.arange(120) % 12
    resamples = drawn_of(of_folds(fold, np.arange(120) // 12), 300)
    assert len(resamples.parts) == 12
    for part in resamples.parts:
        assert min(part.negatives.min(), part.positives.min()) > 0
    assert np.isfinite(resamples.cost).all()


def test_only_shared_cluster_names_link_folds():
    fold = np.arange(120) % 3
    for clusters in (np.arange(120) // 12, np.array([f"p{i // 12}" for i in range(120)], object)):
        assert all(part.reach is not None for part in scored(of_folds(fold, clusters)))
    separate = of_folds(fold, np.arange(120) // 12 + 100 * fold)
    assert all(part.reach is None for part in scored(separate))
    assert "of each of 3 folds" in drawn_of(separate, 99).drawn
    assert (
        " of 10 clusters, each drawn for all 3 folds at once,"
        in drawn_of(of_folds(fold, np.arange(120) // 12), 99).drawn
    )
    named = predictions(LABEL, SCORE, clusters=np.arange(120) // 2)
    three = folds([named, named, predictions(LABEL[:9], SCORE[:9])])
    reach = [np.asarray(part.reach) for part in scored(three)]
    assert [numbers.size for numbers in reach] == [60, 60, 9]
    assert np.unique(np.concatenate(reach)).size == 69


def test_single_rows_are_clusters_if_their_cluster_is_in_another_fold():
    fold, patient = np.arange(120) // 40, np.arange(120) % 40
    classifier = of_folds(fold, patient)
    first, _, third = scored(classifier)
    assert np.array_equal(first.clusters, np.arange(40))
    assert np.array_equal(first.reach, third.reach)


def test_a_repeated_fold_has_no_new_information():
    cluster = np.arange(120) // 3
    once = predictions(LABEL, SCORE, clusters=cluster)
    twice = folds([predictions(LABEL.tolist(), SCORE, clusters=cluster) for _ in range(2)])
    for simultaneous in (False, True):
        single_band, double_band = (
            envelope_band(resamples, simultaneous=simultaneous)
            for resamples in (draw_resamples(once, n_resamples=999, pc=PC), drawn_of(twice))
        )
        assert single_band.estimate == pytest.approx(double_band.estimate)
        assert single_band.estimate - single_band.lower == pytest.approx(
            double_band.estimate - double_band.lower, rel=0.1
        )
        # The optimism of folds is added twice.
        assert np.all(double_band.upper >= single_band.upper - 0.01)
    rival = predictions(once.positive, OTHER, clusters=cluster)
    rival_folds = folds([replace(part, score=rival.score) for part in scored(twice)])
    for single_result, double_result in (
        (roc_area(once), roc_area(twice)),
        (
            roc_area_difference(once, replace(rival, examples=once.examples)),
            roc_area_difference(twice, rival_folds),
        ),
    ):
        for name in ("value", "variance", "lower", "upper"):
            assert getattr(single_result, name) == pytest.approx(getattr(double_result, name)), name


def test_cluster_inflation_is_the_ratio_of_standard_deviations():
    resamples = drawn_of(of_folds(np.arange(120) % 3, np.arange(120) // 12), 400)
    chosen = chosen_by_part(resamples)
    each = [
        (1 - PC) * part.fp[:, thresholds.corner] / part.negatives[:, None]
        + PC * (1 - part.tp[:, thresholds.corner] / part.positives[:, None])
        for part, thresholds in zip(resamples.parts, chosen, strict=True)
    ]
    joint = 9 * np.mean(each, axis=0).var(axis=0)
    separate = np.sum([cost.var(axis=0) for cost in each], axis=0)
    least = max(joint.sum() / separate.sum(), 1.0)
    ratios = [
        max(numerator / denominator, least) if denominator else least
        for numerator, denominator in zip(joint, separate, strict=True)
    ]
    assert cluster_inflation(resamples, chosen) ** 2 == pytest.approx(ratios)


def test_normalized_weights_add_up_to_the_examples_of_each_class():
    checked = normalize_weights(predictions(LABEL, SCORE, sample_weight=1.0 + np.arange(120)))
    assert checked.weight is not None
    for kind in (False, True):
        members = checked.positive == kind
        assert checked.weight[members].sum() == pytest.approx(members.sum())
