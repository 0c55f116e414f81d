from fractions import Fraction
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from cc_widgets.core import (
    Counts,
    Dominance,
    Standing,
    auc,
    cell_counts,
    convex_hull,
    corner_ranges,
    count,
    count_corners,
    count_hull,
    curve_dominance,
    edge_pc,
    extend_hull,
    hull_status,
    lines_envelope,
    lower_envelope,
    predictions,
    roc_curve,
)
from cc_widgets.core import _counting as module
from cc_widgets.core import _hull as corners
from cc_widgets.core._counting import ends_before_turns, ends_of_ties, joined, sort_keys, tally
from cc_widgets.core._hull import upper_chain

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


def in_order(positive, score):
    """Scores from high to low, positives first among equals, by Python's sort."""
    return sorted(zip(-score, ~positive, strict=True))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", SCORES)
def test_examples_come_in_order_and_scores_come_back(monkeypatch, name, dtype):
    monkeypatch.setattr(module, "BLOCK", 100)
    with np.errstate(over="ignore", under="ignore"):
        score = SCORES[name].astype(dtype)
    score = score[np.isfinite(score)] + dtype(0)
    positive = np.random.default_rng(1).random(score.size) < 0.5
    order = np.random.default_rng(2).permutation(score.size)
    ordered = sort_keys(positive[order], score[order])
    expected = in_order(positive, score)
    back = ordered.scores(ordered.keys)
    assert back.dtype == dtype
    assert back.tolist() == [-one for one, _ in expected]
    assert (ordered.keys & 1).tolist() == [negative for _, negative in expected]
    distinct = ordered.keys[1:] >> 1 != ordered.keys[:-1] >> 1
    np.testing.assert_array_equal(distinct, back[1:] != back[:-1])


def test_scores_of_some_keys_can_be_asked_for():
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
def test_keys_are_no_wider_than_the_scores_and_need_no_ranks(monkeypatch, score, dtype):
    monkeypatch.delattr(module, "_pack_ranks")
    ordered = sort_keys(np.array([True, False]), np.array(score, dtype))
    assert ordered.keys.itemsize == np.dtype(dtype).itemsize


def test_scores_are_left_as_they_are():
    for score in SCORES.values():
        before = score.copy()
        sort_keys(np.ones(score.size, dtype=bool), score)
        np.testing.assert_array_equal(score, before)


# ---- Tally
def keys_of(*ties):
    """Keys of ties given as words: p is a positive example, n a negative one."""
    labels = [(2 * place, word) for place, word in enumerate(ties)]
    return np.array([key + (one == "n") for key, word in labels for one in word], np.uint64)


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
def test_thresholds_before_turns_are_found(ties, expected):
    assert set(expected) <= set(choices(keys_of(*ties), ends_before_turns))


@pytest.mark.parametrize(
    "ties",
    [["n", "n", "p", "p"], ["p", "p", "p", "n"], ["pn", "p", "p", "p"], ["n", "n", "n", "pn"]],
)
def test_runs_of_one_class_leave_only_their_ends(ties):
    assert len(choices(keys_of(*ties), ends_before_turns)) == 2 - (ties[-1] in {"p", "pn"})


def test_ties_are_never_split():
    keys = keys_of("ppnn", "n", "nn", "p", "pn")
    assert choices(keys, ends_of_ties) == [3, 4, 6, 7, 9]
    assert set(choices(keys, ends_before_turns)) <= {3, 4, 6, 7, 9}


@pytest.mark.parametrize("block", [1, 2, 3, 4, 100])
def test_pieces_hold_whole_ties_and_count_on(monkeypatch, block):
    monkeypatch.setattr(module, "BLOCK", block)
    keys = keys_of("p", "ppnn", "n", "nn", "p", "pnn", "p")
    pieces = list(tally(keys, ends_of_ties))
    assert (len(pieces) == 1) == (block == 100)
    whole = joined(pieces)
    assert whole.key.tolist() == keys[[0, 4, 5, 7, 8, 11, 12]].tolist()
    assert whole.tp.tolist() == [1, 3, 3, 3, 4, 5, 6]
    assert whole.fp.tolist() == [0, 2, 3, 5, 5, 7, 7]
    assert whole.tp.dtype == whole.fp.dtype == np.int64
    assert all(piece.key.size <= block for piece in pieces)


