"""The saved state of an explorer, and the page that shows it without Python."""

import base64
import json
import math

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.export.page import STATE_VERSION, state_of
from cc_widgets.views.style import all_within

ALLOWANCE = 60_000  # bytes of a classifier in a notebook


def explored(count=2, size=60):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, size)
    scores = {f"model {i}": y * (1 + i / 5) + rng.normal(size=size) for i in range(count)}
    return cc.explore(y, scores)


@pytest.fixture
def explorer(made):
    assert not made()
    return explored()


def widget_of(state, kind):
    (found,) = [one for one in state["widgets"].values() if one["model_name"] == f"{kind}Model"]
    return found


def sent(state, group, name):
    (data,) = [
        one["data"]
        for one in widget_of(state, "Duality")["buffers"]
        if one["path"][:2] == [group, name]
    ]
    return np.frombuffer(base64.b64decode(data))


def test_the_state_is_that_of_the_explorers_own_widgets_and_no_others(explorer):
    other = explored(1)
    state = state_of(explorer)
    assert state["version"] == STATE_VERSION
    assert state["root"] == explorer.model_id
    assert set(state["widgets"]) <= {widget.model_id for widget in all_within(explorer)}
    assert other.duality.model_id not in state["widgets"]
    named = json.dumps(list(state["widgets"].values())).split("IPY_MODEL_")[1:]
    assert {words[:32] for words in named} == set(state["widgets"]) - {explorer.model_id}


def test_what_the_state_holds_is_what_the_page_is_sent_to_the_last_bit(explorer):
    state = state_of(explorer)
    for group, name in (("points", "fpr"), ("points", "threshold"), ("hull", "tpr")):
        live = getattr(getattr(explorer.duality, group), name)
        assert sent(state, group, name).tobytes() == live.tobytes()


def test_json_can_hold_the_state_also_where_numbers_are_not_finite(explorer):
    explorer.duality.money = {"kind": "moving", "over": [math.nan, math.inf]}
    text = json.dumps(state_of(explorer), allow_nan=False)
    assert widget_of(json.loads(text), "Duality")["state"]["money"]["over"] == [None, None]


def test_tabs_that_only_python_could_fill_are_left_out_and_those_that_are_made_stay(explorer):
    def tabs(state):
        controls = [
            one for one in state["widgets"].values() if one["model_name"] == "ControlsModel"
        ]
        return {tuple(one["state"]["titles"]): one["state"] for one in controls}

    before = tabs(state_of(explorer))
    assert set(before) == {("Data table",), ()}
    assert before["Data table",]["tables"] == 0
    explorer.open_panel("Compare")
    after = tabs(state_of(explorer))["Compare", "Data table"]
    assert (after["tables"], after["selected"], after["unfolded"]) == (1, 0, True)
    assert None not in after["pages"]


def test_the_state_says_what_it_is_of(explorer):
    explorer.model.conditions = cc.Conditions(prior=0.2, cost_fp=1, cost_fn=(2, 5))
    explorer.model.bootstrap_settings = cc.BootstrapSettings(rng=7)
    about = state_of(explorer)["about"]
    assert about["title"] == "2 classifiers: model 0, model 1"
    assert about["conditions"] == "prior 0.2, costs 1 : 2 to 5"
    assert about["seed"] == 7
    assert about["versions"]["cc-widgets"] == cc.__version__
    assert state_of(explorer, "Tumours")["about"]["title"] == "Tumours"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_notebook_grows_by_little_for_each_classifier_whatever_its_test_set(made, count):
    explorer = explored(count, 300_000)
    assert made()
    assert len(json.dumps(state_of(explorer))) <= count * ALLOWANCE


def test_a_closed_explorer_has_no_state(explorer):
    model = explorer.model
    explorer.close()
    assert model.derived.classifiers
    with pytest.raises(cc.CostCurveError, match="explorer is closed"):
        state_of(explorer)
