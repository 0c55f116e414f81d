"""Criteria and their answers."""

import pytest

from cc_widgets.core import point_set
from cc_widgets.panels.compare import CriteriaPanel


@pytest.fixture
def panel(use, model):
    model.classifiers = {"a": point_set(fpr=(0.1, 0.5), tpr=(0.5, 0.8))}
    return use(CriteriaPanel)


def visible(panel):
    return [name for name, field in panel.fields.items() if field.widget.layout.display is None]


def test_no_criterion_by_default(panel, model):
    assert (panel.kind.value, model.criterion, panel.answer.text) == (None, None, "")
    assert visible(panel) == []


def test_limit_on_false_alarms_is_set(panel, model):
    panel.kind.value = "neyman_pearson"
    panel.fields["max_fpr"].text.value = "0.25"
    assert dict(model.criterion) == {"kind": "neyman_pearson", "max_fpr": 0.25}
    assert visible(panel) == ["max_fpr"]
    assert panel.answer.text == model._criterion_answer.words
    assert panel.answer.text.startswith(
        "With at most 25 % false alarms (on this dataset): use a. It finds 50 %"
    )
    assert (model._criterion_answer.fpr, model._criterion_answer.tpr) == pytest.approx(
        (0.25, 0.6125)
    )


def test_workforce_is_set(panel, model):
    panel.kind.value = "workforce"
    for name, text in {"positives": "100", "negatives": "300", "capacity": "80"}.items():
        panel.fields[name].text.value = text
    assert dict(model.criterion) == {
        "kind": "workforce",
        "positives": 100,
        "negatives": 300,
        "capacity": 80,
    }
    assert visible(panel) == ["positives", "negatives", "capacity"]
    assert (model._criterion_answer.fpr, model._criterion_answer.tpr) == pytest.approx((0.1, 0.5))


@pytest.mark.parametrize("kind", ["minimax", "youden", "max_rectangle"])
def test_criteria_without_numbers(panel, model, kind):
    panel.kind.value = kind
    assert dict(model.criterion) == {"kind": kind}
    assert visible(panel) == []
    assert panel.answer.text == model._criterion_answer.words
    panel.kind.value = None
    assert model.criterion is None
    assert panel.answer.text == ""


def test_panel_follows_model(panel, model):
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 1e-6}
    assert (panel.kind.value, panel.fields["max_fpr"].text.value) == ("neyman_pearson", "1e-06")
    model.criterion = None
    assert panel.kind.value is None


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        ("neyman_pearson", "max_fpr", "2"),
        ("neyman_pearson", "max_fpr", "some"),
        ("workforce", "negatives", "0"),
        ("workforce", "positives", "-1"),
    ],
)
def test_invalid_numbers_show_error_at_field(panel, model, kind, name, text):
    panel.kind.value = kind
    before = model.criterion
    panel.fields[name].text.value = text
    assert panel.fields[name].error.text
    assert panel.fields[name].text.value == text
    assert model.criterion == before
