"""What Jupyter and npm keep in the home folder, kept elsewhere when that is read-only."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

PLACES = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "IPYTHONDIR": "ipython",
    "npm_config_cache": "npm",
}


def or_elsewhere(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """The environment; with a read-only home folder those programs keep their files in `folder`.

    What the user has set stays.
    """
    if home_can_be_written():
        return dict(environment)
    return {**{name: str(folder / place) for name, place in PLACES.items()}, **environment}


def home_can_be_written() -> bool:
    """True when files can be made there, which its permissions alone do not tell."""
    try:
        with TemporaryFile(dir=Path.home()):
            return True
    except (OSError, RuntimeError):  # the latter when nobody knows where it is
        return False
