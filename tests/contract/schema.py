"""What both languages agree on of what is sent, written for the page."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields

from cc_widgets.core import Owner
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.wire import Group

_HEAD = """\
// Written by `python -m tests.contract` from cc_widgets/widgets: what is sent is declared there.
import type { Plain } from './state.ts';
"""


def schema() -> str:
    """TypeScript of the special owners, the groups of arrays, and what else there is at first."""
    groups, plain = _at_first()
    owners = [f"  {name}: {int(owner)}," for name, owner in Owner.__members__.items()]
    return "\n".join(
        [
            _HEAD,
            "/** Who is meant where an array of positions of classifiers names none of them. */",
            "export const Owner = {",
            *owners,
            "} as const;",
            "",
            "/** The arrays that are sent, by group. */",
            "export const GROUPS = {",
            *(line for name, group in groups.items() for line in _group(name, group)),
            "} as const;",
            "",
            "/** What is told beside them, before anything is told. */",
            "export const plain = () =>",
            "  ({",
            *(f"    {name}: {_literal(value)}," for name, value in plain.items()),
            "  }) satisfies Plain & Record<string, unknown>;",
            "",
        ]
    )


def _at_first() -> tuple[Mapping[str, type[Group]], Mapping[str, object]]:
    """The groups and the other values of a new `Duality`, by trait."""
    duality = Duality()
    names = [name for name in vars(Duality) if name in duality.keys and not name.startswith("_")]
    values = {name: getattr(duality, name) for name in names}
    duality.close()
    groups = {name: type(value) for name, value in values.items() if isinstance(value, Group)}
    return groups, {name: value for name, value in values.items() if name not in groups}


def _group(name: str, group: type[Group]) -> Iterator[str]:
    yield f"  /** {group.__doc__} */"
    yield f"  {name}: {{"
    for each in fields(group):
        yield f"    /** {each.metadata['meaning']} */"
        yield f"    {each.name}: '{each.metadata['dtype']}',"
    yield "  },"


def _literal(value: object) -> str:
    return json.dumps(value).replace('"', "'").removesuffix(".0")
