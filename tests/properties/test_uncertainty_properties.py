"""Properties of bootstrap and exact bands, for any scores, ties and weights."""

import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cc_widgets.core import hull as hull_module
from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import (
    corrected_cost,
    difference_band,
    envelope_band,
    mover_band,
    significance,
)
from cc_widgets.core.uncertainty.bands import order_ranks
from cc_widgets.core.uncertainty.bootstrap import max_thinning_loss
from cc_widgets.core.uncertainty.buckets import candidates, row_hulls
from cc_widgets.core.uncertainty.envelopes import fixed_threshold_band, optimistic_band
from cc_widgets.core.uncertainty.intervals import LineCounts, rectangle_band
from cc_widgets.core.uncertainty.paired import PairedCounts
from cc_widgets.core.uncertainty.percentiles import exact_band
from tests.support.bands import binomial, errors, quantile, trinomial_difference
from tests.support.resamples import (
    costs_of_examples,
    draw_resamples,
)

GRID = np.arange(13) / 12
SCORES = st.one_of(st.integers(-2, 2).map(float), st.floats(-1e9, 1e9))
EXAMPLES = st.lists(st.tuples(st.booleans(), SCORES), min_size=2, max_size=30).filter(
    lambda pairs: len({label for label, _ in pairs}) == 2
)
LEVELS = st.sampled_from([0.5, 0.8, 0.9])
WEIGHT = st.sampled_from([0.0, 0.0, 1e-9, 0.3, 1.0, 2.0, 1e9])


def read(examples):
    label, score = zip(*examples, strict=True)
    return predictions(label, score)


def weights(data, checked):
    """Weights with a positive total in both classes."""
    size = checked.score.size
    weight = np.array(data.draw(st.lists(WEIGHT, min_size=size, max_size=size)))
    for kind in (True, False):
        if not weight[checked.positive == kind].any():
            weight[checked.positive == kind] = 1.0
    return weight


@st.composite
def count_matrices(draw):
    rows, buckets = draw(st.integers(1, 4)), draw(st.integers(1, 7))
    size = draw(st.sampled_from([1, 3, 10**6]))
    number = st.sampled_from([0, 0, 1, 2]) | st.integers(0, size)
    row = st.lists(number, min_size=buckets, max_size=buckets).filter(any)
    both = [draw(st.lists(row, min_size=rows, max_size=rows)) for _ in range(2)]
    return tuple(np.array(table) for table in both)


@given(count_matrices())
def test_row_hulls_equal_the_chain_of_each_row(buckets):
    hulls = row_hulls(*buckets)
    for r, both in enumerate(zip(*buckets, strict=True)):
        fp, tp = (np.insert(np.cumsum(counts), 0, 0) for counts in both)
        corners = hull_module.upper_chain(fp, tp)
        own = hulls.row == r
        np.testing.assert_array_equal(hulls.fp[own], fp[corners])
        np.testing.assert_array_equal(hulls.tp[own], tp[corners])
        np.testing.assert_array_equal(hulls.first[own], corners)


@given(EXAMPLES, st.data())
def test_candidates_contain_an_optimal_threshold_for_any_weights(examples, data):
    checked = read(examples)
    weight = weights(data, checked)
    all_thresholds = np.append(np.inf, np.unique(checked.score)[::-1])
    full, reduced = (
        costs_of_examples(checked.score, checked.positive, weight, thresholds, GRID).min(axis=0)
        for thresholds in (all_thresholds, candidates(checked, few=None).threshold)
    )
    np.testing.assert_allclose(reduced, full, rtol=0, atol=1e-12)


