import numpy as np
import pytest

from cc_widgets.core import count, predictions


def test_ties_are_one_threshold():
    counts = count(predictions([1, 0, 0, 1], [2, 5, 10, 10]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 10, 5, 2])
    np.testing.assert_array_equal(counts.tp, [0, 1, 1, 2])
    np.testing.assert_array_equal(counts.fp, [0, 1, 2, 2])
    assert (counts.positives, counts.negatives) == (2, 2)


def test_all_scores_tied_leave_one_step():
    counts = count(predictions([0, 1, 1], [7, 7, 7]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 7])
    np.testing.assert_array_equal(counts.tp, [0, 2])
    np.testing.assert_array_equal(counts.fp, [0, 1])


def test_both_zeros_are_one_threshold():
    np.testing.assert_array_equal(count(predictions([0, 1], [-0.0, 0.0])).threshold, [np.inf, 0])


def test_neighbouring_floats_are_two_thresholds():
    assert count(predictions([0, 1], [0.5, np.nextafter(0.5, 1)])).threshold.size == 3


def test_unweighted_counts_are_integers():
    counts = count(predictions([0, 1], [1, 2]))
    assert counts.tp.dtype == counts.fp.dtype == np.int64
    assert isinstance(counts.positives, int)


def test_whole_weights_are_counted_like_so_many_examples():
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[1.0, 2**40, 3]))
    assert counts.tp.dtype == counts.fp.dtype == np.int64
    assert counts.tp.tolist() == [0, 3, 2**40 + 3, 2**40 + 3]
    assert (counts.negatives, counts.positives) == (1, 2**40 + 3)


@pytest.mark.parametrize("weight", [[1, 2, 0.5], [1, 2, 2**53], [0.5, 2, 1], [2**53, 1, 1]])
def test_weights_that_floats_may_round_are_added_in_floats(weight):
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=weight))
    assert counts.tp.dtype == counts.fp.dtype == np.float64


def test_weighted_counts_are_float64_and_end_at_their_totals():
    counts = count(predictions([0, 1, 1], [1, 2, 3], sample_weight=[0.1, 0.2, 0.7]))
    assert counts.tp.dtype == counts.fp.dtype == np.float64
    assert counts.tp[-1] == counts.positives
    assert counts.negatives == 0.1


def test_examples_of_weight_zero_are_left_out():
    counts = count(predictions([0, 1, 1, 0], [1, 2, 3, 4], sample_weight=[1, 1, 0, 2]))
    np.testing.assert_array_equal(counts.threshold, [np.inf, 4, 2, 1])


def test_thresholds_keep_the_dtype_of_the_scores():
    assert count(predictions([0, 1], np.array([1, 2], np.float32))).threshold.dtype == np.float32


def test_counts_cannot_be_written():
    counts = count(predictions([0, 1], [1, 2]))
    for array in (counts.threshold, counts.tp, counts.fp):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
