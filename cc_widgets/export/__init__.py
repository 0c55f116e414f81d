"""Export: file formats, provenance, and names of files."""

import platform
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_widgets.core.validation import read_choice
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.bands import seed_of
from cc_widgets.model.notes import current_time
from cc_widgets.model.words import classifiers_words, conditions_words

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel
    from cc_widgets.panels.explorer import CostCurveExplorer

# ---- Provenance

_MADE_BY = ("cc-widgets", "numpy", "bqplot", "ipywidgets")
_version = cache(version)


def provenance_of(model: "CostCurveModel", title: str | None = None) -> dict[str, Any]:
    """Return the provenance of an output.

    Returns
    -------
    dict
        `title`, `conditions` in words, `seed` of the bands or None if it is random, `versions` by
        package, `date` in UTC, and `fingerprint` of the data.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> provenance = provenance_of(CostCurveModel({"C4.5": [[6, 4], [4, 16]]}))
    >>> provenance["title"], provenance["conditions"], provenance["seed"]
    ('1 classifier: C4.5', 'PC(+) 0.5', None)
    """
    return {
        **widget_provenance(classifiers_words(model) if title is None else read_title(title)),
        "conditions": conditions_words(model),
        "seed": seed_of(model),
        "fingerprint": model.fingerprint,
    }


def read_title(title: object) -> str:
    """Return the title; raise unless it is a string.

    Examples
    --------
    >>> read_title("Trial 7")
    'Trial 7'
    """
    if not isinstance(title, str):
        raise CostCurveError("must be a string", where="title", got=shown(title))
    return title


def widget_provenance(title: str) -> dict[str, Any]:
    """Return the provenance of a widget without conditions and data."""
    return {
        "title": title,
        "conditions": "",
        "seed": None,
        "versions": versions(),
        "date": current_time().strftime("%Y-%m-%dT%H:%M:%SZ"),
        "fingerprint": "",
    }


def versions() -> dict[str, str]:
    """Return versions by package."""
    return {"python": platform.python_version(), **{name: _version(name) for name in _MADE_BY}}


def versions_words(numbers: Mapping[str, str]) -> str:
    """Return packages and versions on one line.

    Examples
    --------
    >>> versions_words({"python": "3.11.7", "numpy": "2.4.6"})
    'python 3.11.7, numpy 2.4.6'
    """
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


# ---- Widgets created only for their state


@contextmanager
def without_comms() -> Iterator[None]:
    """Context manager in which this thread creates widgets that are not sent to any page."""
    import comm  # noqa: PLC0415 (needed only for export)

    create_comm, thread = comm.create_comm, get_ident()

    def make(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 (any arguments)
        return (comm.DummyComm if get_ident() == thread else create_comm)(*args, **kwargs)

    comm.create_comm = make
    try:
        yield
    finally:
        comm.create_comm = create_comm


# ---- Export formats


class Output(NamedTuple):
    """Export format.

    Attributes
    ----------
    words : str
        Menu entry.
    suffix : str
        File name extension; empty for formats that are copied instead of saved.
    media_type : str
        MIME type.
    make : callable
        Return the contents of the file for an explorer.
    """

    words: str
    suffix: str
    media_type: str
    make: "Callable[[CostCurveExplorer], str | bytes | None]"


def _page(explorer: "CostCurveExplorer") -> bytes:
    from cc_widgets.export.page import page_bytes  # noqa: PLC0415 (needed only for export)

    return page_bytes([explorer])


def _session(explorer: "CostCurveExplorer") -> str:
    from cc_widgets.export.session import session_text  # noqa: PLC0415 (needed only for export)

    return session_text(explorer.model)


OUTPUTS: Mapping[str, Output] = {
    "png": Output("Picture (PNG)", ".png", "image/png", lambda explorer: explorer.to_png()),
    "svg": Output("Picture (SVG)", ".svg", "image/svg+xml", lambda explorer: explorer.to_svg()),
    "html": Output("Page that stays alive (HTML)", ".html", "text/html", _page),
    "csv": Output("Table (CSV)", ".csv", "text/csv", lambda explorer: explorer.to_csv()),
    "session": Output("Session (JSON)", ".json", "application/json", _session),
    "code": Output("Copy as Python", "", "text/x-python", lambda explorer: explorer.to_code()),
}
"""Entries of the export menu, in this order."""

_LONGEST_NAME = 60


def output_of(explorer: "CostCurveExplorer", kind: object) -> tuple[str, str, bytes]:
    """Return the name, MIME type and contents of an exported file.

    `kind` is a name in `OUTPUTS`. The name is empty for formats that are copied instead of saved.
    """
    output = OUTPUTS[read_choice("save", kind, tuple(OUTPUTS))]
    content = output.make(explorer) or b""
    data = content if isinstance(content, bytes) else content.encode()
    return output.suffix and file_name(explorer.model, output.suffix), output.media_type, data


def file_name(model: "CostCurveModel", suffix: str) -> str:
    """Return a portable file name made of the names of the classifiers.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> file_name(CostCurveModel({"C4.5": (0.2, 0.8), "../x<y>": (0.1, 0.4)}), ".png")
    'costs C4-5 x-y.png'
    """
    names = (re.sub(r"\W+", "-", name).strip("-_") for name in model.classifiers)
    return " ".join(["costs", *filter(None, names)])[:_LONGEST_NAME].rstrip() + suffix
