"""The numerical core beside scikit-learn, a bare sort, and R's pROC and ROCR.

Measured is the way from checked predictions to the lower envelope, by `count_hull`; the check of
labels and scores stands in a column of its own. scikit-learn, which checks them too, makes its
curve alone. With `--quick` ten million examples are left out.
"""

import argparse
from functools import partial

import numpy as np
from numpy.typing import NDArray
from sklearn import metrics

from cc_widgets.core import (
    Hull,
    Predictions,
    RocCurve,
    Thinned,
    convex_hull,
    cost_at,
    count,
    count_hull,
    lower_envelope,
    predictions,
    roc_curve,
    simplify,
)
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
    parser.add_argument("--quick", action="store_true", help="leave out ten million examples")
    most = MEGA if parser.parse_args().quick else 10 * MEGA
    ours = _print_speed([row for row in SPEED if row[0] <= most])
    _print_r(ours)
    _print_memory([row[:2] for row in SPEED[1:] if row[0] <= most])
    _print_joint()
    _print_display()


def envelope_of(checked: Predictions) -> object:
    """All that is measured: counts, rates, hull, envelope."""
    return lower_envelope(convex_hull([roc_curve(count_hull(checked))]))


def _print_speed(rows: list[tuple[int, str, int]]) -> dict[int, float]:
    print(
        "Predictions to envelope; ratios to scikit-learn's roc_curve and to np.sort of the scores"
    )
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


def _print_r(ours: dict[int, float]) -> None:
    sizes = [size for size in ours if size <= MEGA]
    script = R_SCRIPT.format(sizes=", ".join(map(str, sizes)))
    rows = rows_of_r(script)
    if not rows:
        print("\nR's pROC and ROCR: not installed here, not measured")
        return
    print("\nR's pROC and ROCR, curve alone; best of 3 in a process of their own, same run")
    print(f"{'examples':>10} {'pROC/ours':>12}{'ROCR/ours':>12}")
    for size, proc, rocr in rows:
        own = ours[int(size)]
        print(f"{int(size):10,} {proc / own:12.0f}{rocr / own:12.0f}")


def _print_memory(rows: list[tuple[int, str]]) -> None:
    print("\nLargest extra memory, from checked predictions on, as NumPy reports it")
    print(f"{'examples':>10} {'scores':14}{'MB':>8}{'sklearn MB':>12}{'share':>8}")
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
    curves = {size: _many(*size) for size in sizes}
    seconds = best(
        {str(size): partial(_joint, some) for size, some in curves.items()},
        5,
    )
    for (many, each), some in curves.items():
        own = seconds[str((many, each))]
        envelope = lower_envelope(convex_hull(some))
        again = best({"pc": partial(cost_at, envelope, 0.3)}, 100)["pc"]
        points = sum(curve.fpr.size for curve in some)
        print(f"{many:12,}{each:12,}{1e3 * own:9.1f}{1e9 * own / points:10.1f}{1e6 * again:12.1f}")


def _joint(curves: list[RocCurve]) -> object:
    return lower_envelope(convex_hull(curves))


def _many(many: int, each: int) -> list[RocCurve]:
    """Curves of classifiers of different strength on one test set, all thresholds distinct."""
    draw = np.random.default_rng(1)
    label = draw.random(each) < 0.5
    return [
        roc_curve(count(predictions(label, draw.normal(size=each) + shift * label)))
        for shift in draw.uniform(0.5, 2, size=many)
    ]


def _print_display() -> None:
    print("\nDisplay copies as pairs of float32; errors in pixels of 1,000")
    print(
        f"{'examples':>10}{'curve B':>9}{'error':>7}{'bound':>7}"
        f"{'with hull B':>13}{'error':>7}{'bound':>7}{'ms':>7}{'sklearn B':>12}"
    )
    for size in (1_000, 10_000, 100_000, MEGA):
        label, score = examples(size)
        curve = roc_curve(count(predictions(label, score)))
        hull = convex_hull([curve])
        free, kept = simplify(curve), simplify(curve, keep=_own(hull))
        seconds = best({"simplify": partial(simplify, curve)}, 3)["simplify"]
        fpr, tpr, _ = metrics.roc_curve(label, score)
        print(
            f"{size:10,}{8 * free.index.size:9,}{_error(curve, free):7.2f}{1e3 * free.error:7.2f}"
            f"{8 * kept.index.size:13,}{_error(curve, kept):7.2f}{1e3 * kept.error:7.2f}"
            f"{1e3 * seconds:7.1f}{fpr.nbytes + tpr.nbytes:12,}"
        )


def _own(hull: Hull) -> NDArray[np.int64]:
    """Positions of the corners that are no trivial ones."""
    return hull.index[hull.index >= 0]


def _error(curve: RocCurve, copy: Thinned) -> float:
    """Return the largest distance of any point of the curve from its copy, by definition."""
    x, y = (rate[copy.index].astype(np.float32).astype(float) for rate in (curve.fpr, curve.tpr))
    left = np.searchsorted(copy.index[1:-1], np.arange(curve.fpr.size), side="right")
    width, height = np.diff(x)[left], np.diff(y)[left]
    across = np.abs(width * (curve.tpr - y[left]) - height * (curve.fpr - x[left]))
    return float(1e3 * (across / np.hypot(width, height)).max())


if __name__ == "__main__":
    print(heading())
    main()
