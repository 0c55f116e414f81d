"""Data frames of any library and columns of any type give the same curves as arrays."""

import shutil
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import cc_widgets as cc
from cc_widgets.core import Counts, Predictions, count, predictions, roc_curve
from cc_widgets.errors import CostCurveError
from cc_widgets.export.session import model_of, session_of
from cc_widgets.intake import classifiers_from_frame, frames

# The warning has its own test.
pytestmark = pytest.mark.filterwarnings("ignore:.* rows are left out")

SIZE = 200
DRAW = np.random.default_rng(0)
LABEL = DRAW.random(SIZE) < 0.4
SCORE = np.round(DRAW.normal(size=SIZE) + LABEL, 1)
WEIGHT = DRAW.integers(1, 4, SIZE)
TEXT = np.where(LABEL, "sick", "well")

FRAMES: dict[str, Any] = {
    "pandas": pd.DataFrame,
    "pandas of Arrow": lambda columns: pl.DataFrame(columns).to_pandas(
        use_pyarrow_extension_array=True
    ),
    "pandas, nullable": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "polars": pl.DataFrame,
    "polars, lazy": pl.LazyFrame,
    "pyarrow": pa.table,
    "record batch": lambda columns: pa.RecordBatch.from_pydict(
        {name: pa.array(values) for name, values in columns.items()}
    ),
    "chunked": lambda columns: pa.concat_tables(
        [pa.table(columns).slice(0, 7), pa.table(columns).slice(7)]
    ),
    "DuckDB": lambda columns: duckdb.from_arrow(pa.table(columns)),
}
LABELS: dict[str, Any] = {
    "booleans": LABEL,
    "whole": LABEL.astype(np.int8),
    "signs": np.where(LABEL, 1, -1),
    "floats": LABEL.astype(float),
    "texts": TEXT,
}
SCORES: dict[str, Any] = {
    "f8": SCORE,
    "f4": SCORE.astype(np.float32),
    "f2": SCORE.astype(np.float16),
    "whole": np.round(SCORE * 10).astype(np.int64),
    "small": np.round(SCORE * 10).astype(np.int8),
    "unsigned": np.round(SCORE * 10 + 100).astype(np.uint16),
}


def rates(classifier: Any) -> list[list[float]]:
    curve = roc_curve(classifier if isinstance(classifier, Counts) else count(classifier))
    return [curve.fpr.tolist(), curve.tpr.tolist()]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("label", LABELS)
def test_frames_and_columns_of_all_types_give_the_curve_of_arrays(frame, label, score):
    if frame == "DuckDB" and score == "f2":
        pytest.skip("DuckDB has no float16")
    columns = {"y": LABELS[label], "p": SCORES[score], "double": SCORES[score] * 2, "w": WEIGHT}
    pos_label = "sick" if label == "texts" else None
    classifiers = classifiers_from_frame(
        FRAMES[frame](columns),
        y_true="y",
        y_score=["p", "double"],
        sample_weight="w",
        pos_label=pos_label,
    )
    expected = predictions(columns["y"], columns["p"], sample_weight=WEIGHT, pos_label=pos_label)
    assert list(classifiers) == ["p", "double"]
    assert rates(classifiers["p"]) == rates(expected)
    assert rates(classifiers["double"]) == rates(expected)


@pytest.mark.parametrize(
    "label",
    [
        pd.Categorical(TEXT),
        pd.array(TEXT, dtype="string"),
        pd.Series(TEXT, dtype=object),
        pl.Series(TEXT, dtype=pl.Categorical),
        pl.Series(TEXT, dtype=pl.Enum(["well", "sick"])),
        pa.array(TEXT).dictionary_encode(),
        pa.array(TEXT, type=pa.large_string()),
        pa.chunked_array([pa.array(part).dictionary_encode() for part in (TEXT[:7], TEXT[7:])]),
    ],
    ids=lambda label: f"{type(label).__name__} {getattr(label, 'dtype', '')}",
)
def test_labels_may_have_any_text_type(label):
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
    frame = make[type(label).__module__.partition(".")[0]]({"y": label, "p": SCORE})
    classifiers = classifiers_from_frame(frame, y_true="y", y_score="p", pos_label="sick")["p"]
    assert rates(classifiers) == rates(predictions(LABEL, SCORE))


def test_labels_may_be_categories_of_numbers():
    frame = pd.DataFrame({"y": pd.Categorical(LABEL.astype(int)), "p": SCORE})
    assert rates(classifiers_from_frame(frame, y_true="y", y_score="p")["p"]) == rates(
        predictions(LABEL, SCORE)
    )


