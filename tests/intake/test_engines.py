"""Engines count scores in steps; what comes back is exact, or within its bound of what is."""

import re
import shutil
from dataclasses import replace
from typing import Any

import duckdb
import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from cc_widgets.core import (
    convex_hull,
    cost_at,
    count,
    count_hull,
    lower_envelope,
    matrix_counts,
    predictions,
    roc_curve,
)
from cc_widgets.errors import CostCurveError
from cc_widgets.export.session import model_of, session_of
from cc_widgets.intake.engines import _Source, reduced
from cc_widgets.model.differences import compare_words, within_bounds
from cc_widgets.model.numerals import bound_of, share
from cc_widgets.model.state import CostCurveModel

SIZE = 30_000
DRAW = np.random.default_rng(0)
LABEL = DRAW.random(SIZE) < 0.3
LATENT = DRAW.normal(size=SIZE) + 1.2 * LABEL
SCORES = {
    "spread": 1 / (1 + np.exp(-LATENT)),
    "f4": (1 / (1 + np.exp(-LATENT))).astype(np.float32),
    "any sign": 40 * LATENT - 7,
    "sharp": 1 / (1 + np.exp(7 - 3 * LATENT)),
    "rare": 1 / (1 + np.exp(9 - LATENT)),
    "over-confident": 1 / (1 + np.exp(-15 * (LATENT - 0.6))),
    "of a few digits": np.round(1 / (1 + np.exp(-LATENT)), 3),
    "whole": np.round(LATENT * 3).astype(np.int32),
    "with a far one": np.append(LATENT[:-1], 1e30),
}
COLUMNS = {"y": LABEL.astype(np.int8), **SCORES, "w": DRAW.integers(0, 4, SIZE)}
NAMES = list(SCORES)
PARTS = ("threshold", "tp", "fp")


def envelope(counts):
    return lower_envelope(convex_hull([roc_curve(counts)]))


def alike(one, other):
    return all(np.array_equal(getattr(one, part), getattr(other, part)) for part in PARTS)


