"""Every benchmark prints a description of the machine first."""

import ast
import re
from pathlib import Path

import pytest

from tests.bench.measuring import heading

BENCHES = sorted(Path(__file__).parent.glob("bench_*.py"))


@pytest.mark.parametrize("path", BENCHES, ids=lambda path: path.stem)
def test_benchmark_prints_the_heading_first(path):
    *_, main = ast.parse(path.read_text("utf-8")).body
    assert isinstance(main, ast.If)
    assert ast.unparse(main.body[0]) == "print(heading())"


def test_heading_has_processor_and_sorting_time(monkeypatch):
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", "X86_V4")
    text = heading()
    match = re.fullmatch(
        r".+, \d+ threads; NumPy [\d.]+\S* without X86_V4; "
        r"np\.sort of 1,000,000 scores takes (\d+\.\d) ns an element",
        text,
    )
    assert match, text
    assert float(match[1]) > 0
