"""Build hook that adds the front end to packages built from a checkout."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OUTPUTS = (
    "js/dist/labextension/package.json",
    "js/dist/index.js",
    "js/dist/page.js",
    "js/dist/page.css",
)
LESSON = "01_quickstart.ipynb"
EXECUTED = f".lessons/.executed/{LESSON}"  # with outputs; included in sdists


class FrontEndHook(BuildHookInterface[Any]):
    """Builds the front end and executes the first lesson, in a checkout only."""

    def is_checkout(self) -> bool:
        """Return whether this is a checkout; sdists contain the built front end."""
        return not Path(self.root, "PKG-INFO").exists()

    def dependencies(self) -> list[str]:
        """Return the build requirements of the front end, none in an sdist."""
        core = self.metadata.core
        if not self.is_checkout():
            return []
        return [*core.optional_dependencies["build"], *core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the front end and include the first lesson in the package."""
        missing = [path for path in OUTPUTS if not Path(self.root, path).exists()]
        # The set-up of a checkout builds the front end itself.
        if self.is_checkout() and (version != "editable" or missing):
            build_front_end(Path(self.root))
        if version != "editable":
            if self.is_checkout():
                execute_lesson(Path(self.root), self.metadata.version)
            target = f"cc_widgets/notebooks/{LESSON}" if self.target_name == "wheel" else EXECUTED
            build_data["force_include"][EXECUTED] = target


def execute_lesson(root: Path, version: str) -> None:
    """Execute the first lesson unless its outputs are up to date."""
    with TemporaryDirectory() as folder:
        # The outputs contain the version, but the package may not be installed during the build.
        description = Path(folder, "cc_widgets-0.dist-info")
        description.mkdir()
        (description / "METADATA").write_text(f"Name: cc-widgets\nVersion: {version}\n", "utf-8")
        paths = [str(root), folder, os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        command = [sys.executable, "-m", "cc_widgets.commands.workshop.execution", LESSON]
        subprocess.run(command, cwd=root, env=environment, check=True)


def build_front_end(root: Path) -> None:
    """Install the locked dependencies, build the front end, and check its outputs."""
    from hatch_jupyter_builder.utils import ensure_targets, run  # noqa: PLC0415 (absent in an sdist)

    if os.environ.get("HATCH_JUPYTER_BUILDER_SKIP_NPM") != "1":
        run(["npm", "ci"], cwd=root / "js")
        run(["npm", "run", "build"], cwd=root / "js")
    ensure_targets([str(root / path) for path in OUTPUTS])
