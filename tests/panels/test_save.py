"""What the menu that saves asks for is sent, or why that cannot be."""

import json
import sys

import pytest

import cc_widgets as cc
from cc_widgets.export import OUTPUTS, file_name
from cc_widgets.export.session import model_of
from cc_widgets.model.state import CostCurveModel


class Page:
    """What a page hears."""

    def __init__(self, explorer):
        self.explorer = explorer
        self.heard = []

    def send(self, content, buffers=None):
        self.heard.append((content, buffers))

    def asks(self, kind):
        self.explorer._hear(self, {"request": 7, "save": kind}, [])
        return self.heard.pop()


@pytest.fixture
def page():
    explorer = cc.CostCurveExplorer.from_points({"stump": (0.25, 0.75)})
    yield Page(explorer)
    explorer.close()


@pytest.mark.parametrize("kind", ["csv", "session", "code", "html"])
def test_what_is_asked_for_is_sent(page, kind):
    told, [data] = page.asks(kind)
    explorer, suffix = page.explorer, OUTPUTS[kind].suffix
    assert told["request"] == 7
    assert told["name"] == (f"costs stump{suffix}" if suffix else "")
    expected = {"csv": explorer.to_csv, "code": explorer.to_code}
    if kind in expected:
        assert data.decode() == expected[kind]()
    if kind == "session":
        assert model_of(json.loads(data)).fingerprint == explorer.model.fingerprint
    if kind == "html":
        assert b"stump" in data


def test_every_output_is_offered():
    explorer = cc.CostCurveExplorer(CostCurveModel())
    offers = explorer._switches().offers
    assert [one["kind"] for one in offers] == list(OUTPUTS)
    assert len({one["words"] for one in offers}) == len(OUTPUTS)
    explorer.close()


@pytest.mark.parametrize("kind", [None, "exe", ["csv"], {}, 3])
def test_what_there_is_not_is_told(page, kind):
    told, buffers = page.asks(kind)
    assert "png" in told["error"]
    assert buffers is None


def test_without_matplotlib_it_is_told_what_to_install(page, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told, _ = page.asks("png")
    assert 'pip install "cc-widgets[static]"' in told["error"]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a\0b", "CON", "\u202egpj.exe", "x" * 999, "€"]
)
def test_names_of_files_are_harmless(name):
    made = file_name(CostCurveModel({name: (0.2, 0.8)}), ".csv")
    assert made.startswith("costs")
    assert made.endswith(".csv")
    assert len(made) <= 64
    assert not set(made) & set("/\\:*?<>|\0\u202e\n")
