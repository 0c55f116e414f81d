"""Frames of any library and columns of any kind give the curves that arrays give."""

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
from cc_widgets.core import Counts, Predictions, predictions, roc_curve
from cc_widgets.core._counting import count
from cc_widgets.errors import CostCurveError
from cc_widgets.export.session import model_of, session_of
from cc_widgets.intake import frames, named_frame

# One test says how it is told; the others have it happen.
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
    "numbers": LABEL.astype(float),
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


def rates(given: Any) -> list[list[float]]:
    curve = roc_curve(given if isinstance(given, Counts) else count(given))
    return [curve.fpr.tolist(), curve.tpr.tolist()]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("label", LABELS)
def test_every_frame_and_every_column_gives_the_curve_of_the_arrays(frame, label, score):
    if frame == "DuckDB" and score == "f2":
        pytest.skip("DuckDB knows no numbers of two bytes")
    columns = {"y": LABELS[label], "p": SCORES[score], "other": SCORES[score] * 2, "w": WEIGHT}
    pos_label = "sick" if label == "texts" else None
    found = named_frame(
        FRAMES[frame](columns),
        y_true="y",
        y_score=["p", "other"],
        sample_weight="w",
        pos_label=pos_label,
    )
    expected = predictions(columns["y"], columns["p"], sample_weight=WEIGHT, pos_label=pos_label)
    assert list(found) == ["p", "other"]
    assert rates(found["p"]) == rates(expected)
    assert rates(found["other"]) == rates(expected)


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
def test_labels_of_every_kind_of_text_are_taken(label):
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
    frame = make[type(label).__module__.partition(".")[0]]({"y": label, "p": SCORE})
    found = named_frame(frame, y_true="y", y_score="p", pos_label="sick")["p"]
    assert rates(found) == rates(predictions(LABEL, SCORE))


def test_categories_of_numbers_are_labels_too():
    frame = pd.DataFrame({"y": pd.Categorical(LABEL.astype(int)), "p": SCORE})
    assert rates(named_frame(frame, y_true="y", y_score="p")["p"]) == rates(
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
def test_scores_of_rare_kinds_are_taken(score):
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
    frame = make[type(score).__module__.partition(".")[0]]({"y": LABEL, "p": score})
    found = named_frame(frame, y_true="y", y_score="p")["p"]
    assert rates(found) == rates(predictions(LABEL, SCORE))


def dask_frame(columns: dict[str, Any]) -> Any:
    part = pytest.importorskip("dask.dataframe", reason="the extra engines-test is not installed")
    return part.from_pandas(pd.DataFrame(columns), npartitions=3)


def ibis_frame(columns: dict[str, Any]) -> Any:
    ibis = pytest.importorskip("ibis", reason="the extra engines-test is not installed")
    return ibis.memtable(pd.DataFrame(columns))


def spark_frame(columns: dict[str, Any]) -> Any:
    sql = pytest.importorskip("pyspark.sql", reason="the extra engines-test is not installed")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    rows = pd.DataFrame(columns)
    return builder.getOrCreate().createDataFrame(rows.astype(object), list(columns))


ENGINES = {"Dask": dask_frame, "Ibis": ibis_frame, "PySpark": spark_frame}


@pytest.mark.filterwarnings("ignore")  # what these say to each other is not our affair
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_curves_of_the_arrays(engine, monkeypatch):
    scores = {name: score for name, score in SCORES.items() if name != "f2"}
    names = np.where(np.arange(SIZE) % 2, "odd", "even")
    labels = {f"y of {name}": label for name, label in LABELS.items()}
    frame = ENGINES[engine]({**labels, **scores, "w": WEIGHT, "name": names})
    for label, y in labels.items():
        pos_label = "sick" if label == "y of texts" else None
        found = named_frame(
            frame, y_true=label, y_score=[*scores], sample_weight="w", pos_label=pos_label
        )
        for name, score in scores.items():
            expected = predictions(y, score, sample_weight=WEIGHT, pos_label=pos_label)
            assert rates(found[name]) == rates(expected)
    odd = np.arange(SIZE) % 2 == 1
    for few in (SIZE, SIZE // 2):
        monkeypatch.setattr(frames, "_FEW", few)
        found = named_frame(frame, y_true="y of signs", y_score="f8", name="name", missing="drop")
        assert isinstance(found["odd"], Predictions if few == SIZE else Counts)
        assert rates(found["odd"]) == rates(predictions(LABEL[odd], SCORE[odd]))


@pytest.mark.parametrize("frame", FRAMES)
def test_a_column_of_names_makes_a_classifier_of_each(frame):
    long = {
        "y": np.repeat(LABEL, 2),
        "p": np.column_stack([SCORE, -SCORE]).ravel(),
        "model": np.tile(["forest", "logistic"], SIZE),
        "w": np.repeat(WEIGHT, 2),
    }
    found = named_frame(
        FRAMES[frame](long), y_true="y", y_score="p", name="model", sample_weight="w"
    )
    assert set(found) == {"forest", "logistic"}
    for name, score in {"forest": SCORE, "logistic": -SCORE}.items():
        assert rates(found[name]) == rates(predictions(LABEL, score, sample_weight=WEIGHT))


# ---- Rows of several classifiers belong together by their examples


def long_frame(frame, columns=()):
    """Rows of two classifiers on the same examples, each in an order of its own."""
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
            **{name: of(both) for name, of in dict(columns).items()},
        }
    )


