"""Counts by engines are exact at their thresholds, and costs are within the bound."""

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
    lower_envelope,
    matrix_counts,
    predictions,
    roc_curve,
)
from cc_widgets.core.hull import count_hull
from cc_widgets.errors import CostCurveError
from cc_widgets.export.session import model_of, session_of
from cc_widgets.intake.engines import _Source, engine_counts
from cc_widgets.model.differences import compare_words, possibly_cheapest
from cc_widgets.model.numerals import error_bound, share
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
    "rounded": np.round(1 / (1 + np.exp(-LATENT)), 3),
    "integer": np.round(LATENT * 3).astype(np.int32),
    "outlier": np.append(LATENT[:-1], 1e30),
}
COLUMNS = {"y": LABEL.astype(np.int8), **SCORES, "w": DRAW.integers(0, 4, SIZE)}
NAMES = list(SCORES)
FIELDS = ("threshold", "tp", "fp")
PC = np.linspace(0, 1, 2001)


def envelope(counts):
    return lower_envelope(convex_hull([roc_curve(counts)]))


def equal(first, second):
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in FIELDS)


@pytest.fixture(scope="module")
def engine_results():
    return engine_counts(pl.LazyFrame(COLUMNS), y_true="y", y_score=NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bound", [1e-2, 1e-4])
def test_costs_are_within_the_bound_of_the_exact_envelope(name, bound):
    frame = pl.LazyFrame({"y": LABEL, "p": SCORES[name]})
    counts = engine_counts(frame, y_true="y", y_score=["p"], bound=bound)["p"]
    assert counts.error <= bound
    exact = envelope(count_hull(predictions(LABEL, SCORES[name])))
    gap = cost_at(envelope(counts), PC) - cost_at(exact, PC)
    assert gap.min() >= -1e-15
    assert gap.max() <= counts.error + 1e-15


@pytest.mark.parametrize("name", NAMES)
def test_counts_at_thresholds_are_exact(engine_results, name):
    assert_exact(engine_results[name], count(predictions(LABEL, SCORES[name])))
    assert engine_results[name].tp.dtype == np.int64


def assert_exact(counts, expected):
    threshold = counts.threshold.astype(expected.threshold.dtype)
    index = np.searchsorted(-expected.threshold, -threshold, side="right") - 1
    assert np.array_equal(expected.tp[index], counts.tp)
    assert np.array_equal(expected.fp[index], counts.fp)


@pytest.mark.parametrize("name", ["rounded", "integer"])
def test_few_distinct_scores_are_counted_individually(engine_results, name):
    assert equal(engine_results[name], count(predictions(LABEL, SCORES[name])))
    assert (engine_results[name].complete, engine_results[name].error) == (True, 0.0)


def test_thresholds_have_few_digits(engine_results):
    assert (
        np.median([len(repr(value)) for value in engine_results["spread"].threshold[1:].tolist()])
        <= 8
    )


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
            engine_counts(rows.lazy(), y_true="y", y_score=list(columns)[1:], sample_weight=weight)
            for rows in (frame, frame.sort("logit"), frame.sort("w"), frame.reverse())
        )
        for name, counts in expected.items():
            assert 1_000 < counts.tp.size < 2**15
            assert all(equal(counts, results[name]) for results in reordered), (weight, name)


def test_integers_and_rounded_scores_of_any_size_are_counted_individually():
    columns = {"credit": 300 + np.round(40 * LATENT) + 250, "per cent": np.round(7 * LATENT, 2)}
    counts = engine_counts(pl.LazyFrame({"y": LABEL, **columns}), y_true="y", y_score=list(columns))
    for name, score in columns.items():
        assert equal(counts[name], count(predictions(LABEL, score))), name


def test_scores_in_a_bin_may_have_one_class():
    frame = pl.LazyFrame({"y": [0, 0, 1, 1], "p": [1_000_001, 1_000_002, 3, 4]})
    counts = engine_counts(frame, y_true="y", y_score=["p"])["p"]
    assert counts.threshold.tolist() == [np.inf, 1_000_002, 1_000_001, 4, 3]


