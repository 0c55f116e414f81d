"""The cost axis is switched while people look at it."""

import pytest

from tests.support.figures import Explorer
from tests.support.ticks import CONDITIONS, VALUE_AT, every_switch, wrong_ticks

SHOW = f'''
import numpy as np
import cc_widgets as cc
from cc_widgets.core import Conditions
rng = np.random.default_rng(0)
y = rng.integers(0, 2, 300)
explorer = cc.explore(y, {{"a": y + rng.normal(size=300), "b": y + 2 * rng.normal(size=300)}})
model = explorer.model
model.conditions = {CONDITIONS}

class InTheWorstOrder(set):
    """In a message values stand in any order, another one in each kernel."""
    def __iter__(self):
        return iter(sorted(super().__iter__(), reverse=True))

for axis in explorer._views[1].figure.axes:
    axis._states_to_send = InTheWorstOrder()
explorer
'''


@pytest.fixture
def explorer(notebook):
    notebook.run(SHOW)
    return Explorer(notebook.page)


def switch(notebook, explorer, axis):
    notebook.python(f"model.set_trait('axis', {axis!r})")
    explorer.settle()


def test_every_axis_follows_every_other_while_it_is_seen(notebook, explorer):
    """W9: each tick says the value of the place where it stands."""
    wrong = {}
    for before, after in every_switch():
        switch(notebook, explorer, after)
        if found := wrong_ticks(explorer, after):
            wrong[before, after] = found
    assert wrong == {}


def test_an_axis_that_is_switched_back_has_its_own_title(notebook, explorer):
    """X2: PC(+) had the title of the axis before it."""
    title = explorer.figure("cost").locator(".axislabel").first
    own = title.text_content()
    for axis in VALUE_AT:
        switch(notebook, explorer, axis)
        assert (title.text_content() == own) is (axis == "pc")
        switch(notebook, explorer, "pc")
        assert title.text_content() == own


@pytest.mark.parametrize("axis", VALUE_AT)
def test_words_on_the_axis_follow_the_conditions(notebook, explorer, axis):
    """W9: after other conditions and back, the ticks are those of the conditions."""
    switch(notebook, explorer, axis)
    for given in ("Conditions(0.3, 2, 3)", CONDITIONS):
        notebook.python(f"model.set_trait('conditions', {given})")
    explorer.settle()
    assert wrong_ticks(explorer, axis) == []
