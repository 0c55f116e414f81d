"""Pictures for paper: what stands in them is what the model says."""

import struct
from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter
from PIL import Image

import cc_widgets as cc
from cc_widgets.core import Conditions, lower_envelope
from cc_widgets.errors import CostCurveError
from cc_widgets.export.figure import png_of, svg_of
from cc_widgets.model.state import CostCurveModel
from tests.support.examples import LABEL, model_of, score

SAME = 1e-12


def pair(**given):
    data = {"forest": (LABEL, score(0, 1.5)), "logistic": (LABEL, score(1))}
    return CostCurveModel(data, **given)


def artists(figure, gid):
    return figure.findobj(lambda one: (one.get_gid() or "").startswith(gid))


def texts(figure):
    return [one.get_text() for one in figure.findobj(lambda one: hasattr(one, "get_text"))]


@pytest.mark.parametrize("axis", ["pc", "prior", "cost_ratio"])
def test_the_curves_of_cost_space_are_the_envelopes_of_core(axis):
    model = pair(axis=axis, conditions=Conditions(0.2, 1, 3))
    found = artists(model.to_figure(), "envelope-")
    assert len(found) == 2
    for one, item in zip(found, model.derived.classifiers, strict=True):
        truth = lower_envelope(item.hull)
        assert np.abs(one.get_xdata() - truth.pc).max() <= SAME
        assert np.abs(one.get_ydata() - truth.cost).max() <= SAME


def test_on_a_logit_axis_they_stand_at_the_log_odds():
    model = pair(axis="logit")
    one = artists(model.to_figure(), "envelope-0")[0]
    pc = 1 / (1 + np.exp(-one.get_xdata()))
    truth = model.derived.classifiers[0].envelope
    assert np.abs(np.interp(pc, truth.pc, truth.cost) - one.get_ydata()).max() <= SAME


def test_the_curves_of_roc_space_are_those_of_the_data():
    model = pair()
    one = artists(model.to_figure(), "roc-1")[0]
    item = model.derived.classifiers[1]
    assert np.array_equal(one.get_xdata(), item.curve.fpr[item.outline])
    assert np.array_equal(one.get_ydata(), item.curve.tpr[item.outline])


def test_what_is_recommended_has_a_ring_in_both_spaces():
    model = pair(conditions=Conditions(0.3, 1, 2))
    roc, cost = artists(model.to_figure(), "recommended")
    best = model.best().choices[0]
    assert (roc.get_xdata()[0], roc.get_ydata()[0]) == (best.fpr, best.tpr)
    assert cost.get_xdata()[0] == model.pc
    assert cost.get_ydata()[0] == pytest.approx(model.cost().normalised, abs=SAME)


@pytest.mark.parametrize(
    ("switch", "gid"),
    [
        ("show_hull", "hull"),
        ("show_hull", "envelope-"),
        ("show_lines", "lines-"),
        ("show_lines", "roc-"),
        ("show_answer", "recommended"),
        ("show_roc", "roc-"),
        ("show_cost", "envelope-"),
        ("show_cost", "cheapest"),
    ],
)
def test_what_is_switched_off_is_not_drawn(switch, gid):
    model = pair()
    assert artists(model.to_figure(), gid)
    setattr(model, switch, False)
    assert not artists(model.to_figure(), gid)


def test_names_and_answer_are_not_written_when_they_are_switched_off():
    model = pair()
    headline = model.read().answer.headline
    assert headline in texts(model.to_figure())
    assert texts(model.to_figure()).count("logistic") >= 2
    model.show_labels = model.show_answer = False
    said = texts(model.to_figure())
    assert headline not in said
    assert said.count("logistic") <= 1  # on the ribbon


def test_a_hidden_classifier_is_nowhere():
    model = pair(hidden=("logistic",))
    figure = model.to_figure()
    assert not artists(figure, "envelope-1")
    assert not any("logistic" in text for text in texts(figure) if "classifiers" not in text)


def test_bands_are_drawn_and_said_what_they_cover():
    data = {"a": (LABEL, score(0, 1.5)), "b": (LABEL, score(1))}
    model = model_of(**data)
    model.bootstrap()
    figure = model.to_figure()
    assert len(artists(figure, "band-")) == 2
    covers = model.band.each["a"].covers
    assert covers.split(",")[0] in " ".join(texts(figure))
    model.show_bands = False
    assert not artists(model.to_figure(), "band-")