@pytest.mark.parametrize(
    "score",
    [
        pl.Series(SCORE).cast(pl.Decimal(10, 1)),
        pl.Series(SCORE * 10).cast(pl.Int128),
        pa.array(SCORE).cast(pa.decimal128(20, 1), safe=False),
        pd.arrays.SparseArray(SCORE),
        pd.Series(list(SCORE), dtype=object),
    ],
    ids=lambda score: f"{type(score).__module__} {getattr(score, 'dtype', 'decimal')}",
)
def test_scores_may_have_unusual_types(score):
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
    frame = make[type(score).__module__.partition(".")[0]]({"y": LABEL, "p": score})
    classifiers = classifiers_from_frame(frame, y_true="y", y_score="p")["p"]
    assert rates(classifiers) == rates(predictions(LABEL, SCORE))


def dask_frame(columns: dict[str, Any]) -> Any:
    dask = pytest.importorskip("dask.dataframe", reason="needs the extra engines-test")
    return dask.from_pandas(pd.DataFrame(columns), npartitions=3)


def ibis_frame(columns: dict[str, Any]) -> Any:
    ibis = pytest.importorskip("ibis", reason="needs the extra engines-test")
    return ibis.memtable(pd.DataFrame(columns))


def spark_frame(columns: dict[str, Any]) -> Any:
    sql = pytest.importorskip("pyspark.sql", reason="needs the extra spark-test")
    if shutil.which("java") is None:
        pytest.skip("needs Java")
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    rows = pd.DataFrame(columns)
    return builder.getOrCreate().createDataFrame(rows.astype(object), list(columns))


ENGINES = {"Dask": dask_frame, "Ibis": ibis_frame, "PySpark": spark_frame}
SPARK = pytest.param("PySpark", marks=pytest.mark.long(cases=0))  # half a minute


