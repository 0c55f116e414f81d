"""Speed of confidence bands compared with a loop over scikit-learn and with R's pROC.

All methods use 501 values of pc or of the false positive rate. Slow alternatives run for few
resamples and are extrapolated to 2,000. AUC intervals are compared with DeLong's method by ranks.
`--quick` omits a million examples.
"""

import argparse
import itertools
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata  # type: ignore[import-untyped]
from sklearn import metrics

from cc_widgets.core import cell_counts, predictions
from cc_widgets.core.uncertainty import (
    envelope_band,
    finished,
    joint_resampling,
    line_counts,
    mover_band,
    resampling,
    roc_area,
    roc_area_difference,
)
from cc_widgets.core.uncertainty.bootstrap import ResampleAccumulator, evaluate_resamples
from cc_widgets.core.uncertainty.buckets import (
    N_CANDIDATES,
    Candidates,
    JointBuckets,
    candidates,
    joint_buckets,
    single_buckets,
)
from cc_widgets.core.uncertainty.envelopes import optimistic_band
from cc_widgets.core.uncertainty.percentiles import exact_band, line_replicates, percentile_band
from cc_widgets.core.uncertainty.sampling import block_tasks, rows_per_block, run_tasks
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.jobs import n_worker_threads
from cc_widgets.model.state import CostCurveModel
from tests.bench.measuring import MEGA, Work, best, examples, heading, peak, rows_of_r

N_RESAMPLES = 2000
GRID = np.linspace(0, 1, 501)
SIZES = [1_000, 10_000, 100_000, MEGA]
REPLICATES = {1_000: 2000, 10_000: 400, 100_000: 60, MEGA: 24}  # extrapolated to N_RESAMPLES
MODELS = [(10_000, 2), (100_000, 5), (MEGA, 2)]  # examples, classifiers
LOOPS = {1_000: 200, 10_000: 60, 100_000: 8, MEGA: 2}
TURNS = 3
R_SCRIPT = """
for (size in c({sizes})) {{
  set.seed(0); y <- rep(0:1, size / 2); s <- plogis(rnorm(size) + 1.2 * y)
  curve <- pROC::roc(y, s, levels = 0:1, direction = "<", quiet = TRUE)
  band <- function() pROC::ci.se(curve, specificities = seq(0, 1, length.out = 501),
      boot.n = {boot}, conf.level = .9, progress = "none")
  cat(size, system.time(band())[["elapsed"]] * {resamples} / {boot}, "\\n")
}}
"""


R_AREA = """
for (size in c({sizes})) {{
  set.seed(0); y <- rep(0:1, size / 2); s <- plogis(rnorm(size) + 1.2 * y)
  work <- function() {{
    curve <- pROC::roc(y, s, levels = 0:1, direction = "<", quiet = TRUE, algorithm = 2)
    pROC::ci.auc(curve, method = "delong", conf.level = .9)
  }}
  cat(size, system.time(work())[["elapsed"]], "\\n")
}}
"""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="omit a million examples")
    sizes = SIZES[:-1] if parser.parse_args().quick else SIZES
    ours = _print_envelopes(sizes)
    _print_r(ours)
    _print_gaps(sizes[2:])
    _print_first(sizes[-1])
    _print_pairs(sizes)
    _print_model([(size, number) for size, number in MODELS if size in sizes])
    _print_threads(sizes[1:])
    _print_lines()
    _print_areas(sizes[1:])


def band_of(thresholds: Candidates, n_resamples: int, n_threads: int) -> object:
    """Return the recommended band, including resampling and percentiles."""
    parts = resampling(thresholds, n_resamples=n_resamples, rng=0, n_threads=n_threads)
    return envelope_band(finished(parts))


