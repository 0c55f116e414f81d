"""Lesson 09: it runs without packages that cannot be imported."""

import sys
from typing import Any

import pytest

from tests.support.lessons import code_of, source

pytestmark = pytest.mark.long(cases=0)
NAME = "09_your_own_models"
ERRORS = {
    "lightgbm": OSError("libgomp.so.1: cannot open shared object file"),
    "xgboost": ImportError("no module of that name"),
}


class FailingFinder:
    """Import hook that raises the errors above."""

    def find_spec(self, name, _path=None, _target=None):
        if name in ERRORS:
            raise ERRORS[name]


def test_import_errors_are_printed_and_the_packages_omitted(monkeypatch, capsys):  # H4
    for name in [name for name in sys.modules if name.partition(".")[0] in ERRORS]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [FailingFinder(), *sys.meta_path])
    names: dict[str, Any] = {}
    for cell in code_of(source(NAME))[:2]:
        exec(cell.source, names)  # noqa: S102 (our own notebook)
    assert set(names["models"]) == {"logistic", "tree", "calibrated"}
    printed = capsys.readouterr().out
    assert "Without LightGBM: libgomp.so.1: cannot open shared object file" in printed
    assert "Without XGBoost: no module of that name" in printed


def test_recommended_classifier_is_one_of_the_fitted_ones(lesson):
    assert lesson.names["choice"].name in lesson.names["models"]


@pytest.mark.parametrize("package", ["lightgbm", "xgboost"])
def test_package_is_included_or_its_import_error_printed(lesson, package):
    title = {"lightgbm": "LightGBM", "xgboost": "XGBoost"}[package]
    assert (title in lesson.names["models"]) != (f"Without {title}: " in "".join(lesson.printed))
