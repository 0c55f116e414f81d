"""Sessions and code rebuild the same model; invalid files are rejected."""

import base64
import copy
import json
import re
import zlib
from contextlib import suppress
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cc_widgets as cc
from cc_widgets.core import Conditions, convex_hull, count, folds, point_set, predictions, roc_curve
from cc_widgets.errors import CostCurveError
from cc_widgets.export.session import FORMAT, VERSION, load_session, model_of, session_of
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.state import CostCurveModel
from tests.support.executed import execute_code
from tests.support.sameness import differences, state_of, without_old_bands
from tests.support.sequences import RandomModel

DRAW = np.random.default_rng(11)
LABEL = DRAW.random(60) < 0.4
SCORE = DRAW.normal(size=60) + LABEL

# ---- Any model that a sequence of calls can make


def restored(model):
    """Return the model loaded from the session of a model."""
    return model_of(json.loads(json.dumps(session_of(model), allow_nan=False)))


def assert_same(model, other, *, aside=""):
    """Assert that traits, evidence, bands and texts are exactly equal."""
    expected = state_of(without_old_bands(model)) | {"summary": model.summary()}
    different = list(differences(expected, state_of(other)))
    assert not [text for text in different if not re.search(aside or "^$", text.partition(":")[0])]


def check_saved_and_written(seed):
    """Assert that a model round-trips through its session and its code."""
    model = RandomModel(seed).model
    copy_of_model = restored(model)
    assert_same(model, copy_of_model)
    assert {**session_of(copy_of_model), "about": ""} == {**session_of(model), "about": ""}
    # Code does not contain row positions and row names.
    made = execute_code(model.to_code(), model)["model"]
    assert_same(model, made, aside=r"\.(place|index|libraries)\b")


def scored(seed, labels=LABEL, **columns):
    return predictions(labels, np.random.default_rng(seed).normal(size=60) + labels, **columns)


def clustered_in_part():
    patients = np.arange(60) // 2
    return CostCurveModel({"a": folds([scored(0, clusters=patients), scored(1), scored(2)])})


def matrices_at_a_high_level():
    model = CostCurveModel({"a": [[6, 4], [4, 16]], "b": [[7, 3], [6, 14]]})
    model.bootstrap()
    model.level = 0.999
    return model


def bands_of_removed_classifier():
    model = CostCurveModel({"a": scored(0), "point": (0.2, 0.7)})
    model.bootstrap(n_resamples=99, level=0.8)
    model.remove("a")
    return model


def bands_of_two_of_three():
    model = CostCurveModel({name: scored(i) for i, name in enumerate("abc")})
    model.bootstrap(n_resamples=99, level=0.8)
    model.remove("b")
    model.rename("c", "b")
    return model


def bands_of_old_data_of_hidden_classifier():
    model = CostCurveModel({name: scored(i) for i, name in enumerate("abc")})
    model.bootstrap(n_resamples=99, level=0.8)
    model.hide("b")
    model.classifiers = {**model.classifiers, "b": scored(9)}
    return model


def bands_of_hidden_classifier_renamed_and_replaced():
    model = CostCurveModel({"a": scored(0), "b": scored(1), "c": (0.2, 0.7)})
    model.bootstrap(n_resamples=99, level=0.8)
    model.rename("a", "z")
    model.hide("z")
    model.classifiers = {**model.classifiers, "z": scored(9)}
    return model


def all_removed():
    y_true = np.where(LABEL, "spam", "ham")
    model = CostCurveModel({"a": predictions(y_true, SCORE, pos_label="spam")})
    model.bootstrap(n_resamples=99, level=0.8)
    model.remove("a")
    return model


def hidden_folds_averaged_vertically():
    model = CostCurveModel({"a": scored(0), "folds": folds([scored(1), scored(2)])})
    model.bootstrap(n_resamples=99, level=0.8)
    model.hide("folds")
    model.average = "vertical"
    return model


def zoomed_to_the_middle():
    model = CostCurveModel({"a": scored(0)}, conditions=Conditions((0.05, 0.2), 1, 3))
    model.pc = 0.5
    return model


