"""Build the documentation site: a folder that opens from disk or from a web server.

    python .github/site/build.py FOLDER [--lite]

`python3 -m cc_widgets site` installs the requirements, executes the lessons and runs this program.
"""

import re
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType, ModuleType
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
EXECUTED = ROOT / ".lessons/.executed"  # notebooks with outputs
PACKAGES = {
    "cc_widgets": "Explorer, model, and other objects for notebooks.",
    "cc_widgets.core": "Functions on arrays that need only NumPy.",
    "cc_widgets.core.uncertainty": "Confidence intervals and bands, and bootstrap resamples.",
    "cc_widgets.core.multiclass": "Multiclass problems.",
    "cc_widgets.intake": "Readers of input data.",
}
# Classes of the results of `CostCurveModel`, by module of `cc_widgets.model`.
RESULTS = {
    "about": ("ClassifierSummary",),
    "advice": ("Advice", "RivalTest"),
    "answers": ("Comparison", "CostAnswer", "Interval", "MarkLoss", "RankedChoice"),
    "choosing": ("Best", "Choice", "CriterionAnswer", "SingleChoice"),
    "groups": ("Gap", "GroupAnswer"),
    "handback": ("MisclassifiedExamples",),
    "jobs": ("Job",),
    "planning": ("SampleSizePlan", "ThresholdStability"),
    "recommendation": ("CommonThreshold", "Decision", "ExpectedErrors", "Recommendation"),
}


