"""One snapshot of everything computed."""

import numpy as np
import pytest

from cc_widgets.core import (
    convex_hull,
    cost_at,
    count,
    folds,
    point_set,
    predictions,
    roc_curve,
)
from cc_widgets.core import counting as pieces
from cc_widgets.core.hull import BASELINE
from cc_widgets.core.simplification import short_thresholds
from cc_widgets.model import derive as module
from cc_widgets.model.derive import (
    MOST_POINTS_OF_LONG,
    derive,
    find_thresholds,
    points_to_draw,
    reduce_curve,
)


def test_without_classifiers_only_baselines_remain():
    derived = derive({})
    assert derived.classifiers == ()
    assert derived.hull.owner.tolist() == [BASELINE, BASELINE]
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
    assert set(derived.hull.owner) <= {BASELINE, 0, 1}


def off_line(classifier):
    """Return the maximum distance of the points of a curve from its drawn line."""
    curve, at = classifier.curve, classifier.outline.index
    along = curve.fpr + curve.tpr
    x, y = (np.interp(along, along[at], rate[at]) for rate in (curve.fpr, curve.tpr))
    return np.hypot(x - curve.fpr, y - curve.tpr).max()


def test_figures_get_a_bounded_number_of_points_with_all_hull_corners():
    rng = np.random.default_rng(1)
    y_true = rng.random(50_000) < 0.5
    scores = predictions(y_true, rng.normal(size=50_000) + y_true)
    derived = derive({"a": scores, "b": scores})
    for position, classifier in enumerate(derived.classifiers):
        assert classifier.shown.index.size <= MOST_POINTS_OF_LONG
        assert classifier.outline.index.size < 300
        assert off_line(classifier) < 0.0006
        assert classifier.shown.error > 0
        corners = derived.hull.index[derived.hull.owner == position]
        assert set(corners) <= set(classifier.shown.index)


def test_short_thresholds_do_not_depend_on_the_order_of_access():
    rng = np.random.default_rng(2)
    reduced = reduce_curve(predictions(np.arange(300) % 2, rng.normal(size=300)))
    other = reduce_curve(predictions([0, 1, 1], np.array([0.25, 1, 2.1], np.float32)))
    subset = np.array([-1, 3, 3, 0, 200])
    find_thresholds([(reduced.threshold, subset), (other.threshold, np.array([1, 3]))])
    exact = reduced.curve.threshold
    assert exact is not None
    every = short_thresholds(exact, np.append(exact[1:], -np.inf))
    assert reduced.threshold[subset].tolist() == every[subset].tolist()
    assert reduced.threshold[np.arange(exact.size)].tolist() == every.tolist()
    assert other.threshold[np.arange(4)].tolist() == [np.inf, 2, 1, 0]


def test_string_labels_name_the_classes():
    scores = [0.1, 0.9]
    assert derive({"a": predictions([0, 1], scores)}).classes == ("negatives", "positives")
    words = predictions(["well", "ill"], scores, pos_label="ill")
    assert derive({"a": words}).classes == ("well", "ill")


def test_more_classifiers_leave_fewer_points_to_each():
    rng = np.random.default_rng(2)
    y_true = rng.random(6000) < 0.5
    scores = predictions(y_true, rng.normal(size=6000) + y_true)
    single = derive({"a": scores})
    many = derive(dict.fromkeys(map(str, range(50)), scores), previous=single)
    assert many.classifiers[0].curve is single.classifiers[0].curve
    assert many.classifiers[0].shown.index.size < single.classifiers[0].shown.index.size / 2


# ---- Long curves are reduced with a correct error bound
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


# Counts in a chunk with few or no examples of one class wrapped around.
@pytest.fixture(params=[(shape, block) for shape in SHAPES for block in (2**17, 500, 60)])
def scores(request, monkeypatch):
    """Return more scores than the reduced limits, in one chunk or several."""
    shape, block = request.param
    monkeypatch.setattr(module, "MAX_STORED", 200)
    monkeypatch.setattr(module, "_SPACED", 60)
    monkeypatch.setattr(pieces, "BLOCK", block)
    return predictions(*SHAPES[shape]())


def farthest(curve, reduced, shown):
    """Return the maximum distance of a threshold from the points drawn."""
    x, y = reduced.curve.fpr[shown.index], reduced.curve.tpr[shown.index]
    chord = np.searchsorted(x + y, curve.fpr + curve.tpr, side="right") - 1
    chord = np.clip(chord, 0, x.size - 2)
    width, height = np.diff(x)[chord], np.diff(y)[chord]
    twice_area = np.abs(width * (curve.tpr - y[chord]) - height * (curve.fpr - x[chord]))
    return np.max(twice_area / np.hypot(width, height))


def test_reduced_curves_are_within_the_stated_error(scores):
    full = roc_curve(count(scores))
    reduced = reduce_curve(scores)
    assert reduced.n_thresholds == full.fpr.size
    assert reduced.curve.fpr.size <= 400
    for limit in (50, 300):
        shown = points_to_draw(reduced, limit)
        assert farthest(full, reduced, shown) <= shown.error + 1e-12


