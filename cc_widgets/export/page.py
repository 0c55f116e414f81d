"""Saved state of widgets, and self-contained HTML pages that display it."""

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
from cc_widgets.model.groups import group_words
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import describe_model

if TYPE_CHECKING:
    from cc_widgets.panels.parts import PersistentWidget

# ---- The saved state: plain data, no markup

MIME_TYPE = "application/vnd.cc-widgets.v1+json"
PICTURE = "image/png"
_REFERENCE = "IPY_MODEL_"
STATE_VERSION = 1
"""Format version of the state, as read by `js/src/saved/manager.ts`."""


def state_of(
    explorer: "PersistentWidget", title: str | None = None, *, whole: bool = True
) -> dict[str, Any]:
    """Return the state of a widget as JSON data.

    It contains the format `version`, the id of the `root` among the `widgets`, each as embedded by
    ipywidgets but with compressed arrays, and the provenance (`about`). Tabs without content are
    omitted.

    Parameters
    ----------
    explorer : CostCurveExplorer, Laboratory, Steps, Question or ClassExplorer
        Open widget.
    title : str, optional
        Title; by default the names of the classifiers.
    whole : bool
        Whether to build panels that were never opened, and to compress as much as possible.

    Raises
    ------
    CostCurveError
        If the widget is closed.
    """
    explorer.duality  # noqa: B018 (raises where the explorer is closed)
    if whole:
        explorer.complete()
    with explorer.unopened_panels() if whole else nullcontext({}) as more:
        pages = [page for each in more.values() for page in each.values()]
        widgets = {
            name: _packed(_with_pages(widget, more.get(name, {})), small=whole)
            for name, widget in _without_duplicate_looks(
                dependency_state([explorer, *pages])
            ).items()
        }
    return {
        "version": STATE_VERSION,
        "root": explorer.model_id,
        "widgets": _finite_json(widgets),
        "about": explorer.provenance(title),
    }


def _with_pages(widget: Mapping[str, Any], added: Mapping[int, Widget]) -> Mapping[str, Any]:
    """Return the state of a widget; tabs without a page are removed, new ones added."""
    state = widget["state"]
    if widget["model_name"] != "ControlsModel" or state.get("pages") is None:
        return widget
    pages = [
        f"{_REFERENCE}{added[place].model_id}" if place in added else page
        for place, page in enumerate(state["pages"])
    ]
    nonempty = [place for place, page in enumerate(pages) if page is not None]
    moved = {old: new for new, old in enumerate(nonempty)}
    selected = state.get("selected", 0)
    tabs = {
        "titles": [state["titles"][place] for place in nonempty],
        "pages": [pages[place] for place in nonempty],
        "selected": moved.get(selected, 0),
        "unfolded": state.get("unfolded", False) and selected in moved,
        "tables": moved.get(state.get("tables", -1), -1),
    }
    return {**widget, "state": {**state, **tabs}}


_LOOKS = ("layout", "style")


