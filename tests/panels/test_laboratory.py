"""The score laboratory without a page: handles, samples, what is true, what is kept and refused."""

from math import log
from statistics import NormalDist

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import convex_hull, cost_at, lower_envelope
from cc_widgets.core._populations import Population
from cc_widgets.model.laboratory import OF_EACH, strip_of


@pytest.fixture
def lab(made):
    opened = cc.laboratory(n=100)
    yield opened
    opened.close()
    opened.close()
    assert not made()


def costs_of(lab):
    return [item.envelope.cost for item in lab.model.derived.classifiers]


def test_the_model_is_of_the_sample_and_the_truth_is_the_closed_form(lab):
    assert list(lab.model.classifiers) == ["A"]
    assert np.array_equal(lab.model.classifiers["A"].score, lab.scores["A"])
    assert lab.y_true.sum() == 20
    best = 0.75 + log(4) / 1.5
    wanted = 0.8 * above(best) + 0.2 * (1 - above(best - 1.5))
    envelope = lower_envelope(convex_hull([lab.truth["A"]]))
    assert cost_at(envelope, 0.2) == pytest.approx(wanted, abs=1e-5)


def above(place):
    return 1 - NormalDist().cdf(place)


@pytest.mark.parametrize(
    ("handle", "value"),
    [("separation", 2), ("spread", 2), ("skew", 0.5), ("ties", 3), ("n", 50), ("seed", 1)],
)
def test_a_handle_moves_curves_people_and_truth(lab, handle, value):
    before, people = costs_of(lab), lab._scores.dots
    figures = [view.marks["truth"].y for view in lab._views]
    setattr(lab, handle, value)
    assert not all(np.array_equal(*pair) for pair in zip(before, costs_of(lab), strict=True))
    assert lab._scores.dots != people
    moved = [
        not np.array_equal(y, v.marks["truth"].y) for y, v in zip(figures, lab._views, strict=True)
    ]
    assert moved == [handle not in {"n", "seed"}] * 2
    if handle in OF_EACH:
        assert lab._knobs.values[f"A.{handle}"] == value


def test_sureness_moves_thresholds_and_no_curve(lab):
    before, scores = costs_of(lab), lab.scores["A"]
    lab.calibration = 2
    assert np.array_equal(*before, *costs_of(lab))
    assert not np.array_equal(scores, lab.scores["A"])


def test_the_share_of_positives_moves_the_operating_point_but_not_the_true_curve(lab):
    lab.model.pc = 0.5  # misses cost four times as much
    before = lab.truth["A"]
    lab.prevalence = 0.5
    assert np.array_equal(lab.truth["A"].fpr, before.fpr)
    assert np.array_equal(lab.truth["A"].threshold, before.threshold)  # the classifier is the same
    assert lab.y_true.sum() == 50
    assert lab.model.pc == pytest.approx(0.8)


def test_dots_lie_where_their_scores_are_and_are_no_more_than_two_thousand(lab):
    lab.n = 5000
    people, strip = lab._scores.people, lab._scores.strips[0]
    assert people["counts"] == [4000, 1000]
    assert sum(people["dots"]) == 2000
    first = np.frombuffer(lab._scores.dots, "<f4")[: people["dots"][0]]
    score = lab.scores["A"][:2000][lab.y_true[:2000] == 0]
    start, slope = strip["line"]
    assert first == pytest.approx(
        np.clip(start + slope * np.log(score / (1 - score)), 0, 1), abs=1e-5
    )


@pytest.mark.parametrize("separation", [0, 0.1, 1, 4])
@pytest.mark.parametrize("calibration", [0.25, 1, 4])
@pytest.mark.parametrize("built_at", [0.001, 0.5])
def test_each_axis_has_ticks_that_say_which_scores_are_where(separation, calibration, built_at):
    handles = {"separation": separation, "calibration": calibration}
    population = Population(**handles, built_at=built_at)
    strip = strip_of(0, population)
    start, slope = strip["line"]
    assert strip["ticks"]
    for place, words in strip["ticks"]:
        score = float(words.removesuffix(" %")) / 100
        assert 0 < place < 1
        assert start + slope * log(score / (1 - score)) == pytest.approx(place, abs=0.02)


def test_curves_of_earlier_samples_stay_until_the_population_moves(lab):
    for _ in range(3):
        lab.new_sample()
    assert len(lab._views[0].truth.earlier) == 3
    assert lab._views[1].marks["earlier samples"].owners == [0, 0, 0]
    for _ in range(20):
        lab.new_sample()
    assert len(lab._views[1].truth.earlier) == 12
    lab.separation = 2
    assert len(lab._views[0].truth.earlier) == 0


def test_a_second_classifier_comes_and_goes_with_what_was_said_of_it(lab):
    lab.second = {"separation": 1}
    assert list(lab.model.classifiers) == ["A", "B"]
    assert lab.second["spread"] == 1
    assert [strip["name"] for strip in lab._scores.strips] == ["A", "B"]
    assert "B.ties" in lab._knobs.values
    lab.model.mark("B", 0.5)
    lab.model.hide("B")
    lab.second = None
    assert (list(lab.model.classifiers), lab.model.marks, lab.model.hidden) == (["A"], (), ())
    assert "B.ties" not in lab._knobs.values


def test_the_page_moves_handles_and_is_answered_where_it_is_wrong(lab):
    lab._knobs.set_state({"values": {**lab._knobs.values, "A.separation": 2.5, "n": 70}})
    assert (lab.separation, lab.n) == (2.5, 70)
    lab._knobs.set_state({"values": {"A.separation": "far", "n": -1, "odd": 3}})
    assert (lab.separation, lab.n) == (2.5, 70)
    assert lab._knobs.values["n"] == 70
    lab._knobs.set_state({"values": {**lab._knobs.values, "B.ties": 3}})
    assert lab.second is None


