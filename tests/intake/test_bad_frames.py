"""Whatever is wrong with a frame is said in one sentence, and nothing changes.

Each sentence names the column, counts the rows that are wrong, shows one of them, and says what to
do.
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
from cc_widgets.intake import named_frame

# One test of frames says how it is told; these have it happen.
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
class Bad:
    """A frame that cannot be read.

    `counts` are the rows that are wrong, where it is rows that are.
    """

    what: str
    frame: Callable[[], Any]
    roles: dict[str, Any] = field(default_factory=lambda: ROLES)
    told: str = ""
    counts: int | None = None


def changed(column: str, *values: Any) -> dict[str, list[Any]]:
    """The good columns, one of which begins with other values."""
    return {**GOOD, column: [*values, *GOOD[column][len(values) :]]}


nan, inf = float("nan"), float("inf")

# Of each column: what its first values are, and how many of all are wrong then.
NUMBERS: dict[str, tuple[list[Any], int]] = {
    "a null": ([None], 1),
    "nulls": ([0.1, None, None], 2),
    "nothing": ([None] * SIZE, SIZE),
    "NaN": ([0.1, nan], 1),
    "infinity": ([inf, 0.1, inf], 2),
    "minus infinity": ([-inf], 1),
    "texts": (["high", "low"] * 4, SIZE),
    "numbers as texts": (["0.5"] * SIZE, SIZE),
    "dates": ([date(2026, 1, 1)] * SIZE, SIZE),
    "lengths of time": ([timedelta(days=1)] * SIZE, SIZE),
    "bytes": ([b"1"] * SIZE, SIZE),
    "lists": ([[0.1, 0.9]] * SIZE, SIZE),
    "records": ([{"p": 0.1}] * SIZE, SIZE),
    "empty texts": ([""] * SIZE, SIZE),
}
SCORES = {
    **NUMBERS,
    "whole numbers that no float holds": ([*range(2**60, 2**60 + SIZE)], SIZE - 1),
}
WEIGHTS: dict[str, tuple[list[Any], int | None]] = {
    **NUMBERS,
    "less than nothing": ([1.0, -2.0, -1.0], 2),
    "no weight at all": ([0.0] * SIZE, None),
    "no weight of a class": ([0.0, 1.0] * 4, None),
    "more than a float": ([1e308, 1e308, 1e308], None),
}
LABELS: dict[str, tuple[list[Any], int | None]] = {
    "a null": ([None], 1),
    "nothing": ([None] * SIZE, SIZE),
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
# What only columns of objects hold.
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


def of_columns() -> Iterator[Bad]:
    """Every column with everything that is wrong in it, in every kind of frame."""
    for column, kinds in (
        ("forest", SCORES),
        ("weight", WEIGHTS),
        ("truth", LABELS),
        ("model", NAMES),
    ):
        roles = LONG if column == "model" else ROLES
        for what, (values, counts) in kinds.items():
            for library, make in MAKERS.items():
                given = changed(column, *values)
                name = f"{library}: {what} in {column}"
                yield Bad(name, partial(make, given), roles, f"column '{column}'", counts)
    for what, (values, counts) in OBJECTS.items():
        for column in ("forest", "weight"):
            given = {**GOOD, column: pd.Series(changed(column, *values)[column], dtype=object)}
            frame = pd.DataFrame(given)
            told = f"column '{column}'"
            yield Bad(f"{what} in {column}", frame.copy, ROLES, told, counts)


# What is said of columns that are not there, and of roles that cannot be.
ASKED: dict[str, tuple[dict[str, Any], str]] = {
    "no such labels": ({"y_true": "y"}, "y_true: must name a column"),
    "misspelt": ({"y_score": "forrest"}, "Pass 'forest'."),
    "one of two is not there": ({"y_score": ["forest", "tree"]}, "y_score: must name a column"),
    "no such weights": ({"sample_weight": "w"}, "sample_weight: must name a column"),
    "no such names": ({"name": "forest model"}, "name: must name a column"),
    "no labels": ({"y_true": None}, "y_true: must name a column"),
    "no scores": ({"y_score": None}, "y_score: must name a column"),
    "an empty list": ({"y_score": []}, "y_score: at least one column"),
    "an empty mapping": ({"y_score": {}}, "y_score: at least one column"),
    "a column twice": ({"y_score": ["forest", "forest"]}, "y_score: each column is one"),
    "a blank name": ({"y_score": {" ": "forest"}}, "y_score: names of classifiers"),
    "a number for a name": ({"y_score": {1: "forest"}}, "y_score: names of classifiers"),
    "a list in a mapping": ({"y_score": {"a": ["forest"]}}, "y_score: must name a column"),
    "a list in a list": ({"y_score": [["forest"]]}, "y_score: must name a column"),
    "scores beside the frame": ({"y_score": GOOD["forest"]}, "y_score: must name a column"),
    "an array": ({"y_score": np.array(GOOD["forest"])}, "y_score: must name a column"),
    "a series": ({"y_true": pd.Series(GOOD["truth"])}, "y_true: must name a column"),
    "a series of polars": ({"y_true": pl.Series(GOOD["truth"])}, "y_true: must name a column"),
    "a set": ({"y_score": {"forest"}}, "y_score: must name a column"),
    "NaN": ({"sample_weight": nan}, "sample_weight: must name a column"),
    "several scores and names": (
        {"y_score": ["forest", "weight"], "name": "model"},
        "y_score: beside a column of names",
    ),
    "labels that are not there": ({"pos_label": "sick"}, "column 'truth': pos_label: pos_label"),
    "an array of labels": ({"pos_label": np.array([0, 1])}, "column 'truth': pos_label: pos_l"),
    "another word": ({"missing": "ignore"}, 'missing: must be "refuse" or "drop"'),
    "a truth value": ({"missing": True}, 'missing: must be "refuse" or "drop"'),
    "nothing left": ({"missing": None}, 'missing: must be "refuse" or "drop"'),
}


def of_roles() -> Iterator[Bad]:
    for what, (roles, told) in ASKED.items():
        for library in ("pandas", "polars", "DuckDB"):
            given = {**ROLES, **roles}
            yield Bad(f"{library}: {what}", partial(MAKERS[library], GOOD), given, told)


def failing() -> Any:
    """A relation that fails when its rows are asked for."""
    query = "select truth, weight, cast(model as double) as forest from rows"
    return duckdb.from_arrow(pa.table(GOOD)).query("rows", query)


TWICE = pd.DataFrame(np.zeros((SIZE, 3)), columns=["truth", "forest", "forest"])
FRAMES: dict[str, tuple[Callable[[], Any], str]] = {
    "nothing": (lambda: None, "frame: a frame is needed"),
    "a number": (lambda: 3, "frame: a frame is needed"),
    "a list": (lambda: [GOOD], "frame: a frame is needed"),
    "a dict": (lambda: GOOD, "frame: a frame is needed"),
    "an array": (lambda: np.zeros((SIZE, 3)), "frame: a frame is needed"),
    "records": (lambda: np.zeros(SIZE, "f8, f8"), "frame: a frame is needed"),
    "a series": (lambda: pd.Series(GOOD["forest"]), "frame: a frame is needed"),
    "a series of polars": (lambda: pl.Series(GOOD["forest"]), "frame: a frame is needed"),
    "an Arrow array": (lambda: pa.array(GOOD["forest"]), "frame: a frame is needed"),
    "a class": (lambda: pd.DataFrame, "frame: a frame is needed"),
    "a function": (lambda: named_frame, "frame: a frame is needed"),
    "a generator": (lambda: (row for row in GOOD), "frame: a frame is needed"),
    "groups": (lambda: pd.DataFrame(GOOD).groupby("truth"), "frame: a frame is needed"),
    "no columns": (pd.DataFrame, "y_true: must name a column"),
    "no columns of polars": (pl.DataFrame, "y_true: must name a column"),
    "no rows": (lambda: pd.DataFrame(GOOD).head(0), "column 'truth': y_true: there are no"),
    "no rows of polars": (lambda: pl.DataFrame(GOOD).head(0), "column 'truth': y_true: there a"),
    "no rows of DuckDB": (
        lambda: duckdb.from_arrow(pa.table(GOOD)).limit(0),
        "column 'truth': y_true: there are no",
    ),
    "a name twice": (lambda: TWICE, "frame: its library cannot read this frame. Got a DataFrame"),
    "a query that fails": (failing, "frame: its library cannot read this frame. Got a DuckDB"),
    "a lazy query that fails": (
        lambda: pl.LazyFrame(GOOD).with_columns(pl.col("model").cast(pl.Float64).alias("forest")),
        "frame: its library cannot read this frame. Got a LazyFrame",
    ),
    "a lazy frame without that column": (
        lambda: pl.LazyFrame(GOOD).select("nowhere"),
        "frame: its library cannot read this frame. Got a LazyFrame",
    ),
}


def of_frames() -> Iterator[Bad]:
    for what, (frame, told) in FRAMES.items():
        yield Bad(f"frame: {what}", frame, ROLES, told)


def cases() -> list[Bad]:
    return [*of_columns(), *of_roles(), *of_frames()]


def test_there_are_many_kinds_of_wrong():
    kinds = {bad.what.partition(": ")[2] or bad.what for bad in cases()}
    assert len(kinds) >= 60


@pytest.mark.parametrize("bad", [pytest.param(bad, id=bad.what) for bad in cases()])
def test_what_is_wrong_is_said_in_a_sentence_and_nothing_changes(bad):
    model = cc.CostCurveModel({"before": (GOOD["truth"], GOOD["forest"])})
    before = model.classifiers, model.derived
    frame = bad.frame()
    with pytest.raises(CostCurveError) as refused:
        model.classifiers = named_frame(frame, **bad.roles)
    error, said = refused.value, str(refused.value)
    assert error.__cause__ is None
    assert error.__context__ is None or error.__suppress_context__
    assert bad.told in said
    assert error.fix
    if bad.counts is not None:
        assert f"({bad.counts} such of {SIZE}" in said
        assert re.search(r"at position \d", said)
    assert (model.classifiers, model.derived) == before


def test_without_narwhals_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "narwhals", None)
    with pytest.raises(CostCurveError, match=r"read by narwhals.*pip install \"cc-widgets\[frames"):
        named_frame(pd.DataFrame(GOOD), y_true="truth", y_score="forest")
