"""Deep comparison of two models: traits, arrays and texts."""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter
from typing import Any

import numpy as np

from cc_widgets.core import Predictions
from cc_widgets.model.bands import seed_of
from cc_widgets.model.settle import band_changes
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import trait_names_with

_TRAITS = trait_names_with(CostCurveModel, settable=True)
_COMPUTED = (
    "curves",
    "_in_use",
    "bands",
    "_difference",
    "_leads",
    "_stability",
    "_criterion_answer",
)
# Identities of examples, caches, and settings that duplicate traits of the model.
_IGNORED = {
    "examples",
    "families",
    "limits",
    "made_of",
    "_short",
    "_is_pending",
    "_fingerprint",
    "settings",
}


def assign(model: CostCurveModel, name: str, value: object) -> None:
    """Set a trait, or a display setting such as `view.axis`."""
    owner, _, name = name.rpartition(".")
    setattr(attrgetter(owner)(model) if owner else model, name, value)


def differences(first: Any, second: Any, path: str = "") -> Iterator[str]:
    """Yield the paths at which two values differ, with both values."""
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
    """Return the parts of a value by name or position, or None if it has none."""
    if is_dataclass(value):
        attributes: Any = {each.name: getattr(value, each.name) for each in fields(value)}
    elif isinstance(value, Mapping):
        return value
    elif isinstance(value, tuple | list):
        return dict(enumerate(value))
    else:
        attributes = getattr(value, "__dict__", None)
    return attributes and {name: part for name, part in attributes.items() if name not in _IGNORED}


def _equal(first: Any, second: Any) -> bool:
    """Return whether two values without parts are equal; NaN equals NaN."""
    if isinstance(first, np.ndarray):
        same = first.dtype.kind == second.dtype.kind and first.shape == second.shape
        return same and np.array_equal(first, second, equal_nan=first.dtype.kind == "f")
    return bool(first == second or (first != first and second != second))  # noqa: PLR0124


def without_old_bands(model: CostCurveModel) -> CostCurveModel:
    """Return the model, or a copy without bands if they are stale."""
    if not model._has_stale_bands:
        return model
    model = copy(model)
    model._apply(band_changes(model, (), {}))
    return model


def state_of(model: CostCurveModel) -> dict[str, Any]:
    """Return traits, computed results and texts of a model by name."""
    parts = [first for source in model.classifiers.values() for first in source.parts]
    scored = [first for first in parts if isinstance(first, Predictions)]
    return {
        **{name: getattr(model, name) for name in (*_TRAITS, *_COMPUTED)},
        "resampling": replace(model.resampling, rng=seed_of(model)),
        "fingerprint": model.fingerprint,
        "same examples": [[first.same_examples(second) for second in scored] for first in scored],
        "summary": model.summary(),
        "words": model.recommend().text,
        "remarks": model.remarks,
        "report": [line for line in model.to_markdown().split("\n") if "cc-widgets" not in line],
    }
