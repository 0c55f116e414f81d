"""What the cursors, the legend and the read-out get of a snapshot."""

import json

import numpy as np
import pytest

from cc_widgets.core import Conditions, Owner, cell_counts, point_set, predictions
from cc_widgets.core.uncertainty import significance
from cc_widgets.model.answers import best_band
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.derive import derive
from cc_widgets.model.drawing import looks
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.words import _thinned_words
from cc_widgets.views.link import duality_traits
from cc_widgets.widgets.duality import Duality

FIRST = predictions([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])
SECOND = predictions([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.3])


def model_of(given, **traits):
    return CostCurveModel(given, **traits)


def test_points_stand_one_classifier_after_the_other():
    points = duality_traits(model_of({"a": FIRST, "b": SECOND}))["points"]
    assert points.owner.tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 1]
    assert points.threshold.tolist()[:5] == [np.inf, 0.9, 0.6, 0.4, 0]
    assert points.tpr.tolist()[:5] == [0, 0.5, 0.5, 1, 1]
    assert points.fpr.tolist()[5:] == [0, 0, 0.5, 1]


def test_arrays_travel_as_bytes_with_their_type():
    duality = Duality(**duality_traits(model_of({"a": FIRST})))
    sent = duality.get_state()["points"]
    assert np.frombuffer(sent["tpr"]["data"], sent["tpr"]["dtype"]).tolist() == [0, 0.5, 0.5, 1, 1]
    assert sent["owner"]["dtype"] == "int32"


def test_an_empty_snapshot_has_empty_arrays_of_the_right_type():
    traits = duality_traits(model_of({}))
    assert traits["points"].fpr.dtype == np.float64
    assert traits["points"].owner.dtype == np.int32
    assert traits["points"].fpr.size == traits["points"].owner.size == 0
    assert traits["bands"].owner.tolist() == []
    assert traits["difference"].pc.size == 0
    assert traits["hull"].owner.tolist() == [-1, -1]


def test_the_one_choice_for_the_range_goes_over_as_python_tells_it():
    model = model_of({"a": FIRST, "b": SECOND}, pc_range=(0.2, 0.8))
    one, told = model.best().one, duality_traits(model)["one"]
    assert told["over"] == [0.2, 0.8]
    assert told["regret"] == [one.regret_low, one.regret_high]
    assert (told["rule"], told["fpr"], told["tpr"]) == (one.words, one.fpr, one.tpr)
    model.pc_range = None
    assert duality_traits(model)["one"] is None


def test_every_trait_is_one_that_the_browser_sees():
    traits = duality_traits(model_of({"a": FIRST, "b": SECOND}))
    assert set(traits) == set(Duality(**traits).keys) & set(traits)


def test_corners_of_the_hull_have_thresholds_and_owners():
    model = model_of({"a": FIRST, "b": SECOND})
    corners, hull = duality_traits(model)["hull"], model.derived.hull
    assert corners.owner.tolist() == hull.owner.tolist()
    assert corners.threshold[0] == np.inf
    assert corners.threshold[-1] == -np.inf or np.isfinite(corners.threshold[-1])
    inner = corners.owner >= 0
    for owner, threshold, fpr in zip(
        corners.owner[inner], corners.threshold[inner], corners.fpr[inner], strict=True
    ):
        curve = model.derived.classifiers[owner].curve
        assert fpr in curve.fpr[curve.threshold == threshold]


def test_bare_points_have_no_thresholds():
    model = model_of({"paper": point_set(fpr=[0.2], tpr=[0.8])})
    corners = duality_traits(model)["hull"]
    assert corners.threshold.tolist() == [np.inf, pytest.approx(np.nan, nan_ok=True), -np.inf]


def test_winners_are_owners_or_the_rule_that_looks_at_nothing():
    rules = {
        "rule": cell_counts(tp=16, fn=4, fp=4, tn=16),
        "careful": cell_counts(tp=10, fn=10, fp=0, tn=20),
    }
    winners = duality_traits(model_of(rules))["winners"]
    assert winners.owner.tolist() == [1, 0, -2]
    assert winners.pc.tolist() == pytest.approx([0, 0.4, 0.8])
    assert winners.sure.tolist() == [-1, -1, -1]


