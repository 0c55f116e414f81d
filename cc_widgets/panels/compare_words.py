"""Two classifiers compared, and all of them ranked, in words."""

from cc_widgets.core import Range
from cc_widgets.core.uncertainty import Significance, significance
from cc_widgets.model.answers import Comparison, Stretch, comparison
from cc_widgets.model.bands import n_pairs
from cc_widgets.model.choosing import Ranked, same_cost
from cc_widgets.model.derive import Derived
from cc_widgets.model.numerals import decimal, number, percent, share, span
from cc_widgets.model.questions import why_no_difference
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.words import listed

_TWO = 2
_NOTHING = "There is nothing to compare: choose two classifiers."
_UNTESTED = "Whether the difference is more than chance is not known yet: run the bootstrap."
_NEVER = "Whether the difference is more than chance cannot be told. "
_APART = (
    "They are taken for two test sets, and each was resampled alone. If they scored the same "
    "examples, give both one array as y_true: then much smaller differences can be told."
)


def compare_words(derived: Derived, pair: tuple[str, str] | None, pc: float) -> str:
    """Say which of two costs less, where, and by how much.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pair : (name, name) or None
        The two.
    pc : float
        The operating point.

    Returns
    -------
    str
        A few lines; one sentence if there are no two.
    """
    first, second = (None, None) if pair is None else map(derived.named, pair)
    if first is None or second is None:
        return _NOTHING
    found = comparison(first, second, pc)
    lines = [
        _here(found),
        _where(f"{first.name} is cheaper", found.first_cheaper),
        _where(f"{second.name} is cheaper", found.second_cheaper),
        _where("They cost the same", found.equal),
        _most(first.name, *found.first_most),
        _most(second.name, *found.second_most),
    ]
    return "\n".join(line for line in lines if line)


def _here(found: Comparison) -> str:
    """Return who is cheaper at the operating point."""
    where = f"At PC(+) {share(found.pc)}"
    if abs(found.difference) <= same_cost(found.pc):
        return f"{where} both cost the same."
    cheaper, dearer = found.first, found.second
    if found.difference > 0.0:
        cheaper, dearer = dearer, cheaper
    return f"{where} {cheaper} costs {number(abs(found.difference))} less than {dearer}."


def _where(words: str, stretches: tuple[Stretch, ...]) -> str:
    """Return where that is so."""
    ranges = ", ".join(span(Range(*ends), share) for ends in stretches)
    return f"{words} for PC(+) {ranges}." if ranges else ""


def _most(name: str, size: float, pc: float) -> str:
    """Return the largest advantage of one of the two."""
    return f"{name} is cheaper by {number(size)} at most, at PC(+) {share(pc)}." if size else ""


def significance_words(model: CostCurveModel) -> str:
    """Say where the difference of the compared classifiers is more than chance.

    Parameters
    ----------
    model : CostCurveModel
        With the band of the difference, if there is one.

    Returns
    -------
    str
        Ranges of pc with the sizes of the difference, and what that promises.
    """
    if model.compared is None:
        return ""
    if model.difference is None:
        why = why_no_difference(model, *model.compared)
        return f"{_NEVER}{why}" if why else _UNTESTED
    found = significance(model.difference)
    names = dict(zip(("first", "second"), model.compared, strict=True))
    ranges = zip(found.ranges.start, found.ranges.stop, found.cheaper, strict=True)
    lines = [
        f"Significant for PC(+) {share(float(start))} to {share(float(stop))}: {names[who]} costs "
        f"{_sizes(float(low), float(high))} less."
        for (start, stop, who), low, high in zip(ranges, found.lowest, found.highest, strict=True)
    ]
    said = listed(lines) if lines else "Nowhere significant."
    more = [found.covers, _of_pairs(model, found)]
    if model.band is not None and model.band.apart(*model.compared):
        more.append(_APART)
    if model.stale:
        more.append("This belongs to older data or settings.")
    return "\n".join([said, *filter(None, more)])


def _of_pairs(model: CostCurveModel, found: Significance) -> str:
    """Say what looking at all pairs does to an error that holds for one."""
    pairs = n_pairs(len(model.derived.shown))
    if pairs < _TWO or found.family >= pairs:
        return ""
    most = min(1.0, pairs * found.error_somewhere)
    return (
        f"That is of one pair: by this count some pair of all {pairs} seems to differ up to "
        f"{100 * most:.0f} % of the time."
    )


def _sizes(low: float, high: float) -> str:
    return span(Range(*sorted((abs(low), abs(high)))), number)


def ranked_rows(ranking: tuple[Ranked, ...]) -> list[tuple[str, ...]]:
    """Write a ranking as rows of a table.

    Parameters
    ----------
    ranking : tuple of Ranked
        The cheapest first.

    Returns
    -------
    list of tuple of str
        Name, place, cost, threshold, share found and share flagged.
    """
    return [
        (
            one.name,
            str(one.place),
            number(one.cost) if one.adds or one.trivial else "adds nothing",
            "-" if one.threshold is None else decimal(one.threshold),
            percent(one.tpr),
            percent(one.fpr),
        )
        for one in ranking
    ]
