"""Tables match the model exactly; names are escaped in CSV and Markdown."""

import csv
import re
import sys
from dataclasses import replace
from io import StringIO
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_widgets.core import Conditions, point_set
from cc_widgets.errors import CostCurveError
from cc_widgets.export import tables
from cc_widgets.export.tables import TABLES, columns_of, markdown_text
from cc_widgets.model.differences import significance_words
from cc_widgets.model.drawing import rate_intervals
from cc_widgets.model.numerals import percent
from cc_widgets.model.state import CostCurveModel

DRAW = np.random.default_rng(3)
LABEL = DRAW.random(300) < 0.4
SCORES = {
    name: DRAW.normal(size=300) + shift * LABEL for name, shift in (("forest", 1.6), ("tree", 0.7))
}
HOSTILE = [
    "=1+1",
    "+SUM(A1)",
    "-2+3",
    "@cmd",
    " =A1",
    'a,"b"\nc',
    "a|b",
    "<script>alert(1)</script>",
    "*bold* _it_ `code` [x](http://a.b) ![i](j)",
    "# head",
    "1. first",
    "\x00\x1b[31m",
    "\u202eevil",
    "\ud800",
    "$x$ &amp; www.a.b a@b.c https://a.b",
    "x" * 100_000,
]


@pytest.fixture(scope="module")
def model():
    made = CostCurveModel({**{name: (LABEL, score) for name, score in SCORES.items()}})
    made.add("C4.5", [[6, 4], [4, 16]])
    made.add("points", point_set(fpr=[0.1, 0.3], tpr=[0.5, 0.8], labels=["few", "many"]))
    made.bootstrap(n_resamples=200, rng=0)
    return made


def test_classifier_rows_match_model(model):
    frame = model.to_frame("classifiers").set_index("classifier")
    for name in model.classifiers:
        paid, row = model.cost(name), frame.loc[name]
        assert (row["cost"], row["fpr"], row["tpr"]) == (paid.normalised, paid.fpr, paid.tpr)
        reach = model.operating_range(name)
        assert (row["pc_low"], row["pc_high"]) == (reach.pc_low, reach.pc_high)
    assert tuple(frame.loc["forest", ["lower", "upper"]]) == tuple(
        model.confidence_interval("forest")
    )
    assert frame.loc["forest", ["positives", "negatives"]].tolist() == [LABEL.sum(), (~LABEL).sum()]
    assert frame["threshold"].isna().tolist() == [False, False, True, True]
    assert frame.loc["points", ["positives", "lower"]].isna().all()


def test_operating_ranges_are_those_on_new_data():
    model = CostCurveModel({"forest": (LABEL, SCORES["forest"])})
    (row,) = model.to_frame("classifiers").to_dict("records")
    ranges = model.operating_range(), model.operating_range(observed=True)
    reach, observed = (each for each in ranges if each is not None)
    assert (row["pc_low"], row["pc_high"]) == (reach.pc_low, reach.pc_high)
    assert observed.pc_low < reach.pc_low < reach.pc_high < observed.pc_high


def test_thresholds_are_scores_with_matching_rates(model):
    rows = model.to_frame("thresholds")
    for name, score in SCORES.items():
        own = rows[(rows["classifier"] == name) & np.isfinite(rows["threshold"].astype(float))]
        assert set(own["threshold"]) <= set(score)
        for _, row in own.iloc[::17].iterrows():
            called = score >= row["threshold"]
            assert (row["fp"], row["tp"]) == ((called & ~LABEL).sum(), (called & LABEL).sum())
            assert row["cost"] == pytest.approx(
                (row["fpr"] + 1 - row["tpr"]) / 2, abs=1e-15
            )  # at PC(+) 0.5
    assert rows[rows["classifier"] == "points"]["label"].dropna().tolist() == ["few", "many"]


def test_thresholds_have_the_range_of_pc_in_which_they_are_cheapest(model):
    for name in model.classifiers:
        columns = columns_of(model, "thresholds")
        rows = zip(*columns.values(), strict=True)
        reaches = [
            (row["pc_low"], row["pc_high"], row)
            for row in (dict(zip(columns, values, strict=True)) for values in rows)
            if row["classifier"] == name and row["pc_low"] is not None
        ]
        lows, highs, _ = zip(*reaches, strict=True)
        assert lows[0] < highs[0]
        assert lows[1:] == highs[:-1]
        for low, high, row in reaches:
            assert low <= high
            pc = (low + high) / 2
            cost = (1 - pc) * row["fpr"] + pc * (1 - row["tpr"])
            assert cost == pytest.approx(model.cost(name, pc).normalised, abs=1e-12)


def test_limits_of_stale_bands_are_omitted():
    model = CostCurveModel({name: (LABEL, score) for name, score in SCORES.items()})
    model.bootstrap(n_resamples=200, rng=0)
    assert None not in columns_of(model, "classifiers")["lower"]
    model.level = 0.8
    model.resampling = replace(model.resampling, n_resamples=300)
    assert model.bands is not None
    assert model.bands.is_stale
    for column in ("lower", "upper", "expected"):
        assert columns_of(model, "classifiers")[column] == [None, None]
    estimated = columns_of(CostCurveModel(model.classifiers, level=0.8), "envelope")
    assert columns_of(model, "envelope")["expected_low"] == estimated["expected_low"]


