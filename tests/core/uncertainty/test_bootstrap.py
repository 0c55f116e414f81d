import sys
import threading
from importlib import import_module
from itertools import islice

import numpy as np
import pytest

from cc_widgets.core.uncertainty import corrected_cost, envelope_band, finished, resampling
from cc_widgets.core.uncertainty.bootstrap import Resampler, max_thinning_loss
from cc_widgets.core.uncertainty.buckets import candidates, row_hulls
from cc_widgets.core.uncertainty.envelopes import (
    chosen_thresholds,
    fixed_costs,
    fixed_threshold_band,
    optimistic_band,
)
from cc_widgets.errors import CostCurveError
from tests.support.resamples import (
    binormal,
    costs_of_buckets,
    draw_resamples,
    every_resample,
    mean_rate_of_optimal,
    scored_classes,
)

CHECKED = binormal(np.random.default_rng(0), 60, 40)
GRID = np.linspace(0, 1, 11)
ARRAYS = ("cost", "fp", "tp", "negatives", "positives", "optimism")
# The function of the same name hides the module.
MODULE = import_module("cc_widgets.core.uncertainty.bootstrap")


def same(first, second, rows=slice(None), names=ARRAYS):
    for name in names:
        np.testing.assert_array_equal(getattr(first, name)[rows], getattr(second, name)[rows])


@pytest.mark.parametrize("stratified", [True, False])
@pytest.mark.parametrize("n_threads", [2, 3])
def test_threads_do_not_change_results(n_threads, stratified):
    options = {"pc": GRID, "n_resamples": 730, "stratified": stratified}
    serial, parallel = (
        draw_resamples(CHECKED, **options),
        draw_resamples(CHECKED, n_threads=n_threads, **options),
    )
    same(serial, parallel)
    assert serial.thinning == parallel.thinning == 0


@pytest.mark.parametrize("n_threads", [1, 2])
def test_pauses_and_other_runs_do_not_change_results(n_threads):
    runs = [
        resampling(CHECKED, n_resamples=450, rng=5, pc=GRID, n_threads=n_threads) for _ in range(2)
    ]
    parts = [next(runs[0]), next(runs[1]), *islice(runs[0], 2)]
    last = [*runs[1]][-1]
    same([*runs[0]][-1], last)
    same(parts[0], parts[1])
    assert last.n_done == 450


def test_partial_results_equal_complete_ones_of_the_same_size():  # a mean over completed ones
    parts = list(resampling(CHECKED, n_resamples=450, rng=0, pc=GRID))
    assert parts[0].n_done < 450
    for part in parts:
        same(part, finished(resampling(CHECKED, n_resamples=part.n_done, rng=0, pc=GRID)))


def test_partial_results_do_not_change():
    parts, copies = [], []
    for part in resampling(CHECKED, n_resamples=330, rng=0, pc=GRID):
        parts.append(part)
        copies.append({name: getattr(part, name).copy() for name in ARRAYS})
    assert [part.n_done for part in parts] == [100, 200, 300, 330]
    for part, copy in zip(parts, copies, strict=True):
        assert part.n_resamples == 330
        for name in ARRAYS:
            np.testing.assert_array_equal(getattr(part, name), copy[name])
            with pytest.raises(ValueError, match="read-only"):
                getattr(part, name)[0] = 1
        same(part, parts[-1], slice(part.n_done), [n for n in ARRAYS if n != "optimism"])


def test_longer_run_starts_with_the_resamples_of_a_shorter_one():
    short, long = (draw_resamples(CHECKED, n_resamples=n, pc=GRID) for n in (200, 530))
    same(short, long, slice(200), [name for name in ARRAYS if name != "optimism"])
    assert not np.array_equal(long.cost[200:300], short.cost[:100])


def test_the_grid_is_copied():
    grid = np.array([0.2, 0.4])
    parts = resampling(CHECKED, n_resamples=200, rng=0, pc=grid)
    first = next(parts)
    grid[:] = 0.5, 0.6
    assert first.pc.tolist() == [0.2, 0.4]
    same(finished(parts), draw_resamples(CHECKED, pc=[0.2, 0.4]))


def test_closing_early_leaves_no_thread_and_no_work(monkeypatch):
    begun = []
    call = Resampler.__call__

    def noticed(self, rng, rows):
        begun.append(rows)
        return call(self, rng, rows)

    monkeypatch.setattr(Resampler, "__call__", noticed)
    before = threading.active_count()
    for n_threads in (1, 3):
        begun.clear()
        parts = resampling(CHECKED, n_resamples=5000, rng=0, pc=GRID, n_threads=n_threads)
        assert begun == []
        next(parts)
        parts.close()
        assert threading.active_count() == before
        assert len(begun) <= 2 * n_threads


