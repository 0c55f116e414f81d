"""Cells in which a recommended method is known to fall short, and why."""

from tests.bench.statistics_rows import Row

KNOWN: dict[tuple[str, ...], str] = {}


def reason(row: Row) -> str:
    """Why a recommended method falls short in this cell; empty if that is not known."""
    return KNOWN.get(row.cell, "")
