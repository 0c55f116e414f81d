"""The command line: set-up, demonstration, tests, checks, benchmarks. Standard library only."""
