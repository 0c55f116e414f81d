"""Memory of the page when a cell is run 51 times."""

import pytest

from tests.support.memory import BQPLOT_CELL, EXPLORER_CELL, Memory

RUNS = 51


@pytest.mark.long(cases=0)
def test_rerunning_a_cell_retains_less_memory_than_plain_bqplot(notebook):
    """Each run retained its figures, 1.5 times the memory of plain bqplot."""
    memory = Memory(notebook)
    ours = memory.growth_per_run(EXPLORER_CELL, RUNS)
    plain = memory.growth_per_run(BQPLOT_CELL, RUNS)
    assert ours.nodes <= 0.5 * plain.nodes
    assert ours.listeners <= 0.5 * plain.listeners
    assert ours.megabytes <= 1.5 * plain.megabytes
    notebook.run(EXPLORER_CELL)
