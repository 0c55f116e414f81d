"""Methods of the table make bands with the declared target and scope."""

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import envelope_band, finished, joint_resampling
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.methods import METHODS
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors

ERRORS = PairedErrors(first_only=3, second_only=9, both=8, neither=80)


@pytest.fixture(scope="module")
def inputs():
    labels = np.tile([0, 1], 30)
    noise = np.random.default_rng(0).normal(size=(2, 60))
    joint = finished(
        joint_resampling([predictions(labels, labels + row) for row in noise], n_resamples=99)
    )
    return {
        "line": LineCounts(fp=4, negatives=10, fn=4, positives=20),
        "pairs": PairedCounts(ERRORS, ERRORS),
        "resamples": joint.each[0],
        "joint resamples": joint,
        "scores": predictions(labels, labels + noise[0]),
    }


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("simultaneous", [False, True])
def test_a_method_makes_bands_with_its_target_and_scope(name, simultaneous, inputs):
    method = METHODS[name]
    inputs["cost band"] = envelope_band(inputs["resamples"], level=0.8, simultaneous=simultaneous)
    band = method.make(inputs[method.takes], level=0.8, simultaneous=simultaneous)
    promised = {"either": simultaneous, "pointwise": False, "simultaneous": True}[method.coverage]
    assert (band.target, band.simultaneous, band.level) == (method.target, promised, 0.8)
    assert np.all(band.lower <= band.upper)
