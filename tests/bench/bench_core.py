"""Speed and memory of the numerical core compared with scikit-learn, np.sort, pROC and ROCR.

Times cover the computation of the lower envelope from validated predictions with `count_hull`;
validation has a separate column. scikit-learn's times include validation and cover the ROC curve
only. `--quick` omits ten million examples.
"""

import argparse
from functools import partial

import numpy as np
from numpy.typing import NDArray
from sklearn import metrics

from cc_widgets.core import (
    Conditions,
    Predictions,
    RocCurve,
    convex_hull,
    cost_at,
    count,
    lower_envelope,
    predictions,
    roc_curve,
)
from cc_widgets.core.hull import Hull, count_hull
from cc_widgets.core.simplification import Thinned, simplify
from cc_widgets.core.thresholds import least_money_regret
from tests.bench.measuring import MEGA, best, examples, heading, peak, rows_of_r

SPEED = [
    (100_000, "f8", 25),
    (MEGA, "f8", 9),
    (MEGA, "f4", 9),
    (MEGA, "f8, any sign", 5),
    (MEGA, "f8, 3 digits", 5),
    (10 * MEGA, "f8", 3),
]
R_SCRIPT = """
for (size in c({sizes})) {{
  set.seed(0); y <- rep(0:1, size / 2); s <- plogis(rnorm(size) + 1.2 * y)
  best <- function(work) min(replicate(3, system.time(work())[["elapsed"]]))
  cat(size, best(function() pROC::roc(y, s, levels = 0:1, direction = "<", quiet = TRUE)),
      best(function() ROCR::performance(ROCR::prediction(s, y), "tpr", "fpr")), "\\n")
}}
"""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="omit ten million examples")
    max_size = MEGA if parser.parse_args().quick else 10 * MEGA
    ours = _print_speed([row for row in SPEED if row[0] <= max_size])
    _print_labels(
        [(size, repeats) for size, kind, repeats in SPEED if kind == "f8" and size <= max_size]
    )
    _print_r(ours)
    _print_memory([row[:2] for row in SPEED[1:] if row[0] <= max_size])
    _print_joint()
    _print_regret()
    _print_display()


def envelope_of(validated: Predictions) -> object:
    """Return the lower envelope, computing counts, rates and hull."""
    return lower_envelope(convex_hull([roc_curve(count_hull(validated))]))


def _print_speed(rows: list[tuple[int, str, int]]) -> dict[int, float]:
    print("Lower envelope from predictions; ratios to scikit-learn's roc_curve and to np.sort")
    print(
        f"{'examples':>10} {'scores':14}{'ms':>8}{'sklearn/':>10}{'/np.sort':>10}{'check ms':>10}"
    )
    ours: dict[int, float] = {}
    for size, kind, repeats in rows:
        label, score = examples(size, kind)
        checked = predictions(label, score)
        seconds = best(
            {
                "ours": partial(envelope_of, checked),
                "sklearn": partial(metrics.roc_curve, label, score),
                "sort": partial(np.sort, score),
                "check": partial(predictions, label, score),
            },
            repeats,
        )
        own = seconds["ours"]
        ours.setdefault(size, own)
        print(
            f"{size:10,} {kind:14}{1e3 * own:8.2f}{seconds['sklearn'] / own:10.1f}"
            f"{own / seconds['sort']:10.2f}{1e3 * seconds['check']:10.2f}"
        )
    return ours


def checked_envelope(label: NDArray[np.generic], score: NDArray[np.floating]) -> object:
    """Return the lower envelope, including validation."""
    return envelope_of(predictions(label, score))


def _print_labels(rows: list[tuple[int, int]]) -> None:
    print("\nLower envelope from arrays, including validation, in np.sorts by type of the labels")
    kinds = (np.bool_, np.int8, np.int64, np.float64)
    print(f"{'examples':>10} " + "".join(f"{kind.__name__:>10}" for kind in kinds))
    for size, repeats in rows:
        label, score = examples(size)
        works = {
            kind.__name__: partial(checked_envelope, label.astype(kind), score) for kind in kinds
        }
        seconds = best({**works, "sort": partial(np.sort, score)}, repeats)
        cells = (f"{seconds[name] / seconds['sort']:10.2f}" for name in works)
        print(f"{size:10,} " + "".join(cells))


def _print_r(ours: dict[int, float]) -> None:
    sizes = [size for size in ours if size <= MEGA]
    script = R_SCRIPT.format(sizes=", ".join(map(str, sizes)))
    rows = rows_of_r(script)
    if not rows:
        print("\nR's pROC and ROCR: not installed, skipped")
        return
    print("\nR's pROC and ROCR, ROC curve only; best of 3 in a separate process")
    print(f"{'examples':>10} {'pROC/ours':>12}{'ROCR/ours':>12}")
    for size, proc, rocr in rows:
        own = ours[int(size)]
        print(f"{int(size):10,} {proc / own:12.0f}{rocr / own:12.0f}")


