"""What leaves the notebook: which outputs there are, and what each says."""

import platform
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

from cc_widgets.core._reading import read_word
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.notes import now
from cc_widgets.model.words import classifiers_words, conditions_words

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel
    from cc_widgets.panels.explorer import CostCurveExplorer

# ---- What each output says of itself

_MADE_BY = ("cc-widgets", "numpy", "bqplot", "ipywidgets")
_version = cache(version)


def about(model: "CostCurveModel", title: str | None = None) -> dict[str, Any]:
    """What an output is of, and what it takes to make the same one again.

    Parameters
    ----------
    model : CostCurveModel
        What is shown.
    title : str, optional
        What it is about; if left out, the names of the classifiers.

    Returns
    -------
    dict
        `title` and `conditions`, in words; `seed` of the bands that there are, or else of those
        to come, None if that is another one each time; `versions` by package; `date`, in UTC;
        and `fingerprint` of the data.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> told = about(CostCurveModel({"C4.5": [[6, 4], [4, 16]]}))
    >>> told["title"], told["conditions"], told["seed"]
    ('1 classifier: C4.5', 'PC(+) 0.5', None)
    """
    return {
        **about_nothing(classifiers_words(model) if title is None else read_title(title)),
        "conditions": conditions_words(model),
        "seed": model.seed,
        "fingerprint": model.fingerprint,
    }


def read_title(title: object) -> str:
    """Title of an output, checked.

    Examples
    --------
    >>> read_title("Trial 7")
    'Trial 7'
    """
    if not isinstance(title, str):
        raise CostCurveError("must be a text", where="title", got=shown(title))
    return title


def about_nothing(title: str) -> dict[str, Any]:
    """The same of what has neither conditions nor data: only what it is and how it was made."""
    return {
        "title": title,
        "conditions": "",
        "seed": None,
        "versions": versions(),
        "date": now().strftime("%Y-%m-%dT%H:%M:%SZ"),
        "fingerprint": "",
    }


def versions() -> dict[str, str]:
    """Versions of what makes an output, by package."""
    return {"python": platform.python_version(), **{name: _version(name) for name in _MADE_BY}}


def versions_words(numbers: Mapping[str, str]) -> str:
    """Packages and their versions, in a line.

    Examples
    --------
    >>> versions_words({"python": "3.11.7", "numpy": "2.4.6"})
    'python 3.11.7, numpy 2.4.6'
    """
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


# ---- Widgets of which only the state is wanted


@contextmanager
def unseen() -> Iterator[None]:
    """Make widgets of which no page is told, which are wanted for their state alone."""
    import comm  # noqa: PLC0415 (only what is saved needs it)

    told, here = comm.create_comm, get_ident()

    def make(*given: Any, **how: Any) -> Any:  # noqa: ANN401 (whatever a channel takes)
        return (comm.DummyComm if get_ident() == here else told)(*given, **how)

    comm.create_comm = make
    try:
        yield
    finally:
        comm.create_comm = told


# ---- What the explorer offers to save


class Output(NamedTuple):
    """One kind of output.

    Attributes
    ----------
    words : str
        What it is, in a menu.
    suffix : str
        How the name of such a file ends; empty for what is copied, not saved.
    media_type : str
        What a browser calls it.
    make : callable
        Told an explorer, it returns what is in the file.
    """

    words: str
    suffix: str
    media_type: str
    make: "Callable[[CostCurveExplorer], str | bytes | None]"


def _page(explorer: "CostCurveExplorer") -> bytes:
    from cc_widgets.export.page import page_bytes  # noqa: PLC0415 (for outputs alone)

    return page_bytes([explorer])


def _session(explorer: "CostCurveExplorer") -> str:
    from cc_widgets.export.session import session_text  # noqa: PLC0415 (for outputs alone)

    return session_text(explorer.model)


OUTPUTS: Mapping[str, Output] = {
    "png": Output("Picture (PNG)", ".png", "image/png", lambda one: one.to_png()),
    "svg": Output("Picture (SVG)", ".svg", "image/svg+xml", lambda one: one.to_svg()),
    "html": Output("Page that stays alive (HTML)", ".html", "text/html", _page),
    "csv": Output("Table (CSV)", ".csv", "text/csv", lambda one: one.to_csv()),
    "session": Output("Session (JSON)", ".json", "application/json", _session),
    "code": Output("Copy as Python", "", "text/x-python", lambda one: one.to_code()),
}
"""What the menu of the explorer offers, in this order."""

_LONGEST_NAME = 60


def output_of(explorer: "CostCurveExplorer", kind: object) -> tuple[str, str, bytes]:
    """File of one kind: its name, its media type, and what is in it.

    Parameters
    ----------
    explorer : CostCurveExplorer
        What is shown.
    kind : str
        A name in `OUTPUTS`.

    Returns
    -------
    (str, str, bytes)
        The name is made of those of the classifiers, and empty for what is copied.
    """
    output = OUTPUTS[read_word("save", kind, tuple(OUTPUTS))]
    content = output.make(explorer) or b""
    data = content if isinstance(content, bytes) else content.encode()
    return output.suffix and file_name(explorer.model, output.suffix), output.media_type, data


def file_name(model: "CostCurveModel", suffix: str) -> str:
    """Name of a file that any system takes, made of the names of the classifiers.

    Examples
    --------
    >>> from cc_widgets.model.state import CostCurveModel
    >>> file_name(CostCurveModel({"C4.5": (0.2, 0.8), "../x<y>": (0.1, 0.4)}), ".png")
    'costs C4-5 x-y.png'
    """
    names = (re.sub(r"\W+", "-", name).strip("-_") for name in model.classifiers)
    return " ".join(["costs", *filter(None, names)])[:_LONGEST_NAME].rstrip() + suffix
