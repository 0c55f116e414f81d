"""Speed of the model compared with np.sort: derived curves, bootstrap, hiding, page, data frames.

Whole jobs run in fresh processes, whose memory is printed.
"""

import multiprocessing
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
import pandas as pd
import polars as pl
import psutil
import pyarrow as pa
from sklearn import metrics

from cc_widgets.core import convex_hull, count, lower_envelope, predictions, roc_curve
from cc_widgets.core.averaging import cost_average
from cc_widgets.intake import classifiers_from_frame, classifiers_from_predictions
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.derive import derive
from cc_widgets.model.drawing import curve_of
from cc_widgets.model.estimating import estimate, estimate_inputs
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.explorer import CostCurveExplorer
from tests.bench.measuring import KINDS, MEGA, Work, best, examples, heading, peak


def pair(kind):
    """Return two classifiers of a million examples."""
    label, score = examples(MEGA, kind)
    other = (score + np.random.default_rng(1).normal(size=MEGA)).astype(score.dtype)
    return {"first": predictions(label, score), "second": predictions(label, other)}


def sort_all(classifiers):
    """Sort the scores of each classifier."""
    for classifier in classifiers.values():
        np.sort(classifier.score)


def print_snapshots():
    """Print the time of `derive` for two classifiers, as a multiple of sorting their scores."""
    print("derive, two classifiers of a million examples each, in ms")
    for kind in KINDS:
        classifiers = pair(kind)
        seconds = best(
            {
                "sort": partial(sort_all, classifiers),
                "derive": partial(derive, classifiers),
            },
            9,
        )
        sort, snapshot = seconds["sort"], seconds["derive"]
        print(f"{kind:15} {1e3 * sort:7.1f} {1e3 * snapshot:7.1f} {snapshot / sort:6.2f} sorts")


def separated(size, shift):
    """Return a classifier with this distance of the class means; constant scores for 0."""
    rng = np.random.default_rng(0)
    label = rng.random(size) < 0.3
    score = rng.normal(size=size) + shift * label
    return predictions(label, score if shift else np.ones(size))


SHIFTS = {
    "good": 3.0,
    "nearly perfect": 6.0,
    "perfect": 60.0,
    "reversed": -6.0,
    "all wrong": -60.0,
    "constant": 0.0,
}


def print_shifts():
    """Print the time of `derive` for classifiers of different quality."""
    print("derive, one classifier, by number of examples, in ms")
    sizes = [MEGA // 10, MEGA, 10 * MEGA]
    print(f"{'':15}" + "".join(f"{size:>12,}" for size in sizes))
    for name, shift in SHIFTS.items():
        row = []
        for size in sizes:
            classifiers = {"only": separated(size, shift)}
            row.append(best({"derive": partial(derive, classifiers)}, 3)["derive"])
        print(f"{name:15}" + "".join(f"{1e3 * seconds:12.1f}" for seconds in row))


def print_folds():
    """Print the time of averaging the envelopes of many folds."""
    print("cost_average of folds of 100 examples each, in ms")
    for n_folds in (300, 1_000, 3_000):
        rng = np.random.default_rng(0)
        folds = [
            lower_envelope(convex_hull([roc_curve(count(predictions(*data)))]))
            for data in (
                (label, rng.normal(size=100) + label) for label in rng.random((n_folds, 100)) < 0.5
            )
        ]
        seconds = best({"average": partial(cost_average, folds)}, 3)["average"]
        print(f"{n_folds:7,} {1e3 * seconds:9.1f}")


LIBRARIES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}


def both_curves(columns):
    """Compute two ROC curves with scikit-learn, which also reads columns of data frames."""
    for name in ("first", "second"):
        metrics.roc_curve(columns["y"], columns[name], pos_label=1)


def model_of(read):
    """Return the model of the classifiers that `read` returns."""
    return CostCurveModel(read())