def range_with_the_middle():
    model = CostCurveModel({"a": scored(0)}, pc_range=(0.1, 0.7))
    model.pc = 0.5
    return model


def classifier_under_two_names():
    model = CostCurveModel({"a": scored(0), "b": (0.2, 0.7)})
    model.add("again", model.classifiers["a"])
    model.bootstrap(n_resamples=99, level=0.8)
    model.rename("a", "first")
    return model


def folds_of_different_kinds():
    parts = [
        scored(0, sample_weight=np.arange(60) % 3 + 1, weights_are="frequencies"),
        scored(1, sample_weight=np.arange(60) % 3 + 0.5),
        scored(2, groups=np.arange(60) % 2),
    ]
    return CostCurveModel({"a": folds(parts)})


def rows_left_out():
    frame = pd.DataFrame({"y": LABEL, "a": SCORE})
    frame.loc[3:9, "a"] = np.nan
    with pytest.warns(UserWarning, match="left out"):
        return CostCurveModel.from_frame(frame, y_true="y", y_score="a", missing="drop")


@pytest.mark.parametrize(
    "make",
    [
        clustered_in_part,
        matrices_at_a_high_level,
        bands_of_removed_classifier,
        bands_of_two_of_three,
        bands_of_old_data_of_hidden_classifier,
        bands_of_hidden_classifier_renamed_and_replaced,
        all_removed,
        hidden_folds_averaged_vertically,
        zoomed_to_the_middle,
        range_with_the_middle,
        classifier_under_two_names,
        folds_of_different_kinds,
        rows_left_out,
    ],
)
def test_regression_models_round_trip(make):
    model = make()
    assert_same(model, restored(model))
    made = execute_code(model.to_code(), model)["model"]
    assert_same(model, made, aside=r"\.(place|index|libraries)\b")


@pytest.mark.long(cases=8)
@pytest.mark.parametrize("seed", range(40))
def test_any_model_round_trips(seed):
    check_saved_and_written(seed)


@pytest.mark.long
def test_many_models_round_trip(request):
    if not request.config.getoption("--long"):
        pytest.skip("takes minutes: pass --long")
    for seed in range(40, 1000):
        try:
            check_saved_and_written(seed)
        except Exception as error:
            error.add_note(f"seed {seed}: {RandomModel(seed).calls}")
            raise


@pytest.mark.parametrize("index", [[7, 3, 5, 1], list("abca"), ["a", 2, 0.5, True]])
def test_row_names_round_trip(index):
    rows = pd.Series([0, 1, 0, 1], index=index)
    model = CostCurveModel({"a": predictions(rows, [1, 2, 3, 4])})
    loaded: Any = model_of(json.loads(json.dumps(session_of(model)))).classifiers["a"]
    assert loaded.index.tolist() == index


def test_dates_as_names_round_trip():
    days = pd.to_datetime(["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-03"])
    rows = pd.Series([0, 1, 0, 1], index=days)
    model = CostCurveModel({"a": predictions(rows, [1, 2, 3, 4], clusters=days, groups=days.date)})
    assert_same(model, restored(model))


def test_names_without_json_form_become_positions():
    rows = pd.Series([0, 1], index=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)]))
    model = CostCurveModel({"a": predictions(rows, [1, 2])})
    kept: Any = [model.classifiers["a"], model_of(session_of(model)).classifiers["a"]]
    assert kept[0].index.size == 2
    assert kept[1].index is None


# ---- As people use it


def fruits(score=SCORE):
    y_true = np.where(LABEL, "ripe", "unripe")
    scores = {"forest": score, "tree": score**3}
    return CostCurveModel(
        {name: predictions(y_true, values, pos_label="ripe") for name, values in scores.items()}
    )


def test_compared_pair_does_not_depend_on_band_order():
    model = fruits()
    model.conditions = Conditions(prior=(0.1, 0.3), cost_fn=(5, 10))
    model.hidden = ["forest"]
    model.bootstrap(n_resamples=99, rng=3)
    loaded = restored(model)
    assert model.compared == loaded.compared == ("forest", "tree")
    assert loaded.to_code() == model.to_code()