@pytest.mark.filterwarnings("ignore")  # raised between these libraries
@pytest.mark.parametrize("engine", [*list(ENGINES)[:-1], SPARK])
def test_all_engines_give_the_curves_of_arrays(engine, monkeypatch):
    scores = {name: score for name, score in SCORES.items() if name != "f2"}
    names = np.where(np.arange(SIZE) % 2, "odd", "even")
    labels = {f"y of {name}": label for name, label in LABELS.items()}
    frame = ENGINES[engine]({**labels, **scores, "w": WEIGHT, "name": names})
    for label, y in labels.items():
        pos_label = "sick" if label == "y of texts" else None
        classifiers = classifiers_from_frame(
            frame, y_true=label, y_score=[*scores], sample_weight="w", pos_label=pos_label
        )
        for name, score in scores.items():
            expected = predictions(y, score, sample_weight=WEIGHT, pos_label=pos_label)
            assert rates(classifiers[name]) == rates(expected)
    odd = np.arange(SIZE) % 2 == 1
    for limit in (SIZE, SIZE // 2):
        monkeypatch.setattr(frames, "_MAX_LOADED_ROWS", limit)
        classifiers = classifiers_from_frame(
            frame, y_true="y of signs", y_score="f8", name="name", missing="drop"
        )
        assert isinstance(classifiers["odd"], Predictions if limit == SIZE else Counts)
        assert rates(classifiers["odd"]) == rates(predictions(LABEL[odd], SCORE[odd]))


@pytest.mark.parametrize("frame", FRAMES)
def test_column_of_names_gives_one_classifier_per_name(frame):
    long = {
        "y": np.repeat(LABEL, 2),
        "p": np.column_stack([SCORE, -SCORE]).ravel(),
        "model": np.tile(["forest", "logistic"], SIZE),
        "w": np.repeat(WEIGHT, 2),
    }
    classifiers = classifiers_from_frame(
        FRAMES[frame](long), y_true="y", y_score="p", name="model", sample_weight="w"
    )
    assert set(classifiers) == {"forest", "logistic"}
    for name, score in {"forest": SCORE, "logistic": -SCORE}.items():
        assert rates(classifiers[name]) == rates(predictions(LABEL, score, sample_weight=WEIGHT))


# ---- Examples shared by several classifiers


def long_frame(frame, columns=()):
    """Return rows of two classifiers for the same examples in different orders."""
    order = [np.random.default_rng(seed).permutation(SIZE) for seed in (1, 2)]
    both = np.concatenate(order)
    return FRAMES[frame](
        {
            "y": LABEL[both],
            "p": np.concatenate([SCORE[order[0]], -SCORE[order[1]]]),
            "model": np.repeat(["a", "b"], SIZE),
            "id": [f"nr {i}" for i in both],
            "w": WEIGHT[both],
            "ward": both // 50,
            **{name: function(both) for name, function in dict(columns).items()},
        }
    )


LONG: dict[str, Any] = {"y_true": "y", "y_score": "p", "name": "model"}


@pytest.mark.parametrize("frame", ["pandas", "polars", "pyarrow", "DuckDB"])
def test_column_of_examples_aligns_the_rows_of_all_classifiers(frame):
    roles: dict[str, Any] = {"sample_weight": "w", "clusters": "ward", "groups": "ward"}
    classifiers: Any = classifiers_from_frame(long_frame(frame), **LONG, example="id", **roles)
    first, second = classifiers["a"], classifiers["b"]
    assert list(classifiers) == ["a", "b"]
    assert first.drawn_with(second)
    assert np.array_equal(first.score, -second.score)
    assert np.array_equal(first.index, second.index)
    index = [int(name[3:]) for name in first.index]
    assert np.array_equal(first.positive, LABEL[index])
    assert np.array_equal(first.weight, WEIGHT[index])
    wide: Any = classifiers_from_frame(
        pl.DataFrame({"y": LABEL[index], "q": SCORE[index], "id": first.index.tolist()}),
        y_true="y",
        y_score="q",
        example="id",
    )
    assert wide["q"].same_examples(first)
    assert not any("same examples" in remark for remark in cc.CostCurveModel(classifiers).remarks)
    unmatched = cc.CostCurveModel.from_frame(long_frame(frame), **LONG)
    assert unmatched.remarks[-1].startswith("Nobody knows whether these classifiers were tested on")


def test_examples_may_occur_once_in_each_fold_and_repeat():
    single = long_frame("polars", {"fold": lambda index: index % 3})
    repeated = pl.concat([single, single.with_columns(pl.col("fold") + 3)])
    for frame, number in ((single, 3), (repeated, 6)):
        classifiers: Any = classifiers_from_frame(frame, **LONG, example="id", fold="fold")
        assert len(classifiers["a"].parts) == number
        assert classifiers["a"].drawn_with(classifiers["b"])
        assert classifiers["a"].repeated is (number == 6)
    with pytest.raises(
        CostCurveError, match=r"^column 'id': each example must occur once per .*Got "
    ):
        classifiers_from_frame(repeated, **LONG, example="id")


def test_examples_that_a_classifier_lacks_raise_or_are_dropped_for_all():
    complete = long_frame("pandas")
    frame = complete.drop(index=[3, 4, SIZE + 7])
    names = set(complete["id"][[3, 4]])
    message = (
        r"column 'id': each classifier must have .* none of 'a' for 2 of 200 examples, such as exam"
    )
    with pytest.raises(CostCurveError, match=message) as raised:
        classifiers_from_frame(frame, **LONG, example="id")
    assert any(repr(name) in str(raised.value) for name in names)
    with pytest.warns(UserWarning, match="^3 of 397 rows are left out: a value is missing$"):
        classifiers: Any = classifiers_from_frame(frame, **LONG, example="id", missing="drop")
    assert classifiers["a"].drawn_with(classifiers["b"])
    assert classifiers["a"].size == SIZE - 3
    assert not set(classifiers["a"].index) & names
    with_gap = complete.assign(p=complete["p"].where(complete.index != 5))
    with pytest.warns(UserWarning, match="^2 of 400 rows are left out"):
        classifiers = classifiers_from_frame(with_gap, **LONG, example="id", missing="drop")
    assert classifiers["a"].size == SIZE - 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"id": ["x", *["x"] * 3, *range(4)]},
            r"Got example 'x' again at position 1 \(3 of 8 values\)",
        ),
        ({"id": [*"abcdefgh"]}, r"none of 'a' for 4 of 8 examples, such .* Omit example="),
        (
            {"y": [0, 1, 0, 1, 1, 1, 0, 0]},
            r"^column 'y': an example must have one true label\. Got 0 and 1 ",
        ),
        ({"y": [0, 1, 0, 1, 1, 1, 0, 0]}, r" for example 1 \(2 of 4 examples\)"),
        (
            {"w": [1, 2, 3, 4, 1, 2, 9, 4]},
            r"an example must have one weight\. Got 3 and 9 for",
        ),
        (
            {"c": [*"aabbaaab"]},
            r"'c': an example must have one cluster\. Got 'b' and 'a' ",
        ),
        (
            {"g": [*"aabbaaab"]},
            r"^column 'g': an example must have one group\. Got 'b' and 'a' for exam",
        ),
        ({"id": [[1]] * 8}, r"column 'id': example: values must be scalars"),
        (
            {"id": [1, 2, 3, None, 1, 2, 3, 4]},
            r"^column 'id': values must not be missing\. Got no va",
        ),
    ],
)
def test_inconsistent_examples_raise(change, message):
    columns: dict[str, Any] = {"y": [0, 1, 0, 1] * 2, "p": range(8), "id": [1, 2, 3, 4] * 2}
    frame = pd.DataFrame({**columns, "model": np.repeat(["a", "b"], 4), **change})
    optional = {"w": "sample_weight", "c": "clusters", "g": "groups"}
    roles = LONG | {"example": "id"}
    roles |= {optional[name]: name for name in change if name in optional}
    with pytest.raises(CostCurveError, match=message):
        classifiers_from_frame(frame, **roles)
    if "none of" in message:
        with pytest.raises(CostCurveError, match=message):
            classifiers_from_frame(frame, **roles, missing="drop")


