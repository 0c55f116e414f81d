"""Minimax regret in money over a box of conditions, against brute force; costs at its corners."""

from itertools import product

import numpy as np
import pytest

from cc_widgets.core import (
    Conditions,
    RocCurve,
    convex_hull,
    count,
    expected_cost,
    hull_status,
    predictions,
    roc_curve,
)
from cc_widgets.core.conditions import corner_costs, money, money_of_cost, same_money
from cc_widgets.core.thresholds import best_at, least_money_regret, least_regret
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, points

# FINDINGS A4: the lenient classifier loses less money, the strict one less normalised cost.
STRICT, LENIENT = points((0.05, 0.6)), points((0.4, 0.9))
A4 = Conditions(prior=0.1, cost_fp=(1, 2), cost_fn=(5, 50))
BENEFITS = Conditions((0.1, 0.3), (8, 10), (40, 60), cost_tp=(-5, 2), cost_tn=(-2, 0))


def random_range(rng, low, high):
    """Draw a range within bounds, one in five a single number."""
    ends = np.sort(rng.uniform(low, high, 2))
    return float(ends[0]) if rng.random() < 0.2 else (float(ends[0]), float(ends[1]))


def random_box(rng):
    """Draw conditions; two in three have benefits or costs of correct classification."""
    unit = 10 ** rng.uniform(-3, 6)
    has_benefits = rng.random() < 2 / 3
    correct = [random_range(rng, -5 * unit, unit) if has_benefits else 0.0 for _ in range(2)]
    return Conditions(
        random_range(rng, *rng.choice([(0, 0.1), (0, 1), (0.2, 0.6), (0.9, 1)])),
        random_range(rng, unit, rng.choice([2, 50]) * unit),
        random_range(rng, unit, rng.choice([2, 50]) * unit),
        cost_tp=correct[0],
        cost_tn=correct[1],
    )


def random_curves(rng, size=None):
    """Draw two to eight classifiers of one test set; some scores are tied."""
    n_examples = int(rng.integers(20, 150)) if size is None else size
    label = rng.random(n_examples) < rng.uniform(0.1, 0.9)
    label[:2] = True, False
    curves = []
    for _ in range(rng.integers(2, 9) if size is None else 2):
        score = rng.normal(size=n_examples) * rng.uniform(0.3, 3) + rng.uniform(0, 3) * label
        digits = 1 if rng.random() < 0.3 and size is None else 17
        curves.append(roc_curve(count(predictions(label, np.round(score, digits)))))
    return curves


def grid_costs(conditions, curves, per_side):
    """Return the cost per case of all points, baselines first, on a grid of the box."""
    ranges = [getattr(conditions, f"cost_{name}") for name in ("fp", "fn", "tp", "tn")]
    sides = [
        np.linspace(each.low, each.high, 1 if each.exact else per_side)
        for each in (conditions.prior, *ranges)
    ]
    p, fp, fn, tp, tn = np.array(list(product(*sides))).T
    fpr = np.concatenate([[0, 1], *(curve.fpr for curve in curves)])
    tpr = np.concatenate([[0, 1], *(curve.tpr for curve in curves)])
    # The definition: each of the four outcomes at its cost.
    columns = [1 - fpr, fpr, 1 - tpr, tpr]
    return np.column_stack(columns) @ np.array([(1 - p) * tn, (1 - p) * fp, p * fn, p * tp])


def brute_force(conditions, curves, per_side):
    """Return the worst regret of each point on a grid of the box."""
    cost = grid_costs(conditions, curves, per_side)
    return (cost - cost.min(axis=0)).max(axis=1)


def position(choice, curves):
    """Return the position of a choice in the rows of `grid_costs`."""
    if choice.owner < 0:
        return int(choice.fpr)
    return 2 + sum(curve.fpr.size for curve in curves[: choice.owner]) + choice.index


def assert_is_minimal(conditions, curves, per_side):
    choice = least_money_regret(curves, conditions)
    worst = brute_force(conditions, curves, per_side)
    stake = float(corner_costs(conditions).worst.max())
    assert choice.regret == pytest.approx(worst.min(), abs=1e-9 * stake)
    assert choice.regret == pytest.approx(worst[position(choice, curves)], abs=1e-12 * stake)
    return choice


