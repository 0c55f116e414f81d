"""What all of our widgets have in common."""

from importlib.metadata import version
from typing import Any, ClassVar

from ipywidgets import DOMWidget, Layout, Widget, widget_serialization
from traitlets import Instance, TraitError, Unicode

from cc_widgets.model.traits import in_turn

MODULE_NAME = "cc_widgets"
MODULE_VERSION = f"^{version('cc-widgets')}"


def sync(**more: Any) -> dict[str, Any]:
    """The tags of a trait that the browser sees."""
    return {"sync": True, **more}


class Heard(Widget):
    """A widget that keeps its state from pages that send what they should not.

    What is refused is answered with what holds, so that the page goes on with that.

    Attributes
    ----------
    heard : frozenset of str
        Traits that a page may set. All others are Python's.
    """

    heard: ClassVar[frozenset[str]] = frozenset()

    @in_turn
    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what a page may say, all of it or nothing, and answer the rest."""
        said = {name: value for name, value in sync_data.items() if name in self.heard}
        refused = (sync_data.keys() - said.keys()) & set(self.keys)
        try:
            super().set_state(said)
        except (TraitError, OverflowError):
            refused |= said.keys()
        if refused:
            self.send_state(refused)


class PanelWidget(Heard, DOMWidget):
    """A widget of ours that stands where any other may; our style sheet lays it out."""

    layout = Instance(Layout, allow_none=True).tag(**sync(**widget_serialization))
    _view_module = Unicode(MODULE_NAME).tag(**sync())
    _model_module = Unicode(MODULE_NAME).tag(**sync())
    _view_module_version = Unicode(MODULE_VERSION).tag(**sync())
    _model_module_version = Unicode(MODULE_VERSION).tag(**sync())
