"""The model and what the browser shares with it, kept in step both ways."""

from collections.abc import Callable
from typing import Any

from cc_widgets.errors import CostCurveError
from cc_widgets.model.state import CostCurveModel
from cc_widgets.views.cursor import Duality
from cc_widgets.views.link import follow

SHOWN = (
    *("derived", "band", "difference", "stale", "answer", "conditions", "follows", "population"),
    *("unit", "pc", "pc_range", "pins", "level", "colors", "criterion", "axis", "compared"),
    *("cost_top", "shown_band"),
)
"""Traits of the model on which something on the page depends."""

_FROM_BROWSER = ["pc", "pc_range", "pins", "hidden", "criterion"]


class Sync:
    """Passes on what changes. What both sides say alike is not sent, so nothing echoes.

    Parameters
    ----------
    model : CostCurveModel
        It has the last word: what it refuses is taken back in the browser.
    duality : Duality
        What the browser has.
    draw : callable
        Called after each change of the model.
    """

    def __init__(self, model: CostCurveModel, duality: Duality, draw: Callable[[], None]) -> None:
        self._model = model
        self._duality = duality
        self._draw = draw
        self._telling = False
        model.observe(self._tell, list(SHOWN))
        duality.observe(self._hear, _FROM_BROWSER)

    def close(self) -> None:
        """Let go of both."""
        self._model.unobserve(self._tell, list(SHOWN))
        self._duality.unobserve(self._hear, _FROM_BROWSER)

    def _tell(self, _change: object = None) -> None:
        self._follow()
        self._draw()

    def _follow(self) -> None:
        self._telling = True
        try:
            follow(self._duality, self._model)
        finally:
            self._telling = False

    def _hear(self, change: Any) -> None:
        """Set the trait of the model that the browser has changed."""
        if self._telling:
            return
        name, value = change["name"], change["new"]
        if value is None and name == "pc":
            value = self._model.pc
        if name == "hidden":
            value = self._names(value)
        try:
            if _differs(getattr(self._model, name), value):
                setattr(self._model, name, value)
        except CostCurveError:
            pass
        finally:
            self._follow()

    def _names(self, positions: list[int]) -> tuple[str, ...]:
        items = self._model.derived.classifiers
        return tuple(items[at].name for at in positions if 0 <= at < len(items))


def _differs(mine: Any, theirs: Any) -> bool:
    """Tell whether two values say something different, lists and tuples being alike."""
    if isinstance(mine, tuple) and isinstance(theirs, list | tuple):
        return list(mine) != list(theirs)
    if isinstance(theirs, dict) and mine is not None:
        return any(theirs.get(key) != value for key, value in mine.items())
    return bool(mine != theirs)