@pytest.mark.parametrize("seed", range(20))
def test_regret_equals_brute_force_over_ten_random_boxes(seed):
    rng = np.random.default_rng(seed)
    for _ in range(10):
        assert_is_minimal(random_box(rng), random_curves(rng), per_side=4)


@pytest.mark.parametrize("conditions", [A4, Conditions((0.1, 0.3), 8, (40, 60), cost_tp=(-5, 2))])
def test_regret_equals_brute_force_with_200_000_distinct_scores(conditions):
    curves = random_curves(np.random.default_rng(1), 200_000)
    assert curves[0].fpr.size > 200_000
    choice = assert_is_minimal(conditions, curves, per_side=3)
    # The choice among 4,001 thresholds of each classifier has a higher regret.
    drawn = [
        RocCurve(curve.fpr[index], curve.tpr[index])
        for curve in curves
        for index in [np.linspace(0, curve.fpr.size - 1, 4001).astype(int)]
    ]
    rough = least_money_regret(drawn, conditions)
    assert choice.regret + same_money(conditions) < (rough.cost - choice.least_cost).max()


def test_regret_in_money_is_greatest_at_a_corner_of_the_box():
    curves = random_curves(np.random.default_rng(2))
    corners = brute_force(BENEFITS, curves, per_side=2)
    np.testing.assert_allclose(brute_force(BENEFITS, curves, per_side=7), corners, rtol=1e-12)


def test_the_choice_in_money_may_differ_from_that_in_normalised_cost():
    choice = least_money_regret([STRICT, LENIENT], A4)
    assert least_regret([STRICT, LENIENT], pc=A4.pc).owner == 0
    assert (choice.owner, choice.index, choice.fpr, choice.tpr) == (1, 0, 0.4, 0.9)
    # Worst where a false positive costs 2 and a false negative 5.
    assert choice.regret == pytest.approx(1.8 * 0.35 - 0.5 * 0.3)
    assert (choice.corners.cost_fp[2], choice.corners.cost_fn[2]) == (2, 5)
    assert choice.worst_corner == 2
    # At worst the strict one loses 2.5 times as much.
    strict = choice.corners.money(fpr=0.05, tpr=0.6) - choice.least_cost
    assert strict.max() == pytest.approx(5 * 0.3 - 0.9 * 0.35)


def test_costs_and_regrets_belong_to_the_corners():
    choice = least_money_regret([STRICT, LENIENT], BENEFITS)
    for i, corner in enumerate(BENEFITS.corners()):
        names = ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")
        assert tuple(getattr(choice.corners, name)[i] for name in names) == corner
        prior, cost_fp, cost_fn, cost_tp, cost_tn = corner
        exact = Conditions(prior, cost_fp, cost_fn, cost_tp=cost_tp, cost_tn=cost_tn)
        assert choice.cost[i] == pytest.approx(
            float(money(exact, fpr=choice.fpr, tpr=choice.tpr).low)
        )
    least = grid_costs(BENEFITS, [STRICT, LENIENT], per_side=2).min(axis=0)
    close(choice.least_cost, least)
    close(choice.regrets, choice.cost - least)
    assert choice.regret == choice.regrets[choice.worst_corner] == choice.regrets.max()


def test_a_threshold_below_the_hull_may_be_chosen():
    curves = [points((0.1, 0.6)), points((0.4, 0.9), (0.25, 0.74))]
    choice = least_money_regret(curves, Conditions((0.1, 0.9), 10, 10))
    assert (choice.owner, choice.index) == (1, 1)
    assert convex_hull(curves).fpr.tolist() == [0, 0.1, 0.4, 1]
    assert choice.regret == pytest.approx(10 * least_regret(curves, pc=(0.1, 0.9)).regret)
    assert (choice.useful_from, choice.useful_to) == pytest.approx((0.25 / 0.99, 0.75 / 1.01))