def test_class_totals_are_fixed_only_if_stratified():
    fixed, free = (
        draw_resamples(CHECKED, stratified=s, n_resamples=2000, pc=[0.5]) for s in (True, False)
    )
    assert set(fixed.negatives) == {60}
    assert set(fixed.positives) == {40}
    np.testing.assert_array_equal(free.negatives + free.positives, 100)
    away = free.negatives - 60
    assert abs(away.mean()) < 5 * np.sqrt(24 / 2000)
    assert away.var() == pytest.approx(24, abs=5 * 24 * np.sqrt(2 / 2000))
    np.testing.assert_array_equal(free.fp[:, -1], free.negatives)
    np.testing.assert_array_equal(free.tp[:, -1], free.positives)


@pytest.mark.parametrize(("negative", "positive"), [([1], [2]), ([1], [2, 3, 4])])
def test_resamples_always_have_both_classes(negative, positive):
    resamples = draw_resamples(
        scored_classes(negative, positive), stratified=False, n_resamples=1000, pc=[0.5]
    )
    n = len(negative) + len(positive)
    assert resamples.negatives.min() == resamples.positives.min() == 1
    np.testing.assert_array_equal(resamples.negatives + resamples.positives, n)
    if n == 4:
        # Binomial(4, 1/4) without 0 and 4: shares 108, 54, 12 of 174.
        share = np.bincount(resamples.negatives, minlength=4)[1:] / 1000
        expected = np.array([108, 54, 12]) / 174
        assert np.all(np.abs(share - expected) < 5 * np.sqrt(expected / 1000))


def test_seed_of_a_generator_can_be_reused():
    rng = np.random.default_rng(4)
    first, second = (draw_resamples(CHECKED, rng=rng, pc=GRID) for _ in range(2))
    assert first.seed != second.seed
    same(first, draw_resamples(CHECKED, rng=first.seed, pc=GRID))
    assert draw_resamples(CHECKED, rng=None, pc=GRID, n_resamples=1).seed >= 0


def test_memory_grows_with_resamples_but_not_with_examples():
    parts = list(resampling(CHECKED, n_resamples=150, rng=0))
    corners = parts[-1].candidates.hull.size
    assert parts[-1].cost.shape == (150, 501)
    assert parts[-1].fp.shape == parts[-1].tp.shape == (150, corners)
    assert np.shares_memory(parts[0].fp, parts[1].fp)
    assert parts[-1].optimism.shape == (501,)


def test_costs_are_computed_from_hulls_and_take_no_memory():
    resamples = draw_resamples(CHECKED, n_resamples=150)
    part = resamples.parts[0]
    arrays = [getattr(holder, name) for holder in (part, *part.hulls) for name in holder.__slots__]
    size = sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))
    assert size < resamples.cost.nbytes / 10
    assert part.fp.dtype == part.tp.dtype == part.hulls[0].fp.dtype == np.int8
    np.testing.assert_array_equal(resamples.costs_at(resamples.pc[::7]), resamples.cost[:, ::7])


def test_counts_at_the_hull_are_those_of_its_thresholds(monkeypatch):
    calls = []

    def noticed(*buckets):
        calls.append(buckets)
        return row_hulls(*buckets)

    monkeypatch.setattr(MODULE, "row_hulls", noticed)
    resamples = draw_resamples(CHECKED, n_resamples=130, pc=GRID)
    negative, positive = (np.concatenate(buckets) for buckets in zip(*calls, strict=True))
    for counts, buckets in ((resamples.fp, negative), (resamples.tp, positive)):
        accepted = np.insert(np.cumsum(buckets, axis=1), 0, 0, axis=1)
        np.testing.assert_array_equal(counts, accepted[:, resamples.candidates.hull])
    expected = costs_of_buckets(negative, positive, GRID).min(axis=1)
    np.testing.assert_allclose(resamples.cost, expected, rtol=0, atol=1e-14)


CLASSIFIERS = {
    "one each": ([1], [2]),
    "one each, reversed": ([2], [1]),
    "perfect": (range(5), range(5, 9)),
    "reversed": (range(5, 9), range(5)),
    "constant": ([3] * 7, [3] * 5),
    "one against many": ([3], range(9)),
    "extreme scores": ([-1e300, 0.0, 5e-324], [-0.0, 1e300]),
}


