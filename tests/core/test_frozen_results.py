import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages

import numpy as np
import pytest

from cc_widgets import core
from cc_widgets.core import (
    convex_hull,
    count,
    hull_status,
    lower_envelope,
    point_set,
    predictions,
    ranking,
    roc_curve,
    thin,
    winners,
)
from cc_widgets.core._predictions import read_labels
from cc_widgets.core.uncertainty import envelope_band, finished, resampling

GIVEN = predictions([0, 1], [1, 2])
DRAWN = predictions([0, 1, 0, 1], [1, 2, 3, 4])
CURVE = roc_curve(count(GIVEN))
ENVELOPE = lower_envelope(convex_hull([CURVE]))
RESULTS = [
    GIVEN,
    read_labels([0, 1]),
    count(GIVEN),
    CURVE,
    convex_hull([CURVE]),
    thin(CURVE, 2),
    ENVELOPE,
    winners([ENVELOPE]),
    ranking([ENVELOPE], 0.5),
    hull_status([CURVE]),
    point_set(fpr=[0.1, 0.2], tpr=[0.5, 0.6], labels=["strict", "lax"]),
    envelope_band(finished(resampling(DRAWN, n_resamples=40, rng=0)), level=0.9),
]
WAYS = {
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": lambda result: pickle.loads(pickle.dumps(result)),  # noqa: S301 (our own)
}


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_have_fields_that_nobody_changes(result):
    for field in fields(result):
        with pytest.raises(FrozenInstanceError):
            setattr(result, field.name, None)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_are_told_apart_by_what_they_are_not_by_their_arrays(result):
    assert isinstance(hash(result), int)


def contents(value):
    """All that is in a result, arrays as bytes; every array in it must be read-only."""
    if isinstance(value, np.ndarray):
        assert not value.flags.writeable
        return value.dtype, value.shape, value.tobytes()
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), [contents(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, tuple | list):
        return [contents(one) for one in value]
    return repr(value)


def test_every_dataclass_of_arrays_is_a_result_but_for_parts_in_the_making():
    pages = [import_module(page.name) for page in walk_packages(core.__path__, "cc_widgets.core.")]
    kinds = {one for page in pages for one in vars(page).values() if isinstance(one, type)}
    plain = {
        kind.__name__
        for kind in kinds
        if is_dataclass(kind)
        and any("Array" in str(field.type) for field in fields(kind))
        and kind.__reduce__ is not type(CURVE).__reduce__
    }
    in_the_making = {"SortKeys", "RowHulls", "RowTurns", "Block", "Criterion"}
    assert {name for name in plain if not name.startswith("_")} == in_the_making


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_f2_a_copy_is_as_read_only_as_what_it_was_made_from(result, way):
    again = way(result)
    assert again is not result
    assert contents(again) == contents(result)


def test_f2_a_copy_has_arrays_of_its_own_only_if_it_is_deep():
    assert np.shares_memory(copy.copy(CURVE).fpr, CURVE.fpr)
    assert not np.shares_memory(copy.deepcopy(CURVE).fpr, CURVE.fpr)


def test_f2_what_another_process_reads_is_read_only_too():
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).fpr.flags.writeable)"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(CURVE), capture_output=True, check=True
    )
    assert done.stdout.strip() == b"False"
