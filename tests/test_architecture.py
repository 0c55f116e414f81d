"""The shape of the code: who may import what, and which names are public."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from tests.bench.bench_house import BARS, walked

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cc_widgets"
FILES = sorted(PACKAGE.rglob("*.py"))
SOURCES = [*FILES, *sorted((ROOT / "tests").rglob("*.py")), ROOT / "js/hatch_build.py"]
HEAVY = {
    "bqplot",
    "ipywidgets",
    "matplotlib",
    "narwhals",
    "numpy",
    "pandas",
    "sklearn",
    "traitlets",
}

# Beside the standard library and itself, a part may import at its top ...
MAY_IMPORT = {
    "__init__": set(),
    "__main__": {"commands"},
    "commands": set(),
    "errors": set(),
    "_help": set(),
    "core": {"numpy", "errors", "_help"},
    "datasets": {"numpy", "core", "errors"},
    "intake": {"numpy", "core", "errors", "_help"},
    "model": {"numpy", "traitlets", "core", "errors", "intake"},
    "widgets": {"numpy", "traitlets", "bqplot", "ipywidgets", "model", "core", "errors"},
    "views": {"numpy", "traitlets", "bqplot", "ipywidgets", "widgets", "model", "core", "errors"},
    "panels": {
        "numpy",
        "traitlets",
        "ipywidgets",
        "widgets",
        "views",
        "model",
        "intake",
        "export",
        "core",
        "errors",
    },
    "export": {"numpy", "ipywidgets", "widgets", "model", "intake", "core", "errors"},
}
# ... and inside its functions, where an outside package is wanted only for what it brings:
OUTSIDE_IN_FUNCTIONS = {"intake", "datasets", "export"}
PROGRAM = PACKAGE / "commands/workshop/execution.py"  # a command starts it in the environment
SHARED_BY_VIEWS = {"link", "style"}


# A model writes files of itself, and panels what a notebook keeps, by what only then is imported.
IN_FUNCTIONS = {"model": {"export"}, "panels": {"export"}}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


@cache
def tree_of(path: Path) -> ast.Module:
    """The code of a file, without what only type checkers read."""
    tree = ast.parse(path.read_text("utf-8"))
    tree.body = [node for node in tree.body if not is_for_types_only(node)]
    return tree


def is_for_types_only(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def modules_in(nodes: Iterable[ast.AST]) -> set[str]:
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def imported(path: Path, *, inside_functions: bool) -> set[str]:
    """The parts of the package, and the outside packages, that a file imports."""
    tree = tree_of(path)
    found = modules_in(ast.walk(tree) if inside_functions else tree.body)
    parts = [name.split(".") for name in found]
    names = {words[1] if words[0] == "cc_widgets" else words[0] for words in parts}
    return names - sys.stdlib_module_names - {part_of(path)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_part_imports_only_what_it_may(path):
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part} is a new part: give it its place in MAY_IMPORT"
    assert imported(path, inside_functions=False) - MAY_IMPORT[part] == set()
    if part not in OUTSIDE_IN_FUNCTIONS and path != PROGRAM:
        late = MAY_IMPORT[part] | IN_FUNCTIONS.get(part, set())
        assert imported(path, inside_functions=True) - late == set()


VIEWS = sorted(set((PACKAGE / "views").glob("*.py")) - {PACKAGE / "views/__init__.py"})


@pytest.mark.parametrize("path", VIEWS, ids=lambda path: path.name)
def test_no_view_imports_another_view(path):
    others = {
        name.split(".")[2]
        for name in modules_in(ast.walk(tree_of(path)))
        if name.startswith("cc_widgets.views.")
    }
    assert others <= SHARED_BY_VIEWS


SHOWN_BY = [path for path in FILES if part_of(path) in {"views", "panels", "widgets"}]


@pytest.mark.parametrize("path", SHOWN_BY, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_shows_computes_nothing_it_takes_types_and_constants_from_the_core(path):
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cc_widgets.core"):
            names = [getattr(import_module(str(node.module)), alias.name) for alias in node.names]
            assert [name for name in names if isinstance(name, FunctionType)] == []


def test_a_widget_stands_under_one_noun_in_both_languages():
    python = {path.stem for path in (PACKAGE / "widgets").glob("*.py")} - {"__init__", "wire"}
    assert {path.stem for path in (ROOT / "js/src/widgets").glob("*.ts")} == python


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_are_absolute_and_name_what_they_import(path):
    froms = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.ImportFrom)]
    assert not [node.lineno for node in froms if node.level]
    assert not [node.lineno for node in froms if any(alias.name == "*" for alias in node.names)]


def modules_after(code: str) -> set[str]:
    show = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {show}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_heavy():
    assert modules_after("import cc_widgets") & HEAVY == set()


def test_the_command_line_loads_nothing_heavy():
    assert modules_after("import cc_widgets.commands.entry") & HEAVY == set()


def test_the_core_loads_numpy_and_nothing_else_that_is_heavy():
    assert modules_after("import cc_widgets; cc_widgets.core") & HEAVY == {"numpy"}


def test_every_public_name_is_there():
    code = "import cc_widgets; [getattr(cc_widgets, name) for name in cc_widgets.__all__]"
    assert "cc_widgets" in modules_after(code)


def test_one_call_walks_few_modules():
    walks = {name: len(modules) for name, modules in walked().items()}
    assert {name: count for name, count in walks.items() if count > BARS[name]} == {}


PUBLIC_CORE = ("cc_widgets.core", "cc_widgets.core.uncertainty", "cc_widgets.core.multiclass")


@pytest.mark.parametrize("package", PUBLIC_CORE)
def test_no_module_of_core_is_hidden_by_a_name_or_public_beside_its_package(package):
    home = PACKAGE.parent / package.replace(".", "/")
    files = {path.stem for path in home.glob("*.py")} - {"__init__"}
    assert [name for name in files if not name.startswith("_")] == []
    assert files.isdisjoint(import_module(package).__all__)


def test_an_unknown_name_is_an_attribute_error():
    code = "import cc_widgets; assert not hasattr(cc_widgets, 'explroe'); dir(cc_widgets)"
    assert modules_after(code) & HEAVY == set()


@pytest.mark.parametrize("door", ["", ".core", ".core.uncertainty", ".core.multiclass", ".intake"])
def test_help_shows_parameters_on_short_lines(door):
    page = import_module(f"cc_widgets{door}")
    public = {name: getattr(page, name) for name in page.__all__}
    known: dict[str, Any] = {n: thing for n, thing in public.items() if inspect.isfunction(thing)}
    for name, kind in public.items():
        if inspect.isclass(kind):
            shown = {way for way in vars(kind) if way == "__init__" or not way.startswith("_")}
            own = {f"{name}.{way}": getattr(kind, way) for way in shown}
            known.update((way, thing) for way, thing in own.items() if inspect.isroutine(thing))
    long = [
        line
        for name, thing in known.items()
        for line in f"{name.split('.')[-1]}{inspect.signature(thing)}".split("\n")
        if len(line) > 100 or "numpy." in line
    ]
    assert long == []


@pytest.mark.parametrize("door", [".core", ".core.uncertainty", ".core.multiclass", ".intake"])
def test_docstrings_of_functions_begin_with_what_is_returned(door):
    page = import_module(f"cc_widgets{door}")
    first = {
        name: (getattr(page, name).__doc__ or "").split(maxsplit=1)[0]
        for name in page.__all__
        if inspect.isfunction(getattr(page, name))
    }
    verbs = {"Return", "Find", "Compute", "Draw", "Read", "Turn", "Take", "Count", "Check", "Map"}
    assert [name for name, word in first.items() if word in verbs] == []
