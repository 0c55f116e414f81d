"""Switching the pc axis of a displayed explorer."""

import pytest

from tests.support.figures import Explorer
from tests.support.ticks import CONDITIONS, VALUE_AT, axis_switches, wrong_ticks

SHOW = f'''
import numpy as np
import cc_widgets as cc
from cc_widgets.core import Conditions
rng = np.random.default_rng(0)
y = rng.integers(0, 2, 300)
explorer = cc.explore(y, {{"a": y + rng.normal(size=300), "b": y + 2 * rng.normal(size=300)}})
model = explorer.model
model.conditions = {CONDITIONS}

class ReversedSet(set):
    """Set iterated in reverse order, because the order of values in a message is arbitrary."""
    def __iter__(self):
        return iter(sorted(super().__iter__(), reverse=True))

for axis in explorer._views[1].figure.axes:
    axis._states_to_send = ReversedSet()
explorer
'''


@pytest.fixture
def explorer(notebook):
    notebook.run(SHOW)
    return Explorer(notebook.page)


def switch(notebook, explorer, axis):
    notebook.python(f"setattr(model.view, 'axis', {axis!r})")
    explorer.settle()


def test_ticks_are_right_after_switching_from_every_axis_to_every_other(notebook, explorer):
    """Each tick shows the value at its position."""
    wrong = {}
    for before, after in axis_switches():
        switch(notebook, explorer, after)
        if ticks := wrong_ticks(explorer, after):
            wrong[before, after] = ticks
    assert wrong == {}


def test_title_is_restored_when_the_axis_is_switched_back(notebook, explorer):
    """PC(+) kept the title of the previous axis."""
    title = explorer.figure("cost").locator(".axislabel").first
    own = title.text_content()
    for axis in VALUE_AT:
        switch(notebook, explorer, axis)
        assert (title.text_content() == own) is (axis == "pc")
        switch(notebook, explorer, "pc")
        assert title.text_content() == own


@pytest.mark.long(cases=2)
@pytest.mark.parametrize("axis", VALUE_AT)
def test_ticks_follow_the_operating_conditions(notebook, explorer, axis):
    """Ticks are right after changing the conditions and restoring them."""
    switch(notebook, explorer, axis)
    for conditions in ("Conditions(0.3, 2, 3)", CONDITIONS):
        notebook.python(f"model.set_trait('conditions', {conditions})")
    explorer.settle()
    assert wrong_ticks(explorer, axis) == []