def test_rows_changed_between_passes_raise(monkeypatch):
    frame, original = pl.LazyFrame(COLUMNS), _Source.count

    def count_changed(source, columns):
        """Drop half of the rows after the first pass."""
        changed = source.frame.filter(nw.col("w") > 1) if columns[0][1].ranges else source.frame
        return original(replace(source, frame=changed), columns)

    monkeypatch.setattr(_Source, "count", count_changed)
    with pytest.raises(CostCurveError, match="'rare': rows must not change while they are counted"):
        engine_counts(frame, y_true="y", y_score=["rare"])


def test_divided_bins_contain_each_row_once():
    label = LABEL[:2000]  # so few that most bins are too wide
    for name in NAMES:
        score = SCORES[name][:2000]
        frame = pl.LazyFrame({"y": label, "p": score})
        counts = engine_counts(frame, y_true="y", y_score=["p"], bound=1e-5)["p"]
        assert_exact(counts, count(predictions(label, score)))
        assert counts.error == 0.0


def test_number_of_thresholds_is_limited(engine_results):
    assert max(counts.tp.size for counts in engine_results.values()) < 2**15


def test_sums_of_integer_weights_are_exact():
    frame = pl.LazyFrame(COLUMNS)
    counts = engine_counts(frame, y_true="y", y_score=["integer"], sample_weight="w")["integer"]
    assert equal(counts, count(predictions(LABEL, SCORES["integer"], sample_weight=COLUMNS["w"])))
    assert counts.weighted
    ones = frame.with_columns(w=pl.lit(1.0))
    assert not engine_counts(ones, y_true="y", y_score=["integer"], sample_weight="w")[
        "integer"
    ].weighted


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
SPARK = pytest.param("PySpark", marks=pytest.mark.long(cases=0))  # half a minute


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::FutureWarning:pyspark")
@pytest.mark.parametrize("engine", [*list(ENGINES)[:-1], SPARK])
def test_all_engines_give_equal_counts(engine):
    names = ["f4", "over-confident"]
    columns = {name: COLUMNS[name][:2000] for name in ("y", "w", *names)}
    roles: Any = {"y_true": "y", "y_score": names, "sample_weight": "w"}
    expected = engine_counts(pl.LazyFrame(columns), **roles)
    counts = engine_counts(ENGINES[engine](columns), **roles)
    assert [name for name in names if not equal(counts[name], expected[name])] == []


@pytest.mark.parametrize("library", ["polars", "duckdb"])
@pytest.mark.parametrize("spread", [1e-8, 1e-9, 1e-12, 1e-14])
@pytest.mark.parametrize("center", [0.7, -0.3, 123.0])
def test_scores_that_agree_in_many_digits_are_within_the_bound(library, spread, center):
    score = center + spread * LATENT
    frame = pl.DataFrame({"y": LABEL.astype(np.int8), "p": score})
    source = duckdb.sql("select * from frame") if library == "duckdb" else frame.lazy()
    counts = engine_counts(source, y_true="y", y_score=["p"], bound=1e-3)["p"]
    assert counts.error <= 1e-3
    exact = count(predictions(LABEL, score))
    assert_exact(counts, exact)
    gap = cost_at(envelope(counts), PC) - cost_at(envelope(exact), PC)
    assert -1e-15 <= gap.min() <= gap.max() <= counts.error + 1e-15


def test_narrow_clusters_of_scores_are_within_the_bound():
    cluster = DRAW.integers(0, 5, SIZE)
    center = np.array([-1e6, 0.0, 0.25, 0.9, 1e9])[cluster]
    width = np.array([1e-6, 1e-9, 1e-12, 1e-13, 1e-3])[cluster]
    score = center + width * LATENT
    for score_type in (np.float64, np.float32):
        frame = pl.LazyFrame({"y": LABEL, "p": score.astype(score_type)})
        counts = engine_counts(frame, y_true="y", y_score=["p"])["p"]
        assert counts.error <= 1e-4
        assert_exact(counts, count(predictions(LABEL, score.astype(score_type))))


