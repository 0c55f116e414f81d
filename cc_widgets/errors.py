"""The exception of the package, which also formats all error messages.

A message names the argument, the rule, the value and the remedy::

    y_score: scores must be finite. Got nan at position 1. Drop or impute that example.

Code that raises the error passes these four parts; it never formats the sentence itself.
"""

from __future__ import annotations

import reprlib

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def shown(value: object) -> str:
    """Return a representation of the value that is short enough for an error message."""
    try:
        text = _SHORT.repr(value)
    except ValueError:  # Python limits the number of digits of an int in a string
        text = f"a {type(value).__name__} too long to write"
    return " ".join(text.splitlines())


class CostCurveError(ValueError):
    """Invalid input, or an operation that is impossible for the data.

    Parameters
    ----------
    what : str
        The rule that was violated, without a full stop.
    where : str or None
        Name of the argument or object that violates it.
    got : str or None
        The invalid value; `shown` shortens long ones.
    fix : str or None
        The remedy, as a sentence.

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
        """Return a copy of the error with the name of the container in front.

        Parameters
        ----------
        place : str
            Container of the invalid argument, for example a named classifier.

        Returns
        -------
        CostCurveError
            A new error; the original is unchanged.

        Examples
        --------
        >>> print(CostCurveError("must be finite", where="y_score").within("classifier 'forest'"))
        classifier 'forest': y_score: must be finite.
        """
        where = f"{place}: {self.where}" if self.where else place
        return CostCurveError(self.what, where=where, got=self.got, fix=self.fix)
