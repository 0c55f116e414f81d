"""Settings, jobs and texts of the bootstrap panel."""

import pytest

from cc_widgets.core import cell_counts, point_set
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.jobs import Job, JobStep
from cc_widgets.panels.bootstrap import BootstrapPanel


@pytest.fixture
def panel(use):
    return use(BootstrapPanel)


def test_settings_are_synchronised(panel, model):
    panel.method.value = "fixed"
    panel.simultaneous.value = True
    panel.level.text.value = "95 %"
    panel.resamples.text.value = "300"
    panel.seed.text.value = "7"
    assert model.resampling == BootstrapSettings("fixed", 300, 7, simultaneous=True)
    assert model.level == 0.95
    model.resampling = BootstrapSettings(n_resamples=500)
    shown = (panel.method.value, panel.simultaneous.value, panel.resamples.text.value)
    assert (*shown, panel.seed.text.value) == ("envelope", False, "500", "")
    model.level = 0.8
    assert panel.level.text.value in ("0.8", "80 %")


@pytest.mark.parametrize(
    ("field", "text"),
    [("level", "1"), ("level", "x"), ("resamples", "0"), ("resamples", "10.5"), ("seed", "-1")],
)
def test_invalid_settings_show_error_at_field(panel, model, field, text):
    before = model.resampling, model.level
    getattr(panel, field).text.value = text
    assert getattr(panel, field).error.text
    assert (model.resampling, model.level) == before


def test_run_produces_bands_and_text(panel, model):
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
    panel.band_owner.value = "tree"
    assert panel.covers.text.startswith("tree: ")
    model.classifiers = {"a": [([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.2])] * 2}
    assert panel.covers.text.endswith("not how sure their average is.")


def test_stability_and_plan_follow_operating_point(panel, model):
    assert (
        panel.stability.text
        == panel.plan_text.text
        == panel.threshold_chart.value
        == panel.width_chart.value
        == ""
    )
    model.bootstrap(n_resamples=200, rng=0)
    model.pc = 0.45
    assert panel.stability.text.splitlines() == list(model.threshold_stability().lines)
    assert panel.plan_text.text.splitlines() == list(model.sample_size().lines)
    assert panel.threshold_chart.value.count('"cc-part"') == len(model.threshold_stability().bars)
    assert 'role="img" tabindex="0" aria-label="How often' in panel.threshold_chart.value
    assert panel.width_chart.value.count('"cc-part"') == 4
    panel.least_difference.text.value = "0.05"
    assert model.view.least_difference == 0.05
    assert "a difference of 0.05" in panel.plan_text.text
    panel.least_difference.text.value = "2"
    assert panel.least_difference.error.text
    model.pc = 0.0
    assert panel.threshold_chart.value == ""
    model.classifiers = {"alone": ([0, 1, 0, 1], [1, 2, 3, 4])}
    assert panel.plan_text.text == panel.width_chart.value == ""


@pytest.mark.parametrize(
    ("done", "together", "message"),
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
def test_status_after_cancel_in_either_stage(panel, model, done, together, message):
    def cancel(_change):
        if (model.bands.n_done, model.bands.n_together) == (done, together):
            panel.cancel.click()

    model.observe(cancel, "bands")
    panel.resamples.text.value = "250"
    panel.run.click()
    model.job.wait()
    model.unobserve(cancel, "bands")
    assert panel.status.text == f"Cancelled.\n{message}"


def test_shown_band_is_synchronised(panel, model):
    model.bootstrap(n_resamples=250, rng=0)
    assert [name for name, _ in panel.band_owner.options] == ["all", "forest", "tree"]
    panel.band_owner.value = "tree"
    assert model.view.shown_band == "tree"
    model.rename("tree", "oak")
    assert (model.view.shown_band, panel.band_owner.value) == ("oak", "oak")
    model.remove("oak")
    assert (model.view.shown_band, panel.band_owner.value) == (None, None)


def test_percentile_bands_are_pointwise_only(panel, model):
    panel.simultaneous.value = True
    panel.method.value = "optimistic"
    assert model.resampling == BootstrapSettings("optimistic")
    assert panel.simultaneous.disabled
    assert panel.single.layout.display is None
    panel.method.value = "envelope"
    assert not panel.simultaneous.disabled
    assert panel.single.layout.display == "none"


def test_stale_bands_are_reported(panel, model):
    model.bootstrap(n_resamples=250, rng=0)
    model.resampling = BootstrapSettings(n_resamples=300, rng=1)
    assert model.bands.is_stale
    assert "older data or settings" in panel.status.text


def test_reasons_for_missing_bands(panel, model):
    model.classifiers = {
        "point": point_set(fpr=0.3, tpr=0.7),
        "matrix": cell_counts(tp=8, fn=2, fp=2, tn=8),
    }
    model.bootstrap()
    assert "No band for point: " in panel.reasons.text
    assert panel.covers.text.startswith("matrix: ")


def test_coverage_text_lists_three_bands_and_number_of_others(panel, model):  # F8
    matrix = cell_counts(tp=8, fn=2, fp=2, tn=8)
    model.classifiers = dict.fromkeys("abcde", matrix)
    model.bootstrap()
    lines = panel.covers.text.split("\n")
    assert [line[:3] for line in lines[:3]] == ["a: ", "b: ", "c: "]
    assert len(lines) == 4
    assert "2" in lines[3]


def failing_work():
    yield JobStep(0.5)
    raise RuntimeError("the disk is full")


def test_job_progress_and_remaining_time(panel, model):
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


def test_job_exception_is_displayed(panel, model):
    job = Job(failing_work(), lambda _part: None)
    model.set_trait("job", job)
    job.wait()
    assert panel.error.text == "The bootstrap failed: the disk is full"


def test_status_reports_cancellation(panel, model):
    panel.run.click()
    panel.cancel.click()
    assert model.job.state == "cancelled"
    assert panel.status.text.startswith("Cancelled.")


def test_replaced_job_is_not_observed(panel, model):
    old, new = (Job(iter(()), lambda _part: None) for _ in range(2))
    model.set_trait("job", old)
    model.set_trait("job", new)
    assert not any(old._trait_notifiers.get("progress", {}).get("change", []))
    assert panel.progress.value == 0
    old.wait()
    new.wait()


def test_method_warnings_are_displayed(panel, model):  # S2
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


def test_run_without_possible_bands_shows_reason(panel, model):  # W26
    model.classifiers = {"point": point_set(fpr=0.3, tpr=0.7)}
    panel.run.click()
    assert "'point': bare points" in panel.error.text
    assert model.job is None
    model.classifiers = {"matrix": cell_counts(tp=8, fn=2, fp=2, tn=8)}
    model.bootstrap(wait=False).wait()
    assert panel.status.text == "Done: a confusion matrix needs no resamples."


def test_run_without_classifiers_shows_message(panel, model):
    model.classifiers = {}
    panel.run.click()
    assert panel.error.text or panel.status.text


def test_kind_of_roc_bands_is_synchronised(panel, model):
    shown = [panel.in_roc.layout.display]
    model.bootstrap(n_resamples=100, rng=0)
    shown.append(panel.in_roc.layout.display)
    assert shown == ["none", None]
    assert "dual of the cost band" in panel.covers_roc.text
    panel.in_roc.value = "vertical"
    assert model.view.roc_band == "vertical"
    assert "truly has a given false positive rate" in panel.covers_roc.text
    model.view.roc_band = "curve"
    assert panel.in_roc.value == "curve"
    model.view.show_roc = False
    assert panel.in_roc.layout.display == "none"
    assert panel.covers_roc.text == ""
