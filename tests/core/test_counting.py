from fractions import Fraction
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from cc_widgets.core import (
    Counts,
    auc,
    cell_counts,
    convex_hull,
    count,
    hull_status,
    lower_envelope,
    predictions,
    roc_curve,
)
from cc_widgets.core import counting as module
from cc_widgets.core import hull as corners
from cc_widgets.core.costs import edge_pc, lines_envelope
from cc_widgets.core.counting import (
    argsort,
    concatenate_tallies,
    ends_before_turns,
    ends_of_ties,
    iter_tallies,
    sort_keys,
)
from cc_widgets.core.dominance import (
    Dominance,
    Optimality,
    corner_ranges,
    curve_dominance,
    extend_hull,
)
from cc_widgets.core.hull import count_corners, count_hull, upper_chain

DRAW = np.random.default_rng(0)
NOISE = DRAW.normal(size=999)
SCORES = {
    "probabilities": DRAW.random(999),
    "any sign": NOISE,
    "ten times": 10 * NOISE,
    "negative": -np.abs(NOISE) - 5,
    "ties": NOISE.round(1) * 8 + 0.0,
    "neighbours": 1 + np.arange(999) * np.finfo(np.float64).eps,
    "neighbours of -3": -3 - np.arange(999) * np.finfo(np.float64).eps * 2,
    "powers": 2.0 ** np.arange(-499, 500),
    "powers of both signs": np.outer([-1, 1], 2.0 ** np.arange(-200, 200)).ravel(),
    "extremes": np.array([-1e300, 1e300, 5e-324, -5e-324, 0.0, 1.0, -1.0]),
    "huge": np.array([np.finfo(np.float64).max, -np.finfo(np.float64).max, 1.0]),
    "huge and positive": np.array([np.finfo(np.float64).max, 5e-324, 0.0, 1.0]),
    "almost 2": np.array([np.nextafter(2, 0), -np.nextafter(2, 0), 0.0, 1e-310, -5e-324]),
    "two": np.array([2.0, -2.0, 1.0, -1.0, np.nextafter(2, 0)]),
}


def sorted_examples(positive, score):
    """Negated scores from high to low with class, positives first among ties, by Python's sort."""
    return sorted(zip(-score, ~positive, strict=True))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", SCORES)
def test_sort_keys_order_examples_and_recover_scores(monkeypatch, name, dtype):
    monkeypatch.setattr(module, "BLOCK", 100)
    with np.errstate(over="ignore", under="ignore"):
        score = SCORES[name].astype(dtype)
    score = score[np.isfinite(score)] + dtype(0)
    positive = np.random.default_rng(1).random(score.size) < 0.5
    order = np.random.default_rng(2).permutation(score.size)
    ordered = sort_keys(positive[order], score[order])
    expected = sorted_examples(positive, score)
    unpacked = ordered.scores(ordered.keys)
    assert unpacked.dtype == dtype
    assert unpacked.tolist() == [-negated_score for negated_score, _ in expected]
    assert (ordered.keys & 1).tolist() == [negative for _, negative in expected]
    distinct = ordered.keys[1:] >> 1 != ordered.keys[:-1] >> 1
    np.testing.assert_array_equal(distinct, unpacked[1:] != unpacked[:-1])


def test_sort_keys_recover_scores_of_a_subset():
    ordered = sort_keys(np.array([True, False, True]), np.array([-4.0, 8.0, 0.25]))
    assert ordered.scores(ordered.keys[[2, 0]]).tolist() == [-4, 8]


@pytest.mark.parametrize(
    ("score", "dtype"),
    [
        ([0.5, 1], np.float32),
        ([-0.5, 100], np.float32),
        ([-8, 9], np.float64),
        ([0, 1e300], np.float64),
        ([5e-324, 1e300], np.float64),
        ([-1e300, 1e299], np.float64),
    ],
)
def test_sort_keys_have_item_size_of_scores(monkeypatch, score, dtype):
    monkeypatch.delattr(module, "_pack_ranks")
    ordered = sort_keys(np.array([True, False]), np.array(score, dtype))
    assert ordered.keys.itemsize == np.dtype(dtype).itemsize


