"""Cells in which a recommended method is known to fall short, and why."""

from tests.bench.statistics_rows import Row

_FEW_VALUES = (
    "With error rates this low, a handful of data sets have nearly all the probability, and "
    "coverage jumps when one of them leaves the band. The rectangle is guaranteed instead."
)
_ROUNDING = "Less than a tenth of a point under the rule, by the jumps of discrete distributions."
_ENDS = (
    "Resampled differences vary too little where few examples decide: near pc 0 and 1, where "
    "hardly any resample has a threshold better than a trivial one, or with few levels."
)
_NO_ERRORS = (
    "The worse of two thresholds that matter here is wrong about few of 20 positives, often about "
    "none; no resample then has an error either, and percentiles come too close together."
)
_LINE = ("line", "Wilson-MOVER")
_ENVELOPES = ("difference of envelopes", "envelope difference band")
# Part and method, domain, sizes, kind, pc, nominal.
_CELLS = {
    (_LINE, "FP .4, FN .2", "180+20", "pointwise", "0.9", "0.9"): _ROUNDING,
    (_LINE, "FP .02, FN .05", "15+15", "pointwise", "0.5", "0.95"): _FEW_VALUES,
    (_LINE, "FP .02, FN .05", "15+15", "simultaneous", "all", "0.95"): _FEW_VALUES,
    (_LINE, "FP .005, FN .4", "15+15", "simultaneous", "all", "0.95"): _FEW_VALUES,
    (_LINE, "FP .005, FN .4", "100+100", "simultaneous", "all", "0.9"): _FEW_VALUES,
    (_ENVELOPES, "4 levels each", "180+20", "pointwise", "0.9", "0.9"): _NO_ERRORS,
} | {
    (_ENVELOPES, domain, sizes, "simultaneous", "all", "0.9"): _ENDS
    for domain, sizes in [
        ("one better", "500+500"),
        ("4 levels each", "15+15"),
        ("4 levels each", "100+100"),
        ("4 levels each", "180+20"),
        ("yes or no beside scores", "15+15"),
        ("yes or no beside scores", "100+100"),
        ("yes or no beside scores", "180+20"),
        ("yes or no beside scores", "500+500"),
    ]
}
_TARGETS = {"line": "line", "difference of envelopes": "true difference"}
KNOWN: dict[tuple[str, ...], str] = {
    (part, domain, sizes, method, kind, _TARGETS[part], pc, nominal): why
    for ((part, method), domain, sizes, kind, pc, nominal), why in _CELLS.items()
}


def reason(row: Row) -> str:
    """Why a recommended method falls short in this cell; empty if that is not known."""
    return KNOWN.get(row.cell, "")
