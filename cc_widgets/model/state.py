"""The model: what the user gave, each trait with its default, and what follows from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import takewhile
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self
from weakref import ref

from numpy.typing import ArrayLike
from traitlets import Any as AnyValue
from traitlets import Bool, Dict, Float, Instance, Int, List, Unicode, observe

from cc_widgets.core import (
    Conditions,
    OperatingRange,
    RangeLike,
    cell_counts,
    folds,
    operating_range,
)
from cc_widgets.core._conditions import read_range
from cc_widgets.core._folds import AVERAGES, AveragedBy
from cc_widgets.core._matrices import Rows
from cc_widgets.core._predictions import WeightsAre
from cc_widgets.core._reading import as_number, check_names, read_list, read_word
from cc_widgets.core._results import LEVEL, thawed
from cc_widgets.core.uncertainty import (
    Band,
    RocArea,
    RocAreaDifference,
    Significance,
    order_ranks,
)
from cc_widgets.core.uncertainty import significance as significant_ranges
from cc_widgets.core.uncertainty._draws import Rng, read_seed
from cc_widgets.core.uncertainty._planning import POWER
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.intake import (
    BOUND,
    Classifier,
    Missing,
    Named,
    lists_kinds,
    name_of,
    named_cv_results,
    named_estimators,
    named_frame,
    named_matrices,
    named_points,
    named_predictions,
)
from cc_widgets.intake.files import write_file
from cc_widgets.model import traits
from cc_widgets.model.advice import Situation
from cc_widgets.model.answers import (
    Comparison,
    CostAnswer,
    Interval,
    InUse,
    Mark,
    Marked,
    Ranked,
    area_difference_of,
    area_of,
    asked_interval,
    best_band,
    check_marks,
    check_pairs,
    comparison,
    cost_of,
    fresh_interval,
    item_of,
    known_difference,
    known_terms,
    marked_over,
    place_of,
    ranked,
    resampled_difference,
    visible_marks,
)
from cc_widgets.model.bands import (
    IN_ROC,
    Bands,
    BootstrapSettings,
    Paired,
    check_average,
    read_counts,
    unbanded,
    why_unbanded,
    why_unscored,
)
from cc_widgets.model.bootstrap import Found, work
from cc_widgets.model.choosing import (
    Best,
    CriterionAnswer,
    answer_of,
    best_choices,
    check_criterion,
)
from cc_widgets.model.conditions import Follows, Pair
from cc_widgets.model.derive import Derived, derive
from cc_widgets.model.differences import Leads
from cc_widgets.model.groups import (
    GroupAnswer,
    GroupPoint,
    GroupStop,
    group_points,
    group_stops,
    groups_at,
    words_of_groups,
)
from cc_widgets.model.handback import (
    Misclassified,
    Recommended,
    fixed_threshold,
    misclassified,
    recommended,
)
from cc_widgets.model.jobs import Job
from cc_widgets.model.notes import (
    PLACES,
    Note,
    Pin,
    check_notes,
    check_pins,
    found_note,
    note_at,
    renamed_notes,
)
from cc_widgets.model.numerals import decimal
from cc_widgets.model.planning import (
    ChosenAgain,
    Planned,
    asked_choices,
    planned,
)
from cc_widgets.model.settle import consequences, of_bands
from cc_widgets.model.traits import Checked, Together, check_pair, having, known_name, synchronized
from cc_widgets.model.words import (
    Reading,
    background,
    line_of,
    reading_at,
    remarks_of,
    summary_of,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cc_widgets.core._density import AnyDensity
    from cc_widgets.model.about import About


_RESULTS = ("band", "difference", "leads", "chosen_again", "stale")
"""Traits that follow from the resamples of a job."""


def _switch(name: str, text: str, *, at_first: bool = True) -> Checked[bool]:
    """Trait that says whether something is on the page."""
    return Checked[bool](at_first, traits.truth(name), text, page="sets", sent=Bool)


def usual(trait: str) -> Any:  # noqa: ANN401 (of whatever kind that trait is)
    """Value at first of one of the model's traits."""
    return CostCurveModel.class_traits()[trait].default_value


