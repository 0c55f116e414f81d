"""Replication of tables 5 and 6 of Margineantu and Dietterich (2000), and power of their test.

Simulates, by cost model and cost matrix, the coverage of BCOST, the share of accepted true null
hypotheses of BDELTACOST and its power, each compared with the normal interval.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core.multiclass import CostMatrix, cost_model
from cc_widgets.core.multiclass.matrices import ModelName
from cc_widgets.core.results import FloatArray
from cc_widgets.datasets import five_classes
from tests.bench.multiclass_limits import bootstrap_covers, normal_covers

FREQUENCY = five_classes().frequency.tolist()


@dataclass(frozen=True, slots=True)
class Study:
    """Size of the simulation, by default that of the paper."""

    n_sets: int = 1000
    set_size: int = 1000
    n_matrices: int = 10
    seed: int = 0

    def rng(self, *purpose: str) -> np.random.Generator:
        """Return a separate random generator for each purpose."""
        return np.random.default_rng([self.seed, *"/".join(purpose).encode()])

    def matrices(self, model: ModelName) -> tuple[CostMatrix, ...]:
        """Return random cost matrices of a model."""
        return cost_model(model, FREQUENCY).draw(self.n_matrices, self.rng(model))

    def counts(self, probability: FloatArray, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return the cell counts of random test sets, one row each."""
        return rng.multinomial(self.set_size, probability.ravel(), size=self.n_sets)


def coverage(
    study: Study, model: ModelName, smoothings: tuple[float, ...] = (0.0, 0.1, 0.5)
) -> dict[str, FloatArray]:
    """Return the coverage of the true cost by method; element m is for cost matrix m."""
    rng, shares = study.rng(model, "coverage"), []
    for cost in study.matrices(model):
        probability, weight = five_classes(cost.cost).probability.ravel(), cost.cost.ravel()
        counts, truth = study.counts(probability, rng), float(probability @ weight)
        covered = [bootstrap_covers(counts, weight, value, truth, rng) for value in smoothings]
        covered.append(normal_covers(counts, weight, truth))
        shares.append([np.mean(column) for column in covered])
    return _columns(shares, smoothings)


def acceptance(
    study: Study,
    model: ModelName,
    *,
    changed: float = 0.0,
    smoothings: tuple[float, ...] = (0.0, 0.1),
) -> dict[str, FloatArray]:
    """Return the share of test sets without a significant difference; element m is for matrix m.

    Both classifiers have equal costs unless a share of the second one's answers is changed at
    random; the complement of the result is then the power.
    """
    rng, shares = study.rng(model, "kept"), []
    for cost in study.matrices(model):
        counts = study.counts(joint(cost, changed), rng)
        weight = cost.difference.ravel()
        covered = [bootstrap_covers(counts, weight, value, 0.0, rng) for value in smoothings]
        covered.append(normal_covers(counts, weight, 0.0))
        shares.append([np.mean(column) for column in covered])
    return _columns(shares, smoothings)


def joint(cost: CostMatrix, changed: float) -> FloatArray:
    """Return the joint distribution of true class j and the answers a and b of two classifiers.

    Given the class, the answers are independent and equally distributed; then a share `changed` of
    the second one's answers is replaced by another class, chosen uniformly.
    """
    population = five_classes(cost.cost)
    single, frequency = population.probability, population.frequency[:, np.newaxis, np.newaxis]
    both = single[:, :, np.newaxis] * single[:, np.newaxis, :] / frequency
    replaced = (both.sum(axis=2, keepdims=True) - both) / (len(both) - 1)
    shares: FloatArray = (1.0 - changed) * both + changed * replaced
    return shares


def _columns(
    shares: list[list[np.floating[Any]]], smoothings: tuple[float, ...]
) -> dict[str, FloatArray]:
    """Return the columns by name of the method."""
    names = [*(f"lambda {value:g}" for value in smoothings), "z"]
    return dict(zip(names, np.array(shares, dtype=np.float64).T, strict=True))
