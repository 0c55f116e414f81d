"""Each capability of the papers has its doors and its lesson, as `.github/PAPERS.md` says."""

import json
import re
from pathlib import Path

import pytest

import cc_widgets as cc

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / ".github/PAPERS.md").read_text("utf-8")
ROWS = {
    name: doors
    for name, *doors in (
        [part.strip() for part in line.strip("|").split("|")]
        for line in PAGE.splitlines()
        if line.startswith("| R")
    )
}
LESSONS = {
    path.stem: "\n".join("".join(cell["source"]) for cell in json.loads(path.read_bytes())["cells"])
    for path in (TESTS.parent / "notebooks").glob("*.ipynb")
}
LEFT_OUT = {"R16", "R72"}


def test_none_is_forgotten():
    assert list(ROWS) == [f"R{number}" for number in range(1, 73)]


@pytest.mark.parametrize("name", [one for one in ROWS if one not in LEFT_OUT])
def test_its_doors_are_there(name):
    assert all(ROWS[name])
    lesson, words = ROWS[name][5].removeprefix("`").split("`: ")
    assert words in LESSONS[lesson]
    core, model, tests = (re.findall(r"`(.+?)`", ROWS[name][at]) for at in (1, 2, 4))
    assert core
    assert model
    assert tests
    for path in core:
        place = cc.core
        for part in path.split("."):
            assert part in place.__all__
            place = getattr(place, part)
    for own in model:
        assert hasattr(cc.CostCurveModel, own) or own in cc.__all__
    for file in tests:
        assert (TESTS / f"{file}.py").exists()
