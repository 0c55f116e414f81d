from dataclasses import FrozenInstanceError, fields

import pytest

from cc_widgets.core import convex_hull, count, predictions, roc_curve, thin
from cc_widgets.core.labels import read_labels

GIVEN = predictions([0, 1], [1, 2])
CURVE = roc_curve(count(GIVEN))
RESULTS = [
    GIVEN,
    read_labels([0, 1]),
    count(GIVEN),
    CURVE,
    convex_hull([CURVE]),
    thin(CURVE, 2),
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_have_fields_that_nobody_changes(result):
    for field in fields(result):
        with pytest.raises(FrozenInstanceError):
            setattr(result, field.name, None)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_are_told_apart_by_what_they_are_not_by_their_arrays(result):
    assert isinstance(hash(result), int)
