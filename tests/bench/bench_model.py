"""The model beside a bare sort: a snapshot of two classifiers, and how soon a job lets go."""

from functools import partial
from time import perf_counter

import numpy as np

from cc_widgets.core import predictions
from cc_widgets.model.derive import derive
from cc_widgets.model.state import CostCurveModel
from tests.bench.measuring import KINDS, MEGA, best, examples, heading


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
    print_cancelling()
