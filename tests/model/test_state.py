"""The model keeps its last good state and tells who observes it."""

from typing import Any

import numpy as np
import pytest
from traitlets import TraitError

from cc_widgets.core import Predictions, point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.derive import derive
from cc_widgets.model.state import CostCurveModel

Y_TRUE = [0, 0, 1, 1]
GOOD = (Y_TRUE, [0.1, 0.6, 0.4, 0.9])


def test_a_new_model_is_empty():
    assert dict(CostCurveModel().classifiers) == {}
    assert CostCurveModel().derived.classifiers == ()


def test_assigning_classifiers_replaces_the_snapshot_once():
    model = CostCurveModel()
    seen = []
    model.observe(lambda change: seen.append(change["new"]), "derived")
    model.classifiers = {"b": GOOD, "a": predictions(*GOOD)}
    assert seen == [model.derived]
    assert [classifier.name for classifier in model.derived.classifiers] == ["b", "a"]


def test_later_changes_of_the_given_arrays_change_nothing():
    score = np.array([0.1, 0.6, 0.4, 0.9])
    names: dict[str, Any] = {"a": (Y_TRUE, score)}
    model = CostCurveModel(names)
    score[:] = 0
    names["b"] = GOOD
    assert list(model.classifiers) == ["a"]
    kept = model.classifiers["a"]
    assert isinstance(kept, Predictions)
    assert kept.score.tolist() == [0.1, 0.6, 0.4, 0.9]


def test_classifiers_and_snapshot_cannot_be_changed_behind_the_back():
    model = CostCurveModel({"a": GOOD})
    with pytest.raises(TypeError):
        model.classifiers["b"] = GOOD  # type: ignore[index]  # that it fails is the point
    with pytest.raises(TraitError):
        model.derived = derive({})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, 2], r"classifiers: classifiers are given by name\. Got a value of type list"),
        ({"a": [1, 2]}, r"classifier 'a': a classifier is its predictions, .* Got .* type list"),
        ({"a": (Y_TRUE, [1, 2])}, r"classifier 'a': y_score: .* 2 values for 4 labels"),
        ({" ": GOOD}, r"classifiers: names .* not blank\. Got the name ' '"),
        (
            {"a": GOOD, "b": predictions(list("xxyy"), GOOD[1], pos_label="y")},
            r"classifiers: all classifiers must tell the same two classes apart",
        ),
    ],
)
def test_a_wrong_value_is_refused_and_nothing_is_lost(value, message):
    model = CostCurveModel({"kept": GOOD})
    before = model.derived
    with pytest.raises(CostCurveError, match=message):
        model.classifiers = value
    assert list(model.classifiers) == ["kept"]
    assert model.derived is before


@pytest.mark.parametrize("height", [0, 0.7, "1", True, None, [0.5]])
def test_the_cost_axis_has_one_of_two_heights(height):
    model = CostCurveModel()
    with pytest.raises(CostCurveError, match=r"must be 0\.5 or 1"):
        model.cost_top = height
    assert model.cost_top == 0.5
    model.cost_top = 1
    assert model.cost_top == 1.0


def test_the_shown_band_follows_its_classifier():
    model = CostCurveModel({"a": GOOD, "b": GOOD}, shown_band="b")
    with pytest.raises(CostCurveError, match="no classifier of that name"):
        model.shown_band = "c"
    model.rename("b", "c")
    assert model.shown_band == "c"
    model.remove("a")
    assert model.shown_band == "c"
    model.remove("c")
    assert model.shown_band is None


def test_classifiers_are_equal_to_the_same_ones_in_the_same_order():  # F8
    given = {"a": point_set(fpr=0.1, tpr=0.6), "b": point_set(fpr=0.2, tpr=0.7)}
    named = CostCurveModel(given).classifiers
    assert named == given
    assert named != dict(reversed(given.items()))
    assert named != {"a": given["a"]}
    assert named != ["a", "b"]
    assert named != 3