GAPS: dict[str, Any] = {
    "pandas": pd.DataFrame(
        {"y": [0, 1, None, 1, 0, 1], "p": [0.1, np.nan, 0.3, 0.8, 0.2, 0.9], "q": range(6)}
    ),
    "polars": pl.DataFrame(
        {"y": [0, 1, None, 1, 0, 1], "p": [0.1, float("nan"), 0.3, 0.8, 0.2, None], "q": range(6)}
    ),
    "pyarrow": pa.table(
        {"y": [0, 1, None, 1, 0, 1], "p": [0.1, float("nan"), 0.3, 0.8, 0.2, 0.9], "q": range(6)}
    ),
}


@pytest.mark.parametrize("frame", GAPS)
def test_missing_values_raise_with_their_number(frame):
    several = 2 if frame == "polars" else 1
    message = (
        r"column 'y': values must not be missing. Got no value at position 2 \(1 of 6 values\), "
    )
    with pytest.raises(
        CostCurveError, match=message + rf"{several} in column 'p'. .*missing=\"drop"
    ):
        classifiers_from_frame(GAPS[frame], y_true="y", y_score=["p", "q"])


@pytest.mark.parametrize("frame", GAPS)
def test_rows_with_missing_values_can_be_dropped_for_all_classifiers(frame):
    dropped = 3 if frame == "polars" else 2
    with pytest.warns(UserWarning, match=f"^{dropped} of 6 rows are left out: a value is missing$"):
        classifiers: Any = classifiers_from_frame(
            GAPS[frame], y_true="y", y_score=["p", "q"], missing="drop"
        )
    expected = [0, 3, 4] if frame == "polars" else [0, 3, 4, 5]
    assert classifiers["q"].score.tolist() == expected
    assert classifiers["p"].same_examples(classifiers["q"])


@pytest.mark.parametrize("by_engine", [False, True])
def test_dropped_rows_are_reported_by_model_session_and_report(by_engine, monkeypatch):
    monkeypatch.setattr(frames, "_MAX_LOADED_ROWS", 10 if by_engine else SIZE)
    score = np.where(np.arange(SIZE) < 3, np.nan, SCORE)
    frame = pl.LazyFrame({"y": LABEL, "p": score, "q": -SCORE, "fold": np.arange(SIZE) % 2})
    cases: tuple[dict[str, Any], ...] = {}, {"fold": "fold"}
    for options in cases:
        with pytest.warns(UserWarning, match="left out") as warned:
            model = cc.CostCurveModel.from_frame(
                frame, y_true="y", y_score=["p"], missing="drop", **options
            )
        assert Path(warned[0].filename).name == Path(__file__).name
        remark = "3 of 200 rows are left out: a value is missing."
        assert remark in model.remarks
        assert remark in model_of(session_of(model)).remarks
        assert remark in model.to_markdown()
        model.add("q", (LABEL, -SCORE))
        assert f"p: {remark}" in model.remarks


@pytest.mark.parametrize("by_engine", [False, True])
def test_dropping_all_rows_raises(by_engine, monkeypatch):
    monkeypatch.setattr(frames, "_MAX_LOADED_ROWS", 10 if by_engine else SIZE)
    frame = pl.LazyFrame({"y": LABEL, "p": SCORE, "q": np.full(SIZE, np.nan)})
    message = r"column 'q': values must not be missing\. .*200.*omit the columns with most gaps"
    with pytest.raises(CostCurveError, match=message):
        classifiers_from_frame(frame, y_true="y", y_score=["p", "q"], missing="drop")


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        ({"y_true": "Y"}, "Pass 'y'."),
        ({"y_score": "model A"}, "Pass ' Model A'."),
        ({"example": "id"}, "It is the name of the index: pass frame.reset_index()."),
    ],
)
def test_similar_column_name_is_suggested(roles, message):
    index = pd.Index(range(SIZE), name="id")
    frame = pd.DataFrame({"y": LABEL, " Model A": SCORE}, index=index)
    columns: Any = {"y_true": "y", "y_score": " Model A", **roles}
    with pytest.raises(CostCurveError) as raised:
        classifiers_from_frame(frame, **columns)
    assert raised.value.fix == message


def test_error_after_dropping_rows_mentions_their_number():
    frame = pd.DataFrame({"y": [0, 1, 1, 0], "p": [np.nan, 0.2, np.inf, 0.1]})
    message = (
        r"column 'p' \(1 rows with missing values dropped\): .*inf at position 1 \(1 of 3 values\)"
    )
    with pytest.raises(CostCurveError, match=message):
        classifiers_from_frame(frame, y_true="y", y_score="p", missing="drop")


