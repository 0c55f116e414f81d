"""The score laboratory: populations with handles above the linked figures of a sample of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np
from ipywidgets import HBox, VBox, Widget

from cc_widgets.core import Conditions, RocCurve
from cc_widgets.core._populations import Sample
from cc_widgets.core._results import FloatArray, IntArray
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.bands import BootstrapSettings
from cc_widgets.model.drawing import Way
from cc_widgets.model.laboratory import (
    NAMES,
    OF_EACH,
    SHARED,
    dots_of,
    holds,
    of_each,
    people_of,
    populations_of,
    sample_of,
    sampled_ways,
    second_handles,
    share_built_at,
    strip_of,
    true_ways,
)
from cc_widgets.model.state import CostCurveModel
from cc_widgets.model.traits import Checked, in_turn, plain
from cc_widgets.model.words import line_of
from cc_widgets.panels.explorer import CostCurveExplorer, Sync
from cc_widgets.panels.parts import Ear, Kept, Pages, forget, replaces_last_run
from cc_widgets.views.cost import CostView
from cc_widgets.views.link import duality_traits
from cc_widgets.views.roc import RocView
from cc_widgets.views.style import Truth, assign, close_all
from cc_widgets.widgets.detail import Detail
from cc_widgets.widgets.duality import Duality
from cc_widgets.widgets.key import Key
from cc_widgets.widgets.laboratory import LaboratoryKnobs, LaboratoryScores
from cc_widgets.widgets.legend import Legend
from cc_widgets.widgets.notes import Notes
from cc_widgets.widgets.ribbon import Ribbon
from cc_widgets.widgets.switches import Switches

# ---- The handles: what each is called, where its slider may stand


SECOND = MappingProxyType({"separation": 1.5, "spread": 2.0})
"""The second classifier that the button adds."""


def _steps(*parts: tuple[float, float, float]) -> list[float]:
    """Numbers from a first to a last in steps, one part after the other."""
    found = [np.arange(first, last + step / 2, step) for first, last, step in parts]
    return sorted({round(float(one), 6) for one in np.concatenate(found)})


_TIMES = _steps((0.25, 1.0, 0.05), (1.0, 2.0, 0.1), (2.0, 4.0, 0.25))
_SHARES = [0.001, 0.002, 0.005, *_steps((0.01, 0.1, 0.01), (0.1, 0.9, 0.02), (0.9, 0.99, 0.01))]
_SIZES = [10**power * first for power in (1, 2, 3) for first in (2, 3, 5, 7, 10)]
_LEVELS = [*range(2, 11), 12, 15, 20, 30, 50, None]

_EACH: Sequence[tuple[str, str, str, str, Sequence[Any]]] = (
    (
        "separation",
        "Separation",
        "How far positives lie above negatives",
        "number",
        _steps((0.0, 4.0, 0.05)),
    ),
    ("spread", "Spread", "How widely positives are spread, beside negatives", "number", _TIMES),
    ("skew", "Skew", "Which tail is the longer one", "number", _steps((-1.0, 1.0, 0.05))),
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


_EARLIER = 12
"""So many earlier samples leave their curves."""

# ---- The laboratory


class Laboratory(Kept):
    """Two classes of people with handles, a sample of them, and both spaces of that sample.

    The populations are known: their true curves stay behind those of the sample. Every example is
    a dot, which is right or wrong by the side of the threshold on which it lies; the same threshold
    is a point in ROC space and a line in cost space.

    Parameters
    ----------
    built_at : float, optional
        The share of positives for which the classifiers were built; that at first, if left out.
    **handles
        Any of the traits below.

    Examples
    --------
    >>> laboratory = Laboratory(separation=2.0, n=200)
    >>> laboratory.spread = 1.5
    >>> laboratory.y_true.size, list(laboratory.scores)
    (200, ['A'])
    >>> laboratory.close()
    """

    separation = Checked[float](
        1.5, of_each("separation"), "How far positives lie above negatives, in spreads of these."
    )
    spread = Checked[float](
        1.0, of_each("spread"), "How widely positives are spread, as a multiple of negatives."
    )
    skew = Checked[float](
        0.0, of_each("skew"), "Above 0 the long tails are at high scores, below 0 at low ones."
    )
    ties = Checked[int | None](
        None, of_each("ties"), "How many different scores there are; None for any number."
    )
    calibration = Checked[float](
        1.0, of_each("calibration"), "Above 1 claims are too sure, below 1 too careful."
    )
    second = Checked[Mapping[str, Any] | None](
        None, second_handles, "The same five of a second classifier, as a dict; None for one alone."
    )
    prevalence = Checked[float](
        0.2, SHARED["prevalence"], "The share of positives in the population."
    )
    n = Checked[int](1000, SHARED["n"], "How many examples are drawn.")
    seed = Checked[int](
        0,
        SHARED["seed"],
        "Which sample is drawn.",
    )
    bands = Checked[bool](
        False,  # noqa: FBT003 (its value at first)
        SHARED["bands"],
        "Whether each sample has its confidence band.",
    )

    @in_turn
    def __init__(self, *, built_at: float | None = None, **handles: Any) -> None:
        for name, value in handles.items():
            if name not in self._HANDLES:
                known = f"One of {', '.join(self._HANDLES)}."
                raise CostCurveError("is no handle of the laboratory", where=shown(name), fix=known)
            setattr(self, name, value)
        self._built_at = share_built_at(self.prevalence if built_at is None else built_at)
        self._first = {name: getattr(self, name) for name in self._HANDLES}
        self._held: list[bool] = []
        self._counted: Sample | None = None
        self._earlier: list[tuple[int, tuple[Way, Way]]] = []
        self._draw_sample()
        self._model = model = CostCurveModel(
            self._classifiers(), follows="cost_ratio", cost_top=0.5
        )
        model.conditions = Conditions(prior=self.prevalence)
        model.bootstrap_settings = BootstrapSettings(n_resamples=499, rng=0)
        self._duality = Duality(**duality_traits(model))
        self._views = (RocView(self._duality, model), CostView(self._duality, model))
        self._knobs = LaboratoryKnobs(knobs=self._rows(), values=self._values())
        self._scores = LaboratoryScores(duality=self._duality)
        self._explorer: CostCurveExplorer | None = None
        self._box = self._bench()
        super().__init__([self._box], _dom_classes=("cc-lab",))
        self._sync = Sync(model, self._duality, self._draw)
        self._end = model.watch(self._count_bands, "band", "stale")
        self._ears = [
            Ear(self._knobs, self._hear, "values"),
            Ear(self, self._follow, *self._HANDLES),
        ]
        self._knobs.on_msg(self._press)
        self._scores.on_msg(self._hold)
        self.on_msg(self._renew)
        self._tell()
        self._draw()
        self._band()
        replaces_last_run(self)

    _HANDLES = (*OF_EACH, "second", "prevalence", "n", "seed", "bands")

    # ---- What there is

    @property
    def model(self) -> CostCurveModel:
        """The classifiers of the sample, as in an explorer."""
        return self._model

    @property
    def duality(self) -> Duality:
        """What lies under the cursor."""
        return self._closed("duality") if self.comm is None else self._duality

    @property
    def y_true(self) -> IntArray:
        """Element i is 1 if example i is positive, else 0."""
        return self._sample.y_true

    @property
    def scores(self) -> dict[str, FloatArray]:
        """Element i of each array is what that classifier claims of example i."""
        return dict(self._sample.scores)

    @property
    def truth(self) -> dict[str, RocCurve]:
        """The true ROC curve of each classifier, that of everybody."""
        return dict(self._curves)

    def new_sample(self) -> None:
        """Draw other people; curves of earlier samples stay as thin lines."""
        self.seed += 1

    def reset(self) -> None:
        """Bring all handles back to where they were at first, and let no threshold be held."""
        self._model.marks = ()
        for name, value in self._first.items():
            setattr(self, name, value)

    def freeze(self) -> CostCurveExplorer:
        """Explorer of the sample as it is now, which stays as it is."""
        model = self.model
        kept = ("conditions", "follows", "marks", "pins", "bootstrap_settings")
        traits = {name: getattr(model, name) for name in kept}
        return CostCurveExplorer(CostCurveModel(dict(model.classifiers), **traits))

    def unopened(self) -> AbstractContextManager[Pages]:
        """What stands behind tabs of the explorer below."""
        return super().unopened() if self._explorer is None else self._explorer.unopened()

    def close(self) -> None:
        """Let go of everything."""
        if self.comm is None:
            return
        forget(self)
        self._sync.close()
        self._end()
        self._model.cancel()
        for ear in self._ears:
            ear.close()
        super().close()
        if self._explorer is not None:
            self._explorer.close()
        for part in (self._box, self.layout):
            close_all(part)
        assign(self, children=())

    @in_turn
    def __repr__(self) -> str:
        """What a notebook shows where there is no widget."""
        said = "closed" if self.comm is None else line_of(self.model)
        return f"Laboratory({said})"

    def _closed(self, where: str) -> NoReturn:
        raise CostCurveError(
            "this laboratory is closed", where=where, fix="Make another one: cc.laboratory()."
        )

    # ---- What follows from the handles

    def _draw_sample(self) -> None:
        """Take the populations as they are now, and a sample of them."""
        first = {name: getattr(self, name) for name in OF_EACH}
        both = [first] if self.second is None else [first, self.second]
        self._populations, self._curves = populations_of(both, self._built_at)
        self._sample = sample_of(self._populations, self.prevalence, self.n, self.seed)

    def _classifiers(self) -> dict[str, Any]:
        return {name: (self.y_true, scores) for name, scores in self._sample.scores.items()}

    def _follow(self, change: Any) -> None:
        """Let everything follow from a handle."""
        if change["name"] == "bands":
            self._model.show_bands = self.bands
        else:
            self._remember(change["name"])
            self._draw_sample()
            self._show_sample()
        self._tell()
        if not self._knobs_move:
            self._band()

    _knobs_move = False
    """Whether a hand is about to go on moving a handle."""

    def _show_sample(self) -> None:
        """Show other examples, under conditions that share their prevalence."""
        model, known = self._model, self._model.conditions
        costs = (1.0, 1.0) if known is None else (known.cost_fp, known.cost_fn)
        names = tuple(self._sample.scores)
        with model.hold_trait_notifications():
            model.marks = tuple(mark for mark in model.marks if mark.name in names)
            model.hidden = tuple(name for name in model.hidden if name in names)
            model.classifiers = self._classifiers()
            model.conditions = Conditions(self.prevalence, *costs)
        self._draw()

    def _remember(self, name: str) -> None:
        """Keep the curves of the last sample while only samples change."""
        if name != "seed":
            self._earlier, self._held = [], []
            return
        items = self._model.derived.classifiers
        last = [(item.position, sampled_ways(item)) for item in items]
        self._earlier = [*self._earlier, *last][-_EARLIER * len(last) :]

    def _draw(self) -> None:
        """Draw the figures, what is true behind them, and the people."""
        if self._drawn_of is not self._sample:
            self._drawn_of = self._sample
            ways = [true_ways(one) for one in self._curves.values()]
            roc, cost = self._views
            roc.truth, cost.truth = (
                Truth([way[i] for way in ways], [(place, both[i]) for place, both in self._earlier])
                for i in range(2)
            )
            self._draw_people()
        for view in self._views:
            view.draw(self._model)

    _drawn_of: Sample | None = None

    def _draw_people(self) -> None:
        populations = self._populations
        assign(
            self._scores,
            strips=[strip_of(place, one) for place, one in enumerate(populations.values())],
            people=people_of(self._sample, self.prevalence),
            dots=dots_of(self._sample, populations),
        )

    def _band(self) -> None:
        """Compute bands beside what a person does, if they are wanted."""
        if self.bands:
            self._model.start_bootstrap()

    def _count_bands(self) -> None:
        """Tell how often bands of this population have held the truth, once for each sample."""
        model, curves = self._model, self._curves
        bands = {} if model.band is None or model.stale else model.band.each
        is_whole = not any(band.provisional for band in bands.values())
        if not bands or not is_whole or self._counted is self._sample:
            return
        self._counted = self._sample
        known = [(band, curves[name]) for name, band in bands.items() if name in curves]
        self._held += [holds(band, curve, model.pc) for band, curve in known]
        self._tell()

    def _said(self) -> str:
        """How often bands have held the truth."""
        count, held = len(self._held), sum(self._held)
        bands = "band" if count == 1 else "bands"
        return f"{held} of {count} {bands} held the truth at the operating point." if count else ""

    # ---- What stands on the page

    def _bench(self) -> Widget:
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

    def _rows(self) -> list[dict[str, Any]]:
        groups = NAMES if self.second is not None else NAMES[:1]
        each = [_knob(group, row) for group in groups for row in _EACH]
        return [*each, *(_knob("", row) for row in _SHARED)]

    def _values(self) -> dict[str, Any]:
        """Where the handles stand."""
        shared = {name: getattr(self, name) for name in ("prevalence", "n")}
        first = {f"{NAMES[0]}.{name}": getattr(self, name) for name in OF_EACH}
        second = {f"{NAMES[1]}.{name}": value for name, value in (self.second or {}).items()}
        found: dict[str, Any] = plain({**first, **second, **shared})
        return found

    def _pushes(self) -> list[dict[str, Any]]:
        """The buttons."""
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

    def _tell(self) -> None:
        """Tell the page where the handles are; what it has said itself it knows."""
        ear = self._ears[0]
        with ear.shut():
            assign(
                self._knobs,
                knobs=self._rows(),
                values=self._values(),
                pushes=self._pushes(),
                said=self._said(),
            )

    # ---- What comes from the page

    def _hear(self, change: Any) -> None:
        """Set the handles that a person has moved."""
        known, new = self._values(), change["new"]
        moved = {name: new[name] for name in known if name in new and new[name] != known[name]}
        self._knobs_move = True
        try:
            for name, value in moved.items():
                with suppress(CostCurveError):
                    self._set(name, value)
        finally:
            self._knobs_move = False
        self._tell()

    def _set(self, name: str, value: Any) -> None:
        """Set a handle by the name that the page has for it."""
        group, _, own = name.rpartition(".")
        if group == NAMES[1]:
            self.second = {**(self.second or {}), own: value}
        else:
            setattr(self, own, value)

    @in_turn
    def _press(self, _widget: Any, asked: Any, _buffers: Any) -> None:
        """Do what a button is for; bands wait until a handle has come to rest."""
        if asked.get("rest"):
            self._band()
        push = asked.get("push")
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
        """Put an explorer of this sample below, in the place of the last one."""
        if self._explorer is not None:
            self._explorer.close()
        self._explorer = self.freeze()
        assign(self, children=(self._box, self._explorer))

    @in_turn
    def _hold(self, _widget: Any, asked: Any, _buffers: Any) -> None:
        """Let the threshold of a strip stay, or go."""
        names, place = tuple(self._sample.scores), asked.get("strip")
        if place not in range(len(names)):
            return
        name = names[place]
        others = tuple(mark for mark in self._model.marks if mark.name != name)
        held = asked.get("hold")
        with suppress(CostCurveError):
            self._model.marks = others if held is None else (*others, (name, held))


def laboratory(*, built_at: float | None = None, **handles: Any) -> Laboratory:
    """Show two classes of people whose scores have handles, and both spaces of a sample of them.

    The same as `Laboratory`.

    Parameters
    ----------
    built_at : float, optional
        The share of positives for which the classifiers were built; that at first, if left out.
    **handles
        Where handles are at first: `separation`, `spread`, `skew`, `ties`, `calibration`, the same
        of a `second` classifier as a dict, `prevalence`, `n`, `seed`, `bands`.

    Returns
    -------
    Laboratory
        Each handle can be set and observed, as `laboratory.separation = 2`; its `model` has all
        that is shown, `freeze()` makes an explorer of the sample.

    Raises
    ------
    CostCurveError
        If there is no such handle, or its value makes no sense.

    Examples
    --------
    >>> lab = laboratory(separation=1.5, prevalence=0.2, second={"spread": 2})
    >>> lab.model
    CostCurveModel(2 classifiers: A, B; prior 0.2, costs 1 : 1; no bands)
    >>> lab.close()
    """
    return Laboratory(built_at=built_at, **handles)
