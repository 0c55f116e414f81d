"""The model keeps its last good state and tells who observes it."""

import ast
import copy
import pickle
from pathlib import Path
from pydoc import plain, render_doc
from typing import Any

import numpy as np
import pytest
from traitlets import TraitError

import cc_widgets as cc
from cc_widgets.core import Conditions, Predictions, point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.derive import derive
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import Checked

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
def test_the_cost_axis_has_one_of_two_heights_or_fits(height):
    model = CostCurveModel()
    with pytest.raises(CostCurveError, match=r'must be "fit", 0\.5 or 1'):
        model.cost_top = height
    assert model.cost_top == "fit"
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


# ---- Each knob is declared once; who watches is told once; help and repr say what there is
PACKAGE = Path(cc.__file__).parent
KNOBS = {
    name for name, trait in CostCurveModel.class_traits().items() if isinstance(trait, Checked)
}


def names_set_in_classes(path):
    tree = ast.parse(path.read_text("utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assigned = [node for body in bodies for node in body if isinstance(node, ast.Assign)]
    return [getattr(target, "id", "") for node in assigned for target in node.targets]


def test_each_knob_is_declared_in_one_place():
    homes = [*PACKAGE.glob("model/*.py"), PACKAGE / "widgets/duality.py"]
    found = [name for path in homes for name in names_set_in_classes(path)]
    assert {name: found.count(name) for name in KNOBS} == dict.fromkeys(KNOBS, 1)


@pytest.mark.parametrize(
    ("path", "link"), [("panels/explorer.py", "Sync"), ("widgets/duality.py", "Duality")]
)
def test_what_links_the_page_names_no_knob(path, link):
    nodes = ast.walk(ast.parse((PACKAGE / path).read_text("utf-8")))
    [tree] = [node for node in nodes if isinstance(node, ast.ClassDef) and node.name == link]
    signatures = [node.args for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    tables = [id(one) for given in signatures for one in (*given.defaults, *given.kw_defaults)]
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert {one.value for one in constants if id(one) not in tables} & KNOBS == set()


def test_who_watches_is_told_once_when_all_is_in_place():
    model, seen = CostCurveModel(), []
    end = model.watch(lambda: seen.append((model.pc, model.conditions)), "pc", "conditions")
    model.conditions = known = Conditions(0.2, 1, 1)
    model.unit = "EUR"
    assert seen == [(0.2, known)]
    end()
    model.pc = 0.4
    assert len(seen) == 1


def test_help_says_what_each_trait_is():
    told = plain(render_doc(CostCurveModel))
    for name in CostCurveModel.class_trait_names():
        text = getattr(CostCurveModel, name).__doc__
        assert text, name
        assert text in told, name


def test_a_model_is_one_line():
    y = np.arange(40) % 2
    scores = np.random.default_rng(0).normal(size=(4, 40)) + y
    model = CostCurveModel(
        {f"{name} and more of a name": (y, one) for name, one in zip("abcd", scores, strict=True)}
    )
    names = ", ".join(f"{name} and more of a name" for name in "abc")
    assert repr(model) == f"CostCurveModel(4 classifiers: {names}, ...; PC(+) 0.5; no bands)"
    model.hide("d and more of a name")
    model.conditions = Conditions((0.1, 0.2), 1, 5)
    model.bootstrap(n_resamples=100, rng=0)
    model.level = 0.8
    assert " (1 hidden): " in repr(model)
    assert repr(model).endswith("; prior 0.1 to 0.2, costs 1 : 5; 80 % bands of 100 resamples)")


# ---- A model can be copied, pickled and sent to another process; nothing is shared but what stays
SETTABLE = sorted(
    set(CostCurveModel.class_trait_names())
    - {"derived", "band", "difference", "leads", "chosen_again", "stale", "answer", "job"}
)
WAYS = {
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": lambda model: pickle.loads(pickle.dumps(model)),  # noqa: S301 (our own)
}


@pytest.fixture
def model():
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    found = CostCurveModel(
        {
            "forest": (y, rng.normal(size=60) + y),
            "tree": (y, rng.normal(size=60) + y),
            "rule": point_set(fpr=0.2, tpr=0.7),
        },
        conditions=Conditions((0.1, 0.2), 1, (1, 4)),
        criterion={"kind": "youden"},
        colors={"tree": "#112233"},
        hidden=["rule"],
        average="vertical",
        unit="EUR",
        cost_top=1.0,
    )
    found.pins = [{"kind": "edge", "index": 0}]
    found.bootstrap(level=0.8, n_resamples=200, rng=0)
    return found


def said(model):
    """What the model says, in values that can be compared."""
    settings = {name: getattr(model, name) for name in SETTABLE if name != "classifiers"}
    bands = {name: band.lower.tolist() for name, band in model.band.each.items()}
    hull = model.derived.hull.fpr.tolist(), model.derived.hull.owner.tolist()
    difference = model.difference.upper.tolist()
    read = model.read().words
    return settings, list(model.classifiers), bands, hull, difference, model.answer.words, read


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_f2_a_copy_says_the_same(model, way):
    again = way(model)
    assert type(again) is CostCurveModel
    assert said(again) == said(model)
    assert (again.stale, again.job) == (False, None)
    assert not again.derived.classifiers[0].curve.fpr.flags.writeable
    assert again.band is not None
    assert not again.band.each["tree"].lower.flags.writeable


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_f2_a_copy_lives_its_own_life(model, way):
    again = way(model)
    before = said(model)
    seen: list[object] = []
    model.observe(seen.append)
    again.rename("tree", "oak")
    again.hide("forest")
    again.criterion = None
    again.bootstrap(n_resamples=150, rng=1)
    again.conditions = Conditions(0.5, 1, 1)
    assert (said(model), seen) == (before, [])
    assert again.colors == {"oak": "#112233"}
    with pytest.raises(TypeError):
        again.colors["oak"] = "#000000"


def test_f2_an_observer_is_not_copied_and_the_running_job_neither(model):
    told: list[object] = []
    model.observe(told.append, "pc")
    model.start_bootstrap()
    again = copy.copy(model)
    again.conditions = None
    again.pc = 0.3
    assert (told, again.job, model.job.state) == ([], None, "running")
    model.cancel()


def test_of_what_is_set_twice_in_one_change_the_first_and_the_last_value_are_told():
    model, told = CostCurveModel(pc=0.2), []
    model.observe(lambda change: told.append((change["old"], change["new"])), "pc")
    with model.hold_trait_notifications():
        model.pc = 0.3
        model.pc = 0.4
    assert told == [(0.2, 0.4)]


def test_a_name_may_be_given_once_more(model):
    before = said(model)
    model.rename("tree", "tree")
    assert said(model) == before


def test_a_reading_has_the_slope_of_its_lines(model):
    assert model.read(0.2).slope == pytest.approx(4.0)


def test_f2_an_empty_model_can_be_pickled():
    again = WAYS["pickled"](CostCurveModel())
    assert (dict(again.classifiers), again.pc) == ({}, 0.5)