@pytest.mark.parametrize(
    ("pairs", "conditions", "index"),
    [
        ([(0, 0), (1, 1)], Conditions((0.2, 0.8), 5, 5), -1),  # as good as a baseline
        ([(0.3, 0.7), (0.3, 0.8), (0.3, 0.6)], Conditions((0, 0.9)), 1),  # all cost 0.3 at prior 0
        ([(0.4, 0.8), (0.2, 0.6)], Conditions((0.3, 0.7)), 1),  # mirrored: the same mean cost, too
        ([(0, 0), *[(0.2, 0.6)] * 3, (1, 1)], Conditions((0.3, 0.7)), 1),  # equal points
    ],
)
def test_equal_regrets_prefer_baseline_then_mean_cost_then_lowest_fpr(pairs, conditions, index):
    assert least_money_regret([points(*pairs)], conditions).index == index


@pytest.mark.parametrize("unit", [1e-6, 1, 1e6])
@pytest.mark.parametrize(("saving", "owner"), [(5e-10, -1), (5e-9, 0)])
def test_a_classifier_that_saves_a_billionth_is_not_used(unit, saving, owner):
    curve = points((0, saving))
    conditions = Conditions(0.5, unit, unit)
    assert least_money_regret([curve], conditions).owner == owner


def test_points_in_any_order_give_the_same_choice():
    curve = random_curves(np.random.default_rng(3))[0]
    order = np.random.default_rng(4).permutation(curve.fpr.size)
    shuffled = RocCurve(curve.fpr[order], curve.tpr[order])
    choice, other = (least_money_regret([each], BENEFITS) for each in (curve, shuffled))
    assert (choice.fpr, choice.tpr) == (other.fpr, other.tpr)
    assert order[other.index] == choice.index


@pytest.mark.parametrize("seed", range(5))
def test_a_box_of_one_point_gives_the_cheapest_threshold(seed):
    rng = np.random.default_rng(seed)
    curves = random_curves(rng)
    conditions = Conditions(rng.uniform(0.2, 0.8), *rng.uniform(1, 3, 2), cost_tp=-2)
    choice = least_money_regret(curves, conditions)
    best = best_at(hull_status(curves), pc=conditions.pc.low)
    assert choice.regrets.tolist() == [0]
    assert choice.cost[0] == pytest.approx(float(money_of_cost(conditions, best.cost)))
    assert (choice.owner, choice.index) == (best.owner[best.chosen], best.index[best.chosen])


@pytest.mark.parametrize(
    ("conditions", "fpr"),
    [
        (Conditions(0, (1, 2), (3, 4)), 0),
        (Conditions(1, (1, 2), (3, 4)), 1),
        (Conditions((0.1, 0.2), 0, (3, 4)), 1),
        (Conditions((0.1, 0.2), (1, 2), 0), 0),
    ],
)
def test_a_baseline_is_chosen_if_only_one_error_costs(conditions, fpr):
    choice = least_money_regret([STRICT, LENIENT], conditions)
    assert (choice.owner, choice.fpr, choice.tpr, choice.regret) == (-1, fpr, fpr, 0)
    assert same_money(conditions) == 0


def test_a_cost_of_0_at_one_end_is_allowed():
    conditions = Conditions((0.1, 0.2), (0, 2), (3, 4))
    choice = assert_is_minimal(conditions, [STRICT, LENIENT], per_side=5)
    assert choice.corners.per_fpr.min() == 0


def test_without_curves_a_baseline_is_chosen():
    choice = least_money_regret([], Conditions((0.1, 0.6), 10, 10))
    assert (choice.owner, choice.index, choice.fpr) == (-1, -1, 0)
    assert choice.regret == pytest.approx(2)
    assert least_money_regret([], A4, penalty=np.zeros((0, 4))).owner == -1


def test_a_penalty_is_added_to_the_costs_of_its_curve():
    curves = [STRICT, LENIENT]
    assert least_money_regret(curves, A4, penalty=np.zeros((2, 4))).owner == 1
    penalty = np.array([[0.1, 0.1, 0.1, 0.1], [0.5, 0.2, 0.5, 0.6]])
    choice = least_money_regret(curves, A4, penalty=penalty)
    cost = grid_costs(A4, curves, per_side=2)
    cost[2:] += penalty
    regrets = cost - cost.min(axis=0)
    chosen = position(choice, curves)
    assert chosen == regrets.max(axis=1).argmin()
    close(choice.cost, cost[chosen])
    close(choice.least_cost, cost.min(axis=0))
    close(choice.regrets, regrets[chosen])


