"""What each constructor makes of predictions, confusion matrices and ROC points."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from cc_widgets.core import point_set, predictions
from cc_widgets.errors import CostCurveError
from cc_widgets.intake import named_matrices, named_points, named_predictions
from cc_widgets.intake.named import fingerprint_of, named_classifiers

Y = ["no", "yes", "yes"]


def test_one_array_is_called_classifier():
    checked: Any = named_predictions(Y, [1, 2, 3], pos_label="yes")
    assert list(checked) == ["classifier"]
    np.testing.assert_array_equal(checked["classifier"].score, [1, 2, 3])


def test_a_mapping_keeps_its_names_and_their_order():
    checked: Any = named_predictions(
        Y, {"tree": [1, 2, 3], "forest": [3, 2, 1]}, sample_weight=[1, 2, 3], pos_label="yes"
    )
    assert list(checked) == ["tree", "forest"]
    np.testing.assert_array_equal(checked["forest"].score, [3, 2, 1])
    for one in checked.values():
        assert one.classes == ("no", "yes")
        np.testing.assert_array_equal(one.weight, [1, 2, 3])


def test_wrong_scores_are_said_to_be_whose_they_are():
    scores = {"tree": [1.0, 2.0, 3.0], "forest": [1.0, np.nan, 3.0]}
    with pytest.raises(CostCurveError, match=r"^classifier 'forest': y_score: values must be fin"):
        named_predictions(Y, scores, pos_label="yes")


def test_scores_of_another_length_are_said_to_be_whose_they_are():
    with pytest.raises(CostCurveError, match=r"^classifier 'forest': y_score: .*2 values for 3"):
        named_predictions(Y, {"forest": [1, 2]}, pos_label="yes")


def test_wrong_labels_are_no_classifiers_fault():
    with pytest.raises(CostCurveError, match=r"^pos_label: it is unclear"):
        named_predictions(Y, {"forest": [1, 2, 3]})


def test_wrong_scores_of_the_only_array_need_no_name():
    with pytest.raises(CostCurveError, match=r"^y_score: values must be finite"):
        named_predictions(Y, [1, np.nan, 3], pos_label="yes")


def test_an_empty_mapping_is_refused():
    with pytest.raises(CostCurveError, match=r"y_score: at least one classifier.*empty mapping"):
        named_predictions(Y, {}, pos_label="yes")


@pytest.mark.parametrize("name", [1, None, "", "  \t"])
def test_names_that_cannot_be_shown_are_refused(name):
    with pytest.raises(CostCurveError, match=r"y_score: names of classifiers must be strings"):
        named_predictions(Y, {name: [1, 2, 3]}, pos_label="yes")


# W17
@pytest.mark.parametrize(
    "several", [np.zeros((4, 2)), pd.DataFrame({"a": [0, 1, 2, 3], "b": [3, 2, 1, 0]})]
)
def test_a_table_of_two_classifiers_is_not_taken_for_probabilities_of_two_classes(several):
    with pytest.raises(CostCurveError, match=r"positive class, y_score\[:, 1\]\. .*dict: .*frame"):
        named_predictions([0, 1, 0, 1], several)


# W17
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("order", [[3, 2, 1, 0], list("abcd")])
def test_a_series_in_another_order_is_refused(named, order):
    score = pd.Series([0.1, 0.2, 0.3, 0.4], index=order)
    given = {"forest": score} if named else score
    with pytest.raises(CostCurveError, match=r"y_score: .*one index\. Got .* y_score\.reindex"):
        named_predictions(pd.Series([0, 1, 0, 1]), given)
    with pytest.raises(CostCurveError, match="sample_weight: y_true and what runs"):
        named_predictions(pd.Series([0, 1, 0, 1]), {"a": [1, 2, 3, 4]}, sample_weight=score)


# W17
def test_series_of_one_index_and_arrays_beside_series_are_taken():
    index = [7, 3, 5, 1]
    label = pd.Series([0, 1, 0, 1], index=index)
    for score in (pd.Series([1, 2, 3, 4], index=index), [1, 2, 3, 4], np.arange(4)):
        assert len(named_predictions(label, score)) == 1
    assert named_predictions([0, 1, 0, 1], pd.Series([1, 2, 3, 4], index=index))


def test_rows_keep_the_names_that_the_user_gave_them():
    index = list("dacb")
    label = pd.Series([0, 1, 0, 1], index=index)
    for truth, score in ((label, [1, 2, 3, 4]), ([0, 1, 0, 1], label)):
        found: Any = named_predictions(truth, score)
        assert found["classifier"].index.tolist() == index
    for counted in (None, [0, 1, 2, 3]):
        given: Any = named_predictions(pd.Series([0, 1, 0, 1], index=counted), [1, 2, 3, 4])
        assert given["classifier"].index is None
    with pytest.raises(CostCurveError, match="clusters: y_true and what runs"):
        named_predictions(label, [1, 2, 3, 4], clusters=label.sort_index())


def test_weights_and_clusters_are_those_of_all_classifiers():
    more: Any = {
        "sample_weight": [1, 2, 1, 3],
        "weights_are": "frequencies",
        "clusters": list("aabb"),
    }
    given: Any = named_predictions([0, 1, 0, 1], {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1]}, **more)
    one, other = given.values()
    assert one.drawn_with(other)
    assert (one.weights_are, one.clusters.tolist()) == ("frequencies", [0, 0, 1, 1])
    for name in more:
        with pytest.raises(CostCurveError, match=f"^{name}: "):
            named_predictions([0, 1, 0, 1], {"a": [1, 2, 3, 4]}, **more | {name: [1, 2.5]})


def test_what_weights_mean_and_which_rows_belong_together_makes_other_data():
    more: list[Any] = [
        {"sample_weight": [1, 2, 1, 3]},
        {"sample_weight": [1, 2, 1, 3], "weights_are": "frequencies"},
        {"sample_weight": [1, 2, 1, 3], "clusters": list("aabb")},
        {"clusters": list("aabb")},
        {"clusters": list("abab")},
        {},
    ]
    given = [predictions([0, 1, 0, 1], [1, 2, 3, 4], **one) for one in more]
    assert len({fingerprint_of([one]) for one in given}) == len(more)
    assert fingerprint_of([predictions([0, 1, 0, 1], [1, 2, 3, 4], clusters=[8, 8, 9, 9])]) == (
        fingerprint_of([given[3]])
    )


def test_one_classifier_may_have_a_name():
    assert list(named_predictions([0, 1], [1, 2], name="forest")) == ["forest"]
    for y_score, name in (({"a": [1, 2]}, "forest"), ([1, 2], " ")):
        with pytest.raises(CostCurveError, match=r"^name: "):
            named_predictions([0, 1], y_score, name=name)


def test_matrices_keep_names_and_orientation():
    found: Any = named_matrices({"b": [[6, 4], [3, 17]], "a": [[9, 1], [5, 15]]})
    assert list(found) == ["b", "a"]
    assert (found["b"].fp[1], found["b"].tp[1]) == (4, 17)
    turned: Any = named_matrices([[6, 3], [4, 17]], rows="predicted")
    assert turned["classifier"].tp.tolist() == [0, 17, 20]


def test_points_come_as_pairs_lists_mappings_or_point_sets():
    ready = point_set(fpr=0.1, tpr=0.5)
    found: Any = named_points(
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
    found: Any = named_points({"t": given})["t"]
    assert found.fpr.tolist() == [0, 0.1, 0.3, 1]
    assert found.tpr.tolist() == [0, 0.5, 0.8, 1]


# W15
def test_three_pairs_are_refused_with_both_lists_spelt_out():
    with pytest.raises(CostCurveError, match="first all fpr, then all tpr"):
        named_points({"t": [(0.1, 0.5), (0.2, 0.6), (0.3, 0.8)]})


def test_one_index_in_another_order_names_the_same_examples():
    rng = np.random.default_rng(0)
    label = pd.Series((rng.random(60) < 0.4).astype(int), index=rng.permutation(500)[:60])
    scores = [label + rng.normal(size=60) for _ in range(2)]
    order = rng.permutation(60)
    weight, group = rng.random(60), rng.permutation(np.arange(60) % 2)
    cluster = rng.permutation(np.arange(60) % 9)

    def given(shuffled: Any) -> Any:
        first = predictions(label, scores[0], sample_weight=weight, clusters=cluster)
        y_true, y_score = (one.iloc[shuffled] for one in (label, scores[1]))
        more: Any = {"sample_weight": weight[shuffled], "groups": group[shuffled]}
        more["clusters"] = cluster[shuffled]
        return named_classifiers({"a": first, "b": predictions(y_true, y_score, **more)})

    found, straight = given(order), given(np.arange(60))
    assert found["a"].drawn_with(found["b"])
    for name in ("positive", "score", "weight", "index"):
        assert np.array_equal(getattr(found["b"], name), getattr(straight["b"], name)), name
    names = [np.array(one["b"].groups.names)[one["b"].groups.code] for one in (found, straight)]
    assert np.array_equal(*names)
    assert np.array_equal(order[found["b"].place], np.arange(60)), "where they stand in the data"
    assert named_classifiers(found)["b"] is found["b"]


@pytest.mark.parametrize("spoilt", ["label", "name", "counted", "twice"])
def test_examples_that_no_index_names_alike_are_not_paired(spoilt):
    label = pd.Series([0, 1, 0, 1, 1, 0], index=[9, 4, 7, 1, 3, 12])
    score = np.arange(6.0)
    other = label.iloc[::-1].copy()
    if spoilt == "label":
        other.iloc[0] = 1 - other.iloc[0]
    elif spoilt == "name":
        other.index = [*other.index[:-1], 99]
    elif spoilt == "counted":
        label, other = (pd.Series(one.to_numpy()) for one in (label, other.iloc[::-1]))
    else:
        label.index, other.index = [9, 4, 4, 1, 3, 12], [12, 3, 1, 4, 4, 9]
    found: Any = named_classifiers({"a": predictions(label, score), "b": predictions(other, score)})
    assert not found["a"].same_examples(found["b"])
    assert found["b"].place is None
