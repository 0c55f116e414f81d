"""The score laboratory without a page."""

from math import log
from statistics import NormalDist

import numpy as np
import pytest

import cc_widgets as cc
from cc_widgets.core import convex_hull, cost_at, lower_envelope
from cc_widgets.core.populations import Population
from cc_widgets.model.laboratory import CLASSIFIER_HANDLES, strip_of


@pytest.fixture
def lab(open_widgets):
    opened = cc.laboratory(n=100)
    yield opened
    opened.close()
    opened.close()
    assert not open_widgets()


def costs_of(lab):
    return [item.envelope.cost for item in lab.model.curves.classifiers]


def test_model_of_sample_and_closed_form_population_curve(lab):
    assert list(lab.model.classifiers) == ["A"]
    assert np.array_equal(lab.model.classifiers["A"].score, lab.scores["A"])
    assert lab.y_true.sum() == 20
    best = 0.75 + log(4) / 1.5
    expected = 0.8 * above(best) + 0.2 * (1 - above(best - 1.5))
    envelope = lower_envelope(convex_hull([lab.truth["A"]]))
    assert cost_at(envelope, 0.2) == pytest.approx(expected, abs=1e-5)


def above(place):
    return 1 - NormalDist().cdf(place)


@pytest.mark.parametrize(
    ("handle", "value"),
    [("separation", 2), ("spread", 2), ("skew", 0.5), ("ties", 3), ("n", 50), ("seed", 1)],
)
def test_handle_updates_sample_and_population(lab, handle, value):
    before, people = costs_of(lab), lab._scores.dots
    figures = [view.marks["truth"].y for view in lab._views]
    setattr(lab, handle, value)
    assert not all(np.array_equal(*pair) for pair in zip(before, costs_of(lab), strict=True))
    assert lab._scores.dots != people
    moved = [
        not np.array_equal(y, v.marks["truth"].y) for y, v in zip(figures, lab._views, strict=True)
    ]
    assert moved == [handle not in {"n", "seed"}] * 2
    if handle in CLASSIFIER_HANDLES:
        assert lab._knobs.values[f"A.{handle}"] == value


def test_calibration_changes_thresholds_only(lab):
    before, scores = costs_of(lab), lab.scores["A"]
    lab.calibration = 2
    assert np.array_equal(*before, *costs_of(lab))
    assert not np.array_equal(scores, lab.scores["A"])


def test_prevalence_moves_operating_point_only(lab):
    lab.model.pc = 0.5  # misses cost four times as much
    before = lab.truth["A"]
    lab.prevalence = 0.5
    assert np.array_equal(lab.truth["A"].fpr, before.fpr)
    assert np.array_equal(lab.truth["A"].threshold, before.threshold)  # the classifier is the same
    assert lab.y_true.sum() == 50
    assert lab.model.pc == pytest.approx(0.8)


def test_dots_are_at_scores_and_at_most_two_thousand(lab):
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
def test_axis_ticks_are_scores(separation, calibration, built_at):
    handles = {"separation": separation, "calibration": calibration}
    population = Population(**handles, built_at=built_at)
    strip = strip_of(0, population)
    start, slope = strip["line"]
    assert strip["ticks"]
    for place, words in strip["ticks"]:
        score = float(words.removesuffix(" %")) / 100
        assert 0 < place < 1
        assert start + slope * log(score / (1 - score)) == pytest.approx(place, abs=0.02)


def test_earlier_curves_stay_until_population_changes(lab):
    for _ in range(3):
        lab.new_sample()
    assert len(lab._views[0].truth.earlier) == 3
    assert lab._views[1].marks["earlier samples"].owners == [0, 0, 0]
    for _ in range(20):
        lab.new_sample()
    assert len(lab._views[1].truth.earlier) == 12
    lab.separation = 2
    assert len(lab._views[0].truth.earlier) == 0


def test_second_classifier_is_added_and_removed(lab):
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


def test_page_sets_handles_and_invalid_values_are_undone(lab):
    lab._knobs.set_state({"values": {**lab._knobs.values, "A.separation": 2.5, "n": 70}})
    assert (lab.separation, lab.n) == (2.5, 70)
    lab._knobs.set_state({"values": {"A.separation": "far", "n": -1, "odd": 3}})
    assert (lab.separation, lab.n) == (2.5, 70)
    assert lab._knobs.values["n"] == 70
    lab._knobs.set_state({"values": {**lab._knobs.values, "B.ties": 3}})
    assert lab.second is None


