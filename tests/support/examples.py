"""Sixty labelled examples, and models of classifiers with scores for them."""

import numpy as np

from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.state import CostCurveModel

LABEL = np.arange(60) % 3 == 0
QUICK = BootstrapSettings(n_resamples=400, rng=4)


def noise(seed, size=60):
    return np.random.default_rng(seed).normal(size=size)


def score(seed, shift=1.0):
    return noise(seed) + shift * LABEL


def model_of(**scores):
    return CostCurveModel(scores, resampling=QUICK)