def test_what_to_expect_in_use_is_drawn_in_both_spaces_and_named():
    model = model_of(a=(LABEL, score(0, 1.5)), b=(LABEL, score(1)))
    model.bootstrap(n_resamples=200)
    assert not artists(model.to_figure(), "expected")
    model.show_expected = True
    figure = model.to_figure()
    assert len(artists(figure, "expected")) == 6, "of both, and of the best, in both spaces"
    assert "expected in use" in texts(figure)


def test_of_folds_it_is_said_what_the_area_behind_them_is_not():
    model = model_of(a=[(LABEL, score(0, 1.5)), (LABEL, score(1))])
    said = "not how sure their average is"
    assert said in " ".join(texts(model.to_figure()))
    model.show_hull = False
    assert said not in " ".join(texts(model.to_figure()))


def test_png_is_wide_and_says_what_it_is_of():
    model = pair()
    png = png_of(model)
    width, height = struct.unpack(">II", png[16:24])
    assert width == 1920
    assert height > 800
    assert b"Title\x00" in png
    assert model.fingerprint.encode() in png
    assert struct.unpack(">II", png_of(model, scale=1, width=800)[16:24])[0] == 800


STYLE = {
    "figure.autolayout": True,
    "figure.facecolor": "black",
    "axes.facecolor": "black",
    "axes.grid.axis": "x",
    "lines.marker": "o",
    "text.color": "white",
    "xtick.minor.visible": True,
}


def test_a_picture_looks_as_ever_whatever_style_is_in_force():
    model = pair()
    usual = pixels(png_of(model))
    with mpl.rc_context(STYLE):
        styled = pixels(png_of(model))
        assert mpl.rcParams["text.color"] == "white"
    assert np.array_equal(usual, styled)
    assert tuple(usual[0, 0]) == (255, 255, 255)


def pixels(png):
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def test_a_cell_that_ends_in_a_figure_shows_it():
    bundle, told = DisplayFormatter().format(pair().to_figure())
    shown = Image.open(BytesIO(bundle["image/png"]))
    assert shown.width == 2 * told["image/png"]["width"] >= 800


def test_svg_has_its_words_as_text_and_needs_no_style_sheet():
    svg = svg_of(pair())
    root = parsed(svg)
    said = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "logistic" in said
    assert b"var(" not in svg
    assert root.get("width") == "960"
    assert float(root.get("height", "0")) > 300


def parsed(svg):
    return ET.parse(BytesIO(svg)).getroot()  # noqa: S314 (we have written it)


def boxes(figure):
    figure.canvas.draw()
    for ax in figure.axes:
        yield [
            (text.get_text(), text.get_window_extent())
            for text in ax.texts
            if text.get_rotation() == 0 and text.get_text()
        ]


def test_notes_are_numbered_in_both_spaces_and_listed_below():
    model = pair()
    model.add_note("we operate here", classifier="forest")
    model.add_note("the years to come", pc=(0.1, 0.3))
    model.add_note("hidden later", classifier="logistic")
    figure = model.to_figure()
    assert any(text.startswith("1. we operate here (forest from score") for text in texts(figure))
    assert "2. the years to come (PC(+) 0.1 to 0.3)" in texts(figure)
    assert [texts(ax).count("2") for ax in figure.axes] == [1, 1, 0]
    model.hide("logistic")
    assert [texts(ax).count("3") for ax in model.to_figure().axes] == [0, 0, 0]


def test_a_line_is_numbered_where_there_is_room():
    model = pair(conditions=Conditions(prior=(0.1, 0.3), cost_fn=(5, 10)))
    model.bootstrap(n_resamples=99, rng=3)
    for threshold in (0.4, 0.5, 0.6):
        model.add_note("here", classifier="forest", threshold=threshold, line=True)
    found = texts(model.to_figure())
    assert [found.count(one) for one in "123"] == [2, 2, 2]  # once in each space


def test_a_range_a_limit_and_marks_are_drawn_where_they_are():
    model = pair(pc_range=(0.2, 0.4), criterion={"kind": "neyman_pearson", "max_fpr": 0.1})
    model.mark("forest", 0.8)
    figure = model.to_figure()
    roc, cost = artists(figure, "in-use")
    one = model.in_use[0]
    assert (roc.get_xdata()[0], roc.get_ydata()[0]) == (one.fpr, one.tpr)
    assert list(cost.get_ydata()) == [one.fpr, 1 - one.tpr]
    line, mark = artists(figure, "limit")
    assert list(line.get_xdata()) == [0.1, 0.1]
    assert mark.get_ydata()[0] == pytest.approx(0.1)
    assert {at.get_xdata()[0] for at in artists(figure, "range")[2:]} == {0.2, 0.4}


