"""Tables 5 and 6 of Margineantu and Dietterich, 2000, and the power of their test, run again.

How often BCOST's interval holds the true cost, how often BDELTACOST keeps a true hypothesis, and
how often it rejects a wrong one: each beside the normal interval, by cost model and matrix.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._results import FloatArray, IntArray
from cc_widgets.core.multiclass import CostMatrix, cost_model
from cc_widgets.core.multiclass._matrices import ModelName
from tests.bench.multiclass_domain import PRIORS, TRAINING_SIZE, Examples, draw, grow
from tests.bench.multiclass_limits import bootstrap_holds, normal_holds

_K = len(PRIORS)


@dataclass(frozen=True, eq=False, slots=True)
class Study:
    """How much to simulate: by default as much as the paper.

    Attributes
    ----------
    n_sets, set_size : int
        Number of test sets, and examples in each.
    n_matrices : int
        How many cost matrices of each model.
    seed : int
        The same tables for the same seed.
    pool, training : Examples
        Drawn from these: the test sets one after the other, and the training set of all trees.
    """

    n_sets: int = 1000
    set_size: int = 1000
    n_matrices: int = 10
    seed: int = 0
    pool: Examples = field(init=False)
    training: Examples = field(init=False)

    def __post_init__(self) -> None:
        """Draw all examples."""
        pool, training = (self.rng(part) for part in ("pool", "training"))
        object.__setattr__(self, "pool", draw(self.n_sets * self.set_size, pool))
        object.__setattr__(self, "training", draw(TRAINING_SIZE, training))

    def rng(self, *purpose: str) -> np.random.Generator:
        """Random numbers of their own for each purpose."""
        return np.random.default_rng([self.seed, *"/".join(purpose).encode()])

    def matrices(self, model: ModelName) -> tuple[CostMatrix, ...]:
        """The cost matrices of a model."""
        return cost_model(model, PRIORS).draw(self.n_matrices, self.rng(model))

    def answers(self, cost: CostMatrix) -> IntArray:
        """What the tree for these costs says of the pool."""
        tree = grow(self.training, cost)
        return np.asarray(tree.predict(self.pool.features), dtype=np.int64)

    def counts(self, *answers: IntArray) -> NDArray[np.int64]:
        """Count the cells of each test set: true class, then answers."""
        columns = (self.pool.label, *answers)
        cell = np.ravel_multi_index(columns, (_K,) * len(columns))
        n_cells = _K ** len(columns)
        of_set = np.arange(cell.size) // self.set_size
        counted = np.bincount(of_set * n_cells + cell, minlength=self.n_sets * n_cells)
        return counted.reshape(self.n_sets, n_cells)


def coverage(
    study: Study, model: ModelName, smoothings: tuple[float, ...] = (0.0, 0.1, 0.5)
) -> dict[str, FloatArray]:
    """Share of test sets whose interval holds the true cost; element m is for matrix m."""
    rng, shares = study.rng(model, "coverage"), []
    for cost in study.matrices(model):
        counts, weight = study.counts(study.answers(cost)), cost.cost.ravel()
        truth = float(counts.sum(axis=0) @ weight / counts.sum())
        bootstrap = [bootstrap_holds(counts, weight, each, truth, rng) for each in smoothings]
        shares.append([np.mean(each) for each in [*bootstrap, normal_holds(counts, weight, truth)]])
    return _columns(shares, smoothings)


def kept(
    study: Study,
    model: ModelName,
    *,
    changed: float = 0.0,
    smoothings: tuple[float, ...] = (0.0, 0.1),
) -> dict[str, FloatArray]:
    """Share of test sets that do not tell two classifiers apart; element m is for matrix m.

    The second one has the answers of the first, permuted within each true class: it costs the
    same. With a share of them changed at random it does not, and what is not kept is power.
    """
    rng, shares = study.rng(model, "kept"), []
    for cost in study.matrices(model):
        first, second = _two_answers(study, cost, changed, rng)
        counts, weight = study.counts(first, second), cost.difference.ravel()
        bootstrap = [bootstrap_holds(counts, weight, each, 0.0, rng) for each in smoothings]
        shares.append([np.mean(each) for each in [*bootstrap, normal_holds(counts, weight, 0.0)]])
    return _columns(shares, smoothings)


def cost_ratio(study: Study, model: ModelName, *, changed: float) -> FloatArray:
    """How much the two classifiers of `kept` differ in cost, as a share of the first one's.

    Element m is for matrix m, over all test sets together.
    """
    rng, ratios = study.rng(model, "kept"), []
    for cost in study.matrices(model):
        answers = _two_answers(study, cost, changed, rng)
        first, second = (cost.cost[study.pool.label, each].mean() for each in answers)
        ratios.append(abs(second - first) / first)
    return np.array(ratios)


def _two_answers(
    study: Study, cost: CostMatrix, changed: float, rng: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """What the tree says of the pool, and the same permuted and changed."""
    first = study.answers(cost)
    return first, _change(_permute(first, study.pool.label, rng), changed, rng)


def _columns(shares: list[list[np.bool_]], smoothings: tuple[float, ...]) -> dict[str, FloatArray]:
    """Name each method."""
    names = [*(f"lambda {each:g}" for each in smoothings), "z"]
    return dict(zip(names, np.array(shares, dtype=np.float64).T, strict=True))


def _permute(answers: IntArray, label: IntArray, rng: np.random.Generator) -> IntArray:
    """Exchange answers among examples of the same class."""
    result = answers.copy()
    for kind in range(_K):
        members = np.flatnonzero(label == kind)
        result[members] = answers[rng.permutation(members)]
    return result


def _change(answers: IntArray, share: float, rng: np.random.Generator) -> IntArray:
    """Replace a share of the answers by others."""
    chosen = rng.permutation(answers.size)[: round(share * answers.size)]
    result = answers.copy()
    result[chosen] = (answers[chosen] + rng.integers(1, _K, chosen.size)) % _K
    return result
