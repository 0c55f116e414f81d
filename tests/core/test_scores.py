import copy
import gc
import pickle
from decimal import Decimal
from unittest.mock import Mock

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.scores import build_predictions, identities, identity_of, read_labels
from cc_widgets.errors import CostCurveError

Y = [0, 1, 1]
S: list[float] = [0.1, 0.2, 0.3]


def test_float32_scores_keep_dtype():
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
def test_other_scores_become_float64(score):
    checked = predictions(Y, score)
    assert checked.score.dtype == np.float64
    np.testing.assert_array_equal(checked.score, np.asarray(score, dtype=np.float64))


def test_weight_defaults_to_none():
    assert predictions(Y, S).weight is None


def test_weights_become_float64():
    weight = predictions(Y, S, sample_weight=[1, 2, 0]).weight
    assert weight is not None
    assert weight.dtype == np.float64
    np.testing.assert_array_equal(weight, [1, 2, 0])


def test_negative_zero_score_becomes_zero():
    for dtype in (np.float32, np.float64):
        assert not np.signbit(predictions([0, 1], np.array([-0.0, 0.0], dtype=dtype)).score).any()


def test_large_scores_are_accepted():
    np.testing.assert_array_equal(predictions([0, 1], [-1e300, 1e300]).score, [-1e300, 1e300])


def test_arrays_are_read_only_copies():
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
        (
            [0.1, np.nan, 0.3],
            r"^y_score: values must be finite\. Got nan at position 1 \(1 of 3 values\)",
        ),
        ([0.1, np.inf, -np.inf], r"y_score: .*finite\. Got inf at position 1 \(2 of 3 values\)"),
        ([0.1, None, 0.3], "y_score: .*finite. Got nan at position 1"),
        (["0.1", "0.2", "0.3"], r"numbers and not missing.* '0.1' at position 0 \(3 of.* convert"),
        (
            [0.1, "high", 0.3],
            r"Got 'high' at position 1 \(1 of 3 values\)\. The other 2 are numbers",
        ),
        (["10 %", "20 %", "?"], r"Got '10 %' at position 0 \(3 of.* Remove the % signs, con"),
        (["1,000.5", "0,5", "3"], r"Got '1,000.5' at position 0 \(2 of.* without commas"),
        ([0.1, "high", None], r"Got 'high' at position 1 \(2 of 3 values\)\. Convert to floats"),
        (np.array([0.1, "high", 0.3], dtype=object), "y_score: values must be numbers"),
        (
            [1j, 2, 3],
            r"y_score: values must be numbers.* Got 1j at position 0 \(3 of 3 values\)",
        ),
        ([0.1, 0.2], "y_score: .*same length as y_true. Got 2 values for 3 labels"),
        ([], "y_score: .*same length as y_true. Got 0 values for 3 labels"),
        (0.5, r"y_score: must be one-dimensional.*\. Got an array of shape \(\)"),
        (np.zeros((3, 2)), r"column of the positive class, y_score\[:, 1\]\. .*a dict"),
        (np.zeros((3, 1)), r"shape \(3, 1\)\. .*np\.ravel\(y_score\)"),
        (np.ma.array(S, mask=[False, True, False]), "y_score: values must not be masked"),
    ],
)
def test_predictions_reject_invalid_scores(score, message):
    with pytest.raises(CostCurveError, match=message):
        predictions(Y, score)


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, -2, 1], "sample_weight: weights must not be negative. Got -2.0 at position 1"),
        ([1, np.nan, 1], "sample_weight: values must be finite. Got nan"),
        ([1, np.inf, 1], "sample_weight: values must be finite. Got inf"),
        ([1, 1], "sample_weight: .*same length as y_true. Got 2 values for 3 labels"),
        (2.0, "sample_weight: must be one-dimensional"),
        (["a", "b", "c"], "sample_weight: values must be numbers"),
        ([0, 1, 1], "sample_weight: both classes need.*weight 0 for every example of class 0"),
        ([1, 0, 0], "sample_weight: both classes need.*weight 0 for every example of class 1"),
    ],
)
def test_predictions_reject_invalid_weights(weight, message):
    with pytest.raises(CostCurveError, match=message):
        predictions(Y, S, sample_weight=weight)


