"""What the classifiers are good for, in a few sentences."""

from cc_widgets.core.envelopes import envelope_top
from cc_widgets.core.operating import operating_range
from cc_widgets.model.choices import Best
from cc_widgets.model.derive import Derived, standing_words


def summary_of(derived: Derived, best: Best, reading: str) -> str:
    """Sum up a snapshot.

    Parameters
    ----------
    derived : Derived
        The snapshot.
    best : Best
        What to use over the range that matters.
    reading : str
        What can be read at the operating point.

    Returns
    -------
    str
        Plain text.

    Examples
    --------
    >>> from cc_widgets.model.choices import best_choices
    >>> from cc_widgets.model.derive import derive
    >>> derived = derive({})
    >>> summary_of(derived, best_choices(derived, 0.5, 0.5), "")
    'No classifier is shown.'
    """
    if not derived.visible:
        return "No classifier is shown."
    negative, positive = derived.classes
    reach = operating_range(derived.hull)
    if reach is None:
        return (
            f"Under no conditions does a classifier beat calling all cases {negative} or all "
            f"cases {positive}."
        )
    top = envelope_top(derived.envelope)
    names = [item.name for item in derived.shown]
    who = names[0] if len(names) == 1 else f"The best of {', '.join(names)}"
    standings = "; ".join(
        f"{item.name} is {standing_words(derived, item.position)}" for item in derived.shown
    )
    first = (
        f"{who} beats calling all cases {negative} or all cases {positive} for pc "
        f"{reach.pc_low:.3g} to {reach.pc_high:.3g}, and never costs more than {top.cost:.3g} "
        "(normalised)."
    )
    parts = [
        first,
        f"Of these, {standings}." if len(names) > 1 else "",
        "" if best.choices[0].pc_low == best.choices[-1].pc_high else best.words,
        reading,
    ]
    return " ".join(part for part in parts if part)
