from decimal import Decimal

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.errors import CostCurveError

Y = [0, 1, 1]
S: list[float] = [0.1, 0.2, 0.3]


def test_score_dtype_float32_is_kept():
    assert predictions(Y, np.array(S, dtype=np.float32)).score.dtype == np.float32


@pytest.mark.parametrize(
    "score",
    [
        [1, 2, 3],
        [False, True, True],
        np.array(S, dtype=np.float16),
        [Decimal("0.1"), 2, 3],
    ],
    ids=["int", "bool", "float16", "decimal"],
)
def test_every_other_number_becomes_float64(score):
    checked = predictions(Y, score)
    assert checked.score.dtype == np.float64
    np.testing.assert_array_equal(checked.score, np.asarray(score, dtype=np.float64))


def test_no_weight_is_none():
    assert predictions(Y, S).weight is None


def test_weights_become_float64():
    weight = predictions(Y, S, sample_weight=[1, 2, 0]).weight
    assert weight is not None
    assert weight.dtype == np.float64
    np.testing.assert_array_equal(weight, [1, 2, 0])


def test_negative_zero_is_zero():
    for dtype in (np.float32, np.float64):
        assert not np.signbit(predictions([0, 1], np.array([-0.0, 0.0], dtype=dtype)).score).any()


def test_huge_scores_are_fine():
    np.testing.assert_array_equal(predictions([0, 1], [-1e300, 1e300]).score, [-1e300, 1e300])


def test_results_are_copies_that_cannot_be_written():
    for dtype in (np.float32, np.float64):
        score, weight, label = np.array(S, dtype), np.full(3, 2.0), np.array(Y, dtype=bool)
        checked = predictions(label, score, sample_weight=weight)
        score[0], weight[0], label[0] = 9, 9, True
        arrays = {"score": checked.score, "weight": checked.weight, "label": checked.positive}
        before = {"score": dtype(0.1), "weight": 2, "label": False}
        for name, array in arrays.items():
            assert array is not None
            assert array[0] == before[name]
            assert not array.flags.writeable


@pytest.mark.parametrize(
    ("score", "message"),
    [
        ([0.1, np.nan, 0.3], r"^y_score: values must be finite\. Got nan at position 1 \(1 such"),
        ([0.1, np.inf, -np.inf], r"y_score: .*finite\. Got inf at position 1 \(2 such of 3\)"),
        ([0.1, None, 0.3], "y_score: .*finite. Got nan at position 1"),
        (["0.1", "0.2", "0.3"], "y_score: values must be numbers.*Convert it to floats"),
        ([0.1, "high", 0.3], "y_score: values must be numbers"),
        (np.array([0.1, "high", 0.3], dtype=object), "y_score: values must be numbers"),
        ([1j, 2, 3], "y_score: values must be numbers without gaps. Got an array of complex"),
        ([0.1, 0.2], "y_score: .*one length. Got 2 values for 3 labels"),
        ([], "y_score: .*one length. Got 0 values for 3 labels"),
        (0.5, r"y_score: .*one dimension\. Got an array of shape \(\)"),
        (np.zeros((3, 2)), r"the column of the positive class, y_score\[:, 1\]\. .*a dict"),
        (np.zeros((3, 1)), r"shape \(3, 1\)\. .*np\.ravel\(y_score\)"),
        (np.ma.array(S, mask=[False, True, False]), "y_score: values must not be masked"),
    ],
)
def test_unusable_scores_are_refused(score, message):
    with pytest.raises(CostCurveError, match=message):
        predictions(Y, score)


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, -2, 1], "sample_weight: weights must not be negative. Got -2.0 at position 1"),
        ([1, np.nan, 1], "sample_weight: values must be finite. Got nan"),
        ([1, np.inf, 1], "sample_weight: values must be finite. Got inf"),
        ([1, 1], "sample_weight: .*one length. Got 2 values for 3 labels"),
        (2.0, "sample_weight: .*one dimension"),
        (["a", "b", "c"], "sample_weight: values must be numbers"),
        ([0, 1, 1], "sample_weight: both classes need.*weight 0 for every example of class 0"),
        ([1, 0, 0], "sample_weight: both classes need.*weight 0 for every example of class 1"),
    ],
)
def test_unusable_weights_are_refused(weight, message):
    with pytest.raises(CostCurveError, match=message):
        predictions(Y, S, sample_weight=weight)


def test_scores_may_be_pandas_columns_without_gaps():
    pd = pytest.importorskip("pandas")
    for column in (pd.Series(S), pd.Series(S, dtype="Float64"), pd.Series(S, index=[7, 7, 9])):
        np.testing.assert_array_equal(predictions(Y, column).score, S)
    for gap in (pd.Series([0.1, None, 0.3]), pd.array([0.1, pd.NA, 0.3], dtype="Float64")):
        with pytest.raises(CostCurveError, match=r"^y_score: values must be"):
            predictions(Y, gap)
