"""An explorer without Python: its saved state, and one file that shows it, alive."""

import json
import math
import os
import re
import sys
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from html import escape
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from struct import unpack
from typing import TYPE_CHECKING, Any

from ipywidgets import Widget
from ipywidgets.embed import dependency_state

from cc_widgets.errors import CostCurveError
from cc_widgets.export import read_title, versions_words
from cc_widgets.intake.files import write_file
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import line_of

if TYPE_CHECKING:
    from cc_widgets.panels.parts import Kept

# ---- The saved state: plain data, no markup

MIME_TYPE = "application/vnd.cc-widgets.v1+json"
PICTURE = "image/png"
_REFERENCE = "IPY_MODEL_"
STATE_VERSION = 1
"""Of the form of the state; `js/src/saved/manager.ts` reads this one."""


def state_of(explorer: "Kept", title: str | None = None, *, whole: bool = True) -> dict[str, Any]:
    """State of an explorer, as data that JSON can hold.

    Parameters
    ----------
    explorer : CostCurveExplorer, Laboratory, Steps, Question or ClassExplorer
        One that is open.
    title : str, optional
        What it is about; if left out, the names of its classifiers.
    whole : bool
        Whether there is time to make what stands behind tabs that nobody has opened, and to make
        all as small as can be.

    Returns
    -------
    dict
        `version` of this form; `root`, the id of the explorer among the `widgets`, each as
        ipywidgets embeds it, but for arrays, which are compressed; and what all outputs say,
        `about` it. Tabs that have nothing to tell without Python are not in it.

    Raises
    ------
    CostCurveError
        If the explorer is closed.
    """
    explorer.duality  # noqa: B018 (raises where the explorer is closed)
    with explorer.unopened() if whole else nullcontext({}) as more:
        pages = [page for each in more.values() for page in each.values()]
        widgets = {
            name: _packed(_with_pages(widget, more.get(name, {})), small=whole)
            for name, widget in _alike_once(dependency_state([explorer, *pages])).items()
        }
    return {
        "version": STATE_VERSION,
        "root": explorer.model_id,
        "widgets": _finite(widgets),
        "about": explorer.about(title),
    }


def _with_pages(widget: Mapping[str, Any], more: Mapping[int, Widget]) -> Mapping[str, Any]:
    """A widget's state; of tabs, only those whose page is there, or among these."""
    state = widget["state"]
    if widget["model_name"] != "ControlsModel" or state.get("pages") is None:
        return widget
    pages = [
        f"{_REFERENCE}{more[place].model_id}" if place in more else page
        for place, page in enumerate(state["pages"])
    ]
    made = [place for place, page in enumerate(pages) if page is not None]
    moved = {old: new for new, old in enumerate(made)}
    selected = state.get("selected", 0)
    kept = {
        "titles": [state["titles"][place] for place in made],
        "pages": [pages[place] for place in made],
        "selected": moved.get(selected, 0),
        "unfolded": state.get("unfolded", False) and selected in moved,
        "tables": moved.get(state.get("tables", -1), -1),
    }
    return {**widget, "state": {**state, **kept}}


_LOOKS = ("layout", "style")


