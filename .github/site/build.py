"""Write the site: one folder that opens from disk and from any web server.

    python .github/site/build.py FOLDER [--lite]

`python3 -m cc_widgets site` installs what this needs, executes the lessons, and runs it.
"""

import re
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from urllib.parse import unquote

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from sphinx.cmd.build import build_main

from cc_widgets.export.page import NotebookPage
from cc_widgets.model.helps import HELPS, Help

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
EXECUTED = ROOT / ".lessons/.executed"  # the same with outputs
PARTS = {
    "cc_widgets": "The explorer, the model, and what stands beside them in a notebook.",
    "cc_widgets.core": "Plain functions on arrays, with NumPy alone.",
    "cc_widgets.core.uncertainty": "How sure a curve, a cost, a difference or a choice is.",
    "cc_widgets.core.multiclass": "More than two classes.",
    "cc_widgets.intake": "How data come in.",
}


def main(folder: Path, *, lite: bool) -> int:
    """Write the whole site into a folder; 0 only when nothing was amiss."""
    lessons = {path: nbformat.read(EXECUTED / path.name, as_version=4) for path in NOTEBOOKS}
    with TemporaryDirectory() as made:
        source = Path(made)
        for path in (*HERE.glob("*.md"), HERE / "conf.py", ROOT / ".github/explorer.png"):
            shutil.copy(path, source)
        shutil.copy(ROOT / ".github/PAPERS.md", source / "papers.md")
        written = {
            "lessons": list_of(lessons, lite=lite),
            "gallery": gallery(lessons, source / "pictures"),
            "figures": figures(),
            "reference": reference(source),
        }
        for name, text in written.items():
            (source / f"{name}.md").write_text(text, "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        options = ["-q", "-W", "--keep-going", "-b", "html", "-d", f"{made}/kept"]
        code = build_main([*options, made, str(folder)])
    write_lessons(lessons, folder / "lessons")
    code = code or (class_room(lessons, folder / "class") if lite else 0)
    for page, link in lost(folder):
        print(f"{page}: {link} leads nowhere", file=sys.stderr)
        code = 1
    return int(code)


def lost(folder: Path) -> Iterator[tuple[str, str]]:
    """Each page with a link to a file of the site that is not there."""
    for page in sorted(folder.glob("*.html")):
        for link in re.findall(r'(?:href|src)="([^"#?:]+)["#?]', page.read_text("utf-8")):
            if not (page.parent / unquote(link)).exists():
                yield page.name, link


# ---- Lessons


def write_lessons(lessons: dict[Path, NotebookNode], folder: Path) -> None:
    """Write each lesson as a page of its own."""
    folder.mkdir()
    for path, notebook in lessons.items():
        page, _ = NotebookPage().from_notebook_node(notebook, {"metadata": {"name": path.stem}})
        (folder / f"{path.stem}.html").write_text(page, "utf-8")


def class_room(lessons: dict[Path, NotebookNode], folder: Path) -> int:
    """Write JupyterLab with all lessons, which runs in a browser; 0 only when that went well."""
    with TemporaryDirectory() as made, lite_packages():
        wheels, files = Path(made, "wheels"), Path(made, "files")
        files.mkdir()
        for path, notebook in lessons.items():
            cells = [*notebook.cells[:1], new_code_cell(INSTALL), *notebook.cells[1:]]
            nbformat.write(NotebookNode(notebook, cells=cells), files / path.name)
        pip("wheel", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(ROOT))
        lite = ["-m", "jupyter", "lite", "build", "--no-sourcemaps", "--contents", str(files)]
        places = ["--output-dir", str(folder), "--lite-dir", made]
        wheel = ["--piplite-wheels", str(next(wheels.iterdir()))]
        # It leaves a file of its own in the folder where it is run.
        return subprocess.run(
            [sys.executable, *lite, *places, *wheel], check=False, cwd=made
        ).returncode


@contextmanager
def lite_packages() -> Iterator[None]:
    """Have the packages of a class room for a while: JupyterLab itself stumbles over them."""
    pip("install", *LITE)
    try:
        yield
    finally:
        pip("uninstall", "--yes", *LITE)


def pip(command: str, *options: str) -> None:
    """Run pip in this environment."""
    subprocess.run([sys.executable, "-m", "pip", command, "-q", *options], check=True)


def list_of(lessons: dict[Path, NotebookNode], *, lite: bool) -> str:
    """The page of all lessons, each with its first words."""
    lines = ["# Lessons", "", LESSONS, ""]
    if lite:
        lines += [CLASS, ""]
    for path, notebook in lessons.items():
        title, words = opening(notebook)
        lines += [f"## [{title}](lesson:{path.stem})", "", words, ""]
    return "\n".join(lines)


def opening(notebook: NotebookNode) -> tuple[str, str]:
    """The title of a notebook and its first paragraph."""
    title, words, *_ = notebook.cells[0].source.split("\n\n")
    return title.removeprefix("# ").strip(), words.strip()


LESSONS = (
    "Each opens as a page whose figures are alive: hover, drag and keys work without Python and "
    "without a network. In a checkout, `python3 -m cc_widgets demo` opens the same as notebooks."
)
CLASS = (
    "[The class room](class:lab/index.html) is JupyterLab in the browser, with the same notebooks: "
    "nothing to install, but its Python comes from the network, and this site must be on a server."
)
LITE = ("jupyterlite-core", "jupyterlite-pyodide-kernel")
INSTALL = "%pip install -q cc-widgets"


# ---- Pictures


def gallery(lessons: dict[Path, NotebookNode], folder: Path) -> str:
    """The page of all pictures, which it puts into a folder: what the lessons show."""
    folder.mkdir()
    lines = ["# Gallery", "", "What the lessons show, as it was when they were run.", ""]
    for path, notebook in lessons.items():
        shown = list(pictures(notebook))
        if shown:
            lines += [f"## [{opening(notebook)[0]}](lesson:{path.stem})", ""]
        for number, (heading, words, png) in enumerate(shown, start=1):
            name = f"{path.stem}-{number}.png"
            (folder / name).write_bytes(png)
            caption = re.sub(r"^(\d+)\.", r"\1\\.", heading)  # no list begins here
            lines += [f"```{{figure}} pictures/{name}", f":alt: {words}", "", caption, "```", ""]
    return "\n".join(lines)


def pictures(notebook: NotebookNode) -> Iterator[tuple[str, str, bytes]]:
    """Each picture of a notebook, with the heading above it and what it says in words."""
    heading = opening(notebook)[0]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            found = re.findall(r"^#+ (.+)$", cell.source, re.MULTILINE)
            heading = found[-1] if found else heading
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data:
                words = " ".join(str(data["text/plain"]).split())
                yield heading, words, b64decode(data["image/png"])


# ---- What the figures and panels are


def figures() -> str:
    """The page that explains each figure and panel, as the `?` beside it does."""
    lines = ["# Figures and panels", "", "The same stands behind the `?` of each.", ""]
    return "\n".join([*lines, *(line for one in HELPS.values() for line in explained(one))])


def explained(one: Help) -> list[str]:
    """What one of them is, with its formulas."""
    formulas = ["```text", *one.formulas, "```", ""] if one.formulas else []
    return [f"## {one.title}", "", one.words, "", *formulas, one.assumes, ""]


# ---- The reference, from docstrings


def reference(source: Path) -> str:
    """The page of all public names; a page for each part is put beside it."""
    lines = ["# Reference", "", "Everything that can be imported, with its units and examples.", ""]
    seen: set[object] = set()
    pages = {name: f"reference-{name.replace('.', '-')}" for name in PARTS}
    for name, words in PARTS.items():
        (source / f"{pages[name]}.rst").write_text(part(name, words, seen), "utf-8")
        lines += [f"- [`{name}`]({pages[name]}.rst): {words[0].lower()}{words[1:]}"]
    return "\n".join([*lines, "", "```{toctree}", ":hidden:", "", *pages.values(), "```", ""])


def part(name: str, words: str, seen: set[object]) -> str:
    """The page of a package, in reStructuredText; what other pages have is not indexed again."""
    module = import_module(name)
    lines = [name, "=" * len(name), "", words, ""]
    for each in sorted(module.__all__, key=str.lower):
        thing = getattr(module, each)
        if isinstance(thing, type | FunctionType):
            kind = "class" if isinstance(thing, type) else "function"
            lines += [f".. auto{kind}:: {name}.{each}"]
            lines += ["   :members:"] if kind == "class" else []
            lines += ["   :no-index:"] if thing in seen else []
            lines += [""]
            seen.add(thing)
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), lite="--lite" in sys.argv))
