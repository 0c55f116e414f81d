"""The only place that knows the shapes of outside data; everything leaves it checked."""

from cc_widgets.intake.arrays import named_predictions

__all__ = ["named_predictions"]
