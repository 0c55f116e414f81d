"""Data for resampling, and reference implementations of its results."""

from itertools import product
from statistics import NormalDist

import numpy as np

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import expected_costs, finished, joint_resampling, resampling

phi = np.vectorize(NormalDist().cdf)


def scored_classes(negative, positive):
    """Return predictions with the given scores of each class."""
    label = np.repeat([0, 1], [len(negative), len(positive)])
    return predictions(label, np.concatenate([negative, positive]))


def binormal(rng, n, m, shift=1.0):
    return scored_classes(rng.normal(size=n), rng.normal(size=m) + shift)


def lowest_binormal_cost(pc, shift=1.0):
    """Return the cost of the optimal threshold of a binormal classifier."""
    best = np.log((1 - pc) / pc) / shift + shift / 2
    return (1 - pc) * phi(-best) + pc * phi(best - shift)


def draw_resamples(source, **options):
    """Return all resamples of a source, by default 200 with seed 0."""
    return finished(resampling(source, **{"rng": 0, "n_resamples": 200} | options))


def costs_of_buckets(negative, positive, grid):
    """Return the cost of every threshold, shape (n_rows, n_thresholds, n_grid)."""

    def share(buckets):
        accepted = np.insert(np.cumsum(buckets, axis=1), 0, 0, axis=1)
        return (accepted / accepted[:, -1:])[:, :, np.newaxis]

    return share(negative) * (1 - grid) + (1 - share(positive)) * grid


def mean_rate_of_optimal(negative, positive, rate, grid):
    """Return for each row and pc the mean rate of the first and last optimal thresholds."""
    rates = np.zeros((len(negative), grid.size))
    costs = costs_of_buckets(negative, positive, grid)
    for r, cost in enumerate(costs):
        fp, tp = (np.insert(np.cumsum(buckets[r]), 0, 0) for buckets in (negative, positive))
        for g in range(grid.size):
            best = np.flatnonzero(cost[:, g] <= cost[:, g].min() + 1e-13)
            means = []
            # Points between the ends of a hull edge are not corners.
            for end in {(fp[best[0]], tp[best[0]]), (fp[best[-1]], tp[best[-1]])}:
                same = np.flatnonzero((fp == end[0]) & (tp == end[1]))
                means.append((rate[same[0]] + rate[same[-1]]) / 2)
            rates[r, g] = np.mean(means)
    return rates


def costs_of_examples(score, positive, weight, threshold, grid):
    """Return the cost of each threshold from single examples, shape (n_thresholds, n_grid)."""
    accepted = score >= np.asarray(threshold)[:, np.newaxis]
    fpr = (accepted & ~positive) @ weight / weight[~positive].sum()
    tpr = (accepted & positive) @ weight / weight[positive].sum()
    return np.outer(fpr, 1 - grid) + np.outer(1 - tpr, grid)


def every_resample(source, *, stratified=True):
    """Return the multiplicity of each example in every possible resample, one row each."""
    size = source.score.size
    if not stratified:
        every = product(range(size), repeat=size)
        weight = np.array([np.bincount(way, minlength=size) for way in every])
        positives = weight @ source.positive
        return weight[(positives > 0) & (positives < size)]
    classes = [np.flatnonzero(source.positive == kind) for kind in (False, True)]
    ways = [product(members.tolist(), repeat=members.size) for members in classes]
    resamples = [negatives + positives for negatives, positives in product(*ways)]
    return np.array([np.bincount(resample, minlength=size) for resample in resamples])


def expected_band(model, n_resamples=499):
    """Return the band of the best visible classifier from resamples of its own."""
    sources = [model.classifiers[item.name] for item in model.curves.shown]
    pc = np.linspace(0.0, 1.0, 101)
    drawn = finished(joint_resampling(sources, n_resamples=n_resamples, rng=0, pc=pc))
    return expected_costs(drawn).best


def bias_at(band, pc):
    """Return the optimistic bias at each pc."""
    return np.interp(pc, band.pc, np.maximum(band.expected - band.estimate, 0.0))