def test_scores_may_be_pandas_columns_without_missing_values():
    pd = pytest.importorskip("pandas")
    for column in (pd.Series(S), pd.Series(S, dtype="Float64"), pd.Series(S, index=[7, 7, 9])):
        np.testing.assert_array_equal(predictions(Y, column).score, S)
    for gap in (pd.Series([0.1, None, 0.3]), pd.array([0.1, pd.NA, 0.3], dtype="Float64")):
        with pytest.raises(CostCurveError, match=r"^y_score: values must be"):
            predictions(Y, gap)


# ---- Labels
@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        ([0, 1, 1], (0, 1)),
        ([-1, 1, 1], (-1, 1)),
        ([False, True, True], (False, True)),
        ([0.0, 1.0, 1.0], (0, 1)),
        (np.array([0, 1, 1], dtype=object), (0, 1)),
        (np.array([0, 1, 1], dtype=np.uint8), (0, 1)),
    ],
)
def test_unambiguous_labels_need_no_pos_label(labels, classes):
    checked = read_labels(labels)
    assert checked.classes == classes
    assert checked.positive.dtype == np.bool_
    np.testing.assert_array_equal(checked.positive, [False, True, True])


@pytest.mark.parametrize(
    ("labels", "pos_label", "classes"),
    [
        (["b", "a", "a"], "a", ("b", "a")),
        (["a", "b", "b"], "b", ("a", "b")),
        ([2, 1, 1], 1, (2, 1)),
        ([1, 0, 0], 0, (1, 0)),
        ([1, 0, 0], False, (1, 0)),
        (np.array([1, "a", "a"], dtype=object), "a", (1, "a")),
    ],
)
def test_pos_label_determines_positive_class(labels, pos_label, classes):
    checked = read_labels(labels, pos_label)
    assert checked.classes == classes
    np.testing.assert_array_equal(checked.positive, [False, True, True])


def test_classes_are_plain_python_values():
    assert [type(label) for label in read_labels(np.array(["a", "b"]), "a").classes] == [str, str]
    assert [type(label) for label in read_labels(np.array([0, 1])).classes] == [int, int]


def test_labels_of_user_stay_writeable():
    labels = np.array([False, True])
    read_labels(labels)
    labels[0] = True
    assert labels.all()


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([], "^y_true: must not be empty. Pass at least one example of each class"),
        (1, r"y_true: must be one-dimensional.*\. Got an array of shape \(\)"),
        ([[0, 1]], r"y_true: must be one-dimensional.*\. Got an array of shape \(1, 2\)"),
        ([1, 1], "y_true: must contain both classes. Got only the label 1"),
        (["a", "a"], "y_true: must contain both classes. Got only the label 'a'"),
        (
            [0, 1, 2],
            r"y_true: must contain exactly two classes.*Got 3 labels, \[0, 1, 2\].*y_true == 2",
        ),
        ([0, np.nan, 1], r"y_true: labels must not be missing\. Got no label at position 1 \(1 "),
        (["a", None, "b"], "y_true: labels must not be missing"),
        (np.array(["NaT", "2020-01-01"], dtype="M8[D]"), "must not be missing"),
        (np.ma.array([0, 1, 1], mask=[False, False, True]), "must not be missing.*position 2"),
        (np.array([[0], {}, 1], dtype=object), r"labels must be numbers, strings.*Got \[0\]"),
        (["a", "b"], r"^pos_label: must be given.*\['a', 'b'\].*Pass for example pos_label='b'"),
        (np.array(["b", "a"], dtype=object), r"Got labels \['a', 'b'\] and no pos_label"),
        ([1, 2], "pos_label: must be given unless"),
        (["0", "1"], "pos_label: must be given unless"),
    ],
)
def test_read_labels_rejects_invalid_labels(labels, message):
    with pytest.raises(CostCurveError, match=message):
        read_labels(labels)


@pytest.mark.parametrize("pos_label", ["1", 2, "c"])
def test_read_labels_rejects_unknown_pos_label(pos_label):
    with pytest.raises(CostCurveError, match=r"pos_label: must be one of the labels"):
        read_labels([0, 1], pos_label)


def test_labels_may_be_pandas_columns():
    pd = pytest.importorskip("pandas")
    expected = [False, True, True]
    np.testing.assert_array_equal(
        read_labels(pd.Series([0, 1, 1], dtype="Int8")).positive, expected
    )
    for column in (pd.Series(["b", "a", "a"]), pd.Categorical(["b", "a", "a"])):
        checked = read_labels(column, "a")
        assert checked.classes == ("b", "a")
        np.testing.assert_array_equal(checked.positive, expected)


