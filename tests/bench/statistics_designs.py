"""Coverage of bands with weights, clusters and folds, and of differences between groups."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core import Predictions, folds, predictions
from cc_widgets.core.results import BoolArray, FloatArray
from cc_widgets.core.uncertainty import envelope_band, finished, resampling
from cc_widgets.core.uncertainty.bootstrap import EnvelopeResamples, ResamplingRun, run_in_rounds
from cc_widgets.core.uncertainty.buckets import candidates, single_buckets
from cc_widgets.intake import Classifier
from cc_widgets.model.state import CostCurveModel
from tests.bench.statistics_domains import DOMAINS, HARD, Domain
from tests.bench.statistics_envelopes import (
    BEST,
    CHOSEN,
    GRID,
    N_RESAMPLES,
    RECOMMENDED,
    coverage_rows,
    true_cost,
)
from tests.bench.statistics_rows import Row, covers, generator, share_of

PART = "weights and clusters"
IGNORED = "envelope band, weights and clusters ignored"
_INTRACLASS = 0.5  # correlation of scores within a cluster
_SAMPLED = 0.25  # share of the scores below 1 that are sampled; all higher scores are

Draw = Callable[[np.random.Generator, Domain], Predictions]


@dataclass(frozen=True, slots=True)
class Design:
    """Sampling design of test sets."""

    domain: Domain
    """True distributions of the scores."""
    draw: Draw
    """Function of a generator and the domain that returns a test set."""

    def sample(self, rng: np.random.Generator) -> Predictions:
        """Return a test set with both classes."""
        while True:
            try:
                return self.draw(rng, self.domain)
            except ValueError:  # a class is missing
                continue


def _random_weights(n: int, m: int) -> Draw:
    """Return a design with weights independent of scores and labels."""

    def draw(rng: np.random.Generator, domain: Domain) -> Predictions:
        sample = domain.sample(rng, n, m)
        return _weighted(sample, rng.gamma(2.0, size=n + m))

    return draw


def _oversampled(n: int, m: int) -> Draw:
    """Return a design that oversamples high scores fourfold and corrects this by weights."""

    def sampled(rng: np.random.Generator, domain: Domain, kind: int, size: int) -> FloatArray:
        score = domain.draw(rng, 16 * size, 16 * size)[kind]
        return score[(score > 1.0) | (rng.random(score.size) < _SAMPLED)][:size]

    def draw(rng: np.random.Generator, domain: Domain) -> Predictions:
        score = np.concatenate([sampled(rng, domain, 0, n), sampled(rng, domain, 1, m)])
        label = np.repeat([False, True], [n, m])
        return predictions(label, score, sample_weight=np.where(score > 1.0, 1.0, 1.0 / _SAMPLED))

    return draw


def _weighted(sample: Predictions, weight: FloatArray) -> Predictions:
    return predictions(sample.positive, sample.score, sample_weight=weight)


def _clustered(sizes: Callable[[np.random.Generator], np.ndarray], *, mixed: bool) -> Draw:
    """Return a design of clusters with intraclass correlation 0.5, of one class or of both."""

    def draw(rng: np.random.Generator, _: Domain) -> Predictions:
        size = sizes(rng)
        cluster = np.repeat(np.arange(size.size), size)
        label = rng.random(cluster.size if mixed else size.size) < 0.4
        label = label if mixed else label[cluster]
        own, shared = rng.normal(size=cluster.size), rng.normal(size=size.size)[cluster]
        score = np.sqrt(1.0 - _INTRACLASS) * own + np.sqrt(_INTRACLASS) * shared + 2.0 * label
        return predictions(label, score, clusters=cluster)

    return draw


def _fixed_size(count: int, size: int) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda _rng: np.full(count, size)


def _random_size(count: int, size: int) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda rng: 1 + rng.poisson(size - 1, count)


_NORMAL_2, _NORMAL_1, _NEAR_CHANCE = (
    DOMAINS["normal, 2 apart"],
    DOMAINS["normal, 1 apart"],
    HARD["normal, AUC .55"],
)
_FOUR_LEVELS, _EXPONENTIAL = DOMAINS["4 levels"], DOMAINS["bi-exponential"]
CELLS: dict[tuple[str, str], Design] = {
    ("weights without a pattern, 1 apart", "100+100"): Design(_NORMAL_1, _random_weights(100, 100)),
    ("weights without a pattern, 2 apart", "180+20"): Design(_NORMAL_2, _random_weights(180, 20)),
    ("weights without a pattern, 4 levels", "15+15"): Design(_FOUR_LEVELS, _random_weights(15, 15)),
    ("weights without a pattern, AUC .55", "500+500"): Design(
        _NEAR_CHANCE, _random_weights(500, 500)
    ),
    ("high scores seen more often, 2 apart", "100+100"): Design(_NORMAL_2, _oversampled(100, 100)),
    ("high scores seen more often, bi-exponential", "180+20"): Design(
        _EXPONENTIAL, _oversampled(180, 20)
    ),
    ("high scores seen more often, 2 apart", "500+500"): Design(_NORMAL_2, _oversampled(500, 500)),
    ("clusters of both classes", "30 of 6"): Design(
        _NORMAL_2, _clustered(_fixed_size(30, 6), mixed=True)
    ),
    ("clusters of both classes", "15 of about 8"): Design(
        _NORMAL_2, _clustered(_random_size(15, 8), mixed=True)
    ),
    ("clusters of one class each", "40 of 5"): Design(
        _NORMAL_2, _clustered(_fixed_size(40, 5), mixed=False)
    ),
    ("clusters of one class each", "200 of about 3"): Design(
        _NORMAL_2, _clustered(_random_size(200, 3), mixed=False)
    ),
}


def coverage(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of the recommended bands with and without weights and clusters."""
    design = CELLS[name, sizes]
    best = design.domain.best(GRID)
    rng = generator("designs", name, sizes)
    covered, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        sample = design.sample(rng)
        seed = int(rng.integers(2**32))
        bare = replace(sample, weight=None, clusters=None)
        for method, source in ((RECOMMENDED, sample), (IGNORED, bare)):
            drawn = finished(resampling(source, n_resamples=N_RESAMPLES, rng=seed, pc=GRID))
            chosen = true_cost(design.domain, drawn.candidates)
            for kind in ("pointwise", "simultaneous"):
                band = envelope_band(drawn, simultaneous=kind == "simultaneous")
                key = (method, kind, 0.9)
                covered[key, BEST].append(covers(band, best))
                covered[key, CHOSEN].append(covers(band, chosen))
                widths[key].append(band.upper - band.lower)
    return coverage_rows({"part": PART, "domain": name, "sizes": sizes}, covered, widths)


