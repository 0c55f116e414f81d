from typing import Any

import numpy as np
import pytest

from cc_widgets.core.uncertainty import Band
from cc_widgets.core.uncertainty._band import read_grid
from cc_widgets.errors import CostCurveError


def band(lower=None, level=0.9, target="line", **others):
    one = np.ones(1)
    lower = one if lower is None else lower
    fixed = {"pc": one, "estimate": one, "upper": one, "method": "guessing"}
    given: dict[str, Any] = fixed | {"lower": lower, "level": level, "target": target}
    return Band(**given, **others)


def test_a_band_says_what_it_covers():
    assert band().covers == (
        "90 % band for the cost of this line, at each single PC(+) (guessing). It reflects the "
        "choice of the test set only, not of the training set."
    )
    told = band(simultaneous=True, n_resamples=1999, level=0.999, target="chosen threshold").covers
    assert told.startswith(
        "99.9 % band for the cost of the threshold chosen on these data, at all PC(+) together "
        "(guessing, 1,999 resamples). It"
    )


@pytest.mark.parametrize(
    "target",
    [
        "chosen threshold",
        "best and chosen threshold",
        "chosen classifier",
        "difference of lines",
        "difference of envelopes",
    ],
)
def test_every_target_has_words(target):
    words = {"chosen": "chosen", "best": "best possible", "difference": "difference in cost"}
    for word in set(words) & set(target.split()):
        assert words[word] in band(target=target).covers


@pytest.mark.parametrize("target", ["best threshold, too low", "fixed threshold"])
def test_what_does_not_hold_is_no_band_in_words(target):  # S2
    told = band(target=target, level=0.9).covers
    assert told.startswith("90 % percentiles for ")
    assert "90 % band" not in told
    assert "too low" in told
    assert "much less often" in told


def test_a_band_is_its_own():
    lower = np.zeros(1)
    one = band(lower=lower)
    with pytest.raises(ValueError, match="read-only"):
        one.lower[0] = 1
    lower[0] = 1
    assert one.seed is one.n_resamples is None
    assert one.thinning == 0


def test_a_grid_is_rounded_once():
    np.testing.assert_array_equal(read_grid(None), [i / 500 for i in range(501)])


def test_a_grid_may_be_one_number_or_many():
    assert read_grid(0.25).tolist() == [0.25]
    assert read_grid([0, 0.5, 1]).tolist() == [0, 0.5, 1]
    assert read_grid(np.array([0.5], dtype=np.float32)).dtype == np.float64


def test_a_grid_does_not_follow_what_its_owner_does_later():
    mine = np.array([0.1, 0.2])
    grid = read_grid(mine)
    mine[0] = 0.15
    assert grid.tolist() == [0.1, 0.2]


@pytest.mark.parametrize("given", [[0.2, 0.1], [0.1, 0.1], [], [[0.1, 0.2]], [0, 0.5, 0.5]])
def test_a_grid_must_rise(given):
    message = r"^pc: must be one or more values that rise\. Got \[.*\]\. Sort them: numpy\.unique"
    with pytest.raises(CostCurveError, match=message):
        read_grid(given)


@pytest.mark.parametrize("given", [[-0.1], [0, 1.01], [np.nan], 2])
def test_a_grid_is_made_of_fractions(given):
    with pytest.raises(CostCurveError, match=r"^pc: must lie in \[0, 1\]\. Got .+\. pc is a frac"):
        read_grid(given)
    with pytest.raises(CostCurveError, match=r"^pc: must be numbers\. Got 'half'\. pc is a frac"):
        read_grid("half")
