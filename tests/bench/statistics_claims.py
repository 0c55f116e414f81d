"""False claims of significance, and impossible limits, in recommendations of the product."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np

import cc_widgets as cc
from cc_widgets.core.results import BoolArray, FloatArray
from cc_widgets.core.uncertainty.bands import read_grid
from cc_widgets.model.bootstrap import FIRST_SHOWN
from cc_widgets.model.recommendation import Recommendation
from tests.bench.statistics_advice_domains import Scorer
from tests.bench.statistics_rows import ROUNDING

Limits = tuple[float, float]
_SETTINGS = cc.BootstrapSettings(n_resamples=FIRST_SHOWN, rng=0)  # the fewest that are shown


def true_cost(scorers: Sequence[Scorer], choice: Any, pc: float) -> float:
    """Return the true cost of a recommended or ranked choice; a baseline has no threshold."""
    if choice.threshold is None:
        return min(pc, 1.0 - pc)
    return scorers[_position(choice)].cost(choice.threshold, pc)


def check_differences(
    model: cc.CostCurveModel, scorers: Sequence[Scorer], is_equal: BoolArray, grid: FloatArray
) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Return which claims about differences are wrong, after a bootstrap run that tests them.

    `is_equal` has whether two classifiers have the same true distributions.

    Returns
    -------
    tuple of ndarray of bool, shape (n,)
        Whether a rival of the recommended classifier is falsely significant at each pc, whether any
        pair of classifiers is, and whether the limits of an answer are impossible. It is false that
        a classifier costs less if the other one is equal, or its threshold truly costs no more.
    """
    has_false_rival, has_false_pair, is_impossible = np.zeros((3, grid.size), dtype=bool)
    if len(scorers) == 1:
        return has_false_rival, has_false_pair, is_impossible
    model.resampling = _SETTINGS
    bands = model.bootstrap()
    is_false = np.empty((*is_equal.shape, grid.size), dtype=bool)
    for place, pc in enumerate(grid.tolist()):
        answer = model.recommend(pc)
        cost = np.empty(len(scorers))
        for row in answer.ranking:
            if not row.is_baseline:
                cost[_position(row)] = true_cost(scorers, row, pc)
        is_false[..., place] = is_equal | (cost <= cost[:, np.newaxis] + ROUNDING)
        limits = _rival_limits(model, answer)
        has_false_rival[place] = any(
            lower > 0.0 and is_false[_position(answer), other, place]
            for other, (lower, _) in limits.items()
        )
        is_impossible[place] = has_impossible_limits(model, answer, limits)
    columns = np.isin(read_grid(None), grid)
    for i, j in combinations(range(len(scorers)), 2):
        lower, upper = bands.difference_limits(f"c{i}", f"c{j}", columns)
        has_false_pair |= (lower > ROUNDING) & is_false[j, i] | (upper < -ROUNDING) & is_false[i, j]
    return has_false_rival, has_false_pair, is_impossible


def _position(choice: Any) -> int:
    return int(choice.name[1:])


def _rival_limits(model: cc.CostCurveModel, answer: Recommendation) -> dict[int, Limits]:
    """Return the limits of the extra costs of the other classifiers, as far as tested.

    There are none where a baseline is recommended, or two classifiers are cheapest.
    """
    n_cheapest = sum(row.rank == 1 and not row.is_baseline for row in answer.ranking)
    if answer.decision is None or answer.decision.is_baseline or n_cheapest > 1:
        return {}
    limits, pc = {}, np.array([answer.pc])
    for test in model._leads.at_single_pc if model._leads else ():
        if test.owner == _position(answer):
            (lower,), (upper,) = test.at(pc)
            limits[test.other] = min(lower, upper), max(lower, upper)
    return limits


def has_impossible_limits(
    model: cc.CostCurveModel, answer: Recommendation, differences: Mapping[int, Limits]
) -> bool:
    """Return whether limits in an answer contradict each other or the possible costs.

    `differences` has the limits of the extra costs of other classifiers by their position. They are
    not stated for classifiers that are no cheaper than the baselines.
    """
    own = answer.interval
    assert own is not None
    ordered: list[tuple[float, ...]] = [(0.0, own.lower, own.expected, own.upper, 1.0)]
    ordered += [
        (-own.upper, loss.lower, loss.expected, loss.upper, 1.0 - own.lower)
        for loss in (mark.interval for mark in answer.in_use)
        if loss is not None
    ]
    for row in answer.ranking:
        if row.is_useful and _position(row) in differences:
            lower, upper = model.confidence_interval(row.name, answer.pc)
            least, most = lower - own.upper, upper - own.lower
            ordered += [(0.0, lower, upper, 1.0), (least, *differences[_position(row)], most)]
    return any(
        first > second + ROUNDING for values in ordered for first, second in pairwise(values)
    )
