"""Trait types: what a value may be, and what is said when it is not."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from traitlets import HasTraits, TraitType

from cc_widgets.core.names import check_names
from cc_widgets.core.predictions import Predictions, predictions
from cc_widgets.errors import CostCurveError, shown


class Classifiers(TraitType[Mapping[str, Predictions], Mapping[str, Any]]):
    """Checked predictions by name, in the user's order; read-only once assigned."""

    info_text = "a mapping of names to predictions"
    default_value: Mapping[str, Predictions] = MappingProxyType({})

    def validate(
        self, _obj: HasTraits | None, value: Mapping[str, Any]
    ) -> Mapping[str, Predictions]:
        """Return the mapping with every value checked."""
        if not isinstance(value, Mapping):
            raise CostCurveError(
                "classifiers are given by name",
                where="classifiers",
                got=f"a value of type {type(value).__name__}",
                fix="Pass {name: (y_true, y_score)}.",
            )
        check_names(value, "classifiers")
        checked = {name: _checked(name, given) for name, given in value.items()}
        _check_classes(checked)
        return MappingProxyType(checked)


def _checked(name: str, given: object) -> Predictions:
    """Return predictions, made from a pair of arrays if need be."""
    if isinstance(given, Predictions):
        return given
    if isinstance(given, tuple) and len(given) == len(("y_true", "y_score")):
        try:
            return predictions(*given)
        except CostCurveError as error:
            raise error.within(f"classifier {shown(name)}") from None
    raise CostCurveError(
        "a classifier is its predictions",
        where=f"classifier {shown(name)}",
        got=f"a value of type {type(given).__name__}",
        fix="Pass (y_true, y_score), or what cc_widgets.core.predictions returns.",
    )


def _check_classes(classifiers: Mapping[str, Predictions]) -> None:
    """Refuse classifiers that do not tell the same two classes apart."""
    found = {name: checked.classes for name, checked in classifiers.items()}
    if len(set(found.values())) > 1:
        raise CostCurveError(
            "all classifiers must tell the same two classes apart",
            where="classifiers",
            got=shown(found),
            fix="Give them the same y_true and the same pos_label.",
        )