def test_envelope_has_no_gaps(model):
    columns = columns_of(model, "envelope")
    assert columns["pc_low"][0] == 0.0
    assert columns["pc_high"][-1] == 1.0
    assert columns["pc_low"][1:] == columns["pc_high"][:-1]
    assert columns["cost_low"][1:] == columns["cost_high"][:-1]
    rows = zip(*(columns[name] for name in ("pc_low", "pc_high", "classifier")), strict=True)
    for low, high, name in rows:
        assert model.cost(pc=(low + high) / 2).name == name


def test_comparison_rows(model):
    columns = columns_of(model, "comparison")
    assert columns["pc_low"][1:] == columns["pc_high"][:-1]
    comparison = model.compare("forest", "tree")
    sure = comparison.significance.ranges
    rows = zip(*columns.values(), strict=True)
    for first, second, low, high, cheaper, difference, pc, _, significant in rows:
        middle = (low + high) / 2
        costs = [model.cost(name, middle).normalised for name in (first, second)]
        assert cheaper in {None, (first, second)[int(costs[0] > costs[1])]}
        most = [model.cost(name, pc).normalised for name in (first, second)]
        assert difference == pytest.approx(most[0] - most[1], abs=1e-12)
        assert low <= pc <= high
        inside = (sure.pc_low <= middle) & (middle <= sure.pc_high)
        assert significant == inside.any()
    assert True in columns["significant"]
    assert min(columns["difference"]) == pytest.approx(-comparison.first_max_advantage[0])


def test_expected_costs_require_bands(model):
    assert set(columns_of(model, "envelope")["expected_low"]) == {None}
    model = CostCurveModel({name: (LABEL, score) for name, score in SCORES.items()})
    model.bootstrap(n_resamples=200, rng=0)
    table, best = columns_of(model, "envelope"), model.bands.best
    assert table["expected_low"][1:] == table["expected_high"][:-1]
    assert table["expected_low"] == pytest.approx(
        np.interp(table["pc_low"], best.pc, best.expected)
    )
    assert (
        columns_of(model, "classifiers")["expected"][0]
        == model.confidence_interval("forest").expected
    )


def test_hidden_classifiers_are_omitted():
    model = CostCurveModel({"a": (0.2, 0.8), "b": (0.1, 0.4)}, hidden=["b"])
    assert set(columns_of(model, "thresholds")["classifier"]) == {"a"}
    assert columns_of(model, "classifiers")["visible"] == [True, False]


def test_empty_model_has_empty_tables_and_report():
    model = CostCurveModel()
    for table in set(TABLES) - {"envelope"}:
        assert set(map(len, columns_of(model, table).values())) == {0}
        assert list(model.to_frame(table).columns) == list(TABLES[table].row._fields)
        assert (model.to_csv(what=table) or "").count("\n") == 1
    assert model.recommend().advice.headline.split()[0] in model.to_markdown()


@pytest.mark.parametrize("name", ["", "Classifiers", None, ["envelope"]])
def test_unknown_table_raises(name):
    with pytest.raises(CostCurveError, match="classifiers"):
        CostCurveModel().to_frame(name)


def test_frames_have_library_of_input(monkeypatch):
    polars: Any = ModuleType("polars")
    polars.Series = type("Series", (list,), {"__module__": "polars.series.series"})
    polars.DataFrame = type("DataFrame", (dict,), {"__module__": "polars"})
    polars.__spec__ = pd.__spec__
    monkeypatch.setitem(sys.modules, "polars", polars)
    label = [0, 1, 0, 1]
    mixed = CostCurveModel({"list": (label, [0.2, 0.1, 0.4, 0.3])})
    assert isinstance(mixed.to_frame(), pd.DataFrame)
    assert mixed.to_frame().attrs["fingerprint"] == mixed.fingerprint
    mixed.add("column", (label, polars.Series([0.1, 0.4, 0.2, 0.3])))
    assert isinstance(mixed.to_frame("envelope"), polars.DataFrame)
    assert mixed.to_frame("envelope")["classifier"] == columns_of(mixed, "envelope")["classifier"]


def test_columns_have_one_type():
    model = CostCurveModel({"whole": [[6, 4], [4, 16]], "weighted": [[6.5, 4.25], [4, 16]]})
    columns = columns_of(model, "classifiers")
    assert columns["negatives"] == [10.0, 10.75]
    for column in columns.values():
        assert len({type(value) for value in column if value is not None}) <= 1


def test_columns_without_pandas(monkeypatch):
    monkeypatch.setattr(tables, "find_spec", lambda _: None)
    columns = CostCurveModel({"rule": (0.25, 0.75)}).to_frame("envelope")
    assert columns["cost_high"] == [0.25, 0.25, 0.0]