def test_explorer_round_trips(tmp_path):
    model = fruits()
    model.conditions = Conditions(prior=(0.01, 0.05), cost_fn=5)
    model.bootstrap(n_resamples=100)
    explorer = cc.CostCurveExplorer(model)
    explorer.save(tmp_path / "session.json")
    loaded = cc.load(tmp_path / "session.json")
    assert_same(model, loaded.model)
    significance = loaded.model.compare("forest", "tree").significance
    assert significance is not None
    assert significance.level == 0.9
    assert loaded.model.recommend().text == model.recommend().text
    made = execute_code(explorer.to_code(), model)
    assert isinstance(made["explorer"], cc.CostCurveExplorer)
    for explorer_ in (explorer, loaded, made["explorer"]):
        explorer_.close()


def test_code_rejects_different_data():
    model = fruits()
    code = model.to_code()
    with pytest.raises(AssertionError, match="other data"):
        execute_code(code, fruits(SCORE + 1))
    assert 'pos_label="ripe"' in code
    assert len(code.splitlines()) == 14


def test_code_takes_columns_that_all_classifiers_share_once():
    weight = DRAW.random(60)
    columns: dict[str, Any] = {"sample_weight": weight, "groups": np.where(weight < 0.5, "a", "b")}
    pair = {name: predictions(LABEL, DRAW.normal(size=60), **columns) for name in "pq"}
    code = CostCurveModel(pair).to_code()
    assert "# y_true: true labels, scores: scores by classifier, weights: weights of the " in code
    assert code.count("sample_weight=weights,") == code.count("groups=groups)") == 2
    other = predictions(LABEL, SCORE, sample_weight=weight + 1)
    code = CostCurveModel({**pair, "r": other}).to_code()
    assert "weights: weights by classifier, groups: groups of the examples" in code
    assert 'sample_weight=weights["r"]' in code


def test_code_with_many_counts_uses_a_variable():
    many = np.random.default_rng(0).normal(size=3_000) + np.arange(3_000) % 2
    counted = count(predictions(np.arange(3_000) % 2, many))
    model = CostCurveModel({"p": counted, "q": folds([counted, counted]), "small": (0.2, 0.7)})
    code = model.to_code()
    assert len(code) < 1_000
    assert '"p": counted["p"], "q": counted["q"], "small": {' in code
    assert "\n# counted: classifiers by name" in code
    names: dict[str, Any] = {"counted": model.classifiers}
    exec(code, names)  # noqa: S102 (our own code)
    assert names["model"].fingerprint == model.fingerprint
    with pytest.raises(AssertionError, match=r"other data"):
        exec(code, {"counted": {"p": counted, "q": counted}})  # noqa: S102 (our own code)


def test_stale_bands_are_not_saved(tmp_path):
    model = fruits()
    model.bootstrap(n_resamples=100, rng=0)
    model.resampling = BootstrapSettings(n_resamples=300, rng=0)
    assert model.bands.is_stale
    model.save(tmp_path / "session.json")
    loaded = CostCurveModel.load(tmp_path / "session.json")
    assert loaded.bands is None
    assert loaded.resampling == model.resampling


def test_failed_save_keeps_existing_file(tmp_path, monkeypatch):
    path = tmp_path / "session.json"
    model = fruits()
    model.save(path)
    before = path.read_bytes()

    def broken(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(CostCurveError, match="No space left"):
        model.save(path)
    assert path.read_bytes() == before


def test_labels_without_json_form_raise():
    model = CostCurveModel(
        {
            "dates": predictions(
                np.array(["2020-01-01", "2020-01-02"], "M8[D]"),
                [0, 1],
                pos_label=np.datetime64("2020-01-02"),
            )
        }
    )
    for write in (lambda: session_of(model), model.to_code):
        with pytest.raises(CostCurveError, match="labels"):
            write()


def test_shared_examples_are_written_once():
    model = CostCurveModel({f"model {i}": (LABEL, SCORE + i) for i in range(5)})
    assert len(session_of(model)["examples"]) == 1


# ---- Other versions


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (VERSION + 1, "another version"),
        (0, "another version"),
        ("1", "not a valid session"),
        (True, "not a valid session"),
        (None, "not a valid session"),
        (1.0, "not a valid session"),
    ],
)
def test_other_versions_are_rejected(version, message):
    changed = {**session_of(fruits()), "version": version}
    with pytest.raises(CostCurveError, match=message):
        model_of(changed)