def loop(label: NDArray[np.bool_], scores: Sequence[NDArray[Any]], n_resamples: int) -> object:
    """Compute bootstrap bands of ROC curves with scikit-learn and interpolation."""
    rng = np.random.default_rng(0)
    classes = [np.flatnonzero(label), np.flatnonzero(~label)]
    rows = []
    for _ in range(n_resamples):
        rows_drawn = np.concatenate([rng.choice(members, members.size) for members in classes])
        curves = [metrics.roc_curve(label[rows_drawn], score[rows_drawn])[:2] for score in scores]
        rows.append([np.interp(GRID, fpr, tpr) for fpr, tpr in curves])
    return np.quantile(rows, [0.05, 0.95], axis=0)


def _print_envelopes(sizes: Sequence[int]) -> dict[int, float]:
    print(
        f"Envelope band, {N_RESAMPLES:,} resamples; sklearn/: ratio of the time of a loop over "
        "scikit-learn's roc_curve"
    )
    print(
        f"{'examples':>10} {'thresholds':12}{'number':>9}{'threads':>8}{'ms':>9}"
        f"{'sklearn/':>10}{'prepared ms':>13}{'extra MB':>10}"
    )
    ours: dict[int, float] = {}
    for size in sizes:
        label, score = examples(size)
        validated = predictions(label, score)
        works = {"loop": partial(loop, label, [score], LOOPS[size])}
        settings = {}
        for (name, limit), threads in itertools.product(
            (("all", None), ("few", N_CANDIDATES)), (1, 2)
        ):
            thresholds = candidates(validated, few=limit)
            number = N_RESAMPLES if thresholds.gap.size else REPLICATES[size]
            settings[f"{name}/{threads}"] = (name, thresholds, threads, number)
            works[f"{name}/{threads}"] = partial(band_of, thresholds, number, threads)
        seconds = best(works, TURNS)
        peer = seconds["loop"] / LOOPS[size] * N_RESAMPLES
        for key, (name, thresholds, threads, number) in settings.items():
            own = seconds[key] / number * N_RESAMPLES
            limit = None if name == "all" else N_CANDIDATES
            prepared = best({"": partial(candidates, validated, few=limit)}, 3)[""]
            extra = peak(works[key]) / 1e6 if threads == 1 else np.nan
            print(
                f"{size:10,} {name:12}{thresholds.fp.size:9,}{threads:8}{1e3 * own:9.1f}"
                f"{peer / own:10.0f}{1e3 * prepared:13.1f}{extra:10.1f}"
            )
            if not thresholds.gap.size:
                ours.setdefault(size, own)
    return ours


def _print_r(ours: dict[int, float], boot: int = 200) -> None:
    sizes = [size for size in ours if size <= SIZES[1]]
    script = R_SCRIPT.format(sizes=", ".join(map(str, sizes)), boot=boot, resamples=N_RESAMPLES)
    rows = rows_of_r(script)
    if not rows:
        print("\nR's pROC: not installed, skipped")
        return
    print("\nR's pROC ci.se at 501 specificities, compared with all thresholds on one thread")
    for size, seconds in rows:
        print(f"{int(size):10,} {seconds / ours[int(size)]:8.0f} times as long")


def _print_gaps(sizes: Sequence[int], rows: int = 100) -> None:
    print(
        "\nLoss by few thresholds compared with all thresholds on the same resamples, in standard "
        "deviations of a resample"
    )
    print(f"{'examples':>10}{'largest mean':>14}{'average':>10}{'computed bound':>16}{'in sd':>8}")
    for size in sizes:
        label, score = examples(size)
        validated = predictions(label, score)
        full, subset = candidates(validated, few=None), candidates(validated)
        all_costs = finished(resampling(full, n_resamples=rows, rng=0)).cost
        reduced = _evaluate_reduced(subset, full, rows)
        spread = np.maximum(all_costs.std(axis=0), 1e-12)
        varies = all_costs.std(axis=0) > 1e-9
        gap = ((reduced.cost - all_costs).mean(axis=0) / spread)[varies]
        bound = reduced.thinning
        print(
            f"{size:10,}{gap.max():14.3f}{gap.mean():10.3f}{bound:16.1e}{bound / spread.max():8.1f}"
        )


