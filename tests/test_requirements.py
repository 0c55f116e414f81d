"""Functions, tests and sections of lessons listed in `.github/PAPERS.md` exist."""

import json
import re
from pathlib import Path

import pytest

import cc_widgets as cc

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / ".github/PAPERS.md").read_text("utf-8")
ROWS = {
    name: cells
    for name, *cells in (
        [part.strip() for part in line.strip("|").split("|")]
        for line in PAGE.splitlines()
        if line.startswith("| R")
    )
}
HEADINGS = {
    path.stem: [
        line.lstrip("# ").partition(" · ")[0].strip()
        for cell in json.loads(path.read_bytes())["cells"]
        if cell["cell_type"] == "markdown"
        for line in "".join(cell["source"]).splitlines()
        if line.startswith("#")
    ]
    for path in (TESTS.parent / "notebooks").glob("*.ipynb")
}
EXCLUDED = {"R16", "R72"}


def test_all_requirements_are_listed():
    assert list(ROWS) == [f"R{number}" for number in range(1, 73)]


@pytest.mark.parametrize("name", [name for name in ROWS if name not in EXCLUDED])
def test_functions_tests_and_section_exist(name):
    assert all(ROWS[name])
    lesson, section = ROWS[name][5].removeprefix("`").split("`: ")
    assert section in HEADINGS[lesson]
    core, model, tests = (re.findall(r"`(.+?)`", ROWS[name][i]) for i in (1, 2, 4))
    assert core
    assert model
    assert tests
    for path in core:
        module = cc.core
        for part in path.split("."):
            assert part in module.__all__
            module = getattr(module, part)
    for member in model:
        assert hasattr(cc.CostCurveModel, member) or member in cc.__all__
    for file in tests:
        assert (TESTS / f"{file}.py").exists()
