"""Fast counts and hulls equal direct ones on any data."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import RocCurve, convex_hull, count, predictions, roc_curve
from cc_widgets.core import counting as counting_module
from cc_widgets.core import hull as hull_module
from cc_widgets.core.hull import count_corners, count_hull, upper_chain

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
    """Use blocks so small that the data have many of them, or only one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting_module, "BLOCK", request.param)
        patch.setattr(hull_module, "_BLOCK", request.param + 1)
        yield


def lists_of(elements, size):
    return st.lists(elements, min_size=size, max_size=size)


@st.composite
def any_predictions(draw, *, weighted=False):
    """Labels with scores of one kind, optionally weighted."""
    label = draw(LABELS)
    score = np.array(draw(lists_of(draw(st.sampled_from(SCORES)), len(label))))
    weights = lists_of(st.sampled_from([0.1, 0.3, 1.0, 7.0]), len(label))
    weight = draw(weights) if weighted else None
    return predictions(label, score, sample_weight=weight)


def plain_counts(data):
    """Counts at every distinct score, by definition."""
    distinct = np.unique(data.score)[::-1]
    flagged = data.score >= distinct[:, None]
    tp = np.sum(flagged & data.positive, axis=1)
    fp = np.sum(flagged & ~data.positive, axis=1)
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
def test_counts_follow_the_definition(data):
    assert_counts(count(data), *plain_counts(data))


@given(any_predictions())
def test_corners_are_the_undominated_thresholds(data):
    threshold, tp, fp = plain_counts(data)
    inner = [i for i in range(1, tp.size - 1) if not is_dominated(tp, fp, i)]
    index = [0, *inner, tp.size - 1]
    assert_counts(count_corners(data), threshold[index], tp[index], fp[index])


@given(any_predictions())
def test_hull_counts_equal_those_of_the_exact_chain(data):
    threshold, tp, fp = plain_counts(data)
    index = upper_chain(fp.astype(object), tp.astype(object))
    assert_counts(count_hull(data), threshold[index], tp[index], fp[index])


@given(any_predictions(weighted=True))
def test_corners_of_weighted_data_equal_those_of_all_counts(data):
    full, corners = count(data), count_corners(data)
    inner = [i for i in range(1, full.tp.size - 1) if not is_dominated(full.tp, full.fp, i)]
    index = [0, *inner, full.tp.size - 1]
    assert_counts(corners, full.threshold[index], full.tp[index], full.fp[index])


@given(any_predictions(weighted=True))
def test_hull_of_weighted_data_equals_that_of_all_counts(data):
    full = count(data)
    inner = convex_hull([roc_curve(full)]).index[1:-1].tolist()
    index = [0, *inner, full.tp.size - 1]
    assert_counts(count_hull(data), full.threshold[index], full.tp[index], full.fp[index])


@given(st.lists(any_predictions(), max_size=5), st.booleans())
def test_joint_hull_is_the_same_for_all_ways_of_counting(datasets, use_rates):
    full = convex_hull([roc_curve(count(each)) for each in datasets])
    for counting in (count_corners, count_hull):
        curves = [roc_curve(counting(each)) for each in datasets]
        if use_rates:
            curves = [RocCurve(each.fpr, each.tpr, each.threshold) for each in curves]
        hull = convex_hull(curves)
        if use_rates and hull.fpr.size != full.fpr.size:
            continue  # differs by rounding on an edge
        np.testing.assert_array_equal(hull.fpr, full.fpr)
        np.testing.assert_array_equal(hull.tpr, full.tpr)
        np.testing.assert_array_equal(hull.owner, full.owner)
        for owner, index, fpr in zip(hull.owner, hull.index, hull.fpr, strict=True):
            assert owner < 0 or curves[owner].fpr[index] == fpr


@given(any_predictions(), st.data())
def test_hull_of_reweighted_examples_is_among_the_corners(data, draw):
    weight = np.array(draw.draw(lists_of(st.integers(0, 3), data.score.size)))
    weight[[np.argmax(data.positive), np.argmin(data.positive)]] = 1
    weighted = predictions(data.positive, data.score, sample_weight=weight)
    thresholds = count_corners(data).threshold
    tp, fp = (
        [weight[members & (data.score >= threshold)].sum() for threshold in thresholds]
        for members in (data.positive, ~data.positive)
    )
    hull = count_hull(weighted)
    assert set(zip(hull.tp, hull.fp, strict=True)) <= set(zip(tp, fp, strict=True))
