"""Step-by-step constructions end at the results of core, and their sentences are true."""

import re
from typing import Any

import numpy as np
import pytest

from cc_widgets import CostCurveModel, core
from cc_widgets.core import Conditions
from cc_widgets.errors import CostCurveError
from cc_widgets.model.stepping import build_steps

NUMBER = r"(-?\d+(?:\.\d+)?)"
PC = np.linspace(0, 1, 501)


def random_points(seed, n=9, digits=6):
    rng = np.random.default_rng(seed)
    fpr, tpr = np.sort(rng.random((2, n)).round(digits), axis=1)
    return {"fpr": fpr, "tpr": np.sqrt(tpr).round(digits)}


def numbers_in(pattern, words):
    """Return the numbers that a pattern captures in a sentence."""
    match = re.search(pattern, words)
    assert match, words
    return [float(text) for text in match.groups()]


def shapes(step, role, *, space="cost", is_line=True):
    drawn = getattr(step, space)
    return [shape for shape in drawn if shape.role == role and shape.is_line == is_line]


def cost_of(shape):
    """The cost of a straight line all along pc."""
    return np.interp(PC, shape.x, shape.y)


@pytest.mark.parametrize("seed", range(6))
def test_hull_steps_end_at_the_hull(seed):
    curves = random_points(seed)
    last = build_steps(CostCurveModel({"a": curves}), "hull").steps[-1]
    hull = core.convex_hull([core.RocCurve(curves["fpr"], curves["tpr"])])
    (chain,) = shapes(last, "built", space="roc")
    np.testing.assert_allclose(chain.x, hull.fpr)
    np.testing.assert_allclose(chain.y, hull.tpr)
    assert last.words.startswith(f"{hull.fpr.size - 2} point")


@pytest.mark.parametrize("seed", range(6))
def test_dropped_points_are_never_optimal(seed):
    curves = random_points(seed)
    steps = build_steps(CostCurveModel({"a": curves}), "hull").steps
    points = list(zip(curves["fpr"], curves["tpr"], strict=True))
    envelope = core.lower_envelope(core.convex_hull([core.RocCurve(curves["fpr"], curves["tpr"])]))
    dropped = [step for step in steps if step.words.startswith("Drop")]
    assert dropped
    for step in dropped:
        (line,) = shapes(step, "now")
        assert (cost_of(line) >= core.cost_at(envelope, PC) - 1e-9).all()
        pattern = rf"Drop \({NUMBER}, .* at PC\(\+\) {NUMBER}, where it costs {NUMBER} more"
        fpr, pc, more = numbers_in(pattern, step.words)
        point = next(candidate for candidate in points if abs(candidate[0] - fpr) < 6e-4)
        (low, high) = (candidate for candidate in _ends(step, points) if candidate)
        at = (high[0] - low[0]) / (high[0] - low[0] + high[1] - low[1])
        assert at == pytest.approx(pc, abs=6e-4)
        costs = [(1 - tpr) * at + rate * (1 - at) for rate, tpr in (point, low, high)]
        assert costs[1] == pytest.approx(costs[2])
        assert costs[0] - costs[1] == pytest.approx(more, rel=0.01)


def _ends(step, points):
    """The two points between which one was dropped, by their places in the sentence."""
    pattern = rf"line from \({NUMBER}, {NUMBER}\) to \({NUMBER}, {NUMBER}\)"
    coordinates = numbers_in(pattern, step.words)
    for place in (coordinates[:2], coordinates[2:]):
        everything = [(0.0, 0.0), (1.0, 1.0), *points]
        yield min(everything, key=lambda point: abs(point[0] - place[0]) + abs(point[1] - place[1]))


def test_thinned_thresholds_are_reported():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 50)
    model = CostCurveModel({"forest": (y, (y + rng.normal(size=100)).round(3))})
    steps = build_steps(model, "hull").steps
    assert ", 12 of 98. Each" in steps[0].words
    assert "from score " in steps[1].words


def test_hull_of_1997_grows_as_published():
    model = CostCurveModel(
        {
            "A": ([0.02, 0.06, 0.3, 0.6], [0.4, 0.55, 0.65, 0.75]),
            "C": ([0.1, 0.3, 0.5, 0.7], [0.35, 0.75, 0.93, 0.995]),
            "E": (0.15, 0.68),
            "F": (0.3, 0.7),
            "G": (0.05, 0.45),
        }
    )
    words = [step.words for step in build_steps(model, "growing").steps]
    assert ["extends" in text for text in words] == [True, True, True, False, False]
    assert all("forgotten" in text for text in words[3:])


def test_dominated_classifier_can_be_forgotten():
    model = CostCurveModel({"poor": (0.4, 0.6), "good": (0.1, 0.9)})
    assert build_steps(model, "growing").steps[1].words.endswith("poor can be forgotten now.")


