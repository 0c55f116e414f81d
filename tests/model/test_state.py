"""The model: its last valid state is kept, and observers are called after each change."""

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
from cc_widgets.model.traits import CheckedTrait, watch

Y_TRUE = [0, 0, 1, 1]
GOOD = (Y_TRUE, [0.1, 0.6, 0.4, 0.9])


def test_a_new_model_is_empty():
    assert dict(CostCurveModel().classifiers) == {}
    assert CostCurveModel().curves.classifiers == ()


def test_assigning_classifiers_replaces_the_snapshot_once():
    model = CostCurveModel()
    seen = []
    model.observe(lambda change: seen.append(change["new"]), "curves")
    model.classifiers = {"b": GOOD, "a": predictions(*GOOD)}
    assert seen == [model.curves]
    assert [classifier.name for classifier in model.curves.classifiers] == ["b", "a"]


def test_arrays_are_copied():
    score = np.array([0.1, 0.6, 0.4, 0.9])
    names: dict[str, Any] = {"a": (Y_TRUE, score)}
    model = CostCurveModel(names)
    score[:] = 0
    names["b"] = GOOD
    assert list(model.classifiers) == ["a"]
    kept = model.classifiers["a"]
    assert isinstance(kept, Predictions)
    assert kept.score.tolist() == [0.1, 0.6, 0.4, 0.9]


def test_classifiers_and_snapshot_are_immutable():
    model = CostCurveModel({"a": GOOD})
    with pytest.raises(TypeError):
        model.classifiers["b"] = GOOD  # type: ignore[index]  # that it fails is the point
    with pytest.raises(TraitError):
        model.curves = derive({})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            [1, 2],
            r"classifiers: must be a mapping of names to classifiers\. Got a value of type list",
        ),
        ({"a": [1, 2]}, r"classifier 'a': must be predictions, .* Got .* type list"),
        ({"a": (Y_TRUE, [1, 2])}, r"classifier 'a': y_score: .* 2 values for 4 labels"),
        ({" ": GOOD}, r"classifiers: names .* non-blank strings\. Got the name ' '"),
        (
            {"a": GOOD, "b": predictions(list("xxyy"), GOOD[1], pos_label="y")},
            r"classifiers: must have the same two classes",
        ),
    ],
)
def test_invalid_classifiers_raise_and_keep_the_current_ones(value, message):
    model = CostCurveModel({"kept": GOOD})
    before = model.curves
    with pytest.raises(CostCurveError, match=message):
        model.classifiers = value
    assert list(model.classifiers) == ["kept"]
    assert model.curves is before


@pytest.mark.parametrize("height", [0, 0.7, "1", True, None, [0.5]])
def test_cost_top_values(height):
    model = CostCurveModel()
    with pytest.raises(CostCurveError, match=r'must be "fit", 0\.5 or 1'):
        model.view.cost_top = height
    assert model.view.cost_top == "fit"
    model.view.cost_top = 1
    assert model.view.cost_top == 1.0


def test_the_shown_band_follows_its_classifier():
    model = CostCurveModel({"a": GOOD, "b": GOOD}, view={"shown_band": "b"})
    with pytest.raises(CostCurveError, match="must be the name of a classifier"):
        model.view.shown_band = "c"
    model.rename("b", "c")
    assert model.view.shown_band == "c"
    model.remove("a")
    assert model.view.shown_band == "c"
    model.remove("c")
    assert model.view.shown_band is None


def test_classifiers_are_equal_to_the_same_ones_in_the_same_order():  # F8
    sources = {"a": point_set(fpr=0.1, tpr=0.6), "b": point_set(fpr=0.2, tpr=0.7)}
    named = CostCurveModel(sources).classifiers
    assert named == sources
    assert named != dict(reversed(sources.items()))
    assert named != {"a": sources["a"]}
    assert named != ["a", "b"]
    assert named != 3


# ---- Declarations of settings, watchers, help and repr
PACKAGE = Path(cc.__file__).parent
KNOBS = {
    name for name, trait in CostCurveModel.class_traits().items() if isinstance(trait, CheckedTrait)
}


