"""Cells in which a recommended method is known to fall short, and why."""

from tests.bench.statistics_rows import Row

_NO_ERRORS = (
    "The worse of two thresholds that matter here is wrong about few of 20 positives, often about "
    "none; no resample then has an error either, and percentiles come too close together."
)
_FEW_POSITIVES = (
    "The threshold that matters here is wrong about few of 20 positives; resamples that choose "
    "among three such classifiers see less optimism than there is."
)
_TWENTY = (
    "With 20 positives much is hidden by choosing among three classifiers, and resamples see two "
    "thirds of it; what is expected in use is raised by the rest, the upper limit is not."
)
_NOT_SEEN = (
    "In one data set of seven none of the 20 positives is one of those that count four times as "
    "much; nothing in such data tells that there are any."
)
_ENVELOPES = ("difference of envelopes", "envelope difference band")
_BEST = ("best of several", "band of the best")
# Part and method, domain, sizes, kind, pc, nominal.
_CELLS = {
    (_ENVELOPES, "4 levels each", "180+20", "pointwise", "0.9", "0.9"): _NO_ERRORS,
    (_BEST, "three very good, AUC .99", "1980+20", "pointwise", "0.1", "0.9"): _FEW_POSITIVES,
    (_BEST, "three good, AUC .80", "1980+20", "pointwise", "0.5", "0.9"): _TWENTY,
    (_BEST, "three with lognormal scores", "1980+20", "pointwise", "0.5", "0.9"): _TWENTY,
}
_TARGETS = {
    "difference of envelopes": "true difference",
    "best of several": "chosen classifier and threshold",
}
KNOWN: dict[tuple[str, ...], str] = {
    (part, domain, sizes, method, kind, _TARGETS[part], pc, nominal): why
    for ((part, method), domain, sizes, kind, pc, nominal), why in _CELLS.items()
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


_NEARLY_TRIVIAL = (
    "At the ends, where calling all alike is truly about the best, the data choose another "
    "threshold by luck alone; many resamples do not, and show nothing of what that luck hides."
)
LEFT = {("three of 5 levels", sizes): _NEARLY_TRIVIAL for sizes in ("1980+20", "500+500")}
"""Fields and sizes in which more is left of what choosing hides than is promised, and why."""


def reason(row: Row) -> str:
    """Why a recommended method falls short in this cell; empty if that is not known."""
    return KNOWN.get(row.cell, "")
