"""What the classifiers are good for, in a few sentences."""

from textwrap import fill

from cc_widgets.core import envelope_top, operating_range
from cc_widgets.model.derive import Derived
from cc_widgets.model.numerals import number, share
from cc_widgets.model.remarks import remarks_of
from cc_widgets.model.sentences import NOTHING_SHOWN
from cc_widgets.model.standing import standing_words

_WIDTH = 100


def summary_of(derived: Derived, reading: str) -> str:
    """Sum up a snapshot.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    reading : str
        What can be read at the operating point.

    Returns
    -------
    str
        Plain text; lines of at most 100 characters.

    Examples
    --------
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({})
    >>> summary_of(derived, "")
    'No classifier is shown.'
    """
    if not derived.visible:
        return NOTHING_SHOWN
    negative, positive = derived.classes
    reach = operating_range(derived.hull)
    if reach is None:
        nowhere = (
            f"Nowhere does a classifier cost less than to call all {negative} or to call all "
            f"{positive}."
        )
        return _wrapped([nowhere, *remarks_of(derived)])
    if derived.average is not None:  # folds of one: none of them is a choice
        return _wrapped([reading, *remarks_of(derived)])
    top = envelope_top(derived.envelope)
    names = [item.name for item in derived.shown]
    who = names[0] if len(names) == 1 else f"The best of {', '.join(names)}"
    where = f"from PC(+) {share(reach.pc_low)} to {share(reach.pc_high)}"
    first = (
        f"{who} costs less than to call all {negative} or to call all {positive} {where}, and "
        f"never more than {number(top.cost)}."
    )
    each = [f"{item.name}: {standing_words(derived, item.position)}." for item in derived.shown]
    return _wrapped([first, *(each if len(names) > 1 else []), reading, *remarks_of(derived)])


def _wrapped(lines: list[str]) -> str:
    """Return paragraphs whose lines are short enough for a notebook."""
    return "\n".join(
        fill(line, _WIDTH, break_on_hyphens=False, break_long_words=False) for line in lines
    )
