"""Public callables, found by introspection, each with arguments that are right.

A new callable is tried without further ado where its parameters have names that are known here,
and where another callable returns the object that it is a method of.
"""

import inspect
import typing
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression

import cc_widgets as cc
from cc_widgets import core
from cc_widgets.core import uncertainty
from cc_widgets.intake.estimators import Asking
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.classes import from_matrices
from tests.support.calls import (
    BOTH,
    CALLS,
    CONDITIONS,
    COSTS,
    CUBE,
    DIFFERENCE,
    DRAWN,
    ENVELOPES,
    HULL,
    JOINT,
    LINE,
    ONE,
    OTHER,
    OTHER_P,
    SQUARE,
    P,
    S,
    Y,
)

PAGES = (
    *("cc_widgets.core", "cc_widgets.core.uncertainty", "cc_widgets.core.multiclass"),
    *("cc_widgets.intake", "cc_widgets.datasets", "cc_widgets"),
)
NOT_CALLED_BY_USERS = {
    "lists_kinds",  # a decorator
    "Asking",
    "CostCurveModel.notify_change",  # traitlets calls it
    # They take results of other functions of intake.
    *("Kind", "Named", "labels_of", "left_out_words", "named_classifiers", "reduced"),
    "with_threshold",
}

# ---- Objects that are right


X = np.array(S * 10)[:, np.newaxis]
LABEL = Y * 10
FITTED = LogisticRegression().fit(X, LABEL)
HALVES = np.arange(20), np.arange(20, 40)
CV_RESULTS = {
    "estimator": [FITTED, FITTED],
    "indices": {"train": HALVES, "test": HALVES[::-1]},
}
FRAME = pd.DataFrame({"y": LABEL, "a": S * 10, "b": S[::-1] * 10})
MATRICES = {"a": [[6, 4], [3, 17]], "b": [[7, 3], [5, 15]]}
POINTS = {"a": (0.1, 0.6), "b": (0.3, 0.9)}
ERRORS = {"first_only": 2, "second_only": 2, "both": 8, "neither": 8}
SEVERAL = uncertainty.finished(uncertainty.resampling(P, n_resamples=39, rng=0, several=True))
CLUSTERED = core.predictions(LABEL, S * 10, clusters=list(range(20)) * 2)
PC = np.array([0.0, 0.5, 1.0])
DENSITIES = ("Beta", "Histogram", "Uniform")
BANDS = [uncertainty.mover_band(LINE), uncertainty.mover_band(LINE)]


def small_model() -> cc.CostCurveModel:
    """Return a model with groups, a note and a mark, whose bands are computed soon."""
    given = core.predictions(LABEL, S * 10, groups=list("abab") * 10)
    made = cc.CostCurveModel({"a": given, "b": (LABEL, S[::-1] * 10)})
    made.bootstrap_settings = BootstrapSettings(n_resamples=199, rng=0)
    made.notes = [{"id": "n", "text": "here", "kind": "conditions", "at": {}}]
    made.mark("a", 0.4)
    return made


def explorer() -> cc.CostCurveExplorer:
    return cc.CostCurveExplorer(small_model())


OWNERS: dict[str, Callable[[], Any]] = {
    "CostCurveModel": small_model,
    "CostCurveExplorer": explorer,
    "Laboratory": lambda: cc.Laboratory(n=40),
    "ClassExplorer": lambda: cc.explore_classes(list("abc"), list("abb"), rng=0),
    "Question": lambda: explorer().ask("classifier"),
    "Steps": lambda: cc.steps("hull", POINTS),
    "Limit": lambda: core.Limit(100, 50, 60, "capacity"),
    "CostCurveDisplay": lambda: cc.CostCurveDisplay(pc=PC, cost=PC * (1.0 - PC)),
    "BootstrapSettings": BootstrapSettings,
    "CostCurveError": lambda: cc.CostCurveError("must be right"),
    "Asked": lambda: core.CRITERIA["neyman_pearson"].numbers["max_fpr"],
    "Landmark": lambda: core.LANDMARKS[0],
    "ParallelLines": lambda: core.line_dual(-1.0, 1.5),
    "ThresholdRange": lambda: uncertainty.ThresholdRange(0.1, 0.4, 0.9),
    "Criterion": lambda: core.CRITERIA["youden"],
    "Uniform": lambda: core.Uniform(0.1, 0.4),
    "Beta": lambda: core.Beta(2.0, 3.0),
    "Histogram": lambda: core.Histogram([0, 0.5, 1], [1, 2]),
    "JointBuckets": lambda: uncertainty.joint_buckets([CLUSTERED]),
}
"""Objects that calls change, and those that no callable returns; others are results of calls."""

