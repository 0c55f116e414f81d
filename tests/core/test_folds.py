import numpy as np
import pytest

from cc_widgets.core import (
    cost_spread,
    vertical_average,
)
from cc_widgets.core._averaging import fold_shares, mean_of_folds
from cc_widgets.errors import CostCurveError
from tests.support.rates import close, envelope_of, points


def corners(average):
    return list(zip(average.roc.fpr.tolist(), average.roc.tpr.tolist(), strict=True))


def test_spread_of_two_folds():
    spread = cost_spread([envelope_of((0.04, 0.4)), envelope_of((0.3, 0.8))], 0.5)
    close(spread.pc, [0.5])
    close(spread.mean, [0.285])
    close(spread.deviation, [0.07 / np.sqrt(2) / np.sqrt(1)])
    close([spread.lowest, spread.highest], [[0.25], [0.32]])


def test_spread_with_weights():
    envelopes = [envelope_of((x, 1 - x)) for x in (0.1, 0.2, 0.4)]
    spread = cost_spread(envelopes, [0.5], [1, 3, 0])
    close(spread.mean, [0.175])
    # Shares 1/4 and 3/4: (.075^2 / 4 + .025^2 * 3 / 4) / (1 - 10 / 16).
    close(spread.deviation, [np.sqrt(0.001875 / 0.375)])
    close([spread.lowest, spread.highest], [[0.1], [0.2]])


def test_spread_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        cost_spread([envelope_of(), envelope_of()], 0.5).mean[0] = 1


@pytest.mark.parametrize("pc", [-0.1, 1.1])
def test_spread_refuses_pc_outside_the_unit_interval(pc):
    with pytest.raises(CostCurveError, match=r"pc: must lie in \[0, 1\]\. Got .*pc is a fraction"):
        cost_spread([envelope_of(), envelope_of()], pc)


@pytest.mark.parametrize("weights", [[1], [1, 2, 3], [1, -1], [1, 0], [1, np.nan], [1, np.inf], 1])
def test_weights_that_do_not_fit_are_refused(weights):
    message = r"weights: each curve needs a weight .* Got .*\. Pass 2 sizes of folds"
    with pytest.raises(CostCurveError, match=message):
        vertical_average([points((0.1, 0.5)), points((0.2, 0.6))], weights)


def test_shares_sum_to_1_and_are_alike_by_default():
    assert fold_shares(4, None).tolist() == [0.25] * 4
    assert fold_shares(3, [1, 0, 3]).tolist() == [0.25, 0, 0.75]


@pytest.mark.parametrize("n", [0, 1])
def test_fewer_than_two_folds_are_refused(n):
    with pytest.raises(CostCurveError, match=rf"curves: an average needs two .* Got {n}\. Pass"):
        fold_shares(n, None)


@pytest.mark.parametrize("folds", range(2, 41))
def test_equal_folds_have_no_spread(folds):
    spread = cost_spread([envelope_of((0.1, 0.7))] * folds, [0.2, 0.3, 0.7])
    assert spread.deviation.tolist() == [0, 0, 0]
    assert spread.mean.tolist() == spread.lowest.tolist() == spread.highest.tolist()


def test_spread_where_one_fold_is_nearly_all():
    # Two values a, b have the variance (a - b)^2 / 2, whatever their shares.
    spread = cost_spread([envelope_of((0.1, 0.6)), envelope_of((0.3, 0.6))], 0.5, [1, 1e-20])
    close(spread.deviation, [0.1 / np.sqrt(2)])


def test_the_mean_of_folds_leaves_out_those_that_do_not_count():
    counted, others = [np.array([0.7])] * 10, [np.array([0.0]), np.array([1.0])]
    # Ten times .1 * .7, added up, is not .7.
    assert sum([0.1 * 0.7] * 10) != 0.7
    shares = np.array([0.1] * 10 + [0.0] * 2)
    assert mean_of_folds([*counted, *others], shares).tolist() == [0.7]


def test_the_mean_of_folds_weighs_them():
    rows = [np.array([0.0, 1]), np.array([1.0, 0])]
    assert mean_of_folds(rows, np.array([0.25, 0.75])).tolist() == [0.75, 0.25]
