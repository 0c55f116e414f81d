"""Tables 5 and 6 of Margineantu and Dietterich, 2000, and the power of their test, run again.

How often BCOST's interval holds the true cost, how often BDELTACOST keeps a true hypothesis, and
how often it rejects a wrong one: each beside the normal interval, by cost model and matrix.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core._results import FloatArray
from cc_widgets.core.multiclass import CostMatrix, cost_model
from cc_widgets.core.multiclass._matrices import ModelName
from cc_widgets.datasets import five_classes
from tests.bench.multiclass_limits import bootstrap_holds, normal_holds

FREQUENCY = five_classes().frequency.tolist()


@dataclass(frozen=True, slots=True)
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
    """

    n_sets: int = 1000
    set_size: int = 1000
    n_matrices: int = 10
    seed: int = 0

    def rng(self, *purpose: str) -> np.random.Generator:
        """Random numbers of their own for each purpose."""
        return np.random.default_rng([self.seed, *"/".join(purpose).encode()])

    def matrices(self, model: ModelName) -> tuple[CostMatrix, ...]:
        """The cost matrices of a model."""
        return cost_model(model, FREQUENCY).draw(self.n_matrices, self.rng(model))

    def counts(self, probability: FloatArray, rng: np.random.Generator) -> NDArray[np.int64]:
        """Count the cells of each test set."""
        return rng.multinomial(self.set_size, probability.ravel(), size=self.n_sets)


def coverage(
    study: Study, model: ModelName, smoothings: tuple[float, ...] = (0.0, 0.1, 0.5)
) -> dict[str, FloatArray]:
    """Share of test sets whose interval holds the true cost; element m is for matrix m."""
    rng, shares = study.rng(model, "coverage"), []
    for cost in study.matrices(model):
        probability, weight = five_classes(cost.cost).probability.ravel(), cost.cost.ravel()
        counts, truth = study.counts(probability, rng), float(probability @ weight)
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

    The second one costs the same, with a share of its answers changed at random it does not, and
    what is not kept is power.
    """
    rng, shares = study.rng(model, "kept"), []
    for cost in study.matrices(model):
        counts = study.counts(joint(cost, changed), rng)
        weight = cost.difference.ravel()
        bootstrap = [bootstrap_holds(counts, weight, each, 0.0, rng) for each in smoothings]
        shares.append([np.mean(each) for each in [*bootstrap, normal_holds(counts, weight, 0.0)]])
    return _columns(shares, smoothings)


def joint(cost: CostMatrix, changed: float) -> FloatArray:
    """How often two classifiers answer what to each class: element [j, a, b] is a share.

    The second one gives each class the answers of the first, but to other examples of it; then a
    share of its answers is replaced by others, all alike.
    """
    population = five_classes(cost.cost)
    single, each = population.probability, population.frequency[:, np.newaxis, np.newaxis]
    both = single[:, :, np.newaxis] * single[:, np.newaxis, :] / each
    others = (both.sum(axis=2, keepdims=True) - both) / (len(both) - 1)
    shares: FloatArray = (1.0 - changed) * both + changed * others
    return shares


def _columns(shares: list[list[np.bool_]], smoothings: tuple[float, ...]) -> dict[str, FloatArray]:
    """Name each method."""
    names = [*(f"lambda {each:g}" for each in smoothings), "z"]
    return dict(zip(names, np.array(shares, dtype=np.float64).T, strict=True))
