"""What is drawn above the figures: names at their curves."""

import itertools

import numpy as np
import pytest

from tests.support.figures import Explorer
from tests.support.texts import faint, texts

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
explorer
"""
ENVELOPES = """{
    item.name: [item.envelope.pc.tolist(), item.envelope.cost.tolist()]
    for item in explorer.model.derived.classifiers
}"""
NAMES = """(figure) => [...figure.querySelectorAll('.cc-name')]
  .filter((name) => name.checkVisibility())
  .map((name) => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    return [name.textContent, left, right, top, bottom];
  })"""


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
    labels = named.figure("cost").evaluate(NAMES)
    owners = [whose(text, envelopes) for text, *_ in labels]
    assert notebook.python("explorer.model.read().best.name") in owners
    for owner, (_, *box) in zip(owners, labels, strict=True):
        gaps = {name: gap(box, curve) for name, curve in envelopes.items()}
        assert gaps[owner] <= 12
        assert gaps[owner] == min(gaps.values())
    for a, b in itertools.combinations([box for _, *box in labels], 2):
        assert min(a[1], b[1]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[2], b[2])
    assert faint(texts(named.root)) == []


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
