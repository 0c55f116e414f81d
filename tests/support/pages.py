"""Tables of the guides that are generated from the code: ``python -m tests.support.pages``."""

import ast
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from cc_widgets.intake import KINDS
from tests.support.modules import CORE_MODULES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cc_widgets"
PAGE = ROOT / "js/src"
PUBLIC = ("cc_widgets.intake", "cc_widgets")


def kinds() -> str:
    """Return a table of the accepted kinds of classifiers."""
    rows = [f"| {kind.description} | `{kind.example}` |" for kind in KINDS]
    return "\n".join(["| Form | Example |", "|---|---|", *rows])


def files() -> str:
    """Return a table of all files of the package, with their topics and public names."""
    names_of = public_names()
    rows = [
        f"| `{path.relative_to(PACKAGE).as_posix()}` | {about(path)} "
        f"| {' '.join(f'`{name}`' for name in sorted(names_of.get(path, ())))} |"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name != "__init__.py"
    ]
    return "\n".join(["| File | Content | Public names |", "|---|---|---|", *rows])


def scripts() -> str:
    """Return a table of all TypeScript files, with the first line of each."""
    first = {
        path: path.read_text("utf-8").split("\n")[0]
        for path in sorted(PAGE.rglob("*.ts"))
        if path.suffixes == [".ts"] and path.name != "schema.ts"
    }
    rows = [
        f"| `{path.relative_to(PAGE).as_posix()}` | {line.removeprefix('// ').rstrip('.')} |"
        for path, line in first.items()
    ]
    return "\n".join(["| File of `js/src/` | Content |", "|---|---|", *rows])


def keys() -> str:
    """Return a table of gestures and keys, as on the help card of the explorer."""
    text = (PAGE / "cursor/keys.ts").read_text("utf-8")
    rows = re.findall(r"\{\s*keys: '(.+?)',\s*does: '(.+?)',?\s*\}", text)
    return "\n".join(
        ["| Gesture or key | Effect |", "|---|---|", *map("| {0[0]} | {0[1]} |".format, rows)]
    )


def about(path: Path) -> str:
    """Return the first line of a file's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return text.split("\n")[0].rstrip(".").replace("|", "\\|")


def public_names() -> dict[Path, set[str]]:
    """Return the public names that each file defines."""
    names_of: dict[Path, set[str]] = {}
    for module in CORE_MODULES:
        names_of[path_of(module)] = set(import_module(module).__all__)
    listed = set().union(*names_of.values())
    for package in PUBLIC:
        exported = set(import_module(package).__all__) - listed
        listed |= exported
        source = Path(import_module(package).__file__ or "")
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cc_widgets."):
                path = path_of(str(node.module))
                if path.exists():
                    names_of.setdefault(path, set()).update(
                        {alias.name for alias in node.names} & exported
                    )
    return names_of


def path_of(module: str) -> Path:
    """Return the file of a module."""
    return (ROOT / module.replace(".", "/")).with_suffix(".py")


GUIDES = ROOT / ".github/site"
PAGES: dict[Path, dict[str, Callable[[], str]]] = {
    GUIDES / "data.md": {"kinds": kinds},
    GUIDES / "figures.md": {"keys": keys},
    GUIDES / "files.md": {"files": files, "scripts": scripts},
}


def updated_text(path: Path) -> str:
    """Return a page with its generated tables up to date."""
    text = path.read_text("utf-8")
    for name, make_table in PAGES[path].items():
        before, rest = text.split(f"<!-- {name} -->\n")
        _, after = rest.split(f"<!-- end of {name} -->")
        text = f"{before}<!-- {name} -->\n{make_table()}\n<!-- end of {name} -->{after}"
    return text


def main() -> None:
    """Update the generated tables of all pages."""
    for path in PAGES:
        path.write_text(updated_text(path), "utf-8")


if __name__ == "__main__":
    main()
