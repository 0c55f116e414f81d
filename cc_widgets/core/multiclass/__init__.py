"""Any number of classes and any matrix of costs: what a classifier costs, and how surely.

Resampling here lets the class totals vary, as Margineantu and Dietterich do; the bands of
`cc_widgets.core.uncertainty` keep them. The intervals reflect the choice of the test set only.

What was counted, and what it costs
    `confusion_matrix`, `paired_matrix`, or `confusion_from_labels`, `paired_from_labels`; rows
    are the true classes unless said otherwise. `cost_matrix`, `cost_ranges`; `cost_model` draws
    from one of nine families.
How much, and who is cheaper
    `bcost` for one classifier, `bdeltacost` for two on the same examples; `bcost_each` and
    `bdeltacost_each` for several cost matrices at once. `z_interval`, `paired_z` beside them.
    `unseen_cells` warns of dear errors that the test set is too small to show.
Two classes
    `operating_point` is the same matrix in ROC and cost space; `one_vs_rest` makes one of many.
"""

from cc_widgets.core._arguments import publish
from cc_widgets.core.multiclass._bootstrap import (
    OperatingPoint,
    bcost,
    bcost_each,
    bdeltacost,
    bdeltacost_each,
    one_vs_rest,
    operating_point,
)
from cc_widgets.core.multiclass._intervals import (
    CostDifference,
    CostInterval,
    CostOutcomes,
    NormalInterval,
    UnseenCells,
    paired_z,
    unseen_cells,
    z_interval,
)
from cc_widgets.core.multiclass._matrices import (
    ConfusionMatrix,
    CostMatrix,
    CostRanges,
    PairedMatrix,
    confusion_from_labels,
    confusion_matrix,
    cost_matrix,
    cost_model,
    cost_ranges,
    paired_from_labels,
    paired_matrix,
)

__all__ = [
    "ConfusionMatrix",
    "CostDifference",
    "CostInterval",
    "CostMatrix",
    "CostOutcomes",
    "CostRanges",
    "NormalInterval",
    "OperatingPoint",
    "PairedMatrix",
    "UnseenCells",
    "bcost",
    "bcost_each",
    "bdeltacost",
    "bdeltacost_each",
    "confusion_from_labels",
    "confusion_matrix",
    "cost_matrix",
    "cost_model",
    "cost_ranges",
    "one_vs_rest",
    "operating_point",
    "paired_from_labels",
    "paired_matrix",
    "paired_z",
    "unseen_cells",
    "z_interval",
]

publish(globals())
