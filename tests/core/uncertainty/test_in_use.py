"""Loss of a threshold in use: bias, coverage, pairing and limiting cases."""

from math import erf, sqrt

import numpy as np
import pytest

from cc_widgets.core import predictions
from cc_widgets.core.uncertainty import expected_costs, finished, joint_resampling
from cc_widgets.core.uncertainty.envelopes import chosen_thresholds
from cc_widgets.core.uncertainty.in_use import PairedRates, PairedTestSet, in_use_loss

PC = np.array([0.5])
KNOWN, UNKNOWN = np.array([True]), np.array([False])


def one_class(used, chosen, both, size=100.0):
    return PairedRates(used, np.array([chosen]), np.array([both]), size, np.array([size]))


def paired(negative, positive, is_baseline=UNKNOWN):
    return PairedTestSet(negative, positive, is_baseline)


def limits(test_sets, bias=0.0, is_baseline=UNKNOWN):
    band = in_use_loss(test_sets, PC, np.array([bias]), is_baseline)
    return band.lower[0], band.expected[0], band.upper[0]


def test_equal_decisions_cost_the_same():
    same = paired(one_class(0.2, 0.2, 0.2), one_class(0.3, 0.3, 0.3))
    assert limits([same], bias=0.02) == (0.0, 0.0, 0.0)
    other = paired(one_class(0.2, 0.2, 0.1), one_class(0.3, 0.3, 0.3))
    lower, expected, upper = limits([other], bias=0.02)
    assert expected == pytest.approx(-0.02)
    assert lower < -0.02 < 0.0 < upper


def test_common_errors_narrow_the_interval():
    widths = []
    for both in (0.2, 0.1, 0.06, np.nan):
        lower, _, upper = limits([paired(one_class(0.3, 0.2, both), one_class(0.3, 0.2, both))])
        widths.append(upper - lower)
    assert widths == sorted(widths)
    assert widths[2] == widths[3]  # independent, or unknown


def test_baseline_has_known_rates():
    negative, positive = one_class(0.3, 0.0, 0.0), one_class(0.2, 1.0, 0.2)
    lower, expected, upper = limits([paired(negative, positive, KNOWN)], 0.0, KNOWN)
    assert expected == pytest.approx(0.5 * (0.3 + 0.2) - 0.5)
    low, _, high = limits([paired(negative, positive)])
    assert low < lower < expected < upper < high


def test_losses_of_folds_are_averaged():
    first = paired(one_class(0.3, 0.1, 0.1), one_class(0.2, 0.2, 0.1))
    second = paired(one_class(0.1, 0.1, 0.1), one_class(0.4, 0.1, 0.1))
    (low, one, high), (_, two, _) = limits([first]), limits([second])
    lower, both, upper = limits([first, second])
    assert both == pytest.approx((one + two) / 2)
    assert upper - lower < high - low


def tail(at, mean):
    return 0.5 - 0.5 * erf((at - mean) / sqrt(2.0))


@pytest.mark.parametrize(("negatives", "positives"), [(60, 60), (15, 400), (400, 60)])
def test_expected_loss_corrects_for_the_choice_of_the_best_threshold(negatives, positives):
    rng = np.random.default_rng([negatives, positives])
    label = np.repeat([False, True], [negatives, positives])
    losses, covered = [], []
    for _ in range(80):
        score = rng.normal(size=label.size) + 1.2 * label
        source = predictions(label, score)
        drawn = finished(joint_resampling([source], n_resamples=199, rng=rng, pc=PC))
        best = expected_costs(drawn).best
        found = drawn.each[0].candidates
        threshold = float(found.threshold[found.hull[chosen_thresholds(found, PC).corner[0]]])
        rates, true_rates = [], []
        for kind, members in enumerate((~label, label)):
            is_wrong = [(score[members] >= at) != kind for at in (0.0, threshold)]
            used, chosen = (float(wrong.mean()) for wrong in is_wrong)
            both = float((is_wrong[0] & is_wrong[1]).mean())
            rates.append(one_class(used, chosen, both, float(members.sum())))
            true_rates.append([abs(kind - tail(at, 1.2 * kind)) for at in (0.0, threshold)])
        band = in_use_loss([paired(*rates)], PC, best.expected - best.estimate, UNKNOWN)
        truth = float(np.mean(true_rates, axis=0) @ [1.0, -1.0])
        losses.append([band.estimate[0], band.expected[0], truth])
        covered.append(band.lower[0] <= truth <= band.upper[0])
    observed, expected, truth = np.mean(losses, axis=0)
    assert observed - truth > 0.02
    assert abs(expected - truth) < 0.3 * (observed - truth)
    assert np.mean(covered) >= 0.87