def test_column_names_need_not_be_strings():
    numbered = pd.DataFrame({0: LABEL, 1: SCORE, 2: -SCORE})
    assert list(classifiers_from_frame(numbered, y_true=0, y_score=[1, 2])) == ["1", "2"]
    nested = pd.DataFrame({("truth", "y"): LABEL, ("test", "p"): SCORE})
    classifiers = classifiers_from_frame(
        nested, y_true=("truth", "y"), y_score={"forest": ("test", "p")}
    )
    assert rates(classifiers["forest"]) == rates(predictions(LABEL, SCORE))


def test_index_identifies_examples_shared_by_two_frames():
    index = DRAW.permutation(SIZE) * 3
    first: Any = classifiers_from_frame(
        pd.DataFrame({"y": LABEL, "p": SCORE}, index), y_true="y", y_score="p"
    )
    second: Any = classifiers_from_frame(
        pd.DataFrame({"y": LABEL, "q": SCORE}, index), y_true="y", y_score="q"
    )
    assert first["p"].same_examples(second["q"])


@pytest.mark.parametrize("frame", ["pandas", "polars", "pyarrow"])
def test_to_frame_returns_a_frame_of_the_same_library(frame):
    data = FRAMES[frame]({"y": LABEL, "p": SCORE})
    model = cc.CostCurveModel.from_frame(data, y_true="y", y_score="p")
    assert type(model.to_frame()) is type(data)
    assert isinstance(model.classifiers["p"], Predictions)


def test_frame_is_not_modified():
    frame = GAPS["pandas"].copy()
    classifiers_from_frame(frame, y_true="y", y_score="p", missing="drop")
    pd.testing.assert_frame_equal(frame, GAPS["pandas"])


def test_explorer_from_frame():
    explorer = cc.CostCurveExplorer.from_frame(
        pl.DataFrame({"y": LABEL, "forest": SCORE}), y_true="y", y_score=["forest"]
    )
    assert list(explorer.model.classifiers) == ["forest"]
    explorer.close()


# ---- Folds, clusters, frequencies and row names


FOLD = np.arange(SIZE) % 4


@pytest.mark.parametrize("frame", ["pandas", "polars", "DuckDB"])
@pytest.mark.parametrize("long", [False, True])
def test_column_of_folds_gives_one_classifier(frame, long):
    columns: dict[str, Any] = {"y": LABEL, "p": SCORE, "other": -SCORE, "fold": FOLD}
    if long:
        columns = {
            "y": np.tile(LABEL, 2),
            "score": np.concatenate([SCORE, -SCORE]),
            "model": np.repeat(["p", "other"], SIZE),
            "fold": np.tile(FOLD, 2),
        }
    scores: dict[str, Any] = {"y_score": "score", "name": "model"}
    wide: dict[str, Any] = {"y_score": ["p", "other"]}
    classifiers: Any = classifiers_from_frame(
        FRAMES[frame](columns), y_true="y", fold="fold", **(scores if long else wide)
    )
    for name, score in {"p": SCORE, "other": -SCORE}.items():
        assert classifiers[name].names == ("fold 0", "fold 1", "fold 2", "fold 3")
        for i, part in enumerate(classifiers[name].parts):
            assert rates(part) == rates(predictions(LABEL[i == FOLD], score[i == FOLD]))
    assert classifiers["p"].same_examples(classifiers["other"]) is not long


def test_error_names_the_fold():
    frame = pd.DataFrame({"y": LABEL, "p": SCORE, "fold": np.where(LABEL, "b", "a")})
    with pytest.raises(
        CostCurveError, match=r"^fold a: column 'y': y_true: must contain both classes"
    ):
        classifiers_from_frame(frame, y_true="y", y_score="p", fold="fold")


