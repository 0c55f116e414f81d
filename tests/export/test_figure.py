"""Static pictures of both spaces."""

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


def pair(**traits):
    data = {"forest": (LABEL, score(0, 1.5)), "logistic": (LABEL, score(1))}
    return CostCurveModel(data, **traits)


def artists(figure, gid):
    return figure.findobj(lambda artist: (artist.get_gid() or "").startswith(gid))


def texts(figure):
    return [
        artist.get_text() for artist in figure.findobj(lambda artist: hasattr(artist, "get_text"))
    ]


@pytest.mark.parametrize("axis", ["pc", "prior", "cost_ratio"])
def test_cost_space_has_lower_envelopes(axis):
    model = pair(view={"axis": axis}, conditions=Conditions(0.2, 1, 3))
    curves = artists(model.to_figure(), "envelope-")
    assert len(curves) == 2
    for curve, item in zip(curves, model.curves.classifiers, strict=True):
        truth = lower_envelope(item.hull)
        assert np.abs(curve.get_xdata() - truth.pc).max() <= SAME
        assert np.abs(curve.get_ydata() - truth.cost).max() <= SAME


def test_logit_axis_uses_log_odds():
    model = pair(view={"axis": "logit"})
    curve = artists(model.to_figure(), "envelope-0")[0]
    pc = 1 / (1 + np.exp(-curve.get_xdata()))
    truth = model.curves.classifiers[0].envelope
    assert np.abs(np.interp(pc, truth.pc, truth.cost) - curve.get_ydata()).max() <= SAME


def test_roc_space_has_roc_curves():
    model = pair()
    curve = artists(model.to_figure(), "roc-1")[0]
    item = model.curves.classifiers[1]
    assert np.array_equal(curve.get_xdata(), item.curve.fpr[item.outline.index])
    assert np.array_equal(curve.get_ydata(), item.curve.tpr[item.outline.index])


def test_recommendation_has_ring_in_both_spaces():
    model = pair(conditions=Conditions(0.3, 1, 2))
    roc, cost = artists(model.to_figure(), "recommended")
    best = model.recommend().over_range.choices[0]
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
def test_hidden_parts_are_not_drawn(switch, gid):
    model = pair()
    assert artists(model.to_figure(), gid)
    setattr(model.view, switch, False)
    assert not artists(model.to_figure(), gid)


def test_hidden_texts_are_not_written():
    model = pair()
    headline = model.recommend().advice.headline
    assert headline in texts(model.to_figure())
    assert texts(model.to_figure()).count("logistic") >= 2
    model.view.show_labels = model.view.show_answer = False
    written = texts(model.to_figure())
    assert headline not in written
    assert written.count("logistic") <= 1  # on the ribbon


def test_hidden_classifier_is_not_drawn():
    model = pair(hidden=("logistic",))
    figure = model.to_figure()
    assert not artists(figure, "envelope-1")
    assert not any("logistic" in text for text in texts(figure) if "classifiers" not in text)


def test_bands_are_drawn_and_explained():
    data = {"a": (LABEL, score(0, 1.5)), "b": (LABEL, score(1))}
    model = model_of(**data)
    model.bootstrap()
    figure = model.to_figure()
    assert len(artists(figure, "band-")) == 2
    covers = model.bands.each["a"].covers
    assert covers.split(",")[0] in " ".join(texts(figure))
    model.view.show_bands = False
    assert not artists(model.to_figure(), "band-")


def test_expected_curves_are_drawn_in_both_spaces():
    model = model_of(a=(LABEL, score(0, 1.5)), b=(LABEL, score(1)))
    model.bootstrap(n_resamples=200)
    assert not artists(model.to_figure(), "expected")
    model.view.show_expected = True
    figure = model.to_figure()
    assert len(artists(figure, "expected")) == 6, "of both, and of the best, in both spaces"
    assert "expected in use" in texts(figure)
    best, curves = model.bands.best, artists(figure.axes[1], "expected")
    cost = np.interp(0.4, *curves[-1].get_data())
    assert cost == pytest.approx(np.interp(0.4, best.pc, best.expected), abs=1e-4)
    assert cost < np.interp(0.4, best.pc, best.upper) - 0.01


def test_spread_of_folds_is_explained():
    model = model_of(a=[(LABEL, score(0, 1.5)), (LABEL, score(1))])
    sentence = "not how sure their average is"
    assert sentence in " ".join(texts(model.to_figure()))
    model.view.show_hull = False
    assert sentence not in " ".join(texts(model.to_figure()))


def test_png_size_and_metadata():
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


def test_picture_ignores_matplotlib_style():
    model = pair()
    usual = pixels(png_of(model))
    with mpl.rc_context(STYLE):
        styled = pixels(png_of(model))
        assert mpl.rcParams["text.color"] == "white"
    assert np.array_equal(usual, styled)
    assert tuple(usual[0, 0]) == (255, 255, 255)


def pixels(png):
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def test_figure_has_png_representation():
    bundle, metadata = DisplayFormatter().format(pair().to_figure())
    shown = Image.open(BytesIO(bundle["image/png"]))
    assert shown.width == 2 * metadata["image/png"]["width"] >= 800


