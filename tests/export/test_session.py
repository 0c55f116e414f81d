"""What is saved, or written as code, is the same model again; nothing else is ever read."""

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
from cc_widgets.core import (
    Conditions,
    convex_hull,
    count,
    folds,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.errors import CostCurveError
from cc_widgets.export import session
from cc_widgets.export.session import FORMAT, VERSION, load_session, model_of, session_of
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.state import CostCurveModel
from tests.support.executed import executed
from tests.support.sameness import differences, state_of, without_old_bands
from tests.support.sequences import RandomModel

DRAW = np.random.default_rng(11)
LABEL = DRAW.random(60) < 0.4
SCORE = DRAW.normal(size=60) + LABEL

# ---- Any model that a sequence of calls can make


def restored(model):
    """Model of the session that is saved of another one."""
    return model_of(json.loads(json.dumps(session_of(model), allow_nan=False)))


def assert_same(model, again, *, aside=""):
    """Traits, evidence, bands and texts are the same to the last digit."""
    expected = state_of(without_old_bands(model)) | {"summary": model.summary()}
    found = list(differences(expected, state_of(again)))
    assert not [text for text in found if not re.search(aside or "^$", text.partition(":")[0])]


def check_saved_and_written(seed):
    """A random model is the same after it was saved and loaded, and after its code has run."""
    model = RandomModel(seed).model
    again = restored(model)
    assert_same(model, again)
    assert {**session_of(again), "about": ""} == {**session_of(model), "about": ""}
    # Where rows stand in other data, and what they are called there, is not in the code.
    made = executed(model.to_code(), model)["model"]
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


def bands_of_one_that_is_removed():
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


def bands_of_old_data_of_a_hidden_one():
    model = CostCurveModel({name: scored(i) for i, name in enumerate("abc")})
    model.bootstrap(n_resamples=99, level=0.8)
    model.hide("b")
    model.classifiers = {**model.classifiers, "b": scored(9)}
    return model


def bands_of_a_hidden_one_renamed_and_replaced():
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


def looked_at_in_the_middle():
    model = CostCurveModel({"a": scored(0)}, conditions=Conditions((0.05, 0.2), 1, 3))
    model.pc = 0.5
    return model


def range_with_the_middle():
    model = CostCurveModel({"a": scored(0)}, pc_range=(0.1, 0.7))
    model.pc = 0.5
    return model


def one_under_two_names():
    model = CostCurveModel({"a": scored(0), "b": (0.2, 0.7)})
    model.add("again", model.classifiers["a"])
    model.bootstrap(n_resamples=99, level=0.8)
    model.rename("a", "first")
    return model


def folds_unlike_each_other():
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
        bands_of_one_that_is_removed,
        bands_of_two_of_three,
        bands_of_old_data_of_a_hidden_one,
        bands_of_a_hidden_one_renamed_and_replaced,
        all_removed,
        hidden_folds_averaged_vertically,
        looked_at_in_the_middle,
        range_with_the_middle,
        one_under_two_names,
        folds_unlike_each_other,
        rows_left_out,
    ],
)
def test_models_that_once_did_not_come_back(make):
    model = make()
    assert_same(model, restored(model))
    made = executed(model.to_code(), model)["model"]
    assert_same(model, made, aside=r"\.(place|index|libraries)\b")


@pytest.mark.parametrize("seed", range(40))
def test_any_model_comes_back_the_same(seed):
    check_saved_and_written(seed)


@pytest.mark.long
def test_very_many_models_come_back_the_same(request):
    if not request.config.getoption("--long"):
        pytest.skip("takes minutes: pass --long")
    for seed in range(40, 1000):
        try:
            check_saved_and_written(seed)
        except Exception as error:
            error.add_note(f"seed {seed}: {RandomModel(seed).calls}")
            raise


@pytest.mark.parametrize("index", [[7, 3, 5, 1], list("abca"), ["a", 2, 0.5, True]])
def test_a_session_keeps_what_the_user_calls_the_rows(index):
    rows = pd.Series([0, 1, 0, 1], index=index)
    model = CostCurveModel({"a": predictions(rows, [1, 2, 3, 4])})
    again: Any = model_of(json.loads(json.dumps(session_of(model)))).classifiers["a"]
    assert again.index.tolist() == index


def test_rows_and_clusters_named_by_dates_keep_their_names():
    days = pd.to_datetime(["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-03"])
    rows = pd.Series([0, 1, 0, 1], index=days)
    model = CostCurveModel({"a": predictions(rows, [1, 2, 3, 4], clusters=days, groups=days.date)})
    assert_same(model, restored(model))


def test_rows_that_have_no_word_in_json_are_told_by_their_positions():
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
        {name: predictions(y_true, one, pos_label="ripe") for name, one in scores.items()}
    )


