"""Inputs to everything that the views show, in one pure step."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from cc_widgets.core import (
    TRIVIAL,
    Average,
    Counts,
    Envelope,
    Hull,
    HullStatus,
    OperatingRange,
    Predictions,
    RocCurve,
    Spread,
    Thinned,
    Winners,
    cost_average,
    cost_spread,
    hull_status,
    lower_envelope,
    operating_range,
    total_expected_cost,
    winners,
)
from cc_widgets.core._results import FloatArray, IntArray, result
from cc_widgets.model.drawn import Kept, drawn, kept, points_each
from cc_widgets.model.inputs import Classifier, labels_of

_SPREAD_AT = 201
_FEWEST_TO_AVERAGE = 2


@result
class DerivedClassifier:
    """What follows from one classifier.

    Attributes
    ----------
    name : str
        The user's name for it.
    position : int
        Its place in the user's order.
    curve : RocCurve
        Its thresholds; of very many, those at hull corners and enough between them.
    shown : Thinned
        The thresholds that the figures draw; `shown.error` says how far off their curve may be.
    envelope : Envelope
        Its own lower envelope, trivial rules included.
    hull : Hull
        Its own hull.
    area : float
        The area under the envelope: its expected cost if every pc is equally likely.
    range : OperatingRange or None
        Where it beats both trivial rules; None if nowhere.
    counted : Predictions, Counts or None
        The examples behind it; None for bare points.
    visible : bool
        Whether it takes part in what is joint.
    kept : Kept
        Where curve and hull come from; `kept.n_thresholds` says how many the data have.
    limit : int
        About how many thresholds were to be drawn.
    """

    name: str
    position: int
    curve: RocCurve
    shown: Thinned
    envelope: Envelope
    hull: Hull
    area: float
    range: OperatingRange | None
    counted: Predictions | Counts | None
    visible: bool
    kept: Kept
    limit: int


@result
class Derived:
    """One consistent snapshot of everything computed.

    Attributes
    ----------
    classifiers : tuple of DerivedClassifier
        In the user's order.
    visible : tuple of int
        Positions of those that take part in everything below.
    hull : Hull
        Over the visible classifiers; its owners are positions in `classifiers`, -1 trivial.
    envelope : Envelope
        The least cost that any of them, or a trivial rule, reaches; owners as in `hull`.
    status : HullStatus
        Who is on the hull; curve i is classifier ``visible[i]``.
    winners : Winners
        Who is cheapest where; column i is classifier ``visible[i]``.
    classes : tuple of str
        Words for the negative and the positive class.
    average, spread : Average, Spread or None
        The mean cost curve of the visible classifiers and how they differ from it, if asked for
        and if there are two or more.
    """

    classifiers: tuple[DerivedClassifier, ...]
    visible: tuple[int, ...]
    hull: Hull
    envelope: Envelope
    status: HullStatus
    winners: Winners
    classes: tuple[str, str]
    average: Average | None
    spread: Spread | None

    def named(self, name: str) -> DerivedClassifier | None:
        """Return the classifier of that name, or None."""
        return next((item for item in self.classifiers if item.name == name), None)

    @property
    def shown(self) -> tuple[DerivedClassifier, ...]:
        """The visible classifiers."""
        return tuple(self.classifiers[position] for position in self.visible)


def derive(
    classifiers: Mapping[str, Classifier],
    hidden: Collection[str] = (),
    *,
    average: bool = False,
    previous: Derived | None = None,
) -> Derived:
    """Compute the snapshot of these classifiers.

    Parameters
    ----------
    classifiers : mapping of str to Predictions, Counts or RocCurve
        Checked classifiers by name.
    hidden : collection of str
        Names of those that take no part in hull, winners and average.
    average : bool
        Whether to average the cost of the visible ones.
    previous : Derived, optional
        An older snapshot. What belongs to a classifier that is still the same object is used
        again.

    Returns
    -------
    Derived
        The snapshot.

    Examples
    --------
    >>> from cc_widgets.core import cell_counts
    >>> derived = derive({"rule": cell_counts(tp=16, fn=4, fp=4, tn=6)})
    >>> derived.classifiers[0].range.pc_low.__round__(3), derived.winners.pc.round(3)
    (0.333, array([0.   , 0.333, 0.75 , 1.   ]))
    """
    limit = points_each(len(classifiers))
    known = _known(previous)
    items = tuple(
        _derive_one(name, position, given, limit, known, visible=name not in hidden)
        for position, (name, given) in enumerate(classifiers.items())
    )
    visible = tuple(item.position for item in items if item.visible)
    status = hull_status([items[position].curve for position in visible])
    hull = _owned(status.hull, visible)
    envelopes = [items[position].envelope for position in visible]
    enough = average and len(envelopes) >= _FEWEST_TO_AVERAGE
    mean, spread = averages(envelopes) if enough else (None, None)
    return Derived(
        classifiers=items,
        visible=visible,
        hull=hull,
        envelope=lower_envelope(hull),
        status=status,
        winners=winners(envelopes),
        classes=_class_words(classifiers, previous),
        average=mean,
        spread=spread,
    )


_Known = dict[int, DerivedClassifier]


def _known(previous: Derived | None) -> _Known:
    """Return what was derived before, by the identity of what it was derived from."""
    return {} if previous is None else {id(source_of(item)): item for item in previous.classifiers}


def source_of(item: DerivedClassifier) -> Classifier:
    """Return what the user gave.

    Parameters
    ----------
    item : DerivedClassifier
        What was derived from it.

    Returns
    -------
    Predictions, Counts or RocCurve
        The object itself.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> given = point_set(fpr=0.2, tpr=0.7)
    >>> source_of(derive({"paper": given}).classifiers[0]) is given
    True
    """
    return item.curve if item.counted is None else item.counted


def _derive_one(  # noqa: PLR0913 (one classifier's place among the others)
    name: str, position: int, given: Classifier, limit: int, known: _Known, *, visible: bool
) -> DerivedClassifier:
    """Return the part of the snapshot that needs no other classifier."""
    old = known.get(id(given))
    item = old if old is not None and source_of(old) is given else _derive_new(given, limit)
    shown = item.shown if item.limit == limit else drawn(item.kept, limit)
    return replace(item, name=name, position=position, visible=visible, shown=shown, limit=limit)


def _derive_new(given: Classifier, limit: int) -> DerivedClassifier:
    """Return all that does not depend on name and place."""
    found = kept(given)
    envelope = lower_envelope(found.hull)
    return DerivedClassifier(
        name="",
        position=0,
        curve=found.curve,
        shown=drawn(found, limit),
        envelope=envelope,
        hull=found.hull,
        area=total_expected_cost(envelope),
        range=operating_range(found.hull),
        counted=None if isinstance(given, RocCurve) else given,
        visible=True,
        kept=found,
        limit=limit,
    )


def _owned(hull: Hull, visible: Sequence[int]) -> Hull:
    """Return a hull whose owners are positions among all classifiers."""
    position = np.array([*visible, TRIVIAL], dtype=np.int64)
    return replace(hull, owner=position[hull.owner])


def averages(envelopes: Sequence[Envelope]) -> tuple[Average, Spread]:
    """Average cost curves, and tell how they differ from each other."""
    pc = np.linspace(0.0, 1.0, _SPREAD_AT)
    return cost_average(envelopes), cost_spread(envelopes, pc)


def _class_words(
    classifiers: Mapping[str, Classifier], previous: Derived | None
) -> tuple[str, str]:
    """Return the user's own words where there are any: 0 and 1 are none.

    They outlive the last classifier that had them.
    """
    if not classifiers and previous is not None:
        return previous.classes
    for negative, positive in labels_of(classifiers).values():
        if isinstance(positive, str):
            return str(negative), positive
    return "negatives", "positives"


def thresholds_of(item: DerivedClassifier, index: IntArray | int) -> FloatArray:
    """Return the scores from which on some points of a classifier call positive.

    Each is written with as few decimals as make the same decisions on these data.

    Parameters
    ----------
    item : DerivedClassifier
        The classifier.
    index : int or ndarray of int64
        Positions in its curve; -1 for a trivial rule.

    Returns
    -------
    ndarray of float64, in the shape of `index`
        NaN where a point has no threshold, as those of a confusion matrix.

    Examples
    --------
    >>> from cc_widgets.core import predictions
    >>> item = derive({"stump": predictions([0, 1], [0.2, 0.9])}).classifiers[0]
    >>> thresholds_of(item, np.array([1, -1]))
    array([0.9, nan])
    """
    at = np.asarray(index)
    return np.where(at < 0, np.nan, item.kept.threshold[at])
