"""Public modules of `cc_widgets.core`."""

from inspect import ismodule
from types import ModuleType

from cc_widgets import core

CORE_PACKAGES: tuple[ModuleType, ...] = (core, core.uncertainty, core.multiclass)
CORE_MODULES = tuple(
    f"{package.__name__}.{name}"
    for package in CORE_PACKAGES
    for name in package.__all__
    if ismodule(getattr(package, name)) and getattr(package, name) not in CORE_PACKAGES
)
