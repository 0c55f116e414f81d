"""Help cards: one for each figure and panel, two sentences, and formulas that match the code."""

import re

import numpy as np
import pytest

from cc_widgets import core
from cc_widgets.core.uncertainty.bands import order_ranks
from cc_widgets.model.helps import HELPS
from cc_widgets.model.words import assumption_of
from cc_widgets.panels.explorer import PANELS, TABLES

# Two thresholds, and conditions under which they cost something.
A, B = (0.1, 0.6), (0.35, 0.9)
PRIOR, MISS, ALARM = 0.2, 7.0, 2.0
PC = core.Conditions(prior=PRIOR, cost_fn=MISS, cost_fp=ALARM).pc.low
USED = {"share of positives": PRIOR, "cost of a miss": MISS, "cost of a false alarm": ALARM}
PAIR = {"fpr of A": A[0], "tpr of A": A[1], "fpr of B": B[0], "tpr of B": B[1], "PC(+)": PC}

CURVE_A, CURVE_B = (core.RocCurve(np.array([fpr]), np.array([tpr])) for fpr, tpr in (A, B))
LINE_A, LINE_B = (core.costs.lines_envelope([curve]) for curve in (CURVE_A, CURVE_B))
HULL = core.convex_hull([CURVE_A, CURVE_B])
BEST = core.lower_envelope(HULL)
COST_A, COST_B, LEAST = (float(core.cost_at(curve, PC)) for curve in (LINE_A, LINE_B, BEST))

LABELS, SCORES = np.array([0, 0, 0, 1, 1]), np.array([0.1, 0.4, 0.7, 0.4, 0.9])
ROC = core.roc_curve(core.count(core.predictions(LABELS, SCORES)))
FLAGGED = SCORES >= 0.7
COUNTED = {
    "false alarms": sum(FLAGGED & (LABELS == 0)),
    "negatives": sum(LABELS == 0),
    "positives found": sum(FLAGGED & (LABELS == 1)),
    "positives": sum(LABELS == 1),
}
AT = int(np.flatnonzero(np.array(ROC.threshold) == 0.7)[0])
AHEAD = np.subtract.outer(SCORES[LABELS == 1], SCORES[LABELS == 0])
PAIRS = {
    "pairs in which the positive scores higher": (AHEAD > 0).sum(),
    "pairs with equal scores": (AHEAD == 0).sum(),
    "pairs": AHEAD.size,
}
HANDS = core.criteria.workforce(HULL, positives=100, negatives=400, capacity=120)
TAIL = (order_ranks(0.9, 1999)[0] - 1) / 1999

# By card: the values for each formula, and the result of core.
CASES = {
    "roc": [
        (COUNTED, ROC.fpr[AT]),
        (COUNTED, ROC.tpr[AT]),
        ({"PC(+)": PC}, core.slope_at(PC)),
    ],
    "cost": [({"fpr": A[0], "tpr": A[1], "PC(+)": PC}, COST_A), (USED, PC)],
    "difference": [
        (
            {"cost of A": COST_A, "cost of B": COST_B},
            core.cost_at(core.comparison.cost_difference(LINE_A, LINE_B), PC),
        )
    ],
    "ribbon": [({"PC(+)": PC}, core.costs.baseline_cost(PC))],
    "Conditions": [(USED, np.exp(core.conditions.log_odds_at(PC)))],
    "Uncertainty": [({"level": 0.9}, pytest.approx(TAIL, abs=1 / 1999))],
    "Compare": [(PAIR, core.cost_at(core.comparison.cost_difference(LINE_A, LINE_B), PC))],
    "Criteria": [
        ({"share of positives": 0.2, "fpr": HANDS.fpr, "tpr": HANDS.tpr}, 120 / 500),
        (
            {"cost of the choice": COST_B, "least cost": LEAST},
            core.criteria.regret(core.criteria.youden([CURVE_B]), BEST, PC),
        ),
    ],
    "Classifiers": [(PAIRS, core.auc(ROC))],
    "Data table": [(PAIR, core.costs.edge_pc(HULL)[1])],
}


def value_of(formula, names):
    """Evaluate the right side of a formula with these numbers."""
    _, is_there, right = formula.partition(" = ")
    assert is_there
    assert "=" not in right
    longest_first = sorted(names, key=len, reverse=True)
    for place, name in enumerate(longest_first):
        right = right.replace(name, f"_[{place}]")
    right = right.replace("\u00d7", "*").replace("\u2212", "-")
    assert not re.search("[a-z]", right.replace("min(", "("))
    return eval(right, {"_": [names[name] for name in longest_first], "min": min})  # noqa: S307


def test_every_figure_and_panel_has_a_card():
    figures = {"roc", "cost", "difference", "ribbon"}
    assert set(HELPS) == {*figures, *PANELS, TABLES, "Conditions"}
    assert [HELPS[title].title for title in (*PANELS, TABLES)] == [*PANELS, TABLES]


@pytest.mark.parametrize("name", HELPS)
def test_cards_have_two_plain_sentences(name):
    assert len(re.findall(r"[.](?= |$)", HELPS[name].words)) == 2
    assert not re.search(r"bootstrap|normali[sz]ed|convex|significan", HELPS[name].words)


@pytest.mark.parametrize(
    ("formula", "names", "expected"),
    [
        pytest.param(formula, *case, id=formula.partition(" = ")[0])
        for name, each in HELPS.items()
        for formula, case in zip(each.formulas, CASES[name], strict=True)
    ],
)
def test_formulas_match_core(formula, names, expected):
    assert value_of(formula, names) == (
        expected if hasattr(expected, "abs") else pytest.approx(expected)
    )


def test_cards_with_the_prevalence_assumption():
    titles = [name for name, card in HELPS.items() if card.assumes]
    assert titles == ["cost", "Conditions"]
    assert {HELPS[name].assumes for name in titles} == {assumption_of("positives")}
