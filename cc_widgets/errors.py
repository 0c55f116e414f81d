"""The one exception of the package, and the one place where its messages are built.

A message says what is wrong, where, what was given, and what to do about it::

    y_score: scores must be finite. Got nan at position 1. Drop or impute that example.

Code that raises supplies these four parts; it never formats the sentence itself.
"""

from __future__ import annotations

import reprlib

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def shown(value: object) -> str:
    """Return a representation of any value that is short enough for a message.

    Parameters
    ----------
    value : object
        What the user gave.

    Returns
    -------
    str
        `repr` of the value, cut in the middle when it is long.

    Examples
    --------
    >>> shown(["benign", "malignant"])
    "['benign', 'malignant']"
    >>> len(shown("x" * 1000))
    60
    """
    try:
        text = _SHORT.repr(value)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        text = f"a {type(value).__name__} too long to write"
    return " ".join(text.splitlines())


class CostCurveError(ValueError):
    """Something given to cc_widgets cannot be used as it is.

    Parameters
    ----------
    what : str
        The rule that was broken, without a full stop.
    where : str or None
        The argument or thing that breaks it.
    got : str or None
        What was found there; `shown` shortens long values.
    fix : str or None
        What the user can do, as a sentence.

    Examples
    --------
    >>> print(CostCurveError("must lie in [0, 1]", where="pc", got="2", fix="Divide by 100."))
    pc: must lie in [0, 1]. Got 2. Divide by 100.
    """

    def __init__(
        self,
        what: str,
        *,
        where: str | None = None,
        got: str | None = None,
        fix: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.got = got
        self.fix = fix

    def __str__(self) -> str:
        """Return the whole message."""
        place = f"{self.where}: " if self.where else ""
        got = f" Got {self.got}." if self.got else ""
        fix = f" {self.fix}" if self.fix else ""
        return f"{place}{self.what}.{got}{fix}"

    def within(self, place: str) -> CostCurveError:
        """Return the same error, said to have happened inside `place`.

        Parameters
        ----------
        place : str
            What contains the faulty argument, for instance a named classifier.

        Returns
        -------
        CostCurveError
            A new error; this one is left as it is.

        Examples
        --------
        >>> print(CostCurveError("must be finite", where="y_score").within("classifier 'forest'"))
        classifier 'forest': y_score: must be finite.
        """
        where = f"{place}: {self.where}" if self.where else place
        return CostCurveError(self.what, where=where, got=self.got, fix=self.fix)
