"""Bands on demand."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ipywidgets import Button, Dropdown, FloatProgress, RadioButtons, VBox

from cc_widgets.errors import CostCurveError
from cc_widgets.model.bands import IN_ROC, SCORED, BootstrapSettings
from cc_widgets.model.bootstrap import TOGETHER
from cc_widgets.model.drawing import box_words, drawn_bands, drawn_box, drawn_roc_bands, looks
from cc_widgets.model.numerals import decimal, listed, number
from cc_widgets.model.planning import CHOICES_TITLE, PLAN_TITLE, Bar, Width, planned
from cc_widgets.model.state import CostCurveModel, usual
from cc_widgets.model.words import spread_words
from cc_widgets.panels.parts import Menu, Panel, Picture, Words, number_field, row, shown_if

if TYPE_CHECKING:
    from cc_widgets.model.jobs import Job

_METHODS = [(method.words, name) for name, method in SCORED.items()]
_IN_ROC = [(method.words, name) for name, method in IN_ROC.items()]
_LEVELS = [("at each single PC(+)", False), ("at all PC(+) together", True)]
_MOST = 3
_ALL = ("all", None)
_SINGLE = "They hold at each single PC(+) only."
_OF_A_JOB = ["state", "stage", "progress", "seconds_left", "error"]
_NONE_YET = "No bands yet: run them to see how sure costs are, and what to expect in use."
_STALE = "These bands belong to older data or settings. Run again."


class BootstrapPanel(Panel):
    """Sets `bootstrap_settings`, `level`, `shown_band` and `roc_band`; starts and cancels `job`.

    Parameters
    ----------
    model : CostCurveModel
        What it sets and follows.
    """

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
        self.status, self.error = Words(role="status"), Words(role="alert")
        self.covers, self.reasons = Words(), Words()
        self.single, self.warning = Words(_SINGLE), Words()
        self.whose = Menu(
            description="Whose band", options=[_ALL], tooltip="Whose band to draw and describe"
        )
        self.in_roc = Dropdown(
            description="In ROC space", options=_IN_ROC, tooltip="What bands in ROC space hold"
        )
        self.covers_roc = Words()
        self.again, self.often = Words(), Picture("cc-often")
        self.matters = number_field(
            "Difference that matters",
            "The least difference in cost that is to be told; empty for the one that is seen",
            self._set_least,
        )
        self.more, self.narrower = Words(), Picture("cc-funnel")
        self._choices = VBox([Words(CHOICES_TITLE, role="heading"), self.again, self.often])
        self._plan = VBox([Words(PLAN_TITLE, role="heading"), self.more, self.narrower])
        self._plan.children += (self.matters.widget,)
        self._beyond = row([self._choices, self._plan], "cc-beyond")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.widget.children = [
            row([self.method, self.simultaneous, self.single]),
            self.warning,
            row([self.level.widget, self.resamples.widget, self.seed.widget]),
            row([self.run, self.cancel, self.progress]),
            *(self.status, self.error, self._beyond, self.whose, self.covers),
            *(self.in_roc, self.covers_roc, self.reasons),
        ]

    def _connect(self) -> None:
        model = self._model
        self._bind(
            model,
            "bootstrap_settings",
            self.method,
            to_control=lambda settings: settings.method,
            to_model=self._with_method,
        )
        self._bind(
            model,
            "bootstrap_settings",
            self.simultaneous,
            to_control=lambda settings: settings.simultaneous,
            to_model=lambda chosen: replace(model.bootstrap_settings, simultaneous=chosen),
        )
        self._bind(model, "shown_band", self.whose, options=self._whose, also=["band"])
        self._bind(model, "roc_band", self.in_roc)
        self.run.on_click(self._start)
        self.cancel.on_click(lambda _button: model.cancel())
        self._watch(model, self._settings, "bootstrap_settings", "level")
        self._watch(model, self._bands, "band", "stale", "shown_band", "derived")
        self._watch(
            model, self._in_roc, "band", "stale", "shown_band", "roc_band", "show_roc", "pc"
        )
        self._watch(model, self._follow, "job")
        self._watch(model, self._choose, "chosen_again", "colors")
        self._watch(model, self._look_ahead, "band", "stale", "pc", "least_difference", "derived")

    @property
    def tells(self) -> bool:
        """Whether there are bands, of which there is something to say."""
        return self._model.band is not None

    def close(self) -> None:
        """Let go of the model, and of the job that runs."""
        super().close()
        self._leave_job()

    def _set(self, **changed: Any) -> None:
        self._model.bootstrap_settings = replace(self._model.bootstrap_settings, **changed)

    def _with_method(self, method: str) -> BootstrapSettings:
        """Settings with a method, and where it holds in one way only, that way."""
        settings = self._model.bootstrap_settings
        simultaneous = settings.simultaneous and not _is_single(method)
        return replace(settings, method=method, simultaneous=simultaneous)

    def _set_level(self, level: float | None) -> None:
        self._model.level = usual("level") if level is None else level

    def _set_resamples(self, count: float | None) -> None:
        many = usual("bootstrap_settings").n_resamples
        self._set(n_resamples=many if count is None else int(count))

    def _set_seed(self, seed: float | None) -> None:
        self._set(rng=None if seed is None else int(seed))

    def _set_least(self, difference: float | None) -> None:
        self._model.least_difference = difference

    def _start(self, _button: Button) -> None:
        self.error.say("")
        try:
            self._model.start_bootstrap()
        except CostCurveError as error:
            self.error.say(str(error))

    def _settings(self) -> None:
        settings = self._model.bootstrap_settings
        self.simultaneous.disabled = _is_single(settings.method)
        shown_if(self.single, self.simultaneous.disabled)
        self.warning.say(SCORED[settings.method].warning)
        self.level.show(f"{self._model.level:.6g}")
        self.resamples.show(str(settings.n_resamples))
        self.seed.show("" if settings.rng is None else str(settings.rng))

    def _follow(self) -> None:
        """Watch the newest job, and no older one."""
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
        shown_if(self.progress, running)
        self.progress.value = 0.0 if job is None else job.progress
        failed = job is not None and job.state == "failed"
        self.error.say(f"The bootstrap failed: {job.error}" if job and failed else "")
        self._say()

    def _bands(self) -> None:
        bands = self._model.band
        shown_if(self.whose, bands is not None and len(bands.each) > 1)
        reasons = {} if bands is None else bands.reasons
        self.reasons.say(listed([f"No band for {name}: {why}" for name, why in reasons.items()]))
        drawn = drawn_bands(self._model)
        covers = listed([f"{name}: {band.covers}" for name, band in drawn.items()], _MOST)
        folds = spread_words(self._model.derived)
        self.covers.say("\n".join(filter(None, [covers, folds])))
        self._say()

    def _in_roc(self) -> None:
        """Offer the kinds of bands in ROC space where there are any, and say what they cover."""
        drawn = drawn_roc_bands(self._model) if self._model.show_roc else {}
        shown_if(self.in_roc, drawn)
        said = list(dict.fromkeys(band.covers for band in drawn.values()))
        rates = box_words(self._model) if drawn_box(self._model) is not None else ""
        self.covers_roc.say("\n".join(filter(None, [listed(said, _MOST), rates])))

    def _choose(self) -> None:
        """Say and draw what the resamples choose at the operating point."""
        model, again = self._model, self._model.chosen_again
        shown_if(self._choices, again is not None)
        self.again.say("" if again is None else "\n".join(again.lines))
        bars = () if again is None else again.bars
        if again is None or again.best is None or again.threshold is None or not bars:
            self.often.draw("", "")
            return
        names = list(model.classifiers)
        color = looks(names, model.colors)[names.index(again.best)].color
        ends = f"from {number(bars[0].low)} to {number(bars[-1].high)}"
        says = (
            f"How often which threshold of {again.best} is the best in a resample, {ends}; marked "
            f"is {decimal(again.threshold)}."
        )
        self.often.draw(_strip(bars, again.threshold, color), says)

    def _look_ahead(self) -> None:
        """Say and draw what more examples would tell."""
        model = self._model
        ready = model.band is not None and not model.stale and bool(model.derived.shown)
        shown_if(self._plan, ready)
        least = model.least_difference
        self.matters.show("" if least is None else f"{least:.6g}")
        if not ready:
            self.more.say("")
            self.narrower.draw("", "")
            return
        plan = planned(model, resample=False)
        self.more.say("\n".join(plan.lines))
        told = [f"{number(one.width, 2)} with {_as_many(one.times)}" for one in plan.widths]
        says = f"How wide the interval is: {', '.join(told)}." if told else ""
        self.narrower.draw(_funnel(plan.widths), says)

    def _whose(self) -> list[tuple[str, str | None]]:
        """Whose bands can be chosen; the one that is drawn stays among them."""
        bands, wanted = self._model.band, self._model.shown_band
        names = [] if bands is None else list(bands.each)
        if wanted and wanted not in names:
            names.append(wanted)
        return [_ALL, *((name, name) for name in names)]

    def _say(self) -> None:
        """Say in words where things stand."""
        job, bands = self._job, self._model.band
        lines = []
        if job is not None and job.state == "running":
            lines.append(_running(job.stage, job.seconds_left))
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
        if bands is not None and self._model.stale:
            lines.append(_STALE)
        self.status.say("\n".join(lines))


def _is_single(method: str) -> bool:
    """Whether a method holds at each single PC(+) only."""
    return SCORED[method].holds == "each pc"


def _running(stage: str, seconds: float | None) -> str:
    """What is worked at, and how long it will take, as far as that can be told."""
    what = "Resampling for differences" if stage == TOGETHER else "Resampling"
    if seconds is None:
        return f"{what} ..."
    return f"{what}: about {seconds:.0f} s left." if seconds >= 1 else f"{what}: nearly done."


# ---- Small pictures of numbers, in markup that has none of the user's words


def _strip(bars: tuple[Bar, ...], threshold: float, color: str) -> str:
    """How often each threshold is chosen, and a line at the one on these data."""
    low, high = min(bars[0].low, threshold), max(bars[-1].high, threshold)
    most = max(one.share for one in bars)

    def at(score: float) -> float:
        return 100.0 * (score - low) / (high - low) if high > low else 50.0

    drawn = "".join(
        f'<span class="cc-part" style="left:{at(one.low):.2f}%;'
        f"width:{at(one.high) - at(one.low):.2f}%;height:{100.0 * one.share / most:.1f}%;"
        f'background:{color}"></span>'
        for one in bars
    )
    ends = f"<span>{number(low)}</span><span>{number(high)}</span>"
    here = f'<span class="cc-here" style="left:{at(threshold):.2f}%"></span>'
    return f"<div>{drawn}{here}</div><div>{ends}</div>"


def _funnel(widths: tuple[Width, ...]) -> str:
    """An interval with more and more examples, one below the other."""
    return "".join(
        f"<div><span>{_as_many(one.times)}</span><span>"
        f'<span class="cc-part" style="width:{100.0 * one.width / widths[0].width:.1f}%"></span>'
        f"</span>"
        f"<span>{number(one.width, 2)}</span></div>"
        for one in widths
    )


def _as_many(times: int) -> str:
    return "now" if times == 1 else f"{times} times"
