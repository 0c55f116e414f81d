"""Legibility of explorers of unusual data; screenshots are written to `.pictures`."""

from itertools import cycle

import pytest

from tests.support.figures import Explorer
from tests.support.looks import FAMILIES, faults

BEFORE = """
import numpy as np
import cc_widgets as cc
from cc_widgets.core import cell_counts, point_set
from cc_widgets.core import Conditions
rng = np.random.default_rng(0)
y_true = np.where(rng.random(400) < 0.4, "ill", "healthy")

def scores(gain):
    return rng.normal(size=400) + gain * (y_true == "ill")

def shown(classifiers, **traits):
    return cc.CostCurveExplorer(cc.CostCurveModel(classifiers, **traits))

def scored(**gains):
    return {name: (y_true == "ill", scores(gain)) for name, gain in gains.items()}
"""
CASES = {
    "empty": "shown({})",
    "matrix": "shown({'rule': cell_counts(tp=16, fn=4, fp=4, tn=6)})",
    "points": "shown({'paper': point_set(fpr=[.1, .3, .5], tpr=[.5, .6, .9]), "
    "'a <b>name</b> & more': cell_counts(tp=16, fn=4, fp=4, tn=26)})",
    "thirty": "shown(scored(**{f'model {i}': .3 + i / 15 for i in range(30)}))",
    "folds": "shown({name: [scored(a=gain)['a'] for _ in range(5)] "
    "for name, gain in (('forest', 1.2), ('tree', .8))})",
    "perfect": "shown({'perfect': (y_true == 'ill', y_true == 'ill'), "
    "'useless': (y_true == 'ill', np.zeros(400))})",
    "logit": "shown(scored(a=1, b=2), view={'axis': 'logit'})",
    "prior": "shown(scored(a=1, b=2), view={'axis': 'prior'}, "
    "conditions=Conditions(.05, 1, 20, currency='EUR'))",
    "ratio": "shown(scored(a=1, b=2), view={'axis': 'cost_ratio'}, "
    "conditions=Conditions(.05, 1, 20))",
}


@pytest.mark.long(cases=2)
@pytest.mark.parametrize(("case", "family"), list(zip(CASES, cycle(FAMILIES), strict=False)))
def test_explorer_of_unusual_data_is_legible(notebook, pictures, case, family):
    notebook.family(family)
    notebook.run(f"{BEFORE}\n{CASES[case]}")
    explorer = Explorer(notebook.page)
    explorer.leave()
    explorer.root.screenshot(path=pictures / f"unusual-{case}.png")
    assert faults(explorer.root) == []