def test_clusters_and_frequencies_may_be_columns():
    columns = {
        "y": LABEL,
        "p": SCORE,
        "w": WEIGHT,
        "patient": [f"nr {i // 2}" for i in range(SIZE)],
    }
    for make in (pd.DataFrame, pl.DataFrame, pa.table):
        classifiers: Any = classifiers_from_frame(
            make(columns),
            y_true="y",
            y_score="p",
            sample_weight="w",
            weights_are="frequencies",
            clusters="patient",
        )
        assert classifiers["p"].weights_are == "frequencies"
        assert np.bincount(classifiers["p"].clusters).tolist() == [2] * (SIZE // 2)


@pytest.mark.parametrize("frame", ["pandas", "pandas of Arrow", "polars", "pyarrow", "DuckDB"])
def test_groups_may_have_any_type(frame):
    ward = np.arange(SIZE) // 50
    kinds = {"whole": ward, "texts": np.array([f"ward {i}" for i in ward]), "truth": ward > 1}
    for kind, groups in kinds.items():
        data = FRAMES[frame]({"y": LABEL, "p": SCORE, kind: groups})
        classifiers: Any = classifiers_from_frame(data, y_true="y", y_score="p", groups=kind)
        assert classifiers["p"].groups.names == tuple(dict.fromkeys(groups.tolist()))
        assert np.array_equal(
            np.array(classifiers["p"].groups.names)[classifiers["p"].groups.code], groups
        )


@pytest.mark.parametrize("frame", ["pandas", "polars"])
@pytest.mark.parametrize(
    ("roles", "message"),
    [
        ({"bound": 2}, r"^bound: must be between 0 and 1"),
        ({"weights_are": "counts", "sample_weight": "w"}, r"^weights_are: must be"),
        ({"weights_are": "frequencies"}, r"^sample_weight: must be given if"),
        (
            {"weights_are": "frequencies", "sample_weight": "w"},
            r"^column 'w': sample_weight: .*0\.5 at position 0 \(2 of 4",
        ),
        ({"clusters": "l"}, r"^column 'l': clusters: values must be scalars.*position 0 \(4 of 4"),
        ({"groups": "l"}, r"^column 'l': groups: values must be scalars.*position 0 \(4 of 4"),
        (
            {"groups": "constant"},
            r"^column 'constant': groups: must have 2 to 50 groups.* Got 1 different labels",
        ),
        ({"fold": "l"}, r"^column 'l': fold: values must be scalars.*position 0 \(4 of 4"),
    ],
)
def test_invalid_weights_clusters_and_folds_raise(frame, roles, message):
    columns = {"y": [0, 1, 0, 1], "p": [1, 2, 3, 4], "w": [0.5, 1, 1.5, 2], "l": [[1]] * 4}
    columns["constant"] = [7] * 4
    with pytest.raises(CostCurveError, match=message):
        classifiers_from_frame(FRAMES[frame](columns), y_true="y", y_score="p", **roles)


@pytest.mark.parametrize("frame", GAPS)
def test_rows_keep_their_positions_in_the_frame(frame):
    classifiers: Any = classifiers_from_frame(GAPS[frame], y_true="y", y_score="q", missing="drop")
    complete: Any = classifiers_from_frame(
        FRAMES[frame]({"y": LABEL, "q": SCORE}), y_true="y", y_score="q", missing="drop"
    )
    assert classifiers["q"].index.tolist() == [0, 1, 3, 4, 5]
    assert complete["q"].index is None


def test_rows_of_pandas_are_named_by_the_index():
    index = [f"patient {i}" for i in range(SIZE)]
    classifiers: Any = classifiers_from_frame(
        pd.DataFrame({"y": LABEL, "p": SCORE}, index), y_true="y", y_score="p"
    )
    assert classifiers["p"].index.tolist() == index


# ---- Files


LIBRARIES = {".csv": ("polars", "duckdb", "pandas"), ".parquet": ("polars", "duckdb", "pyarrow")}


@pytest.mark.parametrize(
    ("suffix", "library"),
    [(suffix, library) for suffix, libraries in LIBRARIES.items() for library in libraries],
)
def test_all_libraries_read_a_file_identically(suffix, library, tmp_path, monkeypatch):
    path = tmp_path / f"scores{suffix}"
    frame = pd.DataFrame({"y": TEXT, "p": SCORE, "q": -SCORE, "other": "unused"})
    frame.loc[3, "q"] = np.nan
    if suffix == ".csv":
        frame.to_csv(path, index=False, na_rep="NA")
    else:
        frame.to_parquet(path)
    hidden = set(LIBRARIES[suffix]) - {library}
    monkeypatch.setattr(frames, "find_spec", lambda name: name not in hidden or None)
    classifiers = classifiers_from_frame(
        path, y_true="y", y_score=["p", "q"], pos_label="sick", missing="drop"
    )
    complete = np.arange(SIZE) != 3
    assert rates(classifiers["q"]) == rates(predictions(LABEL[complete], -SCORE[complete]))
    assert classifiers_from_frame(str(path), y_true="y", y_score="p", pos_label="sick")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("nowhere.csv", None, r"^frame: must be an existing file\. Got '.*nowhere.csv'"),
        ("scores.xlsx", b"", r"^frame: must be a CSV or Parquet file"),
        ("empty.csv", b"", r"^frame: must be a readable file\. Got '.*empty.csv', and 'empty "),
        (
            "broken.parquet",
            b"PAR1 and no more",
            r"^frame: must be a readable file.*'.*broken.parquet', and '",
        ),
        (
            "ragged.csv",
            b"y,p\n0,.1\n1,.2,3\n",
            r"^frame: must be a readable file.*ragged.csv', and ",
        ),
        ("twice.csv", b"y,p,p\n0,.1,.2\n1,.2,.3\n", r"^frame: columns must have .* 'p' 2 times"),
        ("other.csv", b"a,b\n1,2\n", r"^y_true: must be a column of the frame"),
        (
            "gap.csv",
            b"y,p\n0,0.1\n1,?\n1,2",
            r"Got '\?' at position 1 \(1 of 3 values\). The other ",
        ),
        ("marks.csv", b"y;p\n0;0.1", r"^y_true: .* The only column is 'y;p': read the file with"),
        ("UPPER.CSV", b"y,p\n0,0.1", r"must contain both classes\. Got only the label 0, once"),
        (
            "text.csv",
            b"y,p\n0,low\n1,high\n",
            r"^column 'p': y_score: .*'low' at position 0 \(2 of 2",
        ),
    ],
)
def test_unreadable_file_raises(name, content, message, tmp_path):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CostCurveError, match=message):
        classifiers_from_frame(path, y_true="y", y_score="p")