def test_averages_match_the_paper():
    """Holte and Drummond, figures 9 and 10."""
    model = CostCurveModel({"early": (0.04, 0.4), "late": (0.3, 0.8)})
    steps = build_steps(model, "average", pc=13 / 33).steps
    (dot,) = shapes(steps[1], "built", is_line=False)
    assert (dot.x, dot.y) == (pytest.approx((13 / 33,)), pytest.approx((43 / 165,)))
    (curve,) = shapes(steps[3], "built", space="roc")
    assert curve.x == pytest.approx((0, 0.02, 0.17, 0.65, 1))
    assert curve.y == pytest.approx((0, 0.2, 0.6, 0.9, 1))
    (usual,) = shapes(steps[4], "other", space="roc")
    assert usual.y == pytest.approx((0, 19 / 75, 0.68125, 1))
    (paid,), (worse,) = shapes(steps[5], "built"), shapes(steps[5], "other")
    assert (cost_of(worse) >= cost_of(paid) - 1e-9).all()
    assert "it says 0.307, not 0.261" in steps[5].words


def test_folds_of_one_classifier_are_averaged():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1], 20)
    model = CostCurveModel({"forest": [(y, y + rng.normal(size=40)) for _ in range(3)]})
    steps = build_steps(model, "average", pc=0.3).steps
    assert steps[0].words.startswith("3 curves")
    (dot,) = shapes(steps[1], "built", is_line=False)
    assert dot.y[0] == pytest.approx(model.cost("forest", 0.3).normalised)


@pytest.mark.parametrize("step", range(8))
def test_cost_lines_of_collinear_points_meet(step):
    sequence = build_steps(CostCurveModel({"a": (0.2, 0.7)}), "virtual")
    shown = sequence.steps[step]
    (line,) = shapes(shown, "now", space="roc")
    dots = shapes(shown, "now", is_line=False)
    rates = [(line.x[0] + t * (line.x[1] - line.x[0]), line.y[0] + t * (line.y[1] - line.y[0]))
             for t in (0.1, 0.45, 0.8)]  # fmt: skip
    falls = [(1 - tpr) - fpr for fpr, tpr in rates]
    if not dots:
        assert falls == pytest.approx(falls[:1] * 3)
        assert "parallel" in shown.words
        return
    (pc,), (cost,) = dots[0].x, dots[0].y
    assert [fpr + fall * pc for (fpr, _), fall in zip(rates, falls, strict=True)] == pytest.approx(
        [cost] * 3
    )
    assert ("virtual" in shown.words) is not (0 <= pc <= 1)
    assert sequence.pc[0] <= pc <= sequence.pc[1]
    assert sequence.cost[0] <= cost <= sequence.cost[1]


def test_selection_by_ratio_matches_2000_paper():
    settings = {"fpr": [0.1, 0.3], "tpr": [0.5, 0.8], "parameter": [11, 5.1]}
    steps = build_steps(CostCurveModel({"A": settings}), "selection").steps
    assert "PC(+) 0.0833: it serves from PC(+) 0 to 0.124" in steps[1].words
    assert "PC(+) 0.164: it serves from PC(+) 0.124 to 1" in steps[2].words
    pieces, (best,) = shapes(steps[-1], "built"), shapes(steps[-1], "other")
    paid = sum(np.trapezoid(piece.y, piece.x) for piece in pieces)
    (less,) = numbers_in(rf"costs {NUMBER} less", steps[-1].words)
    assert paid - np.trapezoid(best.y, best.x) == pytest.approx(less, abs=6e-5)


def test_matrix_resamples_match_2005_paper():
    """Holte and Drummond, figures 11 and 12; limits of draws without end by enumeration."""
    steps = build_steps(CostCurveModel({"C": [[6, 4], [4, 16]]}), "resamples", pc=0.5).steps
    assert steps[0].words == (
        "C finds 16 of 20 positives and flags 4 of 10 negatives: a point, and a line from 0.4 to "
        "0.2."
    )
    lines = {shape.y for shape in shapes(steps[2], "given")}
    assert all((10 * fpr).is_integer() and round(20 * fnr, 9).is_integer() for fpr, fnr in lines)
    assert steps[2].words == f"100 times, of which {len(lines)} differ."
    counts = core.uncertainty.intervals.LineCounts(fp=4, negatives=10, fn=4, positives=20)
    drawn = core.uncertainty.percentiles.line_replicates(counts, n_resamples=100, rng=0)
    in_order = np.sort((drawn.fpr + drawn.fnr) / 2)
    assert numbers_in(rf"{NUMBER} and {NUMBER}, the 90 % limits there", steps[3].words) == (
        pytest.approx([in_order[4], in_order[-5]], abs=6e-4)
    )
    lower, upper = (cost_of(shape)[[0, 125, 250, 500]] for shape in shapes(steps[5], "other"))
    assert lower == pytest.approx([0.2, 0.1625, 0.15, 0.05])
    assert upper == pytest.approx([0.7, 0.55, 0.45, 0.35])
    assert steps[5].words.endswith("0.2 to 0.7 at PC(+) 0 and 0.05 to 0.35 at 1.")


