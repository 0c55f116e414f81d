"""Display settings: one object, each setting checked, set one by one or together."""

import pickle
from threading import Thread

import pytest

import cc_widgets as cc
from cc_widgets.model.view import SETTINGS

POINTS = {"a": (0.1, 0.6), "b": (0.3, 0.8)}


@pytest.fixture
def model():
    return cc.CostCurveModel(POINTS)


def test_setting_a_field_replaces_the_view_of_the_model_once(model):
    changes: list[object] = []
    model.observe(changes.append, "view")
    before = model.view
    model.view.axis = "logit"
    assert model.view == cc.View(axis="logit")
    assert before == cc.View(), "a view that was read stays as it was"
    assert len(changes) == 1


def test_fields_set_through_an_old_view_do_not_undo_each_other(model):
    view = model.view
    view.axis = "prior"
    view.show_hull = False
    assert model.view == cc.View(axis="prior", show_hull=False)


def test_several_settings_can_be_set_at_once_by_a_view_or_a_mapping():
    expected = cc.View(axis="prior", cost_top=0.5)
    assert cc.CostCurveModel(POINTS, view=expected).view == expected
    assert cc.CostCurveModel(POINTS, view={"axis": "prior", "cost_top": 0.5}).view == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [("axis", "x"), ("cost_top", 0.7), ("roc_fit", 2), ("shown_band", "c"), ("show_hull", "yes")],
)
def test_invalid_value_raises_and_the_view_is_unchanged(model, name, value):
    model.view.axis = "logit"
    with pytest.raises(cc.CostCurveError, match=name):
        setattr(model.view, name, value)
    assert model.view == cc.View(axis="logit")


@pytest.mark.parametrize("value", [None, 3, {"axes": "pc"}, {3: "pc"}])
def test_value_that_is_not_a_view_raises(model, value):
    with pytest.raises(cc.CostCurveError, match="view"):
        model.view = value
    assert model.view == cc.View()


def test_misspelt_setting_raises_with_the_right_name(model):
    with pytest.raises(
        cc.CostCurveError, match=r"'axes': is not a display setting\. Did you mean axis"
    ):
        model.view.axes = "pc"


def test_a_view_without_a_model_cannot_be_changed():
    view = cc.View()
    with pytest.raises(cc.CostCurveError, match=r"model\.view\.axis = 'logit'"):
        view.axis = "logit"
    assert view == cc.View()


def test_a_view_can_be_compared_hashed_printed_and_pickled(model):
    model.view.show_key = False
    assert repr(model.view) == "View(show_key=False)"
    assert pickle.loads(pickle.dumps(model.view)) == cc.View(show_key=False)  # noqa: S301
    assert hash(model.view) == hash(cc.View(show_key=False))
    assert model.view != cc.View()
    assert model.view != "View(show_key=False)"


def test_the_band_shown_follows_the_name_of_its_classifier(model):
    model.view.shown_band = "b"
    model.rename("b", "c")
    assert model.view.shown_band == "c"
    model.remove("c")
    assert model.view.shown_band is None


def test_settings_of_two_threads_are_all_kept(model):
    def switch(name):
        for value in (False, True) * 50 + (False,):
            setattr(model.view, name, value)

    threads = [Thread(target=switch, args=(name,)) for name in ("show_hull", "show_lines")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert model.view == cc.View(show_hull=False, show_lines=False)


@pytest.mark.parametrize(
    ("owner", "name", "place"),
    [
        ("model", "condition", "model.conditions"),
        ("model", "axis", "model.view.axis"),
        ("model", "n_cases", "model.conditions.n_cases"),
        ("model", "population", "model.conditions.n_cases"),
        ("explorer", "currency", "explorer.model.conditions.currency"),
        ("explorer", "pc", "explorer.model.pc"),
        ("explorer", "axis", "explorer.model.view.axis"),
        ("explorer", "condition", "explorer.conditions"),
    ],
)
def test_a_misplaced_attribute_raises_an_error_that_names_the_right_place(owner, name, place):
    explorer = cc.CostCurveExplorer(cc.CostCurveModel(POINTS))
    try:
        with pytest.raises(AttributeError, match=rf"Did you mean {place}\?"):
            setattr({"explorer": explorer, "model": explorer.model}[owner], name, 1)
    finally:
        explorer.close()


def test_the_explorer_forwards_to_its_model():
    explorer = cc.CostCurveExplorer(cc.CostCurveModel(POINTS))
    try:
        explorer.conditions = cc.Conditions(prior=0.2, cost_fn=4)
        assert explorer.model.pc == explorer.conditions.pc.low
        assert explorer.recommend().text == explorer.model.recommend().text
        assert explorer.summary() == explorer.model.summary()
    finally:
        explorer.close()


def test_each_setting_has_a_line_in_the_documentation():
    for name in SETTINGS:
        assert name in (cc.View.__doc__ or "")
