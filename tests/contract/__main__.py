"""Write the cases and the schema anew: ``python -m tests.contract``."""

from tests.contract.file import write

write()
