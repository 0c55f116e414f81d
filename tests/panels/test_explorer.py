"""The explorer without a page; its appearance is tested in a browser."""

import inspect
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import cc_widgets as cc
from cc_widgets.core import Conditions
from cc_widgets.model.state import EXPLORER_ATTRIBUTES
from cc_widgets.panels import parts as reruns
from cc_widgets.views.style import iter_widgets, values_equal
from cc_widgets.widgets.frame import Frame
from tests.panels.conftest import observers

Y_TRUE = [0, 0, 1, 1]
SCORES = [0.1, 0.6, 0.4, 0.9]


def open_all(explorer):
    explorer._panels.widget.unfolded = True
    for place in range(5):
        explorer._panels.widget.selected = place


def sent(explorer, action):
    """Return the names of the traits that an action sends to the page."""
    states: set[str] = set()
    explorer.duality.send_state = lambda key: states.update({key} if isinstance(key, str) else key)
    try:
        action()
    finally:
        del explorer.duality.send_state
    return states


@pytest.mark.parametrize("name", EXPLORER_ATTRIBUTES)
def test_models_refer_to_the_explorer_for_its_attributes(name):
    assert hasattr(cc.CostCurveExplorer, name)
    model = cc.CostCurveModel({"a": (0.2, 0.7)})
    message = rf"^the model has no attribute '{name}'\. Did you mean explorer\.{name}\?$"
    with pytest.raises(AttributeError, match=message):
        getattr(model, name)


def test_models_suggest_similar_attributes():
    model = cc.CostCurveModel({"a": (0.2, 0.7)})
    with pytest.raises(AttributeError, match=r"'to_cvs'\. Did you mean model\.to_csv\?$"):
        model.to_cvs  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(model, "_repr_html_")


def test_one_unnamed_classifier_can_be_explored(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    assert list(explorer.model.classifiers) == ["classifier"]
    assert open_widgets()


EXPLORE: Any = cc.explore
FRAME = pd.DataFrame({"y": Y_TRUE, "p": SCORES, "q": [4, 3, 2, 1], "id": list("abcd")})


@pytest.mark.parametrize(
    "show",
    [
        lambda **columns: cc.explore(FRAME, **columns),
        lambda **columns: cc.explore(data=FRAME, **columns),
        lambda y_true, y_score, **columns: cc.explore(y_true, y_score, data=FRAME, **columns),
        lambda **columns: cc.explore(pl.LazyFrame(FRAME.to_dict("list")), **columns),
    ],
)
def test_a_frame_can_be_explored_by_its_columns(show):
    explorer = show(y_true="y", y_score=["p", "q"], example="id")
    expected = cc.CostCurveModel.from_predictions(Y_TRUE, {"p": SCORES, "q": [4, 3, 2, 1]})
    assert explorer.model.fingerprint == expected.fingerprint
    assert explorer.model.classifiers["p"].index.tolist() == FRAME["id"].tolist()
    explorer.close()


def test_constructors_match_those_of_the_model():
    for name in {*vars(cc.CostCurveModel), *vars(cc.CostCurveExplorer)}:
        if name.startswith("from_"):
            ours, shown = (
                dict(inspect.signature(getattr(kind, name)).parameters)
                for kind in (cc.CostCurveModel, cc.CostCurveExplorer)
            )
            assert shown.pop("notes").default is None
            assert list(ours) == list(shown), name
            defaults = [
                [parameter.default for parameter in parameters.values()]
                for parameters in (ours, shown)
            ]
            assert defaults[0] == defaults[1], name


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (
            lambda: EXPLORE(FRAME),
            r"^explore: must name the columns .* Got a DataFrame first\. Pass expl",
        ),
        (lambda: EXPLORE(FRAME, ["p"]), "^explore: must name the columns of the data frame"),
        (lambda: EXPLORE(FRAME, y_true="y"), "^explore: must name the columns"),
        (lambda: cc.explore(FRAME, y_true="z", y_score="p"), "^y_true: must be a column"),
        (
            lambda: cc.explore(Y_TRUE, SCORES, fold="f"),
            "^fold: must be given only with a data frame. Got 'f' with",
        ),
        (
            lambda: cc.explore(Y_TRUE, SCORES, missing="drop"),
            "^missing: must be given only with a data frame",
        ),
        (lambda: cc.CostCurveExplorer.from_predictions(FRAME, SCORES), "Pass a column"),
        (lambda: cc.explore(Y_TRUE, SCORES[:2]), "y_score"),
        (lambda: cc.CostCurveExplorer.from_points({"a": (0.3, 0.7, 0.1)}), "classifier 'a'"),
        (lambda: cc.CostCurveExplorer.from_points({"a": (0.3, 1.7)}), "classifier 'a'"),
        (
            lambda: cc.CostCurveExplorer.from_points({}),
            "points: must be a mapping of names to at least one",
        ),
        (lambda: cc.CostCurveExplorer.from_confusion_matrices({"a": [1, 2]}), "classifier 'a'"),
        (
            lambda: cc.CostCurveExplorer.from_confusion_matrices({}),
            "matrices: must be a mapping of names to at least one",
        ),
    ],
)
def test_invalid_input_creates_no_widget(open_widgets, make, says):
    with pytest.raises(cc.CostCurveError, match=says):
        make()
    assert not open_widgets()


