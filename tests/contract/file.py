"""Files of the contract between Python and the page, and their generation."""

import json
from pathlib import Path

from tests.contract.cases import all_cases
from tests.contract.schema import helps, schema

CASES = Path(__file__).with_name("cases.json")
SCHEMA = Path(__file__).parents[2] / "js/src/wire/schema.ts"
HELPS = SCHEMA.parents[1] / "words/helps.ts"
SEED, COUNT = 1, 12


def write() -> None:
    """Regenerate the cases, the schema and the help texts."""
    CASES.write_text(json.dumps(all_cases(SEED, COUNT), separators=(",", ":")) + "\n", "utf-8")
    SCHEMA.write_text(schema(), "utf-8")
    HELPS.write_text(helps(), "utf-8")