def test_csv_round_trip_is_exact(model, tmp_path):
    for table in TABLES:
        text = model.to_csv(what=table)
        assert model.to_csv(tmp_path / "table.csv", what=table) is None
        assert (tmp_path / "table.csv").read_bytes().decode() == text
        rows = list(csv.DictReader(StringIO(text)))
        columns = columns_of(model, table)
        for name, column in columns.items():
            read = [row[name] for row in rows]
            assert read == ["" if value is None else str(value) for value in column]


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name[:12]))
def test_hostile_names_are_escaped_in_every_table(name, tmp_path):
    model = CostCurveModel({name: (0.25, 0.75)}, conditions=Conditions(0.3))
    model.add_note(name[:9_000], classifier=name)
    model.to_csv(tmp_path / "table.csv")
    _, row = csv.reader(StringIO((tmp_path / "table.csv").read_text("utf-8")))
    assert not re.match(r"\s*[=+\-@]", row[0])
    assert len(row) == len(columns_of(model, "classifiers"))
    table = model.to_markdown("classifiers").split("\n")
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table}) == 1
    assert len(table) == 3
    report = model.to_markdown()
    assert report.encode()
    assert not re.search(r"(?<!\\)<(?!/?span>)[a-z/!]|(?<!\\)`|(?<!\\)\]\(|\u202e|(?<=:)//", report)
    assert "\x00" not in report


@given(st.text(max_size=40))
def test_markdown_text_is_escaped(text):
    plain = re.sub("<span>(.{2})</span>", r"\1", markdown_text(text))
    shown = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", plain)
    lost = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
    plain = re.sub("[\u202a-\u202e\u2066-\u2069]", "", text)
    assert shown == " ".join(lost.sub("\N{REPLACEMENT CHARACTER}", plain).split())


def test_report_has_recommendation_and_provenance(model):
    model.add_note("we operate here", pc=0.33)
    report = model.to_markdown(title="Trial 7")
    answer = model.recommend().advice
    assert report.startswith(f"# Trial 7\n\n**{markdown_text(answer.headline)}**\n")
    for sentence in (*answer.lines, *answer.why):
        assert f"- {markdown_text(sentence)}\n" in report
    assert "\n\n## Notes\n\n1. we operate here (PC(+) 0.33)" in report
    assert f"Data {model.fingerprint}; seed 0;" in report
    assert model.to_markdown("classifiers") in report


@pytest.mark.parametrize("over", [None, (0.2, 0.4)])
def test_report_has_sections_and_assumptions(over):
    rng = np.random.default_rng(0)
    label = rng.integers(0, 2, 200)
    scores = {name: (label, label * by + rng.normal(size=200)) for name, by in (("a", 1), ("b", 2))}
    model = CostCurveModel(scores, pc_range=over)
    model.bootstrap(n_resamples=100, rng=0)
    report = model.to_markdown()
    stability, box = model._stability, rate_intervals(model)
    assert stability is not None
    assert box is not None
    assert ("in the middle of your range" in stability.words) == (over is not None)
    rates = f"finds {percent(box.tpr)} of positives ({percent(box.limits.tpr[0])} to "
    sentences = (
        *stability.lines,
        *model.sample_size().lines[:1],
        significance_words(model).splitlines()[0],
    )
    for sentence in map(markdown_text, sentences):
        assert sentence in report
    assert "Areas under the ROC curve: b " in report
    assert rates in report
    assert "check both rates on recent cases" in report
    for heading in ("Compared", "What resamples choose", "With more examples"):
        assert f"## {heading}\n\n- " in report
    assert "## What resamples choose" not in CostCurveModel(scores).to_markdown()


def test_report_has_currency_number_of_cases_and_common_threshold():
    model = CostCurveModel({"forest": (LABEL, SCORES["forest"])})
    assert "Conditions: PC(+) 0.5.\n" in model.to_markdown()
    model.conditions = Conditions(0.02, 2, (30, 60), currency="EUR", n_cases=10_000)
    stated = "Conditions: prior 0.02, costs 2 : 30 to 60, currency EUR, 10,000 cases.\n"
    assert stated in model.to_markdown()
    fold = np.arange(300) % 3
    model.classifiers = {
        "forest": [(LABEL[fold == k], SCORES["forest"][fold == k]) for k in range(3)]
    }
    shared = model.recommend().common_threshold
    assert shared is not None
    assert f"- {markdown_text(shared.words)}\n" in model.to_markdown()


def test_auc_columns(model):
    columns = columns_of(model, "classifiers")
    n_areas = 0
    for at, name in enumerate(columns["classifier"]):
        row = [columns[f"roc_area{end}"][at] for end in ("", "_lower", "_upper")]
        if row[0] is not None:
            area, n_areas = model.about(name).area, n_areas + 1
            assert row == [area.value, area.lower, area.upper]
    assert n_areas
    bare = columns_of(CostCurveModel({"point": (0.3, 0.7)}), "classifiers")
    assert bare["roc_area"] == bare["roc_area_lower"] == [None]
