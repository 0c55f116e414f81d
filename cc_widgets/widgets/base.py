"""Base classes of the widgets."""

from importlib.metadata import version
from typing import Any, ClassVar

from ipywidgets import DOMWidget, Layout, Widget, widget_serialization
from traitlets import Instance, TraitError, Unicode

from cc_widgets.model.traits import LockedAttributes, with_lock

MODULE_NAME = "cc_widgets"
MODULE_VERSION = f"^{version('cc-widgets')}"


def sync(**more: Any) -> dict[str, Any]:
    """Return the metadata of a synchronised trait."""
    return {"sync": True, **more}


class GuardedWidget(LockedAttributes, Widget):
    """Widget that rejects invalid state from pages.

    The page is sent the current values of rejected traits.

    Attributes
    ----------
    page_traits : frozenset of str
        Traits that a page can set.
    """

    page_traits: ClassVar[frozenset[str]] = frozenset()

    @with_lock
    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Apply the allowed part of a state update, or none of it if a value is invalid."""
        allowed = {name: value for name, value in sync_data.items() if name in self.page_traits}
        refused = (sync_data.keys() - allowed.keys()) & set(self.keys)
        try:
            super().set_state(allowed)
        except (TraitError, OverflowError):
            refused |= allowed.keys()
        if refused:
            self.send_state(refused)


class PanelWidget(GuardedWidget, DOMWidget):
    """Widget that can be displayed anywhere; the style sheet lays it out."""

    layout = Instance(Layout, allow_none=True).tag(**sync(**widget_serialization))
    _view_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _view_module_version = Unicode(MODULE_VERSION).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())
