from math import comb

import numpy as np
import pytest

from cc_widgets.core import matrix_counts, predictions
from cc_widgets.core.uncertainty import difference_band, paired_counts
from cc_widgets.core.uncertainty.bands import normal_quantile, simultaneous_critical
from cc_widgets.core.uncertainty.intervals import LineCounts
from cc_widgets.core.uncertainty.paired import PairedCounts, PairedErrors
from cc_widgets.core.uncertainty.percentiles import exact_band
from cc_widgets.errors import CostCurveError
from tests.support.bands import FIGURE_11, HIGH_AGREEMENT, LOW_AGREEMENT, MEDIUM_AGREEMENT, errors
from tests.support.rates import close

TRUE = [1, 1, 1, 1, 1, 0, 0, 0, 0]
FIRST = [1, 1, 0, 0, 0, 1, 0, 0, 0]
SECOND = [1, 0, 1, 1, 0, 1, 1, 1, 0]
EXPECTED = PairedCounts(
    positives=PairedErrors(first_only=2, second_only=1, both=1, neither=1),
    negatives=PairedErrors(first_only=0, second_only=2, both=1, neither=1),
)


def test_errors_are_counted_by_class_and_classifier():
    pairs = paired_counts(FIRST, SECOND, y_true=TRUE)
    assert pairs == EXPECTED
    assert pairs.first == LineCounts(fp=1, negatives=4, fn=3, positives=5)
    assert pairs.second == LineCounts(fp=3, negatives=4, fn=2, positives=5)
    assert paired_counts(SECOND, FIRST, y_true=TRUE) == pairs.swapped
    assert pairs.positives.difference == 1 / 5
    assert pairs.negatives.difference == -1 / 2


def test_labels_may_have_any_type():
    words = np.array(["well", "sick"])
    pairs = paired_counts(
        words[FIRST].tolist(), words[SECOND], y_true=words[TRUE], pos_label="sick"
    )
    assert pairs == EXPECTED


def test_scores_at_the_threshold_are_positive():
    first = predictions(TRUE, np.where(FIRST, 0.5, 0.49))
    second = predictions(TRUE, np.where(SECOND, 8, -3))
    assert paired_counts(first, second, thresholds=(0.5, 2)) == EXPECTED


@pytest.mark.parametrize(
    "matrices",
    [
        ([[6, 4], [3, 17]], np.array([[7, 3], [3, 17]])),
        (matrix_counts([[6, 4], [3, 17]]), matrix_counts([[7, 3], [3, 17]])),
        (FIGURE_11, FIGURE_11),
    ],
)
def test_two_confusion_matrices_raise_with_the_reason(matrices):
    with pytest.raises(
        CostCurveError, match=r"not confusion matrices.*3\.3.*predict for the same examples"
    ):
        paired_counts(*matrices)


def test_two_matrices_allow_different_joint_errors():
    assert HIGH_AGREEMENT.first == LOW_AGREEMENT.first
    assert HIGH_AGREEMENT.second == LOW_AGREEMENT.second
    assert HIGH_AGREEMENT != LOW_AGREEMENT


def test_weighted_predictions_raise():
    weighted = predictions(TRUE, FIRST, sample_weight=[2] * 9)
    with pytest.raises(
        CostCurveError, match=r"sample_weight: .*needs counts of independent examples"
    ):
        paired_counts(weighted, predictions(TRUE, SECOND), thresholds=(0.5, 0.5))


@pytest.mark.parametrize("true", [TRUE[::-1], TRUE[1:]])
def test_predictions_for_different_examples_raise(true):
    with pytest.raises(CostCurveError, match="same examples in the same order"):
        paired_counts(
            predictions(TRUE, FIRST), predictions(true, SECOND[: len(true)]), thresholds=(0.5, 0.5)
        )


@pytest.mark.parametrize("thresholds", [None, (0.5,), (0.5, float("nan")), (1, 2, 3)])
def test_two_thresholds_are_required(thresholds):
    scores = predictions(TRUE, FIRST)
    with pytest.raises(CostCurveError, match="thresholds: must be two numbers"):
        paired_counts(scores, scores, thresholds=thresholds)


def test_true_labels_are_required():
    scores = predictions(TRUE, FIRST)
    with pytest.raises(CostCurveError, match="y_true: must be given with predicted labels"):
        paired_counts(FIRST, SECOND)
    with pytest.raises(CostCurveError, match="y_true: must be given with predicted labels"):
        paired_counts(scores, SECOND, y_true=TRUE)


def test_scores_instead_of_labels_raise():
    with pytest.raises(CostCurveError, match=r"second: predicted labels.*0\.7 at position 1"):
        paired_counts(FIRST, [1, 0.7, *SECOND[2:]], y_true=TRUE)


def test_labels_of_different_length_raise():
    with pytest.raises(CostCurveError, match="first: must have one predicted label per example"):
        paired_counts(FIRST[1:], SECOND, y_true=TRUE)


@pytest.mark.parametrize("count", [0.5, -1, 2.0])
def test_tables_have_integer_counts(count):
    with pytest.raises(CostCurveError, match="both: must be an integer"):
        PairedErrors(first_only=1, second_only=2, both=count, neither=3)


def test_a_class_without_examples_raises():
    with pytest.raises(CostCurveError, match="must have at least one example"):
        PairedErrors(first_only=0, second_only=0, both=0, neither=0)


# ---- Bands of differences: pairing, small samples, both methods, errors under no difference
NOTHING_WRONG = PairedCounts(errors(0, 0, 0, 60), errors(0, 0, 0, 60))


def width(band):
    return band.upper - band.lower


