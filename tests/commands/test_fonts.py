"""The fonts of the test browser come from packages, and it sees no others."""

import pytest

from cc_widgets.commands.stopping import Problem
from cc_widgets.commands.workshop import fonts
from cc_widgets.commands.workshop.checkout import Stamps, is_done, run_steps


@pytest.fixture
def packages(checkout, monkeypatch):
    """A checkout with one font package."""
    monkeypatch.setattr(fonts, "FAMILIES", {"Family": ["family/*.ttf"]})
    folder = checkout.js / "node_modules/family"
    folder.mkdir(parents=True)
    (folder / "Regular.ttf").touch()
    return folder


@pytest.mark.usefixtures("packages")
def test_settings_name_no_folder_but_that_of_the_collected_fonts(checkout):
    assert fonts.font_environment(checkout) == {}
    fonts.collect_fonts(checkout)
    folder = fonts.font_folder(checkout)
    settings = folder / "fonts.conf"
    assert fonts.font_environment(checkout) == {"FONTCONFIG_FILE": str(settings)}
    assert settings.read_text("utf-8").count("<dir>") == 1
    assert f"<dir>{folder}/files</dir>" in settings.read_text("utf-8")
    assert [file.name for file in (folder / "files").iterdir()] == ["Regular.ttf"]


@pytest.mark.usefixtures("packages")
def test_lost_fonts_are_collected_again(checkout):
    step, stamps = fonts.fonts_step(checkout), Stamps(checkout.state / "stamps.json")
    run_steps([step], stamps)
    (fonts.font_folder(checkout) / "cache").mkdir()
    assert is_done(step, stamps)
    (fonts.font_folder(checkout) / "files/Regular.ttf").unlink()
    assert not is_done(step, stamps)


def test_a_missing_font_package_is_named(checkout, packages):
    (packages / "Regular.ttf").unlink()
    with pytest.raises(Problem, match="Family"):
        fonts.collect_fonts(checkout)
