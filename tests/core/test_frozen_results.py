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
    Conditions,
    convex_hull,
    count,
    hull_status,
    lower_envelope,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.core.comparison import ranking, winners
from cc_widgets.core.scores import read_labels
from cc_widgets.core.simplification import thin
from cc_widgets.core.thresholds import least_money_regret
from cc_widgets.core.uncertainty import envelope_band, finished, resampling

TWO_EXAMPLES = predictions([0, 1], [1, 2])
FOUR_EXAMPLES = predictions([0, 1, 0, 1], [1, 2, 3, 4])
CURVE = roc_curve(count(TWO_EXAMPLES))
ENVELOPE = lower_envelope(convex_hull([CURVE]))
RESULTS = [
    TWO_EXAMPLES,
    read_labels([0, 1]),
    count(TWO_EXAMPLES),
    CURVE,
    convex_hull([CURVE]),
    thin(CURVE, 2),
    ENVELOPE,
    winners([ENVELOPE]),
    ranking([ENVELOPE], 0.5),
    hull_status([CURVE]),
    least_money_regret([CURVE], Conditions((0.1, 0.2))),
    point_set(fpr=[0.1, 0.2], tpr=[0.5, 0.6], labels=["strict", "lax"]),
    envelope_band(finished(resampling(FOUR_EXAMPLES, n_resamples=40, rng=0)), level=0.9),
]
COPIES = {
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": lambda result: pickle.loads(pickle.dumps(result)),  # noqa: S301 (our own)
}


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_are_frozen(result):
    for field in fields(result):
        with pytest.raises(FrozenInstanceError):
            setattr(result, field.name, None)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_representation_is_a_short_line(result):
    assert repr(result).startswith(f"{type(result).__name__}(")
    assert "\n" not in repr(result)
    assert len(repr(result)) < 400


def test_representation_summarises_long_arrays_only():
    short, long = (np.linspace(0, 1, size) for size in (3, 9))
    assert "fpr=array([0. , 0.5, 1. ])" in repr(point_set(fpr=short, tpr=short))
    assert "fpr=<array of shape (9,)>" in repr(point_set(fpr=long, tpr=long))


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_are_hashable(result):
    assert isinstance(hash(result), int)


def contents(value):
    """Contents of a result with arrays as bytes; fail if an array is writeable."""
    if isinstance(value, np.ndarray):
        assert not value.flags.writeable
        return value.dtype, value.shape, value.tobytes()
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), [contents(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, tuple | list):
        return [contents(item) for item in value]
    return repr(value)


def test_every_public_dataclass_of_arrays_is_a_result():
    pages = [import_module(page.name) for page in walk_packages(core.__path__, "cc_widgets.core.")]
    kinds = {each for page in pages for each in vars(page).values() if isinstance(each, type)}
    plain = {
        kind.__name__
        for kind in kinds
        if is_dataclass(kind)
        and any("Array" in str(field.type) for field in fields(kind))
        and kind.__reduce__ is not type(CURVE).__reduce__
    }
    internal = {"SortKeys", "RowHulls", "RowTurns", "ResampleBlock", "Criterion"}
    assert {name for name in plain if not name.startswith("_")} == internal


@pytest.mark.parametrize("make_copy", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_copies_are_read_only(result, make_copy):
    duplicate = make_copy(result)
    assert duplicate is not result
    assert contents(duplicate) == contents(result)


def test_only_deep_copies_copy_arrays():
    assert np.shares_memory(copy.copy(CURVE).fpr, CURVE.fpr)
    assert not np.shares_memory(copy.deepcopy(CURVE).fpr, CURVE.fpr)


def test_results_unpickled_in_another_process_are_read_only():
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).fpr.flags.writeable)"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(CURVE), capture_output=True, check=True
    )
    assert done.stdout.strip() == b"False"