LONG: dict[str, Any] = {"y_true": "y", "y_score": "p", "name": "model"}


@pytest.mark.parametrize("frame", ["pandas", "polars", "pyarrow", "DuckDB"])
def test_examples_put_the_rows_of_all_classifiers_in_one_order(frame):
    roles: dict[str, Any] = {"sample_weight": "w", "clusters": "ward", "groups": "ward"}
    found: Any = named_frame(long_frame(frame), **LONG, example="id", **roles)
    one, other = found["a"], found["b"]
    assert list(found) == ["a", "b"]
    assert one.drawn_with(other)
    assert np.array_equal(one.score, -other.score)
    assert np.array_equal(one.index, other.index)
    place = [int(name[3:]) for name in one.index]
    assert np.array_equal(one.positive, LABEL[place])
    assert np.array_equal(one.weight, WEIGHT[place])
    wide: Any = named_frame(
        pl.DataFrame({"y": LABEL[place], "q": SCORE[place], "id": one.index.tolist()}),
        y_true="y",
        y_score="q",
        example="id",
    )
    assert wide["q"].same_examples(one)
    assert not any("same examples" in said for said in cc.CostCurveModel(found).remarks)
    apart = cc.CostCurveModel.from_frame(long_frame(frame), **LONG)
    assert apart.remarks[-1].startswith("Nobody knows whether these classifiers were tested on")


def test_examples_of_folds_and_repeats_stand_once_in_each():
    given = long_frame("polars", {"fold": lambda place: place % 3})
    twice = pl.concat([given, given.with_columns(pl.col("fold") + 3)])
    for frame, number in ((given, 3), (twice, 6)):
        found: Any = named_frame(frame, **LONG, example="id", fold="fold")
        assert len(found["a"].parts) == number
        assert found["a"].drawn_with(found["b"])
        assert found["a"].repeated is (number == 6)
    with pytest.raises(
        CostCurveError, match=r"^column 'id': an example stands once for each .*Got "
    ):
        named_frame(twice, **LONG, example="id")


