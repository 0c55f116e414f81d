"""State of the page derived from a model."""

import json

import numpy as np
import pytest

from cc_widgets.core import Conditions, cell_counts, point_set, predictions
from cc_widgets.core.results import Owner
from cc_widgets.core.uncertainty import significance
from cc_widgets.model.answers import current_best_band
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.derive import derive
from cc_widgets.model.drawing import looks
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import _thinning_words
from cc_widgets.views.link import duality_traits
from cc_widgets.widgets.duality import Duality

FIRST = predictions([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])
SECOND = predictions([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.3])


def model_of(classifiers, **traits):
    return CostCurveModel(classifiers, **traits)


def test_points_are_concatenated():
    points = duality_traits(model_of({"a": FIRST, "b": SECOND}))["points"]
    assert points.owner.tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 1]
    assert points.threshold.tolist()[:5] == [np.inf, 0.9, 0.6, 0.4, 0]
    assert points.tpr.tolist()[:5] == [0, 0.5, 0.5, 1, 1]
    assert points.fpr.tolist()[5:] == [0, 0, 0.5, 1]


def test_arrays_are_sent_as_bytes_with_type():
    duality = Duality(**duality_traits(model_of({"a": FIRST})))
    sent = duality.get_state()["points"]
    assert np.frombuffer(sent["tpr"]["data"], sent["tpr"]["dtype"]).tolist() == [0, 0.5, 0.5, 1, 1]
    assert sent["owner"]["dtype"] == "int32"


def test_empty_model_has_empty_arrays_of_declared_types():
    traits = duality_traits(model_of({}))
    assert traits["points"].fpr.dtype == np.float64
    assert traits["points"].owner.dtype == np.int32
    assert traits["points"].fpr.size == traits["points"].owner.size == 0
    assert traits["bands"].owner.tolist() == []
    assert traits["difference"].pc.size == 0
    assert traits["hull"].owner.tolist() == [-1, -1]


def test_range_choice_equals_recommendation():
    model = model_of({"a": FIRST, "b": SECOND}, pc_range=(0.2, 0.8))
    choice, sent = model.recommend().over_range.single, duality_traits(model)["range_choice"]
    assert sent["over"] == [0.2, 0.8]
    assert sent["regret"] == [choice.regret_low, choice.regret_high]
    assert (sent["rule"], sent["fpr"], sent["tpr"]) == (choice.words, choice.fpr, choice.tpr)
    model.pc_range = None
    assert duality_traits(model)["range_choice"] is None


def test_every_trait_is_synchronised():
    traits = duality_traits(model_of({"a": FIRST, "b": SECOND}))
    assert set(traits) == set(Duality(**traits).keys) & set(traits)


def test_corners_of_the_hull_have_thresholds_and_owners():
    model = model_of({"a": FIRST, "b": SECOND})
    corners, hull = duality_traits(model)["hull"], model.curves.hull
    assert corners.owner.tolist() == hull.owner.tolist()
    assert corners.threshold[0] == np.inf
    assert corners.threshold[-1] == -np.inf or np.isfinite(corners.threshold[-1])
    inner = corners.owner >= 0
    for owner, threshold, fpr in zip(
        corners.owner[inner], corners.threshold[inner], corners.fpr[inner], strict=True
    ):
        curve = model.curves.classifiers[owner].curve
        assert fpr in curve.fpr[curve.threshold == threshold]


def test_bare_points_have_no_thresholds():
    model = model_of({"paper": point_set(fpr=[0.2], tpr=[0.8])})
    corners = duality_traits(model)["hull"]
    assert corners.threshold.tolist() == [np.inf, pytest.approx(np.nan, nan_ok=True), -np.inf]


def test_winners_are_classifiers_or_baselines():
    rules = {
        "rule": cell_counts(tp=16, fn=4, fp=4, tn=16),
        "careful": cell_counts(tp=10, fn=10, fp=0, tn=20),
    }
    winners = duality_traits(model_of(rules))["winners"]
    assert winners.owner.tolist() == [1, 0, -2]
    assert winners.pc.tolist() == pytest.approx([0, 0.4, 0.8])
    assert winners.significance.tolist() == [-1, -1, -1]


