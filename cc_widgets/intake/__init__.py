"""The only place that knows the shapes of outside data; everything leaves it checked.

`KINDS` is the table of what names a classifier; see `named_classifiers`.
"""

from cc_widgets._help import make_readable
from cc_widgets.core._predictions import is_frame
from cc_widgets.intake.engines import BOUND, reduced
from cc_widgets.intake.estimators import (
    Asking,
    estimator_predictions,
    name_of,
    named_cv_results,
    named_estimators,
    scores_of,
    split_predictions,
    with_threshold,
)
from cc_widgets.intake.frames import Missing, left_out_words, named_frame
from cc_widgets.intake.kinds import KINDS, Classifier, Kind, lists_kinds
from cc_widgets.intake.named import (
    Named,
    labels_of,
    named_classifiers,
    named_matrices,
    named_points,
    named_predictions,
)

__all__ = [
    "BOUND",
    "KINDS",
    "Asking",
    "Classifier",
    "Kind",
    "Missing",
    "Named",
    "estimator_predictions",
    "is_frame",
    "labels_of",
    "left_out_words",
    "lists_kinds",
    "name_of",
    "named_classifiers",
    "named_cv_results",
    "named_estimators",
    "named_frame",
    "named_matrices",
    "named_points",
    "named_predictions",
    "reduced",
    "scores_of",
    "split_predictions",
    "with_threshold",
]

make_readable(globals()[name] for name in __all__)
