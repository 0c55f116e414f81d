"""Where nothing can be written: a sentence and, if at all possible, a place elsewhere."""

from pathlib import Path

import pytest

from cc_widgets.commands import machine
from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop.locks import held


# N7
def test_a_read_only_checkout_is_told_in_a_sentence(tmp_path):
    (tmp_path / ".venv.lock").mkdir()  # a folder cannot be opened for writing, not even by root
    with (
        pytest.raises(Problem, match="cannot be written to") as caught,
        held(tmp_path / ".venv.lock"),
    ):
        pass
    assert str(tmp_path) in str(caught.value)
    assert "Copy it to a folder of yours" in str(caught.value)


@pytest.fixture
def read_only_home(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "nowhere")
    for name in machine.PLACES:
        monkeypatch.delenv(name, raising=False)


# N7
@pytest.mark.usefixtures("read_only_home")
def test_with_a_read_only_home_folder_files_are_kept_in_the_checkout(checkout):
    made = checkout.environment()
    assert {Path(made[name]).parent for name in machine.PLACES} == {checkout.state / "home"}


# N7
@pytest.mark.usefixtures("read_only_home")
def test_with_a_read_only_home_folder_an_installed_demo_says_where_files_go(
    environment_of_an_installed_demo, tmp_path, capsys
):
    started = environment_of_an_installed_demo()
    assert started["JUPYTER_DATA_DIR"] == str(tmp_path / ".jupyter/data")
    assert "Your home folder is read-only" in capsys.readouterr().out


@pytest.mark.usefixtures("read_only_home")
def test_places_that_the_user_has_set_stay(tmp_path):
    assert machine.or_elsewhere({"IPYTHONDIR": "mine"}, tmp_path)["IPYTHONDIR"] == "mine"


def test_a_home_folder_that_can_be_written_is_used(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert machine.or_elsewhere({"HOME": "h"}, tmp_path) == {"HOME": "h"}
