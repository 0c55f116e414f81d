"""Invalid and unusual argument values that users pass by mistake."""

from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from itertools import count

import numpy as np
import pandas as pd

from cc_widgets.errors import CostCurveError


class Rude:
    """Object whose conversions and repr raise."""

    def __float__(self):
        raise RuntimeError

    def __array__(self, *_, **__):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError


class Hostile:
    """Object that cannot be compared, hashed, counted or converted to bool."""

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self):
        raise RuntimeError

    def __len__(self):
        raise RuntimeError

    def __iter__(self):
        raise RuntimeError

    def __array__(self, *_, **__):
        raise RuntimeError

    def __str__(self):
        raise RuntimeError


def hostile_objects():
    """Return an array of two hostile objects."""
    objects = np.empty(2, dtype=object)
    objects[0], objects[1] = Hostile(), Hostile()
    return objects


def self_containing_list():
    """Return a list that contains itself."""
    rows: list[object] = [0.5]
    rows.append(rows)
    return rows


class Estimator:
    """Object with the interface of a scikit-learn classifier."""

    def predict(self, examples):
        return examples


class Tensor:
    """Object that behaves like a tensor that requires a gradient."""

    def detach(self):
        return self

    def __array__(self, *_, **__):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")


# Not valid as numbers anywhere; each must be rejected.
NON_NUMBERS = {
    "NaN": lambda: float("nan"),
    "NaN of NumPy": lambda: np.float32("nan"),
    "array of NaN": lambda: np.array([np.nan, np.nan]),
    "Decimal NaN": lambda: Decimal("nan"),
    "text": lambda: "0.5",
    "text of NumPy": lambda: np.str_("0.5"),
    "bytes": lambda: b"0.5",
    "texts": lambda: ["0.5", "0.6"],
    "array of texts": lambda: np.array(["0.5", "0.6"]),
    "objects that are texts": lambda: np.array(["0.5", 0.6], dtype=object),
    "masked": lambda: np.ma.array([0.5, 0.6], mask=[True, False]),
    "None inside": lambda: [0.5, None],
    "complex": lambda: 0.5 + 1j,
    "complex of NumPy": lambda: np.complex128(0.5),
    "array of complex": lambda: np.array([0.5 + 0j, 0.6]),
    "ragged": lambda: [0.1, [0.2, 0.3]],
    "generator": lambda: (value for value in (0.1, 0.2)),
    "set": lambda: {0.1, 0.2},
    "dict": lambda: {0.1: 0.2},
    "object": object,
    "rude object": Rude,
    "list of rude objects": lambda: [Rude(), Rude()],
    "estimator": Estimator,
    "tensor": Tensor,
    "date": lambda: datetime(2020, 1, 1, tzinfo=UTC),
    "time of NumPy": lambda: np.timedelta64(1, "D"),
    "times": lambda: np.array([1, 2], dtype="M8[D]"),
    "type": lambda: float,
    "slice": lambda: slice(1),
    "hostile object": Hostile,
    "list of hostile objects": lambda: [Hostile(), Hostile()],
    "array of hostile objects": hostile_objects,
    "masked constant": lambda: np.ma.masked,
    "masked in a list": lambda: [np.ma.masked, 0.5],
    "masked whole numbers": lambda: np.ma.array([0, 1], mask=[True, False]),
    "all masked": lambda: np.ma.array([0.5, 0.6], mask=True),
    "endless": count,
    "function": lambda: len,
    "class": lambda: Estimator,
    "list in itself": self_containing_list,
    "text that no file takes": lambda: "\ud800",
    "text with a null": lambda: "a\0b",
    "long text": lambda: "x" * 10**6,
    "nested dict": lambda: {"a": {"b": [None]}},
    "mapping of names": lambda: {"a": None, "b": 0.5},
    "record": lambda: np.zeros(2, dtype=[("a", float)]),
}
# Valid for some parameters only.
UNUSUAL_NUMBERS = {
    "infinity": lambda: float("inf"),
    "minus infinity": lambda: float("-inf"),
    "negative": lambda: -1,
    "zero": lambda: 0,
    "minus zero": lambda: -0.0,
    "per cent": lambda: 30,
    "huge": lambda: 1.7e308,
    "tiny": lambda: 5e-324,
    "just below 1": lambda: np.nextafter(1.0, 0.0),
    "whole number beyond floats": lambda: 10**400,
    "whole number beyond texts": lambda: 10**5000,
    "list of whole numbers beyond floats": lambda: [10**400, 1],
    "truth": lambda: True,
    "truth of NumPy": lambda: np.True_,
    "None": lambda: None,
    "empty": list,
    "one in a list": lambda: [0.5],
    "two": lambda: [0.2, 0.4],
    "two falling": lambda: (0.4, 0.2),
    "three": lambda: np.array([0.1, 0.2, 0.3]),
    "matrix": lambda: [[0.1, 0.2], [0.3, 0.4]],
    "no dimension": lambda: np.array(0.5),
    "Fraction": lambda: Fraction(1, 3),
    "Decimal": lambda: Decimal("0.25"),
    "half precision": lambda: np.float16(0.1),
    "range": lambda: range(2),
    "long range": lambda: range(10**13),
    "whole number beyond 64 bits": lambda: 2**63,
    "long and thin": lambda: np.zeros((0, 3)),
    "cube": lambda: np.full((2, 2, 2), 0.5),
    "objects": lambda: np.array([0.5, None], dtype=object),
    "frame": lambda: pd.DataFrame({"a": [0.5, 0.6], "b": [0.1, 0.2]}),
    "series": lambda: pd.Series([0.5, 0.6], index=[3, 3]),
    "blank": lambda: "",
}
HOSTILE = {**NON_NUMBERS, **UNUSUAL_NUMBERS}


def numbers(answer):
    """Yield every number in a result, at any depth."""
    if is_dataclass(answer):
        for field in fields(answer):
            yield from numbers(getattr(answer, field.name))
    elif isinstance(answer, tuple | list):
        for item in answer:
            yield from numbers(item)
    elif isinstance(answer, float | np.ndarray | np.number) and (
        np.asarray(answer).dtype.kind in "biuf"
    ):
        yield np.asarray(answer, dtype=float)


def is_rejected(call):
    """Return whether a call raises `CostCurveError`; fail if a result contains NaN."""
    try:
        answer = call()
    except CostCurveError as error:
        return bool(str(error))
    for values in numbers(answer):
        assert not np.any(np.isnan(values)), answer
    return False