@settings(max_examples=60)
@given(EXAMPLES, st.integers(0, 6), st.data())
def test_loss_by_thinning_is_bounded_for_any_weights(examples, n_thresholds, data):
    checked = read(examples)
    weight = weights(data, checked)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules[candidates.__module__], "_EXACT_UP_TO", 1)
        thin = candidates(checked, few=n_thresholds)
    full = candidates(checked, few=None)
    full_cost, thin_cost = (
        costs_of_examples(checked.score, checked.positive, weight, each.threshold, GRID).min(axis=0)
        for each in (full, thin)
    )
    buckets = []
    for inside in (~checked.positive, checked.positive):
        cumulative = [(weight * inside)[checked.score >= t].sum() for t in thin.threshold]
        buckets.append(np.maximum(np.diff(cumulative), 0.0)[np.newaxis])
    assume(all(bucket.sum() > 0 for bucket in buckets))
    bound = max_thinning_loss(buckets[0], buckets[1], thin.gap)
    assert np.all(thin_cost - full_cost <= bound + 1e-9)
    if thin.fp.size == full.fp.size:
        assert bound == 0
        np.testing.assert_array_equal(thin_cost, full_cost)


@settings(max_examples=40)
@given(EXAMPLES, st.booleans())
def test_envelopes_are_concave_and_below_the_baselines(examples, stratified):
    resamples = draw_resamples(read(examples), pc=GRID, n_resamples=30, stratified=stratified)
    assert np.all(resamples.cost >= 0)
    assert np.all(resamples.cost <= np.minimum(GRID, 1 - GRID) + 1e-15)
    assert np.all(np.diff(resamples.cost, 2, axis=1) <= 1e-14)
    assert not resamples.cost[:, [0, -1]].any()


@settings(max_examples=40)
@given(EXAMPLES)
def test_only_the_order_of_scores_matters(examples):
    label, score = zip(*examples, strict=True)
    rank = np.unique(score, return_inverse=True)[1]
    by_score, by_rank = (
        draw_resamples(predictions(label, s), pc=GRID, n_resamples=20) for s in (score, rank)
    )
    np.testing.assert_array_equal(by_score.cost, by_rank.cost)
    np.testing.assert_array_equal(by_score.optimism, by_rank.optimism)


@settings(max_examples=40)
@given(EXAMPLES, LEVELS)
def test_bands_are_ordered_and_widen_with_the_level(examples, level):
    resamples = draw_resamples(read(examples), pc=GRID, n_resamples=60)
    for make in (envelope_band, fixed_threshold_band):
        pointwise, uniform = (
            make(resamples, level=level),
            make(resamples, level=level, simultaneous=True),
        )
        higher = make(resamples, level=0.95)
        for wide in (uniform, higher):
            assert np.all(wide.lower <= pointwise.lower)
            assert np.all(wide.upper >= pointwise.upper)
    band, plain = envelope_band(resamples, level=level), optimistic_band(resamples, level=level)
    assert np.all(band.lower <= np.minimum(band.estimate, plain.lower))
    assert np.all(band.upper >= band.estimate)
    assert np.all((band.lower >= 0) & (band.upper <= 1))
    assert np.all(corrected_cost(resamples) >= band.estimate - 1e-15)
    assert np.all(corrected_cost(resamples) <= band.upper + 1e-15)


@given(st.integers(1, 999), st.integers(1, 5000), st.sampled_from(["holte", "margineantu"]))
def test_order_ranks_are_exact_in_integers(thousandths, n, paper):
    rule = {"holte": "holte-drummond", "margineantu": "margineantu-dietterich"}[paper]
    tail = (1000 - thousandths) * n  # of 2000
    if tail < 2000:
        with pytest.raises(ValueError, match="n_resamples"):
            order_ranks(thousandths / 1000, n, rule)  # type: ignore[arg-type]
        return
    low, high = order_ranks(thousandths / 1000, n, rule)  # type: ignore[arg-type]
    assert low == (tail // 2000 + 1 if paper == "margineantu" else -(-tail // 2000))
    assert low <= high == n + 1 - low
    exact = Fraction(thousandths, 1000)
    assert order_ranks(exact, n, rule) == (low, high)  # type: ignore[arg-type]


# ---- Bands, compared with enumeration in fractions
PC = [Fraction(k, 20) for k in (0, 1, 5, 8, 10, 13, 19, 20)]
CONFIDENCE = st.sampled_from([Fraction(1, 2), Fraction(4, 5), Fraction(9, 10), Fraction(99, 100)])
PSEUDO_COUNTS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1, 10), Fraction(2)])
SIMULTANEOUS = st.booleans()


