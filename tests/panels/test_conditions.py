"""Operating conditions: row, panel, and messages from the page."""

from functools import partial

import pytest

from cc_widgets.core import Conditions, cell_counts, point_set, predictions
from cc_widgets.model.conditions import conditions_or_default
from cc_widgets.panels.conditions import ConditionsPanel, RowPanel, field_label
from cc_widgets.panels.parts import SHARE_SCALE
from cc_widgets.views.link import apply_page_value, duality_traits
from cc_widgets.widgets.controls import Controls
from cc_widgets.widgets.duality import Duality

# ---- The row


@pytest.fixture
def row(use, model):
    duality = Duality(**duality_traits(model))
    return use(RowPanel, duality, Controls(titles=["Conditions"], pages=[None])).widget


@pytest.fixture
def enter(row):
    """Type into a field of the row through a page message, and return the error."""

    def typed(name, text):
        count = (row.entry or {"count": 0})["count"] + 1
        row.set_state({"entry": {"count": count, "name": name, "text": text}})
        assert row.answer["count"] == count
        return row.answer["error"]

    return typed


@pytest.mark.parametrize(
    ("name", "text", "ends"),
    [
        ("prior", "0.05", (0.05, 0.05)),
        ("prior", "0,02", (0.02, 0.02)),
        ("prior", "5 %", (0.05, 0.05)),
        ("prior", "5%", (0.05, 0.05)),
        ("prior", "5 \u2030", (0.005, 0.005)),
        ("prior", "1 in 1000", (0.001, 0.001)),
        ("prior", "1/1000", (0.001, 0.001)),
        ("prior", "3 of 60", (0.05, 0.05)),
        ("prior", "1:20", (1 / 21, 1 / 21)),
        ("prior", "1:99 - 1:9", (0.01, 0.1)),
        ("prior", "1e-4 to 1e-3", (1e-4, 1e-3)),
        ("prior", "1 - 5 %", (0.01, 0.05)),
        ("prior", "1 % to 5 %", (0.01, 0.05)),
        ("prior", "1\u20135%", (0.01, 0.05)),
        ("prior", "0.01 - 5 %", (0.01, 0.05)),
        ("prior", "1 to 5 in 1000", (0.001, 0.005)),
        ("prior", "0,5 - 0,75", (0.5, 0.75)),
        ("prior", "0.05 - 5 %", (0.05, 0.05)),
        ("prior", "0 - 100 %", (0.0, 1.0)),
        ("prior", "0.2 - 0.2", (0.2, 0.2)),
        ("cost_fn", "1,234,567.5", (1234567.5, 1234567.5)),
        ("cost_fn", "25 EUR", (25, 25)),
        ("cost_fp", "5 EUR to 10 EUR", (5, 10)),
    ],
)
def test_fields_accept_usual_notations(enter, model, name, text, ends):
    model.conditions = Conditions(0.2, 1, 5, currency="EUR")
    assert enter(name, text) == ""
    got = getattr(model.conditions, name)
    assert (got.low, got.high) == pytest.approx(ends, rel=1e-15)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("prior", "abc", "Must be a number or a range"),
        ("prior", "1.5", "Must lie between 0 and 100 %"),
        ("prior", "-0.1 - 0.1", "Must lie between 0 and 100 %"),
        ("prior", "0.3 - 0.1", "Type 0.1 - 0.3."),
        ("prior", "0:0", "share of zero"),
        ("prior", "1 in 0", "share of zero"),
        ("prior", "1 in", "Must be a number or a range"),
        ("prior", "5 % in 10", "Must be a number or a range"),
        ("prior", "1,00,0", "Must be a number or a range"),
        ("cost_fn", "1,000", "Type 1000, or 1.000."),
        ("cost_fn", "1:20", "in its own field"),
        ("cost_fn", "-1", "cannot cost less than the right answer, 0"),
        ("cost_fp", "1e999", "must be finite"),
        ("cost_fp", "5 GBP", "Must be a number or a range"),
    ],
)
def test_invalid_entries_are_rejected_with_clear_message(enter, model, name, text, says):
    model.conditions = Conditions(0.2, 1, 5)
    error = enter(name, text)
    assert says.casefold() in error.casefold()
    assert not any(word in error for word in ("prior", "cost_f", "cost_t"))
    assert model.conditions == Conditions(0.2, 1, 5)
    assert enter(name, "0.5") == ""
    assert getattr(model.conditions, name).low == 0.5


