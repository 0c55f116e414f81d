"""Fields to type into: a wrong entry stays there, with its error beside it."""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log, log10
from typing import Any

from ipywidgets import FloatRangeSlider, FloatSlider, Text, VBox

from cc_widgets.core.ranges import Range
from cc_widgets.errors import CostCurveError
from cc_widgets.panels.entries import read_entry, read_number, written
from cc_widgets.panels.words import Words, shown_if

Ends = tuple[float, float] | None


@dataclass(frozen=True)
class Slide:
    """How far a slider reaches, in units that make great and small values equally easy."""

    low: float
    high: float
    step: float
    into: Callable[[float], float]
    back: Callable[[float], float]

    def place(self, value: float) -> float:
        """Return where the slider stands; values beyond its ends stand there."""
        near = round(self.into(value) / self.step) * self.step
        return min(max(near, self.low), self.high)


def _log_odds(share: float) -> float:
    return log(share / (1.0 - share)) if 0.0 < share < 1.0 else (share - 0.5) * 1e9


def _share(log_odds: float) -> float:
    """Return a share whose distance from the nearer end is a short number."""
    near = float(f"{1.0 / (1.0 + exp(abs(log_odds))):.2g}")
    return near if log_odds < 0.0 else 1.0 - near


SHARES = Slide(-14.0, 14.0, 0.1, _log_odds, _share)
"""Rates of any size: log-odds from 1e-6 to 1 - 1e-6."""

COSTS = Slide(
    -3.0,
    6.0,
    0.05,
    lambda cost: log10(cost) if cost > 0.0 else -3.0,
    lambda power: float(f"{10.0**power:.2g}"),
)
"""Costs from a thousandth to a million."""


class Field:
    """One line of text that means something, or is told why it does not.

    Parameters
    ----------
    label : str
        Stands before it.
    help_words : str
        What a screen reader adds, and the pointer shows.
    commit : callable
        Takes what was typed; raises CostCurveError if it is wrong.
    """

    def __init__(self, label: str, help_words: str, commit: Callable[[str], None]) -> None:
        self._commit = commit
        self._told = ""
        self._writing = False
        self.text = Text(description=label, tooltip=help_words, continuous_update=False)
        self.error = Words(role="alert")
        self.widget = VBox([self.text, self.error])
        self.widget.add_class("cc-field")
        self.text.observe(self._typed, "value")

    def show(self, told: str) -> None:
        """Show what the model holds; a wrong entry stays while the model says the same."""
        if told != self._told or not self.error.text:
            self._told = told
            self._write(told)

    def refuse(self, error: CostCurveError | None) -> None:
        """Say what is wrong, or that nothing is."""
        self.error.say(str(error) if error else "")
        (self.text.add_class if error else self.text.remove_class)("cc-wrong")

    def _write(self, text: str) -> None:
        self._writing = True
        try:
            self.text.value = text
        finally:
            self._writing = False
        self.refuse(None)

    def _typed(self, change: Any) -> None:
        if self._writing:
            return
        try:
            self._commit(change["new"])
        except CostCurveError as error:
            self.refuse(error)
        else:
            self._write(self._told)


def number_field(
    label: str, help_words: str, commit: Callable[[float | None], None], *, whole: bool = False
) -> Field:
    """Return a field for a single number; nothing typed is None."""
    return Field(label, help_words, lambda text: commit(read_number(label, text, whole=whole)))


class RangeField:
    """A number or a range, to be typed or, where a slider is given, to be dragged."""

    def __init__(
        self, label: str, help_words: str, commit: Callable[[Ends], None], slide: Slide | None
    ) -> None:
        self._commit = commit
        self._slide = slide
        self._showing = False
        self._put: dict[Any, tuple[float, ...]] = {}
        self._field = Field(label, help_words, lambda text: commit(read_entry(label, text)))
        self.text, self.error = self._field.text, self._field.error
        self.widget = self._field.widget
        self.one: FloatSlider | None = None
        self.two: FloatRangeSlider | None = None
        if slide is not None:
            reach = {"min": slide.low, "max": slide.high, "step": slide.step, "readout": False}
            words = {"description": "slide", "tooltip": f"{label}, on a logarithmic scale"}
            self.one = FloatSlider(**reach, **words)
            self.two = FloatRangeSlider(**reach, **words)
            self.widget.children = [self.text, self.one, self.two, self.error]
            for slider in (self.one, self.two):
                self._put[slider] = _places(slider)
                slider.observe(self._slid, "value")

    def show(self, value: Range | None) -> None:
        """Show what the model holds."""
        self._field.show(written(value))
        if self._slide is None or self.one is None or self.two is None:
            return
        shown_if(self.one, value is None or value.exact)
        shown_if(self.two, value is not None and not value.exact)
        if value is None:
            return
        self._showing = True
        try:
            low, high = self._slide.place(value.low), self._slide.place(value.high)
            _bring(self.one, (low,), self._slide.step)
            _bring(self.two, (low, high), self._slide.step)
            self._put = {slider: _places(slider) for slider in self._put}
        finally:
            self._showing = False

    def _slid(self, change: Any) -> None:
        if self._showing or self._slide is None:
            return
        places = _places(change["owner"])
        put = self._put[change["owner"]]
        if all(abs(a - b) < self._slide.step / 2 for a, b in zip(places, put, strict=True)):
            return  # the page has moved it to its grid
        low, high = places[0], places[-1]
        try:
            self._commit((self._slide.back(low), self._slide.back(high)))
        except CostCurveError as error:
            self._field.refuse(error)


def _bring(slider: Any, places: tuple[float, ...], step: float) -> None:
    """Move a slider, unless it stands near enough: it may be under the user's hand."""
    if any(abs(a - b) >= step for a, b in zip(_places(slider), places, strict=True)):
        slider.value = places if len(places) > 1 else places[0]


def _places(slider: Any) -> tuple[float, ...]:
    """Return where the handles of a slider stand."""
    return slider.value if isinstance(slider.value, tuple) else (slider.value,)
