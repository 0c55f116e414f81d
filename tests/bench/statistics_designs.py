"""How often bands hold the true costs of weighted examples, clusters and folds; gaps of groups."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from cc_widgets.core import Predictions, folds, predictions
from cc_widgets.core._results import BoolArray, FloatArray
from cc_widgets.core.uncertainty import candidates, envelope_band, finished, resampling
from cc_widgets.core.uncertainty._buckets import alone
from cc_widgets.core.uncertainty._resampling import EnvelopeResamples, Run, by_turns
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
from tests.bench.statistics_rows import Row, generator, holds, share_of

PART = "weights and clusters"
IGNORED = "envelope band, weights and clusters ignored"
_SHARED = 0.5  # part of the variance of a score that is the cluster's
_RARELY = 0.25  # how often a score below 1 is seen, where high ones are all seen

Draw = Callable[[np.random.Generator, Domain], Predictions]


@dataclass(frozen=True, slots=True)
class Design:
    """How test sets come about.

    Attributes
    ----------
    domain : Domain
        The true distributions of all examples.
    draw : callable
        Told a generator and that domain, it returns a test set.
    """

    domain: Domain
    draw: Draw

    def sample(self, rng: np.random.Generator) -> Predictions:
        """A test set of both classes."""
        while True:
            try:
                return self.draw(rng, self.domain)
            except ValueError:  # one of the classes is missing
                continue


def _without_a_pattern(n: int, m: int) -> Draw:
    """Examples whose weights have nothing to do with them."""

    def draw(rng: np.random.Generator, domain: Domain) -> Predictions:
        sample = domain.sample(rng, n, m)
        return _weighted(sample, rng.gamma(2.0, size=n + m))

    return draw


def _high_scores_first(n: int, m: int) -> Draw:
    """Examples of which high scores are seen four times as often; weights make up for it."""

    def seen(rng: np.random.Generator, domain: Domain, kind: int, size: int) -> FloatArray:
        score = domain.draw(rng, 16 * size, 16 * size)[kind]
        return score[(score > 1.0) | (rng.random(score.size) < _RARELY)][:size]

    def draw(rng: np.random.Generator, domain: Domain) -> Predictions:
        score = np.concatenate([seen(rng, domain, 0, n), seen(rng, domain, 1, m)])
        label = np.repeat([False, True], [n, m])
        return predictions(label, score, sample_weight=np.where(score > 1.0, 1.0, 1.0 / _RARELY))

    return draw


def _weighted(sample: Predictions, weight: FloatArray) -> Predictions:
    return predictions(sample.positive, sample.score, sample_weight=weight)


def _clustered(sizes: Callable[[np.random.Generator], np.ndarray], *, mixed: bool) -> Draw:
    """Clusters that share half of what a score varies by: each of one class, or of both."""

    def draw(rng: np.random.Generator, _: Domain) -> Predictions:
        size = sizes(rng)
        cluster = np.repeat(np.arange(size.size), size)
        label = rng.random(cluster.size if mixed else size.size) < 0.4
        label = label if mixed else label[cluster]
        own, shared = rng.normal(size=cluster.size), rng.normal(size=size.size)[cluster]
        score = np.sqrt(1.0 - _SHARED) * own + np.sqrt(_SHARED) * shared + 2.0 * label
        return predictions(label, score, clusters=cluster)

    return draw


def _of(count: int, size: int) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda _rng: np.full(count, size)


def _around(count: int, size: int) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda rng: 1 + rng.poisson(size - 1, count)


_TWO, _ONE, _NEAR = DOMAINS["normal, 2 apart"], DOMAINS["normal, 1 apart"], HARD["normal, AUC .55"]
_FOUR, _EXPONENTIAL = DOMAINS["4 levels"], DOMAINS["bi-exponential"]
CELLS: dict[tuple[str, str], Design] = {
    ("weights without a pattern, 1 apart", "100+100"): Design(_ONE, _without_a_pattern(100, 100)),
    ("weights without a pattern, 2 apart", "180+20"): Design(_TWO, _without_a_pattern(180, 20)),
    ("weights without a pattern, 4 levels", "15+15"): Design(_FOUR, _without_a_pattern(15, 15)),
    ("weights without a pattern, AUC .55", "500+500"): Design(_NEAR, _without_a_pattern(500, 500)),
    ("high scores seen more often, 2 apart", "100+100"): Design(_TWO, _high_scores_first(100, 100)),
    ("high scores seen more often, bi-exponential", "180+20"): Design(
        _EXPONENTIAL, _high_scores_first(180, 20)
    ),
    ("high scores seen more often, 2 apart", "500+500"): Design(_TWO, _high_scores_first(500, 500)),
    ("clusters of both classes", "30 of 6"): Design(_TWO, _clustered(_of(30, 6), mixed=True)),
    ("clusters of both classes", "15 of about 8"): Design(
        _TWO, _clustered(_around(15, 8), mixed=True)
    ),
    ("clusters of one class each", "40 of 5"): Design(_TWO, _clustered(_of(40, 5), mixed=False)),
    ("clusters of one class each", "200 of about 3"): Design(
        _TWO, _clustered(_around(200, 3), mixed=False)
    ),
}


def coverage(name: str, sizes: str, n_sets: int) -> list[Row]:
    """The recommended bands on the same data sets, with weights and clusters and without."""
    design = CELLS[name, sizes]
    best = design.domain.best(GRID)
    rng = generator("designs", name, sizes)
    held, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        sample = design.sample(rng)
        seed = int(rng.integers(2**32))
        bare = replace(sample, weight=None, clusters=None)
        for method, given in ((RECOMMENDED, sample), (IGNORED, bare)):
            drawn = finished(resampling(given, n_resamples=N_RESAMPLES, rng=seed, pc=GRID))
            chosen = true_cost(design.domain, drawn.candidates)
            for kind in ("pointwise", "simultaneous"):
                band = envelope_band(drawn, simultaneous=kind == "simultaneous")
                key = (method, kind, 0.9)
                held[key, BEST].append(holds(band, best))
                held[key, CHOSEN].append(holds(band, chosen))
                widths[key].append(band.upper - band.lower)
    return coverage_rows({"part": PART, "domain": name, "sizes": sizes}, held, widths)


# ---- Folds: each has a model and a test set of its own, and their mean cost is told


FOLDS = "folds"
FOLD_SIZES = {
    "5 of 12+8": (5, 12, 8),
    "5 of 90+10": (5, 90, 10),
    "10 of 60+40": (10, 60, 40),
}
_THREE = DOMAINS["normal, 3 apart"]
FOLD_DOMAINS = {
    "folds alike": (_TWO,),
    "folds unlike": (_ONE, _TWO, _THREE),
    "folds near chance": (_NEAR,),
    "folds of 4 levels": (_FOUR,),
}


def folded(name: str, sizes: str, n_sets: int) -> list[Row]:
    """The recommended bands of the mean cost of folds: of the models that there are."""
    n_folds, n, m = FOLD_SIZES[sizes]
    kinds = FOLD_DOMAINS[name]
    domains = [kinds[i % len(kinds)] for i in range(n_folds)]
    best = np.mean([domain.best(GRID) for domain in domains], axis=0)
    rng = generator("folds", name, sizes)
    held, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        drawn = resampled([domain.sample(rng, n, m) for domain in domains], rng)
        pairs = zip(domains, drawn.parts, strict=True)
        chosen = np.mean([true_cost(domain, part.candidates) for domain, part in pairs], axis=0)
        for kind in ("pointwise", "simultaneous"):
            band = envelope_band(drawn, simultaneous=kind == "simultaneous")
            key = (RECOMMENDED, kind, 0.9)
            held[key, BEST].append(holds(band, best))
            held[key, CHOSEN].append(holds(band, chosen))
            widths[key].append(band.upper - band.lower)
    return coverage_rows({"part": FOLDS, "domain": name, "sizes": sizes}, held, widths)


def resampled(samples: Sequence[Predictions], rng: np.random.Generator) -> EnvelopeResamples:
    """Resamples of a classifier of folds, each fold drawn by itself unless they share clusters."""
    each = [alone(candidates(sample)) for sample in samples]
    run = Run(each, GRID, N_RESAMPLES, int(rng.integers(2**32)))
    *_, (_, last) = by_turns([run], [N_RESAMPLES])
    return last.each[0]


# ---- Clusters whose rows are in several folds, as those of a patient that nobody kept together


ACROSS = "clusters across folds"
ACROSS_CELLS: dict[tuple[str, str], tuple[int, Draw]] = {
    ("clusters of both classes", "40 of 10 in 5 folds"): (
        5,
        _clustered(_of(40, 10), mixed=True),
    ),
    ("clusters of one class each", "60 of 8 in 5 folds"): (5, _clustered(_of(60, 8), mixed=False)),
    ("clusters of one class each", "200 of about 3 in 10 folds"): (
        10,
        _clustered(_around(200, 3), mixed=False),
    ),
    ("clusters of one class each", "20 of 40 in 5 folds"): (
        5,
        _clustered(_of(20, 40), mixed=False),
    ),
}
APART = "each fold drawn by itself"


def across(name: str, sizes: str, n_sets: int) -> list[Row]:
    """The recommended bands of the mean cost of folds, with clusters drawn once for all and not."""
    n_folds, draw = ACROSS_CELLS[name, sizes]
    rng = generator("across", name, sizes)
    described = {"part": ACROSS, "domain": name, "sizes": sizes}
    return _of_parts(lambda: _split(draw, n_folds, rng), rng, n_sets, described, compared=True)


def _of_parts(
    split: Callable[[], tuple[Predictions, ...]],
    rng: np.random.Generator,
    n_sets: int,
    described: dict[str, Any],
    *,
    compared: bool = False,
) -> list[Row]:
    """Bands of folds that go together, and compared to these the same as if they did not."""
    best = _TWO.best(GRID)
    held, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        parts = split()
        apart = {APART: tuple(map(_bare, parts))} if compared else {}
        for method, given in ({RECOMMENDED: parts} | apart).items():
            drawn = resampled(given, rng)
            chosen = np.mean([true_cost(_TWO, part.candidates) for part in drawn.parts], axis=0)
            for kind in ("pointwise", "simultaneous"):
                band = envelope_band(drawn, simultaneous=kind == "simultaneous")
                key = (method, kind, 0.9)
                held[key, BEST].append(holds(band, best))
                held[key, CHOSEN].append(holds(band, chosen))
                widths[key].append(band.upper - band.lower)
    return coverage_rows(described, held, widths)


REPEATS = "repeats"
REPEAT_SIZES = {
    "5 folds of 60+40, 3 times": (60, 40, 5, 3),
    "5 folds of 90+10, 4 times": (90, 10, 5, 4),
}
REPEAT_SIZES |= {"2 folds of 15+15, 5 times": (15, 15, 2, 5)}
ALIKE = {"models that agree": 0.95, "models that agree less": 0.6}
REPEAT_CELLS = (
    ("models that agree", "2 folds of 15+15, 5 times"),
    ("models that agree", "5 folds of 60+40, 3 times"),
    ("models that agree less", "2 folds of 15+15, 5 times"),
    ("models that agree", "5 folds of 90+10, 4 times"),
)


def repeated(name: str, sizes: str, n_sets: int) -> list[Row]:
    """The same of repeated cross-validation: each example is in one fold of each repeat."""
    n, m, n_folds, n_repeats = REPEAT_SIZES[sizes]
    rng = generator("repeats", name, sizes)
    label = np.tile(np.repeat([False, True], [n, m]), n_folds)
    share = ALIKE[name]

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

    described = {"part": REPEATS, "domain": name, "sizes": sizes}
    return _of_parts(split, rng, n_sets, described)


def _split(draw: Draw, n_folds: int, rng: np.random.Generator) -> tuple[Predictions, ...]:
    """A test set whose rows are dealt to folds, each of which has both classes."""
    while True:
        whole = draw(rng, _TWO)
        fold = rng.permutation(whole.score.size) % n_folds
        kept = [fold == i for i in range(n_folds)]
        if all(0 < whole.positive[one].sum() < one.sum() for one in kept):
            break
    return cast("tuple[Predictions, ...]", folds([_rows(whole, one) for one in kept]).parts)


def _rows(
    whole: Predictions, kept: BoolArray, group: NDArray[np.str_] | None = None
) -> Predictions:
    cluster = np.arange(whole.score.size) if whole.clusters is None else whole.clusters
    groups = None if group is None else group[kept]
    return predictions(
        whole.positive[kept], whole.score[kept], clusters=cluster[kept], groups=groups
    )


def _bare(given: Predictions) -> Predictions:
    return replace(given, reach=None)


# ---- Gaps of groups at one common threshold


GROUPS = "groups"
GAP = "unpaired gap"
GROUP_SIZES = {"100+40, 60+30": (100, 40, 60, 30), "400+80, 40+8": (400, 80, 40, 8)}
GROUP_SIZES |= {"1000+300, 900+250": (1000, 300, 900, 250)}
GROUP_DOMAINS = {
    "both alike": (DOMAINS["normal, 2 apart"], DOMAINS["normal, 2 apart"]),
    "one less well told apart": (DOMAINS["normal, 2 apart"], DOMAINS["normal, 1 apart"]),
    "other shapes": (DOMAINS["bi-exponential"], DOMAINS["unequal variances"]),
}
_ASKED = 0.3


GAPS_ACROSS = "groups of clusters across folds"
GAPS_ACROSS_DOMAINS = ("clusters of both classes", "clusters of one class each")
GAP_CLUSTERS = {
    "20 of 10 in 5 folds, each group": (20, 10),
    "60 of 4 in 5 folds, each group": (60, 4),
}


def gaps_across(name: str, sizes: str, n_sets: int) -> list[Row]:
    """The same of clusters, each of one group, whose rows are in several folds; scores pooled."""
    count, size = GAP_CLUSTERS[sizes]
    rng = generator("gaps across", name, sizes)
    draw = _clustered(_of(2 * count, size), mixed=name == "clusters of both classes")
    group = np.repeat(["a", "b"], count * size)

    def sample() -> Classifier:
        whole = Design(_TWO, draw).sample(rng)
        fold = rng.permutation(whole.score.size) % 5
        return folds([_rows(whole, fold == i, group) for i in range(5)])

    return _gaps(
        sample, (_TWO, _TWO), n_sets, {"part": GAPS_ACROSS, "domain": name, "sizes": sizes}
    )


def gaps(name: str, sizes: str, n_sets: int) -> list[Row]:
    """The gaps of fpr, tpr and cost, at the threshold that is best for all together."""
    first, second = GROUP_DOMAINS[name]
    n, m, other_n, other_m = GROUP_SIZES[sizes]
    rng = generator("groups", name, sizes)
    group = np.repeat(["a", "b"], [n + m, other_n + other_m])

    def sample() -> Predictions:
        samples = first.sample(rng, n, m), second.sample(rng, other_n, other_m)
        label, score = (
            np.concatenate([getattr(one, field) for one in samples])
            for field in ("positive", "score")
        )
        return predictions(label, score, groups=group)

    return _gaps(sample, (first, second), n_sets, {"part": GROUPS, "domain": name, "sizes": sizes})


def _gaps(
    sample: Callable[[], Classifier],
    domains: tuple[Domain, Domain],
    n_sets: int,
    described: dict[str, Any],
) -> list[Row]:
    """Shares of gaps, of two groups with these true distributions, that were held."""
    first, second = domains
    held, widths = defaultdict(list), defaultdict(list)
    for _ in range(n_sets):
        model = CostCurveModel({"c": sample()}, average="pooled")
        model.pc = _ASKED
        for one in model.groups()[:1]:
            cut = np.array([one.point.threshold])
            for target, pc, gap in (
                ("gap of fpr", 0.0, one.fpr_gap),
                ("gap of misses", 1.0, one.tpr_gap),
                ("gap of cost", _ASKED, one.cost_gap),
            ):
                at = np.array([pc])
                true = float((first.cost(cut, at) - second.cost(cut, at))[0])
                true = -true if pc == 1.0 else true
                if gap is None:  # a group without one class has no rate of it
                    continue
                held[target, pc].append(gap.lower <= true <= gap.upper)
                widths[target, pc].append(gap.upper - gap.lower)
    return [
        Row(
            **described,
            method=GAP,
            recommended=True,
            kind="pointwise",
            target=target,
            pc=f"{pc:g}",
            nominal=0.9,
            mean_width=float(np.mean(widths[target, pc])),
            **share_of(np.array(inside)),
        )
        for (target, pc), inside in held.items()
    ]