def print_frames():
    """Print the time of reading data frames, compared with arrays and with scikit-learn."""
    print("two classifiers in a data frame of a million rows, in ms, and ratios to arrays")
    print(
        f"{'frame':9}{'labels':>8}{'read':>8}{'arrays':>8}{'/arrays':>8}{'model/':>8}{'sklearn':>9}"
    )
    label, first = examples(MEGA)
    columns = {"first": first, "second": first[::-1].copy()}
    texts = np.where(label, "sick", "well")
    for kind, y, pos_label in (("whole", label.astype(np.int64), None), ("texts", texts, "sick")):
        for library, make in LIBRARIES.items():
            options = {"frame": make({"y": y, **columns}), "y_true": "y", "y_score": [*columns]}
            frame = partial(classifiers_from_frame, **options, pos_label=pos_label)
            arrays = partial(classifiers_from_predictions, y, columns, pos_label=pos_label)
            works: dict[str, Work] = {
                "frame": frame,
                "arrays": arrays,
                "model": partial(model_of, frame),
                "model of arrays": partial(model_of, arrays),
            }
            seconds = best(works, 15)
            own, other = seconds["frame"], seconds["arrays"]
            whole = seconds["model"] / seconds["model of arrays"]
            peer = ""
            if kind == "whole":
                peer = f"{1e3 * best({'': partial(both_curves, options['frame'])}, 2)['']:9.1f}"
            print(
                f"{library:9}{kind:>8}{1e3 * own:8.1f}{1e3 * other:8.1f}{own / other:8.2f}"
                f"{whole:8.2f}{peer}"
            )


def similar(size, number):
    """Return classifiers with correlated errors on the same examples."""
    rng = np.random.default_rng(0)
    label, shared = rng.random(size) < 0.5, rng.normal(size=size)
    return {
        f"{i}": predictions(
            label,
            1 / (1 + np.exp(-(0.9 * shared + 0.45 * rng.normal(size=size) + shift * label))),
        )
        for i, shift in enumerate(np.linspace(1.2, 2.2, number))
    }


def bootstrapped(classifiers):
    """Return a model after the whole job behind *Run*."""
    model = CostCurveModel(classifiers, resampling=BootstrapSettings(rng=0))
    model.bootstrap()
    return model


def run_whole_job(size, number):
    """Return seconds of a whole job, seconds to sort all scores, and added memory in MB."""
    classifiers = similar(size, number)
    before, start = psutil.Process().memory_info().rss, perf_counter()
    model = bootstrapped(classifiers)
    seconds = perf_counter() - start
    added = psutil.Process().memory_info().rss - before
    assert model.bands.settled
    return seconds, best({"sort": partial(sort_all, classifiers)}, 5)["sort"], added / 1e6


def print_whole_jobs():
    """Print the time of the whole bootstrap, which should be proportional to the classifiers."""
    print("whole bootstrap of the model: seconds, a classifier, np.sorts of all scores, added MB")
    context = multiprocessing.get_context("spawn")
    for size, numbers in ((MEGA, (2, 10)), (1_000, (50, 100, 200))):
        for number in numbers:
            with context.Pool(1) as pool:
                seconds, sort, megabytes = pool.apply(run_whole_job, (size, number))
            print(
                f"{size:10,} x {number:4}{seconds:9.2f}{seconds / number:9.3f}"
                f"{seconds / sort:12,.0f}{megabytes:8.0f}"
            )


def print_estimates():
    """Print the time to estimate the costs expected on new data, and the goal, in seconds."""
    print("estimates, examples x classifiers: median of 5, in sorts of all scores, goal")
    for size, number, goal in ((1000, 2, 0.1), (10_000, 5, 0.3), (MEGA, 2, 1.0)):
        classifiers = similar(size, number)
        inputs = estimate_inputs(CostCurveModel(classifiers))
        works = {"sort": partial(sort_all, classifiers), "estimate": partial(estimate, inputs)}
        rounds = [best(works, 1) for _ in range(5)]
        sort, seconds = (np.median([each[name] for each in rounds]) for name in works)
        print(f"{size:9,} x {number}{seconds:8.3f}{seconds / sort:9.1f}{goal:7.1f}")


