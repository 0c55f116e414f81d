"""Regenerate the cases, the schema and the help texts: ``python -m tests.contract``."""

from tests.contract.file import write

write()
