"""One snapshot of everything computed."""

import numpy as np
import pytest

from cc_widgets.core import TRIVIAL, cost_at, predictions
from cc_widgets.model.derive import MOST_POINTS_EACH, derive


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


def test_figures_get_a_bounded_number_of_points_with_all_hull_corners():
    rng = np.random.default_rng(1)
    y_true = rng.random(50_000) < 0.5
    given = predictions(y_true, rng.normal(size=50_000) + y_true)
    derived = derive({"a": given, "b": given})
    for position, classifier in enumerate(derived.classifiers):
        assert classifier.shown.index.size <= MOST_POINTS_EACH + 200
        assert classifier.shown.error > 0
        corners = derived.hull.index[derived.hull.owner == position]
        assert set(corners) <= set(classifier.shown.index)


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
    many = derive(dict.fromkeys("abcdefghij", given), previous=one)
    assert many.classifiers[0].curve is one.classifiers[0].curve
    assert many.classifiers[0].shown.index.size < one.classifiers[0].shown.index.size / 2
