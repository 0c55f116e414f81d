"""Classifiers from predictions, confusion matrices and ROC points."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from cc_widgets.core import point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import (
    classifiers_from_matrices,
    classifiers_from_points,
    classifiers_from_predictions,
)
from cc_widgets.intake.named import fingerprint_of, read_classifiers

Y = ["no", "yes", "yes"]


def test_default_name_is_classifier():
    checked: Any = classifiers_from_predictions(Y, [1, 2, 3], pos_label="yes")
    assert list(checked) == ["classifier"]
    np.testing.assert_array_equal(checked["classifier"].score, [1, 2, 3])


def test_mapping_keeps_names_and_order():
    checked: Any = classifiers_from_predictions(
        Y, {"tree": [1, 2, 3], "forest": [3, 2, 1]}, sample_weight=[1, 2, 3], pos_label="yes"
    )
    assert list(checked) == ["tree", "forest"]
    np.testing.assert_array_equal(checked["forest"].score, [3, 2, 1])
    for classifier in checked.values():
        assert classifier.classes == ("no", "yes")
        np.testing.assert_array_equal(classifier.weight, [1, 2, 3])


def test_error_about_scores_names_the_classifier():
    scores = {"tree": [1.0, 2.0, 3.0], "forest": [1.0, np.nan, 3.0]}
    with pytest.raises(CostCurveError, match=r"^classifier 'forest': y_score: values must be fin"):
        classifiers_from_predictions(Y, scores, pos_label="yes")


def test_error_about_length_names_the_classifier():
    with pytest.raises(CostCurveError, match=r"^classifier 'forest': y_score: .*2 values for 3"):
        classifiers_from_predictions(Y, {"forest": [1, 2]}, pos_label="yes")


def test_error_about_labels_does_not_name_a_classifier():
    with pytest.raises(CostCurveError, match=r"^pos_label: must be given"):
        classifiers_from_predictions(Y, {"forest": [1, 2, 3]})


def test_error_about_a_single_array_does_not_name_a_classifier():
    with pytest.raises(CostCurveError, match=r"^y_score: values must be finite"):
        classifiers_from_predictions(Y, [1, np.nan, 3], pos_label="yes")


def test_infinite_scores_suggest_probabilities():
    with pytest.raises(
        CostCurveError, match=r"finite\. Got -inf at position 1 .*np\.exp\(y_score\)"
    ):
        classifiers_from_predictions(Y, [-1.0, -np.inf, 0.0], pos_label="yes")


def test_missing_scores_suggest_imputation():
    with pytest.raises(CostCurveError, match=r"Got nan at position 1 .*impute these examples"):
        classifiers_from_predictions(Y, [-1.0, np.nan, 0.0], pos_label="yes")


def test_predicted_labels_instead_of_scores_suggest_a_confusion_matrix():
    with pytest.raises(CostCurveError, match=r"Got 'no' at .*from_confusion_matrices"):
        classifiers_from_predictions(Y, ["no", "yes", "no"], pos_label="yes")
    with pytest.raises(CostCurveError, match=r"sample_weight: .*impute missing values"):
        classifiers_from_predictions(
            Y, [1, 2, 3], sample_weight=["low", "high", "low"], pos_label="yes"
        )


def test_empty_mapping_raises():
    with pytest.raises(CostCurveError, match=r"y_score: must contain at least one.*empty mapping"):
        classifiers_from_predictions(Y, {}, pos_label="yes")


@pytest.mark.parametrize("name", [1, None, "", "  \t"])
def test_invalid_names_raise(name):
    with pytest.raises(
        CostCurveError, match=r"y_score: names of classifiers must be non-blank strings"
    ):
        classifiers_from_predictions(Y, {name: [1, 2, 3]}, pos_label="yes")


@pytest.mark.parametrize(
    "table", [np.zeros((4, 2)), pd.DataFrame({"a": [0, 1, 2, 3], "b": [3, 2, 1, 0]})]
)
def test_two_columns_of_scores_raise(table):
    with pytest.raises(CostCurveError, match=r"positive class, y_score\[:, 1\]\. .*dict: .*frame"):
        classifiers_from_predictions([0, 1, 0, 1], table)


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("order", [[3, 2, 1, 0], list("abcd")])
def test_series_in_another_order_raises(named, order):
    score = pd.Series([0.1, 0.2, 0.3, 0.4], index=order)
    y_score = {"forest": score} if named else score
    with pytest.raises(
        CostCurveError, match=r"y_score: .*same index as y_true\. Got .* y_score\.reindex"
    ):
        classifiers_from_predictions(pd.Series([0, 1, 0, 1]), y_score)
    with pytest.raises(CostCurveError, match="sample_weight: must have the same"):
        classifiers_from_predictions(
            pd.Series([0, 1, 0, 1]), {"a": [1, 2, 3, 4]}, sample_weight=score
        )


def test_series_with_equal_index_and_arrays_can_be_combined():
    index = [7, 3, 5, 1]
    label = pd.Series([0, 1, 0, 1], index=index)
    for score in (pd.Series([1, 2, 3, 4], index=index), [1, 2, 3, 4], np.arange(4)):
        assert len(classifiers_from_predictions(label, score)) == 1
    assert classifiers_from_predictions([0, 1, 0, 1], pd.Series([1, 2, 3, 4], index=index))


def test_rows_keep_their_index_labels():
    index = list("dacb")
    label = pd.Series([0, 1, 0, 1], index=index)
    for truth, score in ((label, [1, 2, 3, 4]), ([0, 1, 0, 1], label)):
        checked: Any = classifiers_from_predictions(truth, score)
        assert checked["classifier"].index.tolist() == index
    for default in (None, [0, 1, 2, 3]):
        truth = pd.Series([0, 1, 0, 1], index=default)
        checked = classifiers_from_predictions(truth, [1, 2, 3, 4])
        assert checked["classifier"].index is None
    with pytest.raises(CostCurveError, match="clusters: must have the same"):
        classifiers_from_predictions(label, [1, 2, 3, 4], clusters=label.sort_index())


def test_weights_and_clusters_are_shared_by_all_classifiers():
    options: Any = {
        "sample_weight": [1, 2, 1, 3],
        "weights_are": "frequencies",
        "clusters": list("aabb"),
    }
    checked: Any = classifiers_from_predictions(
        [0, 1, 0, 1], {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1]}, **options
    )
    first, second = checked.values()
    assert first.drawn_with(second)
    assert (first.weights_are, first.clusters.tolist()) == ("frequencies", [0, 0, 1, 1])
    for name in options:
        with pytest.raises(CostCurveError, match=f"^{name}: "):
            classifiers_from_predictions(
                [0, 1, 0, 1], {"a": [1, 2, 3, 4]}, **options | {name: [1, 2.5]}
            )


def test_fingerprint_depends_on_weights_and_clusters():
    cases: list[Any] = [
        {"sample_weight": [1, 2, 1, 3]},
        {"sample_weight": [1, 2, 1, 3], "weights_are": "frequencies"},
        {"sample_weight": [1, 2, 1, 3], "clusters": list("aabb")},
        {"clusters": list("aabb")},
        {"clusters": list("abab")},
        {},
    ]
    checked = [predictions([0, 1, 0, 1], [1, 2, 3, 4], **options) for options in cases]
    assert len({fingerprint_of([each]) for each in checked}) == len(cases)
    assert fingerprint_of([predictions([0, 1, 0, 1], [1, 2, 3, 4], clusters=[8, 8, 9, 9])]) == (
        fingerprint_of([checked[3]])
    )


def test_single_classifier_may_be_named():
    assert list(classifiers_from_predictions([0, 1], [1, 2], name="forest")) == ["forest"]
    for y_score, name in (({"a": [1, 2]}, "forest"), ([1, 2], " ")):
        with pytest.raises(CostCurveError, match=r"^name: "):
            classifiers_from_predictions([0, 1], y_score, name=name)


def test_matrices_keep_names_and_orientation():
    classifiers: Any = classifiers_from_matrices({"b": [[6, 4], [3, 17]], "a": [[9, 1], [5, 15]]})
    assert list(classifiers) == ["b", "a"]
    assert (classifiers["b"].fp[1], classifiers["b"].tp[1]) == (4, 17)
    transposed: Any = classifiers_from_matrices([[6, 3], [4, 17]], rows="predicted")
    assert transposed["classifier"].tp.tolist() == [0, 17, 20]


def test_points_may_be_pairs_lists_mappings_or_point_sets():
    points = point_set(fpr=0.1, tpr=0.5)
    classifiers: Any = classifiers_from_points(
        {
            "pair": (0.3, 0.7),
            "lists": ([0.3, 0.1], [0.8, 0.5]),
            "mapping": {"fpr": 0.2, "tpr": 0.6, "labels": ["pruned"]},
            "point_set": points,
        }
    )
    assert classifiers["pair"].fpr.tolist() == [0, 0.3, 1]
    assert classifiers["lists"].tpr.tolist() == [0, 0.5, 0.8, 1]
    assert classifiers["mapping"].labels == (None, "pruned", None)
    assert classifiers["point_set"] is points


@pytest.mark.parametrize(
    ("read", "value", "message"),
    [
        (
            classifiers_from_matrices,
            {"a": [[1, 2, 3]]},
            r"classifier 'a': matrix: .* shape \(1, 3\)",
        ),
        (
            classifiers_from_matrices,
            {},
            r"matrices: must be a mapping of names to at least one classifier",
        ),
        (classifiers_from_matrices, {"": [[1, 2], [3, 4]]}, r"matrices: names of classifiers"),
        (classifiers_from_points, {"a": (0.3, 70)}, r"classifier 'a': tpr: must lie in \[0, 1\]"),
        (classifiers_from_points, {"a": 0.3}, r"classifier 'a': points: must be a pair"),
        (classifiers_from_points, {"a": {"fpr": 1}}, r"classifier 'a': points: must be a pair"),
        (
            classifiers_from_points,
            (0.3, 0.7),
            r"points: must be a mapping of names to at least one classifier",
        ),
    ],
)
def test_invalid_matrices_and_points_raise(read, value, message):
    with pytest.raises(CostCurveError, match=message):
        read(value)


@pytest.mark.parametrize(
    "pair",
    [
        [(0.1, 0.5), (0.3, 0.8)],
        ((0.1, 0.5), (0.3, 0.8)),
        [[0.1, 0.5], [0.3, 0.8]],
        ([0.1, 0.5], (0.3, 0.8)),
    ],
)
def test_two_ambiguous_pairs_raise(pair):
    message = r"^classifier 't': points: is ambiguous: two points, or .* Pass \(\[.*\{\"fpr\": \["
    with pytest.raises(CostCurveError, match=message):
        classifiers_from_points({"t": pair})


@pytest.mark.parametrize(
    "pair",
    [
        ([0.1, 0.3], [0.5, 0.8]),
        (np.array([0.1, 0.3]), np.array([0.5, 0.8])),
        {"fpr": [0.1, 0.3], "tpr": [0.5, 0.8]},
    ],
)
def test_unambiguous_rates_of_two_points_are_read(pair):
    curve: Any = classifiers_from_points({"t": pair})["t"]
    assert curve.fpr.tolist() == [0, 0.1, 0.3, 1]
    assert curve.tpr.tolist() == [0, 0.5, 0.8, 1]


def test_list_of_three_pairs_raises():
    with pytest.raises(CostCurveError, match="first all fpr, then all tpr"):
        classifiers_from_points({"t": [(0.1, 0.5), (0.2, 0.6), (0.3, 0.8)]})


def test_examples_with_equal_index_in_another_order_are_aligned():
    rng = np.random.default_rng(0)
    label = pd.Series((rng.random(60) < 0.4).astype(int), index=rng.permutation(500)[:60])
    scores = [label + rng.normal(size=60) for _ in range(2)]
    order = rng.permutation(60)
    weight, group = rng.random(60), rng.permutation(np.arange(60) % 2)
    cluster = rng.permutation(np.arange(60) % 9)

    def read(order: Any) -> Any:
        first = predictions(label, scores[0], sample_weight=weight, clusters=cluster)
        y_true, y_score = (series.iloc[order] for series in (label, scores[1]))
        options: Any = {"sample_weight": weight[order], "groups": group[order]}
        options["clusters"] = cluster[order]
        return read_classifiers({"a": first, "b": predictions(y_true, y_score, **options)})

    classifiers, expected = read(order), read(np.arange(60))
    assert classifiers["a"].drawn_with(classifiers["b"])
    for name in ("positive", "score", "weight", "index"):
        assert np.array_equal(getattr(classifiers["b"], name), getattr(expected["b"], name)), name
    names = [
        np.array(each["b"].groups.names)[each["b"].groups.code] for each in (classifiers, expected)
    ]
    assert np.array_equal(*names)
    assert np.array_equal(order[classifiers["b"].place], np.arange(60))
    assert read_classifiers(classifiers)["b"] is classifiers["b"]


@pytest.mark.parametrize("change", ["label", "name", "no index", "duplicate"])
def test_examples_without_a_common_index_are_not_paired(change):
    label = pd.Series([0, 1, 0, 1, 1, 0], index=[9, 4, 7, 1, 3, 12])
    score = np.arange(6.0)
    reversed_label = label.iloc[::-1].copy()
    if change == "label":
        reversed_label.iloc[0] = 1 - reversed_label.iloc[0]
    elif change == "name":
        reversed_label.index = [*reversed_label.index[:-1], 99]
    elif change == "no index":
        label, reversed_label = (
            pd.Series(values.to_numpy()) for values in (label, reversed_label.iloc[::-1])
        )
    else:
        label.index, reversed_label.index = [9, 4, 4, 1, 3, 12], [12, 3, 1, 4, 4, 9]
    classifiers: Any = read_classifiers(
        {"a": predictions(label, score), "b": predictions(reversed_label, score)}
    )
    assert not classifiers["a"].same_examples(classifiers["b"])
    assert classifiers["b"].place is None