@pytest.mark.parametrize("stratified", [True, False])
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_degenerate_classifiers_give_no_nan_and_no_warning(name, stratified):
    resamples = draw_resamples(scored_classes(*CLASSIFIERS[name]), stratified=stratified)
    bands = [
        envelope_band(resamples),
        envelope_band(resamples, simultaneous=True),
        optimistic_band(resamples),
        fixed_threshold_band(resamples),
        fixed_threshold_band(resamples, simultaneous=True),
    ]
    for values in (*(getattr(resamples, array) for array in ARRAYS), corrected_cost(resamples)):
        assert np.all(np.isfinite(values))
    for band in bands:
        assert np.all((band.lower >= 0) & (band.lower <= band.upper) & (band.upper <= 1))
        assert np.all(np.isfinite(band.estimate))
    assert np.all(
        (resamples.cost >= 0)
        & (resamples.cost <= np.minimum(resamples.pc, 1 - resamples.pc) + 1e-15)
    )


@pytest.mark.parametrize("name", ["reversed", "constant", "one each, reversed"])
def test_optimism_is_0_where_only_baselines_are_optimal(name):
    resamples = draw_resamples(scored_classes(*CLASSIFIERS[name]))
    baseline = np.minimum(resamples.pc, 1 - resamples.pc)
    np.testing.assert_allclose(resamples.cost, np.tile(baseline, (200, 1)), atol=1e-15)
    np.testing.assert_allclose(resamples.optimism, 0, atol=1e-14)


@pytest.mark.parametrize("n_stretches", [0, 3, 10])
@pytest.mark.parametrize("seed", range(4))
def test_the_loss_by_thinning_is_within_the_bound_in_each_resample(monkeypatch, n_stretches, seed):
    monkeypatch.setattr(sys.modules[candidates.__module__], "_EXACT_UP_TO", 1)
    rng = np.random.default_rng(seed)
    checked = binormal(rng, 80, 50)
    every, subset = (candidates(checked, few=some) for some in (None, n_stretches))
    kept = np.searchsorted(-every.threshold, -subset.threshold)
    n, m, gap = np.full(30, 80), np.full(30, 50), subset.gap
    negative = rng.multinomial(n, np.diff(every.fp) / 80)
    positive = rng.multinomial(m, np.diff(every.tp) / 50)
    full = costs_of_buckets(negative, positive, GRID).min(axis=1)
    negative, positive = (
        np.add.reduceat(buckets, kept[:-1], axis=1) for buckets in (negative, positive)
    )
    more = (costs_of_buckets(negative, positive, GRID).min(axis=1) - full).max(axis=1)
    lost = [max_thinning_loss(negative[[r]], positive[[r]], gap) for r in range(30)]
    assert np.all(more >= -1e-15)
    assert np.all(more <= np.array(lost) + 1e-15)
    assert max(lost) == max_thinning_loss(negative, positive, gap)
    assert more.max() > 0


def test_the_thinning_bound_is_the_worst_case_between_two_thresholds():
    # Half of each class in a gap: p q / (p + q) with p = 1/2, q = 1/4.
    negative, positive = np.array([[1, 1, 2]]), np.array([[2, 2, 0]])
    assert max_thinning_loss(negative, positive, np.array([1])) == pytest.approx(1 / 6)
    assert max_thinning_loss(negative, positive, np.array([2])) == 0
    assert max_thinning_loss(negative, positive, np.array([], dtype=int)) == 0
    # All negatives behind all positives: the left out threshold between them loses all of it.
    grid = np.array([0.25])
    full = costs_of_buckets(np.array([[0, 4]]), np.array([[4, 0]]), grid).min()
    thin = costs_of_buckets(np.array([[4]]), np.array([[4]]), grid).min()
    assert thin - full == 0.25 <= max_thinning_loss(np.array([[4]]), np.array([[4]]), np.array([0]))


def test_the_thinning_bound_is_reported_and_0_without_thinning(monkeypatch):
    exact = draw_resamples(CHECKED, pc=GRID)
    monkeypatch.setattr(sys.modules[candidates.__module__], "_EXACT_UP_TO", 1)
    parts = list(resampling(candidates(CHECKED, few=4), n_resamples=300, rng=0, pc=GRID))
    bounds = [part.thinning for part in parts]
    assert exact.thinning == 0 < bounds[0] <= bounds[1] <= bounds[2] < 0.5
    assert optimistic_band(parts[-1]).thinning == bounds[2]
    assert draw_resamples(candidates(CHECKED, few=None), pc=GRID).thinning == 0


def test_default_is_1999_resamples_on_501_values():
    part = next(resampling(CHECKED))
    assert part.n_resamples == 1999
    assert part.pc.size == part.cost.shape[1] == 501
    assert part.seed != next(resampling(CHECKED)).seed


