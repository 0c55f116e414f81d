"""All numbers that belong to one place on the pc axis."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from cc_widgets.core.arrays import FloatArray, IntArray, freeze
from cc_widgets.core.conditions import Conditions
from cc_widgets.core.cost import Envelope, cost_at
from cc_widgets.core.hull_status import HullStatus
from cc_widgets.core.money import money_of_cost
from cc_widgets.core.odds import prior_at
from cc_widgets.core.optimal import BestAt, best_at
from cc_widgets.errors import CostCurveError


@dataclass(frozen=True, slots=True)
class Costs:
    """What the two errors cost, fixed while the prior follows pc.

    Attributes
    ----------
    cost_fp, cost_fn : float
        Costs of a false alarm and of a missed positive.
    """

    cost_fp: float
    cost_fn: float


@dataclass(frozen=True, eq=False, slots=True)
class ReadOut:
    """What can be read at one pc.

    Attributes
    ----------
    best : BestAt
        The cheapest classifiers of all, with pc, slope and the touching line.
    cost : ndarray of float64, shape (n_curves,)
        Element i is the cost of curve i with its own best point, or a trivial rule.
    index : ndarray of int64, shape (n_curves,)
        Element i is that point's position in curve i; -1 for a trivial rule.
    prior : float or None
        Probability of the positive class at this pc, if costs are given.
    money : ndarray of float64, shape (n_curves,), or None
        Element i is the expected cost of one case in the currency of the costs given.
    """

    best: BestAt
    cost: FloatArray
    index: IntArray
    prior: float | None
    money: FloatArray | None

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze(self)

    def difference(self, first: int, second: int) -> float:
        """Return how much more the first curve costs than the second.

        Parameters
        ----------
        first, second : int
            Positions of two curves.

        Returns
        -------
        float
            Negative if the first is the cheaper one.
        """
        return float(self.cost[first] - self.cost[second])


def read_out(
    status: HullStatus, envelopes: Sequence[Envelope], *, pc: float, costs: Costs | None = None
) -> ReadOut:
    """Read everything at one pc, without a pass over points or examples.

    Parameters
    ----------
    status : HullStatus
        The joint hull of the curves.
    envelopes : sequence of Envelope
        Element i is the envelope of curve i alone.
    pc : float
        In [0, 1].
    costs : Costs, optional
        Costs of errors, to say which prior this pc stands for and what it costs.

    Returns
    -------
    ReadOut
        All numbers at this pc.

    Raises
    ------
    CostCurveError
        If pc is not in [0, 1], or there is not one envelope for each curve.

    Examples
    --------
    >>> from cc_widgets.core.cost import lower_envelope
    >>> from cc_widgets.core.hull_status import hull_status
    >>> from cc_widgets.core.roc import RocCurve, convex_hull
    >>> curves = [RocCurve(np.array([x]), np.array([y])) for x, y in [(0.1, 0.6), (0.4, 0.9)]]
    >>> envelopes = [lower_envelope(convex_hull([curve])) for curve in curves]
    >>> read = read_out(hull_status(curves), envelopes, pc=0.25, costs=Costs(10, 30))
    >>> read.cost.round(3), round(read.prior, 3), read.money.round(3)
    (array([0.175, 0.25 ]), 0.1, array([2.1, 3. ]))
    """
    if len(envelopes) != len(status.classifiers):
        raise CostCurveError(
            "one envelope for each curve is needed",
            where="envelopes",
            got=f"{len(envelopes)} for {len(status.classifiers)} curves",
            fix="Pass the envelope of each curve alone, in the order of the curves.",
        )
    best = best_at(status, pc=pc)
    cost = np.array([float(cost_at(one, pc)) for one in envelopes])
    index = [int(one.index[np.searchsorted(one.pc[1:-1], pc)]) for one in envelopes]
    read = ReadOut(best, cost, np.array(index, dtype=np.int64), prior=None, money=None)
    if costs is None:
        return read
    prior = float(prior_at(pc, cost_fp=costs.cost_fp, cost_fn=costs.cost_fn))
    conditions = Conditions(prior, costs.cost_fp, costs.cost_fn)
    return replace(read, prior=prior, money=money_of_cost(conditions, cost))
