"""Read-only folders: a clear error or a substitute folder."""

from pathlib import Path

import pytest

from cc_widgets.commands import machine
from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop.locks import hold_lock


def test_read_only_checkout_raises(tmp_path):
    (tmp_path / ".venv.lock").mkdir()  # a folder cannot be opened for writing, not even by root
    with (
        pytest.raises(CommandError, match="is not writable") as caught,
        hold_lock(tmp_path / ".venv.lock"),
    ):
        pass
    assert str(tmp_path) in str(caught.value)
    assert "Copy it to a folder you can write to" in str(caught.value)


@pytest.fixture
def read_only_home(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "nowhere")
    for name in machine.HOME_FOLDERS:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("read_only_home")
def test_read_only_home_redirects_files_to_the_checkout(checkout):
    environment = checkout.environment()
    assert {Path(environment[name]).parent for name in machine.HOME_FOLDERS} == {
        checkout.state / "home"
    }


@pytest.mark.usefixtures("read_only_home")
def test_installed_demo_reports_where_settings_go_if_home_is_read_only(
    installed_demo_environment, tmp_path, capsys
):
    environment = installed_demo_environment()
    assert environment["JUPYTER_DATA_DIR"] == str(tmp_path / ".jupyter/data")
    assert "Your home folder is read-only" in capsys.readouterr().out


@pytest.mark.usefixtures("read_only_home")
def test_folders_set_by_the_user_take_precedence(tmp_path):
    assert machine.with_writable_folders({"IPYTHONDIR": "mine"}, tmp_path)["IPYTHONDIR"] == "mine"


def test_writable_home_is_used(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert machine.with_writable_folders({"HOME": "h"}, tmp_path) == {"HOME": "h"}
