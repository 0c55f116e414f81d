"""Confusion matrices and ROC points with names."""

import numpy as np
import pytest

from cc_widgets.core import point_set
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import named_matrices, named_points


def test_matrices_keep_names_and_orientation():
    found = named_matrices({"b": [[6, 4], [3, 17]], "a": [[9, 1], [5, 15]]})
    assert list(found) == ["b", "a"]
    assert (found["b"].fp[1], found["b"].tp[1]) == (4, 17)
    turned = named_matrices([[6, 3], [4, 17]], rows="predicted")
    assert turned["classifier"].tp.tolist() == [0, 17, 20]


def test_points_come_as_pairs_lists_mappings_or_point_sets():
    ready = point_set(fpr=0.1, tpr=0.5)
    found = named_points(
        {
            "pair": (0.3, 0.7),
            "lists": ([0.3, 0.1], [0.8, 0.5]),
            "mapping": {"fpr": 0.2, "tpr": 0.6, "labels": ["pruned"]},
            "ready": ready,
        }
    )
    assert found["pair"].fpr.tolist() == [0, 0.3, 1]
    assert found["lists"].tpr.tolist() == [0, 0.5, 0.8, 1]
    assert found["mapping"].labels == (None, "pruned", None)
    assert found["ready"] is ready


@pytest.mark.parametrize(
    ("read", "given", "message"),
    [
        (named_matrices, {"a": [[1, 2, 3]]}, r"classifier 'a': matrix: .* shape \(1, 3\)"),
        (named_matrices, {}, r"matrices: at least one classifier is needed"),
        (named_matrices, {"": [[1, 2], [3, 4]]}, r"matrices: names of classifiers"),
        (named_points, {"a": (0.3, 70)}, r"classifier 'a': tpr: must lie in \[0, 1\]"),
        (named_points, {"a": 0.3}, r"classifier 'a': points: points are a pair"),
        (named_points, {"a": {"fpr": 1}}, r"classifier 'a': points: points are a pair"),
        (named_points, (0.3, 0.7), r"points: at least one classifier is needed, by name"),
    ],
)
def test_what_cannot_be_read_is_named(read, given, message):
    with pytest.raises(CostCurveError, match=message):
        read(given)


# W15
@pytest.mark.parametrize(
    "given",
    [
        [(0.1, 0.5), (0.3, 0.8)],
        ((0.1, 0.5), (0.3, 0.8)),
        [[0.1, 0.5], [0.3, 0.8]],
        ([0.1, 0.5], (0.3, 0.8)),
    ],
)
def test_two_pairs_that_may_be_points_or_rates_are_refused(given):
    message = r"^classifier 't': points: this may be two points, or .* Pass \(\[.*\{\"fpr\": \["
    with pytest.raises(CostCurveError, match=message):
        named_points({"t": given})


# W15
@pytest.mark.parametrize(
    "given",
    [
        ([0.1, 0.3], [0.5, 0.8]),
        (np.array([0.1, 0.3]), np.array([0.5, 0.8])),
        {"fpr": [0.1, 0.3], "tpr": [0.5, 0.8]},
    ],
)
def test_rates_of_two_settings_are_read_where_it_is_clear_what_they_are(given):
    found = named_points({"t": given})["t"]
    assert found.fpr.tolist() == [0, 0.1, 0.3, 1]
    assert found.tpr.tolist() == [0, 0.5, 0.8, 1]


# W15
def test_three_pairs_are_refused_with_both_lists_spelt_out():
    with pytest.raises(CostCurveError, match="first all fpr, then all tpr"):
        named_points({"t": [(0.1, 0.5), (0.2, 0.6), (0.3, 0.8)]})
