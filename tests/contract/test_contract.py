"""Python and the page say the same: one file of cases, read by the tests of both languages.

`python -m tests.contract` writes it anew.
"""

import json
import os
import shutil
import subprocess

from pathlib import Path

import pytest

from tests.contract.cases import all_cases
from tests.contract.file import CASES, COUNT, SEED

_MANY = 500
_JS = Path(__file__).parents[2] / "js"


def test_the_cases_are_what_python_says_now():
    now = json.loads(json.dumps(all_cases(SEED, COUNT)))
    assert json.loads(CASES.read_text(encoding="utf-8")) == now


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not on the path")
def test_the_page_says_the_same_in_many_random_states(tmp_path):
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps(all_cases(SEED + 1, _MANY)), encoding="utf-8")
    done = subprocess.run(
        ["node", "--test", "src/contract.test.ts"],  # noqa: S607 (found above)
        cwd=_JS,
        env={**os.environ, "CC_CONTRACT": str(cases)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