def test_sort_keys_do_not_modify_scores():
    for score in SCORES.values():
        before = score.copy()
        sort_keys(np.ones(score.size, dtype=bool), score)
        np.testing.assert_array_equal(score, before)


# ---- Tally
def keys_of(*ties):
    """Sort keys of ties given as strings: p is a positive example, n a negative one."""
    labels = [(2 * rank, tie) for rank, tie in enumerate(ties)]
    return np.array([key + (letter == "n") for key, tie in labels for letter in tie], np.uint64)


def choices(keys, choose):
    return choose(keys, (keys & 1).astype(bool)).tolist()


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        (["p"], [0]),
        (["n"], [0]),
        (["p", "p", "n", "n", "p", "n"], [1, 4, 5]),
        (["n", "n", "p", "p"], [3]),
        (["pp", "nn"], [1, 3]),
        (["pn", "pn"], [1, 3]),
        (["n", "pn", "p"], [3]),
        (["p", "pn", "n"], [0, 2, 3]),
        (["pn", "n", "p", "pn"], [1, 3, 5]),
        (["pn"], [1]),
        (["ppn", "p", "n"], [3, 4]),
    ],
)
def test_ends_before_turns_contain_possible_corners(ties, expected):
    assert set(expected) <= set(choices(keys_of(*ties), ends_before_turns))


@pytest.mark.parametrize(
    "ties",
    [["n", "n", "p", "p"], ["p", "p", "p", "n"], ["pn", "p", "p", "p"], ["n", "n", "n", "pn"]],
)
def test_ends_before_turns_skip_runs_of_one_class(ties):
    assert len(choices(keys_of(*ties), ends_before_turns)) == 2 - (ties[-1] in {"p", "pn"})


def test_ties_are_not_split():
    keys = keys_of("ppnn", "n", "nn", "p", "pn")
    assert choices(keys, ends_of_ties) == [3, 4, 6, 7, 9]
    assert set(choices(keys, ends_before_turns)) <= {3, 4, 6, 7, 9}


@pytest.mark.parametrize("block", [1, 2, 3, 4, 100])
def test_tallies_of_blocks_are_cumulative_and_keep_ties(monkeypatch, block):
    monkeypatch.setattr(module, "BLOCK", block)
    keys = keys_of("p", "ppnn", "n", "nn", "p", "pnn", "p")
    pieces = list(iter_tallies(keys, ends_of_ties))
    assert (len(pieces) == 1) == (block == 100)
    whole = concatenate_tallies(pieces)
    assert whole.key.tolist() == keys[[0, 4, 5, 7, 8, 11, 12]].tolist()
    assert whole.tp.tolist() == [1, 3, 3, 3, 4, 5, 6]
    assert whole.fp.tolist() == [0, 2, 3, 5, 5, 7, 7]
    assert whole.tp.dtype == whole.fp.dtype == np.int64
    assert all(piece.key.size <= block for piece in pieces)


def test_iter_tallies_calls_choose_once_per_block(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 2)
    calls = []

    def choose(keys, negative):
        calls.append((keys.tolist(), negative.tolist()))
        return np.array([keys.size - 1])

    keys = keys_of("p", "n", "pnn", "p")
    assert [piece.tp.tolist() for piece in iter_tallies(keys, choose)] == [[1], [2], [3]]
    assert calls == [([0, 3], [False, True]), ([4, 5, 5], [False, True, True]), ([6], [False])]


# ---- Counts at every threshold
def test_count_makes_ties_one_threshold():
    counts = count(predictions([1, 0, 0, 1], [2, 5, 10, 10]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 10, 5, 2])
    np.testing.assert_array_equal(counts.tp, [0, 1, 1, 2])
    np.testing.assert_array_equal(counts.fp, [0, 1, 2, 2])
    assert (counts.positives, counts.negatives) == (2, 2)


def test_count_with_all_scores_tied():
    counts = count(predictions([0, 1, 1], [7, 7, 7]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 7])
    np.testing.assert_array_equal(counts.tp, [0, 2])
    np.testing.assert_array_equal(counts.fp, [0, 1])


