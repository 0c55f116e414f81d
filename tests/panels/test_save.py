"""Export through the menu of the explorer."""

import json
import sys

import pytest

import cc_widgets as cc
from cc_widgets.export import OUTPUTS, file_name
from cc_widgets.export.session import model_of
from cc_widgets.model.state import CostCurveModel


class Page:
    """Stub of a page that records replies."""

    def __init__(self, explorer):
        self.explorer = explorer
        self.heard = []

    def send(self, content, buffers=None):
        self.heard.append((content, buffers))

    def asks(self, kind):
        self.explorer._on_page_message(self, {"request": 7, "save": kind}, [])
        return self.heard.pop()


@pytest.fixture
def page():
    explorer = cc.CostCurveExplorer.from_points({"stump": (0.25, 0.75)})
    yield Page(explorer)
    explorer.close()


@pytest.mark.parametrize("kind", ["csv", "session", "code", "html"])
def test_requested_file_is_sent(page, kind):
    reply, [data] = page.asks(kind)
    explorer, suffix = page.explorer, OUTPUTS[kind].suffix
    assert reply["request"] == 7
    assert reply["name"] == (f"costs stump{suffix}" if suffix else "")
    expected = {"csv": explorer.to_csv, "code": explorer.to_code}
    if kind in expected:
        assert data.decode() == expected[kind]()
    if kind == "session":
        assert model_of(json.loads(data)).fingerprint == explorer.model.fingerprint
    if kind == "html":
        assert b"stump" in data


def test_every_format_is_in_the_menu():
    explorer = cc.CostCurveExplorer(CostCurveModel())
    offers = explorer._switches().offers
    assert [offer["kind"] for offer in offers] == list(OUTPUTS)
    assert len({offer["words"] for offer in offers}) == len(OUTPUTS)
    explorer.close()


@pytest.mark.parametrize("kind", [None, "exe", ["csv"], {}, 3])
def test_unknown_format_is_reported(page, kind):
    reply, buffers = page.asks(kind)
    assert "png" in reply["error"]
    assert buffers is None


def test_missing_matplotlib_is_reported(page, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    reply, _ = page.asks("png")
    assert 'pip install "cc-widgets[static]"' in reply["error"]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a\0b", "CON", "\u202egpj.exe", "x" * 999, "€"]
)
def test_file_names_are_portable(name):
    made = file_name(CostCurveModel({name: (0.2, 0.8)}), ".csv")
    assert made.startswith("costs")
    assert made.endswith(".csv")
    assert len(made) <= 64
    assert not set(made) & set("/\\:*?<>|\0\u202e\n")