def _evaluate_reduced(subset: Candidates, full: Candidates, rows: int) -> Any:
    """Return the costs with a subset of thresholds on the resamples drawn with all of them."""
    starts = np.searchsorted(full.fp + full.tp, subset.fp + subset.tp)[:-1]
    buckets = single_buckets(full)
    samplers = buckets.negative.sampler(), buckets.positive.sampler()

    def work(rng: np.random.Generator, n_rows: int) -> Any:
        totals = np.full(n_rows, full.negatives), np.full(n_rows, full.positives)
        drawn = [sample(rng, total)[0] for sample, total in zip(samplers, totals, strict=True)]
        counts = (np.add.reduceat(cells, starts, axis=1) for cells in drawn)
        return evaluate_resamples(subset, GRID, *counts)[0]

    accumulator = ResampleAccumulator([subset], GRID, rows, 0)
    tasks = block_tasks(work, rows, rows_per_block(full.fp.size), 0)
    return finished(accumulator.add(block) for block in run_tasks(tasks))


def _print_first(size: int, first: int = 200) -> None:
    label, score = examples(size)
    thresholds = candidates(predictions(label, score))

    def first_band() -> object:
        parts = resampling(thresholds, n_resamples=N_RESAMPLES, rng=0)
        return optimistic_band(next(part for part in parts if part.n_done >= first))

    seconds = best({"first": first_band, "sort": partial(np.sort, score)}, 7)
    steps, start = [], time.perf_counter()
    for _ in resampling(thresholds, n_resamples=N_RESAMPLES, rng=0):
        steps.append(time.perf_counter() - start)
        start = time.perf_counter()
    print(
        f"\nFirst band of {first} resamples, {size:,} examples counted in advance: "
        f"{1e3 * seconds['first']:.1f} ms, {seconds['first'] / seconds['sort']:.1f} np.sorts of "
        f"the scores; longest step {max(steps) / sum(steps):.3f} of the run"
    )


