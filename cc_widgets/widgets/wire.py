"""The arrays that are sent to the page.

A class is one group that is sent as a whole, a field one array of it: how it is packed and what it
is when nothing is given follow from here, in both languages. The page reads the same from
`js/src/wire/schema.ts`, which `python -m tests.contract` writes.
"""

from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, TypeVar, dataclass_transform

import numpy as np
from ipywidgets import Widget
from numpy.typing import NDArray
from traitlets import Instance

_T = TypeVar("_T")


def array(dtype: type[np.generic], meaning: str) -> Any:
    """Field of a group: an array of this type, empty unless given, and what element i means."""
    return field(
        default_factory=partial(np.empty, 0, dtype),
        metadata={"dtype": np.dtype(dtype).name, "meaning": meaning},
    )


numbers = partial(array, np.float64)
positions = partial(array, np.int32)


@dataclass_transform(frozen_default=True, eq_default=False)
def together(kind: type[_T]) -> type[_T]:
    """Class of a group: frozen, each of its fields an array."""
    return dataclass(frozen=True, eq=False, slots=True)(kind)


@together
class Group:
    """Arrays that are sent as a whole, each of the type that its field declares."""

    def __post_init__(self) -> None:
        for each in fields(self):
            given = getattr(self, each.name)
            object.__setattr__(self, each.name, np.asarray(given, each.metadata["dtype"]))


@together
class SentPoints(Group):
    """Every drawn threshold of every classifier, one after the other."""

    fpr: NDArray[np.float64] = numbers("False positive rate of one threshold.")
    tpr: NDArray[np.float64] = numbers("Its true positive rate.")
    threshold: NDArray[np.float64] = numbers("The threshold; NaN where a point has none.")
    owner: NDArray[np.int32] = positions("Position of its classifier.")


@together
class SentCorners(Group):
    """Corners of the joint hull, from (0, 0) to (1, 1)."""

    fpr: NDArray[np.float64] = numbers("False positive rate of one corner.")
    tpr: NDArray[np.float64] = numbers("Its true positive rate.")
    threshold: NDArray[np.float64] = numbers("Inf or -inf where it is a trivial rule.")
    owner: NDArray[np.int32] = positions(
        "Position of its classifier, or `Owner.TRIVIAL`; left empty, the page finds who it is."
    )
    point: NDArray[np.int32] = positions(
        "Its position among the drawn points, or `Owner.TRIVIAL` for none."
    )


@together
class SentWinners(Group):
    """Who is cheapest where."""

    pc: NDArray[np.float64] = numbers("Interval i runs from pc[i] to pc[i + 1], the last to 1.")
    owner: NDArray[np.int32] = positions("Position of the classifier, or an `Owner`.")
    sure: NDArray[np.int32] = positions(
        "1 clearly cheaper than every other, 0 where one cannot be told apart, -1 not tested."
    )
    doubt: NDArray[np.int32] = positions("Position of that one; -1 for none.")
    among: NDArray[np.int32] = positions("Position of a classifier that took part.")


@together
class SentLeads(Group):
    """Limits of what others cost more than the cheapest, each lead in one piece."""

    owner: NDArray[np.int32] = positions("Position of the cheapest.")
    other: NDArray[np.int32] = positions("Position of the other.")
    pc: NDArray[np.float64] = numbers("Where that is given, rising in each lead.")
    least: NDArray[np.float64] = numbers("Lower limit; NaN where nobody can tell.")
    most: NDArray[np.float64] = numbers("Upper limit.")


@together
class SentBands(Group):
    """Whose envelopes have confidence bands; of the best choice, which words speak of, the band."""

    pc: NDArray[np.float64] = numbers("Where the band of the best choice is given.")
    lower: NDArray[np.float64] = numbers("Its lower edge there.")
    upper: NDArray[np.float64] = numbers("Its upper edge there.")
    expected: NDArray[np.float64] = numbers("What will be paid there on average.")
    owner: NDArray[np.int32] = positions("Position of a classifier with a band, or `Owner.BEST`.")
    foreseen: NDArray[np.int32] = positions(
        "The same of one of which it is known what to expect in use."
    )


@together
class SentDifference(Group):
    """What one classifier costs more than another, with its band; may be empty."""

    pc: NDArray[np.float64] = numbers("Where the difference is given.")
    estimate: NDArray[np.float64] = numbers("The difference there.")
    lower: NDArray[np.float64] = numbers("The lower edge of its band; NaN without one.")
    upper: NDArray[np.float64] = numbers("The upper edge.")


@together
class SentInUse(Group):
    """Thresholds in use today."""

    fpr: NDArray[np.float64] = numbers("False positive rate of one of them.")
    tpr: NDArray[np.float64] = numbers("Its true positive rate.")
    threshold: NDArray[np.float64] = numbers("Positive is what scores at least this.")
    owner: NDArray[np.int32] = positions("Position of its classifier.")


@together
class SentGroups(Group):
    """Groups of examples, at thresholds that may be recommended and at those in use."""

    owner: NDArray[np.int32] = positions("Position of the classifier of one threshold.")
    at_fpr: NDArray[np.float64] = numbers("Its false positive rate among all examples.")
    at_tpr: NDArray[np.float64] = numbers("Its true positive rate among all examples.")
    in_use: NDArray[np.int32] = positions("1 if it is in use, 0 if it may be recommended.")
    fpr: NDArray[np.float64] = numbers(
        "False positive rate of one group: all groups at the first threshold, then at the next."
    )
    tpr: NDArray[np.float64] = numbers("Its true positive rate; NaN of a class that it lacks.")


GROUPS = {
    "points": SentPoints,
    "hull": SentCorners,
    "winners": SentWinners,
    "leads": SentLeads,
    "bands": SentBands,
    "difference": SentDifference,
    "in_use": SentInUse,
    "groups": SentGroups,
}
"""The groups by the names under which the page gets them."""


def sent(group: type[Group]) -> Any:
    """Trait that holds a group, empty until it is told."""
    return Instance(group, ()).tag(sync=True, to_json=pack)


def pack(group: Group, _widget: Widget) -> dict[str, Any]:
    """Each array's bytes beside its type; ipywidgets sends the bytes as they are."""
    return {
        each.name: {
            "dtype": each.metadata["dtype"],
            "data": np.ascontiguousarray(getattr(group, each.name)).data,
        }
        for each in fields(group)
    }
