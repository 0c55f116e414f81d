"""What is saved, or written as code, is the same model again; nothing else is ever read."""

import base64
import copy
import json
import zlib
from contextlib import suppress
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cc_widgets as cc
from cc_widgets.core import (
    Conditions,
    Predictions,
    cell_counts,
    convex_hull,
    count,
    folds,
    matrix_counts,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.errors import CostCurveError
from cc_widgets.export import session
from cc_widgets.export.session import FORMAT, VERSION, load_session, model_of, session_of
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import having

DRAW = np.random.default_rng(11)
LABEL = DRAW.random(60) < 0.4
SCORE = DRAW.normal(size=60) + LABEL
KNOBS = [name for name in having(CostCurveModel, given=True) if name != "classifiers"]

# ---- Any model that hands and Python can make


NAMES = ["forest", 'say "hi"', "it's", "=1+1", "a\nb\x00", "\u202eevil", "Conditions", "x" * 300]
labels = np.array([0, 0, 1, 1, 0, 1, 0, 1])
scores = st.lists(st.integers(-4, 4), min_size=8, max_size=8).map(lambda some: np.array(some) / 4)
weights = st.lists(st.sampled_from([0.5, 1.0, 3.0]), min_size=8, max_size=8)
rate = st.integers(0, 10).map(lambda tenth: tenth / 10)
EVIDENCE = st.one_of(
    scores.map(lambda score: ("same", score)),
    scores.map(lambda score: ("same", score.astype(np.float32))),
    scores.map(lambda score: predictions(labels, score)),
    st.tuples(scores, weights).map(lambda x: predictions(labels, x[0], sample_weight=x[1])),
    scores.map(
        lambda score: predictions(
            *(labels, score),
            sample_weight=np.arange(8) % 3 + 1,
            weights_are="frequencies",
            clusters=list("aabbccdd"),
            groups=list("xyxyxyxy"),
        )
    ),
    st.tuples(*[st.integers(1, 20)] * 4).map(lambda x: matrix_counts([x[:2], x[2:]])),
    st.just(cell_counts(tp=1, fn=1, fp=1, tn=1)),
    st.just(cell_counts(tp=1.1, fn=0.3, fp=2.2, tn=0.7)),
    st.tuples(rate, rate).map(lambda point: point_set(fpr=point[0], tpr=point[1])),
    st.just(point_set(fpr=[0.3, 0.1], tpr=[0.8, 0.5], labels=["a", "b"], parameter=[3, 1])),
    scores.map(lambda score: count(predictions(labels, score))),
    scores.map(lambda score: roc_curve(count(predictions(labels, score)))),
)
some_conditions = st.one_of(
    st.none(),
    st.builds(Conditions, st.floats(0.01, 0.99), st.integers(1, 9), st.floats(0.1, 50)),
    st.just(Conditions((0.1, 0.3), 1, (2, 7), cost_tp=-1)),
)


@st.composite
def models(draw):
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    given = {name: draw(EVIDENCE) for name in names}
    shared = labels.copy()
    model = CostCurveModel(
        {
            name: predictions(shared, one[1]) if isinstance(one, tuple) else one
            for name, one in given.items()
        }
    )

    def try_to(change, *values):
        with suppress(CostCurveError):
            change(*values)

    def set_to(name, values):
        if draw(st.booleans()):
            try_to(setattr, model, name, draw(values))

    if draw(st.booleans()):
        rng = draw(st.sampled_from([None, 3]))
        method = draw(st.sampled_from(["envelope", "papers"]))
        try_to(lambda: model.bootstrap(n_resamples=40, level=0.8, rng=rng, method=method))
    set_to("follows", st.sampled_from(["prior", "cost_ratio"]))
    set_to("conditions", some_conditions)
    set_to("pc_range", st.sampled_from([(0.2, 0.6), None]))
    set_to("pc", st.floats(0, 1))
    set_to("follows", st.sampled_from(["prior", "cost_ratio"]))
    set_to("hidden", st.lists(st.sampled_from(names), unique=True))
    set_to("compared", st.permutations(names).map(lambda some: some[:2]))
    set_to("least_difference", st.just(0.01))
    set_to("colors", st.fixed_dictionaries({names[0]: st.just("#aabbcc")}))
    set_to("marks", st.just([(names[0], 0.1), (names[0], float("inf"))]))
    set_to("criterion", st.just({"kind": "neyman_pearson", "max_fpr": 0.2}))
    set_to("shown_band", st.sampled_from(names))
    set_to("cost_top", st.sampled_from([0.5, 1, "fit"]))
    set_to("unit", st.sampled_from(["EUR", "'\"\\\n"]))
    set_to("population", st.sampled_from([1, 1e6]))
    set_to("average", st.sampled_from(["cost", "horizontal"]))
    for name in ("roc_fit", "show_hull", "show_answer"):
        set_to(name, st.booleans())
    if draw(st.booleans()):
        try_to(lambda: model.add_note("we <b>operate</b>\nhere", classifier=names[-1]))
        try_to(lambda: model.add_note("\u202e=1+1", pc=(0.1, 0.2)))
    if draw(st.booleans()):
        model.reorder(draw(st.permutations(names)))
    pin = st.one_of(
        st.builds(lambda i: {"kind": "point", "index": i}, st.integers(0, 6)),
        st.builds(lambda i: {"kind": "edge", "index": i}, st.integers(0, 2)),
        st.just({"kind": "free", "space": "cost", "x": 0.5, "y": 0.25}),
    )
    set_to("pins", st.lists(pin, max_size=3))
    return model


def parts(given):
    """The arrays and facts of a classifier; of examples only how they are known."""
    known = {each.name: getattr(given, each.name) for each in fields(given)}
    for name in ("examples", "libraries", "cluster_names"):
        known.pop(name, None)
    for name in ("counts", "groups"):
        if known.get(name) is not None:
            known[name] = parts(known[name])
    return type(given), known


def same_parts(one, other):
    (kind, mine), (other_kind, yours) = one, other
    assert kind is other_kind
    assert mine.keys() == yours.keys()
    for name, value in mine.items():
        if isinstance(value, tuple) and value and isinstance(value[0], type):
            same_parts(value, yours[name])
        elif isinstance(value, np.ndarray):
            assert value.dtype == yours[name].dtype
            assert np.array_equal(value, yours[name])
        else:
            assert (type(value), value) == (type(yours[name]), yours[name])


def assert_same(model, again):
    """Every knob, the evidence, who scored the same examples, and bands to the last digit."""
    assert list(again.classifiers) == list(model.classifiers)
    for name, given_ in model.classifiers.items():
        same_parts(parts(given_), parts(again.classifiers[name]))
    scored = [name for name, one in model.classifiers.items() if isinstance(one, Predictions)]
    for one in scored:
        for other in scored:
            pair = model.classifiers[one], model.classifiers[other]
            both = again.classifiers[one], again.classifiers[other]
            assert pair[0].same_examples(pair[1]) == both[0].same_examples(both[1])
    drawn = model.band is not None and not model.stale
    for name in KNOBS:
        mine, yours = getattr(model, name), getattr(again, name)
        if name == "bootstrap_settings" and drawn and mine.rng is None:
            assert (yours.rng, model.seed) == (model.seed, yours.rng)
            yours = BootstrapSettings(
                **{each.name: getattr(yours, each.name) for each in fields(yours)} | {"rng": None}
            )
        assert mine == yours, name
    assert again.fingerprint == model.fingerprint
    if drawn:
        assert not again.stale
        assert again.band.among == model.band.among
        pairs = [(band, again.band.each[name]) for name, band in model.band.each.items()]
        pairs += [(model.band.best, again.band.best), (model.difference, again.difference)]
        for mine, yours in pairs:
            assert (mine is None) == (yours is None)
            for part in ("pc", "lower", "upper", "estimate") if mine is not None else ():
                assert np.array_equal(getattr(mine, part), getattr(yours, part))
    else:
        assert again.band is None
    assert again.read().words == model.read().words or drawn or model.band is not None


def variables(model):
    """What the user of the code has: labels and scores."""
    groups: list[dict[str, Predictions]] = []
    for name, one in model.classifiers.items():
        if isinstance(one, Predictions):
            known = (g for g in groups if next(iter(g.values())).same_examples(one))
            group = next(known, None)
            if group is None:
                groups.append(group := {})
            group[name] = one
    return groups


def executed(code, model):
    names: dict[str, object] = {}
    story = session.story_of(model)
    for place, group in enumerate(variables(SimpleNamespace(classifiers=story.classifiers))):
        end = f"_{place + 1}" if place else ""
        first = next(iter(group.values()))
        negative, positive = first.classes
        names[f"y_true{end}"] = [positive if yes else negative for yes in first.positive]
        names[f"scores{end}"] = {name: one.score for name, one in group.items()}
        names[f"weights{end}"] = {name: one.weight for name, one in group.items()}
        names[f"clusters{end}"] = {name: one.clusters for name, one in group.items()}
        names[f"groups{end}"] = {
            name: np.array(one.groups.names)[one.groups.code]
            for name, one in group.items()
            if one.groups is not None
        }
    exec(compile(code, "code", "exec"), names)  # noqa: S102 (our own code)
    return names


@pytest.mark.parametrize("index", [[7, 3, 5, 1], list("abca"), ["a", 2, 0.5, True]])
def test_a_session_keeps_what_the_user_calls_the_rows(index):
    rows = pd.Series([0, 1, 0, 1], index=index)
    model = CostCurveModel({"a": predictions(rows, [1, 2, 3, 4])})
    again: Any = model_of(json.loads(json.dumps(session_of(model)))).classifiers["a"]
    assert again.index.tolist() == index


def test_rows_that_have_no_word_in_json_are_told_by_their_positions():
    rows = pd.Series([0, 1], index=pd.to_datetime(["2026-01-01", "2026-01-02"]))
    model = CostCurveModel({"a": predictions(rows, [1, 2])})
    kept: Any = [model.classifiers["a"], model_of(session_of(model)).classifiers["a"]]
    assert kept[0].index.size == 2
    assert kept[1].index is None


SLOW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@SLOW
@given(models())
def test_code_makes_the_same_model(model):
    assert_same(model, executed(model.to_code(), model)["model"])


@SLOW
@given(models())
def test_a_session_is_the_same_model(model):
    written = json.loads(json.dumps(session_of(model)))
    again = model_of(written)
    assert_same(model, again)
    told = session_of(again)
    assert {**told, "about": ""} == {**written, "about": ""}


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
    again = model_of(json.loads(json.dumps(session_of(model))))
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


def test_matrices_of_older_sessions_have_no_scores_either():
    written = session_of(CostCurveModel({"C4.5": [[6, 4], [4, 16]]}))
    assert written["classifiers"][0].pop("scored") is False
    assert model_of(written).cost(pc=0.5).threshold is None


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