@st.composite
def lines(draw, largest=12):
    totals = [draw(st.integers(1, largest)) for _ in range(2)]
    fp, fn = (draw(st.integers(0, total)) for total in totals)
    return LineCounts(fp=fp, negatives=totals[0], fn=fn, positives=totals[1])


@st.composite
def classes(draw, largest=4):
    first_only, second_only, both = (draw(st.integers(0, largest)) for _ in range(3))
    neither = draw(st.integers(0 if first_only + second_only + both else 1, largest))
    return errors(first_only, second_only, both, first_only + second_only + both + neither)


PAIRS = st.builds(PairedCounts, classes(), classes())


def limits_by_enumeration(distributions, sizes, level):
    tails = (1 - level) / 2, (1 + level) / 2
    return [
        [
            float(
                quantile(distributions[0], distributions[1], ((1 - x) / sizes[0], x / sizes[1]), q)
            )
            for x in PC
        ]
        for q in tails
    ]


@settings(max_examples=60)
@given(lines(), CONFIDENCE, PSEUDO_COUNTS)
def test_exact_limits_equal_full_enumeration(line, level, more):
    sizes = line.negatives, line.positives
    rates = [(k + more) / (n + 2 * more) for k, n in zip((line.fp, line.fn), sizes, strict=True)]
    expected = limits_by_enumeration(
        [binomial(n, rate) for n, rate in zip(sizes, rates, strict=True)], sizes, level
    )
    band = exact_band(line, level=level, pc=[float(x) for x in PC], pseudo_count=float(more))
    np.testing.assert_allclose([band.lower, band.upper], expected, atol=1e-12)


@settings(max_examples=30)
@given(PAIRS, CONFIDENCE)
def test_exact_limits_of_differences_equal_full_enumeration(pairs, level):
    both = pairs.negatives, pairs.positives
    expected = limits_by_enumeration(
        [
            trinomial_difference(
                errors_of_class.total,
                Fraction(errors_of_class.first_only, errors_of_class.total),
                Fraction(errors_of_class.second_only, errors_of_class.total),
            )
            for errors_of_class in both
        ],
        [errors_of_class.total for errors_of_class in both],
        level,
    )
    band = difference_band(pairs, level=level, pc=[float(x) for x in PC], method="exact")
    np.testing.assert_allclose([band.lower, band.upper], expected, atol=1e-12)


@settings(max_examples=50)
@given(lines(largest=10_000), SIMULTANEOUS)
def test_closed_form_bands_contain_the_estimate_and_have_positive_width(line, simultaneous):
    narrow = mover_band(line, simultaneous=simultaneous)
    for band in (narrow, rectangle_band(line)):
        assert np.all((band.lower >= -1e-15) & (band.upper <= 1 + 1e-15))
        assert np.all((band.lower <= band.estimate + 1e-15) & (band.estimate <= band.upper + 1e-15))
        assert np.all(band.upper > band.lower)


@settings(max_examples=50)
@given(PAIRS, SIMULTANEOUS, st.sampled_from(["auto", "exact", "agresti-min"]))
def test_pc_is_significant_if_and_only_if_the_band_excludes_zero(pairs, simultaneous, method):
    band = difference_band(pairs, simultaneous=simultaneous, method=method)
    result = significance(band)
    named = np.zeros(band.pc.size, dtype=bool)
    for start, stop in zip(result.ranges.pc_low, result.ranges.pc_high, strict=True):
        named |= (start <= band.pc) & (band.pc <= stop)
    assert np.array_equal(named, (band.lower > 1e-15) | (band.upper < -1e-15))
