"""What is typed or slid becomes conditions; what the model has is what the panel shows."""

import pytest

from cc_widgets.core import Conditions, cell_counts, point_set, predictions
from cc_widgets.panels.conditions import ConditionsPanel
from cc_widgets.panels.fields import SHARES


@pytest.fixture
def panel(use):
    return use(ConditionsPanel)


def type_into(panel, name, text):
    panel.fields[name].text.value = text


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("0.01 - 0.05", 0.01, 0.05), ("1e-6", 1e-6, 1e-6), ("5 %", 0.05, 0.05), ("0.1-0.2", 0.1, 0.2)],
)
def test_a_typed_prior_is_the_prior_of_the_model(panel, model, text, low, high):
    type_into(panel, "prior", text)
    assert model.conditions.prior.ends[0] == low
    assert model.conditions.prior.ends[-1] == high
    assert model.pc_range == (None if low == high else (low, high))


def test_all_four_costs_reach_the_model(panel, model):
    for name, text in {
        "cost_fp": "2",
        "cost_fn": "5 - 10",
        "cost_tp": "-1",
        "cost_tn": "-0.5",
    }.items():
        type_into(panel, name, text)
    known = model.conditions
    assert (known.cost_fp.low, known.cost_fn.ends) == (2, (5, 10))
    assert (known.cost_tp.low, known.cost_tn.low) == (-1, -0.5)


def test_conditions_of_the_model_are_shown(panel, model):
    model.conditions = Conditions((0.1, 0.2), 1e-6, 3e9)
    shown = {name: field.text.value for name, field in panel.fields.items()}
    assert shown == {
        "prior": "0.1 - 0.2",
        "cost_fp": "1e-06",
        "cost_fn": "3e+09",
        "cost_tp": "0",
        "cost_tn": "0",
    }
    model.conditions = None
    assert {field.text.value for field in panel.fields.values()} == {""}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("prior", "abc", "must be a number or a range"),
        ("prior", "1.5", "must lie in [0, 1]"),
        ("prior", "0.3 - 0.1", "a range goes from low to high"),
        ("cost_fn", "-1", "must not be cheaper"),
        ("cost_fp", "1e999", "must be finite"),
    ],
)
def test_a_wrong_entry_stays_with_its_error_and_the_model_keeps_its_state(
    panel, model, name, text, says
):
    model.conditions = Conditions(0.2, 1, 5)
    type_into(panel, name, text)
    field = panel.fields[name]
    assert says in field.error.text
    assert field.text.value == text
    assert model.conditions == Conditions(0.2, 1, 5)
    type_into(panel, "cost_tn", "-1")
    assert field.text.value == text, "another field was changed"
    type_into(panel, name, "0.5")
    assert field.error.text == ""
    assert getattr(model.conditions, name).low == 0.5