def test_hull_of_all_thresholds_is_stored_and_drawn(scores):
    full = convex_hull([roc_curve(count(scores))])
    reduced = reduce_curve(scores)
    assert reduced.hull.fpr.tolist() == full.fpr.tolist()
    assert reduced.hull.tpr.tolist() == full.tpr.tolist()
    inner = reduced.hull.index[reduced.hull.index >= 0]
    assert set(inner) <= set(points_to_draw(reduced, 30).index)
    assert reduced.curve.fpr[inner].tolist() == full.fpr[full.index >= 0].tolist()


def test_reduced_counts_equal_full_counts(scores):
    counts = count(scores)
    subset = reduce_curve(scores).curve.counts
    assert subset is not None
    at = np.searchsorted(-counts.threshold, -subset.threshold)
    assert counts.threshold[at].tolist() == subset.threshold.tolist()
    assert counts.tp[at].tolist() == subset.tp.tolist()
    assert counts.fp[at].tolist() == subset.fp.tolist()
    assert (subset.tp[-1], subset.fp[-1]) == (counts.positives, counts.negatives)


def test_many_weighted_examples_are_thinned_after_counting(monkeypatch):
    monkeypatch.setattr(module, "MAX_STORED", 200)
    label, score = normal(0.3, 1)
    weighted = predictions(label, score, sample_weight=RNG.random(N))
    full, reduced = roc_curve(count(weighted)), reduce_curve(weighted)
    shown = points_to_draw(reduced, 100)
    assert reduced.curve.fpr.size <= 200
    assert 0 < farthest(full, reduced, shown) <= shown.error


def test_points_are_kept_as_they_are():
    points = point_set(fpr=[0.4, 0.1], tpr=[0.3, 0.6])
    reduced = reduce_curve(points)
    assert reduced.curve is points
    assert (reduced.n_thresholds, points_to_draw(reduced, 100).error) == (4, 0.0)


def test_large_ties_have_no_error(scores):
    reduced = reduce_curve(scores)
    assert points_to_draw(reduced, reduced.curve.fpr.size).error < 0.05


@pytest.mark.parametrize("digits", [17, 5])
def test_reduced_scores_are_not_complete(digits):
    draw = np.random.default_rng(0)
    score = np.round(draw.random(60_000), digits)
    reduced = reduce_curve(predictions(draw.random(60_000) < score, score))
    assert reduced.n_thresholds > reduced.curve.fpr.size
    assert reduced.curve.counts is not None
    assert not reduced.curve.counts.complete


def test_reduced_counts_are_not_complete():
    draw = np.random.default_rng(0)
    score = draw.random(30_000)
    reduced = reduce_curve(count(predictions(draw.random(30_000) < score, score)))
    assert reduced.n_thresholds > reduced.curve.fpr.size
    assert reduced.curve.counts is not None
    assert not reduced.curve.counts.complete


@pytest.mark.parametrize("shift", [6, -6])
def test_good_classifier_with_pure_chunks_is_drawn(shift):
    draw = np.random.default_rng(0)
    label = draw.random(140_000) < 0.5
    reduced = reduce_curve(predictions(label, shift * label + draw.normal(size=label.size)))
    assert reduced.n_thresholds == label.size + 1
    assert (reduced.curve.fpr[-1], reduced.curve.tpr[-1]) == (1, 1)


@pytest.mark.parametrize("size", [10_000, 30_000])
def test_drawn_curve_is_within_half_a_pixel_and_the_error_is_stated_within_2_times(size):
    rng = np.random.default_rng(0)
    label = rng.random(size) < 0.5
    scores = predictions(label, rng.normal(size=size) + 1.2 * label)
    (item,) = derive({"a": scores}).classifiers
    true_error = farthest(roc_curve(count(scores)), item.reduced, item.outline)
    assert 0.0 < true_error <= item.outline.error <= min(0.00051, 2.0 * true_error)


# ---- Trials behind error rates


LABEL = [0, 0, 0, 0, 1, 1, 1, 0]
SCORE = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]


def trials(source):
    return module.trials_of(derive({"a": source}).classifiers[0])


def test_clusters_are_the_trials_of_clustered_examples():
    clustered = predictions(LABEL, SCORE, clusters=[1, 1, 2, 2, 2, 3, 3, 3])
    assert trials(clustered) == (3.0, 2.0, True)
    distinct = predictions(LABEL, SCORE, clusters=[4, 4, 4, 4, 5, 5, 6, 6])
    assert trials(folds([clustered, distinct])) == (4.0, 4.0, True)
    same = predictions(LABEL, SCORE, clusters=[1, 1, 1, 1, 2, 2, 2, 9])
    assert trials(folds([clustered, same])) == (4.0, 2.0, True)


def test_folds_have_as_many_trials_as_equally_weighted_rates_allow():
    small = predictions([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4])
    assert trials(folds([predictions(LABEL, SCORE), small])) == (4.0, 4.0, False)
    label = np.array(LABEL)
    repeated = folds([predictions(label, SCORE) for _ in range(3)])
    assert trials(repeated) == (5.0, 3.0, False)


def test_weights_and_bare_points_have_no_trials():
    assert trials(predictions(LABEL, SCORE, sample_weight=[0.5] * 8)) is None
    weight = [1, 2, 3, 4, 5, 6, 7, 8]
    counted = predictions(LABEL, SCORE, sample_weight=weight, weights_are="frequencies")
    assert trials(counted) == (18.0, 18.0, False)
    assert trials(point_set(fpr=0.0, tpr=0.5)) is None