def test_count_treats_negative_zero_as_zero():
    np.testing.assert_array_equal(count(predictions([0, 1], [-0.0, 0.0])).threshold, [np.inf, 0])


def test_count_separates_neighbouring_floats():
    assert count(predictions([0, 1], [0.5, np.nextafter(0.5, 1)])).threshold.size == 3


def test_unweighted_counts_are_int64():
    counts = count(predictions([0, 1], [1, 2]))
    assert counts.tp.dtype == counts.fp.dtype == np.int64
    assert isinstance(counts.positives, int)


def test_counts_with_integer_weights_are_int64():
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[1.0, 2**40, 3]))
    assert counts.tp.dtype == counts.fp.dtype == np.int64
    assert counts.tp.tolist() == [0, 3, 2**40 + 3, 2**40 + 3]
    assert (counts.negatives, counts.positives) == (1, 2**40 + 3)


@pytest.mark.parametrize("weight", [[1, 2, 0.5], [1, 2, 2**53], [0.5, 2, 1], [2**53, 1, 1]])
def test_counts_with_inexact_weights_are_float64(weight):
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=weight))
    assert counts.tp.dtype == counts.fp.dtype == np.float64


def test_weighted_counts_end_at_class_totals():
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[0.1, 0.2, 0.7]))
    assert counts.tp.dtype == counts.fp.dtype == np.float64
    assert counts.tp[-1] == counts.positives
    assert counts.negatives == 0.1


def test_count_ignores_weight_0():
    counts = count(predictions([0, 1, 1, 0], [1, 2, 3, 4], sample_weight=[1, 1, 0, 2]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 4, 2, 1])


def test_thresholds_have_dtype_of_scores():
    assert count(predictions([0, 1], np.array([1, 2], np.float32))).threshold.dtype == np.float32


# ---- Counts at corners only
FAST = [count_corners, count_hull]


def random_predictions(size, **options):
    draw = np.random.default_rng(size)
    label = draw.random(size) < 0.4
    label[:2] = True, False
    return predictions(label, draw.normal(size=size) + label, **options)


