"""Code of the README and of the guides runs: blocks in order, and code within sentences."""

import inspect
import re
import shutil
import tomllib
from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from ipywidgets import Widget

import cc_widgets as cc
from cc_widgets.core.cross_validation import AVERAGES
from cc_widgets.export.tables import TABLES
from cc_widgets.model.recommendation import Recommendation

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / ".github/site"  # not in the source distribution
PAGES = {
    path.stem: path.read_text("utf-8")
    for path in (ROOT / "README.md", *sorted(GUIDES.glob("*.md")))
}
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
GENERATED = re.compile(r"<!-- (?:keys|files|scripts) -->.*?<!-- end of", re.DOTALL)
ENGINES = re.compile(r"\b(?:dask|pyspark)\b")
# Names of data, keys, folders, programs, and text typed into fields.
NOT_CODE = {
    *("0,02", "5 %", "1 in 1000", "1/1000", "1:20", "1 - 5 %"),
    *("?", "n", "_", "demo", "(low, high)", "SOURCE_DATE_EPOCH"),
}
NOT_PYTHON = (
    ".",
    "jupyter ",
    "pip ",
    "cc-widgets ",
    "python3 ",
    "notebooks/",
    "NPY_",
    "cc_widgets",
)
OTHER_LIBRARIES = ("pl.", "duckdb.", "ibis.", "dd.", "spark.")


def inline_code(page: str) -> list[str]:
    """Return the Python code within the sentences of a page."""
    text = re.sub(r"```.*?```", "", GENERATED.sub("", PAGES[page]), flags=re.DOTALL)
    codes = sorted(set(re.findall(r"`([^`\n]+)`", text)) - NOT_CODE)
    skipped = (*NOT_PYTHON, *OTHER_LIBRARIES)
    return [code for code in codes if "..." not in code and not code.startswith(skipped)]


INLINE = [(page, code) for page in PAGES for code in inline_code(page)]


@pytest.fixture
def names(monkeypatch, tmp_path) -> Iterator[dict[str, Any]]:
    """Return names for code that may write files; close its widgets at the end."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    yield names
    for value in names.values():
        if isinstance(value, Widget):
            value.close()


@pytest.mark.parametrize("page", [page for page, text in PAGES.items() if BLOCK.search(text)])
def test_code_blocks_run_in_order(page, names, capsys):
    for block in BLOCK.findall(PAGES[page]):
        if not ENGINES.search(block):
            exec(block, names)  # noqa: S102 (our own documentation)
    if page == "README":
        assert "Use forest" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.skipif("large-data" not in PAGES, reason="only in a checkout")
@pytest.mark.filterwarnings("ignore::FutureWarning:pyspark")
def test_code_blocks_with_distributed_engines_run(names, request):
    if not request.config.getoption("--engines"):
        pytest.skip("starting Spark takes long")
    if not (find_spec("dask") and find_spec("pyspark") and shutil.which("java")):
        pytest.skip("Dask, PySpark and Java are not installed")
    for block in BLOCK.findall(PAGES["large-data"]):
        exec(block, names)  # noqa: S102 (same)
        assert list(names["explorer"].model.classifiers) == ["forest", "logistic"]


@cache
def known_names() -> set[str]:
    """Return all names that the pages may mention."""
    owners = (cc, cc.core, cc.datasets, cc.CostCurveModel, cc.CostCurveExplorer, cc.View)
    names = {name for owner in owners for name in dir(owner)}
    for function in (
        cc.explore,
        cc.Conditions,
        cc.View,
        Recommendation,
        cc.CostCurveModel.from_frame,
    ):
        names |= set(inspect.signature(function).parameters)
    names |= {column for table in TABLES.values() for column in table.row._fields}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names |= set(project["optional-dependencies"])
    for library in ("sklearn.metrics", "sklearn.model_selection"):
        names |= set(dir(import_module(library)))
    return names


@cache
def known_choices() -> set[str]:
    """Return all strings, with their quotes, that the pages may mention as values."""
    objects = (cc.steps, cc.CostCurveExplorer.ask, cc.CostCurveModel.to_frame, cc.View)
    names = {*cc.core.criteria.CRITERIA, *AVERAGES}
    documented = re.findall(r'"\w+"', " ".join(map(str, map(inspect.getdoc, objects))))
    return {*documented, *(f'"{name}"' for name in names)}


@pytest.mark.parametrize(("page", "code"), INLINE)
def test_code_within_sentences_runs(page, code, names, capsys):  # noqa: ARG001 (in the id)
    if code.isidentifier():
        assert code in known_names()
        return
    if re.fullmatch(r'"\w+"', code):
        assert code in known_choices()
        return
    if argument := re.match(r"(\w+)=(?!=)", code):
        assert argument[1] in inspect.signature(cc.explore).parameters
        return
    names |= {"cc": cc, "core": cc.core, "handler": print}
    data = names["data"] = cc.datasets.tumours()
    explorer = names["explorer"] = cc.explore(data.y_true, data.scores, pos_label="malignant")
    model = names["model"] = explorer.model
    model.resampling = cc.BootstrapSettings(n_resamples=99, rng=0)
    names |= {"y_true": data.y_true, "scores": data.scores, "best": model.recommend()}
    names["job"] = model.bootstrap(wait=False)
    if code.startswith("lab"):
        names["lab"] = cc.laboratory(n=20)
    if code.startswith("question"):
        names["question"] = explorer.ask("line", name="forest", threshold=0.5)
    if code == "model.groups()":
        hospital = ["north", "south"] * 284 + ["north"]
        scored = partial(cc.core.predictions, data.y_true, groups=hospital, pos_label="malignant")
        model.classifiers = {name: scored(score) for name, score in data.scores.items()}
    exec(code, names)  # noqa: S102 (same)
    assert model.job is not None
    model.job.cancel()
    classifiers: Any = model.classifiers
    labels = {part.classes for each in classifiers.values() for part in each.parts}
    assert labels == {("benign", "malignant")}
    capsys.readouterr()  # help pages
