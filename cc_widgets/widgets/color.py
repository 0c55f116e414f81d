"""Colour picker."""

from typing import ClassVar

from traitlets import Unicode

from cc_widgets.widgets.base import PanelWidget, sync


class ColorField(PanelWidget):
    """Colour picker."""

    page_traits: ClassVar[frozenset[str]] = frozenset({"value"})

    _view_name = Unicode("ColorFieldView").tag(**sync())
    _model_name = Unicode("ColorFieldModel").tag(**sync())

    label = Unicode().tag(**sync())
    """Accessible name."""
    value = Unicode("#000000").tag(**sync())
    """`#rrggbb`."""
