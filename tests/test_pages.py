"""What README and CONTRIBUTING take from the code is what it says today."""

import pytest

import cc_widgets
from cc_widgets import core
from tests.support.pages import PACKAGE, PAGES, now, public_names


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_written_parts_are_current(path):
    if not path.exists():
        pytest.skip("only in a checkout")
    assert path.read_text("utf-8") == now(path), "write them anew: python -m tests.support.pages"


def test_every_public_name_has_a_file():
    known = public_names()
    packages = {"core", "datasets", "multiclass", "uncertainty", "__version__"}
    listed = {name for names in known.values() for name in names}
    for page in (cc_widgets, core, core.uncertainty, core.multiclass):
        assert set(page.__all__) - packages <= listed
    assert "CostCurveModel" in known[PACKAGE / "model/state.py"]
    assert "Conditions" in known[PACKAGE / "core/_conditions.py"]
