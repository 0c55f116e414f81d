from unittest.mock import Mock

import numpy as np
import pytest

from cc_widgets.core._predictions import read_labels
from cc_widgets.errors import CostCurveError


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
def test_pos_label_chooses_the_positive_class(labels, pos_label, classes):
    checked = read_labels(labels, pos_label)
    assert checked.classes == classes
    np.testing.assert_array_equal(checked.positive, [False, True, True])


def test_classes_are_plain_python_values():
    assert [type(label) for label in read_labels(np.array(["a", "b"]), "a").classes] == [str, str]
    assert [type(label) for label in read_labels(np.array([0, 1])).classes] == [int, int]


def test_labels_stay_as_the_user_can_change_them():
    labels = np.array([False, True])
    read_labels(labels)
    labels[0] = True
    assert labels.all()


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([], "^y_true: there are no examples. Pass at least one of each class"),
        (1, r"y_true: .*one dimension\. Got an array of shape \(\)"),
        ([[0, 1]], r"y_true: .*one dimension\. Got an array of shape \(1, 2\)"),
        ([1, 1], "y_true: both classes are needed. Got only the label 1"),
        (["a", "a"], "y_true: both classes are needed. Got only the label 'a'"),
        ([0, 1, 2], r"y_true: exactly two classes.*Got 3 labels, \[0, 1, 2\].*y_true == 2"),
        ([0, np.nan, 1], r"y_true: labels must not be missing\. Got no label at position 1 \(1 "),
        (["a", None, "b"], "y_true: labels must not be missing"),
        (np.array(["NaT", "2020-01-01"], dtype="M8[D]"), "must not be missing"),
        (np.ma.array([0, 1, 1], mask=[False, False, True]), "must not be missing.*position 2"),
        (np.array([[0], {}, 1], dtype=object), r"labels must be numbers, strings.*Got \[0\]"),
        (["a", "b"], r"^pos_label: it is unclear.*\['a', 'b'\].*Pass for instance pos_label='b'"),
        (np.array(["b", "a"], dtype=object), r"Got labels \['a', 'b'\] and no pos_label"),
        ([1, 2], "pos_label: it is unclear which label is positive"),
        (["0", "1"], "pos_label: it is unclear which label is positive"),
    ],
)
def test_unusable_labels_are_refused(labels, message):
    with pytest.raises(CostCurveError, match=message):
        read_labels(labels)


@pytest.mark.parametrize("pos_label", ["1", 2, "c"])
def test_pos_label_that_is_no_label_is_refused(pos_label):
    with pytest.raises(CostCurveError, match=r"pos_label: pos_label must be one of the labels"):
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


def test_missing_labels_of_pandas_columns_are_refused():
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
def test_a_third_label_anywhere_is_noticed(labels, dtype):
    with pytest.raises(CostCurveError, match=r"exactly two classes are needed.*Got 3 labels"):
        read_labels(np.array(labels).astype(dtype), pos_label=1)


@pytest.mark.parametrize("dtype", [np.int8, np.float32, np.bool_])
@pytest.mark.parametrize("labels", [[0, 1], [1, 0], [0, 0, 1, 0], [1, 1, 0]])
def test_classes_come_in_their_order_whichever_is_first(labels, dtype):
    read = read_labels(np.array(labels, dtype))
    assert read.classes == (0, 1)
    assert read.positive.tolist() == [label == 1 for label in labels]


def test_one_label_is_not_two():
    for labels in (np.zeros(3), np.array(["a", "a"]), np.array([True])):
        with pytest.raises(CostCurveError, match="both classes are needed"):
            read_labels(labels)


def test_two_labels_are_told_without_sorting_all(monkeypatch):
    distinct = Mock(wraps=np.unique)
    monkeypatch.setattr(np, "unique", distinct)
    read_labels(np.arange(1000) % 2)
    assert distinct.call_args.args[0].size == 2
