"""Bands beside the loops that one would write with scikit-learn, and beside R's pROC.

All ways take 501 values of pc, or of the false positive rate. Slow peers run for a few
resamples only and are scaled up to 2,000. Areas stand beside the usual way by ranks.
With `--quick` a million examples are left out.
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
    Candidates,
    JointBuckets,
    candidates,
    envelope_band,
    exact_band,
    finished,
    joint_buckets,
    joint_resampling,
    line_counts,
    line_replicates,
    mover_band,
    optimistic_band,
    percentile_band,
    resampling,
    roc_area,
    roc_area_difference,
)
from cc_widgets.core.uncertainty._buckets import FEW, alone
from cc_widgets.core.uncertainty._draws import block_rows, block_tasks, in_order
from cc_widgets.core.uncertainty._resampling import Growing, evaluated
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.jobs import processors
from cc_widgets.model.state import CostCurveModel
from tests.bench.measuring import MEGA, Work, best, examples, heading, peak, rows_of_r

N_RESAMPLES = 2000
GRID = np.linspace(0, 1, 501)
SIZES = [1_000, 10_000, 100_000, MEGA]
REPLICATES = {1_000: 2000, 10_000: 400, 100_000: 60, MEGA: 24}  # measured, then scaled up
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
    parser.add_argument("--quick", action="store_true", help="leave out a million examples")
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


def band_of(found: Candidates, n_resamples: int, n_threads: int) -> object:
    """All that is measured: resamples, percentiles, the recommended band."""
    parts = resampling(found, n_resamples=n_resamples, rng=0, n_threads=n_threads)
    return envelope_band(finished(parts))


def loop(label: NDArray[np.bool_], scores: Sequence[NDArray[Any]], n_resamples: int) -> object:
    """Resample each class, make ROC curves, interpolate; the way one finds in most notebooks."""
    draw = np.random.default_rng(0)
    classes = [np.flatnonzero(label), np.flatnonzero(~label)]
    rows = []
    for _ in range(n_resamples):
        some = np.concatenate([draw.choice(members, members.size) for members in classes])
        curves = [metrics.roc_curve(label[some], score[some])[:2] for score in scores]
        rows.append([np.interp(GRID, fpr, tpr) for fpr, tpr in curves])
    return np.quantile(rows, [0.05, 0.95], axis=0)


def _print_envelopes(sizes: Sequence[int]) -> dict[int, float]:
    print(
        f"Envelope band, {N_RESAMPLES:,} resamples; times as long as ours takes a loop over "
        "scikit-learn's roc_curve with interpolation"
    )
    print(
        f"{'examples':>10} {'thresholds':12}{'of them':>9}{'threads':>8}{'ms':>9}"
        f"{'sklearn/':>10}{'prepared ms':>13}{'extra MB':>10}"
    )
    ours: dict[int, float] = {}
    for size in sizes:
        label, score = examples(size)
        checked = predictions(label, score)
        works = {"loop": partial(loop, label, [score], LOOPS[size])}
        settings = {}
        for (name, few), threads in itertools.product((("all", None), ("few", FEW)), (1, 2)):
            found = candidates(checked, few=few)
            number = N_RESAMPLES if found.gap.size else REPLICATES[size]
            settings[f"{name}/{threads}"] = (name, found, threads, number)
            works[f"{name}/{threads}"] = partial(band_of, found, number, threads)
        seconds = best(works, TURNS)
        peer = seconds["loop"] / LOOPS[size] * N_RESAMPLES
        for key, (name, found, threads, number) in settings.items():
            own = seconds[key] / number * N_RESAMPLES
            few = None if name == "all" else FEW
            prepared = best({"": partial(candidates, checked, few=few)}, 3)[""]
            extra = peak(works[key]) / 1e6 if threads == 1 else np.nan
            print(
                f"{size:10,} {name:12}{found.fp.size:9,}{threads:8}{1e3 * own:9.1f}"
                f"{peer / own:10.0f}{1e3 * prepared:13.1f}{extra:10.1f}"
            )
            if not found.gap.size:
                ours.setdefault(size, own)
    return ours


def _print_r(ours: dict[int, float], boot: int = 200) -> None:
    sizes = [size for size in ours if size <= SIZES[1]]
    script = R_SCRIPT.format(sizes=", ".join(map(str, sizes)), boot=boot, resamples=N_RESAMPLES)
    rows = rows_of_r(script)
    if not rows:
        print("\nR's pROC: not installed here, not measured")
        return
    print("\nR's pROC ci.se at 501 specificities, same run, beside all thresholds on one thread")
    for size, seconds in rows:
        print(f"{int(size):10,} {seconds / ours[int(size)]:8.0f} times as long")


def _print_gaps(sizes: Sequence[int], rows: int = 100) -> None:
    print(
        "\nWhat few thresholds cost: gap to all thresholds on the same resamples, in standard "
        "deviations of a resample"
    )
    print(f"{'examples':>10}{'largest mean':>14}{'average':>10}{'computed bound':>16}{'in sd':>8}")
    for size in sizes:
        label, score = examples(size)
        checked = predictions(label, score)
        full, few = candidates(checked, few=None), candidates(checked)
        every = finished(resampling(full, n_resamples=rows, rng=0)).cost
        seen = _seen_by(few, full, rows)
        spread = np.maximum(every.std(axis=0), 1e-12)
        inside = every.std(axis=0) > 1e-9
        gap = ((seen.cost - every).mean(axis=0) / spread)[inside]
        bound = seen.thinning
        print(
            f"{size:10,}{gap.max():14.3f}{gap.mean():10.3f}{bound:16.1e}{bound / spread.max():8.1f}"
        )


def _seen_by(few: Candidates, full: Candidates, rows: int) -> Any:
    """Evaluate, with few thresholds, the very resamples that were drawn with all of them."""
    kept = np.searchsorted(full.fp + full.tp, few.fp + few.tp)[:-1]
    buckets = alone(full)
    samplers = buckets.negative.sampler(), buckets.positive.sampler()

    def work(rng: np.random.Generator, some: int) -> Any:
        totals = np.full(some, full.negatives), np.full(some, full.positives)
        drawn = [sample(rng, total)[0] for sample, total in zip(samplers, totals, strict=True)]
        return evaluated(few, GRID, *(np.add.reduceat(one, kept, axis=1) for one in drawn))

    growing = Growing([few], GRID, rows, 0)
    tasks = block_tasks(work, rows, block_rows(full.fp.size), 0)
    return finished(growing.add(block) for block in in_order(tasks))


def _print_first(size: int, first: int = 200) -> None:
    label, score = examples(size)
    found = candidates(predictions(label, score))

    def first_band() -> object:
        parts = resampling(found, n_resamples=N_RESAMPLES, rng=0)
        return optimistic_band(next(part for part in parts if part.n_done >= first))

    seconds = best({"first": first_band, "sort": partial(np.sort, score)}, 7)
    steps, start = [], time.perf_counter()
    for _ in resampling(found, n_resamples=N_RESAMPLES, rng=0):
        steps.append(time.perf_counter() - start)
        start = time.perf_counter()
    print(
        f"\nFirst band of {first} resamples, {size:,} examples counted before: "
        f"{1e3 * seconds['first']:.1f} ms, {seconds['first'] / seconds['sort']:.1f} np.sorts of "
        f"the scores; longest step {max(steps) / sum(steps):.3f} of the run"
    )


def _print_pairs(sizes: Sequence[int]) -> None:
    print("\nDifference of two envelopes; a loop with two calls of roc_curve takes so many times")
    print(
        f"{'examples':>10} {'thresholds':12}{'threads':>8}{'ms':>9}{'sklearn/':>10}"
        f"{'prepared ms':>13}"
    )
    for size in sizes:
        label, scores = _scores_of(size)
        pair = [predictions(label, score) for score in scores]
        works = {"loop": partial(loop, label, scores, LOOPS[size])}
        buckets = {
            name: joint_buckets(pair, few=few) for name, few in (("all", None), ("few", FEW))
        }
        number = max(60, REPLICATES[size] // 2)
        for name, threads in itertools.product(buckets, (1, 2)):
            works[f"{name}/{threads}"] = partial(_jointly, buckets[name], number, threads)
        seconds = best(works, TURNS)
        peer = seconds["loop"] / LOOPS[size] * N_RESAMPLES
        for name, threads in itertools.product(buckets, (1, 2)):
            own = seconds[f"{name}/{threads}"] / number * N_RESAMPLES
            few = None if name == "all" else FEW
            prepared = best({"": partial(joint_buckets, pair, few=few)}, 1)[""]
            print(
                f"{size:10,} {name:12}{threads:8}{1e3 * own:9.1f}{peer / own:10.0f}"
                f"{1e3 * prepared:13.1f}"
            )


def _jointly(buckets: JointBuckets, number: int, threads: int) -> object:
    return finished(joint_resampling(buckets, n_resamples=number, rng=0, n_threads=threads))


def _scores_of(size: int, number: int = 2) -> tuple[NDArray[np.bool_], list[NDArray[Any]]]:
    """Scores of classifiers that err on many of the same examples."""
    draw = np.random.default_rng(0)
    label, shared = draw.random(size) < 0.5, draw.normal(size=size)
    return label, [
        1 / (1 + np.exp(-(0.9 * shared + 0.45 * draw.normal(size=size) + shift * label)))
        for shift in 1.2 + 0.2 * np.arange(number)
    ]


def _print_model(models: Sequence[tuple[int, int]]) -> None:
    print(
        f"\nBands of a model on {processors()} threads: seconds since they were asked for, and of "
        "the processors for each classifier; then until the first difference, and until it is "
        "known what to expect of the best in use; and of one pc, when that is asked for alone"
    )
    print(
        f"{'examples':>10}{'classifiers':>12}{'first bands':>16}{'all bands':>16}"
        f"{'first difference':>18}{'in use':>14}{'at one pc':>11}"
    )
    for size, number in models:
        label, scores = _scores_of(size, number)
        given = {f"{i}": predictions(label, score) for i, score in enumerate(scores)}
        runs = np.min([_when_told(given) for _ in range(TURNS)], axis=0)
        (first, first_busy), (whole, busy), (more, _), (in_use, in_use_busy) = runs
        alone = best({"": partial(_in_use_at_one_pc, given)}, TURNS)[""]
        each = [(first, first_busy), (whole, busy), (in_use, in_use_busy)]
        told = [f"{wall:.2f} ({used / number:.2f})" for wall, used in each]
        print(
            f"{size:10,}{number:12}{told[0]:>16}{told[1]:>16}{more:18.2f}{told[2]:>14}{alone:11.2f}"
        )


def _in_use_at_one_pc(given: dict[str, Any]) -> object:
    return CostCurveModel(given).interval(pc=0.5).expected


def _when_told(given: dict[str, Any]) -> NDArray[np.float64]:
    """Seconds, and those of the processors: to the first bands, to the last; from there on to the
    first difference, and to what to expect of the best in use."""
    model = CostCurveModel(
        given, bootstrap_settings=BootstrapSettings(n_resamples=N_RESAMPLES, rng=0)
    )
    told: dict[str, NDArray[np.float64]] = {}

    def look(_change: object) -> None:
        now = np.array([time.perf_counter(), time.process_time()])
        told.setdefault("first", now)
        if model.band is not None and model.band.complete:
            told.setdefault("bands", now)
        if model.difference is not None:
            told.setdefault("difference", now)
        if model.band is not None and model.band.best is not None:
            told.setdefault("in use", now)
        if {"difference", "in use"} <= told.keys():
            model.cancel()

    model.observe(look, ["band", "difference"])
    start = np.array([time.perf_counter(), time.process_time()])
    model.start_bootstrap().wait()
    bands = told["bands"]
    since = told["first"] - start, bands - start, told["difference"] - bands, told["in use"] - bands
    return np.array(since)


def _print_threads(sizes: Sequence[int]) -> None:
    print("\nGain of two threads: np.sort of the scores, a band, and the two as a ratio")
    print(f"{'examples':>10}{'np.sort':>10}{'band':>8}{'ratio':>8}")
    for size in sizes:
        label, score = examples(size)
        found = candidates(predictions(label, score))
        repeats = max(2, MEGA // size)
        sorts = partial(_sorted_often, score, repeats)
        works: dict[str, Work] = {
            "sort/1": partial(_in_threads, [sorts, sorts], 1),
            "sort/2": partial(_in_threads, [sorts, sorts], 2),
            "band/1": partial(band_of, found, N_RESAMPLES, 1),
            "band/2": partial(band_of, found, N_RESAMPLES, 2),
        }
        seconds = best(works, 2 * TURNS)
        sort, band = (seconds[f"{name}/1"] / seconds[f"{name}/2"] for name in ("sort", "band"))
        print(f"{size:10,}{sort:10.2f}{band:8.2f}{band / sort:8.2f}")


def _sorted_often(score: NDArray[Any], repeats: int) -> None:
    for _ in range(repeats):
        np.sort(score)


def _in_threads(works: Sequence[Work], n_threads: int) -> object:
    return list(in_order(works, n_threads))


def _print_lines() -> None:
    print(
        f"\nBand of one confusion matrix, infinitely many resamples; beside {N_RESAMPLES:,} and a "
        "million of them, drawn"
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
                "few": partial(_drawn, line, N_RESAMPLES),
                "mover": partial(mover_band, line),
            },
            9,
        )
        many = best({"": partial(_drawn, line, MEGA)}, 1)[""]
        print(
            f"{2 * third:10,}{1e3 * seconds['exact']:10.2f}"
            f"{seconds['exact'] / seconds['few']:9.2f}{many / seconds['exact']:9.0f}"
            f"{1e3 * seconds['mover']:10.2f}"
        )


def _drawn(line: Any, number: int) -> object:
    return percentile_band(line_replicates(line, n_resamples=number, rng=0))


def _print_areas(sizes: Sequence[int]) -> None:
    print(
        "\nArea under the ROC curve with DeLong's limits: in np.sorts of the scores; times as long "
        "take the\nusual lines of NumPy (mid-ranks by scipy's rankdata, DeLong's covariance), and "
        "R's pROC where installed"
    )
    print(f"{'examples':>10}{'':12}{'ms':>8}{'np.sorts':>10}{'NumPy/':>8}{'pROC/':>8}")
    in_r = {int(size): seconds for size, seconds in rows_of_r(R_AREA.format(sizes=_listed(sizes)))}
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


def _listed(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))


def delong(label: NDArray[np.bool_], scores: Sequence[NDArray[Any]]) -> object:
    """Areas and their covariance by mid-ranks, the way one finds in most notebooks."""
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
