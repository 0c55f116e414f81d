"""Processors on which NumPy sorts several times slower than it could, and the switch for that."""

from collections.abc import Mapping
from pathlib import Path

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
