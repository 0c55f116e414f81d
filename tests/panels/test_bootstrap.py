"""Settings, the states of a job, and what is said about bands."""

import pytest

from cc_widgets.core import cell_counts, point_set
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.jobs import Job, Step
from cc_widgets.panels.bootstrap import BootstrapPanel


@pytest.fixture
def panel(use):
    return use(BootstrapPanel)


def test_settings_travel_both_ways(panel, model):
    panel.method.value = "fixed"
    panel.simultaneous.value = True
    panel.level.text.value = "95 %"
    panel.resamples.text.value = "300"
    panel.seed.text.value = "7"
    assert model.bootstrap_settings == BootstrapSettings("fixed", 300, 7, simultaneous=True)
    assert model.level == 0.95
    model.bootstrap_settings = BootstrapSettings(n_resamples=500)
    shown = (panel.method.value, panel.simultaneous.value, panel.resamples.text.value)
    assert (*shown, panel.seed.text.value) == ("envelope", False, "500", "")
    model.level = 0.8
    assert panel.level.text.value in ("0.8", "80 %")


@pytest.mark.parametrize(
    ("field", "text"),
    [("level", "1"), ("level", "x"), ("resamples", "0"), ("resamples", "10.5"), ("seed", "-1")],
)
def test_wrong_settings_are_refused_beside_the_field(panel, model, field, text):
    before = model.bootstrap_settings, model.level
    getattr(panel, field).text.value = text
    assert getattr(panel, field).error.text
    assert (model.bootstrap_settings, model.level) == before


def test_a_run_ends_in_bands_and_words(panel, model):
    assert "No bands yet" in panel.status.text
    assert panel.progress.value == 0
    panel.resamples.text.value = "250"
    panel.run.click()
    assert not panel.cancel.disabled
    assert panel.progress.layout.display is None
    model.job.wait()
    assert "Done: 250 resamples." in panel.status.text
    assert panel.covers.text.startswith("forest: 90 % band for")
    assert panel.cancel.disabled
    assert "\ntree: " in panel.covers.text
    panel.whose.value = "tree"
    assert panel.covers.text.startswith("tree: ")
    model.classifiers = {"a": [([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])] * 2}
    assert panel.covers.text.endswith("not how sure their average is.")


def test_choices_and_plans_follow_the_operating_point(panel, model):
    assert panel.again.text == panel.more.text == panel.often.value == panel.narrower.value == ""
    model.bootstrap(n_resamples=200, rng=0)
    model.pc = 0.45
    assert panel.again.text.splitlines() == list(model.choices().lines)
    assert panel.more.text.splitlines() == list(model.plan().lines)
    assert panel.often.value.count('"cc-part"') == len(model.choices().bars)
    assert 'role="img" tabindex="0" aria-label="How often' in panel.often.value
    assert panel.narrower.value.count('"cc-part"') == 4
    panel.matters.text.value = "0.05"
    assert model.least_difference == 0.05
    assert "a difference of 0.05" in panel.more.text
    panel.matters.text.value = "2"
    assert panel.matters.error.text
    model.pc = 0.0
    assert panel.often.value == ""
    model.classifiers = {"alone": ([0, 1, 0, 1], [1, 2, 3, 4])}
    assert panel.more.text == panel.narrower.value == ""


@pytest.mark.parametrize(
    ("done", "together", "said"),
    [
        (200, 0, "Provisional bands from 200 of 250 resamples."),
        (250, 0, "The bands are done. Resamples for differences and the best of all: 0 of 250."),
        (
            250,
            200,
            "The bands are done. Resamples for differences and the best of all: 200 of 250.",
        ),
    ],
)
def test_cancelled_in_either_stage_it_says_what_there_is(panel, model, done, together, said):
    def cancel(_change):
        if (model.band.n_done, model.band.n_together) == (done, together):
            panel.cancel.click()

    model.observe(cancel, "band")
    panel.resamples.text.value = "250"
    panel.run.click()
    model.job.wait()
    model.unobserve(cancel, "band")
    assert panel.status.text == f"Cancelled.\n{said}"


def test_whose_band_is_drawn_travels_both_ways(panel, model):
    model.bootstrap(n_resamples=250, rng=0)
    assert [name for name, _ in panel.whose.options] == ["all", "forest", "tree"]
    panel.whose.value = "tree"
    assert model.shown_band == "tree"
    model.rename("tree", "oak")
    assert (model.shown_band, panel.whose.value) == ("oak", "oak")
    model.remove("oak")
    assert (model.shown_band, panel.whose.value) == (None, None)


