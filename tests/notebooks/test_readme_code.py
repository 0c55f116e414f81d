"""The README's Python runs as it stands, block after block."""

import re
from pathlib import Path
from typing import Any

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_code_of_the_readme_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)  # noqa: S102 (it is our own README)
    assert "forest" in capsys.readouterr().out
    names["explorer"].close()