def test_both_rules_win_where_nothing_helps():
    winners = duality_traits(model_of({"constant": ([0, 1], [1, 1])}))["winners"]
    assert winners.owner.tolist() == [-1, -2]
    assert winners.pc.tolist() == [0, 0.5]


def test_winners_that_are_equal_are_a_tie():
    winners = duality_traits(model_of({"a": FIRST, "b": FIRST}))["winners"]
    assert -3 in winners.owner


def test_winners_are_owned_by_position_also_if_others_are_hidden():
    traits = duality_traits(model_of({"a": FIRST, "b": FIRST}, hidden=("a",)))
    assert traits["hidden"] == [0]
    assert set(traits["winners"].owner.tolist()) <= {1, -1, -2}


def test_a_band_of_the_difference_says_where_winners_are_sure(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    winners = duality_traits(pair)["winners"]
    classifiers = winners.owner >= 0
    assert set(winners.sure[classifiers].tolist()) <= {0, 1}
    assert np.all(np.diff(winners.pc) > 0)
    found = significance(pair.difference)
    sure = classifiers & (winners.sure == 1)
    assert np.any(sure) <= found.anywhere
    ends = np.append(winners.pc[1:], 1.0)
    for start, stop in zip(winners.pc[sure], ends[sure], strict=True):
        near = 1 / 500  # the band is known at so many places
        inside = (found.ranges.pc_low <= start + near) & (stop <= found.ranges.pc_high + near)
        assert np.any(inside)


def good_and_bad():
    """Return a model in which one of two costs less for sure, and no third is visible."""
    rng = np.random.default_rng(0)
    y_true = rng.random(200) < 0.5
    shifts = {"good": 3.0, "bad": 0.3, "hidden": 1.0}
    given = {name: (y_true, rng.normal(size=200) + by * y_true) for name, by in shifts.items()}
    model = model_of(given)
    model.bootstrap(n_resamples=200, rng=0)
    model.hide("hidden")
    return model


@pytest.mark.parametrize("compared", [("good", "bad"), ("bad", "good")])
def test_who_costs_less_for_sure_is_the_sure_winner(compared):  # F8: not the other one
    model = good_and_bad()
    model.compared = compared
    winners = duality_traits(model)["winners"]
    middle = np.searchsorted(winners.pc, 0.5, side="right") - 1
    assert model.derived.classifiers[winners.owner[middle]].name == "good"
    assert winners.sure[middle] == 1


def test_what_is_known_of_a_difference_in_mid_run_judges_nothing_on_the_page():
    model = good_and_bad()
    model.observe(lambda _change: model.band.n_together == 200 and model.cancel(), "band")
    model.bootstrap_settings = BootstrapSettings(n_resamples=300)
    model.start_bootstrap().wait()
    assert model.difference is not None
    assert model.difference.provisional
    traits = duality_traits(model)
    assert np.isnan(traits["difference"].lower).all()
    assert set(traits["winners"].sure.tolist()) == {-1}


def test_who_wins_for_sure_does_so_before_every_other_that_is_visible():  # F8
    model = good_and_bad()
    model.compared = ("bad", "good")
    before = model.leads.cheapest
    model.hidden = ()
    assert len(model.leads.each) == 2 * len({one.owner for one in model.leads.each})
    clear = model.leads.cheapest
    width = [np.diff(np.append(one.pc, 1.0))[one.sure == 1].sum() for one in (before, clear)]
    assert 0.0 < width[1] < width[0], "nearer ones are told apart at fewer places"
    model.add("late", model.classifiers["bad"])
    assert model.leads is None, "of those that were not resampled nobody knows"


def test_of_bands_the_page_gets_that_of_the_best_choice(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    bands, best = duality_traits(pair)["bands"], best_band(pair)
    assert bands.owner.tolist() == [0, 1, Owner.BEST]
    assert bands.pc.dtype == np.float64
    for name in ("pc", "lower", "upper", "expected"):
        assert getattr(bands, name).tolist() == getattr(best, name).tolist()


def test_all_bands_are_sent_whichever_is_drawn(pair):
    pair.bootstrap(n_resamples=200, rng=0)
    pair.shown_band = "logistic"
    assert duality_traits(pair)["bands"].owner.tolist() == [0, 1, Owner.BEST]


def test_a_difference_without_a_band_has_no_limits(pair):
    difference = duality_traits(pair)["difference"]
    assert np.all(np.isfinite(difference.estimate))
    assert np.all(np.isnan(difference.lower))
    pair.bootstrap(n_resamples=200, rng=0)
    assert np.all(np.isfinite(duality_traits(pair)["difference"].lower))


def test_money_is_told_as_settled_facts(pair):
    assert duality_traits(pair)["money"] is None
    pair.conditions = Conditions((0.1, 0.2), (1, 4), 50, cost_tp=-5)
    pair.population, pair.unit = 1000, "EUR"
    money = duality_traits(pair)["money"]
    assert money["kind"] == "standing"
    ranges = [money[name] for name in ("prior", "cost_fp", "cost_fn", "cost_tp", "cost_tn")]
    assert ranges == [(0.1, 0.2), (1, 4), (50, 50), (-5, -5), (0, 0)]
    assert money["pc"] == pair.pc_range
    assert len(money["corners"]) == 4
    assert money["population"] == 1000
    assert money["unit"] == "EUR"
    pair.conditions = Conditions(0.1, 1, 50)
    assert duality_traits(pair)["money"]["kind"] == "moving"
    json.dumps(duality_traits(pair)["money"])


def test_a_criterion_goes_with_its_answer(pair):
    pair.criterion = {"kind": "neyman_pearson", "max_fpr": 0.1}
    sent = duality_traits(pair)["criterion"]
    assert sent["kind"] == "neyman_pearson"
    assert sent["max_fpr"] == 0.1
    assert sent["limit"] == {"fpr": 1, "tpr": 0, "most": 0.1, "number": "max_fpr"}
    assert sent["roc"][-1][0] == pytest.approx(0.1)
    assert len(sent["cost_line"]) == 2
    assert sent["headline"]
    json.dumps(sent)


def test_the_looks_have_the_users_colours(pair):
    pair.recolor("logistic", "#123456")
    traits = duality_traits(pair)
    assert traits["looks"][1] == {"color": "#123456", "dash": "dashed", "marker": "square"}


def test_every_classifier_looks_different():
    names = [f"c{i}" for i in range(12)]
    assert len({(look.color, look.dash) for look in looks(names, {})}) == 12


def test_thinning_is_told():
    rng = np.random.default_rng(0)
    y_true = rng.random(5000) < 0.5
    many = predictions(y_true, rng.normal(size=5000) + y_true)
    assert _thinned_words(derive({"few": FIRST})) == ()
    told = " ".join(_thinned_words(derive({"few": FIRST, "many": many})))
    assert "many:" in told
    assert "of 5,001 thresholds drawn" in told
    assert "few:" not in told


def test_thinning_of_many_curves_is_told_once():
    rng = np.random.default_rng(0)
    y_true = rng.random(5000) < 0.5
    many = predictions(y_true, rng.normal(size=5000) + y_true)
    (told,) = _thinned_words(derive(dict.fromkeys("abcde", many)))
    assert told.count("thresholds") == 1
    assert "5 curves are drawn with fewer thresholds than they have" in told


def test_up_to_three_thinned_curves_are_told_apart():  # F8
    rng = np.random.default_rng(0)
    y_true = rng.random(5000) < 0.5
    many = predictions(y_true, rng.normal(size=5000) + y_true)
    told = _thinned_words(derive(dict.fromkeys("abc", many)))
    assert [one[:3] for one in told] == ["a: ", "b: ", "c: "]
    assert "4 curves" in _thinned_words(derive(dict.fromkeys("abcd", many)))[0]


def test_a_confusion_matrix_has_no_threshold_to_tell():
    model = CostCurveModel({"rule": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    traits = duality_traits(model)
    assert np.isnan(traits["hull"].threshold[1])
    assert np.isnan(traits["points"].threshold[1])
    assert traits["points"].threshold[0] == np.inf
