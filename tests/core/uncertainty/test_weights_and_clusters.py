"""Resamples of examples with weights, frequencies and clusters, against what these mean."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import Predictions, count, folds, predictions
from cc_widgets.core.uncertainty import (
    PairedCounts,
    _buckets,
    candidates,
    envelope_band,
    envelope_difference_band,
    finished,
    joint_resampling,
    paired_counts,
    recommended_difference_band,
    roc_area,
    roc_area_difference,
)
from cc_widgets.core.uncertainty._buckets import alone, evened
from cc_widgets.core.uncertainty._envelopes import going_together, named_thresholds
from cc_widgets.core.uncertainty._resampling import Run, by_turns
from cc_widgets.errors import CostCurveError
from tests.support.resamples import costs_of_examples, drawn, every_resample

PC = np.array([0.0, 0.2, 0.5, 0.7, 1.0])
RNG = np.random.default_rng(5)
LABEL = RNG.random(120) < 0.4
SCORE = np.round(RNG.normal(size=120) + LABEL, 1)
OTHER = np.round(RNG.normal(size=120) + LABEL, 1)
ARRAYS = ("cost", "fp", "tp", "negatives", "positives", "optimism")
few = (
    st.integers(4, 12)
    .flatmap(
        lambda n: st.tuples(
            st.permutations([0, 1] * n).map(lambda label: np.array(label[:n])),
            st.lists(st.integers(0, 5), min_size=n, max_size=n).map(np.array),
            st.lists(st.integers(0, 4), min_size=n, max_size=n).map(np.array),
        )
    )
    .filter(lambda given: all(given[2][given[0] == kind].sum() for kind in (0, 1)))
)


def same(one, other):
    for name in ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


def frequencies(label, score, times, **more):
    return predictions(label, score, sample_weight=times, weights_are="frequencies", **more)


# ---- Frequencies are repeated rows


@settings(max_examples=25)
@given(few, st.booleans())
def test_frequencies_are_repeated_rows(data, stratified):
    label, score, times = data
    often = frequencies(label, score, times)
    rows = predictions(np.repeat(label, times), np.repeat(score, times))
    one, other = count(often), count(rows)
    for name in ("threshold", "tp", "fp", "positives", "negatives", "weighted"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    options = {"n_resamples": 20, "pc": PC, "stratified": stratified}
    same(drawn(often, **options), drawn(rows, **options))
    assert often.size == rows.size


def test_frequencies_of_several_are_repeated_rows_too():
    times = np.arange(120) % 3
    often = [frequencies(LABEL, score, times) for score in (SCORE, OTHER)]
    rows = [
        predictions(np.repeat(LABEL, times), np.repeat(score, times)) for score in (SCORE, OTHER)
    ]
    one, other = (
        finished(joint_resampling(pair, n_resamples=60, rng=0, pc=PC)) for pair in (often, rows)
    )
    assert one.pool is not None
    assert other.pool is not None
    assert np.array_equal(one.pool.cost, other.pool.cost)
    assert paired_counts(*often, thresholds=(0.5, 0.7)) == paired_counts(
        *rows, thresholds=(0.5, 0.7)
    )


@pytest.mark.parametrize(
    ("weight", "where"),
    [([1, 2.5, 1, 0.5], "2.5 at position 1 .2 such of 4"), (None, "no weights")],
)
def test_frequencies_count_examples(weight, where):
    with pytest.raises(CostCurveError, match=f"^sample_weight: frequencies .*{where}"):
        frequencies([0, 1, 0, 1], [1, 2, 3, 4], weight)


@pytest.mark.parametrize("meant", ["counts", None, ["frequencies"], 1])
def test_weights_mean_one_of_two_things(meant):
    with pytest.raises(CostCurveError, match=r'^weights_are: must be "importance" or "freq'):
        predictions([0, 1], [1, 2], sample_weight=[1, 2], weights_are=meant)


# ---- Weights


@pytest.mark.parametrize("weight", [0.1, 3.0, 1e9])
def test_weights_that_are_alike_within_a_class_are_none(weight):
    plain, alike = predictions(LABEL, SCORE), np.where(LABEL, weight, 7.0)
    same(drawn(plain, pc=PC), drawn(predictions(LABEL, SCORE, sample_weight=alike), pc=PC))


def test_examples_without_weight_are_as_if_they_were_not_there():
    used = np.arange(120) % 5 > 0
    weight = np.where(used, 1.0 + np.arange(120) % 3, 0.0)
    whole = predictions(LABEL, SCORE, sample_weight=weight)
    some = predictions(LABEL[used], SCORE[used], sample_weight=weight[used])
    same(drawn(whole, pc=PC), drawn(some, pc=PC))


def enumerated(checked, every):
    """The cost of each of all resamples at each pc, by definition."""
    weight = np.ones(checked.score.size) if checked.weight is None else checked.weight
    cuts = np.append(np.inf, np.unique(checked.score)[::-1])
    costs = (
        costs_of_examples(checked.score, checked.positive, times * weight, cuts, PC)
        for times in every
    )
    return np.array([cost.min(axis=0) for cost in costs])


def assert_drawn_like(found, exact):
    error = exact.std(axis=0) / np.sqrt(found.shape[0])
    assert np.all(np.abs(found.mean(axis=0) - exact.mean(axis=0)) < 4.5 * error + 1e-12)
    assert {round(cost, 9) for cost in found[:, 2]} <= {round(cost, 9) for cost in exact[:, 2]}


@pytest.mark.parametrize("stratified", [True, False])
def test_each_example_brings_its_weight(stratified):
    checked = predictions(
        [0, 1, 0, 1, 1][: 5 if stratified else 4],
        [1, 2, 3, 3, 5][: 5 if stratified else 4],
        sample_weight=[0.5, 3, 2, 1, 0.2][: 5 if stratified else 4],
    )
    exact = enumerated(checked, every_resample(checked, stratified=stratified))
    found = drawn(checked, n_resamples=4000, pc=PC, stratified=stratified)
    assert_drawn_like(found.cost, exact)


def test_weights_that_differ_tell_less():
    plain = predictions(LABEL, SCORE)
    uneven = predictions(LABEL, SCORE, sample_weight=1.0 + 8 * (np.arange(120) % 4 == 0))
    bands = [envelope_band(drawn(one, pc=PC)) for one in (plain, uneven)]
    assert np.all((bands[1].upper - bands[1].lower)[1:4] > (bands[0].upper - bands[0].lower)[1:4])
    assert "of weighted examples, design effect 2." in bands[1].covers
    assert "design effect" not in bands[0].covers


def test_the_design_effect_of_weights_without_a_pattern_is_that_of_kish():
    rng = np.random.default_rng(0)
    label, weight = np.arange(20_000) % 2, rng.gamma(2.0, size=20_000)
    found = candidates(predictions(label, rng.normal(size=20_000), sample_weight=weight))
    kish = [
        size * (one**2).sum() / one.sum() ** 2
        for one in (weight[label == 0], weight[label == 1])
        for size in [one.size]
    ]
    assert found.design is not None
    assert found.design.effect == pytest.approx(kish, rel=0.02)


def test_of_many_examples_weights_that_are_nearly_the_same_are_merged(monkeypatch):
    rng = np.random.default_rng(1)
    label, weight = np.arange(3000) % 2, rng.lognormal(size=3000)
    given = predictions(label, np.round(rng.normal(size=3000) + label), sample_weight=weight)
    exact = candidates(given)
    monkeypatch.setattr(_buckets, "_ALL_WEIGHTS", 100)
    found = candidates(given)
    for name in ("negative", "positive"):
        one, other = getattr(exact.design, name), getattr(found.design, name)
        assert other.count.size < one.count.size / 3
        assert other.count.sum() == one.count.sum()
        sums, squares = (
            [np.bincount(each.bucket[0], each.count * each.weight**power) for each in (one, other)]
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
    assert "paired Wilson-MOVER of weighted examples" in in_use.method
    assert np.all((in_use.lower < in_use.estimate) & (in_use.estimate < in_use.upper))
    assert isinstance(paired_counts(LABEL, LABEL, y_true=LABEL), PairedCounts)


# ---- Clusters


def test_clusters_of_one_row_are_none():
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
    found = drawn(checked, n_resamples=4000, pc=PC)
    assert_drawn_like(found.cost, enumerated(checked, ways[:, cluster]))


def test_rows_that_are_copies_within_a_cluster_tell_nothing_more():
    once, twice = (
        envelope_band(drawn(one, n_resamples=999, pc=PC))
        for one in (
            predictions(LABEL, SCORE),
            predictions(
                np.repeat(LABEL, 4), np.repeat(SCORE, 4), clusters=np.repeat(np.arange(120), 4)
            ),
        )
    )
    widths = [band.upper - band.lower for band in (once, twice)]
    assert widths[1][1:4] == pytest.approx(widths[0][1:4], rel=0.15)
    assert "120 clusters drawn whole, design effect 4." in twice.covers


def test_clusters_of_several_are_drawn_together():
    cluster = np.arange(120) // 4
    pair = [predictions(LABEL, score, clusters=cluster) for score in (SCORE, OTHER)]
    found = finished(joint_resampling(pair, n_resamples=60, rng=0, pc=PC))
    assert np.array_equal(found.each[0].negatives, found.each[1].negatives)
    same(found.each[0], drawn(pair[0], n_resamples=60, pc=PC))
    with pytest.raises(CostCurveError, match=r"Got other clusters than"):
        joint_resampling([pair[0], predictions(LABEL, OTHER)])


def test_frequencies_in_a_cluster_are_repeated_rows_of_it():
    times, cluster = np.arange(120) % 3, np.arange(120) // 4
    often = frequencies(LABEL, SCORE, times, clusters=cluster)
    rows = predictions(
        np.repeat(LABEL, times), np.repeat(SCORE, times), clusters=np.repeat(cluster, times)
    )
    one, other = drawn(often, pc=PC), drawn(rows, pc=PC)
    same(one, other)
    assert one.candidates.design.effect == pytest.approx(other.candidates.design.effect)


@pytest.mark.parametrize(
    ("clusters", "said"),
    [
        (["a", "a"], "Got 2 values for 4 labels"),
        (["a", None, "b", "b"], "no label at position 1 .1 such of 4"),
        ([["a"], ["a"], ["b"], ["b"]], "in one dimension"),
        (["a", "a", "a", "a"], "two clusters or more .*the same label for all rows"),
    ],
)
def test_clusters_are_labels_of_rows(clusters, said):
    with pytest.raises(CostCurveError, match=f"^clusters: .*{said}"):
        predictions([0, 1, 0, 1], [1, 2, 3, 4], clusters=clusters)


# ---- Clusters that lie in several folds


def of_folds(fold, clusters, **more):
    """Folds of the examples, with the clusters of each row."""
    kept = [np.flatnonzero(fold == i) for i in np.unique(fold)]
    each = [{name: values[rows] for name, values in more.items()} for rows in kept]
    return folds(
        [
            predictions(LABEL[rows], SCORE[rows], clusters=clusters[rows], **beside)
            for rows, beside in zip(kept, each, strict=True)
        ]
    )


def scored(given):
    """The folds of a classifier."""
    return [part for part in given.parts if isinstance(part, Predictions)]


def drawn_of(given, n_resamples=999, pc=PC):
    """Resamples of a classifier of folds."""
    run = Run([alone(candidates(part)) for part in given.parts], pc, n_resamples, 0)
    *_, (_, last) = by_turns([run], [n_resamples])
    return last.each[0]


@pytest.mark.parametrize("weight", [None, 0.5 + np.arange(12) % 5])
def test_a_cluster_in_several_folds_is_drawn_once_for_all_of_them(weight):
    label, fold = np.tile([0, 1], 6), np.repeat([0, 1], 6)
    score = np.array([1, 2, 3, 3, 5, 4, 1, 2, 2, 1, 3, 4])
    patient = np.array(["a", "a", "b", "b", "c", "c"] * 2)
    parts = []
    for rows in (fold == 0, fold == 1):
        beside = None if weight is None else weight[rows]
        parts.append(
            predictions(label[rows], score[rows], sample_weight=beside, clusters=patient[rows])
        )
    ways = np.array([np.bincount(way, minlength=3) for way in product(range(3), repeat=3)])
    exact = np.mean([enumerated(one, ways[:, np.repeat([0, 1, 2], 2)]) for one in parts], axis=0)
    assert_drawn_like(drawn_of(folds(parts), 4000).cost, exact)


def test_every_fold_has_both_classes_in_every_resample():
    fold = np.arange(120) % 12
    found = drawn_of(of_folds(fold, np.arange(120) // 12), 300)
    assert len(found.parts) == 12
    for part in found.parts:
        assert min(part.negatives.min(), part.positives.min()) > 0
    assert np.isfinite(found.cost).all()


def test_only_names_that_are_in_several_folds_make_them_go_together():
    fold = np.arange(120) % 3
    for clusters in (np.arange(120) // 12, np.array([f"p{i // 12}" for i in range(120)], object)):
        assert all(part.reach is not None for part in scored(of_folds(fold, clusters)))
    apart = of_folds(fold, np.arange(120) // 12 + 100 * fold)
    assert all(part.reach is None for part in scored(apart))
    assert "of each of 3 folds" in drawn_of(apart, 99).drawn
    assert (
        " of 10 clusters, each drawn for all 3 folds at once,"
        in drawn_of(of_folds(fold, np.arange(120) // 12), 99).drawn
    )
    named = predictions(LABEL, SCORE, clusters=np.arange(120) // 2)
    three = folds([named, named, predictions(LABEL[:9], SCORE[:9])])
    reach = [np.asarray(part.reach) for part in scored(three)]
    assert [numbers.size for numbers in reach] == [60, 60, 9]
    assert np.unique(np.concatenate(reach)).size == 69


def test_rows_of_their_own_in_each_fold_are_clusters_if_others_of_theirs_are_elsewhere():
    fold, patient = np.arange(120) // 40, np.arange(120) % 40
    given = of_folds(fold, patient)
    first, _, third = scored(given)
    assert np.array_equal(first.clusters, np.arange(40))
    assert np.array_equal(first.reach, third.reach)


def test_a_fold_that_is_another_once_more_tells_nothing_new():
    cluster = np.arange(120) // 3
    once = predictions(LABEL, SCORE, clusters=cluster)
    twice = folds([predictions(LABEL.tolist(), SCORE, clusters=cluster) for _ in range(2)])
    for simultaneous in (False, True):
        one, other = (
            envelope_band(found, simultaneous=simultaneous)
            for found in (drawn(once, n_resamples=999, pc=PC), drawn_of(twice))
        )
        assert one.estimate == pytest.approx(other.estimate)
        assert one.estimate - one.lower == pytest.approx(other.estimate - other.lower, rel=0.1)
        # The optimism of folds is added twice.
        assert np.all(other.upper >= one.upper - 0.01)
    rival = predictions(once.positive, OTHER, clusters=cluster)
    others = folds([replace(part, score=rival.score) for part in scored(twice)])
    for mine, its in (
        (roc_area(once), roc_area(twice)),
        (
            roc_area_difference(once, replace(rival, examples=once.examples)),
            roc_area_difference(twice, others),
        ),
    ):
        for name in ("value", "variance", "lower", "upper"):
            assert getattr(mine, name) == pytest.approx(getattr(its, name)), name


def test_the_spread_of_a_mean_over_folds_is_that_of_its_resamples():
    given = drawn_of(of_folds(np.arange(120) % 3, np.arange(120) // 12), 400)
    chosen = named_thresholds(given)
    each = [
        (1 - PC) * part.fp[:, one.corner] / part.negatives[:, None]
        + PC * (1 - part.tp[:, one.corner] / part.positives[:, None])
        for part, one in zip(given.parts, chosen, strict=True)
    ]
    together = 9 * np.mean(each, axis=0).var(axis=0)
    apart = np.sum([one.var(axis=0) for one in each], axis=0)
    least = max(together.sum() / apart.sum(), 1.0)
    times = [
        max(one / other, least) if other else least
        for one, other in zip(together, apart, strict=True)
    ]
    assert going_together(given, chosen) ** 2 == pytest.approx(times)


def test_evened_weights_add_up_to_the_examples_of_each_class():
    checked = evened(predictions(LABEL, SCORE, sample_weight=1.0 + np.arange(120)))
    assert checked.weight is not None
    for kind in (False, True):
        members = checked.positive == kind
        assert checked.weight[members].sum() == pytest.approx(members.sum())
