"""What leaves the notebook: what each output says of itself, and files that are whole or old."""

import os
import platform
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from typing import TYPE_CHECKING, Any

from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.words import classifiers_words, conditions_words

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

_MADE_BY = ("cc-widgets", "numpy", "bqplot", "ipywidgets")


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
        "title": classifiers_words(model) if title is None else title,
        "conditions": conditions_words(model),
        "seed": model.seed,
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in _MADE_BY},
        },
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "fingerprint": model.fingerprint,
    }


def written(path: str | os.PathLike[str], data: str | bytes) -> Path:
    """Path of a file that holds all of this now; if that cannot be, the old file is as it was.

    Parameters
    ----------
    path : str or path
        Where; what is there is replaced. A link is followed.
    data : str or bytes
        Text is written as UTF-8, with its line ends as they are.

    Returns
    -------
    Path
        As it was given.

    Raises
    ------
    CostCurveError
        If there is no such folder, or it takes no file.
    """
    content = data if isinstance(data, bytes) else data.encode()
    try:
        _replace(Path(os.path.realpath(path)), content)
    except (OSError, TypeError, ValueError) as error:
        raise CostCurveError(
            "no file could be written there",
            where="path",
            got=f"{shown(path)}: {getattr(error, 'strerror', None) or error}",
            fix="What was there before is as it was; pass the name of another file.",
        ) from None
    return Path(path)


def _replace(target: Path, content: bytes) -> None:
    """Write beside the file, and put that in its place when all of it is on the disk."""
    draft = target.with_name(f".{token_hex(8)}.part")
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            copymode(target, draft)
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