def names_set_in_classes(path):
    tree = ast.parse(path.read_text("utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assigned = [node for body in bodies for node in body if isinstance(node, ast.Assign)]
    return [getattr(target, "id", "") for node in assigned for target in node.targets]


def test_each_setting_is_declared_once():
    homes = [*PACKAGE.glob("model/*.py"), PACKAGE / "widgets/duality.py"]
    names = [name for path in homes for name in names_set_in_classes(path)]
    assert {name: names.count(name) for name in KNOBS} == dict.fromkeys(KNOBS, 1)


@pytest.mark.parametrize(
    ("path", "link"), [("panels/explorer.py", "PageSync"), ("widgets/duality.py", "Duality")]
)
def test_page_links_do_not_name_settings(path, link):
    nodes = ast.walk(ast.parse((PACKAGE / path).read_text("utf-8")))
    [tree] = [node for node in nodes if isinstance(node, ast.ClassDef) and node.name == link]
    signatures = [node.args for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    tables = [id(default) for args in signatures for default in (*args.defaults, *args.kw_defaults)]
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert {node.value for node in constants if id(node) not in tables} & KNOBS == set()


def test_watchers_are_called_once_after_a_change():
    model, seen = CostCurveModel(), []
    end = watch(model, lambda: seen.append((model.pc, model.conditions)), "pc", "conditions")
    model.conditions = conditions = Conditions(0.2, 1, 1)
    model.level = 0.8
    assert seen == [(0.2, conditions)]
    end()
    model.pc = 0.4
    assert len(seen) == 1


def test_help_describes_each_trait():
    text_of_help = plain(render_doc(CostCurveModel))
    for name in filter(lambda name: name[0] != "_", CostCurveModel.class_trait_names()):
        text = getattr(CostCurveModel, name).__doc__
        assert text, name
        assert text in text_of_help, name


def test_repr_is_one_line():
    y = np.arange(40) % 2
    scores = np.random.default_rng(0).normal(size=(4, 40)) + y
    model = CostCurveModel(
        {
            f"{name} and more of a name": (y, score)
            for name, score in zip("abcd", scores, strict=True)
        }
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
    - {
        "curves",
        "bands",
        "_difference",
        "_leads",
        "_stability",
        "_criterion_answer",
        "job",
    }
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
    model = CostCurveModel(
        {
            "forest": (y, rng.normal(size=60) + y),
            "tree": (y, rng.normal(size=60) + y),
            "rule": point_set(fpr=0.2, tpr=0.7),
        },
        conditions=Conditions((0.1, 0.2), 1, (1, 4), currency="EUR"),
        criterion={"kind": "youden"},
        colors={"tree": "#112233"},
        hidden=["rule"],
        average="vertical",
        view={"cost_top": 1.0},
    )
    model.pins = [{"kind": "edge", "index": 0}]
    model.bootstrap(level=0.8, n_resamples=200, rng=0)
    return model


def results_of(model):
    """Return the results of a model as comparable values."""
    settings = {name: getattr(model, name) for name in SETTABLE if name != "classifiers"}
    bands = {name: band.lower.tolist() for name, band in model.bands.each.items()}
    hull = model.curves.hull.fpr.tolist(), model.curves.hull.owner.tolist()
    difference = model._difference.upper.tolist()
    read = model.recommend().text
    return (
        settings,
        list(model.classifiers),
        bands,
        hull,
        difference,
        model._criterion_answer.words,
        read,
    )


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_copy_has_the_same_results(model, way):
    copied = way(model)
    assert type(copied) is CostCurveModel
    assert results_of(copied) == results_of(model)
    assert (copied._has_stale_bands, copied.job) == (False, None)
    assert not copied.curves.classifiers[0].curve.fpr.flags.writeable
    assert copied.bands is not None
    assert not copied.bands.each["tree"].lower.flags.writeable


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_copy_is_independent(model, way):
    copied = way(model)
    before = results_of(model)
    seen: list[object] = []
    model.observe(seen.append)
    copied.rename("tree", "oak")
    copied.hide("forest")
    copied.criterion = None
    copied.bootstrap(n_resamples=150, rng=1)
    copied.conditions = Conditions(0.5, 1, 1)
    assert (results_of(model), seen) == (before, [])
    assert copied.colors == {"oak": "#112233"}
    with pytest.raises(TypeError):
        copied.colors["oak"] = "#000000"


def test_observers_and_running_jobs_are_not_copied(model):
    notified: list[object] = []
    model.observe(notified.append, "pc")
    model.bootstrap(wait=False)
    copied = copy.copy(model)
    copied.conditions = None
    copied.pc = 0.3
    assert (notified, copied.job, model.job.state) == ([], None, "running")
    model.job.cancel()


def test_a_trait_set_twice_in_one_change_notifies_once():
    model, notified = CostCurveModel(pc=0.2), []
    model.observe(lambda change: notified.append((change["old"], change["new"])), "pc")
    with model.hold_trait_notifications():
        model.pc = 0.3
        model.pc = 0.4
    assert notified == [(0.2, 0.4)]


def test_renaming_to_the_same_name_changes_nothing(model):
    before = results_of(model)
    model.rename("tree", "tree")
    assert results_of(model) == before


def test_recommendation_has_the_slope_of_the_iso_performance_lines(model):
    assert model.recommend(0.2).slope == pytest.approx(4.0)


def test_an_empty_model_can_be_pickled():
    copied = WAYS["pickled"](CostCurveModel())
    assert (dict(copied.classifiers), copied.pc) == ({}, 0.5)