def test_bound_that_is_not_reached_raises(monkeypatch):
    monkeypatch.setattr("cc_widgets.intake.engines._MAX_PASSES", 2)
    frame = pl.LazyFrame({"y": LABEL, "p": 0.7 + 1e-12 * LATENT})
    message = r"column 'p': scores are too unevenly spread .* bound 0\.0001\. Got an error of 0\..*"
    with pytest.raises(CostCurveError, match=message + "after 2 passes. Pass ranks") as caught:
        engine_counts(frame, y_true="y", y_score=["p"])
    bound = float(str(caught.value).rpartition("=")[2].rstrip("."))
    assert engine_counts(frame, y_true="y", y_score=["p"], bound=bound)["p"].error <= bound


def test_scores_in_one_wide_bin_are_not_called_tied():
    frame = pl.LazyFrame({"y": [0, 1] * 300, "p": np.arange(600) / 600})
    counts = engine_counts(frame, y_true="y", y_score=["p"])["p"]
    whole = replace(
        counts,
        threshold=np.array([np.inf, 0.9, 0.5, 0.1]),
        tp=np.array([0, 1, 299, 300]),
        fp=np.array([0, 0, 298, 300]),
        complete=False,
        error=0.5,
    )
    assert not any("apart" in text for text in CostCurveModel({"p": whole}).remarks)


@pytest.mark.parametrize("weight", [-1.0, -1e-300, float("-inf")])
def test_negative_weight_raises(weight):
    columns = {"y": LABEL, "p": SCORES["spread"], "w": np.append(np.ones(SIZE - 1), weight)}
    message = rf"column 'w': weights must be finite and not negative\. Got {weight} \(1 of 30,000"
    with pytest.raises(CostCurveError, match=message):
        engine_counts(pl.LazyFrame(columns), y_true="y", y_score=["p"], sample_weight="w")


def test_sorted_rows_are_within_the_bound():
    for column in ("y", "over-confident"):
        frame = pl.LazyFrame(COLUMNS).sort(column)
        counts = engine_counts(frame, y_true="y", y_score=["over-confident"])["over-confident"]
        assert counts.error <= 1e-4


TEXT = np.where(LABEL, "sick", "well")


@pytest.mark.parametrize(
    "label", [LABEL, np.where(LABEL, 1.0, -1.0), TEXT, pl.Series(TEXT, dtype=pl.Categorical)]
)
def test_labels_may_have_any_type(engine_results, label):
    pos_label = "sick" if "sick" in list(label) else None
    frame = pl.LazyFrame({"y": label, "integer": SCORES["integer"]})
    counts = engine_counts(frame, y_true="y", y_score=["integer"], pos_label=pos_label)["integer"]
    assert equal(counts, engine_results["integer"])