def _print_pairs(sizes: Sequence[int]) -> None:
    print("\nDifference of two envelopes; sklearn/: ratio of a loop with two calls of roc_curve")
    print(
        f"{'examples':>10} {'thresholds':12}{'threads':>8}{'ms':>9}{'sklearn/':>10}"
        f"{'prepared ms':>13}"
    )
    for size in sizes:
        label, scores = _scores_of(size)
        pair = [predictions(label, score) for score in scores]
        works = {"loop": partial(loop, label, scores, LOOPS[size])}
        buckets = {
            name: joint_buckets(pair, few=limit)
            for name, limit in (("all", None), ("few", N_CANDIDATES))
        }
        number = max(60, REPLICATES[size] // 2)
        for name, threads in itertools.product(buckets, (1, 2)):
            works[f"{name}/{threads}"] = partial(_joint_resamples, buckets[name], number, threads)
        seconds = best(works, TURNS)
        peer = seconds["loop"] / LOOPS[size] * N_RESAMPLES
        for name, threads in itertools.product(buckets, (1, 2)):
            own = seconds[f"{name}/{threads}"] / number * N_RESAMPLES
            limit = None if name == "all" else N_CANDIDATES
            prepared = best({"": partial(joint_buckets, pair, few=limit)}, 1)[""]
            print(
                f"{size:10,} {name:12}{threads:8}{1e3 * own:9.1f}{peer / own:10.0f}"
                f"{1e3 * prepared:13.1f}"
            )


def _joint_resamples(buckets: JointBuckets, number: int, threads: int) -> object:
    return finished(joint_resampling(buckets, n_resamples=number, rng=0, n_threads=threads))


def _scores_of(size: int, number: int = 2) -> tuple[NDArray[np.bool_], list[NDArray[Any]]]:
    """Return labels and scores of classifiers with correlated errors."""
    rng = np.random.default_rng(0)
    label, shared = rng.random(size) < 0.5, rng.normal(size=size)
    return label, [
        1 / (1 + np.exp(-(0.9 * shared + 0.45 * rng.normal(size=size) + shift * label)))
        for shift in 1.2 + 0.2 * np.arange(number)
    ]


def _print_model(models: Sequence[tuple[int, int]]) -> None:
    print(
        f"\nBands of a model on {n_worker_threads()} threads: seconds (CPU seconds per classifier) "
        "until the first and all bands, then until the first difference and the expected cost of "
        "the best classifier, and seconds of the expected cost at a single pc"
    )
    print(
        f"{'examples':>10}{'classifiers':>12}{'first bands':>16}{'all bands':>16}"
        f"{'first difference':>18}{'in use':>14}{'at one pc':>11}"
    )
    for size, number in models:
        label, scores = _scores_of(size, number)
        sources = {f"{i}": predictions(label, score) for i, score in enumerate(scores)}
        runs = np.min([_seconds_until(sources) for _ in range(TURNS)], axis=0)
        (first, first_busy), (whole, busy), (difference, _), (in_use, in_use_busy) = runs
        single = best({"": partial(_expected_cost, sources)}, TURNS)[""]
        each = [(first, first_busy), (whole, busy), (in_use, in_use_busy)]
        cells = [f"{wall:.2f} ({cpu / number:.2f})" for wall, cpu in each]
        print(
            f"{size:10,}{number:12}{cells[0]:>16}{cells[1]:>16}{difference:18.2f}"
            f"{cells[2]:>14}{single:11.2f}"
        )


def _expected_cost(sources: dict[str, Any]) -> object:
    return CostCurveModel(sources).confidence_interval(pc=0.5).expected


def _seconds_until(sources: dict[str, Any]) -> NDArray[np.float64]:
    """Return wall and CPU seconds of four steps, one row each.

    The steps are: start to first bands, start to all bands, all bands to first difference, all
    bands to the expected cost of the best classifier.
    """
    model = CostCurveModel(sources, resampling=BootstrapSettings(n_resamples=N_RESAMPLES, rng=0))
    clocks_at: dict[str, NDArray[np.float64]] = {}

    def look(_change: object) -> None:
        clocks = np.array([time.perf_counter(), time.process_time()])
        clocks_at.setdefault("first", clocks)
        if model.bands is not None and model.bands.complete:
            clocks_at.setdefault("bands", clocks)
        if model._difference is not None:
            clocks_at.setdefault("difference", clocks)
        if model.bands is not None and model.bands.best is not None:
            clocks_at.setdefault("in use", clocks)
        if {"difference", "in use"} <= clocks_at.keys():
            assert model.job is not None
            model.job.cancel()

    model.observe(look, ["bands", "_difference"])
    start = np.array([time.perf_counter(), time.process_time()])
    model.bootstrap(wait=False).wait()
    bands = clocks_at["bands"]
    return np.array(
        [
            clocks_at["first"] - start,
            bands - start,
            clocks_at["difference"] - bands,
            clocks_at["in use"] - bands,
        ]
    )


def _print_threads(sizes: Sequence[int]) -> None:
    print("\nSpeed-up by two threads: np.sort of the scores, a band, and their ratio")
    print(f"{'examples':>10}{'np.sort':>10}{'band':>8}{'ratio':>8}")
    for size in sizes:
        label, score = examples(size)
        thresholds = candidates(predictions(label, score))
        repeats = max(2, MEGA // size)
        sorts = partial(_sort_repeatedly, score, repeats)
        works: dict[str, Work] = {
            "sort/1": partial(_in_threads, [sorts, sorts], 1),
            "sort/2": partial(_in_threads, [sorts, sorts], 2),
            "band/1": partial(band_of, thresholds, N_RESAMPLES, 1),
            "band/2": partial(band_of, thresholds, N_RESAMPLES, 2),
        }
        seconds = best(works, 2 * TURNS)
        sort, band = (seconds[f"{name}/1"] / seconds[f"{name}/2"] for name in ("sort", "band"))
        print(f"{size:10,}{sort:10.2f}{band:8.2f}{band / sort:8.2f}")


def _sort_repeatedly(score: NDArray[Any], repeats: int) -> None:
    for _ in range(repeats):
        np.sort(score)


def _in_threads(works: Sequence[Work], n_threads: int) -> object:
    return list(run_tasks(works, n_threads))


def _print_lines() -> None:
    print(
        f"\nBand of a confusion matrix: exact, compared with {N_RESAMPLES:,} and a million "
        "resamples"
    )
    print(f"{'examples':>10}{'exact ms':>10}{'/ 2,000':>9}{'1e6 /':>9}{'MOVER ms':>10}")
    for size in (30, 1_000, 10_000):
        third = size // 3
        line = line_counts(
            cell_counts(tp=third - third // 5, fn=third // 5, fp=third // 4, tn=third - third // 4)
        )
        seconds = best(
            {
                "exact": partial(exact_band, line),
                "few": partial(_percentile_band, line, N_RESAMPLES),
                "mover": partial(mover_band, line),
            },
            9,
        )
        many = best({"": partial(_percentile_band, line, MEGA)}, 1)[""]
        print(
            f"{2 * third:10,}{1e3 * seconds['exact']:10.2f}"
            f"{seconds['exact'] / seconds['few']:9.2f}{many / seconds['exact']:9.0f}"
            f"{1e3 * seconds['mover']:10.2f}"
        )


def _percentile_band(line: Any, number: int) -> object:
    return percentile_band(line_replicates(line, n_resamples=number, rng=0))


def _print_areas(sizes: Sequence[int]) -> None:
    print(
        "\nAUC with confidence interval, compared with np.sort of the scores, with DeLong's "
        "method in NumPy\n(mid-ranks by scipy's rankdata) and with R's pROC if installed"
    )
    print(f"{'examples':>10}{'':12}{'ms':>8}{'np.sorts':>10}{'NumPy/':>8}{'pROC/':>8}")
    script = R_AREA.format(sizes=", ".join(map(str, sizes)))
    in_r = {int(size): seconds for size, seconds in rows_of_r(script)}
    for size in sizes:
        label, scores = _scores_of(size)
        pair = [predictions(label, score) for score in scores]
        works: dict[str, Work] = {
            "sort": partial(np.sort, scores[0]),
            "area": partial(roc_area, pair[0]),
            "difference": partial(roc_area_difference, *pair),
            "area/peer": partial(delong, label, scores[:1]),
            "difference/peer": partial(delong, label, scores),
        }
        seconds = best(works, TURNS)
        for name in ("area", "difference"):
            own = seconds[name]
            r = f"{in_r[size] / own:8.0f}" if name == "area" and size in in_r else f"{'-':>8}"
            print(
                f"{size:10,} {name:11}{1e3 * own:8.1f}{own / seconds['sort']:10.1f}"
                f"{seconds[f'{name}/peer'] / own:8.1f}{r}"
            )


def delong(label: NDArray[np.bool_], scores: Sequence[NDArray[Any]]) -> object:
    """Return the covariance of AUCs by DeLong's method with mid-ranks."""
    parts = []
    for score in scores:
        positive, negative = score[label], score[~label]
        ranks = rankdata(np.concatenate([positive, negative]))
        m, n = positive.size, negative.size
        parts.append(
            (
                (ranks[:m] - rankdata(positive)) / n,
                1.0 - (ranks[m:] - rankdata(negative)) / m,
            )
        )
    return [np.cov(rows) / len(rows[0]) for rows in zip(*parts, strict=True)]


if __name__ == "__main__":
    print(heading())
    main()