def test_examples_that_some_classifier_lacks_are_refused_or_left_out_for_all():
    whole = long_frame("pandas")
    frame = whole.drop(index=[3, 4, SIZE + 7])
    names = set(whole["id"][[3, 4]])
    told = r"column 'id': each classifier needs .* none of 'a' for 2 of 200 examples, such as exam"
    with pytest.raises(CostCurveError, match=told) as refused:
        named_frame(frame, **LONG, example="id")
    assert any(repr(name) in str(refused.value) for name in names)
    with pytest.warns(UserWarning, match="^3 of 397 rows are left out: a value is missing$"):
        found: Any = named_frame(frame, **LONG, example="id", missing="drop")
    assert found["a"].drawn_with(found["b"])
    assert found["a"].size == SIZE - 3
    assert not set(found["a"].index) & names
    blank = whole.assign(p=whole["p"].where(whole.index != 5))
    with pytest.warns(UserWarning, match="^2 of 400 rows are left out"):
        found = named_frame(blank, **LONG, example="id", missing="drop")
    assert found["a"].size == SIZE - 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"id": ["x", *["x"] * 3, *range(4)]},
            r"Got example 'x' again at position 1 \(3 such of 8\)",
        ),
        ({"id": [*"abcdefgh"]}, r"none of 'a' for 4 of 8 examples, such .* Leave example= out"),
        (
            {"y": [0, 1, 0, 1, 1, 1, 0, 0]},
            r"^column 'y': an example has one true label\. Got 0 and 1 ",
        ),
        ({"y": [0, 1, 0, 1, 1, 1, 0, 0]}, r" for example 1 \(2 such of 4 examples\)"),
        (
            {"w": [1, 2, 3, 4, 1, 2, 9, 4]},
            r"an example has one weight\. Got 3 and 9 for",
        ),
        (
            {"c": [*"aabbaaab"]},
            r"'c': an example has one cluster\. Got 'b' and 'a' ",
        ),
        ({"g": [*"aabbaaab"]}, r"^column 'g': an example has one group\. Got 'b' and 'a' for exam"),
        ({"id": [[1]] * 8}, r"column 'id': example: its parts must be single values"),
        (
            {"id": [1, 2, 3, None, 1, 2, 3, 4]},
            r"^column 'id': values must not be missing\. Got no va",
        ),
    ],
)
def test_examples_that_make_no_pairs_are_refused(change, told):
    columns: dict[str, Any] = {"y": [0, 1, 0, 1] * 2, "p": range(8), "id": [1, 2, 3, 4] * 2}
    frame = pd.DataFrame({**columns, "model": np.repeat(["a", "b"], 4), **change})
    said = {"w": "sample_weight", "c": "clusters", "g": "groups"}
    roles = LONG | {"example": "id"} | {said[name]: name for name in change if name in said}
    with pytest.raises(CostCurveError, match=told):
        named_frame(frame, **roles)
    if "none of" in told:
        with pytest.raises(CostCurveError, match=told):
            named_frame(frame, **roles, missing="drop")


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
def test_missing_values_are_counted_and_refused(frame):
    several = 2 if frame == "polars" else 1
    told = r"column 'y': values must not be missing. Got no value at position 2 \(1 such of 6\), "
    with pytest.raises(CostCurveError, match=told + rf"{several} in column 'p'. .*missing=\"drop"):
        named_frame(GAPS[frame], y_true="y", y_score=["p", "q"])


@pytest.mark.parametrize("frame", GAPS)
def test_rows_that_lack_a_value_can_be_left_out_for_all_classifiers_alike(frame):
    few = 3 if frame == "polars" else 2
    with pytest.warns(UserWarning, match=f"^{few} of 6 rows are left out: a value is missing$"):
        found: Any = named_frame(GAPS[frame], y_true="y", y_score=["p", "q"], missing="drop")
    kept = [0, 3, 4] if frame == "polars" else [0, 3, 4, 5]
    assert found["q"].score.tolist() == kept
    assert found["p"].same_examples(found["q"])


@pytest.mark.parametrize("elsewhere", [False, True])
def test_that_rows_are_left_out_is_said_wherever_a_model_is(elsewhere, monkeypatch):
    monkeypatch.setattr(frames, "_FEW", 10 if elsewhere else SIZE)
    score = np.where(np.arange(SIZE) < 3, np.nan, SCORE)
    given = pl.LazyFrame({"y": LABEL, "p": score, "q": -SCORE, "fold": np.arange(SIZE) % 2})
    several: tuple[dict[str, Any], ...] = {}, {"fold": "fold"}
    for more in several:
        with pytest.warns(UserWarning, match="left out") as warned:
            model = cc.CostCurveModel.from_frame(
                given, y_true="y", y_score=["p"], missing="drop", **more
            )
        assert Path(warned[0].filename).name == Path(__file__).name
        said = "3 of 200 rows are left out: a value is missing."
        assert said in model.remarks
        assert said in model_of(session_of(model)).remarks
        assert said in model.to_markdown()
        model.add("q", (LABEL, -SCORE))
        assert f"p: {said}" in model.remarks


