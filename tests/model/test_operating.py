"""Exact conditions that lead to one pc."""

import numpy as np
import pytest

from cc_widgets.core import Conditions
from cc_widgets.model.conditions import at_pc

VALUES = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")


def ranges(seed):
    """Return conditions all of whose values are ranges, benefits among them."""
    rng = np.random.default_rng(seed)

    def span(least, most):
        low, high = np.sort(rng.uniform(least, most, 2))
        return float(low), float(high)

    return Conditions(
        span(0.05, 0.9), span(1, 9), span(1, 90), cost_tp=span(-7, 0.9), cost_tn=span(-3, 0.9)
    )


@pytest.mark.parametrize("seed", range(30))
def test_at_both_ends_each_value_is_an_end_of_its_range(seed):  # F8: to the last digit
    known = ranges(seed)
    least, most = (at_pc(known, pc) for pc in known.pc.ends)
    for name in VALUES:
        low, high = getattr(known, name).ends
        grows = name in ("prior", "cost_fn", "cost_tn")
        expected = (low, high) if grows else (high, low)
        assert (getattr(least, name).low, getattr(most, name).low) == expected, name
