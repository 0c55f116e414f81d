"""The traits of the model, and the one place where they settle."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from traitlets import Instance, observe

from cc_widgets.core import Conditions
from cc_widgets.core._results import thawed
from cc_widgets.core.uncertainty import Band
from cc_widgets.model import checks
from cc_widgets.model.bands import Bands
from cc_widgets.model.criterion import CriterionAnswer, answer_of, check_criterion
from cc_widgets.model.derive import Derived, derive
from cc_widgets.model.inputs import Classifier, Named
from cc_widgets.model.jobs import Job
from cc_widgets.model.operating import Follows, Pair
from cc_widgets.model.pins import Pin, check_pins
from cc_widgets.model.settings import BootstrapSettings
from cc_widgets.model.settle import consequences
from cc_widgets.model.together import Together
from cc_widgets.model.traits import Checked

_NOT_COPIED = {"job", "answer"}
_INPUTS = (
    "classifiers",
    "hidden",
    "colors",
    "conditions",
    "follows",
    "pc",
    "pc_range",
    "pins",
    "level",
    "bootstrap_settings",
    "compared",
    "criterion",
    "average",
    "shown_band",
)


class ModelState(Together):
    """What is known and what follows from it, kept consistent.

    Methods that ask and change are parts of `CostCurveModel`.
    """

    classifiers = Checked[Named](Named({}), checks.classifiers)
    """What to compare, by name, in the order in which it is shown."""

    hidden = Checked[tuple[str, ...]]((), checks.hidden)
    """Names of classifiers that take no part in hull, winners, average and bands."""

    colors = Checked[Mapping[str, str]](MappingProxyType({}), checks.colors)
    """Colours, `#rrggbb` by name, of those that shall not have the usual one."""

    conditions = Checked[Conditions | None](None, checks.conditions)
    """Prior and costs, as numbers or ranges; None if nothing is known."""

    follows = Checked[Follows]("prior", checks.one_of("follows", "prior", "cost_ratio"))
    """What moves when `pc` is set while the conditions are exact."""

    population = Checked[float](1.0, checks.population)
    """How many cases there will be."""

    unit = Checked[str]("", checks.unit)
    """The currency of the costs."""

    pc = Checked[float](0.5, checks.pc)
    """The operating point."""

    pc_range = Checked[Pair | None](None, checks.pc_range)
    """The range in which the operating point is known to lie."""

    pins = Checked[tuple[Pin, ...]]((), check_pins)
    """Pairs of point and line that stay lit."""

    level = Checked[float](0.9, checks.level)
    """Level of confidence of bands."""

    bootstrap_settings = Checked[BootstrapSettings](BootstrapSettings(), checks.bootstrap_settings)
    """How bands are computed."""

    compared = Checked[tuple[str, str] | None](None, checks.compared)
    """Two names; the first two visible ones unless others are set."""

    criterion = Checked[Mapping[str, Any] | None](None, check_criterion)
    """Another way of choosing than by cost at one pc."""

    average = Checked[bool](False, checks.truth("average"))  # noqa: FBT003 (its value at first)
    """Whether to average the costs of the visible classifiers."""

    axis = Checked[str]("pc", checks.one_of("axis", "pc", "logit", "prior", "cost_ratio"))
    """How the pc axis is labelled."""

    cost_top = Checked[float](0.5, checks.cost_top)
    """Where the cost axis ends: 0.5, which no envelope exceeds, or 1 for whole cost lines."""

    shown_band = Checked[str | None](None, checks.shown_band)
    """Whose band is drawn; None for the bands of all."""

    derived = Instance(Derived, read_only=True)
    """Everything computed, one frozen snapshot that is replaced as a whole."""

    band = Instance(Bands, allow_none=True, read_only=True)
    """Bands of the classifiers, None until they are asked for."""

    difference = Instance(Band, allow_none=True, read_only=True)
    """The band of the difference of the two `compared`."""

    stale = Checked[bool](False, checks.truth("stale"), read_only=True)  # noqa: FBT003 (the same)
    """Whether the bands belong to other data or settings than those of now."""

    answer = Instance(CriterionAnswer, allow_none=True, read_only=True)
    """What the `criterion` chooses."""

    job = Instance(Job, allow_none=True, read_only=True)
    """The last resampling that was started."""

    def __init__(self) -> None:
        super().__init__()
        self.settled: Mapping[str, Any] = self._inputs()
        self.job_sources: tuple[Classifier, ...] = ()
        self.set_trait("derived", derive({}))

    def _inputs(self) -> dict[str, Any]:
        """Return what the user may set and something follows from."""
        return {name: getattr(self, name) for name in _INPUTS}

    def settle(self) -> None:
        """Let everything follow from what was set, or raise."""
        changed = {name for name, value in self._inputs().items() if value != self.settled[name]}
        if changed:
            for name, value in consequences(self, changed).items():
                self.set_trait(name, value)
            self.settled = self._inputs()

    def undone(self) -> None:
        """Take notice that all traits are as they were before the last change."""
        self.settled = self._inputs()

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy starts from: all traits, but no job and nobody who observes them."""
        return {
            name: thawed(value)
            for name, value in self._trait_values.items()
            if name not in _NOT_COPIED
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Be a copy."""
        ModelState.__init__(self)
        frozen = {name: MappingProxyType(v) for name, v in state.items() if isinstance(v, dict)}
        self._put_back({**self._trait_values, **state, **frozen})
        self.set_trait("answer", answer_of(self.criterion, self.derived))

    def apply(self, found: Mapping[str, Any]) -> None:
        """Set traits together, and tell of them when all are in place."""
        with self.hold_trait_notifications():
            for name, value in found.items():
                self.set_trait(name, value)

    @observe("classifiers")
    def _stop_outdated(self, _change: object) -> None:
        """Stop a job some of whose classifiers are gone."""
        if self.job is not None and self.job.state == "running":
            now = {id(given) for given in self.classifiers.values()}
            if not all(id(source) in now for source in self.job_sources):
                self.job.cancel()
