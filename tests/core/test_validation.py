from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

from cc_widgets.core import cell_counts, convex_hull, count, predictions, roc_curve
from cc_widgets.core.validation import check_names, read_array, read_number, read_numbers
from cc_widgets.errors import CostCurveError
from tests.support.hostile import Estimator, Rude, Tensor


def test_check_names_accepts_non_blank_strings():
    check_names([], "curves")
    check_names(["forest", " tree ", "ä"], "curves")


@pytest.mark.parametrize(
    ("name", "got"), [(3, "3"), (None, "None"), ("", "''"), (" \t", r"' \\t'")]
)
def test_check_names_rejects_other_names(name, got):
    with pytest.raises(CostCurveError, match=f"curves: names .*Got the name {got}"):
        check_names(["forest", name], "curves")


# ---- Invalid scores, weights and labels
Y = [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("score", "message"),
    [
        (
            Estimator(),
            r"y_score: must be scores, not a classifier.*a Estimator.*predict_proba\(X\)\[:, 1",
        ),
        (Estimator, r"y_score: must be scores, not a classifier"),
        (
            Tensor(),
            r"y_score: must be an array or a detached tensor.*Pass y_score\.detach\(\)\.numpy\(\)",
        ),
        ((label for label in Y), r"y_score: must be a list or an array.*list\(y_score\)"),
        (map(float, Y), r"y_score: must be a list or an array.*list\(y_score\)"),
        ({1, 2, 3, 4}, "y_score: must be a list or an array"),
        ([1, [2, 3], 4, 5], "y_score: must have one scalar per element"),
        (Rude(), "y_score: .*a Rude"),
        ([0.1, "0.4", 0.3, 0.8], "y_score: values must be numbers"),
        ([0.1, pd.NA, 0.3, 0.8], "y_score: values must be numbers"),
    ],
)
def test_predictions_reject_non_numeric_scores(score, message):
    with pytest.raises(CostCurveError, match=message):
        predictions(Y, score)


def test_predictions_reject_integers_not_exact_in_float():
    large = np.array([2**53, 2**53 + 1, 2**53 + 2, 2**53 + 3])
    message = r"y_score: integers must be exactly representable.*2\*\*53, at .*\. Subtract"
    for score in (large, large.astype(np.uint64), large.astype(object), -large, large.tolist()):
        with pytest.raises(CostCurveError, match=message):
            predictions(Y, score)
    assert predictions(Y, large - large.min()).score.tolist() == [0, 1, 2, 3]
    assert predictions(Y, [2**60, 2**61, 0, 1]).score.tolist() == [2.0**60, 2.0**61, 0, 1]


def test_predictions_reject_weights_with_infinite_sum():
    with pytest.raises(CostCurveError, match="sample_weight: weights must have a finite sum"):
        predictions(Y, [1, 2, 3, 4], sample_weight=[1.7e308] * 4)
    curve = roc_curve(count(predictions(Y, [1, 2, 3, 4], sample_weight=[4e307] * 4)))
    assert np.isfinite(convex_hull([curve]).tpr).all()


def test_cell_counts_reject_infinite_sum():
    with pytest.raises(CostCurveError, match="matrix: counts must have a finite sum"):
        cell_counts(tp=1.7e308, fn=1.7e308, fp=1, tn=1)


@pytest.mark.parametrize(
    "label",
    [
        [(0, 1), (0, 1), (1, 0), (1, 0)],
        np.fromiter([(0, 1), (0, 1), (1, 0), (1, 0)], object),
        np.fromiter([[0], [0], [1], [1]], object),
        np.zeros(4, dtype=[("a", int)]),
        (label for label in Y),
        [0, [1, 0], 1],
    ],
)
def test_predictions_reject_collections_as_labels(label):
    with pytest.raises(CostCurveError, match=r"^y_true: "):
        predictions(label, [1, 2, 3, 4])


@pytest.mark.parametrize(
    "pos_label", [np.array([1, 2]), [1], pd.NA, np.zeros(1, [("a", int)]), "1"]
)
def test_predictions_reject_invalid_pos_label(pos_label):
    with pytest.raises(CostCurveError, match=r"^pos_label: must be one of the labels"):
        predictions(Y, [1, 2, 3, 4], pos_label=pos_label)


def test_numbers_of_other_libraries_are_accepted():
    halves: tuple[Any, ...] = (0.5, np.float32(0.5), Fraction(1, 2), np.array(0.5))
    for number in (*halves, np.longdouble(0.5)):
        assert read_number("x", number, "") == 0.5
        assert read_numbers("x", [number], "").tolist() == [0.5]
    assert read_array("x", pd.Series([1, 2])).tolist() == [1, 2]


def test_error_shortens_number_of_thousands_of_digits():
    with pytest.raises(CostCurveError, match=r"x: must be a number\. Got .* too long to write"):
        read_number("x", 10**5000, "Pass less.")
