"""A trait type whose rule may look at the other traits, and says in plain words what is wrong."""

from collections.abc import Callable
from typing import Any, TypeVar

from traitlets import HasTraits, TraitType

Value = TypeVar("Value")


class Checked(TraitType[Value, Any]):
    """A trait whose value goes through a function that returns or refuses it.

    The function runs at each assignment, also while notifications are held: a wrong value
    never gets in, so there is always a good state to stay with.

    Parameters
    ----------
    default : object
        The value at the start.
    check : callable
        Told the model and the value given, it returns the value to keep, or raises a
        `CostCurveError`.
    read_only : bool
        Whether only the model itself sets it.

    Examples
    --------
    >>> class Scale(HasTraits):
    ...     factor = Checked(1.0, lambda _, value: float(value))
    >>> scale = Scale()
    >>> scale.factor = 2
    >>> scale.factor
    2.0
    """

    info_text = "a checked value"

    def __init__(
        self, default: Value, check: Callable[[Any, Any], Value], *, read_only: bool = False
    ) -> None:
        super().__init__(default_value=default, read_only=read_only)
        self._check = check

    def validate(self, obj: HasTraits | None, value: object) -> Value:
        """Return the value to keep."""
        return self._check(obj, value)