def test_normalisation_matches_hand_computation():
    """With 20 % positives 0.8 * 0.1 * 10 + 0.2 * 0.4 * 40 = 4, at worst 0.8 * 10 + 0.2 * 40."""
    model = CostCurveModel({"a": ([0.1, 0.3], [0.6, 0.75])}, conditions=Conditions(currency="EUR"))
    steps = build_steps(model, "normalised", pc=0.5, cost_fp=10, cost_fn=40).steps
    rates, money, worst, divided, last = steps
    assert rates.words.startswith("a, (0.1, 0.6), flags 10 % of the negatives and misses 40 % of")
    assert rates.words.endswith("at 20 % positives it is 0.16.")
    assert "from 1 EUR to 16 EUR: at 20 % positives it is 4 EUR." in money.words
    assert "from 10 EUR to 40 EUR, at 20 % positives 16 EUR." in worst.words
    assert "4 EUR of 16 EUR are 0.25." in divided.words
    assert "lines are bent" in divided.words
    assert "8 EUR of 16 EUR or 0.5 at 20 % positives" in last.words
    assert "straight, from 0.1 to 0.4 here" in last.words
    ends: list[Any] = [
        [shape.y for shape in step.cost if shape.is_line and len(shape.y) == 2] for step in steps
    ]
    assert ends[0] == ends[4] == [(0, 1), (1, 0), pytest.approx((0.3, 0.25)), (0.1, 0.4)]
    assert ends[1] == ends[2][:4] == [(0, 40), (10, 0), pytest.approx((3, 10)), (1, 16)]
    assert ends[2][4] == (10, 40)
    dots = [shapes(step, "now", is_line=False)[0] for step in steps]
    assert [shape.x[0] for shape in dots] == pytest.approx([0.2, 0.2, 0.2, 0.2, 0.5])
    assert [shape.y[-1] for shape in dots] == pytest.approx([0.16, 4, 16, 0.25, 0.25])


@pytest.mark.parametrize(("cost_fp", "cost_fn"), [(1, 3), (1000, 1), (1, 1e9), (2, 2)])
def test_curved_lines_are_cost_over_worst_cost(cost_fp, cost_fn):
    steps = build_steps(
        CostCurveModel({"a": (0.1, 0.6)}), "normalised", cost_fp=cost_fp, cost_fn=cost_fn
    ).steps
    for role, at in (("built", 0), ("rule", 0), ("rule", 1)):
        bent, dear = (shapes(steps[step], role)[at] for step in (3, 1))
        shares = np.array(bent.x)
        worst = (1 - shares) * cost_fp + shares * cost_fn
        paid = (1 - shares) * dear.y[0] + shares * dear.y[1]
        np.testing.assert_allclose(bent.y, paid / worst, rtol=1e-9, atol=1e-12)
        assert np.diff(shares).max() < 0.021
    assert ("stay straight" in steps[3].words) is (cost_fp == cost_fn)


def test_default_costs_are_those_of_the_conditions():
    conditions = core.Conditions(prior=0.2, cost_fp=11, cost_fn=45, cost_tp=5, cost_tn=1)
    model = CostCurveModel({"a": (0.1, 0.6)}, conditions=conditions)
    steps = build_steps(model, "normalised").steps
    assert "false alarm cost 10 and a miss 40, each more than being right" in steps[1].words
    assert "at 20 % positives it is 4." in steps[1].words
    model.conditions = core.Conditions(prior=0.2, cost_fp=(5, 10), cost_fn=40)
    with pytest.raises(
        CostCurveError, match="cost_fp: must be a single cost, but the conditions have a range"
    ):
        build_steps(model, "normalised")


@pytest.mark.parametrize(
    ("classifiers", "kind", "options", "words"),
    [
        ({"a": (0.1, 0.5)}, "circle", {}, "kind"),
        ({"a": (0.1, 0.5)}, "resamples", {}, "must be a single confusion matrix"),
        ({}, "hull", {}, "visible classifier"),
        ({"a": (0.1, 0.5)}, "average", {}, "at least two classifiers"),
        ({"a": (0.1, 0.5)}, "hull", {"name": "b"}, "no such classifier"),
        ({"a": (0.1, 0.5)}, "selection", {}, "class ratio"),
        ({"a": (0.0, 0.0)}, "hull", {}, "no points between"),
        ({"a": (0.0, 0.0)}, "normalised", {}, "no points between"),
        ({"a": (0.1, 0.5)}, "normalised", {"cost_fp": 0}, "cost_fp: must be above 0"),
        ({"a": (0.1, 0.5)}, "normalised", {"cost_fn": "dear"}, "cost_fn"),
    ],
)
def test_invalid_sequences_raise(classifiers, kind, options, words):
    with pytest.raises(CostCurveError, match=words):
        build_steps(CostCurveModel(classifiers), kind, **options)
