"""Two classifiers compared, and all of them ranked, in words."""

import numpy as np

from cc_widgets.core.compare import cost_difference, extremes
from cc_widgets.core.cost import cost_at
from cc_widgets.core.uncertainty.significance import Significance, significance
from cc_widgets.core.winners import TIE, Winners, ranking, winners
from cc_widgets.model.derive import Derived, thresholds_of
from cc_widgets.model.looking_up import why_no_difference
from cc_widgets.model.reasons import n_pairs
from cc_widgets.model.state import CostCurveModel
from cc_widgets.panels.words import listed, number, stretch

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
    here = float(cost_at(first.envelope, pc) - cost_at(second.envelope, pc))
    most = extremes(cost_difference(first.envelope, second.envelope))
    lines = [_at(first.name, second.name, here, pc)]
    lines += _where(first.name, second.name, winners([first.envelope, second.envelope]))
    for name, size, at in (
        (first.name, -most.lowest, most.lowest_pc),
        (second.name, most.highest, most.highest_pc),
    ):
        if size > 0.0:
            lines.append(f"{name} is cheaper by {number(size)} at most, at pc {number(at[0])}.")
    return "\n".join(lines)


def _at(first: str, second: str, difference: float, pc: float) -> str:
    if not difference:
        return f"At pc {number(pc)} both cost the same."
    cheaper, dearer = (first, second) if difference < 0.0 else (second, first)
    return f"At pc {number(pc)} {cheaper} costs {number(abs(difference))} less than {dearer}."


def _where(first: str, second: str, found: Winners) -> list[str]:
    """Return a line for each winner with its ranges of pc."""
    owner = found.winner
    lines = []
    for code, words in ((0, f"{first} is cheaper"), (1, f"{second} is cheaper"), (TIE, "Equal")):
        at = np.flatnonzero(owner == code)
        if at.size:
            ranges = ", ".join(stretch(float(found.pc[i]), float(found.pc[i + 1])) for i in at)
            lines.append(f"{words} for pc {ranges}.")
    return lines


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
        f"Significant for pc {stretch(float(start), float(stop))}: {names[who]} costs "
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
    return stretch(*sorted((abs(low), abs(high))))


def ranked_rows(derived: Derived, pc: float) -> list[tuple[str, ...]]:
    """Rank the visible classifiers at one pc.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    pc : float
        The operating point.

    Returns
    -------
    list of tuple of str
        Name, place, cost, threshold, fpr and tpr, the cheapest one first.
    """
    items = derived.shown
    if not items:
        return []
    ranked = ranking([item.envelope for item in items], pc)
    rows: list[tuple[str, ...]] = []
    for place in ranked.order.tolist():
        item = items[place]
        segment = int(np.searchsorted(item.envelope.pc[1:-1], pc))
        threshold = float(thresholds_of(item, int(item.envelope.index[segment])))
        rows.append(
            (
                item.name,
                str(int(ranked.place[place])),
                number(float(ranked.cost[place])),
                "-" if np.isnan(threshold) else number(threshold),
                number(float(ranked.fpr[place])),
                number(1.0 - float(ranked.fnr[place])),
            )
        )
    return rows