def test_plain_percentiles_hold_at_each_single_pc(panel, model):
    panel.simultaneous.value = True
    panel.method.value = "optimistic"
    assert model.bootstrap_settings == BootstrapSettings("optimistic")
    assert panel.simultaneous.disabled
    assert panel.single.layout.display is None
    panel.method.value = "envelope"
    assert not panel.simultaneous.disabled
    assert panel.single.layout.display == "none"


def test_older_bands_are_said_to_be_stale(panel, model):
    model.bootstrap(n_resamples=250, rng=0)
    model.bootstrap_settings = BootstrapSettings(n_resamples=300, rng=1)
    assert model.stale
    assert "older data or settings" in panel.status.text


def test_classifiers_without_a_band_say_why(panel, model):
    model.classifiers = {
        "point": point_set(fpr=0.3, tpr=0.7),
        "matrix": cell_counts(tp=8, fn=2, fp=2, tn=8),
    }
    model.bootstrap()
    assert "No band for point: " in panel.reasons.text
    assert panel.covers.text.startswith("matrix: ")


def test_what_the_first_three_bands_cover_is_said_and_how_many_more_there_are(panel, model):  # F8
    matrix = cell_counts(tp=8, fn=2, fp=2, tn=8)
    model.classifiers = dict.fromkeys("abcde", matrix)
    model.bootstrap()
    said = panel.covers.text.split("\n")
    assert [line[:3] for line in said[:3]] == ["a: ", "b: ", "c: "]
    assert len(said) == 4
    assert "2" in said[3]


def work_that_fails():
    yield Step(0.5)
    raise RuntimeError("the disk is full")


def test_a_job_shows_progress_and_time_left(panel, model):
    job = Job(iter(()), lambda _part: None)
    model.set_trait("job", job)
    job.set_trait("progress", 0.4)
    job.set_trait("seconds_left", 12.3)
    assert "Resampling: about 12 s left" in panel.status.text
    job.set_trait("stage", "differences")
    assert "Resampling for differences: about 12 s left" in panel.status.text
    assert panel.progress.value == 0.4
    job.wait()
    assert panel.progress.layout.display == "none"


def test_an_exception_of_a_job_is_shown(panel, model):
    job = Job(work_that_fails(), lambda _part: None)
    model.set_trait("job", job)
    job.wait()
    assert panel.error.text == "The bootstrap failed: the disk is full"


def test_cancelled_is_said(panel, model):
    panel.run.click()
    panel.cancel.click()
    assert model.job.state == "cancelled"
    assert panel.status.text.startswith("Cancelled.")


def test_an_older_job_is_watched_no_longer(panel, model):
    old, new = (Job(iter(()), lambda _part: None) for _ in range(2))
    model.set_trait("job", old)
    model.set_trait("job", new)
    assert not any(old._trait_notifiers.get("progress", {}).get("change", []))
    assert panel.progress.value == 0
    old.wait()
    new.wait()


def test_what_does_not_hold_is_said_beside_its_name(panel, model):  # S2
    assert panel.warning.text == ""
    panel.method.value = "fixed"
    assert "Only for thresholds that were fixed before" in panel.warning.text
    model.bootstrap(n_resamples=250, rng=0)
    assert "90 % band" not in panel.covers.text
    assert "too low" in panel.covers.text
    panel.method.value = "optimistic"
    assert "Too low" in panel.warning.text
    assert "90 % band" not in panel.covers.text
    panel.method.value = "envelope"
    assert panel.warning.text == ""
    assert "90 % band" in panel.covers.text


def test_a_run_that_can_end_in_nothing_says_why(panel, model):  # W26
    model.classifiers = {"point": point_set(fpr=0.3, tpr=0.7)}
    panel.run.click()
    assert "'point': bare points" in panel.error.text
    assert model.job is None
    model.classifiers = {"matrix": cell_counts(tp=8, fn=2, fp=2, tn=8)}
    model.start_bootstrap().wait()
    assert panel.status.text == "Done: a confusion matrix needs no resamples."


def test_without_a_classifier_a_run_says_what_happened(panel, model):
    model.classifiers = {}
    panel.run.click()
    assert panel.error.text or panel.status.text


def test_what_bands_in_roc_space_hold_is_chosen_and_said(panel, model):
    shown = [panel.in_roc.layout.display]
    model.bootstrap(n_resamples=100, rng=0)
    shown.append(panel.in_roc.layout.display)
    assert shown == ["none", None]
    assert "dual of the cost band" in panel.covers_roc.text
    panel.in_roc.value = "vertical"
    assert model.roc_band == "vertical"
    assert "truly has a given false positive rate" in panel.covers_roc.text
    model.roc_band = "curve"
    assert panel.in_roc.value == "curve"
    model.show_roc = False
    assert panel.in_roc.layout.display == "none"
    assert panel.covers_roc.text == ""
