"""Of what a page sends, a widget hears what a page has to say, and no more."""

from typing import Any, ClassVar

from ipywidgets import Widget
from traitlets import TraitError


class Heard(Widget):
    """A widget that keeps its state from pages that send what they should not.

    What is refused is answered with what holds, so that the page goes on with that.

    Attributes
    ----------
    heard : frozenset of str
        Traits that a page may set. All others are Python's.
    """

    heard: ClassVar[frozenset[str]] = frozenset()

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
