"""Write the cases, the schema and the words of `?` anew: ``python -m tests.contract``."""

from tests.contract.file import write

write()
