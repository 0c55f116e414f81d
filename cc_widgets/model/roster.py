"""Adding, naming, ordering and hiding classifiers."""

from collections.abc import Sequence
from typing import Any

from cc_widgets.core._reading import check_names, read_list
from cc_widgets.errors import CostCurveError, shown
from cc_widgets.model.base import ModelState
from cc_widgets.model.checks import known_name


class Roster(ModelState):
    """What can be done with the list of classifiers; a part of the model."""

    def add(self, name: str, value: Any) -> None:  # noqa: ANN401 (checked)
        """Add a classifier at the end.

        Parameters
        ----------
        name : str
            A new name.
        value : Predictions, Counts, RocCurve or (y_true, y_score)
            The classifier.

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
        with self.hold_trait_notifications():
            self.classifiers = {now(name): given for name, given in self.classifiers.items()}
            self.hidden, self.colors, self.compared = hidden, colors, compared
            self.shown_band = shown_band

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

    def hide(self, *names: str) -> None:
        """Leave classifiers out of pictures, hull, winners, average and bands.

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

    def _refuse_taken(self, name: str) -> None:
        if name in self.classifiers:
            raise CostCurveError(
                "there is a classifier of that name already",
                where="name",
                got=shown(name),
                fix="Choose another name, or remove the other one first.",
            )