@pytest.mark.parametrize(
    ("name", "text", "ends"),
    [
        ("prior", "0,02", (0.02, 0.02)),
        ("prior", "5 %", (0.05, 0.05)),
        ("prior", "5 \u2030", (0.005, 0.005)),
        ("prior", "1 in 1000", (0.001, 0.001)),
        ("prior", "1/1000", (0.001, 0.001)),
        ("prior", "3 of 60", (0.05, 0.05)),
        ("prior", "1:19", (0.05, 0.05)),
        ("prior", "1:99 - 1:9", (0.01, 0.1)),
        ("prior", "1e-4 to 1e-3", (1e-4, 1e-3)),
        ("prior", "1 - 5 %", (0.01, 0.05)),
        ("prior", "1\u20135%", (0.01, 0.05)),
        ("prior", "0.01 - 5 %", (0.01, 0.05)),
        ("prior", "1 to 5 in 1000", (0.001, 0.005)),
        ("prior", "0,5 - 0,75", (0.5, 0.75)),
        ("cost_fn", "1,234,567.5", (1234567.5, 1234567.5)),
        ("cost_tn", "\u22122,5", (-2.5, -2.5)),
        ("cost_tn", "\u22125 - \u22122", (-5, -2)),
    ],
)
def test_u14_fields_take_what_people_type(panel, model, name, text, ends):
    model.conditions = Conditions(0.2, 1, 5)
    type_into(panel, name, text)
    assert panel.fields[name].error.text == ""
    got = getattr(model.conditions, name)
    assert (got.low, got.high) == pytest.approx(ends, rel=1e-15)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("cost_fn", "1,000", "Type 1000, or 1.000."),
        ("cost_fn", "1:20", "in its own field"),
        ("prior", "0:0", "share of nothing"),
        ("prior", "1 in 0", "share of nothing"),
        ("prior", "1 in", "must be a number or a range"),
        ("prior", "5 % in 10", "must be a number or a range"),
        ("prior", "1,00,0", "must be a number or a range"),
    ],
)
def test_u14_what_may_mean_two_things_is_refused(panel, model, name, text, says):
    model.conditions = Conditions(0.2, 1, 5)
    type_into(panel, name, text)
    assert says in panel.fields[name].error.text
    assert model.conditions == Conditions(0.2, 1, 5)


def slide(slider, low, high=None):
    """Say what the browser says when a drag ends."""
    slider.set_state({"low": low, "high": low if high is None else high})


def test_sliders_set_what_they_show(panel, model):
    prior, cost = panel.fields["prior"].slider, panel.fields["cost_fn"].slider
    slide(prior, SHARES.place(0.01))
    slide(cost, 1.0)
    assert model.conditions.prior.low == pytest.approx(0.01, rel=0.05)
    assert model.conditions.cost_fn.low == 10
    model.conditions = Conditions((0.1, 0.3))
    assert (prior.low, prior.high) == pytest.approx((SHARES.place(0.1), SHARES.place(0.3)))
    slide(prior, -4.6, 0.0)
    assert model.conditions.prior.ends == (0.01, 0.5)


def test_both_ends_are_set_at_once(panel, model):
    model.conditions = Conditions((0.1, 0.3))
    seen = []

    def note(change):
        seen.append(change["new"].prior.ends)

    model.observe(note, "conditions")
    slide(panel.fields["prior"].slider, -4.6, 0.0)
    model.unobserve(note, "conditions")
    assert seen == [(0.01, 0.5)]


def test_what_was_slid_stays_where_it_is(panel):
    slider = panel.fields["prior"].slider
    for step in range(-40, 41):
        place = round(0.1 * step, 10)
        slide(slider, place)
        assert (slider.low, slider.high) == (place, place)


def test_a_narrow_range_has_two_handles(panel, model):
    slider = panel.fields["prior"].slider
    for prior in ((0.5, 0.5001), (1e-9, 2e-9), (1 - 1e-9, 1.0)):
        model.conditions = Conditions(prior)
        assert slider.low < slider.high
        assert slider.least <= slider.low < slider.high <= slider.most


def test_a_slider_says_what_it_is_about(panel):
    named = [field.slider.label for field in panel.fields.values() if field.slider]
    named.append(panel.pc.slider.label)
    assert len(set(named)) == 4
    assert all(label.endswith(", on a logarithmic scale") for label in named)


def test_what_a_slider_says_may_be_refused(panel, model):
    model.conditions = Conditions(0.5, 1, 1, cost_tp=0.5)
    slide(panel.fields["cost_fn"].slider, -2.0)
    assert "must not be cheaper" in panel.fields["cost_fn"].error.text
    assert model.conditions.cost_fn.low == 1


def press(panel, preset):
    next(button for button in panel.presets if button.description == preset).click()


def test_presets(panel, model):
    press(panel, "rare: 1 %")
    press(panel, "costs 1 : 10")
    assert (model.conditions.prior.low, model.conditions.cost_fn.low) == (0.01, 10)
    press(panel, "as in these data")
    assert model.conditions.prior.low == model.classifiers["tree"].positive.mean()
    press(panel, "unknown")
    assert model.conditions is None


