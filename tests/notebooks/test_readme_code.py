"""The README's Python runs as it stands: block after block, and what stands within sentences."""

import inspect
import re
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import cc_widgets as cc

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
INLINE = sorted(set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", README, flags=re.DOTALL))))
KEYS_AND_FOLDERS = {"js/", "demo", "[", "]", "t", "?", "python3-venv"}
PROGRAMS = ("pip ", "cc-widgets ", "python3 ")


def test_the_code_of_the_readme_runs(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # for the files that it writes
    names: dict[str, Any] = {}
    for block in BLOCKS:
        exec(block, names)  # noqa: S102 (it is our own README)
    assert "forest" in capsys.readouterr().out
    names["explorer"].close()
    names["again"].close()
    names["lab"].close()


# N3
@pytest.mark.parametrize("code", [code for code in INLINE if not code.startswith(PROGRAMS)])
def test_code_within_the_sentences_of_the_readme_runs(code, capsys):
    if code in KEYS_AND_FOLDERS or code.startswith((".", "notebooks/")):
        pytest.skip("a key, a command or a folder")
    if code.isidentifier():
        places = (dir(cc), dir(cc.CostCurveModel), dir(cc.CostCurveExplorer))
        assert code in {*chain(*places), *inspect.signature(cc.explore).parameters}
        return
    names: dict[str, Any] = {"core": cc.core, "a": "forest", "b": "logistic"}
    exec(BLOCKS[0], names)  # noqa: S102 (the same)
    explorer, data = names["explorer"], names["data"]
    model = explorer.model
    model.bootstrap_settings = cc.BootstrapSettings(n_resamples=99, rng=0)
    names |= {"model": model, "y_true": data.y_true, "y_score": data.scores["forest"]}
    hospital = ["north", "south"] * 284 + ["north"]
    names |= {"w": [1.0, 2.0] * 284 + [1.0], "patient": [*range(284)] * 2 + [284]}
    names |= {"hospital": hospital, "lab": cc.laboratory(n=20)}
    if code.startswith("model.groups"):
        scored = partial(cc.core.predictions, data.y_true, groups=hospital, pos_label="malignant")
        model.classifiers = {name: scored(score) for name, score in data.scores.items()}
    try:
        exec(code, names)  # noqa: S102 (the same)
        parts = [part for given in model.classifiers.values() for part in given.parts]
        labels = {part.classes for part in parts}
        assert labels == {("benign", "malignant")}
    finally:
        explorer.close()
        names["lab"].close()
        capsys.readouterr()  # pages of help
