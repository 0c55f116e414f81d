"""Where the cases of the contract stand, and how many of them."""

import json
from pathlib import Path

from tests.contract.cases import all_cases

CASES = Path(__file__).with_name("cases.json")
SEED, COUNT = 1, 12


def write() -> None:
    """Write the cases anew."""
    CASES.write_text(json.dumps(all_cases(SEED, COUNT), separators=(",", ":")) + "\n", "utf-8")