def test_difference_is_the_first_minus_the_second():
    band = difference_band(HIGH_AGREEMENT)
    close(band.estimate, HIGH_AGREEMENT.first.cost(band.pc) - HIGH_AGREEMENT.second.cost(band.pc))
    assert np.all(band.estimate < 0)
    for method in ("exact", "agresti-min"):
        original = difference_band(HIGH_AGREEMENT, method=method)
        exchanged = difference_band(HIGH_AGREEMENT.swapped, method=method)
        np.testing.assert_allclose(original.lower, -exchanged.upper, atol=0.011)
        np.testing.assert_allclose(original.upper, -exchanged.lower, atol=0.011)


def test_width_depends_on_the_pairing():
    ratio = width(difference_band(LOW_AGREEMENT)) / width(difference_band(HIGH_AGREEMENT))
    assert np.all(ratio > 2)


def test_independent_resampling_is_too_wide_if_errors_agree():
    joint = difference_band(HIGH_AGREEMENT, pc=[0.5])
    sizes = [
        width(exact_band(line, pc=[0.5])) for line in (HIGH_AGREEMENT.first, HIGH_AGREEMENT.second)
    ]
    assert np.hypot(*sizes) > 2 * width(joint)


def test_equally_frequent_errors_have_a_band_around_zero():
    even = PairedCounts(errors(9, 9, 3), errors(9, 9, 3))
    for simultaneous in (False, True):
        band = difference_band(even, simultaneous=simultaneous)
        np.testing.assert_allclose(band.lower, -band.upper, atol=1e-12)
        assert np.all(band.lower < 0)


@pytest.mark.parametrize(
    ("pairs", "method"),
    [
        (MEDIUM_AGREEMENT, "exact joint percentile"),
        (PairedCounts(errors(5, 0, 2, 50), errors(3, 2, 9)), "exact joint percentile"),
        (PairedCounts(errors(5, 0, 2, 49), errors(3, 2, 9)), "Agresti-Min"),
        (PairedCounts(errors(3, 2, 9), errors(2, 2, 2)), "Agresti-Min"),
        (NOTHING_WRONG, "Agresti-Min"),
    ],
)
def test_small_classes_and_few_discordant_pairs_get_normal_limits(pairs, method):
    assert difference_band(pairs).method == method


def test_agresti_min_limits_by_hand():
    pairs = PairedCounts(negatives=errors(1, 5, 3, 20), positives=errors(4, 2, 1, 30))
    band = difference_band(pairs, pc=[0, 0.25, 1])
    # (1.5 - 5.5) / 22 and (4.5 - 2.5) / 32, with the variances of one such difference.
    means = np.array([-4 / 22, 2 / 32])
    squares = np.array([(7 / 22 - means[0] ** 2) / 22, (7 / 32 - means[1] ** 2) / 32])
    weights = np.array([[1, 0], [0.75, 0.25], [0, 1]])
    reach = normal_quantile(0.9) * np.sqrt(weights**2 @ squares)
    close(band.lower, weights @ means - reach)
    close(band.upper, weights @ means + reach)
    whole = difference_band(pairs, pc=[0, 0.25, 1], simultaneous=True)
    close(width(whole) / width(band), np.full(3, simultaneous_critical(0.9) / normal_quantile(0.9)))


def test_classifiers_without_any_error_have_a_band_of_positive_width():
    band = difference_band(NOTHING_WRONG)
    assert np.all((band.lower < 0) & (band.upper > 0))
    exact = difference_band(NOTHING_WRONG, method="exact")
    assert not exact.lower.any()
    assert not exact.upper.any()


def test_limits_stay_between_minus_1_and_1():
    extreme = PairedCounts(errors(0, 1, 0, 1), errors(0, 2, 0, 2))
    for simultaneous in (False, True):
        band = difference_band(extreme, level=0.999, simultaneous=simultaneous)
        assert np.all((band.lower >= -1) & (band.upper <= 1))


def test_at_the_ends_only_one_class_matters():
    first = difference_band(MEDIUM_AGREEMENT, method="exact")
    pairs = PairedCounts(negatives=MEDIUM_AGREEMENT.negatives, positives=errors(70, 3, 8))
    second = difference_band(pairs, method="exact")
    close([first.lower[0], first.upper[0]], [second.lower[0], second.upper[0]])
    assert first.upper[-1] < second.lower[-1]


def error_rate(total, discordant, method):
    """Return the probability that the band at pc = 1 excludes 0 for equally good classifiers."""
    wrong = 0.0
    same = errors(1, 1, 0, 4)
    for a in range(total + 1):
        for b in range(total + 1 - a):
            neither = total - a - b
            mass = comb(total, a) * comb(total - a, b) * (discordant / 2) ** (a + b)
            mass *= (1 - discordant) ** neither
            if mass > 1e-9:
                pairs = PairedCounts(negatives=same, positives=errors(a, b, 0, total))
                band = difference_band(pairs, pc=[1], method=method)
                wrong += mass * bool(band.lower[0] > 1e-15 or band.upper[0] < -1e-15)
    return wrong


@pytest.mark.parametrize("discordant", [0.05, 0.1, 0.2, 0.5])
def test_agresti_min_has_nominal_type_1_error(discordant):
    assert error_rate(20, discordant, "agresti-min") < 0.11


def test_percentiles_under_cover_with_few_discordant_pairs():
    for discordant in (0.05, 0.1, 0.2):
        percentile = error_rate(20, discordant, "exact")
        assert percentile > 1.9 * error_rate(20, discordant, "agresti-min")


def test_unknown_methods_raise():
    with pytest.raises(CostCurveError, match='method: must be "auto"'):
        difference_band(MEDIUM_AGREEMENT, method="bootstrap")  # type: ignore[arg-type]
