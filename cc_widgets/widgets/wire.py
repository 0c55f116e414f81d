"""Arrays sent to the page.

A class is a group of arrays that is sent as a whole, a field is one array. Data types and defaults
of both languages are generated from here: `python -m tests.contract` writes
`js/src/wire/schema.ts`.
"""

from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, TypeVar, dataclass_transform

import numpy as np
from ipywidgets import Widget
from numpy.typing import NDArray
from traitlets import Instance

_T = TypeVar("_T")


def array_field(dtype: type[np.generic], meaning: str) -> Any:
    """Return a field for an array of this type, empty by default; `meaning` describes element i."""
    return field(
        default_factory=partial(np.empty, 0, dtype),
        metadata={"dtype": np.dtype(dtype).name, "meaning": meaning},
    )


float_field = partial(array_field, np.float64)
int_field = partial(array_field, np.int32)


@dataclass_transform(frozen_default=True, eq_default=False)
def group_class(kind: type[_T]) -> type[_T]:
    """Make a frozen dataclass of arrays."""
    return dataclass(frozen=True, eq=False, slots=True)(kind)


@group_class
class ArrayGroup:
    """Group of arrays, each converted to its declared type."""

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            object.__setattr__(self, each.name, np.asarray(value, each.metadata["dtype"]))


@group_class
class SentPoints(ArrayGroup):
    """Drawn thresholds of all classifiers, concatenated."""

    fpr: NDArray[np.float64] = float_field("False positive rate.")
    tpr: NDArray[np.float64] = float_field("True positive rate.")
    threshold: NDArray[np.float64] = float_field("Threshold; NaN for points without one.")
    owner: NDArray[np.int32] = int_field("Position of the classifier.")


@group_class
class SentCorners(ArrayGroup):
    """Vertices of the joint convex hull, from (0, 0) to (1, 1)."""

    fpr: NDArray[np.float64] = float_field("False positive rate.")
    tpr: NDArray[np.float64] = float_field("True positive rate.")
    threshold: NDArray[np.float64] = float_field("Threshold; inf or -inf for the baselines.")
    owner: NDArray[np.int32] = int_field(
        "Position of the classifier, or `Owner.BASELINE`; computed by the page if empty."
    )
    point: NDArray[np.int32] = int_field(
        "Position among the drawn points, or `Owner.BASELINE` for none."
    )


@group_class
class SentWinners(ArrayGroup):
    """Cheapest classifier by range of pc."""

    pc: NDArray[np.float64] = float_field(
        "Start of interval i, which ends at pc[i + 1], the last one at 1."
    )
    owner: NDArray[np.int32] = int_field("Position of the classifier, or an `Owner`.")
    significance: NDArray[np.int32] = int_field(
        "1 significantly cheaper than all others, 0 not significant, -1 not tested."
    )
    challenger: NDArray[np.int32] = int_field(
        "Position of a classifier that is not significantly different; -1 for none."
    )
    among: NDArray[np.int32] = int_field("Position of a compared classifier.")


@group_class
class SentLeads(ArrayGroup):
    """Confidence limits of the extra cost of other classifiers, concatenated."""

    owner: NDArray[np.int32] = int_field("Position of the cheapest classifier.")
    other: NDArray[np.int32] = int_field("Position of the other classifier.")
    pc: NDArray[np.float64] = float_field("PC(+) values, increasing within each pair.")
    lower: NDArray[np.float64] = float_field("Lower limit; NaN where unknown.")
    upper: NDArray[np.float64] = float_field("Upper limit.")


@group_class
class SentBands(ArrayGroup):
    """Classifiers with drawn bands, and the costs of the cheapest classifier on new data."""

    pc: NDArray[np.float64] = float_field("PC(+) values of these costs.")
    estimate: NDArray[np.float64] = float_field("Observed cost.")
    lower: NDArray[np.float64] = float_field("Lower limit.")
    upper: NDArray[np.float64] = float_field("Upper limit.")
    expected: NDArray[np.float64] = float_field("Expected cost on new data.")
    useful_from: NDArray[np.float64] = float_field(
        "Lowest PC(+) at which a visible classifier is expected to be worth using; NaN for nowhere."
    )
    useful_to: NDArray[np.float64] = float_field("Highest PC(+) at which it is.")
    owner: NDArray[np.int32] = int_field("Position of a classifier with a band, or `Owner.BEST`.")
    with_expected: NDArray[np.int32] = int_field(
        "Position of a classifier with a known expected cost on new data, or `Owner.BEST`."
    )


@group_class
class SentDifference(ArrayGroup):
    """Difference in cost of two classifiers, with its band; may be empty."""

    pc: NDArray[np.float64] = float_field("PC(+) values.")
    estimate: NDArray[np.float64] = float_field("Difference in cost.")
    lower: NDArray[np.float64] = float_field("Lower limit of the band; NaN without one.")
    upper: NDArray[np.float64] = float_field("Upper limit of the band.")


@group_class
class SentInUse(ArrayGroup):
    """Thresholds currently in use."""

    fpr: NDArray[np.float64] = float_field("False positive rate.")
    tpr: NDArray[np.float64] = float_field("True positive rate.")
    threshold: NDArray[np.float64] = float_field(
        "Threshold: scores of at least this value are positive."
    )
    owner: NDArray[np.int32] = int_field("Position of the classifier.")


@group_class
class SentLosses(ArrayGroup):
    """Expected loss of thresholds in use, with its confidence limits, concatenated."""

    mark: NDArray[np.int32] = int_field("Position among the thresholds in use.")
    pc: NDArray[np.float64] = float_field("PC(+) values, increasing within each threshold.")
    expected: NDArray[np.float64] = float_field("Expected extra cost on new data.")
    lower: NDArray[np.float64] = float_field("Lower limit.")
    upper: NDArray[np.float64] = float_field("Upper limit.")


@group_class
class SentGroups(ArrayGroup):
    """Rates of groups at thresholds that may be recommended or are in use."""

    owner: NDArray[np.int32] = int_field("Position of the classifier of the threshold.")
    at_fpr: NDArray[np.float64] = float_field("False positive rate among all examples.")
    at_tpr: NDArray[np.float64] = float_field("True positive rate among all examples.")
    in_use: NDArray[np.int32] = int_field(
        "1 for thresholds in use, 0 for those that may be recommended."
    )
    fpr: NDArray[np.float64] = float_field(
        "False positive rate of a group: all groups at the first threshold, then at the next."
    )
    tpr: NDArray[np.float64] = float_field(
        "True positive rate of a group; NaN without examples of the class."
    )


GROUPS = {
    "points": SentPoints,
    "hull": SentCorners,
    "winners": SentWinners,
    "winners_at_pc": SentWinners,
    "leads": SentLeads,
    "bands": SentBands,
    "difference": SentDifference,
    "in_use": SentInUse,
    "losses": SentLosses,
    "groups": SentGroups,
}
"""Groups by their names on the page."""


def group_trait(group: type[ArrayGroup]) -> Any:
    """Return a trait that contains a group of arrays, empty by default."""
    return Instance(group, ()).tag(sync=True, to_json=pack)


def pack(group: ArrayGroup, _widget: Widget) -> dict[str, Any]:
    """Return the bytes and the type of each array; ipywidgets sends bytes as binary buffers."""
    return {
        each.name: {
            "dtype": each.metadata["dtype"],
            "data": np.ascontiguousarray(getattr(group, each.name)).data,
        }
        for each in fields(group)
    }
