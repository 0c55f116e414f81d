"""Commands that need a checkout: setup, tests, checks and benchmarks. Not in the wheel."""
