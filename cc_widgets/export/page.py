"""An explorer without Python: its saved state, from which a page draws it again, alive."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ipywidgets.embed import dependency_state

from cc_widgets.export import about

if TYPE_CHECKING:
    from cc_widgets.panels.explorer import CostCurveExplorer

# ---- The saved state: plain data, no markup

MIME_TYPE = "application/vnd.cc-widgets.v1+json"
STATE_VERSION = 1
"""Of the form of the state; `js/src/saved/manager.ts` reads this one."""


def state_of(explorer: "CostCurveExplorer", title: str | None = None) -> dict[str, Any]:
    """State of an explorer, as data that JSON can hold.

    Parameters
    ----------
    explorer : CostCurveExplorer
        One that is open.
    title : str, optional
        What it is about; if left out, the names of its classifiers.

    Returns
    -------
    dict
        `version` of this form; `root`, the id of the explorer among the `widgets`, each as
        ipywidgets embeds it; and what all outputs say, `about` it. Tabs whose panels nobody has
        opened are not in it: only Python could make them.

    Raises
    ------
    CostCurveError
        If the explorer is closed.
    """
    explorer.duality  # noqa: B018 (raises where the explorer is closed)
    widgets = {
        name: _without_unmade(widget) for name, widget in dependency_state([explorer]).items()
    }
    return {
        "version": STATE_VERSION,
        "root": explorer.model_id,
        "widgets": _finite(widgets),
        "about": about(explorer.model, title),
    }


def _without_unmade(widget: Mapping[str, Any]) -> Mapping[str, Any]:
    """A widget's state; of tabs, only those whose page is there."""
    state = widget["state"]
    pages = state.get("pages")
    if widget["model_name"] != "ControlsModel" or pages is None:
        return widget
    made = [place for place, page in enumerate(pages) if page is not None]
    moved = {old: new for new, old in enumerate(made)}
    selected = state.get("selected", 0)
    kept = {
        "titles": [state["titles"][place] for place in made],
        "pages": [pages[place] for place in made],
        "selected": moved.get(selected, 0),
        "unfolded": state.get("unfolded", False) and selected in moved,
        "tables": moved.get(state.get("tables", -1), -1),
    }
    return {**widget, "state": {**state, **kept}}


def _finite(value: Any) -> Any:  # noqa: ANN401 (whatever JSON has a word for)
    """The same with nothing in the place of numbers that JSON has no word for."""
    if isinstance(value, Mapping):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
