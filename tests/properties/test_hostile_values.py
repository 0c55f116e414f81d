"""Whatever is passed for a number, an array or a name: an answer without NaN, or plain words.

F3 and F4. Arguments that are results of other functions are taken as they are.
"""

import inspect
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from cc_widgets import core
from cc_widgets.core import multiclass, uncertainty
from cc_widgets.errors import CostCurveError
from cc_widgets.model.state import CostCurveModel
from tests.support.calls import CALLS, RESULTS, S, Y
from tests.support.hostile import HOSTILE, NO_NUMBERS, refused

# Where a text, or anything at all, is no number and may be right all the same.
NOT_NUMBERS = {
    "labels",
    "names",
    "positive",
    "rng",
    "classes",
    "pos_label",
    "y_true",
    "predicted",
    "predicted1",
    "predicted2",
}
ARGUMENTS = [
    (name, argument)
    for name, given in CALLS.items()
    for argument in given
    if argument not in RESULTS
]


# Results have other names here where an argument of the same name is no result elsewhere.
REAL_NAMES = {
    "square": "matrix",
    "costs": "cost",
    "each": "predicted",
    "drawn": "replicates",
    "least": "difference",
}


def _called(call, **given):
    """Call a function by the real names of its arguments, and wait for all of its answer."""
    answer = call(**{REAL_NAMES.get(name, name): value for name, value in given.items()})
    return uncertainty.finished(answer) if inspect.isgenerator(answer) else answer


@cache
def function(name):
    for page in (core, uncertainty, multiclass):
        if hasattr(page, name):
            return partial(_called, getattr(page, name))
    raise AssertionError(name)


def test_every_public_function_that_takes_more_than_results_is_tried():
    takes_results_only = {
        *("auc", "convex_hull", "corner_ranges", "cost_difference", "cost_lines", "count"),
        *("count_corners", "count_hull", "crossovers", "curve_dominance", "edge_pc"),
        *("envelope_top", "extend_hull", "extremes", "hull_members", "hull_status", "least_cost"),
        *("lines_envelope", "lower_envelope", "max_rectangle", "minimax", "null_ranges"),
        *("operating_range", "pooled_average", "roc_crossings", "roc_curve", "roc_points"),
        *("set_dominance", "threshold_choice", "winners", "youden"),
    }
    takes_results_only |= {"chosen_thresholds", "corrected_cost", "finished", "significance"}
    takes_results_only |= {"best_band", "best_of_independent", "equally_good", "side_by_side"}
    covered_by_others = {
        "methods_for",
        "bcost_each",
        "bdeltacost_each",
        "paired_matrix",
        "unseen_cells",
    }
    for page in (core, uncertainty, multiclass):
        public = {name for name in page.__all__ if inspect.isfunction(getattr(page, name))}
        assert public - takes_results_only - covered_by_others <= set(CALLS)


def test_what_is_right_is_not_refused():
    for name, given in CALLS.items():
        assert not refused(partial(function(name), **given)), name


@pytest.mark.parametrize(("name", "argument"), ARGUMENTS)
def test_hostile_values_are_answered_or_refused_in_words(name, argument):
    for kind, make in HOSTILE.items():
        if argument == "n_resamples" and kind.startswith("whole number"):
            continue  # so many can be asked for, and waited for
        value = make()
        call = partial(function(name), **{**CALLS[name], argument: value})
        try:
            turned_down = refused(call)
        except Exception as error:
            raise AssertionError(f"{kind} as {argument}: {error!r}") from error
        if kind in NO_NUMBERS and argument not in NOT_NUMBERS and argument != "density":
            assert turned_down, f"{kind} as {argument}"


RATES_ASKED = [(name, one) for name, one in ARGUMENTS if one in {"fpr", "tpr", "pc", "prior"}]


@pytest.mark.parametrize(("name", "argument"), RATES_ASKED)
def test_percentages_are_refused_with_the_fraction_that_was_meant(name, argument):
    if name in {"iso_line", "cost_point"}:
        pytest.skip("virtual points lie anywhere")
    given = CALLS[name][argument]
    percent = [30.0] * len(given) if np.ndim(given) else 30
    with pytest.raises(CostCurveError, match=r"30 %, pass 0\.3\b"):
        function(name)(**{**CALLS[name], argument: percent})


QUESTIONS: dict[str, dict[str, Any]] = {
    "cost": {"name": "a", "pc": 0.3},
    "best": {"pc": (0.3, 0.4)},
    "interval": {"name": "a", "pc": 0.3},
    "mark": {"name": "a", "threshold": 0.3},
    "unmark": {"name": "a", "threshold": None},
    "marked": {"pc": (0.3, 0.4)},
    "ranking": {"pc": 0.3},
    "read": {"pc": 0.3},
    "operating_range": {"name": "a"},
    "compare": {"first": "a", "second": "b"},
    "significance": {"first": "a", "second": "b"},
    "rename": {"old": "a", "new": "c"},
    "add": {"name": "c", "value": (Y, S)},
    "remove": {"name": "a"},
    "reorder": {"names": ["b", "a"]},
    "recolor": {"name": "a", "color": "#000000"},
    "bootstrap": {"level": 0.9, "n_resamples": 39, "rng": 0, "simultaneous": False},
}
TRAITS = [
    *("classifiers", "hidden", "colors", "conditions", "follows", "population", "unit", "pc"),
    *("pc_range", "pins", "level", "bootstrap_settings", "compared", "criterion", "average"),
    *("axis", "cost_top", "shown_band", "marks"),
]


def small_model():
    model = CostCurveModel({"a": (Y, S), "b": (Y, S[::-1])})
    model.bootstrap_settings = type(model.bootstrap_settings)(n_resamples=39, rng=0)
    return model


@pytest.mark.parametrize(
    ("name", "argument"), [(name, one) for name, given in QUESTIONS.items() for one in given]
)
def test_hostile_questions_to_the_model(name, argument):
    for kind, make in HOSTILE.items():
        ask = getattr(small_model(), name)
        call = partial(ask, **{**QUESTIONS[name], argument: make()})
        try:
            refused(call)
        except Exception as error:
            raise AssertionError(f"{kind} as {argument}: {error!r}") from error


@pytest.mark.parametrize("trait", TRAITS)
def test_hostile_values_of_traits(trait):
    model = small_model()
    for kind, make in HOSTILE.items():
        before = getattr(model, trait)
        try:
            if refused(partial(setattr, model, trait, make())):
                assert getattr(model, trait) == before
            setattr(model, trait, before)
        except Exception as error:
            raise AssertionError(f"{kind}: {error!r}") from error