# ---- Arguments that are right: of all parameters of a name, and of single callables


BY_NAME: dict[str, Any] = {
    **{name: value for given in CALLS.values() for name, value in given.items()},
    "X": X,
    "y": LABEL,
    "estimator": FITTED,
    "estimators": {"a": FITTED},
    "cv_results": CV_RESULTS,
    "matrices": MATRICES,
    "points": POINTS,
    "classifiers": POINTS,
    "frame": FRAME,
    "y_true": LABEL,
    "y_score": S * 10,
    "path": "written",
    "kind": "threshold",
    "text": "a text",
    "note": "n",
    "name": "a",
    "names": ("b",),
    "old": "a",
    "new": "c",
    "first": "a",
    "second": "b",
    "color": "#000000",
    "what": "must be right",
    "place": "here",
    "other": P,
    "handler": print,
    "predictions": P,
    "curves": BOTH,
    "curve": ONE,
    "hull": HULL,
    "threshold": 0.4,
    "model": small_model(),
    "value": (LABEL, S * 10),
    "others": (),
}
HOW = dict.fromkeys(typing.get_type_hints(Asking))
OF_FRAME = {"y_true": "y", "y_score": ["a", "b"]}
PLACES = {
    "classifier": "a",
    "threshold": None,
    "line": False,
    "rates": None,
    "edge": None,
    "pc": None,
    "conditions": False,
}
BY_CALLABLE: dict[str, Mapping[str, Any]] = {
    **CALLS,
    "ClassExplorer": {"counted": from_matrices(MATRICES)},
    "JointResamples.of": {"positions": [0, 1]},
    "CostCurveDisplay": {"pc": PC, "cost": PC * (1.0 - PC)},
    "CostCurveExplorer.add_note": {"where": {"pc": 0.3}},
    "CostCurveExplorer.ask": {"kind": "threshold", "name": "a"},
    "CostCurveExplorer.open_panel": {"title": "Compare"},
    "CostCurveModel.add_note": {"where": {"pc": 0.3}},
    "CostCurveModel.fixed_threshold": {"name": "a"},
    "CostCurveModel.gather": {"name": "c", "names": ("a", "b")},
    "CostCurveModel.load": {"path": "session.json"},
    "CostCurveModel.add": {"name": "c"},
    "CostCurveModel.pair": {"first": "c", "second": "d"}
    | {"counts": {"positives": ERRORS, "negatives": ERRORS}},
    "CostCurveModel.reorder": {"names": ["b", "a"]},
    "CostCurveModel.watch": {"names": ("pc",)},
    "BootstrapSettings.draws_as": {"other": BootstrapSettings()},
    "CostDifference.at": {"level": 0.9},
    "CostInterval.at": {"level": 0.9},
    "CostOutcomes.at": {"level": 0.9},
    "CostRanges.draw": {"n_matrices": 3},
    "Criterion.better": {"choice": core.youden(BOTH), "other": core.youden(BOTH), "by": 0.01}
    | {"numbers": {}},
    "EnvelopeResamples.first": {"rows": 5},
    "JointBuckets.sampler": {"stratified": True},
    "Limit.allows": {"fpr": np.array([0.1, 0.3]), "tpr": np.array([0.5, 0.8])},
    **{f"{name}.moments": {"pc": np.array([0.0, 1.0])} for name in DENSITIES},
    "auc": {"curve": ONE},
    "bcost_each": {"matrix": SQUARE, "costs": [COSTS]},
    "bdeltacost_each": {"matrix": CUBE, "costs": [COSTS]},
    "best_band": {"resamples": JOINT, "bands": BANDS},
    "best_of_independent": {"bands": BANDS, "level": 0.9},
    "chosen_thresholds": {"found": uncertainty.candidates(P), "pc": np.array([0.1])},
    "corrected_cost": {"resamples": DRAWN},
    "cost_difference": {"first": ENVELOPES[0], "second": ENVELOPES[1]},
    "crossovers": {"first": ENVELOPES[0], "second": ENVELOPES[1]},
    "curve_dominance": {"curve": ONE, "other": OTHER},
    "envelope_top": {"envelope": ENVELOPES[0]},
    "equally_good": {"found": uncertainty.candidates(P), "pc": np.array([0.1])},
    "explore_classes": {"y_true": list("abc"), "predicted": list("abb")},
    "ClassExplorer.from_labels": {"y_true": list("abc"), "predicted": list("abb")},
    "extend_hull": {"before": None, "curve": ONE},
    "extremes": {"difference": DIFFERENCE},
    "finished": {"parts": iter([1])},
    "laboratory": {"handles": {"n": 40}},
    "labels_of": {"classifiers": {"a": P}},
    "least_cost": {"curves": ENVELOPES},
    "load": {"path": "session.json"},
    "methods_for": {"takes": "line"},
    "left_out_words": {"left_out": (1, 4)},
    "named_classifiers": {"given": POINTS},
    "named_frame": OF_FRAME,
    "CostCurveModel.from_frame": OF_FRAME,
    "CostCurveExplorer.from_frame": OF_FRAME,
    "paired_matrix": {"matrix": CUBE.counts},
    "pooled_average": {"curves": [core.roc_curve(core.count(P))] * 2},
    "reduced": {"frame": FRAME, "y_true": "y", "y_score": ["a"]},
    "roc_crossings": {"first": ONE, "second": OTHER},
    "roc_points": {"lines": core.cost_lines(ONE)},
    "set_dominance": {"points": ONE, "others": OTHER},
    "side_by_side": {"each": [SEVERAL, SEVERAL]},
    "significance": {
        "band": uncertainty.difference_band(
            uncertainty.paired_counts(P, OTHER_P, thresholds=(0.5, 0.5))
        )
    },
    "steps": {"kind": "hull"},
    "threshold_choice": {"curve": ONE, "conditions": CONDITIONS},
    "threshold_for": {"pc": 0.3},
    "unseen_cells": {"counts": np.array([[6, 4], [3, 17]]), "cost": np.array([[0, 4], [3, 0]])}
    | {"limit": 3.0, "classes": ("a", "b")},
    "winners": {"curves": ENVELOPES},
}
KEYWORDS: dict[str, Mapping[str, Any]] = {
    "how": HOW,
    "where": PLACES,
    "traits": {"pc": 0.3},
    "handles": {"separation": 1.0, "n": 40, "seed": 0, "bands": False},
}
"""Keywords that a parameter of this name collects."""

