"""Fonts of the test browser are copied from packages, and no other fonts are visible."""

import pytest

from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop import fonts
from cc_widgets.commands.workshop.checkout import Stamps, is_done, run_steps


@pytest.fixture
def font_package(checkout, monkeypatch):
    """Return the folder of the only font package of a checkout."""
    monkeypatch.setattr(fonts, "FAMILIES", {"Family": ["family/*.ttf"]})
    folder = checkout.js / "node_modules/family"
    folder.mkdir(parents=True)
    (folder / "Regular.ttf").touch()
    return folder


@pytest.mark.usefixtures("font_package")
def test_settings_contain_only_the_folder_of_the_copied_fonts(checkout):
    assert fonts.font_environment(checkout) == {}
    fonts.collect_fonts(checkout)
    folder = fonts.font_folder(checkout)
    settings = folder / "fonts.conf"
    assert fonts.font_environment(checkout) == {"FONTCONFIG_FILE": str(settings)}
    assert settings.read_text("utf-8").count("<dir>") == 1
    assert f"<dir>{folder}/files</dir>" in settings.read_text("utf-8")
    assert [file.name for file in (folder / "files").iterdir()] == ["Regular.ttf"]


@pytest.mark.usefixtures("font_package")
def test_deleted_font_makes_the_step_due(checkout):
    step, stamps = fonts.fonts_step(checkout), Stamps(checkout.state / "stamps.json")
    run_steps([step], stamps)
    (fonts.font_folder(checkout) / "cache").mkdir()
    assert is_done(step, stamps)
    (fonts.font_folder(checkout) / "files/Regular.ttf").unlink()
    assert not is_done(step, stamps)


def test_error_names_the_missing_font(checkout, font_package):
    (font_package / "Regular.ttf").unlink()
    with pytest.raises(CommandError, match="Family"):
        fonts.collect_fonts(checkout)
