"""Where the contract stands, and how many cases it has."""

import json
from pathlib import Path

from tests.contract.cases import all_cases
from tests.contract.schema import schema

CASES = Path(__file__).with_name("cases.json")
SCHEMA = Path(__file__).parents[2] / "js/src/wire/schema.ts"
SEED, COUNT = 1, 12


def write() -> None:
    """Write the cases and the schema anew."""
    CASES.write_text(json.dumps(all_cases(SEED, COUNT), separators=(",", ":")) + "\n", "utf-8")
    SCHEMA.write_text(schema(), "utf-8")
