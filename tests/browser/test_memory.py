"""Memory of the page when a cell is run repeatedly: 51 times with `--long`, otherwise three."""

import pytest

from tests.support.memory import BQPLOT_CELL, EXPLORER_CELL, Memory


@pytest.mark.long
def test_rerunning_a_cell_retains_less_memory_than_plain_bqplot(notebook, request):
    """Each run retained its figures, 1.5 times the memory of plain bqplot."""
    runs = 51 if request.config.getoption("--long") else 3
    memory = Memory(notebook)
    ours = memory.growth_per_run(EXPLORER_CELL, runs)
    plain = memory.growth_per_run(BQPLOT_CELL, runs)
    assert ours.nodes <= 0.5 * plain.nodes
    assert ours.listeners <= 0.5 * plain.listeners
    assert ours.megabytes <= 1.5 * plain.megabytes
    notebook.run(EXPLORER_CELL)
