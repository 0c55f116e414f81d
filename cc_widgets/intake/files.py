"""Reading, locking and atomic replacement of regular files."""

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
    """Return a valid path, existing or not; `where` is the argument named in errors."""
    try:
        path = os.fspath(value)  # type: ignore[call-overload]
        os.fsencode(path)
        usable = isinstance(path, str) and path and "\0" not in path and _is_short_enough(path)
    except Exception:  # noqa: BLE001 (a path-like object may raise any error)
        usable = False
    if not usable:
        raise CostCurveError(
            "must be the path of a file",
            where=where,
            got=shown(value),
            fix='Pass, for example, "scores.csv" or a pathlib.Path.',
        )
    return Path(path)


def _is_short_enough(path: str) -> bool:
    """Return whether the operating system accepts the length of a path."""
    try:
        os.lstat(path)
    except OSError as error:
        return error.errno != errno.ENAMETOOLONG
    return True


def special_file_kind(path: Path) -> str:
    """Return the kind of a special file, such as "a folder", or "" for other files."""
    try:
        mode = os.lstat(
            os.path.realpath(path)
        ).st_mode  # realpath does not resolve a link to itself
    except (OSError, ValueError):
        return ""
    return "" if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "a special file")


def read_file(path: Path, max_size: int) -> bytes:
    """Return the contents of a regular file of at most `max_size` bytes.

    Callers add the path to error messages.
    """
    kind = special_file_kind(path)
    if kind:
        raise CostCurveError("must be a regular file", got=kind)
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > max_size:
                raise CostCurveError(
                    f"must be a file of at most {max_size / 1e6:,.0f} MB",
                    got=f"{size / 1e6:,.0f} MB",
                )
            return file.read(size)
    except OSError as error:
        raise CostCurveError(
            "must be a readable file", got=error.strerror or str(error), fix="Check the path."
        ) from None


_LOCK_TIMEOUT = 5.0  # seconds; writing takes milliseconds


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Hold a lock on a file; raise if another process holds it for too long.

    The lock is a hidden file in the same folder.
    """
    path = Path(os.path.realpath(path))
    lock = path.with_name(f".{path.name}.lock")
    deadline = monotonic() + _LOCK_TIMEOUT
    while True:
        try:
            lock.touch(exist_ok=False)
        except FileExistsError:
            if monotonic() > deadline:
                raise CostCurveError(
                    "must not be locked by another process",
                    where="path",
                    got=shown(str(path)),
                    fix=f"Try again, or delete {lock.name} if no other process is running.",
                ) from None
            sleep(0.01)
            continue
        except OSError:  # read-only folder, which is reported on writing
            yield
            return
        break
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def write_file(path: str | os.PathLike[str], data: str | bytes) -> Path:
    """Write a file atomically and return its path; on failure an existing file is unchanged.

    Links to regular files are followed and kept; special files are not replaced. Text is encoded
    as UTF-8 without conversion of line ends.
    """
    target = read_path("path", path)
    kind = special_file_kind(target)
    if kind:
        raise CostCurveError(
            "must be a regular file or a new one",
            where="path",
            got=f"{kind}, {shown(str(target))}",
            fix="Pass the name of another file.",
        )
    try:
        content = data if isinstance(data, bytes) else data.encode()
        _replace(Path(os.path.realpath(target)), content)
    except (OSError, ValueError) as error:  # the latter if the text cannot be encoded
        raise CostCurveError(
            "must be a writable file",
            where="path",
            got=f"{shown(str(target))}: {getattr(error, 'strerror', None) or error}",
            fix="Pass another path. An existing file is unchanged.",
        ) from None
    return target


def _replace(target: Path, content: bytes) -> None:
    """Write a temporary file in the same folder and rename it once it is on the disk."""
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
