"""One change, one consistent state: conditions, pc and its range, compared classifiers, pins."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from traitlets import TraitError

from cc_widgets.core import Conditions, point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.conditions import conditions_at
from cc_widgets.model.derive import reduce_curve
from cc_widgets.model.state import CostCurveModel
from tests.support.sameness import assign

RATES = {"a": (0.1, 0.6), "b": (0.4, 0.9), "c": (0.2, 0.7)}
EXACT = Conditions(prior=0.2, cost_fp=1, cost_fn=4)  # pc 0.5
RANGE = Conditions(prior=(0.2, 0.5), cost_fp=1, cost_fn=(1, 4))  # pc 0.2 to 0.8


@pytest.fixture
def model():
    return CostCurveModel({name: point_set(fpr=x, tpr=y) for name, (x, y) in RATES.items()})


def record(model, *names):
    """Every notification, with the whole state at that moment."""
    seen = []
    for name in names:
        model.observe(lambda change: seen.append((change["name"], state(model))), name)
    return seen


def state(model):
    return model.pc, model.pc_range, model.conditions


# Conditions, pc and its range


def test_exact_conditions_set_pc_and_clear_the_range(model):
    model.pc_range = (0.1, 0.3)
    seen = record(model, "pc", "pc_range", "conditions")
    model.conditions = EXACT
    assert state(model) == (pytest.approx(0.5), None, EXACT)
    assert sorted(name for name, _ in seen) == ["conditions", "pc", "pc_range"]
    assert {repr(at) for _, at in seen} == {repr(state(model))}


@pytest.mark.parametrize("before", [0.3, 0.9, 0.8])
def test_range_of_conditions_moves_pc_to_its_middle(model, before):
    model.pc = before  # W5
    model.conditions = RANGE
    assert model.pc_range == pytest.approx((0.2, 0.8))
    assert model.pc == pytest.approx(0.5)


def test_clearing_conditions_keeps_pc(model):
    model.conditions = EXACT
    model.conditions = None
    assert state(model) == (0.5, None, None)


def test_setting_pc_shifts_the_conditions(model):
    model.conditions = EXACT
    model.pc = 0.8
    assert model.conditions.prior.low == pytest.approx(0.5)
    assert model.conditions.cost_fn.low == 4
    model.view.follows = "cost_ratio"
    model.pc = 0.5
    assert model.conditions.prior.low == pytest.approx(0.5)
    assert model.conditions.cost_fn.low == pytest.approx(1)


@given(st.floats(0, 1), st.sampled_from(["prior", "cost_ratio"]), st.floats(0, 0.5))
def test_conditions_follow_pc_anywhere(pc, follows, benefit):
    model = CostCurveModel(
        conditions=Conditions(0.2, 1, 4, cost_tp=-benefit, cost_tn=benefit),
        view={"follows": follows},
    )
    seen = record(model, "pc", "conditions")
    model.pc = pc
    assert model.pc == pc
    conditions = model.conditions
    assert conditions is not None
    assert conditions.pc.low == pytest.approx(pc, abs=1e-8)
    assert len(seen) <= 2


def test_pc_is_unchanged_where_conditions_cannot_follow(model):
    model.conditions = sure = Conditions(prior=1.0, cost_fp=1, cost_fn=4)
    with model.hold_trait_notifications():
        model.pc = 0.5
        model.view.follows = "cost_ratio"  # with which a prior of 1 leaves pc where it is
    assert state(model) == (1.0, None, sure)


def test_pc_within_a_range_moves_alone(model):
    model.conditions = RANGE
    model.pc = 0.25
    assert state(model) == (0.25, pytest.approx((0.2, 0.8)), RANGE)


def test_new_range_keeps_costs_within_their_ranges(model):
    model.conditions = RANGE
    seen = record(model, "pc", "pc_range", "conditions")
    model.pc_range = (0.5, 0.8)
    assert (model.conditions.cost_fn.low, model.conditions.cost_fn.high) == pytest.approx((2, 4))
    assert model.conditions.prior.low == pytest.approx(1 / 3)
    assert model.conditions.prior.high == pytest.approx(1 / 2)
    assert (model.conditions.pc.low, model.conditions.pc.high) == pytest.approx((0.5, 0.8))
    assert sorted(name for name, _ in seen) == ["conditions", "pc", "pc_range"]


def test_a_range_without_conditions_moves_pc_into_it(model):
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


def test_clearing_the_range_gives_exact_conditions_at_pc(model):
    model.conditions = RANGE
    model.pc = 0.3
    model.pc_range = None
    assert model.conditions.exact
    assert model.conditions.pc.low == pytest.approx(0.3)


def test_changes_held_together_settle_once(model):
    seen = record(model, "pc", "pc_range", "conditions")
    with model.hold_trait_notifications():
        model.pc = 0.3
        model.conditions = RANGE
    assert model.pc == pytest.approx(0.5)
    assert {repr(at) for _, at in seen} == {repr(state(model))}


def test_an_observer_may_set_traits_itself(model):
    model.observe(lambda _: setattr(model, "pc", 0.3), "conditions")
    model.conditions = RANGE
    assert state(model) == (0.3, pytest.approx((0.2, 0.8)), RANGE)


@pytest.mark.parametrize("conditions", [None, Conditions(0.2, 1, 4), RANGE])
def test_currency_and_number_of_cases_keep_the_operating_point(model, conditions):
    model.conditions = conditions
    model.pc = 0.3
    before = model.pc, model.pc_range
    stated = model.conditions or Conditions()
    model.conditions = replace(stated, currency="EUR", n_cases=500)
    assert (model.pc, model.pc_range) == before
    model.pc = 0.4
    assert (model.conditions.currency, model.conditions.n_cases) == ("EUR", 500)
    assert model.conditions.prior is None or conditions is not None


def test_conditions_of_none_restore_all_defaults(model):
    model.conditions = Conditions(0.2, 1, 4, currency="EUR", n_cases=500)
    model.conditions = None
    assert (model.conditions, model.pc, model.pc_range) == (None, 0.5, None)
    model.pc, model.conditions = 0.3, Conditions(currency="EUR")
    model.conditions = None
    assert (model.conditions, model.pc) == (None, 0.5)


# Wrong values


WRONG: dict[str, list[Any]] = {
    "pc": [1.5, "half", float("nan"), None, True],
    "pc_range": [(0.5, 0.2), (0.1, 2), 7, "ab"],
    "conditions": [0.2, {"prior": 0.2}],
    "view.follows": ["costs", None],
    "level": [0, 1, "high"],
    "resampling": [{"n_resamples": 5}],
    "hidden": ["a", ("zz",), 3],
    "colors": [{"a": "red"}, {"zz": "#000000"}, ["#000000"], {"a": "#00000g"}],
    "compared": [("a", "a"), ("a", "zz"), ("a",), "ab"],
    "view.least_difference": [0, -0.1, 2, "much", float("nan"), True],
    "criterion": [
        {"kind": "best"},
        {"kind": "neyman_pearson"},
        {"kind": "neyman_pearson", "max_fpr": 2},
        {"kind": "workforce", "positives": 1, "negatives": "x", "capacity": 1},
        "minimax",
    ],
    "average": [1],
    "view.axis": ["x"],
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
def test_invalid_value_changes_nothing(model, name, value):
    before = {trait: getattr(model, trait) for trait in model.trait_names()}
    seen = record(model, *model.trait_names())
    with pytest.raises(CostCurveError) as caught:
        assign(model, name, value)
    assert caught.value.where
    assert {trait: getattr(model, trait) for trait in model.trait_names()} == before
    assert seen == []


def test_error_in_a_dependent_trait_is_rolled_back(model, monkeypatch):
    before = model.curves

    def fail(*_args, **_more):
        raise MemoryError

    monkeypatch.setattr("cc_widgets.model.settle.derive", fail)
    with pytest.raises(MemoryError):
        model.hidden = ("a",)
    assert (model.hidden, model.curves) == ((), before)


def test_dependent_traits_are_read_only(model):
    for name in ("curves", "bands", "_difference", "_criterion_answer", "job"):
        with pytest.raises(TraitError):
            setattr(model, name, getattr(model, name))


def test_misspelt_trait_raises():
    with pytest.raises(CostCurveError, match=r"no attribute 'hiden'\. Did you mean model\.hidden"):
        CostCurveModel(hiden=())


def test_traits_can_be_passed_to_the_constructor():
    model = CostCurveModel(
        {"a": ([0, 1], [0.2, 0.7])},
        level=0.8,
        resampling=BootstrapSettings(rng=1),
        hidden=["a"],
    )
    assert (model.level, model.resampling.rng, model.hidden) == (0.8, 1, ("a",))


# The snapshot


def test_hiding_recomputes_only_joint_results(model):
    before = model.curves
    seen = record(model, "curves")
    model.hide("a")
    assert len(seen) == 1
    assert model.curves.visible == (1, 2)
    assert set(model.curves.hull.owner) == {-1, 1, 2}
    pairs = zip(model.curves.classifiers, before.classifiers, strict=True)
    assert all(new.envelope is old.envelope for new, old in pairs)
    model.level = 0.8
    assert len(seen) == 1


def test_unchanged_scores_are_not_counted_again(monkeypatch):
    model = CostCurveModel({"a": predictions([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])})
    counted = []

    def record_and_reduce(source, by):
        counted.append(source)
        return reduce_curve(source, by)

    monkeypatch.setattr("cc_widgets.model.derive.reduce_curve", record_and_reduce)
    model.add("b", ([0, 1], [0.3, 0.4]))
    model.rename("a", "c")
    model.reorder(["b", "c"])
    points = [point_set(fpr=0.1, tpr=0.2) for _ in range(10)]
    model.classifiers = {**model.classifiers, **dict(zip("defghijklm", points, strict=True))}
    assert model.curves.classifiers[0].limit < 1000
    assert counted == [model.classifiers["b"], *points]


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
def test_at_both_ends_each_value_is_an_end_of_its_range(seed):  # to the last digit
    conditions = ranges(seed)
    least, most = (conditions_at(conditions, pc) for pc in conditions.pc.ends)
    for name in VALUES:
        low, high = getattr(conditions, name).ends
        grows = name in ("prior", "cost_fn", "cost_tn")
        expected = (low, high) if grows else (high, low)
        assert (getattr(least, name).low, getattr(most, name).low) == expected, name


def test_without_conditions_the_operating_point_is_the_default_again():
    model = CostCurveModel({"a": (0.1, 0.6)}, conditions=Conditions((0.1, 0.3)))
    model.conditions = None
    assert (model.pc, model.pc_range) == (0.5, None)
    with model.hold_trait_notifications():
        model.conditions = Conditions(0.2)
    with model.hold_trait_notifications():
        model.conditions, model.pc = None, 0.7
    assert (model.conditions, model.pc) == (None, 0.7)
