"""Command line: setup, demo, tests, checks and benchmarks. Uses the standard library only."""
