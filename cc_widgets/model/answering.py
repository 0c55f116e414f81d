"""Questions to the model."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cc_widgets.model.state import CostCurveModel


class Answering:
    """What can be asked; a part of the model."""

    def cost(self: "CostCurveModel") -> None:
        """Not yet."""
