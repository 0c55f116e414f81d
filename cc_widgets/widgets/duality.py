"""What both figures share."""

from typing import Any, ClassVar

from traitlets import Bool, Dict, Float, Instance, Int, List, Tuple, Unicode

from cc_widgets.widgets.base import MODULE_NAME, MODULE_VERSION, Heard, sync
from cc_widgets.widgets.wire import Bands, Corners, Difference, Points, Winners, pack


class Duality(Heard):
    """What both figures share: the arrays, and what lies under the cursor."""

    heard: ClassVar[frozenset[str]] = frozenset({"pc", "pc_range", "criterion", "pins", "hidden"})

    _model_name = Unicode("DualityModel").tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())

    points = Instance(Points).tag(**sync(to_json=pack))
    hull = Instance(Corners).tag(**sync(to_json=pack))
    names = List(Unicode()).tag(**sync())
    classes = Tuple(Unicode(), Unicode(), default_value=("negatives", "positives")).tag(**sync())
    labels = List(Unicode()).tag(**sync())
    """The user's names of the drawn points; empty if there are none."""
    looks = List(Dict()).tag(**sync())
    """Dicts of `color`, `dash` and `marker`, one per classifier."""
    winners = Instance(Winners, ()).tag(**sync(to_json=pack))
    bands = Instance(Bands, ()).tag(**sync(to_json=pack))
    difference = Instance(Difference, ()).tag(**sync(to_json=pack))
    snap = Float(12.0).tag(**sync())
    """Distance in pixels within which the cursor takes hold of a point or a line."""

    hover: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """What is lit: `{"kind": "point" | "edge", "index": i}`,
    `{"kind": "free", "space": "roc" | "cost", "x": x, "y": y}` or None.

    The browser's own hovering stays in the browser.
    """

    pc = Float(None, allow_none=True).tag(**sync())
    """The operating point. The browser saves it when a drag ends."""
    pc_range: Any = List(Float(), None, allow_none=True).tag(**sync())
    """`[low, high]`: the operating conditions that are thought possible."""
    criterion: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """What else to choose by: its `kind`, its limits, and its answer."""
    pins = List(Dict()).tag(**sync())
    """What was lit and shall stay: values of `hover`."""
    hidden = List(Int()).tag(**sync())
    """Positions of the classifiers that are not shown."""
    money: Any = Dict(default_value=None, allow_none=True).tag(**sync())
    """Costs, prior and population, to speak of cost in the user's money."""
    compared: Any = List(Unicode(), None, allow_none=True).tag(**sync())
    """Names of the two of which `difference` is."""
    average = Bool(default_value=False).tag(**sync())
    """Whether the classifiers are evaluations of one, of which the mean counts."""
    level = Float(0.9).tag(**sync())
    """Confidence level of the bands."""
    stale = Bool(default_value=False).tag(**sync())
    """Whether bands and difference belong to older data or settings."""

    def light(self, hover: dict[str, Any] | None) -> None:
        """Light this in the browser, also when it was lit before and the cursor moved on."""
        self.hover = hover
        self.send_state("hover")