# ---- Invalid files


def saved_text():
    model = fruits()
    model.marks = [("forest", 0.2)]
    model.add_note("here", classifier="tree")
    model.conditions = Conditions(0.2)
    model.pins = [{"kind": "point", "index": 1}]
    model.add("points", point_set(fpr=[0.1], tpr=[0.5], labels=["a"], parameter=[1.0]))
    model.add("C4.5", [[6, 4], [4, 16]])
    model.add("curve", roc_curve(count(predictions(LABEL, SCORE))))
    return json.dumps(session_of(model))


TEXT = saved_text()
BOMB = base64.b64encode(zlib.compress(bytes(10**7))).decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "1",
        '"text"',
        TEXT[:-1],
        TEXT[: len(TEXT) // 2],
        TEXT + "x",
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 50_000,
        f'{{"format": "{FORMAT}", "format": "{FORMAT}"}}',
        TEXT[:-1] + ', "bands": null}',
        TEXT.replace(": 1,", ": NaN,", 1),
        TEXT.replace(": 1,", ": Infinity,", 1),
        TEXT.replace(": 1,", ": 1e999,", 1),
        TEXT.replace(": 1,", ": " + "9" * 5_000 + ",", 1),
        "\x00" * 10,
        "cos\nsystem\n(S'true'\ntR.",
        "__import__('os').system('true')",
    ],
    ids=lambda text: repr(text[:9]),
)
def test_invalid_files_are_rejected(text, tmp_path):
    path = tmp_path / "session.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CostCurveError) as caught:
        load_session(path)
    assert "session.json" in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("path", ["missing.json", ".", None, 3, "a\0b"])
def test_missing_file_raises(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CostCurveError):
        load_session(path)


def test_binary_file_is_rejected(tmp_path):
    path = tmp_path / "session.json"
    path.write_bytes(b"\xff\xfe" + bytes(range(256)))
    with pytest.raises(CostCurveError, match="not a valid session"):
        load_session(path)


def places(value, path=()):
    """Yield the paths of all values in JSON data."""
    yield path
    parts_ = (
        value.items()
        if isinstance(value, dict)
        else (enumerate(value) if isinstance(value, list) else ())
    )
    for key, part in parts_:
        yield from places(part, (*path, key))


PLACES = list(places(json.loads(TEXT)))[1:]
deep: list[Any] = []
for _ in range(100):
    deep = [deep]
ODD: list[Any] = [
    None, True, False, -1, 0, 1, 2**63, 10**400, 0.5, -0.0, 1e308, "", "x", "<script>", "\ud800",
    "x" * 100_000, [], {}, [[]], {"a": 1}, [1, 2], ["forest"], ["forest", "forest"], deep,
    {"type": "float64", "size": 3, "data": BOMB}, {"type": "bool", "size": 2**40, "data": ""},
    {"type": "float64", "size": 2**31, "data": BOMB}, {"type": "object", "size": 1, "data": ""},
]  # fmt: skip


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(PLACES), st.sampled_from(["put", "drop", "more"]), st.sampled_from(ODD))
def test_mutated_sessions_are_read_or_rejected(place, how, odd):
    mutated = json.loads(TEXT)
    at = mutated
    for key in place[:-1]:
        at = at[key]
    if how == "drop":
        del at[place[-1]]
    elif how == "more" and isinstance(at, dict):
        at["surprise"] = copy.deepcopy(odd)
    else:
        at[place[-1]] = copy.deepcopy(odd)
    with suppress(CostCurveError):
        model = model_of(mutated)
        assert model.recommend().text
        assert np.all(np.diff(model.curves.hull.fpr) >= 0)
        assert convex_hull([item.curve for item in model.curves.shown]).fpr.size