def test_candidates_give_the_same_resamples_as_predictions():
    same(draw_resamples(candidates(CHECKED), pc=GRID), draw_resamples(CHECKED, pc=GRID))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"n_resamples": 0},
            r"^n_resamples: must be an integer, 1 or more\. Got 0\. Pass .*1999",
        ),
        ({"n_resamples": 10.0}, r"^n_resamples: must be an integer.* Got 10\.0\. Pass"),
        ({"n_threads": 0}, r"^n_threads: must be an integer, 1 or more\. Got 0\. Pass 1, or"),
        ({"n_threads": None}, r"^n_threads: .* Got None\. Pass 1, or the number of proc"),
        ({"rng": "seed"}, r"^rng: .* Got 'seed'\. Pass a seed such as 0"),
        (
            {"pc": [0.5, 0.4]},
            r"^pc: must be strictly increasing, with at least one value\. Got \[0\.5, 0\.4\]\. S",
        ),
        ({"pc": [1.5]}, r"^pc: must lie in \[0, 1\]\. Got 1\.5\. pc is a fraction"),
    ],
)
def test_invalid_numbers_raise_at_once(options, message):
    with pytest.raises(CostCurveError, match=message):
        resampling(CHECKED, **options)


# ---- Random resamples compared with all possible resamples
PC = np.array([0.0, 0.2, 0.4, 0.5, 0.7, 1.0])
TINY = {
    "three each": scored_classes([1, 3, 5], [2, 4, 6]),
    "tied": scored_classes([1, 1, 2], [1, 2, 3]),
    "two and three": scored_classes([1, 3], [2, 2.5, 0]),
    "one and two": scored_classes([2], [1, 3]),
}
SETTINGS = [(name, True) for name in TINY] + [("one and two", False), ("two and two", False)]
TINY["two and two"] = scored_classes([1, 3], [2, 4])
DRAWS = 6000


class Everything:
    """Exact distributions over all possible resamples."""

    def __init__(self, checked, *, stratified):
        candidate_set = candidates(checked)
        weight = every_resample(checked, stratified=stratified)
        bucket = np.array(
            [np.flatnonzero(candidate_set.threshold <= score)[0] - 1 for score in checked.score]
        )
        negative, positive = (
            np.stack(
                [
                    weight[:, inside & (bucket == i)].sum(axis=1)
                    for i in range(candidate_set.fp.size - 1)
                ],
                axis=1,
            )
            for inside in (~checked.positive, checked.positive)
        )
        costs = costs_of_buckets(negative, positive, PC)
        self.cost = costs.min(axis=1)
        fpr, tpr = (
            mean_rate_of_optimal(negative, positive, rate, PC)
            for rate in (
                candidate_set.fp / candidate_set.negatives,
                candidate_set.tp / candidate_set.positives,
            )
        )
        self.optimism = (1 - PC) * fpr + PC * (1 - tpr) - self.cost
        at = candidate_set.hull[chosen_thresholds(candidate_set, PC).corner]
        self.fixed = costs[:, at, np.arange(PC.size)]


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def both(request):
    name, stratified = request.param
    options = {"pc": PC, "n_resamples": DRAWS, "stratified": stratified}
    return draw_resamples(TINY[name], **options), Everything(TINY[name], stratified=stratified)


def test_number_of_resamples_is_exact():
    assert every_resample(TINY["three each"]).shape == (27 * 27, 6)
    assert every_resample(TINY["two and two"], stratified=False).shape == (4**4 - 2 * 2**4, 4)


def assert_same_distribution(resampled, expected):
    for sample, every in zip(resampled.T, expected.T, strict=True):
        for value in np.unique(every.round(12)):
            share = np.mean(every <= value + 1e-9)
            error = np.sqrt(share * (1 - share) / DRAWS)
            assert abs(np.mean(sample <= value + 1e-9) - share) <= 5 * error + 1e-12
        assert np.all(np.isin(sample.round(9), every.round(9)))


def test_envelopes_have_the_distribution_of_all_envelopes(both):
    resamples, every = both
    assert_same_distribution(resamples.cost, every.cost)


def test_fixed_thresholds_have_the_distribution_of_all_their_costs(both):
    resamples, every = both
    chosen = chosen_thresholds(resamples.candidates, PC)
    assert_same_distribution(fixed_costs(resamples, chosen, slice(None)), every.fixed)


def test_the_optimism_is_that_of_all_resamples(both):
    resamples, every = both
    error = every.optimism.std(axis=0) / np.sqrt(DRAWS)
    away = np.abs(resamples.optimism - every.optimism.mean(axis=0))
    assert np.all(away <= 5 * error + 1e-12)
    assert np.all(every.optimism.mean(axis=0) >= -1e-12)
