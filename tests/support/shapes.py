"""Degenerate datasets, which Hypothesis would rarely generate by itself."""

from hypothesis import strategies as st

# Labels (1 is positive) and scores; the first two examples are one of each class.
SHAPES = {
    "one per class, right": ([1, 0], [1.0, 0.0]),
    "one per class, wrong": ([1, 0], [0.0, 1.0]),
    "one per class, tied": ([1, 0], [0.5, 0.5]),
    "perfect": ([1, 0, 1, 0, 0], [4.0, 2.0, 3.0, 1.0, 0.0]),
    "perfect with ties": ([1, 0, 1, 0, 0, 1], [1.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
    "constant": ([1, 0, 1, 0, 0], [2.0, 2.0, 2.0, 2.0, 2.0]),
    "reversed": ([1, 0, 1, 0, 0], [0.0, 2.0, 1.0, 3.0, 4.0]),
    "useless at each score": ([1, 0, 1, 0], [1.0, 1.0, 0.0, 0.0]),
    "one positive": ([1, 0, 0, 0, 0], [3.0, 1.0, 2.0, 4.0, 0.0]),
    "one negative": ([1, 0, 1, 1, 1], [3.0, 1.0, 2.0, 4.0, 0.0]),
    "vertical, level, vertical": ([1, 0, 1, 0, 1, 0], [5.0, 3.0, 4.0, 2.0, 1.0, 0.0]),
    "every example twice": ([1, 0, 1, 0, 0, 1, 1, 0], [3.0, 2.0, 1.0, 0.0, 2.0, 3.0, 1.0, 0.0]),
    "far apart": ([1, 0, 1, 0], [1e300, -1e300, -0.0, 0.0]),
}


def shapes():
    """Draw labels and scores of a degenerate dataset."""
    return st.sampled_from(list(SHAPES.values())).map(lambda pair: (list(pair[0]), list(pair[1])))