def test_other_conditions_stay_when_one_is_typed(enter, model):
    model.pc = 0.2
    assert enter("cost_fn", "5") == ""
    assert model.conditions == Conditions(0.2, 1, 5)
    model.pc = 0.8
    prior = model.conditions.prior
    assert enter("cost_fp", "2") == ""
    assert model.conditions == Conditions(prior, 2, 5)


def test_clearing_a_field_restores_its_default_only(enter, model):
    model.conditions = Conditions((0.1, 0.2), 3, 7, cost_tp=-1)
    enter("cost_fn", " ")
    assert model.conditions == Conditions((0.1, 0.2), 3, 1, cost_tp=-1)
    enter("prior", "")
    assert model.conditions == Conditions(0.5, 3, 1, cost_tp=-1)


def test_clearing_unset_conditions_leaves_them_unset(enter, model):
    model.pc = 0.2
    enter("cost_fn", "")
    assert (model.conditions, model.pc) == (None, 0.2)
    enter("prior", "")
    assert (model.conditions, model.pc) == (None, 0.5)


def test_repeated_entry_gets_a_new_reply(enter):
    for _ in range(2):
        assert enter("prior", "x") != ""


@pytest.mark.parametrize(
    "entry",
    [
        None,
        {},
        {"count": 1},
        {"count": 1, "name": "cost_tq", "text": "5"},
        {"count": 1, "name": ["prior"], "text": "5"},
        {"count": 1, "name": "prior", "text": 5},
        {"count": "1", "name": "prior", "text": "5"},
        {"count": 1, "name": "prior", "text": "9" * 100_000},
    ],
    ids=lambda entry: repr(entry)[:40],
)
def test_malformed_entries_change_nothing(row, model, entry):
    row.set_state({"entry": entry})
    assert model.conditions is None


def test_page_sets_and_clears_conditions(model):
    model.conditions = Conditions((0.1, 0.2), 1, 5)
    sent = duality_traits(model)["conditions"]
    model.conditions = None
    apply_page_value(model, "conditions", sent)
    assert model.conditions == Conditions((0.1, 0.2), 1, 5)
    apply_page_value(model, "conditions", None)
    assert (model.conditions, model.pc, model.pc_range) == (None, 0.5, None)  # U14


@pytest.mark.parametrize(
    ("classifiers", "share"),
    [
        (predictions([0, 0, 1, 0], [1, 2, 3, 4]), 0.25),
        (predictions([0, 0, 1, 0], [1, 2, 3, 4], sample_weight=[1, 2, 5, 2]), 0.5),
        (cell_counts(tp=5, fn=1, fp=2, tn=22), 0.2),
        (point_set(fpr=0.3, tpr=0.7), None),
    ],
    ids=["each once", "weighted", "counted", "unknown"],
)
def test_observed_prevalence_is_sent(row, model, classifiers, share):  # weighted
    model.classifiers = {"a": classifiers}
    assert row.in_data == (share if share is None else pytest.approx(share))


def test_labels_use_class_names_and_currency(model):
    model.classifiers = {"a": predictions(["no", "ill"], [0.1, 0.3], pos_label="ill")}
    called = partial(field_label, model)
    assert called("prior") == "Share of ill"
    assert called("cost_fn") == "A miss costs"
    model.conditions = Conditions(currency="EUR")
    assert called("cost_fp") == "A false alarm costs (EUR)"


# ---- The rest


@pytest.fixture
def panel(use):
    return use(ConditionsPanel)


def test_first_slider_step_is_applied_anywhere(panel, model):
    assert (panel.pc.slider.low, panel.pc.slider.high) == (0.0, 0.0)
    slide(panel.pc.slider, 1.0)
    assert model.pc == pytest.approx(0.73)


def test_cleared_operating_point_removes_range(panel, model):
    panel.pc.text.value = "0.2 - 0.4"
    assert model.pc_range == (0.2, 0.4)
    panel.pc.text.value = ""
    assert model.pc_range is None


def type_into(panel, name, text):
    panel.fields[name].text.value = text


