"""Which classifiers can be resampled, and which of them together."""

from collections.abc import Mapping
from types import MappingProxyType

from cc_widgets.core import Counts, Predictions
from cc_widgets.core._results import result
from cc_widgets.core.uncertainty import LineCounts, line_counts
from cc_widgets.model.inputs import Classifier
from cc_widgets.model.reasons import why_unbanded


@result
class Plan:
    """What can be done for which classifier.

    Attributes
    ----------
    sources : mapping of str to Predictions, Counts or RocCurve
        All of them.
    groups : tuple of tuple of str
        Those that scored the same examples; the largest group comes first.
    lines : mapping of str to LineCounts
        Those that are one confusion matrix.
    reasons : mapping of str to str
        Why nothing can be done for the others.
    """

    sources: Mapping[str, Classifier]
    groups: tuple[tuple[str, ...], ...]
    lines: Mapping[str, LineCounts]
    reasons: Mapping[str, str]


def plan_of(sources: Mapping[str, Classifier], *, jointly: bool = True) -> Plan:
    """Sort classifiers by what can be done for them.

    Parameters
    ----------
    sources : mapping of str to Predictions, Counts or RocCurve
        Checked classifiers.
    jointly : bool
        Whether those that scored the same examples make a group.

    Returns
    -------
    Plan
        Each is in a group, or a line, or has a reason.

    Examples
    --------
    >>> from cc_widgets.core import point_set
    >>> dict(plan_of({"rule": point_set(fpr=0.3, tpr=0.7)}).reasons)
    {'rule': 'bare points: how many examples they come from is not known'}
    """
    groups: list[list[str]] = []
    lines, reasons = {}, {}
    for name, source in sources.items():
        why = why_unbanded(source)
        if why:
            reasons[name] = why
        elif isinstance(source, Counts):
            lines[name] = line_counts(source)
        elif isinstance(source, Predictions):
            (_group_of(source, groups, sources) if jointly else _new(groups)).append(name)
    groups.sort(key=len, reverse=True)
    return Plan(
        sources=MappingProxyType(dict(sources)),
        groups=tuple(map(tuple, groups)),
        lines=MappingProxyType(lines),
        reasons=MappingProxyType(reasons),
    )


def _group_of(
    source: Predictions, groups: list[list[str]], sources: Mapping[str, Classifier]
) -> list[str]:
    """Return the group of those that scored the same examples, perhaps a new one."""
    for group in groups:
        first = sources[group[0]]
        if isinstance(first, Predictions) and first.same_examples(source):
            return group
    return _new(groups)


def _new(groups: list[list[str]]) -> list[str]:
    groups.append([])
    return groups[-1]
