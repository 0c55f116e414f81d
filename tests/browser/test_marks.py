"""Labels at the curves, and highlights by the mouse."""

import numpy as np
import pytest

from tests.support.figures import Explorer, Space
from tests.support.texts import collisions, faint, texts

SIX_AND_THIRTY = {
    "six": """
names = ["gradient boosting, 500 trees, deep", "gradient boosting, 500 trees, flat",
         "random forest with calibrated leaves", "logistic regression with splines",
         "support vector machine, radial", "neural network of three layers"]
shifts = [2.0 + 0.12 * i for i in range(6)]
""",
    "thirty": """
names = [f"model {i}" for i in range(30)]
shifts = [0.5 + 0.05 * i for i in range(30)]
""",
}
EXPLORER = """
import numpy as np
import cc_widgets as cc
draw = np.random.default_rng(7)
label = draw.random(600) < 0.4
shared = draw.normal(size=600)
scores = {
    name: 0.8 * shared + 0.6 * draw.normal(size=600) + shift * label
    for name, shift in zip(names, shifts)
}
explorer = cc.explore(label, scores)
curve = explorer.model.curves.classifiers[0].curve
explorer
"""
ENVELOPES = """{
    item.name: [item.envelope.pc.tolist(), item.envelope.cost.tolist()]
    for item in explorer.model.curves.classifiers
}"""


@pytest.fixture(params=SIX_AND_THIRTY)
def named(request, notebook):
    notebook.run(SIX_AND_THIRTY[request.param] + EXPLORER)
    return Explorer(notebook.page)


def test_best_classifier_is_labelled_and_each_label_is_next_to_its_curve(notebook, named):
    """Done line 3 of issue 11, in the rendered figure."""
    area = named.area("cost")
    envelopes = {
        name: np.column_stack(area.pixel(np.array(pc), np.array(cost)))
        for name, (pc, cost) in notebook.python(ENVELOPES).items()
    }
    labels = texts(named.figure("cost").locator(".cc-names"))
    owners = [owner_of(label["text"], envelopes) for label in labels]
    assert notebook.python("explorer.model.recommend().cost.name") in owners
    for owner, label in zip(owners, labels, strict=True):
        ink = [label[side] for side in ("left", "right", "top", "bottom")]
        gaps = {name: gap(ink, curve) for name, curve in envelopes.items()}
        assert gaps[owner] <= 16
        assert gaps[owner] == min(gaps.values())
    assert collisions(labels) == []
    assert faint(texts(named.figure("cost"))) == []


@pytest.mark.long(cases=1)
@pytest.mark.parametrize("top", [0.5, 1])
def test_hover_anywhere_highlights_or_points_in_the_other_figure(tall_notebook, top):
    """Done line 4 of issue 11; `geometry/rim.test.ts` tries 500 points in each figure."""
    notebook = tall_notebook
    notebook.show(SIX_AND_THIRTY["six"] + EXPLORER)
    notebook.python(f"setattr(explorer.model.view, 'cost_top', {top})")
    explorer = Explorer(notebook.page)
    rng = np.random.default_rng(4)
    pairs: list[tuple[Space, Space]] = [("roc", "cost"), ("cost", "roc")]
    for hovered, other in pairs:
        for x, y in rng.random((15, 2)):
            explorer.move(hovered, x, y * (0.5 if hovered == "cost" else 1))
            is_visible, has_number = explorer.highlight_visibility(other)
            assert is_visible, (hovered, x, y)
            assert has_number or other == "roc"


def test_hovered_classifier_shows_all_lines_and_hidden_lines_are_not_highlighted(tall_notebook):
    notebook = tall_notebook
    notebook.show(SIX_AND_THIRTY["six"] + EXPLORER)
    explorer = Explorer(notebook.page)
    fan = explorer.figure("cost").locator(".cc-fan path")
    explorer.root.locator(".cc-chip").nth(2).hover()
    fan.wait_for(state="attached")
    assert fan.count() == 1
    drawn = notebook.python("explorer.model.curves.classifiers[2].shown.index.size")
    assert min(250, drawn // 2) < str(fan.get_attribute("d")).count("M") <= min(500, drawn)
    explorer.leave()
    assert fan.count() == 0
    notebook.python(
        "[setattr(explorer.model.view, f'show_{n}', False) for n in ('lines', 'labels')]"
    )
    explorer.settle()
    assert explorer.figure("cost").locator(".cc-name:visible").count() == 0
    fpr, tpr = notebook.python("[float(one[120]) for one in (curve.fpr, curve.tpr)]")
    explorer.move("roc", fpr + 0.008, tpr - 0.008)
    place = explorer.to_pixels("roc", (fpr + 0.008, tpr - 0.008))
    assert explorer.highlights("roc")["dot"] == pytest.approx(place, abs=1)
    notebook.run(SIX_AND_THIRTY["six"] + EXPLORER)


def owner_of(text, names):
    """Return the name that a possibly shortened label stands for."""
    head, _, tail = text.partition("…")
    [owner] = [name for name in names if name.startswith(head) and name.endswith(tail)]
    return owner


def gap(box, curve):
    """Return the distance between a box and a polyline in pixels."""
    left, right, top, bottom = box
    lengths = np.append(0, np.cumsum(np.hypot(*np.diff(curve, axis=0).T)))
    samples = np.linspace(0, lengths[-1], 4000)
    x, y = (np.interp(samples, lengths, axis) for axis in curve.T)
    dx = np.maximum(0, np.maximum(left - x, x - right))
    dy = np.maximum(0, np.maximum(top - y, y - bottom))
    return float(np.hypot(dx, dy).min())
