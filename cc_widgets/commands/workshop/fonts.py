"""Fonts of the test browser, which sees no others, so that layouts are equal on all machines."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from cc_widgets.commands.stopping import CommandError
from cc_widgets.commands.workshop.checkout import (
    Checkout,
    SetupStep,
    fingerprint_texts,
    fingerprint_tree,
)

DEFAULT, MONOSPACE = "Open Sans", "DejaVu Sans Mono"
NPM, PYPI = "@expo-google-fonts", "matplotlib/mpl-data/fonts/ttf"
# Font files in npm packages and in matplotlib, by family. One family has Chinese characters.
FAMILIES = {
    DEFAULT: [
        f"{NPM}/open-sans/{style}/*.ttf" for style in ("400Regular", "600SemiBold", "700Bold")
    ],
    "Inter": [f"{NPM}/inter/{style}/*.ttf" for style in ("400Regular", "600SemiBold", "700Bold")],
    "Cantarell": [f"{NPM}/cantarell/{style}/*.ttf" for style in ("400Regular", "700Bold")],
    "Sawarabi Gothic": [f"{NPM}/sawarabi-gothic/400Regular/*.ttf"],
    "DejaVu Sans": [f"{PYPI}/DejaVuSans{style}.ttf" for style in ("", "-Bold")],
    MONOSPACE: [f"{PYPI}/DejaVuSansMono{style}.ttf" for style in ("", "-Bold")],
}
# Other families, such as system-ui or Arial, are replaced by the default family.
SETTINGS = f"""\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{{folder}}/files</dir>
  <cachedir>{{folder}}/cache</cachedir>
  <alias binding="same">
    <family>monospace</family><prefer><family>{MONOSPACE}</family></prefer>
  </alias>
  <alias binding="same">
    <family>sans-serif</family><prefer><family>{DEFAULT}</family></prefer>
  </alias>
  <match>
    <edit name="family" mode="append_last">
      <string>{DEFAULT}</string><string>DejaVu Sans</string>
    </edit>
  </match>
</fontconfig>
"""


def fonts_step(checkout: Checkout) -> SetupStep:
    """Return the step that copies the font files and writes the fontconfig settings."""
    folder = font_folder(checkout)
    return SetupStep(
        key="fonts",
        title="collecting fonts for the tests",
        work=lambda: collect_fonts(checkout),
        inputs=lambda: fingerprint_texts(SETTINGS, *map(str, FAMILIES.values())),
        outputs=lambda: fingerprint_tree(folder, without=["cache"]),
    )


def font_folder(checkout: Checkout) -> Path:
    """Return the folder of the fonts and their settings."""
    return checkout.state / "fonts"


def font_environment(checkout: Checkout) -> dict[str, str]:
    """Return variables that restrict a browser on Linux to the copied fonts."""
    settings = font_folder(checkout) / "fonts.conf"
    return {"FONTCONFIG_FILE": str(settings)} if settings.exists() else {}


def collect_fonts(checkout: Checkout) -> None:
    """Copy the font files and write the settings."""
    folder = font_folder(checkout)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "files").mkdir(parents=True)
    for family in FAMILIES:
        for file in font_files(checkout, family):
            shutil.copy(file, folder / "files")
    (folder / "fonts.conf").write_text(SETTINGS.format(folder=escape(str(folder))), "utf-8")


def font_files(checkout: Checkout, family: str) -> Iterator[Path]:
    """Yield the font files of a family, one for each style."""
    roots = [checkout.js / "node_modules", *checkout.site_packages()]
    for pattern in FAMILIES[family]:
        file = next((file for root in roots for file in root.glob(pattern)), None)
        if file is None:
            raise CommandError(
                f"Font {family}: no file matches {pattern}. Delete .venv and js/node_modules."
            )
        yield file