def test_read_labels_rejects_missing_pandas_values():
    pd = pytest.importorskip("pandas")
    for column in (
        pd.array([0, 1, pd.NA], dtype="Int64"),
        pd.array(["a", "b", pd.NA], dtype="string"),
        pd.Series(["a", "b", None]),
    ):
        with pytest.raises(CostCurveError, match=r"must not be missing.*position 2"):
            read_labels(column)


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.float64, np.str_, np.bytes_])
@pytest.mark.parametrize("labels", [[0, 0, 1, 2], [1, 0, 0, 2], [0, 1, 2, 2]])
def test_read_labels_rejects_third_label_at_any_position(labels, dtype):
    with pytest.raises(CostCurveError, match=r"exactly two classes.*Got 3 labels"):
        read_labels(np.array(labels).astype(dtype), pos_label=1)


@pytest.mark.parametrize("dtype", [np.int8, np.float32, np.bool_])
@pytest.mark.parametrize("labels", [[0, 1], [1, 0], [0, 0, 1, 0], [1, 1, 0]])
def test_classes_are_sorted(labels, dtype):
    checked = read_labels(np.array(labels, dtype))
    assert checked.classes == (0, 1)
    assert checked.positive.tolist() == [label == 1 for label in labels]


def test_read_labels_rejects_one_class():
    for labels in (np.zeros(3), np.array(["a", "a"]), np.array([True])):
        with pytest.raises(CostCurveError, match="must contain both classes"):
            read_labels(labels)


def test_two_labels_are_found_without_sorting(monkeypatch):
    unique = Mock(wraps=np.unique)
    monkeypatch.setattr(np, "unique", unique)
    read_labels(np.arange(1000) % 2)
    assert unique.call_args.args[0].size == 2


# ---- Same examples (S9)
SCORE = [0.1, 0.4, 0.35, 0.8]


class Column:
    """Column of a table: labels with an index."""

    def __init__(self, values, index):
        self.values, self.index = np.array(values), np.array(index)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)


def test_equal_labels_are_not_the_same_examples():
    first, second = (predictions(np.array([0, 0, 1, 1]), SCORE) for _ in range(2))
    assert not first.same_examples(second)
    assert first.same_examples(first)


def test_same_label_array_means_same_examples():
    y = np.array([0, 0, 1, 1])
    first, second = predictions(y, SCORE), predictions(y[:], SCORE[::-1])
    assert first.same_examples(second)
    assert not first.same_examples(predictions(y[::-1], SCORE))
    labels = read_labels([0, 0, 1, 1])
    assert build_predictions(labels, SCORE).same_examples(build_predictions(labels, SCORE))


def test_overwritten_labels_are_not_the_same_examples():
    y = np.array([0, 0, 1, 1])
    first = predictions(y, SCORE)
    y[:] = [0, 1, 0, 1]
    assert not first.same_examples(predictions(y, SCORE))


def test_informative_index_identifies_examples():
    def column(index):
        return predictions(Column([0, 0, 1, 1], index), SCORE)

    named = ["anna", "ben", "carl", "dora"]
    assert column([7, 3, 9, 4]).same_examples(column([7, 3, 9, 4]))
    assert column(named).same_examples(column(named))
    assert not column([7, 3, 9, 4]).same_examples(column([7, 3, 4, 9]))
    assert not column([0, 1, 2, 3]).same_examples(column([0, 1, 2, 3]))
    assert not column([1, 2, 3, 4]).same_examples(column([1, 2, 3, 4]))


def test_copies_keep_same_examples():
    y = np.array([0, 0, 1, 1])
    pair = predictions(y, SCORE), predictions(y, SCORE)
    for first, second in (copy.deepcopy(pair), pickle.loads(pickle.dumps(pair))):  # noqa: S301 (ours)
        assert first.same_examples(second)
        assert first.same_examples(pair[1])


def test_identities_of_deleted_labels_are_removed():
    gc.collect()  # labels of other tests
    before = len(identities)
    y = np.array([0, 0, 1, 1])
    identity_of(y)
    assert len(identities) == before + 1
    del y
    gc.collect()
    assert len(identities) == before


def test_weights_of_all_1_become_none():  # W3
    assert predictions([0, 1], [0.2, 0.9], sample_weight=[1, 1]).weight is None
    assert predictions([0, 1], [0.2, 0.9], sample_weight=[2, 2]).weight is not None
