"""A cell that is run again replaces what it showed: the explorers of its last run are closed."""

import gc
import sys
from typing import Any

_shown: dict[str, tuple[str, list[Any]]] = {}


def replaces_last_run(widget: Any) -> None:
    """Close what an earlier run of the running cell has made, and remember what this one makes.

    Parameters
    ----------
    widget : Widget
        Just made. What the same run made before stays open.
    """
    cell, run = running_cell()
    if not cell:
        return
    last_run, made = _shown.get(cell, (run, []))
    if last_run != run:
        for old in made:
            old.close()
        # Widgets and what they call hold each other, and with that the data of the last run. Many
        # runs may pass before Python looks for such rings by itself.
        made = []
        gc.collect()
    _shown[cell] = (run, [*made, widget])


def forget(widget: Any) -> None:
    """Hold a closed widget no longer."""
    for cell, (run, made) in list(_shown.items()):
        _shown[cell] = (run, [one for one in made if one is not widget])


def running_cell() -> tuple[str, str]:
    """Return the id of the cell that is running and of this run; empty outside a notebook."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    message = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell = message.get("metadata", {}).get("cellId", "") if message else ""
    return cell, message.get("header", {}).get("msg_id", "") if cell else ""
