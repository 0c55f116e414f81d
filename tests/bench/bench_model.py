"""The model beside a bare sort: snapshots, folds, frames, and how soon a job lets go."""

from functools import partial
from time import perf_counter

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from sklearn import metrics

from cc_widgets.core import (
    convex_hull,
    cost_average,
    count,
    lower_envelope,
    predictions,
    roc_curve,
)
from cc_widgets.intake import named_frame, named_predictions
from cc_widgets.model.derive import derive
from cc_widgets.model.state import CostCurveModel
from tests.bench.measuring import KINDS, MEGA, Work, best, examples, heading


def pair(kind):
    """Two classifiers of a million examples."""
    label, score = examples(MEGA, kind)
    other = (score + np.random.default_rng(1).normal(size=MEGA)).astype(score.dtype)
    return {"first": predictions(label, score), "second": predictions(label, other)}


def sort_all(both):
    """Sort the scores of each."""
    for one in both.values():
        np.sort(one.score)


def print_snapshots():
    """Print what a snapshot costs, in sorts of the same scores."""
    print("two classifiers, a million examples each, in ms")
    for kind in KINDS:
        both = pair(kind)
        seconds = best(
            {
                "sort": partial(sort_all, both),
                "derive": partial(derive, both),
            },
            9,
        )
        sort, snapshot = seconds["sort"], seconds["derive"]
        print(f"{kind:15} {1e3 * sort:7.1f} {1e3 * snapshot:7.1f} {snapshot / sort:6.2f} sorts")


def told_apart(size, shift):
    """One classifier whose scores of the two classes are so far apart; 0 for one score only."""
    draw = np.random.default_rng(0)
    label = draw.random(size) < 0.3
    score = draw.normal(size=size) + shift * label
    return predictions(label, score if shift else np.ones(size))


GOOD = {
    "good": 3.0,
    "nearly perfect": 6.0,
    "perfect": 60.0,
    "reversed": -6.0,
    "all wrong": -60.0,
    "constant": 0.0,
}


def print_good():
    """Print what a snapshot of one classifier costs, however good or bad it is."""
    print("one classifier, by its number of examples, in ms")
    sizes = [MEGA // 10, MEGA, 10 * MEGA]
    print(f"{'':15}" + "".join(f"{size:>12,}" for size in sizes))
    for name, shift in GOOD.items():
        row = []
        for size in sizes:
            given = {"only": told_apart(size, shift)}
            row.append(best({"derive": partial(derive, given)}, 3)["derive"])
        print(f"{name:15}" + "".join(f"{1e3 * seconds:12.1f}" for seconds in row))


def print_folds():
    """Print what averaging the envelopes of many folds costs."""
    print("average cost of folds of 100 examples each, in ms")
    for many in (300, 1_000, 3_000):
        draw = np.random.default_rng(0)
        folds = [
            lower_envelope(convex_hull([roc_curve(count(predictions(*labelled)))]))
            for labelled in (
                (label, draw.normal(size=100) + label) for label in draw.random((many, 100)) < 0.5
            )
        ]
        seconds = best({"average": partial(cost_average, folds)}, 3)["average"]
        print(f"{many:7,} {1e3 * seconds:9.1f}")


LIBRARIES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}


def both_curves(columns):
    """What scikit-learn makes of two columns of scores; it, too, reads columns of frames."""
    for name in ("first", "second"):
        metrics.roc_curve(columns["y"], columns[name], pos_label=1)


def model_of(read):
    """The model of what is read."""
    return CostCurveModel(read())


def print_frames():
    """Print what reading a frame costs, beside the same columns as arrays, and beside a peer."""
    print("two classifiers in a frame of a million rows, in ms; then shares of the same as arrays")
    print(
        f"{'frame':9}{'labels':>8}{'read':>8}{'arrays':>8}{'/arrays':>8}{'model/':>8}{'sklearn':>9}"
    )
    label, first = examples(MEGA)
    columns = {"first": first, "second": first[::-1].copy()}
    texts = np.where(label, "sick", "well")
    for kind, y, pos_label in (("whole", label.astype(np.int64), None), ("texts", texts, "sick")):
        for library, make in LIBRARIES.items():
            given = {"frame": make({"y": y, **columns}), "y_true": "y", "y_score": [*columns]}
            frame = partial(named_frame, **given, pos_label=pos_label)
            arrays = partial(named_predictions, y, columns, pos_label=pos_label)
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
                peer = f"{1e3 * best({'': partial(both_curves, given['frame'])}, 2)['']:9.1f}"
            print(
                f"{library:9}{kind:>8}{1e3 * own:8.1f}{1e3 * other:8.1f}{own / other:8.2f}"
                f"{whole:8.2f}{peer}"
            )


def print_cancelling():
    """Print how long after it is cancelled a job still works."""
    model = CostCurveModel(pair("f8"))
    print("cancelled after, still at work for, in ms")
    for after in (0.0, 0.02, 0.05, 0.1, 0.3, 1.0):
        job = model.start_bootstrap()
        job.wait(after)
        start = perf_counter()
        job.cancel()
        job._thread.join()
        print(f"{1e3 * after:7.0f} {1e3 * (perf_counter() - start):7.0f}")


if __name__ == "__main__":
    print(heading())
    print_snapshots()
    print_good()
    print_folds()
    print_frames()
    print_cancelling()
