"""Accepted forms of a classifier are recognised wherever classifiers are passed."""

import inspect
from typing import Any

import numpy as np
import pandas as pd
import pytest

import cc_widgets as cc
from cc_widgets import core
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import (
    KINDS,
    Classifier,
    classifiers_from_matrices,
    classifiers_from_points,
    classifiers_from_predictions,
)
from cc_widgets.intake.kinds import read_classifier

CORE = {"core": core}
Y, S = [0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9]
FORMS = {kind.form: kind for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.form)
def test_example_of_a_kind_is_recognised_as_this_kind(kind):
    value = eval(kind.example, CORE)  # noqa: S307 (trusted)
    assert next(each for each in KINDS if each.matches(value)) is kind
    model = cc.CostCurveModel({"a": value})
    assert model.cost("a", 0.5).normalised < 0.5


def test_kinds_can_be_mixed():
    model = cc.CostCurveModel({"C4.5": [[6, 4], [4, 16]], "p": (0.3, 0.7), "scored": (Y, S)})
    assert [classifier.__class__.__name__ for classifier in model.classifiers.values()] == [
        *("Counts", "PointSet", "Predictions"),
    ]
    assert model.cost("C4.5", 0.5).normalised == pytest.approx(0.3)
    assert model.cost("p", 0.5).normalised == pytest.approx(0.3)
    model.add("cells", {"tn": 9, "fp": 1, "fn": 2, "tp": 18})
    assert model.cost("cells", 0.5).normalised == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("value", "form"),
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
def test_notation_determines_the_kind_of_values(value, form):
    assert next(kind.form for kind in KINDS if kind.matches(value)) == form
    assert isinstance(read_classifier(value), Classifier)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            [[0.1, 0.5], [0.3, 0.8]],
            r"^is ambiguous: a conf.*, two ROC points.*\{\"tn\".*\{\"fpr\".*y_sc",
        ),
        ([[1, 0], [0, 1]], r"ambiguous: a confusion matrix, two ROC points, or labels and scores"),
        (np.array([[0.9, 0.1], [0.2, 0.8]]), r"ambiguous: a confusion matrix"),
        (((0.1, 0.5), (0.3, 0.8)), r"ambiguous: two points, or the fpr and the tpr of two"),
        (
            ([0, 0.5, 1], [0.9, 0.2, 0.4]),
            r"ambiguous: labels and scores, or ROC points.*predictions\(y",
        ),
        (([0.1, 0.3], [0.5, 8]), r"pos_label: must be given unless"),
        (([2, 5], [0.5, 0.8]), r"pos_label: must be given unless .*predictions\(y_true"),
        (([0, 0], [0.5, 0.8]), r"y_true: must contain both classes"),
        ((0.3, 70), r"tpr: must lie in \[0, 1\]\. .* If it is 70%, pass 0\.7"),
        (([0.1, 0.2, 0.3], [0.5, 0.6]), r"tpr: must have one element per point"),
        ({"tn": 1, "fp": "x", "fn": 1, "tp": 1}, r"fp: must be a number"),
        ({"tn": 1, "fp": 1}, r"must be predictions, .* Got a value of type dict\. .*\"tn\""),
        ([(0.1, 0.5), (0.2, 0.6), (0.3, 0.8)], r"must be predictions, .*\(\[fpr, \.\.\.\], \[tpr"),
        (0.3, r"must be predictions, .* Got a value of type float"),
        ([(Y, S), ([1, 1], S[:2])], r"fold 2: y_true: must contain both classes"),
        (
            [(Y, S), [[6, 4], [4, 16]]],
            r"folds: must all be of the same type.*predictions and counts",
        ),
        ([(Y, S), [(Y, S), (Y, S)]], r"must be predictions, .* Got a value of type list"),
        (
            [core.folds([core.matrix_counts([[6, 4], [4, 16]])] * 2)],
            r"fold 1: must not contain folds",
        ),
    ],
)
def test_ambiguous_and_invalid_values_raise(value, message):
    with pytest.raises(CostCurveError, match=message.replace("^", "^classifier 'a': ")):
        cc.CostCurveModel({"a": value})


READERS: list[tuple[Any, Any]] = [
    (lambda y_score: classifiers_from_predictions(Y, y_score), S),
    (classifiers_from_matrices, [[0.1, 0.2], [0.3, 0.4]]),
    (classifiers_from_points, [0.3, 0.7]),
]


@pytest.mark.parametrize(("read", "own"), READERS)
def test_constructors_accept_self_describing_values(read, own):
    values = {
        kind.form: eval(kind.example, CORE)  # noqa: S307 (trusted)
        for kind in KINDS
        if kind.self_describing
    }
    assert len(values) >= 5
    classifiers = read({"own": own, **values})
    assert list(classifiers) == ["own", *values]
    for name, value in values.items():
        assert type(classifiers[name]) is type(read_classifier(value))


@pytest.mark.parametrize("documented", [cc.CostCurveModel, cc.CostCurveModel.add, cc.explore])
def test_docstring_lists_all_kinds(documented):
    text = inspect.getdoc(documented) or ""
    assert [
        form for form, kind in FORMS.items() if f"``{form}``: {kind.description}" not in text
    ] == []
