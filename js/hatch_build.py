"""Builds the front end when a checkout is packed; an sdist already holds it, built."""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OUTPUTS = (
    "js/dist/labextension/package.json",
    "js/dist/index.js",
    "js/dist/page.js",
    "js/dist/page.css",
)
NOTEBOOK = "notebooks/01_quickstart.ipynb"


class FrontEndHook(BuildHookInterface[Any]):
    """Runs npm in a checkout, and only there."""

    def is_checkout(self) -> bool:
        """True unless this is an unpacked sdist, whose front end is already built."""
        return not Path(self.root, "PKG-INFO").exists()

    def dependencies(self) -> list[str]:
        """What the front end needs to be built: nothing at all in an sdist."""
        return self.metadata.core.optional_dependencies["build"] if self.is_checkout() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the front end, and ship the first notebook inside the package."""
        missing = [path for path in OUTPUTS if not Path(self.root, path).exists()]
        # The set-up of a checkout has just built what an editable install needs.
        if self.is_checkout() and (version != "editable" or missing):
            build_front_end(Path(self.root))
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"][NOTEBOOK] = f"cc_widgets/{NOTEBOOK}"


def build_front_end(root: Path) -> None:
    """Install exactly what the lock file names, build, and make sure that the outputs are there."""
    from hatch_jupyter_builder.utils import ensure_targets, run  # noqa: PLC0415 (absent in an sdist)

    if os.environ.get("HATCH_JUPYTER_BUILDER_SKIP_NPM") != "1":
        run(["npm", "ci"], cwd=root / "js")
        run(["npm", "run", "build"], cwd=root / "js")
    ensure_targets([str(root / path) for path in OUTPUTS])
