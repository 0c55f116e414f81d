"""Panel of confidence bands."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ipywidgets import Button, Dropdown, FloatProgress, RadioButtons, VBox

from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import ROC_BANDS, SCORED, BootstrapSettings
from cc_widgets.model.bootstrap import JOINT
from cc_widgets.model.drawing import (
    box_words,
    looks,
    visible_bands,
    visible_rate_intervals,
    visible_roc_bands,
)
from cc_widgets.model.numerals import decimal, number, truncated_list
from cc_widgets.model.planning import CHOICES_TITLE, PLAN_TITLE, Bar, Width, plan_sample_size
from cc_widgets.model.state import CostCurveModel, default_of
from cc_widgets.model.words import spread_words
from cc_widgets.panels.parts import Menu, Panel, Picture, PlainText, number_field, row, set_visible

if TYPE_CHECKING:
    from cc_widgets.model.jobs import Job

_METHODS = [(method.words, name) for name, method in SCORED.items()]
_IN_ROC = [(method.words, name) for name, method in ROC_BANDS.items()]
_LEVELS = [("at each single PC(+)", False), ("at all PC(+) together", True)]
_MOST = 3
_ALL = ("all", None)
_SINGLE = "They hold at each single PC(+) only."
_OF_A_JOB = ["state", "stage", "progress", "seconds_left", "error"]
_NONE_YET = "No bands yet: run them to see how sure costs are, and what to expect in use."
_STALE = "These bands belong to older data or settings. Run again."


class BootstrapPanel(Panel):
    """Panel that sets `resampling`, `level` and displayed bands, and runs the bootstrap."""

    def __init__(self, model: CostCurveModel) -> None:
        super().__init__()
        self._model = model
        self._job: Job | None = None
        self.method = Dropdown(
            description="Band for", options=_METHODS, tooltip="What the band is to cover"
        )
        self.simultaneous = RadioButtons(
            description="Holds", options=_LEVELS, tooltip="Where the level is to hold"
        )
        self.level = number_field("Level", "Level of the bands, between 0 and 1", self._set_level)
        self.resamples = number_field(
            "Resamples", "Number of resamples", self._set_resamples, whole=True
        )
        self.seed = number_field(
            "Seed", "Whole number that makes the run repeatable; empty for chance", self._set_seed,
            whole=True,
        )  # fmt: skip
        self.run = Button(description="Run", icon="play", button_style="primary")
        self.run.tooltip = "Resample the test set"
        self.cancel = Button(description="Cancel", icon="stop", tooltip="Stop resampling")
        self.progress = FloatProgress(
            description="Progress", min=0.0, max=1.0, tooltip="Share of resamples done"
        )
        self.status, self.error = PlainText(role="status"), PlainText(role="alert")
        self.covers, self.reasons = PlainText(), PlainText()
        self.single, self.warning = PlainText(_SINGLE), PlainText()
        self.band_owner = Menu(
            description="Whose band", options=[_ALL], tooltip="Whose band to draw and describe"
        )
        self.in_roc = Dropdown(
            description="In ROC space", options=_IN_ROC, tooltip="What bands in ROC space hold"
        )
        self.covers_roc = PlainText()
        self.stability, self.threshold_chart = PlainText(), Picture("cc-often")
        self.least_difference = number_field(
            "Difference that matters",
            "The least difference in cost that is to be told; empty for the one that is seen",
            self._set_least,
        )
        self.plan_text, self.width_chart = PlainText(), Picture("cc-funnel")
        self._stability_box = VBox(
            [PlainText(CHOICES_TITLE, role="heading"), self.stability, self.threshold_chart]
        )
        self._plan_box = VBox(
            [PlainText(PLAN_TITLE, role="heading"), self.plan_text, self.width_chart]
        )
        self._plan_box.children += (self.least_difference.widget,)
        self._results = row([self._stability_box, self._plan_box], "cc-beyond")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.widget.children = [
            row([self.method, self.simultaneous, self.single]),
            self.warning,
            row([self.level.widget, self.resamples.widget, self.seed.widget]),
            row([self.run, self.cancel, self.progress]),
            *(self.status, self.error, self._results, self.band_owner, self.covers),
            *(self.in_roc, self.covers_roc, self.reasons),
        ]

    def _connect(self) -> None:
        model = self._model
        self._bind(
            model,
            "resampling",
            self.method,
            to_control=lambda settings: settings.method,
            to_model=self._with_method,
        )
        self._bind(
            model,
            "resampling",
            self.simultaneous,
            to_control=lambda settings: settings.simultaneous,
            to_model=lambda chosen: replace(model.resampling, simultaneous=chosen),
        )
        self._bind(
            model, "view.shown_band", self.band_owner, options=self._band_options, also=["bands"]
        )
        self._bind(model, "view.roc_band", self.in_roc)
        self.run.on_click(self._start)
        self.cancel.on_click(self._cancel)
        self._watch(model, self._settings, "resampling", "level")
        self._watch(model, self._bands, "bands", "view", "curves")
        self._watch(model, self._show_roc_bands, "bands", "view", "pc")
        self._watch(model, self._follow, "job")
        self._watch(model, self._show_stability, "_stability", "colors")
        self._watch(model, self._show_plan, "bands", "pc", "view", "curves")

    @property
    def has_content(self) -> bool:
        """Whether there are bands."""
        return self._model.bands is not None

    def close(self) -> None:
        """Stop observing the model and the running job."""
        super().close()
        self._leave_job()

    def _set(self, **changed: Any) -> None:
        self._model.resampling = replace(self._model.resampling, **changed)

    def _with_method(self, method: str) -> BootstrapSettings:
        """Return settings with this method, pointwise if the method has no simultaneous band."""
        settings = self._model.resampling
        simultaneous = settings.simultaneous and not _is_pointwise_only(method)
        return replace(settings, method=method, simultaneous=simultaneous)

    def _set_level(self, level: float | None) -> None:
        self._model.level = default_of("level") if level is None else level

    def _set_resamples(self, count: float | None) -> None:
        default = default_of("resampling").n_resamples
        self._set(n_resamples=default if count is None else int(count))

    def _set_seed(self, seed: float | None) -> None:
        self._set(rng=None if seed is None else int(seed))

    def _set_least(self, difference: float | None) -> None:
        self._model.view.least_difference = difference

    def _start(self, _button: Button) -> None:
        self.error.show("")
        try:
            self._model.bootstrap(wait=False)
        except CostCurveError as error:
            self.error.show(str(error))

    def _cancel(self, _button: Button) -> None:
        if self._model.job is not None:
            self._model.job.cancel()

    def _settings(self) -> None:
        settings = self._model.resampling
        self.simultaneous.disabled = _is_pointwise_only(settings.method)
        set_visible(self.single, self.simultaneous.disabled)
        self.warning.show(SCORED[settings.method].warning)
        self.level.show(f"{self._model.level:.6g}")
        self.resamples.show(str(settings.n_resamples))
        self.seed.show("" if settings.rng is None else str(settings.rng))

    def _follow(self) -> None:
        """Observe the newest job only."""
        self._leave_job()
        self._job = job = self._model.job
        if job is not None:
            job.observe(self._progress, _OF_A_JOB)
        self._progress()

    def _leave_job(self) -> None:
        if self._job is not None:
            self._job.unobserve(self._progress, _OF_A_JOB)
        self._job = None

    def _progress(self, _change: object = None) -> None:
        job = self._job
        running = job is not None and job.state == "running"
        self.cancel.disabled = not running
        set_visible(self.progress, running)
        self.progress.value = 0.0 if job is None else job.progress
        failed = job is not None and job.state == "failed"
        self.error.show(f"The bootstrap failed: {job.error}" if job and failed else "")
        self._show_status()

    def _bands(self) -> None:
        bands = self._model.bands
        set_visible(self.band_owner, bands is not None and len(bands.each) > 1)
        reasons = {} if bands is None else bands.reasons
        self.reasons.show(
            truncated_list([f"No band for {name}: {why}" for name, why in reasons.items()])
        )
        drawn = visible_bands(self._model)
        covers = truncated_list([f"{name}: {band.covers}" for name, band in drawn.items()], _MOST)
        folds = spread_words(self._model.curves)
        self.covers.show("\n".join(filter(None, [covers, folds])))
        self._show_status()

    def _show_roc_bands(self) -> None:
        """Offer the kinds of bands in ROC space, if any, and describe their coverage."""
        drawn = visible_roc_bands(self._model) if self._model.view.show_roc else {}
        set_visible(self.in_roc, drawn)
        coverage = list(dict.fromkeys(band.covers for band in drawn.values()))
        rates = box_words(self._model) if visible_rate_intervals(self._model) is not None else ""
        self.covers_roc.show("\n".join(filter(None, [truncated_list(coverage, _MOST), rates])))

    def _show_stability(self) -> None:
        """Display how the choice varies over resamples at the operating point."""
        model, stability = self._model, self._model._stability
        set_visible(self._stability_box, stability is not None)
        self.stability.show("" if stability is None else "\n".join(stability.lines))
        bars = () if stability is None else stability.bars
        if stability is None or stability.best is None or stability.threshold is None or not bars:
            self.threshold_chart.draw("", "")
            return
        names = list(model.classifiers)
        color = looks(names, model.colors)[names.index(stability.best)].color
        ends = f"from {number(bars[0].low)} to {number(bars[-1].high)}"
        description = (
            f"How often which threshold of {stability.best} is the best in a resample, {ends}; "
            f"marked is {decimal(stability.threshold)}."
        )
        self.threshold_chart.draw(_threshold_chart(bars, stability.threshold, color), description)

    def _show_plan(self) -> None:
        """Display the expected benefit of more examples."""
        model = self._model
        ready = model.bands is not None and not model.bands.is_stale and bool(model.curves.shown)
        set_visible(self._plan_box, ready)
        least = model.view.least_difference
        self.least_difference.show("" if least is None else f"{least:.6g}")
        if not ready:
            self.plan_text.show("")
            self.width_chart.draw("", "")
            return
        plan = plan_sample_size(model, resample=False)
        self.plan_text.show("\n".join(plan.lines))
        widths = [
            f"{number(width.width, 2)} with {_sample_size_text(width.times)}"
            for width in plan.widths
        ]
        description = f"How wide the interval is: {', '.join(widths)}." if widths else ""
        self.width_chart.draw(_width_chart(plan.widths), description)

    def _band_options(self) -> list[tuple[str, str | None]]:
        """Return the bands to choose from, including the displayed one."""
        bands, shown_band = self._model.bands, self._model.view.shown_band
        names = [] if bands is None else list(bands.each)
        if shown_band and shown_band not in names:
            names.append(shown_band)
        return [_ALL, *((name, name) for name in names)]

    def _show_status(self) -> None:
        """Describe the state of the bootstrap."""
        job, bands = self._job, self._model.bands
        lines = []
        if job is not None and job.state == "running":
            lines.append(_progress_text(job.stage, job.seconds_left))
        if job is not None and job.state == "cancelled":
            lines.append("Cancelled.")
        if bands is None:
            lines.append("" if lines else _NONE_YET)
        elif not bands.n_resamples:
            lines.append("Done: a confusion matrix needs no resamples.")
        elif bands.settled:
            lines.append(f"Done: {bands.n_done:,} resamples.")
        elif bands.complete:
            lines.append(
                f"The bands are done. Resamples for differences and the best of all: "
                f"{bands.n_together:,} of {bands.n_resamples:,}."
            )
        else:
            done = f"{bands.n_done:,} of {bands.n_resamples:,} resamples"
            lines.append(f"Provisional bands from {done}.")
        if bands is not None and bands.is_stale:
            lines.append(_STALE)
        self.status.show("\n".join(lines))


def _is_pointwise_only(method: str) -> bool:
    """Return whether a method supports only pointwise bands."""
    return SCORED[method].coverage == "pointwise"


def _progress_text(stage: str, seconds: float | None) -> str:
    """Return the current stage and the remaining time, if known."""
    activity = "Resampling for differences" if stage == JOINT else "Resampling"
    if seconds is None:
        return f"{activity} ..."
    return (
        f"{activity}: about {seconds:.0f} s left." if seconds >= 1 else f"{activity}: nearly done."
    )


# ---- Charts as markup, without user text


def _threshold_chart(bars: tuple[Bar, ...], threshold: float, color: str) -> str:
    """Return a histogram of chosen thresholds, with the observed one marked."""
    low, high = min(bars[0].low, threshold), max(bars[-1].high, threshold)
    most = max(bar.share for bar in bars)

    def at(score: float) -> float:
        return 100.0 * (score - low) / (high - low) if high > low else 50.0

    drawn = "".join(
        f'<span class="cc-part" style="left:{at(bar.low):.2f}%;'
        f"width:{at(bar.high) - at(bar.low):.2f}%;height:{100.0 * bar.share / most:.1f}%;"
        f'background:{color}"></span>'
        for bar in bars
    )
    ends = f"<span>{number(low)}</span><span>{number(high)}</span>"
    marker = f'<span class="cc-here" style="left:{at(threshold):.2f}%"></span>'
    return f"<div>{drawn}{marker}</div><div>{ends}</div>"


def _width_chart(widths: tuple[Width, ...]) -> str:
    """Return bars of interval widths for increasing numbers of examples."""
    return "".join(
        f"<div><span>{_sample_size_text(width.times)}</span><span>"
        f'<span class="cc-part" style="width:{100.0 * width.width / widths[0].width:.1f}%"></span>'
        f"</span>"
        f"<span>{number(width.width, 2)}</span></div>"
        for width in widths
    )


def _sample_size_text(times: int) -> str:
    return "now" if times == 1 else f"{times} times"