def test_missing_reader_suggests_polars(tmp_path, monkeypatch):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"y": LABEL}).to_parquet(path)
    monkeypatch.setattr(frames, "find_spec", lambda _name: None)
    with pytest.raises(CostCurveError, match=r"no installed library reads .* pip install polars"):
        classifiers_from_frame(path, y_true="y", y_score="p")


# ---- Frames counted by their engine


@pytest.fixture
def low_row_limit(monkeypatch):
    """Lower the limit of rows loaded into memory below SIZE."""
    monkeypatch.setattr(frames, "_MAX_LOADED_ROWS", SIZE // 2)


LAZY = ("polars, lazy", "DuckDB")
COLUMNS: dict[str, Any] = {"y": TEXT, "p": SCORE, "q": -SCORE, "w": WEIGHT, "fold": FOLD}


@pytest.mark.usefixtures("low_row_limit")
@pytest.mark.parametrize("frame", LAZY)
def test_many_rows_are_counted_by_the_engine(frame):
    classifiers: Any = classifiers_from_frame(
        FRAMES[frame](COLUMNS),
        y_true="y",
        y_score={"forest": "p", "copy": "p", "logistic": "q"},
        sample_weight="w",
        pos_label="sick",
    )
    for name, score in {"forest": SCORE, "copy": SCORE, "logistic": -SCORE}.items():
        assert isinstance(classifiers[name], Counts)
        assert classifiers[name].error == 0
        assert rates(classifiers[name]) == rates(predictions(LABEL, score, sample_weight=WEIGHT))


@pytest.mark.usefixtures("low_row_limit")
@pytest.mark.parametrize("delay", [0.0, 60.0])
def test_progress_is_shown_after_a_delay(delay, monkeypatch, capsys):
    monkeypatch.setattr(frames, "_PROGRESS_DELAY", delay)
    classifiers_from_frame(FRAMES["DuckDB"](COLUMNS), y_true="y", y_score="p", pos_label="sick")
    out, err = capsys.readouterr()
    assert not out
    assert ("counting by score" in err) is (delay == 0.0)
    assert err.endswith("\r") is (delay == 0.0)


@pytest.mark.usefixtures("low_row_limit")
@pytest.mark.parametrize("frame", LAZY)
def test_folds_and_names_of_many_rows_are_counted_separately(frame):
    names = np.where(np.arange(SIZE) % 2, "odd", "even")
    classifiers: Any = classifiers_from_frame(
        FRAMES[frame]({**COLUMNS, "name": names, "fold": FOLD // 2}),
        y_true="y",
        y_score="p",
        name="name",
        fold="fold",
        pos_label="sick",
    )
    for name, odd in {"odd": 1, "even": 0}.items():
        assert classifiers[name].names == ("fold 0", "fold 1")
        for fold, part in enumerate(classifiers[name].parts):
            rows = (np.arange(SIZE) % 2 == odd) & (fold == FOLD // 2)
            assert rates(part) == rates(predictions(LABEL[rows], SCORE[rows]))


@pytest.mark.usefixtures("low_row_limit")
@pytest.mark.parametrize("frame", LAZY)
def test_engine_drops_rows_with_missing_values(frame):
    gaps = np.where(np.arange(SIZE) % 5 == 0, np.nan, SCORE)
    data = FRAMES[frame]({**COLUMNS, "p": gaps})
    with pytest.raises(CostCurveError, match=r"'p': values must not be missing.*40 of 200"):
        classifiers_from_frame(data, y_true="y", y_score=["p", "q"], pos_label="sick")
    with pytest.warns(UserWarning, match="^40 of 200 rows are left out"):
        classifiers = classifiers_from_frame(
            data, y_true="y", y_score=["p", "q"], pos_label="sick", missing="drop"
        )
    complete = np.arange(SIZE) % 5 > 0
    assert rates(classifiers["q"]) == rates(predictions(LABEL[complete], -SCORE[complete]))


@pytest.mark.usefixtures("low_row_limit")
def test_engine_counts_frequencies_as_examples():
    data = FRAMES["DuckDB"]({**COLUMNS, "half": WEIGHT / 2})
    roles: dict[str, Any] = {"y_true": "y", "y_score": "p", "pos_label": "sick"}
    meanings: dict[Any, bool] = {"importance": True, "frequencies": False}
    for weights_are, weighted in meanings.items():
        classifiers: Any = classifiers_from_frame(
            data, **roles, sample_weight="w", weights_are=weights_are
        )
        assert classifiers["p"].weighted is weighted
    message = rf"column 'half': frequencies must be integers.* \({np.sum(WEIGHT % 2)} of 200 rows\)"
    with pytest.raises(CostCurveError, match=message):
        classifiers_from_frame(data, **roles, sample_weight="half", weights_are="frequencies")


@pytest.mark.usefixtures("low_row_limit")
@pytest.mark.parametrize(
    ("roles", "message"),
    [
        ({"example": "w"}, r"^example: pairing of examples needs rows.*select\('y', 'p', 'w'\)"),
        ({"clusters": "w"}, r"^clusters: resampling of clusters needs.*select\('y', 'p', 'w'\)"),
        ({"groups": "w"}, r"^groups: comparison of groups needs.*select\('y', 'p', 'w'\)"),
        ({"weights_are": "often"}, r"^weights_are: must be"),
        ({"bound": 2}, r"^bound: must be between 0 and 1"),
        ({"name": "w"}, r"^column 'w': names of classifiers must be non-blank strings"),
        (
            {"fold": "gaps"},
            r"^column 'gaps': values must not be missing\. Got no value \(40 ",
        ),
        (
            {"fold": "lists"},
            r"^column 'lists': values must be scalars.*Got \[0\] \(200 of",
        ),
        ({"fold": "each"}, r"^column 'each': must have at most 100 .*more than 100, such as \d+"),
        ({"y_score": "y"}, r"^column 'y': values must be numbers"),
    ],
)
def test_arguments_unsupported_by_engines_raise(roles, message, monkeypatch):
    monkeypatch.setattr(frames, "_MAX_SUBSETS", 100)
    gaps = [None if i % 5 == 0 else i % 2 for i in range(SIZE)]
    lists = [[i % 2] for i in range(SIZE)]
    data = pl.LazyFrame({**COLUMNS, "gaps": gaps, "each": range(SIZE), "lists": lists})
    with pytest.raises(CostCurveError, match=message):
        classifiers_from_frame(
            data, **{"y_true": "y", "y_score": "p", "pos_label": "sick", **roles}
        )


def test_groups_of_folds_are_those_of_all_rows():
    index = np.arange(SIZE)
    frame = pl.DataFrame({"y": LABEL, "p": SCORE, "f": index % 3, "g": index < 40})
    columns: Any = {"y_true": "y", "y_score": "p", "groups": "g"}
    folded = cc.CostCurveModel.from_frame(frame, **columns, fold="f")
    plain = cc.CostCurveModel.from_frame(frame, **columns)
    assert folded.groups(threshold=0.5) == plain.groups(threshold=0.5)
    with pytest.raises(CostCurveError, match=r"^column 'g': groups: must have 2 to 50 groups"):
        cc.CostCurveModel.from_frame(frame.filter(pl.col("g")), **columns, fold="f")


def test_reversed_scores_counted_by_an_engine_are_reported(monkeypatch):
    monkeypatch.setattr(frames, "_MAX_LOADED_ROWS", 10)
    lazy = pl.DataFrame({"y": LABEL, "p": -SCORE}).lazy()
    counted, loaded = (
        cc.CostCurveModel.from_frame(frame, y_true="y", y_score="p")
        for frame in (lazy, lazy.collect())
    )
    assert isinstance(counted.classifiers["p"], Counts)
    assert counted.remarks[0] == loaded.remarks[0]
    assert counted.remarks[0].startswith("p is worse than guessing")


@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize(
    ("score", "message"),
    [
        (LABEL ^ (np.arange(SIZE) % 5 == 0), "p has only two different scores: if these are ans"),
        (np.zeros(SIZE), "p gives every case the same score, and cannot separate the classes."),
        (np.full(SIZE, 0.7), "p gives every case the same score, and cannot separate the classes."),
    ],
)
def test_predicted_labels_and_constants_are_reported(score, message, weights, monkeypatch):
    columns = {"y": LABEL, "p": score.astype(float), "w": WEIGHT}
    for limit in (SIZE, 10):
        monkeypatch.setattr(frames, "_MAX_LOADED_ROWS", limit)
        frame = pl.LazyFrame(columns)
        model = cc.CostCurveModel.from_frame(frame, y_true="y", y_score="p", sample_weight=weights)
        assert isinstance(model.classifiers["p"], Counts if limit == 10 else Predictions)
        assert model.remarks[0].startswith(message)
        assert model_of(session_of(model)).remarks == model.remarks
        if score.min() < score.max():
            assert model.cost(pc=0.5).threshold == 1.0


def test_folder_raises(tmp_path):
    with pytest.raises(CostCurveError, match=r"Got a folder, .* Read several files"):
        classifiers_from_frame(tmp_path, y_true="y", y_score="p")
