"""One snapshot of everything computed."""

import numpy as np
import pytest

from cc_widgets.core import TRIVIAL, convex_hull, cost_at, count, point_set, predictions, roc_curve
from cc_widgets.core import _counting as pieces
from cc_widgets.core._display import short_thresholds
from cc_widgets.model import derive as module
from cc_widgets.model.derive import MOST_POINTS_OF_LONG, derive, drawn, find_thresholds, kept


def test_no_classifier_leaves_the_trivial_rules():
    derived = derive({})
    assert derived.classifiers == ()
    assert derived.hull.owner.tolist() == [TRIVIAL, TRIVIAL]
    assert cost_at(derived.envelope, [0.2, 0.5, 0.9]) == pytest.approx([0.2, 0.5, 0.1])


def test_the_joint_envelope_is_the_best_of_the_classifiers():
    rng = np.random.default_rng(0)
    y_true = rng.random(200) < 0.4
    derived = derive(
        {
            name: predictions(y_true, rng.normal(size=200) + shift * y_true)
            for name, shift in (("weak", 0.5), ("strong", 1.5))
        }
    )
    pc = np.linspace(0, 1, 101)
    own = [cost_at(classifier.envelope, pc) for classifier in derived.classifiers]
    assert cost_at(derived.envelope, pc) == pytest.approx(np.minimum(*own), abs=1e-15)
    assert set(derived.hull.owner) <= {TRIVIAL, 0, 1}


def off_line(classifier):
    """How far points of a curve are from the line that is drawn, at most."""
    curve, at = classifier.curve, classifier.outline
    along = curve.fpr + curve.tpr
    x, y = (np.interp(along, along[at], rate[at]) for rate in (curve.fpr, curve.tpr))
    return np.hypot(x - curve.fpr, y - curve.tpr).max()


def test_figures_get_a_bounded_number_of_points_with_all_hull_corners():
    rng = np.random.default_rng(1)
    y_true = rng.random(50_000) < 0.5
    given = predictions(y_true, rng.normal(size=50_000) + y_true)
    derived = derive({"a": given, "b": given})
    for position, classifier in enumerate(derived.classifiers):
        assert classifier.shown.index.size <= MOST_POINTS_OF_LONG
        assert classifier.outline.size < 200
        assert off_line(classifier) < 0.0006
        assert classifier.shown.error > 0
        corners = derived.hull.index[derived.hull.owner == position]
        assert set(corners) <= set(classifier.shown.index)


def test_thresholds_are_as_short_in_whichever_order_they_are_asked_for():
    rng = np.random.default_rng(2)
    found = kept(predictions(np.arange(300) % 2, rng.normal(size=300)))
    other = kept(predictions([0, 1, 1], np.array([0.25, 1, 2.1], np.float32)))
    few = np.array([-1, 3, 3, 0, 200])
    find_thresholds([(found.threshold, few), (other.threshold, np.array([1, 3]))])
    exact = found.curve.threshold
    assert exact is not None
    every = short_thresholds(exact, np.append(exact[1:], -np.inf))
    assert found.threshold[few].tolist() == every[few].tolist()
    assert found.threshold[np.arange(exact.size)].tolist() == every.tolist()
    assert other.threshold[np.arange(4)].tolist() == [np.inf, 2, 1, 0]


def test_labels_that_are_words_name_the_classes():
    scores = [0.1, 0.9]
    assert derive({"a": predictions([0, 1], scores)}).classes == ("negatives", "positives")
    words = predictions(["well", "ill"], scores, pos_label="ill")
    assert derive({"a": words}).classes == ("well", "ill")


def test_more_classifiers_leave_fewer_points_to_each():
    rng = np.random.default_rng(2)
    y_true = rng.random(6000) < 0.5
    given = predictions(y_true, rng.normal(size=6000) + y_true)
    one = derive({"a": given})
    many = derive(dict.fromkeys(map(str, range(50)), given), previous=one)
    assert many.classifiers[0].curve is one.classifiers[0].curve
    assert many.classifiers[0].shown.index.size < one.classifiers[0].shown.index.size / 2


# ---- Of a million scores few thresholds are kept: the right ones, with an error that holds
N = 3000
RNG = np.random.default_rng(3)


def normal(share, shift):
    label = RNG.random(N) < share
    return label, RNG.normal(size=N) + shift * label


def with_ties():
    label, score = normal(0.3, 1)
    return label, np.where(RNG.random(N) < 0.4, 0.0, score)


def rounded():
    label, score = normal(0.5, 1)
    return label, np.round(score, 1)


def sunken():
    label, score = normal(0.3, 1)
    return label, np.where(label & (RNG.random(N) < 0.5), -9, score)


def separated(shift):
    """Classes far apart, so that whole pieces of the sorted scores hold one class alone."""
    label = RNG.random(N) < 0.3
    return label, RNG.random(N) + shift * label


