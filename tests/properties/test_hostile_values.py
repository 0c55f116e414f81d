"""Invalid values in each parameter of each public callable: a result, or a `CostCurveError`.

F3, F4 and S4. A sample of kinds of values for each parameter; all kinds with `--long`.
"""

import pickle
import random
import warnings
import zlib
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances
from matplotlib import pyplot as plt

import cc_widgets as cc
from cc_widgets import core
from cc_widgets.core import uncertainty
from cc_widgets.errors import CostCurveError
from cc_widgets.export import provenance_of
from tests.support.calls import CALLS, LINE, S
from tests.support.hostile import HOSTILE, NON_NUMBERS, numbers
from tests.support.public import (
    ERRORS,
    FITTED,
    LABEL,
    OWNERS,
    public_callables,
    small_model,
)

SAMPLE_SIZE = 6
CALLABLES = sorted(public_callables())
ENDLESS = {"finished": {"endless"}}  # would not return
# Parameters where any label or seed may be valid, and parameters of result classes.
NOT_NUMBERS = {
    *("labels", "names", "positive", "rng", "classes", "pos_label", "y_true", "predicted"),
    *("predicted1", "predicted2", "density", "clusters", "groups", "source", "takes", "y_score"),
    "severity",
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Run in an empty folder with a session in it."""
    monkeypatch.chdir(tmp_path)
    small_model().save("session.json")
    yield tmp_path
    plt.close("all")


@pytest.fixture(autouse=True)
def little_memory():
    """Limit the memory of each call to two gigabytes, on systems that report memory use."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = Path("/proc/self/statm")
    if not pages.exists():
        pytest.skip("this system does not report its memory use")
    size = int(pages.read_text("ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + 2**31, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.fixture
def widgets(open_widgets):
    """Return a function for the ids of open widgets; close explorers at the end."""
    yield open_widgets
    explorers = [each for each in _instances.values() if isinstance(each, cc.CostCurveExplorer)]
    for explorer in explorers:
        explorer.close()


@pytest.fixture
def kinds(request):
    """Return a function that samples kinds of values by parameter, the same in each run."""

    def chosen(place):
        if request.config.getoption("--long"):
            return tuple(HOSTILE)
        return random.Random(zlib.crc32(place.encode())).sample(list(HOSTILE), SAMPLE_SIZE)  # noqa: S311 (no secret)

    return chosen


CACHED = ("job", "_estimates")


def state_of(owner):
    """Return the state that a call that raises must not change: all but the cached results."""
    model = owner.model if isinstance(owner, cc.CostCurveExplorer | cc.Laboratory) else owner
    names = model.trait_names() if isinstance(model, cc.CostCurveModel) else ()
    return {name: getattr(model, name) for name in names if name not in CACHED}, np.geterr()


def refused(call, *, has_numbers):
    """Return whether a call raises our error; fail if its result contains NaN."""
    with warnings.catch_warnings(record=True) as leaked:
        warnings.simplefilter("always")  # as errors they would be caught on their way
        for message in ("metadata .* was set", "X has feature names"):  # bqscales, scikit-learn
            warnings.filterwarnings("ignore", message)
        try:
            answer, error = call(), None
        except CostCurveError as caught:
            answer, error = None, caught
    assert [str(warning.message) for warning in leaked] == []
    if error is not None:
        return bool(str(error))
    assert not (has_numbers and any(np.isnan(each).any() for each in numbers(answer)))
    return False


@pytest.mark.usefixtures("folder")
def test_valid_arguments_are_accepted():
    for name, each in public_callables().items():
        try:
            each.call(each.valid_arguments(), each.owner())
        except Exception as error:
            raise AssertionError(name) from error
        plt.close("all")


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", CALLABLES)
def test_invalid_values_return_or_raise_cost_curve_error(name, kinds, folder, widgets):
    each = public_callables()[name]
    owner, right, has_numbers = each.owner(), each.valid_arguments(), name in CALLS
    before, files, ids = state_of(owner), set(folder.iterdir()), widgets()
    for place in each.argument_names():
        for kind in set(kinds(f"{name} {place}")) - ENDLESS.get(name, set()):
            arguments = each.with_argument(right, place, HOSTILE[kind]())
            try:
                is_refused = refused(partial(each.call, arguments, owner), has_numbers=has_numbers)
            except Exception as error:
                raise AssertionError(f"{kind} as {place}: {type(error).__name__}") from error
            if is_refused:
                assert state_of(owner) == before, f"{kind} as {place}"
                assert set(folder.iterdir()) == files, f"{kind} as {place}"
                assert widgets() == ids, f"{kind} as {place}"
            else:
                must = name in CALLS and (place in CALLS[name]) and kind in NON_NUMBERS
                assert not must or place in NOT_NUMBERS, f"{kind} as {place}"
                plt.close("all")
                if name.split(".")[0] in OWNERS:
                    owner = each.owner()
                before, files, ids = state_of(owner), set(folder.iterdir()), widgets()


ARRAY = np.array([0.2, 0.4])
WRONG: Any = 3
LONG: Any = range(10**13)
MASKED = np.ma.array([0.5, 0.6], mask=[True, False])
EXAMPLES = {
    "title": lambda model: model.to_markdown(title=3),
    "title of a page": lambda model: provenance_of(model, WRONG),
    "what": lambda model: model.to_markdown(ARRAY),
    "conditions": lambda model: model.add_note("here", conditions="x"),
    "first": lambda model: model.pair_errors(
        ["a"], "b", {"positives": ERRORS, "negatives": ERRORS}
    ),
    "plan": lambda model: model.sample_size(ARRAY),
    "note": lambda model: model.edit_note(ARRAY, text="there"),
    "method": lambda model: model.fixed_threshold(FITTED, "a", response_method=ARRAY),
    "itself": lambda model: model.compare("a", "a"),
    "many": lambda _: uncertainty.percentiles.line_replicates(LINE, n_resamples=2**63),
    "folds": lambda _: core.folds(LONG),
    "masked": lambda _: core.expected_cost(MASKED, 0.5, 0.3),
    "masked constant": lambda _: core.costs.baseline_cost(np.ma.masked),
    "hull": lambda _: core.lower_envelope(WRONG),
    "curves": lambda _: core.averaging.cost_average([WRONG, WRONG]),
    "counts": lambda _: uncertainty.sample_size.widths_with([(4, 10, 30, 20)], 0.3, [1]),
    "iterator": lambda _: uncertainty.finished(iter([])),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_known_foreign_errors_are_cost_curve_errors(name):
    model = small_model()
    before = state_of(model)
    with pytest.raises(CostCurveError):
        EXAMPLES[name](model)
    assert state_of(model) == before


def test_classifier_is_not_compared_with_itself():
    with pytest.raises(CostCurveError, match="must be two different classifiers"):
        cc.CostCurveModel({"a": (LABEL, S * 10)}).compare("a", "a")


def test_error_names_the_function_that_makes_the_argument():
    with pytest.raises(CostCurveError, match=r"^hull: must be a Hull\. Got 3\. Pass the result of"):
        core.criteria.minimax(WRONG)
    with pytest.raises(CostCurveError, match="an object with the arrays pc, fpr and fnr"):
        core.cost_at(WRONG, 0.5)
    with pytest.raises(CostCurveError, match="each a RocCurve"):
        core.convex_hull([WRONG])


def test_public_functions_can_be_pickled():
    assert pickle.loads(pickle.dumps(core.convex_hull)) is core.convex_hull  # noqa: S301 (our own)


def test_band_at_a_level_of_almost_1_covers_all_costs():
    band = uncertainty.percentiles.exact_band(LINE, level=np.nextafter(1.0, 0.0), pc=[0.2])
    wider = uncertainty.percentiles.exact_band(LINE, level=0.999, pc=[0.2])
    assert band.lower[0] == 0.0
    assert wider.upper[0] < band.upper[0] <= 1.0


@pytest.mark.parametrize("value", [np.ma.masked, [np.ma.masked, 0.5], MASKED], ids=str)
def test_masked_values_raise_without_a_warning(value):
    for function in (core.costs.baseline_cost, core.conditions.pc_at_log_odds):
        assert refused(partial(function, value), has_numbers=True)
    model = small_model()
    assert refused(partial(model.cost, "a", value), has_numbers=False)
    assert refused(partial(model.recommend, value), has_numbers=False)
