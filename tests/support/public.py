"""Public callables, found by introspection, each with valid arguments.

A new callable is covered without changes here if the names of its parameters are in `BY_NAME` and,
for methods, another callable returns an instance of its class.
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
from cc_widgets.intake.estimators import EstimatorOptions
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.classes import from_matrices
from tests.support.calls import (
    CALLS,
    CONDITIONS,
    CONFUSION,
    COSTS,
    CURVE,
    CURVES,
    DIFFERENCE,
    ENVELOPES,
    HULL,
    JOINT_RESAMPLES,
    LINE,
    OTHER_PREDICTIONS,
    PAIRED_CONFUSION,
    POINT_CURVE,
    PREDICTIONS,
    RESAMPLES,
    S,
    Y,
)
from tests.support.modules import CORE_MODULES

MODULES = (*CORE_MODULES, "cc_widgets.intake", "cc_widgets.datasets", "cc_widgets")
NOT_CALLED_BY_USERS = {
    "document_kinds",  # a decorator
    "EstimatorOptions",
    "CostCurveModel.notify_change",  # traitlets calls it
    # Their arguments are results of other functions of intake.
    *("InputKind", "NamedClassifiers", "labels_of", "dropped_rows_message", "engine_counts"),
    "fixed_threshold_classifier",
    "read_classifiers",
}

# ---- Valid objects


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
SEVERAL = uncertainty.finished(uncertainty.resampling(PREDICTIONS, n_resamples=39, rng=0))
CLUSTERED = core.predictions(LABEL, S * 10, clusters=list(range(20)) * 2)
PC = np.array([0.0, 0.5, 1.0])
YOUDEN = core.criteria.youden(CURVES)
CANDIDATES = uncertainty.buckets.candidates(PREDICTIONS)
DENSITIES = ("Beta", "Histogram", "Uniform")
BANDS = [uncertainty.mover_band(LINE), uncertainty.mover_band(LINE)]


def small_model() -> cc.CostCurveModel:
    """Return a model with groups, a note, a mark and few resamples."""
    grouped = core.predictions(LABEL, S * 10, groups=list("abab") * 10)
    model = cc.CostCurveModel({"a": grouped, "b": (LABEL, S[::-1] * 10)})
    model.resampling = BootstrapSettings(n_resamples=199, rng=0)
    model.notes = [{"id": "n", "text": "here", "kind": "conditions", "at": {}}]
    model.mark("a", 0.4)
    return model


def explorer() -> cc.CostCurveExplorer:
    return cc.CostCurveExplorer(small_model())


OWNERS: dict[str, Callable[[], Any]] = {
    "CostCurveModel": small_model,
    "CostCurveExplorer": explorer,
    "Laboratory": lambda: cc.Laboratory(n=40),
    "ClassExplorer": lambda: cc.explore_classes(list("abc"), list("abb"), rng=0),
    "Question": lambda: explorer().ask("classifier"),
    "Steps": lambda: cc.steps("hull", POINTS),
    "Limit": lambda: core.criteria.Limit(100, 50, 60, "capacity"),
    "CostCurveDisplay": lambda: cc.CostCurveDisplay(pc=PC, cost=PC * (1.0 - PC)),
    "BootstrapSettings": BootstrapSettings,
    "CostCurveError": lambda: cc.CostCurveError("must be right"),
    "CriterionParameter": lambda: core.criteria.CRITERIA["neyman_pearson"].numbers["max_fpr"],
    "Landmark": lambda: core.confusion.LANDMARKS[0],
    "ParallelLines": lambda: core.duality.line_dual(-1.0, 1.5),
    "ThresholdRange": lambda: uncertainty.stability.ThresholdRange(0.1, 0.4, 0.9),
    "Criterion": lambda: core.criteria.CRITERIA["youden"],
    "Uniform": lambda: core.metrics.Uniform(0.1, 0.4),
    "Beta": lambda: core.metrics.Beta(2.0, 3.0),
    "Histogram": lambda: core.metrics.Histogram([0, 0.5, 1], [1, 2]),
    "JointBuckets": lambda: uncertainty.buckets.joint_buckets([CLUSTERED]),
}
"""Factories of objects that calls modify or that no callable returns."""

# ---- Valid arguments by name of the parameter, and by callable


BY_NAME: dict[str, Any] = {
    **{name: value for arguments in CALLS.values() for name, value in arguments.items()},
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
    "other": PREDICTIONS,
    "handler": print,
    "predictions": PREDICTIONS,
    "curves": CURVES,
    "curve": CURVE,
    "hull": HULL,
    "threshold": 0.4,
    "model": small_model(),
    "value": (LABEL, S * 10),
    "widgets": (),
}
ESTIMATOR_OPTIONS = dict.fromkeys(typing.get_type_hints(EstimatorOptions))
FRAME_COLUMNS = {"y_true": "y", "y_score": ["a", "b"]}
NOTE_PLACES = {
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
    "CostCurveModel.merge_folds": {"name": "c", "names": ("a", "b")},
    "CostCurveModel.load": {"path": "session.json"},
    "CostCurveModel.mark": {"name": "a", "threshold": 0.5},
    "CostCurveModel.add": {"name": "c"},
    "CostCurveModel.pair_errors": {"first": "c", "second": "d"}
    | {"counts": {"positives": ERRORS, "negatives": ERRORS}},
    "CostCurveModel.reorder": {"names": ["b", "a"]},
    "BootstrapSettings.draws_as": {"other": BootstrapSettings()},
    "CornerCosts.money": {"fpr": 0.1, "tpr": 0.7},
    "CostDifference.at": {"level": 0.9},
    "CostInterval.at": {"level": 0.9},
    "CostOutcomes.at": {"level": 0.9},
    "CostRanges.draw": {"n_matrices": 3},
    "Criterion.better": {"choice": YOUDEN, "other": YOUDEN, "by": 0.01, "numbers": {}},
    "EnvelopeResamples.first": {"rows": 5},
    "JointBuckets.sampler": {"stratified": True},
    "Limit.allows": {"fpr": np.array([0.1, 0.3]), "tpr": np.array([0.5, 0.8])},
    **{f"{name}.moments": {"pc": np.array([0.0, 1.0])} for name in DENSITIES},
    "auc": {"curve": CURVE},
    "bcost_each": {"matrix": CONFUSION, "costs": [COSTS]},
    "bdeltacost_each": {"matrix": PAIRED_CONFUSION, "costs": [COSTS]},
    "EnvelopeResamples.costs_at": {"pc": np.array([0.1])},
    "chosen_thresholds": {"found": CANDIDATES, "pc": np.array([0.1])},
    "corrected_cost": {"resamples": RESAMPLES},
    "cost_difference": {"first": ENVELOPES[0], "second": ENVELOPES[1]},
    "crossovers": {"first": ENVELOPES[0], "second": ENVELOPES[1]},
    "curve_dominance": {"curve": CURVE, "other": POINT_CURVE},
    "envelope_top": {"envelope": ENVELOPES[0]},
    "expected_costs": {"resamples": JOINT_RESAMPLES},
    "equally_good": {"found": CANDIDATES, "pc": np.array([0.1])},
    "explore_classes": {"y_true": list("abc"), "predicted": list("abb")},
    "ClassExplorer.from_labels": {"y_true": list("abc"), "predicted": list("abb")},
    "extend_hull": {"before": None, "curve": CURVE},
    "extremes": {"difference": DIFFERENCE},
    "finished": {"parts": iter([1])},
    "laboratory": {"handles": {"n": 40}},
    "labels_of": {"classifiers": {"a": PREDICTIONS}},
    "least_cost": {"curves": ENVELOPES},
    "load": {"path": "session.json"},
    "methods_for": {"takes": "line"},
    "dropped_rows_message": {"left_out": (1, 4)},
    "read_classifiers": {"given": POINTS},
    "classifiers_from_frame": FRAME_COLUMNS,
    "CostCurveModel.from_frame": FRAME_COLUMNS,
    "CostCurveExplorer.from_frame": FRAME_COLUMNS,
    "paired_matrix": {"matrix": PAIRED_CONFUSION.counts},
    "pooled_average": {"curves": [core.roc_curve(core.count(PREDICTIONS))] * 2},
    "engine_counts": {"frame": FRAME, "y_true": "y", "y_score": ["a"]},
    "roc_crossings": {"first": CURVE, "second": POINT_CURVE},
    "roc_points": {"lines": core.costs.cost_lines(CURVE)},
    "set_dominance": {"points": CURVE, "other": POINT_CURVE},
    "side_by_side": {"each": [SEVERAL, SEVERAL]},
    "significance": {
        "band": uncertainty.difference_band(
            uncertainty.paired_counts(PREDICTIONS, OTHER_PREDICTIONS, thresholds=(0.5, 0.5))
        )
    },
    "steps": {"kind": "hull"},
    "threshold_choice": {"curve": CURVE, "conditions": CONDITIONS},
    "threshold_for": {"pc": 0.3},
    "rare_cells": {"counts": np.array([[6, 4], [3, 17]]), "cost": np.array([[0, 4], [3, 0]])}
    | {"limit": 3.0, "classes": ("a", "b")},
    "winners": {"curves": ENVELOPES},
}
KEYWORDS: dict[str, Mapping[str, Any]] = {
    "how": ESTIMATOR_OPTIONS,
    "options": ESTIMATOR_OPTIONS,
    "where": NOTE_PLACES,
    "traits": {"pc": 0.3},
    "handles": {"separation": 1.0, "n": 40, "seed": 0, "bands": False},
}
"""Keyword arguments, by name of the parameter that collects them."""

# ---- All callables


@dataclass(frozen=True)
class Public:
    """A public callable."""

    name: str
    """For methods, "Class.method"."""
    owner: Callable[[], Any]
    """Returns the object or module that has the callable as an attribute."""
    signature: inspect.Signature
    """Parameters without `self`."""

    def valid_arguments(self) -> dict[str, Any]:
        """Return valid arguments by name, omitting defaults without a value here."""
        own = BY_CALLABLE.get(self.name) or self._fields()
        return {
            name: copy(own[name]) if name in own else BY_NAME[name]
            for name, parameter in self.signature.parameters.items()
            if name in own or _is_required(parameter)
        }

    def _fields(self) -> dict[str, Any]:
        """Return the fields of an instance if the callable is a dataclass of results."""
        if not self.name[0].isupper() or "." in self.name:
            return {}
        instance = OWNERS[self.name]() if self.name in OWNERS else instances().get(self.name)
        if not is_dataclass(instance):
            return {}
        return {field.name: getattr(instance, field.name) for field in fields(instance)}

    def argument_names(self) -> Iterator[str]:
        """Yield the names of all arguments, including collected keywords."""
        for name, parameter in self.signature.parameters.items():
            if parameter.kind is parameter.VAR_KEYWORD:
                yield from KEYWORDS[name]
            else:
                yield name

    def with_argument(self, valid: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
        """Return a copy of valid arguments with one value replaced."""
        for collector, parameter in self.signature.parameters.items():
            if parameter.kind is parameter.VAR_KEYWORD and name in KEYWORDS[collector]:
                return {**valid, collector: {**valid.get(collector, {}), name: value}}
        is_collected = self.signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL
        return {**valid, name: (value,) if is_collected else value}

    def call(self, arguments: Mapping[str, Any], owner: object) -> Any:
        """Call with arguments by name; `*args` may be a tuple or a single value."""
        positional: list[Any] = []
        keywords = dict(arguments)
        parameters = self.signature.parameters
        collectors = [name for name, p in parameters.items() if p.kind is p.VAR_POSITIONAL]
        if collectors:
            for name in parameters:
                if name == collectors[0]:
                    value = keywords.pop(name, ())
                    positional += value if isinstance(value, tuple) else [value]
                    break
                positional.append(keywords.pop(name))
        for name, parameter in parameters.items():
            if parameter.kind is parameter.VAR_KEYWORD:
                keywords |= keywords.pop(name, {})
            elif parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(keywords.pop(name))
        answer = getattr(owner, self.name.rpartition(".")[2])(*positional, **keywords)
        return uncertainty.finished(answer) if inspect.isgenerator(answer) else answer


def _is_required(parameter: inspect.Parameter) -> bool:
    return parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD


@cache
def public_callables() -> dict[str, Public]:
    """Return all functions, classes and methods that users can call, by name."""
    return {
        public.name: public for module in MODULES for public in _callables_of(import_module(module))
    }


def _callables_of(module: Any) -> Iterator[Public]:
    defined = [
        name
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__
    ]
    for name in getattr(module, "__all__", defined):
        value = getattr(module, name)
        if name in NOT_CALLED_BY_USERS:
            continue
        if inspect.isfunction(value):
            if not name.startswith("_"):
                yield Public(name, lambda: module, inspect.signature(value))
        elif (
            inspect.isclass(value)
            and not getattr(value, "_is_protocol", False)
            and not issubclass(value, int | str | dict)
        ):
            yield Public(name, lambda: module, inspect.signature(value))
            yield from methods_of(value)


def methods_of(kind: type) -> Iterator[Public]:
    """Yield the methods that a class and its base classes in this package define."""
    bases = [base for base in kind.__mro__ if base.__module__.startswith("cc_widgets")]
    for name in dict.fromkeys(name for base in bases for name in vars(base)):
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
    """Return objects that public functions return, by class name."""
    instances_: dict[str, Any] = {}
    for module in MODULES:
        for name in getattr(import_module(module), "__all__", ("five_classes", "tumours", "wines")):
            public = public_callables().get(name)
            if public is not None and inspect.isfunction(getattr(public.owner(), name)):
                for part in parts_of(public.call(public.valid_arguments(), public.owner())):
                    instances_.setdefault(type(part).__name__, part)
    return instances_


def parts_of(answer: Any) -> Iterator[Any]:
    """Yield an object and everything that it contains, if of a class of this package."""
    if type(answer).__module__.startswith("cc_widgets"):
        yield answer
    if is_dataclass(answer) and not isinstance(answer, type):
        for field in fields(answer):
            yield from parts_of(getattr(answer, field.name))
    elif isinstance(answer, tuple | list):
        for item in answer:
            yield from parts_of(item)
    elif isinstance(answer, Mapping):
        for item in answer.values():
            yield from parts_of(item)