@pytest.mark.parametrize("elsewhere", [False, True])
def test_where_no_row_is_left_it_is_said_of_the_columns_that_lack_values(elsewhere, monkeypatch):
    monkeypatch.setattr(frames, "_FEW", 10 if elsewhere else SIZE)
    given = pl.LazyFrame({"y": LABEL, "p": SCORE, "q": np.full(SIZE, np.nan)})
    told = r"column 'q': values must not be missing\. .*200.*leave out the emptiest"
    with pytest.raises(CostCurveError, match=told):
        named_frame(given, y_true="y", y_score=["p", "q"], missing="drop")


@pytest.mark.parametrize(
    ("roles", "told"),
    [
        ({"y_true": "Y"}, "Pass 'y'."),
        ({"y_score": "model A"}, "Pass ' Model A'."),
        ({"example": "id"}, "It names the index: pass frame.reset_index()."),
    ],
)
def test_what_nearly_names_a_column_is_put_right(roles, told):
    index = pd.Index(range(SIZE), name="id")
    frame = pd.DataFrame({"y": LABEL, " Model A": SCORE}, index=index)
    given: Any = {"y_true": "y", "y_score": " Model A", **roles}
    with pytest.raises(CostCurveError) as refused:
        named_frame(frame, **given)
    assert refused.value.fix == told


def test_what_is_wrong_beside_rows_that_were_left_out_is_said_of_the_rest():
    frame = pd.DataFrame({"y": [0, 1, 1, 0], "p": [np.nan, 0.2, np.inf, 0.1]})
    told = r"column 'p' \(1 rows without a value left out\): .*inf at position 1 \(1 such of 3\)"
    with pytest.raises(CostCurveError, match=told):
        named_frame(frame, y_true="y", y_score="p", missing="drop")


def test_columns_need_not_be_called_by_texts():
    counted = pd.DataFrame({0: LABEL, 1: SCORE, 2: -SCORE})
    assert list(named_frame(counted, y_true=0, y_score=[1, 2])) == ["1", "2"]
    double = pd.DataFrame({("truth", "y"): LABEL, ("test", "p"): SCORE})
    found = named_frame(double, y_true=("truth", "y"), y_score={"forest": ("test", "p")})
    assert rates(found["forest"]) == rates(predictions(LABEL, SCORE))


def test_an_index_says_which_examples_two_frames_share():
    index = DRAW.permutation(SIZE) * 3
    one: Any = named_frame(pd.DataFrame({"y": LABEL, "p": SCORE}, index), y_true="y", y_score="p")
    two: Any = named_frame(pd.DataFrame({"y": LABEL, "q": SCORE}, index), y_true="y", y_score="q")
    assert one["p"].same_examples(two["q"])


@pytest.mark.parametrize("frame", ["pandas", "polars", "pyarrow"])
def test_a_model_answers_with_frames_of_the_same_library(frame):
    given = FRAMES[frame]({"y": LABEL, "p": SCORE})
    model = cc.CostCurveModel.from_frame(given, y_true="y", y_score="p")
    assert type(model.to_frame()) is type(given)
    assert isinstance(model.classifiers["p"], Predictions)


def test_the_frame_stays_as_it_was():
    frame = GAPS["pandas"].copy()
    named_frame(frame, y_true="y", y_score="p", missing="drop")
    pd.testing.assert_frame_equal(frame, GAPS["pandas"])


def test_an_explorer_is_made_of_a_frame():
    explorer = cc.CostCurveExplorer.from_frame(
        pl.DataFrame({"y": LABEL, "forest": SCORE}), y_true="y", y_score=["forest"]
    )
    assert list(explorer.model.classifiers) == ["forest"]
    explorer.close()


# ---- Folds, clusters, frequencies, and rows by their own names


