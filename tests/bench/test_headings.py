"""Every bench says first where it ran: times of one machine mean nothing on another."""

import ast
import re
from pathlib import Path

import pytest

from tests.bench.measuring import heading

BENCHES = sorted(Path(__file__).parent.glob("bench_*.py"))


@pytest.mark.parametrize("path", BENCHES, ids=lambda path: path.stem)
def test_a_bench_begins_by_saying_where_it_runs(path):
    *_, main = ast.parse(path.read_text("utf-8")).body
    assert isinstance(main, ast.If)
    assert ast.unparse(main.body[0]) == "print(heading())"


def test_the_heading_names_the_processor_and_the_price_of_sorting(monkeypatch):
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", "X86_V4")
    said = heading()
    found = re.fullmatch(
        r".+, \d+ threads; NumPy [\d.]+\S* without X86_V4; "
        r"np\.sort of 1,000,000 scores takes (\d+\.\d) ns an element",
        said,
    )
    assert found, said
    assert float(found[1]) > 0
