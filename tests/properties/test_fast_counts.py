"""The fast ways to counts and hulls, against the slow ones, on any data."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import (
    RocCurve,
    convex_hull,
    count,
    count_corners,
    count_hull,
    predictions,
    roc_curve,
)
from cc_widgets.core import _counting as tally
from cc_widgets.core import _hull as chain
from cc_widgets.core._hull import upper_chain

SCORES = [
    st.integers(-2, 2).map(float),
    st.integers(0, 6).map(float),
    st.floats(-4, 4),
    st.floats(0, 1),
    st.sampled_from([-0.0, 0.0, 1e300, -1e300, 5e-324, -5e-324, 1.0, np.nextafter(1, 2)]),
    st.floats(-(2.0**99), 2.0**99, width=32).map(np.float32),
]
LABELS = st.lists(st.booleans(), min_size=2, max_size=40).filter(lambda label: len(set(label)) > 1)


@pytest.fixture(autouse=True, scope="module", params=[2, 5, 2**17])
def block(request):
    """Pieces so small that these data have many of them, or one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally, "BLOCK", request.param)
        patch.setattr(chain, "_BLOCK", request.param + 1)
        yield


def lists_of(elements, size):
    return st.lists(elements, min_size=size, max_size=size)


@st.composite
def any_predictions(draw, *, weighted=False):
    """Labels with scores of one kind, and weights if wanted."""
    label = draw(LABELS)
    score = np.array(draw(lists_of(draw(st.sampled_from(SCORES)), len(label))))
    weights = lists_of(st.sampled_from([0.1, 0.3, 1.0, 7.0]), len(label))
    weight = draw(weights) if weighted else None
    return predictions(label, score, sample_weight=weight)


def plain_counts(given_data):
    """Every distinct score with its counts, from the definition."""
    distinct = np.unique(given_data.score)[::-1]
    called = given_data.score >= distinct[:, None]
    tp = np.sum(called & given_data.positive, axis=1)
    fp = np.sum(called & ~given_data.positive, axis=1)
    first = np.array([np.inf], dtype=distinct.dtype)
    return np.append(first, distinct), np.append(0, tp), np.append(0, fp)


def is_dominated(tp, fp, i):
    at_least = (tp >= tp[i]) & (fp <= fp[i])
    return bool(np.any(at_least & ((tp > tp[i]) | (fp < fp[i]))))


def assert_counts(counts, threshold, tp, fp):
    np.testing.assert_array_equal(counts.threshold, threshold)
    np.testing.assert_array_equal(counts.tp, tp)
    np.testing.assert_array_equal(counts.fp, fp)
    assert counts.threshold.dtype == threshold.dtype


@given(any_predictions())
def test_sorted_keys_count_what_the_definition_counts(data):
    assert_counts(count(data), *plain_counts(data))


@given(any_predictions())
def test_corners_are_the_thresholds_that_none_dominates(data):
    threshold, tp, fp = plain_counts(data)
    inner = [i for i in range(1, tp.size - 1) if not is_dominated(tp, fp, i)]
    kept = [0, *inner, tp.size - 1]
    assert_counts(count_corners(data), threshold[kept], tp[kept], fp[kept])


@given(any_predictions())
def test_hull_counts_are_those_of_the_exact_chain(data):
    threshold, tp, fp = plain_counts(data)
    kept = upper_chain(fp.astype(object), tp.astype(object))
    assert_counts(count_hull(data), threshold[kept], tp[kept], fp[kept])


@given(any_predictions(weighted=True))
def test_weighted_data_have_the_corners_of_all_their_counts(data):
    every, few = count(data), count_corners(data)
    inner = [i for i in range(1, every.tp.size - 1) if not is_dominated(every.tp, every.fp, i)]
    kept = [0, *inner, every.tp.size - 1]
    assert_counts(few, every.threshold[kept], every.tp[kept], every.fp[kept])


@given(any_predictions(weighted=True))
def test_weighted_data_have_the_hull_of_all_their_counts(data):
    every = count(data)
    inner = convex_hull([roc_curve(every)]).index[1:-1].tolist()
    kept = [0, *inner, every.tp.size - 1]
    assert_counts(count_hull(data), every.threshold[kept], every.tp[kept], every.fp[kept])


@given(st.lists(any_predictions(), max_size=5), st.booleans())
def test_joint_hull_is_the_same_by_every_way(several, use_rates):
    every = convex_hull([roc_curve(count(one)) for one in several])
    for counted in (count_corners, count_hull):
        curves = [roc_curve(counted(one)) for one in several]
        if use_rates:
            curves = [RocCurve(one.fpr, one.tpr, one.threshold) for one in curves]
        hull = convex_hull(curves)
        if use_rates and hull.fpr.size != every.fpr.size:
            continue  # within rounding of a straight line
        np.testing.assert_array_equal(hull.fpr, every.fpr)
        np.testing.assert_array_equal(hull.tpr, every.tpr)
        np.testing.assert_array_equal(hull.owner, every.owner)
        for owner, index, fpr in zip(hull.owner, hull.index, hull.fpr, strict=True):
            assert owner < 0 or curves[owner].fpr[index] == fpr


@given(any_predictions(), st.data())
def test_any_weights_given_later_leave_the_hull_on_the_corners(data, draw):
    weight = np.array(draw.draw(lists_of(st.integers(0, 3), data.score.size)))
    weight[[np.argmax(data.positive), np.argmin(data.positive)]] = 1
    again = predictions(data.positive, data.score, sample_weight=weight)
    kept = count_corners(data).threshold
    tp, fp = (
        [weight[members & (data.score >= one)].sum() for one in kept]
        for members in (data.positive, ~data.positive)
    )
    hull = count_hull(again)
    assert set(zip(hull.tp, hull.fp, strict=True)) <= set(zip(tp, fp, strict=True))