def test_count_corners_keeps_collinear_points_and_count_hull_does_not():
    source = predictions([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    assert count_corners(source).threshold.tolist() == [np.inf, 6, 4, 2, 1]
    assert count_hull(source).threshold.tolist() == [np.inf, 6, 2, 1]


@pytest.mark.parametrize("count_few", FAST)
def test_fast_counts_keep_first_and_last_threshold(count_few):
    counts = count_few(predictions([0, 1], [1, 2]))
    assert counts.threshold.tolist() == [np.inf, 2, 1]
    worst = count_few(predictions([1, 0], [1, 2]))
    assert worst.threshold.tolist() == [np.inf, 1]
    assert (worst.tp.tolist(), worst.fp.tolist()) == ([0, 1], [0, 1])


@pytest.mark.parametrize("count_few", FAST)
def test_fast_counts_have_totals_and_dtypes_of_count(count_few):
    for source in (
        random_predictions(50),
        random_predictions(50, sample_weight=np.arange(50) + 0.5),
    ):
        selected, full = count_few(source), count(source)
        assert (selected.positives, selected.negatives) == (full.positives, full.negatives)
        assert (selected.tp.dtype, selected.fp.dtype) == (full.tp.dtype, full.fp.dtype)
        assert type(selected.positives) is type(full.positives)
    scores = np.array([1, 2], np.float32)
    assert count_few(predictions([0, 1], scores)).threshold.dtype == np.float32


@pytest.mark.parametrize("count_few", FAST)
def test_fast_counts_have_exact_envelope(count_few):
    source = random_predictions(200_000)
    full = lower_envelope(convex_hull([roc_curve(count(source))]))
    fast = lower_envelope(convex_hull([roc_curve(count_few(source))]))
    for name in ("pc", "cost", "fpr", "fnr", "owner"):
        np.testing.assert_array_equal(getattr(fast, name), getattr(full, name))


def test_count_hull_examines_few_thresholds(monkeypatch):
    chain = Mock(wraps=upper_chain)
    monkeypatch.setattr(corners, "upper_chain", chain)
    source = random_predictions(200_000)
    count_hull(source)
    assert chain.call_args.args[0].size < 2000
    assert count_corners(source).tp.size < 50_000


@pytest.mark.parametrize("count_few", FAST)
def test_fast_counts_do_not_call_count_without_weights(monkeypatch, count_few):
    source = predictions([0, 1, 1], [1, 2, 3])
    monkeypatch.setattr(corners, "count", Mock(side_effect=AssertionError))
    assert count_few(source).tp.tolist() == [0, 2, 2]


def test_fast_counts_ignore_weight_0():
    source = predictions([0, 1, 1, 0], [1, 2, 3, 4], sample_weight=[1, 1, 0, 2])
    for count_few in FAST:
        assert count_few(source).threshold.tolist() == [np.inf, 2, 1]


# ---- Products of counts beyond 64 bits: results must equal exact arithmetic
def curve_of_counts(fp, tp, negatives, positives):
    """Return a curve with these counts, and both ends."""
    return roc_curve(
        Counts(
            threshold=np.append(np.inf, -np.arange(len(fp) + 1.0)),
            tp=np.array([0, *tp, positives]),
            fp=np.array([0, *fp, negatives]),
            positives=positives,
            negatives=negatives,
        )
    )


def curve_of_one_point(fp, tp, negatives, positives):
    cells = {"tp": tp, "fn": positives - tp, "fp": fp, "tn": negatives - fp}
    return roc_curve(cell_counts(**cells))


def exact_chain(points):
    """Return the corners of the upper hull of points in exact numbers."""
    corners: list[tuple[Any, Any]] = []
    for x, y in sorted({*points, (0, 0)}):
        while len(corners) > 1:
            (ax, ay), (bx, by) = corners[-2:]
            if (by - ay) * (x - bx) > (y - by) * (bx - ax):
                break
            corners.pop()
        corners.append((x, y))
    return corners


def near_the_diagonal(draw):
    """Return increasing counts within a few units of a straight line, and the class totals."""
    negatives = [2**32, 2**33 + 1, 2**40, 2**52 + 1][draw.integers(4)]
    positives = [2**32 - 1, 2**35 - 1, 2**45, 2**52, negatives][draw.integers(5)]
    shares = [*draw.random(4).tolist(), *(draw.integers(0, 7, size=5) / 6).tolist()]
    fp = sorted(int(negatives * share) for share in shares)
    bends = draw.integers(-1, 3, size=9).tolist()
    tp = [positives * x // negatives + bend for x, bend in zip(fp, bends, strict=True)]
    return fp, sorted(min(max(x, 0), positives) for x in tp), negatives, positives


@pytest.mark.parametrize("seed", range(20))
def test_hull_of_large_counts_equals_exact_arithmetic(seed):
    fp, tp, negatives, positives = data = near_the_diagonal(np.random.default_rng(seed))
    assert negatives * positives > 2**63
    curve = curve_of_counts(*data)
    hull = convex_hull([curve])
    ends = [(0, 0), (negatives, positives)]
    inner = [(curve.counts.fp[i], curve.counts.tp[i]) for i in hull.index[1:-1]]
    assert [ends[0], *inner, ends[1]] == exact_chain([*zip(fp, tp, strict=True), ends[1]])
    for envelope in (lower_envelope(hull), lines_envelope([curve])):
        assert np.all(np.diff(envelope.pc) > 0)
    assert np.all(np.diff(hull.slopes) <= 0)
    assert curve_dominance(curve, curve) is Dominance.EQUAL


@pytest.mark.parametrize("seed", range(20))
def test_growing_hull_of_large_counts_equals_fractions_in_any_order(seed):
    draw = np.random.default_rng(seed)
    data = [near_the_diagonal(draw) for _ in range(3)]
    curves = [curve_of_one_point(fp[4], tp[4], n, p) for fp, tp, n, p in data]
    points = [(Fraction(fp[4], n), Fraction(tp[4], p)) for fp, tp, n, p in data]
    expected = exact_chain([*points, (1, 1)])
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        growing = None
        for i in order:
            growing = extend_hull(growing, curves[i])
        assert growing is not None
        corners = [points[order[i]] for i in growing.hull.owner[1:-1]]
        assert [(0, 0), *corners, (1, 1)] == expected


@pytest.mark.parametrize(("rise", "corners"), [(0, 3), (1, 4)])
def test_hull_detects_one_unit_in_cross_products_of_2_to_the_80(rise, corners):
    # The chord from (1/4, 1/2) to (1, 1) is at 2/3 in the middle; 2^41 / 3 is not an integer.
    total = 2**40
    middle = (total // 2, 2 * total // 3 + rise)
    curve = curve_of_counts([total // 4, middle[0]], [total // 2, middle[1]], total, total)
    assert convex_hull([curve]).fpr.size == corners
    left = curve_of_counts([total // 4], [total // 2], total, total)
    tripled = curve_of_one_point(3 * middle[0], 3 * middle[1], 3 * total, 3 * total)
    standing = hull_status([left, tripled]).classifiers[1].standing
    assert standing is (Optimality.OPTIMAL if rise else Optimality.NEVER)


@pytest.mark.parametrize("unit", [1, 2**33])
def test_hull_with_integer_weights_is_exact(unit):
    # Slopes 3/2, 4/3 and 5/4: neighbours differ by one unit of a cross product.
    weight = unit * np.array([3, 2, 4, 3, 5, 4, 1, 30], dtype=float)
    label = [1, 0, 1, 0, 1, 0, 1, 0]
    data = predictions(label, [9, 9, 8, 8, 7, 7, 5, 5], sample_weight=weight)
    for counts in (count(data), count_hull(data)):
        hull = convex_hull([roc_curve(counts)])
        fp = counts.fp[hull.index[1:-1]] // unit
        assert fp.tolist() == [2, 5, 9]


def test_hull_with_large_integer_weights_detects_collinear_points():
    label, score = [1, 0, 1, 0], [9, 9, 8, 8]
    large = 2**51
    for extra, n_corners in ((0, 2), (1, 3), (-1, 2)):
        weight = [large + extra, large, large, large]
        curve = roc_curve(count(predictions(label, score, sample_weight=weight)))
        assert convex_hull([curve]).fpr.size == n_corners


def test_auc_of_large_counts():
    negatives, positives = 2**33, 2**34
    curve = curve_of_one_point(negatives // 4, positives // 2, negatives, positives)
    assert auc(curve) == 0.625


# Rates that differ by 1 / (n m), less than the float resolution.
def test_hull_of_corners_with_equal_float_rates_is_finite():
    n, m = 10**9 + 7, 10**9 + 9
    b = pow(n, -1, m)
    a = (b * n - 1) // m
    curves = [curve_of_one_point(a, m - b, n, m), curve_of_one_point(b, n - a, m, n)]
    hull = convex_hull(curves)
    assert hull.owner.tolist() == [-1, 0, 1, -1]
    assert hull.fpr[1] == hull.fpr[2]
    assert hull.tpr[1] == hull.tpr[2]
    assert np.all(np.diff(edge_pc(hull)) >= 0)
    assert np.all(np.diff(lower_envelope(hull).pc) > 0)
    ranges = corner_ranges(hull)
    assert np.all(ranges.pc_low <= ranges.pc_high)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("kind", ["any sign", "few values", "nearly equal", "subnormal"])
def test_argsort_orders_scores_that_leading_bits_do_not_tell_apart(kind, dtype):
    rng = np.random.default_rng(0)
    scores = {
        "any sign": rng.normal(size=5000),
        "few values": rng.integers(-3, 4, 5000) / 7,
        "nearly equal": 0.5 + rng.random(5000) * 1e-13,
        "subnormal": rng.integers(-9, 10, 5000) * 5e-324,
    }[kind].astype(dtype) + dtype(0)
    order = argsort(scores)
    assert np.array_equal(scores[order], np.sort(scores))
    assert np.array_equal(np.sort(order), np.arange(5000))
