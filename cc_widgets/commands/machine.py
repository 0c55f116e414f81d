"""Properties of the machine: user, home folder, checkout, and CPUs with a slow NumPy sort."""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

# ---- User and checkout


def is_root() -> bool:
    """Return whether the user is the administrator of a Unix system."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def checkout_root() -> Path | None:
    """Return the root of the checkout that contains this file, or None in an installed package."""
    root = Path(__file__).resolve().parents[2]
    names = ("pyproject.toml", "js/package.json", "cc_widgets/__main__.py")
    return root if all((root / name).is_file() for name in names) else None


# ---- Substitutes for folders of Jupyter and npm in a read-only home folder

HOME_FOLDERS = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "IPYTHONDIR": "ipython",
    "npm_config_cache": "npm",
}


def with_writable_folders(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Redirect folders of Jupyter and npm to `folder` if the home folder is read-only.

    Variables set by the user take precedence.
    """
    if is_home_writable():
        return dict(environment)
    return {**{name: str(folder / place) for name, place in HOME_FOLDERS.items()}, **environment}


def is_home_writable() -> bool:
    """Return whether files can be created in the home folder; permissions do not show it."""
    try:
        with TemporaryFile(dir=Path.home()):
            return True
    except (OSError, RuntimeError):  # the latter if the home folder is unknown
        return False


# ---- CPUs on which NumPy sorts several times slower than it could

SWITCH = "NPY_DISABLE_CPU_FEATURES"
WIDE_SORT = "X86_V4 AVX512_ICL"  # NumPy's names of the CPU features used by its AVX-512 sort
REQUIRED_FLAGS = {"avx512f", "avx512_vbmi2"}  # NumPy warns if a disabled feature is absent
# AMD Zen 4 supports AVX-512, but executes its compress-to-memory instruction slowly.
VENDOR, FAMILY = "AuthenticAMD", 25
MODELS = (range(0x10, 0x20), range(0x60, 0x80), range(0xA0, 0xB0))


def with_fast_sort(environment: Mapping[str, str], cpuinfo: str | None = None) -> dict[str, str]:
    """Add the NumPy variable that disables the AVX-512 sort on CPUs where it is slow.

    A value set by the user takes precedence. `cpuinfo` replaces the text of /proc/cpuinfo.
    """
    if SWITCH in environment or not sorts_slowly(read_cpuinfo() if cpuinfo is None else cpuinfo):
        return dict(environment)
    return {**environment, SWITCH: WIDE_SORT}


def read_cpuinfo() -> str:
    """Return the text of /proc/cpuinfo, which is empty on systems other than Linux."""
    try:
        return Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        return ""


def sorts_slowly(cpuinfo: str) -> bool:
    """Return whether the CPU is an AMD Zen 4, on which NumPy sorts about six times slower."""
    processor = first_processor(cpuinfo)
    try:
        family, model = int(processor["cpu family"]), int(processor["model"])
    except (KeyError, ValueError):
        return False
    return (
        (processor.get("vendor_id"), family) == (VENDOR, FAMILY)
        and any(model in models for models in MODELS)
        and set(processor.get("flags", "").split()) >= REQUIRED_FLAGS
    )


def first_processor(cpuinfo: str) -> dict[str, str]:
    """Return the fields of the first processor by name."""
    lines = cpuinfo.split("\n\n", maxsplit=1)[0].splitlines()
    return {name.strip(): text.strip() for name, _, text in (line.partition(":") for line in lines)}
