"""Names of classifiers: what tells them apart in every table and figure."""

from collections.abc import Iterable

from cc_widgets.errors import CostCurveError, shown


def check_names(names: Iterable[object], where: str) -> None:
    """Refuse keys that cannot be shown as names.

    Parameters
    ----------
    names : iterable
        The keys of a mapping that the user gave.
    where : str
        What the user calls that mapping.

    Raises
    ------
    CostCurveError
        If a name is not a string, or is blank.
    """
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise CostCurveError(
                "names of classifiers must be strings that are not blank",
                where=where,
                got=f"the name {shown(name)}",
                fix='Pass for instance {"forest": scores}.',
            )
