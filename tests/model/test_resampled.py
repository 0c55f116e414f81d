"""What was drawn: by which settings, for whom, and under which name it is found."""

import numpy as np
import pytest

from cc_widgets.core import cell_counts, predictions
from cc_widgets.core.uncertainty import finished, resampling
from cc_widgets.model.bands import BootstrapSettings, Resampled
from cc_widgets.model.state import CostCurveModel

RNG = np.random.default_rng(0)
LABEL = np.arange(60) % 3 == 0
MATRIX = cell_counts(tp=16, fn=4, fp=4, tn=6)
A, C = (predictions(LABEL, RNG.normal(size=60) + shift * LABEL) for shift in (1.0, 2.0))
OTHER = predictions(~LABEL, RNG.normal(size=60))


def test_in_mid_run_as_many_resamples_of_both_are_compared():  # F8
    drawn = {
        name: finished(resampling(source, n_resamples=n, rng=0, pc=[0.2, 0.5]))
        for name, source, n in (("a", A, 300), ("o", OTHER, 250))
    }
    halfway = Resampled(
        sources={"a": A, "o": OTHER},
        each=drawn,
        lines={},
        reasons={},
        joint=(),
        groups=(("a",), ("o",)),
        pc=None,
        n_done=250,
        n_resamples=500,
    )
    for names in (("a", "o"), ("o", "a")):
        pair = halfway.pair(*names).each
        for name, one in zip(names, pair, strict=True):
            assert one.n_done == 250
            assert np.array_equal(one.cost, drawn[name].cost[:250])
            assert np.array_equal(one.fp, drawn[name].fp[:250])


@pytest.mark.parametrize("method", ["envelope", "fixed", "optimistic"])
def test_the_best_of_matrices_has_a_band_by_any_method(method):  # F8: nothing was chosen there
    given = {"m": MATRIX, "n": cell_counts(tp=12, fn=8, fp=1, tn=9)}
    bands = CostCurveModel(given).bootstrap(method=method)
    assert bands.best is not None
    assert bands.best.lower.size == bands.each["m"].lower.size


@pytest.mark.parametrize("whole", [np.int64, np.uint32, int])
def test_whole_numbers_of_settings_are_kept_as_those_of_python(whole):  # F8
    settings = BootstrapSettings(n_resamples=whole(500), rng=whole(7))
    assert (type(settings.n_resamples), type(settings.rng)) == (int, int)
    assert settings == BootstrapSettings(n_resamples=500, rng=7)


def test_one_classifier_under_several_names_has_a_band_under_each():
    model = CostCurveModel(dict.fromkeys("ab", A) | {"c": C} | dict.fromkeys("mn", MATRIX))
    bands = model.bootstrap(n_resamples=200, rng=0)
    assert set(bands.each) == set("abcmn")
    assert np.array_equal(bands.each["a"].upper, bands.each["b"].upper)
    model.rename("a", "x")
    assert model.band is not None
    assert set(model.band.each) == set("xbcmn")
    model.remove("b")
    assert set(model.band.each) == set("xcmn")
    assert not model.stale