FOLD = np.arange(SIZE) % 4


@pytest.mark.parametrize("frame", ["pandas", "polars", "DuckDB"])
@pytest.mark.parametrize("long", [False, True])
def test_a_column_of_folds_makes_one_classifier_of_all(frame, long):
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
    found: Any = named_frame(
        FRAMES[frame](columns), y_true="y", fold="fold", **(scores if long else wide)
    )
    for name, score in {"p": SCORE, "other": -SCORE}.items():
        assert found[name].names == ("fold 0", "fold 1", "fold 2", "fold 3")
        for i, part in enumerate(found[name].parts):
            assert rates(part) == rates(predictions(LABEL[i == FOLD], score[i == FOLD]))
    assert found["p"].same_examples(found["other"]) is not long


def test_what_is_wrong_in_one_fold_is_said_of_it():
    frame = pd.DataFrame({"y": LABEL, "p": SCORE, "fold": np.where(LABEL, "b", "a")})
    with pytest.raises(CostCurveError, match=r"^fold a: column 'y': y_true: both classes"):
        named_frame(frame, y_true="y", y_score="p", fold="fold")


def test_clusters_and_frequencies_are_columns_too():
    columns = {
        "y": LABEL,
        "p": SCORE,
        "w": WEIGHT,
        "patient": [f"nr {i // 2}" for i in range(SIZE)],
    }
    for make in (pd.DataFrame, pl.DataFrame, pa.table):
        given: Any = named_frame(
            make(columns),
            y_true="y",
            y_score="p",
            sample_weight="w",
            weights_are="frequencies",
            clusters="patient",
        )
        assert given["p"].weights_are == "frequencies"
        assert np.bincount(given["p"].clusters).tolist() == [2] * (SIZE // 2)


@pytest.mark.parametrize("frame", ["pandas", "pandas of Arrow", "polars", "pyarrow", "DuckDB"])
def test_groups_of_every_kind_are_columns_too(frame):
    ward = np.arange(SIZE) // 50
    kinds = {"whole": ward, "texts": np.array([f"ward {i}" for i in ward]), "truth": ward > 1}
    for kind, groups in kinds.items():
        given = FRAMES[frame]({"y": LABEL, "p": SCORE, kind: groups})
        found: Any = named_frame(given, y_true="y", y_score="p", groups=kind)
        assert found["p"].groups.names == tuple(dict.fromkeys(groups.tolist()))
        assert np.array_equal(np.array(found["p"].groups.names)[found["p"].groups.code], groups)


@pytest.mark.parametrize("frame", ["pandas", "polars"])
@pytest.mark.parametrize(
    ("roles", "told"),
    [
        ({"bound": 2}, r"^bound: must lie between 0 and 1"),
        ({"weights_are": "counts", "sample_weight": "w"}, r"^weights_are: must be"),
        ({"weights_are": "frequencies"}, r"^sample_weight: frequencies are weights"),
        (
            {"weights_are": "frequencies", "sample_weight": "w"},
            r"^column 'w': sample_weight: .*0\.5 at position 0 \(2 such of 4",
        ),
        ({"clusters": "l"}, r"^column 'l': clusters: .*single values.*position 0 \(4 such of 4"),
        ({"groups": "l"}, r"^column 'l': groups: .*single values.*position 0 \(4 such of 4"),
        ({"groups": "one"}, r"^column 'one': groups: 2 to 50 groups.* Got 1 different labels"),
        ({"fold": "l"}, r"^column 'l': fold: .*single values.*position 0 \(4 such of 4"),
    ],
)
def test_what_cannot_be_weights_clusters_or_folds_is_refused(frame, roles, told):
    columns = {"y": [0, 1, 0, 1], "p": [1, 2, 3, 4], "w": [0.5, 1, 1.5, 2], "l": [[1]] * 4}
    columns["one"] = [7] * 4
    with pytest.raises(CostCurveError, match=told):
        named_frame(FRAMES[frame](columns), y_true="y", y_score="p", **roles)


@pytest.mark.parametrize("frame", GAPS)
def test_rows_keep_their_places_in_the_frame(frame):
    found: Any = named_frame(GAPS[frame], y_true="y", y_score="q", missing="drop")
    whole: Any = named_frame(
        FRAMES[frame]({"y": LABEL, "q": SCORE}), y_true="y", y_score="q", missing="drop"
    )
    assert found["q"].index.tolist() == [0, 1, 3, 4, 5]
    assert whole["q"].index is None


def test_rows_of_pandas_are_called_by_their_index():
    index = [f"patient {i}" for i in range(SIZE)]
    found: Any = named_frame(pd.DataFrame({"y": LABEL, "p": SCORE}, index), y_true="y", y_score="p")
    assert found["p"].index.tolist() == index


# ---- Files


LIBRARIES = {".csv": ("polars", "duckdb", "pandas"), ".parquet": ("polars", "duckdb", "pyarrow")}


@pytest.mark.parametrize(
    ("suffix", "library"),
    [(suffix, library) for suffix, several in LIBRARIES.items() for library in several],
)
def test_a_file_gives_the_same_whatever_reads_it(suffix, library, tmp_path, monkeypatch):
    path = tmp_path / f"scores{suffix}"
    frame = pd.DataFrame({"y": TEXT, "p": SCORE, "q": -SCORE, "other": "unused"})
    frame.loc[3, "q"] = np.nan
    if suffix == ".csv":
        frame.to_csv(path, index=False, na_rep="NA")
    else:
        frame.to_parquet(path)
    others = set(LIBRARIES[suffix]) - {library}
    monkeypatch.setattr(frames, "find_spec", lambda name: name not in others or None)
    given = named_frame(path, y_true="y", y_score=["p", "q"], pos_label="sick", missing="drop")
    kept = np.arange(SIZE) != 3
    assert rates(given["q"]) == rates(predictions(LABEL[kept], -SCORE[kept]))
    assert named_frame(str(path), y_true="y", y_score="p", pos_label="sick")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("nowhere.csv", None, r"^frame: there is no such file\. Got '.*nowhere.csv'"),
        ("scores.xlsx", b"", r"^frame: a file must be of a kind that is known"),
        ("empty.csv", b"", r"^frame: this file cannot be read\. Got '.*empty.csv', and 'empty "),
        ("broken.parquet", b"PAR1 and no more", r"^frame: this file .*'.*broken.parquet', and '"),
        ("ragged.csv", b"y,p\n0,.1\n1,.2,3\n", r"^frame: this file .*ragged.csv', and "),
        ("twice.csv", b"y,p,p\n0,.1,.2\n1,.2,.3\n", r"^frame: columns must have .* 'p' 2 times"),
        ("other.csv", b"a,b\n1,2\n", r"^y_true: must name a column of the frame"),
        (
            "gap.csv",
            b"y,p\n0,0.1\n1,?\n1,2",
            r"Got '\?' at position 1 \(1 such of 3\). The other ",
        ),
        ("marks.csv", b"y;p\n0;0.1", r"^y_true: .* All stands in one column, 'y;p': read it with"),
        ("UPPER.CSV", b"y,p\n0,0.1", r"both classes are needed\. Got only the label 0, once"),
        ("text.csv", b"y,p\n0,low\n1,high\n", r"^column 'p': y_score: .*'low' at position 0 \(2 s"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(name, content, told, tmp_path):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CostCurveError, match=told):
        named_frame(path, y_true="y", y_score="p")


def test_where_nothing_reads_a_file_it_is_said_what_does(tmp_path, monkeypatch):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"y": LABEL}).to_parquet(path)
    monkeypatch.setattr(frames, "find_spec", lambda _name: None)
    with pytest.raises(CostCurveError, match=r"nothing is installed .* pip install polars"):
        named_frame(path, y_true="y", y_score="p")