# ---- All callables


@dataclass(frozen=True)
class Public:
    """A public callable.

    Attributes
    ----------
    name : str
        Its name behind that of its class, if it is a method.
    owner : callable
        Returns the object or module in which it is looked up.
    signature : Signature
        Its parameters, without self.
    """

    name: str
    owner: Callable[[], Any]
    signature: inspect.Signature

    def right(self) -> dict[str, Any]:
        """Return arguments by name; those that have defaults and no value here are left out."""
        own = BY_CALLABLE.get(self.name) or self._fields()
        return {
            name: copy(own[name]) if name in own else BY_NAME[name]
            for name, one in self.signature.parameters.items()
            if name in own or (one.default is one.empty and one.kind is not one.VAR_KEYWORD)
        }

    def _fields(self) -> dict[str, Any]:
        """Return the fields of an instance, for a class of results; nothing for others."""
        if not self.name[0].isupper() or "." in self.name:
            return {}
        known = OWNERS[self.name]() if self.name in OWNERS else instances().get(self.name)
        if not is_dataclass(known):
            return {}
        return {one.name: getattr(known, one.name) for one in fields(known)}

    def places(self) -> Iterator[str]:
        """Yield the names of all arguments, collected keywords too."""
        for name, one in self.signature.parameters.items():
            if one.kind is one.VAR_KEYWORD:
                yield from KEYWORDS[name]
            else:
                yield name

    def wrong(self, right: Mapping[str, Any], place: str, value: Any) -> dict[str, Any]:
        """Return arguments that are right but for one."""
        for name, one in self.signature.parameters.items():
            if one.kind is one.VAR_KEYWORD and place in KEYWORDS[name]:
                return {**right, name: {**right.get(name, {}), place: value}}
        several = self.signature.parameters[place].kind is inspect.Parameter.VAR_POSITIONAL
        return {**right, place: (value,) if several else value}

    def call(self, given: Mapping[str, Any], owner: object) -> Any:
        """Return the answer to arguments by name; a single value stands for collected ones."""
        positional: list[Any] = []
        more = dict(given)
        collects = [
            one.name for one in self.signature.parameters.values() if one.kind is one.VAR_POSITIONAL
        ]
        if collects:
            for name in self.signature.parameters:
                if name == collects[0]:
                    value = more.pop(name, ())
                    positional += value if isinstance(value, tuple) else [value]
                    break
                positional.append(more.pop(name))
        for name, one in self.signature.parameters.items():
            if one.kind is one.VAR_KEYWORD:
                more |= more.pop(name, {})
            elif one.kind is one.POSITIONAL_ONLY:
                positional.append(more.pop(name))
        answer = getattr(owner, self.name.rpartition(".")[2])(*positional, **more)
        return uncertainty.finished(answer) if inspect.isgenerator(answer) else answer


