"""Imports allowed between packages, and names of the public API."""

import ast
import inspect
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from tests.bench.bench_house import MAX_MODULES, modules_by_call
from tests.support.modules import CORE_MODULES, CORE_PACKAGES

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

# Packages that each part may import at module level, besides the standard library and itself.
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
# Parts whose functions may import optional packages.
OPTIONAL_IMPORTS = {"intake", "datasets", "export"}
PROGRAM = PACKAGE / "commands/workshop/execution.py"  # runs in the virtual environment
SHARED_BY_VIEWS = {"link", "style"}


# Imported by functions that write files.
IN_FUNCTIONS = {"model": {"export"}, "panels": {"export"}}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file without imports for type checkers."""
    tree = ast.parse(path.read_text("utf-8"))
    tree.body = [node for node in tree.body if not is_type_checking_block(node)]
    return tree


def is_type_checking_block(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def modules_in(nodes: Iterable[ast.AST]) -> set[str]:
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def imports_of(path: Path, *, inside_functions: bool) -> set[str]:
    """Return the parts of the package and the other packages that a file imports."""
    tree = tree_of(path)
    modules = modules_in(ast.walk(tree) if inside_functions else tree.body)
    parts = [name.split(".") for name in modules]
    names = {words[1] if words[0] == "cc_widgets" else words[0] for words in parts}
    return names - sys.stdlib_module_names - {part_of(path)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_part_imports_only_allowed_packages(path):
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part} is new: add it to MAY_IMPORT"
    assert imports_of(path, inside_functions=False) - MAY_IMPORT[part] == set()
    if part not in OPTIONAL_IMPORTS and path != PROGRAM:
        allowed = MAY_IMPORT[part] | IN_FUNCTIONS.get(part, set())
        assert imports_of(path, inside_functions=True) - allowed == set()


VIEWS = sorted(set((PACKAGE / "views").glob("*.py")) - {PACKAGE / "views/__init__.py"})


@pytest.mark.parametrize("path", VIEWS, ids=lambda path: path.name)
def test_views_do_not_import_each_other(path):
    others = {
        name.split(".")[2]
        for name in modules_in(ast.walk(tree_of(path)))
        if name.startswith("cc_widgets.views.")
    }
    assert others <= SHARED_BY_VIEWS


DISPLAY_FILES = [path for path in FILES if part_of(path) in {"views", "panels", "widgets"}]


@pytest.mark.parametrize("path", DISPLAY_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_display_code_imports_no_functions_from_the_core(path):
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cc_widgets.core"):
            names = [getattr(import_module(str(node.module)), alias.name) for alias in node.names]
            assert [name for name in names if isinstance(name, FunctionType)] == []


def test_widgets_have_equal_names_in_both_languages():
    python = {path.stem for path in (PACKAGE / "widgets").glob("*.py")} - {"__init__", "wire"}
    assert {path.stem for path in (ROOT / "js/src/widgets").glob("*.ts")} == python


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_are_absolute_and_explicit(path):
    imports = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.ImportFrom)]
    assert not [node.lineno for node in imports if node.level]
    assert not [node.lineno for node in imports if any(alias.name == "*" for alias in node.names)]


def modules_after(code: str) -> set[str]:
    report = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {report}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_importing_the_package_loads_no_heavy_modules():
    assert modules_after("import cc_widgets") & HEAVY == set()


def test_command_line_loads_no_heavy_modules():
    assert modules_after("import cc_widgets.commands.entry") & HEAVY == set()


def test_core_loads_numpy_as_its_only_heavy_module():
    assert modules_after("import cc_widgets; cc_widgets.core") & HEAVY == {"numpy"}


def test_all_public_names_exist():
    code = "import cc_widgets; [getattr(cc_widgets, name) for name in cc_widgets.__all__]"
    assert "cc_widgets" in modules_after(code)


def test_one_call_runs_few_modules():
    counts = {name: len(modules) for name, modules in modules_by_call().items()}
    assert {name: count for name, count in counts.items() if count > MAX_MODULES[name]} == {}


@pytest.mark.parametrize("package", CORE_PACKAGES, ids=lambda package: package.__name__)
def test_modules_of_core_are_public_and_not_shadowed(package):
    files = {path.stem for path in Path(package.__file__).parent.glob("*.py")} - {"__init__"}
    assert {name for name in files if name.startswith("_")} <= {"_arguments"}
    for name in files:
        assert inspect.ismodule(import_module(f"{package.__name__}.{name}"))
        assert inspect.ismodule(getattr(package, name))


def test_each_public_name_of_core_has_one_module():
    names = [name for module in CORE_MODULES for name in import_module(module).__all__]
    assert [name for name, count in Counter(names).items() if count > 1] == []


@pytest.mark.parametrize("package", CORE_PACKAGES, ids=lambda package: package.__name__)
def test_packages_of_core_export_at_most_26_names_of_their_modules(package):
    modules = {name for name in package.__all__ if inspect.ismodule(getattr(package, name))}
    names = set(package.__all__) - modules
    assert len(names) <= 26
    for name in names:
        value = getattr(package, name)
        assert value.__module__.startswith(f"{package.__name__}.")
        assert name in import_module(value.__module__).__all__
        assert getattr(import_module(value.__module__), name) is value


def private_imports(path: Path) -> set[str]:
    """Return the private modules and names that a file imports from another folder."""
    names = set()
    for name in modules_in(ast.walk(ast.parse(path.read_text("utf-8")))):
        for i, word in enumerate(name.split(".")):
            is_private = word.startswith("_") and not word.endswith("__")
            folder = ROOT.joinpath(*name.split(".")[:i])
            if is_private and folder.is_relative_to(PACKAGE) and not path.is_relative_to(folder):
                names.add(name)
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_packages_import_no_private_names_of_each_other(path):
    assert private_imports(path) == set()


OUTSIDE_CORE = [path for path in SOURCES if not path.is_relative_to(PACKAGE / "core")]


@pytest.mark.parametrize("path", OUTSIDE_CORE, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_of_core_are_imported_from_one_place(path):
    private = {name for name in private_imports(path) if name.startswith("cc_widgets.core.")}
    assert private == set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in CORE_MODULES:
            package = import_module(node.module.rpartition(".")[0])
            assert {alias.name for alias in node.names}.isdisjoint(package.__all__)


def test_unknown_name_raises_attribute_error():
    code = "import cc_widgets; assert not hasattr(cc_widgets, 'explroe'); dir(cc_widgets)"
    assert modules_after(code) & HEAVY == set()


@pytest.mark.parametrize("module", ["cc_widgets", *CORE_MODULES, "cc_widgets.intake"])
def test_signatures_in_help_have_short_lines(module):
    page = import_module(module)
    public = {name: getattr(page, name) for name in page.__all__}
    functions: dict[str, Any] = {
        name: value for name, value in public.items() if inspect.isfunction(value)
    }
    for cls in filter(inspect.isclass, public.values()):
        for name in vars(cls):
            if name == "__init__" or not name.startswith("_"):
                member = getattr(cls, name)
                if inspect.isroutine(member):
                    functions[f"{cls.__name__}.{name}"] = member
    too_long = [
        line
        for name, function in functions.items()
        for line in f"{name.split('.')[-1]}{inspect.signature(function)}".split("\n")
        if len(line) > 100 or "numpy." in line
    ]
    assert too_long == []


@pytest.mark.parametrize("module", [*CORE_MODULES, "cc_widgets.intake"])
def test_docstrings_begin_with_a_verb_or_a_noun(module):
    page = import_module(module)
    first_words = {
        name: (getattr(page, name).__doc__ or "").split(maxsplit=1)[0]
        for name in page.__all__
        if inspect.isfunction(getattr(page, name))
    }
    pronouns = {"How", "Of", "Such", "That", "Those", "What", "When", "Where", "Which", "Who"}
    assert [name for name, word in first_words.items() if word in pronouns] == []