@pytest.mark.parametrize(
    ("preset", "known"),
    [
        ("balanced", Conditions(0.5, 1, 1)),
        ("rare: 1 %", Conditions(0.01, 3, 7)),
        ("very rare: 1 in 10 000", Conditions(1e-4, 3, 7)),
        ("costs 1 : 10", Conditions(0.3, 1, 10)),
        ("costs 10 : 1", Conditions(0.3, 10, 1)),
    ],
)
def test_every_preset_sets_what_its_button_says_and_nothing_else(panel, model, preset, known):
    model.conditions = Conditions(0.3, 3, 7)
    press(panel, preset)
    assert model.conditions == known
    assert panel.error.text == ""


@pytest.mark.parametrize(
    ("given", "share"),
    [
        (predictions([0, 0, 1, 0], [1, 2, 3, 4]), 0.25),
        (predictions([0, 0, 1, 0], [1, 2, 3, 4], sample_weight=[1, 2, 5, 2]), 0.5),
        (cell_counts(tp=5, fn=1, fp=2, tn=22), 0.2),
        (point_set(fpr=0.3, tpr=0.7), 0.5),
    ],
    ids=["each once", "weighted", "counted", "unknown"],
)
def test_the_share_of_positives_is_that_of_the_data(panel, model, given, share):  # F8: weighted
    model.classifiers = {"a": given}
    press(panel, "as in these data")
    assert model.conditions.prior.low == pytest.approx(share)


def test_the_operating_point_can_be_typed(panel, model):
    panel.pc.text.value = "0.2 - 0.4"
    assert model.pc_range == (0.2, 0.4)
    panel.pc.text.value = "0.25"
    assert (model.pc, model.pc_range) == (0.25, None)
    model.pc = 0.75
    assert panel.pc.text.value == "0.75"
    panel.pc.text.value = "2"
    assert "must lie in [0, 1]" in panel.pc.error.text
    assert model.pc == 0.75


def test_what_follows_when_the_operating_point_moves(panel, model):
    model.conditions = Conditions(0.5, 1, 1)
    panel.follows.value = "cost_ratio"
    model.pc = 0.8
    assert panel.fields["prior"].text.value == "0.5"
    assert panel.fields["cost_fn"].text.value == "4"


def test_cases_currency_and_axis(panel, model):
    panel.population.text.value = "1000"
    panel.unit.value = "EUR"
    panel.axis.value = "logit"
    assert (model.population, model.unit, model.axis) == (1000, "EUR", "logit")
    panel.population.text.value = "-3"
    assert panel.population.error.text
    assert model.population == 1000
    model.axis = "prior"
    assert panel.axis.value == "prior"


def test_the_height_of_the_cost_axis(panel, model):
    panel.top.value = 1.0
    assert model.cost_top == 1.0
    model.cost_top = 0.5
    assert panel.top.value == 0.5


def test_the_answer_in_words(panel, model):
    model.classifiers = {"rule": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])}
    model.pc = 0.25
    assert panel.answer.text == "At PC(+) 0.25: use rule, from score 0.9 on."
    model.pc_range = (0.1, 0.2)
    assert panel.answer.text.endswith("cheaper anywhere from PC(+) 0.1 to 0.2.")
    model.pc_range = (0.1, 0.9)
    assert "No regret at all would take 2 choices, from rule 0.9 to" in panel.answer.text
    model.classifiers = {}
    model.pc_range = None
    assert panel.answer.text == "There is no classifier yet."


def test_the_classes_name_the_matrix_and_stay_text(panel, model):
    evil = "<img src=x onerror=alert(1)>"
    model.classifiers = {"a": predictions(["no", evil], [0.1, 0.3], pos_label=evil)}
    values = [place.value for place in panel._corners]
    assert not any("<img" in value for value in values)
    assert any("&lt;img" in value for value in values)