@cache
def public_callables() -> dict[str, Public]:
    """Return all functions, classes and methods that users can call, by name."""
    return {one.name: one for page in PAGES for one in _in_page(import_module(page))}


def _in_page(page: Any) -> Iterator[Public]:
    ours = [
        name for name, one in vars(page).items() if getattr(one, "__module__", "") == page.__name__
    ]
    for name in getattr(page, "__all__", ours):
        each = getattr(page, name)
        if name in NOT_CALLED_BY_USERS:
            continue
        if inspect.isfunction(each):
            if not name.startswith("_"):
                yield Public(name, lambda: page, inspect.signature(each))
        elif (
            inspect.isclass(each)
            and not getattr(each, "_is_protocol", False)
            and not issubclass(each, int | str | dict)
        ):
            yield Public(name, lambda: page, inspect.signature(each))
            yield from methods_of(each)


def methods_of(kind: type) -> Iterator[Public]:
    """Yield the methods that a class, or one of ours that it is made of, adds."""
    ours = [one for one in kind.__mro__ if one.__module__.startswith("cc_widgets")]
    for name in dict.fromkeys(name for one in ours for name in vars(one)):
        raw = inspect.getattr_static(kind, name)
        if name.startswith("_") or (
            not isinstance(raw, classmethod | staticmethod) and not inspect.isfunction(raw)
        ):
            continue
        if f"{kind.__name__}.{name}" in NOT_CALLED_BY_USERS:
            continue
        bound = isinstance(raw, classmethod | staticmethod)
        signature = inspect.signature(getattr(kind, name))
        if not bound:
            signature = signature.replace(parameters=list(signature.parameters.values())[1:])
        owner = (
            (lambda: kind)
            if bound
            else OWNERS.get(kind.__name__, lambda: instances()[kind.__name__])
        )
        yield Public(f"{kind.__name__}.{name}", owner, signature)


@cache
def instances() -> dict[str, Any]:
    """Return objects that public functions return, by the names of their classes."""
    known: dict[str, Any] = {}
    for page in PAGES:
        for name in getattr(import_module(page), "__all__", ("five_classes", "tumours", "wines")):
            each = public_callables().get(name)
            if each is not None and inspect.isfunction(getattr(each.owner(), name)):
                for one in parts_of(each.call(each.right(), each.owner())):
                    known.setdefault(type(one).__name__, one)
    return known


def parts_of(answer: Any) -> Iterator[Any]:
    """Yield an object and all that it holds, of classes of this package."""
    if type(answer).__module__.startswith("cc_widgets"):
        yield answer
    if is_dataclass(answer) and not isinstance(answer, type):
        for one in fields(answer):
            yield from parts_of(getattr(answer, one.name))
    elif isinstance(answer, tuple | list):
        for one in answer:
            yield from parts_of(one)
    elif isinstance(answer, Mapping):
        for one in answer.values():
            yield from parts_of(one)