# ---- Frames that stay where they are


@pytest.fixture
def nothing_is_brought(monkeypatch):
    """As if these rows were too many to come here."""
    monkeypatch.setattr(frames, "_FEW", SIZE // 2)


LAZY = ("polars, lazy", "DuckDB")
COLUMNS: dict[str, Any] = {"y": TEXT, "p": SCORE, "q": -SCORE, "w": WEIGHT, "fold": FOLD}


@pytest.mark.usefixtures("nothing_is_brought")
@pytest.mark.parametrize("frame", LAZY)
def test_many_rows_are_counted_where_they_are(frame):
    found: Any = named_frame(
        FRAMES[frame](COLUMNS),
        y_true="y",
        y_score={"forest": "p", "again": "p", "logistic": "q"},
        sample_weight="w",
        pos_label="sick",
    )
    for name, score in {"forest": SCORE, "again": SCORE, "logistic": -SCORE}.items():
        assert isinstance(found[name], Counts)
        assert found[name].error == 0
        assert rates(found[name]) == rates(predictions(LABEL, score, sample_weight=WEIGHT))


@pytest.mark.usefixtures("nothing_is_brought")
@pytest.mark.parametrize("patience", [0.0, 60.0])
def test_who_has_to_wait_is_told_what_is_done(patience, monkeypatch, capsys):
    monkeypatch.setattr(frames, "_PATIENCE", patience)
    named_frame(FRAMES["DuckDB"](COLUMNS), y_true="y", y_score="p", pos_label="sick")
    shown, told = capsys.readouterr()
    assert not shown
    assert ("counting by score" in told) is (patience == 0.0)
    assert told.endswith("\r") is (patience == 0.0)


@pytest.mark.usefixtures("nothing_is_brought")
@pytest.mark.parametrize("frame", LAZY)
def test_folds_and_names_of_many_rows_are_counted_one_by_one(frame):
    name = np.where(np.arange(SIZE) % 2, "odd", "even")
    found: Any = named_frame(
        FRAMES[frame]({**COLUMNS, "name": name, "fold": FOLD // 2}),
        y_true="y",
        y_score="p",
        name="name",
        fold="fold",
        pos_label="sick",
    )
    for one, odd in {"odd": 1, "even": 0}.items():
        assert found[one].names == ("fold 0", "fold 1")
        for fold, part in enumerate(found[one].parts):
            rows = (np.arange(SIZE) % 2 == odd) & (fold == FOLD // 2)
            assert rates(part) == rates(predictions(LABEL[rows], SCORE[rows]))


@pytest.mark.usefixtures("nothing_is_brought")
@pytest.mark.parametrize("frame", LAZY)
def test_rows_that_lack_a_value_are_left_out_where_they_are(frame):
    gaps = np.where(np.arange(SIZE) % 5 == 0, np.nan, SCORE)
    given = FRAMES[frame]({**COLUMNS, "p": gaps})
    with pytest.raises(CostCurveError, match=r"'p': values must not be missing.*40 such of 200"):
        named_frame(given, y_true="y", y_score=["p", "q"], pos_label="sick")
    with pytest.warns(UserWarning, match="^40 of 200 rows are left out"):
        found = named_frame(given, y_true="y", y_score=["p", "q"], pos_label="sick", missing="drop")
    kept = np.arange(SIZE) % 5 > 0
    assert rates(found["q"]) == rates(predictions(LABEL[kept], -SCORE[kept]))


@pytest.mark.usefixtures("nothing_is_brought")
def test_frequencies_are_counted_as_examples_where_they_are():
    given = FRAMES["DuckDB"]({**COLUMNS, "half": WEIGHT / 2})
    roles: dict[str, Any] = {"y_true": "y", "y_score": "p", "pos_label": "sick"}
    meanings: dict[Any, bool] = {"importance": True, "frequencies": False}
    for weights_are, weighted in meanings.items():
        found: Any = named_frame(given, **roles, sample_weight="w", weights_are=weights_are)
        assert found["p"].weighted is weighted
    told = rf"column 'half': frequencies are whole .* \({np.sum(WEIGHT % 2)} such of 200 rows\)"
    with pytest.raises(CostCurveError, match=told):
        named_frame(given, **roles, sample_weight="half", weights_are="frequencies")


@pytest.mark.usefixtures("nothing_is_brought")
@pytest.mark.parametrize(
    ("roles", "told"),
    [
        ({"example": "w"}, r"^example: examples are paired row by row.*select\('y', 'p', 'w'\)"),
        ({"clusters": "w"}, r"^clusters: bands draw clusters whole.*select\('y', 'p', 'w'\)"),
        ({"groups": "w"}, r"^groups: groups are looked at row by row.*select\('y', 'p', 'w'\)"),
        ({"weights_are": "often"}, r"^weights_are: must be"),
        ({"bound": 2}, r"^bound: must lie between 0 and 1"),
        ({"name": "w"}, r"^column 'w': names of classifiers must be strings"),
        (
            {"fold": "gaps"},
            r"^column 'gaps': values must not be missing\. Got no value \(40 ",
        ),
        (
            {"fold": "lists"},
            r"^column 'lists': its parts must be single .*Got \[0\] \(200 s",
        ),
        ({"fold": "each"}, r"^column 'each': there must be few .*more than 100, such as \d+"),
        ({"y_score": "y"}, r"^column 'y': values must be numbers"),
    ],
)
def test_what_cannot_be_counted_elsewhere_is_refused(roles, told, monkeypatch):
    monkeypatch.setattr(frames, "_MOST_KINDS", 100)
    gaps = [None if i % 5 == 0 else i % 2 for i in range(SIZE)]
    lists = [[i % 2] for i in range(SIZE)]
    given = pl.LazyFrame({**COLUMNS, "gaps": gaps, "each": range(SIZE), "lists": lists})
    with pytest.raises(CostCurveError, match=told):
        named_frame(given, **{"y_true": "y", "y_score": "p", "pos_label": "sick", **roles})


def test_groups_of_folds_are_read_of_all_rows():
    place = np.arange(SIZE)
    frame = pl.DataFrame({"y": LABEL, "p": SCORE, "f": place % 3, "g": place < 40})
    given: Any = {"y_true": "y", "y_score": "p", "groups": "g"}
    folded = cc.CostCurveModel.from_frame(frame, **given, fold="f")
    plain = cc.CostCurveModel.from_frame(frame, **given)
    assert folded.groups(threshold=0.5) == plain.groups(threshold=0.5)
    with pytest.raises(CostCurveError, match=r"^column 'g': groups: 2 to 50 groups"):
        cc.CostCurveModel.from_frame(frame.filter(pl.col("g")), **given, fold="f")


def test_counted_scores_the_wrong_way_round_are_told(monkeypatch):
    monkeypatch.setattr(frames, "_FEW", 10)
    lazy = pl.DataFrame({"y": LABEL, "p": -SCORE}).lazy()
    counted, whole = (
        cc.CostCurveModel.from_frame(frame, y_true="y", y_score="p")
        for frame in (lazy, lazy.collect())
    )
    assert isinstance(counted.classifiers["p"], Counts)
    assert counted.remarks[0] == whole.remarks[0]
    assert counted.remarks[0].startswith("p is worse than guessing")


@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize(
    ("score", "told"),
    [
        (LABEL ^ (np.arange(SIZE) % 5 == 0), "p has only two different scores: if these are ans"),
        (np.zeros(SIZE), "p gives every case the same score, and tells nothing apart."),
        (np.full(SIZE, 0.7), "p gives every case the same score, and tells nothing apart."),
    ],
)
def test_counted_answers_and_constants_are_told_to_be_no_scores(score, told, weights, monkeypatch):
    columns = {"y": LABEL, "p": score.astype(float), "w": WEIGHT}
    for few in (SIZE, 10):
        monkeypatch.setattr(frames, "_FEW", few)
        given = pl.LazyFrame(columns)
        model = cc.CostCurveModel.from_frame(given, y_true="y", y_score="p", sample_weight=weights)
        assert isinstance(model.classifiers["p"], Counts if few == 10 else Predictions)
        assert model.remarks[0].startswith(told)
        assert model_of(session_of(model)).remarks == model.remarks
        if score.min() < score.max():
            assert model.cost(pc=0.5).threshold == 1.0


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(CostCurveError, match=r"Got a folder, .* Read several files"):
        named_frame(tmp_path, y_true="y", y_score="p")
