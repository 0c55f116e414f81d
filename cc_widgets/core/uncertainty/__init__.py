"""How far the test set may mislead: bands, differences, and what each of them covers."""

from cc_widgets.core.uncertainty.blocks import finished
from cc_widgets.core.uncertainty.resampling import joint_resampling, resampling

__all__ = ["finished", "joint_resampling", "resampling"]
