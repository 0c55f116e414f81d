"""Parts of README and CONTRIBUTING that the code says itself: ``python -m tests.support.pages``."""

import ast
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from cc_widgets.intake import KINDS

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cc_widgets"
PAGE = ROOT / "js/src"
PUBLIC = (
    *("cc_widgets.core", "cc_widgets.core.uncertainty", "cc_widgets.core.multiclass"),
    *("cc_widgets.intake", "cc_widgets"),
)


def kinds() -> str:
    """A table of what names a classifier."""
    rows = [f"| {kind.words} | `{kind.example}` |" for kind in KINDS]
    return "\n".join(["| what | for instance |", "|---|---|", *rows])


def files() -> str:
    """A table of all files of the package, with what each is about and its public names."""
    known = public_names()
    rows = [
        f"| `{path.relative_to(PACKAGE).as_posix()}` | {about(path)} "
        f"| {' '.join(f'`{name}`' for name in sorted(known.get(path, ())))} |"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name != "__init__.py"
    ]
    return "\n".join(["| file | what it is about | public names |", "|---|---|---|", *rows])


def scripts() -> str:
    """A table of all files of the page, with what each is about: its first line."""
    first = {
        path: path.read_text("utf-8").split("\n")[0]
        for path in sorted(PAGE.rglob("*.ts"))
        if path.suffixes == [".ts"] and path.name != "schema.ts"
    }
    rows = [
        f"| `{path.relative_to(PAGE).as_posix()}` | {line.removeprefix('// ').rstrip('.')} |"
        for path, line in first.items()
    ]
    return "\n".join(["| file of `js/src/` | what it is about |", "|---|---|", *rows])


def keys() -> str:
    """A table of what hands and keys do, as the card in the explorer shows it."""
    text = (PAGE / "cursor/keys.ts").read_text("utf-8")
    rows = re.findall(r"\{\s*keys: '(.+?)',\s*does: '(.+?)',?\s*\}", text)
    return "\n".join(
        ["| hand or key | what it does |", "|---|---|", *map("| {0[0]} | {0[1]} |".format, rows)]
    )


def about(path: Path) -> str:
    """The first line of a file's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return text.split("\n")[0].rstrip(".").replace("|", "\\|")


def public_names() -> dict[Path, set[str]]:
    """The names that users import, by the file that makes them."""
    homes: dict[str, str] = {}
    for package in PUBLIC:
        exported = import_module(package).__all__
        source = Path(import_module(package).__file__ or "")
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cc_widgets."):
                names = {alias.name for alias in node.names} & set(exported)
                homes |= {name: homes.get(name, str(node.module)) for name in names}
    found: dict[Path, set[str]] = {}
    for name, module in homes.items():
        path = (ROOT / module.replace(".", "/")).with_suffix(".py")
        if path.exists():
            found.setdefault(path, set()).add(name)
    return found


CONTRIBUTING = ROOT / ".github/CONTRIBUTING.md"
PAGES: dict[Path, dict[str, Callable[[], str]]] = {
    ROOT / "README.md": {"kinds": kinds, "keys": keys},
    CONTRIBUTING: {"files": files, "scripts": scripts},
}


def now(path: Path) -> str:
    """A page with its written parts as the code says it now."""
    text = path.read_text("utf-8")
    for name, made in PAGES[path].items():
        before, rest = text.split(f"<!-- {name} -->\n")
        _, after = rest.split(f"<!-- end of {name} -->")
        text = f"{before}<!-- {name} -->\n{made()}\n<!-- end of {name} -->{after}"
    return text


def main() -> None:
    """Write all such parts anew."""
    for path in PAGES:
        path.write_text(now(path), "utf-8")


if __name__ == "__main__":
    main()
