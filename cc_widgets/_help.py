"""Signatures that `help` prints with one parameter per line."""

from __future__ import annotations

from inspect import Parameter, Signature, isclass, isfunction, signature
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MAX_WIDTH = 76


class _Alias(str):
    """Annotation that is printed as it was written in the source."""

    __slots__ = ()
    __repr__ = str.__str__


class ReadableSignature(Signature):
    """Signature that breaks into one parameter per line if it is long."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the parameters and the return annotation."""
        line = super().__str__()
        if len(line) <= _MAX_WIDTH:
            return line
        returns = line.rpartition(") ->")[2]
        return "\n    ".join(["(", *(f"{part}," for part in self._parts())]) + f"\n) ->{returns}"

    def _parts(self) -> Iterator[str]:
        """Yield each parameter, and a star before the keyword-only ones."""
        previous_kind = None
        for parameter in self.parameters.values():
            if parameter.kind is Parameter.KEYWORD_ONLY and previous_kind not in {
                Parameter.KEYWORD_ONLY,
                Parameter.VAR_POSITIONAL,
            }:
                yield "*"
            previous_kind = parameter.kind
            yield str(parameter)


def make_readable(public: Iterable[object]) -> None:
    """Give functions, and the methods of classes, signatures that `help` prints legibly."""
    for item in public:
        if isclass(item):
            members = (
                vars(item)[name] for name in vars(item) if name[0] != "_" or name == "__init__"
            )
            functions = [getattr(member, "__func__", member) for member in members]
            make_readable(filter(isfunction, functions))
        elif isfunction(item):
            original = signature(item)
            item.__signature__ = ReadableSignature(  # type: ignore[attr-defined]
                [_as_written(parameter) for parameter in original.parameters.values()],
                return_annotation=_alias(original.return_annotation),
            )


def _as_written(parameter: Parameter) -> Parameter:
    return parameter.replace(annotation=_alias(parameter.annotation))


def _alias(annotation: object) -> object:
    return _Alias(annotation) if isinstance(annotation, str) else annotation