def test_baselines_win_without_useful_classifier():
    winners = duality_traits(model_of({"constant": ([0, 1], [1, 1])}))["winners"]
    assert winners.owner.tolist() == [-1, -2]
    assert winners.pc.tolist() == [0, 0.5]


def test_equal_winners_are_a_tie():
    winners = duality_traits(model_of({"a": FIRST, "b": FIRST}))["winners"]
    assert -3 in winners.owner


def test_winner_positions_include_hidden_classifiers():
    traits = duality_traits(model_of({"a": FIRST, "b": FIRST}, hidden=("a",)))
    assert traits["hidden"] == [0]
    assert set(traits["winners"].owner.tolist()) <= {1, -1, -2}


def test_difference_band_marks_significant_winners(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    winners = duality_traits(pair)["winners"]
    classifiers = winners.owner >= 0
    assert set(winners.significance[classifiers].tolist()) <= {0, 1}
    assert np.all(np.diff(winners.pc) > 0)
    significant = significance(pair._difference)
    sure = classifiers & (winners.significance == 1)
    assert np.any(sure) <= significant.is_significant
    ends = np.append(winners.pc[1:], 1.0)
    for start, stop in zip(winners.pc[sure], ends[sure], strict=True):
        near = 1 / 500  # number of pc values of the band
        inside = (significant.ranges.pc_low <= start + near) & (
            stop <= significant.ranges.pc_high + near
        )
        assert np.any(inside)


def good_and_bad():
    """Return a model with one significantly cheaper classifier, and a hidden third one."""
    rng = np.random.default_rng(0)
    y_true = rng.random(200) < 0.5
    shifts = {"good": 3.0, "bad": 0.3, "hidden": 1.0}
    classifiers = {
        name: (y_true, rng.normal(size=200) + by * y_true) for name, by in shifts.items()
    }
    model = model_of(classifiers)
    model.bootstrap(n_resamples=200, rng=0)
    model.hide("hidden")
    return model


@pytest.mark.parametrize("compared", [("good", "bad"), ("bad", "good")])
def test_significantly_cheaper_classifier_is_sure_winner(compared):  # not the other one
    model = good_and_bad()
    model.compared = compared
    winners = duality_traits(model)["winners"]
    middle = np.searchsorted(winners.pc, 0.5, side="right") - 1
    assert model.curves.classifiers[winners.owner[middle]].name == "good"
    assert winners.significance[middle] == 1


def test_provisional_difference_is_not_tested():
    model = good_and_bad()
    model.observe(lambda _change: model.bands.n_together == 200 and model.job.cancel(), "bands")
    model.resampling = BootstrapSettings(n_resamples=300)
    model.bootstrap(wait=False).wait()
    assert model._difference is not None
    assert model._difference.provisional
    traits = duality_traits(model)
    assert np.isnan(traits["difference"].lower).all()
    assert set(traits["winners"].significance.tolist()) == {-1}


def test_sure_winner_beats_every_visible_classifier():  # F8
    model = good_and_bad()
    model.compared = ("bad", "good")
    before = model._leads.cheapest
    model.hidden = ()
    assert len(model._leads.each) == 2 * len({winners.owner for winners in model._leads.each})
    clear = model._leads.cheapest
    width = [
        np.diff(np.append(winners.pc, 1.0))[winners.significance == 1].sum()
        for winners in (before, clear)
    ]
    assert 0.0 < width[1] < width[0], "nearer ones are told apart at fewer places"
    model.add("late", model.classifiers["bad"])
    assert model._leads is None, "of those that were not resampled nobody knows"


def test_band_of_best_choice_is_sent(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    bands, best = duality_traits(pair)["bands"], current_best_band(pair)
    assert bands.owner.tolist() == [0, 1, Owner.BEST]
    assert bands.pc.dtype == np.float64
    for name in ("pc", "lower", "upper", "expected"):
        assert getattr(bands, name).tolist() == getattr(best, name).tolist()


def test_all_band_owners_are_sent(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    pair.view.shown_band = "logistic"
    assert duality_traits(pair)["bands"].owner.tolist() == [0, 1, Owner.BEST]


def test_a_difference_without_a_band_has_no_limits(pair):
    difference = duality_traits(pair)["difference"]
    assert np.all(np.isfinite(difference.estimate))
    assert np.all(np.isnan(difference.lower))
    pair.bootstrap(n_resamples=200, rng=0)
    assert np.all(np.isfinite(duality_traits(pair)["difference"].lower))


def test_cost_terms_are_sent(pair):
    assert duality_traits(pair)["money"] is None
    pair.conditions = Conditions((0.1, 0.2), (1, 4), 50, cost_tp=-5, currency="EUR", n_cases=1000)
    money = duality_traits(pair)["money"]
    assert money["kind"] == "standing"
    ranges = [money[name] for name in ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")]
    assert ranges == [(0.1, 0.2), (1, 4), (50, 50), (-5, -5), (0, 0)]
    assert money["pc"] == pair.pc_range
    assert len(money["corners"]) == 4
    assert money["n_cases"] == 1000
    assert money["currency"] == "EUR"
    pair.conditions = Conditions(0.1, 1, 50)
    assert duality_traits(pair)["money"]["kind"] == "moving"
    json.dumps(duality_traits(pair)["money"])


def test_criterion_is_sent_with_answer(pair):
    pair.criterion = {"kind": "neyman_pearson", "max_fpr": 0.1}
    sent = duality_traits(pair)["criterion"]
    assert sent["kind"] == "neyman_pearson"
    assert sent["max_fpr"] == 0.1
    assert sent["limit"] == {"fpr": 1, "tpr": 0, "most": 0.1, "number": "max_fpr"}
    assert sent["roc"][-1][0] == pytest.approx(0.1)
    assert len(sent["cost_line"]) == 2
    assert sent["headline"]
    json.dumps(sent)


def test_looks_have_user_colours(pair):
    pair.colors = {"logistic": "#123456"}
    traits = duality_traits(pair)
    assert traits["looks"][1] == {"color": "#123456", "dash": "dashed", "marker": "square"}


def test_looks_are_distinct():
    names = [f"c{i}" for i in range(12)]
    assert len({(look.color, look.dash) for look in looks(names, {})}) == 12


def test_thinning_is_reported():
    rng = np.random.default_rng(0)
    y_true = rng.random(5000) < 0.5
    many = predictions(y_true, rng.normal(size=5000) + y_true)
    assert _thinning_words(derive({"few": FIRST})) == ()
    derived = derive({"few": FIRST, "many": many})
    text = " ".join(_thinning_words(derived))
    error = derived.classifiers[1].outline.error
    assert text.endswith(f"true to {error:.1g}.")
    assert "many:" in text
    assert "of 5,001 thresholds drawn" in text
    assert "few:" not in text


def test_thinning_of_many_curves_is_reported_once():
    rng = np.random.default_rng(0)
    y_true = rng.random(5000) < 0.5
    many = predictions(y_true, rng.normal(size=5000) + y_true)
    (sentence,) = _thinning_words(derive(dict.fromkeys("abcde", many)))
    assert sentence.count("thresholds") == 1
    assert "5 curves are drawn with fewer thresholds than they have" in sentence


def test_up_to_three_thinned_curves_are_named():  # F8
    rng = np.random.default_rng(0)
    y_true = rng.random(5000) < 0.5
    many = predictions(y_true, rng.normal(size=5000) + y_true)
    sentences = _thinning_words(derive(dict.fromkeys("abc", many)))
    assert [sentence[:3] for sentence in sentences] == ["a: ", "b: ", "c: "]
    assert "4 curves" in _thinning_words(derive(dict.fromkeys("abcd", many)))[0]


def test_confusion_matrix_has_no_threshold():
    model = CostCurveModel({"rule": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    traits = duality_traits(model)
    assert np.isnan(traits["hull"].threshold[1])
    assert np.isnan(traits["points"].threshold[1])
    assert traits["points"].threshold[0] == np.inf
