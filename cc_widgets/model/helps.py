"""Help cards of the figures and panels, for the page and the documentation.

`python -m tests.contract` writes a copy for the page to `js/src/words/helps.ts`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from cc_widgets.model.words import assumption_of


class Help(NamedTuple):
    """Help card: two or three sentences and the formulas behind them.

    Attributes
    ----------
    title : str
        Title of the card.
    words : str
        Explanation in plain words.
    formulas : tuple of str
        Formulas as one line of text, each with one equals sign.
    assumes : str
        Assumption behind the figure, if relevant.
    """

    title: str
    words: str
    formulas: tuple[str, ...]
    assumes: str = ""


def _typeset(*formulas: str) -> tuple[str, ...]:
    """Return formulas with mathematical signs for times and minus."""
    return tuple(text.replace(" * ", " \u00d7 ").replace(" - ", " \u2212 ") for text in formulas)


HELPS: Mapping[str, Help] = MappingProxyType(
    {
        "roc": Help(
            "ROC space",
            "Each point is one threshold: how many negatives it flags wrongly, to the right, and "
            "how many positives it finds, upwards. Points that cost the same lie on a straight "
            "line that rises by the slope told here: the best threshold is where such a line "
            "touches the hull from above.",
            _typeset(
                "fpr = false alarms / negatives",
                "tpr = positives found / positives",
                "slope = (1 - PC(+)) / PC(+)",
            ),
        ),
        "cost": Help(
            "Cost space",
            "Each line is one threshold: what it costs wherever false alarms matter more, to the "
            "left, or misses, to the right. The lowest line is the best choice at that place, and "
            "where even that is above the dotted lines it is cheaper to call everybody the same.",
            _typeset(
                "cost = fpr * (1 - PC(+)) + (1 - tpr) * PC(+)",
                "PC(+) = share of positives * cost of a miss / (share of positives * cost of a "
                "miss + (1 - share of positives) * cost of a false alarm)",
            ),
            assumption_of("positives"),
        ),
        "difference": Help(
            "Difference in cost",
            "How much more A costs than B at each PC(+): below zero A is cheaper, above it B is. "
            "Where the shaded band leaves out zero the difference is hardly chance.",
            _typeset("difference = cost of A - cost of B"),
        ),
        "ribbon": Help(
            "Who is cheapest where",
            "The bar under the cost axis has the colour of the classifier that is cheapest at "
            "each PC(+), and is grey where calling everybody the same costs less. It is hatched "
            "where the lead could be chance, and a slider for the operating point.",
            _typeset("cost of calling everybody the same = min(PC(+), 1 - PC(+))"),
        ),
        "Conditions": Help(
            "Conditions of use",
            "Say how many are positive where the classifier will be used, and what either error "
            "costs there: only the ratio of the costs moves the choice. If you do not know a "
            "number, give a range and get one choice for all of it.",
            _typeset(
                "odds of PC(+) = share of positives / (1 - share of positives) * cost of a miss "
                "/ cost of a false alarm",
            ),
            assumption_of("positives"),
        ),
        "Uncertainty": Help(
            "Uncertainty",
            "How much costs might differ had other data of the same kind been collected: examples "
            "are drawn anew many times, or limits of counts are told where there are no scores. "
            "The level says how often such a band holds the truth, and as much is left out below "
            "it as above.",
            _typeset("left out on either side = (1 - level) / 2"),
        ),
        "Compare": Help(
            "Compare",
            "Two classifiers are compared at each PC(+), each at its own best threshold for "
            "that PC(+). Both are tested on the same draws of the data, so what is luck for both "
            "is no difference.",
            _typeset(
                "difference = (fpr of A - fpr of B) * (1 - PC(+)) - (tpr of A - tpr of B) * PC(+)"
            ),
        ),
        "Criteria": Help(
            "Criteria",
            "Costs are not always what decides: there may be a limit on false alarms, or hands "
            "for so many cases only. The threshold that does best within such a limit is marked "
            "in both figures, with what it costs above the cheapest one.",
            _typeset(
                "flagged = share of positives * tpr + (1 - share of positives) * fpr",
                "loss = cost of the choice - least cost",
            ),
        ),
        "Classifiers": Help(
            "Classifiers",
            "Here names, colours and order are changed, and thresholds entered that are in use "
            "today. The area under the ROC curve says how often a positive scores higher than a "
            "negative; it knows neither costs nor how many are positive.",
            _typeset(
                "area = (pairs in which the positive scores higher + pairs with equal scores / 2)"
                " / pairs",
            ),
        ),
        "Data table": Help(
            "Data table",
            "The numbers behind the figures: each best threshold with the stretch of PC(+) where "
            "it costs least on this dataset, then all that are drawn. Two thresholds that follow "
            "each other on the hull cost the same at one PC(+), where one stretch ends and the "
            "next begins.",
            _typeset(
                "PC(+) of equal cost = (fpr of B - fpr of A) / "
                "((fpr of B - fpr of A) + (tpr of B - tpr of A))",
            ),
        ),
    }
)
"""Help cards by figure space, or by the tab label of a panel."""
