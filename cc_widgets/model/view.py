"""Display settings of the figures and of the page around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, cast, get_args
from weakref import ref

from traitlets import Any as AnyValue
from traitlets import Bool, TraitType, Unicode

from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model import traits
from cc_widgets.model.bands import ROC_BANDS
from cc_widgets.model.conditions import Follows

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel

Axis = Literal["pc", "logit", "prior", "cost_ratio"]


def _metadata(
    check: Callable[[object, object], object],
    sent: type[TraitType[Any, Any]] | None = None,
    *,
    from_page: bool = False,
) -> dict[str, Any]:
    """Return a setting's validator, its trait type on the page, and whether the page can set it."""
    return {"check": check, "sent": sent, "from_page": from_page}


def _switch(where: str) -> dict[str, Any]:
    """Return the metadata of a switch that shows or hides an item."""
    return _metadata(traits.boolean(where), Bool, from_page=True)


@dataclass(eq=False)
class View:
    """Display settings of the figures and of the page around them.

    Set a single one as ``model.view.axis = "logit"``, or several at once as
    ``model.view = View(axis="logit", show_hull=False)``.

    Parameters
    ----------
    axis : {"pc", "logit", "prior", "cost_ratio"}
        Quantity on the horizontal axis of cost space. "logit" also scales the axis by log-odds.
    cost_top : {"fit", 0.5, 1}
        Upper end of the cost axis: above the curves drawn, at 0.5, which no envelope exceeds,
        or at 1.
    roc_fit : bool
        Whether ROC space shows only its upper left corner, as large as fits the best thresholds.
    follows : {"prior", "cost_ratio"}
        What changes when `pc` is set while the conditions are exact.
    shown_band : str, optional
        Classifier whose confidence band is drawn; None for the bands of all.
    roc_band : {"hull", "vertical", "curve"}
        Region that bands in ROC space cover: the hull, as the dual of bands in cost space; the
        curve at each false positive rate; or the whole curve. For classifiers without scores of
        single examples it is always the first.
    least_difference : float, optional
        Smallest relevant difference in normalised cost, for which a sample size is planned; None
        for the observed one.
    show_hull : bool
        Whether the convex hull and the lower envelope are drawn.
    show_lines : bool
        Whether the cost line of each threshold is drawn.
    show_bands : bool
        Whether confidence bands are drawn.
    show_expected : bool
        Whether the expected cost on new data is drawn where there are bands.
    show_labels : bool
        Whether curves are labelled with the names of their classifiers.
    show_answer : bool
        Whether the recommendation is shown.
    show_roc, show_cost : bool
        Whether the page shows ROC space, and cost space with the ribbon below it.
    show_chips, show_conditions, show_ribbon, show_detail, show_key, show_panels : bool
        Whether the page shows the names of the classifiers, the operating conditions, the ribbon of
        the cheapest classifiers, the readout, the key, and the panels.

    Examples
    --------
    >>> View(axis="logit", show_hull=False)
    View(axis='logit', show_hull=False)
    """

    axis: Axis = field(
        default="pc",
        metadata=_metadata(traits.one_of("axis", *get_args(Axis)), Unicode, from_page=True),
    )
    cost_top: float | str = field(
        default="fit", metadata=_metadata(traits.cost_top, AnyValue, from_page=True)
    )
    roc_fit: bool = field(default=False, metadata=_switch("roc_fit"))
    follows: Follows = field(
        default="prior", metadata=_metadata(traits.one_of("follows", *get_args(Follows)), Unicode)
    )
    shown_band: str | None = field(default=None, metadata=_metadata(traits.optional_name))
    roc_band: str = field(default="hull", metadata=_metadata(traits.one_of("roc_band", *ROC_BANDS)))
    least_difference: float | None = field(
        default=None, metadata=_metadata(traits.least_difference)
    )
    show_hull: bool = field(default=True, metadata=_switch("show_hull"))
    show_lines: bool = field(default=True, metadata=_switch("show_lines"))
    show_bands: bool = field(default=True, metadata=_switch("show_bands"))
    show_expected: bool = field(default=False, metadata=_switch("show_expected"))
    show_labels: bool = field(default=True, metadata=_switch("show_labels"))
    show_answer: bool = field(default=True, metadata=_switch("show_answer"))
    show_roc: bool = field(default=True, metadata=_switch("show_roc"))
    show_cost: bool = field(default=True, metadata=_switch("show_cost"))
    show_chips: bool = field(default=True, metadata=_switch("show_chips"))
    show_conditions: bool = field(default=True, metadata=_switch("show_conditions"))
    show_ribbon: bool = field(default=True, metadata=_switch("show_ribbon"))
    show_detail: bool = field(default=True, metadata=_switch("show_detail"))
    show_key: bool = field(default=True, metadata=_switch("show_key"))
    show_panels: bool = field(default=True, metadata=_switch("show_panels"))

    def __post_init__(self) -> None:
        """Check each setting."""
        for setting in fields(self):
            value = setting.metadata["check"](None, getattr(self, setting.name))
            self.__dict__[setting.name] = value

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute once; only a view that belongs to a model can be changed later."""
        check_setting(name)
        if name in self.__dict__:
            raise CostCurveError(
                "cannot be changed on a view that belongs to no model",
                where=f"view.{name}",
                fix=f"Set it on a model: model.view.{name} = {shown(value)}.",
            )
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        """Return whether all settings are equal."""
        return isinstance(other, View) and values_of(self) == values_of(other)

    def __hash__(self) -> int:
        """Return the same hash for equal settings."""
        return hash(tuple(values_of(self).values()))

    def __repr__(self) -> str:
        """Return the settings that differ from their defaults."""
        changed = (
            f"{setting.name}={getattr(self, setting.name)!r}"
            for setting in fields(self)
            if getattr(self, setting.name) != setting.default
        )
        return f"View({', '.join(changed)})"


SETTINGS: Mapping[str, Field[Any]] = {setting.name: setting for setting in fields(View)}
"""The display settings by name."""


def sent_settings() -> dict[str, TraitType[Any, Any]]:
    """Return the display settings that the page gets, each as a new trait."""
    kinds = {name: setting.metadata["sent"] for name, setting in SETTINGS.items()}
    return {name: kind(SETTINGS[name].default) for name, kind in kinds.items() if kind}


def settings_from_page() -> tuple[str, ...]:
    """Return the names of the display settings that the page may set."""
    return tuple(name for name, setting in SETTINGS.items() if setting.metadata["from_page"])


def check_setting(name: object) -> None:
    """Raise an error that suggests a name unless this is a display setting."""
    if name not in SETTINGS:
        close = get_close_matches(str(name), SETTINGS, 1)
        fix = f"Did you mean {close[0]}?" if close else f"They are: {', '.join(SETTINGS)}."
        raise CostCurveError("is not a display setting", where=f"view, {shown(name)}", fix=fix)


def values_of(view: View) -> dict[str, Any]:
    """Return all settings by name."""
    return {name: getattr(view, name) for name in SETTINGS}


def with_settings(view: View, **settings: Any) -> View:  # noqa: ANN401 (each is checked)
    """Return a view with some settings replaced, which belongs to no model."""
    return View(**{**values_of(view), **settings})


class _BoundView(View):
    """View of a model: setting one of its fields replaces the model's view."""

    def __init__(self, model: CostCurveModel, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values, _model=ref(model))

    def __setattr__(self, name: str, value: object) -> None:
        check_setting(name)
        model = self.__dict__["_model"]()
        if model is None:
            raise CostCurveError("must belong to an existing model", where=f"view.{name}")
        with traits.CHANGE_LOCK:
            model.view = with_settings(model.view, **{name: value})

    def __reduce__(self) -> tuple[type[View], tuple[Any, ...]]:
        return View, tuple(values_of(self).values())


class ViewTrait(traits.CheckedTrait[View]):
    """Trait whose value, read from a model, sets the model's view when one of its fields is set."""

    def get(self, obj: CostCurveModel, cls: type | None = None) -> View:  # type: ignore[override]
        """Return the value, bound to the model."""
        return _BoundView(obj, vars(cast("View", super().get(obj, cls))))


def read_view(model: CostCurveModel, value: object) -> View:
    """Return a view whose `shown_band` is a classifier of the model."""
    if isinstance(value, Mapping):
        for name in value:
            check_setting(name)
        value = View(**value)
    if not isinstance(value, View):
        raise CostCurveError(
            "must be a View",
            where="view",
            got=shown(value),
            fix='Pass View(axis="logit"), or set one: model.view.axis = "logit".',
        )
    if value.shown_band is not None:
        traits.check_classifier_name(model, value.shown_band, "shown_band")
    return with_settings(value)