@lists_kinds
class CostCurveModel(Together):
    """Classifiers, conditions of use, and everything that follows from them.

    Needs no display. A wrong value is refused with a `CostCurveError` and everything stays as it
    was, as after an interruption; of several set under `hold_trait_notifications` either all are
    accepted or none. Whatever follows from a change is in place before anybody is told of it.
    Any thread may set traits and call methods: changes come one after the other.
    Copies, by `copy` or `pickle`, have the same traits and bands, but no job and no observers.

    Parameters
    ----------
    classifiers : mapping, optional
        Names to classifiers, each written as

        {kinds}
    **traits
        Any of the traits below, for instance `conditions` or `hidden`.

    Examples
    --------
    >>> from cc_widgets.core import Conditions
    >>> model = CostCurveModel({"stump": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])})
    >>> [float(pc) for pc in model.derived.envelope.pc]
    [0.0, 0.5, 1.0]
    >>> model.conditions = Conditions(prior=0.2, cost_fp=1, cost_fn=2)
    >>> round(model.pc, 9), model.cost().threshold
    (0.333333333, 0.9)
    """

    _unsynchronized = frozenset({"bootstrap"})

    classifiers = Checked[Named](
        Named({}),
        traits.classifiers,
        "What to compare, by name, in the order in which it is shown.",
        about="snapshot",
    )
    hidden = Checked[tuple[str, ...]](
        (),
        traits.hidden,
        "Names of classifiers that take no part in hull, winners and bands.",
        about="snapshot",
        page="sets",
        sent=partial(List, Int()),
    )
    average = Checked[AveragedBy](
        "cost",
        traits.one_of("average", *AVERAGES),
        "How folds are averaged: cost at each pc, vertical and horizontal in ROC space, or pooled.",
        about="snapshot",
        page="sees",
    )
    colors = Checked[Mapping[str, str]](
        MappingProxyType({}),
        traits.colors,
        "Colours, `#rrggbb` by name, of those that shall not have the usual one.",
        page="sees",
    )
    conditions = Checked[Conditions | None](
        None,
        traits.conditions,
        "Prior and costs, as numbers or ranges; None if nothing is known.",
        about="place",
        page="sets",
        sent=partial(Dict, None, None, None, allow_none=True),
    )
    follows = Checked[Follows](
        "prior",
        traits.one_of("follows", "prior", "cost_ratio"),
        "What moves when `pc` is set while the conditions are exact: prior or cost_ratio.",
        page="sees",
        sent=Unicode,
    )
    population = Checked[float](
        1.0, traits.population, "How many cases there will be.", page="sees", sent=Float
    )
    unit = Checked[str]("", traits.unit, "The currency of the costs.", page="sees", sent=Unicode)
    pc = Checked[float](
        0.5,
        traits.pc,
        "The operating point, a probability-cost value from 0 to 1.",
        about="place",
        page="sets",
        sent=partial(Float, allow_none=True),
    )
    pc_range = Checked[Pair | None](
        None,
        traits.pc_range,
        "The range (low, high) in which the operating point is known to lie.",
        about="place",
        page="sets",
        sent=partial(List, Float(), allow_none=True),
    )
    pins = Checked[tuple[Pin, ...]](
        (),
        check_pins,
        "Pairs of point and line that stay lit.",
        page="sets",
        sent=partial(List, Dict()),
    )
    notes = Checked[tuple[Note, ...]](
        (),
        check_notes,
        "What was written in the figures, each with its place in the user's data.",
        about="notes",
        page="sets",
        sent=partial(List, Dict()),
    )
    marks = Checked[tuple[Mark, ...]](
        (),
        check_marks,
        "Thresholds in use today, each a name with the score from which on positive is called.",
        about="marks",
        page="sees",
    )
    level = Checked[float](
        LEVEL, traits.level, "Level of confidence of bands.", about="bands", page="sees", sent=Float
    )
    bootstrap_settings = Checked[BootstrapSettings](
        BootstrapSettings(), traits.bootstrap_settings, "How bands are computed.", about="bands"
    )
    pairs = Checked[tuple[Paired, ...]](
        (),
        check_pairs,
        "Matrices of the same examples, two names each with `PairedCounts`: who is wrong about "
        "how many.",
        about="bands",
        page="sees",
    )
    least_difference = Checked[float | None](
        None,
        traits.least_difference,
        "The least difference in normalised cost that matters; None for the one that is seen.",
        page="sees",
    )
    compared = Checked[tuple[str, str] | None](
        None,
        traits.compared,
        "Two names; the first two visible ones unless others are set.",
        about="pair",
        page="sees",
        sent=partial(List, Unicode(), allow_none=True),
    )
    criterion = Checked[Mapping[str, Any] | None](
        None,
        check_criterion,
        "Another way of choosing than by cost at one pc.",
        about="choice",
        page="sets",
        sent=partial(Dict, None, None, None, allow_none=True),
    )
    axis = Checked[str](
        "pc",
        traits.one_of("axis", "pc", "logit", "prior", "cost_ratio"),
        "How the pc axis is labelled: pc, logit, prior or cost_ratio.",
        page="sets",
        sent=Unicode,
    )
    cost_top = Checked[float | str](
        "fit",
        traits.cost_top,
        "Where the cost axis ends: fit, above what is drawn; 0.5, which no envelope exceeds; or 1.",
        page="sets",
        sent=AnyValue,
    )
    roc_fit = Checked[bool](
        False,  # noqa: FBT003 (its value at first)
        traits.truth("roc_fit"),
        "Whether ROC space is its upper left corner alone, as large as fits the best thresholds.",
        page="sets",
        sent=Bool,
    )
    shown_band = Checked[str | None](
        None, traits.shown_band, "Whose band is drawn; None for the bands of all.", page="sees"
    )
    roc_band = Checked[str](
        "hull",
        traits.one_of("roc_band", *IN_ROC),
        "What bands in ROC space hold: hull, as the dual of bands in cost space; vertical, the "
        "curve at each false positive rate; or curve, all of it. Those without scores of single "
        "examples have the dual.",
        page="sees",
    )
    show_hull = _switch("show_hull", "Whether the hull and the lower envelope are drawn.")
    show_lines = _switch("show_lines", "Whether thresholds are drawn one by one, as thin lines.")
    show_bands = _switch("show_bands", "Whether bands are drawn, where there are any.")
    show_expected = _switch(
        "show_expected",
        "Whether the costs to expect in use are drawn, where there are bands: without the luck of "
        "having chosen on these data.",
        at_first=False,
    )
    show_labels = _switch("show_labels", "Whether names stand beside their curves.")
    show_answer = _switch("show_answer", "Whether it is said what to do.")
    show_roc = _switch("show_roc", "Whether ROC space is on the page.")
    show_cost = _switch("show_cost", "Whether cost space is on the page, with its ribbon.")
    show_chips = _switch("show_chips", "Whether the names of all classifiers are on the page.")
    show_conditions = _switch("show_conditions", "Whether the row of conditions is on the page.")
    show_ribbon = _switch("show_ribbon", "Whether a bar says who is cheapest where.")
    show_detail = _switch("show_detail", "Whether a line says what is lit.")
    show_key = _switch("show_key", "Whether it is said what the strokes mean.")
    show_panels = _switch("show_panels", "Whether panels and tables can be opened.")
    derived = Instance(
        Derived,
        read_only=True,
        help="Everything computed, one frozen snapshot that is replaced as a whole.",
    ).tag(page="sees")
    in_use = Checked[tuple[InUse, ...]](
        (),
        lambda _model, value: value,
        "The `marks` with their rates.",
        page="sees",
        read_only=True,
    )
    band = Instance(
        Bands,
        allow_none=True,
        read_only=True,
        help="Bands of the classifiers, None until they are asked for.",
    ).tag(about="bands", page="sees")
    difference = Instance(
        Band,
        allow_none=True,
        read_only=True,
        help="The band of the difference of the two `compared`.",
    ).tag(about="bands", page="sees")
    leads = Instance(
        Leads,
        allow_none=True,
        read_only=True,
        help="Tests of who is cheapest, before all the others who are visible.",
    ).tag(about="bands", page="sees")
    chosen_again = Instance(
        ChosenAgain,
        allow_none=True,
        read_only=True,
        help="What the resamples of the bands choose at the operating point.",
    ).tag(about="bands", page="sees")
    stale = Checked[bool](
        False,  # noqa: FBT003 (its value at first)
        traits.truth("stale"),
        "Whether the bands belong to other data or settings than those of now.",
        about="bands",
        page="sees",
        sent=Bool,
        read_only=True,
    )
    answer = Instance(
        CriterionAnswer, allow_none=True, read_only=True, help="What the `criterion` chooses."
    ).tag(page="sees", copied=False)
    job = Instance(
        Job, allow_none=True, read_only=True, help="The last resampling that was started."
    ).tag(about="bands", copied=False)

    def __init__(self, classifiers: Mapping[str, Any] | None = None, **traits: Any) -> None:  # noqa: ANN401 (each is checked)
        super().__init__()
        self._start()
        if classifiers is not None:
            self.classifiers = classifiers
        for name, value in traits.items():
            if not self.has_trait(name):
                raise CostCurveError("is no trait of the model", where=shown(name))
            setattr(self, name, value)

    # ---- made of arrays, matrices or points; the explorer has the same constructors

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
        """Model of one or more classifiers that scored the same examples.

        Parameters
        ----------
        y_true : array-like of shape (n_examples,)
            True labels, of exactly two kinds.
        y_score : array-like of shape (n_examples,), or mapping of names to such
            Scores: probabilities of the positive class, or any number that grows with it. Beside
            scores a mapping may hold dicts of named parts, and what functions of core return.
        name : str, optional
            What a single classifier is called.
        sample_weight : array-like of shape (n_examples,), optional
            Non-negative weights.
        weights_are : {"importance", "frequencies"}
            How much an example counts beside others, or how many examples a row stands for.
        clusters : array-like of shape (n_examples,), optional
            Rows with the same label here, such as a patient, belong together: they are resampled
            together.
        groups : array-like of shape (n_examples,), optional
            Groups such as hospitals: how each fares at the common threshold is drawn and told.
        pos_label : label, optional
            The positive label. Needed unless the labels are 0/1, -1/1 or booleans.

        Returns
        -------
        CostCurveModel
            Of copies of these.

        Raises
        ------
        CostCurveError
            If an array cannot be used; the message names the classifier.

        Examples
        --------
        >>> CostCurveModel.from_predictions([0, 1], {"forest": [0.2, 0.9], "stump": [0.4, 0.3]})
        CostCurveModel(2 classifiers: forest, stump; PC(+) 0.5; no bands)
        """
        return cls(
            named_predictions(
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
        cls, matrices: Mapping[str, ArrayLike], *, rows: Rows = "true"
    ) -> Self:
        """Model of classifiers known by a confusion matrix each.

        Parameters
        ----------
        matrices : mapping of str to array-like of shape (2, 2)
            ``[[tn, fp], [fn, tp]]``, as scikit-learn writes them. Beside matrices a mapping may
            hold dicts of named parts, and what functions of core return.
        rows : {"true", "predicted"}
            What the rows of matrices are.

        Returns
        -------
        CostCurveModel
            Of these matrices.

        Raises
        ------
        CostCurveError
            If a matrix cannot be read; the message names the classifier.

        Examples
        --------
        >>> CostCurveModel.from_confusion_matrices({"C4.5": [[6, 4], [4, 16]]})
        CostCurveModel(1 classifier: C4.5; PC(+) 0.5; no bands)
        """
        return cls(named_matrices(matrices, rows=rows))

    @classmethod
    def from_points(cls, points: Mapping[str, Any]) -> Self:
        """Model of classifiers known by ROC points only.

        Parameters
        ----------
        points : mapping of str to (fpr, tpr)
            The rates of one decision, or two lists with one rate for each setting: first all
            fpr, then all tpr. Beside these a mapping may hold dicts of named parts, and what
            functions of core return.

        Returns
        -------
        CostCurveModel
            Of these points.

        Raises
        ------
        CostCurveError
            If points cannot be read; the message names the classifier.

        Examples
        --------
        >>> CostCurveModel.from_points({"stump": (0.3, 0.7)})
        CostCurveModel(1 classifier: stump; PC(+) 0.5; no bands)
        """
        return cls(named_points(points))

    # ---- made of what scikit-learn knows

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,  # noqa: ANN401 (of whichever library)
        X: Any,  # noqa: ANN401 (what estimators take)
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
        """Model of a fitted classifier on some examples.

        Parameters
        ----------
        estimator : object
            Fitted, of two classes, with `predict_proba` or `decision_function`: of scikit-learn,
            a pipeline or search of it, or of a package that keeps to its conventions.
        X : array-like of shape (n_examples, n_features)
            Examples that it has not been fitted on.
        y : array-like of shape (n_examples,)
            Their labels.
        sample_weight : array-like of shape (n_examples,), optional
            Non-negative weights.
        weights_are : {"importance", "frequencies"}
            How much an example counts beside others, or how many examples a row stands for.
        clusters : array-like of shape (n_examples,), optional
            Rows with the same label here, such as a patient, are resampled together.
        groups : array-like of shape (n_examples,), optional
            Groups such as hospitals: how each fares at the common threshold is drawn and told.
        response_method : {"auto", "predict_proba", "decision_function"}
            What scores are taken from; the first of both that there is.
        pos_label : label, optional
            The positive class; the last of ``estimator.classes_`` if left out.
        name : str, optional
            What to call it; the name of its class if left out.

        Returns
        -------
        CostCurveModel
            Of these scores; it does not hold the estimator.

        Raises
        ------
        CostCurveError
            If it is no fitted classifier of two classes, or labels and scores do not fit together.

        Examples
        --------
        >>> class Stump:
        ...     classes_ = ("ham", "spam")
        ...     def decision_function(self, X):
        ...         return [row[0] for row in X]
        >>> CostCurveModel.from_estimator(Stump(), [[0.25], [0.75]], ["ham", "spam"])
        CostCurveModel(1 classifier: Stump; PC(+) 0.5; no bands)
        """
        name = name_of(estimator) if name is None else name
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
        X: Any,  # noqa: ANN401 (what estimators take)
        y: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        weights_are: WeightsAre = "importance",
        clusters: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        response_method: str = "auto",
        pos_label: object = None,
    ) -> Self:
        """Model of several fitted classifiers on the same examples.

        Parameters
        ----------
        estimators : list, or mapping of str to estimator
            Those of a list are called by their classes, with a number where two are alike. Beside
            estimators a mapping may hold dicts of named parts, and what functions of core return.
        X, y, sample_weight, weights_are, clusters, groups, response_method, pos_label
            As in `from_estimator`.

        Returns
        -------
        CostCurveModel
            Of their scores.

        Raises
        ------
        CostCurveError
            If one cannot be used; the message names it.
        """
        return cls(
            named_estimators(
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
        )

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,  # noqa: ANN401 (what estimators take)
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
        """Model of a cross-validation: one classifier, whose folds are the splits.

        Parameters
        ----------
        cv_results : mapping, or mapping of str to such
            What scikit-learn's `cross_validate` returns with ``return_estimator=True`` and
            ``return_indices=True``; or that of several classifiers by name, which are compared
            fold by fold if their splits are the same.
        X, y : array-like
            The examples that `cross_validate` was given, and their labels. Each split is asked
            about those that it was tested on.
        sample_weight, weights_are, clusters, groups, response_method, pos_label
            As in `from_estimator`. Groups are told once the folds have a common threshold:
            ``average="pooled"``.
        name : str, optional
            What to call a single one; the name of its class if left out.

        Returns
        -------
        CostCurveModel
            Of these folds.

        Raises
        ------
        CostCurveError
            If these are no such results, or results of other examples.
        """
        return cls(
            named_cv_results(
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

    # ---- made of a frame

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
        """Model of classifiers whose scores stand in a frame of any library.

        Parameters
        ----------
        frame : frame, or path
            Of pandas, polars, pyarrow or another library that narwhals knows, or what exports an
            Arrow stream; or where a CSV or Parquet file is. A file, a lazy frame or a relation of
            more than a million rows is counted by its own engine: see `bound`.
        y_true : column
            Where the true labels stand, of exactly two kinds.
        y_score : column, list of columns, or mapping of name to column
            Where the scores stand. A classifier is called as its column, or by its name in a
            mapping.
        name : column, optional
            Where the names of classifiers stand, if a row is one classifier's score of one
            example; then `y_score` is a single column.
        example : column, optional
            What examples are called, such as patients or rows of a test set, each of them once for
            each classifier (and fold). By it rows of several classifiers are put in one order:
            how sure a difference is is then told as of the same examples. Rows that a model hands
            back are called so, too.
        fold : column, optional
            Which fold of a cross-validation a row belongs to: a classifier is one of its folds
            then.
        sample_weight : column, optional
            Where non-negative weights stand.
        weights_are : {"importance", "frequencies"}
            How much a row counts beside others, or how many examples it stands for.
        clusters : column, optional
            Where labels such as patients stand: rows with the same one belong together, and are
            resampled together.
        groups : column, optional
            Where groups stand that are to be looked at apart, at one common threshold.
        missing : {"refuse", "drop"}
            What becomes of rows that lack a value, null or NaN, in one of these columns, and of
            those whose `example` some classifier lacks.
        pos_label : label, optional
            The positive label. Needed unless the labels are 0/1, -1/1 or booleans.
        bound : float
            By how much a cost may be off where rows are counted by an engine; where scores are
            few it is exact all the same.

        Returns
        -------
        CostCurveModel
            Of copies of these columns, or of their counts.

        Raises
        ------
        CostCurveError
            If a column is not there or cannot be used; the message names it, and how many rows
            are wrong.

        Examples
        --------
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"y": [0, 1], "forest": [0.2, 0.9], "logistic": [0.4, 0.3]})
        >>> CostCurveModel.from_frame(frame, y_true="y", y_score=["forest", "logistic"])
        CostCurveModel(2 classifiers: forest, logistic; PC(+) 0.5; no bands)
        """
        return cls(
            named_frame(
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

    def _start(self) -> None:
        """Be a model of nothing."""
        self._settled: Mapping[str, Any] = self._inputs()
        self._job_sources: tuple[Classifier, ...] = ()
        self.set_trait("derived", derive({}))

    def _inputs(self) -> dict[str, Any]:
        """What the user may set, by name."""
        return {name: getattr(self, name) for name in having(type(self), given=True)}

    def _settle(self) -> None:
        """Let everything follow from what was set, or raise."""
        changed = {name for name, value in self._inputs().items() if value != self._settled[name]}
        if changed:
            assigned = self._assigned | changed
            for name, value in consequences(self, changed, assigned, self._known()).items():
                self.set_trait(name, value)
            self._settled = self._inputs()

    def _known(self) -> tuple[Found, ...]:
        """Bands there are, with the difference of the two that were compared when all settled."""
        if self.band is None:
            return ()
        return (Found(self.band, self._settled["compared"], self.difference),)

    def _undone(self) -> None:
        """Take notice that all traits are as they were before the last change."""
        self._settled = self._inputs()

    @synchronized
    def __getstate__(self) -> dict[str, Any]:
        """What a copy starts from: all traits, but no job and nobody who observes them."""
        left_out = having(type(self), copied=False)
        return {
            name: thawed(value)
            for name, value in self._trait_values.items()
            if name not in left_out
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Be a copy."""
        Together.__init__(self)
        self._start()
        frozen = {name: MappingProxyType(v) for name, v in state.items() if isinstance(v, dict)}
        self._put_back({**self._trait_values, **state, **frozen})
        self.set_trait("answer", answer_of(self.criterion, self.derived))

    @synchronized
    def __repr__(self) -> str:
        return f"CostCurveModel({line_of(self)})"

    def _apply(self, found: Mapping[str, Any]) -> None:
        """Set traits together, and tell of them when all are in place."""
        with self.hold_trait_notifications():
            for name, value in found.items():
                self.set_trait(name, value)

    @observe("classifiers")
    def _stop_outdated(self, _change: object) -> None:
        """Stop a job some of whose classifiers are gone."""
        if self.job is not None and self.job.state == "running":
            now = {id(given) for given in self.classifiers.values()}
            if not all(id(source) in now for source in self._job_sources):
                self.job.cancel()

    # ---- the list of classifiers

    @lists_kinds
    def add(self, name: str, value: Any) -> None:  # noqa: ANN401 (checked)
        """Add a classifier at the end.

        Parameters
        ----------
        name : str
            A new name.
        value : classifier
            Written as

            {kinds}

        Raises
        ------
        CostCurveError
            If the name is taken, or the value cannot be used.
        """
        check_names([name], "add")
        self._refuse_taken(name)
        self.classifiers = {**self.classifiers, name: value}

    def rename(self, old: str, new: str) -> None:
        """Give a classifier another name; place, colour and all else stay.

        Parameters
        ----------
        old, new : str
            The two names.

        Raises
        ------
        CostCurveError
            If there is no such classifier, or the new name is taken or blank.
        """
        known_name(self, old, "rename")
        check_names([new], "rename")
        if new == old:
            return
        self._refuse_taken(new)

        def now(name: str) -> str:
            return new if name == old else name

        hidden = tuple(map(now, self.hidden))
        colors = {now(name): color for name, color in self.colors.items()}
        compared = self.compared and tuple(map(now, self.compared))
        shown_band = self.shown_band and now(self.shown_band)
        marks = [(now(mark.name), mark.threshold) for mark in self.marks]
        pairs = [(now(one.first), now(one.second), one.counts) for one in self.pairs]
        with self.hold_trait_notifications():
            self.classifiers = {now(name): given for name, given in self.classifiers.items()}
            self.hidden, self.colors, self.compared = hidden, colors, compared
            self.shown_band, self.marks, self.pairs = shown_band, marks, pairs
            self.notes = renamed_notes(self.notes, old, new)

    def remove(self, name: str) -> None:
        """Take a classifier away, and all that was said of it.

        Parameters
        ----------
        name : str
            Its name.
        """
        known_name(self, name, "remove")
        self.classifiers = {key: given for key, given in self.classifiers.items() if key != name}

    def reorder(self, names: Sequence[str]) -> None:
        """Put the classifiers in another order.

        Parameters
        ----------
        names : sequence of str
            All names, each once.

        Raises
        ------
        CostCurveError
            If one is missing, unknown or there twice.
        """
        wanted = read_list("reorder", names)
        known = [name for name in wanted if isinstance(name, str)]
        if len(known) < len(wanted) or sorted(known) != sorted(self.classifiers):
            raise CostCurveError(
                "needs the name of each classifier once",
                where="reorder",
                got=shown(wanted),
                fix=f"The names are: {', '.join(map(repr, self.classifiers))}.",
            )
        self.classifiers = {name: self.classifiers[name] for name in wanted}

    def gather(self, name: str, *names: str) -> None:
        """Take classifiers for the folds of one, which stands in the place of the first.

        Parameters
        ----------
        name : str
            What that one is called.
        *names : str
            Who they are; all visible ones if left out.

        Raises
        ------
        CostCurveError
            If there is no such classifier, or the name is taken by another one, or they cannot be
            folds of one.

        Examples
        --------
        >>> model = CostCurveModel({"early": (0.04, 0.4), "late": (0.3, 0.8)})
        >>> model.gather("both")
        >>> round(model.cost("both", pc=13 / 33).normalised, 6)
        0.260606
        """
        for one in names:
            known_name(self, one, "gather")
        check_names([name], "gather")
        wanted = names or tuple(item.name for item in self.derived.shown)
        if name not in wanted:
            self._refuse_taken(name)
        parts: dict[str, Any] = {one: self.classifiers[one] for one in wanted}
        together = folds(parts)
        now: dict[str, Any] = {}
        for one, given in self.classifiers.items():
            now |= {name: together} if one in wanted else {one: given}
        self.classifiers = now

    def hide(self, *names: str) -> None:
        """Leave classifiers out of pictures, hull, winners and bands.

        Parameters
        ----------
        *names : str
            Their names.
        """
        self.hidden = (*self.hidden, *names)

    def show(self, *names: str) -> None:
        """Let hidden classifiers take part again.

        Parameters
        ----------
        *names : str
            Their names.
        """
        for name in names:
            known_name(self, name, "show")
        self.hidden = tuple(name for name in self.hidden if name not in names)

    def recolor(self, name: str, color: str) -> None:
        """Give a classifier another colour.

        Parameters
        ----------
        name : str
            Its name.
        color : str
            As `#rrggbb`.
        """
        known_name(self, name, "recolor")
        self.colors = {**self.colors, name: color}

    def mark(self, name: str, threshold: float) -> None:
        """Mark a threshold that is in use today.

        Parameters
        ----------
        name : str
            The classifier; its scores must be known.
        threshold : float
            Positive is what scores at least this; it need not be one of the data.

        Raises
        ------
        CostCurveError
            If the classifier has no scores, or the threshold is no number.
        """
        self.marks = (*self.marks, (name, threshold))

    def unmark(self, name: str, threshold: float | None = None) -> None:
        """Take marks of a classifier away.

        Parameters
        ----------
        name : str
            The classifier.
        threshold : float, optional
            Which; all of that classifier if left out.

        Raises
        ------
        CostCurveError
            If there is no such classifier, or that threshold is not marked.
        """
        known_name(self, name, "unmark")
        gone = {mark for mark in self.marks if mark.name == name}
        if threshold is not None:
            wanted = as_number(threshold)
            gone = {mark for mark in gone if mark.threshold == wanted}
            if not gone:
                known = ", ".join(decimal(one.threshold) for one in self.marks if one.name == name)
                raise CostCurveError(
                    "this threshold is not marked",
                    where=f"unmark, {shown(name)}",
                    got=shown(threshold),
                    fix=f"Marked are: {known or 'none'}.",
                )
        self.marks = tuple(mark for mark in self.marks if mark not in gone)

    # ---- matrices of the same examples

    def pair(self, first: str, second: str, counts: Any) -> None:  # noqa: ANN401 (each is checked)
        """Tell how often which of two confusion matrices is wrong about the same examples.

        Matrices alone do not tell, and nothing can be said of their difference. With it, that
        is known at once: nothing is resampled.

        Parameters
        ----------
        first, second : str
            The two classifiers. One that is not there yet is added: its matrix follows from the
            counts.
        counts : PairedCounts, or mapping
            About how many examples of each class the first alone is wrong, the second alone,
            both, or none of them.

        Raises
        ------
        CostCurveError
            If the counts are none, or do not belong to the matrices that are there.

        Examples
        --------
        >>> errors = {"first_only": 1, "second_only": 6, "both": 19, "neither": 74}
        >>> model = CostCurveModel()
        >>> model.pair("a", "b", {"positives": errors, "negatives": errors})
        >>> model.compare("a", "b").significance.cheaper
        ('first',)
        """
        check_names([first, second], "pair")
        told = read_counts(counts)
        lines = {first: told.first, second: told.second}
        new = {
            name: cell_counts(
                tp=one.positives - one.fn, fn=one.fn, fp=one.fp, tn=one.negatives - one.fp
            )
            for name, one in lines.items()
            if name not in self.classifiers
        }
        with self.hold_trait_notifications():
            if new:
                self.classifiers = {**self.classifiers, **new}
            self.pairs = (*self.pairs, (first, second, told))

    # ---- notes

    def add_note(self, text: str, **where: Any) -> str:  # noqa: ANN401 (each is checked)
        """Write a note at a place in the figures.

        Parameters
        ----------
        text : str
            Up to 10,000 characters of plain text.
        classifier : str, optional
            A point of this classifier.
        threshold : float, optional
            Which one; if left out, the best at the operating point.
        line : bool, optional
            Whether the cost line of that point is meant.
        rates : (fpr, tpr), optional
            Any point, of no classifier.
        edge : (end, end), optional
            The line between two points, each a ``(name, threshold)`` or a ``(fpr, tpr)``.
        pc : float or (low, high), optional
            An operating condition, or a range of them.
        conditions : bool, optional
            The operating conditions, wherever they are.

        Returns
        -------
        str
            The id of the note, for `edit_note` and `remove_note`.

        Raises
        ------
        CostCurveError
            If no place or several are said, or the text cannot be a note.

        Examples
        --------
        >>> model = CostCurveModel({"stump": (0.25, 0.75)})
        >>> note = model.add_note("we operate here", pc=0.33)
        >>> model.edit_note(note, text="we will operate here", pc=(0.3, 0.4))
        >>> [(one["text"], one["kind"], one["at"]) for one in model.notes]
        [('we will operate here', 'range', {'pc': [0.3, 0.4]})]
        """
        found = note_at(self, **where)
        if not found:
            raise CostCurveError("a note has one place", where="add_note", fix=PLACES)
        self.notes = (*self.notes, {"text": text, **found})
        return str(self.notes[-1]["id"])

    def edit_note(self, note: str, *, text: str | None = None, **where: Any) -> None:  # noqa: ANN401 (each is checked)
        """Change a note: its text, or its place, or both.

        Parameters
        ----------
        note : str
            Its id.
        text : str, optional
            What it is to say.
        **where
            As for `add_note`; it stays where it is if nothing is said.
        """
        position = found_note(self.notes, note)
        changed = note_at(self, **where) | ({} if text is None else {"text": text})
        notes = list(self.notes)
        notes[position] = {**notes[position], **changed}
        self.notes = tuple(notes)

    def remove_note(self, note: str) -> None:
        """Take a note away.

        Parameters
        ----------
        note : str
            Its id.
        """
        position = found_note(self.notes, note)
        self.notes = self.notes[:position] + self.notes[position + 1 :]

    def _refuse_taken(self, name: str) -> None:
        if name in self.classifiers:
            raise CostCurveError(
                "there is a classifier of that name already",
                where="name",
                got=shown(name),
                fix="Choose another name, or remove the other one first.",
            )

    # ---- bands

    def bootstrap(
        self,
        *,
        level: float | None = None,
        n_resamples: int | None = None,
        rng: Rng = None,
        simultaneous: bool | None = None,
        method: str | None = None,
    ) -> Bands:
        """Bands at a level of confidence, computed while you wait.

        Parameters
        ----------
        level : float, optional
            Level of confidence. Whatever is left out is as in the model's traits; what is given
            becomes theirs.
        n_resamples : int, optional
            How many test sets to draw.
        rng : int or numpy.random.Generator, optional
            Seed or source of randomness.
        simultaneous : bool, optional
            Whether the level must hold at all pc at once.
        method : str, optional
            Which band; see `BootstrapSettings`.

        Returns
        -------
        Bands
            Also in `band`.

        Raises
        ------
        CostCurveError
            If a value makes no sense, or the work failed. Settings and bands are as before then,
            as they are if the call is interrupted.
        """
        given = {
            "n_resamples": n_resamples,
            "rng": None if rng is None else read_seed(rng),
            "simultaneous": simultaneous,
            "method": method,
        }
        chosen: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        parts: deque[Bands] = deque(maxlen=1)
        with ExitStack() as restored:
            job = self._begun(chosen, level, parts.append, restored)
            job.wait()
            if job.state != "done" or not parts:
                problem = job.error or job.state
                raise CostCurveError(f"bands could not be computed: {problem}", where="bootstrap")
            restored.pop_all()
        return parts.pop()

    @synchronized
    def _begun(
        self,
        chosen: Mapping[str, Any],
        level: float | None,
        tell: Callable[[Bands], None],
        restored: ExitStack,
    ) -> Job:
        """Change settings and start a job; add to the stack how to restore the model."""
        settings = replace(self.bootstrap_settings, **chosen)
        at = self.level if level is None else traits.level(self, level)
        before = {name: getattr(self, name) for name in having(type(self), about="bands")}
        jobs: list[Job | None] = [before["job"]]
        restored.callback(self._restore, before, self._known(), settings, at, jobs)
        with self.hold_trait_notifications():
            self.bootstrap_settings, self.level = settings, at
        job = self._start_job(tell)
        jobs.append(job)
        return job

    @synchronized
    def _restore(
        self,
        before: Mapping[str, Any],
        known: tuple[Found, ...],
        settings: BootstrapSettings,
        level: float,
        jobs: Sequence[Job | None],
    ) -> None:
        """Restore bands and their settings after a run that failed.

        A later run, and settings that were changed meanwhile, stay as they are.
        """
        if not any(self.job is job for job in jobs):
            return
        if self.job is not before["job"]:
            self.cancel()
        with self.hold_trait_notifications():
            if self.bootstrap_settings is settings:
                self.bootstrap_settings = before["bootstrap_settings"]
            if self.level == level:
                self.level = before["level"]
            self._apply({name: before[name] for name in _RESULTS})
            self._apply(of_bands(self, known, {}))

    def start_bootstrap(self) -> Job:
        """Job that computes bands beside what you do; an older one is cancelled.

        Returns
        -------
        Job
            Also in `job`.

        Raises
        ------
        CostCurveError
            If there are too few resamples for the level, or no visible classifier can have a
            band.
        """
        return self._start_job(lambda _bands: None)

    def _start_job(self, tell: Callable[[Bands], None]) -> Job:
        """Start a job in the place of an older one; call `tell` with the bands it has led to."""
        settings = self.bootstrap_settings
        sources = {item.name: self.classifiers[item.name] for item in self.derived.shown}
        why = {name: why_unbanded(given) for name, given in sources.items()}
        if not sources:
            raise CostCurveError(
                "there is no visible classifier to resample",
                where="bootstrap",
                fix="Add a classifier, or show a hidden one.",
            )
        if all(why.values()):
            raise unbanded(why, "bootstrap")
        check_average(sources.values(), self.average, "bootstrap")
        if not all(map(why_unscored, sources.values())):  # limits of a matrix need no resamples
            order_ranks(self.level, settings.n_resamples)
        self.cancel()
        model = ref(self)  # the work ends with the last reference to the model
        steps = work(sources, settings, self.level, self.compared)

        def take(found: Found) -> None:
            current = model()
            if current is None or current.job is not job:
                job.cancel()
                return
            current._take(found)  # noqa: SLF001 (it is this model)
            if current.band is not None:
                tell(current.band)

        job = Job(takewhile(lambda _step: model() is not None, steps), take)
        try:
            self._job_sources = tuple(sources.values())
            self.set_trait("job", job)
        except BaseException:
            job.cancel()
            raise
        return job

    def cancel(self) -> None:
        """Stop computing bands; those that there are stay."""
        if self.job is not None:
            self.job.cancel()

    def _take(self, found: Found) -> None:
        """Show bands that have arrived."""
        known = (found, *self._known())
        self._apply(of_bands(self, known, {}))

    # ---- questions, each one call

    def cost(self, name: str | None = None, pc: float | None = None) -> CostAnswer:
        """What is paid at one pc.

        Parameters
        ----------
        name : str, optional
            A classifier; the best of the visible ones if left out.
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        CostAnswer
            With its best threshold there; in money too, if there are conditions.
        """
        item = None if name is None else item_of(self, name)
        where = place_of(self, pc)
        return cost_of(self.derived, item, where, known_terms(self), self.population)

    def about(self, name: str, density: AnyDensity | None = None, *, within: float = 0.01) -> About:
        """More about a classifier than a decision needs.

        Parameters
        ----------
        name : str
            Which one.
        density : Density or callable, optional
            How likely each PC(+) is, for the mean cost: `core.Beta`, `core.Histogram`,
            `core.Uniform` or a function; all alike by default.
        within : float
            How much more a threshold may cost, in normalised cost, to be near the best.

        Returns
        -------
        About
            Mean and greatest cost, H-measure, where its choice pays, which other thresholds are
            as good, accuracy, what rules of thumb lose, whom it dominates; `words` says it all.

        Examples
        --------
        >>> model = CostCurveModel({"a": (0.09, 0.36)})
        >>> round(model.about("a").expected_cost, 4)
        0.2239
        """
        from cc_widgets.model.about import about  # noqa: PLC0415 (few ask)

        return about(self, name, density, within)

    def operating_range(self, name: str | None = None) -> OperatingRange | None:
        """Where a classifier beats both trivial rules.

        Parameters
        ----------
        name : str, optional
            A classifier; the visible ones together if left out.

        Returns
        -------
        OperatingRange or None
            None if nowhere.
        """
        return operating_range(self.derived.hull) if name is None else item_of(self, name).range

    def compare(self, first: str, second: str) -> Comparison:
        """Where one classifier is cheaper than another, and by how much.

        Parameters
        ----------
        first, second : str
            Their names.

        Returns
        -------
        Comparison
            Exact, but for its `errors` where an engine has counted; with significance if their
            difference has been resampled.
        """
        pair = item_of(self, first), item_of(self, second)
        known = known_difference(self, first, second)
        found = None if known is None else significant_ranges(known)
        return comparison(*pair, self.pc, found)

    def interval(self, name: str | None = None, pc: float | None = None) -> Interval:
        """How sure a cost is.

        Parameters
        ----------
        name : str, optional
            A classifier; the best of the visible ones if left out.
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        Interval
            Lower and upper limit, and what to expect: from the band if there is one of these
            data, else from resamples at this pc. They allow for that the threshold was chosen on
            the same examples, and without a name the classifier too; `method` says how.

        Raises
        ------
        CostCurveError
            If only sums of weights are known, or it is not known how many examples there were.
        """
        where = place_of(self, pc)
        return asked_interval(self, None if name is None else item_of(self, name), where)

    def choices(self, pc: float | None = None) -> ChosenAgain:
        """What resamples of the data choose: which classifier, and which threshold.

        Parameters
        ----------
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        ChosenAgain
            From the resamples that there are, or else from new ones, at exactly this pc.

        Raises
        ------
        CostCurveError
            If a visible classifier cannot be resampled.

        Examples
        --------
        >>> label, score = [0, 0, 1, 0, 1, 1] * 20, [1, 2, 3, 4, 5, 6] * 20
        >>> CostCurveModel({"stump": (label, score)}, pc=0.4).choices().lines[1]
        'The best threshold of stump, 5 on these data, lies between 3 and 5 in 9 of 10.'
        """
        return asked_choices(self, pc)

    def plan(
        self,
        first: str | None = None,
        second: str | None = None,
        *,
        difference: float | None = None,
        pc: RangeLike | None = None,
        power: float = POWER,
    ) -> Planned:
        """How many more examples it takes to tell two classifiers apart, or to know a cost better.

        Parameters
        ----------
        first, second : str, optional
            Two classifiers; the cheapest visible ones if left out.
        difference : float, optional
            The least difference in normalised expected cost that matters; if left out, the
            model's `least_difference`, or else the one seen on these data.
        pc : float or (low, high), optional
            Where; the model's own operating point if left out. In a range, where the two are told
            apart with the fewest, or where it takes most to tell the difference asked for.
        power : float
            How often the difference shall be told.

        Returns
        -------
        Planned
            Numbers of positives and negatives with their limits, if it is known who errs on which
            examples; how wide the interval of the best cost is now and with more; all in words.

        Raises
        ------
        CostCurveError
            If a name is unknown, or a number makes no sense.

        Examples
        --------
        >>> label, one = [0, 0, 1, 0, 1, 1] * 20, [1, 2, 3, 4, 5, 6] * 20
        >>> model = CostCurveModel({"a": (label, one), "b": (label, one[::-1])})
        >>> round(model.plan(difference=0.1).needed.times, 2)
        0.67
        """
        return planned(self, first, second, difference=difference, pc=pc, power=power)

    def significance(self, first: str, second: str) -> Significance:
        """Where two classifiers differ by more than chance.

        Parameters
        ----------
        first, second : str
            Their names.

        Returns
        -------
        Significance
            From the resamples that there are, or else from new ones, with the model's settings.

        Raises
        ------
        CostCurveError
            If they are one, or did not score the same examples.
        """
        check_pair(self, first, second, "significance")
        known = known_difference(self, first, second)
        return significant_ranges(
            resampled_difference(self, first, second) if known is None else known
        )

    def area(self, name: str) -> RocArea:
        """The area under the ROC curve of a classifier, and how sure it is.

        Parameters
        ----------
        name : str
            A classifier with scores.

        Returns
        -------
        RocArea
            Of folds the mean area. Its limits have the model's `level`; they follow DeLong's
            variance, and hold near 1 and with few examples too.

        Raises
        ------
        CostCurveError
            If it has no scores.

        Examples
        --------
        >>> from cc_widgets.core import predictions
        >>> model = CostCurveModel({"a": predictions([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])})
        >>> found = model.area("a")
        >>> round(found.value, 3), round(found.lower, 3), round(found.upper, 3)
        (0.889, 0.369, 0.991)
        """
        return area_of(self, name)

    def area_difference(self, first: str, second: str) -> RocAreaDifference:
        """How much larger the area under one ROC curve is than that under another.

        Parameters
        ----------
        first, second : str
            Classifiers with scores.

        Returns
        -------
        RocAreaDifference
            Paired where both are known to have scored the same examples, with DeLong's test.

        Raises
        ------
        CostCurveError
            If one has no scores.

        Examples
        --------
        >>> import numpy as np
        >>> from cc_widgets.core import predictions
        >>> y, scores = np.array([0, 0, 1, 0, 1, 1]), ([1, 2, 4, 3, 5, 6], [1, 6, 2, 3, 4, 5])
        >>> model = CostCurveModel(
        ...     {name: predictions(y, score) for name, score in zip("ab", scores)}
        ... )
        >>> found = model.area_difference("a", "b")
        >>> round(found.value, 3), found.paired, round(found.p_value, 2)
        (0.444, True, 0.16)
        """
        return area_difference_of(self, first, second)

    def best(self, pc: RangeLike | None = None) -> Best:
        """What to use.

        Parameters
        ----------
        pc : float or (low, high), optional
            Under which conditions; if left out, the model's range, or else its operating point.

        Returns
        -------
        Best
            `one` choice for all of a range, the one of least worst regret, and what it takes to
            be the best everywhere in it.
        """
        if pc is None:
            pc = self.pc if self.pc_range is None else self.pc_range
        read = read_range("pc", pc, least=0.0, greatest=1.0)
        return best_choices(self.derived, read.low, read.high)

    def marked(self, pc: RangeLike | None = None) -> tuple[Marked, ...]:
        """What the thresholds in use lose against the best choice.

        Parameters
        ----------
        pc : float or (low, high), optional
            Under which conditions; if left out, the model's range, or else its operating point.

        Returns
        -------
        tuple of Marked
            One for each of the `marks`, but those of hidden classifiers.
        """
        asked = None if pc is None else read_range("pc", pc, least=0.0, greatest=1.0)
        return marked_over(self, asked)

    def groups(
        self,
        name: str | None = None,
        threshold: float | None = None,
        pc: float | None = None,
    ) -> tuple[GroupAnswer, ...]:
        """How each group of examples fares at one common threshold.

        No group has a threshold of its own, and none is ever ranked or recommended.

        Parameters
        ----------
        name : str, optional
            A classifier whose examples are in groups; the recommended one if left out, or else the
            first that has groups.
        threshold : float, optional
            Positive is what scores at least this; the recommended one if left out.
        pc : float, optional
            Where costs are told; the model's own operating point if left out.

        Returns
        -------
        tuple of GroupAnswer
            For each group its rates and its cost, and how far they are from those of all others
            together, with intervals for examples that are not the same. Empty if a trivial rule
            is recommended, or each fold has a threshold of its own.

        Raises
        ------
        CostCurveError
            If the groups of its examples are not known.

        Examples
        --------
        >>> from cc_widgets.core import predictions
        >>> given = predictions([0, 1, 0, 1], [0.1, 0.9, 0.6, 0.7], groups=["a", "a", "b", "b"])
        >>> model = CostCurveModel({"forest": given})
        >>> [(one.point.group, one.point.fpr) for one in model.groups(threshold=0.5)]
        [('a', 0.0), ('b', 1.0)]
        """
        return groups_at(self, name, threshold, pc)

    @property
    def group_points(self) -> tuple[GroupPoint, ...]:
        """Groups at the recommended threshold and at those in use, as the figures show them."""
        return group_points(self) if self._grouped else ()

    @property
    def group_stops(self) -> tuple[GroupStop, ...]:
        """Groups at all thresholds that are cheapest somewhere, as the page needs them."""
        return tuple(group_stops(self)) if self._grouped else ()

    @property
    def group_words(self) -> tuple[str, ...]:
        """How groups fare at the recommended threshold, a line each."""
        return words_of_groups(self) if self._grouped else ()

    @property
    def _grouped(self) -> bool:
        parts = (part for one in self.classifiers.values() for part in one.parts)
        return any(getattr(part, "groups", None) is not None for part in parts)

    def ranking(self, pc: float | None = None) -> tuple[Ranked, ...]:
        """Visible classifiers and the two trivial rules, cheapest first.

        Parameters
        ----------
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        tuple of Ranked
            Each with its best threshold there.
        """
        return ranked(self.derived, place_of(self, pc))

    def read(self, pc: float | None = None) -> Reading:
        """All that can be read at one pc, in numbers and words.

        Parameters
        ----------
        pc : float, optional
            Where; the model's own operating point if left out.

        Returns
        -------
        Reading
            In numbers and words.
        """
        where, again = place_of(self, pc), self.chosen_again
        return reading_at(
            self.derived,
            where,
            known_terms(self),
            Situation(
                population=self.population,
                unit=self.unit,
                interval=None if self.stale else fresh_interval(self, None, where),
                compared=self.compared,
                difference=None if self.stale else self.difference,
                best=best_band(self),
                leads=self.leads,
                pc_range=self.pc_range,
                criterion=self.answer,
                in_use=visible_marks(self),
                again=again.words if again is not None and again.pc == where else "",
                background=background(self),
            ),
        )

    # ---- what is handed back

    def recommended(self, name: str | None = None) -> Recommended:
        """What to use, as the answer says.

        Parameters
        ----------
        name : str, optional
            A classifier, as if it were the only one unless the answer is about it; the best of
            the visible ones if left out.

        Returns
        -------
        Recommended
            By the `criterion`, for the range of conditions, or at the operating point.

        Raises
        ------
        CostCurveError
            If the answer is no single choice but lots, or nobody is visible.

        Examples
        --------
        >>> model = CostCurveModel({"stump": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])}, pc=0.2)
        >>> model.recommended().threshold
        0.9
        """
        return recommended(self, name)

    def fixed_threshold(
        self,
        estimator: Any,  # noqa: ANN401 (of whichever library)
        name: str | None = None,
        *,
        response_method: str = "auto",
    ) -> Any:  # noqa: ANN401 (of scikit-learn)
        """Classifier of scikit-learn that decides by the recommended threshold.

        Parameters
        ----------
        estimator : estimator, or mapping of str to estimator
            The classifier whose scores are shown; or several by name, of which the recommended
            one is taken. A fitted one is used as it is; one that is not is fitted by the `fit` of
            what is returned.
        name : str, optional
            Which classifier it is, where several are visible.
        response_method : {"auto", "predict_proba", "decision_function"}
            What its scores were taken from; if left out, what `from_estimator` asked for. Where
            that is not known, probabilities if there are such, unless scores lie beyond 0 and 1.

        Returns
        -------
        FixedThresholdClassifier
            What it predicts of the same examples are the counts of the answer.

        Raises
        ------
        CostCurveError
            If a trivial rule is recommended, or the threshold is not known, or the estimator
            tells other classes apart.
        ImportError
            Without scikit-learn 1.5 or newer.
        """
        return fixed_threshold(self, estimator, name, response_method)

    def misclassified(
        self, name: str | None = None, threshold: float | None = None
    ) -> Misclassified:
        """Rows that a classifier gets wrong.

        Parameters
        ----------
        name : str, optional
            The classifier; the recommended one if left out.
        threshold : float, optional
            Positive is what scores at least this; the recommended one if left out.

        Returns
        -------
        Misclassified
            Its `positions` are those of rows in the data, `X[found.positions]`: in the frame of
            `from_frame`, whatever was left out; in the X of a cross-validation, where repeats may
            name a row again; of folds given as arrays, in these put one after another. They are
            None where that is not known, and `unplaced` says why. Its `rows` are what the index
            of the labels calls them, or the same positions.

        Raises
        ------
        CostCurveError
            If only counts or rates are known, or no classifier is recommended.

        Examples
        --------
        >>> model = CostCurveModel({"stump": ([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.9])}, pc=0.2)
        >>> model.misclassified().misses, model.misclassified("stump", 0.5).false_alarms
        (array([2]), array([1]))
        """
        return misclassified(self, name, threshold)

    @property
    def fingerprint(self) -> str:
        """What tells these data from others, in twelve hexadecimal digits.

        The same labels, scores and weights have the same, whatever types they are of, whatever
        the classifiers are called and in which order they are. The order of examples counts.
        """
        return self.classifiers.fingerprint

    @property
    def seed(self) -> int | None:
        """Seed of the bands that there are, or else of those to come; None if by chance."""
        drawn = None if self.band is None else self.band.resampled.seed
        return self.bootstrap_settings.rng if drawn is None else drawn

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is odd about the visible classifiers, a sentence each."""
        return remarks_of(self.derived)

    # ---- outputs

    def to_frame(self, what: str = "classifiers") -> Any:  # noqa: ANN401 (of whichever library)
        """Table of what is shown, as a frame.

        Parameters
        ----------
        what : {"classifiers", "envelope", "thresholds", "comparison", "groups"}
            All classifiers, with their best thresholds at the operating point; who is cheapest
            where; every threshold that is kept of the visible ones; or where one of the two that
            are `compared` is cheaper, and whether that is significant.

        Returns
        -------
        frame, or dict of str to list
            Of the library whose columns were given (pandas, polars, pyarrow), else of pandas; a
            dict of columns without that. Numbers have all their digits, thresholds are scores of
            the data, and no value is None.

        Examples
        --------
        >>> model = CostCurveModel({"C4.5": [[6, 4], [4, 16]]})
        >>> [round(cost, 9) for cost in model.to_frame()["cost"]]
        [0.3]
        """
        from cc_widgets.export.tables import frame_of  # noqa: PLC0415 (for outputs alone)

        return frame_of(self, what)

    def to_csv(
        self, path: str | PathLike[str] | None = None, *, what: str = "classifiers"
    ) -> str | None:
        """Table of what is shown, as comma-separated values.

        Parameters
        ----------
        path : str or path-like, optional
            Where to write it. A write that fails leaves the file as it was.
        what : {"classifiers", "envelope", "thresholds", "comparison", "groups"}
            As in `to_frame`.

        Returns
        -------
        str or None
            The text itself, if there is no path. Names that a spreadsheet would take for formulas
            begin with an apostrophe.
        """
        from cc_widgets.export.tables import csv_of  # noqa: PLC0415

        text = csv_of(self, what)
        if path is None:
            return text
        write_file(path, text)
        return None

    def to_markdown(self, what: str = "report", *, title: str | None = None) -> str:
        """Report of what to do and why, or a table, in Markdown.

        Parameters
        ----------
        what : {"report", "classifiers", "envelope", "thresholds", "comparison", "groups"}
            The report has the answer, the conditions, a table, and what it takes to make the same
            again.
        title : str, optional
            Of the report; if left out, the names of the classifiers.

        Returns
        -------
        str
            Names are text in it, never markup.
        """
        from cc_widgets.export.tables import TABLES, markdown_table, report_of  # noqa: PLC0415

        if read_word("what", what, ("report", *TABLES)) == "report":
            return report_of(self, title)
        return markdown_table(self, what)

    def to_code(self) -> str:
        """Python that makes this model again, to the last digit.

        Returns
        -------
        str
            All that is not as usual, bands too. Points, counts and matrices are written out, up to
            1,000 of a classifier; scores are not: it asks for `y_true` and `scores`, or for what
            was `counted`, and refuses other data than these.

        Raises
        ------
        CostCurveError
            If Python's source has no word for a label.
        """
        from cc_widgets.export.session import code_of  # noqa: PLC0415 (for outputs alone)

        return code_of(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write all of this to a file that `load` reads: data, settings, notes, pins.

        Bands are not in it but the seed from which they are drawn again, with the scores of all
        classifiers of that bootstrap run, also of removed ones: without these the same seed would
        draw other bands. Bands that are out of date, or not done, are left out.

        Parameters
        ----------
        path : str or path-like
            Such as "session.json". A write that fails leaves the file as it was.

        Raises
        ------
        CostCurveError
            If the file cannot be written, or a label is neither text nor number.
        """
        from cc_widgets.export.session import session_text  # noqa: PLC0415 (for outputs alone)

        write_file(path, session_text(self))

    @staticmethod
    def load(path: str | PathLike[str]) -> CostCurveModel:
        """Model that was saved.

        Parameters
        ----------
        path : str or path-like
            Of a file that `save` has written, with this version or an older one.

        Returns
        -------
        CostCurveModel
            As it was; bands are drawn again from the same seed, which takes as long as before.

        Raises
        ------
        CostCurveError
            If there is no such file, or anything in it is not as it must be. Nothing in a file is
            ever run.
        """
        from cc_widgets.export.session import load_session  # noqa: PLC0415 (for outputs alone)

        return load_session(path)

    def summary(self) -> str:
        """Summary of what the classifiers are good for, in a few sentences.

        Returns
        -------
        str
            Plain text.
        """
        return summary_of(self.derived, self.read().answer.said)

    # ---- pictures

    def to_figure(self, *, width: float = 10.0) -> Figure:
        """Figure of matplotlib with both spaces, fit for a paper, in colour as in grey.

        Parameters
        ----------
        width : float
            In inches. From 5.5 on the spaces stand side by side.

        Returns
        -------
        matplotlib.figure.Figure
            It shows what the explorer does, without what is switched off, and belongs to no
            window.

        Raises
        ------
        ImportError
            Without matplotlib, which ``pip install "cc-widgets[static]"`` installs.
        """
        from cc_widgets.export.figure import figure_of  # noqa: PLC0415 (for pictures alone)

        return figure_of(self, width)

    def to_png(
        self, path: str | PathLike[str] | None = None, *, scale: float = 2.0, width: float = 960.0
    ) -> bytes | None:
        """Picture of both spaces as a PNG file.

        Parameters
        ----------
        path : str or path-like, optional
            Where to write it. A write that fails leaves the file as it was.
        scale : float
            How many pixels it has for each pixel of a page.
        width : float
            How wide it is on a page, in pixels.

        Returns
        -------
        bytes or None
            The file itself, if there is no path.

        Raises
        ------
        CostCurveError
            If the file cannot be written, or a number makes no sense.
        ImportError
            Without matplotlib.
        """
        from cc_widgets.export.figure import handed_out, png_of  # noqa: PLC0415 (for pictures alone)

        return handed_out(path, ".png", lambda: png_of(self, scale=scale, width=width))

    def to_svg(
        self, path: str | PathLike[str] | None = None, *, width: float = 960.0
    ) -> bytes | None:
        """Picture of both spaces as an SVG file, its words as text.

        Parameters
        ----------
        path : str or path-like, optional
            Where to write it. A write that fails leaves the file as it was.
        width : float
            How wide it is on a page, in pixels.

        Returns
        -------
        bytes or None
            The file itself, if there is no path.

        Raises
        ------
        CostCurveError
            If the file cannot be written, or the width makes no sense.
        ImportError
            Without matplotlib.
        """
        from cc_widgets.export.figure import handed_out, svg_of  # noqa: PLC0415 (for pictures alone)

        return handed_out(path, ".svg", lambda: svg_of(self, width=width))
