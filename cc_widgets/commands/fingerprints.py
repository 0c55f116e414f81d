"""Fingerprints: short texts that change when a file, a folder or a setting changes."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path


def of_texts(*texts: str) -> str:
    """One fingerprint of some texts, in their order."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()[:16]


def of_files(root: Path, files: Iterable[Path]) -> str:
    """The names (below the root) and contents of some files; a missing file counts as such."""
    return of_texts(*(f"{file.relative_to(root).as_posix()} {_content(file)}" for file in files))


def of_tree(root: Path, *, without: Iterable[str] = ()) -> str:
    """Every file below a folder; `without` names things directly in it to leave out.

    Empty when the folder is missing.
    """
    return of_files(root, _files_below(root, set(without))) if root.is_dir() else ""


def _files_below(folder: Path, without: set[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in without or path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from _files_below(path, set())
        else:
            yield path


def _content(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else "missing"
