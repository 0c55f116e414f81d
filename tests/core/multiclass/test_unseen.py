import numpy as np
import pytest

from cc_widgets.core.multiclass import (
    bcost,
    bdeltacost,
    confusion_matrix,
    cost_matrix,
    paired_matrix,
    unseen_cells,
)
from tests.support.rates import close

CLASSES = ("common", "rare", "third")
MATRIX = confusion_matrix([[900, 5, 45], [0, 10, 0], [0, 0, 40]], classes=CLASSES)


def test_empty_dear_cells_are_found_dearest_first_with_what_they_may_add():
    cost = cost_matrix([[0.0, 1.0, 1.0], [200.0, 0.0, 0.1], [500.0, 0.0, 0.0]])
    found = bcost(MATRIX, cost, rng=0).unseen
    assert found.cells.tolist() == [[2, 0], [1, 0]]
    assert found.cost.tolist() == [500, 200]
    close(found.reach, [1.5, 0.6])  # 3 / 1000 of each
    close(found.limit, 0.025)  # half of what an example costs
    assert found.classes == CLASSES


def test_the_warning_says_which_cell_and_how_much():
    cost = cost_matrix([[0.0, 1.0, 1.0], [200.0, 0.0, 0.1], [500.0, 0.0, 0.0]])
    (warning,) = bcost(MATRIX, cost, rng=0).warnings
    assert warning == (
        "2 dear cells were never seen. Class third called common at a cost of 500 may alone add "
        "up to 1.5 per example (rule of three): the test set may be too small."
    )


def test_cheap_cells_seen_cells_and_free_cells_are_no_reason_to_warn():
    cost = cost_matrix([[0, 100, 1], [1, 0, 1], [1, 0, 0]])
    found = bcost(MATRIX, cost, rng=0)
    assert not found.unseen.found
    assert found.warnings == ()
    assert found.unseen.text == ""


def test_a_larger_test_set_silences_the_warning():
    cost = cost_matrix([[0, 1, 1], [7, 0, 1], [7, 0, 0]])
    small = confusion_matrix([[90, 1, 4], [0, 1, 0], [0, 0, 4]])
    assert bcost(small, cost, rng=0).unseen.found
    assert not bcost(confusion_matrix(small.counts * 10), cost, rng=0).unseen.found


def test_unseen_benefits_count_too():
    found = unseen_cells(np.array([[9, 0], [1, 0]]), np.array([[0, -7], [1, 0]]), 0.5, (0, 1))
    assert found.cells.tolist() == [[0, 1]]
    close(found.reach, [-2.1])


def test_a_classifier_without_an_error_warns_of_every_error():
    perfect = confusion_matrix([[9, 0], [0, 9]])
    assert bcost(perfect, cost_matrix([[0, 1], [1, 0]]), rng=0).unseen.cost.size == 2


def test_pairs_of_answers_that_never_met_are_found():
    both = paired_matrix([[[900, 30], [30, 10]], [[0, 0], [0, 30]]])
    calm = bdeltacost(both, cost_matrix([[0, 1], [1, 0]]), rng=0)
    assert calm.warnings == ()
    found = bdeltacost(both, cost_matrix([[0, 1], [900, 0]]), rng=0)
    assert found.unseen.cells.tolist() == [[1, 0, 1], [1, 1, 0]]
    assert found.unseen.cost.tolist() == [900, -900]
    close(found.unseen.limit, 2 * found.sd_total / 1000)
    assert "Class 1 called 0 and 1 at a cost of 900" in found.warnings[0]


@pytest.mark.parametrize("field", ["cells", "cost", "reach"])
def test_arrays_are_read_only(field):
    cells = bcost(MATRIX, cost_matrix(np.ones((3, 3))), rng=0).unseen
    assert not getattr(cells, field).flags.writeable