def test_correct_decisions_have_costs_or_benefits(panel, model):
    model.conditions = Conditions(0.2, 2, (5, 10))
    type_into(panel, "cost_tp", "\u22121")
    type_into(panel, "cost_tn", "\u22122,5 - \u22122")
    assert model.conditions == Conditions(0.2, 2, (5, 10), cost_tp=-1, cost_tn=(-2.5, -2))


def test_current_conditions_are_displayed(panel, model):
    model.conditions = Conditions(0.1, 5, 5, cost_tp=1e-6, cost_tn=(-2, -1))
    shown = {name: field.text.value for name, field in panel.fields.items()}
    assert shown == {"cost_tp": "1e-06", "cost_tn": "-2 - -1"}
    model.conditions = None
    assert {field.text.value for field in panel.fields.values()} == {"0"}


def test_invalid_entry_stays_with_error(panel, model):
    model.conditions = Conditions(0.2, 1, 5)
    type_into(panel, "cost_tp", "7")
    field = panel.fields["cost_tp"]
    assert "must not be less than" in field.error.text
    assert field.text.value == "7"
    assert "cc-wrong" in field.text._dom_classes
    assert model.conditions == Conditions(0.2, 1, 5)
    type_into(panel, "cost_tn", "-1")
    assert field.text.value == "7", "another field was changed"
    type_into(panel, "cost_tp", "0.5")
    assert field.error.text == ""
    assert "cc-wrong" not in field.text._dom_classes
    assert model.conditions.cost_tp.low == 0.5


def slide(slider, low, high=None):
    """Send the message of the page at the end of a drag."""
    slider.set_state({"low": low, "high": low if high is None else high})


def test_slider_sets_operating_point(panel, model):
    slider = panel.pc.slider
    slide(slider, SHARE_SCALE.position(0.01))
    assert model.pc == pytest.approx(0.01, rel=0.05)
    slide(slider, -4.6, 0.0)
    assert model.pc_range == (0.01, 0.5)
    for reach in ((0.5, 0.5001), (1e-9, 2e-9), (1 - 1e-9, 1.0)):
        model.pc_range = reach
        assert slider.least <= slider.low < slider.high <= slider.most


def test_slider_position_is_clipped_log_odds(panel, model):
    slider = panel.pc.slider
    ends = {0.0: slider.least, 1e-9: slider.least, 1 - 1e-9: slider.most, 1.0: slider.most}
    for pc, place in {0.5: 0.0, 0.1: -2.2, 0.9: 2.2, **ends}.items():
        model.pc = pc
        assert (slider.low, slider.high) == pytest.approx((place, place))


def test_slider_keeps_its_position_despite_rounding(panel):
    slider = panel.pc.slider
    for step in range(-40, 41):
        place = round(0.1 * step, 10)
        slide(slider, place)
        assert (slider.low, slider.high) == (place, place)


def test_operating_point_can_be_typed(panel, model):
    panel.pc.text.value = "0.2 - 0.4"
    assert model.pc_range == (0.2, 0.4)
    panel.pc.text.value = "0.25"
    assert (model.pc, model.pc_range) == (0.25, None)
    model.pc = 0.75
    assert panel.pc.text.value == "0.75"
    panel.pc.text.value = "2"
    assert "must lie in [0, 1]" in panel.pc.error.text
    assert model.pc == 0.75


def test_drag_target_is_synchronised(panel, model):
    model.conditions = Conditions(0.5, 1, 1)
    panel.follows.value = "cost_ratio"
    model.pc = 0.8
    assert conditions_or_default(model).stated_prior.low == 0.5
    assert conditions_or_default(model).cost_fn.low == pytest.approx(4)


def test_cases_and_currency(panel, model):
    panel.n_cases.text.value = "1000"
    panel.currency.value = " EUR "
    assert model.conditions == Conditions(n_cases=1000, currency="EUR")
    assert panel.currency.value == "EUR"
    panel.n_cases.text.value = "-3"
    assert panel.n_cases.error.text
    assert model.conditions.n_cases == 1000
    model.conditions = None
    assert (panel.n_cases.text.value, panel.currency.value) == ("1", "")


def test_class_names_in_labels_are_escaped(panel, model):
    evil = "<img src=x onerror=alert(1)>"
    model.classifiers = {"a": predictions(["no", evil], [0.1, 0.3], pos_label=evil)}
    label = panel.fields["cost_tp"].text
    assert label.description.startswith("Finding <img")
    assert label.description_allow_html is False
