"""One change, one consistent state: conditions, pc and its range, who is compared, pins."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from traitlets import TraitError

from cc_widgets.core import Conditions, point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.conditions import at_pc
from cc_widgets.model.derive import kept
from cc_widgets.model.state import CostCurveModel

RATES = {"a": (0.1, 0.6), "b": (0.4, 0.9), "c": (0.2, 0.7)}
EXACT = Conditions(prior=0.2, cost_fp=1, cost_fn=4)  # pc 0.5
RANGE = Conditions(prior=(0.2, 0.5), cost_fp=1, cost_fn=(1, 4))  # pc 0.2 to 0.8


@pytest.fixture
def model():
    return CostCurveModel({name: point_set(fpr=x, tpr=y) for name, (x, y) in RATES.items()})


def told(model, *names):
    """Every notification, with the whole state at that moment."""
    seen = []
    for name in names:
        model.observe(lambda change: seen.append((change["name"], state(model))), name)
    return seen


def state(model):
    return model.pc, model.pc_range, model.conditions


# Conditions, pc and its range


def test_exact_conditions_set_pc_and_take_the_range_away(model):
    model.pc_range = (0.1, 0.3)
    seen = told(model, "pc", "pc_range", "conditions")
    model.conditions = EXACT
    assert state(model) == (pytest.approx(0.5), None, EXACT)
    assert sorted(name for name, _ in seen) == ["conditions", "pc", "pc_range"]
    assert {repr(at) for _, at in seen} == {repr(state(model))}


@pytest.mark.parametrize("before", [0.3, 0.9, 0.8])
def test_a_range_of_conditions_brings_pc_to_its_middle_wherever_it_was(model, before):
    model.pc = before  # W5
    model.conditions = RANGE
    assert model.pc_range == pytest.approx((0.2, 0.8))
    assert model.pc == pytest.approx(0.5)


def test_no_conditions_leave_pc_where_it_is(model):
    model.conditions = EXACT
    model.conditions = None
    assert state(model) == (0.5, None, None)


def test_dragging_pc_moves_what_follows(model):
    model.conditions = EXACT
    model.pc = 0.8
    assert model.conditions.prior.low == pytest.approx(0.5)
    assert model.conditions.cost_fn.low == 4
    model.follows = "cost_ratio"
    model.pc = 0.5
    assert model.conditions.prior.low == pytest.approx(0.5)
    assert model.conditions.cost_fn.low == pytest.approx(1)


@given(st.floats(0, 1), st.sampled_from(["prior", "cost_ratio"]), st.floats(0, 0.5))
def test_conditions_follow_pc_anywhere(pc, follows, benefit):
    model = CostCurveModel(
        conditions=Conditions(0.2, 1, 4, cost_tp=-benefit, cost_tn=benefit), follows=follows
    )
    seen = told(model, "pc", "conditions")
    model.pc = pc
    assert model.pc == pc
    now = model.conditions
    assert now is not None
    assert now.pc.low == pytest.approx(pc, abs=1e-8)
    assert len(seen) <= 2


def test_where_conditions_cannot_follow_pc_stays_theirs(model):
    model.conditions = sure = Conditions(prior=1.0, cost_fp=1, cost_fn=4)
    with model.hold_trait_notifications():
        model.pc = 0.5
        model.follows = "cost_ratio"  # with which a prior of 1 leaves pc where it is
    assert state(model) == (1.0, None, sure)


def test_pc_within_a_range_moves_alone(model):
    model.conditions = RANGE
    model.pc = 0.25
    assert state(model) == (0.25, pytest.approx((0.2, 0.8)), RANGE)


def test_a_new_range_stays_within_the_conditions_there_were(model):
    model.conditions = RANGE
    seen = told(model, "pc", "pc_range", "conditions")
    model.pc_range = (0.5, 0.8)
    assert (model.conditions.cost_fn.low, model.conditions.cost_fn.high) == pytest.approx((2, 4))
    assert model.conditions.prior.low == pytest.approx(1 / 3)
    assert model.conditions.prior.high == pytest.approx(1 / 2)
    assert (model.conditions.pc.low, model.conditions.pc.high) == pytest.approx((0.5, 0.8))
    assert sorted(name for name, _ in seen) == ["conditions", "pc", "pc_range"]


def test_a_range_without_conditions_brings_pc_inside(model):
    model.pc_range = (0.6, 0.8)
    assert state(model) == (pytest.approx(6**0.5 / (1 + 6**0.5)), (0.6, 0.8), None)


def test_a_range_of_one_pc_is_an_operating_point(model):
    model.conditions = RANGE
    model.pc_range = (0.3, 0.3)
    assert (model.pc, model.pc_range, model.conditions.exact) == (0.3, None, True)
    assert model.conditions.pc.low == pytest.approx(0.3)
    model.conditions = None
    model.pc_range = (0.6, 0.6)
    assert state(model) == (0.6, None, None)


def test_taking_the_range_away_leaves_exact_conditions_at_pc(model):
    model.conditions = RANGE
    model.pc = 0.3
    model.pc_range = None
    assert model.conditions.exact
    assert model.conditions.pc.low == pytest.approx(0.3)


def test_changes_held_together_settle_once(model):
    seen = told(model, "pc", "pc_range", "conditions")
    with model.hold_trait_notifications():
        model.pc = 0.3
        model.conditions = RANGE
    assert model.pc == pytest.approx(0.5)
    assert {repr(at) for _, at in seen} == {repr(state(model))}


def test_an_observer_may_set_traits_itself(model):
    model.observe(lambda _: setattr(model, "pc", 0.3), "conditions")
    model.conditions = RANGE
    assert state(model) == (0.3, pytest.approx((0.2, 0.8)), RANGE)


# Wrong values


WRONG: dict[str, list[Any]] = {
    "pc": [1.5, "half", float("nan"), None, True],
    "pc_range": [(0.5, 0.2), (0.1, 2), 7, "ab"],
    "conditions": [0.2, {"prior": 0.2}],
    "follows": ["costs", None],
    "population": [-1, "many", float("inf")],
    "unit": [5],
    "level": [0, 1, "high"],
    "bootstrap_settings": [{"n_resamples": 5}],
    "hidden": ["a", ("zz",), 3],
    "colors": [{"a": "red"}, {"zz": "#000000"}, ["#000000"], {"a": "#00000g"}],
    "compared": [("a", "a"), ("a", "zz"), ("a",), "ab"],
    "least_difference": [0, -0.1, 2, "much", float("nan"), True],
    "criterion": [
        {"kind": "best"},
        {"kind": "neyman_pearson"},
        {"kind": "neyman_pearson", "max_fpr": 2},
        {"kind": "workforce", "positives": 1, "negatives": "x", "capacity": 1},
        "minimax",
    ],
    "average": [1],
    "axis": ["x"],
    "pins": [
        [{"kind": "point", "index": 99}],
        [{"kind": "edge", "index": True}],
        [{"kind": "free", "space": "moon", "x": 0, "y": 0}],
        [{"kind": "free", "space": "roc", "x": None, "y": 0}],
        "pin",
        3,
        {"kind": "edge", "index": 0},
        [3],
    ],
    "classifiers": [{"a": 3}, {"": (0, 1)}, 3],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_value_changes_nothing(model, name, value):
    before = {trait: getattr(model, trait) for trait in model.trait_names()}
    seen = told(model, *model.trait_names())
    with pytest.raises(CostCurveError) as caught:
        setattr(model, name, value)
    assert caught.value.where
    assert {trait: getattr(model, trait) for trait in model.trait_names()} == before
    assert seen == []


def test_a_failure_behind_a_good_value_is_undone(model, monkeypatch):
    before = model.derived

    def fail(*_args, **_more):
        raise MemoryError

    monkeypatch.setattr("cc_widgets.model.settle.derive", fail)
    with pytest.raises(MemoryError):
        model.hidden = ("a",)
    assert (model.hidden, model.derived) == ((), before)


def test_what_follows_cannot_be_set(model):
    for name in ("derived", "band", "difference", "stale", "answer", "job"):
        with pytest.raises(TraitError):
            setattr(model, name, getattr(model, name))


def test_a_misspelt_trait_is_refused():
    with pytest.raises(CostCurveError, match="'hiden': is no trait"):
        CostCurveModel(hiden=())


def test_traits_can_be_given_at_the_start():
    model = CostCurveModel(
        {"a": ([0, 1], [0.2, 0.7])},
        level=0.8,
        bootstrap_settings=BootstrapSettings(rng=1),
        hidden=["a"],
    )
    assert (model.level, model.bootstrap_settings.rng, model.hidden) == (0.8, 1, ("a",))


# The snapshot


def test_hiding_recomputes_what_is_joint_and_nothing_else(model):
    before = model.derived
    seen = told(model, "derived")
    model.hide("a")
    assert len(seen) == 1
    assert model.derived.visible == (1, 2)
    assert set(model.derived.hull.owner) == {-1, 1, 2}
    pairs = zip(model.derived.classifiers, before.classifiers, strict=True)
    assert all(now.envelope is then.envelope for now, then in pairs)
    model.level = 0.8
    assert len(seen) == 1


def test_scores_that_are_still_the_same_are_not_counted_again(monkeypatch):
    given = predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])
    model = CostCurveModel({"a": given})
    counted = []

    def kept_and_noted(source, by):
        counted.append(source)
        return kept(source, by)

    monkeypatch.setattr("cc_widgets.model.derive.kept", kept_and_noted)
    model.add("b", ([0, 1], [0.3, 0.4]))
    model.rename("a", "c")
    model.reorder(["b", "c"])
    others = [point_set(fpr=0.1, tpr=0.2) for _ in range(10)]
    model.classifiers = {**model.classifiers, **dict(zip("defghijklm", others, strict=True))}
    assert model.derived.classifiers[0].limit < 1000
    assert counted == [model.classifiers["b"], *others]


# ---- Exact conditions that lead to one pc
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
