"""A Chromium from an npm package, with the libraries and the font that a small Linux lacks."""

import hashlib
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from cc_widgets.commands.checkout import Checkout
from cc_widgets.commands.problem import Problem
from cc_widgets.commands.programs import Log

PACKAGE = "@sparticuz/chromium@153.0.0"
SHA256 = "20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0"
PARTS = ("chromium", "al2023.tar", "fonts.tar")  # the program, its libraries, a font
UNPACK = """
const [, packed, target] = process.argv;
const file = require('node:fs');
require('node:stream').pipeline(
  file.createReadStream(packed),
  require('node:zlib').createBrotliDecompress(),
  file.createWriteStream(target),
  (error) => { if (error) throw error; },
);
"""
# The library path must reach the browser alone: other programs here use the system's libraries.
LAUNCHER = """\
#!/bin/sh
export LD_LIBRARY_PATH="{folder}/lib" FONTCONFIG_PATH="{folder}"
exec "{folder}/chromium" --no-sandbox "$@"
"""
FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{folder}/cache</cachedir>
</fontconfig>
"""


def by_npm(checkout: Checkout, log: Log) -> Iterator[Path]:
    """Fetch and unpack it below .venv; the launcher is what starts it."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return
    folder = checkout.state / "chromium"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    fetch(checkout, log, folder)
    for part in PARTS:
        unpack(checkout, log, folder / f"package/bin/{part}.br", folder / part)
    shutil.rmtree(folder / "package")
    yield write_launcher(folder)


def fetch(checkout: Checkout, log: Log, folder: Path) -> None:
    """Fetch the package as npm is set to, and unpack it when it is the one we know."""
    npm = [checkout.program("npm"), "pack", PACKAGE, "--pack-destination", str(folder)]
    log.run(npm, environment=checkout.environment(), folder=folder)
    for archive in folder.glob("*.tgz"):
        if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
            raise Problem(f"{archive} is not the {PACKAGE} that we know.")
        shutil.unpack_archive(archive, folder)
        archive.unlink()


def unpack(checkout: Checkout, log: Log, packed: Path, target: Path) -> None:
    """Undo one brotli file, and the archive in it if it is one."""
    node = [checkout.program("node"), "--eval", UNPACK, str(packed), str(target)]
    log.run(node, environment=checkout.environment())
    if target.suffix == ".tar":
        shutil.unpack_archive(target, target.parent)
        target.unlink()


def write_launcher(folder: Path) -> Path:
    """Write a script that starts the browser with its own libraries and fonts."""
    (folder / "fonts.conf").write_text(FONTS.format(folder=folder), "utf-8")
    launcher = folder / "launch"
    launcher.write_text(LAUNCHER.format(folder=folder), "utf-8")
    for program in (launcher, folder / "chromium"):
        program.chmod(0o755)
    return launcher