def test_buttons_change_the_seed_and_the_second_classifier(lab):
    def press(push):
        lab._on_button(None, {"push": push}, [])

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


def test_released_threshold_is_marked(lab):
    lab._on_hold(None, {"hold": 0.4, "strip": 0}, [])
    lab._on_hold(None, {"hold": 0.6, "strip": 0}, [])
    assert [tuple(mark) for mark in lab.model.marks] == [("A", 0.6)]
    for wrong in ({"hold": "x", "strip": 0}, {"hold": 0.1, "strip": 7}, {"hold": 0.1}, {}):
        lab._on_hold(None, wrong, [])
    assert len(lab.model.marks) == 1
    lab._on_hold(None, {"hold": None, "strip": 0}, [])
    assert lab.model.marks == ()


def test_bands_wait_for_end_of_drag(lab):
    lab.bands = True
    lab.model.job.wait()
    assert lab.model.bands is not None
    first = lab.model.job
    lab._knobs.set_state({"values": {**lab._knobs.values, "A.separation": 2.0}})
    assert lab.model.job is first
    assert lab.model.bands.is_stale
    lab._on_button(None, {"rest": "A.separation"}, [])
    lab.model.job.wait()
    assert not lab.model.bands.is_stale


def test_coverage_of_bands_is_counted(lab):
    lab.bands = True
    covered = 0
    for count in range(1, 5):
        lab.model.job.wait()
        covered += is_held(lab.model.bands.each["A"], lab.model.pc)
        bands = "band" if count == 1 else "bands"
        assert (
            lab._knobs.message
            == f"{covered} of {count} {bands} held the truth at the operating point."
        )
        lab.new_sample()
    lab.separation = 3
    assert lab._knobs.message == ""
    lab.model.job.wait()
    assert "of 1 band held" in lab._knobs.message
    lab.bands = False
    assert not lab.model.view.show_bands


def is_held(band, pc):
    """Return whether a band covers the cost of the best threshold of the population."""
    best = 0.75 + log((1 - pc) / pc) / 1.5
    cost = (1 - pc) * above(best) + pc * (1 - above(best - 1.5))
    low, high = (np.interp(pc, band.pc, edge) for edge in (band.lower, band.upper))
    return bool(low <= cost <= high)


def test_frozen_sample_is_independent(lab):
    lab.model.mark("A", 0.3)
    explorer = lab.freeze()
    before = explorer.model.classifiers["A"].score
    lab.new_sample()
    assert explorer.model.classifiers["A"].score is before
    assert (explorer.model.pc, len(explorer.model.marks)) == (lab.model.pc, 1)
    explorer.close()


def test_notebook_output_is_never_empty(lab):
    pytest.importorskip("matplotlib")
    data, _ = lab._repr_mimebundle_()
    assert data["text/plain"].startswith("Laboratory(1 classifier: A")
    kept = data["application/vnd.cc-widgets.v1+json"]["widgets"].values()
    assert {"LaboratoryScoresModel", "LaboratoryKnobsModel"} <= {
        widget["model_name"] for widget in kept
    }
    assert len(data["image/png"]) > 1000


def test_exported_page_is_complete_and_kept_after_close(lab, tmp_path):
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
def test_invalid_values_are_rejected(lab, handle, wrong):
    before, value = lab.scores["A"], getattr(lab, handle)
    with pytest.raises(cc.CostCurveError):
        setattr(lab, handle, wrong)
    assert getattr(lab, handle) == value
    assert lab.scores["A"] is before
    with pytest.raises(cc.CostCurveError):
        cc.laboratory(**{handle: wrong})


def test_unknown_handles_are_rejected():
    with pytest.raises(cc.CostCurveError, match="not a handle"):
        cc.laboratory(speed=1)
    with pytest.raises(cc.CostCurveError, match="built_at"):
        cc.laboratory(built_at=0)


def test_closed_laboratory_raises(lab):
    lab.close()
    assert repr(lab) == "Laboratory(closed)"
    with pytest.raises(cc.CostCurveError, match="closed"):
        lab.duality  # noqa: B018
    lab.separation = 2  # no page is connected
    assert lab.y_true.size == 100
