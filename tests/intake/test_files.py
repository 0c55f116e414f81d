"""Only regular files are read and replaced, atomically."""

import os
import socket
import stat
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import cc_widgets as cc
from cc_widgets.errors import CostCurveError
from cc_widgets.intake.files import read_file, read_path, write_file


def test_write_file_leaves_no_temporary_file(tmp_path):
    path = tmp_path / "notes.json"
    assert write_file(path, "first\r\n") == path
    assert write_file(str(path), b"second\n") == path
    assert path.read_bytes() == b"second\n"
    assert [file.name for file in tmp_path.iterdir()] == ["notes.json"]


def test_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "notes.json"
    write_file(path, "old")

    def fail(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(CostCurveError, match="No space left on device"):
        write_file(path, "new")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write_file(path, "new")
    assert path.read_text("utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["notes.json"]


def test_permissions_and_links_are_kept(tmp_path):
    path, link = tmp_path / "notes.json", tmp_path / "link.json"
    path.write_text("old", "utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(link, "new")
    assert link.is_symlink()
    assert path.read_text("utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("path", [None, 3, "", "no/such/folder/notes.json", ".", "a\0b", "x" * 999])
def test_invalid_path_raises(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CostCurveError):
        write_file(path, "new")
    assert list(tmp_path.iterdir()) == []


# ---- Special files


def make_device(path):
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))  # /dev/zero
    except OSError:
        pytest.skip("only root can create devices")


def make_link_to_fifo(path):
    fifo = path.with_name("fifo")
    os.mkfifo(fifo)
    path.symlink_to(fifo)


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as unix_socket:
        unix_socket.bind(str(path))


SPECIAL: dict[str, Any] = {
    "a folder": Path.mkdir,
    "a FIFO": os.mkfifo,
    "a socket": make_socket,
    "a device": make_device,
    "a link to itself": lambda path: path.symlink_to(path),
    "a link to a FIFO": make_link_to_fifo,
}


@pytest.fixture(params=SPECIAL)
def special(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # names of sockets must be short
    SPECIAL[request.param](Path("special.csv"))
    return "special.csv"


@pytest.fixture
def model():
    return cc.CostCurveModel({"a": (0.2, 0.8)})


@pytest.fixture
def explorer(model):
    explorer = cc.CostCurveExplorer(model)
    yield explorer
    explorer.close()


def file_state(path):
    status = os.lstat(path)
    return status.st_mode, status.st_ino


WRITERS = {
    "write_file": lambda _explorer, path: write_file(path, "new"),
    "save": lambda explorer, path: explorer.save(path),
    "to_csv": lambda explorer, path: explorer.to_csv(path),
    "notes": lambda explorer, path: cc.CostCurveExplorer(explorer.model, notes=path),
}


@pytest.mark.parametrize("write", WRITERS)
def test_special_file_is_not_replaced(write, special, explorer):
    before = file_state(special), sorted(Path().iterdir())
    with pytest.raises(CostCurveError):
        WRITERS[write](explorer, special)
    assert (file_state(special), sorted(Path().iterdir())) == before


def test_images_and_pages_do_not_replace_special_files(tmp_path, explorer, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cc_widgets.export.page.page_bytes", lambda *_: b"page")
    for name, write in (
        ("figure.png", explorer.to_png),
        ("figure.svg", explorer.to_svg),
        ("page.html", explorer.to_html),
    ):
        os.mkfifo(name)
        with pytest.raises(
            CostCurveError, match=r"must be a regular file or a new one\. Got a FIFO"
        ):
            write(name)
        assert stat.S_ISFIFO(os.lstat(name).st_mode)


READERS = {
    "load": cc.load,
    "model": cc.CostCurveModel.load,
    "frame": lambda path: cc.explore(path, y_true="y", y_score="a"),
}


@pytest.mark.parametrize("read", READERS)
@pytest.mark.timeout(30)
def test_special_file_is_not_read(read, special):
    with pytest.raises(CostCurveError):
        READERS[read](special)


def test_error_names_the_kind_of_a_special_file(special, request):
    kind = request.node.callspec.params["special"].replace("a link to a", "a")
    with pytest.raises(CostCurveError, match=f"must be a regular file. Got {kind}"):
        read_file(Path(special), 10)


def test_file_above_the_size_limit_is_not_read(tmp_path, model):
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(2**31 + 1)  # uses no disk space
    with pytest.raises(CostCurveError, match=r"at most 2,147 MB. Got 2,147 MB"):
        cc.load(path)
    with pytest.raises(CostCurveError, match=r"at most 50 MB"):
        cc.CostCurveExplorer(model, notes=path)
    with pytest.raises(CostCurveError, match="at most 0 MB"):
        read_file(path, 3)


def test_file_at_the_size_limit_is_read(tmp_path):
    path = tmp_path / "four"
    path.write_bytes(b"four")
    assert read_file(path, 4) == b"four"


@pytest.mark.parametrize("path", [None, 3, "", b"bytes", "a\0b", "\ud800", ["a"]])
def test_other_values_than_paths_raise(path):
    for function in (
        cc.load,
        lambda path: write_file(path, "new"),
        partial(read_path, "path"),
    ):
        with pytest.raises(CostCurveError, match=r"^path: must be the path of a file"):
            function(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
@pytest.mark.timeout(30)
def test_device_is_not_read():
    for read in READERS.values():
        with pytest.raises(CostCurveError, match="a device"):
            read("/dev/zero")
