"""What people see an explorer in: a program for each, which ends with the explorer."""

_SCORES = """
import numpy as np
import cc_widgets as cc
draw = np.random.default_rng(7)
def scored(size, **shifts):
    label = draw.random(size) < 0.4
    shared = draw.normal(size=size)
    return label, {
        name: 0.8 * shared + 0.6 * draw.normal(size=size) + shift * label
        for name, shift in shifts.items()
    }
"""
_TUMOURS = """
import cc_widgets as cc
data = cc.datasets.tumours()
explorer = cc.explore(data.y_true, data.scores, pos_label="malignant")
model = explorer.model
"""
_BAND = "model.bootstrap(n_resamples=499, rng=0)\n"

SITUATIONS = {
    "empty": "import cc_widgets as cc\nexplorer = cc.CostCurveExplorer(cc.CostCurveModel())\n",
    "one matrix": """
import cc_widgets as cc
explorer = cc.CostCurveExplorer.from_confusion_matrices({"C4.5": [[6, 4], [4, 16]]})
explorer.model.bootstrap()
""",
    "two curves with band": _TUMOURS + _BAND,
    "ten curves": _SCORES
    + """
label, scores = scored(400, **{f"model {i}": 0.3 + 0.2 * i for i in range(10)})
explorer = cc.explore(label, scores)
""",
    "range of conditions": _TUMOURS
    + """
model.conditions = cc.Conditions(prior=(0.05, 0.2), cost_fp=1, cost_fn=(5, 10))
model.unit, model.population = "EUR", 1000
explorer.open_panel("Conditions")
""",
    "difference": _TUMOURS + _BAND + 'explorer.open_panel("Compare")\n',
    "criteria": _TUMOURS
    + """
model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.08}
explorer.open_panel("Criteria")
""",
    "logit axis": _TUMOURS
    + """
model.axis = "logit"
model.conditions = cc.Conditions(prior=0.01, cost_fp=1, cost_fn=20)
""",
}
