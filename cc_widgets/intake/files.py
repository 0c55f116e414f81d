"""Files: regular ones alone are read, up to a size, and replaced, as a whole."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from time import monotonic, sleep

from cc_widgets.errors import CostCurveError, shown

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link to itself",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def read_path(where: str, value: object) -> Path:
    """Path of a file.

    Parameters
    ----------
    where : str
        The name of the argument.
    value : str or path-like
        The path.

    Returns
    -------
    Path
        The same; nothing needs to be there.

    Raises
    ------
    CostCurveError
        If it is no path, or no file can have it.

    Examples
    --------
    >>> read_path("path", "notes.json").name
    'notes.json'
    """
    try:
        path = os.fspath(value)  # type: ignore[call-overload]
        os.fsencode(path)
        usable = isinstance(path, str) and path and "\0" not in path and _fits(path)
    except Exception:  # noqa: BLE001 (a path-like object may raise any error)
        usable = False
    if not usable:
        raise CostCurveError(
            "must be the path of a file",
            where=where,
            got=shown(value),
            fix='Pass for instance "scores.csv" or a pathlib.Path.',
        )
    return Path(path)


def _fits(path: str) -> bool:
    """Return whether a path is short enough for the system."""
    try:
        os.lstat(path)
    except OSError as error:
        return error.errno != errno.ENAMETOOLONG
    return True


def odd_kind(path: Path) -> str:
    """Kind of an existing file that is not a regular one; empty for a regular or missing file.

    Parameters
    ----------
    path : Path
        A link is followed.

    Returns
    -------
    str
        Such as "a folder".

    Examples
    --------
    >>> odd_kind(Path("/")), odd_kind(Path("no such file"))
    ('a folder', '')
    """
    try:
        mode = os.lstat(os.path.realpath(path)).st_mode  # realpath leaves a link to itself
    except (OSError, ValueError):
        return ""
    return "" if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "a special file")


def read_file(path: Path, most: int) -> bytes:
    """Contents of a regular file.

    Parameters
    ----------
    path : Path
        From `read_path`.
    most : int
        The greatest size in bytes that is read.

    Returns
    -------
    bytes
        All of it.

    Raises
    ------
    CostCurveError
        If there is no regular file of at most that size, or it cannot be read. Callers add the
        path.
    """
    kind = odd_kind(path)
    if kind:
        raise CostCurveError("only regular files can be read", got=kind)
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > most:
                raise CostCurveError(
                    f"only files of at most {most / 1e6:,.0f} MB can be read",
                    got=f"{size / 1e6:,.0f} MB",
                )
            return file.read(size)
    except OSError as error:
        raise CostCurveError(
            "cannot be read", got=error.strerror or str(error), fix="Check the path."
        ) from None


_PATIENCE = 5.0  # seconds: a file is written in milliseconds


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes that lock the same file waiting.

    Parameters
    ----------
    path : Path
        From `read_path`; the lock is a file next to it.

    Raises
    ------
    CostCurveError
        If another process does not release its lock within some seconds.

    Examples
    --------
    >>> with locked(Path("notes.json")):
    ...     Path(".notes.json.lock").exists()
    True
    """
    path = Path(os.path.realpath(path))
    lock = path.with_name(f".{path.name}.lock")
    until = monotonic() + _PATIENCE
    while True:
        try:
            lock.touch(exist_ok=False)
        except FileExistsError:
            if monotonic() > until:
                raise CostCurveError(
                    "another process is writing this file",
                    where="path",
                    got=shown(str(path)),
                    fix=f"Try again, or delete {lock.name} if no other process is running.",
                ) from None
            sleep(0.01)
            continue
        except OSError:  # nothing can be written in this folder, which writing reports
            yield
            return
        break
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def write_file(path: str | os.PathLike[str], data: str | bytes) -> Path:
    """Path of a file with exactly this content; if that fails, an existing file is unchanged.

    Parameters
    ----------
    path : str or path-like
        The path. An existing regular file is replaced; a link to one is followed and kept.
    data : str or bytes
        Text is written as UTF-8, with its line ends as they are.

    Returns
    -------
    Path
        The same path.

    Raises
    ------
    CostCurveError
        If there is no such folder, no file can be written in it, or the path is that of a folder,
        a device or anything else that is not a regular file.
    """
    target = read_path("path", path)
    kind = odd_kind(target)
    if kind:
        raise CostCurveError(
            "only regular files can be replaced",
            where="path",
            got=f"{kind}, {shown(str(target))}",
            fix="Pass the name of another file.",
        )
    try:
        content = data if isinstance(data, bytes) else data.encode()
        _replace(Path(os.path.realpath(target)), content)
    except (OSError, ValueError) as error:  # also text that is no UTF-8
        raise CostCurveError(
            "no file could be written there",
            where="path",
            got=f"{shown(str(target))}: {getattr(error, 'strerror', None) or error}",
            fix="An existing file is unchanged; pass the name of another file.",
        ) from None
    return target


def _replace(target: Path, content: bytes) -> None:
    """Write a draft next to the file, and rename it once all of it is on the disk."""
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
