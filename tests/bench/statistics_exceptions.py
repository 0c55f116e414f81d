"""Cells in which a recommended method is known to fall short, and why."""

from tests.bench.statistics_rows import Row

_NO_ERRORS = (
    "The worse of two thresholds that matter here is wrong about few of 20 positives, often about "
    "none; no resample then has an error either, and percentiles come too close together."
)
_ENVELOPES = ("difference of envelopes", "envelope difference band")
# Part and method, domain, sizes, kind, pc, nominal.
_CELLS = {
    (_ENVELOPES, "4 levels each", "180+20", "pointwise", "0.9", "0.9"): _NO_ERRORS,
}
_TARGETS = {"difference of envelopes": "true difference"}
KNOWN: dict[tuple[str, ...], str] = {
    (part, domain, sizes, method, kind, _TARGETS[part], pc, nominal): why
    for ((part, method), domain, sizes, kind, pc, nominal), why in _CELLS.items()
}


def reason(row: Row) -> str:
    """Why a recommended method falls short in this cell; empty if that is not known."""
    return KNOWN.get(row.cell, "")
