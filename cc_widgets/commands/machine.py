"""The machine: what lies around us, whether home takes files, how fast its processor sorts."""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

# ---- Who and where


def is_root() -> bool:
    """True for the administrator of a Unix system."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def checkout_root() -> Path | None:
    """The folder of the checkout that this file belongs to; None in an installed package."""
    root = Path(__file__).resolve().parents[2]
    ours = ("pyproject.toml", "js/package.json", "cc_widgets/__main__.py")
    return root if all((root / name).is_file() for name in ours) else None


# ---- What Jupyter and npm keep in the home folder, kept elsewhere when that is read-only

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


# ---- Processors on which NumPy sorts several times slower than it could, and the switch for it

SWITCH = "NPY_DISABLE_CPU_FEATURES"
WIDE_SORT = "X86_V4 AVX512_ICL"  # what NumPy calls the instructions that its fast sort is made of
NEEDS = {"avx512f", "avx512_vbmi2"}  # NumPy warns when it is to do without what is not there
# AMD's fourth Zen has those instructions, but one of them (compress to memory) is slow in it.
VENDOR, FAMILY = "AuthenticAMD", 25
MODELS = (range(0x10, 0x20), range(0x60, 0x80), range(0xA0, 0xB0))


def with_fast_sort(environment: Mapping[str, str], told: str | None = None) -> dict[str, str]:
    """The environment, with the switch for NumPy where it helps; one set by the user stays.

    `told` is what the system says of its processor: the text of /proc/cpuinfo.
    """
    if SWITCH in environment or not sorts_slowly(description() if told is None else told):
        return dict(environment)
    return {**environment, SWITCH: WIDE_SORT}


def description() -> str:
    """What Linux tells about its processors; nothing elsewhere."""
    try:
        return Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        return ""


def sorts_slowly(told: str) -> bool:
    """True for a processor of the family on which NumPy sorts about six times slower."""
    facts = first_processor(told)
    try:
        family, model = int(facts["cpu family"]), int(facts["model"])
    except (KeyError, ValueError):
        return False
    return (
        (facts.get("vendor_id"), family) == (VENDOR, FAMILY)
        and any(model in models for models in MODELS)
        and set(facts.get("flags", "").split()) >= NEEDS
    )


def first_processor(told: str) -> dict[str, str]:
    """Its facts by name."""
    lines = told.split("\n\n", maxsplit=1)[0].splitlines()
    return {name.strip(): fact.strip() for name, _, fact in (line.partition(":") for line in lines)}
