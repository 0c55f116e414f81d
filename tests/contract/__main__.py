"""Write the cases anew: ``python -m tests.contract``."""

from tests.contract.file import write

write()
