"""Adding, naming, ordering and hiding: what belongs to a classifier goes with it."""

import numpy as np
import pytest

from cc_widgets.core import point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import labels_of
from cc_widgets.model.state import CostCurveModel

POINT = point_set(fpr=0.2, tpr=0.8)
RATES = {"a": (0.1, 0.6), "b": (0.4, 0.9), "c": (0.3, 0.4)}


@pytest.fixture
def model():
    return CostCurveModel({name: point_set(fpr=x, tpr=y) for name, (x, y) in RATES.items()})


def test_the_first_two_visible_are_compared(model):
    assert model.compared == ("a", "b")
    single = CostCurveModel({"a": point_set(fpr=0.1, tpr=0.6)})
    assert single.compared is None
    single.add("b", point_set(fpr=0.2, tpr=0.6))
    assert single.compared == ("a", "b")


@pytest.mark.parametrize(
    ("compared", "removed", "after"),
    [
        (("a", "b"), "a", ("c", "b")),
        (("a", "b"), "b", ("a", "c")),
        (("c", "a"), "b", ("c", "a")),
        (("c", "a"), "c", ("b", "a")),
    ],
)
def test_removing_a_compared_classifier_selects_the_next(model, compared, removed, after):
    model.compared = compared
    model.remove(removed)
    assert model.compared == after


def test_single_classifier_is_not_compared(model):
    model.remove("a")
    model.remove("b")
    assert model.compared is None


def test_renaming_keeps_all_settings(model):
    model.hide("a")
    model.colors = {"a": "#ABCDEF"}
    model.compared = ("c", "a")
    seen: list[str] = []
    model.observe(lambda change: seen.append(change["name"]))
    model.rename("a", "forest")
    assert list(model.classifiers) == ["forest", "b", "c"]
    assert model.hidden == ("forest",)
    assert dict(model.colors) == {"forest": "#abcdef"}
    assert model.compared == ("c", "forest")
    assert model.curves.classifiers[0].name == "forest"
    assert sorted(seen) == sorted(set(seen))


def test_removing_drops_all_settings(model):
    model.hide("a", "b")
    model.colors = {"a": "#000000"}
    model.remove("a")
    assert (model.hidden, dict(model.colors)) == (("b",), {})


def test_reordering_changes_positions(model):
    seen: list[object] = []
    model.observe(seen.append, "curves")
    model.reorder(["c", "b", "a"])
    assert [item.name for item in model.curves.classifiers] == ["c", "b", "a"]
    assert set(model.curves.hull.owner) == {-1, 1, 2}
    assert len(seen) == 1


def test_hiding_and_showing(model):
    model.hide("b", "b")
    model.hide("a")
    assert model.hidden == ("b", "a")
    model.show("b")
    assert model.hidden == ("a",)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda model: model.add("a", ([0, 1], [0, 1])),
        lambda model: model.add("d", 5),
        lambda model: model.rename("a", "b"),
        lambda model: model.rename("a", " "),
        lambda model: model.rename("zz", "a"),
        lambda model: model.remove("zz"),
        lambda model: model.reorder(["a", "b"]),
        lambda model: model.reorder(["a", "b", "b"]),
        lambda model: model.hide("zz"),
        lambda model: model.show("zz"),
        lambda model: setattr(model, "colors", {"zz": "#000000"}),
    ],
)
def test_invalid_operations_raise(model, wrong):
    before = model.classifiers
    with pytest.raises(CostCurveError):
        wrong(model)
    assert model.classifiers is before


# Pins


def point(index):
    return {"kind": "point", "index": index}


def test_pins_follow_their_points(model):
    free = {"kind": "free", "space": "cost", "x": 0.2, "y": 0.3}
    model.pins = [point(1), point(4), free]  # the points of a and of b
    model.reorder(["b", "c", "a"])
    assert model.pins == (point(7), point(1), free)
    model.remove("b")
    assert model.pins == (point(4), free)


def test_pins_of_undrawn_points_are_removed():  # the more curves, the fewer points
    rng = np.random.default_rng(0)
    y_true = rng.random(1600) < 0.5
    model = CostCurveModel({"a": (y_true, rng.normal(size=1600) + y_true)})
    before = model.curves.classifiers[0].shown.index
    model.pins = [point(index) for index in range(0, before.size, 15)]
    pinned = before[::15]
    model.classifiers = {**model.classifiers, **dict.fromkeys(map(str, range(40)), POINT)}
    after = model.curves.classifiers[0].shown.index
    left = np.flatnonzero(np.isin(after, pinned)).tolist()
    assert model.pins == tuple(point(index) for index in left)
    assert 0 < len(left) < pinned.size


def test_pins_of_one_classifier_under_two_names_stay_with_their_name(model):
    model.classifiers = {"a": POINT, "b": POINT, "c": point_set(fpr=0.3, tpr=0.4)}
    model.pins = [point(1), point(4)]  # the points of a and of b
    model.hide("c")
    assert model.pins == (point(1), point(4))
    model.rename("a", "x")
    assert model.pins == (point(1), point(4))
    model.reorder(["c", "b", "x"])
    assert model.pins == (point(7), point(4))
    model.remove("b")
    assert model.pins == (point(4),)


def test_pins_of_lost_hull_edges_are_removed(model):
    model.pins = [{"kind": "edge", "index": 0}, {"kind": "edge", "index": 2}]
    model.hide("b")  # from (0, 0) to a, a to b, b to (1, 1)
    assert model.pins == ({"kind": "edge", "index": 0},)


def test_pins_set_with_data_refer_to_the_new_data(model):
    with model.hold_trait_notifications():
        model.pins = [point(1), point(7)]
        model.classifiers = {"d": point_set(fpr=0.2, tpr=0.8)}
    assert model.pins == (point(1),)


# ---- The positive label is given once
Y, S = ["sick", "well", "well"], [0.9, 0.2, 0.4]


def labelled():
    return CostCurveModel({"a": predictions(Y, S, pos_label="sick")})


def classes(some):
    return labels_of(some.classifiers)


def test_new_pairs_have_the_positive_label_of_those_before():
    some = labelled()
    some.classifiers = {"b": (Y, S)}
    some.add("c", (["well", "sick"], [0.1, 0.7]))
    assert classes(some) == {"b": ("well", "sick"), "c": ("well", "sick")}


def test_positive_label_is_kept_without_labelled_classifiers():
    some = labelled()
    some.remove("a")
    some.add("rule", point_set(fpr=0.1, tpr=0.6))
    some.add("b", (Y, S))
    assert classes(some) == {"b": ("well", "sick")}


def test_the_positive_label_of_0_and_1_need_not_be_1():
    some = CostCurveModel({"a": predictions([0, 1, 0], S, pos_label=0)})
    some.classifiers = {"b": ([0, 1, 1], S)}
    assert classes(some) == {"b": (1, 0)}


def test_the_positive_label_is_shared_by_all_forms():
    some = CostCurveModel({"pair": (Y, S), "said": predictions(Y, S, pos_label="sick")})
    assert set(classes(some).values()) == {("well", "sick")}


def test_conflicting_labels_raise():
    some = labelled()
    some.classifiers = {"b": ([0, 1, 1], S)}
    assert classes(some) == {"b": (0, 1)}
    message = r"classifier 'c': pos_label: .*Pass core\.predictions\(y_true"
    with pytest.raises(CostCurveError, match=message):
        some.classifiers = {"c": (["yes", "no", "no"], S)}
    assert classes(some) == {"b": (0, 1)}
