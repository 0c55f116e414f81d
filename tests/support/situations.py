"""Typical situations of an explorer: code for each, which defines `explorer`."""

_SCORES = """
import numpy as np
import cc_widgets as cc
draw = np.random.default_rng(7)
def scored(size, share, shifts):
    label = draw.random(size) < share
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

BANDS = "bands"
LECTURE = "lecture font"

# Ten situations of the screenshots, then two others for which the answer card has a sentence.
SITUATIONS = {
    "first sight": _TUMOURS,
    "range": _TUMOURS
    + """
model.conditions = cc.Conditions(
    prior=(0.01, 0.05), cost_fp=1, cost_fn=(5, 10), currency="EUR", n_cases=1000
)
""",
    "six long names": _SCORES
    + """
label, scores = scored(2000, 0.3, {
    "gradient boosting, 500 trees": 3.4, "random forest, balanced weights": 3.3,
    "logistic regression with splines": 3.1, "support vectors, radial kernel": 3.0,
    "naive Bayes after discretisation": 2.8, "nearest neighbours, k = 25": 2.6,
})
explorer = cc.explore(label, scores)
""",
    "30 models": _SCORES
    + """
label, scores = scored(400, 0.4, {f"model {i}": 0.3 + 0.07 * i for i in range(30)})
explorer = cc.explore(label, scores)
""",
    "rare class": _SCORES
    + """
label, scores = scored(20_000, 0.01, {"forest": 2.5, "logistic": 2.0})
explorer = cc.explore(label, scores)
explorer.model.conditions = cc.Conditions(prior=0.0005, cost_fp=1, cost_fn=20)
""",
    "perfect useless reversed": _SCORES
    + """
label, scores = scored(400, 0.4, {"useless": 0.0, "reversed": -1.5})
explorer = cc.explore(label, {"perfect": label * 1.0, **scores})
""",
    "criterion": _TUMOURS
    + """
model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.08}
explorer.open_panel("Criteria")
""",
    BANDS: _TUMOURS + "model.bootstrap(n_resamples=499, rng=0)\n",
    "notes": _TUMOURS
    + """
first = next(iter(data.scores))
hull = model.curves.hull
corner = hull.fpr.size // 2
ends = [(hull.fpr[at], hull.tpr[at]) for at in (corner, corner + 1)]
explorer.add_note("We operate here.", conditions=True)
explorer.add_note("In use before the audit, and longer than two lines. " * 5, classifier=first)
explorer.add_note("<b>Two</b> thresholds of one cost\\nin any direction", edge=ends)
explorer.add_note("w" * 400, pc=(0.2, 0.4))
explorer.add_note("Cheap where misses are dear", classifier=first, threshold=0.05, line=True)
model.notes = [*model.notes, {"text": "of old", "kind": "point", "at": {
    "classifier": "gone", "threshold": 0.5, "fpr": 0.1, "tpr": 0.8}}]
""",
    "all hidden": _TUMOURS + "model.hidden = list(data.scores)\n",
    LECTURE: _TUMOURS,
    "no data": "import cc_widgets as cc\nexplorer = cc.CostCurveExplorer(cc.CostCurveModel())\n",
    "one matrix": """
import cc_widgets as cc
explorer = cc.CostCurveExplorer.from_confusion_matrices({"C4.5": [[6, 4], [4, 16]]})
explorer.model.bootstrap()
""",
}
FONTS = {LECTURE: 20}
"""Content font size in px, if it differs from JupyterLab's default."""
