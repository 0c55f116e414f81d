"""Expected cost of classifiers with any number of classes, with bootstrap confidence intervals.

Resamples here vary the class totals, as in Margineantu and Dietterich (2000), whereas the
bands of `cc_widgets.core.uncertainty` fix them. The intervals reflect the variation of the test
set only. All public names are here; each module defines a part of them.

Confusion matrices and costs, of `matrices`
    `confusion_matrix` and `paired_matrix` read counts, `confusion_from_labels` and
    `paired_from_labels` labels. Rows are the true classes by default. `cost_matrix` and
    `cost_ranges` read costs; `cost_model` gives nine families of random costs.
Intervals and tests, of `bootstrap` and `intervals`
    `bcost` for the cost of one classifier, `bdeltacost` for the difference of two on the same
    examples; `bcost_each` and `bdeltacost_each` for several cost matrices. `z_interval` and
    `paired_z` are the normal approximations. `rare_cells` warns of expensive errors that the
    test set is too small to show.
Two classes, of `bootstrap`
    `operating_point` converts a matrix of two classes to ROC and cost space; `one_vs_rest`
    reduces more classes to two.
"""

from cc_widgets.core._arguments import publish
from cc_widgets.core.multiclass import bootstrap, intervals, matrices
from cc_widgets.core.multiclass.bootstrap import (
    OperatingPoint,
    bcost,
    bcost_each,
    bdeltacost,
    bdeltacost_each,
    one_vs_rest,
    operating_point,
)
from cc_widgets.core.multiclass.intervals import (
    CostDifference,
    CostInterval,
    CostOutcomes,
    NormalInterval,
    RareCells,
    paired_z,
    rare_cells,
    z_interval,
)
from cc_widgets.core.multiclass.matrices import (
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
    "RareCells",
    "bcost",
    "bcost_each",
    "bdeltacost",
    "bdeltacost_each",
    "bootstrap",
    "confusion_from_labels",
    "confusion_matrix",
    "cost_matrix",
    "cost_model",
    "cost_ranges",
    "intervals",
    "matrices",
    "one_vs_rest",
    "operating_point",
    "paired_from_labels",
    "paired_matrix",
    "paired_z",
    "rare_cells",
    "z_interval",
]

publish(globals())