def test_svg_has_text_and_no_style_sheet():
    svg = svg_of(pair())
    root = parsed(svg)
    written = [
        "".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")
    ]
    assert "logistic" in written
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


def test_notes_are_numbered_and_listed():
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


def test_line_number_is_placed_where_there_is_space():
    model = pair(conditions=Conditions(prior=(0.1, 0.3), cost_fn=(5, 10)))
    model.bootstrap(n_resamples=99, rng=3)
    for threshold in (0.4, 0.5, 0.6):
        model.add_note("here", classifier="forest", threshold=threshold, line=True)
    written = texts(model.to_figure())
    assert [written.count(digit) for digit in "123"] == [2, 2, 2]  # once in each space


def test_positions_of_range_limit_and_marks():
    model = pair(pc_range=(0.2, 0.4), criterion={"kind": "neyman_pearson", "max_fpr": 0.1})
    model.mark("forest", 0.8)
    figure = model.to_figure()
    roc, cost = artists(figure, "in-use")
    threshold_mark = model._in_use[0]
    assert (roc.get_xdata()[0], roc.get_ydata()[0]) == (threshold_mark.fpr, threshold_mark.tpr)
    assert list(cost.get_ydata()) == [threshold_mark.fpr, 1 - threshold_mark.tpr]
    line, mark = artists(figure, "limit")
    assert list(line.get_xdata()) == [0.1, 0.1]
    assert mark.get_ydata()[0] == pytest.approx(0.1)
    assert {at.get_xdata()[0] for at in artists(figure, "range")[2:]} == {0.2, 0.4}


def test_unlabelled_classifier_is_in_the_key():
    classifiers = {f"name {i}": (LABEL, score(i, 0.4 + 0.1 * i)) for i in range(30)}
    written = texts(CostCurveModel(classifiers).to_figure())
    assert all(name in written for name in classifiers)


@pytest.mark.parametrize("count", [2, 6, 30])
def test_labels_do_not_overlap(count):
    classifiers = {
        f"a rather long name {i}": (LABEL, score(i, 0.4 + 0.1 * i)) for i in range(count)
    }
    model = CostCurveModel(classifiers)
    for width in (10.0, 7.0, 3.5):
        for placed in boxes(model.to_figure(width=width)):
            for (name, first), (other_name, second) in combinations(placed, 2):
                assert not first.padded(-1).overlaps(second.padded(-1)), (width, name, other_name)


NASTY = {
    "$\\frac{1}{0}$ $x_": "$\\frac{1}{0}$ $x_",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "two\nlines\tand \x07 bell": "two lines and bell",
    "right \u202eto\u2066 left": "right to left",
    "emoji \U0001f600 and \u4e2d": None,
    "x" * 100_000: None,
    "\udc80 half": None,
}


@pytest.mark.long(cases=4)
@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_names_are_not_interpreted(name, recwarn):
    model = CostCurveModel({name: (LABEL, score(0, 1.5)), "other": (LABEL, score(1))})
    figure = model.to_figure()
    figure.canvas.draw()
    if displayed := NASTY[name]:
        assert any(displayed[:20] in text for text in texts(figure))
    root = parsed(svg_of(model))
    assert not list(root.iter("script"))
    assert png_of(model)[:4] == b"\x89PNG"
    assert not recwarn.list


@pytest.mark.parametrize("size", [{"width": 0}, {"width": float("nan")}, {"scale": "2"}])
def test_invalid_size_raises(size):
    with pytest.raises(CostCurveError, match="must be a number from"):
        pair().to_png(**size)


def test_file_is_written_atomically(tmp_path):
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


def test_explorer_exports_pictures_of_model():
    explorer = cc.CostCurveExplorer(pair())
    assert bytes(explorer.to_png() or b"")[:4] == b"\x89PNG"
    assert b"<svg" in bytes(explorer.to_svg() or b"")
    assert len(explorer.to_figure().axes) == 3
    explorer.close()


@pytest.mark.parametrize(
    "classifiers", [{}, {"perfect": (LABEL, LABEL * 1.0)}, {"m": [[6, 4], [4, 16]]}]
)
def test_every_model_has_a_picture(classifiers):
    model = CostCurveModel(classifiers)
    assert png_of(model)[:4] == b"\x89PNG"
    model.hidden = tuple(classifiers)
    assert png_of(model)[:4] == b"\x89PNG"


def test_missing_matplotlib_raises(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r'pip install "cc-widgets\[static\]"'):
        pair().to_png()


def test_roc_space_has_bands_and_rate_limits():
    label, values = np.tile([0, 1], 40), np.random.default_rng(0).normal(size=80)
    model = CostCurveModel({"a": (label, values + label)})
    model.bootstrap(n_resamples=100, rng=0)
    figure = model.to_figure()
    ids = {artist.get_gid() for artist in figure.findobj() if artist.get_gid()}
    assert {"band-0", "roc-band-0", "rates"} <= ids
    model.view.roc_band = "vertical"
    words = " ".join(text.get_text() for text in model.to_figure().texts)
    assert "false positive rate, at each single one" in " ".join(words.split())
    model.view.show_bands = False
    ids = {artist.get_gid() for artist in model.to_figure().findobj() if artist.get_gid()}
    assert not {"band-0", "roc-band-0", "rates"} & ids
