"""Score laboratory: populations with adjustable score distributions, and samples of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np
from ipywidgets import HBox, VBox, Widget

from cc_widgets.core import Conditions, RocCurve
from cc_widgets.core.populations import Sample
from cc_widgets.core.results import FloatArray, IntArray
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.drawing import Polyline
from cc_widgets.model.laboratory import (
    CLASSIFIER_HANDLES,
    NAMES,
    SHARED_HANDLES,
    covers_true_cost,
    handle_check,
    population_paths,
    populations_of,
    read_built_at,
    sample_of,
    sample_paths,
    sample_sizes,
    second_handles,
    strip_dots,
    strip_of,
)
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import CheckedTrait, json_value, watch, with_lock
from cc_widgets.model.view import View
from cc_widgets.model.words import describe_model
from cc_widgets.panels.explorer import CostCurveExplorer, PageSync
from cc_widgets.panels.parts import (
    Pages,
    PersistentWidget,
    UserChanges,
    close_previous_run,
    unregister,
)
from cc_widgets.views.cost import CostView
from cc_widgets.views.link import duality_traits
from cc_widgets.views.roc import RocView
from cc_widgets.views.style import PopulationCurves, assign, close_all
from cc_widgets.widgets.detail import Detail
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.key import Key
from cc_widgets.widgets.laboratory import LaboratoryKnobs, LaboratoryScores
from cc_widgets.widgets.legend import Legend
from cc_widgets.widgets.notes import Notes
from cc_widgets.widgets.ribbon import Ribbon
from cc_widgets.widgets.switches import Switches

# ---- Handles: labels and slider stops


SECOND = MappingProxyType({"separation": 1.5, "spread": 2.0})
"""Handles of the second classifier that the button adds."""


def _stepped(*parts: tuple[float, float, float]) -> list[float]:
    """Return numbers from first to last in steps, for consecutive ranges."""
    ranges = [np.arange(first, last + step / 2, step) for first, last, step in parts]
    return sorted({round(float(value), 6) for value in np.concatenate(ranges)})


_TIMES = _stepped((0.25, 1.0, 0.05), (1.0, 2.0, 0.1), (2.0, 4.0, 0.25))
_SHARES = [0.001, 0.002, 0.005, *_stepped((0.01, 0.1, 0.01), (0.1, 0.9, 0.02), (0.9, 0.99, 0.01))]
_SIZES = [10**power * first for power in (1, 2, 3) for first in (2, 3, 5, 7, 10)]
_LEVELS = [*range(2, 11), 12, 15, 20, 30, 50, None]

_EACH: Sequence[tuple[str, str, str, str, Sequence[Any]]] = (
    (
        "separation",
        "Separation",
        "How far positives lie above negatives",
        "number",
        _stepped((0.0, 4.0, 0.05)),
    ),
    ("spread", "Spread", "How widely positives are spread, beside negatives", "number", _TIMES),
    ("skew", "Skew", "Which tail is the longer one", "number", _stepped((-1.0, 1.0, 0.05))),
    ("ties", "Ties", "How many different scores there are", "levels", _LEVELS),
    (
        "calibration",
        "Sureness",
        "1: claims are honest; more: too sure; less: too careful. No curve moves",
        "number",
        _TIMES,
    ),
)
_SHARED: Sequence[tuple[str, str, str, str, Sequence[Any]]] = (
    ("prevalence", "Positives", "The share of positives in the population", "share", _SHARES),
    ("n", "Examples", "How many examples are drawn", "count", _SIZES),
)


def _knob(group: str, row: tuple[str, str, str, str, Sequence[Any]]) -> dict[str, Any]:
    name, words, help_, form, stops = row
    return {
        "name": f"{group}.{name}" if group else name,
        "words": words,
        "help": help_,
        "group": group,
        "form": form,
        "stops": list(stops),
    }


_MOST_EARLIER_SAMPLES = 12
"""Number of earlier samples whose curves stay visible."""

# ---- The laboratory


class Laboratory(PersistentWidget):
    """Two populations with adjustable score distributions, and both spaces of a sample of them.

    The population curves are known and displayed behind the sample curves. Every example is a
    dot, correct or wrong depending on its side of the threshold. A threshold corresponds to a point
    in ROC space and a line in cost space.

    Parameters
    ----------
    built_at : float, optional
        Prevalence for which the classifiers were built; by default the initial one.
    **handles
        Initial values of the traits below.

    Examples
    --------
    >>> laboratory = Laboratory(separation=2.0, n=200)
    >>> laboratory.spread = 1.5
    >>> laboratory.y_true.size, list(laboratory.scores)
    (200, ['A'])
    >>> laboratory.close()
    """

    separation = CheckedTrait[float](
        1.5,
        handle_check("separation"),
        "Distance between the scores of both classes, in spreads of the negatives.",
    )
    spread = CheckedTrait[float](
        1.0, handle_check("spread"), "Spread of the scores of positives, relative to negatives."
    )
    skew = CheckedTrait[float](
        0.0,
        handle_check("skew"),
        "Skewness: above 0 the long tails are at high scores, below 0 at low ones.",
    )
    ties = CheckedTrait[int | None](
        None, handle_check("ties"), "Number of distinct scores; None for continuous scores."
    )
    calibration = CheckedTrait[float](
        1.0,
        handle_check("calibration"),
        "Calibration: 1 calibrated, above 1 overconfident, below 1 underconfident.",
    )
    second = CheckedTrait[Mapping[str, Any] | None](
        None, second_handles, "Handles of a second classifier as a dict; None without one."
    )
    prevalence = CheckedTrait[float](
        0.2, SHARED_HANDLES["prevalence"], "Prevalence of the population."
    )
    n = CheckedTrait[int](1000, SHARED_HANDLES["n"], "Number of examples in the sample.")
    seed = CheckedTrait[int](
        0,
        SHARED_HANDLES["seed"],
        "Seed of the sample.",
    )
    bands = CheckedTrait[bool](
        False,  # noqa: FBT003 (default value)
        SHARED_HANDLES["bands"],
        "Whether to compute a confidence band for each sample.",
    )

    @with_lock
    def __init__(self, *, built_at: float | None = None, **handles: Any) -> None:
        for name, value in handles.items():
            if name not in self._HANDLES:
                fix = f"Pass one of {', '.join(self._HANDLES)}."
                raise CostCurveError(
                    "is not a handle of the laboratory", where=shown(name), fix=fix
                )
            setattr(self, name, value)
        self._built_at = read_built_at(self.prevalence if built_at is None else built_at)
        self._initial = {name: getattr(self, name) for name in self._HANDLES}
        self._covered: list[bool] = []
        self._counted_sample: Sample | None = None
        self._earlier_curves: list[tuple[int, tuple[Polyline, Polyline]]] = []
        self._draw_sample()
        self._model = model = CostCurveModel(
            self._classifiers(), view=View(follows="cost_ratio", cost_top=0.5)
        )
        model.conditions = Conditions(prior=self.prevalence)
        model.resampling = BootstrapSettings(n_resamples=499, rng=0)
        self._duality = Duality(**duality_traits(model))
        self._views = (RocView(self._duality, model), CostView(self._duality, model))
        self._knobs = LaboratoryKnobs(knobs=self._sliders(), values=self._values())
        self._scores = LaboratoryScores(duality=self._duality)
        self._explorer: CostCurveExplorer | None = None
        self._box = self._layout_widget()
        super().__init__([self._box], _dom_classes=("cc-lab",))
        self._sync = PageSync(model, self._duality, self._draw)
        self._stop = watch(model, self._count_bands, "bands")
        self._observers = [
            UserChanges(self._knobs, self._on_slider_change, "values"),
            UserChanges(self, self._on_handle_change, *self._HANDLES),
        ]
        self._knobs.on_msg(self._on_button)
        self._scores.on_msg(self._on_hold)
        self.on_msg(self._send_static_forms)
        self._update_knobs()
        self._draw()
        self._start_bands()
        close_previous_run(self)

    _HANDLES = (*CLASSIFIER_HANDLES, "second", "prevalence", "n", "seed", "bands")

    # ---- Contents

    @property
    def model(self) -> CostCurveModel:
        """Model with the classifiers of the sample."""
        return self._model

    @property
    def duality(self) -> Duality:
        """State shared with the page."""
        return self._raise_closed("duality") if self.comm is None else self._duality

    @property
    def y_true(self) -> IntArray:
        """True labels of the sample: 1 for positive examples, 0 for negative ones."""
        return self._sample.y_true

    @property
    def scores(self) -> dict[str, FloatArray]:
        """Scores of the examples, by classifier."""
        return dict(self._sample.scores)

    @property
    def truth(self) -> dict[str, RocCurve]:
        """Population ROC curve of each classifier."""
        return dict(self._curves)

    def new_sample(self) -> None:
        """Draw a new sample; curves of earlier samples stay visible as thin lines."""
        self.seed += 1

    def reset(self) -> None:
        """Restore the initial values of all handles, and remove marked thresholds."""
        self._model.marks = ()
        for name, value in self._initial.items():
            setattr(self, name, value)

    def freeze(self) -> CostCurveExplorer:
        """Return an explorer of the current sample, independent of the laboratory."""
        model = self.model
        names = ("conditions", "view", "marks", "pins", "resampling")
        traits = {name: getattr(model, name) for name in names}
        return CostCurveExplorer(CostCurveModel(dict(model.classifiers), **traits))

    def unopened_panels(self) -> AbstractContextManager[Pages]:
        """Context manager that builds panels of the explorer below that were never opened."""
        return (
            super().unopened_panels()
            if self._explorer is None
            else self._explorer.unopened_panels()
        )

    def close(self) -> None:
        """Close the laboratory with all its widgets."""
        if self.comm is None:
            return
        unregister(self)
        self._sync.close()
        self._stop()
        if self._model.job is not None:
            self._model.job.cancel()
        for ear in self._observers:
            ear.close()
        super().close()
        if self._explorer is not None:
            self._explorer.close()
        for part in (self._box, self.layout):
            close_all(part)
        assign(self, children=())

    @with_lock
    def __repr__(self) -> str:
        """Return a one-line description, displayed where widgets are not supported."""
        text = "closed" if self.comm is None else describe_model(self.model)
        return f"Laboratory({text})"

    def _raise_closed(self, where: str) -> NoReturn:
        raise CostCurveError(
            "this laboratory is closed", where=where, fix="Create a new one: cc.laboratory()."
        )

    # ---- Consequences of the handles

    def _draw_sample(self) -> None:
        """Compute the populations, and draw a sample from them."""
        first = {name: getattr(self, name) for name in CLASSIFIER_HANDLES}
        both = [first] if self.second is None else [first, self.second]
        self._populations, self._curves = populations_of(both, self._built_at)
        self._sample = sample_of(self._populations, self.prevalence, self.n, self.seed)

    def _classifiers(self) -> dict[str, Any]:
        return {name: (self.y_true, scores) for name, scores in self._sample.scores.items()}

    def _on_handle_change(self, change: Any) -> None:
        """Update everything after a change of a handle."""
        if change["name"] == "bands":
            self._model.view.show_bands = self.bands
        else:
            self._remember(change["name"])
            self._draw_sample()
            self._show_sample()
        self._update_knobs()
        if not self._is_dragging:
            self._start_bands()

    _is_dragging = False
    """Whether a slider is being dragged."""

    def _show_sample(self) -> None:
        """Display the new sample, with conditions that have its prevalence."""
        model, conditions = self._model, self._model.conditions
        costs = (1.0, 1.0) if conditions is None else (conditions.cost_fp, conditions.cost_fn)
        names = tuple(self._sample.scores)
        with model.hold_trait_notifications():
            model.marks = tuple(mark for mark in model.marks if mark.name in names)
            model.hidden = tuple(name for name in model.hidden if name in names)
            model.classifiers = self._classifiers()
            model.conditions = Conditions(self.prevalence, *costs)
        self._draw()

    def _remember(self, name: str) -> None:
        """Store the curves of the last sample while only the seed changes."""
        if name != "seed":
            self._earlier_curves, self._covered = [], []
            return
        items = self._model.curves.classifiers
        last = [(item.position, sample_paths(item)) for item in items]
        self._earlier_curves = [*self._earlier_curves, *last][-_MOST_EARLIER_SAMPLES * len(last) :]

    def _draw(self) -> None:
        """Draw the figures, the population curves behind them, and the dots."""
        if self._drawn_sample is not self._sample:
            self._drawn_sample = self._sample
            ways = [population_paths(curve) for curve in self._curves.values()]
            roc, cost = self._views
            roc.truth, cost.truth = (
                PopulationCurves(
                    [way[i] for way in ways],
                    [(place, both[i]) for place, both in self._earlier_curves],
                )
                for i in range(2)
            )
            self._draw_dots()
        for view in self._views:
            view.draw(self._model)

    _drawn_sample: Sample | None = None

    def _draw_dots(self) -> None:
        populations = self._populations
        assign(
            self._scores,
            strips=[
                strip_of(place, population) for place, population in enumerate(populations.values())
            ],
            people=sample_sizes(self._sample, self.prevalence),
            dots=strip_dots(self._sample, populations),
        )

    def _start_bands(self) -> None:
        """Start computing bands in the background if they are switched on."""
        if self.bands:
            self._model.bootstrap(wait=False)

    def _count_bands(self) -> None:
        """Count bands that cover the true cost, once per sample."""
        model, curves = self._model, self._curves
        bands = {} if model.bands is None or model.bands.is_stale else model.bands.each
        is_whole = not any(band.provisional for band in bands.values())
        if not bands or not is_whole or self._counted_sample is self._sample:
            return
        self._counted_sample = self._sample
        pairs = [(band, curves[name]) for name, band in bands.items() if name in curves]
        self._covered += [covers_true_cost(band, curve, model.pc) for band, curve in pairs]
        self._update_knobs()

    def _coverage_text(self) -> str:
        """Return how many bands cover the true cost."""
        count, covered = len(self._covered), sum(self._covered)
        bands = "band" if count == 1 else "bands"
        return (
            f"{covered} of {count} {bands} held the truth at the operating point." if count else ""
        )

    # ---- The page

    def _layout_widget(self) -> Widget:
        duality, (roc, cost) = self._duality, self._views
        row, stack = HBox, VBox
        halves = [
            stack([roc.figure, Detail(duality=duality)], _dom_classes=("cc-half",)),
            stack(
                [cost.figure, Ribbon(duality=duality, scale=cost.scale)], _dom_classes=("cc-half",)
            ),
        ]
        rows = [
            row([Legend(duality=duality), Switches(duality=duality)], _dom_classes=("cc-top",)),
            self._scores,
            row(halves, _dom_classes=("cc-figures",)),
            stack([Key(duality=duality), Notes(duality=duality)], _dom_classes=("cc-key",)),
        ]
        main = stack(rows, _dom_classes=("cc-main",))
        return row([self._knobs, main], _dom_classes=("cc-explorer", "cc-laboratory"))

    def _sliders(self) -> list[dict[str, Any]]:
        groups = NAMES if self.second is not None else NAMES[:1]
        each = [_knob(group, row) for group in groups for row in _EACH]
        return [*each, *(_knob("", row) for row in _SHARED)]

    def _values(self) -> dict[str, Any]:
        """Return the current values of the handles."""
        shared = {name: getattr(self, name) for name in ("prevalence", "n")}
        first = {f"{NAMES[0]}.{name}": getattr(self, name) for name in CLASSIFIER_HANDLES}
        second = {f"{NAMES[1]}.{name}": value for name, value in (self.second or {}).items()}
        values: dict[str, Any] = json_value({**first, **second, **shared})
        return values

    def _buttons(self) -> list[dict[str, Any]]:
        """Return the buttons for samples, bands, reset and freezing a sample."""
        return [
            {
                "name": "sample",
                "words": "New sample",
                "help": "Draw other people from the same population",
            },
            {
                "name": "bands",
                "words": "Bands",
                "help": "How uncertain each sample is",
                "isOn": self.bands,
            },
            {
                "name": "second",
                "words": "Two classifiers",
                "help": "A second one, with handles of its own",
                "isOn": self.second is not None,
            },
            {"name": "reset", "words": "Reset", "help": "All handles back to where they were"},
            {"name": "freeze", "words": "Freeze", "help": "Open this sample in an explorer, below"},
        ]

    def _update_knobs(self) -> None:
        """Send the handles to the page, except the values that it has sent itself."""
        ear = self._observers[0]
        with ear.muted():
            assign(
                self._knobs,
                knobs=self._sliders(),
                values=self._values(),
                pushes=self._buttons(),
                message=self._coverage_text(),
            )

    # ---- Messages from the page

    def _on_slider_change(self, change: Any) -> None:
        """Set the handles that were moved on the page."""
        current, new = self._values(), change["new"]
        moved = {name: new[name] for name in current if name in new and new[name] != current[name]}
        self._is_dragging = True
        try:
            for name, value in moved.items():
                with suppress(CostCurveError):
                    self._set(name, value)
        finally:
            self._is_dragging = False
        self._update_knobs()

    def _set(self, name: str, value: Any) -> None:
        """Set a handle by its name on the page."""
        group, _, own = name.rpartition(".")
        if group == NAMES[1]:
            self.second = {**(self.second or {}), own: value}
        else:
            setattr(self, own, value)

    @with_lock
    def _on_button(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Run the action of a button; bands wait until the slider is released."""
        if content.get("rest"):
            self._start_bands()
        push = content.get("push")
        if push == "sample":
            self.new_sample()
        elif push == "bands":
            self.bands = not self.bands
        elif push == "second":
            self.second = SECOND if self.second is None else None
        elif push == "reset":
            self.reset()
        elif push == "freeze":
            self._show_frozen()

    def _show_frozen(self) -> None:
        """Display an explorer of this sample below the laboratory; close the previous explorer."""
        if self._explorer is not None:
            self._explorer.close()
        self._explorer = self.freeze()
        assign(self, children=(self._box, self._explorer))

    @with_lock
    def _on_hold(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Mark the threshold shown in a strip as in use, or remove that mark."""
        names, place = tuple(self._sample.scores), content.get("strip")
        if place not in range(len(names)):
            return
        name = names[place]
        other_marks = tuple(mark for mark in self._model.marks if mark.name != name)
        threshold = content.get("hold")
        with suppress(CostCurveError):
            self._model.marks = (
                other_marks if threshold is None else (*other_marks, (name, threshold))
            )


def laboratory(*, built_at: float | None = None, **handles: Any) -> Laboratory:
    """Create a score laboratory; see `Laboratory`.

    Parameters
    ----------
    built_at : float, optional
        Prevalence for which the classifiers were built; by default the initial one.
    **handles
        Initial values of `separation`, `spread`, `skew`, `ties` and `calibration`, of `second` (a
        dict of the same for a second classifier), `prevalence`, `n`, `seed` and `bands`.

    Returns
    -------
    Laboratory
        Widget whose handles are traits, as in `laboratory.separation = 2`. Its `model` contains the
        classifiers; `freeze()` returns an explorer of the sample.

    Raises
    ------
    CostCurveError
        If a handle is unknown or its value is invalid.

    Examples
    --------
    >>> lab = laboratory(separation=1.5, prevalence=0.2, second={"spread": 2})
    >>> lab.model
    CostCurveModel(2 classifiers: A, B; prior 0.2, costs 1 : 1; no bands)
    >>> lab.close()
    """
    return Laboratory(built_at=built_at, **handles)
