"""Signatures that `help` can show: a line for each parameter where they are many."""

from __future__ import annotations

from inspect import Parameter, Signature, isclass, isfunction, signature
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WIDEST = 76


class _Alias(str):
    """An annotation that is shown as it was written."""

    __slots__ = ()
    __repr__ = str.__str__


class ReadableSignature(Signature):
    """A signature that is written in several lines where one would be long."""

    __slots__ = ()

    def __str__(self) -> str:
        """What stands behind the name of a function."""
        plain = super().__str__()
        if len(plain) <= _WIDEST:
            return plain
        answer = plain.rpartition(") ->")[2]
        return "\n    ".join(["(", *(f"{each}," for each in self._each())]) + f"\n) ->{answer}"

    def _each(self) -> Iterator[str]:
        """Yield the parameters, and the star before those that go by name only."""
        before = None
        for one in self.parameters.values():
            if one.kind is Parameter.KEYWORD_ONLY and before not in {
                Parameter.KEYWORD_ONLY,
                Parameter.VAR_POSITIONAL,
            }:
                yield "*"
            before = one.kind
            yield str(one)


def make_readable(public: Iterable[object]) -> None:
    """Give functions, and the methods of classes, signatures that `help` can show.

    Parameters
    ----------
    public : iterable of object
        What a package offers; what is neither a function nor a class stays as it is.

    Examples
    --------
    >>> def hull(points: ArrayLike | None) -> Hull: ...
    >>> make_readable([hull])
    >>> print(signature(hull))
    (points: ArrayLike | None) -> Hull
    """
    for each in public:
        if isclass(each):
            own = [one for name, one in vars(each).items() if name[0] != "_" or name == "__init__"]
            make_readable(filter(isfunction, (getattr(one, "__func__", one) for one in own)))
        elif isfunction(each):
            plain = signature(each)
            each.__signature__ = ReadableSignature(  # type: ignore[attr-defined]
                [_as_written(one) for one in plain.parameters.values()],
                return_annotation=_alias(plain.return_annotation),
            )


def _as_written(parameter: Parameter) -> Parameter:
    return parameter.replace(annotation=_alias(parameter.annotation))


def _alias(annotation: object) -> object:
    return _Alias(annotation) if isinstance(annotation, str) else annotation
