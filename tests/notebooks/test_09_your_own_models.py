"""Fitted classifiers: the lesson goes on without the packages that cannot be imported."""

import sys
from typing import Any

import pytest

from tests.support.lessons import code_of, source

NAME = "09_your_own_models"
REASONS = {
    "lightgbm": OSError("libgomp.so.1: cannot open shared object file"),
    "xgboost": ImportError("no module of that name"),
}


class Refusing:
    """Finds packages whose import fails."""

    def find_spec(self, name, _path=None, _target=None):
        if name in REASONS:
            raise REASONS[name]


def test_a_package_that_cannot_be_imported_is_left_out_and_the_reason_printed(
    monkeypatch, capsys
):  # H4
    for name in [name for name in sys.modules if name.partition(".")[0] in REASONS]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Refusing(), *sys.meta_path])
    names: dict[str, Any] = {}
    for cell in code_of(source(NAME))[:2]:
        exec(cell.source, names)  # noqa: S102 (our own notebook)
    assert set(names["models"]) == {"logistic", "tree", "calibrated"}
    printed = capsys.readouterr().out
    assert "Without LightGBM: libgomp.so.1: cannot open shared object file" in printed
    assert "Without XGBoost: no module of that name" in printed


def test_the_recommended_choice_is_one_of_the_fitted_classifiers(lesson):
    assert lesson.names["choice"].name in lesson.names["models"]


@pytest.mark.parametrize("package", ["lightgbm", "xgboost"])
def test_a_package_takes_part_or_the_lesson_says_why_not(lesson, package):
    title = {"lightgbm": "LightGBM", "xgboost": "XGBoost"}[package]
    assert (title in lesson.names["models"]) != (f"Without {title}: " in "".join(lesson.printed))
