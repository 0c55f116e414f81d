"""What is drawn above the figures: names at their curves, and what the mouse lights."""

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
curve = explorer.model.derived.classifiers[0].curve
explorer
"""
ENVELOPES = """{
    item.name: [item.envelope.pc.tolist(), item.envelope.cost.tolist()]
    for item in explorer.model.derived.classifiers
}"""


@pytest.fixture(params=SIX_AND_THIRTY)
def named(request, notebook):
    notebook.run(SIX_AND_THIRTY[request.param] + EXPLORER)
    return Explorer(notebook.page)


def test_the_winner_is_named_and_each_name_is_nearest_to_its_own_curve(notebook, named):
    """Done line 3 of issue 11, as the browser has drawn it."""
    area = named.area("cost")
    envelopes = {
        name: np.column_stack(area.pixel(np.array(pc), np.array(cost)))
        for name, (pc, cost) in notebook.python(ENVELOPES).items()
    }
    labels = texts(named.figure("cost").locator(".cc-names"))
    owners = [whose(label["text"], envelopes) for label in labels]
    assert notebook.python("explorer.model.read().best.name") in owners
    for owner, label in zip(owners, labels, strict=True):
        ink = [label[side] for side in ("left", "right", "top", "bottom")]
        gaps = {name: gap(ink, curve) for name, curve in envelopes.items()}
        assert gaps[owner] <= 16
        assert gaps[owner] == min(gaps.values())
    assert collisions(labels) == []
    assert faint(texts(named.figure("cost"))) == []


@pytest.mark.parametrize("top", [0.5, 1])
def test_wherever_the_mouse_is_the_other_figure_shows_or_points(tall_notebook, top):
    """Done line 4 of issue 11; `geometry/rim.test.ts` tries 500 places for each."""
    notebook = tall_notebook
    notebook.show(SIX_AND_THIRTY["six"] + EXPLORER)
    notebook.python(f"explorer.model.set_trait('cost_top', {top})")
    explorer = Explorer(notebook.page)
    draw = np.random.default_rng(4)
    pairs: list[tuple[Space, Space]] = [("roc", "cost"), ("cost", "roc")]
    for one, other in pairs:
        for x, y in draw.random((15, 2)):
            explorer.move(one, x, y * (0.5 if one == "cost" else 1))
            shown, words = explorer.shows(other)
            assert shown, (one, x, y)
            assert words or other == "roc"


def test_what_is_pointed_at_has_all_its_lines_and_what_is_hidden_is_not_lit(tall_notebook):
    notebook = tall_notebook
    notebook.show(SIX_AND_THIRTY["six"] + EXPLORER)
    explorer = Explorer(notebook.page)
    fan = explorer.figure("cost").locator(".cc-fan path")
    explorer.root.locator(".cc-chip").nth(2).hover()
    fan.wait_for(state="attached")
    assert fan.count() == 1
    drawn = notebook.python("explorer.model.derived.classifiers[2].shown.index.size")
    assert min(250, drawn // 2) < str(fan.get_attribute("d")).count("M") <= min(500, drawn)
    explorer.leave()
    assert fan.count() == 0
    notebook.python("[explorer.model.set_trait(f'show_{n}', False) for n in ('lines', 'labels')]")
    explorer.settle()
    assert explorer.figure("cost").locator(".cc-name:visible").count() == 0
    fpr, tpr = notebook.python("[float(one[120]) for one in (curve.fpr, curve.tpr)]")
    explorer.move("roc", fpr + 0.008, tpr - 0.008)
    place = explorer.expected("roc", (fpr + 0.008, tpr - 0.008))
    assert explorer.lit("roc")["dot"] == pytest.approx(place, abs=1)
    notebook.run(SIX_AND_THIRTY["six"] + EXPLORER)


def whose(text, names):
    """The only name that begins and ends like this one, which may have been cut."""
    head, _, tail = text.partition("…")
    [owner] = [name for name in names if name.startswith(head) and name.endswith(tail)]
    return owner


def gap(box, curve):
    """How far a box is from a polyline, both in pixels of the page."""
    left, right, top, bottom = box
    way = np.append(0, np.cumsum(np.hypot(*np.diff(curve, axis=0).T)))
    stops = np.linspace(0, way[-1], 4000)
    x, y = (np.interp(stops, way, axis) for axis in curve.T)
    beside = np.maximum(0, np.maximum(left - x, x - right))
    above = np.maximum(0, np.maximum(top - y, y - bottom))
    return float(np.hypot(beside, above).min())
