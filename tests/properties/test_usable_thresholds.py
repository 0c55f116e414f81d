"""A threshold that is told makes the decision whose rates stand beside it: W2."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import predictions
from cc_widgets.core._choosing import short_thresholds
from cc_widgets.model.derive import kept, thresholds_of
from cc_widgets.model.numerals import decimal
from cc_widgets.model.state import CostCurveModel

RNG = np.random.default_rng(11)
SIZE = 400
Y = np.arange(SIZE) % 3 == 0
NEAR = RNG.normal(size=SIZE) + 1.5 * Y
SCORES = {
    "calibrated": 1 / (1 + np.exp(-NEAR)),
    "near 0": np.exp(NEAR - 25),
    "near 1": 1 - np.exp(-NEAR - 12),
    "whole": np.round(20 * NEAR),
    "amounts": np.exp(3 * NEAR + 8),
    "huge": NEAR * 1e300,
    "tiny": NEAR * 1e-200,
    "tied": np.round(NEAR, 1),
    "short floats": (1 / (1 + np.exp(-NEAR))).astype(np.float32),
    "half floats": (1 / (1 + np.exp(-NEAR))).astype(np.float16),
    "logarithms": NEAR - 1e6,
}


def rates(score, threshold):
    """Apply a threshold as a program would."""
    flagged = score >= threshold
    return flagged[~Y].mean(), flagged[Y].mean()


@pytest.mark.parametrize("kind", SCORES)
def test_every_threshold_that_is_drawn_makes_its_decision(kind):
    score = SCORES[kind]
    model = CostCurveModel({"a": predictions(Y, score)})
    item = model.derived.classifiers[0]
    for i in item.shown.index:
        threshold = float(thresholds_of(item, i))
        typed = float(decimal(threshold))
        assert rates(score, typed) == (item.curve.fpr[i], item.curve.tpr[i]), decimal(threshold)


@pytest.mark.parametrize("kind", SCORES)
@pytest.mark.parametrize("pc", [0.05, 0.3, 0.5, 0.7, 0.95])
def test_the_sentence_can_be_applied_to_the_data(kind, pc):
    score = SCORES[kind]
    model = CostCurveModel({"a": predictions(Y, score)}, pc=pc)
    read = model.read()
    said = re.search(
        r"use a, threshold (\S+)\. It finds (\S+) % of .*, flags (\S+) % of", read.words
    )
    assert said
    fpr, tpr = rates(score, float(said[1]))
    assert (100 * tpr, 100 * fpr) == pytest.approx((float(said[2]), float(said[3])), rel=6e-3)
    assert (fpr, tpr) == (read.best.fpr, read.best.tpr)
    assert rates(score, read.best.threshold) == (fpr, tpr)


def test_a_curve_of_very_many_thresholds_keeps_usable_ones():
    rng = np.random.default_rng(0)
    y = np.arange(60_000) % 2 == 0
    score = 1 - np.exp(-rng.normal(size=y.size) - 12 - y)
    found = kept(predictions(y, score))
    assert found.n_thresholds > found.curve.fpr.size
    for i in range(1, found.curve.fpr.size, 97):
        flagged = score >= float(decimal(float(found.threshold[i])))
        assert flagged[~y].mean() == found.curve.fpr[i]
        assert flagged[y].mean() == found.curve.tpr[i]


@given(st.lists(st.floats(-1e12, 1e12), min_size=2, max_size=2, unique=True))
def test_a_short_threshold_lies_between_the_scores(ends):
    lower, threshold = sorted(ends)
    found = short_thresholds(np.array([threshold]), np.array([lower]))[0]
    assert lower < found <= threshold
    assert float(decimal(float(found))) == found
    # Nothing with fewer decimals lies between.
    places = len(decimal(float(found)).partition(".")[2])
    if places:
        scale = 10.0 ** (places - 1)
        assert np.floor(threshold * scale) / scale <= lower or found == threshold