def _alike_once(widgets: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same, and of layouts and styles that are alike only the first: most widgets have such."""
    looks = [widget["state"].get(look) for widget in widgets.values() for look in _LOOKS]
    first: dict[str, str] = {}
    instead = {}
    for name in dict.fromkeys(look.removeprefix(_REFERENCE) for look in looks if look):
        said = json.dumps(widgets[name], sort_keys=True)
        instead[_REFERENCE + name] = _REFERENCE + first.setdefault(said, name)
    gone = {old.removeprefix(_REFERENCE) for old, new in instead.items() if old != new}
    return {name: _looking(widget, instead) for name, widget in widgets.items() if name not in gone}


def _looking(widget: Mapping[str, Any], instead: Mapping[str, str]) -> Mapping[str, Any]:
    """A widget with other references for its layout and style."""
    state = widget["state"]
    looks = {look: instead[state[look]] for look in _LOOKS if state.get(look)}
    return {**widget, "state": {**state, **looks}}


_PLANES = (1, 4, 8)
_SAMPLE = 2048  # bytes that tell how the rest is best compressed
_TRIED = 1024  # bytes from which on it is worth the time to find that out
_LEVEL = 4  # half the time of the usual 6, for a sixteenth more letters


def _packed(widget: Mapping[str, Any], *, small: bool) -> Mapping[str, Any]:
    """A widget's state, its arrays in fewer letters."""
    pack = _deflated if small else _hastily_deflated
    buffers = [
        {"path": ".".join(map(str, buffer["path"])), **pack(b64decode(buffer["data"]))}
        for buffer in widget.get("buffers", ())
    ]
    return {**widget, "buffers": buffers} if buffers else widget


def _hastily_deflated(array: bytes) -> dict[str, Any]:
    """Bytes compressed as they stand: in half the time, to a tenth more letters or less."""
    return {"planes": 1, "deflated": b64encode(zlib.compress(array, 1)).decode("ascii")}


def _deflated(array: bytes) -> dict[str, Any]:
    """Bytes compressed: the first of each number, then the second of each, which are alike."""
    ways = [planes for planes in _PLANES if len(array) % planes == 0]
    ways = ways if len(array) >= _TRIED else ways[:1]
    middle = len(array) // 16 * 8
    sample = array if len(array) <= _SAMPLE else array[middle : middle + _SAMPLE]
    planes = min(ways, key=lambda each: len(zlib.compress(_in_planes(sample, each), 1)))
    deflated = zlib.compress(_in_planes(array, planes), _LEVEL)
    return {"planes": planes, "deflated": b64encode(deflated).decode("ascii")}


def _in_planes(array: bytes, planes: int) -> bytes:
    """The first of every so many bytes, then the second of each, and so on."""
    return b"".join(array[one::planes] for one in range(planes))


def _finite(value: Any) -> Any:  # noqa: ANN401 (whatever JSON has a word for)
    """The same with nothing in the place of numbers that JSON has no word for."""
    if isinstance(value, Mapping):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# ---- What a notebook keeps of it


_SCALE = 2  # pixels of the picture for each of the page


def bundle_of(
    explorer: "Kept", *, picture: bool, unattended: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Forms in which a notebook keeps an explorer, all but the view of its widget.

    Parameters
    ----------
    explorer : CostCurveExplorer, Laboratory, Steps, Question or ClassExplorer
        One that is open.
    picture : bool
        Whether there is time to draw one, and to make what stands behind tabs. Without matplotlib
        there is none.
    unattended : bool
        Whether no page can be connected with the explorer: then ids of widgets are positions, and
        a run of the same code on the same data gives the same bytes.

    Returns
    -------
    dict, dict
        Data and metadata by MIME type, without a date. No markup and no SVG: nbconvert would prefer
        the former to the picture, and cannot print the latter.
    """
    state = _undated(state_of(explorer, whole=picture))
    state = _numbered(state) if unattended else state
    data = {"text/plain": repr(explorer), MIME_TYPE: state if picture else _at_once(state)}
    if not picture or not explorer.pictured or find_spec("matplotlib") is None:
        return data, {}
    from cc_widgets.export.figure import png_of  # noqa: PLC0415 (matplotlib is slow to come)

    drawn = png_of(explorer.model, scale=_SCALE, dated=False)
    width, height = unpack(">II", drawn[16:24])
    told = {"width": width // _SCALE, "height": height // _SCALE, "alt": alt_of(explorer.model)}
    return {**data, PICTURE: b64encode(drawn).decode()}, {PICTURE: told}


def _undated(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state without its date: the file of a notebook changes only with its contents."""
    about = {name: each for name, each in state["about"].items() if name != "date"}
    return {**state, "about": about}


def _numbered(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state with the positions of widgets as their ids, which are random otherwise."""
    positions = {name: str(place) for place, name in enumerate(state["widgets"])}
    references = {_REFERENCE + name: _REFERENCE + place for name, place in positions.items()}
    renamed: dict[str, Any] = _renamed(state, {**positions, **references})
    return renamed


def _renamed(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401 (any JSON)
    """Return the value with other names in it."""
    if isinstance(value, Mapping):
        return {names.get(name, name): _renamed(each, names) for name, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _at_once(state: Mapping[str, Any]) -> dict[str, Any]:
    """The same with its widgets as one text: JupyterLab copies all else piece by piece."""
    return {**state, "widgets": json.dumps(state["widgets"], separators=(",", ":"))}


def alt_of(model: CostCurveModel) -> str:
    """What a picture says to those who cannot see it."""
    return f"{line_of(model)}. {model.read().answer.headline}"


# ---- One file with all that it takes to show them: nothing is fetched, and nothing can be


_NOTHING_FETCHED = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
)


def write_page(
    path: str | os.PathLike[str], explorers: "Sequence[Kept]", title: str | None = None
) -> Path:
    """Path of a page that shows explorers without Python and without a network.

    Parameters
    ----------
    path : str or path
        Where; what is there is replaced once the whole page is written.
    explorers : sequence of the same
        One below the other.
    title : str, optional
        What the page is about; if left out, the names of the classifiers.

    Returns
    -------
    Path
        As it was given.

    Raises
    ------
    CostCurveError
        If an explorer is closed, or no file can be written there.
    """
    return write_file(path, page_bytes(explorers, title))


def page_bytes(explorers: "Sequence[Kept]", title: str | None = None) -> bytes:
    """A page of explorers as a file has it; the rest is as in `write_page`."""
    title = None if title is None else read_title(title)
    one = title if len(explorers) == 1 else None
    states = [state_of(explorer, one) for explorer in explorers]
    heading = states[0]["about"]["title"] if title is None else title
    return page_of(states, heading).encode("utf-8", "xmlcharrefreplace")


def page_of(states: Sequence[Mapping[str, Any]], title: str) -> str:
    """A page as text: what each state is of in words, and the state itself.

    Parameters
    ----------
    states : sequence of dict
        What `state_of` returns.
    title : str
        What the page is about. All of it is text, whatever it looks like.

    Returns
    -------
    str
        HTML.
    """
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_NOTHING_FETCHED}">',
            f"<title>{escape(title)}</title>",
            scripts(),
            "</head>",
            '<body class="cc-page">',
            f'<h1 dir="auto">{escape(title)}</h1>',
            *(_section(state, title) for state in states),
            f'<p class="cc-about">{_PASSING}</p>',
            "</body>",
            "</html>",
            "",
        ]
    )


def _section(state: Mapping[str, Any], title: str) -> str:
    """One explorer: what it is of where the page does not say so, it, and how it came about."""
    heading = state["about"]["title"]
    return "\n".join(
        [
            "<section>",
            *([f'<h2 dir="auto">{escape(heading)}</h2>'] if heading != title else []),
            embedded(state),
            f'<p class="cc-about" dir="auto">{escape(_origin(state["about"]))}</p>',
            "</section>",
        ]
    )


_UNSCRIPTED = "This figure needs scripts, which are blocked here. Download the page, then open it."
_PASSING = "What you change here, notes too, is gone when this page is closed."


def _origin(told: Mapping[str, Any]) -> str:
    """What it takes to make the same picture again."""
    made = versions_words(told["versions"])
    seed = "no seed" if told["seed"] is None else f"seed {told['seed']}"
    data = (f"Data {told['fingerprint']}", told["conditions"], seed) if told["fingerprint"] else ()
    return "; ".join((*data, f"saved {told['date']}", made))


def embedded(state: Mapping[str, Any]) -> str:
    """Return a state as part of a page: no text in it can end the element that contains it.

    Browsers keep `noscript` hidden if a security policy blocks scripts. Therefore a paragraph
    replaces the figure until a script runs (see `page.mjs`).
    """
    text = json.dumps(state, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return (
        f'<p class="cc-unscripted">{_UNSCRIPTED}</p>'
        f'<script type="{MIME_TYPE}" data-cc-widgets>{text}</script>'
    )


@cache
def scripts() -> str:
    """All that a page runs: what widgets need, bqplot's own file, and our widgets."""
    return "\n".join(
        [
            f"<style>{_served('cc-widgets', 'page.css')}</style>",
            f"<script>{_inlined(_served('cc-widgets', 'page.js'))}</script>",
            *(_module(package) for package in ("bqplot", "cc-widgets")),
        ]
    )


def _module(package: str) -> str:
    """A bundle that asks a loader for its own `define`: here that knows the name already."""
    bundle = _inlined(_served(package, "index.js"))
    name = package.replace("-", "_")
    return f"<script>(define => {{{bundle}\n}})(ccWidgets.defineAs('{name}'))</script>"


def _inlined(code: str) -> str:
    """Code that can stand inside a page, and looks for no map of its source."""
    plain = re.sub(r"^//# sourceMappingURL=.*$", "", code, flags=re.MULTILINE)
    return plain.replace("</script", r"<\/script").replace("<!--", r"<\!--")


def _served(package: str, name: str) -> str:
    """One of the files that an installed package gives to pages."""
    place = f"share/jupyter/nbextensions/{package.replace('-', '_')}/{name}"
    try:
        listed = [file.locate() for file in files(package) or () if file.match(f"*/{place}")]
    except PackageNotFoundError:
        listed = []
    for path in (*listed, Path(sys.prefix, place)):
        found = Path(str(path))
        if found.exists():
            return found.read_text("utf-8")
    raise CostCurveError(
        "a part of the page is not installed",
        where=package,
        got=f"nothing at {place}",
        fix=f"Install it again: pip install --force-reinstall {package}.",
    )


# ---- A whole notebook as such a page, where nbconvert is installed


_WITHOUT_NETWORK = """\
{% extends "index.html.j2" %}
{% block html_head_js %}{{ resources.cc_widgets | safe }}{% endblock %}
{% block html_head_js_mathjax %}{% endblock %}
{% block html_head_js_mermaidjs %}{% endblock %}
"""
_VIEW = "application/vnd.jupyter.widget-view+json"


def come_alive(notebook: Any) -> None:  # noqa: ANN401 (nbformat has no types)
    """Put states in the place of outputs that have one; other widgets keep what is no widget.

    Parameters
    ----------
    notebook : NotebookNode
        Changed in place. A state of another form is left to what else its output says.
    """
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            state = data.get(MIME_TYPE)
            data.pop(_VIEW, None)
            if isinstance(state, Mapping) and state.get("version") == STATE_VERSION:
                data.clear()
                data["text/html"] = embedded(state)


@cache
def _notebook_page() -> type:
    """The exporter behind ``jupyter nbconvert --to cc_html``."""
    from nbconvert.exporters import HTMLExporter  # noqa: PLC0415 (few have it, fewer want it)
    from nbconvert.preprocessors import Preprocessor  # noqa: PLC0415 (the same)

    class Alive(Preprocessor):
        """Comes last, when all cells have run."""

        enabled = True

        def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:  # noqa: ANN401
            come_alive(nb)
            return nb, {**resources, "cc_widgets": scripts()}

    class NotebookPage(HTMLExporter):
        """A notebook as one file, in which explorers are alive and nothing is fetched."""

        export_from_notebook = "HTML with live cost curves"
        raw_template = _WITHOUT_NETWORK

        def _init_preprocessors(self) -> None:
            super()._init_preprocessors()  # type: ignore[no-untyped-call]
            self.register_preprocessor(Alive, enabled=True)  # type: ignore[no-untyped-call]

    return NotebookPage


def __getattr__(name: str) -> Any:  # noqa: ANN401 (of whatever kind that name is)
    """The exporter, made when nbconvert asks for it."""
    if name == "NotebookPage":
        return _notebook_page()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
