"""Conversion of user data to checked classifiers.

`KINDS` lists the accepted forms of a classifier; see `read_classifiers`.
"""

from cc_widgets._help import make_readable
from cc_widgets.core.scores import is_frame
from cc_widgets.intake.engines import BOUND, engine_counts
from cc_widgets.intake.estimators import (
    EstimatorOptions,
    classifiers_from_cv_results,
    classifiers_from_estimators,
    estimator_name,
    estimator_predictions,
    estimator_scores,
    fixed_threshold_classifier,
    split_predictions,
)
from cc_widgets.intake.frames import Missing, classifiers_from_frame, dropped_rows_message
from cc_widgets.intake.kinds import KINDS, Classifier, InputKind, document_kinds
from cc_widgets.intake.named import (
    NamedClassifiers,
    classifiers_from_matrices,
    classifiers_from_points,
    classifiers_from_predictions,
    labels_of,
    read_classifiers,
)

__all__ = [
    "BOUND",
    "KINDS",
    "Classifier",
    "EstimatorOptions",
    "InputKind",
    "Missing",
    "NamedClassifiers",
    "classifiers_from_cv_results",
    "classifiers_from_estimators",
    "classifiers_from_frame",
    "classifiers_from_matrices",
    "classifiers_from_points",
    "classifiers_from_predictions",
    "document_kinds",
    "dropped_rows_message",
    "engine_counts",
    "estimator_name",
    "estimator_predictions",
    "estimator_scores",
    "fixed_threshold_classifier",
    "is_frame",
    "labels_of",
    "read_classifiers",
    "split_predictions",
]

make_readable(globals()[name] for name in __all__)
