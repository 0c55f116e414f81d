import numpy as np
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
