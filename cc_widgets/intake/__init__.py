"""The only place that knows the shapes of outside data; everything leaves it checked."""

from cc_widgets.intake.arrays import named_predictions
from cc_widgets.intake.summaries import named_matrices, named_points

__all__ = ["named_matrices", "named_points", "named_predictions"]