ROWS = {"y": [0, 1, 0, 1], "p": [0.1, 0.2, 0.3, 0.4], "w": [1.0, 2.0, 1.0, 1.0]}
INVALID = [
    ({"p": [0.1, None, 0.3, None]}, "column 'p': values must not be missing. Got no value (2 of"),
    ({"p": [0.1, None, 0.3, float("nan")]}, "must not be missing. Got no value (2 of 4 rows)"),
    ({"p": [None, float("nan"), float("inf"), 1]}, "be missing. Got no value (2 of 4 rows)"),
    ({"p": [0.1, float("nan"), 0.3, 0.4]}, "column 'p': values must not be missing. Got no value"),
    ({"p": [9.0, float("inf"), 0.3, 0.4]}, "column 'p': values must be finite. Got inf (1 of"),
    ({"p": ["a", "b", "c", "d"]}, "column 'p': values must be numbers. Got 'a' (4 of 4 rows"),
    ({"p": ["0.1", "?", "-1e-3", ".5"]}, "Got '?' (1 of 4 rows), a column of type String. Th"),
    ({"p": ["0.1", "2", "-1e-3", ".5"]}, "(4 of 4 rows), a column of type String. These are"),
    ({"p": ["1 %", "2%", "3", "4"]}, "Got '1 %' (2 of 4 rows), a column of type String. Remo"),
    ({"y": [0, 1, None, 1]}, "column 'y': labels must not be missing. Got no value (1 of"),
    (
        {"y": [0, 1, 2, 1]},
        "column 'y': y_true: must contain exactly two classes. Got 3 labels, [0, ",
    ),
    ({"y": [0, 1, 1, 0, 7]}, "Got 3 labels, [0, 1, 7]; 7 in 1 of 5 rows. Compare"),
    ({"y": [0.25 * i for i in range(50)]}, "Got 50 labels, [0.0"),
    ({"y": [1, 1, None, 1]}, "must contain both classes. Got only the label 1, 3 times"),
    ({"y": ["a", "b", "a", "b"]}, "column 'y': pos_label: must be given unless"),
    (
        {"y": [[0], [1], [0], [1]]},
        "column 'y': labels must be numbers, strings or booleans. Got ",
    ),
    ({"p": [None] * 4}, "column 'p': values must not be missing. Got no value (4 of"),
    ({"w": [1.0, -2.0, 1.0, 1.0]}, "column 'w': weights must be finite and not negative. Got -2"),
    ({"w": [1.0, None, 1.0, 1.0]}, "column 'w': weights must not be missing. Got no value (1 of"),
    (
        {"w": [1.0, 0.0, 1.0, 0.0]},
        "both classes must have a positive and finite sum of weights. Got 2 fo",
    ),
    (
        {"p": [2**53 + 1, 5, 7, 8]},
        "must be less than 2**53 in magnitude. Got 9007199254740993 (1 of 4",
    ),
]


def with_columns(**columns):
    """Replace columns of ROWS, and repeat the others to the same length."""
    size = max(map(len, columns.values()))
    return {name: [*values, *values * size][:size] for name, values in {**ROWS, **columns}.items()}


@pytest.mark.parametrize(("columns", "message"), INVALID)
@pytest.mark.parametrize("engine", [pl.LazyFrame, ENGINES["DuckDB"]])
def test_invalid_columns_raise(columns, message, engine):
    with pytest.raises(CostCurveError) as error:
        engine_counts(engine(with_columns(**columns)), y_true="y", y_score=["p"], sample_weight="w")
    assert message in str(error.value)


@pytest.mark.parametrize("bound", [0, 1, -1e-4, "small", float("nan")])
def test_invalid_bound_raises(bound):
    with pytest.raises(CostCurveError, match="bound"):
        engine_counts(pl.LazyFrame(ROWS), y_true="y", y_score=["p"], bound=bound)


def test_progress_is_reported():
    messages: list[str] = []
    engine_counts(pl.LazyFrame(ROWS), y_true="y", y_score=["p"], progress=messages.append)
    assert messages == ["reading the labels", "counting by score, pass 1"]


def test_model_reports_the_bound_of_its_costs(engine_results):
    model = CostCurveModel({"spread": engine_results["spread"]})
    match = re.search(
        "spread: costs are within ([0-9.]+) of those of all scores", model.recommend().text
    )
    assert match
    assert engine_results["spread"].error <= float(match[1]) <= 1e-4
    exact_model = CostCurveModel({"exact": engine_results["integer"]})
    assert "of those of all scores" not in exact_model.recommend(0.4).text
    restored: Any = model_of(session_of(model)).classifiers["spread"]
    assert restored.error == engine_results["spread"].error


def test_bands_of_engine_counts_agree_with_those_of_scores(engine_results):
    model = CostCurveModel({"spread": engine_results["spread"]})
    scored = CostCurveModel({"spread": predictions(LABEL, SCORES["spread"])})
    binned, exact = (
        each.bootstrap(n_resamples=400, rng=0).each["spread"] for each in (model, scored)
    )
    width = exact.upper - exact.lower
    assert np.all(np.abs(binned.upper - exact.upper) < 0.3 * width.max())
    assert np.all(np.abs(binned.lower - exact.lower) < 0.3 * width.max())


