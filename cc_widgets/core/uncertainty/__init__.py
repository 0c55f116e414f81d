"""How far the test set may mislead: bands, differences, and what each of them covers."""

from cc_widgets.core.uncertainty.blocks import finished
from cc_widgets.core.uncertainty.resampling import resampling

__all__ = ["finished", "resampling"]
