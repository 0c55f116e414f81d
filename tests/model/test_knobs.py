"""Each knob is declared once; who watches is told once; help and repr say what there is."""

import ast
from pathlib import Path
from pydoc import plain, render_doc

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import Conditions
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import Checked

PACKAGE = Path(cc.__file__).parent
KNOBS = {
    name for name, trait in CostCurveModel.class_traits().items() if isinstance(trait, Checked)
}


def names_set_in_classes(path):
    tree = ast.parse(path.read_text("utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assigned = [node for body in bodies for node in body if isinstance(node, ast.Assign)]
    return [getattr(target, "id", "") for node in assigned for target in node.targets]


def test_each_knob_is_declared_in_one_place():
    homes = [*PACKAGE.glob("model/*.py"), PACKAGE / "widgets/duality.py"]
    found = [name for path in homes for name in names_set_in_classes(path)]
    assert {name: found.count(name) for name in KNOBS} == dict.fromkeys(KNOBS, 1)


@pytest.mark.parametrize("path", ["panels/explorer.py", "widgets/duality.py"])
def test_what_links_the_page_names_no_knob(path):
    tree = ast.parse((PACKAGE / path).read_text("utf-8"))
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert said & KNOBS == set()


def test_who_watches_is_told_once_when_all_is_in_place():
    model, seen = CostCurveModel(), []
    end = model.watch(lambda: seen.append((model.pc, model.conditions)), "pc", "conditions")
    model.conditions = known = Conditions(0.2, 1, 1)
    model.unit = "EUR"
    assert seen == [(0.2, known)]
    end()
    model.pc = 0.4
    assert len(seen) == 1


def test_help_says_what_each_trait_is():
    told = plain(render_doc(CostCurveModel))
    for name in CostCurveModel.class_trait_names():
        text = getattr(CostCurveModel, name).__doc__
        assert text, name
        assert text in told, name


def test_a_model_is_one_line():
    y = np.arange(40) % 2
    scores = np.random.default_rng(0).normal(size=(4, 40)) + y
    model = CostCurveModel(
        {f"{name} and more of a name": (y, one) for name, one in zip("abcd", scores, strict=True)}
    )
    names = ", ".join(f"{name} and more of a name" for name in "abc")
    assert repr(model) == f"CostCurveModel(4 classifiers: {names}, ...; PC(+) 0.5; no bands)"
    model.hide("d and more of a name")
    model.conditions = Conditions((0.1, 0.2), 1, 5)
    model.bootstrap(n_resamples=100, rng=0)
    model.level = 0.8
    assert " (1 hidden): " in repr(model)
    assert repr(model).endswith("; prior 0.1 to 0.2, costs 1 : 5; 80 % bands of 100 resamples)")
