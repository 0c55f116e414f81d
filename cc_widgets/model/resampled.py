"""What has been drawn so far, whatever level or method it is used for."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from cc_widgets.core._results import FloatArray, result
from cc_widgets.core.uncertainty import EnvelopeResamples, JointResamples, LineCounts
from cc_widgets.model.inputs import Classifier

Value = TypeVar("Value")


@result
class Resampled:
    """What has been drawn so far, whatever level or method it is used for.

    Attributes
    ----------
    sources : mapping of str to Predictions, Counts or RocCurve
        The classifiers that it belongs to, by their names.
    each : mapping of str to EnvelopeResamples
        Resamples of those that have scores.
    lines : mapping of str to LineCounts
        Errors of those that are one confusion matrix.
    reasons : mapping of str to str
        Why the others have no band.
    joint : tuple of JointResamples
        One for each group.
    groups : tuple of tuple of str
        Who scored the same examples: element i of group g is element i of ``joint[g].each``.
    pc : ndarray of float64 or None
        Where bands of lines are wanted, if not where they usually are.
    n_done, n_resamples : int
        How many resamples there are, and shall be.
    """

    sources: Mapping[str, Classifier]
    each: Mapping[str, EnvelopeResamples]
    lines: Mapping[str, LineCounts]
    reasons: Mapping[str, str]
    joint: tuple[JointResamples, ...]
    groups: tuple[tuple[str, ...], ...]
    pc: FloatArray | None
    n_done: int
    n_resamples: int

    def renamed(self, names: Mapping[str, str]) -> "Resampled":
        """Return the same with other names; what is not among them is left out."""

        def moved(old: Mapping[str, Value]) -> Mapping[str, Value]:
            return MappingProxyType({names[name]: old[name] for name in old if name in names})

        return replace(
            self,
            sources=moved(self.sources),
            each=moved(self.each),
            lines=moved(self.lines),
            reasons=moved(self.reasons),
            groups=tuple(tuple(names.get(one, "") for one in group) for group in self.groups),
        )

    def pair(self, first: str, second: str) -> JointResamples:
        """Return resamples of two scored classifiers, as many of both."""
        one, other = self.each[first], self.each[second]
        rows = min(one.n_done, other.n_done)
        return JointResamples((_first_rows(one, rows), _first_rows(other, rows)))


def _first_rows(one: EnvelopeResamples, rows: int) -> EnvelopeResamples:
    """Return the first of the resamples."""
    names = ("cost", "fp", "tp", "negatives", "positives")
    return replace(one, **{name: getattr(one, name)[:rows] for name in names})
