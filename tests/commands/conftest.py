"""Fixtures: a minimal checkout, a log, and a demo that does not start JupyterLab."""

from pathlib import Path

import pytest

from cc_widgets.commands import demo
from cc_widgets.commands.workshop.checkout import Checkout
from cc_widgets.commands.workshop.programs import Log

PYPROJECT = """
[build-system]
requires = ["builder>=1"]
[project]
dependencies = ["runtime>=2"]
[project.optional-dependencies]
build = ["builder>=1", "node>=24"]
frames = ["frames>=1"]
lab = ["lab>=4"]
lessons = ["lessons>=1"]
static = ["static>=3"]
test = ["tester>=8"]
check = ["linter>=1"]
engines-test = ["engine>=3"]
spark-test = ["spark>=4"]
[tool.hatch.build.targets.wheel.shared-data]
"js/dist/labextension" = "share/jupyter/labextensions/cc_widgets"
"js/install.json" = "share/jupyter/labextensions/cc_widgets/install.json"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    for name in (
        "cc_widgets/__main__.py",
        "js/package.json",
        "js/install.json",
        "js/src/plugin.ts",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}", "utf-8")
    (tmp_path / "pyproject.toml").write_text(PYPROJECT, "utf-8")
    return Checkout(tmp_path)


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path / "log/set-up.log")


@pytest.fixture
def installed_demo_environment(monkeypatch, tmp_path):
    """Return a function that runs the installed `demo` and returns its environment variables."""
    environments: list[dict[str, str]] = []
    monkeypatch.setattr(demo, "checkout_root", lambda: None)
    monkeypatch.setattr(demo, "require_jupyterlab", lambda: None)
    monkeypatch.setattr(demo, "copy_notebook", lambda _: tmp_path / "one.ipynb")
    monkeypatch.setattr(
        demo, "replace_process", lambda _, environment: environments.append(environment)
    )

    def run() -> dict[str, str]:
        demo.run_demo([])
        return environments[-1]

    return run
