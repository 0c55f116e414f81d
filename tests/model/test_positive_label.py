"""Which label is positive is said once."""  # N3

import pytest

from cc_widgets.core import point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import labels_of
from cc_widgets.model.state import CostCurveModel

Y, S = ["sick", "well", "well"], [0.9, 0.2, 0.4]


def model():
    return CostCurveModel({"a": predictions(Y, S, pos_label="sick")})


def classes(some):
    return labels_of(some.classifiers)


def test_new_pairs_have_the_positive_label_of_those_before():
    some = model()
    some.classifiers = {"b": (Y, S)}
    some.add("c", (["well", "sick"], [0.1, 0.7]))
    assert classes(some) == {"b": ("well", "sick"), "c": ("well", "sick")}


def test_it_is_kept_when_all_classifiers_are_removed_or_are_bare_points():
    some = model()
    some.remove("a")
    some.add("rule", point_set(fpr=0.1, tpr=0.6))
    some.add("b", (Y, S))
    assert classes(some) == {"b": ("well", "sick")}


def test_the_positive_label_of_0_and_1_need_not_be_1():
    some = CostCurveModel({"a": predictions([0, 1, 0], S, pos_label=0)})
    some.classifiers = {"b": ([0, 1, 1], S)}
    assert classes(some) == {"b": (1, 0)}


def test_what_stands_beside_a_pair_says_it_too():
    some = CostCurveModel({"pair": (Y, S), "said": predictions(Y, S, pos_label="sick")})
    assert set(classes(some).values()) == {("well", "sick")}


def test_other_labels_are_other_labels():
    some = model()
    some.classifiers = {"b": ([0, 1, 1], S)}
    assert classes(some) == {"b": (0, 1)}
    message = r"classifier 'c': pos_label: .*Pass predictions\(y_true"
    with pytest.raises(CostCurveError, match=message):
        some.classifiers = {"c": (["yes", "no", "no"], S)}
    assert classes(some) == {"b": (0, 1)}
