"""Python and the page say the same: one file of cases, read by the tests of both languages.

`python -m tests.contract` writes it anew.
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

_MANY = 200  # situations; each is looked at from several places
_NODE = shutil.which("node", path=str(Path(sys.executable).parent))
_JS = Path(__file__).parents[2] / "js"


def test_the_cases_are_what_python_says_now():
    now = json.loads(json.dumps(all_cases(SEED, COUNT)))
    same(json.loads(CASES.read_text(encoding="utf-8")), now, "cases")


def test_the_page_knows_what_is_sent():
    assert SCHEMA.read_text(encoding="utf-8") == schema()


def test_the_page_says_what_python_says_of_figures_and_panels():
    assert HELPS.read_text(encoding="utf-8") == helps()


def same(written: Any, now: Any, where: str) -> None:
    """Compare word by word; numbers may differ by what processors do."""
    if isinstance(now, dict):
        assert list(written) == list(now), where
        for name in now:
            same(written[name], now[name], f"{where}.{name}")
    elif isinstance(now, list):
        assert len(written) == len(now), where
        for place, pair in enumerate(zip(written, now, strict=True)):
            same(*pair, f"{where}[{place}]")
    elif isinstance(now, float):
        assert written == pytest.approx(now, rel=1e-9, abs=1e-12), where
    else:
        assert written == now, where


@pytest.mark.skipif(_NODE is None, reason="the tools of the front end are not installed")
def test_the_page_says_the_same_in_many_random_states(tmp_path):
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps(all_cases(SEED + 1, _MANY)), encoding="utf-8")
    done = subprocess.run(
        [str(_NODE), "--test", "src/contract.test.ts"],
        cwd=_JS,
        env={**os.environ, "CC_CONTRACT": str(cases)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
