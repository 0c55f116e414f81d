"""A cell that is run again and again: the page does not fill up.

`python3 -m cc_widgets test tests/browser/test_memory.py --long` does it 51 times.
"""

import pytest

from tests.support.memory import OURS, PLAIN, Memory


@pytest.mark.long
def test_a_run_leaves_less_in_the_page_than_two_plain_figures_do(notebook, request):
    """F1: each run kept all of its figures, half as much again as bqplot alone."""
    runs = 51 if request.config.getoption("--long") else 3
    memory = Memory(notebook)
    ours = memory.kept(OURS, runs)
    plain = memory.kept(PLAIN, runs)
    assert ours.nodes <= 0.5 * plain.nodes
    assert ours.listeners <= 0.5 * plain.listeners
    assert ours.megabytes <= 1.5 * plain.megabytes
    notebook.run(OURS)
