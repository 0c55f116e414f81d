"""Who is known to have scored the same examples (S9)."""

import copy
import gc
import pickle

import numpy as np

from cc_widgets.core import predictions
from cc_widgets.core._predictions import _known, examples_of, labelled, read_labels

SCORE = [0.1, 0.4, 0.35, 0.8]


class Column:
    """A column of a table: labels with an index."""

    def __init__(self, values, index):
        self.values, self.index = np.array(values), np.array(index)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.values, dtype=dtype)


def test_equal_labels_are_not_the_same_examples():
    one, other = (predictions(np.array([0, 0, 1, 1]), SCORE) for _ in range(2))
    assert not one.same_examples(other)
    assert one.same_examples(one)


def test_labels_given_again_are_those_of_the_same_examples():
    y = np.array([0, 0, 1, 1])
    one, other = predictions(y, SCORE), predictions(y[:], SCORE[::-1])
    assert one.same_examples(other)
    assert not one.same_examples(predictions(y[::-1], SCORE))
    labels = read_labels([0, 0, 1, 1])
    assert labelled(labels, SCORE).same_examples(labelled(labels, SCORE))


def test_labels_that_were_overwritten_are_others():
    y = np.array([0, 0, 1, 1])
    one = predictions(y, SCORE)
    y[:] = [0, 1, 0, 1]
    assert not one.same_examples(predictions(y, SCORE))


def test_an_index_that_says_more_than_positions_tells_examples():
    def column(index):
        return predictions(Column([0, 0, 1, 1], index), SCORE)

    named = ["anna", "ben", "carl", "dora"]
    assert column([7, 3, 9, 4]).same_examples(column([7, 3, 9, 4]))
    assert column(named).same_examples(column(named))
    assert not column([7, 3, 9, 4]).same_examples(column([7, 3, 4, 9]))
    assert not column([0, 1, 2, 3]).same_examples(column([0, 1, 2, 3]))
    assert not column([1, 2, 3, 4]).same_examples(column([1, 2, 3, 4]))


def test_copies_of_both_still_belong_together():
    y = np.array([0, 0, 1, 1])
    pair = predictions(y, SCORE), predictions(y, SCORE)
    for one, other in (copy.deepcopy(pair), pickle.loads(pickle.dumps(pair))):  # noqa: S301 (ours)
        assert one.same_examples(other)
        assert one.same_examples(pair[1])


def test_labels_that_are_gone_are_forgotten():
    before = len(_known)
    y = np.array([0, 0, 1, 1])
    examples_of(y)
    assert len(_known) == before + 1
    del y
    gc.collect()
    assert len(_known) == before


def test_weights_that_are_all_one_are_none():  # W3
    assert predictions([0, 1], [0.2, 0.9], sample_weight=[1, 1]).weight is None
    assert predictions([0, 1], [0.2, 0.9], sample_weight=[2, 2]).weight is not None
