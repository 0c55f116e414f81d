"""What both languages agree on of what is sent, written for the page."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields

from cc_widgets.core import Owner
from cc_widgets.model.helps import HELPS
from cc_widgets.model.words import assumption_of
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.wire import Group

_HEAD = """\
// Written by `python -m tests.contract` from cc_widgets/widgets: what is sent is declared there.
import type { Plain } from './state.ts';
"""

_HEAD_OF_HELPS = """\
// Written by `python -m tests.contract` from cc_widgets/model/helps.py: it is told there.

/** What is taken for granted wherever the share of the positive class may be another one. */
export const ASSUMPTION =
  {assumption};

/** What a figure or a panel is: in words, its formulas in a line each, what it assumes. */
export interface Explained {{
  title: string;
  words: string;
  formulas: string;
  assumes: string;
}}

/** By space of a figure, or by what stands on the tab of a panel. */
export const HELPS: Readonly<Record<string, Explained>> = {{"""


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
    return json.dumps(value, ensure_ascii=False).replace('"', "'").removesuffix(".0")


# ---- The words of `?`


def helps() -> str:
    """TypeScript of what each figure and each panel is."""
    assumption = _literal(assumption_of("{positive}"))
    lines = [_HEAD_OF_HELPS.format(assumption=assumption)]
    for name, told in HELPS.items():
        parts = {**told._asdict(), "formulas": "\n".join(told.formulas)}
        key = _literal(name) if " " in name else name
        lines += [f"  {key}: {{", *(_part(part, text) for part, text in parts.items()), "  },"]
    return "\n".join([*lines, "};", ""])


_WIDEST = 100


def _part(name: str, text: str) -> str:
    """A line for a text, or two where one would be too long."""
    line = f"    {name}: {_literal(text)},"
    return line if len(line) <= _WIDEST else line.replace(": ", ":\n      ", 1)
