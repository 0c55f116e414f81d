"""One gate: what names a classifier is read alike wherever classifiers are given."""

import inspect
from typing import Any

import numpy as np
import pandas as pd
import pytest

import cc_widgets as cc
from cc_widgets import core
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import KINDS, Classifier, named_matrices, named_points, named_predictions
from cc_widgets.intake.kinds import read_classifier

CORE = {"core": core}
Y, S = [0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9]
FORMS = {kind.form: kind for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.form)
def test_an_example_is_read_as_the_kind_that_it_is_of(kind):
    given = eval(kind.example, CORE)  # noqa: S307 (it stands in our own table)
    assert next(one for one in KINDS if one.takes(given)) is kind
    model = cc.CostCurveModel({"a": given})
    assert model.cost("a", 0.5).normalised < 0.5


def test_kinds_are_mixed():
    model = cc.CostCurveModel({"C4.5": [[6, 4], [4, 16]], "p": (0.3, 0.7), "scored": (Y, S)})
    assert [given.__class__.__name__ for given in model.classifiers.values()] == [
        *("Counts", "PointSet", "Predictions"),
    ]
    assert model.cost("C4.5", 0.5).normalised == pytest.approx(0.3)
    assert model.cost("p", 0.5).normalised == pytest.approx(0.3)
    model.add("cells", {"tn": 9, "fp": 1, "fn": 2, "tp": 18})
    assert model.cost("cells", 0.5).normalised == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("given", "form"),
    [
        (([0, 1], [0.2, 0.8]), "(y_true, y_score)"),
        (([0.0, 1.0], [0.2, 0.8]), "(y_true, y_score)"),
        (((0, 1), (0.2, 0.8)), "(y_true, y_score)"),
        ((np.array([True, False]), np.array([0.2, 0.8])), "(y_true, y_score)"),
        (([0, 0.4, 1], [0, 0.8, 1]), "([fpr, ...], [tpr, ...])"),
        (([0.1, 0.3], [1, 1]), "([fpr, ...], [tpr, ...])"),
        ((pd.Series([0.3, 0.1]), pd.Series([0.9, 0.5])), "([fpr, ...], [tpr, ...])"),
        ((0, 1), "(fpr, tpr)"),
        ([(6, 4), (4, 16)], "[[tn, fp], [fn, tp]]"),
        (np.array([[0, 1], [0.5, 2.5]]), "[[tn, fp], [fn, tp]]"),
        (pd.DataFrame([[6, 4], [4, 16]]), "[[tn, fp], [fn, tp]]"),
    ],
)
def test_the_way_it_is_written_decides(given, form):
    assert next(kind.form for kind in KINDS if kind.takes(given)) == form
    assert isinstance(read_classifier(given), Classifier)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            [[0.1, 0.5], [0.3, 0.8]],
            r"^may be a conf.*, two ROC points.*\{\"tn\".*\{\"fpr\".*y_sc",
        ),
        ([[1, 0], [0, 1]], r"may be a confusion matrix, two ROC points, or labels and scores"),
        (np.array([[0.9, 0.1], [0.2, 0.8]]), r"may be a confusion matrix"),
        (((0.1, 0.5), (0.3, 0.8)), r"may be two points, or the rates of two settings"),
        (([0, 0.5, 1], [0.9, 0.2, 0.4]), r"may be labels and scores, or the rates.*predictions\(y"),
        (([0.1, 0.3], [0.5, 8]), r"pos_label: it is unclear which label"),
        (([2, 5], [0.5, 0.8]), r"pos_label: it is unclear which label .*predictions\(y_true"),
        (([0, 0], [0.5, 0.8]), r"y_true: both classes are needed"),
        ((0.3, 70), r"tpr: must lie in \[0, 1\]\. .* If it is 70 %, pass 0\.7"),
        (([0.1, 0.2, 0.3], [0.5, 0.6]), r"tpr: one element for each point is needed"),
        ({"tn": 1, "fp": "x", "fn": 1, "tp": 1}, r"fp: must be a number"),
        ({"tn": 1, "fp": 1}, r"is its predictions, .* Got a value of type dict\. .*\"tn\""),
        ([(0.1, 0.5), (0.2, 0.6), (0.3, 0.8)], r"is its predictions, .*\(\[fpr, \.\.\.\], \[tpr"),
        (0.3, r"is its predictions, .* Got a value of type float"),
        ([(Y, S), ([1, 1], S[:2])], r"fold 2: y_true: both classes are needed"),
        ([(Y, S), [[6, 4], [4, 16]]], r"folds: folds are all of one kind.*predictions and counts"),
        ([(Y, S), [(Y, S), (Y, S)]], r"is its predictions, .* Got a value of type list"),
        (
            [core.folds([core.matrix_counts([[6, 4], [4, 16]])] * 2)],
            r"fold 1: a fold cannot have folds itself",
        ),
    ],
)
def test_what_may_be_two_things_or_none_is_refused_with_how_to_say_it(given, message):
    with pytest.raises(CostCurveError, match=message.replace("^", "^classifier 'a': this ")):
        cc.CostCurveModel({"a": given})


READERS: list[tuple[Any, Any]] = [
    (lambda given: named_predictions(Y, given), S),
    (named_matrices, [[0.1, 0.2], [0.3, 0.4]]),
    (named_points, [0.3, 0.7]),
]


@pytest.mark.parametrize(("read", "own"), READERS)
def test_results_and_dicts_of_named_parts_stand_beside_what_a_constructor_reads(read, own):
    certain = {
        kind.form: eval(kind.example, CORE)  # noqa: S307 (the same)
        for kind in KINDS
        if kind.anywhere
    }
    assert len(certain) >= 5
    found = read({"own": own, **certain})
    assert list(found) == ["own", *certain]
    for name, one in certain.items():
        assert type(found[name]) is type(read_classifier(one))


@pytest.mark.parametrize("documented", [cc.CostCurveModel, cc.CostCurveModel.add, cc.explore])
def test_help_lists_the_kinds(documented):
    text = inspect.getdoc(documented) or ""
    assert [form for form, kind in FORMS.items() if f"``{form}``: {kind.words}" not in text] == []