def test_chosen_are_told_their_own_piece(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 2)
    seen = []

    def choose(keys, negative):
        seen.append((keys.tolist(), negative.tolist()))
        return np.array([keys.size - 1])

    keys = keys_of("p", "n", "pnn", "p")
    assert [piece.tp.tolist() for piece in tally(keys, choose)] == [[1], [2], [3]]
    assert seen == [([0, 3], [False, True]), ([4, 5, 5], [False, True, True]), ([6], [False])]


# ---- Counts at every threshold
def test_ties_are_one_threshold():
    counts = count(predictions([1, 0, 0, 1], [2, 5, 10, 10]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 10, 5, 2])
    np.testing.assert_array_equal(counts.tp, [0, 1, 1, 2])
    np.testing.assert_array_equal(counts.fp, [0, 1, 2, 2])
    assert (counts.positives, counts.negatives) == (2, 2)


def test_all_scores_tied_leave_one_step():
    counts = count(predictions([0, 1, 1], [7, 7, 7]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 7])
    np.testing.assert_array_equal(counts.tp, [0, 2])
    np.testing.assert_array_equal(counts.fp, [0, 1])


def test_both_zeros_are_one_threshold():
    np.testing.assert_array_equal(count(predictions([0, 1], [-0.0, 0.0])).threshold, [np.inf, 0])


def test_neighbouring_floats_are_two_thresholds():
    assert count(predictions([0, 1], [0.5, np.nextafter(0.5, 1)])).threshold.size == 3


def test_unweighted_counts_are_integers():
    counts = count(predictions([0, 1], [1, 2]))
    assert counts.tp.dtype == counts.fp.dtype == np.int64
    assert isinstance(counts.positives, int)


def test_whole_weights_are_counted_like_so_many_examples():
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[1.0, 2**40, 3]))
    assert counts.tp.dtype == counts.fp.dtype == np.int64
    assert counts.tp.tolist() == [0, 3, 2**40 + 3, 2**40 + 3]
    assert (counts.negatives, counts.positives) == (1, 2**40 + 3)


@pytest.mark.parametrize("weight", [[1, 2, 0.5], [1, 2, 2**53], [0.5, 2, 1], [2**53, 1, 1]])
def test_weights_that_floats_may_round_are_added_in_floats(weight):
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=weight))
    assert counts.tp.dtype == counts.fp.dtype == np.float64


def test_weighted_counts_are_float64_and_end_at_their_totals():
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[0.1, 0.2, 0.7]))
    assert counts.tp.dtype == counts.fp.dtype == np.float64
    assert counts.tp[-1] == counts.positives
    assert counts.negatives == 0.1


def test_examples_of_weight_zero_are_left_out():
    counts = count(predictions([0, 1, 1, 0], [1, 2, 3, 4], sample_weight=[1, 1, 0, 2]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 4, 2, 1])


def test_thresholds_keep_the_dtype_of_the_scores():
    assert count(predictions([0, 1], np.array([1, 2], np.float32))).threshold.dtype == np.float32


# ---- Counts at corners alone, quickly
FAST = [count_corners, count_hull]


def random_predictions(size, **options):
    draw = np.random.default_rng(size)
    label = draw.random(size) < 0.4
    label[:2] = True, False
    return predictions(label, draw.normal(size=size) + label, **options)