def test_matrices_and_points_can_be_explored(open_widgets):
    matrices = cc.CostCurveExplorer.from_confusion_matrices({"C4.5": [[6, 4], [4, 16]]})
    assert (matrices.duality.hull.fpr[1], matrices.duality.hull.tpr[1]) == (0.4, 0.8)
    points = cc.CostCurveExplorer.from_points({"a": (0.3, 0.7), "b": ([0.1, 0.2], [0.5, 0.6])})
    assert points.duality.names == ["a", "b"]
    assert open_widgets()


def test_close_closes_all_widgets_and_releases_model(open_widgets):
    explorer = cc.explore(Y_TRUE, {"a": SCORES, "b": SCORES})
    model = explorer.model
    open_all(explorer)
    model.classifiers = {"a": (Y_TRUE, SCORES)}
    explorer.close()
    explorer.close()
    assert not open_widgets()
    model.classifiers = {"a": (Y_TRUE, SCORES[::-1])}
    assert not open_widgets()


def test_panels_are_created_on_first_use(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    folds, widget = explorer._panels, explorer._panels.widget
    tables = widget.pages[-1]
    more = len(widget.titles) - 2
    assert (folds.panels, widget.pages) == ({}, [None, *[None] * more, tables])
    widget.selected = 1
    assert folds.panels == {}, "nobody looks at what is folded"
    widget.selected = 0
    widget.unfolded = True
    panel = folds.panels[0]
    assert widget.pages == [panel.widget, *[None] * more, tables]
    widget.selected = 3
    widget.unfolded = False
    widget.unfolded = True
    widget.selected = 0
    explorer.model.classifiers = {"a": (Y_TRUE, SCORES)}
    assert (folds.panels[0], widget.pages[0]) == (panel, panel.widget)
    assert [place for place, page in enumerate(widget.pages) if page] == [0, 3, more + 1]
    assert open_widgets()


def test_open_panel_requires_a_known_title(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    explorer._panels.open("Criteria")
    assert list(explorer._panels.panels) == [2]
    with pytest.raises(cc.CostCurveError, match=r"unknown panel.*'Data table'"):
        explorer._panels.open("Criterion")
    assert open_widgets()


def test_explorer_forwards_to_model(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    explorer.notes = [{"id": "a", "text": "words", "kind": "conditions", "at": {}}]
    assert explorer.notes == explorer.model.notes != ()
    table = explorer.model.to_markdown("thresholds", title="All")
    assert explorer.to_markdown("thresholds", title="All") == table
    assert open_widgets()


def test_invalid_tab_position_creates_nothing(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    folds, widget = explorer._panels, explorer._panels.widget
    widget.unfolded = True
    folds.panels.clear()
    count = len(widget.titles)
    widget.pages = [None] * count
    for place in (count, -1, -9):
        widget.selected = place
        assert (folds.panels, widget.pages) == ({}, [None] * count)
    widget.selected = count - 2
    assert list(folds.panels) == [count - 2], "the tables need no panel"
    assert open_widgets()


def test_new_data_reuse_widgets(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES[::-1])  # where nothing is odd there is a widget less
    widgets = open_widgets()
    for scores in (SCORES, SCORES[::-1]):
        explorer.model.classifiers = {"classifier": (Y_TRUE, scores)}
        assert open_widgets() == widgets
    assert explorer.duality.points.fpr.tolist() == [0, 0.5, 0.5, 1, 1]
    assert explorer.duality.hull.tpr.tolist() == [0, 1]


def test_two_explorers_of_one_model_are_synchronised(open_widgets):
    model = cc.CostCurveModel()
    first, second = (cc.CostCurveExplorer(model) for _ in range(2))
    model.classifiers = {"a": (Y_TRUE, SCORES), "b": (Y_TRUE, SCORES[::-1])}
    assert first.duality.names == second.duality.names == ["a", "b"]
    first.duality.pc = 0.3
    first.duality.hidden = [1]
    first.duality.criterion = {"kind": "youden"}
    assert (second.duality.pc, second.duality.hidden) == (0.3, [1])
    assert second.duality.criterion["headline"]
    first.close()
    model.classifiers = {"c": (Y_TRUE, SCORES)}
    assert second.duality.names == ["c"]
    assert open_widgets()


def test_page_change_sets_model_without_echo(open_widgets):
    explorer = cc.explore(Y_TRUE, {"a": SCORES, "b": SCORES[::-1]})
    model, duality = explorer.model, explorer.duality
    for name, value in {
        "pc_range": [0.2, 0.4],
        "pc": 0.3,
        "pins": [{"kind": "point", "index": 1}],
        "hidden": [0],
    }.items():
        duality.set_state({name: value})
        assert getattr(duality, name) == value
    assert (model.pc, model.pc_range, model.hidden) == (0.3, (0.2, 0.4), ("a",))
    assert [dict(pin) for pin in model.pins] == duality.pins
    assert sent(explorer, lambda: duality.set_state({"pc": 0.31})) <= {"pc"}
    assert open_widgets()


def test_presenting_is_synchronised(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    duality = explorer.duality
    duality.set_state({"presenting": True})
    assert explorer.presenting
    duality.set_state({"presenting": "no"})
    assert explorer.presenting
    explorer.presenting = False
    assert duality.presenting is False
    explorer.close()
    explorer.presenting = True
    assert not open_widgets()


PARTS = ("answer", "roc", "cost", "chips", "conditions", "ribbon", "detail", "key", "panels")


def test_switches_control_each_part(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    model, duality = explorer.model, explorer.duality
    everything = set(iter_widgets(explorer))
    assert seen(explorer) > {"Answer", "Figure", "Ribbon", "Legend", "Key", "Controls", "Detail"}
    for name in PARTS:
        duality.set_state({f"show_{name}": False})
        assert getattr(model.view, f"show_{name}") is False
    assert seen(explorer) == {"Switches", "Notes"}
    # A page without Python can show hidden classifiers again.
    assert set(iter_widgets(explorer)) == everything
    explorer.close()
    assert not open_widgets()


def seen(explorer):
    """Return the types of the visible parts of the explorer."""
    frames = [frame for frame in iter_widgets(explorer) if isinstance(frame, Frame)]
    return {
        type(part).__name__
        for frame in frames
        for part, switches in zip(frame.children, frame.switches, strict=True)
        if all(getattr(frame.duality, name) for name in switches)
    }


def test_reset_restores_interactive_settings_only():
    explorer = cc.explore(Y_TRUE, {"a": SCORES, "b": SCORES[::-1]})
    model = explorer.model
    model.pc, model.view.show_key, model.hidden = 0.3, False, ("b",)
    other = cc.CostCurveExplorer(model)
    model.conditions = cc.Conditions(prior=(0.1, 0.2), cost_fn=5)
    model.pins = [{"kind": "point", "index": 0}]
    model.criterion = {"kind": "youden"}
    model.view.axis, model.view.cost_top, model.view.roc_fit = "logit", 1, True
    model.hidden, model.view.show_key, model.view.show_answer = ("a",), True, False
    model.colors = {"a": "#123456"}
    note = other.add_note("here", pc=0.3)
    other.presenting = True
    other.reset()
    assert (model.pc, model.pc_range, model.conditions) == (0.3, None, None)
    assert (model.hidden, model.pins, model.criterion) == (("b",), (), None)
    assert model.view == cc.View(show_key=False)
    assert not other.presenting
    assert model.colors["a"] == "#123456"
    assert [each["id"] for each in model.notes] == [note]
    model.classifiers = {"a": model.classifiers["a"]}
    other.reset()
    assert model.hidden == ()
    explorer.reset()
    assert (model.pc, model.view.show_key, model.hidden) == (0.5, True, ())
    other.close()
    with pytest.raises(cc.CostCurveError, match="closed"):
        other.reset()
    explorer.close()


def test_reset_restores_first_displayed_state():
    explorer = cc.CostCurveExplorer.from_points({"a": (0.1, 0.6), "b": (0.3, 0.9)})
    explorer.model.conditions = cc.Conditions(prior=0.2)
    explorer._repr_mimebundle_()
    explorer.model.conditions, explorer.model.hidden = None, ("a",)
    explorer._repr_mimebundle_()
    explorer.reset()
    assert explorer.model.conditions == cc.Conditions(prior=0.2)
    assert explorer.model.hidden == ()
    explorer.close()


@pytest.mark.parametrize("conditions", [{"prior": 0.2}, {"prior": (0.1, 0.3), "cost_fn": (2, 4)}])
def test_reset_restores_conditions_and_operating_point(conditions):
    model = cc.CostCurveModel({"a": (Y_TRUE, SCORES)})
    model.conditions = cc.Conditions(**conditions)
    before = model.conditions, model.pc, model.pc_range
    explorer = cc.CostCurveExplorer(model)
    explorer.duality.set_state({"pc": 0.7})
    explorer.duality.set_state({"conditions": None})
    explorer.reset()
    assert (model.conditions, model.pc, model.pc_range) == before
    explorer.close()


def test_rejected_page_value_is_undone(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    duality = explorer.duality
    cases: list[tuple[str, object, object]] = [
        ("pc", 7.0, 0.5),
        ("pc", None, 0.5),
        ("pc_range", [0.4, 0.2], None),
        ("pins", [{"kind": "point", "index": 10_000}], []),
        ("criterion", {"kind": "unheard of"}, None),
        ("hidden", [5], []),
    ]
    for name, refused, kept in cases:
        setattr(duality, name, refused)
        assert getattr(duality, name) == kept
    assert explorer.model.hidden == ()
    assert open_widgets()


def test_rejected_model_value_is_not_sent(open_widgets):
    explorer = cc.explore(Y_TRUE, {"a": SCORES, "b": SCORES[::-1]})
    model, duality = explorer.model, explorer.duality
    open_all(explorer)

    def several():
        with model.hold_trait_notifications():
            model.hide("a")
            model.conditions = Conditions(0.2, 1, 4)
            model.level = 7

    def refused():
        with pytest.raises(cc.CostCurveError):
            several()

    before = {name: getattr(duality, name) for name in duality.keys}
    assert sent(explorer, refused) == set()
    assert all(values_equal(value, getattr(duality, name)) for name, value in before.items())
    assert open_widgets()


def test_only_what_has_changed_is_sent(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    model = explorer.model
    arrays = {"points", "hull", "winners", "bands", "difference", "in_use"}
    assert sent(explorer, lambda: setattr(model, "pc", 0.3)) == {"pc"}
    conditions = Conditions(0.2, 1, 4)
    priced = replace(conditions, currency="EUR")
    assert not sent(explorer, lambda: setattr(model, "conditions", conditions)) & arrays
    assert sent(explorer, lambda: setattr(model, "conditions", priced)) == {"money", "currency"}
    assert sent(explorer, lambda: setattr(model.view, "axis", "logit")) == {"axis"}
    assert open_widgets()


def test_new_points_clear_highlight(open_widgets):
    explorer = cc.explore(Y_TRUE, SCORES)
    explorer.duality.light({"kind": "point", "index": 4})
    explorer.model.classifiers = {"a": (Y_TRUE, np.zeros(4))}
    assert explorer.duality.hover is None
    assert open_widgets()


def test_many_updates_leak_no_widgets_or_observers(open_widgets):
    explorer = cc.explore(Y_TRUE, {"a": SCORES, "b": SCORES[::-1]})
    model = explorer.model
    open_all(explorer)
    before = len(open_widgets()), observers(model), observers(explorer.duality)
    for turn in range(200):
        model.pc = turn / 200
        if not turn % 20:
            model.classifiers = {"a": (Y_TRUE, SCORES), "b": (Y_TRUE, np.roll(SCORES, turn))}
            model.reorder(["b", "a"])
    assert (len(open_widgets()), observers(model), observers(explorer.duality)) == before


def test_repeated_cell_replaces_its_explorer(open_widgets, monkeypatch):
    model = cc.CostCurveModel({"a": (Y_TRUE, SCORES)})
    counts = set()
    for run in range(4):
        monkeypatch.setattr(reruns, "running_cell", lambda run=run: ("cell", str(run)))
        pair = [cc.CostCurveExplorer(model), cc.CostCurveExplorer(model)]
        open_all(pair[0])
        counts.add((len(open_widgets()), observers(model)))
    assert len(counts) == 1
    monkeypatch.setattr(reruns, "running_cell", lambda: ("another cell", "1"))
    cc.CostCurveExplorer(model).close()
    assert pair[0].comm is not None
    for explorer in pair:
        explorer.close()
    assert not open_widgets()
