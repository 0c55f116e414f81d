import numpy as np
import pytest

from cc_widgets.core import _counting as module
from cc_widgets.core._counting import ends_before_turns, ends_of_ties, joined, tally


def keys_of(*ties):
    """Keys of ties given as words: p is a positive example, n a negative one."""
    labels = [(2 * place, word) for place, word in enumerate(ties)]
    return np.array([key + (one == "n") for key, word in labels for one in word], np.uint64)


def choices(keys, choose):
    return choose(keys, (keys & 1).astype(bool)).tolist()


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        (["p"], [0]),
        (["n"], [0]),
        (["p", "p", "n", "n", "p", "n"], [1, 4, 5]),
        (["n", "n", "p", "p"], [3]),
        (["pp", "nn"], [1, 3]),
        (["pn", "pn"], [1, 3]),
        (["n", "pn", "p"], [3]),
        (["p", "pn", "n"], [0, 2, 3]),
        (["pn", "n", "p", "pn"], [1, 3, 5]),
        (["pn"], [1]),
        (["ppn", "p", "n"], [3, 4]),
    ],
)
def test_thresholds_before_turns_are_found(ties, expected):
    assert set(expected) <= set(choices(keys_of(*ties), ends_before_turns))


@pytest.mark.parametrize(
    "ties",
    [["n", "n", "p", "p"], ["p", "p", "p", "n"], ["pn", "p", "p", "p"], ["n", "n", "n", "pn"]],
)
def test_runs_of_one_class_leave_only_their_ends(ties):
    assert len(choices(keys_of(*ties), ends_before_turns)) == 2 - (ties[-1] in {"p", "pn"})


def test_ties_are_never_split():
    keys = keys_of("ppnn", "n", "nn", "p", "pn")
    assert choices(keys, ends_of_ties) == [3, 4, 6, 7, 9]
    assert set(choices(keys, ends_before_turns)) <= {3, 4, 6, 7, 9}


@pytest.mark.parametrize("block", [1, 2, 3, 4, 100])
def test_pieces_hold_whole_ties_and_count_on(monkeypatch, block):
    monkeypatch.setattr(module, "BLOCK", block)
    keys = keys_of("p", "ppnn", "n", "nn", "p", "pnn", "p")
    pieces = list(tally(keys, ends_of_ties))
    assert (len(pieces) == 1) == (block == 100)
    whole = joined(pieces)
    assert whole.key.tolist() == keys[[0, 4, 5, 7, 8, 11, 12]].tolist()
    assert whole.tp.tolist() == [1, 3, 3, 3, 4, 5, 6]
    assert whole.fp.tolist() == [0, 2, 3, 5, 5, 7, 7]
    assert whole.tp.dtype == whole.fp.dtype == np.int64
    assert all(piece.key.size <= block for piece in pieces)


def test_chosen_are_told_their_own_piece(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 2)
    seen = []

    def choose(keys, negative):
        seen.append((keys.tolist(), negative.tolist()))
        return np.array([keys.size - 1])

    keys = keys_of("p", "n", "pnn", "p")
    assert [piece.tp.tolist() for piece in tally(keys, choose)] == [[1], [2], [3]]
    assert seen == [([0, 3], [False, True]), ([4, 5, 5], [False, True, True]), ([6], [False])]