SHAPES = {
    "usual": lambda: normal(0.5, 1),
    "rare": lambda: normal(0.01, 1),
    "reversed": lambda: normal(0.3, -1),
    "nearly perfect": lambda: normal(0.3, 8),
    "perfect": lambda: normal(0.3, 80),
    "all wrong": lambda: normal(0.3, -80),
    "separated": lambda: separated(0.9),
    "separated, reversed": lambda: separated(-0.9),
    "ties": with_ties,
    "rounded": rounded,
    "sunken": sunken,
    "constant": lambda: (np.arange(N) % 2 == 0, np.ones(N)),
    "single precision": lambda: (normal(0.3, 1)[0], normal(0.3, 1)[1].astype(np.float32)),
}


# W1: in a piece that holds few of one class, or none, counting them wrapped around.
@pytest.fixture(params=[(shape, block) for shape in SHAPES for block in (2**17, 500, 60)])
def given(request, monkeypatch):
    """Scores that are many, in one piece or in several, where what is many is less than it is."""
    shape, block = request.param
    monkeypatch.setattr(module, "MOST_KEPT", 200)
    monkeypatch.setattr(module, "_SPACED", 60)
    monkeypatch.setattr(pieces, "BLOCK", block)
    return predictions(*SHAPES[shape]())


def farthest(curve, found, shown):
    """How far the farthest threshold is from what is drawn."""
    x, y = found.curve.fpr[shown.index], found.curve.tpr[shown.index]
    chord = np.searchsorted(x + y, curve.fpr + curve.tpr, side="right") - 1
    chord = np.clip(chord, 0, x.size - 2)
    width, height = np.diff(x)[chord], np.diff(y)[chord]
    twice_area = np.abs(width * (curve.tpr - y[chord]) - height * (curve.fpr - x[chord]))
    return np.max(twice_area / np.hypot(width, height))


def test_few_are_kept_and_none_is_farther_than_stated(given):
    full = roc_curve(count(given))
    found = kept(given)
    assert found.n_thresholds == full.fpr.size
    assert found.curve.fpr.size <= 400
    for limit in (50, 300):
        shown = drawn(found, limit)
        assert farthest(full, found, shown) <= shown.error + 1e-12


def test_the_hull_is_that_of_all_thresholds_and_is_drawn(given):
    full = convex_hull([roc_curve(count(given))])
    found = kept(given)
    assert found.hull.fpr.tolist() == full.fpr.tolist()
    assert found.hull.tpr.tolist() == full.tpr.tolist()
    inner = found.hull.index[found.hull.index >= 0]
    assert set(inner) <= set(drawn(found, 30).index)
    assert found.curve.fpr[inner].tolist() == full.fpr[full.index >= 0].tolist()


def test_what_is_kept_is_what_counting_all_finds(given):
    counts = count(given)
    few = kept(given).curve.counts
    assert few is not None
    at = np.searchsorted(-counts.threshold, -few.threshold)
    assert counts.threshold[at].tolist() == few.threshold.tolist()
    assert counts.tp[at].tolist() == few.tp.tolist()
    assert counts.fp[at].tolist() == few.fp.tolist()
    assert (few.tp[-1], few.fp[-1]) == (counts.positives, counts.negatives)


def test_many_weighted_examples_are_thinned_after_counting(monkeypatch):
    monkeypatch.setattr(module, "MOST_KEPT", 200)
    label, score = normal(0.3, 1)
    weighted = predictions(label, score, sample_weight=RNG.random(N))
    full, found = roc_curve(count(weighted)), kept(weighted)
    shown = drawn(found, 100)
    assert found.curve.fpr.size <= 200
    assert 0 < farthest(full, found, shown) <= shown.error


def test_points_are_kept_as_they_are():
    points = point_set(fpr=[0.4, 0.1], tpr=[0.3, 0.6])
    found = kept(points)
    assert found.curve is points
    assert (found.n_thresholds, drawn(found, 100).error) == (4, 0.0)


def test_a_tie_of_many_is_a_straight_line_and_no_error(given):
    found = kept(given)
    assert drawn(found, found.curve.fpr.size).error < 0.05


@pytest.mark.parametrize("digits", [17, 5])
def test_what_was_thinned_does_not_pass_for_all_thresholds(digits):
    draw = np.random.default_rng(0)
    score = np.round(draw.random(60_000), digits)
    found = kept(predictions(draw.random(60_000) < score, score))
    assert found.n_thresholds > found.curve.fpr.size
    assert found.curve.counts is not None
    assert not found.curve.counts.complete


def test_thinned_counts_do_not_pass_for_all_thresholds():
    draw = np.random.default_rng(0)
    score = draw.random(30_000)
    found = kept(count(predictions(draw.random(30_000) < score, score)))
    assert found.n_thresholds > found.curve.fpr.size
    assert found.curve.counts is not None
    assert not found.curve.counts.complete


# W1
@pytest.mark.parametrize("shift", [6, -6])
def test_a_good_classifier_of_several_whole_pieces_is_drawn(shift):
    draw = np.random.default_rng(0)
    label = draw.random(140_000) < 0.5
    found = kept(predictions(label, shift * label + draw.normal(size=label.size)))
    assert found.n_thresholds == label.size + 1
    assert (found.curve.fpr[-1], found.curve.tpr[-1]) == (1, 1)