def test_interrupt_leaves_the_model_unchanged():
    def interrupt(message):
        raise KeyboardInterrupt(message)

    model = CostCurveModel({"integer": predictions(LABEL, SCORES["integer"])})
    before = model.classifiers
    with pytest.raises(KeyboardInterrupt):
        model.classifiers = engine_counts(
            pl.LazyFrame(ROWS), y_true="y", y_score=["p"], progress=interrupt
        )
    assert model.classifiers is before


@pytest.mark.parametrize(("error", "uncertain"), [(0.0063, True), (0.004, False), (0.0, False)])
def test_runner_up_within_the_bound_is_reported(error, uncertain):
    r, s = matrix_counts([[80, 20], [20, 80]]), matrix_counts([[80, 20], [21, 79]])
    model = CostCurveModel({"r": r, "s": replace(s, error=error)}, pc=0.5)
    answer = model.recommend().advice
    assert answer.headline.endswith("use r; s may be as good.") is uncertain
    assert ("(costs are known to within 0.007)" in answer.lines[1]) is uncertain
    summary = compare_words(model.curves, ("s", "r"), 0.5)
    text = "less than s on these data; costs are known to within 0.007: s may be as good."
    assert (text in summary.splitlines()[0]) is uncertain
    assert model.compare("s", "r").errors == (error, 0.0)


@pytest.mark.parametrize("error", [0.001, 0.004, 0.0063, 0.03])
def test_ranges_where_the_bound_leaves_the_cheapest_classifier_open(error):
    r, s = matrix_counts([[80, 20], [20, 80]]), matrix_counts([[83, 17], [26, 74]])
    model = CostCurveModel({"r": r, "s": replace(s, error=error)}, pc=0.5)
    pc = np.linspace(0.0, 1.0, 20_001)
    costs = {"r": 0.2 * np.ones_like(pc), "s": 0.17 * (1 - pc) + 0.26 * pc}
    rule = np.minimum(pc, 1 - pc)
    more = costs["s"] - np.minimum(costs["r"], rule)
    is_open = (more > 0) & (more <= error) & (costs["s"] < rule)
    (uncertain_range,) = possibly_cheapest(model.curves)["s"]
    assert (uncertain_range.low, uncertain_range.high) == pytest.approx(
        pc[is_open][[0, -1]], abs=2e-4
    )
    text = f"s for PC(+) {share(uncertain_range.low)} to {share(uncertain_range.high)}."
    assert any(line.endswith(text) for line in model.recommend().advice.why)
    for over, inside in (((0.6, 0.7), more[pc >= 0.6].min() <= error), ((0.34, 0.5), True)):
        model.pc_range = over
        headline = model.recommend().advice.headline
        text = f"; s may be as good in your range: costs are known to within {error_bound(error)}"
        assert (text in headline) is bool(inside), over
    model.classifiers = {"r": r, "s": s}
    assert possibly_cheapest(model.curves) == {}
    assert "may be" not in model.recommend().advice.headline


def test_other_criteria_mention_thresholds_within_bins(engine_results):
    model = CostCurveModel({"spread": engine_results["spread"]})
    remark = "By other criteria than cost a threshold within a step may do better."
    assert remark not in model.recommend().advice.why
    model.criterion = {"kind": "neyman_pearson", "max_fpr": 0.2}
    assert remark in model.recommend().advice.why


def test_labels_keep_their_names(tmp_path):
    label = np.where(LABEL, "yes", "no")
    frame = pl.LazyFrame({"y": label, "p": SCORES["spread"]})
    counts = engine_counts(frame, y_true="y", y_score=["p"], pos_label="yes")
    assert counts["p"].classes == ("no", "yes")
    model = CostCurveModel(counts)
    model.save(tmp_path / "counted.json")
    loaded = CostCurveModel.load(tmp_path / "counted.json")
    for each in (model, loaded):
        assert each.classifiers.labels == ("no", "yes")
        assert each.curves.classes == ("no", "yes")
        assert "call all yes" in " ".join(each.summary().split())
    with pytest.raises(CostCurveError, match="must have the same two classes"):
        model.add("other", predictions(label, SCORES["spread"], pos_label="no"))
