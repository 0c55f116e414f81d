"""Data for resampling, and slow oracles for what it computes."""

from itertools import product
from statistics import NormalDist

import numpy as np

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import finished, resampling

phi = np.vectorize(NormalDist().cdf)


def scored_classes(negative, positive):
    """Predictions from the scores of each class."""
    label = np.repeat([0, 1], [len(negative), len(positive)])
    return predictions(label, np.concatenate([negative, positive]))


def binormal(rng, n, m, shift=1.0):
    return scored_classes(rng.normal(size=n), rng.normal(size=m) + shift)


def least_binormal(pc, shift=1.0):
    """The cost of the best possible threshold."""
    best = np.log((1 - pc) / pc) / shift + shift / 2
    return (1 - pc) * phi(-best) + pc * phi(best - shift)


def drawn(checked, **options):
    """All resamples, seeded."""
    return finished(resampling(checked, **{"rng": 0, "n_resamples": 200} | options))


def costs_of_cells(negative, positive, grid):
    """By definition: cost of every threshold, shape (n_rows, n_thresholds, n_grid)."""

    def share(cells):
        accepted = np.insert(np.cumsum(cells, axis=1), 0, 0, axis=1)
        return (accepted / accepted[:, -1:])[:, :, np.newaxis]

    return share(negative) * (1 - grid) + (1 - share(positive)) * grid


def costs_of_examples(score, positive, weight, threshold, grid):
    """The same from examples: shape (n_thresholds, n_grid)."""
    accepted = score >= np.asarray(threshold)[:, np.newaxis]
    fpr = (accepted & ~positive) @ weight / weight[~positive].sum()
    tpr = (accepted & positive) @ weight / weight[positive].sum()
    return np.outer(fpr, 1 - grid) + np.outer(1 - tpr, grid)


def every_resample(checked):
    """Weights of all equally likely stratified resamples, one row each."""
    inside = [np.flatnonzero(checked.positive == kind) for kind in (False, True)]
    ways = [list(product(members, repeat=members.size)) for members in inside]
    size = checked.score.size
    return np.array(
        [
            np.bincount([*some, *others], minlength=size)
            for some in ways[0]
            for others in ways[1]
        ]
    )