@pytest.fixture(scope="module")
def counted():
    return reduced(pl.LazyFrame(COLUMNS), y_true="y", y_score=NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bound", [1e-2, 1e-4])
def test_counts_lie_within_their_bound_of_the_exact_curve(name, bound):
    frame = pl.LazyFrame({"y": LABEL, "p": SCORES[name]})
    found = reduced(frame, y_true="y", y_score=["p"], bound=bound)["p"]
    assert found.error <= bound
    exact, pc = envelope(count_hull(predictions(LABEL, SCORES[name]))), np.linspace(0, 1, 2001)
    gap = cost_at(envelope(found), pc) - cost_at(exact, pc)
    assert gap.min() >= -1e-15
    assert gap.max() <= found.error + 1e-15


@pytest.mark.parametrize("name", NAMES)
def test_what_a_threshold_counts_is_counted_exactly(counted, name):
    assert_exact(counted[name], count(predictions(LABEL, SCORES[name])))
    assert counted[name].tp.dtype == np.int64


def assert_exact(counts, every):
    least = counts.threshold.astype(every.threshold.dtype)
    place = np.searchsorted(-every.threshold, -least, side="right") - 1
    assert np.array_equal(every.tp[place], counts.tp)
    assert np.array_equal(every.fp[place], counts.fp)


@pytest.mark.parametrize("name", ["of a few digits", "whole"])
def test_few_scores_are_counted_each(counted, name):
    assert alike(counted[name], count(predictions(LABEL, SCORES[name])))
    assert (counted[name].complete, counted[name].error) == (True, 0.0)


def test_thresholds_have_as_few_digits_as_decide_alike(counted):
    assert np.median([len(repr(one)) for one in counted["spread"].threshold[1:].tolist()]) <= 8


def test_counts_do_not_depend_on_the_order_of_rows():
    size = 200_000
    draw = np.random.default_rng(1)
    label = draw.random(size) < 0.3
    latent = draw.normal(size=size) + 1.2 * label
    spread = 1 / (1 + np.exp(-latent))
    sharp = 1 / (1 + np.exp(9 - 4 * latent))
    columns = {"y": label, "spread": spread, "sharp": sharp, "logit": 30 * latent}
    frame = pl.DataFrame({**columns, "w": draw.random(size)})
    for weight in (None, "w"):
        expected, *reordered = (
            reduced(rows.lazy(), y_true="y", y_score=list(columns)[1:], sample_weight=weight)
            for rows in (frame, frame.sort("logit"), frame.sort("w"), frame.reverse())
        )
        for name, counts in expected.items():
            assert 1_000 < counts.tp.size < 2**15
            assert all(alike(counts, again[name]) for again in reordered), (weight, name)


def test_whole_and_short_scores_of_any_size_are_counted_each():
    columns = {"credit": 300 + np.round(40 * LATENT) + 250, "per cent": np.round(7 * LATENT, 2)}
    counts = reduced(pl.LazyFrame({"y": LABEL, **columns}), y_true="y", y_score=list(columns))
    for name, score in columns.items():
        assert alike(counts[name], count(predictions(LABEL, score))), name


def test_scores_in_one_step_may_be_of_one_class():
    frame = pl.LazyFrame({"y": [0, 0, 1, 1], "p": [1_000_001, 1_000_002, 3, 4]})
    counts = reduced(frame, y_true="y", y_score=["p"])["p"]
    assert counts.threshold.tolist() == [np.inf, 1_000_002, 1_000_001, 4, 3]


def test_rows_that_change_between_two_passes_are_refused(monkeypatch):
    frame, counted_once = pl.LazyFrame(COLUMNS), _Source.counted

    def changing(source, columns):
        """As if every second row went away after the first pass."""
        changed = source.frame.filter(nw.col("w") > 1) if columns[0][1].ranges else source.frame
        return counted_once(replace(source, frame=changed), columns)

    monkeypatch.setattr(_Source, "counted", changing)
    with pytest.raises(CostCurveError, match="'rare': rows must stay the same while they are coun"):
        reduced(frame, y_true="y", y_score=["rare"])


def test_steps_that_are_cut_again_hold_each_row_once():
    label = LABEL[:2000]  # so few that hardly any step is fine enough
    for name in NAMES:
        score = SCORES[name][:2000]
        frame = pl.LazyFrame({"y": label, "p": score})
        counts = reduced(frame, y_true="y", y_score=["p"], bound=1e-5)["p"]
        assert_exact(counts, count(predictions(label, score)))
        assert counts.error == 0.0


def test_thousands_of_rows_arrive(counted):
    assert max(one.tp.size for one in counted.values()) < 2**15


def test_whole_weights_are_added_exactly():
    frame = pl.LazyFrame(COLUMNS)
    found = reduced(frame, y_true="y", y_score=["whole"], sample_weight="w")["whole"]
    assert alike(found, count(predictions(LABEL, SCORES["whole"], sample_weight=COLUMNS["w"])))
    assert found.weighted
    ones = frame.with_columns(w=pl.lit(1.0))
    assert not reduced(ones, y_true="y", y_score=["whole"], sample_weight="w")["whole"].weighted


def spark(columns):
    session = pytest.importorskip("pyspark.sql").SparkSession
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    built = session.builder.master("local[1]").config("spark.ui.enabled", "false")
    return built.getOrCreate().createDataFrame(pd.DataFrame(columns))


ENGINES = {
    "pandas": pd.DataFrame,
    "pyarrow": pa.table,
    "DuckDB": lambda columns: duckdb.from_arrow(pa.table(columns)),
    "Ibis": lambda columns: pytest.importorskip("ibis").memtable(pa.table(columns)),
    "Dask": lambda columns: pytest.importorskip("dask.dataframe").from_pandas(
        pd.DataFrame(columns), npartitions=2
    ),
    "PySpark": spark,
}


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::FutureWarning:pyspark")
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_counts_alike(engine):
    names = ["f4", "over-confident"]
    columns = {name: COLUMNS[name][:2000] for name in ("y", "w", *names)}
    roles: Any = {"y_true": "y", "y_score": names, "sample_weight": "w"}
    expected = reduced(pl.LazyFrame(columns), **roles)
    found = reduced(ENGINES[engine](columns), **roles)
    assert [name for name in names if not alike(found[name], expected[name])] == []


def test_rows_may_be_sorted_by_anything():
    for column in ("y", "over-confident"):
        frame = pl.LazyFrame(COLUMNS).sort(column)
        found = reduced(frame, y_true="y", y_score=["over-confident"])["over-confident"]
        assert found.error <= 1e-4


TEXT = np.where(LABEL, "ill", "well")


@pytest.mark.parametrize(
    "label", [LABEL, np.where(LABEL, 1.0, -1.0), TEXT, pl.Series(TEXT, dtype=pl.Categorical)]
)
def test_labels_may_be_of_any_type(counted, label):
    pos_label = "ill" if "ill" in list(label) else None
    frame = pl.LazyFrame({"y": label, "whole": SCORES["whole"]})
    found = reduced(frame, y_true="y", y_score=["whole"], pos_label=pos_label)["whole"]
    assert alike(found, counted["whole"])


ROWS = {"y": [0, 1, 0, 1], "p": [0.1, 0.2, 0.3, 0.4], "w": [1.0, 2.0, 1.0, 1.0]}
BAD = [
    ({"p": [0.1, None, 0.3, None]}, "column 'p': values must not be missing. Got no value (2 such"),
    ({"p": [0.1, None, 0.3, float("nan")]}, "must not be missing. Got no value (2 such of 4 rows)"),
    ({"p": [None, float("nan"), float("inf"), 1]}, "be missing. Got no value (2 such of 4 rows)"),
    ({"p": [0.1, float("nan"), 0.3, 0.4]}, "column 'p': values must not be missing. Got no value"),
    ({"p": [9.0, float("inf"), 0.3, 0.4]}, "column 'p': values must be finite. Got inf (1 such of"),
    ({"p": ["a", "b", "c", "d"]}, "column 'p': values must be numbers. Got 'a' (4 such of 4 rows"),
    ({"p": ["0.1", "?", "-1e-3", ".5"]}, "Got '?' (1 such of 4 rows), a column of type String. Th"),
    ({"p": ["0.1", "2", "-1e-3", ".5"]}, "(4 such of 4 rows), a column of type String. These are"),
    ({"p": ["1 %", "2%", "3", "4"]}, "Got '1 %' (2 such of 4 rows), a column of type String. Take"),
    ({"y": [0, 1, None, 1]}, "column 'y': labels must not be missing. Got no value (1 such of"),
    ({"y": [0, 1, 2, 1]}, "column 'y': y_true: exactly two classes are needed. Got 3 labels, [0, "),
    ({"y": [0, 1, 1, 0, 7]}, "Got 3 labels, [0, 1, 7]; 7 in 1 of 5 rows. Compare"),
    ({"y": [0.25 * i for i in range(50)]}, "Got 50 labels, [0.0"),
    ({"y": [1, 1, None, 1]}, "both classes are needed. Got only the label 1, 3 times"),
    ({"y": ["a", "b", "a", "b"]}, "column 'y': pos_label: it is unclear which label is positive"),
    (
        {"y": [[0], [1], [0], [1]]},
        "column 'y': labels must be numbers, strings or booleans. Got ",
    ),
    ({"p": [None] * 4}, "column 'p': values must not be missing. Got no value (4 such"),
    ({"w": [1.0, -2.0, 1.0, 1.0]}, "column 'w': weights must be finite and not negative. Got -2"),
    ({"w": [1.0, None, 1.0, 1.0]}, "column 'w': weights must not be missing. Got no value (1 suc"),
    (
        {"w": [1.0, 0.0, 1.0, 0.0]},
        "both classes need some weight, and a finite sum of it. Got 2 fo",
    ),
    ({"p": [2**53 + 1, 5, 7, 8]}, "floats can tell them apart. Got 9007199254740993 (1 such of 4"),
]


def long(**changed):
    """The rows, some columns of which are others; as many as the longest."""
    size = max(map(len, changed.values()))
    return {name: [*values, *values * size][:size] for name, values in {**ROWS, **changed}.items()}


@pytest.mark.parametrize(("wrong", "words"), BAD)
@pytest.mark.parametrize("engine", [pl.LazyFrame, ENGINES["DuckDB"]])
def test_what_cannot_be_counted_is_refused_in_words(wrong, words, engine):
    with pytest.raises(CostCurveError) as error:
        reduced(engine(long(**wrong)), y_true="y", y_score=["p"], sample_weight="w")
    assert words in str(error.value)


@pytest.mark.parametrize("bound", [0, 1, -1e-4, "small", float("nan")])
def test_a_bound_lies_between_0_and_1(bound):
    with pytest.raises(CostCurveError, match="bound"):
        reduced(pl.LazyFrame(ROWS), y_true="y", y_score=["p"], bound=bound)


def test_what_is_being_done_is_told():
    told: list[str] = []
    reduced(pl.LazyFrame(ROWS), y_true="y", y_score=["p"], told=told.append)
    assert told == ["reading the labels", "counting by score, pass 1"]


def test_a_model_says_within_what_its_costs_are(counted):
    model = CostCurveModel({"spread": counted["spread"]})
    said = re.search(
        "spread: costs are within ([0-9.]+) of those of all scores", model.read().words
    )
    assert said
    assert counted["spread"].error <= float(said[1]) <= 1e-4
    few = CostCurveModel({"few": counted["whole"]})
    assert "of those of all scores" not in few.read(0.4).words
    again: Any = model_of(session_of(model)).classifiers["spread"]
    assert again.error == counted["spread"].error


def test_bands_of_what_was_counted_in_steps_are_those_of_the_scores(counted):
    model = CostCurveModel({"spread": counted["spread"]})
    scored = CostCurveModel({"spread": predictions(LABEL, SCORES["spread"])})
    stepped, exact = (
        one.bootstrap(n_resamples=400, rng=0).each["spread"] for one in (model, scored)
    )
    width = exact.upper - exact.lower
    assert np.all(np.abs(stepped.upper - exact.upper) < 0.3 * width.max())
    assert np.all(np.abs(stepped.lower - exact.lower) < 0.3 * width.max())


def test_an_interrupt_leaves_a_model_as_it_was():
    def stopped(words):
        raise KeyboardInterrupt(words)

    model = CostCurveModel({"whole": predictions(LABEL, SCORES["whole"])})
    before = model.classifiers
    with pytest.raises(KeyboardInterrupt):
        model.classifiers = reduced(pl.LazyFrame(ROWS), y_true="y", y_score=["p"], told=stopped)
    assert model.classifiers is before


@pytest.mark.parametrize(("error", "unsure"), [(0.0063, True), (0.004, False), (0.0, False)])
def test_within_the_bound_of_counts_the_next_best_may_be_as_good(error, unsure):
    r, s = matrix_counts([[80, 20], [20, 80]]), matrix_counts([[80, 20], [21, 79]])
    model = CostCurveModel({"r": r, "s": replace(s, error=error)}, pc=0.5)
    answer = model.read().answer
    assert answer.headline.endswith("use r; s may be as good.") is unsure
    assert ("(costs are known to within 0.007)" in answer.lines[1]) is unsure
    words = compare_words(model.derived, ("s", "r"), 0.5)
    told = "less than s on these data; costs are known to within 0.007: s may be as good."
    assert (told in words.splitlines()[0]) is unsure
    assert model.compare("s", "r").errors == (error, 0.0)


@pytest.mark.parametrize("error", [0.001, 0.004, 0.0063, 0.03])
def test_where_the_bound_of_counts_leaves_open_who_is_cheapest_is_told(error):
    r, s = matrix_counts([[80, 20], [20, 80]]), matrix_counts([[83, 17], [26, 74]])
    model = CostCurveModel({"r": r, "s": replace(s, error=error)}, pc=0.5)
    pc = np.linspace(0.0, 1.0, 20_001)
    costs = {"r": 0.2 * np.ones_like(pc), "s": 0.17 * (1 - pc) + 0.26 * pc}
    rule = np.minimum(pc, 1 - pc)
    more = costs["s"] - np.minimum(costs["r"], rule)
    open_there = (more > 0) & (more <= error) & (costs["s"] < rule)
    (found,) = within_bounds(model.derived)["s"]
    assert (found.low, found.high) == pytest.approx(pc[open_there][[0, -1]], abs=2e-4)
    told = f"s for PC(+) {share(found.low)} to {share(found.high)}."
    assert any(one.endswith(told) for one in model.read().answer.why)
    for over, inside in (((0.6, 0.7), more[pc >= 0.6].min() <= error), ((0.34, 0.5), True)):
        model.pc_range = over
        headline = model.read().answer.headline
        told = f"; s may be as good in your range: costs are known to within {bound_of(error)}"
        assert (told in headline) is bool(inside), over
    model.classifiers = {"r": r, "s": s}
    assert within_bounds(model.derived) == {}
    assert "may be" not in model.read().answer.headline


def test_of_other_criteria_it_is_said_what_steps_leave_open(counted):
    model = CostCurveModel({"spread": counted["spread"]})
    said = "By other criteria than cost a threshold within a step may do better."
    assert said not in model.read().answer.why
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.2}
    assert said in model.read().answer.why
