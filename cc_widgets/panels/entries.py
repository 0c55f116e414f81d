"""Numbers and ranges as a person types them."""

import re

from cc_widgets.core import Range
from cc_widgets.errors import CostCurveError, shown

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*%?"
_ENTRY = re.compile(rf"\s*({_NUMBER})\s*(?:(?:[-\u2013\u2014]|\.\.|to)\s*({_NUMBER})\s*)?")
_PER_CENT = 100.0


def read_entry(where: str, text: str) -> tuple[float, float] | None:
    """Read a number or a range.

    Parameters
    ----------
    where : str
        What the user calls it.
    text : str
        For instance ``0.01``, ``1 %``, ``1e-6`` or ``0.01 - 0.05``.

    Returns
    -------
    (low, high) or None
        Two equal numbers for one; None if nothing was typed.

    Raises
    ------
    CostCurveError
        If it is neither.

    Examples
    --------
    >>> read_entry("prior", "1e-6 - 5 %")
    (1e-06, 0.05)
    >>> read_entry("prior", " ") is None
    True
    >>> read_entry("benefit", "-5 - -2")
    (-5.0, -2.0)
    """
    if not text.strip():
        return None
    found = _ENTRY.fullmatch(text)
    if found is None:
        raise CostCurveError(
            "must be a number or a range",
            where=where,
            got=shown(text),
            fix="Type for instance 0.01, or 0.01 - 0.05 if it is known only roughly.",
        )
    low, high = found[1], found[2] or found[1]
    return _value(low), _value(high)


def read_number(where: str, text: str, *, whole: bool = False) -> float | None:
    """Read a single number, or None if nothing was typed.

    Parameters
    ----------
    where : str
        What the user calls it.
    text : str
        For instance ``0.9`` or ``2000``.
    whole : bool
        Whether fractions are wrong.

    Returns
    -------
    float or None
        The number.

    Raises
    ------
    CostCurveError
        If it is none, or a range, or a fraction where a whole number is wanted.

    Examples
    --------
    >>> read_number("level", "90 %"), read_number("seed", "")
    (0.9, None)
    """
    ends = read_entry(where, text)
    if ends is None:
        return None
    if ends[0] != ends[1] or (whole and not ends[0].is_integer()):
        raise CostCurveError(
            f"must be one {'whole ' * whole}number",
            where=where,
            got=shown(text),
            fix=f"Type for instance {'1999' if whole else '0.9'}.",
        )
    return ends[0]


def written(value: Range | float | None) -> str:
    """Return the entry that reads as this value, to six digits.

    Examples
    --------
    >>> written(Range(0.01, 0.05)), written(1e-6), written(None)
    ('0.01 - 0.05', '1e-06', '')
    """
    if value is None:
        return ""
    if isinstance(value, Range):
        return " - ".join(f"{end:.6g}" for end in value.ends)
    return f"{value:.6g}"


def _value(text: str) -> float:
    number = text.strip()
    if number.endswith("%"):
        return float(number[:-1]) / _PER_CENT
    return float(number)
