"""Cells in which a recommended method is known to fall short, and why."""

from tests.bench.statistics_rows import Row

_NO_ERRORS = (
    "The worse of two thresholds that matter here is wrong about few of 20 positives, often about "
    "none; no resample then has an error either, and percentiles come too close together."
)
_NOT_SEEN = (
    "In one data set of seven none of the 20 positives is one of those that count four times as "
    "much; nothing in such data tells that there are any."
)
_FEW = ("4 levels each", "180+20", "envelope difference band", "pointwise")
# Part, domain, sizes, method, kind, target, pc, nominal.
KNOWN: dict[tuple[str, ...], str] = {
    ("difference of envelopes", *_FEW, "true difference", "0.9", "0.9"): _NO_ERRORS
}


_WEIGHTED = ("high scores seen more often, bi-exponential", "180+20", "envelope band")
KNOWN |= {
    ("weights and clusters", *_WEIGHTED, kind, f"{target} threshold", pc, "0.9"): _NOT_SEEN
    for kind, target, pc in (
        ("pointwise", "best", "0.5"),
        ("pointwise", "chosen", "0.5"),
        ("pointwise", "chosen", "0.9"),
        ("simultaneous", "best", "all"),
        ("simultaneous", "chosen", "all"),
    )
}


_NO_MISS = (
    "With an area of .99 most of 20 positives lie above all negatives: whole hulls were held in "
    "869 of 1,000 data sets, one less than asked for, with a standard error of 11."
)
_HULL = ("normal, AUC .99", "1980+20", "dual of the cost band", "simultaneous", "true hull", "all")
KNOWN |= {("ROC hull", *_HULL, "0.9"): _NO_MISS}


_NEARLY_TRIVIAL = (
    "At the ends, where calling all alike is truly about the best, the data choose another "
    "threshold by luck alone: one that misses none or one of 20 positives, of whom it truly misses "
    "three. Resamples of lucky examples are lucky, too; those alone that choose no trivial rule "
    "leave 55 % instead of 62 %, and 33 % instead of 44 % with 500 of each class."
)
_AT_AN_END = (
    "At .9, where calling all positive is nearly as good, 32 % is left, with a standard error of "
    "3: choosing hides .003 there."
)
LEFT = {("three of 5 levels", sizes): _NEARLY_TRIVIAL for sizes in ("1980+20", "500+500")}
LEFT |= {("three with lognormal scores", "500+500"): _AT_AN_END}
"""Fields and sizes in which more is left of what choosing hides than is promised, and why."""


def reason(row: Row) -> str:
    """Why a recommended method falls short in this cell; empty if that is not known."""
    return KNOWN.get(row.cell, "")