@pytest.mark.parametrize(("conditions", "fpr"), [(Conditions((0.1, 0.2)), 0), (Conditions(0.9), 1)])
def test_a_penalty_may_make_a_baseline_the_choice(conditions, fpr):
    curves = [points((0.02, 0.6)), points((0.4, 0.98))]
    assert least_money_regret(curves, conditions).owner >= 0
    penalty = np.full((2, len(conditions.corners())), 0.15)
    choice = least_money_regret(curves, conditions, penalty=penalty)
    assert (choice.owner, choice.fpr, choice.regret) == (-1, fpr, 0)


@pytest.mark.parametrize(("fpr", "owner", "index"), [((0.1, 0.11), 0, 1), ((0.11, 0.1), 1, 0)])
def test_a_penalty_may_change_the_classifier(fpr, owner, index):
    # The last point of one curve dominates the first point of the next, or the reverse.
    curves = [points((0.05, 0.5), (fpr[0], 0.8)), points((fpr[1], 0.8), (0.3, 0.85))]
    conditions = Conditions((0.4, 0.5), 10, 10)
    choice = least_money_regret(curves, conditions)
    assert (choice.owner, choice.index) == (owner, index)
    penalty = np.zeros((2, 2))
    penalty[owner] = 2
    choice = least_money_regret(curves, conditions, penalty=penalty)
    assert (choice.owner, choice.index, choice.regret) == (1 - owner, 1 - index, 0)


@pytest.mark.parametrize(
    ("penalty", "message"),
    [
        (0.1, r"penalty: must have one row per curve and one column per corner\. Got shape \(\)"),
        ([[0.1] * 4], r"Got shape \(1, 4\)\. Pass an array of shape \(2, 4\)"),
        ([[0.1] * 3] * 2, r"Got shape \(2, 3\)"),
        ([[0.1] * 4, [np.nan] * 4], "penalty: must be finite. Got nan"),
        ("high", "penalty: must be numbers"),
    ],
)
def test_an_invalid_penalty_is_rejected(penalty, message):
    with pytest.raises(CostCurveError, match=message):
        least_money_regret([STRICT, LENIENT], A4, penalty=penalty)


def test_costs_at_corners_equal_normalised_costs_in_money():
    corners = corner_costs(BENEFITS)
    assert corners.prior.size == len(BENEFITS.corners()) == 32
    for i, corner in enumerate(BENEFITS.corners()):
        exact = Conditions(*corner[:3], cost_tp=corner[3], cost_tn=corner[4])
        assert corners.pc[i] == exact.pc.low
        assert (corners.base[i], corners.worst[i]) == (
            pytest.approx(exact.base.low),
            pytest.approx(exact.worst.low),
        )
    cost = expected_cost(0.3, 0.8, corners.pc)
    close(corners.base + corners.worst * cost, corners.money(fpr=0.3, tpr=0.8))


def test_pc_of_corners_does_not_underflow():
    assert corner_costs(Conditions((0.25, 0.5), 5e-324, 5e-324)).pc.tolist() == [0.25, 0.5]


@pytest.mark.parametrize(
    ("conditions", "stake"),
    [
        (Conditions(0.2, 10, 20), 4),
        (Conditions((0, 1), 10, 20), 20 / 3),
        (Conditions((0.5, 0.6), 10, 20), 5),
        (Conditions((0.1, 0.2), 10, (10, 20), cost_tp=(-20, 0)), 8),
        (Conditions(0.5, 5e-324, 5e-324), 0),
    ],
)
def test_equal_costs_in_money_differ_by_a_billionth_of_the_cheaper_baseline(conditions, stake):
    assert same_money(conditions) == pytest.approx(1e-9 * stake, rel=1e-12)