def print_hiding():
    """Print the time to hide or show a classifier with bands, compared with `derive`."""
    print("hide a classifier with bands, the cheapest one, and show it again, in ms and in derives")
    for number in (100, 200):
        model = bootstrapped(similar(1_000, number))
        cheapest = model.curves.classifiers[model._leads.each[0].owner].name
        other = next(name for name in model.classifiers if name != cheapest)
        works: dict[str, Work] = {"derive": partial(derive, dict(model.classifiers))}
        for name, hidden in (("one", (other,)), ("cheapest", (cheapest,)), ("show", ())):
            works[name] = partial(setattr, model, "hidden", hidden)
        seconds = best(works, 3)
        cells = [
            f"{name} {1e3 * seconds[name]:6.0f} ({seconds[name] / seconds['derive']:5.1f})"
            for name in ("one", "cheapest", "show")
        ]
        print(f"{number:5} " + "  ".join(cells))


def first_page(classifiers):
    """Write the page of a new explorer, for which all areas are computed."""
    explorer = CostCurveExplorer(CostCurveModel(classifiers))
    with tempfile.TemporaryDirectory() as folder:
        explorer.to_html(Path(folder) / "page.html")
    explorer.close()


def print_first_page():
    """Print the time and memory of the first page of two long classifiers."""
    print("first page of two classifiers, in np.sorts of all scores, and extra MB")
    for size in (MEGA, 10 * MEGA):
        classifiers = similar(size, 2)
        works = {"page": partial(first_page, classifiers), "sort": partial(sort_all, classifiers)}
        seconds = best(works, 2)
        extra = peak(works["page"]) / 1e6
        print(
            f"{size:12,}{seconds['page']:8.2f} s{seconds['page'] / seconds['sort']:8.1f} sorts"
            f"{extra:8.0f} MB"
        )


def farthest(x, y, curve):
    """Return the largest distance of the points of a curve from a polyline around them."""
    chord = np.searchsorted(x + y, curve.fpr + curve.tpr, side="right") - 1
    chord = np.clip(chord, 0, x.size - 2)
    width, height = np.diff(x)[chord], np.diff(y)[chord]
    twice_area = np.abs(width * (curve.tpr - y[chord]) - height * (curve.fpr - x[chord]))
    return np.max(twice_area / np.hypot(width, height))


def print_drawn():
    """Print the true and the stated error of drawn curves in pixels of 1,000."""
    print("drawn curve: vertices, largest distance of a threshold in pixels of 1,000, and stated")
    for size in (3_000, 10_000, 30_000, 100_000, MEGA):
        for shift in (0.5, 1.2, 3.0):
            source = separated(size, shift)
            (item,) = derive({"only": source}).classifiers
            line = curve_of(item)
            error = farthest(*line, roc_curve(count(source)))
            print(
                f"{size:12,}{shift:5}{line[0].size:8}{1e3 * error:8.2f}"
                f"{1e3 * item.outline.error:8.2f}"
            )


def print_cancelling():
    """Print how long a job continues after cancellation."""
    model = CostCurveModel(pair("f8"))
    print("cancelled after, finished after another, in ms")
    for after in (0.0, 0.02, 0.05, 0.1, 0.3, 1.0):
        job = model.bootstrap(wait=False)
        job.wait(after)
        start = perf_counter()
        job.cancel()
        job._thread.join()
        print(f"{1e3 * after:7.0f} {1e3 * (perf_counter() - start):7.0f}")


if __name__ == "__main__":
    print(heading())
    print_snapshots()
    print_shifts()
    print_folds()
    print_whole_jobs()
    print_estimates()
    print_hiding()
    print_first_page()
    print_drawn()
    print_frames()
    print_cancelling()
