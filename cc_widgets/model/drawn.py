"""Which thresholds of a classifier to keep and to draw."""

from dataclasses import dataclass

from cc_widgets.core.counts import Counts, count
from cc_widgets.core.predictions import Predictions
from cc_widgets.core.roc import RocCurve, convex_hull, roc_curve
from cc_widgets.core.thinning import Thinned, thin
from cc_widgets.model.inputs import Classifier

# A browser draws this many points and as many lines at 60 frames a second.
MOST_POINTS = 5_000
FEWEST_POINTS_EACH = 100
MOST_POINTS_EACH = 1_500


@dataclass(frozen=True, eq=False, slots=True)
class Drawn:
    """A curve and what of it is drawn.

    Attributes
    ----------
    curve : RocCurve
        All thresholds; of very many, those at hull corners and enough between them.
    shown : Thinned
        Positions in it of those to draw.
    n_thresholds : int
        How many thresholds the data have.
    """

    curve: RocCurve
    shown: Thinned
    n_thresholds: int


def points_each(n_classifiers: int) -> int:
    """Return about how many points of each classifier are drawn.

    Parameters
    ----------
    n_classifiers : int
        How many there are.

    Returns
    -------
    int
        Few enough together for a browser.

    Examples
    --------
    >>> points_each(1), points_each(10), points_each(1000)
    (1500, 500, 100)
    """
    fair_share = MOST_POINTS // max(1, n_classifiers)
    return max(FEWEST_POINTS_EACH, min(fair_share, MOST_POINTS_EACH))


def drawn(given: Classifier, limit: int) -> Drawn:
    """Choose the thresholds to keep and to draw."""
    curve = _curve(given)
    own = convex_hull([curve])
    return Drawn(curve, thin(curve, limit, keep=own.index[own.index >= 0]), curve.fpr.size)


def _curve(given: Classifier) -> RocCurve:
    if isinstance(given, Predictions):
        return roc_curve(count(given))
    return roc_curve(given) if isinstance(given, Counts) else given
