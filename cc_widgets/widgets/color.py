"""A field for a colour."""

from typing import ClassVar

from traitlets import Unicode

from cc_widgets.widgets.base import PanelWidget, sync


class ColorField(PanelWidget):
    """A field for a colour."""

    heard: ClassVar[frozenset[str]] = frozenset({"value"})

    _view_name = Unicode("ColorFieldView").tag(**sync())
    _model_name = Unicode("ColorFieldModel").tag(**sync())

    label = Unicode().tag(**sync())
    """What a screen reader calls it."""
    value = Unicode("#000000").tag(**sync())
    """`#rrggbb`."""
