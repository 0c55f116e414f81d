import numpy as np
import pandas as pd
import pytest

from cc_widgets.errors import CostCurveError
from cc_widgets.intake import named_predictions

Y = ["no", "yes", "yes"]


def test_one_array_is_called_classifier():
    checked = named_predictions(Y, [1, 2, 3], pos_label="yes")
    assert list(checked) == ["classifier"]
    np.testing.assert_array_equal(checked["classifier"].score, [1, 2, 3])


def test_a_mapping_keeps_its_names_and_their_order():
    checked = named_predictions(
        Y, {"tree": [1, 2, 3], "forest": [3, 2, 1]}, sample_weight=[1, 2, 3], pos_label="yes"
    )
    assert list(checked) == ["tree", "forest"]
    np.testing.assert_array_equal(checked["forest"].score, [3, 2, 1])
    for one in checked.values():
        assert one.classes == ("no", "yes")
        np.testing.assert_array_equal(one.weight, [1, 2, 3])


def test_wrong_scores_are_said_to_be_whose_they_are():
    scores = {"tree": [1.0, 2.0, 3.0], "forest": [1.0, np.nan, 3.0]}
    with pytest.raises(CostCurveError, match=r"^classifier 'forest': y_score: values must be fin"):
        named_predictions(Y, scores, pos_label="yes")


def test_scores_of_another_length_are_said_to_be_whose_they_are():
    with pytest.raises(CostCurveError, match=r"^classifier 'forest': y_score: .*2 values for 3"):
        named_predictions(Y, {"forest": [1, 2]}, pos_label="yes")


def test_wrong_labels_are_no_classifiers_fault():
    with pytest.raises(CostCurveError, match=r"^pos_label: it is unclear"):
        named_predictions(Y, {"forest": [1, 2, 3]})


def test_wrong_scores_of_the_only_array_need_no_name():
    with pytest.raises(CostCurveError, match=r"^y_score: values must be finite"):
        named_predictions(Y, [1, np.nan, 3], pos_label="yes")


def test_an_empty_mapping_is_refused():
    with pytest.raises(CostCurveError, match=r"y_score: at least one classifier.*empty mapping"):
        named_predictions(Y, {}, pos_label="yes")


@pytest.mark.parametrize("name", [1, None, "", "  \t"])
def test_names_that_cannot_be_shown_are_refused(name):
    with pytest.raises(CostCurveError, match=r"y_score: names of classifiers must be strings"):
        named_predictions(Y, {name: [1, 2, 3]}, pos_label="yes")


# W17
@pytest.mark.parametrize(
    "several", [np.zeros((4, 2)), pd.DataFrame({"a": [0, 1, 2, 3], "b": [3, 2, 1, 0]})]
)
def test_a_table_of_two_classifiers_is_not_taken_for_probabilities_of_two_classes(several):
    with pytest.raises(CostCurveError, match=r"positive class, y_score\[:, 1\]\. .*dict: .*frame"):
        named_predictions([0, 1, 0, 1], several)


# W17
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("order", [[3, 2, 1, 0], list("abcd")])
def test_a_series_in_another_order_is_refused(named, order):
    score = pd.Series([0.1, 0.2, 0.3, 0.4], index=order)
    given = {"forest": score} if named else score
    with pytest.raises(CostCurveError, match=r"y_score: .*one index\. Got .* y_score\.reindex"):
        named_predictions(pd.Series([0, 1, 0, 1]), given)
    with pytest.raises(CostCurveError, match="sample_weight: y_true and what runs"):
        named_predictions(pd.Series([0, 1, 0, 1]), {"a": [1, 2, 3, 4]}, sample_weight=score)


# W17
def test_series_of_one_index_and_arrays_beside_series_are_taken():
    index = [7, 3, 5, 1]
    label = pd.Series([0, 1, 0, 1], index=index)
    for score in (pd.Series([1, 2, 3, 4], index=index), [1, 2, 3, 4], np.arange(4)):
        assert named_predictions(label, score)["classifier"].score.size == 4
    assert named_predictions([0, 1, 0, 1], pd.Series([1, 2, 3, 4], index=index))