# ---- Mean cost of folds with separate models and test sets


FOLDS = "folds"
FOLD_SIZES = {
    "5 of 12+8": (5, 12, 8),
    "5 of 90+10": (5, 90, 10),
    "10 of 60+40": (10, 60, 40),
}
_NORMAL_3 = DOMAINS["normal, 3 apart"]
FOLD_DOMAINS = {
    "folds alike": (_NORMAL_2,),
    "folds unlike": (_NORMAL_1, _NORMAL_2, _NORMAL_3),
    "folds near chance": (_NEAR_CHANCE,),
    "folds of 4 levels": (_FOUR_LEVELS,),
}


def fold_coverage(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of the recommended bands of the mean cost of folds."""
    n_folds, n, m = FOLD_SIZES[sizes]
    kinds = FOLD_DOMAINS[name]
    domains = [kinds[i % len(kinds)] for i in range(n_folds)]
    best = np.mean([domain.best(GRID) for domain in domains], axis=0)
    rng = generator("folds", name, sizes)
    covered, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        drawn = resample_folds([domain.sample(rng, n, m) for domain in domains], rng)
        pairs = zip(domains, drawn.parts, strict=True)
        chosen = np.mean([true_cost(domain, part.candidates) for domain, part in pairs], axis=0)
        for kind in ("pointwise", "simultaneous"):
            band = envelope_band(drawn, simultaneous=kind == "simultaneous")
            key = (RECOMMENDED, kind, 0.9)
            covered[key, BEST].append(covers(band, best))
            covered[key, CHOSEN].append(covers(band, chosen))
            widths[key].append(band.upper - band.lower)
    return coverage_rows({"part": FOLDS, "domain": name, "sizes": sizes}, covered, widths)


def resample_folds(samples: Sequence[Predictions], rng: np.random.Generator) -> EnvelopeResamples:
    """Return resamples of a cross-validated classifier, jointly for folds that share clusters."""
    each = [single_buckets(candidates(sample)) for sample in samples]
    run = ResamplingRun(each, GRID, N_RESAMPLES, int(rng.integers(2**32)))
    *_, (_, last) = run_in_rounds([run], [N_RESAMPLES])
    return last.each[0]


# ---- Clusters with rows in several folds, such as patients split over folds


ACROSS = "clusters across folds"
ACROSS_CELLS: dict[tuple[str, str], tuple[int, Draw]] = {
    ("clusters of both classes", "40 of 10 in 5 folds"): (
        5,
        _clustered(_fixed_size(40, 10), mixed=True),
    ),
    ("clusters of one class each", "60 of 8 in 5 folds"): (
        5,
        _clustered(_fixed_size(60, 8), mixed=False),
    ),
    ("clusters of one class each", "200 of about 3 in 10 folds"): (
        10,
        _clustered(_random_size(200, 3), mixed=False),
    ),
    ("clusters of one class each", "20 of 40 in 5 folds"): (
        5,
        _clustered(_fixed_size(20, 40), mixed=False),
    ),
}
SEPARATE = "each fold drawn by itself"


def cluster_coverage(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage with clusters resampled jointly over folds, and separately per fold."""
    n_folds, draw = ACROSS_CELLS[name, sizes]
    rng = generator("across", name, sizes)
    common = {"part": ACROSS, "domain": name, "sizes": sizes}
    return _fold_rows(lambda: _split(draw, n_folds, rng), rng, n_sets, common, compared=True)


def _fold_rows(
    split: Callable[[], tuple[Predictions, ...]],
    rng: np.random.Generator,
    n_sets: int,
    common: dict[str, Any],
    *,
    compared: bool = False,
) -> list[Row]:
    """Return coverage with joint resampling of folds and, if `compared`, with separate ones."""
    best = _NORMAL_2.best(GRID)
    covered, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        parts = split()
        separate = {SEPARATE: tuple(map(_without_reach, parts))} if compared else {}
        for method, samples in ({RECOMMENDED: parts} | separate).items():
            drawn = resample_folds(samples, rng)
            chosen = np.mean(
                [true_cost(_NORMAL_2, part.candidates) for part in drawn.parts], axis=0
            )
            for kind in ("pointwise", "simultaneous"):
                band = envelope_band(drawn, simultaneous=kind == "simultaneous")
                key = (method, kind, 0.9)
                covered[key, BEST].append(covers(band, best))
                covered[key, CHOSEN].append(covers(band, chosen))
                widths[key].append(band.upper - band.lower)
    return coverage_rows(common, covered, widths)


REPEATS = "repeats"
REPEAT_SIZES = {
    "5 folds of 60+40, 3 times": (60, 40, 5, 3),
    "5 folds of 90+10, 4 times": (90, 10, 5, 4),
}
REPEAT_SIZES |= {"2 folds of 15+15, 5 times": (15, 15, 2, 5)}
CORRELATION = {"models that agree": 0.95, "models that agree less": 0.6}
REPEAT_CELLS = (
    ("models that agree", "2 folds of 15+15, 5 times"),
    ("models that agree", "5 folds of 60+40, 3 times"),
    ("models that agree less", "2 folds of 15+15, 5 times"),
    ("models that agree", "5 folds of 90+10, 4 times"),
)


def repeat_coverage(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage for repeated cross-validation: an example is in one fold per repeat."""
    n, m, n_folds, n_repeats = REPEAT_SIZES[sizes]
    rng = generator("repeats", name, sizes)
    label = np.tile(np.repeat([False, True], [n, m]), n_folds)
    share = CORRELATION[name]

    def split() -> tuple[Predictions, ...]:
        common, parts = rng.normal(size=label.size), []
        for _ in range(n_repeats):
            fold = np.empty(label.size, np.int64)
            for kind in (False, True):
                members = np.flatnonzero(label == kind)
                fold[rng.permutation(members)] = np.arange(members.size) % n_folds
            for i in range(n_folds):
                rows = np.flatnonzero(fold == i)
                own = rng.normal(size=rows.size)
                noise = np.sqrt(share) * common[rows] + np.sqrt(1.0 - share) * own
                parts.append(predictions(label[rows], noise + 2.0 * label[rows], clusters=rows))
        return cast("tuple[Predictions, ...]", folds(parts).parts)

    return _fold_rows(split, rng, n_sets, {"part": REPEATS, "domain": name, "sizes": sizes})


def _split(draw: Draw, n_folds: int, rng: np.random.Generator) -> tuple[Predictions, ...]:
    """Return the folds of a random split of a test set; each fold has both classes."""
    while True:
        whole = draw(rng, _NORMAL_2)
        fold = rng.permutation(whole.score.size) % n_folds
        masks = [fold == i for i in range(n_folds)]
        if all(0 < whole.positive[mask].sum() < mask.sum() for mask in masks):
            break
    return cast("tuple[Predictions, ...]", folds([_rows(whole, mask) for mask in masks]).parts)


def _rows(
    whole: Predictions, mask: BoolArray, group: NDArray[np.str_] | None = None
) -> Predictions:
    cluster = np.arange(whole.score.size) if whole.clusters is None else whole.clusters
    groups = None if group is None else group[mask]
    return predictions(
        whole.positive[mask], whole.score[mask], clusters=cluster[mask], groups=groups
    )


def _without_reach(source: Predictions) -> Predictions:
    return replace(source, reach=None)


# ---- Differences between groups at a common threshold


GROUPS = "groups"
GAP = "unpaired gap"
GROUP_SIZES = {"100+40, 60+30": (100, 40, 60, 30), "400+80, 40+8": (400, 80, 40, 8)}
GROUP_SIZES |= {"1000+300, 900+250": (1000, 300, 900, 250)}
GROUP_DOMAINS = {
    "both alike": (DOMAINS["normal, 2 apart"], DOMAINS["normal, 2 apart"]),
    "one less well told apart": (DOMAINS["normal, 2 apart"], DOMAINS["normal, 1 apart"]),
    "other shapes": (DOMAINS["bi-exponential"], DOMAINS["unequal variances"]),
}
_PC = 0.3


GAPS_ACROSS = "groups of clusters across folds"
GAPS_ACROSS_DOMAINS = ("clusters of both classes", "clusters of one class each")
GAP_CLUSTERS = {
    "20 of 10 in 5 folds, each group": (20, 10),
    "60 of 4 in 5 folds, each group": (60, 4),
}


def gaps_across(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of group differences for clusters with rows in several pooled folds."""
    count, size = GAP_CLUSTERS[sizes]
    rng = generator("gaps across", name, sizes)
    draw = _clustered(_fixed_size(2 * count, size), mixed=name == "clusters of both classes")
    group = np.repeat(["a", "b"], count * size)

    def sample() -> Classifier:
        whole = Design(_NORMAL_2, draw).sample(rng)
        fold = rng.permutation(whole.score.size) % 5
        return folds([_rows(whole, fold == i, group) for i in range(5)])

    return _gaps(
        sample,
        (_NORMAL_2, _NORMAL_2),
        n_sets,
        {"part": GAPS_ACROSS, "domain": name, "sizes": sizes},
    )


def gaps(name: str, sizes: str, n_sets: int) -> list[Row]:
    """Simulate coverage of group differences at the threshold that is optimal for all groups."""
    first, second = GROUP_DOMAINS[name]
    n, m, other_n, other_m = GROUP_SIZES[sizes]
    rng = generator("groups", name, sizes)
    group = np.repeat(["a", "b"], [n + m, other_n + other_m])

    def sample() -> Predictions:
        samples = first.sample(rng, n, m), second.sample(rng, other_n, other_m)
        label, score = (
            np.concatenate([getattr(part, field) for part in samples])
            for field in ("positive", "score")
        )
        return predictions(label, score, groups=group)

    return _gaps(sample, (first, second), n_sets, {"part": GROUPS, "domain": name, "sizes": sizes})


def _gaps(
    sample: Callable[[], Classifier],
    domains: tuple[Domain, Domain],
    n_sets: int,
    common: dict[str, Any],
) -> list[Row]:
    """Return coverage of the differences between two groups with these true distributions."""
    first, second = domains
    covered, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        model = CostCurveModel({"c": sample()}, average="pooled")
        model.pc = _PC
        for group in model.groups()[:1]:
            cut = np.array([group.point.threshold])
            for target, pc, gap in (
                ("gap of fpr", 0.0, group.fpr_gap),
                ("gap of misses", 1.0, group.tpr_gap),
                ("gap of cost", _PC, group.cost_gap),
            ):
                at = np.array([pc])
                true = float((first.cost(cut, at) - second.cost(cut, at))[0])
                true = -true if pc == 1.0 else true
                if gap is None:  # a class is missing in a group
                    continue
                covered[target, pc].append(gap.lower <= true <= gap.upper)
                widths[target, pc].append(gap.upper - gap.lower)
    return [
        Row(
            **common,
            method=GAP,
            recommended=True,
            kind="pointwise",
            target=target,
            pc=f"{pc:g}",
            nominal=0.9,
            mean_width=float(np.mean(widths[target, pc])),
            **share_of(np.array(inside)),
        )
        for (target, pc), inside in covered.items()
    ]