def _without_duplicate_looks(widgets: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the widgets with only one copy of equal layouts and styles."""
    looks = [widget["state"].get(look) for widget in widgets.values() for look in _LOOKS]
    first: dict[str, str] = {}
    replacements = {}
    for name in dict.fromkeys(look.removeprefix(_REFERENCE) for look in looks if look):
        content = json.dumps(widgets[name], sort_keys=True)
        replacements[_REFERENCE + name] = _REFERENCE + first.setdefault(content, name)
    removed = {old.removeprefix(_REFERENCE) for old, new in replacements.items() if old != new}
    return {
        name: _with_looks(widget, replacements)
        for name, widget in widgets.items()
        if name not in removed
    }


def _with_looks(widget: Mapping[str, Any], replacements: Mapping[str, str]) -> Mapping[str, Any]:
    """Return a widget with replaced references to its layout and style."""
    state = widget["state"]
    looks = {look: replacements[state[look]] for look in _LOOKS if state.get(look)}
    return {**widget, "state": {**state, **looks}}


_PLANES = (1, 4, 8)
_SAMPLE = 2048  # bytes for choosing the number of planes
_SMALLEST_COMPARED = 1024  # bytes; smaller arrays use one plane
_LEVEL = 4  # half the time of level 6 at 6% more size


def _packed(widget: Mapping[str, Any], *, small: bool) -> Mapping[str, Any]:
    """Return the state of a widget with compressed arrays."""
    pack = _deflated if small else _fast_deflated
    buffers = [
        {"path": ".".join(map(str, buffer["path"])), **pack(b64decode(buffer["data"]))}
        for buffer in widget.get("buffers", ())
    ]
    return {**widget, "buffers": buffers} if buffers else widget


def _fast_deflated(array: bytes) -> dict[str, Any]:
    """Return bytes compressed in half the time, at most 10% larger."""
    return {"planes": 1, "deflated": b64encode(zlib.compress(array, 1)).decode("ascii")}


def _deflated(array: bytes) -> dict[str, Any]:
    """Return bytes compressed after grouping bytes of equal significance."""
    ways = [planes for planes in _PLANES if len(array) % planes == 0]
    ways = ways if len(array) >= _SMALLEST_COMPARED else ways[:1]
    middle = len(array) // 16 * 8
    sample = array if len(array) <= _SAMPLE else array[middle : middle + _SAMPLE]
    planes = min(ways, key=lambda each: len(zlib.compress(_byte_planes(sample, each), 1)))
    deflated = zlib.compress(_byte_planes(array, planes), _LEVEL)
    return {"planes": planes, "deflated": b64encode(deflated).decode("ascii")}


def _byte_planes(array: bytes, planes: int) -> bytes:
    """Return the first byte of each group of `planes` bytes, then the second bytes, and so on."""
    return b"".join(array[plane::planes] for plane in range(planes))


def _finite_json(value: Any) -> Any:  # noqa: ANN401 (any JSON)
    """Replace numbers that JSON cannot represent with None."""
    if isinstance(value, Mapping):
        return {name: _finite_json(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite_json(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# ---- Static forms for notebooks


_SCALE = 2  # image pixels per page pixel


def bundle_of(
    explorer: "PersistentWidget", *, picture: bool, unattended: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the static forms of a widget: data and metadata by MIME type.

    They contain no date, no markup (nbconvert would prefer it to the picture) and no SVG (nbconvert
    cannot print it).

    Parameters
    ----------
    explorer : CostCurveExplorer, Laboratory, Steps, Question or ClassExplorer
        Open widget.
    picture : bool
        Whether to include a picture (if matplotlib is installed) and panels that were never opened.
    unattended : bool
        Whether no page is connected: widget ids are then positions, so that the output is
        reproducible.
    """
    state = _without_date(state_of(explorer, whole=picture))
    state = _with_positions_as_ids(state) if unattended else state
    data = {"text/plain": repr(explorer), MIME_TYPE: state if picture else _widgets_as_text(state)}
    if not picture or not explorer.has_picture or find_spec("matplotlib") is None:
        return data, {}
    from cc_widgets.export.figure import png_of  # noqa: PLC0415 (matplotlib is slow to import)

    png = png_of(explorer.model, scale=_SCALE, dated=False)
    width, height = unpack(">II", png[16:24])
    picture_metadata = {
        "width": width // _SCALE,
        "height": height // _SCALE,
        "alt": alt_text(explorer.model),
    }
    return {**data, PICTURE: b64encode(png).decode()}, {PICTURE: picture_metadata}


def _without_date(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state without its date, so that saved notebooks change only with contents."""
    about = {name: each for name, each in state["about"].items() if name != "date"}
    return {**state, "about": about}


def _with_positions_as_ids(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state with positions of widgets instead of random ids."""
    positions = {name: str(place) for place, name in enumerate(state["widgets"])}
    references = {_REFERENCE + name: _REFERENCE + place for name, place in positions.items()}
    renamed: dict[str, Any] = _renamed(state, {**positions, **references})
    return renamed


def _renamed(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401 (any JSON)
    """Return the value with all names replaced."""
    if isinstance(value, Mapping):
        return {names.get(name, name): _renamed(each, names) for name, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _widgets_as_text(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state with its widgets as one string, which JupyterLab copies faster."""
    return {**state, "widgets": json.dumps(state["widgets"], separators=(",", ":"))}


def alt_text(model: CostCurveModel) -> str:
    """Return the text alternative of a picture."""
    return " ".join([f"{describe_model(model)}. {model.recommend().headline}", *group_words(model)])


# ---- Self-contained pages, whose security policy forbids network access


_CONTENT_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
)


def write_page(
    path: str | os.PathLike[str], explorers: "Sequence[PersistentWidget]", title: str | None = None
) -> Path:
    """Write a page that displays widgets without Python or a network; return its path."""
    return write_file(path, page_bytes(explorers, title))


def page_bytes(explorers: "Sequence[PersistentWidget]", title: str | None = None) -> bytes:
    """Return the contents of a page of widgets; see `write_page`."""
    title = None if title is None else read_title(title)
    single_title = title if len(explorers) == 1 else None
    states = [state_of(explorer, single_title) for explorer in explorers]
    heading = states[0]["about"]["title"] if title is None else title
    return page_of(states, heading).encode("utf-8", "xmlcharrefreplace")


def page_of(states: Sequence[Mapping[str, Any]], title: str) -> str:
    """Return the HTML of a page with these states; `title` is escaped."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_CONTENT_POLICY}">',
            f"<title>{escape(title)}</title>",
            scripts(),
            "</head>",
            '<body class="cc-page">',
            f'<h1 dir="auto">{escape(title)}</h1>',
            *(_section(state, title) for state in states),
            f'<p class="cc-about">{_NOT_SAVED}</p>',
            "</body>",
            "</html>",
            "",
        ]
    )


def _section(state: Mapping[str, Any], title: str) -> str:
    """Return the section of one widget: heading, state and provenance."""
    heading = state["about"]["title"]
    return "\n".join(
        [
            "<section>",
            *([f'<h2 dir="auto">{escape(heading)}</h2>'] if heading != title else []),
            embedded(state),
            f'<p class="cc-about" dir="auto">{escape(_provenance(state["about"]))}</p>',
            "</section>",
        ]
    )


_SCRIPTS_BLOCKED = (
    "This figure needs scripts, which are blocked here. Download the page, then open it."
)
_NOT_SAVED = "What you change here, notes too, is gone when this page is closed."


def _provenance(about: Mapping[str, Any]) -> str:
    """Return the data, settings and versions behind a state on one line."""
    made = versions_words(about["versions"])
    seed = "no seed" if about["seed"] is None else f"seed {about['seed']}"
    data = (
        (f"Data {about['fingerprint']}", about["conditions"], seed) if about["fingerprint"] else ()
    )
    return "; ".join((*data, f"saved {about['date']}", made))


def embedded(state: Mapping[str, Any]) -> str:
    """Return a state for embedding in a page, so that no text in it can end the containing element.

    Browsers keep `noscript` hidden if a security policy blocks scripts. Therefore a paragraph
    replaces the figure until a script runs (see `page.mjs`).
    """
    text = json.dumps(state, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return (
        f'<p class="cc-unscripted">{_SCRIPTS_BLOCKED}</p>'
        f'<script type="{MIME_TYPE}" data-cc-widgets>{text}</script>'
    )


@cache
def scripts() -> str:
    """Return the scripts of a page: widget manager, bqplot and cc_widgets."""
    return "\n".join(
        [
            f"<style>{_nbextension_file('cc-widgets', 'page.css')}</style>",
            f"<script>{_inline_script(_nbextension_file('cc-widgets', 'page.js'))}</script>",
            *(_module(package) for package in ("bqplot", "cc-widgets")),
        ]
    )


def _module(package: str) -> str:
    """Return a script that registers an AMD bundle under the name of its package."""
    bundle = _inline_script(_nbextension_file(package, "index.js"))
    name = package.replace("-", "_")
    return f"<script>(define => {{{bundle}\n}})(ccWidgets.defineAs('{name}'))</script>"


def _inline_script(code: str) -> str:
    """Return code that can be embedded in a page, without a source map."""
    plain = re.sub(r"^//# sourceMappingURL=.*$", "", code, flags=re.MULTILINE)
    return plain.replace("</script", r"<\/script").replace("<!--", r"<\!--")


def _nbextension_file(package: str, name: str) -> str:
    """Return the contents of a file that an installed package serves to pages."""
    place = f"share/jupyter/nbextensions/{package.replace('-', '_')}/{name}"
    try:
        listed = [file.locate() for file in files(package) or () if file.match(f"*/{place}")]
    except PackageNotFoundError:
        listed = []
    for path in (*listed, Path(sys.prefix, place)):
        file_path = Path(str(path))
        if file_path.exists():
            return file_path.read_text("utf-8")
    raise CostCurveError(
        "is not installed completely",
        where=package,
        got=f"nothing at {place}",
        fix=f"Reinstall it: pip install --force-reinstall {package}.",
    )


# ---- Notebooks as self-contained pages, with nbconvert


_OFFLINE_TEMPLATE = """\
{% extends "index.html.j2" %}
{% block html_head_js %}{{ resources.cc_widgets | safe }}{% endblock %}
{% block html_head_js_mathjax %}{% endblock %}
{% block html_head_js_mermaidjs %}{% endblock %}
"""
_VIEW = "application/vnd.jupyter.widget-view+json"


def embed_states(notebook: Any) -> None:  # noqa: ANN401 (nbformat has no types)
    """Replace, in place, outputs that contain a state with the embedded state."""
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
    """Return the exporter for ``jupyter nbconvert --to cc_html``."""
    from nbconvert.exporters import HTMLExporter  # noqa: PLC0415 (optional dependency)
    from nbconvert.preprocessors import Preprocessor  # noqa: PLC0415 (optional dependency)

    class EmbedStates(Preprocessor):
        """Preprocessor that embeds states after all cells have run."""

        enabled = True

        def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:  # noqa: ANN401
            embed_states(nb)
            return nb, {**resources, "cc_widgets": scripts()}

    class NotebookPage(HTMLExporter):
        """Exporter of a notebook to one file with interactive explorers."""

        export_from_notebook = "HTML with live cost curves"
        raw_template = _OFFLINE_TEMPLATE

        def _init_preprocessors(self) -> None:
            super()._init_preprocessors()  # type: ignore[no-untyped-call]
            self.register_preprocessor(EmbedStates, enabled=True)  # type: ignore[no-untyped-call]

    return NotebookPage


def __getattr__(name: str) -> Any:  # noqa: ANN401 (module attribute)
    """Create the exporter when nbconvert requests it."""
    if name == "NotebookPage":
        return _notebook_page()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
