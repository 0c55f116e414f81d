"""Cursor of a figure."""

from bqplot import Scale
from bqplot.interacts import Interaction
from ipywidgets import widget_serialization
from traitlets import Enum, Instance, Unicode

from cc_widgets.widgets.base import MODULE_NAME, MODULE_VERSION, GuardedWidget, sync
from cc_widgets.widgets.duality import Duality


class DualityCursor(GuardedWidget, Interaction):
    """Cursor of a figure, to be used as `Figure.interaction`."""

    _view_name = Unicode("DualityCursorView").tag(**sync())
    _model_name = Unicode("DualityCursorModel").tag(**sync())
    _view_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _view_module_version = Unicode(MODULE_VERSION).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())

    duality = Instance(Duality).tag(**sync(**widget_serialization))
    x_scale = Instance(Scale).tag(**sync(**widget_serialization))
    y_scale = Instance(Scale).tag(**sync(**widget_serialization))
    space = Enum(["roc", "cost", "difference"]).tag(**sync())
    x_map = Enum(["pc", "logit"], "pc").tag(**sync())
    """The unit of the x scale: pc, or ln(pc / (1 - pc))."""
    description = Unicode().tag(**sync())
    """Accessible description of the figure."""