def test_buttons_do_what_they_say(lab):
    def press(push):
        lab._press(None, {"push": push}, [])

    press("sample")
    assert lab.seed == 1
    press("second")
    assert lab.second["spread"] == 2
    lab._knobs.set_state({"values": {**lab._knobs.values, "B.spread": 0.5}})
    assert lab.second["spread"] == 0.5
    press("freeze")
    press("freeze")
    frozen = lab.children[1]
    assert isinstance(frozen, cc.CostCurveExplorer)
    press("reset")
    assert (lab.seed, lab.second) == (0, None)
    assert len(frozen.model.classifiers) == 2
    press("nothing")


def test_a_threshold_is_held_where_it_was_let_go(lab):
    lab._hold(None, {"hold": 0.4, "strip": 0}, [])
    lab._hold(None, {"hold": 0.6, "strip": 0}, [])
    assert [tuple(mark) for mark in lab.model.marks] == [("A", 0.6)]
    for wrong in ({"hold": "x", "strip": 0}, {"hold": 0.1, "strip": 7}, {"hold": 0.1}, {}):
        lab._hold(None, wrong, [])
    assert len(lab.model.marks) == 1
    lab._hold(None, {"hold": None, "strip": 0}, [])
    assert lab.model.marks == ()


def test_bands_come_with_each_sample_but_not_while_a_hand_moves(lab):
    lab.bands = True
    lab.model.job.wait()
    assert lab.model.band is not None
    first = lab.model.job
    lab._knobs.set_state({"values": {**lab._knobs.values, "A.separation": 2.0}})
    assert lab.model.job is first
    assert lab.model.stale
    lab._press(None, {"rest": "A.separation"}, [])
    lab.model.job.wait()
    assert not lab.model.stale


def test_it_is_counted_how_often_bands_hold_the_truth(lab):
    lab.bands = True
    held = 0
    for count in range(1, 5):
        lab.model.job.wait()
        held += is_held(lab.model.band.each["A"], lab.model.pc)
        bands = "band" if count == 1 else "bands"
        assert (
            lab._knobs.said == f"{held} of {count} {bands} held the truth at the operating point."
        )
        lab.new_sample()
    lab.separation = 3
    assert lab._knobs.said == ""
    lab.model.job.wait()
    assert "of 1 band held" in lab._knobs.said
    lab.bands = False
    assert not lab.model.show_bands


def is_held(band, pc):
    """Whether the cost of the threshold that is best for everybody lies within a band."""
    best = 0.75 + log((1 - pc) / pc) / 1.5
    cost = (1 - pc) * above(best) + pc * (1 - above(best - 1.5))
    low, high = (np.interp(pc, band.pc, edge) for edge in (band.lower, band.upper))
    return bool(low <= cost <= high)


def test_a_frozen_sample_stays(lab):
    lab.model.mark("A", 0.3)
    explorer = lab.freeze()
    before = explorer.model.classifiers["A"].score
    lab.new_sample()
    assert explorer.model.classifiers["A"].score is before
    assert (explorer.model.pc, len(explorer.model.marks)) == (lab.model.pc, 1)
    explorer.close()


def test_what_a_notebook_keeps_is_never_blank(lab):
    pytest.importorskip("matplotlib")
    data, _ = lab._repr_mimebundle_()
    assert data["text/plain"].startswith("Laboratory(1 classifier: A")
    kept = data["application/vnd.cc-widgets.v1+json"]["widgets"].values()
    assert {"LaboratoryScoresModel", "LaboratoryKnobsModel"} <= {one["model_name"] for one in kept}
    assert len(data["image/png"]) > 1000


def test_a_page_shows_it_without_python(lab, tmp_path):
    written = lab.to_html(tmp_path / "lesson.html", title="<Scores>")
    text = written.read_text("utf-8")
    assert "LaboratoryScoresModel" in text
    assert '<h1 dir="auto">&lt;Scores&gt;</h1>' in text
    lab.close()
    with pytest.raises(cc.CostCurveError, match="closed"):
        lab.to_html(tmp_path / "lesson.html")
    assert written.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("handle", "wrong"),
    [
        ("separation", -1),
        ("spread", None),
        ("skew", np.nan),
        ("ties", 1),
        ("calibration", "x"),
        ("second", 3),
        ("second", {"prevalence": 0.5}),
        ("second", {"spread": -1}),
        ("prevalence", 20),
        ("n", 1.5),
        ("seed", -1),
        ("bands", "yes"),
    ],
)
def test_what_makes_no_sense_is_refused_and_all_stays(lab, handle, wrong):
    before, value = lab.scores["A"], getattr(lab, handle)
    with pytest.raises(cc.CostCurveError):
        setattr(lab, handle, wrong)
    assert getattr(lab, handle) == value
    assert lab.scores["A"] is before
    with pytest.raises(cc.CostCurveError):
        cc.laboratory(**{handle: wrong})


def test_handles_that_are_none_are_refused():
    with pytest.raises(cc.CostCurveError, match="no handle"):
        cc.laboratory(speed=1)
    with pytest.raises(cc.CostCurveError, match="built_at"):
        cc.laboratory(built_at=0)


def test_a_closed_laboratory_says_so(lab):
    lab.close()
    assert repr(lab) == "Laboratory(closed)"
    with pytest.raises(cc.CostCurveError, match="closed"):
        lab.duality  # noqa: B018
    lab.separation = 2  # nobody follows
    assert lab.y_true.size == 100