def _print_memory(rows: list[tuple[int, str]]) -> None:
    print("\nPeak memory in addition to validated predictions, as reported by tracemalloc")
    print(f"{'examples':>10} {'scores':14}{'MB':>8}{'sklearn MB':>12}{'ratio':>8}")
    for size, kind in rows:
        label, score = examples(size, kind)
        checked = predictions(label, score)
        own = peak(partial(envelope_of, checked))
        other = peak(partial(metrics.roc_curve, label, score))
        print(f"{size:10,} {kind:14}{own / 1e6:8.1f}{other / 1e6:12.1f}{own / other:8.2f}")


def _print_joint() -> None:
    print("\nJoint hull and envelope of many classifiers")
    print(f"{'classifiers':>12}{'thresholds':>12}{'ms':>9}{'ns/point':>10}{'new pc, us':>12}")
    sizes = [(250, 1000), (500, 1000), (1000, 1000), (1000, 4000)]
    curves = {size: _random_curves(*size) for size in sizes}
    seconds = best(
        {str(size): partial(_joint_envelope, group) for size, group in curves.items()},
        5,
    )
    for (number, size), group in curves.items():
        own = seconds[str((number, size))]
        envelope = lower_envelope(convex_hull(group))
        lookup = best({"pc": partial(cost_at, envelope, 0.3)}, 100)["pc"]
        points = sum(curve.fpr.size for curve in group)
        print(
            f"{number:12,}{size:12,}{1e3 * own:9.1f}{1e9 * own / points:10.1f}{1e6 * lookup:12.1f}"
        )


def _joint_envelope(curves: list[RocCurve]) -> object:
    return lower_envelope(convex_hull(curves))


def _print_regret() -> None:
    print("\nMinimax regret in money, over all thresholds and the 8 corners of a box of conditions")
    print(f"{'classifiers':>12}{'thresholds':>12}{'ms':>9}{'MB':>8}")
    conditions = Conditions((0.1, 0.2), (1, 2), (5, 10))
    for number, size in ((1, MEGA), (5, MEGA // 5), (1000, MEGA // 1000)):
        work = partial(least_money_regret, _random_curves(number, size), conditions)
        milliseconds = 1e3 * best({"regret": work}, 5)["regret"]
        print(f"{number:12,}{size:12,}{milliseconds:9.1f}{peak(work) / 1e6:8.1f}")


def _random_curves(number: int, size: int) -> list[RocCurve]:
    """Return ROC curves of classifiers of different quality on one test set, without ties."""
    rng = np.random.default_rng(1)
    label = rng.random(size) < 0.5
    return [
        roc_curve(count(predictions(label, rng.normal(size=size) + shift * label)))
        for shift in rng.uniform(0.5, 2, size=number)
    ]


def _print_display() -> None:
    print("\nSimplified curves for display, as pairs of float32; errors in pixels of 1,000")
    print(
        f"{'examples':>10}{'curve B':>9}{'error':>7}{'bound':>7}"
        f"{'with hull B':>13}{'error':>7}{'bound':>7}{'ms':>7}{'sklearn B':>12}"
    )
    for size in (1_000, 10_000, 100_000, MEGA):
        label, score = examples(size)
        curve = roc_curve(count(predictions(label, score)))
        hull = convex_hull([curve])
        free, with_hull = simplify(curve), simplify(curve, keep=_corners(hull))
        seconds = best({"simplify": partial(simplify, curve)}, 3)["simplify"]
        fpr, tpr, _ = metrics.roc_curve(label, score)
        print(
            f"{size:10,}{8 * free.index.size:9,}{_error(curve, free):7.2f}{1e3 * free.error:7.2f}"
            f"{8 * with_hull.index.size:13,}{_error(curve, with_hull):7.2f}"
            f"{1e3 * with_hull.error:7.2f}"
            f"{1e3 * seconds:7.1f}{fpr.nbytes + tpr.nbytes:12,}"
        )


def _corners(hull: Hull) -> NDArray[np.int64]:
    """Return the positions of the hull's corners, without the baselines."""
    return hull.index[hull.index >= 0]


def _error(curve: RocCurve, copy: Thinned) -> float:
    """Return the largest distance of a point of the curve to its simplified copy."""
    x, y = (rate[copy.index].astype(np.float32).astype(float) for rate in (curve.fpr, curve.tpr))
    left = np.searchsorted(copy.index[1:-1], np.arange(curve.fpr.size), side="right")
    width, height = np.diff(x)[left], np.diff(y)[left]
    across = np.abs(width * (curve.tpr - y[left]) - height * (curve.fpr - x[left]))
    return float(1e3 * (across / np.hypot(width, height)).max())


if __name__ == "__main__":
    print(heading())
    main()
