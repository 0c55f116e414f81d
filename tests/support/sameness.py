"""Differences of two models: traits, arrays and texts."""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.model.settle import of_bands
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import having

_TRAITS = having(CostCurveModel, given=True)
_COMPUTED = ("derived", "in_use", "band", "difference", "leads", "chosen_again", "answer")
# Identities of examples, caches, and settings that the model has as well.
_ASIDE = {"examples", "families", "made_of", "_known", "_left", "_fingerprint", "settings"}


def differences(first: Any, second: Any, path: str = "") -> Iterator[str]:
    """Places at which two values differ, each with both values."""
    if first is second:
        return
    parts, twins = _parts(first), _parts(second)
    if type(first) is not type(second) or (parts is None) != (twins is None):
        yield f"{path}: {first!r} / {second!r}"
    elif parts is None or twins is None:
        if not _equal(first, second):
            yield f"{path}: {first!r} / {second!r}"
    elif list(parts) != list(twins):
        yield f"{path}: {list(parts)} / {list(twins)}"
    else:
        for name, part in parts.items():
            yield from differences(part, twins[name], f"{path}.{name}")


def _parts(value: Any) -> Mapping[Any, Any] | None:
    """Parts of a value by name or position; None if it has none."""
    if is_dataclass(value):
        attributes: Any = {each.name: getattr(value, each.name) for each in fields(value)}
    elif isinstance(value, Mapping):
        return value
    elif isinstance(value, tuple | list):
        return dict(enumerate(value))
    else:
        attributes = getattr(value, "__dict__", None)
    return attributes and {name: part for name, part in attributes.items() if name not in _ASIDE}


def _equal(first: Any, second: Any) -> bool:
    """Whether two values without parts are the same, NaN too."""
    if isinstance(first, np.ndarray):
        same = first.dtype.kind == second.dtype.kind and first.shape == second.shape
        return same and np.array_equal(first, second, equal_nan=first.dtype.kind == "f")
    return bool(first == second or (first != first and second != second))  # noqa: PLR0124


def without_old_bands(model: CostCurveModel) -> CostCurveModel:
    """Return a model, or a copy without its bands if they are out of date."""
    if not model.stale:
        return model
    model = copy(model)
    model._apply(of_bands(model, (), {}))
    return model


def state_of(model: CostCurveModel) -> dict[str, Any]:
    """Traits, computed results and texts of a model, by name."""
    parts = [first for source in model.classifiers.values() for first in source.parts]
    scored = [first for first in parts if isinstance(first, Predictions)]
    return {
        **{name: getattr(model, name) for name in (*_TRAITS, *_COMPUTED)},
        "bootstrap_settings": replace(model.bootstrap_settings, rng=model.seed),
        "fingerprint": model.fingerprint,
        "same examples": [[first.same_examples(second) for second in scored] for first in scored],
        "summary": model.summary(),
        "words": model.read().words,
        "remarks": model.remarks,
        "report": [line for line in model.to_markdown().split("\n") if "cc-widgets" not in line],
    }
