"""What only a checkout needs: its set-up, tests, checks, benchmarks. It is not in the wheel."""
