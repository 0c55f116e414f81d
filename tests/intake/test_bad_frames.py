"""Invalid data frames raise a clear error and leave the model unchanged.

Errors name the column, count the invalid rows, show one of them, and suggest a fix.
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import cc_widgets as cc
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import classifiers_from_frame

# The warning is tested in test_frames.py.
pytestmark = pytest.mark.filterwarnings("ignore:.* rows are left out")

SIZE = 8
GOOD: dict[str, list[Any]] = {
    "truth": [0, 1, 0, 1, 0, 1, 0, 1],
    "forest": [0.1, 0.9, 0.3, 0.4, 0.5, 0.6, 0.2, 0.8],
    "weight": [1.0, 2.0, 1.0, 1.0, 3.0, 1.0, 1.0, 1.0],
    "model": ["a", "a", "a", "a", "b", "b", "b", "b"],
}
ROLES = {"y_true": "truth", "y_score": "forest", "sample_weight": "weight"}
LONG = {**ROLES, "name": "model"}
MAKERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "pandas": pd.DataFrame,
    "polars": lambda columns: pl.DataFrame(columns, strict=False),
    "pyarrow": pa.table,
    "DuckDB": lambda columns: duckdb.from_arrow(pa.table(columns)),
}


@dataclass(frozen=True)
class InvalidFrame:
    """Invalid frame with part of its error message, and the number of invalid rows if any."""

    name: str
    frame: Callable[[], Any]
    roles: dict[str, Any] = field(default_factory=lambda: ROLES)
    message: str = ""
    n_rows: int | None = None


def with_values(column: str, *values: Any) -> dict[str, list[Any]]:
    """Return the valid columns with other values at the start of one column."""
    return {**GOOD, column: [*values, *GOOD[column][len(values) :]]}


nan, inf = float("nan"), float("inf")

# First values of a column, and the resulting number of invalid rows.
NUMBERS: dict[str, tuple[list[Any], int]] = {
    "a null": ([None], 1),
    "nulls": ([0.1, None, None], 2),
    "only nulls": ([None] * SIZE, SIZE),
    "NaN": ([0.1, nan], 1),
    "infinity": ([inf, 0.1, inf], 2),
    "minus infinity": ([-inf], 1),
    "texts": (["high", "low"] * 4, SIZE),
    "numbers as texts": (["0.5"] * SIZE, SIZE),
    "dates": ([date(2026, 1, 1)] * SIZE, SIZE),
    "durations": ([timedelta(days=1)] * SIZE, SIZE),
    "bytes": ([b"1"] * SIZE, SIZE),
    "lists": ([[0.1, 0.9]] * SIZE, SIZE),
    "records": ([{"p": 0.1}] * SIZE, SIZE),
    "empty texts": ([""] * SIZE, SIZE),
}
SCORES = {
    **NUMBERS,
    "integers that floats cannot represent": ([*range(2**60, 2**60 + SIZE)], SIZE - 1),
}
WEIGHTS: dict[str, tuple[list[Any], int | None]] = {
    **NUMBERS,
    "negative": ([1.0, -2.0, -1.0], 2),
    "all zero": ([0.0] * SIZE, None),
    "all zero in a class": ([0.0, 1.0] * 4, None),
    "infinite sum": ([1e308, 1e308, 1e308], None),
}
LABELS: dict[str, tuple[list[Any], int | None]] = {
    "a null": ([None], 1),
    "only nulls": ([None] * SIZE, SIZE),
    "one class": ([1] * SIZE, None),
    "three classes": ([2, 2], 2),
    "lists": ([[0], [1]] * 4, SIZE),
    "records": ([{"y": 0}, {"y": 1}] * 4, SIZE),
    "two unknown labels": (["ham", "spam"] * 4, None),
    "scores": (GOOD["forest"], None),
}
NAMES: dict[str, tuple[list[Any], int | None]] = {
    "a null": ([None], 1),
    "a blank": ([" ", " "], 2),
    "numbers": ([1] * SIZE, SIZE),
    "lists": ([["a"]] * SIZE, SIZE),
    "dates": ([date(2026, 1, 1)] * SIZE, SIZE),
}
# Values in columns of objects.
OBJECTS: dict[str, tuple[list[Any], int]] = {
    "a text among numbers": ([0.1, "high"], 1),
    "None and a text": ([None, "high"], 1),
    "NaN of Decimal": ([Decimal("NaN")], 1),
    "complex numbers": ([1j] * SIZE, SIZE),
    "numbers beyond floats": ([10**400], 1),
    "pandas.NA": ([pd.NA, pd.NA], 2),
    "sets": ([{0.1}] * SIZE, SIZE),
    "arrays": ([np.zeros(2)], 1),
    "classes": ([float], 1),
    "classifiers": ([cc.CostCurveModel()] * SIZE, SIZE),
}


def invalid_columns() -> Iterator[InvalidFrame]:
    """Yield each column with all kinds of invalid values in frames of all libraries."""
    for column, kinds in (
        ("forest", SCORES),
        ("weight", WEIGHTS),
        ("truth", LABELS),
        ("model", NAMES),
    ):
        roles = LONG if column == "model" else ROLES
        for kind, (values, n_rows) in kinds.items():
            for library, make in MAKERS.items():
                columns = with_values(column, *values)
                name = f"{library}: {kind} in {column}"
                make_frame = partial(make, columns)
                yield InvalidFrame(name, make_frame, roles, f"column '{column}'", n_rows)
    for kind, (values, n_rows) in OBJECTS.items():
        for column in ("forest", "weight"):
            series = pd.Series(with_values(column, *values)[column], dtype=object)
            frame = pd.DataFrame({**GOOD, column: series})
            message = f"column '{column}'"
            yield InvalidFrame(f"{kind} in {column}", frame.copy, ROLES, message, n_rows)


# Missing columns and invalid roles, with part of the error message.
ROLE_ERRORS: dict[str, tuple[dict[str, Any], str]] = {
    "missing column of labels": ({"y_true": "y"}, "y_true: must be a column"),
    "misspelt": ({"y_score": "forrest"}, "Pass 'forest'."),
    "one of two missing": ({"y_score": ["forest", "tree"]}, "y_score: must be a column"),
    "missing column of weights": ({"sample_weight": "w"}, "sample_weight: must be a column"),
    "missing column of names": ({"name": "forest model"}, "name: must be a column"),
    "no labels": ({"y_true": None}, "y_true: must be a column"),
    "no scores": ({"y_score": None}, "y_score: must be a column"),
    "an empty list": ({"y_score": []}, "y_score: must contain at least one column"),
    "an empty mapping": ({"y_score": {}}, "y_score: must contain at least one column"),
    "a column twice": ({"y_score": ["forest", "forest"]}, "y_score: must contain each column once"),
    "a blank name": ({"y_score": {" ": "forest"}}, "y_score: names of classifiers"),
    "a number for a name": ({"y_score": {1: "forest"}}, "y_score: names of classifiers"),
    "a list in a mapping": ({"y_score": {"a": ["forest"]}}, "y_score: must be a column"),
    "a list in a list": ({"y_score": [["forest"]]}, "y_score: must be a column"),
    "scores instead of a column": ({"y_score": GOOD["forest"]}, "y_score: must be a column"),
    "an array": ({"y_score": np.array(GOOD["forest"])}, "y_score: must be a column"),
    "a series": ({"y_true": pd.Series(GOOD["truth"])}, "y_true: must be a column"),
    "a series of polars": ({"y_true": pl.Series(GOOD["truth"])}, "y_true: must be a column"),
    "a set": ({"y_score": {"forest"}}, "y_score: must be a column"),
    "NaN": ({"sample_weight": nan}, "sample_weight: must be a column"),
    "several scores and names": (
        {"y_score": ["forest", "weight"], "name": "model"},
        "y_score: must be a single column if name",
    ),
    "unknown positive label": ({"pos_label": "sick"}, "column 'truth': pos_label: must be one"),
    "an array of labels": (
        {"pos_label": np.array([0, 1])},
        "column 'truth': pos_label: must be one",
    ),
    "unknown option": ({"missing": "ignore"}, 'missing: must be "refuse" or "drop"'),
    "a boolean": ({"missing": True}, 'missing: must be "refuse" or "drop"'),
    "no option": ({"missing": None}, 'missing: must be "refuse" or "drop"'),
}


def invalid_roles() -> Iterator[InvalidFrame]:
    for case, (roles, message) in ROLE_ERRORS.items():
        for library in ("pandas", "polars", "DuckDB"):
            make_frame = partial(MAKERS[library], GOOD)
            yield InvalidFrame(f"{library}: {case}", make_frame, {**ROLES, **roles}, message)


def failing_relation() -> Any:
    """Return a relation that fails when it is executed."""
    query = "select truth, weight, cast(model as double) as forest from rows"
    return duckdb.from_arrow(pa.table(GOOD)).query("rows", query)


DUPLICATE = pd.DataFrame(np.zeros((SIZE, 3)), columns=["truth", "forest", "forest"])
FRAMES: dict[str, tuple[Callable[[], Any], str]] = {
    "nothing": (lambda: None, "frame: must be a data frame"),
    "a number": (lambda: 3, "frame: must be a data frame"),
    "a list": (lambda: [GOOD], "frame: must be a data frame"),
    "a dict": (lambda: GOOD, "frame: must be a data frame"),
    "an array": (lambda: np.zeros((SIZE, 3)), "frame: must be a data frame"),
    "records": (lambda: np.zeros(SIZE, "f8, f8"), "frame: must be a data frame"),
    "a series": (lambda: pd.Series(GOOD["forest"]), "frame: must be a data frame"),
    "a series of polars": (lambda: pl.Series(GOOD["forest"]), "frame: must be a data frame"),
    "an Arrow array": (lambda: pa.array(GOOD["forest"]), "frame: must be a data frame"),
    "a class": (lambda: pd.DataFrame, "frame: must be a data frame"),
    "a function": (lambda: classifiers_from_frame, "frame: must be a data frame"),
    "a generator": (lambda: (row for row in GOOD), "frame: must be a data frame"),
    "groups": (lambda: pd.DataFrame(GOOD).groupby("truth"), "frame: must be a data frame"),
    "no columns": (pd.DataFrame, "y_true: must be a column"),
    "no columns of polars": (pl.DataFrame, "y_true: must be a column"),
    "no rows": (lambda: pd.DataFrame(GOOD).head(0), "column 'truth': y_true: must not be empty"),
    "no rows of polars": (
        lambda: pl.DataFrame(GOOD).head(0),
        "column 'truth': y_true: must not be",
    ),
    "no rows of DuckDB": (
        lambda: duckdb.from_arrow(pa.table(GOOD)).limit(0),
        "column 'truth': y_true: must not be empty",
    ),
    "a duplicate name": (
        lambda: DUPLICATE,
        "frame: must be readable by its library. Got a DataFrame",
    ),
    "a failing query": (failing_relation, "frame: must be readable by its library. Got a DuckDB"),
    "a failing lazy query": (
        lambda: pl.LazyFrame(GOOD).with_columns(pl.col("model").cast(pl.Float64).alias("forest")),
        "frame: must be readable by its library. Got a LazyFrame",
    ),
    "a lazy frame without the column": (
        lambda: pl.LazyFrame(GOOD).select("nowhere"),
        "frame: must be readable by its library. Got a LazyFrame",
    ),
}


def invalid_frames() -> Iterator[InvalidFrame]:
    for case, (frame, message) in FRAMES.items():
        yield InvalidFrame(f"frame: {case}", frame, ROLES, message)


CASES = [*invalid_columns(), *invalid_roles(), *invalid_frames()]


def test_cases_cover_at_least_60_errors():
    assert len({case.name.partition(": ")[2] or case.name for case in CASES}) >= 60


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_invalid_frame_raises_and_leaves_the_model_unchanged(case):
    model = cc.CostCurveModel({"before": (GOOD["truth"], GOOD["forest"])})
    before = model.classifiers, model.curves
    frame = case.frame()
    with pytest.raises(CostCurveError) as raised:
        model.classifiers = classifiers_from_frame(frame, **case.roles)
    error, message = raised.value, str(raised.value)
    assert error.__cause__ is None
    assert error.__context__ is None or error.__suppress_context__
    assert case.message in message
    assert error.fix
    if case.n_rows is not None:
        assert f"({case.n_rows} of {SIZE}" in message
        assert re.search(r"at position \d", message)
    assert (model.classifiers, model.curves) == before


def test_missing_narwhals_error_shows_the_install_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(CostCurveError, match=r"needs narwhals.*pip install \"cc-widgets\[frames"):
        classifiers_from_frame(pd.DataFrame(GOOD), y_true="truth", y_score="forest")
