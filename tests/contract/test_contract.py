"""Python and the page agree: the tests of both languages read one file of cases.

`python -m tests.contract` regenerates it.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.contract.cases import all_cases
from tests.contract.file import CASES, COUNT, HELPS, SCHEMA, SEED
from tests.contract.schema import helps, schema

_NODE = shutil.which("node", path=str(Path(sys.executable).parent))
_JS = Path(__file__).parents[2] / "js"


def test_cases_match_the_python_implementation():
    current = json.loads(json.dumps(all_cases(SEED, COUNT)))
    assert_same(json.loads(CASES.read_text(encoding="utf-8")), current, "cases")


def test_schema_of_the_page_matches_the_traits():
    assert SCHEMA.read_text(encoding="utf-8") == schema()


def test_help_texts_of_the_page_match_those_of_python():
    assert HELPS.read_text(encoding="utf-8") == helps()


def assert_same(stored: Any, current: Any, path: str) -> None:
    """Assert equality of two JSON values; floats may differ by rounding."""
    if isinstance(current, dict):
        assert list(stored) == list(current), path
        for name in current:
            assert_same(stored[name], current[name], f"{path}.{name}")
    elif isinstance(current, list):
        assert len(stored) == len(current), path
        for index, pair in enumerate(zip(stored, current, strict=True)):
            assert_same(*pair, f"{path}[{index}]")
    elif isinstance(current, float):
        assert stored == pytest.approx(current, rel=1e-9, abs=1e-12), path
    else:
        assert stored == current, path


@pytest.mark.skipif(_NODE is None, reason="the tools of the front end are not installed")
@pytest.mark.long
def test_page_agrees_with_python_for_many_random_models(tmp_path, request):
    """200 models with `--long`, otherwise 10; each at several operating points."""
    n_models = 200 if request.config.getoption("--long") else 10
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps(all_cases(SEED + 1, n_models)), encoding="utf-8")
    process = subprocess.run(
        [str(_NODE), "--test", "src/contract.test.ts"],
        cwd=_JS,
        env={**os.environ, "CC_CONTRACT": str(cases)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout[-3000:]