def test_who_is_compared_does_not_follow_the_order_of_the_bands():
    model = fruits()
    model.conditions = Conditions(prior=(0.1, 0.3), cost_fn=(5, 10))
    model.hidden = ["forest"]
    model.bootstrap(n_resamples=99, rng=3)
    again = restored(model)
    assert model.compared == again.compared == ("forest", "tree")
    assert again.to_code() == model.to_code()


def test_an_explorer_is_saved_and_loaded(tmp_path):
    model = fruits()
    model.conditions = Conditions(prior=(0.01, 0.05), cost_fn=5)
    model.bootstrap(n_resamples=100)
    explorer = cc.CostCurveExplorer(model)
    explorer.save(tmp_path / "session.json")
    again = cc.load(tmp_path / "session.json")
    assert_same(model, again.model)
    assert again.model.significance("forest", "tree").level == 0.9
    assert again.model.read().words == model.read().words
    made = executed(explorer.to_code(), model)
    assert isinstance(made["explorer"], cc.CostCurveExplorer)
    for one in (explorer, again, made["explorer"]):
        one.close()


def test_code_refuses_other_data():
    model = fruits()
    code = model.to_code()
    with pytest.raises(AssertionError, match="other data"):
        executed(code, fruits(SCORE + 1))
    assert 'pos_label="ripe"' in code
    assert len(code.splitlines()) == 14


def test_code_of_very_many_counts_asks_for_them():
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


def test_bands_that_are_out_of_date_are_let_go(tmp_path):
    model = fruits()
    model.bootstrap(n_resamples=100, rng=0)
    model.bootstrap_settings = BootstrapSettings(n_resamples=300, rng=0)
    assert model.stale
    model.save(tmp_path / "session.json")
    again = CostCurveModel.load(tmp_path / "session.json")
    assert again.band is None
    assert again.bootstrap_settings == model.bootstrap_settings


def test_a_save_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
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


def test_labels_without_a_word_in_json_are_refused():
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


def test_examples_of_many_classifiers_are_written_once():
    model = CostCurveModel({f"model {i}": (LABEL, SCORE + i) for i in range(5)})
    assert len(session_of(model)["examples"]) == 1


# ---- Older and newer versions


def test_an_older_session_is_migrated_step_by_step(monkeypatch):
    def renamed(old):
        return {**{n: v for n, v in old.items() if n != "knobs"}, "settings": old["knobs"]}

    def spoken(old):
        return {**old, "knobs": {**old["knobs"], "unit": old["knobs"]["unit"].upper()}}

    monkeypatch.setattr(session, "VERSION", VERSION + 2)
    monkeypatch.setattr(session, "MIGRATIONS", {VERSION: spoken, VERSION + 1: renamed})
    old = session_of(CostCurveModel({"rule": (0.2, 0.8)}, unit="eur"))
    old |= {"version": VERSION, "knobs": old.pop("settings")}
    assert model_of(old).unit == "EUR"


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (VERSION + 1, "newer"),
        (0, "never was"),
        (-1, "no session"),
        ("1", "no session"),
        (True, "no session"),
        (None, "no session"),
        (1.0, "no session"),
    ],
)
def test_a_version_that_cannot_be_read_is_told(version, said):
    found = {**session_of(fruits()), "version": version}
    with pytest.raises(CostCurveError, match=said):
        model_of(found)


# ---- What nobody should find in a file


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
def test_what_is_no_session_is_refused(text, tmp_path):
    path = tmp_path / "session.json"
    path.write_text(text, "utf-8")
    with pytest.raises(CostCurveError) as caught:
        load_session(path)
    assert "session.json" in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("path", ["missing.json", ".", None, 3, "a\0b"])
def test_where_no_file_is_is_told(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CostCurveError):
        load_session(path)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "session.json"
    path.write_bytes(b"\xff\xfe" + bytes(range(256)))
    with pytest.raises(CostCurveError, match="no session"):
        load_session(path)


def places(value, path=()):
    """Every place in JSON."""
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
def test_whatever_stands_in_a_session_it_is_read_as_it_should_be_or_refused(place, how, odd):
    found = json.loads(TEXT)
    at = found
    for key in place[:-1]:
        at = at[key]
    if how == "drop":
        del at[place[-1]]
    elif how == "more" and isinstance(at, dict):
        at["surprise"] = copy.deepcopy(odd)
    else:
        at[place[-1]] = copy.deepcopy(odd)
    with suppress(CostCurveError):
        model = model_of(found)
        assert model.read().words
        assert np.all(np.diff(model.derived.hull.fpr) >= 0)
        assert convex_hull([item.curve for item in model.derived.shown]).fpr.size