def test_a_classifier_without_room_for_its_name_is_in_the_key():
    given = {f"name {i}": (LABEL, score(i, 0.4 + 0.1 * i)) for i in range(30)}
    said = texts(CostCurveModel(given).to_figure())
    assert all(name in said for name in given)


@pytest.mark.parametrize("count", [2, 6, 30])
def test_words_do_not_lie_on_each_other(count):
    given = {f"a rather long name {i}": (LABEL, score(i, 0.4 + 0.1 * i)) for i in range(count)}
    model = CostCurveModel(given)
    for width in (10.0, 7.0, 3.5):
        for placed in boxes(model.to_figure(width=width)):
            for (one, first), (other, second) in combinations(placed, 2):
                assert not first.padded(-1).overlaps(second.padded(-1)), (width, one, other)


NASTY = {
    "$\\frac{1}{0}$ $x_": "$\\frac{1}{0}$ $x_",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "two\nlines\tand \x07 bell": "two lines and bell",
    "right \u202eto\u2066 left": "right to left",
    "emoji \U0001f600 and \u4e2d": None,
    "x" * 100_000: None,
    "\udc80 half": None,
}


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_a_name_is_text_whatever_it_is(name, recwarn):
    model = CostCurveModel({name: (LABEL, score(0, 1.5)), "other": (LABEL, score(1))})
    figure = model.to_figure()
    figure.canvas.draw()
    if said := NASTY[name]:
        assert any(said[:20] in text for text in texts(figure))
    root = parsed(svg_of(model))
    assert not list(root.iter("script"))
    assert png_of(model)[:4] == b"\x89PNG"
    assert not recwarn.list


@pytest.mark.parametrize("wanted", [{"width": 0}, {"width": float("nan")}, {"scale": "2"}])
def test_a_size_that_makes_no_sense_is_refused(wanted):
    with pytest.raises(CostCurveError, match="must be a number from"):
        pair().to_png(**wanted)


def test_a_file_is_written_as_a_whole_or_not_at_all(tmp_path):
    target = tmp_path / "figure.png"
    model = pair()
    assert model.to_png(target) is None
    before = target.read_bytes()
    assert before[:4] == b"\x89PNG"
    with pytest.raises(CostCurveError, match=r"ends in \.svg"):
        model.to_svg(target)
    with pytest.raises(CostCurveError, match="path"):
        model.to_png(tmp_path / "nowhere" / "figure.png")
    assert target.read_bytes() == before
    assert list(tmp_path.iterdir()) == [target]


def test_an_explorer_hands_out_the_pictures_of_its_model():
    explorer = cc.CostCurveExplorer(pair())
    assert bytes(explorer.to_png() or b"")[:4] == b"\x89PNG"
    assert b"<svg" in bytes(explorer.to_svg() or b"")
    assert len(explorer.to_figure().axes) == 3
    explorer.close()


@pytest.mark.parametrize("given", [{}, {"perfect": (LABEL, LABEL * 1.0)}, {"m": [[6, 4], [4, 16]]}])
def test_every_model_has_a_picture(given):
    model = CostCurveModel(given)
    assert png_of(model)[:4] == b"\x89PNG"
    model.hidden = tuple(given)
    assert png_of(model)[:4] == b"\x89PNG"


def test_without_matplotlib_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r'pip install "cc-widgets\[static\]"'):
        pair().to_png()


def test_bands_and_a_box_are_in_roc_space_too_and_said_where_they_are_no_duals():
    label, values = np.tile([0, 1], 40), np.random.default_rng(0).normal(size=80)
    model = CostCurveModel({"a": (label, values + label)})
    model.bootstrap(n_resamples=100, rng=0)
    figure = model.to_figure()
    ids = {artist.get_gid() for artist in figure.findobj() if artist.get_gid()}
    assert {"band-0", "roc-band-0", "rates"} <= ids
    model.roc_band = "vertical"
    words = " ".join(text.get_text() for text in model.to_figure().texts)
    assert "false positive rate, at each single one" in " ".join(words.split())
    model.show_bands = False
    ids = {artist.get_gid() for artist in model.to_figure().findobj() if artist.get_gid()}
    assert not {"band-0", "roc-band-0", "rates"} & ids
