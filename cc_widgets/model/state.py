"""The model: classifiers, operating conditions, settings and everything computed from them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import fields, replace
from functools import partial
from itertools import takewhile
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Self, overload
from weakref import ref

from numpy.typing import ArrayLike
from traitlets import Dict, Float, Instance, Int, List, Unicode, observe

from cc_widgets.core import Conditions, cell_counts, folds
from cc_widgets.core.conditions import RangeLike, read_range
from cc_widgets.core.confusion import MatrixRows
from cc_widgets.core.costs import OperatingRange
from cc_widgets.core.cross_validation import AVERAGES, AveragedBy
from cc_widgets.core.results import LEVEL, as_dict
from cc_widgets.core.scores import WeightsAre
from cc_widgets.core.uncertainty import Band
from cc_widgets.core.uncertainty.bands import order_ranks
from cc_widgets.core.uncertainty.sample_size import POWER
from cc_widgets.core.uncertainty.sampling import Rng, read_seed
from cc_widgets.core.validation import as_number, check_names, read_bool, read_choice, read_list
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import (
    BOUND,
    Classifier,
    Missing,
    NamedClassifiers,
    classifiers_from_cv_results,
    classifiers_from_estimators,
    classifiers_from_frame,
    classifiers_from_matrices,
    classifiers_from_points,
    classifiers_from_predictions,
    document_kinds,
    estimator_name,
)
from cc_widgets.intake.estimators import thresholds_in_use
from cc_widgets.intake.files import write_file
from cc_widgets.model import traits
from cc_widgets.model.answers import (
    Comparison,
    CostAnswer,
    Interval,
    Mark,
    MarkedPoint,
    MarkLoss,
    check_marks,
    check_pairs,
    compare_classifiers,
    condition_terms,
    cost_of,
    current_best_band,
    find_classifier,
    resampled_interval,
    resolve_pc,
    worth_using,
)
from cc_widgets.model.bands import (
    Bands,
    BootstrapSettings,
    PairedMatrices,
    check_average,
    no_band_error,
    read_paired_counts,
    why_no_band,
    why_not_resampled,
)
from cc_widgets.model.bootstrap import BandsUpdate, bootstrap_steps
from cc_widgets.model.choosing import (
    CriterionAnswer,
    check_criterion,
    criterion_answer,
)
from cc_widgets.model.conditions import Pair
from cc_widgets.model.derive import Curves, derive
from cc_widgets.model.differences import LeadTests
from cc_widgets.model.estimating import Estimates
from cc_widgets.model.groups import (
    GroupAnswer,
    group_answers,
    group_words,
)
from cc_widgets.model.handback import (
    MisclassifiedExamples,
    check_common_threshold,
    fixed_threshold,
    misclassified,
)
from cc_widgets.model.jobs import Job
from cc_widgets.model.losses import compare_in_use
from cc_widgets.model.notes import (
    PLACES,
    Note,
    Pin,
    check_notes,
    check_pins,
    note_at,
    note_position,
    renamed_notes,
)
from cc_widgets.model.numerals import decimal
from cc_widgets.model.planning import (
    SampleSizePlan,
    ThresholdStability,
    plan_sample_size,
    threshold_stability,
)
from cc_widgets.model.recommendation import Recommendation, recommendation
from cc_widgets.model.settle import band_changes, dependent_changes
from cc_widgets.model.traits import (
    AtomicTraits,
    CheckedTrait,
    check_classifier_name,
    synchronized,
    trait_names_with,
    unknown_attribute,
)
from cc_widgets.model.view import SETTINGS, View, ViewTrait, read_view, with_settings
from cc_widgets.model.words import (
    describe_model,
    remarks_of,
    summary_of,
    wrap_lines,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cc_widgets.core.metrics import DensityLike
    from cc_widgets.model.about import ClassifierSummary


_RESULTS = ("bands", "_difference", "_leads", "_stability")
"""Traits computed from the resamples of a job."""


def default_of(trait: str) -> Any:  # noqa: ANN401 (type of the trait)
    """Return the default value of a model trait."""
    return CostCurveModel.class_traits()[trait].default_value


NESTED_ATTRIBUTES = (
    *(f"conditions.{field.name}" for field in fields(Conditions)),
    *(f"view.{name}" for name in SETTINGS),
)
"""Attributes of the conditions and of the view, as paths from the model."""


EXPLORER_ATTRIBUTES = ("ask", "close", "duality", "open_panel", "presenting", "reset", "to_html")
"""Public attributes that explorers have and models do not."""


def _unknown_attribute_message(name: str) -> str:
    """Return the error message for an unknown attribute, with the most similar known name."""
    if name in EXPLORER_ATTRIBUTES:
        return f"the model has no attribute {name!r}. Did you mean explorer.{name}?"
    if name.startswith("_"):
        return f"the model has no attribute {name!r}."
    public = (key for key in dir(CostCurveModel) if not key.startswith("_"))
    return unknown_attribute("model", name, [*public, *NESTED_ATTRIBUTES])


@document_kinds
class CostCurveModel(AtomicTraits):
    """Classifiers, operating conditions, and the curves and costs computed from them.

    The model needs no display. An invalid value raises a `CostCurveError` and leaves the model
    unchanged. Traits that are set together under `hold_trait_notifications` are all accepted or all
    rejected. Observers are called after all dependent traits have been updated. Methods and traits
    can be used from any thread. Copies, by `copy` or `pickle`, keep the traits and bands, but not
    the job and the observers.

    Parameters
    ----------
    classifiers : mapping, optional
        Names to classifiers, each written as

        {kinds}
    **traits
        Initial values of any of the traits below, such as `conditions` or `hidden`.

    Examples
    --------
    >>> from cc_widgets.core import Conditions
    >>> model = CostCurveModel({"stump": ([0, 0, 1, 1] * 25, [0.1, 0.6, 0.4, 0.9] * 25)})
    >>> [float(pc) for pc in model.curves.envelope.pc]
    [0.0, 0.5, 1.0]
    >>> model.conditions = Conditions(prior=0.2, cost_fp=1, cost_fn=2)
    >>> round(model.pc, 9), model.cost().threshold
    (0.333333333, 0.9)
    """

    _unsynchronized = frozenset({"bootstrap"})

    classifiers = CheckedTrait[NamedClassifiers](
        NamedClassifiers({}),
        traits.classifiers,
        "Classifiers by name, in display order.",
        about="snapshot",
    )
    hidden = CheckedTrait[tuple[str, ...]](
        (),
        traits.hidden,
        "Names of classifiers excluded from the hull, the ranking and the bands.",
        about="snapshot",
        page="sets",
        sent=partial(List, Int()),
    )
    average = CheckedTrait[AveragedBy](
        "cost",
        traits.one_of("average", *AVERAGES),
        "Average of folds: cost at each pc, vertical or horizontal in ROC space, or pooled.",
        about="snapshot",
        page="sees",
    )
    colors = CheckedTrait[Mapping[str, str]](
        MappingProxyType({}),
        traits.colors,
        "Colours as `#rrggbb`, by name; classifiers without one have the default colour.",
        page="sees",
    )
    conditions = CheckedTrait[Conditions | None](
        None,
        traits.conditions,
        "Prior, misclassification costs, currency and number of cases; None if unknown.",
        about="place",
        page="sets",
        sent=partial(Dict, None, None, None, allow_none=True),
    )
    pc = CheckedTrait[float](
        0.5,
        traits.pc,
        "Operating point: probability-cost value PC(+) from 0 to 1.",
        about="place",
        page="sets",
        sent=partial(Float, allow_none=True),
    )
    pc_range = CheckedTrait[Pair | None](
        None,
        traits.pc_range,
        "Range (low, high) of possible operating points; None for a single one.",
        about="place",
        page="sets",
        sent=partial(List, Float(), allow_none=True),
    )
    pins = CheckedTrait[tuple[Pin, ...]](
        (),
        check_pins,
        "Pairs of a point and its dual line that stay highlighted.",
        page="sets",
        sent=partial(List, Dict()),
    )
    notes = CheckedTrait[tuple[Note, ...]](
        (),
        check_notes,
        "Notes in the figures, each with its place in the data.",
        about="notes",
        page="sets",
        sent=partial(List, Dict()),
    )
    marks = CheckedTrait[tuple[Mark, ...]](
        (),
        check_marks,
        "Thresholds in use today: names of classifiers with their thresholds.",
        about="marks",
        page="sees",
    )
    level = CheckedTrait[float](
        LEVEL,
        traits.level,
        "Confidence level of the bands.",
        about="bands",
        page="sees",
        sent=Float,
    )
    resampling = CheckedTrait[BootstrapSettings](
        BootstrapSettings(), traits.bootstrap_settings, "Settings of the bootstrap.", about="bands"
    )
    paired_counts = CheckedTrait[tuple[PairedMatrices, ...]](
        (),
        check_pairs,
        "Paired error counts of confusion matrices: two names, each with `PairedCounts`.",
        about="bands",
        page="sees",
    )
    compared = CheckedTrait[tuple[str, str] | None](
        None,
        traits.compared,
        "Names of the two classifiers to compare; by default the first two visible ones.",
        about="pair",
        page="sees",
        sent=partial(List, Unicode(), allow_none=True),
    )
    criterion = CheckedTrait[Mapping[str, Any] | None](
        None,
        check_criterion,
        "Criterion of the recommendation; None for the lowest expected cost.",
        about="choice",
        page="sets",
        sent=partial(Dict, None, None, None, allow_none=True),
    )
    view = ViewTrait(
        View(),
        read_view,
        "Display settings of the figures and the page.",
        page="sees",
        about="view",
    )
    curves = Instance(
        Curves,
        read_only=True,
        help="Curves, hulls and envelopes: an immutable snapshot, replaced as a whole.",
    ).tag(page="sees")
    _in_use = CheckedTrait[tuple[MarkedPoint, ...]](
        (),
        lambda _model, value: value,
        "The `marks` with their rates and costs.",
        page="sees",
        read_only=True,
    )
    bands = Instance(
        Bands,
        allow_none=True,
        read_only=True,
        help="Confidence bands of the classifiers; None until they are computed.",
    ).tag(about="bands", page="sees")
    _difference = Instance(
        Band,
        allow_none=True,
        read_only=True,
        help="Confidence band of the cost difference between the two `compared` classifiers.",
    ).tag(about="bands", page="sees")
    _leads = Instance(
        LeadTests,
        allow_none=True,
        read_only=True,
        help="Tests of the cheapest visible classifier against all others.",
    ).tag(about="bands", page="sees")
    _stability = Instance(
        ThresholdStability,
        allow_none=True,
        read_only=True,
        help="Classifiers and thresholds chosen by the resamples at the operating point.",
    ).tag(about="bands", page="sees")
    _estimates = Instance(
        Estimates,
        allow_none=True,
        read_only=True,
        help="Costs of the visible classifiers expected on new data; None until computed.",
    ).tag(page="sees", copied=False)
    _criterion_answer = Instance(
        CriterionAnswer, allow_none=True, read_only=True, help="Choice by the `criterion`."
    ).tag(page="sees", copied=False)
    job = Instance(
        Job, allow_none=True, read_only=True, help="Most recent job that computes bands."
    ).tag(about="bands", copied=False)

    def __init__(self, classifiers: Mapping[str, Any] | None = None, **traits: Any) -> None:  # noqa: ANN401 (each is checked)
        super().__init__()
        self._reset()
        if classifiers is not None:
            self.classifiers = classifiers
        for name, value in traits.items():
            if not self.has_trait(name):
                raise CostCurveError(_unknown_attribute_message(name), where="CostCurveModel")
            setattr(self, name, value)

    # ---- Constructors from arrays, matrices or points; the explorer has the same ones

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: Any,  # noqa: ANN401 (checked)
        *,
        name: str | None = None,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        pos_label: object = None,
    ) -> Self:
        """Create a model from the scores of classifiers on the same examples.

        Parameters
        ----------
        y_true : array-like of shape (n_examples,)
            True labels of two classes.
        y_score : array-like of shape (n_examples,), or mapping of str to array-like
            Scores: probabilities of the positive class, or any number that increases with it.
            Values of a mapping may also be dicts of keyword arguments, or objects returned by
            functions of `cc_widgets.core`.
        name : str, optional
            Name of the classifier, if `y_score` is a single array.
        sample_weight : array-like of shape (n_examples,), optional
            Non-negative weights.
        weights_are : {"importance", "frequencies"}
            Whether a weight is the relative importance of an example, or the number of examples
            that a row represents.
        clusters : array-like of shape (n_examples,), optional
            Cluster labels, such as patients. Rows with the same label are resampled together.
        groups : array-like of shape (n_examples,), optional
            Group labels, such as hospitals. Rates and costs are also reported for each group, at
            one common threshold.
        pos_label : label, optional
            Label of the positive class. Required unless the labels are 0/1, -1/1 or booleans.

        Returns
        -------
        CostCurveModel
            Model of copies of the arrays.

        Raises
        ------
        CostCurveError
            If an array is invalid. The message names the classifier.

        Examples
        --------
        >>> CostCurveModel.from_predictions([0, 1], {"forest": [0.2, 0.9], "stump": [0.4, 0.3]})
        CostCurveModel(2 classifiers: forest, stump; PC(+) 0.5; no bands)
        """
        return cls(
            classifiers_from_predictions(
                *(y_true, y_score),
                name=name,
                sample_weight=sample_weight,
                weights_are=weights_are,
                clusters=clusters,
                groups=groups,
                pos_label=pos_label,
            )
        )

    @classmethod
    def from_confusion_matrices(
        cls, matrices: Mapping[str, ArrayLike], *, rows: MatrixRows = "true"
    ) -> Self:
        """Create a model from one confusion matrix for each classifier.

        Parameters
        ----------
        matrices : mapping of str to array-like of shape (2, 2)
            ``[[tn, fp], [fn, tp]]``, as in scikit-learn. Values may also be dicts of keyword
            arguments, or objects returned by functions of `cc_widgets.core`.
        rows : {"true", "predicted"}
            Whether the rows of a matrix are true or predicted classes.

        Returns
        -------
        CostCurveModel
            Model of these matrices.

        Raises
        ------
        CostCurveError
            If a matrix is invalid. The message names the classifier.

        Examples
        --------
        >>> CostCurveModel.from_confusion_matrices({"C4.5": [[6, 4], [4, 16]]})
        CostCurveModel(1 classifier: C4.5; PC(+) 0.5; no bands)
        """
        return cls(classifiers_from_matrices(matrices, rows=rows))

    @classmethod
    def from_points(cls, points: Mapping[str, Any]) -> Self:
        """Create a model from ROC points.

        Parameters
        ----------
        points : mapping of str to (fpr, tpr)
            Rates of one operating point, or a sequence of false positive rates and a sequence of
            true positive rates. Values may also be dicts of keyword arguments, or objects returned
            by functions of `cc_widgets.core`.

        Returns
        -------
        CostCurveModel
            Model of these points.

        Raises
        ------
        CostCurveError
            If a point is invalid. The message names the classifier.

        Examples
        --------
        >>> CostCurveModel.from_points({"stump": (0.3, 0.7)})
        CostCurveModel(1 classifier: stump; PC(+) 0.5; no bands)
        """
        return cls(classifiers_from_points(points))

    # ---- Constructors from scikit-learn objects

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,  # noqa: ANN401 (of any library)
        X: Any,  # noqa: ANN401 (input of estimators)
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
        name: str | None = None,
    ) -> Self:
        """Create a model from a fitted classifier and a test set.

        Parameters
        ----------
        estimator : object
            Fitted binary classifier with `predict_proba` or `decision_function`: a scikit-learn
            classifier, pipeline or search, or one with the same interface. The threshold of a
            TunedThresholdClassifierCV or FixedThresholdClassifier is added to `marks`.
        X : array-like of shape (n_examples, n_features)
            Test examples. They should not have been used for fitting.
        y : array-like of shape (n_examples,)
            True labels.
        sample_weight : array-like of shape (n_examples,), optional
            Non-negative weights.
        weights_are : {"importance", "frequencies"}
            Whether a weight is the relative importance of an example, or the number of examples
            that a row represents.
        clusters : array-like of shape (n_examples,), optional
            Cluster labels, such as patients. Rows with the same label are resampled together.
        groups : array-like of shape (n_examples,), optional
            Group labels, such as hospitals. Rates and costs are also reported for each group, at
            one common threshold.
        response_method : {"auto", "predict_proba", "decision_function"}
            Method that computes the scores. "auto" uses `predict_proba` if the estimator has it,
            and `decision_function` otherwise.
        pos_label : label, optional
            Label of the positive class. Required unless the classes are 0/1, -1/1 or booleans.
        name : str, optional
            Name of the classifier; by default the name of its class.

        Returns
        -------
        CostCurveModel
            Model of the scores. It keeps no reference to the estimator.

        Raises
        ------
        CostCurveError
            If the estimator is not a fitted binary classifier, or labels and scores do not match.

        Examples
        --------
        >>> class Stump:
        ...     classes_ = ("ham", "spam")
        ...     def decision_function(self, X):
        ...         return [row[0] for row in X]
        >>> X, y = [[0.25], [0.75]], ["ham", "spam"]
        >>> CostCurveModel.from_estimator(Stump(), X, y, pos_label="spam")
        CostCurveModel(1 classifier: Stump; PC(+) 0.5; no bands)
        """
        name = estimator_name(estimator) if name is None else name
        check_names([name], "name")
        return cls.from_estimators(
            {name: estimator},
            X,
            y,
            sample_weight=sample_weight,
            weights_are=weights_are,
            clusters=clusters,
            groups=groups,
            response_method=response_method,
            pos_label=pos_label,
        )

    @classmethod
    def from_estimators(
        cls,
        estimators: Mapping[str, Any] | Sequence[Any],
        X: Any,  # noqa: ANN401 (input of estimators)
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
    ) -> Self:
        """Create a model from several fitted classifiers and one test set.

        Parameters
        ----------
        estimators : list, or mapping of str to estimator
            Fitted binary classifiers. In a list they are named after their classes, numbered if
            two have the same class. Values of a mapping may also be dicts of keyword arguments, or
            objects returned by functions of `cc_widgets.core`.
        X, y, sample_weight, weights_are, clusters, groups, response_method, pos_label
            As in `from_estimator`.

        Returns
        -------
        CostCurveModel
            Model of the scores of all estimators.

        Raises
        ------
        CostCurveError
            If an estimator is invalid. The message names it.
        """
        classifiers = classifiers_from_estimators(
            estimators,
            X,
            y,
            sample_weight=sample_weight,
            weights_are=weights_are,
            clusters=clusters,
            groups=groups,
            response_method=response_method,
            pos_label=pos_label,
        )
        model = cls(classifiers)
        model.marks = thresholds_in_use(estimators, classifiers, X)
        return model

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,  # noqa: ANN401 (input of estimators)
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
        name: str | None = None,
    ) -> Self:
        """Create a model from a cross-validation: one classifier whose folds are the splits.

        Parameters
        ----------
        cv_results : mapping, or mapping of str to mapping
            Result of scikit-learn's `cross_validate` with ``return_estimator=True`` and
            ``return_indices=True``, or the results of several classifiers by name. Classifiers with
            the same splits are compared fold by fold.
        X, y : array-like
            The examples and labels that were passed to `cross_validate`. Each fitted estimator
            scores the test examples of its split.
        sample_weight, weights_are, clusters, groups, response_method, pos_label
            As in `from_estimator`. Groups are reported only with a threshold common to all folds:
            ``average="pooled"``.
        name : str, optional
            Name of a single classifier; by default the name of its class.

        Returns
        -------
        CostCurveModel
            Model of the folds.

        Raises
        ------
        CostCurveError
            If `cv_results` is not such a result, or does not match `X` and `y`.
        """
        return cls(
            classifiers_from_cv_results(
                cv_results,
                X,
                y,
                sample_weight=sample_weight,
                weights_are=weights_are,
                clusters=clusters,
                groups=groups,
                response_method=response_method,
                pos_label=pos_label,
                name=name,
            )
        )

    # ---- Constructor from a data frame

    @classmethod
    def from_frame(
        cls,
        frame: object,
        *,
        y_true: Hashable,
        y_score: object,
        name: Hashable = None,
        example: Hashable = None,
        fold: Hashable = None,
        sample_weight: Hashable = None,
        weights_are: WeightsAre = "importance",
        clusters: Hashable = None,
        groups: Hashable = None,
        missing: Missing = "refuse",
        pos_label: object = None,
        bound: float = BOUND,
    ) -> Self:
        """Create a model from columns of a data frame.

        Parameters
        ----------
        frame : frame, or path
            Frame of pandas, polars, pyarrow or another library supported by narwhals, an object
            that exports an Arrow stream, or the path of a CSV or Parquet file. For files, lazy
            frames and relations of more than a million rows, the frame's engine computes score
            histograms: see `bound`.
        y_true : column
            Column of true labels of two classes.
        y_score : column, list of columns, or mapping of name to column
            Columns of scores. A classifier is named after its column, or by the key of a mapping.
        name : column, optional
            Column of classifier names, for a frame in long format: each row has the score of one
            classifier for one example. Then `y_score` is a single column.
        example : column, optional
            Column that identifies the examples, each unique within a classifier (and fold). It
            aligns the rows of several classifiers, so that they can be compared on the same
            examples. It also identifies the rows that `misclassified` returns.
        fold : column, optional
            Column of cross-validation folds.
        sample_weight : column, optional
            Column of non-negative weights.
        weights_are : {"importance", "frequencies"}
            Whether a weight is the relative importance of an example, or the number of examples
            that a row represents.
        clusters : column, optional
            Column of cluster labels, such as patients. Rows with the same label are resampled
            together.
        groups : column, optional
            Column of group labels. Rates and costs are also reported for each group, at one common
            threshold.
        missing : {"refuse", "drop"}
            Whether rows with null or NaN in one of these columns, and examples without a score of
            some classifier, raise an error or are dropped.
        pos_label : label, optional
            Label of the positive class. Required unless the labels are 0/1, -1/1 or booleans.
        bound : float
            Maximum error of normalised costs computed from histograms of scores. With few distinct
            scores the costs are exact.

        Returns
        -------
        CostCurveModel
            Model of copies of the columns, or of their histograms.

        Raises
        ------
        CostCurveError
            If a column is missing or invalid. The message names the column and the number of
            invalid rows.

        Examples
        --------
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"y": [0, 1], "forest": [0.2, 0.9], "logistic": [0.4, 0.3]})
        >>> CostCurveModel.from_frame(frame, y_true="y", y_score=["forest", "logistic"])
        CostCurveModel(2 classifiers: forest, logistic; PC(+) 0.5; no bands)
        """
        return cls(
            classifiers_from_frame(
                frame,
                y_true=y_true,
                y_score=y_score,
                name=name,
                example=example,
                fold=fold,
                sample_weight=sample_weight,
                weights_are=weights_are,
                clusters=clusters,
                groups=groups,
                missing=missing,
                pos_label=pos_label,
                bound=bound,
            )
        )

    if not TYPE_CHECKING:  # type checkers report unknown attributes themselves

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an AttributeError that suggests the right name or the explorer."""
            raise AttributeError(_unknown_attribute_message(name))

    def __setattr__(self, name: str, value: object) -> None:
        """Set a trait; a misspelt name raises an AttributeError that suggests the right one."""
        if not name.startswith("_") and not hasattr(type(self), name):
            raise AttributeError(_unknown_attribute_message(name))
        super().__setattr__(name, value)

    def _reset(self) -> None:
        """Reset to the state without classifiers."""
        self._settled: Mapping[str, Any] = self._inputs()
        self._job_sources: tuple[Classifier, ...] = ()
        self.set_trait("curves", derive({}))

    def _inputs(self) -> dict[str, Any]:
        """Return the settable traits by name."""
        return {name: getattr(self, name) for name in trait_names_with(type(self), settable=True)}

    def _settle(self) -> None:
        """Update all dependent traits, or raise."""
        changed = {name for name, value in self._inputs().items() if value != self._settled[name]}
        if changed:
            assigned = self._assigned | changed
            for name, value in dependent_changes(
                self, changed, assigned, self._current_updates(), self._settled["conditions"]
            ).items():
                self.set_trait(name, value)
            self._settled = self._inputs()

    def _current_updates(self) -> tuple[BandsUpdate, ...]:
        """Return the current bands with the difference that belongs to them, if there are bands."""
        if self.bands is None:
            return ()
        return (BandsUpdate(self.bands, self._settled["compared"], self._difference),)

    def _after_rollback(self) -> None:
        """Reset caches after a rollback."""
        self._settled = self._inputs()

    @synchronized
    def __getstate__(self) -> dict[str, Any]:
        """Return all traits except the job, for `copy` and `pickle`."""
        left_out = trait_names_with(type(self), copied=False)
        return {
            name: as_dict(value)
            for name, value in self._trait_values.items()
            if name not in left_out
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Restore the state of a copy."""
        AtomicTraits.__init__(self)
        self._reset()
        frozen = {name: MappingProxyType(v) for name, v in state.items() if isinstance(v, dict)}
        self._restore_values({**self._trait_values, **state, **frozen})
        answer = criterion_answer(self.criterion, self.curves, self.conditions)
        self.set_trait("_criterion_answer", answer)

    @synchronized
    def __repr__(self) -> str:
        return f"CostCurveModel({describe_model(self)})"

    def _apply(self, values: Mapping[str, Any]) -> None:
        """Set several traits in one change."""
        with self.hold_trait_notifications():
            for name, value in values.items():
                self.set_trait(name, value)

    @observe("classifiers")
    def _stop_outdated(self, _change: object) -> None:
        """Cancel the running job if one of its classifiers was removed or replaced."""
        if self.job is not None and self.job.state == "running":
            current = {id(source) for source in self.classifiers.values()}
            if not all(id(source) in current for source in self._job_sources):
                self.job.cancel()

    # ---- Classifiers

    @document_kinds
    def add(self, name: str, value: Any) -> None:  # noqa: ANN401 (checked)
        """Add a classifier at the end.

        Parameters
        ----------
        name : str
            Name that no other classifier has.
        value : classifier
            Written as

            {kinds}

        Raises
        ------
        CostCurveError
            If the name is in use, or the value is invalid.
        """
        check_names([name], "add")
        self._check_name_is_free(name)
        self.classifiers = {**self.classifiers, name: value}

    def rename(self, old: str, new: str) -> None:
        """Rename a classifier. Its position, colour and all other settings stay.

        Parameters
        ----------
        old : str
            Current name.
        new : str
            New name.

        Raises
        ------
        CostCurveError
            If there is no classifier `old`, or the name `new` is in use or blank.
        """
        check_classifier_name(self, old, "rename")
        check_names([new], "rename")
        if new == old:
            return
        self._check_name_is_free(new)

        def renamed(name: str) -> str:
            return new if name == old else name

        hidden = tuple(map(renamed, self.hidden))
        colors = {renamed(name): color for name, color in self.colors.items()}
        compared = self.compared and tuple(map(renamed, self.compared))
        view = self.view
        view = with_settings(view, shown_band=view.shown_band and renamed(view.shown_band))
        marks = [(renamed(mark.name), mark.threshold) for mark in self.marks]
        pairs = [
            (renamed(pair.first), renamed(pair.second), pair.counts) for pair in self.paired_counts
        ]
        with self.hold_trait_notifications():
            self.classifiers = {renamed(name): data for name, data in self.classifiers.items()}
            self.hidden, self.colors, self.compared = hidden, colors, compared
            self.view, self.marks, self.paired_counts = view, marks, pairs
            self.notes = renamed_notes(self.notes, old, new)

    def remove(self, name: str) -> None:
        """Remove a classifier and its settings.

        Parameters
        ----------
        name : str
            Name of the classifier.
        """
        check_classifier_name(self, name, "remove")
        self.classifiers = {key: data for key, data in self.classifiers.items() if key != name}

    def reorder(self, names: Sequence[str]) -> None:
        """Change the order of the classifiers.

        Parameters
        ----------
        names : sequence of str
            All names in the new order, each once.

        Raises
        ------
        CostCurveError
            If a name is missing, unknown or repeated.
        """
        order = read_list("reorder", names)
        texts = [name for name in order if isinstance(name, str)]
        if len(texts) < len(order) or sorted(texts) != sorted(self.classifiers):
            raise CostCurveError(
                "must contain the name of each classifier once",
                where="reorder",
                got=shown(order),
                fix=f"The names are: {', '.join(map(repr, self.classifiers))}.",
            )
        self.classifiers = {name: self.classifiers[name] for name in order}

    def merge_folds(self, name: str, *names: str) -> None:
        """Merge several classifiers into one whose folds they become.

        The new classifier takes the position of the first of them.

        Parameters
        ----------
        name : str
            Name of the new classifier.
        *names : str
            Names of the classifiers to merge; all visible ones by default.

        Raises
        ------
        CostCurveError
            If a name is unknown, `name` is in use by another classifier, or the classifiers cannot
            be folds of one classifier.

        Examples
        --------
        >>> model = CostCurveModel({"early": (0.04, 0.4), "late": (0.3, 0.8)})
        >>> model.merge_folds("both")
        >>> round(model.cost("both", pc=13 / 33).normalised, 6)
        0.260606
        """
        for part in names:
            check_classifier_name(self, part, "merge_folds")
        check_names([name], "merge_folds")
        parts = names or tuple(item.name for item in self.curves.shown)
        if name not in parts:
            self._check_name_is_free(name)
        sources: dict[str, Any] = {part: self.classifiers[part] for part in parts}
        merged = folds(sources)
        classifiers: dict[str, Any] = {}
        for key, data in self.classifiers.items():
            classifiers |= {name: merged} if key in parts else {key: data}
        self.classifiers = classifiers

    def hide(self, *names: str) -> None:
        """Exclude classifiers from the figures, the hull, the ranking and the bands.

        Parameters
        ----------
        *names : str
            Names of the classifiers.
        """
        self.hidden = (*self.hidden, *names)

    def show(self, *names: str) -> None:
        """Include hidden classifiers again.

        Parameters
        ----------
        *names : str
            Names of the classifiers.
        """
        for name in names:
            check_classifier_name(self, name, "show")
        self.hidden = tuple(name for name in self.hidden if name not in names)

    def mark(self, name: str, threshold: float | None = None) -> None:
        """Mark a threshold, a confusion matrix or a pair of rates that is in use today.

        Parameters
        ----------
        name : str
            Name of a classifier with scores, of a confusion matrix, or of a single ROC point.
        threshold : float, optional
            Scores of at least this value are classified as positive. It need not be a
            score of the dataset. Omit it for a confusion matrix or a point, without scores.

        Raises
        ------
        CostCurveError
            If the rates at this threshold are unknown, or it is not a number.

        Examples
        --------
        >>> model = CostCurveModel({"rule": [[6, 4], [4, 16]]})
        >>> model.mark("rule")
        >>> model.marks
        (Mark(name='rule', threshold=None),)
        """
        self.marks = (*self.marks, (name, threshold))

    def compare_in_use(self, pc: float | None = None) -> tuple[MarkLoss, ...]:
        """Compare the marked thresholds with the recommended choice on new data.

        Parameters
        ----------
        pc : float, optional
            Probability-cost value; by default the model's operating point.

        Returns
        -------
        tuple of MarkLoss
            Loss of each visible mark; `interval` has the expected loss and its limits, and
            `is_significant` whether these exclude 0. Without a bootstrap run, costs are estimated.

        Raises
        ------
        CostCurveError
            If `pc` is not in [0, 1].

        Examples
        --------
        >>> label, score = [0, 0, 1, 0, 1, 1] * 20, [1, 2, 3, 4, 5, 6] * 20
        >>> model = CostCurveModel({"stump": (label, score)}, pc=0.5)
        >>> model.mark("stump", 2)
        >>> (loss,) = model.compare_in_use()
        >>> loss.is_significant
        True
        """
        return compare_in_use(self, pc)

    def unmark(self, name: str, threshold: float | None = None) -> None:
        """Remove the marks of a classifier.

        Parameters
        ----------
        name : str
            Name of the classifier.
        threshold : float, optional
            Threshold whose mark is removed; by default all marks of the classifier.

        Raises
        ------
        CostCurveError
            If the name is unknown, or the threshold is not marked.
        """
        check_classifier_name(self, name, "unmark")
        own = [mark for mark in self.marks if mark.name == name]
        removed = own
        if threshold is not None:
            number = as_number(threshold)
            removed = [mark for mark in own if mark.threshold == number]
            if not removed:
                thresholds = [mark.threshold for mark in own if mark.threshold is not None]
                marked = ", ".join(map(decimal, thresholds))
                raise CostCurveError(
                    "this threshold is not marked",
                    where=f"unmark, {shown(name)}",
                    got=shown(threshold),
                    fix=f"Marked thresholds: {marked or 'none'}.",
                )
        self.marks = tuple(mark for mark in self.marks if mark not in removed)

    # ---- Paired confusion matrices

    def pair_errors(self, first: str, second: str, counts: Any) -> None:  # noqa: ANN401 (each is checked)
        """Set the paired error counts of two confusion matrices on the same examples.

        Confusion matrices alone do not show on which examples both classifiers are wrong, so the
        difference cannot be tested. With paired counts it is tested in closed form, without
        resampling.

        Parameters
        ----------
        first, second : str
            Names of the two classifiers. A classifier that does not exist yet is added, with the
            confusion matrix that follows from the counts.
        counts : PairedCounts, or mapping
            Number of examples of each class on which only the first classifier is wrong, only the
            second, both, or neither.

        Raises
        ------
        CostCurveError
            If the counts are invalid, or do not match the matrices of the classifiers.

        Examples
        --------
        >>> errors = {"first_only": 1, "second_only": 6, "both": 19, "neither": 74}
        >>> model = CostCurveModel()
        >>> model.pair_errors("a", "b", {"positives": errors, "negatives": errors})
        >>> model.compare("a", "b").significance.cheaper
        ('first',)
        """
        check_names([first, second], "pair_errors")
        paired = read_paired_counts(counts)
        lines = {first: paired.first, second: paired.second}
        new = {
            name: cell_counts(
                tp=line.positives - line.fn, fn=line.fn, fp=line.fp, tn=line.negatives - line.fp
            )
            for name, line in lines.items()
            if name not in self.classifiers
        }
        with self.hold_trait_notifications():
            if new:
                self.classifiers = {**self.classifiers, **new}
            self.paired_counts = (*self.paired_counts, (first, second, paired))

    # ---- Notes

    def add_note(self, text: str, **where: Any) -> str:  # noqa: ANN401 (each is checked)
        """Add a note at a place in the figures.

        Parameters
        ----------
        text : str
            Plain text of at most 10,000 characters.
        classifier : str, optional
            Classifier of the point to annotate.
        threshold : float, optional
            Threshold of that point; by default the best one at the operating point. It need not be
            a score of the dataset: scores of at least this value are positive, so a threshold
            above all scores is at (0, 0).
        line : bool, optional
            Whether to annotate the cost line of the point instead.
        rates : (fpr, tpr), optional
            Point of ROC space that belongs to no classifier.
        edge : (end, end), optional
            Line between two points, each a ``(name, threshold)`` or a ``(fpr, tpr)``.
        pc : float or (low, high), optional
            Probability-cost value, or a range of them.
        conditions : bool, optional
            Whether the note follows the operating conditions. A note at `pc` stays there.

        Returns
        -------
        str
            Identifier of the note, for `edit_note` and `remove_note`.

        Raises
        ------
        CostCurveError
            If there is not exactly one known place, or the text is invalid.

        Examples
        --------
        >>> model = CostCurveModel({"stump": (0.25, 0.75)})
        >>> note = model.add_note("we operate here", pc=0.33)
        >>> model.edit_note(note, text="we will operate here", pc=(0.3, 0.4))
        >>> [(note["text"], note["kind"], note["at"]) for note in model.notes]
        [('we will operate here', 'range', {'pc': [0.3, 0.4]})]
        """
        place = note_at(self, **where)
        if not place:
            raise CostCurveError("must have exactly one place", where="add_note", fix=PLACES)
        self.notes = (*self.notes, {"text": text, **place})
        return str(self.notes[-1]["id"])

    def edit_note(self, note: str, *, text: str | None = None, **where: Any) -> None:  # noqa: ANN401 (each is checked)
        """Change the text or the place of a note.

        Parameters
        ----------
        note : str
            Identifier of the note.
        text : str, optional
            New text.
        **where
            New place, as in `add_note`; by default it stays.
        """
        position = note_position(self.notes, note)
        changed = note_at(self, **where) | ({} if text is None else {"text": text})
        notes = list(self.notes)
        notes[position] = {**notes[position], **changed}
        self.notes = tuple(notes)

    def remove_note(self, note: str) -> None:
        """Remove a note.

        Parameters
        ----------
        note : str
            Identifier of the note.
        """
        position = note_position(self.notes, note)
        self.notes = self.notes[:position] + self.notes[position + 1 :]

    def _check_name_is_free(self, name: str) -> None:
        """Raise if a classifier of this name exists."""
        if name in self.classifiers:
            raise CostCurveError(
                "a classifier with this name already exists",
                where="name",
                got=shown(name),
                fix="Choose another name, or remove that classifier first.",
            )

    # ---- Bands

    @overload
    def bootstrap(
        self,
        *,
        level: float | None = ...,
        n_resamples: int | None = ...,
        rng: Rng = ...,
        simultaneous: bool | None = ...,
        method: str | None = ...,
        wait: Literal[True] = ...,
    ) -> Bands: ...

    @overload
    def bootstrap(
        self,
        *,
        level: float | None = ...,
        n_resamples: int | None = ...,
        rng: Rng = ...,
        simultaneous: bool | None = ...,
        method: str | None = ...,
        wait: Literal[False],
    ) -> Job: ...

    def bootstrap(
        self,
        *,
        level: float | None = None,
        n_resamples: int | None = None,
        rng: Rng = None,
        simultaneous: bool | None = None,
        method: str | None = None,
        wait: bool = True,
    ) -> Bands | Job:
        """Compute confidence bands by the bootstrap.

        Omitted parameters keep the model's settings; the others replace them. A running job is
        cancelled.

        Parameters
        ----------
        level : float, optional
            Confidence level.
        n_resamples : int, optional
            Number of bootstrap resamples.
        rng : int or numpy.random.Generator, optional
            Seed or random number generator.
        simultaneous : bool, optional
            Whether the bands are simultaneous over all pc, or pointwise.
        method : str, optional
            Method of the bands; see `BootstrapSettings`. Set other settings before:
            ``model.resampling = cc.BootstrapSettings(significance="pointwise")``.
        wait : bool
            Whether to wait for the bands, or to compute them in the background.

        Returns
        -------
        Bands or Job
            The new value of the trait `bands`; without `wait` that of the trait `job`, which has
            the progress and can be cancelled.

        Raises
        ------
        CostCurveError
            If a value is invalid, no visible classifier can have a band, or the computation failed
            while waiting. Then, and after an interruption, settings and bands are unchanged.
        """
        settings = {
            "n_resamples": n_resamples,
            "rng": None if rng is None else read_seed(rng),
            "simultaneous": simultaneous,
            "method": method,
        }
        changes = {name: value for name, value in settings.items() if value is not None}
        waits = read_bool("wait", wait)
        parts: deque[Bands] = deque(maxlen=1)
        with ExitStack() as restored:
            job = self._start_temporarily(changes, level, parts.append, restored)
            if not waits:
                restored.pop_all()
                return job
            job.wait()
            if job.state != "done" or not parts:
                problem = job.error or job.state
                raise CostCurveError(f"bands could not be computed: {problem}", where="bootstrap")
            restored.pop_all()
        return parts.pop()

    @synchronized
    def _start_temporarily(
        self,
        changes: Mapping[str, Any],
        level: float | None,
        report: Callable[[Bands], None],
        restored: ExitStack,
    ) -> Job:
        """Change settings and start a job; register on `restored` how to undo both."""
        settings = replace(self.resampling, **changes)
        at = self.level if level is None else traits.level(self, level)
        before = {name: getattr(self, name) for name in trait_names_with(type(self), about="bands")}
        jobs: list[Job | None] = [before["job"]]
        restored.callback(self._restore, before, self._current_updates(), settings, at, jobs)
        with self.hold_trait_notifications():
            self.resampling, self.level = settings, at
        job = self._start_job(report)
        jobs.append(job)
        return job

    @synchronized
    def _restore(
        self,
        before: Mapping[str, Any],
        updates: tuple[BandsUpdate, ...],
        settings: BootstrapSettings,
        level: float,
        jobs: Sequence[Job | None],
    ) -> None:
        """Restore bands and settings after a failed run.

        A later run, and settings changed in the meantime, are kept.
        """
        if not any(self.job is job for job in jobs):
            return
        if self.job is not None and self.job is not before["job"]:
            self.job.cancel()
        with self.hold_trait_notifications():
            if self.resampling is settings:
                self.resampling = before["resampling"]
            if self.level == level:
                self.level = before["level"]
            self._apply({name: before[name] for name in _RESULTS})
            self._apply(band_changes(self, updates, {}))

    def _start_job(self, report: Callable[[Bands], None]) -> Job:
        """Start a job that replaces the previous one and passes new bands to `report`."""
        settings = self.resampling
        sources = {item.name: self.classifiers[item.name] for item in self.curves.shown}
        reasons = {name: why_no_band(source) for name, source in sources.items()}
        if not sources:
            raise CostCurveError(
                "there is no visible classifier to resample",
                where="bootstrap",
                fix="Add a classifier, or show a hidden one.",
            )
        if all(reasons.values()):
            raise no_band_error(reasons, "bootstrap")
        check_average(sources.values(), self.average, "bootstrap")
        if not all(map(why_not_resampled, sources.values())):  # not for matrices
            order_ranks(self.level, settings.n_resamples)
        if self.job is not None:
            self.job.cancel()
        model = ref(self)  # so that the job ends with the last reference to the model
        steps = bootstrap_steps(sources, settings, self.level, self.compared)

        def receive(update: BandsUpdate) -> None:
            current = model()
            if current is None or current.job is not job:
                job.cancel()
                return
            current._receive(update)  # noqa: SLF001 (same model)
            if current.bands is not None:
                report(current.bands)

        job = Job(takewhile(lambda _step: model() is not None, steps), receive)
        try:
            self._job_sources = tuple(sources.values())
            self.set_trait("job", job)
        except BaseException:
            job.cancel()
            raise
        return job

    @property
    def _known_conditions(self) -> Conditions | None:
        """The conditions if they state a prior."""
        conditions = self.conditions
        return None if conditions is None or conditions.prior is None else conditions

    @property
    def _currency(self) -> str:
        """Currency of the costs; empty if it is not stated."""
        return "" if self.conditions is None else self.conditions.currency

    @property
    def _n_cases(self) -> float:
        """Number of cases that total costs are reported for."""
        return 1.0 if self.conditions is None else self.conditions.n_cases

    @property
    def _has_stale_bands(self) -> bool:
        """Whether there are bands, which belong to earlier data or settings."""
        return self.bands is not None and self.bands.is_stale

    def _receive(self, update: BandsUpdate) -> None:
        """Update the traits from new bands."""
        updates = (update, *self._current_updates())
        self._apply(band_changes(self, updates, {}))

    # ---- Queries

    def recommend(self, pc: RangeLike | None = None) -> Recommendation:
        """Recommend a classifier and a threshold.

        Parameters
        ----------
        pc : float or (low, high), optional
            Operating point or range; the model's own by default.

        Returns
        -------
        Recommendation
            By the `criterion` if one is set; else the choice of least cost at the operating point,
            or of least worst-case regret over the range. Its parts give the cost with its
            confidence interval, the runner-up, the ranking and the thresholds in use.

        Raises
        ------
        CostCurveError
            If `pc` is not within [0, 1].

        Examples
        --------
        >>> data = [0, 0, 1, 1] * 25, [0.1, 0.6, 0.4, 0.9] * 25
        >>> model = CostCurveModel({"stump": data}, pc=0.2)
        >>> best = model.recommend()
        >>> best.name, best.threshold, round(best.cost.normalised, 3)
        ('stump', 0.9, 0.1)
        >>> [choice.threshold for choice in model.recommend((0.1, 0.9)).over_range.choices]
        [0.9, 0.4]
        """
        pc_range = None if pc is None else read_range("pc", pc, least=0.0, greatest=1.0)
        return recommendation(self, pc_range)

    def cost(self, name: str | None = None, pc: float | None = None) -> CostAnswer:
        """Return the expected cost at one operating point.

        Parameters
        ----------
        name : str, optional
            Name of a classifier; by default the recommended one, or a baseline.
        pc : float, optional
            Probability-cost value; by default the model's operating point.

        Returns
        -------
        CostAnswer
            Normalised expected cost with its best threshold, and the cost in the
            currency of the conditions, if they state a prior.
        """
        item = None if name is None else find_classifier(self, name)
        where = resolve_pc(self, pc)
        best = current_best_band(self, wait=True) if item is None else None
        return cost_of(self.curves, item, where, condition_terms(self), self._n_cases, best)

    def about(
        self,
        name: str,
        density: DensityLike | None = None,
        *,
        tolerance: float = 0.01,
        score_prior: float | None = None,
    ) -> ClassifierSummary:
        """Compute summary measures of a classifier.

        Parameters
        ----------
        name : str
            Name of the classifier.
        density : Density or callable, optional
            Density of the operating conditions on pc, for the mean cost: `core.metrics.Beta`,
            `core.metrics.Histogram`, `core.metrics.Uniform` or a function. Uniform by default.
        tolerance : float
            Largest cost above the minimum, in normalised cost, of a near-optimal threshold.
        score_prior : float, optional
            Prevalence at which scores in [0, 1] are probabilities. By default that of the test set
            of the classifier; pass that of the training set if the test set was stratified.

        Returns
        -------
        ClassifierSummary
            Mean and maximum cost, H-measure, operating range, near-optimal thresholds, accuracy,
            cost of common threshold rules, and the classifiers that it dominates. `words` is the
            text of all.

        Examples
        --------
        >>> model = CostCurveModel({"a": (0.09, 0.36)})
        >>> round(model.about("a").expected_cost, 4)
        0.2239
        """
        from cc_widgets.model.about import about  # noqa: PLC0415 (rarely used)

        return about(self, name, density, tolerance, score_prior)

    def operating_range(
        self, name: str | None = None, *, observed: bool = False
    ) -> OperatingRange | None:
        """Compute the range of pc in which a classifier is expected to cost less than a baseline.

        Where costs on new data cannot be estimated, it is the range on the dataset.

        Parameters
        ----------
        name : str, optional
            Name of a classifier; by default the best of all visible ones.
        observed : bool
            Whether to return the range on the dataset.

        Returns
        -------
        OperatingRange or None
            None if the baselines are never more expensive.
        """
        item = None if name is None else find_classifier(self, name)
        return worth_using(self, item, wait=True, observed=read_bool("observed", observed))

    def compare(self, first: str, second: str) -> Comparison:
        """Compare the expected costs of two classifiers.

        Parameters
        ----------
        first, second : str
            Names of the classifiers.

        Returns
        -------
        Comparison
            Ranges of pc where either is cheaper, crossovers, largest differences and, if both have
            scores, the difference of the areas under their ROC curves (DeLong). Its `significance`
            uses the current bootstrap resamples, or new ones; it is None if the two cannot be
            tested. Its `is_significant` is True if they differ significantly at any pc. For the
            significance at one pc see `recommend().rivals`.
        """
        return compare_classifiers(self, first, second)

    def confidence_interval(self, name: str | None = None, pc: float | None = None) -> Interval:
        """Return the confidence interval of the expected cost.

        The current band is used if it is up to date. Otherwise the examples are resampled, at this
        pc only.

        Parameters
        ----------
        name : str, optional
            Name of a classifier; by default the cheapest visible one.
        pc : float, optional
            Probability-cost value; by default the model's operating point.

        Returns
        -------
        Interval
            Lower and upper limit and the expected cost on new data, in normalised cost. They
            correct for the optimistic bias of choosing the threshold, and without `name` also the
            classifier, on the same examples. `method` names the procedure, and `simultaneous`
            whether they come from a simultaneous band.

        Raises
        ------
        CostCurveError
            If the number of examples is unknown, or the data are sums of weights.
        """
        where = resolve_pc(self, pc)
        return resampled_interval(
            self, None if name is None else find_classifier(self, name), where
        )

    def threshold_stability(self, pc: float | None = None) -> ThresholdStability:
        """Compute how often bootstrap resamples choose each classifier and threshold.

        Parameters
        ----------
        pc : float, optional
            Probability-cost value; by default the model's operating point.

        Returns
        -------
        ThresholdStability
            Choices of the current resamples, or else of new ones, at this pc.

        Raises
        ------
        CostCurveError
            If a visible classifier cannot be resampled.

        Examples
        --------
        >>> label, score = [0, 0, 1, 0, 1, 1] * 20, [1, 2, 3, 4, 5, 6] * 20
        >>> CostCurveModel({"stump": (label, score)}, pc=0.4).threshold_stability().lines[1][:78]
        'The best threshold of stump, 5 on these data, lies between 3 and 5 in 9 of 10.'
        """
        return threshold_stability(self, pc)

    def sample_size(
        self,
        first: str | None = None,
        second: str | None = None,
        *,
        difference: float | None = None,
        pc: RangeLike | None = None,
        power: float = POWER,
    ) -> SampleSizePlan:
        """Compute the number of examples needed to detect a difference between two classifiers.

        Parameters
        ----------
        first, second : str, optional
            Names of two classifiers; by default the two cheapest visible ones.
        difference : float, optional
            Smallest difference in normalised expected cost to detect; by default that of the
            `view`, or else the observed difference.
        pc : float or (low, high), optional
            Probability-cost value; by default the model's operating point. In a range, the point at
            which the fewest examples are needed, or the most if `difference` is given.
        power : float
            Probability of detecting the difference.

        Returns
        -------
        SampleSizePlan
            Required numbers of positive and negative examples with their confidence limits, if both
            classifiers scored the same examples; the width of the confidence interval of the lowest
            cost today and with more examples; and the text of both.

        Raises
        ------
        CostCurveError
            If a name is unknown, or a number is out of range.

        Examples
        --------
        >>> label, score = [0, 0, 1, 0, 1, 1] * 20, [1, 2, 3, 4, 5, 6] * 20
        >>> model = CostCurveModel({"a": (label, score), "b": (label, score[::-1])})
        >>> round(model.sample_size(difference=0.1).needed.times, 2)
        0.73
        """
        return plan_sample_size(self, first, second, difference=difference, pc=pc, power=power)

    def groups(
        self,
        name: str | None = None,
        threshold: float | None = None,
        pc: float | None = None,
    ) -> tuple[GroupAnswer, ...]:
        """Compute the rates and costs of each group at one common threshold.

        Groups have no thresholds of their own and are not ranked.

        Parameters
        ----------
        name : str, optional
            Name of a classifier whose examples have groups; by default the recommended one, or else
            the first that has groups.
        threshold : float, optional
            Scores of at least this value are classified as positive; by default the
            recommended one.
        pc : float, optional
            Probability-cost value of the costs; by default the model's operating point.

        Returns
        -------
        tuple of GroupAnswer
            For each group its rates with Wilson intervals, its cost, and the gap of each to all
            other groups combined. The intervals of the gaps are for independent proportions, those
            of both rates simultaneous for all groups (max-t). Empty if a baseline is recommended.

        Raises
        ------
        CostCurveError
            If the classifier's examples have no groups, or each fold has a threshold of its own.

        Examples
        --------
        >>> from cc_widgets.core import predictions
        >>> test = predictions([0, 1, 0, 1], [0.1, 0.9, 0.6, 0.7], groups=["a", "a", "b", "b"])
        >>> model = CostCurveModel({"forest": test})
        >>> [(answer.point.group, answer.point.fpr) for answer in model.groups(threshold=0.5)]
        [('a', 0.0), ('b', 1.0)]
        """
        answers = group_answers(self, name, threshold, pc)
        if not answers:
            check_common_threshold(self, name)
        return answers

    def fixed_threshold(
        self,
        estimator: Any,  # noqa: ANN401 (of any library)
        name: str | None = None,
        *,
        response_method: str = "auto",
    ) -> Any:  # noqa: ANN401 (of scikit-learn)
        """Create a scikit-learn classifier with the recommended threshold.

        For folds, it is the common threshold: see `Recommendation.common_threshold`.

        Parameters
        ----------
        estimator : estimator, or mapping of str to estimator
            The classifier whose scores are shown, or several by name, from which the recommended
            one is selected. A fitted estimator is not fitted again; an unfitted one is fitted by
            the `fit` of the result.
        name : str, optional
            Name in the model of the estimator, if several classifiers are visible.
        response_method : {"auto", "predict_proba", "decision_function"}
            Method that computed the scores. By default the method that `from_estimator` used; if
            that is unknown, `predict_proba` if the estimator has it and all scores are within [0,
            1].

        Returns
        -------
        FixedThresholdClassifier
            On the same examples, its predictions give the counts of the recommendation. For folds,
            pass an estimator that is fitted, or will be, on all data.

        Raises
        ------
        CostCurveError
            If a baseline is recommended, the threshold is unknown, or the estimator has other
            classes.
        ImportError
            If scikit-learn 1.5 or newer is not installed.
        """
        return fixed_threshold(self, estimator, name, response_method)

    def misclassified(
        self, name: str | None = None, threshold: float | None = None
    ) -> MisclassifiedExamples:
        """Return the misclassified examples of a classifier.

        Parameters
        ----------
        name : str, optional
            Name of the classifier; by default the recommended one.
        threshold : float, optional
            Scores of at least this value are classified as positive; by default the
            recommended one.

        Returns
        -------
        MisclassifiedExamples
            Its `positions` index the rows of the input, as in `X[result.positions]`: the full frame
            of `from_frame`, including dropped rows; the `X` of a cross-validation, in which repeats
            can give a row twice; or the concatenated arrays of folds. They are None if unknown, and
            `why_no_positions` gives the reason. Its `rows` are the index labels of `y_true`, or the
            positions.

        Raises
        ------
        CostCurveError
            If only counts or rates are known, or no classifier is recommended.

        Examples
        --------
        >>> data = [0, 0, 1, 1] * 25, [0.1, 0.6, 0.4, 0.9] * 25
        >>> model = CostCurveModel({"stump": data}, pc=0.2)
        >>> model.misclassified().misses[:2], model.misclassified("stump", 0.5).false_alarms[:2]
        (array([2, 6]), array([1, 5]))
        """
        return misclassified(self, name, threshold)

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the data: twelve hexadecimal digits.

        Equal labels, scores and weights have equal fingerprints. Dtypes, and the names and order of
        the classifiers, do not matter, but the order of examples does.
        """
        return self.classifiers.fingerprint

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on unusual properties of the visible classifiers, one sentence each."""
        return remarks_of(self.curves)

    # ---- Tables, reports and files

    def to_frame(self, what: str = "classifiers") -> Any:  # noqa: ANN401 (of any library)
        """Return the results as a data frame.

        Parameters
        ----------
        what : {"classifiers", "envelope", "thresholds", "comparison", "groups"}
            All classifiers with their operating ranges and their best thresholds at the operating
            point; the segments of the lower envelope on the dataset, with the costs expected on new
            data at their ends; the thresholds of the visible classifiers; the ranges of
            pc in which either of the two `compared` classifiers is cheaper, and whether
            significantly; or the groups. In the comparison, `difference` is the difference largest
            in absolute value within the range, in normalised expected cost: that of `first` minus
            that of `second`. `pc` is the point at which it is attained. A baseline counts where it
            is cheaper; `line_difference` is that without baselines, if it was the one tested.

        Returns
        -------
        frame, or dict of str to list
            Frame of the library of the input (pandas, polars or pyarrow), by default pandas; a dict
            of columns if that is not installed. Numbers are not rounded, thresholds are scores of
            the dataset, and missing values are None.

        Examples
        --------
        >>> model = CostCurveModel({"C4.5": [[6, 4], [4, 16]]})
        >>> [round(cost, 9) for cost in model.to_frame()["cost"]]
        [0.3]
        """
        from cc_widgets.export.tables import frame_of  # noqa: PLC0415 (only needed for outputs)

        return frame_of(self, what)

    def to_csv(
        self, path: str | PathLike[str] | None = None, *, what: str = "classifiers"
    ) -> str | None:
        """Return or write the results as comma-separated values.

        Parameters
        ----------
        path : str or path-like, optional
            File to write. If writing fails, an existing file is unchanged.
        what : {"classifiers", "envelope", "thresholds", "comparison", "groups"}
            Table to write, as in `to_frame`.

        Returns
        -------
        str or None
            The text, if there is no path. Names that a spreadsheet would read as formulas are
            prefixed with an apostrophe.
        """
        from cc_widgets.export.tables import csv_of  # noqa: PLC0415

        text = csv_of(self, what)
        if path is None:
            return text
        write_file(path, text)
        return None

    def to_markdown(self, what: str = "report", *, title: str | None = None) -> str:
        """Return a report or a table in Markdown.

        Parameters
        ----------
        what : {"report", "classifiers", "envelope", "thresholds", "comparison", "groups"}
            Table as in `to_frame`, or a report: the recommendation, the operating conditions, a
            table, and the versions and seed needed to reproduce it. It has the sections "Groups",
            "Compared" (differences of the `compared` classifiers), "What resamples choose" and
            "With more examples" (sample size), each only if its results are available.
        title : str, optional
            Title of the report; by default the names of the classifiers.

        Returns
        -------
        str
            Markdown, with special characters of names escaped.
        """
        from cc_widgets.export.tables import TABLES, markdown_table, report_of  # noqa: PLC0415

        if read_choice("what", what, ("report", *TABLES)) == "report":
            return report_of(self, title)
        return markdown_table(self, what)

    def to_code(self) -> str:
        """Return Python code that recreates this model exactly.

        Returns
        -------
        str
            Code with all settings that differ from their defaults, including bands. Points, counts
            and matrices are written out, up to 1,000 rows per classifier. Scores are not written
            out: the code expects the variables `y_true` and `scores`, or `counted`, and raises if
            their fingerprint differs.

        Raises
        ------
        CostCurveError
            If a label cannot be written as Python source.
        """
        from cc_widgets.export.session import code_of  # noqa: PLC0415 (only needed for outputs)

        return code_of(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Save the model to a file: data, settings, notes and pins.

        Bands are saved as their seed, with the scores of all classifiers of that bootstrap run,
        including removed ones, because the resamples depend on them. Bands that are stale or
        incomplete are not saved.

        Parameters
        ----------
        path : str or path-like
            File to write, such as "session.json". If writing fails, an existing file is unchanged.

        Raises
        ------
        CostCurveError
            If the file cannot be written, or a label is neither text nor number.
        """
        from cc_widgets.export.session import session_text  # noqa: PLC0415 (only needed for outputs)

        write_file(path, session_text(self))

    @staticmethod
    def load(path: str | PathLike[str]) -> CostCurveModel:
        """Load a saved model.

        Parameters
        ----------
        path : str or path-like
            File written by `save`, by this version or an older one.

        Returns
        -------
        CostCurveModel
            The saved model. Its bands are recomputed from the same seed, which takes as long as
            before.

        Raises
        ------
        CostCurveError
            If the file does not exist or is invalid. Loading never executes code from the file.
        """
        from cc_widgets.export.session import load_session  # noqa: PLC0415 (only needed for outputs)

        return load_session(path)

    def summary(self) -> str:
        """Return a summary of the classifiers and the recommendation.

        Returns
        -------
        str
            Plain text of a few sentences.
        """
        best = self.recommend()
        shared = () if best.common_threshold is None else (best.common_threshold.words,)
        useful, band = worth_using(self, None), current_best_band(self)
        summary = summary_of(self.curves, best.advice.short_text, useful, band)
        return f"{summary}\n{wrap_lines((*shared, *group_words(self)))}".rstrip()

    # ---- Figures

    def to_figure(self, *, width: float = 10.0) -> Figure:
        """Plot ROC space and cost space as a matplotlib figure for print.

        Parameters
        ----------
        width : float
            Width in inches. From 5.5 inches the two spaces are side by side.

        Returns
        -------
        matplotlib.figure.Figure
            Figure with the current display settings, readable in colour and in greyscale. It is not
            registered with pyplot.

        Raises
        ------
        ImportError
            If matplotlib is not installed: ``pip install "cc-widgets[static]"``.
        """
        from cc_widgets.export.figure import figure_of  # noqa: PLC0415 (only needed for figures)

        return figure_of(self, width)

    def to_png(
        self, path: str | PathLike[str] | None = None, *, scale: float = 2.0, width: float = 960.0
    ) -> bytes | None:
        """Return or write ROC space and cost space as a PNG image.

        Parameters
        ----------
        path : str or path-like, optional
            File to write. If writing fails, an existing file is unchanged.
        scale : float
            Number of image pixels per CSS pixel.
        width : float
            Width in CSS pixels.

        Returns
        -------
        bytes or None
            Content of the file, if there is no path.

        Raises
        ------
        CostCurveError
            If the file cannot be written, or a number is out of range.
        ImportError
            If matplotlib is not installed.
        """
        from cc_widgets.export.figure import png_of, write_or_return  # noqa: PLC0415 (only needed for figures)

        return write_or_return(path, ".png", lambda: png_of(self, scale=scale, width=width))

    def to_svg(
        self, path: str | PathLike[str] | None = None, *, width: float = 960.0
    ) -> bytes | None:
        """Return or write ROC space and cost space as an SVG image with selectable text.

        Parameters
        ----------
        path : str or path-like, optional
            File to write. If writing fails, an existing file is unchanged.
        width : float
            Width in CSS pixels.

        Returns
        -------
        bytes or None
            Content of the file, if there is no path.

        Raises
        ------
        CostCurveError
            If the file cannot be written, or the width is out of range.
        ImportError
            If matplotlib is not installed.
        """
        from cc_widgets.export.figure import svg_of, write_or_return  # noqa: PLC0415 (only needed for figures)

        return write_or_return(path, ".svg", lambda: svg_of(self, width=width))