def main(folder: Path, *, lite: bool) -> int:
    """Build the site in a folder; return 0 if there were no errors."""
    lessons = {path: nbformat.read(EXECUTED / path.name, as_version=4) for path in NOTEBOOKS}
    with TemporaryDirectory() as temporary:
        source = Path(temporary)
        for path in (HERE / "conf.py", *(ROOT / ".github").glob("*.png")):
            shutil.copy(path, source)
        pages = {path.stem: site_links(path.read_text("utf-8")) for path in HERE.glob("*.md")}
        pages |= {
            "papers": site_links((ROOT / ".github/PAPERS.md").read_text("utf-8")),
            "lessons": lesson_list(lessons, lite=lite),
            "gallery": gallery(lessons, source / "pictures"),
            "help": help_texts(),
            "reference": reference(source),
        }
        for name, text in pages.items():
            (source / f"{name}.md").write_text(text, "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        options = ["-q", "-W", "--keep-going", "-b", "html", "-d", f"{temporary}/doctrees"]
        code = build_main([*options, temporary, str(folder)])
    write_lessons(lessons, folder / "lessons")
    code = code or (build_lite(lessons, folder / "class") if lite else 0)
    for page, link in broken_links(folder):
        print(f"{page}: broken link {link}", file=sys.stderr)
        code = 1
    return int(code)


def site_links(text: str) -> str:
    """Return a page with links as on the site, where all pages and images are in one folder."""
    text = re.sub(r"\]\((?:\.\./)+notebooks/(\w+)\.ipynb\)", r"](lesson:\1)", text)
    return text.replace("](../", "](")


def broken_links(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (page, link) for each link to a missing file of the site."""
    for page in sorted(folder.glob("*.html")):
        for link in re.findall(r'(?:href|src)="([^"#?:]+)["#?]', page.read_text("utf-8")):
            if not (page.parent / unquote(link)).exists():
                yield page.name, link


# ---- Lessons


def write_lessons(lessons: dict[Path, NotebookNode], folder: Path) -> None:
    """Write each lesson as an HTML page."""
    folder.mkdir()
    for path, notebook in lessons.items():
        page, _ = NotebookPage().from_notebook_node(notebook, {"metadata": {"name": path.stem}})
        (folder / f"{path.stem}.html").write_text(page, "utf-8")


def build_lite(lessons: dict[Path, NotebookNode], folder: Path) -> int:
    """Build JupyterLite, which runs in a browser, with all lessons; return 0 on success."""
    with TemporaryDirectory() as temporary, lite_packages():
        wheels, files = Path(temporary, "wheels"), Path(temporary, "files")
        files.mkdir()
        for path, notebook in lessons.items():
            cells = [*notebook.cells[:1], new_code_cell(INSTALL), *notebook.cells[1:]]
            nbformat.write(NotebookNode(notebook, cells=cells), files / path.name)
        pip("wheel", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(ROOT))
        lite = ["-m", "jupyter", "lite", "build", "--no-sourcemaps", "--contents", str(files)]
        folders = ["--output-dir", str(folder), "--lite-dir", temporary]
        wheel = ["--piplite-wheels", str(next(wheels.iterdir()))]
        # JupyterLite writes a file to the working directory.
        return subprocess.run(
            [sys.executable, *lite, *folders, *wheel], check=False, cwd=temporary
        ).returncode


@contextmanager
def lite_packages() -> Iterator[None]:
    """Install the packages of JupyterLite temporarily, because they interfere with JupyterLab."""
    pip("install", *LITE)
    try:
        yield
    finally:
        pip("uninstall", "--yes", *LITE)


def pip(command: str, *options: str) -> None:
    """Run pip in this environment."""
    subprocess.run([sys.executable, "-m", "pip", command, "-q", *options], check=True)


def lesson_list(lessons: dict[Path, NotebookNode], *, lite: bool) -> str:
    """Return the page that lists all lessons with their first paragraphs."""
    lines = ["# Lessons", "", LESSONS, ""]
    if lite:
        lines += [LITE_TEXT, ""]
    for path, notebook in lessons.items():
        _, paragraph = read_opening(notebook)
        lines += [f"## {lesson_link(path, notebook)}", "", paragraph, ""]
    return "\n".join(lines)


def lesson_link(path: Path, notebook: NotebookNode) -> str:
    """Return a link to a lesson with its number, by which the guides refer to it."""
    return f"[Lesson {path.stem[:2]}: {read_opening(notebook)[0]}](lesson:{path.stem})"


def read_opening(notebook: NotebookNode) -> tuple[str, str]:
    """Return the title and the first paragraph of a notebook."""
    title, paragraph, *_ = notebook.cells[0].source.split("\n\n")
    return title.removeprefix("# ").strip(), paragraph.strip()


LESSONS = (
    "Each lesson opens as a page with interactive figures: hovering, dragging and keyboard "
    "shortcuts work offline and without Python. In a checkout, `python3 -m cc_widgets demo` opens "
    "the lessons as notebooks."
)
LITE_TEXT = (
    "[JupyterLite](class:lab/index.html) runs the same notebooks in the browser without "
    "installation. It downloads Python, and works only if this site is on a web server."
)
LITE = ("jupyterlite-core", "jupyterlite-pyodide-kernel")
INSTALL = "%pip install -q cc-widgets"


# ---- Gallery


def gallery(lessons: dict[Path, NotebookNode], folder: Path) -> str:
    """Write the images of all lessons to a folder and return the page that shows them."""
    folder.mkdir()
    lines = ["# Gallery", "", "Figures of the lessons.", ""]
    for path, notebook in lessons.items():
        images = list(images_in(notebook))
        if images:
            lines += [f"## {lesson_link(path, notebook)}", ""]
        for number, (heading, text, png) in enumerate(images, start=1):
            name = f"{path.stem}-{number}.png"
            (folder / name).write_bytes(png)
            caption = re.sub(r"^(\d+)\.", r"\1\\.", heading)  # do not start a list
            lines += [f"```{{figure}} pictures/{name}", f":alt: {text}", "", caption, "```", ""]
    return "\n".join(lines)


def images_in(notebook: NotebookNode) -> Iterator[tuple[str, str, bytes]]:
    """Yield (heading, alternative text, PNG) for each image of a notebook."""
    heading = read_opening(notebook)[0]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            headings = re.findall(r"^#+ (.+)$", cell.source, re.MULTILINE)
            heading = headings[-1] if headings else heading
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data:
                text = " ".join(str(data["text/plain"]).split())
                yield heading, text, b64decode(data["image/png"])


# ---- Help texts


def help_texts() -> str:
    """Return the page with the help texts of all figures and panels."""
    lines = ["# Help texts of figures and panels", "", "The `?` buttons show the same texts.", ""]
    return "\n".join([*lines, *(line for entry in HELPS.values() for line in help_lines(entry))])


def help_lines(entry: Help) -> list[str]:
    """Return the lines of one help text with its formulas."""
    formulas = ["```text", *entry.formulas, "```", ""] if entry.formulas else []
    return [f"## {entry.title}", "", entry.words, "", *formulas, entry.assumes, ""]


# ---- API reference: a page for each package, and below it one for each of its modules


def reference(source: Path) -> str:
    """Write the pages of all packages and return the page that lists them."""
    lines = ["# Reference", "", "All public functions and classes, with units and examples.", ""]
    seen: set[object] = set()
    pages = {name: f"reference-{name.replace('.', '-')}" for name in PACKAGES}
    for name, summary in PACKAGES.items():
        text = package_page(source, name, summary, seen)
        (source / f"{pages[name]}.md").write_text(text, "utf-8")
        lines += [f"- [`{name}`]({pages[name]}.md): {summary[0].lower()}{summary[1:]}"]
    return "\n".join([*lines, "", *toctree(pages.values())])


def package_page(source: Path, package: str, summary: str, seen: set[object]) -> str:
    """Write a page for each module with public names and return the page of their package."""
    lines = [f"# {package}", "", summary, ""]
    pages = []
    for module, names in sorted(members_by_module(package).items()):
        page = f"reference-{package}-{module.rpartition('.')[2].strip('_')}".replace(".", "-")
        title = (import_module(module).__doc__ or module).split("\n")[0].rstrip(".")
        text = module_page(title, package, module, names, seen)
        (source / f"{page}.rst").write_text(text, "utf-8")
        lines += [f"- [{title}]({page}.rst): {', '.join(f'`{name}`' for name in names)}"]
        pages.append(page)
    return "\n".join([*lines, "", *toctree(pages)])


def members_by_module(package: str) -> dict[str, list[str]]:
    """Return the public functions and classes of a package by the module that defines them."""
    members: dict[str, set[str]] = {}
    for name in import_module(package).__all__:
        value = getattr(import_module(package), name)
        if isinstance(value, ModuleType):
            if value.__name__ not in PACKAGES and hasattr(value, "__all__"):
                members.setdefault(value.__name__, set()).update(documented(value))
        elif isinstance(value, type | FunctionType):
            members.setdefault(value.__module__, set()).add(name)
    if package == "cc_widgets":
        for module, results in RESULTS.items():
            members.setdefault(f"cc_widgets.model.{module}", set()).update(results)
    return {module: sorted(names, key=str.lower) for module, names in members.items()}


def documented(module: ModuleType) -> Iterator[str]:
    """Yield the names of the public functions and classes of a module."""
    for name in module.__all__:
        if isinstance(getattr(module, name), type | FunctionType):
            yield name


def module_page(title: str, package: str, module: str, names: list[str], seen: set[object]) -> str:
    """Return the reStructuredText page of some members; those in `seen` are not indexed again."""
    lines = [title, "=" * len(title), ""]
    for name in names:
        place = package if name in import_module(package).__all__ else module
        value = getattr(import_module(place), name)
        kind = "class" if isinstance(value, type) else "function"
        lines += [f".. auto{kind}:: {place}.{name}"]
        lines += ["   :members:"] if kind == "class" else []
        lines += ["   :no-index:"] if value in seen else []
        lines += [""]
        seen.add(value)
    return "\n".join(lines)


def toctree(pages: Iterable[str]) -> list[str]:
    """Return the lines of a hidden table of contents."""
    return ["```{toctree}", ":hidden:", "", *pages, "```", ""]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), lite="--lite" in sys.argv))
