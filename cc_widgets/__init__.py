"""ROC space and cost space side by side: which classifier to use under which conditions.

Nothing is imported until it is used, so that ``python3 -m cc_widgets`` starts on a machine
where nothing is installed yet. Old Python versions must also be able to parse this file.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cc_widgets import core, datasets
    from cc_widgets.core import Conditions, cost_curve
    from cc_widgets.errors import CostCurveError
    from cc_widgets.export.display import CostCurveDisplay
    from cc_widgets.model.bands import BootstrapSettings
    from cc_widgets.model.handback import threshold_for
    from cc_widgets.model.state import CostCurveModel
    from cc_widgets.model.view import View
    from cc_widgets.panels.classes import ClassExplorer, explore_classes
    from cc_widgets.panels.explorer import CostCurveExplorer, explore, load
    from cc_widgets.panels.laboratory import Laboratory, laboratory
    from cc_widgets.panels.stepping import steps

    __version__: str

__all__ = [
    "BootstrapSettings",
    "ClassExplorer",
    "Conditions",
    "CostCurveDisplay",
    "CostCurveError",
    "CostCurveExplorer",
    "CostCurveModel",
    "Laboratory",
    "View",
    "__version__",
    "core",
    "cost_curve",
    "datasets",
    "explore",
    "explore_classes",
    "laboratory",
    "load",
    "steps",
    "threshold_for",
]

_HOMES = {
    "BootstrapSettings": "cc_widgets.model.bands",
    "ClassExplorer": "cc_widgets.panels.classes",
    "Conditions": "cc_widgets.core",
    "CostCurveDisplay": "cc_widgets.export.display",
    "CostCurveError": "cc_widgets.errors",
    "CostCurveExplorer": "cc_widgets.panels.explorer",
    "CostCurveModel": "cc_widgets.model.state",
    "Laboratory": "cc_widgets.panels.laboratory",
    "View": "cc_widgets.model.view",
    "cost_curve": "cc_widgets.core",
    "explore": "cc_widgets.panels.explorer",
    "explore_classes": "cc_widgets.panels.classes",
    "laboratory": "cc_widgets.panels.laboratory",
    "load": "cc_widgets.panels.explorer",
    "steps": "cc_widgets.panels.stepping",
    "threshold_for": "cc_widgets.model.handback",
}


def _load(name: str) -> object:
    """Import and return a public name; raise AttributeError for any other name."""
    from importlib import import_module  # noqa: PLC0415 (nothing is imported before it is needed)

    if name == "__version__":
        return import_module("importlib.metadata").version("cc-widgets")
    if name in _HOMES:
        member = getattr(import_module(_HOMES[name]), name)
        import_module("cc_widgets._help").make_readable([member])
        return member
    if name in __all__:
        return import_module("cc_widgets." + name)
    raise AttributeError("module 'cc_widgets' has no attribute " + repr(name))


if not TYPE_CHECKING:  # type checkers use the imports above

    def __getattr__(name):
        value = _load(name)
        globals()[name] = value
        return value


def __dir__() -> "list[str]":
    """Return the public names, loaded or not."""
    return sorted(set(globals()) | set(__all__))