def test_points_along_an_edge_are_corners_of_the_staircase_but_not_of_the_hull():
    given = predictions([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    assert count_corners(given).threshold.tolist() == [np.inf, 6, 4, 2, 1]
    assert count_hull(given).threshold.tolist() == [np.inf, 6, 2, 1]


@pytest.mark.parametrize("counted", FAST)
def test_first_and_last_threshold_stay_though_others_dominate_them(counted):
    counts = counted(predictions([0, 1], [1, 2]))
    assert counts.threshold.tolist() == [np.inf, 2, 1]
    worst = counted(predictions([1, 0], [1, 2]))
    assert worst.threshold.tolist() == [np.inf, 1]
    assert (worst.tp.tolist(), worst.fp.tolist()) == ([0, 1], [0, 1])


@pytest.mark.parametrize("counted", FAST)
def test_totals_and_types_are_those_of_all_counts(counted):
    for given in (
        random_predictions(50),
        random_predictions(50, sample_weight=np.arange(50) + 0.5),
    ):
        few, every = counted(given), count(given)
        assert (few.positives, few.negatives) == (every.positives, every.negatives)
        assert (few.tp.dtype, few.fp.dtype) == (every.tp.dtype, every.fp.dtype)
        assert type(few.positives) is type(every.positives)
    scores = np.array([1, 2], np.float32)
    assert counted(predictions([0, 1], scores)).threshold.dtype == np.float32


@pytest.mark.parametrize("counted", FAST)
def test_envelope_is_exactly_that_of_every_threshold(counted):
    given = random_predictions(200_000)
    every = lower_envelope(convex_hull([roc_curve(count(given))]))
    fast = lower_envelope(convex_hull([roc_curve(counted(given))]))
    for name in ("pc", "cost", "fpr", "fnr", "owner"):
        np.testing.assert_array_equal(getattr(fast, name), getattr(every, name))


def test_few_thresholds_are_left_to_look_at(monkeypatch):
    looked_at = Mock(wraps=upper_chain)
    monkeypatch.setattr(corners, "upper_chain", looked_at)
    given = random_predictions(200_000)
    count_hull(given)
    assert looked_at.call_args.args[0].size < 2000
    assert count_corners(given).tp.size < 50_000


@pytest.mark.parametrize("counted", FAST)
def test_without_weights_not_every_threshold_is_counted(monkeypatch, counted):
    given = predictions([0, 1, 1], [1, 2, 3])
    monkeypatch.setattr(corners, "count", Mock(side_effect=AssertionError))
    assert counted(given).tp.tolist() == [0, 2, 2]


def test_the_fast_ways_leave_out_examples_of_weight_zero():
    given = predictions([0, 1, 1, 0], [1, 2, 3, 4], sample_weight=[1, 1, 0, 2])
    for counted in FAST:
        assert counted(given).threshold.tolist() == [np.inf, 2, 1]


# ---- Where products of counts leave 64 bits: every decision is that of Python's own integers
def counted(fp, tp, negatives, positives):
    """A curve of given counts, with both ends."""
    return roc_curve(
        Counts(
            threshold=np.append(np.inf, -np.arange(len(fp) + 1.0)),
            tp=np.array([0, *tp, positives]),
            fp=np.array([0, *fp, negatives]),
            positives=positives,
            negatives=negatives,
        )
    )


def one_point(fp, tp, negatives, positives):
    cells = {"tp": tp, "fn": positives - tp, "fp": fp, "tn": negatives - fp}
    return roc_curve(cell_counts(**cells))


def exact_chain(points):
    """Corners of the chain above points, in whatever exact numbers they are."""
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
    """Counts that rise and stand out from a straight line by a unit or so, and their totals."""
    negatives = [2**32, 2**33 + 1, 2**40, 2**52 + 1][draw.integers(4)]
    positives = [2**32 - 1, 2**35 - 1, 2**45, 2**52, negatives][draw.integers(5)]
    places = [*draw.random(4).tolist(), *(draw.integers(0, 7, size=5) / 6).tolist()]
    fp = sorted(int(negatives * place) for place in places)
    bends = draw.integers(-1, 3, size=9).tolist()
    tp = [positives * one // negatives + bend for one, bend in zip(fp, bends, strict=True)]
    return fp, sorted(min(max(one, 0), positives) for one in tp), negatives, positives


@pytest.mark.parametrize("seed", range(20))
def test_hull_of_one_curve_is_that_of_exact_arithmetic(seed):
    fp, tp, negatives, positives = data = near_the_diagonal(np.random.default_rng(seed))
    assert negatives * positives > 2**63
    curve = counted(*data)
    hull = convex_hull([curve])
    ends = [(0, 0), (negatives, positives)]
    inner = [(curve.counts.fp[i], curve.counts.tp[i]) for i in hull.index[1:-1]]
    assert [ends[0], *inner, ends[1]] == exact_chain([*zip(fp, tp, strict=True), ends[1]])
    for envelope in (lower_envelope(hull), lines_envelope([curve])):
        assert np.all(np.diff(envelope.pc) > 0)
    assert np.all(np.diff(hull.slopes) <= 0)
    assert curve_dominance(curve, curve) is Dominance.EQUAL


@pytest.mark.parametrize("seed", range(20))
def test_hull_of_several_totals_is_that_of_fractions_in_any_order(seed):
    draw = np.random.default_rng(seed)
    data = [near_the_diagonal(draw) for _ in range(3)]
    curves = [one_point(fp[4], tp[4], n, p) for fp, tp, n, p in data]
    points = [(Fraction(fp[4], n), Fraction(tp[4], p)) for fp, tp, n, p in data]
    expected = exact_chain([*points, (1, 1)])
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        growing = None
        for i in order:
            growing = extend_hull(growing, curves[i])
        assert growing is not None
        found = [points[order[i]] for i in growing.hull.owner[1:-1]]
        assert [(0, 0), *found, (1, 1)] == expected


@pytest.mark.parametrize(("rise", "corners"), [(0, 3), (1, 4)])
def test_one_unit_in_a_product_of_2_to_the_80_makes_a_corner(rise, corners):
    # The chord from (1/4, 1/2) to (1, 1) is at 2/3 in the middle; 2^41 / 3 is no whole number.
    total = 2**40
    middle = (total // 2, 2 * total // 3 + rise)
    curve = counted([total // 4, middle[0]], [total // 2, middle[1]], total, total)
    assert convex_hull([curve]).fpr.size == corners
    left = counted([total // 4], [total // 2], total, total)
    thrice = one_point(3 * middle[0], 3 * middle[1], 3 * total, 3 * total)
    standing = hull_status([left, thrice]).classifiers[1].standing
    assert standing is (Standing.OPTIMAL if rise else Standing.NEVER)


@pytest.mark.parametrize("unit", [1, 2**33])
def test_whole_weights_decide_like_so_many_examples(unit):
    # Slopes 3/2, 4/3 and 5/4: neighbours differ by one unit of a cross product.
    weight = unit * np.array([3, 2, 4, 3, 5, 4, 1, 30], dtype=float)
    label = [1, 0, 1, 0, 1, 0, 1, 0]
    data = predictions(label, [9, 9, 8, 8, 7, 7, 5, 5], sample_weight=weight)
    for counts in (count(data), count_hull(data)):
        hull = convex_hull([roc_curve(counts)])
        at = counts.fp[hull.index[1:-1]] // unit
        assert at.tolist() == [2, 5, 9]


def test_whole_weights_on_one_line_are_no_corners_and_off_it_by_one_are():
    label, score = [1, 0, 1, 0], [9, 9, 8, 8]
    large = 2**51
    for extra, n_corners in ((0, 2), (1, 3), (-1, 2)):
        weight = [large + extra, large, large, large]
        curve = roc_curve(count(predictions(label, score, sample_weight=weight)))
        assert convex_hull([curve]).fpr.size == n_corners


def test_auc_of_counts_whose_products_leave_64_bits():
    negatives, positives = 2**33, 2**34
    curve = one_point(negatives // 4, positives // 2, negatives, positives)
    assert auc(curve) == 0.625


# Rates that differ by 1 / (n m), less than floats can say.
def test_two_corners_whose_rates_are_one_float_leave_nothing_undefined():
    n, m = 10**9 + 7, 10**9 + 9
    b = pow(n, -1, m)
    a = (b * n - 1) // m
    curves = [one_point(a, m - b, n, m), one_point(b, n - a, m, n)]
    hull = convex_hull(curves)
    assert hull.owner.tolist() == [-1, 0, 1, -1]
    assert hull.fpr[1] == hull.fpr[2]
    assert hull.tpr[1] == hull.tpr[2]
    assert np.all(np.diff(edge_pc(hull)) >= 0)
    assert np.all(np.diff(lower_envelope(hull).pc) > 0)
    ranges = corner_ranges(hull)
    assert np.all(ranges.pc_low <= ranges.pc_high)
