"""What is said of conditions: nothing outside the user's ranges, and money as core counts it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_widgets.core import Conditions, log_odds_at, money, point_set
from cc_widgets.model.conditions import Moving, at_pc, middle, moved, stated, terms
from cc_widgets.model.state import CostCurveModel

VALUES = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")


def ranges(least, most):
    """Two ends in order, now and then the same."""
    return st.lists(st.floats(least, most), min_size=1, max_size=2).map(
        lambda ends: (min(ends), max(ends))
    )


@st.composite
def conditions(draw):
    """Conditions with ranges, benefits among them."""
    return Conditions(
        draw(ranges(1e-4, 0.999)),
        draw(ranges(0.5, 300.0)),
        draw(ranges(0.5, 300.0)),
        cost_tp=draw(ranges(-50.0, 0.25)),
        cost_tn=draw(ranges(-50.0, 0.25)),
    )


def in_box(found, known, slack=1e-9):
    """Whether each value lies in the user's range."""
    for name in VALUES:
        inner, outer = getattr(found, name), getattr(known, name)
        room = slack * max(1.0, abs(outer.low), abs(outer.high))
        assert outer.low - room <= inner.low <= inner.high <= outer.high + room, name


@settings(max_examples=200)
@given(conditions(), st.floats(0, 1), st.floats(0, 1), st.floats(0.01, 0.99))
def test_nothing_outside_the_box_is_stated_and_money_is_that_of_core(known, fpr, tpr, before):
    # W5, W6, W19
    model = CostCurveModel({"a": point_set(fpr=min(fpr, tpr), tpr=max(fpr, tpr))}, pc=before)
    model.conditions = known
    fresh = CostCurveModel(conditions=known)
    assert model.pc == fresh.pc
    assert known.pc.low <= model.pc <= known.pc.high
    said = stated(terms(known, "prior"), model.pc, fpr, tpr)
    assert said is not None
    in_box(said, known)
    expected = money(known, fpr=fpr, tpr=tpr)
    assert (said.per_case.low, said.per_case.high) == pytest.approx(
        (float(expected.low), float(expected.high)), rel=1e-9, abs=1e-9
    )


@settings(max_examples=200)
@given(conditions(), st.floats(0, 1))
def test_every_pc_in_the_range_stands_for_conditions_in_the_box(known, share):
    reach = known.pc
    pc = reach.low + share * (reach.high - reach.low)
    found = at_pc(known, pc)
    in_box(found, known)
    assert found.pc.low == pytest.approx(pc, abs=1e-9)


@given(conditions())
def test_the_middle_is_halfway_between_the_log_odds_of_the_ends(known):
    reach = known.pc
    ends = float(log_odds_at(reach.low)), float(log_odds_at(reach.high))
    assert log_odds_at(middle(known).pc.low) == pytest.approx(np.mean(ends), abs=1e-6)


@given(
    st.floats(0.01, 0.99),
    st.tuples(st.floats(0.1, 100), st.floats(0.1, 100), st.floats(-9, 0)),
    st.floats(0, 0.99),
    st.sampled_from(["prior", "cost_ratio"]),
)
def test_what_the_page_is_told_to_say_is_where_the_conditions_move(prior, costs, pc, follows):
    fp, fn, tp = costs
    known = Conditions(prior, fp, fn, cost_tp=tp)
    there = moved(known, pc, follows)
    found = terms(known, follows)
    assert isinstance(found, Moving)
    said = stated(found, pc, fpr=0.3, tpr=0.7)
    assert said is not None
    for name in VALUES:
        assert getattr(said, name).low == pytest.approx(getattr(there, name).low, rel=1e-9)
    assert said.per_case.low == pytest.approx(float(money(there, fpr=0.3, tpr=0.7).low), rel=1e-9)
